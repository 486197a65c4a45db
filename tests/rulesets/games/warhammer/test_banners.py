"""Banners that were bought: the War Banner counts, and no other is passed over."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.books.book import Book
from rulesets.core.values import RuleUse
from rulesets.games.warhammer.combat.answers import odds
from rulesets.matchups.fighter import fighter
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Fighter
from tests.real_books import real_book
from tests.rulesets.games.warhammer.armies import army_of
from tests.rulesets.games.warhammer.units import SWORDSMEN, match_up

BEARERS: dict[str, tuple[str, Any]] = {
    "paladin": ("bretonnia", ("paladin", "battle-standard")),
    "the old guard": (
        "empire",
        ("greatswords", "20 greatsword", "standard-bearer"),
    ),
    "captain": ("empire", ("captain", "battle-standard")),
    "orc big un": ("orcs-and-goblins", ("orc-big-boss", "battle-standard")),
}
"""Who may carry a banner: the book, the unit, and what he needs for it last."""


def book(key: str) -> Book:
    return real_book(f"warhammer-{key}")


def bearer(name: str, banner: str = "") -> Fighter:
    key, (unit, *rest, standard) = BEARERS[name]
    carried = (standard, banner) if banner else standard
    return fighter(army_of(book(key), (unit, *rest, carried)).unit(0))


def fight(own: Fighter, bonus: int = 0) -> Odds:
    return odds(match_up("fight", own, SWORDSMEN, {"a.bonus": bonus}))


@pytest.mark.parametrize("name", BEARERS)
def test_a_war_banner_that_was_bought_is_one_more_for_the_result(name: str) -> None:
    bare, borne = bearer(name), bearer(name, "war-banner")
    assert fight(borne).outcomes == fight(bare, bonus=1).outcomes
    assert fight(borne).outcomes != fight(bare).outcomes


@pytest.mark.parametrize("name", BEARERS)
def test_a_war_banner_is_wholly_counted(name: str) -> None:
    assert fight(bearer(name, "war-banner")).not_modelled == ()


@pytest.mark.parametrize(
    ("name", "banner"),
    [
        ("orc big un", "guffs-flag"),
        ("orc big un", "the-bashin-flag-of-bork"),
    ],
)
def test_a_banner_that_saves_one_test_is_wholly_counted(name: str, banner: str) -> None:
    borne = bearer(name, banner)
    assert banner in [one.key for one in borne.gear]
    assert fight(borne).not_modelled == ()


@pytest.mark.parametrize(
    ("name", "banner"),
    [("captain", "banner-of-sigismund"), ("orc big un", "bad-moon-banner")],
)
def test_a_banner_that_makes_stubborn_breaks_as_the_stubborn_do(
    name: str, banner: str
) -> None:
    bare = bearer(name)
    (part,) = bare.parts
    stubborn = replace(part, rules=(*part.rules, RuleUse("stubborn")))
    told = fight(bearer(name, banner)).outcomes
    assert told == fight(replace(bare, parts=(stubborn,))).outcomes
    assert told != fight(bare).outcomes
