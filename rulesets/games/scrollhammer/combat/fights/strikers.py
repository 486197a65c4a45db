"""Strikers of a round: which models of a side fight in a step, and whom they strike."""

from collections.abc import Sequence
from dataclasses import dataclass

from rulesets.games.scrollhammer.combat.blows.blows import (
    ScrollhammerBlows,
    by_bearers,
)
from rulesets.games.scrollhammer.combat.blows.cases import (
    NumberedCases,
    StepCases,
    StepParts,
    numbered,
    with_kinds,
)
from rulesets.games.scrollhammer.combat.blows.struck_models import StruckModels
from rulesets.games.scrollhammer.combat.blows.survivors import shared_rules
from rulesets.games.scrollhammer.combat.contact import (
    MOST_CASES,
    counts_anew,
    in_line,
    still_engaged,
)
from rulesets.games.scrollhammer.combat.ranks import in_order
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.company import Company
from rulesets.odds.volley import Ints


@dataclass(frozen=True, slots=True, eq=False)
class Fighting:
    """The models of a side that fight in a round, and those whom they strike.

    Parameters
    ----------
    side : ScrollhammerSide
    struck : StruckModels
        Of the other side.
    met : ndarray of int
        ``[own, other]``: how many are engaged when it begins [models].
    begun : tuple of int, optional
        The states of this side and the other in which alone the round begins.
    """

    side: ScrollhammerSide
    struck: StruckModels
    met: Ints
    begun: tuple[int, int] | None = None

    def cases(
        self,
        other: ScrollhammerSide,
        blows: Sequence[ScrollhammerBlows],
        *,
        first: bool,
    ) -> StepCases:
        """Return the volleys of the first step or of a later one, by the states."""
        unit, parts = self.side.profile, StepParts.of(blows)
        order = in_order(unit, unit.front)
        tables = self.met, self.struck.first if first else self._later
        sides = unit.company, other.profile.company
        if len(shared_rules(unit)[0]) == 1:
            found = _cases(*tables, *sides, order, parts, first=first, begun=self.begun)
            return with_kinds(found, blows)
        now, mark = _fought(*tables, unit.company, parts, first=first, begun=self.begun)
        fighting = in_line(order, unit.company.alive[:, None], now)
        places = by_bearers(self.side, self.struck, mark)
        return with_kinds(numbered(*sides, parts, (fighting, places)), blows)

    def counts_anew(self, blows: Sequence[ScrollhammerBlows]) -> bool:
        """Return whether a later step cannot tell who was engaged before."""
        others = _others(self.met, StepParts.of(blows))
        anew = self.struck.counts_anew or self._later is not self.struck.later
        return anew or counts_anew(self.side.profile.company, self.met, others)

    @property
    def _later(self) -> Ints:
        """Return the mark of a later step; that of the first where cases are too many.

        Rules that are gone with the last of their bearers tell it apart by who strikes.
        """
        unit, later = self.side.profile, self.struck.later
        borne = len(shared_rules(unit)[0]) > 1 and later.shape[2] == 1
        cases = later.size * unit.company.states if borne else later.size
        return self.struck.first if cases > MOST_CASES else later


@kept_by_identity(most=512, objects=2, megabytes=8, weigh=NumberedCases.weight)
def _cases(
    met: Ints,
    mark: Ints,
    own: Company,
    enemy: Company,
    order: tuple[int, ...],
    parts: StepParts,
    *,
    first: bool,
    begun: tuple[int, int] | None,
) -> NumberedCases:
    """Return the volleys of a step of sides that stand so; the latest are kept.

    They are the same whatever both sides have in hand.
    """
    now, struck = _fought(met, mark, own, parts, first=first, begun=begun)
    fighting = in_line(order, own.alive[:, None], now)
    return numbered(own, enemy, parts, (fighting, struck))


def _fought(
    met: Ints,
    mark: Ints,
    own: Company,
    parts: StepParts,
    *,
    first: bool,
    begun: tuple[int, int] | None,
) -> tuple[Ints, Ints]:
    """Return how many fight in the first step, or in a later one, and the mark.

    Each is ``[own, other, own now, other now]`` [models].
    """
    if first:
        fighting = met[None, None]
    else:
        fighting = still_engaged(own, met, _others(met, parts))
    if begun is None:
        return fighting, mark
    states = (*begun, *begun) if first else begun
    return _at(fighting, states), _at(mark, states)


def _at(table: Ints, states: tuple[int, ...]) -> Ints:
    """Return a table as it is in some states: its first axes have a length of 1."""
    for axis, state in enumerate(states):
        if table.shape[axis] > 1:
            table = table.take([state], axis=axis)
    return table


def _others(met: Ints, parts: StepParts) -> int:
    """Return how many states of the other side now tell apart how many strike."""
    raging = any(rages for _, rages in parts.groups)
    return met.shape[1] if raging else 1
