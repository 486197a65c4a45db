"""Which books an army may have a force of, as the builder offers them."""

from dataclasses import replace

import pytest

from rulesets.legality import books_beside, review
from rulesets.rosters.roster import Force
from tests.real_books import KEYS, real_book
from tests.rulesets.legality.real import books_of, roster_of

SERVING = ["mordheim-armoury", "mordheim-hired-swords"]


def beside(key: str, *units: str) -> list[str]:
    """Return the books beside an army, of all of its game."""
    roster = roster_of(key, *units)
    books = books_of(roster)
    game = real_book(key).game
    others = (real_book(other) for other in KEYS if other != key)
    mine = [other for other in others if other.game == game]
    return [book.key for book in books_beside(review(roster, books), books, mine)]


def test_a_warband_is_offered_only_who_serves_it() -> None:
    assert beside("mordheim-reikland", "captain") == SERVING


@pytest.mark.parametrize("key", [key for key in KEYS if key.startswith("warhammer-")])
def test_an_army_of_one_book_is_offered_no_other(key: str) -> None:
    assert beside(key) == []


def test_a_saltmere_army_is_offered_the_allies_that_its_book_prints() -> None:
    assert beside("scrollhammer-saltmere-league") == [
        "scrollhammer-falmer",
        "scrollhammer-holds-of-skyrim",
        "scrollhammer-imperial-legion",
    ]


def test_who_serves_a_warband_is_offered_every_warband() -> None:
    assert "mordheim-reikland" in beside("mordheim-hired-swords")


def test_beside_a_book_that_is_not_at_hand_nothing_is_refused() -> None:
    roster = replace(roster_of("charge-orcs"), forces=(Force("f1", "lost", 1),))
    orcs = real_book("charge-orcs")
    assert [*books_beside(review(roster, {}), {}, [orcs])] == [orcs]
