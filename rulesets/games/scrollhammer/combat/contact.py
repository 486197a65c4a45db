"""Contact of two sides: how many models fight, when a round begins and later in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.ranks import in_order, phalanx
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide, line_of
from rulesets.odds.array_cache import kept_arrays
from rulesets.odds.company import Company
from rulesets.odds.volley import Ints

BESIDE = 2
"""Models that stand beside those in contact, one at each end [models]."""


@dataclass(frozen=True, slots=True)
class Stance:
    """The figures of a side by which it is known how many of its models fight.

    Parameters
    ----------
    company : Company
    formation, struck : str
    files, meets : int
        See `ScrollhammerSide`.
    third : bool
        True if a third line fights.
    """

    company: Company
    formation: str
    struck: str
    files: int
    meets: int
    third: bool

    @classmethod
    def of(cls, side: ScrollhammerSide) -> "Stance":
        """Return that of a side."""
        unit = side.profile
        return cls(
            unit.company,
            unit.formation,
            side.struck,
            side.files,
            side.meets,
            phalanx(unit),
        )

    def line(self) -> Ints:
        """Return the models side by side by state, as the enemy finds them."""
        return line_of(self.company, self.formation, self.struck, self.files)


def engaged(
    own: ScrollhammerSide, other: ScrollhammerSide, readings: ScrollhammerReadings
) -> Ints:
    """Return how many models fight when a round begins, ``[own, other]`` [models].

    It is the same table for sides that stand alike, whatever they have in hand.
    """
    return engaged_between(
        Stance.of(own), Stance.of(other), neighbours=readings.neighbours
    )


@kept_arrays(megabytes=2)
def engaged_between(own: Stance, other: Stance, *, neighbours: bool) -> Ints:
    """Return how many models fight of a side that stands so, see `engaged`."""
    left, line = own.company.counts[:, None], own.line()[:, None]
    met = contact(own, other)
    return engaged_beside(
        own.formation, left, line, met, third=own.third, neighbours=neighbours
    )


def contact(own: Stance, other: Stance) -> Ints:
    """Return how many models touch an enemy, ``[own, other]`` [models].

    One meets one, unless a base is said to be wide enough for more.

    References
    ----------
    Scrollhammer Rulebook, Moving Charging Models: 1 for 1; larger bases 2 for 1, 3 for
    1, or however much is necessary.
    """
    reached = other.line()
    if own.meets != other.meets:
        reached = -(-reached * other.meets // own.meets)
    met: Ints = np.minimum(own.line()[:, None], reached[None, :])
    return met


def engaged_beside(
    formation: str,
    left: Ints,
    line: Ints,
    met: Ints,
    *,
    third: bool,
    neighbours: bool,
) -> Ints:
    """Return how many fight of ``left`` models, ``line`` of them side by side.

    ``met`` touch an enemy; all are arrays that broadcast [models]. A ``third`` line
    may fight, and so may ``neighbours`` of those who touch an enemy.

    References
    ----------
    Scrollhammer Rulebook, Who can Fight?: in contact with an enemy, or with a friend
    who is. The second line stands behind those in contact, the third fights with
    Phalanx.
    """
    beside = BESIDE if neighbours else 0
    first = np.minimum(line, met + beside * (met > 0))
    if formation != "Ranks":
        lines = 2 if third else 1
        spread: Ints = first + np.minimum(left - first, lines * met)
        return spread
    behind = left - line
    fighting: Ints = first + np.minimum(behind, met)
    if third:
        fighting += np.minimum(np.maximum(behind - line, 0), met)
    return fighting


MOST_CASES = 16_000_000
"""States of both sides, when a round begins and now, that are told apart at most."""

FEW: type[np.signedinteger[Any]] = np.int16
"""Numbers of models, where a table has one for each of so many cases."""


def counts_anew(own: Company, met: Ints, others: int) -> bool:
    """Return whether states are too many to tell who was engaged as a round began.

    The parameters are those of `still_engaged`.
    """
    left, cases = own.counts, met.size * others
    if cases * len(left) <= MOST_CASES:
        return False
    alike = np.array_equal(np.minimum(left[:, None], met[-1:]), met)
    return cases > MOST_CASES or not alike


def still_engaged(own: Company, met: Ints, others: int) -> Ints:
    """Return how many models fight in a later step than the first.

    Who was engaged when the round began fights in its step, whoever has fallen since:
    the dead are taken from those who do not fight first (house), and nobody comes into
    contact later who was not engaged before.

    Parameters
    ----------
    own : Company
    met : ndarray of int
        ``[own, other]``: how many are engaged when the round begins [models].
    others : int
        States of the other side now that the blows tell apart.

    Returns
    -------
    ndarray of int
        ``[own at the start, other at the start, own now, other now]``; an axis that
        nothing depends on has a length of 1. Where it `counts_anew`
        those are counted who can fight now [models].

    References
    ----------
    Scrollhammer Rulebook, Who can Fight?: in contact, or with a friend who is, at the
    start of the Fighting sub-phase.
    """
    left = own.counts.astype(FEW)
    if counts_anew(own, met, others):
        return met[None, None]
    met = met.astype(FEW)
    if np.array_equal(np.minimum(left[:, None], met[-1:]), met):
        met = met[-1:]
    fighting: Ints = np.minimum(left[:, None], met[:, :, None, None])
    return fighting


def fighters(profile: ScrollhammerUnit, fighting: Ints) -> list[Ints]:
    """Return how many of each group fight: those in front first.

    Each is as ``fighting``, whose last axes are ``[own, other]`` [models].
    """
    order = in_order(profile, profile.front)
    return in_line(order, profile.company.alive[:, None], fighting)


def in_line(order: tuple[int, ...], alive: Ints, fighting: Ints) -> list[Ints]:
    """Return `fighters` of those ``alive``, ``[…, group]``, in this order [models]."""
    places = range(len(order))
    columns = (alive[..., place] for place in places)
    standing = [one.astype(fighting.dtype, copy=False) for one in columns]
    return first_in_line(order, standing, fighting)


def first_in_line(
    order: tuple[int, ...], standing: Sequence[Ints], fighting: Ints
) -> list[Ints]:
    """Return how many of each group fight, by how many of each stand [models]."""
    counts: dict[int, Ints] = {}
    for place in order:
        counts[place] = np.minimum(fighting, standing[place])
        fighting = fighting - counts[place]
    return [counts[place] for place in range(len(order))]
