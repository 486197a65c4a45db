"""The hands of Warhammer's models: one choice of weapon for a whole combat."""

from rulesets.loadouts.hands import (
    MOUNTED_ONLY,
    ON_FOOT_ONLY,
    Hands,
    Held,
    Holder,
    Piece,
    hands_filled,
    names,
    too_many_hands,
    wrong_companion,
    wrong_rider,
)

PAIRED = ("hand-weapon", "choppa", "pistol")
"""Base types of which two may be used together."""


SHIELD_AGAINST_SHOTS = "the shield counts only against shooting"
"""Note on models whose hands are too full for their shield."""


def _is_held(piece: Piece) -> bool:
    """Return whether it is chosen for a combat; what only shoots is at hand anyway."""
    return piece.kind in ("melee", "shield") or piece.base == "pistol"


def _weapons(held: Held) -> Held:
    return tuple(piece for piece in held if piece.kind != "shield")


def _shields(held: Held) -> Held:
    return tuple(piece for piece in held if piece.kind == "shield")


def _why_not(held: Held, holder: Holder) -> str:
    weapons = _weapons(held)
    for why in (_of_riders, _of_pairs, _of_magic_weapons, _of_shields):
        if told := why(held, weapons, holder):
            return told
    return too_many_hands(held, holder) or wrong_companion(held, holder)


def _of_riders(held: Held, weapons: Held, holder: Holder) -> str:
    if wrong := wrong_rider(weapons, holder):
        return wrong
    if holder.mounted and len(weapons) > 1:
        return "a rider fights with one weapon"
    return ""


def _of_pairs(held: Held, weapons: Held, holder: Holder) -> str:
    if len(weapons) > 2:
        return "a model fights with two weapons at most"
    if len(weapons) == 2 and any(piece.base not in PAIRED for piece in weapons):
        return "one weapon is chosen for a combat, only two hand weapons go together"
    return ""


def _of_magic_weapons(held: Held, weapons: Held, holder: Holder) -> str:
    magic = [piece for piece in weapons if "magic-weapon" in piece.rules]
    if magic and len(weapons) > 1:
        return f"{magic[0].name} is magic and never one of a pair"
    return ""


def _set_aside(piece: Piece, holder: Holder) -> str:
    """Return why a plain weapon stays at the belt: a magic one must be used."""
    magic = [one for one in holder.carries if "magic-weapon" in one.rules]
    if magic and piece not in magic and piece.kind != "shield":
        return f"{magic[0].name} is magic and must be used"
    return ""


def _of_shields(held: Held, weapons: Held, holder: Holder) -> str:
    shields = _shields(held)
    if len(shields) > 1:
        return "one shield at a time"
    if shields and hands_filled(held) > holder.hands:
        return f"{names(weapons)} leaves no hand for {shields[0].name}"
    return ""


def _notes(held: Held, holder: Holder) -> tuple[str, ...]:
    weapons, shields = _weapons(held), _shields(held)
    magic = any("magic-weapon" in piece.rules for piece in weapons)
    found = []
    if len(weapons) == 2:
        found.append("+1 Attack: two weapons, on foot")
    is_plain = len(weapons) == 1 and weapons[0].base == "hand-weapon" and not magic
    if is_plain and shields and not holder.mounted:
        found.append("+1 to the armour save in close combat: hand weapon and shield")
    if not shields and holder.knows("shield") and hands_filled(held) == holder.hands:
        found.append(SHIELD_AGAINST_SHOTS)
    return tuple(found)


HANDS = Hands(
    is_held=_is_held,
    why_not=_why_not,
    notes=_notes,
    set_aside=_set_aside,
    words=frozenset((MOUNTED_ONLY, ON_FOOT_ONLY, "magic-weapon")),
    riders=frozenset(("cavalry", "fast-cavalry", "flying-cavalry")),
    source="Warhammer rulebook (6th edition), weapons",
)
"""The game's reading of hands."""
