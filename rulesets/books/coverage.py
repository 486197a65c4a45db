"""The table of the statuses of the rules of each book and game, as Markdown."""

from collections.abc import Iterable, Iterator
from textwrap import wrap

from rulesets.books.book import Book
from rulesets.books.report import (
    ADVISORY,
    ENFORCED,
    SAMPLED,
    STATUSES,
    ReportLine,
    report,
    totals,
)
from rulesets.combats import status_of
from rulesets.core.special_rule import EXACT, NO_DICE, NOT_MODELLED, PARTLY
from rulesets.game import Game

WIDTH = 120
"""Longest line of a list of names [characters]."""

SPECIAL = (
    ("in the odds, exact", EXACT),
    ("partly in the odds", PARTLY),
    ("in the odds, sampled", SAMPLED),
    ("enforced in what models have in hand", ENFORCED),
    ("without dice in any match-up", NO_DICE),
    ("shown, and left out of the odds", NOT_MODELLED),
)
"""Words for the treatment of a special rule, and its status."""

_HEAD = """\
# What is checked

What is done about every rule of each book. **Enforced**: an army that breaks the rule
is told so, or the rule is applied to the army. **Exact** and **sampled**: it counts in
the odds, worked out so. **Partly**: some of it counts, and the rest is named. **No
dice**: it has no part in any match-up. **Advisory**: shown to the player. **Not
modelled**: named, and left out; a match-up of a unit with such a rule names it beside
the number. **Missing** are figures that no source gives;
they stay empty. Special rules of units and equipment
are shown with every unit. The pages of a book tell each
enforced rule (`./run manage book_report KEY` prints them);
[book-messages.md](book-messages.md) has their texts. `./run manage write_guides`
writes this page.
"""


def coverage(books: Iterable[Book], games: Iterable[Game]) -> str:
    """Return the statuses of the rules of some books and games, as Markdown."""
    reports = [(book, report(book)) for book in books]
    parts = [_HEAD, *_table(reports)]
    for book, lines in reports:
        parts += _left_open(book, lines)
    for game in games:
        parts += _special_rules(game)
    return "\n".join(parts)


Reports = Iterable[tuple[Book, tuple[ReportLine, ...]]]
"""Books with what is done about their rules."""


def _table(reports: Reports) -> Iterator[str]:
    yield "## Books\n"
    heads = " | ".join(status.capitalize() for status in STATUSES)
    yield f"| Book | {heads} | Missing |"
    yield f"| --- |{' ---: |' * (len(STATUSES) + 1)}"
    for book, lines in reports:
        counted = totals(lines)
        cells = [
            f"{book.name} (`{book.key}`)",
            *(str(counted[status]) for status in STATUSES),
            str(len(book.missing)),
        ]
        yield f"| {' | '.join(cells)} |"
    yield ""


def _left_open(book: Book, lines: Iterable[ReportLine]) -> Iterator[str]:
    """Yield printed rules that are not enforced, and the special rules of a book."""
    printed = [line for line in lines if line.kind == "printed"]
    special = [line for line in lines if line.kind == "special rule"]
    if not printed and not special:
        return
    yield f"## {book.name} (`{book.key}`)\n"
    for status in (EXACT, SAMPLED, ADVISORY, NOT_MODELLED):
        for line in printed:
            if line.status == status:
                yield f"* {status}: {_sentence(line)}"
    for words, status in SPECIAL:
        yield from _name_list(
            f"* special rules, {words}",
            [line.title for line in special if line.status == status],
        )
    yield ""


def _sentence(line: ReportLine) -> str:
    text = f" {' '.join(line.text.split())}" if line.text else ""
    source = f" [{line.source}]" if line.source else ""
    return f"**{line.title}.**{text}{source}"


def _special_rules(game: Game) -> Iterator[str]:
    yield f"## Special rules of {game.name}\n"
    of_hands = game.hands.rules if game.hands is not None else frozenset()
    for words, status in SPECIAL:
        these = [
            rule.name
            for key, rule in game.rules.items()
            if (ENFORCED if key in of_hands else status_of(game, key)) == status
        ]
        for line in _name_list(words.capitalize(), these):
            yield f"{line}\n"


def _name_list(words: str, names: Iterable[str]) -> Iterator[str]:
    """Yield one line of a list of names, if there are any, wrapped."""
    these = sorted(names)
    if these:
        text = f"{words} ({len(these)}): {', '.join(these)}."
        indent = "  " if words.startswith("*") else ""
        yield "\n".join(
            wrap(text, WIDTH, break_on_hyphens=False, subsequent_indent=indent)
        )
