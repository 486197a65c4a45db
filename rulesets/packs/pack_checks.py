"""Checks of the names in a pack: targets, places, switches, bounds, figures.

A book may name what another book has; a pack is for all books of its game, so what none
of them has is a slip of the pen, and the rule would hold for nobody.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulesets.books.book import Book
from rulesets.books.bookshelf import Bookshelf
from rulesets.books.checks.draft import targets_of, walk
from rulesets.books.checks.finding import ROUGHLY, did_you_mean
from rulesets.books.checks.names import NAMING, PLACES
from rulesets.books.entries import every_entry
from rulesets.core.query import Change
from rulesets.game import Game
from rulesets.games import find_game
from rulesets.legality.limits import IMPLIED, POINTS_AGREED
from rulesets.packs.event_pack import read_event_pack
from rulesets.packs.pack import Pack, PackError

FORESEEN = ("#special-character",)
"""Targets that a pack may name though no book has one yet: most games have them."""

NODES = ("army", "force", "own", "ally", "companion", "unit")


@dataclass(frozen=True, slots=True)
class Words:
    """Keys that packs of a game may name."""

    targets: frozenset[str]
    places: frozenset[str]
    switches: frozenset[str]
    bounds: frozenset[str]
    figures: frozenset[str]
    items: frozenset[str]


def checked_pack(document: Any, bookshelf: Bookshelf) -> Pack:
    """Return the pack of an event; all its names are in the newest books at hand.

    Raises
    ------
    PackError
        As `read_event_pack` and `check_pack`.
    """
    pack = read_event_pack(document)
    check_pack(pack, bookshelf.newest_books(pack.game).values())
    return pack


def check_pack(pack: Pack, books: Iterable[Book]) -> None:
    """Refuse a pack that names keys which its game and these books do not have.

    ``books`` are one edition, such as the newest, of every book that there is.

    Raises
    ------
    PackError
        At the first such place, with how many more there are.
    """
    slips = pack_slips(pack, books)
    first = next(slips, None)
    if first is not None:
        others = sum(1 for _ in slips)
        more = f" (and {others} more such)" if others else ""
        raise PackError(first.where, f"{first.text}{more}")


@dataclass(frozen=True, slots=True)
class Slip:
    """A place of a pack that names nothing there is.

    What may have been meant is looked for only where a slip is told: among thousands
    of words that takes long.
    """

    where: str
    named: str
    said: str
    known: frozenset[str]

    @property
    def text(self) -> str:
        """Return an error, with the key that may have been meant."""
        hint = did_you_mean(self.named, self.known, ROUGHLY)
        return f"{self.named!r} {self.said} in any book of the game{hint}"


def pack_slips(pack: Pack, books: Iterable[Book]) -> Iterator[Slip]:
    """Yield every place of a pack's document that names nothing."""
    game = find_game(pack.game)
    if game is None:
        return
    words = words_of(game, pack, [book for book in books if book.game == game.key])
    for where, part in walk(pack.document):
        yield from _targets(where, part, words)
        yield from _check_names(where, part, words)


def unmarked_targets(document: Any, books: Iterable[Book]) -> tuple[str, ...]:
    """Return the targets of a pack that may be named though no book has them yet."""
    marked = {f"#{category.key}" for book in books for category in book.categories}
    named = {target for _, part in walk(document) for _, target in targets_of(part)}
    return tuple(one for one in FORESEEN if one in named and one not in marked)


def words_of(game: Game, pack: Pack, books: Iterable[Book]) -> Words:
    """Return the keys that a game and its books have."""
    targets = {"*", "same", *FORESEEN, *(f"kind:{kind}" for kind in NODES)}
    targets |= {f"rule:{key}" for key in game.rules}
    targets |= {f"#{key}" for key in game.unit_types}
    # The game's own rules also speak of what books may have one day.
    own = (part for _, part in walk(game.pack.document))
    targets |= {target for part in own for _, target in targets_of(part)}
    switches = {rule.key for rule in pack.switches}
    switches |= {limit.key for limit in pack.limits if limit.switchable}
    bounds = {limit.key for limit in (POINTS_AGREED, *pack.limits)} | set(IMPLIED)
    items: set[str] = set()
    changes = [*pack.changes]
    for book in books:
        targets.add(book.key)
        targets |= {f"rule:{key}" for key in book.rules}
        targets |= {f"#{category.key}" for category in book.categories}
        switches |= {rule.key for rule in book.switches}
        bounds |= {limit.key for limit in book.limits}
        changes += book.changes
        items |= set(book.items)
        entries = [*every_entry(book), *(one.carried for one in book.items.values())]
        for entry in entries:
            targets |= set(entry.keys)
            targets |= {f"slot:{slot.key}" for slot in entry.slots}
            bounds |= {limit.key for limit in entry.limits}
            changes += entry.changes
    targets |= {f"#{change.value}" for change in changes if _names(change)}
    return Words(
        targets=frozenset(targets),
        places=frozenset({*PLACES, *targets}),
        switches=frozenset(switches),
        bounds=frozenset(bounds),
        figures=frozenset(one.key for one in game.characteristics),
        items=frozenset(items),
    )


def _names(change: Change) -> bool:
    return change.attribute in NAMING and isinstance(change.value, str)


def _targets(where: str, part: Mapping[str, Any], words: Words) -> Iterator[Slip]:
    for key, target in targets_of(part):
        if target not in words.targets:
            yield Slip(f"{where}/{key}", target, "finds nothing", words.targets)
    within = part.get("in", "army")
    if within not in words.places:
        yield Slip(f"{where}/in", within, "is no place", words.places)


def _check_names(where: str, part: Mapping[str, Any], words: Words) -> Iterator[Slip]:
    kind, _, key = str(part.get("count", "")).partition(":")
    if key and key not in words.figures:
        yield Slip(f"{where}/count", key, "is no characteristic", words.figures)
    kind, _, key = str(part.get("change", "")).partition(":")
    if kind == "figure" and key not in words.figures:
        yield Slip(f"{where}/change", key, "is no characteristic", words.figures)
    if kind in ("min", "max") and key not in words.bounds:
        yield Slip(f"{where}/change", key, "is no limit", words.bounds)
    if kind == "gear" and part.get("value") not in words.items:
        yield Slip(f"{where}/value", str(part["value"]), "is no item", words.items)
    if "switch" in part and part["switch"] not in words.switches:
        yield Slip(f"{where}/switch", part["switch"], "is no switch", words.switches)
