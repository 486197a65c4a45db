"""Item allowances, one of a category, unique items, spells."""

from tests.rulesets.legality.small import army_of, book_of

ITEMS = [
    {"key": "red-sword", "tags": ["magic", "magic-weapon"], "points": 30},
    {"key": "blue-sword", "tags": ["magic", "magic-weapon"], "points": 20},
    {"key": "cloak", "tags": ["magic"], "points": 25},
    {"key": "scroll", "tags": ["magic", "scroll"], "points": 25},
]
HERO = {
    "key": "hero",
    "points": 60,
    "slots": [
        {
            "key": "magic",
            "options": [
                {"item": "red-sword"},
                {"item": "blue-sword"},
                {"item": "cloak"},
                {"item": "scroll", "max": 3},
            ],
        }
    ],
    "limits": [
        {
            "key": "magic-points",
            "title": "Magic items",
            "count": "points",
            "of": "#magic",
            "in": "self",
            "max": 50,
        },
        {
            "key": "one-magic-weapon",
            "title": "One magic weapon",
            "of": "#magic-weapon",
            "in": "self",
            "max": 1,
        },
    ],
}
UNIQUE = {
    "key": "unique-item",
    "title": "Every magic item but scrolls once in the army",
    "each": "#magic",
    "of": "same",
    "in": "force",
    "where": {"none": [{"of": "#scroll", "in": "self", "at_least": 1}]},
    "max": 1,
    "message": "{name}: {count} in the army; it may be there {max} time.",
}


def test_items_within_the_allowance_are_legal() -> None:
    book = book_of(HERO, items=ITEMS, limits=[UNIQUE])

    army = army_of(book, ("hero", "red-sword"), ("hero", "blue-sword", "scroll"))

    assert army.said == []
    assert army.points == 195


def test_items_past_the_allowance_stand_beside_the_hero_with_the_sum() -> None:
    book = book_of(HERO, items=ITEMS)

    army = army_of(book, ("hero", "red-sword", "cloak"))

    assert army.said == [
        ("f1/s1", "Hero, Magic items: 55 of at most 50 points, 5 points too many.")
    ]
    assert army.review.messages[0].marks == ()


def test_the_second_magic_weapon_is_marked() -> None:
    army = army_of(book_of(HERO, items=ITEMS), ("hero", "red-sword", "blue-sword"))

    assert army.said == [
        ("f1/s1", "Hero, One magic weapon: 2 of at most 1, 1 too many.")
    ]
    assert army.review.messages[0].marks == ("f1/s1/s3",)


def test_a_unique_item_is_marked_the_second_time_and_not_the_first() -> None:
    book = book_of(HERO, items=ITEMS, limits=[UNIQUE])

    army = army_of(book, ("hero", "red-sword"), ("hero", "red-sword"))

    assert army.said == [
        (
            "f1/s3/s4",
            "The second Hero, Red Sword: 2 in the army; it may be there 1 time.",
        )
    ]
    assert army.review.messages[0].marks == ("f1/s3/s4",)


def test_scrolls_are_exempt_from_being_unique() -> None:
    book = book_of(HERO, items=ITEMS, limits=[UNIQUE])

    assert army_of(book, ("hero", "2 scroll"), ("hero", "scroll")).said == []


def test_a_third_copy_is_marked_with_the_second_in_one_message() -> None:
    book = book_of(HERO, items=ITEMS, limits=[UNIQUE])

    army = army_of(book, *[("hero", "cloak")] * 3)

    assert [where for where, _ in army.said] == ["f1/s3/s4"]
    assert army.review.messages[0].marks == ("f1/s3/s4", "f1/s5/s6")


def test_consumables_are_counted_up_to_three() -> None:
    book = book_of(HERO, items=[{**item, "points": 5} for item in ITEMS])

    assert army_of(book, ("hero", "3 scroll")).said == []
    assert army_of(book, ("hero", "4 scroll")).said == [
        ("f1/s1", "Hero, Scroll: 4 of at most 3, 1 too many.")
    ]


def test_the_allowance_is_the_models_own() -> None:
    """A raid leader has 8 points of items, a shaman 15."""

    def leader(key: str, points: int) -> dict[str, object]:
        allowance = {
            "key": "items",
            "title": "Items",
            "count": "points",
            "of": "#magic",
            "in": "self",
            "max": points,
        }
        options = [{"item": "cloak", "points": 12}]
        slots = [{"key": "magic", "options": options}]
        return {"key": key, "limits": [allowance], "slots": slots}

    command = {"key": "command", "options": [leader("chief", 8), leader("shaman", 15)]}
    book = book_of({"key": "raiders", "slots": [command]}, items=ITEMS)

    assert army_of(book, ("raiders", ("shaman", "cloak"))).said == []
    assert army_of(book, ("raiders", ("chief", "cloak"))).said == [
        (
            "f1/s1/s2",
            "Raiders, Chief, Items: 12 of at most 8 points, 4 points too many.",
        )
    ]


def test_a_banner_is_paid_from_an_allowance_of_the_whole_army_once() -> None:
    """State troops may have banners worth 50 points, once in the army."""
    banner = {
        "key": "banner",
        "tags": ["banner"],
        "points": 30,
        "limits": [
            {
                "key": "banner-points",
                "title": "Banners of the army",
                "count": "points",
                "of": "#banner",
                "max": 50,
            }
        ],
    }
    book = book_of({"key": "troops", "slots": [{"key": "banner", "options": [banner]}]})

    army = army_of(book, ("troops", "banner"), ("troops", "banner"))

    assert army_of(book, ("troops", "banner")).said == []
    assert army.said == [
        (
            "f1/s1/s2",
            "The first Troops, Banner, Banners of the army: 60 of at most 50 points, "
            "10 points too many.",
        )
    ]


def magician(*, most: object) -> dict[str, object]:
    spells = [
        {"key": "mage-light", "kind": "spell", "tags": ["cheap"], "points": 3},
        {"key": "fire-ball", "kind": "spell", "tags": ["cheap"], "points": 5},
        {"key": "ice-storm", "kind": "spell", "tags": ["dear"], "points": 11},
    ]
    ranks = {"key": "rank", "options": [{"key": "transcendent", "points": 30}]}
    slots = [{"key": "spells", "max": most, "options": spells}, ranks]
    return {"key": "magician", "slots": slots}


def test_spells_are_priced_each_and_counted_together() -> None:
    book = book_of(magician(most=2))

    assert army_of(book, ("magician", "mage-light", "ice-storm")).points == 14
    assert army_of(book, ("magician", "mage-light", "fire-ball", "ice-storm")).said == [
        ("f1/s1", "Magician, Spells: 3 of at most 2, 1 too many.")
    ]


def test_an_upgrade_raises_how_many_spells_are_known() -> None:
    """A master necromancer knows 2 spells, a transcendent one 3."""
    most = {"base": 2, "terms": [{"of": "transcendent", "in": "self"}]}
    book = book_of(magician(most=most))
    three = ("mage-light", "fire-ball", "ice-storm")

    assert army_of(book, ("magician", *three, "transcendent")).said == []
    assert army_of(book, ("magician", *three)).said == [
        (
            "f1/s1",
            "Magician, Spells: 3 of at most 2 (2 and 1 for every Transcendent), 1 "
            "too many.",
        )
    ]


def test_spells_of_a_cost_band_are_open_to_a_rank_only() -> None:
    master = magician(most=3)
    master["limits"] = [
        {
            "key": "dear-spells",
            "title": "Spells cast on 13 and more",
            "of": "#dear",
            "in": "self",
            "max": 0,
            "when": {"of": "transcendent", "in": "self", "at_most": 0},
        }
    ]
    book = book_of(master)

    assert army_of(book, ("magician", "ice-storm", "transcendent")).said == []
    assert army_of(book, ("magician", "ice-storm")).said == [
        (
            "f1/s1",
            "Magician, Spells cast on 13 and more: 1, and none is allowed.",
        )
    ]
