"""A volley of Scrollhammer: who shoots what, and what it does to its target."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from rulesets.games.scrollhammer.combat_attack import (
    Terms,
    expected,
    hurt,
)
from rulesets.games.scrollhammer.combat_casting import cast_chances
from rulesets.games.scrollhammer.combat_marks import (
    Mark,
    marks,
)
from rulesets.games.scrollhammer.combat_profile import Group, Profile
from rulesets.games.scrollhammer.combat_ranks import fighters
from rulesets.games.scrollhammer.combat_trace import (
    attack_needs,
    attack_step,
    weapon_steps,
)
from rulesets.games.scrollhammer.combat_weapons import (
    Weapon,
    fires_on_the_move,
    ranged_weapons,
    shooting_spells,
)
from rulesets.games.scrollhammer.questions import SHOOTING
from rulesets.odds.answer import Step
from rulesets.odds.company import Hurt, kernels
from rulesets.odds.dice import NEVER
from rulesets.odds.questions import Settled
from rulesets.odds.volley import Floats, repeated
from rulesets.percent import percent

RANKS_THAT_SHOOT = 2
"""Ranks of a unit in ranks that may shoot."""

AREA_COVER = {"Ranks": NEVER, "Horde": 6, "Skirmish": 4}
"""Cover save of a formation for being in area terrain [pips]."""


@dataclass(frozen=True, slots=True)
class Volley:
    """What one group shoots.

    Parameters
    ----------
    place : int
        Of the group in its side.
    cast : Fraction
        Chance that its spell is cast; 1 for a weapon [chance].
    """

    place: int
    group: Group
    weapon: Weapon
    terms: Terms
    cast: Fraction = Fraction(1)


def cover_of(target: Profile, situation: Settled) -> int:
    """Return the cover save of a target, gone to ground or not [pips].

    References
    ----------
    Scrollhammer Rulebook, Types of Cover Saves; Go to Ground.
    """
    asked = str(situation["cover"])
    cover = NEVER
    if asked == "area":
        cover = AREA_COVER[target.formation]
    elif asked != "none":
        cover = int(asked)
    if situation["go-to-ground"]:
        cover = cover - 1 if cover < NEVER else 6
    return cover


def volleys_of(
    shooter: Profile,
    target: Profile,
    readings: Settled,
    terms: Terms,
    *,
    distance: int,
    moved: bool = False,
    spells: bool = True,
    cast_dice: int = 0,
    touched: int = 0,
) -> list[Volley]:
    """Return what every group shoots: weapons in hand, and one spell each."""
    found = []
    for place, group in enumerate(shooter.groups):
        if not group.bs:
            continue
        for weapon in ranged_weapons(group, touched):
            still = moved and not fires_on_the_move(weapon)
            if weapon.reach[0] <= distance <= weapon.reach[1] and not still:
                found.append(Volley(place, group, weapon, _without(terms, weapon)))
        if spells:
            found += _spell(
                (shooter, place, group),
                target,
                readings,
                terms,
                distance,
                (cast_dice, touched),
            )
    return found


def pins_all(volleys: list[Volley]) -> bool:
    """Return whether every wound of a volley pins."""
    return bool(volleys) and all("pinning" in one.weapon.rules for one in volleys)


def _without(terms: Terms, weapon: Weapon) -> Terms:
    return replace(terms, cover=NEVER) if "ignores-cover" in weapon.rules else terms


def _spell(
    caster: tuple[Profile, int, Group],
    target: Profile,
    readings: Settled,
    terms: Terms,
    distance: int,
    asked: tuple[int, int],
) -> Iterator[Volley]:
    """Yield the spell that does most, each caster casting one with all its dice."""
    (shooter, place, group), (cast_dice, touched) = caster, asked
    known = []
    mark = marks(target)[0][0]
    for weapon in shooting_spells(shooter, group, touched):
        if not weapon.reach[0] <= distance <= weapon.reach[1] or not group.mg:
            continue
        dice = min(cast_dice or group.mg, group.mg)
        adds = bool(readings["surge-adds"])
        cast = sum(cast_chances(weapon.cost, dice, group.mg, adds=adds), Fraction(0))
        volley = Volley(place, group, weapon, _without(terms, weapon), cast)
        known.append((expected(_hurt(volley, target, mark, readings)), volley))
    if known:
        yield max(known, key=lambda pair: pair[0])[1]


def _hurt(volley: Volley, target: Profile, mark: Mark, readings: Settled) -> Hurt:
    return hurt(
        volley.group,
        volley.weapon,
        volley.weapon.shots,
        target,
        mark,
        volley.terms,
        readings,
        volley.cast,
    )


def shooters(
    profile: Profile, state: int, files: int, *, all_ranks: bool = False
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
    volleys: list[Volley], models: list[int], target: Profile, readings: Settled
) -> Floats:
    """Return ``[state, i]``: the chance that a volley lets a target's state fall by i.

    What the target's models are is read at the start of the volley.
    """
    found, which = marks(target)
    if not volleys:
        return np.ones((target.company.states, 1))
    stack = kernels(
        target.company,
        [
            [(_hurt(one, target, mark, readings), models[one.place]) for one in volleys]
            for mark in found
        ],
    )
    fallen: Floats = stack[np.array(which), np.arange(target.company.states)]
    return fallen


def unsaved_wounds(
    volleys: list[Volley], models: list[int], target: Profile, readings: Settled
) -> Floats:
    """Return the unsaved wounds that a volley makes on a target's first models.

    However many wounds they have; a wound that slays or is several counts as one.
    """
    mark = marks(target)[0][marks(target)[1][-1]]
    total = np.ones(1)
    for one in volleys:
        made = _hurt(one, target, mark, readings)
        through = float(made.effects[0].harm())
        thinned = np.zeros(len(made.one))
        row = np.ones(1)
        for count, chance in enumerate(made.one):
            thinned[: count + 1] += chance * row
            row = np.convolve(row, (1 - through, through))
        total = np.convolve(total, repeated(thinned, models[one.place]))
    return total


def volley_steps(
    shooter: Profile, target: Profile, volleys: list[Volley], readings: Settled
) -> Iterator[Step]:
    """Yield the trace of a volley."""
    found, which = marks(target)
    for one in volleys:
        needs = attack_needs(
            one.group, one.weapon, target, found[which[-1]], one.terms, readings
        )
        extra = f"; {one.weapon.shots} shots each"
        if one.weapon.cost:
            chance = percent(float(one.cast))
            extra += f"; cast ({one.weapon.cost}+) with a chance of {chance}"
        yield attack_step(one.group.name, SHOOTING, shooter, one.weapon, needs, extra)
        yield from weapon_steps(shooter, one.weapon, one.terms)
