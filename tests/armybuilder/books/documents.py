"""Book documents for these tests: the printed ones, and one that says everything."""

from typing import Any

from rulesets.documents.json import parse
from tests.real_books import FIXTURES

BOOKS = sorted(FIXTURES.glob("books/*.json"))
CHARGE_BOOKS = tuple(path for path in BOOKS if path.stem.startswith("charge-"))


def printed_book(key: str) -> Any:
    return parse((FIXTURES / "books" / f"{key}.json").read_bytes())


def small_book(**changes: Any) -> Any:
    """Return a book of one unit."""
    return {
        "format": "armybuilder.book/1",
        "key": "testers",
        "game": "charge",
        "name": "Testers",
        "units": [small_unit()],
        **changes,
    }


def small_unit(**changes: Any) -> Any:
    return {
        "key": "spears",
        "name": "Spears",
        "type": "infantry",
        "points": 100,
        "models": 20,
        "profiles": [{"key": "spears", "characteristics": dict(FIGURES)}],
        "rules": ["shield-wall"],
        "source": "Test, page 1",
        **changes,
    }


def charge_army(*entries: str, edition: int = 1) -> Any:
    """Return a roster of units of the small book."""
    units = [{"id": f"s{n}", "entry": entry} for n, entry in enumerate(entries, 1)]
    force = {"id": "f1", "book": "testers", "edition": edition, "units": units}
    return {
        "format": "armybuilder.roster/1",
        "game": "charge",
        "name": "Army",
        "forces": [force],
    }


NAMES = ("One", "Two", "Three")


def small_tests(*rosters: Any, **expected: Any) -> Any:
    """Return book tests of the small book; without more they expect what is right."""
    armies = [
        {
            "title": NAMES[index] if index < len(NAMES) else f"Army {index}",
            "points": 100 * len(roster["forces"][0]["units"])
            if roster.get("forces")
            else 0,
            "messages": [],
            "roster": roster,
            **expected,
        }
        for index, roster in enumerate(rosters)
    ]
    return {"format": "armybuilder.book-tests/1", "book": "testers", "armies": armies}


FIGURES = {
    "melee-dice": 10,
    "melee-need": 4,
    "shoot-dice": None,
    "shoot-need": None,
    "save": 5,
    "wounds": 20,
    "push": 4,
    "morale": 7,
}

RICH: Any = {
    "library": 1,
    "format": "armybuilder.book/1",
    "key": "rich",
    "game": "charge",
    "name": "Rich Book",
    "source": "Written for this test",
    "note": "First line.\nSecond line.",
    "licence": "CC BY 4.0",
    "attribution": "The guild of testers",
    "language": "de",
    "translations": {
        "de": {"/name": {"original": "Rich Book", "translation": "Reiches Buch"}}
    },
    "origin": {"book": "poor", "edition": 2, "sha256": "ab" * 32},
    "colours": ["vert", "argent"],
    "field": "per-pale",
    "emblem": "tower",
    "categories": [{"key": "core", "name": "Core"}, {"key": "rare", "name": "Rare"}],
    "items": [
        {
            "key": "sword",
            "name": "Sword",
            "kind": "melee",
            "hands": 1,
            "base": "sword",
            "points": 2.5,
            "stats": {"range": 24, "push": None},
            "rules": ["fearsome", {"key": "armour-piercing", "x": 2}],
            "renamed_from": ["former-1"],
            "tags": ["blade", "common"],
            "summary": "Sharp.",
            "source": "Test, page 2",
            "limits": [
                {
                    "key": "swords-once",
                    "title": "Once in the army",
                    "of": "same",
                    "max": 1,
                }
            ],
            "changes": [{"change": "figure:melee-dice", "op": "add", "value": 1}],
        },
        {"key": "shield", "name": "Shield", "hands": 0},
    ],
    "rules": [
        {
            "key": "stubborn",
            "name": "Stubborn",
            "summary": "Stays.",
            "source": "P. 3",
            "effects": [
                {"on": "to-hit", "op": "add", "value": 1, "when": ["in-combat"]},
                {"on": "save", "op": "re-roll", "value": "failures"},
            ],
            "left_out": "may be used once a game",
        }
    ],
    "lists": [
        {
            "key": "relics",
            "name": "Relics",
            "options": [
                {"item": "sword", "points": 30},
                {
                    "key": "bell",
                    "name": "Bell",
                    "points": 15,
                    "slots": [{"key": "ropes", "name": "Ropes", "options": []}],
                    "limits": [
                        {"key": "one-bell", "title": "One bell", "of": "same", "max": 1}
                    ],
                },
            ],
        },
        {
            "key": "bells",
            "name": "Bells",
            "options": [{"key": "small-bell", "name": "Small bell", "points": 5}],
        },
        {"key": "nothing-yet", "name": "Nothing yet", "options": []},
    ],
    "units": [
        {
            "key": "guard",
            "name": "Guard",
            "category": "core",
            "type": "infantry",
            "renamed_from": ["former-2"],
            "tags": ["loyal"],
            "points": 7.5,
            "models": [
                {
                    "key": "guardsman",
                    "name": "Guardsman",
                    "points": 7.5,
                    "min": 10,
                    "max": 30,
                    "profile": "guard",
                    "renamed_from": ["former-3"],
                    "tags": ["rank"],
                    "rules": ["stubborn"],
                    "items": ["shield"],
                    "slots": [
                        {
                            "key": "arms",
                            "name": "Arms",
                            "max": 2,
                            "options": [{"item": "sword"}],
                        }
                    ],
                    "limits": [
                        {
                            "key": "even",
                            "title": "Even",
                            "of": "*",
                            "in": "self",
                            "min": 0,
                        }
                    ],
                    "changes": [{"change": "points", "op": "multiply", "value": 0.5}],
                },
                {
                    "key": "captain",
                    "name": "Captain",
                    "points": 20,
                    "max": 1,
                    "start": 1,
                },
            ],
            "profiles": [
                {
                    "key": "guard",
                    "name": "Guard",
                    "type": "infantry",
                    "characteristics": {**FIGURES, "speed": "2D6"},
                },
                {"key": "bare", "characteristics": {}},
            ],
            "rules": ["stubborn", {"key": "armour-piercing", "x": 1}],
            "items": ["shield"],
            "slots": [
                {
                    "key": "mount",
                    "name": "Mount",
                    "min": 1,
                    "max": 1,
                    "default": ["horse"],
                    "title": "A mount",
                    "source": "Test, page 5",
                    "options": [
                        {
                            "key": "horse",
                            "name": "Horse",
                            "kind": "mount",
                            "points": 12,
                            "per": "model",
                            "models": 1,
                            "profiles": [
                                {"key": "horse", "characteristics": {"speed": 8}}
                            ],
                            "slots": [
                                {
                                    "key": "barding",
                                    "name": "Barding",
                                    "options": [
                                        {"key": "bard", "name": "Bard", "points": 4}
                                    ],
                                }
                            ],
                            "limits": [
                                {
                                    "key": "one-horse",
                                    "title": "One horse",
                                    "of": ["horse", "slot:mount"],
                                    "in": "unit",
                                    "max": 1,
                                }
                            ],
                        },
                        {
                            "item": "sword",
                            "key": "second-sword",
                            "name": "Second sword",
                            "points": 0,
                            "min": 0,
                            "max": None,
                            "renamed_from": ["former-4"],
                            "tags": ["extra"],
                            "rules": ["terrifying"],
                            "items": ["shield"],
                            "roll": [1, 6],
                            "summary": "Another.",
                            "source": "Test, page 6",
                            "changes": [
                                {"change": "rules", "op": "add", "value": "fearsome"}
                            ],
                        },
                        {
                            "key": "torch",
                            "name": "Torch",
                            "points": 1,
                            "min": 1,
                            "max": {"terms": [{"count": "models", "every": 5}]},
                        },
                    ],
                },
                {
                    "key": "tricks",
                    "name": "Tricks",
                    "min": {"base": 0},
                    "max": {"terms": [{"of": "kind:unit"}]},
                    "options": [],
                },
                {
                    "key": "relics",
                    "name": "Relics",
                    "max": 1,
                    "list": "relics",
                    "only": ["sword", "bell"],
                    "except": ["bell"],
                },
                {"key": "more-relics", "name": "More relics", "list": "bells"},
            ],
            "limits": [
                {
                    "key": "guards",
                    "title": "Guards",
                    "source": "Test, page 7",
                    "count": "models",
                    "of": ["#loyal", "captain"],
                    "in": "force",
                    "where": {"of": "sword", "at_least": 1},
                    "min": 1,
                    "max": {"base": 1, "terms": [{"count": "limit", "every": 500}]},
                    "when": {"switch": "war"},
                    "each": ["guard", "kind:unit"],
                    "message": "{count} of {max}.",
                    "severity": "warning",
                    "switchable": True,
                    "on": False,
                    "deep": False,
                }
            ],
            "changes": [
                {
                    "change": "tags",
                    "op": "add",
                    "value": "elite",
                    "to": "guardsman",
                    "in": "unit",
                    "when": {"none": [{"switch": "war"}]},
                    "title": "Elite",
                    "source": "Test, page 8",
                },
                {"change": "type", "op": "set", "value": "cavalry", "in": "bearer"},
            ],
            "slots_taken": {"core": 2},
            "per_slot": 2,
            "footprint": "5x4",
            "note": "A note.",
            "source": "Test, page 9",
        },
        {"key": "crows", "name": "Crows"},
    ],
    "limits": [
        {"key": "core-units", "title": "Core", "of": "#core", "min": 2},
        {"key": "points-agreed", "title": "Points", "count": "limit", "max": 9000},
        {"key": "points-size", "title": "Size", "count": "size", "max": 9000},
        {
            "key": "steadiest",
            "title": "The steadiest",
            "count": "highest:morale",
            "of": "#core",
            "max": 12,
        },
    ],
    "changes": [{"change": "points", "op": "add", "value": 1, "to": "crows"}],
    "slots": [
        {
            "key": "banners",
            "name": "Banners",
            "options": [{"key": "red", "name": "Red", "points": 25}],
        }
    ],
    "switches": [
        {"key": "war", "title": "War", "source": "Test, page 11", "on": True},
        {"key": "peace", "title": "Peace"},
    ],
    "tallies": [
        {
            "key": "rating",
            "title": "Rating",
            "source": "Test, page 12",
            "amount": {"terms": [{"count": "sum:wounds", "of": "*"}]},
        },
        {"key": "heads", "title": "Heads", "amount": 3},
    ],
    "printed": [
        {
            "title": "Weather",
            "status": "advisory",
            "text": "It rains.",
            "source": "Test, page 10",
        },
        {"title": "Winds", "status": "not modelled"},
    ],
    "missing": ["Crows: their stat line"],
    "accepted": [
        {"code": "list-unused", "at": "/lists/nothing-yet", "because": "Not yet."}
    ],
}
"""Says at least once everything that a book can say (a test makes sure of it)."""


def big_book(units: int = 40, relics: int = 60, **changes: Any) -> Any:
    """Return a book as long as the longest ones: every unit has options and limits."""
    return small_book(
        key="big",
        name="Big",
        categories=[{"key": "core", "name": "Core"}],
        items=[_relic(number) for number in range(relics)],
        rules=[
            {
                "key": f"rule-{number}",
                "name": f"Rule {number}",
                "summary": f"Does what rule {number} says. " * 6 + "End.",
                "source": f"Test, page {number}",
            }
            for number in range(relics)
        ],
        lists=[
            {
                "key": "relics",
                "name": "Relics",
                "options": [{"item": f"relic-{number}"} for number in range(relics)],
            }
        ],
        units=[_big_unit(number) for number in range(units)],
        printed=[
            {
                "title": f"Printed {number}",
                "status": "advisory",
                "text": "Words. " * 20 + "End.",
            }
            for number in range(20)
        ],
        **changes,
    )


def _relic(number: int) -> Any:
    return {
        "key": f"relic-{number}",
        "name": f"Relic {number}",
        "kind": "talisman",
        "hands": 0,
        "points": number,
        "rules": [f"rule-{number}"],
        "renamed_from": ["former-5"],
        "tags": ["magic", "relic"],
        "summary": f"Does what relic {number} does. " * 6 + "End.",
        "source": f"Test, page {number}",
        "limits": [{"key": "once", "title": "Once", "of": "same", "max": 1}],
        "changes": [{"change": "figure:save", "op": "add", "value": -1}],
    }


def _big_unit(number: int) -> Any:
    key = f"unit-{number}"
    options = [
        {"key": f"gear-{n}", "name": f"Gear {n}", "points": n, "per": "model"}
        for n in range(12)
    ]
    own = [
        {"key": f"s{n}", "name": f"Slot {n}", "options": options[n::3]}
        for n in (0, 1, 2)
    ]
    allowance = {
        "key": "allowance",
        "title": "Relics",
        "count": "points",
        "of": "#relic",
        "in": "self",
        "max": 50 + number,
        "source": f"Test, page {number}",
    }
    return small_unit(
        key=key,
        name=f"Unit {number}",
        category="core",
        models=[
            {"key": f"man-{number}", "name": "Man", "points": 5, "min": 10, "max": 30},
            {"key": f"boss-{number}", "name": "Boss", "points": 9, "max": 1},
        ],
        rules=["shield-wall", f"rule-{number}"],
        slots=[
            *own,
            {
                "key": "relics",
                "name": "Relics",
                "max": 1,
                "list": "relics",
                "except": ["relic-1", "relic-2"],
            },
            {
                "key": "second",
                "name": "Second relic",
                "list": "relics",
                "only": ["relic-1", "relic-2"],
            },
        ],
        limits=[allowance, {**allowance, "key": "second-allowance"}],
        note="Words. " * 60 + "End.",
    )
