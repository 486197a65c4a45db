"""The table of what is done about the rules of each book and game, as Markdown."""

from collections.abc import Iterable, Iterator
from textwrap import wrap

from rulesets.book import Book
from rulesets.book_report import (
    ADVISORY,
    ENFORCED,
    NOT_MODELLED,
    ReportLine,
    report,
)
from rulesets.game import Game

WIDTH = 120
"""Longest line of a list of names [characters]."""

_HEAD = """\
# What is checked

What is done about the printed rules of each book. **Enforced**: an army that breaks
the rule is told so, or the rule is applied to the army. **Advisory**: shown to the
player. **Not modelled**: named, and left out. **Missing** are figures that no source
gives; they stay empty. Special rules of units and equipment are shown with every unit;
the last sections say which of them the odds know. The pages of a book tell each
enforced rule (`./run manage book_report KEY` prints them);
[book-messages.md](book-messages.md) has their texts. `./run manage write_guides`
writes this page.
"""


def coverage(books: Iterable[Book], games: Iterable[Game]) -> str:
    """Return what is done about the rules of some books and games, as Markdown."""
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
    yield "| Book | Enforced | Advisory | Not modelled | Missing |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for book, lines in reports:
        rules = [line for line in lines if line.kind != "special rule"]
        cells = [
            f"{book.name} (`{book.key}`)",
            *(
                str(len([line for line in rules if line.status == status]))
                for status in (ENFORCED, ADVISORY, NOT_MODELLED)
            ),
            str(len(book.missing)),
        ]
        yield f"| {' | '.join(cells)} |"
    yield ""


def _left_open(book: Book, lines: Iterable[ReportLine]) -> Iterator[str]:
    """Yield what a book prints and is not enforced."""
    printed = [line for line in lines if line.kind == "printed"]
    if not printed:
        return
    yield f"## {book.name} (`{book.key}`)\n"
    for status in (ADVISORY, NOT_MODELLED):
        for line in printed:
            if line.status == status:
                yield f"* {status}: {_sentence(line)}"
    yield ""


def _sentence(line: ReportLine) -> str:
    text = f" {' '.join(line.text.split())}" if line.text else ""
    source = f" [{line.source}]" if line.source else ""
    return f"**{line.title}.**{text}{source}"


def _special_rules(game: Game) -> Iterator[str]:
    yield f"## Special rules of {game.name}\n"
    of_hands = game.hands.words if game.hands is not None else frozenset()
    for words, status in (
        ("In the odds, exact", "exact"),
        ("In the odds, sampled", "sampled"),
        ("Enforced in what models have in hand", ENFORCED),
        ("Shown, and left out of the odds", NOT_MODELLED),
    ):
        these = sorted(
            rule.name
            for rule in game.rules.values()
            if (ENFORCED if rule.key in of_hands else rule.status) == status
        )
        if these:
            text = f"{words} ({len(these)}): {', '.join(these)}."
            yield "\n".join(wrap(text, WIDTH, break_on_hyphens=False))
            yield ""
