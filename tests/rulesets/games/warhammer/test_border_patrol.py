"""The pack of a small game: one Hero, two to four units, 500 points."""

import json
from pathlib import Path

import pytest

from rulesets.packs.event_pack import read_event_pack
from rulesets.packs.pack import Pack
from tests.rulesets.games.warhammer.armies import army_of, character, warhammer_book

PAGE = Path(__file__).parents[4] / "fixtures" / "packs" / "border-patrol.json"
PATROL: Pack = read_event_pack(json.loads(PAGE.read_text(encoding="utf-8")))

MEN = {"key": "man", "points": 6, "min": 5}
BANNER = {"item": "magic-banner", "points": 10}
GUARD = {
    "key": "detachment",
    "kind": "unit",
    "slots": [
        {"key": "men", "options": [{"key": "militia", "kind": "model", "max": 30}]}
    ],
}
UNITS = (
    character("captain", "hero", 8, points=60),
    character("king", "lord", 9, points=110),
    character("rider", "hero", 8, points=126),
    {
        "key": "spearmen",
        "category": "core",
        "type": "infantry",
        "models": [MEN],
        "slots": [
            {"key": "banner", "options": [BANNER]},
            {"key": "detachments", "options": [GUARD]},
        ],
    },
    {"key": "knights", "category": "core", "type": "cavalry", "points": 100},
    {"key": "guard", "category": "special", "type": "infantry", "models": [MEN]},
    {"key": "giant", "category": "rare", "type": "monster", "points": 126},
    {"key": "troll", "category": "rare", "type": "monster", "points": 125},
    {"key": "cannon", "category": "special", "type": "war-machine", "points": 100},
    {"key": "cart", "category": "core", "type": "chariot", "points": 80},
)
ITEMS = [{"key": "magic-banner", "tags": ["magic", "magic-banner"]}]
BOOK = warhammer_book(*UNITS, items=ITEMS)
HERO = ("captain", "general")
SPEARS = ("spearmen", "10 man")


@pytest.mark.parametrize(
    ("units", "codes"),
    [
        ([HERO, SPEARS, SPEARS], []),
        ([HERO, SPEARS, "knights", "cannon"], []),
        ([HERO, SPEARS, "troll"], []),
        ([HERO, ("spearmen", "25 man"), SPEARS], []),
        ([SPEARS, SPEARS], ["characters"]),
        ([HERO, "captain", SPEARS, SPEARS], ["characters"]),
        ([("king", "general"), SPEARS, SPEARS], ["lords"]),
        ([HERO, SPEARS], ["units"]),
        ([HERO, *[("spearmen", "5 man")] * 4, SPEARS], ["units"]),
        ([HERO, ("guard", "10 man"), "cannon"], ["core", "special-or-rare"]),
        ([HERO, SPEARS, "cannon", "troll"], ["special-or-rare"]),
        ([HERO, "knights", ("spearmen", "9 man")], ["infantry"]),
        ([HERO, ("spearmen", "26 man"), SPEARS], ["unit-of-25"]),
        ([HERO, (*SPEARS, "magic-banner"), SPEARS], ["no-magic-banners"]),
        ([("rider", "general"), SPEARS, SPEARS], ["model-of-125"]),
        ([HERO, SPEARS, "giant"], ["model-of-125"]),
        ([HERO, SPEARS, "cannon", "cart"], ["one-engine"]),
        (
            [HERO, ("spearmen", "14 man"), *["knights"] * 3, SPEARS],
            ["units", "points-limit"],
        ),
    ],
)
def test_a_patrol_keeps_to_its_rules(units: list[object], codes: list[str]) -> None:
    found = army_of(BOOK, *units, limit=None, pack=PATROL).codes
    assert sorted(found) == sorted(codes)


def test_a_detachment_does_not_make_its_unit_larger() -> None:
    men = ("spearmen", "20 man", ("detachment", "10 militia"))
    assert army_of(BOOK, HERO, men, SPEARS, limit=None, pack=PATROL).codes == []


def test_a_patrol_carries_no_battle_standard() -> None:
    bearer = ("captain", "battle-standard")
    found = army_of(BOOK, bearer, SPEARS, SPEARS, limit=None, pack=PATROL)
    assert set(found.codes) == {"battle-standard", "no-general"}


def test_an_army_that_needs_its_standard_has_it_and_one_more_character() -> None:
    at = {"in": "army", "to": "kind:army"}
    changes = [
        {"change": "max:characters", "op": "add", "value": 1, **at},
        {"change": "max:battle-standard", "op": "at-least", "value": 1, **at},
    ]
    book = warhammer_book(*UNITS, items=ITEMS, changes=changes)
    bearer = ("captain", "battle-standard")
    units = (HERO, bearer, SPEARS, SPEARS)
    assert army_of(book, *units, limit=None, pack=PATROL).codes == []
