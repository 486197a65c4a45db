"""Fairness of a book, held against fights that are asked one by one."""

from dataclasses import replace
from decimal import Decimal
from functools import cache
from typing import Any

import pytest

from rulesets.books.book import Book
from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.matchups.best_loadout import best_loadout_odds
from rulesets.matchups.fairness.entrants import (
    characters,
    entrant,
    entrants,
    sized,
    usual_points,
)
from rulesets.matchups.fairness.field import field_fight, field_of, unit_row
from rulesets.matchups.fairness.judgement import (
    Fairness,
    band_of,
    dominated,
    judge,
    needless,
    price_at,
)
from rulesets.odds.match_up import MatchUp
from tests.real_books import real_book

CHARGE, WARHAMMER = GAMES["charge"], GAMES["warhammer"]
POINTS = 100
ORCS = "warhammer-orcs-and-goblins"


@cache
def legion() -> tuple[Book, tuple[dict[str, Any], ...]]:
    """Return a book of eight units and its rows against itself."""
    book = real_book("scrollhammer-imperial-legion")
    field = field_of(GAMES[book.game], [book], POINTS)
    game = GAMES[book.game]
    rows = (unit_row(game, book, key, field, POINTS) for key in book.units)
    return book, tuple(rows)


def judged() -> Fairness:
    found = judge(legion()[1])
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "own", "other"),
    [
        ("warhammer-orcs-and-goblins", "orc-boyz", "black-orcs"),
        ("warhammer-empire", "swordsmen", "halberdiers"),
        ("charge-orcs", "orcs", "badlands-beast"),
    ],
)
def test_a_score_is_the_mean_of_the_match_ups_that_the_page_answers(
    name: str, own: str, other: str
) -> None:
    book = real_book(name)
    game, (a, b) = GAMES[book.game], (entrant(book, k, POINTS) for k in (own, other))
    assert a.fighter is not None
    assert b.fighter is not None

    found, _ = field_fight(game, a.fighter, b.fighter)

    edges = []
    for opening in combat_of(game).openings:
        sides = (b.fighter, a.fighter) if opening.turned else (a.fighter, b.fighter)
        asked = MatchUp(game.key, opening.kind, *sides, {}, {})
        events = best_loadout_odds(combat_of(game).odds, asked).events
        edge = events["a-wins"] - events["b-wins"]
        edges.append(-edge if opening.turned else edge)
    assert found.score == pytest.approx(50 + 50 * sum(edges) / len(edges), abs=1e-12)


def test_a_book_against_itself_gives_mirrored_scores() -> None:
    book = real_book("charge-kevorki-tribes")
    field = field_of(GAMES[book.game], [book], POINTS)
    rows = [unit_row(CHARGE, book, key, field, POINTS) for key in book.units]
    for here, row in enumerate(rows):
        for there, other in enumerate(rows):
            one, turned = row["fights"][there], other["fights"][here]
            if one["score"] is not None:
                total = one["score"] + turned["score"]
                assert total == pytest.approx(100, abs=1e-9)


def test_a_unit_priced_at_the_middle_is_worth_the_middle_when_it_fights_again() -> None:
    book, rows = legion()
    game, field = GAMES[book.game], field_of(GAMES[book.game], [book], POINTS)
    found = judged()
    checked = 0
    for one in found.units:
        if one.price is None:
            continue
        own = entrant(book, one.row["key"], POINTS).fighter
        assert own is not None
        price = Decimal(one.price)
        alternatives = tuple(replace(x, points=price) for x in own.alternatives)
        dear = replace(own, points=price, alternatives=alternatives)
        worths = [
            field_fight(game, dear, each.fighter)[0].worth
            for each, row in zip(field, one.row["fights"], strict=True)
            if each.fighter is not None and row["worth"] is not None
        ]
        known = [worth for worth in worths if worth is not None]
        assert len(known) == len(worths)
        assert sum(known) / len(known) == pytest.approx(found.band.middle, abs=1e-6)
        checked += 1
    assert checked >= 3
    assert len(rows) == len(book.units)


def test_no_size_that_the_rules_forbid_is_compared() -> None:
    book = real_book(ORCS)
    for key in book.units:
        first = {m.text for m in sized(book, key, 0).messages if m.severity == "error"}
        now = sized(book, key, 10_000)
        (line,) = now.forces[0].units
        own = {
            m.text
            for m in now.messages
            if m.severity == "error" and m.where.startswith(line.path)
        }
        assert own <= first, key


def test_units_stand_as_near_to_the_points_as_their_models_allow() -> None:
    book = real_book(ORCS)
    by_key = {one.key: one for one in entrants(book, POINTS)}
    assert (by_key["orc-boyz"].models, by_key["orc-boyz"].points) == (20, 100)
    assert (by_key["black-orc-warboss"].models) == 1
    assert usual_points([book]) == 100


def test_lords_and_heroes_are_characters_and_nobody_else_is() -> None:
    book = real_book(ORCS)
    found = {key for key, u in book.units.items() if u.category in ("lord", "hero")}
    assert characters(WARHAMMER, book) == found
    row = unit_row(WARHAMMER, book, "orc-warboss", (), POINTS, apart=frozenset(found))
    assert "lead others" in row["why_not"]


def test_a_game_of_single_fighters_has_no_characters() -> None:
    book = real_book("mordheim-reikland")
    assert characters(GAMES["mordheim"], book) == frozenset()


def test_who_does_not_fight_is_not_compared_and_says_why() -> None:
    book = real_book(ORCS)
    field = field_of(GAMES[book.game], [book], POINTS)[:1]
    row = unit_row(WARHAMMER, book, "rock-lobber", field, POINTS)
    assert "Unit Strength" in row["why_not"]
    assert row["variants"] == []


def test_what_is_left_out_of_a_unit_is_its_own() -> None:
    book = real_book(ORCS)
    field = field_of(GAMES[book.game], [book], POINTS)
    row = unit_row(WARHAMMER, book, "trolls", field, POINTS, with_options=False)
    told = {one["rule"] for one in row["left_out"]}
    enemies = unit_row(WARHAMMER, book, "goblins", field, POINTS, with_options=False)

    assert "Fear elves" in {one["rule"] for one in enemies["left_out"]}
    assert "Fear elves" not in told


def invented(worth: float, **more: Any) -> dict[str, Any]:
    """Return a row with one fight of a worth, at 100 points against 100."""
    loses = 0.5 - worth / 200
    return {
        "key": "one",
        "name": "One",
        "models": 1,
        "points": 100.0,
        "why_not": "",
        "left_out": [],
        "variants": [],
        "fights": [met(50 + worth / 2, worth, loses)],
        **more,
    }


def met(score: float, worth: float, loses: float = 0.0) -> dict[str, Any]:
    gain = 100 * (worth + 100 * loses)
    return {
        "score": score,
        "shot": None,
        "is_silent": False,
        "worth": worth,
        "by": "by fighting",
        "ways": [[gain, 100 * loses]],
    }


def variant(label: str, points: float, *scores: float, bought: bool = True) -> Any:
    return {
        "kind": "option",
        "label": label,
        "points": points,
        "bought": bought,
        "left_out": [],
        "fights": [met(score, score / points) for score in scores],
    }


def test_a_known_outlier_is_found_and_its_fellows_are_not() -> None:
    found = judge([invented(worth) for worth in (-2.0, -1.0, 0.0, 1.0, 2.0, 60.0)])
    assert found is not None
    assert [one.place for one in found.units][-1] == "strong"
    assert not {one.place for one in found.units[:-1]} & {"strong", "weak"}


def test_a_unit_in_the_middle_keeps_its_price() -> None:
    found = judge([invented(worth) for worth in (-10.0, 0.0, 10.0)])
    assert found is not None
    prices = [one.price for one in found.units]
    assert prices[1] == pytest.approx(100)
    assert prices[0] is not None
    assert prices[2] is not None
    assert prices[0] < 100 < prices[2]


def test_who_never_wins_has_no_price_in_the_middle() -> None:
    assert price_at(0.0, [met(0.0, -100.0, 1.0)]) is None


def test_a_dominated_option_is_told_with_the_one_that_dominates() -> None:
    spear, sword = variant("spear", 110, 40, 50), variant("sword", 110, 40, 51)
    axe = variant("axe", 120, 60, 20)
    assert dominated([spear, sword, axe]) == (("spear", "sword"),)


def test_equal_options_dominate_neither() -> None:
    assert dominated([variant("a", 110, 40), variant("b", 110, 40)]) == ()


def test_an_option_that_is_worth_its_points_once_is_not_told() -> None:
    row = invented(0.0, fights=[met(50, 0.5), met(50, 0.5)])
    poor, good = variant("poor", 120, 51, 51), variant("good", 120, 51, 90)
    assert needless({**row, "variants": [poor, good]}) == ("poor",)


UNKNOWN: dict[str, Any] = {"score": None, "shot": None, "worth": None, "ways": []}


def test_nothing_is_said_of_an_option_whose_fights_are_not_worked_out() -> None:
    row = invented(0.0, fights=[met(50, 0.5), met(50, 0.5)])
    rich, gap = variant("rich", 110, 60, 60), variant("gap", 120, 51, 51)
    gap["fights"][1] |= UNKNOWN
    assert dominated([rich, gap]) == ()
    assert needless({**row, "variants": [gap]}) == ()
    nobody = variant("nobody", 120, 51, 51)
    for fight in nobody["fights"]:
        fight |= UNKNOWN
    found = judge([{**row, "variants": [nobody]}])
    assert found is not None
    (one,) = found.units
    assert (one.needless, one.silent, one.dominated) == ((), (), ())


def test_of_an_option_with_a_rule_that_the_odds_leave_out_nothing_is_said() -> None:
    fire = [{"rule": "Breathes fire", "why": "It is not in the odds."}]
    axe, dragon = variant("axe", 110, 60), {**variant("dragon", 150, 51)}
    for known, told in (([], ("dragon",)), (fire, ())):
        row = invented(0.0, variants=[axe, {**dragon, "left_out": fire}])
        found = judge([{**row, "left_out": known}])
        assert found is not None
        (one,) = found.units
        assert one.not_judged == told
        assert bool(one.dominated) == (not told)


def test_shots_that_are_not_worked_out_are_not_taken_for_none() -> None:
    sling, bow = variant("sling", 110, 50), variant("bow", 110, 50)
    sling["fights"][0] |= {"shot": 0.2}
    bow["fights"][0] |= {"is_silent": True}
    assert dominated([sling, bow]) == ()
    bow["fights"][0] |= {"is_silent": False}
    assert dominated([sling, bow]) == (("bow", "sling"),)


def test_without_a_unit_there_is_no_judgement() -> None:
    assert judge([]) is None
    assert judge([invented(0.0, why_not="It has no stat line.")]) is None


def test_a_band_of_one_is_that_one() -> None:
    assert band_of([3.0]).place(3.0) == "inside"
