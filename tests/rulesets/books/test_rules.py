"""What is said of rules that only books print, and of figures that none prints."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from rulesets.books.book import Book
from rulesets.combats import combat_of, status_of
from rulesets.core.special_rule import SpecialRule
from rulesets.core.values import RuleUse
from rulesets.games import GAMES
from rulesets.matchups.fighter import book_fighter
from rulesets.odds.match_up import Answers, Fighter, MatchUp, MatchUpError
from tests.real_books import real_books
from tests.rulesets.games.charge.units import ORCS
from tests.rulesets.games.mordheim.fighters import fighter as warrior
from tests.rulesets.games.scrollhammer.units import LEGION
from tests.rulesets.games.warhammer.units import SWORDSMEN

PLAIN = {
    "charge": ORCS,
    "mordheim": warrior(),
    "scrollhammer": LEGION,
    "warhammer": SWORDSMEN,
}


FOES: dict[str, Answers] = {"scrollhammer": {"a.foe": True}}
"""What makes rules count that name one foe."""


def books(game: str) -> Iterable[Book]:
    return real_books(f"{game}-*").values()


def printed(game: str) -> dict[str, SpecialRule]:
    """Return the rules that only the books of a game print, by key."""
    own = GAMES[game].rules
    return {
        key: rule
        for book in books(game)
        for key, rule in book.rules.items()
        if key not in own
    }


def with_rule(plain: Fighter, rule: SpecialRule) -> Fighter:
    """Return a unit with the rule of a book, as units of that book carry it."""
    use = RuleUse(rule.key, rule=rule if rule.is_written_out else None)
    parts = tuple(
        replace(part, rules=(*part.rules, use)) if not place else part
        for place, part in enumerate(plain.parts)
    )
    return replace(plain, rules=(*plain.rules, use), parts=parts)


def test_a_rule_of_a_book_that_counts_is_exact_and_another_is_not_modelled() -> None:
    game = GAMES["warhammer"]
    assert status_of(game, "crazed") == "exact"
    assert status_of(game, "stubborn") == "exact"
    assert status_of(game, "giant-attacks") == "not modelled"
    assert status_of(game, "scouts") == "not modelled"
    assert status_of(game, "never-heard-of") == "not modelled"


@pytest.mark.parametrize("key", GAMES)
def test_whatever_counts_is_printed_by_a_book_and_not_by_the_game(key: str) -> None:
    assert sorted(combat_of(GAMES[key]).of_books - set(printed(key))) == []


def left_out(key: str, one: Fighter) -> set[str]:
    """Return what the odds of one against the plain unit, its named foe, leave out.

    What counts only where the situation says so is not among it: nobody asks here.
    """
    odds = combat_of(GAMES[key]).odds
    assert odds is not None
    told = odds(MatchUp(key, "fight", one, PLAIN[key], FOES.get(key, {}), {}))
    asked = "it counts only where the situation says "
    left = (one for one in told.not_modelled if not one.why.startswith(asked))
    return {one.rule.casefold() for one in left}


@pytest.mark.parametrize("key", GAMES)
def test_what_is_left_out_has_the_name_that_its_book_prints(key: str) -> None:
    game, plain = GAMES[key], PLAIN[key]
    without = left_out(key, plain)
    for rule in printed(key).values():
        told = left_out(key, with_rule(plain, rule)) - without
        assert told <= {rule.name.casefold()}, rule.key
        assert not told or rule.key not in combat_of(game).of_books, rule.key


@pytest.mark.parametrize(
    ("key", "figure", "said"),
    [
        ("charge", "wounds", "the stat line of Orcs prints no Wounds, so"),
        ("mordheim", "t", "the stat line of Fighter prints no Toughness, so"),
        ("warhammer", "us", "the stat line of Swordsmen prints no Unit Strength, so"),
    ],
)
def test_a_figure_that_was_never_printed_is_said_to_be_missing(
    key: str, figure: str, said: str
) -> None:
    game, plain = GAMES[key], PLAIN[key]
    parts = tuple(
        replace(part, characteristics={**part.characteristics, figure: None})
        for part in plain.parts
    )
    figures = {**plain.characteristics, figure: None}
    blank = replace(plain, characteristics=figures, parts=parts)
    with pytest.raises(MatchUpError, match=said):
        combat_of(game).odds(MatchUp(key, "fight", blank, plain, {}, {}))


def test_a_figure_that_is_no_number_is_repeated() -> None:
    game = GAMES["scrollhammer"]
    (part,) = LEGION.parts
    wild = replace(part, characteristics={**part.characteristics, "a": "2D6"})
    asked = MatchUp(
        "scrollhammer", "fight", replace(LEGION, parts=(wild,)), LEGION, {}, {}
    )
    with pytest.raises(MatchUpError, match="prints 2D6 for Attacks, not a whole"):
        combat_of(game).odds(asked)


def test_a_chariot_without_a_printed_save_is_refused_in_words() -> None:
    game = GAMES["warhammer"]
    book = next(b for b in books("warhammer") if b.key.endswith("goblins"))
    chariot = book_fighter(book, "orc-boar-chariot")
    with pytest.raises(MatchUpError, match="nobody prints its armour save"):
        combat_of(game).odds(MatchUp("warhammer", "charge", chariot, SWORDSMEN, {}, {}))
