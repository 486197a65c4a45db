"""Wounds of one volley as a pool: how they are dealt out, and what they do.

They are dealt out before saves, one to each model before any model gets a second, those
of its kinds of attackers one after the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from rulesets.odds.attack import AttackEffect
from rulesets.odds.volley import Floats, Ints, step

UNSEEN = 1e-18
"""Tails below this are lost in rounding [chance]."""


def shares(alive: Ints, wounds: Ints) -> Ints:
    """Return how wounds are dealt out, before saves.

    Parameters
    ----------
    alive : ndarray of int
        ``[…, group]``: models left of each group, in one state or several [models].
    wounds : ndarray of int
        Wounds to deal out, in several cases; by ``[case]`` or ``[case, …]`` [wounds].

    Returns
    -------
    ndarray of int
        ``[case, …, group]``: wounds for each group; all 0 where nobody is left.

    Examples
    --------
    Three wounds on two soldiers and their leader; a fourth falls on a soldier:

    >>> shares(np.array([2, 1]), np.array([3, 4])).tolist()
    [[2, 1], [3, 1]]
    """
    before = np.cumsum(alive, axis=-1) - alive
    count = np.maximum(alive.sum(axis=-1, keepdims=True), 1)
    open_axes = (1,) * (alive.ndim + 1 - wounds.ndim)
    each, rest = np.divmod(wounds.reshape(*wounds.shape, *open_axes), count)
    dealt: Ints = alive * each + np.minimum(np.maximum(rest - before, 0), alive)
    return dealt


@dataclass(frozen=True, slots=True, eq=False)
class Dealt:
    """The wounds of one kind in a pool: in each case so many, and some aimed.

    Parameters
    ----------
    effects : tuple of AttackEffect
    plain, aimed : ndarray of int
        By case: wounds dealt out in turn, and on the last group [wounds].
    chances : ndarray
        ``[count, case]`` [chance].
    """

    effects: tuple[AttackEffect, ...]
    plain: Ints
    aimed: Ints
    chances: Floats


def dealt_out(
    effects: tuple[AttackEffect, ...], aimed: float, sums: Sequence[Floats]
) -> Dealt:
    """Return the wounds of a kind in a pool.

    Parameters
    ----------
    effects : tuple of AttackEffect
    aimed : float
        Chance that a wound is aimed at the last group [chance].
    sums : sequence of ndarray
        By count of attackers, the distribution of their wounds [chance].
    """
    rows = [_trimmed(one) for one in sums]
    most = max((len(one) for one in rows), default=1)
    chances = np.zeros((len(rows), most))
    for place, one in enumerate(rows):
        chances[place, : len(one)] = one
    wounds = np.arange(most)
    if not aimed:
        return Dealt(effects, wounds, 0 * wounds, chances)
    total, on_last = np.nonzero(wounds[:, None] >= wounds[None, :])
    share = np.zeros((most, most))
    binomial = np.ones(1)
    for count in range(most):
        share[count, : count + 1] = binomial
        binomial = np.convolve(binomial, (1 - aimed, aimed))
    several = chances[:, total] * share[total, on_last]
    return Dealt(effects, total - on_last, on_last, several)


def _trimmed(chances: Floats) -> Floats:
    """Return a distribution without its last chances, too small to be seen."""
    tails = np.cumsum(chances[::-1])[::-1]
    kept: Floats = chances[: max(int((tails > UNSEEN).sum()), 1)]
    return kept


def split(alive: Ints, pool: Sequence[Dealt]) -> list[Ints]:
    """Return how the wounds of a pool are dealt out, in all its cases.

    Parameters
    ----------
    alive : ndarray of int
        ``[s, group]``: models left of each group, in several states [models].
    pool : sequence of Dealt

    Returns
    -------
    list of ndarray of int
        By kind ``[case, s, group]``: wounds for each group. A case is one of each
        kind, those of the last change first.
    """
    grids = np.meshgrid(*(np.arange(len(one.plain)) for one in pool), indexing="ij")
    led = alive[:, -1] > 0
    upto = np.zeros((grids[0].size, len(alive)), dtype=np.int64)
    given = np.zeros((*upto.shape, alive.shape[1]), dtype=np.int64)
    found = []
    for grid, one in zip(grids, pool, strict=True):
        case = grid.reshape(-1)
        aimed = one.aimed[case][:, None] * led
        upto = upto + (one.plain + one.aimed)[case][:, None] - aimed
        until = shares(alive, upto)
        shared = until - given
        shared[:, :, -1] += aimed
        found.append(shared)
        given = until
    return found


def walked(rows: Floats, power: Floats, wounds: Ints) -> Floats:
    """Return rows of chances after so many wounds each, by their powers."""
    after = rows.copy()
    for count in np.unique(wounds).tolist():
        if count:
            here = wounds == count
            after[here] = rows[here] @ power[count]
    return after


def powers(once: Floats, most: int) -> Floats:
    """Return ``[k, s, t]``: what 0, 1, 2 … wounds make of states, by that of one."""
    found = np.zeros((most + 1, *once.shape))
    found[0] = np.eye(len(once))
    falls = _falls(once) if most else []
    if len(once) <= MUCH * len(falls):
        for count in range(1, most + 1):
            found[count] = found[count - 1] @ once
        return found
    for before, after in pairwise(found):
        for fall, chances in falls:
            after[:, : len(chances)] += before[:, fall:] * chances
    return found


MUCH = 20
"""States for each fall up to which whole tables are multiplied as fast."""


def _falls(once: Floats) -> list[tuple[int, Floats]]:
    """Return by how much states may fall, and the chance by the state that is left."""
    before, after = np.nonzero(once)
    return [
        (fall, np.diagonal(once, -fall)) for fall in np.unique(before - after).tolist()
    ]


def stacked_once(
    sizes: tuple[int, ...], per_model: int, group: int, effect: AttackEffect
) -> Floats:
    """Return the transitions of a stack by one wound, before saves, on a group.

    An unsaved one falls on the model that is hurt, else on one of the group, else on
    one of the first group that is left.

    Parameters
    ----------
    sizes : tuple of int
        Wounds of each group of the stack at full strength [wounds].
    per_model : int
        Wounds of each of its models [wounds].
    group : int
        Place of the group that the wound is dealt to.
    effect : AttackEffect
    """
    if len(sizes) == 1:
        return step(effect, sizes[0], per_model)
    shape = tuple(size + 1 for size in sizes)
    states = int(np.prod(shape))
    moves = np.zeros((states, states))
    for state, pools in enumerate(np.ndindex(*shape)):
        hurt = [at for at, pool in enumerate(pools) if pool % per_model]
        left = [at for at in (group, *range(len(pools))) if pools[at]]
        if not left:
            moves[state, state] = 1.0
            continue
        at = (*hurt, *left)[0]
        one = int(np.prod(shape[at + 1 :]))
        model = (pools[at] - 1) % per_model + 1
        for wounds, chance in enumerate(effect.wounds):
            moves[state, state - one * min(wounds, model)] += float(chance)
        moves[state, state - one * model] += float(effect.slain)
    return moves
