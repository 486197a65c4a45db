"""What a Mordheim fighter has left to fight with when weapons are struck from his hand.

He fights on with what the other hand holds, then with what he carries, then unarmed.
"""

from dataclasses import dataclass, replace

from rulesets.games.mordheim.combat.attack import table_of
from rulesets.games.mordheim.combat.context import MordheimReadings
from rulesets.games.mordheim.combat.profile import MordheimWeapon, Warrior
from rulesets.games.mordheim.combat.weapons import drawable, singly
from rulesets.games.mordheim.critical_hits import can

Hand = tuple[MordheimWeapon, ...]

UNARMED = ("fist", "natural")
"""Weapons that nobody loses, by their base."""


@dataclass(frozen=True, slots=True)
class Kits:
    """What a fighter may have in hand in a combat.

    Parameters
    ----------
    hands : tuple
        What he fights with and what he could draw; the first is what he began with.
    drops : tuple
        By kit, those that he may have after he was disarmed, as in `Body`.
    """

    hands: tuple[tuple[Hand, Hand], ...]
    drops: tuple[tuple[int, ...], ...]

    def of(self, warrior: Warrior, kit: int) -> Warrior:
        """Return the fighter with one of his kits."""
        if not kit:
            return warrior
        held, carried = self.hands[kit]
        return replace(warrior, weapons=held, carried=carried)


def may(enemy: Warrior, does: str, readings: MordheimReadings) -> bool:
    """Return whether a critical hit of an enemy may do something beside wounds."""
    weapons = (*enemy.weapons, *enemy.carried, *enemy.missiles)
    return any(can(table_of(one, readings), does) for one in weapons)


def kits(warrior: Warrior) -> Kits:
    """Return what a fighter may have in hand once he is disarmed."""
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
            kit = _ready((*hand[:place], *hand[place + 1 :]), carried)
            if kit not in hands:
                hands.append(kit)
            after.append(hands.index(kit))
        after = after[:1] if len({*after}) == 1 else after
        drops.append(tuple(after))
    return Kits(tuple(hands), tuple(drops))


def _ready(held: Hand, carried: Hand) -> tuple[Hand, Hand]:
    """Return a hand that is not empty, if anything can be drawn."""
    if held or not carried:
        return held, carried
    return carried[:1], carried[1:]
