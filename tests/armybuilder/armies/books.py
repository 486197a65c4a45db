"""A book with every kind of option, and armies for these tests."""

from typing import Any

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army
from armybuilder.armies.review import review_army
from armybuilder.armies.store import create
from rulesets.reviews.review import Review
from rulesets.rosters.roster import Force, Roster, Selection
from tests.armybuilder.books.documents import FIGURES

OPTIONS: Any = {
    "format": "armybuilder.book/1",
    "key": "options",
    "game": "charge",
    "name": "Options",
    "categories": [{"key": "core", "name": "Core"}, {"key": "rare", "name": "Rare"}],
    "units": [
        {
            "key": "guard",
            "name": "Guard",
            "category": "core",
            "type": "infantry",
            "profiles": [{"key": "guard", "characteristics": FIGURES}],
            "models": [
                {
                    "key": "guardsman",
                    "name": "Guardsman",
                    "points": 5,
                    "min": 10,
                    "max": 30,
                }
            ],
            "slots": [
                {
                    "key": "arms",
                    "name": "Arms",
                    "max": 1,
                    "default": ["spear"],
                    "options": [
                        {"key": "spear", "name": "Spear", "points": 0},
                        {
                            "key": "halberd",
                            "name": "Halberd",
                            "points": 20,
                            "summary": "Long.",
                            "slots": [
                                {
                                    "key": "blade",
                                    "name": "Blade",
                                    "options": [
                                        {"key": "fine", "name": "Fine", "points": 4}
                                    ],
                                }
                            ],
                        },
                    ],
                },
                {
                    "key": "extras",
                    "name": "Extras",
                    "max": 3,
                    "options": [
                        {"key": "banner", "name": "Banner", "points": 15},
                        {"key": "torch", "name": "Torch", "points": 2, "max": 2},
                    ],
                },
            ],
        },
        {"key": "crows", "name": "Crows", "category": "rare", "points": 30},
    ],
}


def skaven(owner: User | None, *units: str, limit: int | None = 500) -> Army:
    """Return a saved Skaven army; its units have the ids s1, s2 …"""
    bought = tuple(Selection(f"s{n}", unit) for n, unit in enumerate(units, 1))
    force = Force("f1", "charge-skaven", 1, bought)
    return create(Roster("charge", "Under-empire", limit, forces=(force,)), owner)


def guards(owner: User | None) -> Army:
    """Return a saved army of one Guard with spears, at its smallest."""
    guard = Selection(
        "u1",
        "guard",
        selections=(Selection("m1", "guardsman", 10), Selection("a1", "spear")),
    )
    force = Force("f1", "options", 1, (guard,))
    return create(Roster("charge", "Guards", 200, forces=(force,)), owner)


def now(army: Army) -> Review:
    """Return the review of an army as it is saved."""
    army.refresh_from_db()
    return review_army(army).review


def units(army: Army) -> list[str]:
    """Return the entries of the army's units, in order."""
    return [unit.entry for force in now(army).forces for unit in force.units]
