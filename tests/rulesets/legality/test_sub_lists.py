"""Choices of the whole army: sub-lists that ban, unlock, move minima and prices."""

from rulesets.legality import find_entry, offers
from tests.rulesets.legality.small import NO_RULES, army_of, book_of


def chosen(house: str) -> dict[str, object]:
    return {"of": house, "in": "force", "at_least": 1}


TELVANNI = {
    "key": "telvanni",
    "changes": [
        {"change": "points", "op": "add", "value": -5, "to": "mage", "in": "force"},
        {
            "change": "min:core",
            "op": "set",
            "value": 1,
            "in": "force",
            "to": "kind:force",
        },
        {"change": "max:mages", "op": "remove", "in": "force", "to": "kind:force"},
    ],
}
REDORAN = {
    "key": "redoran",
    "changes": [
        {
            "change": "min:core",
            "op": "add",
            "value": 1,
            "in": "force",
            "to": "kind:force",
        },
    ],
}
BOOK = book_of(
    {"key": "guard", "points": 10, "tags": ["core"]},
    {
        "key": "mage",
        "points": 30,
        "slots": [
            {
                "key": "robes",
                "options": [
                    {
                        "key": "spellsword-robes",
                        "limits": [
                            {
                                "key": "robes",
                                "title": "Robes of House Telvanni",
                                "of": "telvanni",
                                "in": "force",
                                "min": 1,
                            }
                        ],
                    }
                ],
            }
        ],
    },
    {"key": "sorcerer", "points": 90},
    slots=[{"key": "house", "max": 1, "options": [TELVANNI, REDORAN]}],
    limits=[
        {"key": "core", "title": "Core", "of": "#core", "in": "force", "min": 2},
        {"key": "mages", "title": "Mages", "of": "mage", "in": "force", "max": 1},
        {
            "key": "no-mages",
            "title": "House Redoran has no mages",
            "of": "mage",
            "in": "force",
            "max": 0,
            "when": chosen("redoran"),
        },
        {
            "key": "sorcerer",
            "title": "Sorcerers serve House Telvanni only",
            "of": "sorcerer",
            "in": "force",
            "max": 0,
            "when": {"none": [chosen("telvanni")]},
        },
    ],
)


def test_without_a_house_the_printed_numbers_hold() -> None:
    assert army_of(BOOK, "guard", "guard", "mage").points == 50
    assert army_of(BOOK, "guard", "mage").said == [
        ("", "Core: 1 of at least 2, 1 missing.")
    ]


def test_a_house_changes_minimum_price_and_bound_and_unlocks_a_unit() -> None:
    army = army_of(BOOK, "telvanni", "guard", "mage", "mage", "sorcerer")

    assert army.said == []
    assert army.points == 10 + 25 + 25 + 90


def test_another_house_raises_the_minimum_and_bans_a_unit() -> None:
    army = army_of(BOOK, "redoran", "guard", "guard", "mage")

    assert army.said == [
        ("", "Core: 2 of at least 3 (changed by Redoran), 1 missing."),
        ("f1/s4", "House Redoran has no mages: 1, and none is allowed. See Mage."),
    ]


def test_a_unit_of_one_house_is_refused_to_the_others() -> None:
    assert army_of(BOOK, "guard", "guard", "sorcerer").said == [
        (
            "f1/s3",
            "Sorcerers serve House Telvanni only: 1, and none is allowed. See "
            "Sorcerer.",
        )
    ]


def test_two_houses_are_one_too_many() -> None:
    army = army_of(BOOK, "telvanni", "redoran", *["guard"] * 3)

    assert army.said == [("f1/s2", "House: 2 of at most 1, 1 too many. See Redoran.")]


def test_an_option_needs_the_house() -> None:
    robed = ("mage", "spellsword-robes")

    assert army_of(BOOK, "telvanni", "guard", robed).said == []
    assert army_of(BOOK, "guard", "guard", robed).said == [
        (
            "f1/s3/s4",
            "Mage, Spellsword Robes, Robes of House Telvanni: 0 of at least 1, 1 "
            "missing.",
        )
    ]


def test_houses_are_offered_beside_the_units_and_replace_each_other() -> None:
    army = army_of(BOOK, "redoran", *["guard"] * 3)

    offered = {
        offer.entry.key: (offer.slot, offer.points, offer.why_not)
        for offer in offers(army.review, army.books, "f1", NO_RULES)
    }

    assert offered == {
        "guard": ("", 10, ""),
        "mage": (
            "",
            30,
            "House Redoran has no mages: 1, and none is allowed.",
        ),
        "sorcerer": (
            "",
            90,
            "Sorcerers serve House Telvanni only: 1, and none is allowed.",
        ),
        "telvanni": ("house", 0, ""),
        "redoran": ("house", 0, ""),
    }
    entry = find_entry(army.review.roster, army.books, "f1/s1")
    assert entry is not None
    assert entry.kind == "option"
