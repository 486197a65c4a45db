"""Composition by category: slots by points, shares, several units to a slot."""

import pytest

from rulesets.legality import with_fixes
from rulesets.packs.pack import Pack, read_pack
from tests.rulesets.legality.small import army_of, book_of


def bracket(key: str, bound: str, small: int, large: object) -> list[dict[str, object]]:
    """Return a row of the table: a number below 2,000 points, then a formula."""
    common = {"title": key.title(), "count": "slots", "of": f"#{key}"}
    below = {"count": "limit", "at_most": 1999}
    above = {"count": "limit", "at_least": 2000}
    return [
        {"key": f"{key}-{bound}", **common, bound: small, "when": below},
        {"key": f"{key}-{bound}", **common, bound: large, "when": above},
    ]


def per_thousand(base: int, times: int = 1, **bounds: int) -> dict[str, object]:
    term = {"count": "limit", "every": 1000, "times": times}
    return {"base": base, "terms": [term], **bounds}


TABLE: Pack = read_pack(
    {
        "format": "armybuilder.pack/1",
        "key": "table",
        "name": "Slots by points agreed on",
        "game": "charge",
        "limits": [
            *bracket("character", "max", 3, per_thousand(0, 2, least=4)),
            *bracket("lord", "max", 0, per_thousand(-1)),
            *bracket("core", "min", 2, per_thousand(1)),
            *bracket("special", "max", 3, per_thousand(2)),
            *bracket("rare", "max", 1, per_thousand(0)),
        ],
    }
)
BOOK = book_of(
    {"key": "king", "tags": ["lord", "character"]},
    {"key": "captain", "tags": ["hero", "character"]},
    {
        "key": "warboss",
        "tags": ["lord", "character"],
        "slots_taken": {"character": 2},
    },
    {
        "key": "chief",
        "tags": ["hero", "character"],
        "slots": [
            {
                "key": "mount",
                "options": [{"key": "chariot", "kind": "mount", "tags": ["special"]}],
            }
        ],
    },
    {"key": "spearmen", "tags": ["core"]},
    {
        "key": "state-troops",
        "tags": ["core"],
        "slots": [
            {
                "key": "detachment",
                "options": [{"key": "detachment", "kind": "unit", "tags": ["small"]}],
            }
        ],
    },
    {"key": "knights", "tags": ["special"]},
    {"key": "spear-chukkas", "tags": ["special"], "per_slot": 2},
    {"key": "tank", "tags": ["rare"]},
)

# Points, then the most characters, the most lords, the fewest core, the most special
# and the most rare units of the table.
ROWS = [
    (1500, 3, 0, 2, 3, 1),
    (1999, 3, 0, 2, 3, 1),
    (2000, 4, 1, 3, 4, 2),
    (2999, 4, 1, 3, 4, 2),
    (3000, 6, 2, 4, 5, 3),
    (3500, 6, 2, 4, 5, 3),
    (4000, 8, 3, 5, 6, 4),
    (4999, 8, 3, 5, 6, 4),
    (5000, 10, 4, 6, 7, 5),
]


@pytest.mark.parametrize(
    ("limit", "characters", "lords", "core", "special", "rare"), ROWS
)
def test_an_army_that_fills_every_row_of_the_table_is_legal(
    limit: int, characters: int, lords: int, core: int, special: int, rare: int
) -> None:
    full = [
        *["king"] * lords,
        *["captain"] * (characters - lords),
        *["spearmen"] * core,
        *["knights"] * special,
        *["tank"] * rare,
    ]

    assert army_of(BOOK, *full, limit=limit, pack=TABLE).said == []


@pytest.mark.parametrize(
    ("limit", "characters", "lords", "core", "special", "rare"), ROWS
)
def test_one_past_every_row_of_the_table_is_told_with_its_number(
    limit: int, characters: int, lords: int, core: int, special: int, rare: int
) -> None:
    past = [
        *["king"] * (lords + 1),
        *["captain"] * (characters - lords),
        *["spearmen"] * (core - 1),
        *["knights"] * (special + 1),
        *["tank"] * (rare + 1),
    ]

    army = army_of(BOOK, *past, limit=limit, pack=TABLE)

    told = {m.code: m.text for m in army.review.messages}
    assert set(told) == {
        "character-max",
        "lord-max",
        "core-min",
        "special-max",
        "rare-max",
    }
    assert told["character-max"].startswith(
        f"Character: {characters + 1} of at most {characters}"
    )
    allowed = f"{lords + 1} of at most {lords}" if lords else "1, and none is allowed"
    assert told["lord-max"].startswith(f"Lord: {allowed}")
    assert told["core-min"].startswith(f"Core: {core - 1} of at least {core}")
    assert told["special-max"].startswith(
        f"Special: {special + 1} of at most {special}"
    )
    assert told["rare-max"].startswith(f"Rare: {rare + 1} of at most {rare}")


def test_how_the_number_came_about_stands_in_the_message() -> None:
    army = army_of(BOOK, "spearmen", limit=2000, pack=TABLE)

    assert army.said == [
        (
            "",
            "Core: 1 of at least 3 (1 and 1 for every 1,000 points agreed on), "
            "2 missing.",
        )
    ]


def test_without_points_agreed_on_no_row_holds() -> None:
    assert army_of(BOOK, *["king"] * 9, pack=TABLE).said == []


def test_an_entry_that_takes_two_slots_counts_twice_and_as_one_lord() -> None:
    core = ["spearmen"] * 3

    assert (
        army_of(
            BOOK, "warboss", "captain", "captain", *core, limit=2000, pack=TABLE
        ).said
        == []
    )
    army = army_of(BOOK, "warboss", *["captain"] * 3, *core, limit=2000, pack=TABLE)

    assert [m.code for m in army.review.messages] == ["character-max"]
    assert army.review.messages[0].marks == ("f1/s4",)


def test_two_chukkas_make_one_special_choice() -> None:
    core = ["spearmen"] * 3

    six = army_of(
        BOOK, *["spear-chukkas"] * 6, "knights", *core, limit=2000, pack=TABLE
    )
    nine = army_of(BOOK, *["spear-chukkas"] * 9, *core, limit=2000, pack=TABLE)

    assert six.said == []
    assert [m.code for m in nine.review.messages] == ["special-max"]
    assert nine.review.messages[0].marks == ("f1/s9",)


def test_a_chariot_under_a_character_takes_a_special_slot() -> None:
    core = ["spearmen"] * 3
    army = army_of(
        BOOK, *["knights"] * 4, ("chief", "chariot"), *core, limit=2000, pack=TABLE
    )

    assert [m.code for m in army.review.messages] == ["special-max"]
    assert army.review.messages[0].marks == ("f1/s5/s6",)


def test_a_detachment_is_no_core_choice() -> None:
    troops = ("state-troops", "detachment")
    army = army_of(BOOK, troops, troops, limit=2000, pack=TABLE)

    assert [m.code for m in army.review.messages] == ["core-min"]


def test_a_book_adds_to_a_row_of_the_table() -> None:
    """Bretonnia has one more character."""
    book = book_of(
        {"key": "captain", "tags": ["character"]},
        {"key": "spearmen", "tags": ["core"]},
        changes=[
            {
                "change": "max:character-max",
                "op": "add",
                "value": 1,
                "in": "army",
                "to": "kind:army",
                "title": "Bretonnia",
            }
        ],
    )
    core = ["spearmen"] * 3

    assert army_of(book, *["captain"] * 5, *core, limit=2000, pack=TABLE).said == []
    assert army_of(book, *["captain"] * 6, *core, limit=2000, pack=TABLE).said == [
        (
            "f1/s6",
            "Character: 6 of at most 5 (2 for every 1,000 points agreed on; changed "
            "by Bretonnia), 1 too many. See the sixth Captain.",
        )
    ]


def test_a_share_of_the_points_agreed_on() -> None:
    book = book_of(
        {"key": "king", "points": 260, "category": "lords"},
        {"key": "spearmen", "points": 100, "category": "core"},
        categories=[{"key": "lords"}, {"key": "core"}],
        limits=[
            {
                "key": "lords-share",
                "title": "Lords",
                "count": "points",
                "of": "#lords",
                "in": "force",
                "max": {"terms": [{"count": "limit", "times": 0.25}]},
            },
            {
                "key": "core-share",
                "title": "Core",
                "count": "points",
                "of": "#core",
                "in": "force",
                "min": {"terms": [{"count": "limit", "times": 0.25}]},
            },
        ],
    )

    assert army_of(book, "king", *["spearmen"] * 3, limit=1040).said == []
    army = army_of(book, "king", "spearmen", "spearmen", limit=1000)
    assert army.said == [
        (
            "",
            "Lords: 260 of at most 250 points (25 % of the points agreed on), "
            "10 points too many.",
        ),
        (
            "",
            "Core: 200 of at least 250 points (25 % of the points agreed on), "
            "50 points missing.",
        ),
    ]
    assert [(c.key, c.units, c.points) for c in army.review.forces[0].categories] == [
        ("lords", 1, 260),
        ("core", 2, 200),
    ]


def test_one_for_every_full_two_thousand_points() -> None:
    tank = {
        "key": "tank",
        "limits": [
            {
                "key": "one-tank",
                "title": "One for every full 2,000 points",
                "of": "same",
                "max": {"terms": [{"count": "limit", "every": 2000}]},
            }
        ],
    }
    book = book_of(tank)

    assert army_of(book, "tank", limit=2000).said == []
    assert army_of(book, "tank", "tank", limit=4000).said == []
    assert army_of(book, "tank", "tank", limit=3999).said == [
        (
            "f1/s2",
            "The second Tank, One for every full 2,000 points: 2 of at most 1 (1 for "
            "every 2,000 points agreed on), 1 too many.",
        )
    ]


def test_a_compulsory_entry_that_is_missing_is_fixed_by_adding_it() -> None:
    book = book_of(
        {"key": "knights", "points": 100},
        {"key": "peasants", "points": 20},
        limits=[
            {
                "key": "knights",
                "title": "Knights of the Realm",
                "of": "knights",
                "in": "force",
                "min": 1,
            }
        ],
    )
    pack = Pack("none", "None", "charge")
    army = army_of(book, "peasants")

    message = with_fixes(army.review, army.books, pack).messages[0]

    assert message.text == "Knights of the Realm: 0 of at least 1, 1 missing."
    assert [(f.text, f.points, f.legal) for f in message.fixes] == [
        ("Add Knights", 120, True)
    ]


def test_a_mixed_unit_has_three_kinds_and_none_above_two_thirds() -> None:
    def kind(key: str, points: int) -> dict[str, object]:
        return {"key": key, "points": points}

    guild = {
        "key": "guild",
        "models": [kind("thief", 13), kind("blade", 13), kind("mage", 18)],
        "limits": [
            {
                "key": "three-kinds",
                "title": "At least three kinds",
                "count": "kinds",
                "of": "kind:model",
                "in": "self",
                "min": 3,
            },
            {
                "key": "two-thirds",
                "title": "At most two thirds of one kind",
                "each": "kind:model",
                "count": "models",
                "of": "*",
                "in": "self",
                "max": {
                    "terms": [
                        {
                            "count": "models",
                            "of": "kind:model",
                            "in": "unit",
                            "times": 2,
                            "every": 3,
                            "round": "no",
                        }
                    ]
                },
            },
        ],
    }
    book = book_of(guild)

    assert army_of(book, ("guild", "8 thief", "2 blade", "2 mage")).said == []
    assert army_of(book, ("guild", "9 thief", "2 blade", "2 mage")).said == [
        (
            "f1/s1/s2",
            "Guild, Thief, At most two thirds of one kind: 9 of at most 8 models (2 "
            "for every 3 models), 1 model too many.",
        )
    ]
    assert army_of(book, ("guild", "2 thief", "2 blade")).said == [
        ("f1/s1", "Guild, At least three kinds: 2 of at least 3 kinds, 1 kind missing.")
    ]


def test_a_category_can_change_with_a_choice() -> None:
    """Under a khan, the riders count as core."""
    book = book_of(
        {"key": "khan"},
        {"key": "riders", "category": "special"},
        categories=[{"key": "core"}, {"key": "special"}],
        limits=[
            {"key": "core", "title": "Core", "of": "#core", "in": "force", "min": 1}
        ],
        changes=[
            {
                "change": "category",
                "op": "set",
                "value": "core",
                "to": "riders",
                "in": "force",
                "when": {"of": "khan", "in": "force", "at_least": 1},
            }
        ],
    )

    army = army_of(book, "khan", "riders")

    assert army.said == []
    assert [(c.key, c.units) for c in army.review.forces[0].categories] == [
        ("core", 1),
        ("special", 0),
    ]
    assert len(army_of(book, "riders").said) == 1
