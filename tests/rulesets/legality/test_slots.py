"""Slots: choose one, choose several, defaults, swaps, counted options."""

from rulesets.legality import new_selection, offers, with_fixes
from tests.rulesets.legality.small import NO_RULES, army_of, book_of

SPEARS = {"key": "spears", "points": 1, "per": "model"}
SHIELDS = {"key": "shields", "points": 2, "per": "model"}
GOBLINS = {
    "key": "goblins",
    "models": [{"key": "goblin", "points": 3, "min": 5, "max": 40}],
    "slots": [
        {
            "key": "weapons",
            "min": 1,
            "max": 1,
            "default": ["hand-weapons"],
            "options": [{"key": "hand-weapons"}, SPEARS, SHIELDS],
        }
    ],
}


def test_one_of_an_exclusive_group_is_legal_and_priced_for_every_model() -> None:
    army = army_of(book_of(GOBLINS), ("goblins", "10 goblin", "spears"))

    assert army.said == []
    assert army.points == 40


def test_two_of_an_exclusive_group_mark_the_second() -> None:
    army = army_of(book_of(GOBLINS), ("goblins", "10 goblin", "spears", "shields"))

    assert army.said == [("f1/s1", "Goblins, Weapons: 2 of at most 1, 1 too many.")]
    assert army.review.messages[0].marks == ("f1/s1/s4",)


def test_a_compulsory_group_left_empty_is_told() -> None:
    army = army_of(book_of(GOBLINS), ("goblins", "10 goblin"))

    assert army.said == [("f1/s1", "Goblins, Weapons: 0 of at least 1, 1 missing.")]


def test_a_new_unit_brings_the_default_of_its_slots() -> None:
    bought = new_selection(book_of(GOBLINS), "goblins")

    assert [s.entry for s in bought.selections] == ["goblin", "hand-weapons"]


def test_a_new_unit_brings_the_only_choice_of_a_slot_that_asks_for_one() -> None:
    horse = {"key": "horse"}
    for options, low, brought in (
        ([horse], 1, ["horse"]),
        ([horse], 0, []),
        ([horse, {"key": "mule"}], 1, []),
    ):
        mount = {"key": "mount", "min": low, "max": 1, "options": options}
        bought = new_selection(book_of({"key": "rider", "slots": [mount]}), "rider")
        assert [one.entry for one in bought.selections] == brought


def test_an_offer_of_an_exclusive_slot_replaces_what_was_chosen() -> None:
    army = army_of(book_of(GOBLINS), ("goblins", "10 goblin", "spears"))

    offered = offers(army.review, army.books, "f1/s1", NO_RULES)

    assert [(o.entry.key, o.points, o.taken, o.why_not) for o in offered] == [
        ("goblin", 20, 10, ""),
        ("hand-weapons", -10, 0, ""),
        ("spears", 0, 1, ""),
        ("shields", 10, 0, ""),
    ]


def test_the_same_option_twice_is_one_too_many() -> None:
    kit = {"key": "kit", "options": [{"key": "horn"}, {"key": "drum"}]}
    book = book_of({"key": "orcs", "slots": [kit]})

    assert army_of(book, ("orcs", "horn", "drum")).said == []
    assert army_of(book, ("orcs", "2 horn")).said == [
        ("f1/s1", "Orcs, Horn: 2 of at most 1, 1 too many.")
    ]


def test_any_number_of_models_may_swap_each_for_a_price() -> None:
    """Great weapons at 5 for any number of riders, never more than there are."""
    riders = {
        "key": "riders",
        "models": [{"key": "rider", "points": 18, "min": 5}],
        "slots": [
            {
                "key": "swap",
                "options": [
                    {
                        "key": "great-weapon",
                        "points": 5,
                        "max": {
                            "terms": [{"count": "models", "of": "rider", "in": "self"}]
                        },
                    }
                ],
            }
        ],
    }
    book = book_of(riders)

    assert army_of(book, ("riders", "5 rider", "5 great-weapon")).points == 115
    assert army_of(book, ("riders", "5 rider", "5 great-weapon")).said == []
    assert army_of(book, ("riders", "5 rider", "6 great-weapon")).said == [
        (
            "f1/s1",
            "Riders, Great Weapon: 6 of at most 5 (1 for every Rider model), 1 too "
            "many.",
        )
    ]


def test_one_in_every_four_models_may_carry_nets() -> None:
    goblins = {
        "key": "goblins",
        "models": [{"key": "goblin", "min": 5}],
        "slots": [
            {
                "key": "nets",
                "options": [
                    {
                        "key": "netter",
                        "points": 3,
                        "max": {
                            "terms": [
                                {
                                    "count": "models",
                                    "of": "goblin",
                                    "in": "self",
                                    "every": 4,
                                }
                            ]
                        },
                    }
                ],
            }
        ],
    }
    book = book_of(goblins)

    assert army_of(book, ("goblins", "11 goblin", "2 netter")).said == []
    assert army_of(book, ("goblins", "11 goblin", "3 netter")).said == [
        (
            "f1/s1",
            "Goblins, Netter: 3 of at most 2 (1 for every 4 Goblin models), 1 too "
            "many.",
        )
    ]


def test_extras_are_counted_up_to_their_maximum() -> None:
    fanatic = {"key": "fanatic", "points": 25, "kind": "model", "max": 3}
    book = book_of(
        {"key": "goblins", "slots": [{"key": "fanatics", "options": [fanatic]}]}
    )

    army = army_of(book, ("goblins", "3 fanatic"))

    assert (army.points, army.review.models, army.said) == (75, 3, [])
    assert army_of(book, ("goblins", "4 fanatic")).said == [
        ("f1/s1", "Goblins, Fanatic: 4 of at most 3, 1 too many.")
    ]


def test_a_free_compulsory_champion_comes_along_and_must_stay() -> None:
    champion = {"key": "gallant", "min": 1, "max": 1}
    book = book_of(
        {"key": "knights", "slots": [{"key": "command", "options": [champion]}]}
    )

    assert [s.entry for s in new_selection(book, "knights").selections] == ["gallant"]
    assert army_of(book, "knights").said == [
        ("f1/s1", "Knights, Gallant: 0 of at least 1, 1 missing.")
    ]


def test_of_two_leaders_one_may_be_chosen_beside_standard_and_musician() -> None:
    command = [
        {
            "key": "leader",
            "max": 1,
            "options": [
                {"key": "shaman", "points": 16},
                {"key": "chief", "points": 16},
            ],
        },
        {"key": "standard", "options": [{"key": "bearer", "points": 8}]},
        {"key": "music", "options": [{"key": "drummer", "points": 4}]},
    ]
    book = book_of({"key": "raiders", "slots": command})

    assert army_of(book, ("raiders", "shaman", "bearer", "drummer")).points == 28
    assert army_of(book, ("raiders", "shaman", "chief")).said == [
        ("f1/s1", "Raiders, Leader: 2 of at most 1, 1 too many.")
    ]


def test_an_option_may_bring_a_choice_of_its_own() -> None:
    """A marksman, who may have the long rifle."""
    rifle = {"key": "guns", "options": [{"key": "long-rifle", "points": 20}]}
    marksman = {"key": "marksman", "points": 10, "slots": [rifle]}
    book = book_of(
        {"key": "guns", "slots": [{"key": "command", "options": [marksman]}]}
    )

    assert army_of(book, ("guns", ("marksman", "long-rifle"))).points == 30
    assert army_of(book, ("guns", "long-rifle")).said == [
        ("f1/s1/s2", "Guns: “long-rifle” is not offered here; it counts no points.")
    ]


def test_what_is_missing_from_a_slot_is_fixed_by_each_of_its_options() -> None:
    army = army_of(book_of(GOBLINS), ("goblins", "5 goblin"))

    message = with_fixes(army.review, army.books, NO_RULES).messages[0]

    assert [(fix.text, fix.points, fix.legal) for fix in message.fixes] == [
        ("Goblins: add Hand Weapons", 15, True),
        ("Goblins: add Spears", 20, True),
        ("Goblins: add Shields", 25, True),
    ]
