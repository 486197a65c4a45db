"""Each magic item once in the army; scrolls as often as they are paid for."""

import pytest

from tests.rulesets.games.warhammer.armies import army_of, character, warhammer_book

CATEGORIES = (
    "magic-weapon",
    "magic-armour",
    "talisman",
    "enchanted-item",
    "arcane-item",
    "magic-banner",
)
BOOK = warhammer_book(
    character(
        "captain",
        "hero",
        8,
        slots=[
            {
                "key": "items",
                "options": [
                    *[{"item": kind} for kind in CATEGORIES],
                    {"item": "virtue"},
                    {"item": "scroll", "max": None},
                ],
            }
        ],
    ),
    {
        "key": "spearmen",
        "category": "core",
        "slots": [{"key": "banner", "options": [{"item": "magic-banner"}]}],
    },
    items=[
        *[{"key": kind, "tags": ["magic", kind]} for kind in CATEGORIES],
        {"key": "virtue", "tags": ["magic", "virtue"]},
        {"key": "scroll", "tags": ["magic", "arcane-item", "scroll"]},
    ],
)
CORE = ["spearmen"] * 3


@pytest.mark.parametrize("kind", CATEGORIES)
def test_a_magic_item_is_the_only_one_of_its_kind(kind: str) -> None:
    once = army_of(BOOK, ("captain", "general", kind), "captain", *CORE)
    assert once.codes == []
    twice = army_of(BOOK, ("captain", "general", kind), ("captain", kind), *CORE)
    assert twice.codes == ["unique-item"]
    assert "2 times" in twice.text("unique-item")


def test_a_hero_and_a_unit_cannot_carry_the_same_banner() -> None:
    hero = ("captain", "general", "magic-banner")
    unit = ("spearmen", "magic-banner")
    assert army_of(BOOK, hero, unit, *CORE).codes == ["unique-item"]


@pytest.mark.parametrize("what", ["2 scroll", "virtue"])
def test_scrolls_and_virtues_are_for_all(what: str) -> None:
    army = army_of(BOOK, ("captain", "general", what), ("captain", what), *CORE)
    assert army.codes == []
