"""Turns of duels of Mordheim: one against one, who do nothing but strike.

Their states are few, so that each is sooner worked out by itself than all in arrays;
`MeleeTurns` has the turns of all other combats. A test holds the two to each other.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from rulesets.games.mordheim.combat.blows.injuries import KNOCKED_DOWN, OUT, STANDING
from rulesets.games.mordheim.combat.blows.weapons import RISEN
from rulesets.games.mordheim.combat.fights.duellists import (
    Blows,
    DuelArms,
    Target,
    duel_arms,
    struck_rows,
    target_of,
)
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.orders import MordheimTurn, States, Turns
from rulesets.games.mordheim.combat.fights.side import SCORED, TRIED, Kernel, SideStates
from rulesets.games.mordheim.combat.fights.turn import MeleeTurns
from rulesets.odds.sides import SIDES

NOBODY = -1
"""The place of who stood up in a turn where nobody did."""

ORDERS = 4096
"""Orders of blows that are kept."""

NO_ARMS = DuelArms((), ())
"""The strikes of who strikes nothing."""


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
    """
    events: list[tuple[When, int, int]] = []
    for who, whens in enumerate((a, b)):
        now = [(RISEN, when[1]) if who == risen else when for when in whens]
        events += [(when, who, place) for place, when in enumerate(now)]
    even = bool(
        {one[0] for one in events if one[1]} & {one[0] for one in events if not one[1]}
    )
    found = []
    for rank in (-1, 1) if even else (1,):
        events.sort(key=lambda one: (one[0], rank if one[1] else 0))
        latest = {who: at for at, (_, who, _) in enumerate(events)}
        order = tuple(
            DuelEvent(who, place, SCORED | TRIED if at < latest[who] else 0)
            for at, (_, who, place) in enumerate(events)
        )
        found.append((0.5 if even else 1.0, order))
    return tuple(found)


class DuelSide(NamedTuple):
    """One side of a duel; ``armed`` are his strikes in a turn, if he is calm or not."""

    states: SideStates
    target: Target
    armed: Callable[[MordheimTurn, bool], DuelArms]


class DuelTurns:
    """A combat of one against one, turn by turn."""

    def __init__(self, a: DuelSide, b: DuelSide) -> None:
        self.sides = a, b
        self.posture = a.states.posture, b.states.posture
        self._strikes = a.states.strikes, b.states.strikes
        self._stupid = any(side.states.party.stupid for side in self.sides)
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

    def rows(
        self, states: Iterable[States], turn: MordheimTurn
    ) -> list[Mapping[States, float]]:
        """Return the states of both after a turn from each of some states [chance]."""
        found = [self._turn(one, turn) for one in states]
        return (
            [self._before_next(row, turn) for row in found] if self._stupid else found
        )

    def _before_next(
        self, row: Mapping[States, float], turn: MordheimTurn
    ) -> Mapping[States, float]:
        """Return states as they are when the other's turn begins; see `SideStates`."""
        a, b = (side.states for side in self.sides)
        of_a, of_b = (a.again, b.before) if turn.active == "a" else (a.before, b.again)
        found: dict[States, float] = {}
        for (x, y), share in row.items():
            after = of_a[x], of_b[y]
            found[after] = found.get(after, 0.0) + share
        return found

    def _turn(self, states: States, turn: MordheimTurn) -> Mapping[States, float]:
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
        key = x, y, risen, _at(turn)
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
        key = able, risen, _at(turn)
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
        key = who, _at(turn), calm
        if key not in self._armed:
            self._armed[key] = self.sides[who].armed(turn, calm)
        return self._armed[key]


def _at(turn: MordheimTurn) -> tuple[object, ...]:
    """Return all that counts of a turn for blows."""
    return turn.charger, turn.afraid, turn.dives, turn.unloaded


def melee_turns(melee: Melee) -> Turns:
    """Return the turns of a combat: of a duel, or of any other."""
    if not melee.is_duel:
        return MeleeTurns(melee)
    a, b = (
        DuelSide(side, target_of(side.party.body, side.parry[0]), _armed(melee, place))
        for place, side in enumerate(melee.sides)
    )
    return DuelTurns(a, b)


def _armed(melee: Melee, who: int) -> Callable[[MordheimTurn, bool], DuelArms]:
    def armed(turn: MordheimTurn, calm: bool) -> DuelArms:  # noqa: FBT001
        numbers = melee.arms.armed(who, turn, calm=calm)
        return duel_arms([melee.arms.strikes[number] for number in numbers])

    return armed
