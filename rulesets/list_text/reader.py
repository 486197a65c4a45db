"""Reading a text as a list: lines to units of a book, with what is asked of each."""

import re
from collections.abc import Sequence

from rulesets.books.book import Book
from rulesets.books.bookshelf import Bookshelf
from rulesets.games import GAMES
from rulesets.legality import review
from rulesets.list_text.army import army_of
from rulesets.list_text.book_choice import (
    Fit,
    at_edition,
    books_of,
    confidence_of,
    fits,
)
from rulesets.list_text.clauses import Clause, clauses, quoted_name
from rulesets.list_text.line_roles import Desk
from rulesets.list_text.list_values import (
    BOOK_KEY,
    HEADING,
    NOISE,
    OPEN,
    UNIT,
    BookChoice,
    Corrections,
    ReadLine,
    ReadList,
)
from rulesets.list_text.own_texts import without_details
from rulesets.list_text.raw_lines import (
    RawLine,
    limit_said,
    raw_lines,
)
from rulesets.list_text.units import finish
from rulesets.list_text.worth import priced_lines
from rulesets.rosters.roster import Roster

LONGEST_NAME = 120
"""Longest name of an army [characters]."""

_NO_NAME = "Pasted list"


def read_list(
    text: str,
    bookshelf: Bookshelf,
    game: str | None = None,
    book: str | None = None,
    corrections: Corrections | None = None,
) -> ReadList:
    """Return a text as a list of one of the books.

    Parameters
    ----------
    text : str
        As any builder writes it, or plain lines.
    bookshelf : Bookshelf
    game, book : str, optional
        Keys, where they are known; else the text decides.
    corrections : mapping, optional
        Answers by the keys of what asked (see `Part`): ``yes``, ``out``, or the key of
        a candidate; ``book`` for the key of the book.

    Raises
    ------
    ListTextError
        If it is no text, or too long: names the line.
    """
    answers = dict(corrections or {})
    lines = without_details(raw_lines(text))
    parsed = tuple(clauses(quoted_name(one.body)[0], one.number) for one in lines)
    asked = answers.get(BOOK_KEY) or book
    every = books_of(bookshelf, game if game in GAMES else None)
    telling = [(a, b) for a, b in zip(lines, parsed, strict=True) if a.kind != NOISE]
    ranked = _ranked(every, telling, asked)
    if not ranked:
        return _unread(lines)
    main = at_edition(ranked[0].book, lines, bookshelf)
    others = [one for one in every if one.game == main.game and one.key != main.key]
    named = frozenset(fit.book.key for fit in ranked if fit.is_named)
    desk = Desk(main, others, named, answers)
    for line, these in zip(lines, parsed, strict=True):
        desk.read(line, these)
    for unit in desk.units:
        unit.asks = finish(unit)
    army = army_of(desk.units, main, _name(desk, lines), _limit(desk, lines))
    sure = confidence_of(ranked, asked=asked == main.key)
    return _read_list(desk, army, ranked, main, sure, lines)


def _ranked(
    every: Sequence[Book],
    telling: Sequence[tuple[RawLine, tuple[Clause, ...]]],
    asked: str | None,
) -> tuple[Fit, ...]:
    """Return the books that the list may be of; the one asked for is the first."""
    found = fits(every, [line for line, _ in telling], [these for _, these in telling])
    if asked is None:
        return found
    wanted = [one for one in every if one.key == asked]
    own = [fit for fit in found if fit.book.key == asked]
    first = own or [Fit(one, 0, is_named=False, is_army=True) for one in wanted]
    return (*first, *(fit for fit in found if fit.book.key != asked))


def _unread(lines: Sequence[RawLine]) -> ReadList:
    """Return the list of a text in which no unit of any book is named."""
    read = tuple(
        ReadLine(line.number, line.text, NOISE)
        if line.kind == NOISE
        else ReadLine(line.number, line.text, UNIT, OPEN)
        for line in lines
    )
    return ReadList(_NO_NAME, lines=read)


def _name(desk: Desk, lines: Sequence[RawLine]) -> str:
    """Return the name of the army: the first line that only names something."""
    for record in desk.records:
        if record.role == UNIT:
            break
        said = record.raw.body.strip(" -:·\"'")
        if record.role == HEADING and said and record.raw.kind == "line":
            return re.split(r" [(\[]", said)[0][:LONGEST_NAME].strip() or _NO_NAME
    framed = (line.body for line in lines[:3] if line.kind == HEADING)
    return next((one[:LONGEST_NAME] for one in framed if one), _NO_NAME)


def _limit(desk: Desk, lines: Sequence[RawLine]) -> int | None:
    first = next((r.raw.number for r in desk.records if r.role == UNIT), None)
    for line in lines:
        said = limit_said(line) if line.kind != NOISE else None
        before = first is None or line.number < first
        if said is not None and (before or line.limit is not None):
            return min(said, 1_000_000)
    return None


def _read_list(
    desk: Desk,
    army: Roster,
    ranked: Sequence[Fit],
    main: Book,
    sure: str,
    lines: Sequence[RawLine],
) -> ReadList:
    books = {(one.key, one.edition): one for one in (main, *desk.others)}
    now = review(army, books)
    totals = [line.total for line in lines if line.total is not None]
    return ReadList(
        name=army.name,
        books=tuple(_choice(fit, main) for fit in ranked),
        book_confidence=sure,
        limit=army.limit,
        stated=totals[-1] if totals else None,
        lines=priced_lines(desk, now),
        army=army,
        review=now,
        choices=desk.choices(),
    )


def _choice(fit: Fit, main: Book) -> BookChoice:
    book = main if fit.book.key == main.key else fit.book
    return BookChoice(book.game, book.key, book.edition, book.name, fit.lines)
