"""A unit's sheet as pages show it: its stat lines, special rules, gear and options."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from armybuilder.books.words import RuleText, gear_figures, rule_text
from rulesets.book import Book, BookProfile, Entry, Item, Slot
from rulesets.game import Game
from rulesets.legality import IMPLIED, POINTS_AGREED
from rulesets.matchup import Gear, RuleUse
from rulesets.points import Points, points_text
from rulesets.query import Limit


@dataclass(frozen=True, slots=True)
class StatLine:
    """A stat line: its name and type, headings, and one cell for each heading."""

    name: str
    kind: str
    headings: tuple[str, ...]
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GearLine:
    """A piece of equipment, and its figures in words."""

    name: str
    figures: str
    summary: str


@dataclass(frozen=True, slots=True)
class OptionLine:
    """Something that may be bought: its name, its price in words, what it does."""

    name: str
    price: str
    summary: str


@dataclass(frozen=True, slots=True)
class SlotLine:
    """A group of options with how many of them may be taken."""

    name: str
    range: str
    options: tuple[OptionLine, ...]


@dataclass(frozen=True, slots=True)
class ModelLine:
    """A type of model: how many of it, and what one costs."""

    name: str
    range: str
    price: str


@dataclass(frozen=True, slots=True)
class UnitSheet:
    """Everything that a book says of one unit, in words."""

    key: str
    name: str
    category: str
    kind: str
    points: Points
    size: str
    stat_lines: tuple[StatLine, ...]
    rules: tuple[RuleText, ...]
    gear: tuple[GearLine, ...]
    models: tuple[ModelLine, ...]
    slots: tuple[SlotLine, ...]
    limits: tuple[str, ...]
    note: str
    source: str

    @property
    def words(self) -> str:
        """Return what a search looks at."""
        names = [self.name, self.category, self.kind]
        names += [line.name for line in self.stat_lines]
        names += [rule.title for rule in self.rules]
        names += [gear.name for gear in self.gear]
        names += [option.name for slot in self.slots for option in slot.options]
        return " ".join(names).casefold()


def unit_sheet(game: Game, book: Book, unit: Entry) -> UnitSheet:
    """Return the sheet of a book's unit."""
    categories = {category.key: category.name for category in book.categories}
    lines = tuple(_stat_line(game, profile) for profile in unit.profiles)
    return UnitSheet(
        key=unit.key,
        name=unit.name,
        category=categories.get(unit.category, ""),
        kind=lines[0].kind if lines else "",
        points=unit.points,
        size=_size(unit),
        stat_lines=lines,
        rules=tuple(rule_text(game, book, use) for use in unit.rules),
        gear=tuple(_gear_line(game, book.items, gear) for gear in unit.gear),
        models=tuple(
            ModelLine(entry.name, _range(entry.low, entry.high), _price(entry))
            for entry in unit.entries.values()
            if entry.kind == "model"
        ),
        slots=tuple(_slot_line(unit.entries, slot) for slot in unit.slots),
        limits=tuple(limit.title for limit in unit.limits if limit.key not in IMPLIED),
        note=unit.note,
        source=unit.source,
    )


def book_sheets(game: Game, book: Book) -> tuple[UnitSheet, ...]:
    """Return the sheets of a whole book, in its order."""
    return tuple(unit_sheet(game, book, unit) for unit in book.units.values())


def army_slots(book: Book) -> tuple[SlotLine, ...]:
    """Return the choices that a book offers to the whole army."""
    return tuple(_slot_line(book.entries, slot) for slot in book.slots)


def army_limits(game: Game, book: Book) -> tuple[Limit, ...]:
    """Return the composition rules of every army, the game and the book."""
    own = (limit for limit in book.limits if limit.key not in IMPLIED)
    return (POINTS_AGREED, *game.pack.limits, *own)


def rules_used(game: Game, book: Book) -> tuple[RuleText, ...]:
    """Return every special rule that the book's units carry, once, by name."""
    keys = {use.key for unit in book.units.values() for use in _all_rules(unit)}
    lines = [rule_text(game, book, RuleUse(key)) for key in keys]
    return tuple(sorted(lines, key=lambda line: line.title.casefold()))


def _all_rules(entry: Entry) -> Iterable[RuleUse]:
    yield from entry.rules
    for child in entry.entries.values():
        yield from _all_rules(child)


def _stat_line(game: Game, profile: BookProfile) -> StatLine:
    figures = game.with_type(profile.kind, profile.characteristics)
    return StatLine(
        name=profile.name,
        kind=game.type_name(profile.kind),
        headings=tuple(column.heading for column in game.columns),
        cells=tuple(column.text(figures) for column in game.columns),
    )


def _size(unit: Entry) -> str:
    models = f"{unit.models} model{'s' * (unit.models != 1)}" if unit.models else ""
    return ", ".join(part for part in (models, unit.footprint) if part)


def _gear_line(game: Game, items: Mapping[str, Item], gear: Gear) -> GearLine:
    item = items.get(gear.key)
    return GearLine(gear.name, gear_figures(game, gear), item.summary if item else "")


def _slot_line(entries: Mapping[str, Entry], slot: Slot) -> SlotLine:
    options = tuple(
        OptionLine(entry.name, _price(entry), entry.summary)
        for entry in (entries[key] for key in slot.entries)
    )
    return SlotLine(slot.name, _range(slot.low, slot.high), options)


def _range(low: int, high: int | None) -> str:
    if high is None:
        return f"{low} or more" if low else "any number"
    if low == high:
        return f"exactly {low}"
    return f"up to {high}" if low == 0 else f"{low} to {high}"


def _price(entry: Entry) -> str:
    if not entry.points:
        return "free"
    sign = "+" if entry.points > 0 else ""
    each = " a model" if entry.per == "model" or entry.kind == "model" else ""
    return f"{sign}{points_text(entry.points)}{each}"
