"""A volley of Scrollhammer: who shoots what, and what it does to its target."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from rulesets.games.scrollhammer.combat.blows.attack_values import ScrollhammerMoment
from rulesets.games.scrollhammer.combat.blows.weapons import (
    ScrollhammerWeapon,
    fires_on_the_move,
    ranged_weapons,
    shooting_spells,
)
from rulesets.games.scrollhammer.combat.blows.wounds import (
    ONCE,
    expected,
    hurt,
    marks,
)
from rulesets.games.scrollhammer.combat.contact import fighters
from rulesets.games.scrollhammer.combat.context import Cover, ScrollhammerReadings
from rulesets.games.scrollhammer.combat.power_dice import (
    Counts,
    Manner,
    castings,
    counts_of,
    dice_held,
)
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
)
from rulesets.games.scrollhammer.combat.shots.scrolls import may_hold
from rulesets.games.scrollhammer.combat.shots.several_spells import (
    Together,
    cast_together,
    unsaved_together,
)
from rulesets.games.scrollhammer.combat.shots.times_to_shoot import may_fire
from rulesets.games.scrollhammer.special_rules import rules_that
from rulesets.odds.company import Hurt, unsaved
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
        What one model of it does, by the target's mark; what each casting does where
        casters cast several spells.
    times : tuple of float
        How often it shoots: the castings of its spell; once for a weapon [chance].
    together : Together
        Of one of several spells that its casters cast: how often they cast them
        together, in the order of their volleys; empty for all others.
    held : int
        Power dice of each caster; 0 for a weapon, and for what is read [dice].
    """

    place: int
    group: ScrollhammerGroup
    weapon: ScrollhammerWeapon
    moment: ScrollhammerMoment
    hurts: tuple[Hurt, ...]
    times: Counts = ONCE
    together: Together = ()
    held: int = 0


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
    charges: bool = False,
    manner: Manner | None = None,
    touched: int = 0,
) -> list[ScrollhammerVolley]:
    """Return the shots of every group: weapons in hand, and the spells that do most.

    ``manner`` is how casters spend their dice, none for those who do not cast; those of
    ``charges`` shoot with what lets them charge in this turn.
    """
    found = []
    for place, group in enumerate(shooter.groups):
        if not group.bs:
            continue
        for weapon in ranged_weapons(group, touched):
            if may_fire(weapon, distance, moved=moved, charges=charges):
                found.append(_volley(place, group, weapon, target, moment, readings))
        if manner is not None:
            known = tuple(
                spell
                for spell in shooting_spells(shooter, group, touched)
                if may_fire(spell, distance, moved=moved, charges=charges)
            )
            found += _spells((place, group), known, target, readings, moment, manner)
            found += _read((place, group), known, target, readings, moment, manner)
    return found


def silent_on_the_move(
    shooter: ScrollhammerUnit, touched: int = 0
) -> dict[str, ScrollhammerWeapon]:
    """Return the weapons and spells in hand that who moved may not shoot, by name."""
    held: list[ScrollhammerWeapon] = []
    for group in shooter.groups:
        held += ranged_weapons(group, touched)
        held += shooting_spells(shooter, group, touched)
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


def _spells(
    caster: tuple[int, ScrollhammerGroup],
    spells: tuple[ScrollhammerWeapon, ...],
    target: ScrollhammerUnit,
    readings: ScrollhammerReadings,
    moment: ScrollhammerMoment,
    manner: Manner,
) -> Iterator[ScrollhammerVolley]:
    """Yield the spells that do most, each caster casting them as its dice allow."""
    place, group = caster
    known = []
    held = dice_held(group, manner)
    for weapon in spells if held else ():
        times = castings(weapon.cost, held, manner)
        one = _volley(place, group, weapon, target, moment, readings, times)
        known.append(replace(one, held=held))
    if not known:
        return
    best = max(known, key=lambda one: expected(one.hurts[0], target))
    alike = [one for one in known if _goes_with(one, best)]
    each = [_once(one, target, readings) for one in alike]
    worths = [(one.weapon.cost, expected(one.hurts[0], target)) for one in each]
    useful = [place for place, (_, worth) in enumerate(worths) if worth]
    if manner.spells == "one" or len(useful) < 2:
        yield best
        return
    used, together = cast_together(
        [worths[place] for place in useful],
        held,
        manner,
        group.models,
        target.company.states,
    )
    if len(used) == 1:
        yield best
        return
    for number, spell in enumerate(used):
        times = counts_of(dict(together), number)
        yield replace(each[useful[spell]], times=times, together=together, held=held)


def _read(
    caster: tuple[int, ScrollhammerGroup],
    spells: tuple[ScrollhammerWeapon, ...],
    target: ScrollhammerUnit,
    readings: ScrollhammerReadings,
    moment: ScrollhammerMoment,
    manner: Manner,
) -> list[ScrollhammerVolley]:
    """Return the spell that does most of those that the scrolls may hold.

    Each bearer reads so many scrolls, which hold a spell that it knows (house).
    """
    place, group = caster
    times = (*(0.0,) * manner.scrolls, 1.0)
    written = [
        _volley(place, group, weapon, target, moment, readings, times)
        for weapon in spells
        if manner.scrolls and may_hold(group, weapon.cost)
    ]
    best = max(written, key=lambda one: expected(one.hurts[0], target), default=None)
    return [best] if best else []


def _once(
    volley: ScrollhammerVolley, target: ScrollhammerUnit, readings: ScrollhammerReadings
) -> ScrollhammerVolley:
    """Return a spell as one casting of it."""
    one = volley.group, volley.weapon, target, volley.moment, readings
    return _volley(volley.place, *one)


def _goes_with(one: ScrollhammerVolley, other: ScrollhammerVolley) -> bool:
    """Return whether two spells can be cast together: none rolls a miss again a turn.

    Nor does only one of them pin, whose wounds are dealt out before all others.
    """
    again = rules_that("re-roll", "misses")
    alike = pins(one) == pins(other)
    return one is other or (alike and again.isdisjoint(one.weapon.rules))


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


def cast_by_group(volleys: list[ScrollhammerVolley]) -> list[list[ScrollhammerVolley]]:
    """Return the spells of casters who cast several, by their group."""
    found: dict[int, list[ScrollhammerVolley]] = {}
    for one in volleys:
        if one.together:
            found.setdefault(one.place, []).append(one)
    return list(found.values())


def unsaved_wounds(
    volleys: list[ScrollhammerVolley], models: list[int], target: ScrollhammerUnit
) -> Floats:
    """Return the unsaved wounds that a volley makes on a target's first models.

    However many wounds they have; a wound that slays or is several counts as one.
    """
    mark = marks(target)[1][-1]
    total = np.ones(1)
    for one in volleys:
        if not one.together:
            total = np.convolve(total, unsaved(one.hurts[mark], models[one.place]))
    for spells in cast_by_group(volleys):
        hurts = tuple(one.hurts[mark] for one in spells)
        casters = models[spells[0].place]
        made = unsaved_together(hurts, spells[0].together, casters)
        total = np.convolve(total, made)
    return total
