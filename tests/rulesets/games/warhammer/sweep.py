"""Every unit of the Warhammer books with everything that it may have in hand."""

from collections.abc import Iterator

from rulesets.books.book import Book
from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.questions.questions import KINDS
from rulesets.legality import new_selection
from rulesets.matchups.fighter import fighter, unit_review
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Fighter, MatchUpError
from tests.real_books import real_books
from tests.rulesets.games.warhammer.units import match_up


def books() -> Iterator[Book]:
    yield from real_books("warhammer-*").values()


def held(book: Book, entry: str) -> Iterator[Fighter]:
    """Return a unit of a book once with each of its loadouts; none without figures."""
    line = unit_review(book, new_selection(book, entry)).forces[0].units[0]
    try:
        usual = fighter(line)
    except ValueError:
        return
    for loadout in usual.loadouts or ("",):
        yield fighter(line, loadout)


def answers(own: Fighter, target: Fighter) -> Iterator[tuple[str, Odds | MatchUpError]]:
    """Return what every kind of match-up says, each unit on either side."""
    for kind in KINDS:
        for a, b in ((own, target), (target, own)):
            try:
                yield kind.key, odds(match_up(kind.key, a, b, rounds=2))
            except MatchUpError as problem:
                yield kind.key, problem
