"""The content of a book beside its units: lists, items, composition, special rules."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from armybuilder.books.sheets import GearLine, OptionLine, Sheets, SlotLine
from armybuilder.books.text import RuleText, rule_text
from rulesets.books.book import Item
from rulesets.books.book_names import plain
from rulesets.books.entries import every_entry
from rulesets.books.report import switched
from rulesets.core.points import points_text
from rulesets.core.query import RANGE, Limit, TallyRule
from rulesets.core.subject import with_capital
from rulesets.core.values import RuleUse
from rulesets.legality import points_agreed
from rulesets.sentences.engine_rules import amount_text, limit_text
from rulesets.sentences.places import ARMY, FORCE


@dataclass(frozen=True, slots=True)
class ItemLine:
    """A piece of equipment with its kind, hands and price in words."""

    gear: GearLine
    kind: str
    hands: str
    price: str
    limits: tuple[str, ...]
    source: str

    @property
    def words(self) -> str:
        """Return the text that a search looks at."""
        gear = self.gear
        return " ".join((gear.name, self.kind, gear.summary, *gear.rules)).casefold()


@dataclass(frozen=True, slots=True)
class ListLine:
    """A list of options that several units may take from."""

    key: str
    name: str
    options: tuple[OptionLine, ...]


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule of composition: its demand in words, and its condition."""

    title: str
    text: str
    holds: str
    source: str


def army_slots(pen: Sheets) -> tuple[SlotLine, ...]:
    """Return the choices that a book offers to the whole army."""
    return pen.slots(pen.book)


def lists(pen: Sheets) -> tuple[ListLine, ...]:
    """Return the lists of options of a book."""
    return tuple(
        ListLine(named.key, named.name, tuple(map(pen.option, named.entries.values())))
        for named in pen.book.lists.values()
    )


def items(pen: Sheets) -> tuple[ItemLine, ...]:
    """Return the equipment of a book, in its order."""
    return tuple(_item(pen, item) for item in pen.book.items.values())


def _item(pen: Sheets, item: Item) -> ItemLine:
    return ItemLine(
        gear=pen.gear_line(item.gear),
        kind=plain(item.kind),
        hands="" if item.hands is None else str(item.hands or "none"),
        price=points_text(item.points) if item.points else "",
        limits=tuple(limit.title for limit in item.limits if limit.origin != RANGE),
        source=item.source,
    )


def composition(pen: Sheets) -> tuple[RuleLine, ...]:
    """Return the rules that hold for a whole army: of everybody, game and book."""
    pack, book = pen.game.pack, pen.book
    own = [limit for limit in book.limits if limit.origin != RANGE]
    limits = (points_agreed(pen.game.currency), *pack.limits, *own)
    switches = (*pack.switches, *book.switches)
    return (
        *(_limit(pen, limit) for limit in limits),
        *(RuleLine(s.title, "", switched(on=s.on), s.source) for s in switches),
        *(_tally(pen, tally) for tally in (*pack.tallies, *book.tallies)),
    )


def _limit(pen: Sheets, limit: Limit) -> RuleLine:
    holds = switched(on=limit.on) if limit.switchable else "always"
    if limit.severity != "error":
        holds += f" ({limit.severity} only)"
    by = FORCE if limit in pen.book.limits else ARMY
    is_asked_of_all = limit is points_agreed(pen.game.currency)
    text = "" if is_asked_of_all else limit_text(limit, pen.words, by)
    return RuleLine(limit.title, text, holds, limit.source)


def _tally(pen: Sheets, tally: TallyRule) -> RuleLine:
    by = FORCE if tally in pen.book.tallies else ARMY
    text = amount_text(tally.amount, pen.words, by)
    return RuleLine(tally.title, with_capital(text), "shown", tally.source)


def rules_used(pen: Sheets) -> tuple[RuleText, ...]:
    """Return every special rule that something of the book carries, once, by name."""
    keys = set(pen.book.rules) | {use.key for use in _carried(pen)}
    lines = [rule_text(pen.game, pen.book, RuleUse(key)) for key in keys]
    return tuple(sorted(lines, key=lambda line: line.title.casefold()))


def _carried(pen: Sheets) -> Iterator[RuleUse]:
    parts: Iterable[tuple[RuleUse, ...]] = (e.rules for e in every_entry(pen.book))
    for rules in (*parts, *(item.rules for item in pen.book.items.values())):
        yield from rules
