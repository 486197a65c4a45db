"""The names of the keys of a book and of its game, for whoever reads of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from rulesets.books.book import Book
from rulesets.books.entries import every_entry
from rulesets.core.points import POINTS, Currency
from rulesets.game import Game
from rulesets.packs.pack import Pack


@dataclass(frozen=True, slots=True)
class BookNames:
    """The names of the keys of a book and of its game.

    Parameters
    ----------
    entries, tags, slots, rules, switches, figures : mapping
        Names by key: of units, options and items; of categories and types; of groups
        of options; of special rules; of switches; of characteristics.
    game : str
        Key of the game, with which the keys of its books begin.
    currency : Currency
        What its points are called.
    """

    entries: Mapping[str, str]
    tags: Mapping[str, str]
    slots: Mapping[str, str]
    rules: Mapping[str, str]
    switches: Mapping[str, str]
    figures: Mapping[str, str]
    game: str = ""
    currency: Currency = POINTS

    def entry(self, key: str) -> str:
        """Return the name of an entry, or of another book of the game."""
        start, _, rest = key.partition("-")
        if key not in self.entries and rest and start == self.game:
            return plain(rest).capitalize()
        return self.entries.get(key, plain(key))


def names(game: Game | None, *books: Book) -> BookNames:
    """Return the names of the keys of some books of a game."""
    entries: dict[str, str] = {}
    tags: dict[str, str] = {}
    slots: dict[str, str] = {}
    rules: dict[str, str] = {}
    switches: dict[str, str] = {}
    if game is not None:
        tags |= {kind.key: kind.name for kind in game.unit_types.values()}
        rules |= {rule.key: rule.name for rule in game.rules.values()}
        switches |= _switches(game.pack)
    for book in books:
        entries |= {item.key: item.name for item in book.items.values()}
        tags |= {category.key: category.name for category in book.categories}
        rules |= {rule.key: rule.name for rule in book.rules.values()}
        switches |= {switch.key: switch.title for switch in book.switches}
        switches |= {
            limit.key: limit.title for limit in book.limits if limit.switchable
        }
        slots |= {slot.key: slot.name for slot in book.slots}
        for entry in every_entry(book):
            entries.setdefault(entry.key, entry.name)
            slots |= {slot.key: slot.name for slot in entry.slots}
        tags = {**_telling_tags(book), **tags}
    known = game.characteristics if game is not None else ()
    figures = {figure.key: figure.name for figure in known}
    key = game.key if game is not None else ""
    currency = game.currency if game is not None else POINTS
    return BookNames(entries, tags, slots, rules, switches, figures, key, currency)


def _telling_tags(book: Book) -> dict[str, str]:
    """Return the tags that one thing alone has, with its name."""
    found: dict[str, set[str]] = {}
    for entry in every_entry(book):
        for key in entry.keys:
            if key.startswith("#"):
                found.setdefault(key[1:], set()).add(entry.name)
    for item in book.items.values():
        for tag in item.tags:
            found.setdefault(tag, set()).add(item.name)
    return {tag: min(these) for tag, these in found.items() if len(these) == 1}


def _switches(pack: Pack) -> dict[str, str]:
    limits = {limit.key: limit.title for limit in pack.limits if limit.switchable}
    return {**limits, **{switch.key: switch.title for switch in pack.switches}}


def plain(key: str) -> str:
    """Return a key as words."""
    return key.replace("-", " ")
