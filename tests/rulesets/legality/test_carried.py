"""Items that come along: they bring what bought ones bring, and never points."""

from typing import Any

import pytest

from rulesets.books.book import Book
from rulesets.books.load import BookError
from rulesets.core.values import Gear, RuleUse
from rulesets.legality import review
from rulesets.reviews.review import Line
from rulesets.rosters.roster import Force, Roster, Selection
from tests.rulesets.legality.small import Answer, army_of, book_of

BEARER = {"in": "bearer"}
ITEMS = [
    {
        "key": "lance",
        "kind": "melee",
        "hands": 1,
        "base": "spear",
        "points": 5,
        "tags": ["weapon", "magic"],
        "rules": [{"key": "armour-piercing", "x": 2}],
        "changes": [
            {"change": "figure:push", "op": "add", "value": 1, "in": "bearer"},
        ],
        "limits": [
            {
                "key": "no-shield",
                "title": "A lance and no shield",
                "of": "shield",
                "in": "bearer",
                "max": 0,
            }
        ],
    },
    {"key": "shield", "points": 3},
    {"key": "sword", "tags": ["weapon"], "hands": 1},
    {
        "key": "kit",
        "changes": [{"change": "gear", "op": "add", "value": "sword", **BEARER}],
    },
]
SWAP = {
    "key": "swap",
    "changes": [{"change": "gear", "op": "remove", "value": "lance", **BEARER}],
}
GIFT = {
    "key": "gift",
    "changes": [{"change": "gear", "op": "add", "value": "lance", **BEARER}],
}


def riders(*items: str, **parts: Any) -> dict[str, Any]:
    options = [{"item": "lance"}, {"item": "shield"}, SWAP, GIFT]
    return {
        "key": "riders",
        "points": 20,
        "items": [*items],
        "profiles": [{"key": "rider", "characteristics": {"push": 3}}],
        "slots": [{"key": "kit", "options": options}],
        **parts,
    }


def unit_of(army: Answer) -> Line:
    return army.review.forces[0].units[0]


def test_a_carried_item_brings_its_rules_changes_and_limits_and_no_points() -> None:
    book = book_of(riders("lance"), items=ITEMS)

    army = army_of(book, ("riders", "shield"))
    unit = unit_of(army)

    assert army.points == 23
    assert unit.rules == (RuleUse("armour-piercing", 2),)
    assert unit.profiles[0].figures["push"].now == 4
    assert unit.profiles[0].figures["push"].changed_by == ("Lance",)
    assert army.said == [
        ("f1/s1", "Riders, Lance, A lance and no shield: 1, and none is allowed.")
    ]


def test_a_carried_item_does_what_the_bought_one_does() -> None:
    carried = unit_of(army_of(book_of(riders("lance"), items=ITEMS), "riders"))
    bought = unit_of(army_of(book_of(riders(), items=ITEMS), ("riders", "lance")))

    assert carried.profiles == bought.profiles
    assert carried.gear == bought.gear
    assert carried.rules == bought.lines[0].rules


@pytest.mark.parametrize(
    ("game", "printed", "worn"),
    [
        ("warhammer", {"sv": None}, 5),
        ("warhammer", {"sv": 7}, 5),
        ("warhammer", {"sv": 6}, 4),
        ("mordheim", {"sv": None}, 5),
        ("scrollhammer", {"sv": None}, 5),
        ("warhammer", {}, None),
    ],
)
def test_armour_makes_a_save_where_a_dash_is_printed(
    game: str, printed: dict[str, int | None], worn: int | None
) -> None:
    better = {"change": "figure:sv", "op": "add", "value": -2, "in": "bearer"}
    unit = {
        "key": "guard",
        "models": 1,
        "profiles": [{"key": "guard", "characteristics": printed}],
        "items": ["mail"],
    }
    mail = {"key": "mail", "kind": "armour", "changes": [better]}
    book = book_of(unit, items=[mail], game=game)
    forces = (Force("f1", "test", 1, (Selection("s1", "guard"),)),)
    found = review(Roster(game, "Army", forces=forces), {("test", 1): book})
    line = found.forces[0].units[0].profiles[0]
    assert line.values().get("sv") == worn


def test_what_a_carried_item_brought_goes_when_it_is_swapped() -> None:
    book = book_of(riders("lance"), items=ITEMS)

    army = army_of(book, ("riders", "shield", "swap"))
    unit = unit_of(army)

    assert army.said == []
    assert unit.rules == ()
    assert unit.profiles[0].figures["push"].now == 3
    assert [piece.key for piece in unit.gear] == ["shield"]


def test_gear_that_a_choice_gives_brings_what_it_has_and_is_given_once() -> None:
    book = book_of(riders(), items=ITEMS)

    army = army_of(book, ("riders", "gift", "shield"))
    unit = unit_of(army)

    assert army.points == 23
    assert unit.rules == (RuleUse("armour-piercing", 2),)
    assert unit.profiles[0].figures["push"].now == 4
    assert [(piece.key, piece.count) for piece in unit.gear] == [
        ("lance", 1),
        ("shield", 1),
    ]
    assert [where for where, _ in army.said] == ["f1/s1"]


def test_a_force_gives_gear_to_its_units_and_not_to_what_they_bought() -> None:
    gift = {"change": "gear", "op": "add", "value": "sword"}
    book = book_of(riders("lance"), items=ITEMS, changes=[gift])

    unit = unit_of(army_of(book, ("riders", "shield")))

    assert [(piece.key, piece.count) for piece in unit.gear] == [
        ("lance", 1),
        ("sword", 1),
        ("shield", 1),
    ]


@pytest.mark.parametrize(
    ("bought", "keys"),
    [(("riders",), ["kit", "sword"]), (("riders", "no-kit"), [])],
)
def test_gear_that_carried_gear_brings_comes_and_goes_with_it(
    bought: tuple[str, ...], keys: list[str]
) -> None:
    remove = {"change": "gear", "op": "remove", "value": "kit", **BEARER}
    options = [{"key": "no-kit", "changes": [remove]}]
    book = book_of(
        riders("kit", slots=[{"key": "slot", "options": options}]), items=ITEMS
    )

    assert [piece.key for piece in unit_of(army_of(book, bought)).gear] == keys


def test_gear_that_gives_and_takes_each_other_comes_to_an_end() -> None:
    def turn(op: str, other: str) -> dict[str, Any]:
        return {"change": "gear", "op": op, "value": other, **BEARER}

    items = [
        {"key": "hen", "changes": [turn("add", "egg")]},
        {"key": "egg", "changes": [turn("remove", "hen"), turn("add", "chick")]},
        {"key": "chick", "changes": [turn("remove", "egg"), turn("add", "hen")]},
    ]
    book = book_of({"key": "farm", "items": ["hen"]}, items=items)

    assert [piece.key for piece in unit_of(army_of(book, "farm")).gear] == [
        "chick",
        "hen",
        "egg",
    ]


def test_a_model_type_and_an_option_carry_items_too() -> None:
    swordsman = {"key": "swordsman", "min": 1, "items": ["lance"]}
    set_of_arms = {"key": "arms", "items": ["lance"]}
    slots = [{"key": "slot", "options": [set_of_arms]}]
    book = book_of(
        {"key": "guard", "models": [swordsman]},
        {"key": "hero", "slots": slots},
        items=ITEMS,
    )

    guard = unit_of(army_of(book, ("guard", "5 swordsman")))
    hero = unit_of(army_of(book, ("hero", "arms")))

    assert guard.lines[0].rules == (RuleUse("armour-piercing", 2),)
    assert hero.lines[0].rules == (RuleUse("armour-piercing", 2),)
    assert [piece.key for piece in hero.gear] == ["lance"]


def counting(of: str, most: int, **parts: Any) -> Book:
    limit = {"key": "most", "title": "Most", "of": of, "in": "self", "max": most}
    return book_of(riders("lance", limits=[{**limit, **parts}]), items=ITEMS)


@pytest.mark.parametrize(
    "of", ["lance", "#weapon", "#magic", "rule:armour-piercing", "kind:item"]
)
def test_queries_find_what_is_carried(of: str) -> None:
    assert [where for where, _ in army_of(counting(of, 0), "riders").said] == ["f1/s1"]
    assert army_of(counting(of, 1), "riders").said == []


@pytest.mark.parametrize(
    ("of", "parts"),
    [("lance", {"deep": False}), ("lance", {"count": "points"}), ("slot:kit", {})],
)
def test_what_is_carried_was_not_bought(of: str, parts: dict[str, Any]) -> None:
    assert army_of(counting(of, 0, **parts), "riders").said == []


def test_every_selection_is_what_was_bought() -> None:
    assert army_of(counting("*", 1), "riders").said == []


def test_an_option_of_the_same_item_may_still_be_bought() -> None:
    unit = unit_of(army_of(book_of(riders("lance"), items=ITEMS), ("riders", "lance")))

    assert [(piece.key, piece.count) for piece in unit.gear] == [("lance", 2)]


def test_a_unique_item_that_a_second_unit_carries_is_marked_at_the_unit() -> None:
    unique = {
        "key": "unique",
        "title": "Unique",
        "each": "#magic",
        "of": "same",
        "in": "force",
        "max": 1,
    }
    book = book_of(riders("lance"), items=ITEMS, limits=[unique])

    army = army_of(book, "riders", "riders")

    assert army.said == [
        ("f1/s2", "The second Riders, Lance, Unique: 2 of at most 1, 1 too many.")
    ]
    assert army.review.messages[0].marks == ("f1/s2",)


def test_a_change_of_price_never_prices_what_is_carried() -> None:
    dearer = {"change": "points", "op": "add", "value": 4, "to": "#weapon"}
    book = book_of(riders("lance", changes=[dearer]), items=ITEMS)

    assert army_of(book, "riders").points == 20
    assert army_of(book, ("riders", "lance")).points == 20 + 5 + 4


def test_a_rule_that_is_taken_away_goes_from_what_is_carried() -> None:
    blunt = {"change": "rules", "op": "remove", "value": "armour-piercing"}
    book = book_of(riders("lance", changes=[blunt]), items=ITEMS)

    assert unit_of(army_of(book, "riders")).rules == ()


def test_a_rule_that_is_changed_stands_before_the_printed_one_of_the_gear() -> None:
    sharp = {
        "change": "rules",
        "op": "add",
        "value": {"key": "armour-piercing", "x": 3},
    }
    book = book_of(riders("lance", changes=[sharp]), items=ITEMS)

    assert unit_of(army_of(book, "riders")).rules == (RuleUse("armour-piercing", 3),)


def test_gear_says_what_its_book_prints_of_it() -> None:
    (piece,) = unit_of(army_of(book_of(riders("lance"), items=ITEMS), "riders")).gear

    assert piece == Gear(
        "lance",
        "Lance",
        {},
        kind="melee",
        hands=1,
        base="spear",
        rules=(RuleUse("armour-piercing", 2),),
        acts=True,
    )


def test_two_equal_swords_are_two() -> None:
    slots = [{"key": "arms", "options": [{"item": "sword", "max": 2}]}]
    book = book_of(riders("sword", slots=slots), items=ITEMS)

    one, two, three = (
        unit_of(army_of(book, bought)).gear
        for bought in ("riders", ("riders", "sword"), ("riders", "2 sword"))
    )
    pair = unit_of(army_of(book_of(riders("sword", "sword"), items=ITEMS), "riders"))

    assert [piece.count for piece in (*one, *two, *three)] == [1, 2, 3]
    assert [piece.count for piece in pair.gear] == [2]


def test_gear_that_brings_more_than_is_ever_needed_is_refused() -> None:
    changes = [{"change": "figure:push", "op": "add", "value": 1}] * 21
    items = [{"key": f"wand-{n}", "changes": changes} for n in range(2)]

    with pytest.raises(BookError) as caught:
        book_of(riders("wand-0", "wand-1"), items=[*ITEMS, *items])

    assert caught.value.where == "/units/0/items"
    assert caught.value.text == "these bring more than 40 limits and changes"
