"""A book of a game with hands, with every pattern that the builder draws."""

from typing import Any

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army
from armybuilder.armies.store import create
from rulesets.rosters.roster import Force, Roster, Selection

FIGURES = {
    "m": 4,
    "ws": 3,
    "bs": 3,
    "s": 3,
    "t": 3,
    "w": 1,
    "i": 3,
    "a": 1,
    "ld": 7,
    "sv": 7,
    "ward": 7,
    "us": 1,
}

GAMBLE = {"key": "gamble", "name": "Gamble", "points": 1, "roll": [2, 12]}

RELICS = [
    {"key": f"relic-{n}", "name": f"Relic {n}", "points": 5 * n, "kind": "item"}
    for n in range(1, 15)
]

MUSTER: Any = {
    "format": "armybuilder.book/1",
    "key": "muster",
    "game": "warhammer",
    "name": "Muster",
    "categories": [{"key": "core", "name": "Core"}, {"key": "hero", "name": "Heroes"}],
    "items": [
        {"key": "sword", "name": "Sword", "kind": "melee", "hands": 1},
        {
            "key": "halberd",
            "name": "Halberd",
            "kind": "melee",
            "hands": 2,
            "summary": "A long blade.",
            "source": "Page 7",
        },
        {"key": "scythe", "name": "Scythe", "kind": "melee", "hands": 3},
        {"key": "shield", "name": "Shield", "kind": "shield", "hands": 1},
        {
            "key": "mail",
            "name": "Mail",
            "kind": "armour",
            "hands": 0,
            "changes": [
                {"change": "figure:sv", "op": "set", "value": 5, "in": "bearer"}
            ],
        },
    ],
    "units": [
        {
            "key": "band",
            "name": "Band",
            "category": "core",
            "type": "infantry",
            "profiles": [
                {"key": "fighter", "name": "Fighter", "characteristics": FIGURES}
            ],
            "items": ["sword"],
            "models": [
                {
                    "key": "fighter",
                    "name": "Fighter",
                    "profile": "fighter",
                    "points": 5,
                    "min": 10,
                    "slots": [
                        {
                            "key": "arms",
                            "name": "Arms",
                            "max": 1,
                            "options": [
                                {"item": "halberd", "points": 2, "per": "model"},
                                {"item": "scythe", "points": 3, "per": "model"},
                                {"item": "shield", "points": 1, "per": "model"},
                            ],
                        }
                    ],
                }
            ],
            "slots": [
                {
                    "key": "armour",
                    "name": "Armour",
                    "options": [{"item": "mail", "points": 1, "per": "model"}],
                },
                {
                    "key": "detachments",
                    "name": "Detachments",
                    "max": 2,
                    "options": [
                        {
                            "key": "scouts",
                            "name": "Scouts",
                            "kind": "unit",
                            "max": 2,
                            "slots": [
                                {
                                    "key": "men",
                                    "name": "Men",
                                    "options": [
                                        {
                                            "key": "scout",
                                            "name": "Scout",
                                            "kind": "model",
                                            "points": 4,
                                            "min": 5,
                                            "max": None,
                                        }
                                    ],
                                }
                            ],
                        }
                    ],
                },
            ],
        },
        {
            "key": "captain",
            "name": "Captain",
            "category": "hero",
            "type": "infantry",
            "points": 40,
            "models": 1,
            "profiles": [
                {"key": "captain", "name": "Captain", "characteristics": FIGURES}
            ],
            "items": ["sword", "shield", "halberd"],
            "slots": [
                {"key": "relics", "name": "Relics", "max": 1, "options": RELICS},
                {"key": "oath", "name": "Oath", "options": [GAMBLE]},
            ],
            "limits": [
                {
                    "key": "relic-points",
                    "title": "Relics",
                    "count": "points",
                    "of": "slot:relics",
                    "in": "self",
                    "max": 50,
                }
            ],
        },
    ],
    "slots": [
        {
            "key": "banner",
            "name": "Banner of the host",
            "max": 1,
            "options": [
                {"key": "sun", "name": "Sun", "summary": "Ours by day."},
                {"key": "moon", "name": "Moon", "points": 10},
            ],
        }
    ],
    "tallies": [
        {
            "key": "rating",
            "title": "Rating",
            "amount": {"terms": [{"count": "models", "times": 5}]},
        }
    ],
    "limits": [{"key": "bands", "title": "Bands", "of": "band", "min": 2, "max": 4}],
    "printed": [
        {
            "title": "Camp fires",
            "status": "advisory",
            "text": "Agree where the camp stands.",
            "source": "Page 9",
        },
        {"title": "Weather", "status": "not modelled", "text": "Rain."},
    ],
}


def mustered(owner: User | None, limit: int | None = 500) -> Army:
    """Return a saved army of one Band of 12 and a Captain."""
    band = Selection("b1", "band", selections=(Selection("g1", "fighter", 12),))
    captain = Selection("c1", "captain")
    force = Force("f1", "muster", 1, (band, captain))
    return create(Roster("warhammer", "The Host", limit, forces=(force,)), owner)
