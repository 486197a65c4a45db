"""The unit that odds are told against before anybody chooses one."""

from armybuilder.armies.odds.targets import groups_of_books, usual_target
from rulesets.books.book import Books
from tests.real_books import real_book


def usual(own: str, *keys: str) -> str:
    books: Books = {(key, 1): real_book(key) for key in keys}
    known = [address for one in groups_of_books(books) for address, _ in one.units]
    return usual_target(known, {own}, books)


def test_the_usual_enemy_is_of_the_ranks_of_another_book() -> None:
    orcs, empire = "warhammer-orcs-and-goblins", "warhammer-empire"
    assert usual(orcs, orcs, empire) == "warhammer-empire@1/halberdiers"
    assert usual(empire, empire, orcs) == "warhammer-orcs-and-goblins@1/orc-boyz"


def test_a_book_without_such_ranks_has_its_first_unit() -> None:
    assert usual("charge-skaven", "charge-skaven", "charge-orcs") == (
        "charge-orcs@1/orcs"
    )


def test_an_army_alone_meets_its_own() -> None:
    assert usual("charge-orcs", "charge-orcs") == "charge-orcs@1/orcs"
    assert usual("warhammer-empire") == ""
