"""Fairness of a book, held against fights that are asked one by one."""

from functools import cache
from typing import Any

import pytest

from rulesets.books.book import Book
from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.games import GAMES
from rulesets.matchups.best_loadout import settle
from rulesets.matchups.fairness.entrants import (
    characters,
    entrant,
    entrants,
    sized,
    usual_points,
)
from rulesets.matchups.fairness.field import (
    Field,
    field_fight,
    field_of,
    unit_row,
)
from rulesets.matchups.fairness.judgement import (
    Fairness,
    band_of,
    dominated,
    judge,
    needless,
    price_at,
    price_of,
)
from rulesets.matchups.unit_worth import unit_chances
from rulesets.odds.match_up import Fighter, MatchUp
from tests.real_books import real_book

CHARGE, WARHAMMER = GAMES["charge"], GAMES["warhammer"]
POINTS = 100
ORCS = "warhammer-orcs-and-goblins"


@cache
def legion() -> tuple[Book, tuple[dict[str, Any], ...]]:
    """Return a book and its rows against itself."""
    book = real_book("charge-orcs")
    field = field_of(GAMES[book.game], [book], POINTS)
    game = GAMES[book.game]
    rows = (
        unit_row(game, book, key, field, POINTS, with_options=False)
        for key in book.units
    )
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

    chances = unit_chances(game, a.fighter, b.fighter)
    found = field_fight(game, a.fighter, b.fighter, chances)

    edges = []
    for opening in combat_of(game).openings:
        sides = (b.fighter, a.fighter) if opening.turned else (a.fighter, b.fighter)
        asked = MatchUp(game.key, opening.kind, *sides, {}, {})
        events = settle(combat_of(game).odds, asked)[1].events
        edge = events["a-wins"] - events["b-wins"]
        edges.append(-edge if opening.turned else edge)
    assert found.score == pytest.approx(50 + 50 * sum(edges) / len(edges), abs=1e-12)


def test_a_book_against_itself_gives_mirrored_scores() -> None:
    book = real_book("charge-kevorki-tribes")
    field = field_of(GAMES[book.game], [book], POINTS)
    rows = [
        unit_row(CHARGE, book, key, field, POINTS, with_options=False)
        for key in book.units
    ]
    for here, row in enumerate(rows):
        for there, other in enumerate(rows):
            one, turned = row["fights"][there], other["fights"][here]
            if one["score"] is not None:
                total = one["score"] + turned["score"]
                assert total == pytest.approx(100, abs=1e-9)


def plain_worth(
    game: Game, key: str, models: int, price: float, enemies: list[Fighter]
) -> float:
    """Return the worth of 100 points of a unit that fights, by the odds alone."""
    book, _ = legion()
    own = of_size(book, key, models)
    total = 0.0
    for enemy in enemies:
        wins, loses = [], []
        for opening in combat_of(game).openings:
            sides = (enemy, own) if opening.turned else (own, enemy)
            asked = MatchUp(game.key, opening.kind, *sides, {}, {})
            events = settle(combat_of(game).odds, asked)[1].events
            mine, his = ("b", "a") if opening.turned else ("a", "b")
            wins.append(events[f"{mine}-wins"])
            loses.append(events[f"{his}-wins"])
        gain = sum(wins) / len(wins) * float(enemy.points)
        loss = sum(loses) / len(loses) * price
        total += 100 * (gain - loss) / price
    return total / len(enemies)


def of_size(book: Book, key: str, models: int) -> Fighter:
    for points in (POINTS, POINTS // 2, 2 * POINTS):
        found = entrant(book, key, points)
        if found.models == models and found.fighter is not None:
            return found.fighter
    raise AssertionError(f"{key} never has {models} models")


def test_a_unit_priced_at_the_middle_is_worth_the_middle_when_it_fights_again() -> None:
    book, _ = legion()
    game, field = GAMES[book.game], field_of(GAMES[book.game], [book], POINTS)
    enemies = [one.fighter for one in field.units if one.fighter is not None]
    found = judged()
    checked = 0
    for one in found.units:
        fighting = all(fight["by"] == "by fighting" for fight in one.row["fights"])
        if one.price is None or not fighting:
            continue
        for size in (one.row, *one.row["sizes"]):
            price = price_at(found.band.middle, size["fights"])
            assert price is not None
            again = plain_worth(game, one.row["key"], size["models"], price, enemies)
            assert again == pytest.approx(found.band.middle, abs=1e-6)
            checked += 1
    assert checked >= 2


def sized_row(*sizes: tuple[int, float]) -> dict[str, Any]:
    """Return a row of a unit that wins always: 100 points are worth 100 gain/price."""
    rows = [
        {"models": many, "points": 100.0, "fights": [met(50, 0.0) | won(gain)]}
        for many, gain in sizes
    ]
    return invented(0.0, **rows[0]) | {"sizes": rows[1:]}


def won(gain: float) -> dict[str, Any]:
    return {"worth": 0.0, "ways": [[100 * gain, 0.0]]}


def test_a_unit_of_one_size_is_priced_by_its_fights() -> None:
    price, is_rough = price_of(sized_row((10, 150.0)), 100.0)
    assert price == pytest.approx(150)
    assert not is_rough


def test_a_dear_unit_is_priced_at_the_size_that_its_points_buy() -> None:
    # Ten are worth 150 and five 50: between the two a model is worth 12.5.
    price, is_rough = price_of(sized_row((10, 150.0), (5, 50.0)), 100.0)
    assert price == pytest.approx(10 * 12.5)
    assert not is_rough


def test_a_price_beyond_the_sizes_that_fought_is_rough() -> None:
    price, is_rough = price_of(sized_row((10, 400.0), (5, 300.0)), 100.0)
    assert price == pytest.approx(10 * 300 / 5)
    assert is_rough


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


def test_characters_fight_the_characters_of_the_field_alone() -> None:
    book = real_book(ORCS)
    field = field_of(WARHAMMER, [book], POINTS)
    apart = characters(WARHAMMER, book)
    assert {one.key for one in field.characters} < apart
    assert not {one.key for one in field.units} & apart

    own = entrant(book, "orc-warboss", POINTS).fighter
    assert own is not None
    row = unit_row(
        WARHAMMER,
        book,
        "orc-warboss",
        field,
        POINTS,
        with_options=False,
        apart=apart,
    )
    enemies = [one.fighter for one in field.characters if one.fighter is not None]
    alone = [
        field_fight(WARHAMMER, own, enemy, unit_chances(WARHAMMER, own, enemy)).worth
        for enemy in enemies
    ]
    assert row["group"] == "characters"
    told = [fight["worth"] for fight in row["fights"]]
    assert told == pytest.approx(alone, abs=1e-9)


def test_a_character_who_casts_spells_is_not_compared_and_says_why() -> None:
    book = real_book(ORCS)
    field = field_of(WARHAMMER, [book], POINTS)
    apart = characters(WARHAMMER, book)
    row = unit_row(WARHAMMER, book, "orc-shaman", field, POINTS, apart=apart)
    assert "knows spells" in row["why_not"]
    assert "orc-shaman" not in {one.key for one in field.characters}


def test_a_game_of_single_fighters_has_no_characters() -> None:
    book = real_book("mordheim-reikland")
    assert characters(GAMES["mordheim"], book) == frozenset()


def test_who_does_not_fight_is_not_compared_and_says_why() -> None:
    book = real_book(ORCS)
    every = field_of(GAMES[book.game], [book], POINTS)
    field = Field(every.units[:1])
    row = unit_row(WARHAMMER, book, "giant", field, POINTS)
    assert "Attacks" in row["why_not"]
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
        "sizes": [],
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


def test_no_price_is_told_beyond_three_times_the_units_own() -> None:
    middle = [invented(0.0) for _ in range(3)]
    for worth, is_told in ((40.0, True), (60.0, False)):
        found = judge([*middle, invented(worth)])
        assert found is not None
        assert (found.units[-1].price is not None) == is_told


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
