"""Cards of units: cut to one size, so what does not fit goes on a second card."""

from dataclasses import dataclass

from armybuilder.armies.papers.paper import Paper
from armybuilder.armies.papers.paper_unit import PaperUnit

A_PAGE = 6
"""Cards of a page."""

LINE, SMALL_LINE = 3.8, 3.35
"""Height of a line of text on a card, and where it is set smaller [mm]."""

LETTERS, SMALL_LETTERS = 58, 66
"""Letters of a line of text on a card, and where it is set smaller."""

ROOM = 69.0
"""Height of a card below its head, without its edges [mm]."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a unit, of the army (no unit), or blank.

    `texts` are (name, text) of its rules; `further` counts the cards of its unit before
    it. A `full` one is set smaller.
    """

    kind: str
    unit: PaperUnit | None = None
    texts: tuple[tuple[str, str], ...] = ()
    further: int = 0
    full: bool = False


def card_pages(paper: Paper) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of a paper by pages."""
    if paper.setup.kind == "blank":
        return ((Card("blank"),) * A_PAGE,)
    cards = [Card("army")]
    for unit in paper.units:
        cards += _cards_of(unit)
    starts = range(0, len(cards), A_PAGE)
    return tuple(tuple(cards[start : start + A_PAGE]) for start in starts)


def _cards_of(unit: PaperUnit) -> list[Card]:
    said = _gear_lines(unit)
    room = ROOM - 4 - 4.8 * len(unit.stats) - _foot(unit) - LINE * said
    tight = sum(_lines(one, LETTERS) for one in unit.texts) * LINE > room
    line, letters = (SMALL_LINE, SMALL_LETTERS) if tight else (LINE, LETTERS)
    room += (LINE - line) * said
    cards: list[Card] = []
    texts: list[tuple[str, str]] = []
    left = room
    for one in unit.texts:
        height = _lines(one, letters) * line
        if height > left and (texts or not cards):
            cards.append(Card("unit", unit, tuple(texts), len(cards), tight))
            texts, left = [], ROOM
        texts.append(one)
        left -= height
    if texts or not cards:
        cards.append(Card("unit", unit, tuple(texts), len(cards), tight))
    return cards


def _foot(unit: PaperUnit) -> float:
    boxes = 4.6 * len(unit.boxes)
    return max(boxes, 4.0 + 3.6 * (len(", ".join(unit.facts)) > 40)) + 2


def _gear_lines(unit: PaperUnit) -> float:
    said = sum(len(p.name) + len(p.figures) + 4 for c in unit.carried for p in c.pieces)
    hands = [len(one.items) + len(one.changes) + 20 for _, one in unit.loadouts]
    said += sum(hands)
    notes = len(unit.line.note) + sum(len(m.text) for m in unit.messages)
    spells = 1.5 * unit.writes + bool(unit.writes)
    return (
        len(unit.carried)
        + len(hands)
        + said // LETTERS
        + notes // LETTERS
        + bool(notes)
        + spells
    )


def _lines(text: tuple[str, str], letters: int) -> int:
    return 1 + (len(text[0]) + len(text[1])) // letters
