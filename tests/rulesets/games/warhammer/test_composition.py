"""How many of each kind an army may have, and who leads it."""

import pytest

from rulesets.reviews.review import WARNING
from tests.rulesets.games.warhammer.armies import (
    Found,
    army_of,
    character,
    warhammer_book,
)

BOOK = warhammer_book(
    character("king", "lord", 9),
    character("captain", "hero", 8),
    character("squire", "hero", 7),
    character("fool", "hero", 10, tags=["character", "never-general"]),
    character("warboss", "lord", 9, slots_taken={"character": 2}),
    {"key": "spearmen", "category": "core", "models": 10, "points": 60},
    {"key": "guard", "category": "special", "models": 10, "points": 60},
    {"key": "chukka", "category": "special", "per_slot": 2},
    {"key": "giant", "category": "rare"},
)
LED = (("captain", "general"),)


def codes(*units: object, limit: int | None = 2000) -> list[str]:
    return army_of(BOOK, *units, limit=limit).codes


@pytest.mark.parametrize(
    ("points", "characters", "lords", "core", "special", "rare"),
    [
        (500, 3, 0, 2, 3, 1),
        (1999, 3, 0, 2, 3, 1),
        (2000, 4, 1, 3, 4, 2),
        (2999, 4, 1, 3, 4, 2),
        (3000, 6, 2, 4, 5, 3),
        (4000, 8, 3, 5, 6, 4),
        (5000, 10, 4, 6, 7, 5),
    ],
)
def test_an_army_may_have_what_the_table_gives_its_size(
    points: int, characters: int, lords: int, core: int, special: int, rare: int
) -> None:
    def army(extra: int) -> Found:
        heroes = characters - lords - 1
        return army_of(
            BOOK,
            *LED,
            *["king"] * lords,
            *["squire"] * (heroes + extra),
            *["spearmen"] * (core - extra),
            *["guard"] * (special + extra),
            *["giant"] * (rare + extra),
            limit=points,
        )

    counted = {"characters", "lords", "core", "special", "rare"}
    assert not counted & set(army(0).codes)
    assert set(army(1).codes) & counted == {"characters", "core", "special", "rare"}


@pytest.mark.parametrize(("points", "lords"), [(1999, 0), (2000, 1), (3000, 2)])
def test_lords_are_few(points: int, lords: int) -> None:
    core = ["spearmen"] * 4
    fits = codes(("king", "general"), *["king"] * (lords - 1), *core, limit=points)
    assert ("lords" in fits) == (lords == 0)
    assert "lords" in codes(*["king"] * (lords + 1), *core, limit=points)


def test_the_points_agreed_on_decide_and_not_what_was_spent() -> None:
    army = army_of(BOOK, *LED, "spearmen", "spearmen", limit=2000)
    assert army.review.points < 1000
    assert army.text("core") == "Core: 2 of at least 3 in an army of 2,000 points."


def test_without_points_agreed_on_the_army_s_worth_decides_with_a_warning() -> None:
    small = army_of(BOOK, *LED, "spearmen", "spearmen", limit=None)
    assert small.codes == ["no-points-agreed"]
    assert small.review.messages[0].severity == WARNING
    assert small.review.legal
    large = army_of(BOOK, *LED, *["spearmen"] * 2, *["guard"] * 32, limit=None)
    assert "core" in large.codes


def test_a_character_may_take_the_place_of_two() -> None:
    core = ["spearmen"] * 3
    assert "characters" not in codes(("warboss", "general"), *["squire"] * 2, *core)
    assert "characters" in codes(("warboss", "general"), *["squire"] * 3, *core)


def test_two_engines_may_make_one_choice() -> None:
    core = ["spearmen"] * 3
    assert codes(*LED, *core, *["chukka"] * 8) == []
    assert codes(*LED, *core, *["chukka"] * 9) == ["special"]


def test_someone_must_lead() -> None:
    assert codes(*["spearmen"] * 3) == ["no-character"]


def test_a_general_who_was_not_chosen_yet_is_a_warning() -> None:
    army = army_of(BOOK, "captain", *["spearmen"] * 3)
    assert army.codes == ["no-general"]
    assert army.review.legal


def test_the_general_has_the_highest_leadership() -> None:
    core = ["spearmen"] * 3
    army = army_of(BOOK, ("squire", "general"), "captain", *core)
    assert army.codes == ["general-leadership"]
    assert "Leadership 7" in army.text("general-leadership")
    assert codes(("captain", "general"), "squire", *core) == []


def test_the_player_chooses_between_equals() -> None:
    core = ["spearmen"] * 3
    assert codes("captain", ("captain", "general"), *core) == []


@pytest.mark.parametrize("other", ["fool", ("king", "battle-standard")])
def test_who_never_leads_does_not_outrank_the_general(other: object) -> None:
    assert codes(*LED, other, *["spearmen"] * 3) == []


def test_who_never_leads_is_no_general() -> None:
    assert codes(("fool", "general"), *["spearmen"] * 3) == ["never-general"]


def test_there_is_one_general() -> None:
    army = army_of(BOOK, *LED, ("captain", "general"), *["spearmen"] * 3)
    assert army.codes == ["one-general"]


def test_there_is_one_battle_standard() -> None:
    standard = ("squire", "battle-standard")
    assert codes(*LED, standard, *["spearmen"] * 3) == []
    assert codes(*LED, standard, standard, *["spearmen"] * 3) == ["battle-standard"]


def test_the_general_does_not_carry_the_battle_standard() -> None:
    both = ("captain", "general", "battle-standard")
    assert codes(both, *["spearmen"] * 3) == ["battle-standard-general"]


def test_he_may_if_his_book_says_so() -> None:
    tags = ["character", "general-with-standard"]
    book = warhammer_book(
        character("boss", "hero", 8, tags=tags),
        {"key": "spearmen", "category": "core"},
    )
    both = ("boss", "general", "battle-standard")
    assert army_of(book, both, *["spearmen"] * 3).codes == []


def test_a_book_may_change_the_table() -> None:
    more = {"change": "max:characters", "op": "add", "value": 1, "in": "army"}
    book = warhammer_book(
        character("captain", "hero", 8),
        {"key": "spearmen", "category": "core"},
        changes=[{**more, "to": "kind:army"}],
    )
    core = ["spearmen"] * 3
    assert army_of(book, *LED, *["captain"] * 4, *core).codes == []
    assert army_of(book, *LED, *["captain"] * 5, *core).codes == ["characters"]
