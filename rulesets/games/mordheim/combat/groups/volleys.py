"""Shots of Mordheim groups that are still apart: one fighter after the other.

Lines of fighters go by number: a number is sooner looked up than all who are in a line,
and what a shot does to a line is worked out once for all ways to come to it.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Generic, NamedTuple, TypeVar

from rulesets.games.mordheim.combat.blows.injuries import OUT, STANDING
from rulesets.games.mordheim.combat.blows.strikes import ChanceRows
from rulesets.games.mordheim.combat.engagements.approach import MordheimApproach
from rulesets.games.mordheim.combat.engagements.movement import INCH, MoveEnd
from rulesets.games.mordheim.combat.shots.loading import (
    after_loading,
    after_shot,
    is_netted,
    netted,
)
from rulesets.odds.sides import OTHER, SIDES, Side


class Afoot(NamedTuple):
    """A fighter of a group that is apart from the enemy.

    Parameters
    ----------
    at : int
        Where he is, from where side A began towards side B [half inches].
    place : int
        His state, as a place in `Body.states`.
    empty : int
        Which of his missile weapons are not ready; see `loading`.
    up : bool
        True if he is above his enemies; of who has charged, that he dived.
    """

    at: int
    place: int
    empty: int = 0
    up: bool = False


Throng = tuple[Afoot, ...]
"""Fighters of one side who are not out of action, in order."""


class Walked(NamedTuple):
    """A fighter after his movement phase; who fell in his dive does not cast."""

    at: int
    place: int
    empty: int
    up: bool
    shoots: bool = False
    moved: bool = False
    arrived: bool = False
    fell: bool = False

    @property
    def afoot(self) -> Afoot:
        """Return the same fighter as he is before his next movement."""
        return Afoot(self.at, self.place, self.empty, self.up)


_Who = TypeVar("_Who", Afoot, Walked)

NO_LINE = 0
"""The number of a line of nobody."""


class LinesByNumber(Generic[_Who]):
    """Lines of fighters and their numbers, as they come up."""

    def __init__(self) -> None:
        self._lines: list[tuple[_Who, ...]] = [()]
        self._numbers: dict[tuple[_Who, ...], int] = {(): NO_LINE}
        self._joined: dict[tuple[int, int], int] = {}

    def __getitem__(self, number: int) -> tuple[_Who, ...]:
        return self._lines[number]

    def number(self, line: tuple[_Who, ...]) -> int:
        """Return the number of a line, a new one if it never came up."""
        found = self._numbers.setdefault(line, len(self._lines))
        if found == len(self._lines):
            self._lines.append(line)
        return found

    def joined(self, one: int, more: int) -> int:
        """Return the number of the line of all who are in two lines, in order."""
        found = self._joined.get((one, more))
        if found is None:
            found = self.number(tuple(sorted(self[one] + self[more])))
            self._joined[one, more] = found
        return found


Volley = tuple[int, int, int]
"""A turn on its way: who has shot, who has not yet, and the enemies, as lines."""

_Shot = tuple[int, int, float]
"""The firer, as a line, and his enemies after a shot, and its chance."""

_Shots = list[tuple[int, list[tuple[int, float]]]]
"""The same, in their order, under the line of the firer."""


class GroupVolleys:
    """The shots of turns of two groups that are apart.

    Parameters
    ----------
    single : MordheimApproach
        The shots of one of each.
    """

    def __init__(self, single: MordheimApproach) -> None:
        self.single = single
        self.lines: LinesByNumber[Afoot] = LinesByNumber()
        self.walked: LinesByNumber[Walked] = LinesByNumber()
        self.work = 0
        self._spells: dict[Side, ChanceRows] = {}
        self._shots: dict[tuple[Side, Walked, int], _Shots] = {}
        self._next: dict[Side, dict[tuple[int, int], tuple[int, _Shots]]]
        self._next = {side: {} for side in SIDES}

    def shot(
        self, active: Side, volleys: Mapping[Volley, float]
    ) -> Mapping[Volley, float]:
        """Return how all are when everybody has shot, or nobody is left to shoot at.

        ``work`` counts the ways to it.
        """
        while any(rest and enemies for _, rest, enemies in volleys):
            volleys = self._one_more(active, volleys)
        self.work += len(volleys)
        return volleys

    def _one_more(
        self, active: Side, volleys: Mapping[Volley, float]
    ) -> dict[Volley, float]:
        joined, known = self.lines.joined, self._next[active]
        self.work += len(volleys)
        found: dict[Volley, float] = {}
        for now, share in volleys.items():
            done, rest, enemies = now
            if not rest or not enemies:
                found[now] = found.get(now, 0.0) + share
                continue
            if (rest, enemies) not in known:
                known[rest, enemies] = self._of_next(active, rest, enemies)
            waiting, shots = known[rest, enemies]
            for own, struck in shots:
                line = joined(done, own)
                for left, of in struck:
                    key = line, waiting, left
                    found[key] = found.get(key, 0.0) + share * of
        return found

    def _of_next(self, active: Side, rest: int, enemies: int) -> tuple[int, _Shots]:
        """Return who shoots after the next one, and what the shots of that one do."""
        first, *others = self.walked[rest]
        key = active, first, enemies
        if key not in self._shots:
            self._shots[key] = [
                (own, [(left, share) for _, left, share in some])
                for own, some in groupby(self._fired(*key), key=itemgetter(0))
            ]
        return self.walked.number(tuple(others)), self._shots[key]

    def _fired(self, active: Side, own: Walked, foes: int) -> Iterator[_Shot]:
        enemies, number = self.lines[foes], self.lines.number
        target = self._target(own, enemies, active)
        place = enemies.index(target)
        for left, struck, share in self.effects(active, own, target):
            after = sorted((*enemies[:place], *struck, *enemies[place + 1 :]))
            yield number(left), number(tuple(after)), share

    def effects(
        self, active: Side, own: Walked, target: Afoot
    ) -> Iterator[tuple[Throng, Throng, float]]:
        """Yield the firer and his target after his spell or his shot, if not out."""
        distance = abs(own.at - target.at)
        step = MoveEnd(distance, own.shoots, own.moved)
        foe = OTHER[active]
        if self._casts(active, own, distance):
            for hurt, share in self._spell_rows(active)[target.place]:
                yield (own.afoot,), self._left(foe, target._replace(place=hurt)), share
            return
        fired = self.single.best_shot(active, own.empty, distance, step)
        mover = self.single.movers[active]
        if fired.which < 0:
            reloads = mover.missiles.reloads
            empty = after_loading(own.empty, reloads) if own.shoots else own.empty
            yield (own.afoot._replace(empty=empty),), (target,), 1.0
            return
        for (gun, firer, hurt, caught), share in fired.after(own.place, target.place):
            empty = after_shot(own.empty, fired.which, mover.missiles.empties, gun)
            left = self._left(active, own.afoot._replace(place=firer, empty=empty))
            held = netted(target.empty) if caught else target.empty
            struck = target._replace(place=hurt, empty=held)
            yield left, self._left(foe, struck), share

    def _casts(self, active: Side, own: Walked, distance: int) -> bool:
        side = self.single.movers[active].side
        spell = side.party.casts
        reaches = spell is not None and spell.reaches(distance / INCH)
        able = side.strikes[own.place] and not own.fell
        return reaches and able and not is_netted(own.empty)

    def _spell_rows(self, active: Side) -> ChanceRows:
        if active not in self._spells:
            spell = self.single.movers[active].side.party.casts
            enemy = self.single.movers[OTHER[active]].side
            self._spells[active] = spell.rows(enemy.striking) if spell else ()
        return self._spells[active]

    def _target(self, own: Walked, enemies: Throng, active: Side) -> Afoot:
        """Choose whom one shoots at: the nearest who stands, of these the weakest.

        Of those as weak he shoots at one who is not alight, and whom no net holds.
        """
        side = self.single.movers[OTHER[active]].side
        return min(
            enemies,
            key=lambda enemy: (
                side.posture[enemy.place] != STANDING,
                abs(own.at - enemy.at),
                side.wounds[enemy.place],
                side.states[enemy.place].alight,
                is_netted(enemy.empty),
                enemy,
            ),
        )

    def _left(self, side: Side, one: Afoot) -> Throng:
        """Return a line of one who is not out; who fell from the edge is below."""
        own = self.single.movers[side].side
        if own.posture[one.place] >= OUT:
            return ()
        return (one._replace(up=one.up and not own.low[one.place]),)
