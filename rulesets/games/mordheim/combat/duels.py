"""Duels of Mordheim: one against one by the tables of two fighters, without words.

A turn leads where `Melee.turn` leads: the two are held against each other by a test.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from rulesets.games.mordheim.combat.chain import Chain, opening
from rulesets.games.mordheim.combat.context import Charger
from rulesets.games.mordheim.combat.duellists import (
    Blows,
    DuelArms,
    Duellist,
    DuelMoment,
    arms,
    struck_rows,
)
from rulesets.games.mordheim.combat.injuries import FLED, KNOCKED_DOWN, OUT, STANDING
from rulesets.games.mordheim.combat.orders import MordheimTurn, States
from rulesets.games.mordheim.combat.side import SCORED, TRIED, Kernel
from rulesets.games.mordheim.combat.weapons import RISEN
from rulesets.odds.sides import OTHER, SIDES

NOBODY = -1
"""The place of who stood up in a turn where nobody did."""

ORDERS = 4096
"""Orders of blows that are kept."""

NO_ARMS = DuelArms((), ())
"""The strikes of who strikes nothing."""

DUELS = 1 << 14
"""Duels whose figures are kept."""


class NotADuel(Exception):
    """A duel whose blows come in an order that these tables do not know."""


class DuelEvent(NamedTuple):
    """A strike: who strikes, which of his, and what of it counts afterwards."""

    who: int
    place: int
    keep: int


Order = tuple[DuelEvent, ...]
When = tuple[int, int]
Partial = tuple[int, int, int]
"""The states of both, and two bits of each: his critical hit is had, his blows were
parried."""


@lru_cache(maxsize=ORDERS)
def ordered(
    a: tuple[When, ...], b: tuple[When, ...], risen: int
) -> tuple[tuple[float, Order], ...]:
    """Return the strikes of both in their order, a die deciding where they are even.

    Parameters
    ----------
    a, b : tuple
        When each strike is; none of who strikes nothing.
    risen : int
        Who stood up, 0 or 1, or `NOBODY`.

    Raises
    ------
    NotADuel
        If one who stood up strikes in another order than usual.
    """
    events: list[tuple[When, int, int]] = []
    for who, whens in enumerate((a, b)):
        now = [(RISEN, when[1]) if who == risen else when for when in whens]
        if now != sorted(now):
            raise NotADuel
        events += [(when, who, place) for place, when in enumerate(now)]
    counts = len(a), len(b)
    even = bool(
        {one[0] for one in events if one[1]} & {one[0] for one in events if not one[1]}
    )
    found = []
    for rank in (-1, 1) if even else (1,):
        events.sort(key=lambda one: (one[0], rank if one[1] else 0))
        order = tuple(
            DuelEvent(who, place, SCORED | TRIED if place + 1 < counts[who] else 0)
            for _, who, place in events
        )
        found.append((0.5 if even else 1.0, order))
    return tuple(found)


class DuelTurns:
    """A combat of one against one, turn by turn."""

    def __init__(self, a: Duellist, b: Duellist) -> None:
        self.sides = a, b
        self.posture = a.states.posture, b.states.posture
        self._strikes = a.states.strikes, b.states.strikes
        self._calm = a.states.calm, b.states.calm
        self._targets = b.target, a.target
        self._courses: dict[
            tuple[object, ...], list[tuple[float, list[tuple[int, Blows, int]]]]
        ] = {}
        self._armed: dict[tuple[object, ...], DuelArms] = {}
        self._phases: dict[tuple[object, ...], dict[States, float]] = {}

    def over(self, states: States) -> bool:
        """Return whether one of them is gone."""
        return self.posture[0][states[0]] >= OUT or self.posture[1][states[1]] >= OUT

    def turn(self, states: States, turn: MordheimTurn) -> Mapping[States, float]:
        """Return the states of both after a turn, with the chance of each."""
        x, y = states
        if turn.charger:
            return self._phase(x, y, NOBODY, turn)
        who = SIDES.index(turn.active)
        place = states[who]
        risen = who if self.posture[who][place] == KNOCKED_DOWN else NOBODY
        recovers = self.sides[who].states.recovers[place]
        found: dict[States, float] = {}
        for after, share in recovers:
            now = (x, after) if who else (after, y)
            ends = self._phase(*now, risen, turn)
            if share == 1:
                return ends
            for ended, of in ends.items():
                found[ended] = found.get(ended, 0.0) + share * of
        return found

    def _phase(
        self, x: int, y: int, risen: int, turn: MordheimTurn
    ) -> dict[States, float]:
        """Return the states after the blows of both, from how they are before them.

        Whose turn it is counts for nobody who has not just stood up.
        """
        key = x, y, risen, turn.charger, turn.afraid
        known = self._phases.get(key)
        if known is not None:
            return known
        found: dict[States, float] = {}
        views = self.posture[0][x], self.posture[1][y]
        for half, course in self._course(x, y, risen, turn):
            live: dict[Partial, float] = {(x, y, 0): half}
            for event in course:
                live = self._struck(live, event, views)
            for (own, other, _), of in live.items():
                found[own, other] = found.get((own, other), 0.0) + of
        self._phases[key] = found
        return found

    def _struck(
        self,
        live: dict[Partial, float],
        event: tuple[int, Blows, int],
        views: tuple[int, int],
    ) -> dict[Partial, float]:
        """Return the turns on their way after one more strike of each."""
        who, blows, keep = event
        able, gone, target = (
            self._strikes[who],
            self.posture[1 - who],
            self._targets[who],
        )
        view, bits = views[1 - who], 2 * who
        rows: dict[int, Kernel] = {}
        found: dict[Partial, float] = {}
        for partial, share in live.items():
            at = partial[1 - who]
            if not able[partial[who]] or gone[at] >= OUT:
                found[partial] = found.get(partial, 0.0) + share
                continue
            x, y, flags = partial
            had = flags >> bits & (SCORED | TRIED)
            if had not in rows:
                rows[had] = struck_rows(
                    target,
                    blows,
                    view,
                    guarded=view == STANDING and not had & TRIED,
                    used=bool(had & SCORED),
                    keep=keep,
                )
            for after, marks, of in rows[had][at]:
                now = flags | marks << bits
                key = (after, y, now) if who else (x, after, now)
                found[key] = found.get(key, 0.0) + share * of
        return found

    def _course(
        self, x: int, y: int, risen: int, turn: MordheimTurn
    ) -> list[tuple[float, list[tuple[int, Blows, int]]]]:
        """Return the strikes of a phase in their order, with the chance of each."""
        able = self._calm[0][x], self._calm[1][y]
        key = able, risen, turn.charger, turn.afraid
        if key not in self._courses:
            self._courses[key] = self._new_course(able, risen, turn)
        return self._courses[key]

    def _new_course(
        self, able: tuple[bool | None, bool | None], risen: int, turn: MordheimTurn
    ) -> list[tuple[float, list[tuple[int, Blows, int]]]]:
        both = [
            NO_ARMS if calm is None else self._arms(who, turn, calm=calm)
            for who, calm in enumerate(able)
        ]
        return [
            (
                half,
                [(one.who, both[one.who].blows[one.place], one.keep) for one in order],
            )
            for half, order in ordered(both[0].whens, both[1].whens, risen)
        ]

    def _arms(self, who: int, turn: MordheimTurn, *, calm: bool) -> DuelArms:
        key = who, turn.charger, turn.afraid, calm
        if key not in self._armed:
            self._armed[key] = self._new_arms(who, turn, calm=calm)
        return self._armed[key]

    def _new_arms(self, who: int, turn: MordheimTurn, *, calm: bool) -> DuelArms:
        charged = bool(turn.charger) and turn.charger != SIDES[who]
        moment = DuelMoment(
            charging=turn.charger == SIDES[who],
            charged=charged,
            afraid=charged and bool(turn.afraid),
            calm=calm,
        )
        return arms(self.sides[who], self.sides[1 - who].seen, moment)

    def wins(self, ends: Mapping[States, float]) -> tuple[float, float]:
        """Return the chances that each has won: the other is out, or has fled."""
        a_wins = b_wins = 0.0
        of_a, of_b = self.posture
        for (x, y), share in ends.items():
            a_wins += share * (of_b[y] in (OUT, FLED))
            b_wins += share * (of_a[x] in (OUT, FLED))
        return a_wins, b_wins

    def left(self, parts: Iterable[Mapping[States, float]]) -> tuple[float, float]:
        """Return the mean wounds that each has left: 1 at least who is not out."""
        a, b = (one.left for one in self.sides)
        of_a = of_b = 0.0
        for (x, y), share in (pair for part in parts for pair in part.items()):
            of_a += share * a[x]
            of_b += share * b[y]
        return of_a, of_b


class DuelFigures(NamedTuple):
    """Chances to win of both, and means: wounds left of both, turns."""

    a_wins: float
    b_wins: float
    a_left: float
    b_left: float
    turns: float


@lru_cache(maxsize=DUELS)
def duel_figures(
    a: Duellist, b: Duellist, charger: Charger, rounds: int | None
) -> DuelFigures:
    """Return the figures of a duel: until it is over, or of so many turns.

    Raises
    ------
    NotADuel
        If it is to be asked in the usual way.
    TooManyStates
        If it has too many states.
    """
    holds = shakes = 0.0
    if charger != "none":
        own, other = (a, b) if charger == "a" else (b, a)
        holds = own.held if other.fearsome else 0.0
        shakes = other.shaken if own.fearsome else 0.0
    a_left, b_left = (max(1, one.states.wounds[one.begins]) for one in (a, b))
    if holds == 1:
        return DuelFigures(0.0, 0.0, a_left, b_left, 0.0)
    fought = _fought(DuelTurns(a, b), charger, shakes, rounds)
    fights = 1 - holds
    return DuelFigures(
        fights * fought.a_wins,
        fights * fought.b_wins,
        fights * fought.a_left + holds * a_left,
        fights * fought.b_left + holds * b_left,
        fights * fought.turns,
    )


def _fought(
    duel: DuelTurns, charger: Charger, shakes: float, rounds: int | None
) -> DuelFigures:
    """Return the figures of a duel in which the charge is not held back."""
    begins = duel.sides[0].begins, duel.sides[1].begins
    turns = opening(charger, () if charger == "none" else (shakes,))
    first: dict[States, float] = {}
    for turn, share in turns.items():
        for states, of in duel.turn(begins, turn).items():
            first[states] = first.get(states, 0.0) + share * of
    active = OTHER[next(iter(turns)).active]
    chain = Chain(duel, [(active, states) for states in first])
    live, ended = chain.entering({active: first})
    if rounds is None:
        ends, left, more = chain.at_last(live, ended)
        return DuelFigures(*duel.wins(ends), *duel.left((ends, left)), 1.0 + more)
    result = chain.limited(live, ended, rounds)
    left_of = duel.left((result.ends, result.open))
    return DuelFigures(*duel.wins(result.ends), *left_of, result.turns)
