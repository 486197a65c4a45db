"""A unit as papers show it: everything said once, what is looked up first."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString

from armybuilder.armies.odds.figures import LoadoutOdds
from armybuilder.armies.papers.casualties import (
    ABREAST,
    BoxLine,
    box_lines,
    break_points,
    drawn_boxes,
    rank_bonus,
    strength,
)
from armybuilder.armies.papers.equipment import Carried, carried_by, counted_models
from armybuilder.armies.papers.magic import (
    Ticks,
    learnt_in_play,
    spells_written,
    used_in_play,
)
from armybuilder.armies.papers.odds_lines import (
    AttackLine,
    FightLine,
    attack_lines,
    fight_lines,
)
from armybuilder.armies.units import (
    ShownLoadout,
    ShownUnit,
    box_rows,
    inside,
    rules_within,
    shown_unit,
)
from rulesets.books.book import Book, Entry
from rulesets.core.points import points_text
from rulesets.game import Column, Game
from rulesets.matchups.fighter import fighter
from rulesets.odds.match_up import Fighter
from rulesets.reviews.review import Line, Message, Review

SMALL, TALL = 4, 3
"""Most boxes where there is little room; most lines of them beside half a page."""

NO_BREAK = "\u00a0"
"""A space at which no line breaks."""

OddsOf = Callable[[Line], LoadoutOdds | None]
"""A function that tells a unit's odds; none where nobody asked for them."""


@dataclass(frozen=True, slots=True)
class PaperCell:
    """A figure; `same` where it repeats that of the line above."""

    heading: str
    name: str
    text: str
    same: bool


@dataclass(frozen=True, slots=True)
class PaperLine:
    """A stat line; `who` is the name of its model."""

    who: str
    cells: tuple[PaperCell, ...]


@dataclass(frozen=True, slots=True)
class PaperUnit:
    """A unit of a paper.

    `size` is how many models of what it has, `marks` what it is to the army, `facts`
    its type, thresholds and whom it joins, `words` its figures that are words, `ticks`
    what it ticks in play, `writes` how many spells are written in, `under` the units
    that belong to it, and `family` what it is worth with them.
    """

    number: str
    line: Line
    title: str
    size: str
    marks: tuple[str, ...]
    price: str
    family: str
    stats: tuple[PaperLine, ...]
    carried: tuple[Carried, ...]
    rules: tuple[str, ...]
    words: tuple[str, ...]
    facts: tuple[str, ...]
    boxes: tuple[BoxLine, ...]
    strength: int
    writes: int
    ticks: tuple[Ticks, ...]
    loadouts: tuple[tuple[str, ShownLoadout], ...]
    messages: tuple[Message, ...]
    joins: str = ""
    texts: tuple[tuple[str, str], ...] = ()
    odds: LoadoutOdds | None = None
    under: tuple["PaperUnit", ...] = ()

    @property
    def drawn(self) -> SafeString:
        """Return the boxes as a picture."""
        return drawn_boxes(self.boxes)

    @property
    def drawn_small(self) -> SafeString:
        """Return boxes for where there is little room; none where they are many."""
        if len(self.boxes) != 1 or len(self.boxes[0].boxes) > SMALL:
            return SafeString()
        return drawn_boxes((replace(self.boxes[0], label=""),), 0.8)

    @property
    def pairs(self) -> tuple[tuple["PaperUnit", ...], ...]:
        """Return the units within it two abreast."""
        return tuple(self.under[at : at + 2] for at in range(0, len(self.under), 2))

    @property
    def children(self) -> str:
        """Return the numbers of the units within it: `5a and 5b`."""
        *others, last = (unit.number for unit in self.under)
        return f"{', '.join(others)} and {last}" if others else last

    @property
    def ranked(self) -> bool:
        """Return whether its boxes stand in ranks, five abreast."""
        return bool(self.boxes) and len(self.boxes[0].boxes) <= ABREAST

    @property
    def is_tall(self) -> bool:
        """Return whether its boxes stand in several lines."""
        return len(self.boxes) > 1

    @property
    def is_broad(self) -> bool:
        """Return whether it takes the whole width: its ranks stand beside it."""
        return bool(self.under) or len(self.boxes) > TALL

    @property
    def height(self) -> int:
        """Return about how many lines it takes, to lay equal ones beside each other."""
        said = sum(len(p.name) + len(p.figures) for c in self.carried for p in c.pieces)
        said += sum(len(rule) for rule in self.rules)
        return len(self.stats) * 2 + said // 70 + len(self.boxes) + self.writes

    @property
    def attacks(self) -> tuple[AttackLine, ...]:
        """Return the ways of attacking that have dice, by name, equal ones together."""
        return attack_lines(self.odds) if self.odds is not None else ()

    @property
    def fights(self) -> tuple[FightLine, ...]:
        """Return the fights that are fought out, equal ones together."""
        return fight_lines(self.odds) if self.odds is not None else ()

    @property
    def untold_rules(self) -> tuple[str, ...]:
        """Return the rules that have no text of their own here."""
        told = {name for name, _ in self.texts}
        return tuple(rule for rule in self.rules if rule not in told)

    @property
    def facts_text(self) -> str:
        """Return the facts in one text that breaks between them alone."""
        facts = (fact.replace(" ", NO_BREAK) for fact in self.facts)
        return f"{NO_BREAK}· ".join(facts)

    @property
    def spells(self) -> range:
        return range(1, self.writes + 1)

    @property
    def others(self) -> tuple[str, ...]:
        """Return the stat lines below the first in words: `Sergeant A2`."""
        said = []
        for line in self.stats[1:]:
            cells = [c for c in line.cells if not c.same]
            if cells:
                figures = " ".join(f"{c.heading}{c.text}" for c in cells)
                said.append(f"{line.who} {figures}")
        return tuple(said)


def taken_apart(line: Line) -> tuple[Line, list[Line]]:
    """Return a unit with what is its own alone, and the units within it."""
    inner = [part for part in line.lines if part.kind == "unit"]
    alone = replace(
        line,
        lines=tuple(part for part in line.lines if part.kind != "unit"),
        models=line.models - sum(part.models for part in inner),
        points=line.points - sum(part.points for part in inner),
    )
    return alone, inner


def paper_unit(
    review: Review, book: Book | None, line: Line, number: str, odds: OddsOf
) -> PaperUnit:
    """Return a unit as papers show it, with the units within it below it."""
    game = review.game
    alone, inner = taken_apart(line)
    shown = shown_unit(review, book, alone)
    entries = dict(_entries(book, line))
    fights = _fighter(alone)
    figures = {column.heading for column in figure_columns(game)}
    words = tuple(_words(shown, figures))
    letters = "".join(_marked(alone, entries, game.paper.letters))
    boxes = box_lines(box_rows(game.boxes, alone), fights, game.paper, letters)
    total = strength(fights, game.paper.strength)
    uses = [*rules_within(alone)]
    carried = tuple(carried_by(game, alone, entries))
    return PaperUnit(
        number=number,
        line=alone,
        title=alone.title,
        size=_size(alone),
        marks=tuple(_marked(alone, entries, game.paper.marks)),
        price=points_text(alone.points),
        family=points_text(line.points) if inner else "",
        stats=tuple(_stats(shown, figures)),
        carried=carried,
        rules=_rules(shown, alone),
        words=words,
        facts=(
            *_facts(shown, game, words, boxes, total),
            *(one.text for one in break_points(game.paper, fights, boxes)),
        ),
        boxes=boxes,
        strength=total,
        writes=spells_written(game, uses),
        ticks=(
            *used_in_play(game, ((rule.key, rule.title) for rule in shown.rules)),
            *learnt_in_play(game, alone, entries.get(line.path)),
        ),
        loadouts=shown.loadouts,
        messages=shown.messages,
        joins=shown.joins,
        texts=tuple(_texts(shown, game)),
        odds=odds(alone),
        under=tuple(
            paper_unit(review, book, part, f"{number}{chr(97 + place)}", odds)
            for place, part in enumerate(inner[:26])
        ),
    )


def figure_columns(game: Game) -> tuple[Column, ...]:
    """Return the columns of a stat line that hold figures, no words."""
    words = {one.key for one in game.characteristics if one.unit == "text"}
    return tuple(c for c in game.columns if c.keys[0] not in words)


def _words(shown: ShownUnit, figures: set[str]) -> Iterator[str]:
    """Yield what stands in columns without figures: `Skirmish`."""
    for line in shown.stats[:1]:
        for cell in line.cells:
            if cell.heading not in figures and cell.text != "-":
                yield cell.text


def _fighter(line: Line) -> Fighter | None:
    try:
        return fighter(line)
    except ValueError:
        return None


def _entries(book: Book | None, unit: Line) -> Iterator[tuple[str, Entry]]:
    """Yield the path of every selection that the book knows, and its entry."""
    if book is None:
        return
    found = _entry_of(book, unit)
    if found is not None:
        yield from _entries_below(found, unit)


def _entry_of(book: Book, unit: Line) -> Entry | None:
    known = book.entries.get(unit.entry)
    if known is not None:
        return known
    lists = (one.entries.get(unit.entry) for one in book.lists.values())
    return next((entry for entry in lists if entry is not None), None)


def _entries_below(entry: Entry, line: Line) -> Iterator[tuple[str, Entry]]:
    yield line.path, entry
    for part in line.lines:
        below = entry.entries.get(part.entry)
        if below is not None:
            yield from _entries_below(below, part)


def _marked(
    unit: Line, entries: Mapping[str, Entry], words: Mapping[str, str]
) -> Iterator[str]:
    """Yield the words of the targets that a unit or its choices are, each once."""
    keys = {
        key
        for part in (unit, *inside(unit))
        if part.path in entries
        for key in entries[part.path].keys
    }
    yield from (word for target, word in words.items() if target in keys)


def _size(unit: Line) -> str:
    """Return `8 Knights, one of them Gallant`; "" for one model of the unit's name."""
    types = [part for part in unit.lines if part.kind == "model"]
    many = [part for part in types if part.models]
    leaders = [part for part in types if not part.models]
    kind = f"{unit.name} · " if unit.own_name and unit.own_name != unit.name else ""
    names: dict[str, int] = {}
    for part in many:
        names[part.title] = names.get(part.title, 0) + part.models
    if len(names) > 1 and sum(names.values()) == unit.models:
        said = ", ".join(counted_models(*one) for one in names.items())
    elif unit.models > 1:
        said = f"{points_text(unit.models)} models"
    else:
        return kind.removesuffix(" · ")
    for part in leaders:
        of = "one" if part.count == 1 else points_text(part.count)
        said += f", {of} of them {part.title}"
    return f"{kind}{said}"


def _stats(shown: ShownUnit, figures: set[str]) -> Iterator[PaperLine]:
    first = shown.stats[0].cells if shown.stats else ()
    for number, line in enumerate(shown.stats):
        yield PaperLine(
            line.name,
            tuple(
                PaperCell(
                    heading=cell.heading,
                    name=cell.name or cell.heading,
                    text=cell.text.replace("-", "–") if cell.text == "-" else cell.text,
                    same=cell.text == "-" or (number > 0 and cell.text == above.text),
                )
                for cell, above in zip(line.cells, first, strict=True)
                if cell.heading in figures
            ),
        )


def _rules(shown: ShownUnit, unit: Line) -> tuple[str, ...]:
    """Return the special rules that no choice of the same name says."""
    said = {part.title.lower() for part in inside(unit) if part.kind == "option"}
    return tuple(rule.title for rule in shown.rules if rule.title.lower() not in said)


def _texts(shown: ShownUnit, game: Game) -> Iterator[tuple[str, str]]:
    """Yield special rules with their texts, but for those of how hands are filled."""
    of_hands = game.hands.rules if game.hands is not None else frozenset()
    for rule in shown.rules:
        if rule.summary and rule.key not in of_hands:
            yield rule.title, rule.summary


def _facts(
    shown: ShownUnit,
    game: Game,
    words: tuple[str, ...],
    boxes: tuple[BoxLine, ...],
    total: int,
) -> Iterator[str]:
    if shown.stats and shown.stats[0].kind:
        yield shown.stats[0].kind
    yield from words
    if shown.footprint:
        yield shown.footprint
    if total:
        keys = (game.paper.strength,)
        heading = next(one.heading for one in game.columns if one.keys == keys)
        yield f"{heading} {total}"
    if bonus := rank_bonus(boxes):
        yield f"ranks +{bonus}"
    if shown.joins:
        yield f"joins {shown.joins}"
    for row in shown.boxes:
        half = [i for model in row.models for i, one in enumerate(model, 1) if one]
        if half and game.boxes is not None:
            yield f"{game.boxes.half} at {half[0]} lost"
