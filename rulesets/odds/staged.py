"""A fight in stages: rounds that hang on more than the wounds that are left.

A stage is what the next round hangs on besides the pools: whether it is the first,
who won the last one, who is still in a frenzy. A round leads from its stage to others,
or to an end. Wounds only fall; rounds in which none is lost may lead round in circles
of stages, which are summed by solving a small system of equations.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rulesets.odds.blows import Blows, losses, most_transitions
from rulesets.odds.chain import SHOWN_ROUNDS, Story, advance, pruned
from rulesets.odds.duel import MOST_TRANSITIONS, Fought
from rulesets.odds.native.library import is_ready
from rulesets.odds.native.marshal import tell
from rulesets.odds.plan import Fall, Leg
from rulesets.odds.round import by_class, by_pools_left, classes_of
from rulesets.odds.sampling import Seed
from rulesets.odds.staged_sampling import sample_stages
from rulesets.odds.stages import Stage
from rulesets.odds.tally import Classify
from rulesets.odds.volley import Floats, stacked_for

LEAK = 1e-14
"""Share of each idle round that is taken out, so that endless ones can be told."""

ENDLESS = 1e11
"""Rounds in one place from which on a fight counts as never ending."""


@dataclass(frozen=True, slots=True, eq=False)
class StagedFight:
    """How a fight in stages went.

    Parameters
    ----------
    fought : Fought
    first : ndarray
        Chance of each class of the first round; rows of the tables [chance].
    """

    fought: Fought
    first: Floats


@dataclass(frozen=True, slots=True, eq=False)
class StageMoves:
    """A stage worked out: what is lost, and where it leads.

    ``goes_on`` holds, by stage, the chances ``[a, b, i, j]`` to come to a and b with
    losses i and j; ``outcomes`` is ``[a, b, k]``, ``classes`` is ``[a, b, class]``.
    """

    lost: Floats
    classes: Floats
    outcomes: Floats
    goes_on: dict[int, Floats]
    ends: Floats


def fight_in_stages(
    start: Floats,
    stages: tuple[Stage, ...],
    rounds: int | None,
    seed: Seed,
    most: int = MOST_TRANSITIONS,
) -> StagedFight:
    """Return how a fight goes.

    Parameters
    ----------
    start : ndarray
        ``[stage, a, b]``: chance to begin in this stage with these wounds. They need
        not sum to 1: the rest never comes to a fight.
    stages : tuple of Stage
    rounds : int, optional
        Rounds fought at most; none until it is over.
    seed : str, or callable
        Text of the whole question, or what says it: the same question gives the same
        sample.
    most : int
        Transitions of one round above which the fight is sampled.
    """
    pool_a, pool_b = start.shape[1] - 1, start.shape[2] - 1
    largest = max(
        most_transitions(order, pool_a, pool_b)
        for stage in stages
        for order in stage.orders
    )
    if not start.any():
        return _never_begun(start, stages)
    if largest > most:
        fought, first = sample_stages(start, stages, rounds, seed)
        return StagedFight(fought, first)
    return _exact(start, stages, rounds)


def _never_begun(start: Floats, stages: tuple[Stage, ...]) -> StagedFight:
    kinds = stages[0].table.shape[1] - len(stages)
    nothing = np.zeros(start.shape[1:])
    story = Story(np.zeros(kinds), np.zeros((0, kinds)), 0.0, 0.0, nothing, 0.0, 0.0)
    fought = Fought(story, np.zeros(1), np.zeros(1), "exact", 0.0, 1.0, 0)
    return StagedFight(fought, np.zeros(len(stages[0].table)))


def _exact(start: Floats, stages: tuple[Stage, ...], rounds: int | None) -> StagedFight:
    if is_ready():
        return _compiled(start, stages, rounds)
    moves = tuple(
        _work_out(stage, len(stages), start.shape[1] - 1, start.shape[2] - 1)
        for stage in stages
    )
    story = tell_stages(start, moves, rounds)
    dealt_a, dealt_b = np.zeros(start.shape[2]), np.zeros(start.shape[1])
    first = np.zeros(len(stages[0].table))
    for live, move in _living(start, moves):
        lost = np.einsum("ab,abij->ij", live, move.lost)
        dealt_a[: lost.shape[1]] += lost.sum(axis=0)
        dealt_b[: lost.shape[0]] += lost.sum(axis=1)
        first += np.einsum("ab,abc->c", live, move.classes)
    fought = Fought(story, dealt_a, dealt_b, "exact", story.dropped, 1.0, 0)
    return StagedFight(fought, first)


def _compiled(
    start: Floats, stages: tuple[Stage, ...], rounds: int | None
) -> StagedFight:
    legs = [_leg(stage, len(stages), start.shape[1:]) for stage in stages]
    told = tell(start, legs, rounds, leak=LEAK, endless=ENDLESS)
    dealt = told.dealt_by_a.sum(axis=0), told.dealt_by_b.sum(axis=0)
    story = told.story
    fought = Fought(story, *dealt, "exact", story.dropped, 1.0, 0)
    return StagedFight(fought, told.first)


def _leg(stage: Stage, count: int, sizes: tuple[int, ...]) -> Leg:
    used: list[bool] = np.any(stage.table[:, :count], axis=0).tolist()
    return Leg(
        courses=[
            (order.weight, [_fall(one, sizes) for one in order.blows])
            for order in stage.orders
        ],
        classify=stage.classify,
        table=stage.table,
        leads=tuple(place if there else -1 for place, there in enumerate(used)),
    )


def _fall(blows: Blows, sizes: tuple[int, ...]) -> Fall:
    other = sizes[1] if blows.side == "a" else sizes[0]
    most = int(blows.dice.max(initial=0))
    stack = stacked_for(blows.effect, most, other - 1, blows.per_model)
    return Fall(blows.side == "b", blows.dice[..., None], stack)


def _living(
    live: Floats, moves: tuple[StageMoves, ...]
) -> Iterator[tuple[Floats, StageMoves]]:
    for here, move in zip(live, moves, strict=True):
        if here.any():
            yield here, move


def _work_out(stage: Stage, count: int, pool_a: int, pool_b: int) -> StageMoves:
    lost = losses(stage.orders, pool_a, pool_b)
    return led(lost, stage.classify, stage.table, tuple(range(count)))


def led(
    lost: Floats, classify: Classify, table: Floats, leads: tuple[int, ...]
) -> StageMoves:
    """Return where losses lead.

    Parameters
    ----------
    lost : ndarray
        ``[a, b, i, j]`` [chance].
    classify : Classify
    table : ndarray
        ``[class, way]`` and then ``[class, ways + outcome]`` [chance].
    leads : tuple of int
        The stage that each way leads to.
    """
    classes = classes_of(lost, classify)
    counted = by_class(lost, classes, len(table))
    count = len(leads)
    goes_on = {
        place: by_pools_left(lost * table[:, way][classes])
        for way, place in enumerate(leads)
        if table[:, way].any()
    }
    ending = table[:, count:].sum(axis=1)
    ends = by_pools_left(lost * ending[classes])
    return StageMoves(lost, counted, counted @ table[:, count:], goes_on, ends)


@dataclass(slots=True, eq=False)
class _Ledger:
    """Visits to every state, and what was pruned."""

    visits: Floats
    dropped: float = 0.0

    def prune(self, live: Floats) -> Floats:
        kept, dropped = pruned(live)
        self.dropped += dropped
        return kept


def tell_stages(
    start: Floats, moves: tuple[StageMoves, ...], rounds: int | None
) -> Story:
    """Return how a fight goes whose stages are worked out.

    Parameters
    ----------
    start : ndarray
        ``[stage, a, b]`` [chance].
    moves : tuple of StageMoves
        One for each stage.
    rounds : int, optional
    """
    ledger = _Ledger(np.zeros_like(start))
    live = start
    done = np.zeros(moves[0].outcomes.shape[2])
    by_round = []
    for _ in range(SHOWN_ROUNDS if rounds is None else rounds):
        live = ledger.prune(live)
        if not live.any():
            break
        ledger.visits += live
        done = done + _ended(live, moves)
        by_round.append(done)
        live = _advanced(live, moves, idle=True)
    stalled = 0.0
    final = live.sum(axis=0)
    if rounds is None and live.any():
        final = _settle(live, moves, ledger)
        stalled = float(final.sum())
    undecided = float(final.sum())
    for visits, move in _living(ledger.visits, moves):
        final = final + advance(visits, move.ends)
    return Story(
        outcomes=_ended(ledger.visits, moves),
        by_round=np.array(by_round).reshape(len(by_round), len(done)),
        undecided=undecided,
        stalled=stalled,
        final=final,
        rounds=float(ledger.visits.sum()),
        dropped=ledger.dropped,
    )


def _ended(live: Floats, moves: tuple[StageMoves, ...]) -> Floats:
    ended = np.zeros(moves[0].outcomes.shape[2])
    for here, move in _living(live, moves):
        ended += here.ravel() @ move.outcomes.reshape(here.size, -1)
    return ended


def _advanced(live: Floats, moves: tuple[StageMoves, ...], *, idle: bool) -> Floats:
    """Return where chances of states go; rounds without a loss only if ``idle``."""
    moved = np.zeros_like(live)
    for here, move in _living(live, moves):
        for place, arriving in move.goes_on.items():
            moved[place] += advance(here, arriving)
            if not idle:
                moved[place] -= here * arriving[:, :, 0, 0]
    return np.maximum(moved, 0.0)


def _settle(live: Floats, moves: tuple[StageMoves, ...], ledger: _Ledger) -> Floats:
    """Run a fight until it is over; return ``[a, b]`` of what can never change.

    Each wave of arrivals is turned into visits, idle rounds among the stages included,
    and then into the arrivals of those who lost something. What nothing ever takes out
    of a place is found as what has come to it and never leaves.
    """
    idle = _idle(moves)
    leaves = 1.0 - idle.sum(axis=3)
    inverse = np.linalg.inv(np.eye(len(moves)) - (1 - LEAK) * idle)
    endless = np.diagonal(inverse, axis1=2, axis2=3) > ENDLESS
    stuck = endless.any(axis=2)
    stalled = np.zeros(live.shape[1:])
    while live.any():
        visits = np.einsum("sab,abst->tab", live, inverse)
        visits = np.where(endless.transpose(2, 0, 1), 0.0, visits)
        left = np.einsum("tab,abt->ab", visits, leaves)
        stalled += np.where(stuck, np.maximum(live.sum(axis=0) - left, 0.0), 0.0)
        ledger.visits += visits
        live = ledger.prune(_advanced(visits, moves, idle=False))
    return stalled


def _idle(moves: tuple[StageMoves, ...]) -> Floats:
    """Return ``[a, b, s, t]``: the chance to go from s to t and lose nothing."""
    count, shape = len(moves), moves[0].lost.shape[:2]
    idle = np.zeros((*shape, count, count))
    for here, move in enumerate(moves):
        for place, arriving in move.goes_on.items():
            idle[:, :, here, place] = arriving[:, :, 0, 0]
    return idle
