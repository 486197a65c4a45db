"""The hands of Mordheim's fighters: the part in use of all that they carry."""

from rulesets.loadouts.hands import (
    FILLS_HANDS,
    MOUNTED_ONLY,
    ON_FOOT_ONLY,
    SHIELD_ONLY,
    SHIELD_OR_BUCKLER_ONLY,
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

_GUARDS = ("shield", "buckler")


def _is_held(piece: Piece) -> bool:
    return piece.kind in ("melee", "ranged", *_GUARDS) and piece.hands != 0


def _why_not(held: Held, holder: Holder) -> str:
    for why in (wrong_rider, _of_guards, wrong_companion):
        if told := why(held, holder):
            return told
    return too_many_hands(held, holder)


def _of_guards(held: Held, holder: Holder) -> str:
    guards = [piece for piece in held if piece.kind in _GUARDS]
    if len(guards) > 1:
        return "a shield or a buckler, one at a time"
    others = tuple(piece for piece in held if piece.kind not in _GUARDS)
    if guards and others and hands_filled(held) > holder.hands:
        return f"{names(others)} leaves no hand for {guards[0].name}"
    return ""


def _notes(held: Held, holder: Holder) -> tuple[str, ...]:
    found = []
    melee = [piece for piece in held if piece.kind == "melee"]
    if sum(piece.hands == 1 for piece in melee) > 1 and not holder.mounted:
        found.append("+1 Attack: a weapon in each hand")
    parrying = [piece for piece in held if "parry" in piece.rules]
    if parrying:
        found.append(_parry(held, parrying))
    is_idle = holder.knows("shield") and not any(p.kind == "shield" for p in held)
    if is_idle and any(piece.hands == 2 for piece in melee):
        found.append("the shield counts only against shooting")
    return tuple(found)


def _parry(held: Held, parrying: list[Piece]) -> str:
    bases = {piece.base for piece in parrying}
    if any(piece.kind == "buckler" for piece in held) and "sword" in bases:
        return "parries, and re-rolls a failed parry: sword and buckler"
    return "parries"


HANDS = Hands(
    is_held=_is_held,
    why_not=_why_not,
    notes=_notes,
    words=frozenset(
        (
            MOUNTED_ONLY,
            ON_FOOT_ONLY,
            FILLS_HANDS,
            SHIELD_ONLY,
            SHIELD_OR_BUCKLER_ONLY,
        )
    ),
    source="Mordheim rulebook, close combat weapons and shooting",
)
"""The game's reading of hands."""
