"""A round in steps: both sides may strike in one step, by who is left at its start.

`rulesets.odds.round` knows strikes one after the other whose dice depend on the
striker alone. Here dice may depend on both sides, and a step's strikes fall at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rulesets.odds.chain import SHOWN_ROUNDS, Story, tell
from rulesets.odds.duel import Fought
from rulesets.odds.native.library import is_ready
from rulesets.odds.native.marshal import tell as tell_plan
from rulesets.odds.plan import Fall, Leg, in_turn
from rulesets.odds.round import Moves, moves_from
from rulesets.odds.sampling import (
    CONFIDENCE,
    SAMPLES,
    UNDECIDED_AFTER,
    Seed,
    bound,
    columns_drawn,
    generator,
    shares,
)
from rulesets.odds.tally import Classify
from rulesets.odds.volley import Dice, Floats, Ints

MOST_TRANSITIONS = 3_000_000
"""A round with more transitions than this is sampled instead of worked out."""


@dataclass(frozen=True, slots=True, eq=False)
class Blow:
    """One side's attacks in a step.

    Parameters
    ----------
    which : ndarray of int
        ``[own, target]``: the kernel in use, by the states of both at the step's start.
    stack : ndarray
        ``[kernel, target, i]``: chance that the target's state falls by i.
    """

    which: Ints | Dice
    stack: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Bout:
    """A round in steps.

    Parameters
    ----------
    steps : tuple of pairs of Blow
        What side a and side b strike in each step, none for nothing.
    classify, table
        As in `rulesets.odds.round.Round`, by the states of both sides.
    """

    steps: tuple[tuple[Blow | None, Blow | None], ...]
    classify: Classify
    table: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Phase:
    """A round that may be followed by one of several.

    Parameters
    ----------
    bout : Bout
        Its table is ``[class, way]`` and then ``[class, ways + outcome]`` [chance].
    leads : tuple of int
        The phase that each way leads to.
    """

    bout: Bout
    leads: tuple[int, ...]


def losses(bout: Bout, size_a: int, size_b: int) -> Floats:
    """Return ``[a, b, i, j]``: chance that states a and b fall by i and j."""
    lost = np.ones((size_a, size_b, 1, 1))
    for by_a, by_b in bout.steps:
        if by_a is not None and by_b is not None:
            lost = _at_once(lost, by_a, by_b)
        elif by_a is not None:
            lost = _alone(lost, by_a)
        elif by_b is not None:
            turned = _alone(lost.transpose(1, 0, 3, 2), by_b)
            lost = turned.transpose(1, 0, 3, 2)
    return lost


def transitions(bout: Bout, size_a: int, size_b: int) -> int:
    """Return a bound on how many transitions a round has."""
    most_a = sum(by_b.stack.shape[2] - 1 for _, by_b in bout.steps if by_b is not None)
    most_b = sum(by_a.stack.shape[2] - 1 for by_a, _ in bout.steps if by_a is not None)
    lost_a, lost_b = min(most_a, size_a) + 1, min(most_b, size_b) + 1
    count: int = size_a * size_b * lost_a * lost_b
    return count


def _alone(lost: Floats, blow: Blow) -> Floats:
    """Let the side of the first axis strike that of the second."""
    own, target, own_lost, target_lost = lost.shape
    now = np.maximum(np.arange(own)[:, None] - np.arange(own_lost)[None, :], 0)
    most = blow.stack.shape[2]
    width = min(target, target_lost + most - 1)
    grown = np.zeros((own, target, own_lost, width))
    for before in range(target_lost):
        left = np.maximum(np.arange(target) - before, 0)
        here = min(most, width - before)
        which = blow.which[now[:, None, :], left[None, :, None]]
        rows = blow.stack[which, left[None, :, None], :here]
        grown[:, :, :, before : before + here] += lost[:, :, :, before, None] * rows
    return grown


def _at_once(lost: Floats, by_a: Blow, by_b: Blow) -> Floats:
    """Let both sides strike, each as it is before the other's blows."""
    size_a, size_b, lost_a, lost_b = lost.shape
    most_a, most_b = by_b.stack.shape[2], by_a.stack.shape[2]
    width_a = min(size_a, lost_a + most_a - 1)
    width_b = min(size_b, lost_b + most_b - 1)
    grown = np.zeros((size_a, size_b, width_a, width_b))
    for i in range(lost_a):
        a = np.maximum(np.arange(size_a) - i, 0)[:, None]
        here_a = min(most_a, width_a - i)
        for j in range(lost_b):
            before = lost[:, :, i, j]
            if not before.any():
                continue
            b = np.maximum(np.arange(size_b) - j, 0)[None, :]
            here_b = min(most_b, width_b - j)
            struck_b = by_a.stack[by_a.which[a, b], b, :here_b]
            struck_a = by_b.stack[by_b.which[b, a], a, :here_a]
            grown[:, :, i : i + here_a, j : j + here_b] += (
                before[:, :, None, None] * struck_a[:, :, :, None]
            ) * struck_b[:, :, None, :]
    return grown


def work_out(bout: Bout, size_a: int, size_b: int) -> Moves:
    """Return a round worked out for every pair of states."""
    return moves_from(losses(bout, size_a, size_b), bout.classify, bout.table)


def fight(
    start: Floats,
    opening: tuple[Bout, ...],
    cycle: tuple[Bout, ...],
    rounds: int | None,
    seed: Seed,
    most: int = MOST_TRANSITIONS,
) -> Fought:
    """Return how a fight goes: worked out, or sampled where it is too large.

    Parameters
    ----------
    start : ndarray
        ``[a, b]``: chance to begin in these states; need not sum to 1 [chance].
    opening, cycle : tuple of Bout
        Rounds that are fought once, then those that repeat.
    rounds : int, optional
    seed : str, or callable
        Text of the whole question.
    most : int
        Transitions of one round above which the fight is sampled.

    Returns
    -------
    Fought
        States stand where pools of wounds are spoken of; the wounds dealt in the
        first round are left to the caller and are the states lost here.
    """
    size_a, size_b = start.shape
    played = (*opening, *cycle)
    if max(transitions(one, size_a, size_b) for one in played) > most:
        phases = [Phase(one, (after,)) for one, after in in_turn(opening, cycle)]
        return sampled(start, phases, rounds, seed)
    if is_ready():
        return _compiled(start, opening, cycle, rounds)
    known = {id(one): one for one in played}
    moves = {key: work_out(one, size_a, size_b) for key, one in known.items()}
    first = moves[id(played[0])].lost
    story = tell(
        start,
        tuple(moves[id(one)] for one in opening),
        tuple(moves[id(one)] for one in cycle),
        rounds,
    )
    lost_b = np.einsum("ab,abj->bj", start, first.sum(axis=2))
    lost_a = np.einsum("ab,abi->ai", start, first.sum(axis=3))
    return Fought(story, lost_b, lost_a, "exact", story.dropped, 1.0, 0)


def _compiled(
    start: Floats,
    opening: tuple[Bout, ...],
    cycle: tuple[Bout, ...],
    rounds: int | None,
) -> Fought:
    legs = [
        Leg([(1.0, falls(bout))], bout.classify, bout.table, (after,))
        for bout, after in in_turn(opening, cycle)
    ]
    begun = np.zeros((len(legs), *start.shape))
    begun[0] = start
    told = tell_plan(begun, legs, rounds)
    dealt = told.dealt_by_a, told.dealt_by_b
    return Fought(told.story, *dealt, "exact", told.story.dropped, 1.0, 0)


def falls(bout: Bout) -> list[Fall]:
    """Return a round's attacks as the compiled kernel reads them."""
    found = []
    for by_a, by_b in bout.steps:
        if by_a is not None:
            found.append(
                Fall(by_b=False, which=by_a.which[None, None], stack=by_a.stack)
            )
        if by_b is not None:
            both, which = by_a is not None, by_b.which[None, None]
            found.append(Fall(by_b=True, which=which, stack=by_b.stack, joins=both))
    return found


def sampled(
    start: Floats, phases: Sequence[Phase], rounds: int | None, seed: Seed
) -> Fought:
    """Play a fight `SAMPLES` times; it begins in the first phase."""
    rng = generator(seed)
    size_a, size_b = start.shape
    total = float(start.sum())
    at = rng.choice(start.size, size=SAMPLES, p=start.ravel() / total)
    a, b = np.divmod(at, size_b)
    weight = total / SAMPLES
    kinds = phases[0].bout.table.shape[1] - len(phases[0].leads)
    ended = np.zeros(SAMPLES, dtype=np.int64)
    place = np.zeros(SAMPLES, dtype=np.int64)
    live = np.arange(SAMPLES)
    by_round: list[Floats] = []
    fought = 0
    dealt = np.zeros((size_b, size_b)), np.zeros((size_a, size_a))
    for number in range(UNDECIDED_AFTER if rounds is None else rounds):
        fought += len(live)
        before_a, before_b = a[live], b[live]
        where = place[live]
        for which in np.unique(where).tolist():
            here = live[where == which]
            now = _one_round(phases[which], a[here], b[here], rng)
            a[here], b[here], place[here], ended[here] = now
        if number == 0:
            np.add.at(dealt[0], (before_b, before_b - b[live]), weight)
            np.add.at(dealt[1], (before_a, before_a - a[live]), weight)
        live = live[ended[live] == 0]
        by_round.append(shares(np.bincount(ended, minlength=kinds + 1)[1:], weight))
        if not len(live):
            break
    joint = np.bincount(a * size_b + b, minlength=start.size).reshape(start.shape)
    last = shares(np.bincount(ended, minlength=kinds + 1), weight)
    shown = by_round[: SHOWN_ROUNDS if rounds is None else rounds]
    story = Story(
        outcomes=last[1:],
        by_round=np.array(shown).reshape(-1, kinds),
        undecided=float(last[0]),
        stalled=0.0,
        final=shares(joint, weight),
        rounds=fought * weight,
        dropped=0.0,
    )
    told = story.by_round.size + kinds + 1 + 2 * (size_a + size_b)
    error = bound(SAMPLES, told)
    return Fought(story, *dealt, "sampled", error, CONFIDENCE, SAMPLES)


def _one_round(
    phase: Phase, a: Ints, b: Ints, rng: np.random.Generator
) -> tuple[Ints, Ints, Ints, Ints]:
    """Return the states of many fights, their next phase, and how they ended."""
    bout, ways = phase.bout, len(phase.leads)
    now_a, now_b = _played(bout, a, b, rng)
    classes = bout.classify(a, b, a - now_a, b - now_b)
    column = columns_drawn(bout.table, classes, rng)
    following: Ints = np.array(phase.leads)[np.minimum(column, ways - 1)]
    return now_a, now_b, following, np.maximum(column - ways + 1, 0)


def _played(
    bout: Bout, a: Ints, b: Ints, rng: np.random.Generator
) -> tuple[Ints, Ints]:
    """Return the states of many fights after one round."""
    for by_a, by_b in bout.steps:
        next_a, next_b = a, b
        if by_a is not None:
            next_b = b - _drawn(by_a, a, b, rng)
        if by_b is not None:
            next_a = a - _drawn(by_b, b, a, rng)
        a, b = next_a, next_b
    return a, b


def _drawn(blow: Blow, own: Ints, target: Ints, rng: np.random.Generator) -> Ints:
    """Return by how much many targets' states fall.

    The rows in use, each a cumulated distribution, are laid one behind the other, row
    r between r and r + 1, so that one search finds every roll in its own row.
    """
    code = blow.which[own, target] * blow.stack.shape[1] + target
    codes, row = np.unique(code, return_inverse=True)
    width = blow.stack.shape[2]
    upto = np.cumsum(blow.stack.reshape(-1, width)[codes], axis=1)
    laid = np.minimum(upto, 1.0) + np.arange(len(codes))[:, None]
    roll = rng.random(len(own)) + row
    drawn = np.searchsorted(laid.ravel(), roll, side="right") - row * width
    drawn = np.minimum(drawn, width - 1)
    fallen: Ints = np.minimum(drawn, target)
    return fallen
