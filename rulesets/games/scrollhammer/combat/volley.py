"""A volley of Scrollhammer: who shoots what, and what it does to its target."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rulesets.core.percent import percent
from rulesets.games.scrollhammer.combat.attack_values import ScrollhammerMoment
from rulesets.games.scrollhammer.combat.casting import (
    Counts,
    Manner,
    castings,
    mean,
)
from rulesets.games.scrollhammer.combat.context import Cover, ScrollhammerReadings
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
)
from rulesets.games.scrollhammer.combat.side import fighters
from rulesets.games.scrollhammer.combat.trace import attack_trace, each
from rulesets.games.scrollhammer.combat.weapons import (
    ScrollhammerWeapon,
    fires_on_the_move,
    ranged_weapons,
    shooting_spells,
)
from rulesets.games.scrollhammer.combat.wounds import (
    ONCE,
    expected,
    full_mark,
    hurt,
    marks,
)
from rulesets.games.scrollhammer.special_rules import rules_that
from rulesets.odds.answer import Step
from rulesets.odds.company import Hurt, as_moves, kernels, unsaved
from rulesets.odds.dice import NEVER
from rulesets.odds.volley import Floats

RANKS_THAT_SHOOT = 2
"""Ranks of a unit in ranks that may shoot."""

AREA_COVER = {"Ranks": NEVER, "Horde": 6, "Skirmish": 4}
"""Cover save of a formation for being in area terrain [pips]."""


@dataclass(frozen=True, slots=True)
class ScrollhammerVolley:
    """The shots of one group.

    Parameters
    ----------
    place : int
        Of the group in its side.
    hurts : tuple of Hurt
        What one model of it does, by the target's mark.
    times : tuple of float
        How often it shoots: the castings of its spell; once for a weapon [chance].
    """

    place: int
    group: ScrollhammerGroup
    weapon: ScrollhammerWeapon
    moment: ScrollhammerMoment
    hurts: tuple[Hurt, ...]
    times: Counts = ONCE


def cover_of(target: ScrollhammerUnit, asked: Cover, *, grounded: bool) -> int:
    """Return the cover save of a target, gone to ground or not [pips].

    References
    ----------
    Scrollhammer Rulebook, Types of Cover Saves; Go to Ground.
    """
    cover = NEVER
    if asked == "area":
        cover = AREA_COVER[target.formation]
    elif asked != "none":
        cover = int(asked)
    if grounded:
        cover = cover - 1 if cover < NEVER else 6
    return cover


def volleys_of(
    shooter: ScrollhammerUnit,
    target: ScrollhammerUnit,
    readings: ScrollhammerReadings,
    moment: ScrollhammerMoment,
    *,
    distance: int,
    moved: bool = False,
    manner: Manner | None = None,
    touched: int = 0,
) -> list[ScrollhammerVolley]:
    """Return the shots of every group: weapons in hand, and one spell each.

    ``manner`` is how casters spend their dice, none for those who do not cast.
    """
    found = []
    for place, group in enumerate(shooter.groups):
        if not group.bs:
            continue
        for weapon in ranged_weapons(group, touched):
            if may_fire(weapon, distance, moved=moved):
                found.append(_volley(place, group, weapon, target, moment, readings))
        if manner is not None:
            known = tuple(
                spell
                for spell in shooting_spells(shooter, group, touched)
                if may_fire(spell, distance, moved=moved)
            )
            found += _spell((place, group), known, target, readings, moment, manner)
    return found


def may_fire(weapon: ScrollhammerWeapon, distance: int, *, moved: bool) -> bool:
    """Return whether a weapon or a spell shoots so far, by those who moved or not.

    References
    ----------
    Scrollhammer Rulebook, Magical Shooting Attacks: as a ranged weapon is fired.
    """
    still = moved and not fires_on_the_move(weapon)
    return weapon.reach[0] <= distance <= weapon.reach[1] and not still


def silent_on_the_move(
    shooter: ScrollhammerUnit, touched: int = 0
) -> dict[str, ScrollhammerWeapon]:
    """Return the weapons and spells in hand that who moved may not shoot, by name."""
    held = (
        weapon
        for group in shooter.groups
        for weapon in (
            *ranged_weapons(group, touched),
            *shooting_spells(shooter, group, touched),
        )
    )
    return {one.name: one for one in held if not fires_on_the_move(one)}


def pins(volley: ScrollhammerVolley) -> bool:
    """Return whether an unsaved wound asks for a pinning test."""
    return not rules_that("start", "test:pinning").isdisjoint(volley.weapon.rules)


def _volley(
    place: int,
    group: ScrollhammerGroup,
    weapon: ScrollhammerWeapon,
    target: ScrollhammerUnit,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
    times: Counts = ONCE,
) -> ScrollhammerVolley:
    hurts = tuple(
        hurt(group, weapon, weapon.shots, target, mark, moment, readings, times)
        for mark in marks(target)[0]
    )
    return ScrollhammerVolley(place, group, weapon, moment, hurts, times)


def _spell(
    caster: tuple[int, ScrollhammerGroup],
    spells: tuple[ScrollhammerWeapon, ...],
    target: ScrollhammerUnit,
    readings: ScrollhammerReadings,
    moment: ScrollhammerMoment,
    manner: Manner,
) -> Iterator[ScrollhammerVolley]:
    """Yield the spell that does most, each caster casting it as its dice allow."""
    place, group = caster
    known = []
    for weapon in spells if group.mg else ():
        times = castings(weapon.cost, group.mg, manner)
        known.append(_volley(place, group, weapon, target, moment, readings, times))
    if known:
        yield max(known, key=lambda volley: expected(volley.hurts[0], target))


def shooters(
    profile: ScrollhammerUnit, state: int, files: int, *, all_ranks: bool = False
) -> list[int]:
    """Return how many of each group shoot: of ranks only the first two.

    References
    ----------
    Scrollhammer Rulebook, Crowded Formation.
    """
    alive = int(profile.company.counts[state])
    if profile.formation == "Ranks" and not all_ranks:
        alive = min(alive, RANKS_THAT_SHOOT * files)
    counts = fighters(profile, np.full((profile.company.states, 1), alive))
    return [int(count[state, 0]) for count in counts]


def struck(
    volleys: list[ScrollhammerVolley], models: list[int], target: ScrollhammerUnit
) -> Floats:
    """Return ``[wound, before, after]``: what a volley makes of a target's states.

    The second is with an unsaved wound of a weapon that pins; those are dealt out first
    (house). What the target's models are is read at the start of the volley.
    """
    which, size = marks(target)[1], target.company.states
    first = _by_mark([one for one in volleys if pins(one)], models, target)
    rest = _by_mark([one for one in volleys if not pins(one)], models, target)
    moves = np.zeros((2, size, size))
    for number, (pinning, others) in enumerate(zip(first, rest, strict=True)):
        here = which == number
        calm = np.diag(np.diagonal(pinning))
        moves[0, here] = calm[here] @ others
        moves[1, here] = (pinning - calm)[here] @ others
    return moves


def _by_mark(
    volleys: list[ScrollhammerVolley], models: list[int], target: ScrollhammerUnit
) -> Floats:
    """Return ``[mark, before, after]``: what some volleys do."""
    found, size = marks(target)[0], target.company.states
    if not volleys:
        return np.broadcast_to(np.eye(size), (len(found), size, size))
    kinds = tuple(one.hurts[number] for number in range(len(found)) for one in volleys)
    counts = [models[one.place] for one in volleys]
    stack = kernels(
        target.company,
        kinds,
        tuple(
            tuple(enumerate(counts, number * len(volleys)))
            for number in range(len(found))
        ),
    )
    return as_moves(stack)


def unsaved_wounds(
    volleys: list[ScrollhammerVolley], models: list[int], target: ScrollhammerUnit
) -> Floats:
    """Return the unsaved wounds that a volley makes on a target's first models.

    However many wounds they have; a wound that slays or is several counts as one.
    """
    mark = marks(target)[1][-1]
    total = np.ones(1)
    for one in volleys:
        total = np.convolve(total, unsaved(one.hurts[mark], models[one.place]))
    return total


def _cast_told(volley: ScrollhammerVolley) -> str:
    """Return how often a spell is cast, in words."""
    at_least = percent(1 - volley.times[0])
    return (
        f"each casts it ({volley.weapon.cost}+) with {volley.group.mg} power dice "
        f"{mean(volley.times):.3g} times on average, at least once with a chance of "
        f"{at_least}"
    )


def volley_steps(
    shooter: ScrollhammerUnit,
    target: ScrollhammerUnit,
    volleys: list[ScrollhammerVolley],
    readings: ScrollhammerReadings,
) -> Iterator[Step]:
    """Yield the trace of a volley."""
    mark = full_mark(target)
    for one in volleys:
        extra = f"; {each(one.weapon.shots, 'shot')}"
        if one.weapon.cost:
            extra += f"; {_cast_told(one)}"
        aim = one.group, one.weapon, mark, one.moment
        yield from attack_trace(shooter, target, *aim, readings, extra)[1]
