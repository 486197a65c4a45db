"""The nerve of units of a battle line: their Break tests, flight and pursuit."""

from collections.abc import Sequence
from functools import lru_cache

from rulesets.games.warhammer.combat.blows.leadership import restraint
from rulesets.games.warhammer.combat.fights.break_tests import (
    WarhammerNerve,
    holds_chance,
)
from rulesets.games.warhammer.combat.fights.result import SLOW
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import IN, LineMode
from rulesets.games.warhammer.combat.profile import WarhammerUnit
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
    side = field.posts[unit].side
    left = tuple(alive[one] for one in field.pools.within(field.posts_of[side]))
    near = _standard_near(field, mode, side, alive)
    key = unit, left, mode.frenzy[unit], near
    if key not in field.nerves:
        field.nerves[key] = _nerve(field, mode, unit, alive, near=near)
    return field.nerves[key]


def _nerve(
    field: LineField, mode: LineMode, unit: int, alive: Sequence[bool], *, near: bool
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
    there = [one for one in field.members(unit) if field.pools.lives(one, alive)]
    slowest = min(field.pools.figures(one, alive).movement for one in there or [unit])
    own = profile.leadership
    others = [field.profiles[one].leadership for one in leaders]
    stubborn = profile.does("ignore", "test:break")
    general = field.situation.of(profile.side).general
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
        holds_back=_holds_back(
            field, mode, unit, profile, max([own, general, *others])
        ),
    )


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
    field: LineField, mode: LineMode, unit: int, profile: WarhammerUnit, leads: int
) -> float:
    """Return the chance that a winner does not pursue [chance]."""
    answers = field.answers[unit]
    if answers.pursuit == "pursues":
        return 0.0
    hates = profile.has("hatred") or answers.hates
    if hates or mode.frenzy[unit] or profile.does("must", "act:pursue"):
        return 0.0
    behind = profile.side == "b" and field.situation.defended
    return restraint(profile, leads, behind=behind)


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
