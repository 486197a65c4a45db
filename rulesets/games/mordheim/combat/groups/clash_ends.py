"""Ends of clashes of Mordheim groups: of each, and of several together."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from rulesets.games.mordheim.combat.context import Charger
from rulesets.games.mordheim.combat.fights.turn_tables import Flags
from rulesets.games.mordheim.combat.groups.bands import Bands, added_up
from rulesets.odds.row_sums import spread_out
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats, Ints

AT_ONCE = 1 << 18
"""Pairs of ends that are looked at at one go, about."""

KEPT = 100_000
"""Ways in which several clashes of meetings end that are followed, if some are rolled.
"""

PAIRS = 1_000_000
"""Pairs of ends that are looked at for these, about."""

Thin = Callable[[Floats, int], Floats]
"""Takes chances, and returns what each of them stands for, nothing if left out.

If some are rolled it leaves as many as it is told.
"""


class Ends(NamedTuple):
    """Ends of clashes, a row each.

    Parameters
    ----------
    clash, turn : array of int
        Whose end it is, and after how many turns from the first one on.
    many, one : array of int
        The bands that are left.
    goes_on : array of bool
        Where the clash is not over after this turn; it may well be later.
    share : array of float
        [chance]
    """

    clash: Ints
    turn: Ints
    many: Ints
    one: Ints
    goes_on: Flags
    share: Floats

    def some(self, which: Flags | Ints) -> "Ends":
        """Return some of the ends, in any order."""
        return Ends(
            self.clash[which],
            self.turn[which],
            self.many[which],
            self.one[which],
            self.goes_on[which],
            self.share[which],
        )


def all_ends(parts: Sequence[Ends]) -> Ends:
    """Return the ends of several parts in one."""
    return Ends(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


class EndRows(NamedTuple):
    """Ends of clashes, those of one clash together.

    ``starts`` says where each begins, ``late`` after which turn it is over: where it is
    not, the number of turns.
    """

    starts: Ints
    many: Ints
    one: Ints
    late: Ints
    share: Floats


def end_rows(ends: Ends, clashes: int, turns: int) -> EndRows:
    """Return the ends within so many turns, by clash; with 0 turns those in the end."""
    last = max(turns - 1, 0)
    which = np.where(ends.goes_on, ends.turn == last, ends.turn <= last)
    some = ends.some(which)
    some = some.some(np.argsort(some.clash, kind="stable"))
    starts = np.searchsorted(some.clash, np.arange(clashes + 1))
    late = np.where(some.goes_on, last + 1, some.turn)
    return EndRows(starts, some.many, some.one, late, some.share)


class Shape(NamedTuple):
    """Features that meetings share: who is more, who charges now and charged first.

    ``turns`` are left, that of the charge included; none for no limit [turns].
    """

    many: Side
    charger: Charger
    first: Charger
    turns: int | None


class MeetingRows(NamedTuple):
    """Meetings of one shape.

    Parameters
    ----------
    shape : Shape
    weights : array of float
        [chance]
    clashes : array of int
        A row for each meeting, a column for each clash.
    apart : mapping
        By side, the bands that are in no clash.
    """

    shape: Shape
    weights: Floats
    clashes: Ints
    apart: Mapping[Side, Ints]

    def some(self, which: Flags, weights: Floats) -> "MeetingRows":
        """Return some of the meetings, with other weights."""
        apart = {side: own[which] for side, own in self.apart.items()}
        return MeetingRows(self.shape, weights[which], self.clashes[which], apart)


class Left(NamedTuple):
    """Bands that are left of meetings, after which turn, and how likely each is.

    Where a clash is not over the turn is the number of turns.
    """

    a: Ints
    b: Ints
    late: Ints
    share: Floats


class _Partial(NamedTuple):
    """Meetings of which some clashes are over: who is left of those so far."""

    whose: Ints
    many: Ints
    one: Ints
    late: Ints
    share: Floats


class Together:
    """The ends of all clashes of meetings together.

    Parameters
    ----------
    bands : mapping
        By side.
    thin : callable
    """

    def __init__(self, bands: Mapping[Side, Bands], thin: Thin) -> None:
        self._bands, self._thin = bands, thin

    def left(self, crowd: MeetingRows, rows: EndRows) -> Left:
        """Return who is left of some meetings."""
        number = len(crowd.weights)
        many, one = (self._bands[side] for side in _of(crowd))
        live = _Partial(
            np.arange(number),
            np.full(number, many.empty),
            np.full(number, one.empty),
            np.zeros(number, dtype=np.int64),
            crowd.weights,
        )
        turns = crowd.shape.turns or 1
        for place in range(crowd.clashes.shape[1]):
            live = self._after(live, crowd, crowd.clashes[:, place], rows)
        of = dict(zip(_of(crowd), (live.many, live.one), strict=True))
        a, b = (
            self._bands[side].joined(of[side], crowd.apart[side][live.whose])
            for side in SIDES
        )
        sizes = self._bands["a"].size, self._bands["b"].size
        columns = (a, sizes[0]), (b, sizes[1]), (live.late, turns + 1)
        (a, b, late), share = added_up(columns, live.share)
        return Left(a, b, late, share)

    def _after(
        self, live: _Partial, crowd: MeetingRows, clashes: Ints, rows: EndRows
    ) -> _Partial:
        """Return what comes of one clash more of each meeting."""
        clash = clashes[live.whose]
        counts = rows.starts[clash + 1] - rows.starts[clash]
        if counts.sum() > PAIRS:
            live = self._fewer(live, PAIRS * len(counts) // int(counts.sum()))
            clash = clashes[live.whose]
            counts = rows.starts[clash + 1] - rows.starts[clash]
        whole = np.cumsum(counts)
        last = int(whole[-1]) if len(whole) else 0
        cuts = np.unique(np.searchsorted(whole, np.arange(AT_ONCE, last, AT_ONCE)))
        parts = [
            self._paired(live, some, clash, rows, crowd)
            for some in np.split(np.arange(len(counts)), cuts)
        ]
        if len(parts) == 1:
            return parts[0]
        joined = _Partial(
            *(np.concatenate(columns) for columns in zip(*parts, strict=True))
        )
        return self._each_once(joined, crowd)

    def _paired(
        self, live: _Partial, some: Ints, clash: Ints, rows: EndRows, crowd: MeetingRows
    ) -> _Partial:
        """Return some of what has come, with each end of the next clash."""
        own = clash[some]
        of, entry = spread_out(rows.starts[own], rows.starts[own + 1])
        parent = some[of]
        share = self._thin(live.share[parent] * rows.share[entry], KEPT)
        kept = np.flatnonzero(share)
        if len(kept) < len(share):
            parent, entry, share = parent[kept], entry[kept], share[kept]
        many, one = (self._bands[side] for side in _of(crowd))
        found = _Partial(
            live.whose[parent],
            many.joined(rows.many[entry], live.many[parent]),
            one.joined(rows.one[entry], live.one[parent]),
            np.maximum(live.late[parent], rows.late[entry]),
            share,
        )
        return self._each_once(found, crowd)

    def _fewer(self, live: _Partial, most: int) -> _Partial:
        """Return what has come of clashes, about as many as told."""
        share = self._thin(live.share, most)
        kept = np.flatnonzero(share)
        whose, many, one, late = (column[kept] for column in live[:-1])
        return _Partial(whose, many, one, late, share[kept])

    def _each_once(self, some: _Partial, crowd: MeetingRows) -> _Partial:
        many, one = (self._bands[side] for side in _of(crowd))
        turns = crowd.shape.turns or 1
        columns = (
            (some.whose, len(crowd.weights)),
            (some.many, many.size),
            (some.one, one.size),
            (some.late, turns + 1),
        )
        (whose, of_many, of_one, late), share = added_up(columns, some.share)
        return _Partial(whose, of_many, of_one, late, share)


def _of(crowd: MeetingRows) -> tuple[Side, Side]:
    return crowd.shape.many, OTHER[crowd.shape.many]
