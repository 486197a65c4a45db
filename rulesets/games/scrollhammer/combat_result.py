"""The result of a round of close combat: scores, break tests, Sweeping Advances."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

import numpy as np

from rulesets.games.scrollhammer.combat_profile import Profile
from rulesets.games.scrollhammer.combat_ranks import bonus
from rulesets.odds.dice import dice_sum
from rulesets.odds.questions import Settled
from rulesets.odds.tally import Tally, tally
from rulesets.odds.volley import Floats, Ints

OUTCOMES = (
    "a-destroyed",
    "b-destroyed",
    "both-destroyed",
    "a-run-down",
    "b-run-down",
    "a-flees",
    "b-flees",
)
"""How a combat ends, in the order of the table's columns."""

MOST_DIFFERENCE = 12
"""A defeat by more changes nothing: only a double 1 passes."""


@dataclass(frozen=True, slots=True)
class Contender:
    """One side of a combat.

    Parameters
    ----------
    profile : Profile
    files : int
        Models side by side, if in ranks [models].
    charged, flanked, paralyzed, foe : bool
        ``foe``: the enemy is one that its rules name.
    """

    profile: Profile
    files: int
    charged: bool = False
    flanked: bool = False
    paralyzed: bool = False
    foe: bool = False

    @property
    def struck_aside(self) -> bool:
        """Return whether it is flanked: only ranks can be."""
        return self.flanked and self.profile.formation == "Ranks"


Moods = tuple[tuple[tuple[int, int], ...], Ints]
"""Leadership and Initiative in use: the pairs there are, and which by state."""


@lru_cache(maxsize=64)
def moods(profile: Profile) -> Moods:
    """Return the highest Leadership and Initiative, by who is left."""
    known: dict[tuple[int, int], int] = {}
    which = []
    cache: dict[tuple[bool, ...], tuple[int, int]] = {}
    for alive in (profile.company.alive > 0).tolist():
        key = tuple(alive)
        if key not in cache:
            left = [g for g, there in zip(profile.groups, key, strict=True) if there]
            left = left or list(profile.groups)
            cache[key] = max(g.ld for g in left), max(g.i for g in left)
        which.append(known.setdefault(cache[key], len(known)))
    return tuple(known), np.array(which)


def result(a: Contender, b: Contender, readings: Settled) -> tuple[Tally, Floats]:
    """Return how a round's losses are sorted, and what each class leads to."""
    moods_a, mood_a = moods(a.profile)
    moods_b, mood_b = moods(b.profile)
    size_a, size_b = len(mood_a), len(mood_b)
    each = len(moods_a) * len(moods_b)
    mood = mood_a[:, None] * len(moods_b) + mood_b[None, :]
    gone = (np.arange(size_a) == 0)[:, None] + 2 * (np.arange(size_b) == 0)
    judged = tally(
        first=_scores(a, readings)[:, None, :],
        second=-_scores(b, readings)[None, :, :],
        low=-MOST_DIFFERENCE,
        classes=np.arange(_ENDS) * each,
        sizes=(size_a, size_b),
        shift=mood,
        instead=np.where(gone > 0, (_ENDS + gone - 1) * each + mood, -1),
    )
    steady = bool(readings["beta-texts"])
    table = _table(
        (moods_a, steady and a.profile.has("fearless")),
        (moods_b, steady and b.profile.has("fearless")),
        ties=readings["sweep-ties"] == "caught",
    )
    return judged, table


Nerve = tuple[tuple[tuple[int, int], ...], bool]
"""The moods of a side, and whether it never breaks."""


@lru_cache(maxsize=1024)
def _table(a: Nerve, b: Nerve, *, ties: bool) -> Floats:
    """Return what every class of a round leads to."""
    return np.array(
        [
            _row(kind, (first, a[1]), (second, b[1]), ties=ties)
            for kind in range(2 * MOST_DIFFERENCE + 4)
            for first in a[0]
            for second in b[0]
        ]
    )


_ENDS = 2 * MOST_DIFFERENCE + 1
"""Class of a round that destroyed a; then b, then both."""


def _scores(side: Contender, readings: Settled) -> Ints:
    """Return ``[start, lost]``: a side's bonus less the wounds that it lost."""
    company = side.profile.company
    start = np.arange(company.states)[:, None]
    after = np.maximum(start - np.arange(company.states)[None, :], 0)
    added = bonus(side.profile, side.files, readings, flanked=side.flanked)
    counted = after if readings["bonus-counted"] == "after" else start + 0 * after
    scores: Ints = added[counted] - (company.wounds[start] - company.wounds[after])
    return scores


Mood = tuple[tuple[int, int], bool]
"""Leadership and Initiative of a side, and whether it never breaks."""


def _row(kind: int, a: Mood, b: Mood, *, ties: bool) -> list[float]:
    row = [0.0] * (1 + len(OUTCOMES))
    if kind >= _ENDS:
        row[1 + kind - _ENDS] = 1.0
        return row
    difference = kind - MOST_DIFFERENCE
    if difference == 0:
        row[0] = 1.0
        return row
    loser = "b" if difference > 0 else "a"
    (own, steady), (winner, _) = (b, a) if loser == "b" else (a, b)
    holds = 1.0 if steady else float(morale(own[0] - abs(difference)))
    caught = float(catches(winner[1], own[1], ties=ties))
    row[0] = holds
    row[1 + OUTCOMES.index(f"{loser}-run-down")] = (1 - holds) * caught
    row[1 + OUTCOMES.index(f"{loser}-flees")] = (1 - holds) * (1 - caught)
    return row


@cache
def morale(leadership: int) -> Fraction:
    """Return the chance that 2D6 is at most a Leadership, or a double 1.

    Examples
    --------
    >>> morale(7), morale(-3)
    (Fraction(7, 12), Fraction(1, 36))
    """
    passed = sum(dice_sum(2)[: max(leadership, 0) + 1], Fraction(0))
    return max(passed, Fraction(1, 36))


@cache
def catches(winner: int, loser: int, *, ties: bool) -> Fraction:
    """Return the chance that a Sweeping Advance catches those who fall back.

    Examples
    --------
    >>> catches(4, 4, ties=True), catches(4, 4, ties=False)
    (Fraction(7, 12), Fraction(5, 12))
    """
    if loser == 0:
        return Fraction(1)
    if winner == 0:
        return Fraction(0)
    ways = sum(
        winner + one > loser + two or (ties and winner + one == loser + two)
        for one in range(1, 7)
        for two in range(1, 7)
    )
    return Fraction(ways, 36)
