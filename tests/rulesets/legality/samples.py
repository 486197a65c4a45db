"""The sample armies of the project: those of the books' tests, and the illegal ones."""

from functools import cache

from rulesets.books.sample_armies import read_book_tests
from rulesets.documents.json import parse
from rulesets.rosters.roster import Roster, read_roster
from tests.real_books import FIXTURES, KEYS

ILLEGAL = "illegal"
"""What stands for the folder of illegal armies among the keys of books."""

SAMPLES = (*KEYS, ILLEGAL)


@cache
def samples_of(key: str) -> tuple[tuple[str, Roster], ...]:
    """Return the sample armies of a book, or the illegal ones, by their titles."""
    if key == ILLEGAL:
        paths = sorted((FIXTURES / "illegal-armies").glob("*.json"))
        return tuple(
            (path.stem, read_roster(parse(path.read_bytes()))) for path in paths
        )
    path = FIXTURES / "book-tests" / f"{key}.json"
    if not path.exists():
        return ()
    armies = read_book_tests(parse(path.read_bytes())).armies
    return tuple((army.title, army.roster) for army in armies)
