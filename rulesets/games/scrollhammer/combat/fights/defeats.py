"""Wounds that a lost combat costs a side whose rule says so, one for each point."""

from collections.abc import Iterator

import numpy as np

from rulesets.games.scrollhammer.combat.blows.attack_values import ScrollhammerSave
from rulesets.games.scrollhammer.combat.blows.saves import save_need
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.fights.result import OUTCOMES, scores
from rulesets.games.scrollhammer.combat.fights.round import Facing, Sides, turning
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.special_rules import rule_of
from rulesets.odds.answer import NotModelled
from rulesets.odds.array_cache import kept_arrays
from rulesets.odds.attack import Attack, effect
from rulesets.odds.company import Hurt, transitions
from rulesets.odds.dice import ALWAYS
from rulesets.odds.fight.exact import RoundMoves, advance, by_states_left, classes_of
from rulesets.odds.fight.healing import HealingRound
from rulesets.odds.fight.model import Round
from rulesets.odds.volley import Floats, Ints

MOST = 1_000_000
"""Pairs of pairs of states above which these wounds are left out and named."""

TOO_LARGE = "the wounds that it takes for a lost combat: both units are too large"


def pays(profile: ScrollhammerUnit) -> bool:
    """Return whether a unit takes a wound for each point that it loses by."""
    return profile.does("must", "act:take-wounds")


def is_paid(sides: Sides) -> bool:
    """Return whether such wounds are worked out in a combat."""
    pairs = sides[0].profile.company.states * sides[1].profile.company.states
    return pairs**2 <= MOST and any(pays(side.profile) for side in sides)


def unpaid(profile: ScrollhammerUnit, why: str) -> Iterator[NotModelled]:
    """Yield the rules of a unit by which it takes such wounds, as left out."""
    for key in sorted(profile.rules):
        if rule_of(key).says("must", "act:take-wounds"):
            yield NotModelled(rule_of(key).name, profile.side, why)


@kept_arrays(megabytes=4)
def price(profile: ScrollhammerUnit, most: int) -> Floats:
    """Return ``[points, before, after]``: the states after up to so many wounds.

    They are dealt out as those of a volley, and saved by armour or ward; nothing
    pierces the armour (house).
    """
    needs = (
        save_need(ScrollhammerSave(group.sv, group.ward), 0)[0]
        for group in profile.groups
    )
    effects = tuple(effect(Attack(to_hit=ALWAYS, save=need)) for need in needs)
    return transitions(profile.company, Hurt((0.0, 1.0), effects), range(most + 1))


def paid_round(
    moves: RoundMoves, played: Round, standing: Facing, readings: ScrollhammerReadings
) -> HealingRound:
    """Return a round after which a side takes a wound for each point it lost by.

    It takes them before anybody leaves or turns, and who loses its last models so is
    destroyed.
    """
    lost, ways, sides = moves.lost, len(played.leads), standing.sides
    table = np.column_stack(
        [played.table[:, :ways].sum(axis=1), played.table[:, ways:]]
    )
    columns = np.flatnonzero(table.any(axis=0)).tolist()
    ends = [1 + OUTCOMES.index(f"{side.profile.side}-destroyed") for side in sides]
    columns = sorted({0, *columns, *ends})
    parts = lost[..., None] * table[:, columns][classes_of(lost, played.classify)]
    points = _points(lost.shape, sides, readings)
    after = np.where((points == 0)[..., None], parts, 0.0)
    for place, side in enumerate(sides):
        by = np.maximum(points if place else -points, 0)
        share = np.where((by > 0)[..., None], parts, 0.0)
        if pays(side.profile):
            turn = (1, 0, 3, 2) if place else (0, 1, 2, 3)
            gone = columns.index(ends[place])
            kernel = price(side.profile, int(by.max()))
            share = _after(
                share.transpose(*turn, 4), by.transpose(turn), kernel, gone
            ).transpose(*turn, 4)
        after = _sum(after, share)
    goes_on: dict[int, Floats] = {}
    staying = by_states_left(after[..., 0])
    for lead, chances in zip(played.leads, turning(standing, readings), strict=True):
        leaving = staying * chances[..., None, None]
        goes_on[lead] = goes_on[lead] + leaving if lead in goes_on else leaving
    outcomes = np.zeros((*lost.shape[:2], table.shape[1] - 1))
    outcomes[..., np.array(columns[1:]) - 1] = after[..., 1:].sum(axis=(2, 3))
    ended = by_states_left(after[..., 1:].sum(axis=-1))
    return HealingRound(outcomes, goes_on, ended, advance)


def _points(
    shape: tuple[int, ...], sides: Sides, readings: ScrollhammerReadings
) -> Ints:
    """Return ``[a, b, i, j]``: points of A less those of B, 0 where one is gone."""
    grid = np.ogrid[tuple(slice(size) for size in shape)]
    of_a, of_b = (scores(side, readings) for side in sides)
    difference = of_a[grid[0], grid[2]] - of_b[grid[1], grid[3]]
    both = (grid[0] > grid[2]) & (grid[1] > grid[3])
    return np.where(both, difference, 0)


def _after(parts: Floats, by: Ints, kernel: Floats, gone: int) -> Floats:
    """Return ``[own, other, lost, lost by the other, column]`` after these wounds.

    ``parts`` are the same before them, ``by`` the points that are paid for, and
    ``gone`` is the column of who is destroyed.
    """
    states, others, most, most_other, width = parts.shape
    after = np.zeros((states, others, states, most_other, width))
    for own in range(states):
        for lost in range(min(own, most)):
            here, left = parts[own, :, lost], own - lost
            if not here.any():
                continue
            rows = kernel[by[own, :, lost], left, : left + 1]
            went = np.einsum("ojc,ojt->otjc", here, rows)
            after[own, :, lost:own] += went[:, left:0:-1]
            after[own, :, own, :, gone] += went[:, 0].sum(axis=-1)
    return after


def _sum(one: Floats, other: Floats) -> Floats:
    """Return the sum of chances of which some know of more losses."""
    shape = tuple(map(max, one.shape, other.shape))
    total = np.zeros(shape)
    for part in (one, other):
        total[tuple(map(slice, part.shape))] += part
    return total
