"""The nerve of units of a battle line: their Break tests, flight and pursuit."""

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as member
from functools import lru_cache

from rulesets.games.warhammer.combat.blows.leadership import (
    HIGHEST,
    restraint,
    rolls_lowest_two,
)
from rulesets.games.warhammer.combat.fights.break_tests import (
    WarhammerNerve,
    holds_chance,
)
from rulesets.games.warhammer.combat.fights.result import SLOW
from rulesets.games.warhammer.combat.line.borne import helped_once, with_items
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import IN, LineMode
from rulesets.games.warhammer.combat.profile import WarhammerUnit, shoots
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.sides import Side


def nerve_in(
    field: LineField, mode: LineMode, unit: int, alive: Sequence[bool]
) -> WarhammerNerve:
    """Return the figures of the Break test of a unit with its characters.

    Parameters
    ----------
    field : LineField
    mode : LineMode
    unit : int
    alive : sequence of bool
        Of each pool, whether any of it is left.
    """
    key = unit, mode.fates, mode.frenzy[unit], mode.spent
    found: UnitNerves | None = field.nerves.get(key)
    if found is None:
        found = field.nerves[key] = UnitNerves(field, mode, unit)
    return found.among(alive)


@dataclass(slots=True, eq=False)
class UnitNerves:
    """The nerves of a unit in like modes, by who is left of all that count for it."""

    field: LineField
    mode: LineMode
    unit: int
    pools: tuple[int, ...] = ()
    known: dict[tuple[bool, ...], WarhammerNerve] = member(default_factory=dict)

    def __post_init__(self) -> None:
        field, side = self.field, self.field.posts[self.unit].side
        near = (n for n in standard_bearers(field) if field.posts[n].side == side)
        own = field.pools.within(field.members(self.unit))
        self.pools = tuple({*own, *near})

    def among(self, alive: Sequence[bool]) -> WarhammerNerve:
        """Return the nerve, where some pools are left."""
        left = tuple([alive[one] for one in self.pools])
        if left not in self.known:
            self.known[left] = self._found(alive)
        return self.known[left]

    def _found(self, alive: Sequence[bool]) -> WarhammerNerve:
        field, mode, unit = self.field, self.mode, self.unit
        fresh = unit in helped_once(field) and not (mode.spent and mode.spent[unit])
        return _nerve(
            field,
            mode,
            unit,
            alive,
            near=_standard_near(field, mode, field.posts[unit].side, alive),
            fresh=fresh,
            hates=_hates(field, mode, unit),
        )


def _hates(field: LineField, mode: LineMode, unit: int) -> bool:
    """Return whether a unit hates an enemy that it touches."""
    own = field.profiles[unit]
    if own.has("hatred") or field.answers[unit].hates:
        return True
    return own.does("start", "rule:hatred") and any(
        shoots(field.profiles[foe]) for foe in field.foes(unit, mode)
    )


def _nerve(
    field: LineField,
    mode: LineMode,
    unit: int,
    alive: Sequence[bool],
    *,
    near: bool,
    fresh: bool,
    hates: bool,
) -> WarhammerNerve:
    # Who refused a challenge can hide behind nobody once all the others are slain.
    leaders = [
        one
        for one in field.characters(unit)
        if alive[one] and not (field.hides(one) and alive[unit])
    ]
    profile = field.pools.figures(unit, alive)
    if not alive[unit] and leaders:
        profile = field.profiles[leaders[0]]
    own = _leads(profile, fresh=fresh)
    others = [_leads(field.profiles[one], fresh=fresh) for one in leaders]
    usual = [profile, *(field.profiles[one] for one in leaders)]
    profile = with_items(field, unit, alive, profile)
    there = [one for one in field.members(unit) if field.pools.lives(one, alive)]
    slowest = min(field.pools.figures(one, alive).movement for one in there or [unit])
    situation = field.situation.of(profile.side)
    leads = max(situation.general, *(one.leadership for one in usual))
    stubborn = profile.does("ignore", "test:break")
    general = situation.general
    if stubborn:
        general = max([general, *others])
    else:
        own = max([own, *others])
    return WarhammerNerve(
        own=own,
        general=general,
        stubborn=stubborn,
        unbreakable=profile.does("pass", "test:break"),
        again=near or profile.does("re-roll", "test:break"),
        fears=False,
        runs=2 if slowest <= SLOW else 3,
        holds_back=_holds_back(field, mode, unit, profile, leads, hates=hates),
        further=profile.adds("act:pursue"),
        passes=fresh and profile.does("pass", "test:first-break"),
        lowest_two=rolls_lowest_two(profile),
    )


def _leads(own: WarhammerUnit, *, fresh: bool) -> int:
    """Return the Leadership of a post, with what helps it once if that is fresh."""
    if not fresh:
        return own.leadership
    if own.does("set", "test:first-break"):
        return HIGHEST
    more = own.adds("test:first-break")
    return max(own.leadership, min(own.leadership + more, HIGHEST))


def _standard_near(
    field: LineField, mode: LineMode, side: Side, alive: Sequence[bool]
) -> bool:
    """Return whether a battle standard is near: said so, or borne by one who fights."""
    borne = any(
        alive[one] and mode.fates[field.unit_of(one)] == IN
        for one in standard_bearers(field)
        if field.posts[one].side == side
    )
    return borne or field.situation.of(side).battle_standard


@kept_by_identity(most=4)
def standard_bearers(field: LineField) -> tuple[int, ...]:
    """Return the characters who bear a battle standard."""
    posts = enumerate(field.posts)
    return tuple(
        n for n, one in posts if one.joins and one.unit.has("battle-standard-bearer")
    )


def _holds_back(
    field: LineField,
    mode: LineMode,
    unit: int,
    profile: WarhammerUnit,
    leads: int,
    *,
    hates: bool,
) -> float:
    """Return the chance that a winner does not pursue [chance]."""
    if profile.does("may-not", "act:pursue"):
        return 1.0
    if field.answers[unit].pursuit == "pursues":
        return 0.0
    if hates or mode.frenzy[unit] or profile.does("must", "act:pursue"):
        return 0.0
    behind = profile.side == "b" and field.situation.defended
    lowest_two = rolls_lowest_two(profile)
    return restraint(profile, leads, behind=behind, lowest_two=lowest_two)


@lru_cache(maxsize=4096)
def breaks(nerve: WarhammerNerve, lost: int, *, weaker: bool) -> float:
    """Return the chance that a unit breaks that is beaten by so much [chance].

    Parameters
    ----------
    nerve : WarhammerNerve
    lost : int
        Points by which it is beaten.
    weaker : bool
        It is weaker than the enemies that it fears.
    """
    if nerve.unbreakable:
        return 0.0
    return 1.0 if weaker else float(1 - holds_chance(nerve, lost))
