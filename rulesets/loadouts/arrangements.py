"""Arranging: every full loadout of a model, and why other sets are not allowed.

All sets of what is carried are looked at, the hands setting the bound. A loadout is
*full* when nothing else that is carried could be added; less may always be held where
the game's reading says so.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from rulesets.loadouts.hands import Hands, Held, Holder, Piece, names

MOST_KINDS = 12
"""Kinds of held pieces that are arranged; what stands behind these is left out."""

MOST_SETS = 1500
"""Sets that are looked at for one model."""

MOST_HANDS = 12
"""Hands that are filled; a model of more is arranged as if it had so many."""

MOST_LOADOUTS = 60
"""Full sets that are told of one model."""

MOST_REFUSED = 20
"""Sets that are told as not allowed."""


@dataclass(frozen=True, slots=True)
class FullLoadout:
    """A full loadout that is allowed: its pieces, name and effects."""

    held: Held
    name: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The loadouts that a model can have, and those that it cannot.

    Parameters
    ----------
    worn : tuple of Piece
        In use without a hand.
    loadouts : tuple of FullLoadout
        Every full set that is allowed.
    refused : tuple of (Held, str)
        Every two that cannot be in hand together, and why; one piece alone can never
        be equipped. Three that fill more hands than there are go without saying.
    set_aside : tuple of (Piece, str)
        Pieces that others keep from being used, and why.
    more : bool
        True if the model carries more than is looked at, or can hold it in more ways
        than are told.
    """

    worn: Held
    loadouts: tuple[FullLoadout, ...]
    refused: tuple[tuple[Held, str], ...]
    set_aside: tuple[tuple[Piece, str], ...] = ()
    more: bool = False


def arrange(reading: Hands, holder: Holder) -> Arrangement:
    """Return the loadouts of a model, as a game reads its hands.

    Returns
    -------
    Arrangement
        Cut, and marked as such, past `MOST_KINDS`, `MOST_SETS` or `MOST_LOADOUTS`.
    """
    worn = tuple(piece for piece in holder.carries if not reading.is_held(piece))
    held = tuple(piece for piece in holder.carries if reading.is_held(piece))
    aside = tuple((p, why) for p in held if (why := reading.set_aside(p, holder)))
    idle = [piece for piece, _ in aside]
    pieces = reading.fold(tuple(p for p in held if p not in idle), holder)
    hands = min(holder.hands, MOST_HANDS)
    looked_at = [*_sets(reading, pieces[:MOST_KINDS], hands)]
    is_cut = len(pieces) > MOST_KINDS or len(looked_at) >= MOST_SETS
    is_cut = is_cut or hands < holder.hands
    legal = [one for one in looked_at if one and not reading.why_not(one, holder)]
    found = _full(legal)
    full = tuple(
        FullLoadout(held, names(held), reading.notes(held, holder))
        for held in found[:MOST_LOADOUTS]
    )
    refused = () if is_cut else tuple(_refused(reading, holder, pieces, legal))
    more = is_cut or len(found) > MOST_LOADOUTS
    return Arrangement(worn, full, refused[:MOST_REFUSED], aside, more)


def _sets(reading: Hands, pieces: Held, hands: int) -> Iterator[Held]:
    """Yield the sets that may fit, each once."""
    left = MOST_SETS
    waiting: list[tuple[Held, int, int]] = [((), 0, 0)]
    while waiting and left:
        held, first, filled = waiting.pop()
        left -= 1
        yield held
        for index in range(len(pieces) - 1, first - 1, -1):
            piece = pieces[index]
            grip = reading.grip(piece)
            # What fills no hand of its own shares one: twice the hands is enough.
            if filled + grip > hands or len(held) >= 2 * hands:
                continue
            if held.count(piece) < piece.count:
                waiting.append(((*held, piece), index, filled + grip))


def _full(legal: list[Held]) -> tuple[Held, ...]:
    """Return the sets to which none of the others adds one piece."""
    # Pieces stand in a set in the order in which they are carried, and are the same
    # objects in all of them: their ids are quicker to compare than they are.
    ids = [tuple(map(id, held)) for held in legal]
    smaller = {(*one[:at], *one[at + 1 :]) for one in ids for at in range(len(one))}
    return tuple(
        held for held, one in zip(legal, ids, strict=True) if one not in smaller
    )


def _refused(
    reading: Hands, holder: Holder, pieces: Held, legal: list[Held]
) -> Iterator[tuple[Held, str]]:
    """Yield the smallest sets that no allowed set holds together, small ones first."""
    fit = {id(piece) for held in legal for piece in held}
    for piece in pieces:
        if id(piece) not in fit:
            yield (piece,), _why(reading, holder, (piece,))
    together = {pair for held in legal for pair in combinations(map(id, held), 2)}
    usable = [piece for piece in pieces if id(piece) in fit]
    for index, one in enumerate(usable):
        for other in usable[index if one.count > 1 else index + 1 :]:
            if (id(one), id(other)) not in together:
                yield (one, other), _why(reading, holder, (one, other))


def _why(reading: Hands, holder: Holder, held: Held) -> str:
    return reading.why_not(held, holder) or "nothing that it carries goes with it"


def why_not_named(reading: Hands, holder: Holder, keys: tuple[str, ...]) -> str:
    """Return why a set that a player named is not allowed, "" if it is.

    Less than a full set is allowed; what is worn may be named and fills no hand.
    """
    known = {piece.key: piece for piece in holder.carries}
    for key, count in Counter(keys).items():
        if key not in known:
            return f"it carries no {key.replace('-', ' ')}"
        if count > known[key].count:
            return f"it carries only {known[key].count} × {known[key].name}"
    named = tuple(known[key] for key in keys if reading.is_held(known[key]))
    for piece in named:
        if why := reading.set_aside(piece, holder):
            return why
    return reading.why_not(reading.fold_named(named, holder), holder) if named else ""
