"""The books and sample armies of the project, each read once a process."""

from functools import cache
from pathlib import Path

from rulesets.books.book import Book
from rulesets.books.load import read_book
from rulesets.documents.json import parse
from rulesets.rosters.roster import Roster, read_roster

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
BOOKS = FIXTURES / "books"
KEYS = tuple(sorted(path.stem for path in BOOKS.glob("*.json")))


@cache
def real_book(key: str) -> Book:
    """Return a book of the project, as its first edition."""
    return read_book(parse((BOOKS / f"{key}.json").read_bytes()), 1)


def real_books(*patterns: str) -> dict[tuple[str, int], Book]:
    """Return the books whose keys match: ``charge-*``; every one without a pattern."""
    paths = [path for one in patterns or "*" for path in BOOKS.glob(f"{one}.json")]
    return {(path.stem, 1): real_book(path.stem) for path in sorted(paths)}


def sample_army(name: str) -> Roster:
    """Return one of the sample armies."""
    return read_roster(parse((FIXTURES / "armies" / f"{name}.json").read_bytes()))
