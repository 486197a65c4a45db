"""Hands of models: pieces, their holder, and a game's reading of both.

A model carries pieces and holds some of them. A game says in `Hands` which pieces need
a hand at all and why some cannot be held together; `arrangements` works out
the rest.
"""

from collections.abc import Callable
from dataclasses import dataclass

from rulesets.core.subject import so_many
from rulesets.core.values import Gear


@dataclass(frozen=True, slots=True)
class Piece:
    """A kind of piece that a model carries: a `Gear` without its figures, to compare.

    ``hands`` is how many of them one of it fills [hands], see `piece_of`; ``count``
    how many of it one model has.
    """

    key: str
    name: str
    kind: str = ""
    hands: int = 0
    base: str = ""
    rules: tuple[str, ...] = ()
    count: int = 1


@dataclass(frozen=True, slots=True)
class Holder:
    """The model whose hands are filled.

    Parameters
    ----------
    hands : int
        [hands]
    kind : str
        Key of its type of unit.
    mounted : bool
        Whether it rides.
    carries : tuple of Piece
        All that it carries, worn or held.
    """

    hands: int
    kind: str = ""
    mounted: bool = False
    carries: tuple[Piece, ...] = ()

    def knows(self, kind: str) -> bool:
        """Return whether it carries a piece of a kind."""
        return any(piece.kind == kind for piece in self.carries)


Held = tuple[Piece, ...]
"""The pieces in hand at one time, a pair as the same piece twice."""


MOUNTED_ONLY, ON_FOOT_ONLY = "mounted-only", "on-foot-only"
"""Rules of items that every game reads: of use to riders alone, or of none to them."""

FILLS_HANDS, SHIELD_ONLY = "fills-hands", "shield-only"
SHIELD_OR_BUCKLER_ONLY = "shield-or-buckler-only"
"""Rules of items that every game reads: what may be in the other hand."""

RULES_OF_HANDS = frozenset(
    (MOUNTED_ONLY, ON_FOOT_ONLY, FILLS_HANDS, SHIELD_ONLY, SHIELD_OR_BUCKLER_ONLY)
)
"""All that every game with hands reads."""


@dataclass(frozen=True, slots=True)
class Hands:
    """A game's reading of hands.

    Parameters
    ----------
    is_held : callable
        ``is_held(piece)``: whether it needs a hand; what does not is always in use.
    why_not : callable
        ``why_not(held, holder)``: why these cannot be in hand together, "" if they can.
    notes : callable
        ``notes(held, holder)``: what holding these brings, in a player's words.
    fold : callable
        ``fold(pieces, holder)``: what is carried as hands see it; a game that sets a
        hand to spells makes one piece of all spells here.
    fold_named : callable
        ``fold_named(held, holder)``: the same for a set that a player named.
    set_aside : callable
        ``set_aside(piece, holder)``: why a piece is not used while the model carries
        others, "" if it may be; it could be equipped without these.
    grip : callable
        ``grip(piece)``: hands that it fills beside the others; bounds the search.
    source : str
        Document and section.
    figure : str
        The characteristic that says how many hands a model has.
    words : frozenset of str
        Rules of items that this reading asks for; they are nobody's special rules.
    riders : frozenset of str
        Types of unit whose models ride, whether or not their mount is an item.
    """

    is_held: Callable[[Piece], bool]
    why_not: Callable[[Held, Holder], str]
    notes: Callable[[Held, Holder], tuple[str, ...]]
    source: str
    fold: Callable[[Held, Holder], Held] = lambda pieces, holder: pieces
    fold_named: Callable[[Held, Holder], Held] = lambda held, holder: held
    set_aside: Callable[[Piece, Holder], str] = lambda piece, holder: ""
    grip: Callable[[Piece], int] = lambda piece: piece.hands
    figure: str = "hands"
    words: frozenset[str] = frozenset()
    riders: frozenset[str] = frozenset()

    @property
    def rules(self) -> frozenset[str]:
        """Return the rules of items that it reads, shown on sheets or not."""
        return self.words | RULES_OF_HANDS


WIELDED = frozenset(("melee", "ranged", "shield", "buckler", "staff", "spell"))
"""Kinds of what does nothing unless a hand holds it."""


def piece_of(gear: Gear) -> Piece:
    """Return the piece of some gear.

    What is wielded and has no hands printed fills one: the least that it can. Only a
    printed 0, as of teeth and claws, leaves the hands free.
    """
    rules = tuple(rule.key for rule in gear.rules)
    hands = gear.hands
    if hands is None:
        hands = 1 if gear.kind in WIELDED else 0
    return Piece(gear.key, gear.name, gear.kind, hands, gear.base, rules, gear.count)


def names(held: Held) -> str:
    """Return pieces in a player's words: ``Sword and shield``, ``2 × Dagger``."""
    counts: dict[str, int] = {}
    for piece in held:
        counts[piece.name] = counts.get(piece.name, 0) + 1
    parts = [f"{n} × {name}" if n > 1 else name for name, n in counts.items()]
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def hands_filled(held: Held) -> int:
    """Return how many hands pieces fill, one beside the other [hands]."""
    return sum(piece.hands for piece in held)


def wrong_rider(held: Held, holder: Holder) -> str:
    """Return why a piece is not for riders, or for models on foot, "" if all are."""
    for piece in held:
        if MOUNTED_ONLY in piece.rules and not holder.mounted:
            return f"{piece.name} is for riders"
        if ON_FOOT_ONLY in piece.rules and holder.mounted:
            return f"{piece.name} is for models on foot"
    return ""


def wrong_companion(held: Held, holder: Holder) -> str:
    """Return why a piece bears no other beside it, "" if all of them do."""
    for index, piece in enumerate(held):
        others = (*held[:index], *held[index + 1 :])
        if FILLS_HANDS in piece.rules and others:
            return f"{piece.name} leaves no hand for {names(others)}"
        kinds = _only_beside(piece)
        if kinds and any(other.kind not in kinds for other in others):
            listed = " or ".join(kinds)
            return f"beside {piece.name} the other hand holds only a {listed}"
    return ""


def _only_beside(piece: Piece) -> tuple[str, ...]:
    if SHIELD_ONLY in piece.rules:
        return ("shield",)
    return ("shield", "buckler") if SHIELD_OR_BUCKLER_ONLY in piece.rules else ()


def too_many_hands(held: Held, holder: Holder) -> str:
    """Return why pieces do not fit into a model's hands, "" if they do."""
    filled = hands_filled(held)
    if filled <= holder.hands:
        return ""
    has = f"the model has {holder.hands}" if holder.hands else "the model has none"
    return f"{names(held)}: {so_many(filled, 'hand')}, {has}"
