"""Rules and equipment read the same on every page."""

import pytest

from armybuilder.books.words import gear_figures, rule_text
from rulesets.games import GAMES
from rulesets.matchup import Gear, RuleUse
from rulesets.reading import read_book
from tests.armybuilder.books.documents import small_book

CHARGE = GAMES["charge"]


@pytest.mark.parametrize(
    ("use", "title", "status"),
    [
        (RuleUse("armour-piercing", 2), "Armour Piercing (2)", "exact"),
        (RuleUse("terrifying"), "Terrifying", "exact"),
        (RuleUse("own", 3), "Own Rule (3)", "not modelled"),
        (RuleUse("never-heard-of"), "Never heard of", ""),
    ],
)
def test_a_rule_is_named_with_its_x_and_what_the_odds_make_of_it(
    use: RuleUse, title: str, status: str
) -> None:
    book = read_book(small_book(rules=[{"key": "own", "name": "Own Rule"}]))
    text = rule_text(CHARGE, book, use)
    assert (text.title, text.status) == (title, status)


def test_the_words_of_the_book_come_before_those_of_the_game() -> None:
    own = {"key": "terrifying", "name": "Terror", "summary": "Runs.", "source": "P. 1"}
    text = rule_text(CHARGE, read_book(small_book(rules=[own])), RuleUse("terrifying"))
    assert (text.name, text.summary, text.status) == ("Terror", "Runs.", "exact")


def test_inches_have_a_sign_and_a_dash_is_left_out() -> None:
    gear = Gear("bow", "Bow", {"range": 24, "push": None, "strength": 3})
    assert gear_figures(CHARGE, gear) == "range 24″, strength 3"
