"""The blows of a Mordheim turn: what each fighter strikes with, and in what order."""

from dataclasses import dataclass, replace
from typing import Literal

from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.games.mordheim.combat.side import SideStates
from rulesets.games.mordheim.combat.weapons import RISEN, WeaponStrike, strikes
from rulesets.odds.sides import Side

States = tuple[int, ...]
"""States of all, as places in `Body.states`: those of the many, then the one."""

Event = tuple[int, tuple[int, ...], bool]
"""The striker, the number of his strike by what he has in hand, and whether he strikes
again in this phase."""

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
    """

    active: Side
    charger: Literal["a", "b", ""] = ""
    afraid: int = 0
    dives: tuple[int, ...] = ()
    unloaded: tuple[frozenset[str], ...] = ()


class HeldArms:
    """The strikes of the fighters of a combat, and their order.

    ``strikes`` are all their strikes by number; ``by_lone`` says of each whether the
    one strikes it.
    """

    def __init__(
        self, sides: tuple[SideStates, ...], lone: int, context: MordheimContext
    ) -> None:
        self.strikes: list[WeaponStrike] = []
        self.by_lone: list[bool] = []
        self._sides = sides
        self._lone = lone
        self._context = context
        self._arms: dict[tuple[object, ...], list[int]] = {}
        self._orders: dict[tuple[object, ...], Orders] = {}

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
        events: list[tuple[tuple[int, int], int, tuple[int, ...], bool]] = []
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
                events.append((when, fighter, numbers, place + 1 < len(arms[loadout])))
        ones = {when for when, fighter, _, _ in events if fighter == self._lone}
        even = any(
            when in ones for when, fighter, _, _ in events if fighter < self._lone
        )
        found: Orders = []
        for rank in (-1, 1) if even else (1,):
            ordered = sorted(
                events, key=lambda e: (e[0], rank if e[1] == self._lone else 0, e[1])
            )
            order = [(who, numbers, more) for _, who, numbers, more in ordered]
            found.append((order, 0.5 if even else 1.0))
        return found

    def armed(
        self, fighter: int, turn: MordheimTurn, *, calm: bool, loadout: int = 0
    ) -> list[int]:
        """Return the numbers of what a fighter strikes in a turn with one loadout."""
        is_lone = fighter == self._lone
        party = self._sides[fighter].party
        charged = bool(turn.charger) and turn.charger != party.warrior.side
        afraid = charged and bool(turn.afraid >> (0 if is_lone else fighter) & 1)
        empty = turn.unloaded[fighter] if turn.unloaded else frozenset[str]()
        dive = turn.dives[fighter] if turn.dives else 0
        key = is_lone, calm, loadout, afraid, turn.charger, dive, empty
        if key not in self._arms:
            moment = replace(
                party.usual,
                charging=turn.charger == party.warrior.side,
                dive=dive,
                charged=charged,
                first=bool(turn.charger),
                hates=party.usual.hates and bool(turn.charger),
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
