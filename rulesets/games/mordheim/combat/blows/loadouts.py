"""The hands of a Mordheim fighter whom critical hits may disarm."""

from dataclasses import dataclass, replace

from rulesets.games.mordheim.combat.blows.attack import table_of
from rulesets.games.mordheim.combat.blows.weapons import drawable, singly
from rulesets.games.mordheim.combat.context import MordheimReadings
from rulesets.games.mordheim.combat.profile import MordheimWeapon, Warrior
from rulesets.games.mordheim.critical_hits import can

Hand = tuple[MordheimWeapon, ...]

UNARMED = ("fist", "natural")
"""Weapons that nobody loses, by their base."""


@dataclass(frozen=True, slots=True)
class Loadouts:
    """The sets that a fighter may have in hand in a combat.

    Parameters
    ----------
    hands : tuple
        What he fights with and what he could draw; the first is what he began with.
    drops : tuple
        By loadout, those that he may have after he was disarmed, as in `Body`.
    """

    hands: tuple[tuple[Hand, Hand], ...]
    drops: tuple[tuple[int, ...], ...]

    def of(self, warrior: Warrior, loadout: int) -> Warrior:
        """Return the fighter with one of his loadouts."""
        if not loadout:
            return warrior
        held, carried = self.hands[loadout]
        return replace(warrior, weapons=held, carried=carried)


def may_do(enemy: Warrior, does: str, readings: MordheimReadings) -> bool:
    """Return whether a critical hit of an enemy may do something beside wounds."""
    weapons = (*enemy.weapons, *enemy.carried, *enemy.missiles)
    return any(can(table_of(one, readings), does) for one in weapons)


def loadouts(warrior: Warrior) -> Loadouts:
    """Return the sets that a fighter may have in hand once he is disarmed."""
    held, spare = singly(warrior.weapons), singly(drawable(warrior))
    for one in held:
        place = next((n for n, other in enumerate(spare) if other.key == one.key), None)
        if place is not None:
            spare = (*spare[:place], *spare[place + 1 :])
    hands = [_ready(held, spare)]
    drops: list[tuple[int, ...]] = []
    for hand, carried in hands:
        after: list[int] = []
        for place, weapon in enumerate(hand):
            if weapon.base in UNARMED:
                continue
            loadout = _ready((*hand[:place], *hand[place + 1 :]), carried)
            if loadout not in hands:
                hands.append(loadout)
            after.append(hands.index(loadout))
        after = after[:1] if len({*after}) == 1 else after
        drops.append(tuple(after))
    return Loadouts(tuple(hands), tuple(drops))


def _ready(held: Hand, carried: Hand) -> tuple[Hand, Hand]:
    """Return a hand that is not empty, if anything can be drawn."""
    if held or not carried:
        return held, carried
    return carried[:1], carried[1:]
