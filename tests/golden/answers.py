"""Everything that may not change while the code is put in order, by key."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import product
from typing import Any

from rulesets.books.book import Book
from rulesets.books.bookshelf import BookFolder
from rulesets.books.sample_armies import read_book_tests
from rulesets.combats import COMBATS
from rulesets.documents.json import parse
from rulesets.game import Game
from rulesets.games import GAMES
from rulesets.legality import review, with_fixes
from rulesets.matchups.best_loadout import settle
from rulesets.matchups.comparison import compared
from rulesets.matchups.fighter import book_fighter
from rulesets.matchups.match_up_document import read_match_up
from rulesets.matchups.openings import opened
from rulesets.odds.combat import Opening
from rulesets.odds.match_up import Fighter, MatchUpError
from rulesets.odds.plain_rolls import bare_odds
from rulesets.reviews.review_document import review_document
from rulesets.rosters.roster import Roster, read_roster
from tests.real_books import FIXTURES

Answers = Iterator[tuple[str, Callable[[], Any]]]
"""Keys, each with what works its answer out."""

TARGETS = {
    "charge": ("charge-orcs", "orcs"),
    "mordheim": ("mordheim-reikland", "champion"),
    "scrollhammer": ("scrollhammer-imperial-legion", "legionnaires"),
    "warhammer": ("warhammer-empire", "halberdiers"),
}
"""By game, the unit that every other one is measured against: book and unit."""


@cache
def shelf() -> BookFolder:
    """Return the books of the project."""
    return BookFolder(FIXTURES / "books")


def _file(*parts: str) -> Any:
    return parse(FIXTURES.joinpath(*parts).read_bytes())


def _names(folder: str) -> list[str]:
    return sorted(path.name for path in (FIXTURES / folder).glob("*.json"))


def _reviewed(roster: Roster) -> Any:
    books = shelf().books_for(roster)
    return review_document(with_fixes(review(roster, books), books))


def reviews() -> Answers:
    """Yield the review, with its fixes, of every army of the project."""
    for folder in ("armies", "illegal-armies"):
        for name in _names(folder):
            roster = read_roster(_file(folder, name))
            yield f"{folder}/{name}", partial(_reviewed, roster)
    for name in _names("book-tests"):
        for army in read_book_tests(_file("book-tests", name)).armies:
            yield f"book-tests/{name}/{army.title}", partial(_reviewed, army.roster)


def match_ups() -> Answers:
    """Yield the odds of every match-up of the project and of every reference case."""
    for name in _names("match-ups"):
        yield f"match-ups/{name}", partial(_odds, _file("match-ups", name))
    for name in _names("reference-cases"):
        for case in _file("reference-cases", name)["cases"]:
            if case.get("match_up") is not None:
                answer = partial(_odds, case["match_up"])
                yield f"reference-cases/{name}/{case['name']}", answer


def _odds(document: Any) -> Any:
    bare = bare_odds(document)
    if bare is not None:
        return bare.to_document()
    sides = [document[side] for side in ("a", "b")]
    names = {(side["book"], side["edition"]) for side in sides if "book" in side}
    books = {name: _book(name[0]) for name in names}
    match_up = read_match_up(document, books)
    return settle(COMBATS[match_up.game].odds, match_up)[1].to_document()


def _odds_or_why_not(document: Any) -> Any:
    try:
        return _odds(document)
    except MatchUpError as problem:
        return str(problem)


def _book(key: str) -> Book:
    game = next(g for g in GAMES if key.startswith(g))
    return shelf().newest_books(game)[key, 1]


def units(game_key: str) -> Answers:
    """Yield what every unit of a game does to one target, and how its fights go."""
    game = GAMES[game_key]
    target = book_fighter(_book(TARGETS[game_key][0]), TARGETS[game_key][1])
    for (key, _), book in sorted(shelf().newest_books(game_key).items()):
        for unit in book.units:
            fighter = _fighter(book, unit)
            if isinstance(fighter, str):
                yield f"{key}/{unit}", partial(str, fighter)
                continue
            previews = partial(_previews, game_key, fighter, target)
            yield f"{key}/{unit}/preview", previews
            for opening in COMBATS[game_key].openings:
                fight = partial(_fight, game, opening, fighter, target)
                yield f"{key}/{unit}/{opening.key}", fight


def _fighter(book: Book, unit: str) -> Fighter | str:
    try:
        return book_fighter(book, unit)
    except MatchUpError as problem:
        return str(problem)


def _fight(game: Game, opening: Opening, fighter: Fighter, target: Fighter) -> Any:
    try:
        fight = opened(game, opening, fighter, target)
    except MatchUpError as problem:
        return str(problem)
    return None if fight is None else fight.odds.to_document()


def _previews(game_key: str, fighter: Fighter, target: Fighter) -> Any:
    preview = COMBATS[game_key].preview
    try:
        return [one.to_document() for one in preview(fighter, target)]
    except MatchUpError as problem:
        return str(problem)


def kinds() -> Answers:
    """Yield the answer of every kind of match-up for every unit of one book a game."""
    for game in GAMES.values():
        key, target = TARGETS[game.key]
        for kind, unit in product(COMBATS[game.key].kinds, _book(key).units):
            document = {
                "format": "armybuilder.match-up/1",
                "game": game.key,
                "kind": kind.key,
                "a": {"book": key, "edition": 1, "unit": unit},
                "b": {"book": key, "edition": 1, "unit": target},
            }
            yield f"{game.key}/{kind.key}/{unit}", partial(_odds_or_why_not, document)


def comparisons() -> Answers:
    """Yield a comparison of some units of a book of each game with each other."""
    for game in GAMES.values():
        book = _book(TARGETS[game.key][0])
        sides = [{"book": book.key, "edition": 1, "unit": one} for one in book.units]
        document = {
            "format": "armybuilder.comparison/1",
            "game": game.key,
            "kind": COMBATS[game.key].openings[0].kind,
            "a": sides[-4:],
            "b": sides[-4:],
        }
        yield game.key, partial(_compared, document, book)


def _compared(document: Any, book: Book) -> Any:
    return dict(compared(document, {(book.key, 1): book}))
