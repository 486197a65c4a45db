"""Cards of units: cut to one size, so what does not fit goes on a second card."""

from dataclasses import dataclass, replace

from armybuilder.armies.papers.letters import line_count, text_width
from armybuilder.armies.papers.odds_lines import odds_texts
from armybuilder.armies.papers.paper import Paper
from armybuilder.armies.papers.paper_unit import PaperUnit

A_PAGE = 6
"""Cards of a page."""

HEIGHT, WIDTH = 88.0, 85.8
"""Height of a card, and width of its text [mm]."""

HEAD_WIDTH = 60.0
"""Width of a unit's name, beside the crest and the price [mm]."""

EDGES = 3.6 + 2.6 + 1.5
"""Height of what is above the head, below the foot, and of the lines between [mm]."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Sizes of gear and of texts [points], heights of their lines and gaps [mm]."""

    gear: float
    gear_line: float
    text: float
    text_line: float
    apart: float


USUAL = Setting(gear=9.4, gear_line=4.11, text=8.9, text_line=3.77, apart=0.6)
SMALLER = Setting(gear=8.9, gear_line=3.68, text=8.2, text_line=3.3, apart=0.3)
"""The settings of cards, and of full ones, as the style sheet has them."""

NAME, KIND, TICKS, WRITTEN = 5.2, 3.4, 3.45, 5.3
"""Heights of a line of the name, of the words below it, of ticks, of spells [mm]."""

STATS, STAT_LINE, BOX_LINE, FACT = 4.0, 4.75, 4.5, 3.8
"""Heights of headings of figures, of a stat line, of boxes, of facts [mm]."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a unit, of the army (no unit), or blank.

    `texts` are (name, text) of what is wrong, of rules and odds; `further` counts the
    cards of its unit before it. A `full` one is set smaller. `number` counts the cards
    of a paper, from 1.
    """

    kind: str
    unit: PaperUnit | None = None
    texts: tuple[tuple[str, str], ...] = ()
    further: int = 0
    full: bool = False
    number: int = 0


def card_pages(paper: Paper) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of a paper by pages."""
    if paper.setup.kind == "blank":
        return ((Card("blank"),) * A_PAGE,)
    cards = [Card("army")]
    for unit in paper.units:
        cards += _cards_of(unit)
    cards = [replace(card, number=number) for number, card in enumerate(cards, 1)]
    starts = range(0, len(cards), A_PAGE)
    return tuple(tuple(cards[start : start + A_PAGE]) for start in starts)


def _cards_of(unit: PaperUnit) -> list[Card]:
    room = HEIGHT - EDGES - _head(unit) - _stats(unit) - _foot(unit)
    odds = odds_texts(unit.odds) if unit.odds is not None else ()
    told = ((message.severity.capitalize(), message.text) for message in unit.messages)
    every = (*told, *unit.texts, *odds)
    setting = USUAL
    if _body(unit, USUAL) + sum(_text(one, USUAL) for one in every) > room:
        setting = SMALLER
    tight = setting is SMALLER
    cards: list[Card] = []
    texts: list[tuple[str, str]] = []
    left = room - _body(unit, setting)
    for one in every:
        height = _text(one, setting)
        if height > left and (texts or not cards):
            cards.append(Card("unit", unit, tuple(texts), len(cards), tight))
            texts, left = [], HEIGHT - EDGES - _head(unit)
        texts.append(one)
        left -= height
    if texts or not cards:
        cards.append(Card("unit", unit, tuple(texts), len(cards), tight))
    return cards


def _head(unit: PaperUnit) -> float:
    """Return the height of the head, no less than that of the crest [mm]."""
    kind = text_width(" ".join(unit.marks), 9.5) + 4 * len(unit.marks)
    names = line_count(unit.title, 16, HEAD_WIDTH)
    kinds = line_count(unit.size, 8.6, WIDTH - 9, kind)
    return max(8.4, NAME * names + KIND * kinds + 0.8)


def _stats(unit: PaperUnit) -> float:
    return STATS + STAT_LINE * len(unit.stats) if unit.stats else 0.0


def _foot(unit: PaperUnit) -> float:
    boxes = max((len(line.boxes) for line in unit.boxes), default=0)
    wide = WIDTH - 4.7 * boxes - 16 * bool(boxes and unit.boxes[0].label) - 2
    facts = FACT * line_count(unit.facts_text, 8.6, wide)
    return max(facts, BOX_LINE * len(unit.boxes))


def _body(unit: PaperUnit, setting: Setting) -> float:
    """Return the height of all between the figures and the texts of rules [mm]."""
    texts = [_carried(unit), ", ".join(unit.untold_rules), unit.line.note]
    texts += [
        f"In hand {group} {one.name} {one.items}: {one.changes} {one.why_not}"
        for group, one in unit.loadouts
    ]
    lines = [line_count(text, setting.gear, WIDTH) for text in texts if text]
    lines += [text.count("\n") for text in texts]
    ticks = [
        line_count(f"{one.name} {' '.join(one.words)}", 8, WIDTH) for one in unit.ticks
    ]
    written = 3.0 + WRITTEN * unit.writes if unit.writes else 0.0
    gaps = setting.apart * (len(texts) + len(ticks))
    return sum(lines) * setting.gear_line + sum(ticks) * TICKS + written + gaps


def _carried(unit: PaperUnit) -> str:
    return "; ".join(
        f"{one.who} "
        + ", ".join(f"{p.name} ({p.figures}) {p.price}" for p in one.pieces)
        for one in unit.carried
    )


def _text(text: tuple[str, str], setting: Setting) -> float:
    name = text_width(f"{text[0]}. ", setting.text, "SourceSerifPro-Bold")
    lines = line_count(text[1], setting.text, WIDTH, name)
    return lines * setting.text_line + setting.apart
