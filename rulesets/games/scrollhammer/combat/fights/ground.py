"""Dangerous ground under every model of a unit, and what it may come to over it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rulesets.games.scrollhammer.combat.blows.survivors import lefts
from rulesets.games.scrollhammer.combat.fights.leadership import regrouping
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.attack import Attack, effect
from rulesets.odds.company import Hurt, transitions
from rulesets.odds.dice import ALWAYS
from rulesets.odds.volley import Floats

NOBODY = -1
"""Stands for none left in a `Crossing`."""


@kept_by_identity(most=4)
def trodden(profile: ScrollhammerUnit) -> Floats:
    """Return ``[before, after]``: dangerous terrain under every model.

    References
    ----------
    Scrollhammer Rulebook, Dangerous Terrain: no armour saves.
    """
    company = profile.company
    effects = tuple(
        effect(Attack(to_hit=ALWAYS, ward=max(group.ward, 2)))
        for group in profile.groups
    )
    hurt = Hurt((5 / 6, 1 / 6), effects)
    counts = company.counts
    moves = transitions(company, hurt, range(int(counts.max()) + 1))
    by_state: Floats = moves[counts, np.arange(company.states)]
    return by_state


@dataclass(frozen=True, slots=True)
class Crossing:
    """An end of a unit that goes away over dangerous ground.

    Parameters
    ----------
    before, after : int
        Which of `lefts` it is before and after; `NOBODY` after.
    rallies : bool
        True if it regroups in its next turn, as many as are left then.
    """

    before: int
    after: int
    rallies: bool


@kept_by_identity(most=4)
def crossings(profile: ScrollhammerUnit) -> tuple[tuple[Crossing, ...], Floats]:
    """Return the ends that a unit may come to, and how likely each is by state.

    Returns
    -------
    tuple of Crossing
    ndarray
        ``[state, crossing]`` [chance].

    References
    ----------
    Scrollhammer Rulebook, Fall Back; Dangerous Terrain; Regrouping.
    """
    moves, rallies = trodden(profile), regrouping(profile)
    which = lefts(profile)[1].copy()
    ends = which.copy()
    ends[0] = NOBODY
    found: dict[Crossing, Floats] = {}
    for before in np.unique(which[1:]).tolist():
        here = which == before
        here[0] = False
        for after in np.unique(ends).tolist():
            for again in (False, True):
                kept = (ends == after) * (rallies if again else 1 - rallies)
                if after == NOBODY:
                    kept = (ends == after) * float(not again)
                shares = here * (moves @ kept)
                if shares.any():
                    found[Crossing(before, after, again)] = shares
    return tuple(found), np.stack([*found.values()], axis=1)


def spread(table: Floats, columns: Sequence[tuple[int, ...]], shares: Floats) -> Floats:
    """Return a table in which some of its ends are told apart by the crossings.

    Parameters
    ----------
    table : ndarray
        ``[row, end]`` [chance].
    columns : sequence of tuple of int
        The ends that are one, for each group of ends.
    shares : ndarray
        ``[row, crossing]`` [chance].

    Returns
    -------
    ndarray
        With none left in those ends, and after all others the crossings by each group.
    """
    parts = [table.copy()]
    for some in columns:
        parts[0][:, some] = 0.0
        parts.append(table[:, some].sum(axis=1)[:, None] * shares)
    told: Floats = np.concatenate(parts, axis=1)
    return told
