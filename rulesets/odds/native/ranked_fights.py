"""Ask the compiled kernel for fights of ranked units, many at a time.

Blocks, strikes and stages are laid out here as ``ranked.c`` reads them; numbers that
stand for places are checked, since the kernel trusts them.
"""

import ctypes
from collections.abc import Mapping
from ctypes import Structure, c_double, c_int64, c_void_p
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.fight.model import PRUNED, SHOWN_ROUNDS
from rulesets.odds.fight.solver import MOST_TRANSITIONS
from rulesets.odds.native.bindings import WHY, processors, ranked_kernel
from rulesets.odds.native.marshal import KernelError
from rulesets.odds.volley import Floats

MOST = 100
"""Most models, and most wounds, of a block."""

MOST_ROUNDS = 40
"""Most rounds that are fought one by one."""

CUT = 1e-17
"""Chances of a state that are left out of a strike: the unlikeliest losses [chance]."""

NOT_SAID = 4
"""The status of a pair that is to be asked in the usual way."""

COLUMNS = (
    "a-destroyed",
    "b-destroyed",
    "both-destroyed",
    "a-broken",
    "b-broken",
    "a-run-down",
    "b-run-down",
    "undecided",
    "dropped",
    "rounds",
    "a-wounds-left",
    "b-wounds-left",
    "a-wounds-dealt",
    "b-wounds-dealt",
    "a-wins-first-round",
    "b-wins-first-round",
    "a-gone-first",
    "b-gone-first",
    "stalled",
)
"""The columns of a row, in the kernel's order."""

_BY_WOUNDS = ("models-left", "strength", "ranks-at-start", "ranks-at-end")
_BY_MODELS = ("along", "second", "files")
_NUMBERS = (
    *("pool", "begins", "wounds", "models", "base", "champion", "musician", "touched"),
    *("fixed", "leadership", "general", "stubborn", "unbreakable", "again", "runs"),
    *("frenzied", "impetuous", "fear", "terror", "calm", "told-to-fear"),
    *("line", "target"),
)

FEARS_NOTHING, FEARS_TERROR = 1, 2
"""Kinds of the calm: of whom no enemy is feared, and of whom only terror is."""

UNIT = np.dtype(
    [
        ("holds-back", np.float64, (2,)),
        *((name, np.int32) for name in _NUMBERS),
        *((name, np.int32, (MOST + 1,)) for name in (*_BY_WOUNDS, *_BY_MODELS)),
    ],
    align=True,
)
"""``struct unit`` of the source: a unit in its situation.

``models-left``, ``strength`` and both ranks are by the wounds left; ``along``,
``second`` and ``files`` by models. ``touched`` is the bonus of those who touch it.
"""

STRIKE = np.dtype(
    [(name, np.int32) for name in ("when", "attacks", "who", "two-ranks", "effect")]
)
"""``struct strike``: ``who`` is 0 for models, 1 for their leader, 2 for mounts."""

STAGE = np.dtype(
    [
        ("slot", np.int32, (2,)),
        ("frenzied", np.int32, (2,)),
        ("charge", np.int32),
        ("won", np.int32),
        ("next", np.int32, (3,)),
    ]
)
"""``struct stage``: a state beside the wounds left.

``charge`` and ``won`` are 1 for a, 2 for b, 0 for nobody, and ``charge`` 3 for both;
``next`` is the stage after b has won, nobody, a.
"""

BEGUN = np.dtype([("chance", np.float64, (2,)), ("a", np.int32), ("b", np.int32)])
"""``struct begun``: the wounds left of both, and the chance of the first two stages."""

Rows = NDArray[Any]
Numbers = NDArray[np.signedinteger[Any]]


class _CCall(Structure):
    """``struct call`` of the source."""

    _fields_ = (
        *((name, c_int64) for name in ("unit_size", "pairs", "threads", "rounds")),
        *((name, c_int64) for name in ("unlimited", "whole", "at_once", "step_up")),
        *((name, c_int64) for name in ("enough", "musicians")),
        ("lines", c_int64 * 2),
        ("targets", c_int64 * 2),
        ("widest", c_int64),
        *((name, c_double) for name in ("most_transitions", "pruned", "cut")),
        ("unit", c_void_p * 2),
        *((name, c_void_p) for name in ("pair", "start", "spread", "begun")),
        *((name, c_void_p) for name in ("script", "stage")),
        ("against", c_void_p * 2),
        *((name, c_void_p) for name in ("first", "count", "strike")),
        *((name, c_void_p) for name in ("wounds", "slain", "harm", "known")),
        *((name, c_void_p) for name in ("passes", "caught", "rows", "status")),
    )


@dataclass(frozen=True, slots=True, eq=False)
class StrikeTables:
    """Sets of strikes, and the effects of their attacks.

    Parameters
    ----------
    sets : ndarray of int
        ``[set, 2]``: its first strike, and how many.
    strikes : ndarray
        Of the type `STRIKE`.
    wounds, slain, harm : ndarray
        ``[effect, wounds]``, ``[effect]``: of an `AttackEffect` [chance].
    known : ndarray of int
        ``[effect]``: how many numbers of wounds there are.
    """

    sets: Numbers
    strikes: Rows
    wounds: Floats
    slain: Floats
    harm: Floats
    known: Numbers


@dataclass(frozen=True, slots=True, eq=False)
class Beginnings:
    """The states in which fights begin: some wounds may be lost already.

    Parameters
    ----------
    firsts : ndarray of int
        ``[pair + 1]``: the first beginning of each pair, and how many there are.
    begun : ndarray
        Of the type `BEGUN`; of a pair those with most wounds of side A come first, and
        among them those with most of side B.
    """

    firsts: Numbers
    begun: Rows


@dataclass(frozen=True, slots=True, eq=False)
class RankedFights:
    """Pairs of blocks, and what is asked of all of them.

    Parameters
    ----------
    units : tuple of ndarray
        Blocks of both sides, of the type `UNIT`.
    pairs : ndarray of int
        ``[pair, side]``: the block of each side.
    start : ndarray
        ``[pair, 2]``: chance to begin in the first and the second stage [chance].
    scripts : ndarray of int
        ``[a in a frenzy, b in a frenzy, ties, 2]``: first stage of a script, and how
        many it has.
    stages : ndarray
        Of the type `STAGE`; ``next`` counts from the first of its script.
    against : tuple of ndarray of int
        For both sides ``[slot, line of the side, target of the other]``: a set of
        strikes, or -1 for none that a block can say.
    tables : StrikeTables
    passes : ndarray
        Chance that two dice do not roll more than 0, 1 … 12 [chance].
    caught : ndarray
        ``[pursuer, fleeing]``, 0 to 3 dice of each [chance].
    readings : mapping
        ``whole``, ``at_once``, ``step_up``, ``musicians`` as 0 or 1, and ``enough``.
    rounds : int, optional
        Rounds fought at most; none until it is over.
    spread : Beginnings, optional
        Beginnings whose chances `start` sums up; none where both begin as their blocks.
    """

    units: tuple[Rows, Rows]
    pairs: Numbers
    start: Floats
    scripts: Numbers
    stages: Rows
    against: tuple[Numbers, Numbers]
    tables: StrikeTables
    passes: Floats
    caught: Floats
    readings: Mapping[str, int]
    rounds: int | None = None
    spread: Beginnings | None = None


def solve_ranked(fights: RankedFights, threads: int = 0) -> tuple[Floats, Numbers]:
    """Return a row for each pair, and its status.

    Parameters
    ----------
    fights : RankedFights
    threads : int
        Threads to share the pairs out among; 0 for as many as there are processors.

    Returns
    -------
    ndarray
        ``[pair, column]``, see `COLUMNS` [chance, wounds or rounds].
    ndarray of int
        ``[pair]``: 0, or `NOT_SAID` for a pair that must be asked in the usual way.

    Raises
    ------
    KernelError
        If the kernel gave up: it has no memory.
    ValueError
        If the parts do not fit each other.
    """
    found = ranked_kernel()
    if found is None:
        raise KernelError("the kernel was not built")
    _check(fights)
    count = len(fights.pairs)
    rows = np.zeros((count, len(COLUMNS)))
    status = np.zeros(count, dtype=np.int32)
    call, kept = _laid_out(fights, rows, status)
    call.threads = threads or processors()
    failed = found(ctypes.byref(call))
    del kept
    if failed:
        raise KernelError(WHY.get(failed, "an unknown reason"))
    return rows, status


def _laid_out(
    fights: RankedFights, rows: Floats, status: Numbers
) -> tuple[_CCall, list[NDArray[Any]]]:
    """Return the call, and the arrays that must live as long as it."""
    kept: list[NDArray[Any]] = []

    def address(values: NDArray[Any], kind: Any) -> int:
        whole = np.require(values, kind, ["C", "A"])
        kept.append(whole)
        return int(whole.__array_interface__["data"][0])

    def both(values: tuple[NDArray[Any], NDArray[Any]], kind: Any) -> Any:
        return (c_void_p * 2)(*(address(one, kind) for one in values))

    (a, b), spread = fights.against, fights.spread
    call = _CCall(
        unit_size=UNIT.itemsize,
        pairs=len(fights.pairs),
        rounds=SHOWN_ROUNDS if fights.rounds is None else fights.rounds,
        unlimited=int(fights.rounds is None),
        lines=(c_int64 * 2)(a.shape[1], b.shape[1]),
        targets=(c_int64 * 2)(b.shape[2], a.shape[2]),
        widest=fights.tables.wounds.shape[1],
        most_transitions=MOST_TRANSITIONS,
        pruned=PRUNED,
        cut=CUT,
        unit=both(fights.units, UNIT),
        pair=address(fights.pairs, np.int32),
        start=address(fights.start, np.float64),
        spread=address(spread.firsts, np.int64) if spread else None,
        begun=address(spread.begun, BEGUN) if spread else None,
        script=address(fights.scripts, np.int32),
        stage=address(fights.stages, STAGE),
        against=both(fights.against, np.int32),
        first=address(fights.tables.sets[:, 0], np.int32),
        count=address(fights.tables.sets[:, 1], np.int32),
        strike=address(fights.tables.strikes, STRIKE),
        wounds=address(fights.tables.wounds, np.float64),
        slain=address(fights.tables.slain, np.float64),
        harm=address(fights.tables.harm, np.float64),
        known=address(fights.tables.known, np.int32),
        passes=address(fights.passes, np.float64),
        caught=address(fights.caught, np.float64),
        rows=address(rows, np.float64),
        status=address(status, np.int32),
        **fights.readings,
    )
    return call, kept


def _check(fights: RankedFights) -> None:
    """Stop at parts that do not fit each other: a mistake of ours."""
    count, (a, b) = len(fights.pairs), fights.units
    if fights.rounds is not None and not 1 <= fights.rounds <= MOST_ROUNDS:
        raise ValueError(f"a fight of {fights.rounds} rounds")
    shapes = (
        (fights.pairs, (count, 2)),
        (fights.start, (count, 2)),
        (fights.scripts, (2, 2, 2, 2)),
        (fights.passes, (13,)),
        (fights.caught, (4, 4)),
        (fights.tables.sets, (len(fights.tables.sets), 2)),
        (fights.tables.slain, (len(fights.tables.wounds),)),
        (fights.tables.harm, (len(fights.tables.wounds),)),
        (fights.tables.known, (len(fights.tables.wounds),)),
    )
    if any(table.shape != shape for table, shape in shapes):
        raise ValueError("tables of other shapes than are read")
    _check_units(fights)
    _within(fights.pairs[:, 0], len(a), "a block")
    _within(fights.pairs[:, 1], len(b), "a block")
    _check_strikes(fights)
    _check_stages(fights)
    _check_spread(fights)


def _check_units(fights: RankedFights) -> None:
    shapes = [one.shape for one in fights.against]
    for own, (_, lines, _), (_, _, targets) in zip(
        fights.units, shapes, shapes[::-1], strict=True
    ):
        _within(own["pool"] - 1, MOST, "a pool")
        _within(own["begins"] - 1, own["pool"], "a beginning")
        _within(own["models"] - 1, MOST, "a number of models")
        _within(own["models-left"], own["models"][:, None] + 1, "models that are left")
        _within(own["runs"], 4, "dice of flight")
        _within(own["line"], lines, "a line")
        _within(own["target"], targets, "a target")
        _within(own["touched"], 3, "a bonus of contact")
        for name in ("ranks-at-start", "ranks-at-end"):
            _within(own[name], 10, "ranks")
        for name in _BY_MODELS:
            _within(own[name], MOST + 1, "a number of models")
        if (own["base"] < 1).any() or (own["wounds"] < 1).any():
            raise ValueError("a block of no size")


def _check_strikes(fights: RankedFights) -> None:
    strikes, sets = fights.tables.strikes, fights.tables.sets
    for table in fights.against:
        _within(table + 1, len(sets) + 1, "a set of strikes")
    _within(sets[:, 0], len(strikes) + 1, "a strike")
    _within(sets.sum(axis=1), len(strikes) + 1, "a strike")
    _within(strikes["effect"], len(fights.tables.wounds), "an effect")
    _within(strikes["attacks"], 1000, "a number of attacks")
    _within(
        fights.tables.known - 1, fights.tables.wounds.shape[1], "a number of wounds"
    )


def _check_stages(fights: RankedFights) -> None:
    for side, table in enumerate(fights.against):
        _within(fights.stages["slot"][:, side], table.shape[0], "a slot")
    for first, count in fights.scripts.reshape(-1, 2).tolist():
        _within(np.array([count - 1]), len(fights.stages) - first, "a script")
        some = fights.stages[first : first + count]
        _within(some["next"], count, "a stage")


def _check_spread(fights: RankedFights) -> None:
    if fights.spread is None:
        return
    firsts, begun = fights.spread.firsts, fights.spread.begun
    counts, pairs = np.diff(firsts), fights.pairs
    if len(counts) != len(pairs) or firsts[0] or firsts[-1] != len(begun):
        raise ValueError("beginnings of other pairs")
    _within(counts, len(begun) + 1, "a beginning")
    pair = np.repeat(np.arange(len(pairs)), counts)
    for place, name in enumerate(("a", "b")):
        most = fights.units[place]["begins"][pairs[pair, place]]
        _within(begun[name] - 1, most, "a beginning")
    order = (pair * (MOST + 1) - begun["a"]) * (MOST + 1) - begun["b"]
    if (np.diff(order) <= 0).any():
        raise ValueError("beginnings out of order")


def _within(values: NDArray[Any], below: Any, noun: str) -> None:
    if ((values < 0) | (values >= below)).any():
        raise ValueError(f"{noun} that is not there")
