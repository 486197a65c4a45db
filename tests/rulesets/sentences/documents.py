"""Every document with limits and changes of the project, with the words of its book."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from rulesets.documents.json import parse
from rulesets.games import GAMES
from rulesets.libraries import whole_document
from rulesets.sentences.book_words import BookWords
from rulesets.sentences.offers import document_words
from rulesets.sentences.places import RulePlace, rule_places
from rulesets.sentences.reader import read_statement
from rulesets.sentences.sentence import Statement
from tests.real_books import FIXTURES, KEYS, real_book

BESIDE = ("key", "title", "source", "message", "severity", "switchable", "on")
"""Members of limits and changes that no sentence says."""

PACKS = (*(path.stem for path in sorted((FIXTURES / "packs").glob("*.json"))), *GAMES)
NAMES = (*KEYS, *PACKS)


@cache
def document(name: str) -> Any:
    """Return a book, an event's pack, or by the key of a game the pack of that game."""
    if name in GAMES:
        return json.loads(json.dumps(dict(GAMES[name].pack.document)))
    folder = "books" if name in KEYS else "packs"
    found = parse(Path(FIXTURES / folder / f"{name}.json").read_bytes())
    return whole_document(found) if name in KEYS else found


@cache
def words(name: str) -> BookWords:
    return document_words(document(name), map(real_book, KEYS))


@cache
def statements(name: str) -> tuple[tuple[RulePlace, Statement], ...]:
    """Return every limit and change of a document, read."""
    return tuple(
        (place, read_statement(place.part, place.fragment, words(name)))
        for place in rule_places(document(name))
    )


def every_rule() -> Iterator[tuple[str, RulePlace, Statement]]:
    for name in NAMES:
        for place, statement in statements(name):
            yield name, place, statement
