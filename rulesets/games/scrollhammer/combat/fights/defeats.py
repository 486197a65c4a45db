"""Wounds that a lost combat costs a side whose rule says so, one for each point."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rulesets.games.scrollhammer.combat.blows.attack_values import ScrollhammerSave
from rulesets.games.scrollhammer.combat.blows.saves import save_need
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.fights.result import OUTCOMES, scores
from rulesets.games.scrollhammer.combat.fights.round import Facing, Sides, turning
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
from rulesets.games.scrollhammer.special_rules import rule_of
from rulesets.odds.answer import NotModelled
from rulesets.odds.array_cache import kept_arrays
from rulesets.odds.attack import Attack, effect
from rulesets.odds.company import Hurt, transitions
from rulesets.odds.dice import ALWAYS
from rulesets.odds.fight.healing import HealingRound
from rulesets.odds.fight.model import Round
from rulesets.odds.volley import Floats, Ints

Flags = NDArray[np.bool_]

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
    lost: Floats, played: Round, standing: Facing, readings: ScrollhammerReadings
) -> HealingRound:
    """Return a round after which a side takes a wound for each point it lost by.

    It takes them before anybody leaves or turns, and who loses its last models so is
    destroyed.

    Parameters
    ----------
    lost : ndarray
        ``[a, b, i, j]``, see `RoundMoves`.
    played, standing, readings
    """
    losses, ways, sides = _Losses.of(lost), len(played.leads), standing.sides
    points = _points(losses, sides, readings)
    payers = [
        _Payer.of(place, side, points)
        for place, side in enumerate(sides)
        if pays(side.profile)
    ]
    classes = np.broadcast_to(played.classify(*losses.places), points.shape)
    stays = losses.chances * played.table[:, :ways].sum(axis=1)[classes]
    leaves = losses.chances * played.table[:, ways:].T[:, classes]
    leads = _led(played.leads, turning(standing, readings))
    moved = _Moves.of(losses, points, payers, lost.shape[:2])
    dead = moved.dead()
    return HealingRound(
        _outcomes(losses, points, payers, stays, leaves).reshape(*lost.shape[:2], -1),
        {lead: [(stays, chances * ~dead)] for lead, chances in leads},
        [(leaves.sum(axis=0), np.ones_like(dead)), (stays, dead)],
        moved,
    )


def _outcomes(
    losses: "_Losses",
    points: Ints,
    payers: Sequence["_Payer"],
    stays: Floats,
    leaves: Floats,
) -> Floats:
    """Return ``[start, outcome]``: chances that a round ends a fight.

    Parameters
    ----------
    losses, points, payers
    stays : ndarray
        Chances of losses after which the fight goes on, but for the price [chance].
    leaves : ndarray
        ``[outcome, loss]``: of those that end it [chance].
    """
    found = np.zeros((losses.size, len(leaves)))
    left, every = np.ones(points.shape), stays + leaves.sum(axis=0)
    for payer in payers:
        falls = payer.falls(losses, points)
        gone = OUTCOMES.index(f"{payer.side}-destroyed")
        found[:, gone] += losses.by_start(every * falls)
        left -= falls
    for number, chances in enumerate(leaves):
        found[:, number] += losses.by_start(chances * left)
    return found


def _led(leads: Sequence[int], turns: Sequence[Floats]) -> Iterator[tuple[int, Floats]]:
    """Yield the chances of each round that follows, by who is left of both, once."""
    for lead in dict.fromkeys(leads):
        some = [chances for to, chances in zip(leads, turns, strict=True) if to == lead]
        yield lead, sum(some[1:], some[0])


@dataclass(frozen=True, slots=True, eq=False)
class _Losses:
    """All losses of a round that are possible, one by one.

    Parameters
    ----------
    places : tuple of ndarray
        States of A and B as the round begins, and what each loses.
    chances : ndarray
        Of each [chance].
    start : ndarray
        The states as it begins, as one number.
    size : int
        How many such numbers there are.
    """

    places: tuple[Ints, ...]
    chances: Floats
    start: Ints
    size: int

    @classmethod
    def of(cls, lost: Floats) -> "_Losses":
        """Return those of a round, by ``[a, b, i, j]``."""
        places = np.nonzero(lost)
        states_a, states_b = lost.shape[:2]
        start = places[0] * states_b + places[1]
        return cls(places, lost[places], start, states_a * states_b)

    @property
    def left(self) -> tuple[Ints, Ints]:
        """Return the states that they leave of both sides."""
        a, b, i, j = self.places
        return a - i, b - j

    def by_start(self, chances: Floats) -> Floats:
        """Return chances of losses added up by the states as the round begins."""
        return np.bincount(self.start, chances, self.size).astype(np.float64)


def _points(losses: _Losses, sides: Sides, readings: ScrollhammerReadings) -> Ints:
    """Return points of A less those of B by losses, 0 where one is gone."""
    a, b, i, j = losses.places
    of_a, of_b = (scores(side, readings) for side in sides)
    return np.where((a > i) & (b > j), of_a[a, i] - of_b[b, j], 0)


@dataclass(frozen=True, slots=True, eq=False)
class _Payer:
    """A side that takes a wound for each point that it lost by.

    Parameters
    ----------
    place : int
        Of the side, 0 for A.
    side : str
    price : ndarray
        See `price`.
    """

    place: int
    side: str
    price: Floats

    @classmethod
    def of(cls, place: int, side: ScrollhammerSide, points: Ints) -> "_Payer":
        """Return a side, with what it pays at most for such points."""
        most = int((points if place else -points).max(initial=0))
        return cls(place, side.profile.side, price(side.profile, max(most, 0)))

    def falls(self, losses: _Losses, points: Ints) -> Floats:
        """Return the chance that these wounds slay all, by losses [chance]."""
        by = np.maximum(points if self.place else -points, 0)
        found: Floats = self.price[by, losses.left[self.place], 0] * (by > 0)
        return found


Arriving = Sequence[tuple[Floats, Floats]]
"""Chances of losses, each with a factor ``[a, b]`` by the states after the price."""


@dataclass(frozen=True, slots=True, eq=False)
class _Moves:
    """The states to which losses lead once their price is paid.

    Parameters
    ----------
    losses : _Losses
    payers : sequence of _Payer
    shape : tuple of int
        States of both sides.
    least, most : int
        Of the points by which A is ahead.
    ends : ndarray
        Points and states that each leaves, as one number.
    """

    losses: _Losses
    payers: Sequence[_Payer]
    shape: tuple[int, ...]
    least: int
    most: int
    ends: Ints

    @classmethod
    def of(
        cls,
        losses: _Losses,
        points: Ints,
        payers: Sequence[_Payer],
        shape: tuple[int, ...],
    ) -> "_Moves":
        """Return where losses with these points lead to."""
        least, most = int(points.min(initial=0)), int(points.max(initial=0))
        left_a, left_b = losses.left
        ends = ((points - least) * shape[0] + left_a) * shape[1] + left_b
        return cls(losses, payers, shape, least, most, ends)

    def __call__(self, live: Floats, arriving: Arriving) -> Floats:
        """Return where chances ``[a, b]`` of states go."""
        begun = live.ravel()[self.losses.start]
        total = np.zeros(self.shape)
        for chances, factor in arriving:
            total += factor * self._paid(begun * chances)
        return total

    def _paid(self, chances: Floats) -> Floats:
        """Return ``[a, b]``: chances of losses by the states after the price."""
        several = 1 + self.most - self.least
        states_a, states_b = self.shape
        ends = np.bincount(self.ends, chances, several * states_a * states_b)
        live: Floats = ends.astype(np.float64).reshape(several, states_a, states_b)
        total: Floats = live[-self.least].copy()
        behind = live[: -self.least][::-1], live[1 - self.least :]
        owed = {one.place: one.price[1:] for one in self.payers}
        for place, part in enumerate(behind):
            paid = part.sum(axis=0)
            if place in owed:
                paid = _dealt_out(part, owed[place], own=place + 1)
            total += paid
        return total

    def dead(self) -> Flags:
        """Return ``[a, b]``: where a side that pays has nobody left."""
        found = np.zeros(self.shape, dtype=np.bool_)
        for payer in self.payers:
            found[(0, slice(None)) if payer.place == 0 else (slice(None), 0)] = True
        return found


def _dealt_out(part: Floats, price: Floats, own: int) -> Floats:
    """Return ``[a, b]``: chances by points and states, once a side has paid.

    ``own`` is the axis of its states.
    """
    paid = np.tensordot(price, part, axes=((0, 1), (0, own)))
    found: Floats = paid if own == 1 else paid.T
    return found
