"""What the simulator's fighters strike with, and when."""

from typing import Any

from rulesets.core.values import Gear
from tests.rulesets.games.mordheim.simulator import Hand, Man, When

STEEDS: dict[str, tuple[int, int, int, int, int | None]] = {
    "warhorse": (3, 3, 3, 0, None),
    "war-boar": (3, 4, 3, 2, None),
    "giant-spider": (3, 3, 4, 0, 4),
    "cold-one": (3, 4, 3, 0, None),
    "nightmare": (2, 3, 2, 0, None),
}
"""Weapon Skill, Strength, Initiative, more on the charge, Strength to wound."""


def hand(
    piece: Gear,
    by: Man,
    when: When,
    blows: int,
    shot: bool = False,
    second: bool = False,
) -> Hand:
    rules = {use.key for use in piece.rules}
    printed: Any = piece.stats.get("strength", "user")
    if isinstance(printed, int):
        strength = printed
    else:
        bonus = int(printed.removeprefix("user") or 0)
        if "heavy" in rules and not (when.first or "bulging-biceps" in by.rules):
            bonus = 0
        strength = by.s + bonus + ("mighty-blow" in by.rules)
        strength += by.leaps and when.charging and not shot
        strength += by.dive if when.charging else 0
    rides = any(one.kind == "mount" for one in by.gear)
    strength += sum(
        use.x or 0
        for use in piece.rules
        if use.key == "mounted-charge" and rides and when.charging
    )
    strength += "superior-blackpowder" in by.keys and "save-modifier" in piece.stats
    if "dark-venom" in by.keys and piece == by.gear[0] and not second:
        strength += 1
    strength += "throwing-axe" in by.rules and "thrown" in rules
    strength += "venom-bearer" in by.rules and "save-modifier" not in piece.stats
    modifier: Any = piece.stats.get("save-modifier")
    return Hand(
        rules,
        piece.key,
        strength,
        blows,
        sword=piece.key in ("sword", "rapier"),
        base=piece.base,
        modifier=None if modifier is None else -modifier,
        shot=shot,
        table=str(piece.stats.get("critical", "")),
    )


FRENZY = {"mad-cap-mushrooms", "bear-claw-necklace", "red-toof-tribal-jewellery"}


def frenzied(man: Man) -> bool:
    return "frenzy" in man.rules or bool(FRENZY & man.keys)


def rules_of(piece: Gear) -> set[str]:
    return {use.key for use in piece.rules}


def own_blows(by: Man, when: When) -> int:
    """Return a fighter's blows before those that a second weapon adds."""
    own = by.a
    own += len({"pit-fighter-skill", "pit-fighter-at-home"} & by.rules) * when.indoors
    if "wolf-charge" in by.rules and when.charging:
        own = max(own, 2)
    own += "combat-master" in by.rules and when.several
    if frenzied(by) and not when.calm:
        own *= 2
    return int(own * (1 + ("ferocious-charge" in by.rules and when.charging)))


Blows = list[tuple[int, int, Hand]]


def blows_of(by: Man, him: Man, when: When) -> Blows:
    """Return what is struck when: its place in the order, Initiative, the blows."""
    if him.poison_proof:
        by.keys = by.keys - {"dark-venom"}
        by.rules = by.rules - {"venom-bearer"}
    if by.slam and when.charging:
        strength = by.s + (by.slam == "slam") + ("mighty-blow" in by.rules) + by.dive
        return [placed(by, Hand(set(), by.slam, strength, 1, table="unarmed"), when)]
    pistols = [piece for piece in by.gear if "pistol" in rules_of(piece)]
    held = by.melee(when.lost)
    brace = sum(max(piece.hands or 1, piece.count) for piece in pistols) > 1
    if brace and not by.melee() and when.first:
        return [placed(by, hand(pistols[0], by, when, 2), when)]
    found = armed(by, him, when, held) if held else bare(by, him, when)
    for piece in pistols if when.first else ():
        shot = "shoot-in-combat" in rules_of(piece)
        one = hand(piece, by, when, 1, shot=shot)
        one.aim = -2
        found.append((0, by.i, one) if shot else placed(by, one, when))
    for piece in held:
        if "whipcrack" in rules_of(piece) and (when.charging or when.charged):
            found.append((1, by.i, hand(piece, by, when, 1)))
    return [*found, *limbs(by, him, when)]


def lost_to(him: Man, by: Man, when: When) -> int:
    """Return how many attacks a fighter loses because of whom he strikes."""
    signed = "sign-of-sigmar" in him.rules and when.first and by.unholy
    return int("tentacle" in him.rules) + int(signed)


def bare(by: Man, him: Man, when: When) -> Blows:
    """Return the blows of fists, of beasts, and of one who needs no weapon."""
    able = by.rules & {"animal", "natural-weapons", "silent-death"}
    own = max(1, own_blows(by, when) - lost_to(him, by, when))
    own += "silent-death" in by.rules
    strength = by.s - (0 if able else 1) + ("mighty-blow" in by.rules)
    strength += by.leaps and when.charging
    strength += by.dive if when.charging else 0
    rules = set() if able else {"enemy-armour-bonus"}
    one = Hand(rules, "bare", strength, own if able else 1, table="unarmed")
    return [placed(by, one, when)]


def armed(by: Man, him: Man, when: When, held: list[Gear]) -> Blows:
    own = own_blows(by, when)
    fewer = lost_to(him, by, when)
    if len(held) > 1 and held[0].hands == 1:
        return [
            placed(by, hand(held[0], by, when, max(0, own - fewer)), when),
            placed(by, hand(held[1], by, when, 1, second=True), when),
        ]
    count = max(1, own + ("pair" in rules_of(held[0])) - fewer) if own else 0
    return [placed(by, hand(held[0], by, when, count), when)]


def limbs(by: Man, him: Man, when: When) -> Blows:
    found: Blows = []
    for key, able, strength in (
        ("horned-one", when.charging, by.s),
        ("trample", True, by.s),
        ("great-claw", True, by.s + 1),
    ):
        if key in by.rules and able:
            more = ("mighty-blow" in by.rules) + (by.leaps and when.charging)
            found.append(
                placed(
                    by, Hand(set(), "limb", strength + more, 1, table="unarmed"), when
                )
            )
    for key, (ws, s, i, charge, wounds_as) in STEEDS.items():
        if key in by.keys:
            hard = s + (charge if when.charging else 0)
            one = Hand(set(), "steed", hard, 1, ws=ws, wounds_as=wounds_as)
            one.table = "unarmed"
            found.append((1 if when.charging else 2, i, one))
    if "scorpion-tail" in by.rules:
        tail = Hand(set(), "limb", 2 if him.poison_proof else 5, 1, table="unarmed")
        found.append(placed(by, tail, when))
    return found


def placed(by: Man, one: Hand, when: When) -> tuple[int, int, Hand]:
    """Return when a blow is struck: first, in order of Initiative, or last."""
    initiative = by.i - (2 if one.key == "brass-knuckles" else 0)
    initiative += "ithilmar-edge" in one.rules
    last = "strike-last" in one.rules
    if last and "strongman" in by.rules and one.base == "great-weapon":
        last = False
    if last:
        return 3, initiative, one
    first = when.charging or (when.first and "strike-first" in one.rules)
    first = first or (when.charged and "lightning-reflexes" in by.rules)
    return (1 if first or by.hasty else 2), initiative, one
