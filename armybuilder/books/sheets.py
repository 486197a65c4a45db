"""A unit's sheet as pages show it: its stat lines, special rules, gear and options."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from armybuilder.books.stat_lines import StatLine, printed_line
from armybuilder.books.text import RuleText, gear_figures, rule_text
from rulesets.books.book import Book, BookProfile, Entry, Slot
from rulesets.core.points import Points, points_text
from rulesets.core.query import RANGE, Limit
from rulesets.core.subject import so_many
from rulesets.core.values import Gear
from rulesets.game import Game
from rulesets.sentences.book_words import BookWords, reader_words
from rulesets.sentences.engine_rules import bounds_text, limit_text
from rulesets.sentences.places import FORCE, Bringer


@dataclass(frozen=True, slots=True)
class GearLine:
    """A piece of equipment: how many of it, its figures in words, its special rules."""

    key: str
    name: str
    count: int
    figures: str
    summary: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LimitLine:
    """A limit in words, and where it is printed."""

    title: str
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class OptionLine:
    """An option: its price and number in words, its stat lines, rules and options.

    `was` is its price in another edition, where it differs; so it is of models, units.
    """

    name: str
    price: str
    range: str
    summary: str
    stat_lines: tuple[StatLine, ...] = ()
    rules: tuple[str, ...] = ()
    slots: tuple["SlotLine", ...] = ()
    limits: tuple[LimitLine, ...] = ()
    was: str = ""


@dataclass(frozen=True, slots=True)
class SlotLine:
    """A group of options with how many of them may be taken.

    Where they are from a list of the book, ``listed`` is its key, ``list_name`` its
    name, and the options are those that stand there; ``left_out`` names the others,
    unless more are left out than offered: then ``offered`` names these.
    """

    name: str
    range: str
    options: tuple[OptionLine, ...] = ()
    listed: str = ""
    list_name: str = ""
    offered: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelLine:
    """A type of model: its number, its price, its gear and its options."""

    name: str
    range: str
    price: str
    gear: tuple[GearLine, ...] = ()
    rules: tuple[RuleText, ...] = ()
    slots: tuple[SlotLine, ...] = ()
    limits: tuple[LimitLine, ...] = ()
    was: str = ""


@dataclass(frozen=True, slots=True)
class UnitSheet:
    """Everything that a book says of one unit, in words."""

    key: str
    name: str
    category: str
    kind: str
    points: Points
    price: str
    size: str
    stat_lines: tuple[StatLine, ...]
    rules: tuple[RuleText, ...]
    gear: tuple[GearLine, ...]
    models: tuple[ModelLine, ...]
    slots: tuple[SlotLine, ...]
    limits: tuple[LimitLine, ...]
    note: str
    source: str
    was: str = ""

    @property
    def words(self) -> str:
        """Return the text that a search looks at."""
        found = [self.name, self.category, self.kind]
        found += [line.name for line in self.stat_lines]
        found += [rule.title for rule in self.rules]
        found += [gear.name for gear in self.gear]
        for model in self.models:
            found += [model.name, *(gear.name for gear in model.gear)]
            found += [rule.title for rule in model.rules]
        for slots in (self.slots, *(model.slots for model in self.models)):
            found += _slot_words(slots)
        return " ".join(found).casefold()


def _slot_words(slots: Iterable[SlotLine]) -> Iterator[str]:
    for slot in slots:
        yield from (slot.name, slot.list_name, *slot.offered)
        for option in slot.options:
            yield option.name
            yield from _slot_words(option.slots)


@dataclass(frozen=True, slots=True)
class Sheets:
    """The writer of the sheets of one book: its game and the words of its rules."""

    game: Game
    book: Book
    words: BookWords

    def unit(self, unit: Entry) -> UnitSheet:
        """Return the sheet of a unit."""
        book = self.book
        categories = {category.key: category.name for category in book.categories}
        lines = self._stat_lines(unit.profiles)
        return UnitSheet(
            key=unit.key,
            name=unit.name,
            category=categories.get(unit.category, ""),
            kind=lines[0].kind if lines else "",
            points=unit.points,
            price=_unit_price(self.game, unit),
            size=_size(unit),
            stat_lines=lines,
            rules=self._rules(unit),
            gear=self._gear(unit.gear),
            models=tuple(
                self._model(entry)
                for entry in unit.entries.values()
                if _is_model_type(unit, entry)
            ),
            slots=self.slots(unit),
            limits=self.limits(unit.limits, unit),
            note=unit.note,
            source=unit.source,
        )

    def slots(self, owner: Entry | Book) -> tuple[SlotLine, ...]:
        """Return the groups of options of a place, those of lists without them."""
        return tuple(self._slot(owner, slot) for slot in owner.slots)

    def option(self, entry: Entry, owner: Entry | Book | None = None) -> OptionLine:
        """Return an option with all that it says, as its owner offers it."""
        item = self.book.items.get(entry.item)
        rules = entry.rules if item is None else entry.rules[len(item.rules) :]
        limits = [x for x in entry.limits if item is None or x not in item.limits]
        titles = (rule_text(self.game, self.book, use).title for use in rules)
        return OptionLine(
            name=entry.name,
            price=price_words(entry),
            range=self._option_range(entry, owner),
            summary=entry.summary,
            stat_lines=self._stat_lines(entry.profiles),
            rules=tuple(title for title in titles if title != entry.name),
            slots=self.slots(entry),
            limits=self.limits(limits, entry),
        )

    def limits(self, limits: Iterable[Limit], of: Entry) -> tuple[LimitLine, ...]:
        """Return limits of an entry in words, without those of sizes and slots."""
        by = Bringer(of.kind, of.name)
        return tuple(
            LimitLine(limit.title, limit_text(limit, self.words, by), limit.source)
            for limit in limits
            if limit.origin != RANGE
        )

    def _slot(self, owner: Entry | Book, slot: Slot) -> SlotLine:
        counted = self._bounds(owner, f"slot:{slot.key}")
        counted = counted or range_words(slot.low, slot.high)
        these = [owner.entries[key] for key in slot.entries]
        whole = self.book.lists.get(slot.listed)
        if whole is None:
            options = tuple(self.option(entry, owner) for entry in these)
            return SlotLine(slot.name, counted, options)
        absent = [e.name for key, e in whole.entries.items() if key not in slot.entries]
        few = len(these) < len(absent)
        return SlotLine(
            slot.name,
            counted,
            listed=whole.key,
            list_name=whole.name,
            offered=tuple(entry.name for entry in these) if few else (),
            left_out=() if few else tuple(absent),
        )

    def _option_range(self, entry: Entry, owner: Entry | Book | None) -> str:
        if (entry.low, entry.high) == (0, 1):
            return ""
        bounds = self._bounds(owner, entry.key) if owner is not None else ""
        return bounds or range_words(entry.low, entry.high)

    def _bounds(self, owner: Entry | Book, target: str) -> str:
        """Return how many of something a place allows where that is no number."""
        by = Bringer(owner.kind) if isinstance(owner, Entry) else FORCE
        for limit in owner.limits:
            grows = any(bound and bound.terms for bound in (limit.min, limit.max))
            if limit.origin == RANGE and limit.query.of == (target,) and grows:
                return bounds_text(limit.min, limit.max, self.words, by)
        return ""

    def _model(self, entry: Entry) -> ModelLine:
        return ModelLine(
            name=entry.name,
            range=range_words(entry.low, entry.high),
            price=price_words(entry),
            gear=self._gear(entry.gear),
            rules=self._rules(entry),
            slots=self.slots(entry),
            limits=self.limits(entry.limits, entry),
        )

    def _rules(self, entry: Entry) -> tuple[RuleText, ...]:
        return tuple(rule_text(self.game, self.book, use) for use in entry.rules)

    def _gear(self, gear: Iterable[Gear]) -> tuple[GearLine, ...]:
        return tuple(self.gear_line(piece) for piece in gear)

    def gear_line(self, gear: Gear) -> GearLine:
        """Return a piece of equipment with its figures and special rules."""
        item = self.book.items.get(gear.key)
        titles = (rule_text(self.game, self.book, use).title for use in gear.rules)
        rules = tuple(title for title in titles if title != gear.name)
        figures = gear_figures(self.game, gear)
        summary = item.summary if item else ""
        return GearLine(gear.key, gear.name, gear.count, figures, summary, rules)

    def _stat_lines(self, profiles: Iterable[BookProfile]) -> tuple[StatLine, ...]:
        return tuple(printed_line(self.game, profile) for profile in profiles)


def sheets_of(game: Game, book: Book) -> Sheets:
    """Return the writer of the sheets of a book."""
    return Sheets(game, book, reader_words(game, book))


def unit_sheet(game: Game, book: Book, unit: Entry) -> UnitSheet:
    """Return the sheet of a book's unit."""
    return sheets_of(game, book).unit(unit)


def range_words(low: int, high: int | None) -> str:
    """Return how many may be taken: `1 to 3`."""
    if high is None:
        return f"{low} or more" if low else "any number"
    if low == high:
        return f"exactly {low}"
    return f"up to {high}" if low == 0 else f"{low} to {high}"


def price_words(entry: Entry) -> str:
    """Return the price of one of something: `+2 a model`, `free`."""
    several = entry.kind == "model" and entry.high != 1
    each = " a model" if entry.per == "model" or several else ""
    dice = f"a dice result, {entry.roll[0]} to {entry.roll[1]}" if entry.roll else ""
    if not entry.points:
        return dice or "free"
    sign = "+" if entry.points > 0 else ""
    price = f"{sign}{points_text(entry.points)}{each}"
    return f"{price} and {dice}" if dice else price


def _is_model_type(unit: Entry, entry: Entry) -> bool:
    bought = {key for slot in unit.slots for key in slot.entries}
    return entry.kind == "model" and entry.key not in bought


def _unit_price(game: Game, unit: Entry) -> str:
    """Return the points of the smallest such unit, without options."""
    models = [e for e in unit.entries.values() if _is_model_type(unit, e) and e.points]
    if not models:
        return game.currency.text(unit.points)
    least = unit.points + sum(entry.points * entry.low for entry in models)
    if not unit.points and least == models[0].points == 0:
        return "free"
    return f"from {game.currency.text(least)}" if least else "by the model"


def _size(unit: Entry) -> str:
    models = so_many(unit.models, "model") if unit.models else ""
    return ", ".join(part for part in (models, unit.footprint) if part)
