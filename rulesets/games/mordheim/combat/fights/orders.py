"""The blows of a Mordheim turn: what each fighter strikes with, and in what order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, Protocol

from rulesets.games.mordheim.combat.blows.blows import BlowGroup
from rulesets.games.mordheim.combat.blows.powder import (
    PistolCourse,
    burst,
    course,
    fates,
    risky_blows,
)
from rulesets.games.mordheim.combat.blows.weapons import RISEN, WeaponStrike, strikes
from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.fights.side import SideStates
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.odds.sides import Side

States = tuple[int, ...]
"""States of all, as places in `Body.states`: those of the many, then the one."""


class Event(NamedTuple):
    """One strike in the order of a phase.

    Parameters
    ----------
    fighter : int
        Who strikes.
    numbers : tuple of int
        His strike by what he has in hand.
    again : bool
        True if he strikes again in this phase.
    bursts : bool
        True if it is his own pistol that explodes on him.
    """

    fighter: int
    numbers: tuple[int, ...]
    again: bool
    bursts: bool = False


NOTHING = -1
"""No strike at all."""

Orders = list[tuple[list[Event], float]]
"""Blows in their order, with the chance of each order."""


@dataclass(frozen=True, slots=True)
class MordheimTurn:
    """A turn of one side.

    Parameters
    ----------
    active : str
        ``a`` or ``b``.
    charger : str
        The side that charged in this turn; "" for none.
    afraid : int
        Who of the charged fear and need a 6 to hit: a bit for each, the one's is the
        first.
    dives : tuple of int
        By fighter, what a diving charge adds to his Strength; nothing for none at all
        [pips].
    unloaded : tuple of frozenset of str
        By fighter, the pistols in hand that strike no blow; nothing for none at all.
    newcomer : int
        The fighter who alone charges into a combat that goes on; -1 where all of the
        charger's side begin it.
    """

    active: Side
    charger: Literal["a", "b", ""] = ""
    afraid: int = 0
    dives: tuple[int, ...] = ()
    unloaded: tuple[frozenset[str], ...] = ()
    newcomer: int = -1

    @property
    def begins(self) -> bool:
        """Return whether the combat begins in this turn, with a charge."""
        return bool(self.charger) and self.newcomer < 0

    def charges(self, side: Side, fighter: int) -> bool:
        """Return whether a fighter of a side charges."""
        return self.charger == side and self.newcomer in (-1, fighter)


class Turns(Protocol):
    """A combat turn by turn."""

    def rows(
        self, states: Sequence[States], turn: MordheimTurn
    ) -> Sequence[Mapping[States, float]]:
        """Return the states of all after a turn from each of some states [chance]."""

    def over(self, states: States) -> bool:
        """Return whether one side is gone."""


class HeldArms:
    """The strikes of the fighters of a combat, and their order.

    ``strikes`` are all their strikes by number; ``by_lone`` says of each whether the
    one strikes it. ``rolled`` are those that a die to hit has made of another one: a
    pistol of them has misfired, or has not.
    """

    def __init__(
        self, sides: tuple[SideStates, ...], lone: int, context: MordheimContext
    ) -> None:
        self.strikes: list[WeaponStrike] = []
        self.by_lone: list[bool] = []
        self.rolled: dict[int, int] = {}
        self._sides = sides
        self._lone = lone
        self._context = context
        self._arms: dict[tuple[object, ...], list[int]] = {}
        self._orders: dict[tuple[object, ...], Orders] = {}
        self._courses: dict[tuple[int, PistolCourse], int] = {}

    def ordered(
        self, states: States, risen: frozenset[int], turn: MordheimTurn
    ) -> Orders:
        """Return the blows in their order; where sides are even a die decides."""
        able = tuple(
            (fighter, side.states[place].calm, side.loadout[place])
            for fighter, (side, place) in enumerate(
                zip(self._sides, states, strict=True)
            )
            if side.strikes[place]
        )
        key = able, risen, turn
        if key not in self._orders:
            self._orders[key] = self._order(able, risen, turn)
        return self._orders[key]

    def _order(
        self,
        able: tuple[tuple[int, bool, int], ...],
        risen: frozenset[int],
        turn: MordheimTurn,
    ) -> Orders:
        events: list[tuple[tuple[int, int], int, tuple[int, ...]]] = []
        for fighter, calm, loadout in able:
            loadouts = range(len(self._sides[fighter].warriors))
            arms = [
                self.armed(fighter, turn, calm=calm, loadout=one) for one in loadouts
            ]
            for place, number in enumerate(arms[loadout]):
                strike = self.strikes[number]
                at = RISEN if fighter in risen else strike.order
                when = at, -strike.initiative
                numbers = tuple(
                    own[place] if place < len(own) else NOTHING for own in arms
                )
                events.append((when, fighter, numbers))
        ones = {when for when, fighter, _ in events if fighter == self._lone}
        even = any(when in ones for when, fighter, _ in events if fighter < self._lone)
        found: Orders = []
        for rank in (-1, 1) if even else (1,):
            ordered = sorted(
                events, key=lambda e: (e[0], rank if e[1] == self._lone else 0, e[1])
            )
            latest = {who: at for at, (_, who, _) in enumerate(ordered)}
            order = [
                Event(who, numbers, at < latest[who])
                for at, (_, who, numbers) in enumerate(ordered)
            ]
            found += self._fired(order, 0.5 if even else 1.0)
        return found

    def _fired(self, order: list[Event], chance: float) -> Orders:
        """Return an order of blows for each way in which their pistols may misfire."""
        found: Orders = [([], chance)]
        for event in order:
            courses = self._courses_of(event)
            found = [
                ([*before, *events], share * of)
                for before, share in found
                for events, of in courses
            ]
        return found

    def _courses_of(self, event: Event) -> Orders:
        """Return what a strike may come to, as its pistols misfire or not.

        A pistol that explodes does so before the other blows of its moment (house).
        """
        armed = [
            self.strikes[number].groups if number != NOTHING else ()
            for number in event.numbers
        ]
        most = max(armed, key=risky_blows)
        if not risky_blows(most):
            return [([event], 1.0)]
        found: dict[tuple[Event, ...], float] = {}
        for fated, share in fates(most):
            courses = [course(groups, fated) for groups in armed]
            events = (
                *self._bursts(event, [one.bursts for one in courses]),
                event._replace(
                    numbers=tuple(
                        NOTHING if number == NOTHING else self._rolled(number, one)
                        for number, one in zip(event.numbers, courses, strict=True)
                    )
                ),
            )
            found[events] = found.get(events, 0.0) + share
        return [([*events], share) for events, share in found.items()]

    def _rolled(self, number: int, fired: PistolCourse) -> int:
        """Return the number of a strike as its pistols have fired."""
        key = number, fired
        if key not in self._courses:
            strike = replace(self.strikes[number], groups=fired.groups)
            self._courses[key] = self._added(strike, by_lone=self.by_lone[number])
            self.rolled[self._courses[key]] = number
        return self._courses[key]

    def _bursts(self, event: Event, bursts: list[int]) -> list[Event]:
        """Return the explosions of one fighter's pistols, one after the other."""
        if not any(bursts):
            return []
        own = self._sides[event.fighter].party.warrior
        is_lone = event.fighter == self._lone
        hit = PistolCourse((BlowGroup(1, burst(own), "Misfire"),), int(is_lone))
        key = NOTHING, hit
        if key not in self._courses:
            strike = WeaponStrike(0, 0, hit.groups)
            self._courses[key] = self._added(strike, by_lone=not is_lone)
        number = self._courses[key]
        return [
            Event(
                event.fighter,
                tuple(number if many > place else NOTHING for many in bursts),
                again=False,
                bursts=True,
            )
            for place in range(max(bursts))
        ]

    def _added(self, strike: WeaponStrike, *, by_lone: bool) -> int:
        self.strikes.append(strike)
        self.by_lone.append(by_lone)
        return len(self.strikes) - 1

    def armed(
        self, fighter: int, turn: MordheimTurn, *, calm: bool, loadout: int = 0
    ) -> list[int]:
        """Return the numbers of what a fighter strikes in a turn with one loadout."""
        is_lone = fighter == self._lone
        party = self._sides[fighter].party
        charging = turn.charges(party.warrior.side, fighter)
        met = bool(turn.charger) and turn.charger != party.warrior.side
        charged = met and turn.begins
        afraid = met and bool(turn.afraid >> (0 if is_lone else fighter) & 1)
        empty = turn.unloaded[fighter] if turn.unloaded else frozenset[str]()
        dive = turn.dives[fighter] if turn.dives else 0
        key = is_lone, calm, loadout, afraid, charging, charged, dive, empty
        if key not in self._arms:
            moment = replace(
                party.usual,
                charging=charging,
                dive=dive,
                charged=charged,
                first=charging or charged,
                hates=party.usual.hates and (charging or charged),
                calm=calm,
                afraid=afraid,
            )
            enemy = self._sides[0 if is_lone else -1].party.warrior
            own = _without(self._sides[fighter].warriors[loadout], empty)
            found = strikes(own, enemy, moment, self._context)
            begin = len(self.strikes)
            self.strikes += found
            self.by_lone += [is_lone] * len(found)
            self._arms[key] = list(range(begin, len(self.strikes)))
        return self._arms[key]


def _without(warrior: Warrior, empty: frozenset[str]) -> Warrior:
    """Return a fighter without the pistols that are empty."""
    if not empty:
        return warrior
    loaded = tuple(one for one in warrior.missiles if one.key not in empty)
    return replace(warrior, missiles=loaded)
