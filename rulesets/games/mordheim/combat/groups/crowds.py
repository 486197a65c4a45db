"""Meetings of Mordheim groups for many at once: who meets whom, and who meets anew."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from rulesets.games.mordheim.combat.context import Charger
from rulesets.games.mordheim.combat.fights.turn_tables import numbered
from rulesets.games.mordheim.combat.groups.bands import Bands, added_up
from rulesets.games.mordheim.combat.groups.clash_ends import Left, MeetingRows, Shape
from rulesets.games.mordheim.combat.groups.meetings import (
    MOST_AT_ONE,
    Clash,
    Meeting,
    band_of,
    clashes_of,
    many_of,
)
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats, Ints


class Anew(NamedTuple):
    """Features of those who meet anew, all of them back on their feet.

    Parameters
    ----------
    counts : tuple of int
        Fighters of A and B.
    first : str
        Who charged first of all.
    turns : int, optional
        Turns that are left, none for no limit [turns].
    """

    counts: tuple[int, int]
    first: Charger
    turns: int | None

    @property
    def charger(self) -> Side:
        """Return who charges: the side with more left, of equals the first charger."""
        a, b = self.counts
        if a != b:
            return "a" if a > b else "b"
        return "a" if self.first == "none" else self.first


class Rows(NamedTuple):
    """Bands of A and of B that meet, and how likely that is [chance]."""

    a: Ints
    b: Ints
    weights: Floats


@dataclass(slots=True)
class Crowds:
    """The meetings of a fight as they come up, and the clashes of those of one size.

    Parameters
    ----------
    bands : mapping
        By side.
    """

    bands: Mapping[Side, Bands]
    clashes: dict[Clash, int] = field(default_factory=dict)
    _coming: dict[int, dict[Anew, list[Rows]]] = field(default_factory=dict)

    @property
    def most(self) -> int:
        """Return how many fighters the largest of those who meet anew have."""
        return max(self._coming, default=0)

    def begun(self, meetings: Mapping[Meeting, float]) -> Iterator[MeetingRows]:
        """Yield meetings in which not all are alike: in which fights begin."""
        kinds: dict[tuple[Shape, int], list[tuple[Meeting, float]]] = {}
        for one, weight in meetings.items():
            shape = Shape(many_of(one)[0], one.charger, one.first, one.turns)
            number = min(map(len, one.sides))
            kinds.setdefault((shape, number), []).append((one, weight))
        for (shape, _), some in kinds.items():
            clashes = [[*map(self._number, clashes_of(one))] for one, _ in some]
            apart = [self._apart(one) for one, _ in some]
            yield MeetingRows(
                shape,
                np.array([weight for _, weight in some]),
                np.array(clashes),
                {side: np.array([own[side] for own in apart]) for side in SIDES},
            )

    def anew(self, fighters: int) -> Iterator[MeetingRows]:
        """Yield those of so many fighters who meet anew; forget them."""
        for kind, parts in self._coming.pop(fighters, {}).items():
            sizes = [self.bands[side].size for side in SIDES]
            a, b, weights = (np.concatenate(own) for own in zip(*parts, strict=True))
            (a, b), weights = added_up(((a, sizes[0]), (b, sizes[1])), weights)
            yield self._paired(kind, Rows(a, b, weights))

    def follow(self, left: Left, shape: Shape) -> Iterator[tuple[int, int, float]]:
        """Keep those who meet anew; yield how many are left where it is over."""
        on_a, on_b = (
            self.bands[side].fighters(own)
            for side, own in zip(SIDES, (left.a, left.b), strict=True)
        )
        key = numbered(
            ((on_a, 1 << 8), (on_b, 1 << 8), (left.late, (shape.turns or 1) + 1))
        )
        for one in np.unique(key).tolist():
            here = np.flatnonzero(key == one)
            at = here[0]
            counts = int(on_a[at]), int(on_b[at])
            kind = _following(counts, shape, int(left.late[at]))
            if kind is None:
                yield *counts, float(left.share[here].sum())
            else:
                into = self._coming.setdefault(sum(counts), {}).setdefault(kind, [])
                into.append(Rows(left.a[here], left.b[here], left.share[here]))

    def _number(self, clash: Clash) -> int:
        return self.clashes.setdefault(clash, len(self.clashes))

    def _apart(self, one: Meeting) -> dict[Side, int]:
        """Return the bands of a meeting that are in no clash."""
        many, idle = many_of(one)
        found = {many: band_of(idle), OTHER[many]: ()}
        if one.charger != "none":
            found[one.charger] = (*found[one.charger], *band_of(one.waiting))
        return {side: self.bands[side].number(band) for side, band in found.items()}

    def _paired(self, kind: Anew, rows: Rows) -> MeetingRows:
        """Return who meets whom: they pair off as `clashes_of` has it."""
        a, b = kind.counts
        many: Side = "a" if a >= b else "b"
        most, step = max(a, b), min(a, b)
        of_a, of_b = (
            self.bands[side].ranks(own)
            for side, own in zip(SIDES, (rows.a, rows.b), strict=True)
        )
        several, ones = (of_a, of_b) if many == "a" else (of_b, of_a)
        fighting = min(most, MOST_AT_ONE * step)
        clashes = [
            self._numbers(several[place:fighting:step], ones[place], kind, many)
            for place in range(step)
        ]
        own = self.bands[many]
        idle = several[fighting:most]
        number = len(rows.weights)
        apart = {
            many: own.numbers(idle) if idle else np.full(number, own.empty),
            OTHER[many]: np.full(number, self.bands[OTHER[many]].empty),
        }
        shape = Shape(many, kind.charger, kind.first, kind.turns)
        return MeetingRows(shape, rows.weights, np.stack(clashes, axis=1), apart)

    def _numbers(
        self, several: Sequence[Ints], one: Ints, kind: Anew, many: Side
    ) -> Ints:
        """Return the numbers of clashes of several with one, by their places."""
        ours, foes = self.bands[many], self.bands[OTHER[many]]
        columns = [(own, ours.nobody) for own in several]
        key = numbered((*columns, (one, foes.nobody)))
        _, examples, places = np.unique(key, return_index=True, return_inverse=True)
        charged = len(several) if kind.charger != many else 1
        bands = [[ours.states[at] for at in own[examples].tolist()] for own in several]
        ones = [foes.states[at] for at in one[examples].tolist()]
        alone, shakes = min(kind.counts) == 1, (0.0,) * charged
        found = [
            self._number(Clash(many, tuple(band), foe, alone, kind.charger, shakes))
            for foe, *band in zip(ones, *bands, strict=True)
        ]
        return np.array(found)[places]


def _following(counts: tuple[int, int], shape: Shape, late: int) -> Anew | None:
    """Return how those who are left meet anew after so many turns, if they do.

    Where turns count they meet in the next turn of the side that charges.
    """
    if late == (shape.turns or 1) or not all(counts):
        return None
    found = Anew(counts, shape.first, None)
    if shape.turns is None:
        return found
    fought = late + 1
    first = "a" if shape.charger == "none" else shape.charger
    active = first if fought % 2 == 0 else OTHER[first]
    left = shape.turns - fought - (active != found.charger)
    return found._replace(turns=left) if left > 0 else None
