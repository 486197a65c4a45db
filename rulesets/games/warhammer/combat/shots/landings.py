"""Landings of missiles of war machines, and the models that they hit.

The artillery die shows 2, 4, 6, 8, 10 or a misfire, the scatter die an arrow on four
sides and a hit on two. A target is laid out base by base.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

import numpy as np

from rulesets.odds.array_cache import kept_arrays
from rulesets.odds.volley import Floats, Ints

ARTILLERY = (2, 4, 6, 8, 10)
"""Faces of the artillery die that are no misfire [inches], each as likely as that."""

FACE = 1 / 6
"""Chance of one face of a die [chance]."""

ON_TARGET = 2 / 6
"""Chance that the scatter die shows a hit [chance]."""

DIRECTIONS = 72
"""Directions of an arrow that are laid out, all as likely; house."""

INCH = 25.4
"""[mm]"""

PARTLY_HIT = 0.5
"""Chance that a model partly under a template is hit: 4+ [chance]."""


class Layout(NamedTuple):
    """The bases of a target, as the machine sees them.

    Parameters
    ----------
    models : int
    width : int
        Models of a rank that is full [models].
    across, deep : int
        Of one base [mm].
    gap : int
        Between two bases of loose formation [mm].
    """

    models: int
    width: int
    across: int
    deep: int
    gap: int = 0

    @property
    def ranks(self) -> int:
        """Return how many ranks it has, the incomplete one among them."""
        return -(-self.models // self.width)

    def turned(self) -> "Layout":
        """Return the target as it is seen from its flank: a rank for each file."""
        return Layout(self.models, self.ranks, self.deep, self.across, self.gap)

    def in_file(self) -> "Layout":
        """Return a target as deep, one model wide: a ball hits no more of it."""
        return Layout(self.ranks, 1, self.across, self.deep, self.gap)

    @property
    def middle(self) -> float:
        """Return how far behind the front the middle model stands [mm]."""
        return (self.ranks - 1) // 2 * (self.deep + self.gap) + self.deep / 2


class Shot(NamedTuple):
    """A shot of a player who guesses; distances count from the front of his target.

    Parameters
    ----------
    low, high : int
        Where he may guess [inches], in front of it where negative.
    within : int
        His guess is off by so many inches at most, all whole numbers as likely
        [inches].
    """

    low: int
    high: int
    within: int = 0

    def guesses(self, aim: float) -> list[float]:
        """Return where he guesses, all as likely, who means to guess ``aim`` [inches].

        A guess that is not allowed is the nearest that is.
        """
        errors = range(-self.within, self.within + 1)
        return [min(max(aim + error, self.low), self.high) for error in errors]


def shot_at(
    layout: Layout,
    distance: int,
    low: int,
    high: int,
    within: int = 0,
    *,
    short: int = ARTILLERY[-1],
    reach: int = ARTILLERY[-1],
) -> Shot:
    """Return a shot at a target so far away, between the bounds of a machine.

    Parameters
    ----------
    layout : Layout
    distance, low, high, within : int
        The bounds from the machine [inches]. Those that no guess comes near are brought
        nearer, so that shots that are alike are equal.
    short : int
        The furthest in front of the target that he may aim [inches].
    reach : int
        How far beyond where it flies a missile may hit somebody [inches].

    Examples
    --------
    >>> line = Layout(5, 5, 25, 25)
    >>> shot_at(line, 20, 12, 60), shot_at(line, 5, 12, 60)
    (Shot(low=-8, high=2, within=0), Shot(low=7, high=7, within=0))
    """
    nearest = -short - within
    furthest = ceil(layout.middle / INCH) + within + 1
    most = max(high - distance, -ARTILLERY[-1] - reach - 1)
    least = max(low - distance, min(nearest, most))
    return Shot(least, max(min(most, furthest), least), within)


class BallLandings(NamedTuple):
    """Models that a cannonball hits.

    Parameters
    ----------
    hits : tuple of float
        Index k is the chance that k ranks lose a model to the roll to wound; those of a
        misfire hit none [chance].
    short : int
        How far in front of the target the player aims [inches].
    """

    hits: tuple[float, ...]
    short: int


@lru_cache(maxsize=1024)
def ball_landings(layout: Layout, shot: Shot, misfires: float) -> BallLandings:
    """Return the models that a cannonball hits, aimed where it hits most on average.

    Parameters
    ----------
    layout : Layout
    shot : Shot
    misfires : float
        Chance that the first die is a misfire that stands [chance].

    Notes
    -----
    The ball flies as far as it was guessed and the artillery die says more, then
    bounces as far as that die says, or stops where it is on a misfire. It hits one
    model in each rank that it touches.

    Examples
    --------
    One rank, best aimed 10 inches short: a 10 comes down on it, an 8 bounces into it
    by five faces of six, and so on, 20 chances of 30; less one shot in six:

    >>> found = ball_landings(Layout(5, 5, 25, 25), Shot(-20, 40), 1 / 6)
    >>> found.short, round(found.hits[1], 6), round(5 / 6 * 20 / 30, 6)
    (10, 0.555556, 0.555556)
    """
    shorts = range(ARTILLERY[-1] + 1)
    every = _ball_hits(layout, shot, shorts, misfires)
    means = sum(ranks * chances for ranks, chances in enumerate(every.T))
    best = int(np.argmax(means))
    return BallLandings(tuple(every[best].tolist()), shorts[best])


def _ball_hits(
    layout: Layout, shot: Shot, shorts: Sequence[int], misfires: float
) -> Floats:
    """Return ``[short, k]``: chance that k ranks are hit, aimed so far short."""
    guesses = np.array([shot.guesses(-short) for short in shorts])
    each = (1 - misfires) / len(ARTILLERY) / guesses.shape[1] * FACE
    landed = (guesses[:, :, None] + np.array(ARTILLERY)).reshape(len(shorts), -1) * INCH
    touched = _ranks_between(layout, landed, np.array((0, *ARTILLERY)) * INCH)
    size = layout.ranks + 1
    places = touched.reshape(len(shorts), -1) + size * np.arange(len(shorts))[:, None]
    found = np.bincount(places.ravel(), np.full(places.size, each), size * len(shorts))
    chances = found.reshape(len(shorts), size).astype(np.float64)
    chances[:, 0] += misfires
    return chances


def _ranks_between(layout: Layout, landed: Floats, bounced: Floats) -> Ints:
    """Return ``[…, landed, bounced]``: the ranks that a line touches.

    A line without a bounce, a point, touches the first of two.
    """
    pitch, begin = layout.deep + layout.gap, landed[..., None]
    first = np.maximum(np.ceil((begin - layout.deep) / pitch), 0)
    last = np.minimum(np.floor((begin + bounced) / pitch), layout.ranks - 1)
    touched = np.maximum(last - first + 1, 0)
    found: Ints = np.where(bounced == 0, np.minimum(touched, 1), touched).astype(int)
    return found


@lru_cache(maxsize=4096)
def stone_landings(
    layout: Layout, shot: Shot, diameter: int, misfires: float, steers: int = 0
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the models hit under a template, aimed at the middle model.

    Parameters
    ----------
    layout : Layout
    shot : Shot
    diameter : int
        Of the template [inches].
    misfires : float
        Chance of a misfire that stands [chance].
    steers : int
        How far it is steered back to where it was aimed [inches].

    Returns
    -------
    tuple of tuple of float
        ``[centre][k]``: chance that so many models are under the middle, none or one,
        and k others are hit [chance]; those of a misfire are in ``[0][0]``.

    Examples
    --------
    A template that never strays hits the middle model:

    >>> alone = Layout(1, 1, 25, 25)
    >>> none, one = stone_landings(alone, Shot(-8, 40), 3, 0.0, 10)
    >>> round(sum(one), 12)
    1.0
    """
    places = strayed(steers)
    aims = np.array(shot.guesses(layout.middle / INCH)) * INCH
    every = np.tile(places, (len(aims), 1))
    every[:, 1] += np.repeat(aims, len(places))
    every[:, 2] *= (1 - misfires) / len(aims)
    none, one = _under(layout, every, diameter * INCH / 2)
    none[0] += misfires
    return tuple(none.tolist()), tuple(one.tolist())


@kept_arrays(megabytes=1)
def strayed(steers: int) -> Floats:
    """Return where a stone may land around its aim, across and ahead [mm].

    The third column are the chances.
    """
    return np.concatenate(
        [
            np.array([[0.0, 0.0, ON_TARGET]]),
            *(_strayed(max(far - steers, 0) * INCH) for far in ARTILLERY),
        ]
    )


def _strayed(away: float) -> Floats:
    """Return places so far from the aim, across and ahead [mm], and their chances."""
    turns = np.arange(DIRECTIONS) * (2 * np.pi / DIRECTIONS)
    chance = (1 - ON_TARGET) / len(ARTILLERY) / DIRECTIONS
    chances = np.full(DIRECTIONS, chance)
    found: Floats = np.stack(
        [away * np.sin(turns), away * np.cos(turns), chances], axis=1
    )
    return found


def bases_of(layout: Layout) -> tuple[Floats, Floats]:
    """Return the middles of all bases, across and behind the front [mm].

    The middle model of a full rank stands at 0; the last rank stands in the middle.
    """
    models = np.arange(layout.models)
    rank, file = models // layout.width, models % layout.width
    last = layout.models - (layout.ranks - 1) * layout.width
    inset = np.where(rank == layout.ranks - 1, (layout.width - last) / 2, 0.0)
    across = (file + inset - layout.width // 2) * (layout.across + layout.gap)
    behind = rank * (layout.deep + layout.gap) + layout.deep / 2
    return across.astype(np.float64), behind.astype(np.float64)


def _under(layout: Layout, places: Floats, radius: float) -> Floats:
    """Return ``[centre, k]``: chance of k other models hit, by where templates lie."""
    middles, chances = places[:, :2], places[:, 2]
    x, y = bases_of(layout)
    off_x = np.abs(middles[:, :1] - x[None, :])
    off_y = np.abs(middles[:, 1:] - y[None, :])
    half_x, half_y = layout.across / 2, layout.deep / 2
    is_centre = (off_x <= half_x) & (off_y <= half_y)
    is_centre &= is_centre.cumsum(axis=1) == 1
    whole = (off_x + half_x) ** 2 + (off_y + half_y) ** 2 <= radius**2
    near_x, near_y = np.maximum(off_x - half_x, 0), np.maximum(off_y - half_y, 0)
    partly = (near_x**2 + near_y**2 < radius**2) & ~whole
    return _hit_under(
        is_centre.sum(axis=1),
        (whole & ~is_centre).sum(axis=1),
        (partly & ~is_centre).sum(axis=1),
        chances,
    )


def _hit_under(centre: Ints, whole: Ints, partly: Ints, chances: Floats) -> Floats:
    """Return models hit, by how many lie at the centre, wholly and partly under."""
    most = int((whole + partly).max()) + 1
    alike = np.bincount((centre * most + whole) * most + partly, weights=chances)
    found = np.zeros((2, most))
    for place in np.flatnonzero(alike).tolist():
        covered, some = divmod(place, most)
        middle, sure = divmod(covered, most)
        found[middle, sure : sure + some + 1] += alike[place] * binomial_row(some)
    return found


@lru_cache(maxsize=128)
def binomial_row(partly: int) -> Floats:
    """Return the distribution of hits among models partly under a template."""
    row = np.ones(1)
    for _ in range(partly):
        row = np.convolve(row, (1 - PARTLY_HIT, PARTLY_HIT))
    return row


@lru_cache(maxsize=64)
def hail(dice: int, misfires: float, *, halves: bool, lost: bool) -> tuple[float, ...]:
    """Return the hits of several artillery dice, each as many as it says.

    Parameters
    ----------
    dice : int
    misfires : float
        Chance that one is a misfire [chance].
    halves : bool
        True if half of them hit, beyond half of the range.
    lost : bool
        True if one misfire loses all; else that die alone.

    Examples
    --------
    >>> [round(chance, 3) for chance in hail(1, 1 / 6, halves=True, lost=True)]
    [0.167, 0.167, 0.167, 0.167, 0.167, 0.167]
    """
    faces = [face // 2 if halves else face for face in ARTILLERY]
    one = np.zeros(faces[-1] + 1)
    one[faces] = (1 - misfires) / len(faces)
    if not lost:
        one[0] += misfires
    total = np.ones(1)
    for _ in range(dice):
        total = np.convolve(total, one)
    total[0] += 1 - total.sum()
    return tuple(total.tolist())
