"""All that came before two groups of Mordheim fighters met, followed or rolled."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulesets.games.mordheim.combat.groups.approach import (
    GroupContact,
    GroupsApart,
)
from rulesets.games.mordheim.combat.groups.report import Dice
from rulesets.games.mordheim.combat.groups.volleys import Throng
from rulesets.odds.sides import Side


@dataclass(slots=True)
class BeforeContact:
    """All that came before they met.

    Parameters
    ----------
    met : list of mapping
        Charges that arrived, by turn [chance].
    ended, apart : mapping
        Who was left where one side was shot, and who is apart for ever [chance].
    turns : float
        Expected turns, that of the charge included [turns].
    rolled : float
        Of all that, the part that was rolled [chance].
    games : int
        Games that were rolled for it.
    """

    met: list[dict[GroupContact, float]] = field(default_factory=list)
    ended: dict[GroupsApart, float] = field(default_factory=dict)
    apart: dict[GroupsApart, float] = field(default_factory=dict)
    turns: float = 0.0
    rolled: float = 0.0
    games: int = 0

    @property
    def dice(self) -> Dice:
        """Return what was rolled."""
        if not self.games:
            return Dice()
        return Dice(self.games, self.rolled**2 / self.games)

    def add(self, more: "BeforeContact") -> None:
        """Add what came after all this."""
        self.met += more.met
        self.add_apart((*more.ended.items(), *more.apart.items()))
        self.turns += more.turns
        self.rolled, self.games = more.rolled, more.games

    def add_apart(self, some: Iterable[tuple[GroupsApart, float]]) -> None:
        """Add who is apart after it, or left alone."""
        for now, share in some:
            into = self.apart if now.a and now.b else self.ended
            into[now] = into.get(now, 0.0) + share


def contacts(before: BeforeContact) -> Iterator[tuple[int, GroupContact, float]]:
    """Yield the turns before a charge arrived, how, and its chance."""
    for number, charges in enumerate(before.met):
        for met, share in charges.items():
            yield number, met, share


def whole_side(side: Side, met: GroupContact) -> Throng:
    """Return all of a side who were left when a charge arrived."""
    return (*met.arrived, *met.behind) if side == met.charger else met.enemies


def throngs(before: BeforeContact, side: Side) -> Iterator[tuple[Throng, float]]:
    """Yield who was left of a side when they met, or when it was over before."""
    for _, met, share in contacts(before):
        yield whole_side(side, met), share
    for now, share in (*before.ended.items(), *before.apart.items()):
        yield now.a if side == "a" else now.b, share
