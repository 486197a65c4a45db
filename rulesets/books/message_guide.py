"""The guide to the messages of army books, as a Markdown page.

For every limit that a book brings: its code, title and source, and what a player is
told, by a sample army that breaks it or else as it would be told.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rulesets.books.book import Book, Books, Entry
from rulesets.books.entries import listed_branches, own_branches
from rulesets.books.sample_armies import BookTests
from rulesets.core.points import POINTS, Points
from rulesets.core.query import RANGE, Amount, Limit
from rulesets.games import find_game
from rulesets.legality import review
from rulesets.legality.limit_messages import message
from rulesets.legality.limits import Breach
from rulesets.legality.tree import Node, Tree

MOST_UNTOLD = 6
"""Most limits of one code that are named though no sample army breaks them."""

USUAL_SIZE = 2000
"""Points agreed on where a text that no army gave speaks of them [points]."""

_HEAD = """\
# What the books say

Every limit that a book brings, by its code: its title, its source and what a player is
told. A text in *italics* was told to a sample army; a text after **Such as** is of a
limit that no sample army breaks, and its numbers are made up. What every army may be
told, and what each game adds, stands in [messages.md](messages.md), which explains
sizes of units and counts of options (`unit-size`, `slot`, `option-count`) for all
books. What is checked at all stands in [coverage.md](coverage.md). `./run manage
write_guides` writes this page.
"""


@dataclass(frozen=True, slots=True)
class MessagePlace:
    """A limit of a book and its place: none for the whole force."""

    limit: Limit
    entry: Entry | None = None
    unit: Entry | None = None

    @property
    def rule(self) -> tuple[str, str]:
        """Return code and title, which its messages have too."""
        return self.limit.key, self.limit.title


FirstTexts = Mapping[str, Mapping[tuple[str, str], str]]
"""By the key of a book: the text that an army of it was told, by code and title."""


def book_messages(books: Iterable[Book], tests: Iterable[BookTests]) -> str:
    """Return the guide to the messages of some books, as Markdown.

    Parameters
    ----------
    books : iterable of Book
        Each has a section, in this order; all that the sample armies take from.
    tests : iterable of BookTests
        The sample armies that the texts are taken from, where they break a limit.
    """
    known = list(books)
    told = _first_texts(known, tests)
    sections = [section for book in known for section in _section(book, told)]
    return "\n".join([_HEAD, *sections])


def untold(books: Iterable[Book], tests: Iterable[BookTests]) -> list[tuple[str, str]]:
    """Return the codes of books that no sample army breaks, as book and code."""
    known = list(books)
    told = _first_texts(known, tests)
    codes = {book.key: {place.limit.key for place in places(book)} for book in known}
    heard = {book.key: {code for code, _ in _heard(book, told)} for book in known}
    return [(key, code) for key in codes for code in sorted(codes[key] - heard[key])]


def places(book: Book) -> Iterator[MessagePlace]:
    """Yield every limit of a book once, where it is first met, but for its ranges."""
    seen: set[tuple[str, str, str]] = set()
    for place in _all_places(book):
        limit = place.limit
        mark = (limit.key, limit.title, limit.message)
        if limit.origin != RANGE and mark not in seen:
            seen.add(mark)
            yield place


def _all_places(book: Book) -> Iterator[MessagePlace]:
    yield from (MessagePlace(limit) for limit in book.limits)
    for branch in own_branches(book):
        unit = branch[0] if branch[0].kind == "unit" else None
        yield from (
            MessagePlace(limit, branch[-1], unit) for limit in branch[-1].limits
        )
    for branch in listed_branches(book):
        yield from (MessagePlace(limit, branch[-1]) for limit in branch[-1].limits)
    for item in book.items.values():
        yield from (MessagePlace(limit, item.carried) for limit in item.limits)


# -- what sample armies are told ------------------------------------------------------


def _first_texts(books: Iterable[Book], tests: Iterable[BookTests]) -> FirstTexts:
    """Return the first message of each limit, by the book of the army that has it."""
    editions: Books = {(book.key, 1): book for book in books}
    told: dict[str, dict[tuple[str, str], str]] = {}
    for sample in tests:
        here = told.setdefault(sample.book, {})
        for army in sample.armies:
            for said in review(army.roster, editions).messages:
                here.setdefault((said.code, said.rule), said.text)
    return told


def _heard(book: Book, told: FirstTexts) -> dict[tuple[str, str], str]:
    """Return the messages of armies about a book's limits, its own armies first."""
    own = {place.rule for place in places(book)}
    found: dict[tuple[str, str], str] = {}
    for texts in (told.get(book.key, {}), *told.values()):
        for rule in own & set(texts):
            found.setdefault(rule, texts[rule])
    return found


# -- the page ------------------------------------------------------------------------


def _section(book: Book, told: FirstTexts) -> Iterator[str]:
    yield f"## {book.name} (`{book.key}`)\n"
    by_code: dict[str, list[MessagePlace]] = {}
    for place in places(book):
        by_code.setdefault(place.limit.key, []).append(place)
    if not by_code:
        yield "It brings no limit of its own.\n"
    heard = _heard(book, told)
    for code in sorted(by_code):
        yield f"### `{code}`\n"
        yield from _lines(book, by_code[code], heard)
        yield ""


def _lines(
    book: Book, these: Iterable[MessagePlace], heard: Mapping[tuple[str, str], str]
) -> Iterator[str]:
    """Yield the limits of one code by title, a few of those that no army breaks."""
    left = MOST_UNTOLD
    more = 0
    for place in sorted(these, key=lambda place: place.limit.title.casefold()):
        text = heard.get(place.rule)
        left -= text is None
        if text is not None or left >= 0:
            yield _line(book, place, text)
        else:
            more += 1
    if more:
        yield f"* And {more} more like these."


def _line(book: Book, place: MessagePlace, text: str | None) -> str:
    limit = place.limit
    source = f" ({limit.source})" if limit.source else ""
    said = f"*{text}*" if text else f"**Such as** {such_as(book, place)}"
    severity = {"warning": " A warning.", "info": " A hint."}.get(limit.severity, "")
    return f"* {limit.title}{source}.{severity}\n  {said}"


def such_as(book: Book, place: MessagePlace) -> str:
    """Return the message to an army that breaks a limit by one.

    Bounds that depend on the army are taken at their least, and one more.
    """
    limit = place.limit
    low = None if limit.min is None else max(_bound(limit.min), 1)
    high = None if limit.max is None else _bound(limit.max)
    count = (high or 0) + 1 if low is None else low - 1
    node = _node(book, place)
    game = find_game(book.game)
    currency = POINTS if game is None else game.currency
    tree = Tree(Node("army", "", ()), [], USUAL_SIZE, currency)
    return message(tree, Breach(limit, node, node, count, low, high, ())).text


def _bound(wanted: Amount) -> Points:
    number = wanted.base + len(wanted.terms)
    if wanted.least is not None:
        number = max(number, wanted.least)
    return number if wanted.most is None else min(number, wanted.most)


def _node(book: Book, place: MessagePlace) -> Node:
    """Return the place in an army of a message."""
    force = Node("force", "", (), book=book)
    if place.entry is None:
        return force
    unit = place.unit
    above = None if unit is None else Node("unit", "", (), force, book=book, entry=unit)
    if above is not None and unit is place.entry:
        above.unit = above
        return above
    entry = place.entry
    return Node(entry.kind, "", (), above or force, above, book, entry)
