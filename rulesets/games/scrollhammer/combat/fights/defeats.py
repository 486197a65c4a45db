"""Wounds that a lost combat costs a side whose rule says so, one for each point."""

from collections.abc import Iterator
from dataclasses import dataclass

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
from rulesets.odds.fight.exact import (
    RoundMoves,
    advance,
    by_class,
    by_states_left,
    classes_of,
)
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
    classes = classes_of(lost, played.classify)
    stays = played.table[:, :ways].sum(axis=1)
    leaves = played.table[:, ways:]
    staying, leaving = lost * stays[classes], lost * leaves.sum(axis=1)[classes]
    outcomes, ends = moves.outcomes.copy(), moves.ends
    points, later = _points(lost.shape, sides, readings), staying
    for place, side in enumerate(sides):
        if not pays(side.profile):
            continue
        by = np.maximum(points if place else -points, 0)
        payer = _Payer(place, by, price(side.profile, int(by.max())))
        gone = OUTCOMES.index(f"{side.profile.side}-destroyed")
        left, dead = payer.after(np.where(by > 0, staying, 0.0))
        later = _sum(_sum(later, np.where(by > 0, -staying, 0.0)), left)
        outcomes[..., gone] += dead.sum(axis=(2, 3))
        ends = _sum(ends, by_states_left(dead))
        going = np.where(by > 0, leaving, 0.0)
        if going.any():
            left, dead = payer.after(going)
            ends = _sum(ends, by_states_left(_sum(_sum(left, dead), -going)))
            fallen = by_class(
                np.where(by > 0, lost, 0.0) * payer.falls(), classes, len(stays)
            )
            outcomes -= fallen @ leaves
            outcomes[..., gone] += (fallen @ leaves).sum(axis=-1)
    goes_on: dict[int, Floats] = {}
    later = by_states_left(later)
    for lead, chances in zip(played.leads, turning(standing, readings), strict=True):
        on = later * chances[..., None, None]
        goes_on[lead] = goes_on[lead] + on if lead in goes_on else on
    return HealingRound(outcomes, goes_on, ends, advance)


def _points(
    shape: tuple[int, ...], sides: Sides, readings: ScrollhammerReadings
) -> Ints:
    """Return ``[a, b, i, j]``: points of A less those of B, 0 where one is gone."""
    grid = np.ogrid[tuple(slice(size) for size in shape)]
    of_a, of_b = (scores(side, readings) for side in sides)
    difference = of_a[grid[0], grid[2]] - of_b[grid[1], grid[3]]
    both = (grid[0] > grid[2]) & (grid[1] > grid[3])
    return np.where(both, difference, 0)


@dataclass(frozen=True, slots=True, eq=False)
class _Payer:
    """A side that takes a wound for each point that it lost by.

    Parameters
    ----------
    place : int
        Of the side, 0 for A.
    by : ndarray
        ``[a, b, i, j]``: points by losses.
    price : ndarray
        See `price`.
    """

    place: int
    by: Ints
    price: Floats

    def after(self, parts: Floats) -> tuple[Floats, Floats]:
        """Return losses ``[a, b, i, j]`` with these wounds: of who is left, and not."""
        turn = (1, 0, 3, 2) if self.place else (0, 1, 2, 3)
        parts, by = parts.transpose(turn), self.by.transpose(turn)
        states, others, most, most_other = parts.shape
        left = np.zeros((states, others, states, most_other))
        dead = np.zeros_like(left)
        for own in range(states):
            for lost in range(min(own, most)):
                here, rest = parts[own, :, lost], own - lost
                if here.any():
                    rows = self.price[by[own, :, lost], rest, : rest + 1]
                    went = np.einsum("oj,ojt->otj", here, rows)
                    left[own, :, lost:own] += went[:, rest:0:-1]
                    dead[own, :, own] += went[:, 0]
        return left.transpose(turn), dead.transpose(turn)

    def falls(self) -> Floats:
        """Return ``[a, b, i, j]``: the chance that these wounds slay all [chance]."""
        grid = np.ogrid[tuple(slice(size) for size in self.by.shape)]
        rest = np.maximum(grid[self.place] - grid[self.place + 2], 0)
        found: Floats = self.price[self.by, rest, 0]
        return found


def _sum(one: Floats, other: Floats) -> Floats:
    """Return the sum of chances of which some know of more losses."""
    shape = tuple(map(max, one.shape, other.shape))
    total = np.zeros(shape)
    for part in (one, other):
        total[tuple(map(slice, part.shape))] += part
    return total
