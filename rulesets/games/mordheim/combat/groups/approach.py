"""Groups of Mordheim fighters who are still apart: one turn of moving and shooting.

Each moves and is hurt by himself, as one alone is; the nearest enemy counts. All that
may be at one time is taken through a turn, each way by itself and once only. Where they
are counts only as seen from one another.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from rulesets.games.mordheim.combat.blows.injuries import KNOCKED_DOWN, OUT, STANDING
from rulesets.games.mordheim.combat.engagements.approach import MordheimApproach
from rulesets.games.mordheim.combat.engagements.movement import (
    INCH,
    MET,
    Apart,
    MoveEnd,
    moved,
)
from rulesets.games.mordheim.combat.groups.charge_goods import (
    Near,
    after_charge,
    after_charges,
    nearest,
    without_goods,
)
from rulesets.games.mordheim.combat.groups.likeliest import likeliest
from rulesets.games.mordheim.combat.groups.volleys import (
    NO_LINE,
    Afoot,
    GroupVolleys,
    Throng,
    Volley,
    Walked,
)
from rulesets.games.mordheim.combat.shots.loading import freed, is_netted
from rulesets.odds.sides import OTHER, Side


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


_S = TypeVar("_S")

MOST_STATES = 800
"""Ways that all may be that are followed at one time, the likeliest."""

FAR = 1 << 20
"""Farther than anybody is [half inches]."""

LEAST = 1e-8
"""Of more ways those less likely are not followed either [chance]."""


def followed_of(live: Mapping[GroupsApart, float]) -> dict[GroupsApart, float]:
    """Return what is followed of all that may be: everything, or the likeliest."""
    if len(live) <= MOST_STATES:
        return dict(live)
    some = likeliest(live, MOST_STATES)
    return {now: share for now, share in some if share > LEAST}


@dataclass(slots=True)
class GroupTurn:
    """The end of a turn: charges that arrived, and who is still apart [chance]."""

    met: dict[GroupContact, float] = field(default_factory=dict)
    apart: dict[GroupsApart, float] = field(default_factory=dict)


@dataclass(slots=True)
class _Ahead:
    """The same of one state, those who are apart as lines of `GroupVolleys`."""

    met: dict[GroupContact, float] = field(default_factory=dict)
    apart: dict[tuple[int, int], float] = field(default_factory=dict)


class GroupApproach:
    """Turns of two groups that are apart.

    Parameters
    ----------
    single : MordheimApproach
        The moves and shots of one of each.
    """

    def __init__(self, single: MordheimApproach) -> None:
        self.single = single
        self.work = self._played_states = 0
        self._volleys = GroupVolleys(single)
        self._moves: dict[tuple[Side, Afoot, int, bool], list[tuple[int, float]]] = {}
        self._turns: dict[tuple[Side, GroupsApart], _Ahead] = {}
        self._charges: dict[int, tuple[Throng, Throng]] = {}
        self._there: dict[int, Throng] = {}
        self._among: dict[tuple[Side, Afoot, int], list[tuple[int, int, float]]] = {}
        self._begun: dict[tuple[Side, int, int], int] = {}
        self._enemies: dict[tuple[int, int], int] = {}
        self._ends: dict[tuple[Side, int, int], int] = {}

    def turn(self, live: Mapping[GroupsApart, float], active: Side) -> GroupTurn:
        """Return where a turn of one side leads from all that may be.

        ``work`` counts the ways that are gone through.
        """
        found = _Ahead()
        for now, share in live.items():
            ahead = self._turn_of(active, now)
            _add(found.met, ahead.met, share)
            _add(found.apart, ahead.apart, share)
        lines = self._volleys.lines
        return GroupTurn(
            found.met,
            {
                GroupsApart(lines[a], lines[b]): share
                for (a, b), share in found.apart.items()
            },
        )

    def work_after(self, states: int) -> float:
        """Return the work when so many more states are played, by those before."""
        return self.work * (1 + states / max(1, self._played_states))

    def _turn_of(self, active: Side, now: GroupsApart) -> _Ahead:
        """Return where a turn leads from one state: worked out once."""
        key = active, now
        if key not in self._turns:
            self._turns[key] = self._played(active, now)
        return self._turns[key]

    def _played(self, active: Side, now: GroupsApart) -> _Ahead:
        own, enemies = now if active == "a" else now[::-1]
        walked = self._volleys.walked
        found = _Ahead()
        volleys: dict[Volley, float] = {}
        for (done, foes), share in self._after_moves(active, own, enemies).items():
            if any(one.arrived for one in walked[done]):
                met = GroupContact(active, *self._charge(done), self._charged(foes))
                found.met[met] = found.met.get(met, 0.0) + share
            else:
                key = NO_LINE, *self._from_the_hindmost(active, done, foes)
                volleys[key] = volleys.get(key, 0.0) + share
        for (done, rest, left), share in self._volleys.shot(active, volleys).items():
            end = self._end(active, done, rest)
            pair = (end, left) if active == "a" else (left, end)
            found.apart[pair] = found.apart.get(pair, 0.0) + share
        self._played_states += 1
        self.work += len(found.met) + self._volleys.work
        self._volleys.work = 0
        return found

    def _after_moves(
        self, active: Side, own: Throng, enemies: Throng
    ) -> Mapping[tuple[int, int], float]:
        """Return how both may be when all of a side have moved, as lines [chance]."""
        if self.single.movers[active].minds_goods:
            return self._among_goods(active, own, enemies)
        foes = self._volleys.lines.number(enemies)
        moves = self._walked(active, own, enemies)
        return {(done, foes): share for done, share in moves.items()}

    def _among_goods(
        self, active: Side, own: Throng, enemies: Throng
    ) -> Mapping[tuple[int, int], float]:
        """Return the same among goods of the enemies, who is nearest the first."""
        joined, lines = self._volleys.walked.joined, self._volleys.lines
        found = {(NO_LINE, lines.number(enemies)): 1.0}
        for who in _nearest_first(own, active):
            before, found = found, {}
            for (done, foes), share in before.items():
                for one, after, of in self._charges_of(active, who, foes):
                    key = joined(done, one), after
                    found[key] = found.get(key, 0.0) + share * of
            self.work += len(found)
        settled: dict[tuple[int, int], float] = {}
        for (done, foes), share in found.items():
            key = done, lines.number(tuple(sorted(map(after_charges, lines[foes]))))
            settled[key] = settled.get(key, 0.0) + share
        return settled

    def _charges_of(
        self, active: Side, who: Afoot, foes: int
    ) -> list[tuple[int, int, float]]:
        """Return where one may be after he moved, and his enemies, as lines."""
        key = active, who, foes
        if key not in self._among:
            posture = self.single.movers[active].side.posture
            enemies = self._volleys.lines[foes]
            near = nearest(who, enemies, self.single.movers[OTHER[active]].side)
            found = []
            for after, used, share in self.recovered(active, who, near):
                line = (after,) if posture[after.place] < OUT else ()
                left = list(enemies)
                left[near.place] = after_charge(enemies[near.place], used)
                there = self._volleys.lines.number(tuple(sorted(left)))
                found.append((self._volleys.walked.number(line), there, share))
            self._among[key] = found
        return self._among[key]

    def _walked(
        self, active: Side, own: Throng, enemies: Throng
    ) -> Mapping[int, float]:
        """Return how a side may be when all of it have moved, as lines [chance]."""
        joined = self._volleys.walked.joined
        found = {NO_LINE: 1.0}
        for who in own:
            distance, steep = min(
                (abs(who.at - enemy.at), who.up != enemy.up) for enemy in enemies
            )
            ways = self._walks(active, who, distance, level=not steep)
            before, found = found, {}
            for done, share in before.items():
                for one, of in ways:
                    key = joined(done, one)
                    found[key] = found.get(key, 0.0) + share * of
        return found

    def _walks(
        self, active: Side, who: Afoot, distance: int, *, level: bool
    ) -> list[tuple[int, float]]:
        """Return where one may be after he moved, as lines of one or of nobody."""
        key = active, who, distance, level
        if key not in self._moves:
            number, posture = (
                self._volleys.walked.number,
                self.single.movers[active].side.posture,
            )
            self._moves[key] = [
                (number(() if posture[after.place] >= OUT else (after,)), share)
                for after, _, share in self.recovered(
                    active, who, Near(0, distance, level, 0)
                )
            ]
        return self._moves[key]

    def recovered(
        self, active: Side, who: Afoot, near: Near
    ) -> Iterator[tuple[Walked, int, float]]:
        """Yield where the recovery and the movement of one fighter lead.

        Beside it stand the goods that the nearest enemy uses; see `Apart.spent`.
        """
        distance = near.distance
        mover = self.single.movers[active]
        risen = mover.side.posture[who.place] == KNOCKED_DOWN
        held = is_netted(who.empty)
        for place, share in mover.side.rests[who.place]:
            here = who._replace(place=place)
            now = Apart(place, place, distance, level=near.level, spent=near.used)
            for step, of in moved(mover, place, now, risen=risen, netted=held):
                if step.falls and of:
                    for state, x in mover.falls[place]:
                        after = self._fallen(active, here, state, distance)
                        yield after, step.spent, share * of * x
                elif of:
                    after = _walked(active, here, distance, step)
                    yield after, step.spent, share * of

    def _fallen(self, active: Side, who: Afoot, place: int, distance: int) -> Walked:
        """Return one who fell in his dive: he lies 2" from his enemy, or still charges.

        See `MordheimApproach`.
        """
        stands = self.single.movers[active].side.posture[place] == STANDING
        charges = self.single.context.readings.failed_dive == "charges" and stands
        step = MoveEnd(MET if charges else 2 * INCH, shoots=False)
        below = who._replace(place=place, up=False)
        return _walked(active, below, distance, step)._replace(fell=True)

    def _charge(self, done: int) -> tuple[Throng, Throng]:
        """Return who of a line has charged, and who has not, wherever they are."""
        if done not in self._charges:
            line = self._volleys.walked[done]
            self._charges[done] = (
                _anywhere(one.afoot for one in line if one.arrived),
                _anywhere(one.afoot for one in line if not one.arrived),
            )
        return self._charges[done]

    def _charged(self, foes: int) -> Throng:
        """Return who of a line is charged, wherever they are."""
        if foes not in self._there:
            self._there[foes] = _anywhere(self._volleys.lines[foes])
        return self._there[foes]

    def _from_the_hindmost(
        self, active: Side, done: int, enemies: int
    ) -> tuple[int, int]:
        """Return lines with places counted from the hindmost of side A.

        The first, which is to shoot, begins with who is nearest to the enemy.
        """
        own, foes = self._volleys.walked[done], self._volleys.lines[enemies]
        begin = min(line[0].at if line else FAR for line in (own, foes))
        shooters = active, done, begin
        if shooters not in self._begun:
            there = _moved_back(own, begin)
            first = _nearest_first(there, active)
            self._begun[shooters] = self._volleys.walked.number(first)
        targets = enemies, begin
        if targets not in self._enemies:
            there_too = _moved_back(foes, begin)
            self._enemies[targets] = self._volleys.lines.number(there_too)
        return self._begun[shooters], self._enemies[targets]

    def _end(self, active: Side, done: int, rest: int) -> int:
        """Return the line of a side after its turn: who has shot, and who has not."""
        key = active, done, rest
        if key not in self._ends:
            volleys = self._volleys
            own = *volleys.lines[done], *(one.afoot for one in volleys.walked[rest])
            after = sorted(self.after(active, one) for one in own)
            self._ends[key] = volleys.lines.number(tuple(after))
        return self._ends[key]

    def after(self, active: Side, one: Afoot) -> Afoot:
        """Return one after his turn.

        No net holds him; his stupidity counts where he may be charged.
        """
        enemy, side = self.single.movers[OTHER[active]], self.single.movers[active].side
        place = side.again[one.place]
        up, empty = one.up and not side.low[place], freed(one.empty)
        one = one._replace(place=place, up=up, empty=empty)
        state = side.states[one.place]
        if enemy.closes or enemy.must or not state.dull:
            return one
        place = side.striking.index[state._replace(dull=False)]
        return one._replace(place=place)


def _walked(active: Side, who: Afoot, distance: int, step: MoveEnd) -> Walked:
    """Return one after a movement, who was so far from the nearest enemy."""
    met = step.distance == MET
    ahead = 1 if active == "a" else -1
    at = who.at + (0 if met else ahead * (distance - step.distance))
    return Walked(at, who.place, who.empty, who.up, step.shoots, step.moved, met)


def _add(found: dict[_S, float], more: Mapping[_S, float], share: float) -> None:
    """Add so much of some chances to others."""
    for one, of in more.items():
        found[one] = found.get(one, 0.0) + share * of


_Who = TypeVar("_Who", Afoot, Walked)


def _moved_back(line: tuple[_Who, ...], by: int) -> tuple[_Who, ...]:
    """Return a line with all places less by so much [half inches]."""
    return tuple(one._replace(at=one.at - by) for one in line) if by else line


def _anywhere(some: Iterable[Afoot]) -> Throng:
    return tuple(sorted(without_goods(one)._replace(at=0) for one in some))


def _nearest_first(done: tuple[_Who, ...], active: Side) -> tuple[_Who, ...]:
    return tuple(
        sorted(done, key=lambda one: (-one.at if active == "a" else one.at, one))
    )
