"""Ends of clashes of Mordheim groups: of each, and of several together."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from rulesets.games.mordheim.combat.context import Charger
from rulesets.games.mordheim.combat.fights.turn_tables import Flags
from rulesets.games.mordheim.combat.groups.bands import (
    MOST_FIGHTERS,
    Bands,
    added_up,
)
from rulesets.games.mordheim.combat.groups.end_pairs import (
    EndRows,
    in_their_order,
    likely_pairs,
    part_of,
    rolled_pairs,
)
from rulesets.games.mordheim.combat.groups.remainder import Remainder
from rulesets.odds.multisets import MemberBits, PairRows, joined
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats, Ints

KEPT = 300_000
"""Ways in which several clashes of meetings end that are followed, if some are rolled.
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


class OrderedEnds(NamedTuple):
    """Ends by clash, the likeliest first, and numbers in whose order they are."""

    ends: Ends
    order: Floats


def ordered_ends(ends: Ends) -> OrderedEnds:
    """Return ends by clash, the likeliest first."""
    placed, order = in_their_order(ends.clash, ends.share)
    return OrderedEnds(ends.some(placed), order)


def end_rows(ordered: OrderedEnds, clashes: int, turns: int) -> EndRows:
    """Return the ends within so many turns, by clash; with 0 turns those in the end."""
    ends, last = ordered.ends, max(turns - 1, 0)
    which = np.where(ends.goes_on, ends.turn == last, ends.turn <= last)
    some = ends.some(which)
    return EndRows(
        np.searchsorted(some.clash, np.arange(clashes + 1)),
        some.many,
        some.one,
        np.where(some.goes_on, last + 1, some.turn),
        some.share,
        np.concatenate(([0.0], np.cumsum(some.share))),
        ordered.order[which],
    )


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


class Together:
    """The ends of all clashes of meetings together.

    Parameters
    ----------
    bands : mapping
        By side.
    least : float
        Pairs of ends that are no likelier are left out, if nothing is rolled [chance].
    dice : Remainder, optional
    """

    def __init__(
        self, bands: Mapping[Side, Bands], least: float, dice: Remainder | None
    ) -> None:
        self._bands, self._least, self._dice = bands, least, dice

    def left(self, crowd: MeetingRows, rows: EndRows) -> Left:
        """Return who is left of some meetings."""
        number = len(crowd.weights)
        many, one = (self._bands[side] for side in _of(crowd))
        live = PairRows(
            np.arange(number),
            np.full(number, many.empty),
            np.full(number, one.empty),
            np.zeros(number, dtype=np.int64),
            crowd.weights,
        )
        turns = crowd.shape.turns or 1
        for place in range(crowd.clashes.shape[1]):
            live = self._after(live, crowd, crowd.clashes[:, place], rows)
        of = dict(zip(_of(crowd), (live.one, live.two), strict=True))
        a, b = (
            self._bands[side].joined(of[side], crowd.apart[side][live.group])
            for side in SIDES
        )
        sizes = self._bands["a"].size, self._bands["b"].size
        columns = (a, sizes[0]), (b, sizes[1]), (live.late, turns + 1)
        (a, b, late), share = added_up(columns, live.share)
        return Left(a, b, late, share)

    def _after(
        self, live: PairRows, crowd: MeetingRows, clashes: Ints, rows: EndRows
    ) -> PairRows:
        """Return what comes of one clash more of each meeting."""
        clash, dice = clashes[live.group], self._dice
        pairs = (
            likely_pairs(live, clash, rows, self._least)
            if dice is None
            else rolled_pairs(live, clash, rows, dice)
        )
        many, one = (self._bands[side].bits for side in _of(crowd))
        found = joined(
            *pairs,
            PairRows(rows.late, rows.many, rows.one, rows.late, rows.share),
            MemberBits(MOST_FIGHTERS, many, one),
        )
        if dice is None:
            return found
        share = dice.thinned(found.share, part_of(KEPT, found))
        kept = np.flatnonzero(share)
        return found.some(kept, share[kept])


def _of(crowd: MeetingRows) -> tuple[Side, Side]:
    return crowd.shape.many, OTHER[crowd.shape.many]
