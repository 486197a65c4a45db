"""How many models a unit may have, and what moves that."""

from rulesets.legality import new_selection
from tests.rulesets.legality.small import army_of, book_of

KNIGHTS = {
    "key": "knights",
    "models": [{"key": "knight", "points": 20, "min": 3, "max": 5}],
}


def test_a_unit_within_its_range_is_legal_and_priced_by_the_model() -> None:
    army = army_of(book_of(KNIGHTS), ("knights", "3 knight"), ("knights", "5 knight"))

    assert army.said == []
    assert army.points == 160
    assert army.review.models == 8


def test_a_unit_below_its_range_says_how_many_are_missing() -> None:
    army = army_of(book_of(KNIGHTS), ("knights", "2 knight"))

    assert army.said == [("f1/s1", "Knights, Knight: 2 of at least 3, 1 missing.")]
    assert army.review.messages[0].code == "unit-size"


def test_a_unit_above_its_range_marks_the_group_past_it() -> None:
    army = army_of(book_of(KNIGHTS), ("knights", "6 knight"))

    assert army.said == [("f1/s1", "Knights, Knight: 6 of at most 5, 1 too many.")]
    assert army.review.messages[0].marks == ("f1/s1/s2",)


def test_an_open_range_has_no_upper_end() -> None:
    halberdiers = {"key": "halberdiers", "models": [{"key": "halberdier", "min": 10}]}

    army = army_of(book_of(halberdiers), ("halberdiers", "1000 halberdier"))

    assert army.said == []


def test_groups_of_a_unit_have_ranges_of_their_own() -> None:
    """19-79 slaves at 3, exactly one slavedriver at 6."""
    slaves = {
        "key": "slaves",
        "models": [
            {"key": "slave", "points": 3, "min": 19, "max": 79},
            {"key": "slavedriver", "points": 6, "min": 1, "max": 1},
        ],
    }
    book = book_of(slaves)

    assert army_of(book, ("slaves", "19 slave", "slavedriver")).points == 63
    assert army_of(book, ("slaves", "18 slave", "2 slavedriver")).said == [
        ("f1/s1", "Slaves, Slave: 18 of at least 19, 1 missing."),
        ("f1/s1", "Slaves, Slavedriver: 2 of at most 1, 1 too many."),
    ]


def test_a_fixed_price_stands_beside_the_price_of_a_model() -> None:
    """A reliquary of 64 points with pilgrims at 9 each."""
    reliquary = {
        "key": "reliquary",
        "points": 64,
        "models": [{"key": "pilgrim", "points": 9, "min": 6}],
    }

    assert army_of(book_of(reliquary), ("reliquary", "10 pilgrim")).points == 154


def test_a_new_unit_comes_with_its_smallest_size_or_its_start() -> None:
    herd = {
        "key": "herd",
        "models": [{"key": "squig", "min": 2}, {"key": "goblin", "start": 5}],
    }

    bought = new_selection(book_of(herd), "herd")

    assert [(s.entry, s.count) for s in bought.selections] == [
        ("squig", 2),
        ("goblin", 5),
    ]


def test_the_army_counts_models_and_a_choice_raises_how_many_it_may_have() -> None:
    """A warband of 3 to 4; a halfling cook lets it have one more."""
    book = book_of(
        {"key": "thug", "models": 1},
        {
            "key": "cook",
            "models": 1,
            "changes": [{"change": "max:size", "op": "add", "value": 1, "in": "force"}],
        },
        limits=[
            {
                "key": "size",
                "title": "Warband",
                "count": "models",
                "of": "*",
                "in": "force",
                "min": 3,
                "max": 4,
            }
        ],
    )

    assert army_of(book, *["thug"] * 4).said == []
    assert army_of(book, *["thug"] * 4, "cook").said == []
    assert army_of(book, *["thug"] * 5).said == [
        ("", "Warband: 5 of at most 4 models, 1 model too many.")
    ]
    assert army_of(book, *["thug"] * 5, "cook").said == [
        ("", "Warband: 6 of at most 5 models (changed by Cook), 1 model too many.")
    ]


def test_a_right_hangs_on_the_size_of_the_unit() -> None:
    """A council may take the banner from five models on."""
    council = {
        "key": "council",
        "models": [{"key": "magician", "min": 1, "max": 10}],
        "slots": [
            {
                "key": "banner",
                "options": [
                    {
                        "key": "banner",
                        "limits": [
                            {
                                "key": "banner-size",
                                "title": "Banner from five models on",
                                "count": "models",
                                "of": "magician",
                                "in": "unit",
                                "min": 5,
                            }
                        ],
                    }
                ],
            }
        ],
    }
    book = book_of(council)

    assert army_of(book, ("council", "5 magician", "banner")).said == []
    assert army_of(book, ("council", "4 magician", "banner")).said == [
        (
            "f1/s1/s3",
            "Council, Banner, Banner from five models on: 4 of at least 5 models, 1 "
            "model missing.",
        )
    ]
