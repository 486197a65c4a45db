"""The hands of Scrollhammer's models: items, hands set to spells, staves."""

from rulesets.loadouts.hands import (
    MOUNTED_ONLY,
    ON_FOOT_ONLY,
    Hands,
    Held,
    Holder,
    Piece,
    hands_filled,
    too_many_hands,
    wrong_companion,
    wrong_rider,
)

_SPELLS = "spells"


def _is_held(piece: Piece) -> bool:
    """Return whether it needs a hand; spells do, armour and rings do not."""
    return piece.kind == "spell" or bool(piece.hands)


def _hands_of_spell(spell: Piece) -> int:
    return spell.hands or 1


def _fold(pieces: Held, holder: Holder) -> Held:
    """Return the carried pieces with one for all spells: a hand casts each of them.

    Where every spell needs two hands, hands are set to spells in twos.
    """
    spells = [piece for piece in pieces if piece.kind == "spell"]
    if not spells:
        return pieces
    others = tuple(piece for piece in pieces if piece.kind != "spell")
    least = min(_hands_of_spell(spell) for spell in spells)
    return (*others, _set_to_spells(least, max(1, holder.hands // least)))


def _set_to_spells(hands: int, count: int = 1) -> Piece:
    words = {1: "one hand", 2: "two hands"}.get(hands, f"{hands} hands")
    return Piece(_SPELLS, f"Spells in {words}", _SPELLS, hands, count=count)


def _fold_named(held: Held, holder: Holder) -> Held:
    """Return a named set with as many hands set to spells as its spells and staves ask.

    One hand casts any number of spells, so many spells need no more than the largest.
    """
    spells = [piece for piece in held if piece.kind == "spell"]
    others = tuple(piece for piece in held if piece.kind != "spell")
    if not spells:
        return held
    staves = sum(piece.hands for piece in others if piece.kind == "staff")
    hands = max(staves, *(_hands_of_spell(spell) for spell in spells))
    return (*others, *[_set_to_spells(1)] * hands)


def _grip(piece: Piece) -> int:
    return 0 if piece.kind == "staff" else piece.hands


def _why_not(held: Held, holder: Holder) -> str:
    gripped = tuple(piece for piece in held if piece.kind != "staff")
    wrong = wrong_rider(held, holder) or _of_staves(held, holder)
    wrong = wrong or too_many_hands(gripped, holder)
    return wrong or wrong_companion(gripped, holder)


def _of_staves(held: Held, holder: Holder) -> str:
    staves = [piece for piece in held if piece.kind == "staff"]
    wanted = hands_filled(tuple(staves))
    cast = hands_filled(tuple(piece for piece in held if piece.kind == _SPELLS))
    if not staves or wanted <= cast:
        return ""
    hands = "a hand" if wanted == 1 else f"{wanted} hands"
    if not holder.knows("spell"):
        return f"{staves[0].name} shares {hands} set to spells, and it knows no spell"
    if wanted > holder.hands:
        return f"{staves[0].name} shares {hands} set to spells, it has {holder.hands}"
    return f"{staves[0].name} shares {hands} set to spells"


def _notes(held: Held, holder: Holder) -> tuple[str, ...]:
    found = []
    cast = hands_filled(tuple(piece for piece in held if piece.kind == _SPELLS))
    if cast:
        found.append(f"casts {', '.join(_castable(holder, cast))}")
    melee = [piece for piece in held if piece.kind == "melee"]
    if pair := _pair(melee):
        found.append(f"+1 Attack: two of the base type {pair.replace('-', ' ')}")
    if not melee:
        found.append("hand to hand as with one plain weapon: own Strength, AP 0")
    return tuple(found)


def _castable(holder: Holder, hands: int) -> list[str]:
    return [
        piece.name
        for piece in holder.carries
        if piece.kind == "spell" and _hands_of_spell(piece) <= hands
    ]


def _pair(melee: list[Piece]) -> str:
    """Return a base type that is in hand twice; more than one pair brings no more."""
    bases = [piece.base for piece in melee if piece.base]
    return next((base for base in bases if bases.count(base) > 1), "")


HANDS = Hands(
    is_held=_is_held,
    why_not=_why_not,
    notes=_notes,
    fold=_fold,
    fold_named=_fold_named,
    grip=_grip,
    words=frozenset((MOUNTED_ONLY, ON_FOOT_ONLY)),
    riders=frozenset(
        ("cavalry", "fast-cavalry", "monstrous-cavalry", "monstrous-fast-cavalry")
    ),
    source="Scrollhammer Rulebook, The Turn: Equipped Items",
)
"""The game's reading of hands."""
