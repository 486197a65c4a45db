"""Rules and equipment read the same on every page."""

import pytest

from armybuilder.books.text import gear_figures, rule_text
from rulesets.books.load import read_book
from rulesets.core.values import Gear, RuleUse, Scalar
from rulesets.game import Game
from rulesets.games import GAMES
from tests.armybuilder.books.documents import small_book

CHARGE = GAMES["charge"]
WARHAMMER = GAMES["warhammer"]
MORDHEIM = GAMES["mordheim"]
SCROLLHAMMER = GAMES["scrollhammer"]


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


@pytest.mark.parametrize(
    ("game", "figures", "said"),
    [
        (WARHAMMER, {"charge-bonus": 2}, "Strength +2 in the turn of a charge"),
        (WARHAMMER, {"strength": 4, "shots": 3}, "Strength 4, 3 shots a turn"),
        (MORDHEIM, {"strength": "user", "rarity": 8}, "Strength as user, rarity 8"),
        (MORDHEIM, {"strength": "user-1"}, "Strength as user −1"),
        (SCROLLHAMMER, {"type": "Move and Fire"}, "Move and Fire"),
        (SCROLLHAMMER, {"strength": "user +1"}, "Strength as user +1"),
        (SCROLLHAMMER, {"save": 5, "shots": 2}, "Armour save 5+, shots 2"),
    ],
)
def test_a_figure_stands_where_its_label_says(
    game: Game, figures: dict[str, Scalar], said: str
) -> None:
    assert gear_figures(game, Gear("it", "It", figures)) == said


def test_inches_have_a_sign_and_a_dash_is_left_out() -> None:
    gear = Gear("bow", "Bow", {"range": 24, "push": None, "strength": 3})
    assert gear_figures(CHARGE, gear) == "range 24″, strength 3"
