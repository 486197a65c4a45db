"""The result of a round: its points and classes."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from rulesets.games.warhammer.combat.blows.contact import Front, models_left
from rulesets.games.warhammer.combat.blows.front_figures import lappers
from rulesets.games.warhammer.combat.context import (
    WarhammerReadings,
    WarhammerSituation,
)
from rulesets.games.warhammer.combat.fights.ranks import ranks_of
from rulesets.games.warhammer.combat.fights.ridden_monsters import (
    RIDERLESS,
    places_left,
    strengths,
    ways_left,
    wounds_left,
)
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.special_rules import added_by
from rulesets.odds.array_cache import kept_arrays, kept_by_identity
from rulesets.odds.tally import LossTally
from rulesets.odds.volley import Ints

TWICE = 2
"""Factor of what an item doubles: the bonus for ranks, the points for wounds."""

WIDEST = 12
"""A difference past which no Break test passes; further ones are the same."""

SPAN = 2 * WIDEST + 1
"""Differences that are told apart."""


FLANK, REAR = 1, 2
"""Bonuses of an attack in flank and rear."""

ENDS = (
    *("a-destroyed", "b-destroyed", "both-destroyed", "a-broken", "b-broken"),
    *("a-run-down", "b-run-down"),
)
"""Ends of a fight, in the order of the outcomes."""

SLOW = 6
"""Movement up to which a unit flees and pursues with two dice, else with three."""

BORNE = ("standard", "war-banner", "items")
"""Bonuses that are carried, and fall with who carries them."""


@kept_by_identity(most=512)
def bonuses_of(own: WarhammerUnit, situation: WarhammerSituation) -> Mapping[str, int]:
    """Return the bonuses of a side that no casualty changes, by key."""
    of_items = added_by(own.rules, "result")
    return {
        "standard": int(own.has("standard-bearer", "battle-standard-bearer")),
        "war-banner": of_items.pop("war-banner", 0),
        "items": sum(of_items.values()),
        "higher-ground": int(situation.higher_ground == own.side),
        "bonus": situation.of(own.side).bonus,
    }


def contact_bonus(enemy: Front) -> int:
    """Return the bonus for touching an enemy there."""
    return {"front": 0, "flank": FLANK, "rear": REAR}[enemy.touched]


def musician(a: WarhammerUnit, b: WarhammerUnit, readings: WarhammerReadings) -> int:
    """Return the winner of a draw: 1 for a, -1 for b, 0 for nobody."""
    if not readings.musician_wins:
        return 0
    return int(a.has("musician")) - int(b.has("musician"))


@dataclass(frozen=True, slots=True, eq=False)
class Score:
    """One side's points but for wounds, by the wounds that it has left.

    Parameters
    ----------
    ranks_at_start, ranks_at_end : ndarray of int
        Points for ranks, counted as the round begins or after the casualties.
    strength : ndarray of int
        Unit Strength.
    flanked : bool
        True if an enemy in its flank or rear takes its ranks away.
    fixed : int
        Points that no casualties take away.
    contact : int
        Points for where it touches its enemy.
    enough : int
        Unit Strength from which an attack in flank or rear counts.
    hurts : int
        Points that each wound it lost takes from it: 1 or 2, or 0 where they do not
        count.
    outnumbers : bool
        True if a greater Unit Strength counts for it.
    wounds, left : ndarray of int, optional
        Of a ridden monster or a `guarded` man, whose states are no wounds: the wounds
        that each state has, and the place of who is left in it.
    ways : int
        How many ways there are of who is left.
    lapped : ndarray of int, optional
        1 where models that lap round the enemy count as an attack in its flank.
    borne : int
        Points among the fixed that a rider carries: they are lost with him.
    early : bool
        True if the bonus in flank or rear is by its strength as the round begins.
    """

    ranks_at_start: Ints
    ranks_at_end: Ints
    strength: Ints
    flanked: bool
    fixed: int
    contact: int
    enough: int
    hurts: int = 1
    outnumbers: bool = True
    wounds: Ints | None = None
    left: Ints | None = None
    ways: int = 1
    borne: int = 0
    lapped: Ints | None = None
    early: bool = False

    @kept_by_identity(most=128)
    def bears(self) -> Ints:
        """Return ``[pool, lost]``: 1, but 0 where a rider has fallen from his mount."""
        stands: Ints = (_place(self)[_ends(self)] != RIDERLESS).astype(np.int64)
        return stands

    @kept_by_identity(most=128)
    def losses(self) -> Ints:
        """Return ``[pool, lost]``: the wounds that it lost in a round [wounds]."""
        lost = np.arange(len(self.strength))
        if self.wounds is None:
            return np.broadcast_to(lost, (len(lost), len(lost)))
        found: Ints = self.wounds[:, None] - self.wounds[_ends(self)]
        return found


def score_of(
    own: Front,
    enemy: Front,
    situation: WarhammerSituation,
    readings: WarhammerReadings,
    without: frozenset[str] = frozenset(),
) -> Score:
    """Return the points of a side but for wounds, and ``without`` some parts."""
    ranks = ranks_of(own, readings)
    nothing = np.zeros_like(ranks)
    starting = readings.ranks_counted == "start"
    side = own.profile.side
    if f"{side}.ranks" in without or enemy.profile.does("ignore", "result:ranks"):
        ranks = nothing
    if own.profile.does("multiply", "result:ranks"):
        ranks = TWICE * ranks
    hurts = TWICE if enemy.profile.does("multiply", "result:wounds") else 1
    counts = not enemy.profile.does("ignore", "result:number")
    bonuses = bonuses_of(own.profile, situation)
    kept = {key: bonuses[key] for key in bonuses if f"{side}.{key}" not in without}
    ridden = own.profile.apart is not None
    apart = ridden or own.profile.guard > 0
    laps = own.lapping > 0 and readings.lapping == "flank"
    return Score(
        ranks_at_start=ranks if starting else nothing,
        ranks_at_end=nothing if starting else ranks,
        strength=strengths(own.profile),
        flanked=own.touched != "front",
        fixed=sum(kept.values()),
        contact=0 if f"{side}.contact" in without else contact_bonus(enemy),
        enough=readings.flank_strength,
        early=readings.flank_bonus == "start",
        hurts=hurts * (f"{enemy.profile.side}.wounds" not in without),
        outnumbers=counts and f"{side}.number" not in without,
        wounds=wounds_left(own.profile) if apart else None,
        left=places_left(own.profile) if ridden else None,
        ways=len(ways_left(own.profile)),
        borne=sum(kept.get(key, 0) for key in BORNE) if ridden else 0,
        lapped=np.minimum(lappers(own.ranks), 1)[models_left(own.profile)]
        if laps
        else None,
    )


def classifier(a: Score, b: Score, musicians: int, overkill: int = 0) -> LossTally:
    """Return the classes of a round: difference and Unit Strength, or destruction.

    Notes
    -----
    A class is ``SPAN * (sign + 1) + difference + WIDEST``, where the sign tells who has
    the greater Unit Strength (1 for a); the last three are a, b and both destroyed.
    Of ridden monsters there are as many such classes for each way of who is left.
    """
    pair, shift, instead = _by_left(a, b)
    return LossTally(
        first=_points(a, b) + overkill,
        second=-_points(b, a).transpose(1, 0, 2),
        pair=pair,
        shift=shift,
        instead=instead,
        low=-WIDEST,
        classes=_differences(musicians),
    )


@cache
def _differences(musicians: int) -> Ints:
    differences = np.arange(SPAN)
    differences[WIDEST] += musicians
    differences.setflags(write=False)
    return differences


@kept_by_identity(most=64, objects=2)
def _by_left(a: Score, b: Score) -> tuple[Ints, Ints, Ints]:
    """Return ``pair``, ``shift`` and ``instead`` of a tally, ``[left a, left b]``."""
    sign = np.sign(a.strength[:, None] - b.strength[None, :])
    gone = (np.arange(len(a.strength)) == 0)[:, None]
    gone = gone + 2 * (np.arange(len(b.strength)) == 0)
    ways = _place(a)[:, None] * b.ways + _place(b)
    last = 3 * SPAN * a.ways * b.ways
    return (
        sign.clip(-int(b.outnumbers), int(a.outnumbers)),
        SPAN * (sign + 1 + 3 * ways),
        np.where(gone > 0, last + gone - 1, -1),
    )


def _place(own: Score) -> Ints:
    return np.zeros_like(own.strength) if own.left is None else own.left


@kept_arrays(megabytes=16)
def _points(own: Score, enemy: Score) -> Ints:
    """Return ``[pool, enemy's pool, lost]``: a side's points, less what it lost.

    Its ranks are taken away by an enemy in its flank or rear.
    """
    lost = own.losses()
    ranks = points_of_ranks(own)[:, None]
    strong = enemy.strength >= enemy.enough
    if own.flanked:
        ranks = ranks * ~strong[None, :, None]
    elif enemy.lapped is not None:
        ranks = ranks * ~(strong & (enemy.lapped > 0))[None, :, None]
    touching = points_of_contact(own)
    fixed = own.fixed - own.borne * (1 - own.bears())
    points: Ints = ranks + (fixed - own.hurts * lost + touching)[:, None]
    return points


@kept_by_identity(most=128)
def points_of_ranks(own: Score) -> Ints:
    """Return ``[pool, lost]``: a side's points for ranks that nobody takes away."""
    ranks: Ints = own.ranks_at_start[:, None] + own.ranks_at_end[_ends(own)]
    return ranks


@kept_by_identity(most=128)
def points_of_contact(own: Score) -> Ints:
    """Return ``[pool, lost]``: a side's points for an attack in flank or rear."""
    bonus: Ints = np.full_like(own.strength, own.contact)
    if own.lapped is not None and own.contact != FLANK:
        bonus = bonus + FLANK * own.lapped
    strong = own.strength >= own.enough
    if own.early:
        early: Ints = bonus[_ends(own)] * strong[:, None]
        return early
    points: Ints = (bonus * strong)[_ends(own)]
    return points


def _ends(own: Score) -> Ints:
    lost = np.arange(len(own.strength))
    ends: Ints = np.maximum(lost[:, None] - lost, 0)
    return ends
