"""Groups of Mordheim fighters who are still apart: one turn of moving and shooting.

Each moves and is hurt by himself, as one alone is; the nearest enemy counts. All that
may be at one time is taken through a turn, each way by itself and once only. Where they
are counts only as seen from one another.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

import numpy as np

from rulesets.games.mordheim.combat.approach import MordheimApproach
from rulesets.games.mordheim.combat.following import drawn, likeliest
from rulesets.games.mordheim.combat.injuries import KNOCKED_DOWN, OUT, STANDING
from rulesets.games.mordheim.combat.loading import after_loading, after_shot
from rulesets.games.mordheim.combat.movement import (
    INCH,
    MET,
    Apart,
    MoveEnd,
    moved,
)
from rulesets.games.mordheim.combat.strikes import ChanceRows
from rulesets.odds.sides import OTHER, Side


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


class GroupsApart(NamedTuple):
    """Two sides that have not met."""

    a: Throng
    b: Throng


class GroupContact(NamedTuple):
    """A turn in which charges have arrived: who charged, and how all are."""

    charger: Side
    arrived: Throng
    behind: Throng
    enemies: Throng


_Shot = tuple[Throng, Throng, float]
"""The firer and his enemies after a shot, and its chance."""

_S = TypeVar("_S")

MOST_STATES = 800
"""Ways that all may be that are followed at one time, the likeliest."""

DRAWN = 60
"""Ways that all may be that are drawn at one time."""

FAR = 1 << 20
"""Farther than anybody is [half inches]."""

LEAST = 1e-8
"""Of more ways those less likely are not followed either [chance]."""


class _Walked(NamedTuple):
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
        return Afoot(self.at, self.place, self.empty, self.up)


_Stage = tuple[tuple[_Walked, ...], Throng, Throng]
"""A turn on its way: who has moved, who has not yet, and the enemies."""

_Volley = tuple[Throng, tuple[_Walked, ...], Throng]
"""A turn on its way: who has shot, who has not yet, and the enemies."""


@dataclass(slots=True)
class GroupTurn:
    """The end of a turn: charges that arrived, and who is still apart [chance]."""

    met: dict[GroupContact, float] = field(default_factory=dict)
    apart: dict[GroupsApart, float] = field(default_factory=dict)


@dataclass(slots=True)
class GroupApproach:
    """Turns of two groups that are apart.

    Parameters
    ----------
    single : MordheimApproach
        The moves and shots of one of each.
    least : float
        What is less likely is not followed [chance].
    draws : numpy.random.Generator, optional
        Where it is given some of all that may be are drawn, `DRAWN` at most.
    """

    single: MordheimApproach
    least: float = 0.0
    draws: np.random.Generator | None = None
    _moves: dict[tuple[Side, Afoot, int, bool], list[tuple[_Walked, float]]] = field(
        default_factory=dict
    )
    _turns: dict[tuple[Side, GroupsApart], GroupTurn] = field(default_factory=dict)
    _spells: dict[Side, ChanceRows] = field(default_factory=dict)
    _shots: dict[tuple[Side, _Walked, Throng], list[_Shot]] = field(
        default_factory=dict
    )

    def turn(self, live: Mapping[GroupsApart, float], active: Side) -> GroupTurn:
        """Return where a turn of one side leads from all that may be."""
        found = GroupTurn()
        if self.draws is not None:
            some = drawn(live, DRAWN, self.draws)
        else:
            some = likeliest(live, MOST_STATES)
            self.least = LEAST if len(live) > MOST_STATES else self.least
        for now, share in some:
            if share > self.least:
                ahead = self._turn_of(active, now)
                _add(found.met, ahead.met, share)
                _add(found.apart, ahead.apart, share)
        return found

    def _turn_of(self, active: Side, now: GroupsApart) -> GroupTurn:
        """Return where a turn leads from one state: worked out once."""
        key = active, now
        if key not in self._turns:
            self._turns[key] = self._played(active, now)
        return self._turns[key]

    def _played(self, active: Side, now: GroupsApart) -> GroupTurn:
        own, enemies = now if active == "a" else now[::-1]
        stages: dict[_Stage, float] = {((), own, enemies): 1.0}
        while any(rest for _, rest, _ in stages):
            stages = _each(stages, lambda one: self._moved(one, active))
        found = GroupTurn()
        volleys: dict[_Volley, float] = {}
        for (done, _, enemies), share in stages.items():
            if any(one.arrived for one in done):
                met = _contact(active, done, enemies)
                found.met[met] = found.met.get(met, 0.0) + share
            else:
                there, foes = _from_the_hindmost(done, enemies)
                key = (), _nearest_first(there, active), foes
                volleys[key] = volleys.get(key, 0.0) + share
        while any(rest and enemies for _, rest, enemies in volleys):
            volleys = _each(volleys, lambda one: self._shot(one, active))
        for (shot, rest, enemies), share in volleys.items():
            left = [one.afoot for one in rest]
            own = tuple(sorted(self._after(active, one) for one in (*shot, *left)))
            after = GroupsApart(*((own, enemies) if active == "a" else (enemies, own)))
            found.apart[after] = found.apart.get(after, 0.0) + share
        return found

    def _moved(self, now: _Stage, active: Side) -> Iterator[tuple[_Stage, float]]:
        done, rest, enemies = now
        if not rest:
            yield now, 1.0
            return
        own = rest[0]
        distance, steep = min(
            (abs(own.at - enemy.at), own.up != enemy.up) for enemy in enemies
        )
        for after, share in self._walks(active, own, distance, level=not steep):
            gone = self._is_gone(active, after.place)
            walked = done if gone else tuple(sorted((*done, after)))
            yield (walked, rest[1:], enemies), share

    def _walks(
        self, active: Side, who: Afoot, distance: int, *, level: bool
    ) -> list[tuple[_Walked, float]]:
        """Return where the recovery and the movement of one fighter lead."""
        key = active, who, distance, level
        if key not in self._moves:
            mover = self.single.movers[active]
            risen = mover.side.posture[who.place] == KNOCKED_DOWN
            found: list[tuple[_Walked, float]] = []
            for place, share in mover.side.rests[who.place]:
                here = who._replace(place=place)
                now = Apart(place, place, distance, level=level)
                for step, of in moved(mover, place, now, risen=risen):
                    if step.falls and of:
                        found += [
                            (
                                self._fallen(active, here, state, distance),
                                share * of * x,
                            )
                            for state, x in mover.falls[place]
                        ]
                    elif of:
                        there = _walked(active, here, distance, step)
                        found.append((there, share * of))
            self._moves[key] = found
        return self._moves[key]

    def _fallen(self, active: Side, who: Afoot, place: int, distance: int) -> _Walked:
        """Return one who fell in his dive: he lies 2" from his enemy, or still charges.

        See `MordheimApproach`.
        """
        stands = self.single.movers[active].side.posture[place] == STANDING
        charges = self.single.context.readings.failed_dive == "charges" and stands
        step = MoveEnd(MET if charges else 2 * INCH, shoots=False)
        below = who._replace(place=place, up=False)
        return _walked(active, below, distance, step)._replace(fell=True)

    def _shot(self, now: _Volley, active: Side) -> Iterator[tuple[_Volley, float]]:
        done, rest, enemies = now
        if not rest or not enemies:
            yield now, 1.0
            return
        key = active, rest[0], enemies
        if key not in self._shots:
            self._shots[key] = list(self._fired(*key))
        for own, left, share in self._shots[key]:
            yield (tuple(sorted((*done, *own))), rest[1:], left), share

    def _fired(self, active: Side, own: _Walked, enemies: Throng) -> Iterator[_Shot]:
        target = self._target(own, enemies, active)
        distance = abs(own.at - target.at)
        step = MoveEnd(distance, own.shoots, own.moved)
        if self._casts(active, own, distance):
            for hurt, share in self._spell_rows(active)[target.place]:
                yield (own.afoot,), self._struck(active, enemies, target, hurt), share
            return
        fired = self.single.best_shot(active, own.empty, distance, step)
        mover = self.single.movers[active]
        if fired.which < 0:
            empty = after_loading(own.empty, mover.reloads) if own.shoots else own.empty
            yield (own.afoot._replace(empty=empty),), enemies, 1.0
            return
        for (gun, firer, hurt), share in fired.after(own.place, target.place).items():
            empty = after_shot(own.empty, fired.which, mover.empties, gun)
            left = self._struck(active, enemies, target, hurt)
            after = self._left(active, own.afoot._replace(place=firer, empty=empty))
            yield after, left, share

    def _struck(
        self, active: Side, enemies: Throng, target: Afoot, hurt: int
    ) -> Throng:
        """Return the enemies after one of them was struck."""
        place = enemies.index(target)
        struck = self._left(OTHER[active], target._replace(place=hurt))
        return tuple(sorted((*enemies[:place], *struck, *enemies[place + 1 :])))

    def _casts(self, active: Side, own: _Walked, distance: int) -> bool:
        side = self.single.movers[active].side
        spell = side.party.casts
        reaches = spell is not None and spell.reaches(distance / INCH)
        return reaches and side.strikes[own.place] and not own.fell

    def _spell_rows(self, active: Side) -> ChanceRows:
        if active not in self._spells:
            spell = self.single.movers[active].side.party.casts
            enemy = self.single.movers[OTHER[active]].side
            self._spells[active] = spell.rows(enemy.striking) if spell else ()
        return self._spells[active]

    def _target(self, own: _Walked, enemies: Throng, active: Side) -> Afoot:
        """Choose whom one shoots at: the nearest who stands, of these the weakest."""
        side = self.single.movers[OTHER[active]].side
        return min(
            enemies,
            key=lambda enemy: (
                side.posture[enemy.place] != STANDING,
                abs(own.at - enemy.at),
                side.wounds[enemy.place],
                enemy,
            ),
        )

    def _after(self, active: Side, one: Afoot) -> Afoot:
        """Return one after his turn: his stupidity counts where he may be charged."""
        enemy, side = self.single.movers[OTHER[active]], self.single.movers[active].side
        state = side.states[one.place]
        if enemy.closes or enemy.must or not state.dull:
            return one
        place = side.striking.index[state._replace(dull=False)]
        return one._replace(place=place)

    def _left(self, side: Side, one: Afoot) -> Throng:
        return () if self._is_gone(side, one.place) else (one,)

    def _is_gone(self, side: Side, place: int) -> bool:
        return self.single.movers[side].side.posture[place] >= OUT


def _walked(active: Side, who: Afoot, distance: int, step: MoveEnd) -> _Walked:
    """Return one after a movement, who was so far from the nearest enemy."""
    met = step.distance == MET
    ahead = 1 if active == "a" else -1
    at = who.at + (0 if met else ahead * (distance - step.distance))
    return _Walked(at, who.place, who.empty, who.up, step.shoots, step.moved, met)


def _each(
    some: Mapping[_S, float], step: Callable[[_S], Iterator[tuple[_S, float]]]
) -> dict[_S, float]:
    """Take everything one step on."""
    found: dict[_S, float] = {}
    for one, share in some.items():
        _add(found, step(one), share)
    return found


def _add(
    found: dict[_S, float],
    more: Mapping[_S, float] | Iterator[tuple[_S, float]],
    share: float,
) -> None:
    """Add so much of some chances to others."""
    for one, of in more.items() if isinstance(more, Mapping) else more:
        found[one] = found.get(one, 0.0) + share * of


def _from_the_hindmost(
    done: tuple[_Walked, ...], enemies: Throng
) -> tuple[tuple[_Walked, ...], Throng]:
    """Return both sides with their places counted from the hindmost of side A."""
    begin = min(*(one.at for one in done), *(one.at for one in enemies), FAR)
    return (
        tuple(one._replace(at=one.at - begin) for one in done),
        tuple(one._replace(at=one.at - begin) for one in enemies),
    )


def _contact(active: Side, done: tuple[_Walked, ...], enemies: Throng) -> GroupContact:
    """Return who meets whom: where they are does not matter any more."""
    return GroupContact(
        active,
        _anywhere(one.afoot for one in done if one.arrived),
        _anywhere(one.afoot for one in done if not one.arrived),
        _anywhere(enemies),
    )


def _anywhere(some: Iterable[Afoot]) -> Throng:
    return tuple(sorted(one._replace(at=0) for one in some))


def _nearest_first(done: tuple[_Walked, ...], active: Side) -> tuple[_Walked, ...]:
    return tuple(
        sorted(done, key=lambda one: (-one.at if active == "a" else one.at, one))
    )
