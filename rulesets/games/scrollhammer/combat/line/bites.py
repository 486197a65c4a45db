"""Absorb Health in a multiple combat: blows of one model that give it a wound back.

Such a bite is two blows of a battle line. The first says whether a wound will come
back, by its chance; the second what the enemy loses, given that. What comes back does
so at the end of the step.

Of each group the model that is hurt, or would be first, bites with its first blows of a
round: of several enemies at the first that it strikes at, in the order of steps, and in
one step in the order of the enemies (house).
"""

from collections.abc import Sequence
from functools import partial
from math import prod

import numpy as np
from numpy.typing import NDArray

from rulesets.games.scrollhammer.combat.blows.blows import ScrollhammerBlows
from rulesets.games.scrollhammer.combat.blows.cases import StepParts, volleys_by_case
from rulesets.games.scrollhammer.combat.blows.leeches import KEY
from rulesets.games.scrollhammer.combat.blows.survivors import shared_rules
from rulesets.games.scrollhammer.combat.fights.healing import comes_on
from rulesets.games.scrollhammer.combat.line.field import MultipleMode
from rulesets.games.scrollhammer.combat.line.step_moments import StepMoment, case_of
from rulesets.games.scrollhammer.combat.line.strikes import (
    Bite,
    MultipleStrikes,
    UnitStrike,
)
from rulesets.games.scrollhammer.combat.line.tracks import BiteTrack, MealTrack
from rulesets.games.scrollhammer.combat.spell_blades import kernels_cast
from rulesets.odds.battle_line.model import Blow, RoundMoment
from rulesets.odds.battle_line.step_recorder import looked_up
from rulesets.odds.company import Company
from rulesets.odds.volley import Floats, Ints

Flags = NDArray[np.bool_]


def bites_here(at: StepMoment, strike: UnitStrike, bite: Bite) -> Flags:
    """Return where a model bites the enemy of a strike, once it is known."""
    if bite.chooses:
        here: Flags = at.bite(strike.unit, bite.place, strike.foe) > 0
        return here
    return _strikes(at, strike, bite)


def _strikes(at: StepMoment, strike: UnitStrike, bite: Bite) -> Flags:
    found: Flags = at.striking(strike.unit, strike.foe)[bite.place] > 0
    return found


def mark_blow(
    strikes: MultipleStrikes, strike: UnitStrike, bite: Bite, mode: MultipleMode
) -> Blow:
    """Return what counts whether a bite will give a wound back, as `BiteTrack`."""
    wet, _ = _chances(strikes, strike, bite, mode)
    told = np.zeros((1 + wet.size, 1, 3 if bite.chooses else 2))
    told[0, 0, 0] = 1.0
    told[1:, 0, -1] = wet.ravel()
    told[1:, 0, -2] = 1 - wet.ravel()
    track = BiteTrack(strike.unit, bite.place, strike.foe)
    row = partial(_mark_row, strikes, strike, bite, mode)
    return Blow(strikes.tracks.index(track), row, told)


def _mark_row(
    strikes: MultipleStrikes,
    strike: UnitStrike,
    bite: Bite,
    mode: MultipleMode,
    moment: RoundMoment,
) -> Ints:
    """Return the case of a bite and the enemy's state; 0 where nobody bites."""
    at = StepMoment.of(strikes, mode, strike.step, moment)
    bites = _strikes(at, strike, bite)
    for foe in strikes.field.foes(strike.unit, mode) if bite.chooses else ():
        track = BiteTrack(strike.unit, bite.place, foe)
        if track in strikes.tracks and foe != strike.foe:
            bites = bites & (at.bite(strike.unit, bite.place, foe) == 0)
    states = strikes.field.profiles[strike.foe].company.states
    row: Ints = 1 + _case(at, strike, bite) * states + moment.now(strike.foe)
    found: Ints = np.where(bites, row, 0)
    return found


def bite_blow(
    strikes: MultipleStrikes, strike: UnitStrike, bite: Bite, mode: MultipleMode
) -> Blow:
    """Return what an enemy loses by a bite, once it is known what comes back."""
    _, lost = _chances(strikes, strike, bite, mode)
    told = np.zeros((1 + 2 * len(lost), *lost.shape[2:]))
    told[0, :, 0] = 1.0
    told[1:] = lost.reshape(-1, *lost.shape[2:])
    row = partial(_bite_row, strikes, strike, bite, mode)
    return Blow(strikes.track_of(strike.foe, strike.step), row, told)


def _bite_row(
    strikes: MultipleStrikes,
    strike: UnitStrike,
    bite: Bite,
    mode: MultipleMode,
    moment: RoundMoment,
) -> Ints:
    """Return the case of a bite, and whether a wound comes back; 0 for no bite."""
    at = StepMoment.of(strikes, mode, strike.step, moment)
    wet = at.bite(strike.unit, bite.place, strike.foe) == 1 + bite.chooses
    row: Ints = 1 + 2 * _case(at, strike, bite) + wet
    found: Ints = np.where(bites_here(at, strike, bite), row, 0)
    return found


def _case(at: StepMoment, strike: UnitStrike, bite: Bite) -> Ints:
    """Return the number of what else a bite depends on; see `_sizes`."""
    parts = [at.mark(strike.foe, strike.unit), at.shared(strike.unit)]
    if _rages(strike, bite):
        parts.append(at.outnumbered(strike.unit))
    sizes = _sizes(at.strikes, strike, bite, at.mode)
    return case_of(parts, sizes)


def _sizes(
    strikes: MultipleStrikes, strike: UnitStrike, bite: Bite, mode: MultipleMode
) -> list[int]:
    """Return how many there are of each part of a case of a bite."""
    marks, _ = strikes.marks(strike.foe, strike.unit, mode)
    rules, _ = shared_rules(strikes.field.profile_in(strike.unit, mode))
    return [len(marks), len(rules), *([2] if _rages(strike, bite) else [])]


def _blows(strike: UnitStrike, bite: Bite) -> list[ScrollhammerBlows]:
    return [one for one in strike.blows if bite.takes(one)]


def _rages(strike: UnitStrike, bite: Bite) -> bool:
    return any(one.raging for one in _blows(strike, bite))


def _chances(
    strikes: MultipleStrikes, strike: UnitStrike, bite: Bite, mode: MultipleMode
) -> tuple[Floats, Floats]:
    """Return how often a bite gives a wound back, and what the enemy loses then.

    Returns
    -------
    wet : ndarray
        ``[case, state]`` of the enemy [chance].
    lost : ndarray
        ``[case, 0 or 1, state, lost]``: where no wound comes back, and where one does
        [chance].

    References
    ----------
    Scrollhammer Rulebook, Special rules A to G: Absorb Health.
    """
    target = strikes.field.profiles[strike.foe].company
    blows, sizes = _blows(strike, bite), _sizes(strikes, strike, bite, mode)
    losses, untouched = _losses(target, blows, sizes)
    dry = losses[:, :, 0].copy()
    if strikes.field.readings.absorbs == "any":
        dry[:, 1:] = untouched[:, None]
    back = comes_on(blows[-1].weapon.rules[KEY])
    by_bite = losses.copy()
    by_bite[:, :, 0] -= dry
    wet = back * (1 - dry)
    given = np.stack([losses - back * by_bite, back * by_bite], axis=1)
    total = given.sum(axis=3, keepdims=True)
    never = np.zeros_like(given)
    never[..., 0] = 1.0
    return wet, np.divide(given, total, out=never, where=total > 0)


def _losses(
    target: Company, blows: Sequence[ScrollhammerBlows], sizes: Sequence[int]
) -> tuple[Floats, Floats]:
    """Return what one model's blows do, and how often they bring no wound to save.

    Returns
    -------
    losses : ndarray
        ``[case, state, lost]`` [chance].
    untouched : ndarray
        ``[case]`` [chance].
    """
    mark, shared, *rage = np.unravel_index(np.arange(prod(sizes)), sizes)
    one: Ints = np.ones(prod(sizes), dtype=np.int64)
    cases = [mark + sizes[0] * shared]
    for blow in blows:
        cases += [*(rage if blow.raging else ()), one]
    volleys = volleys_by_case(StepParts.of(blows), tuple(cases))
    kinds = tuple(hurt for blow in blows for hurt in (*blow.hurts, *blow.raging))
    parts = [blow.part for blow in blows]
    places = [blow.place for blow in blows]
    losses = kernels_cast(target, kinds, volleys, places, parts)
    untouched = np.zeros(len(volleys))
    for case, volley in enumerate(volleys):
        missed: dict[bool, float] = {True: 1.0, False: 1.0}
        share = 0.0
        for (kind, _), part in zip(volley, parts, strict=True):
            share = share if part is None else part.blade.chance
            for cast in (True, False):
                if part is None or part.cast == cast:
                    missed[cast] *= float(kinds[kind].one[0])
        untouched[case] = share * missed[True] + (1 - share) * missed[False]
    return losses, untouched


def meal_blow(
    strikes: MultipleStrikes,
    meal: MealTrack,
    bites: Sequence[BiteTrack],
    step: int,
    mode: MultipleMode,
) -> Blow:
    """Return the wound that comes back to a group at the end of a step."""
    told = np.zeros((2, strikes.field.profiles[meal.unit].company.states, 2))
    told[0, :, 0] = told[1, :, 1] = 1.0
    eats = partial(_eats, strikes, meal, tuple(bites), step, mode)
    return Blow(strikes.tracks.index(meal), eats, told)


def _eats(
    strikes: MultipleStrikes,
    meal: MealTrack,
    bites: Sequence[BiteTrack],
    step: int,
    mode: MultipleMode,
    moment: RoundMoment,
) -> Ints:
    """Return 1 where a wound comes back: the model still stands, and is hurt."""
    at = StepMoment.of(strikes, mode, step, moment)
    chooses = len(strikes.field.foes(meal.unit, mode)) > 1
    wet = np.zeros(1, dtype=np.bool_)
    for one in bites:
        wet = wet | (at.bite(one.unit, one.place, one.foe) == 1 + chooses)
    company = strikes.field.profiles[meal.unit].company
    alive, pool = company.alive[:, meal.place], company.pools[:, meal.place]
    sore = alive * company.per_model[meal.place] - pool
    before, now = at.states[meal.unit], moment.now(meal.unit)
    same = looked_up(alive, now) == looked_up(alive, before)
    stands = same & (looked_up(sore, now) > 0)
    found: Ints = (wet & stands).astype(np.int64)
    return found


def worth_of(company: Company, place: int) -> int:
    """Return what a wound more of a group adds to the number of a state."""
    return company.state([int(group == place) for group in range(len(company.sizes))])
