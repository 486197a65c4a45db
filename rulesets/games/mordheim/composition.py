"""Composition of a Mordheim warband: gold, leader, heroes, weapons, campaign options.

Warband books add the most warriors that they allow, under the key ``warband-size``, and
what holds for single fighters. The tags that are counted are ``hero``, ``henchman`` and
``leader`` on units, ``hero-place`` on hired swords that take the place of a hero, and
on equipment ``close-combat-weapon``, ``missile-weapon``, ``body-armour`` and so on.
What is kept in store carries ``rare-goods`` where it has a rarity; a warband book takes
that tag from what its own lists sell to a new warband.
"""

from typing import Any

from rulesets.games.mordheim.sources import MOUNTS
from rulesets.packs.pack import Pack, read_pack

_RECRUITING = "Mordheim rulebook, Recruiting a warband"
_WEAPONS = "Mordheim rulebook, Weapons and armour"
_EQUIPMENT = "Mordheim rulebook, Equipment"
_CAMPAIGN = "Mordheim rulebook, Campaigns"
_MAGIC = "Mordheim rulebook, Magic"

FIGHTERS = ["#hero", "#henchman"]
"""Fighters of the warband itself, without hired swords."""

_NOT_OF_ALLIES: dict[str, Any] = {"of": "kind:ally", "in": "force", "at_most": 0}
"""True of what stands in the warband's own force, or in one that serves it."""

_WARBAND: list[dict[str, Any]] = [
    {
        "key": "no-points-agreed",
        "title": "How much is agreed on",
        "source": _RECRUITING,
        "count": "limit",
        "min": 1,
        "when": {"none": [{"switch": "campaign"}]},
        "severity": "warning",
        "message": "No gold crowns are agreed on, so nothing bounds what the warband "
        "is worth; a new one has 500 to spend.",
    },
    {
        "key": "one-warband",
        "title": "One warband",
        "source": _RECRUITING,
        "each": "kind:ally",
        "of": "kind:ally",
        "in": "self",
        "max": 0,
        "message": "{name} is a warband of its own; beside a warband stand only hired "
        "swords and what it keeps in store.",
    },
    {
        "key": "one-leader",
        "title": "One leader",
        "source": _RECRUITING,
        "of": "#leader",
        "where": _NOT_OF_ALLIES,
        "min": 1,
        "max": 1,
        "message": "{count} leaders; a warband has exactly one.",
    },
    {
        "key": "six-heroes",
        "title": "At most six heroes",
        "source": _RECRUITING,
        "of": ["#hero", "#hero-place"],
        "where": _NOT_OF_ALLIES,
        "max": 6,
        "message": "{count} heroes; a warband has at most {max}.",
    },
    {
        "key": "three-warriors",
        "title": "At least three warriors",
        "source": _RECRUITING,
        "count": "models",
        "of": FIGHTERS,
        "where": _NOT_OF_ALLIES,
        "min": 3,
        "message": "{count} warriors; a warband has at least {min}, its leader among "
        "them.",
    },
]

_CARRIED: list[dict[str, Any]] = [
    {
        "key": "close-combat-weapons",
        "title": "Two close combat weapons",
        "source": _WEAPONS,
        "each": FIGHTERS,
        "of": "#close-combat-weapon",
        "in": "self",
        "max": 2,
        "message": "{name} carries {count} close combat weapons; beside the free "
        "dagger a warrior carries at most {max}.",
    },
    {
        "key": "missile-weapons",
        "title": "Two missile weapons",
        "source": _WEAPONS,
        "each": FIGHTERS,
        "of": "#missile-weapon",
        "in": "self",
        "max": 2,
        "message": "{name} carries {count} missile weapons; a warrior carries at most "
        "{max}, and a brace of pistols is one.",
    },
    {
        "key": "missile-kinds",
        "title": "Missile weapons of different kinds",
        "source": _WEAPONS,
        "each": "#missile-weapon",
        "of": "same",
        "in": "unit",
        "max": 1,
        "when": {"of": FIGHTERS, "in": "unit", "at_least": 1},
        "message": "{name}: {count} of one kind; two missile weapons are of different "
        "kinds.",
    },
    {
        "key": "one-body-armour",
        "title": "One suit of armour",
        "source": _WEAPONS,
        "each": FIGHTERS,
        "of": "#body-armour",
        "in": "self",
        "max": 1,
        "message": "{name} wears {count} suits of armour; a warrior wears {max}.",
    },
    {
        "key": "henchmen-goods",
        "title": "Miscellaneous equipment is for heroes",
        "source": _EQUIPMENT,
        "each": "#henchman",
        "of": "slot:trade",
        "in": "self",
        "where": {"none": [{"of": "#henchmen-too", "in": "self", "at_least": 1}]},
        "max": 0,
        "message": "{name}: miscellaneous equipment is for heroes; henchmen buy only "
        "rain coats, winter furs and what stands on their own list.",
    },
]

_CAMPAIGNING: list[dict[str, Any]] = [
    {
        "key": "campaign-only",
        "title": "Only in a campaign",
        "source": _CAMPAIGN,
        "of": ["#campaign-only", "#rare-goods"],
        "max": 0,
        "when": {"none": [{"switch": "campaign"}]},
        "message": "A new warband has no experience, advances, skills or rare goods; "
        "{count} too many without a campaign.",
    },
    {
        "key": "first-spell",
        "title": "One spell to begin with",
        "source": _MAGIC,
        "each": ["rule:wizard", "rule:prayers"],
        "of": "slot:spells",
        "in": "self",
        "max": 1,
        "when": {
            "none": [
                {"switch": "campaign"},
                {"of": "#several-spells", "in": "self", "at_least": 1},
            ]
        },
        "message": "{name} knows {count} spells; one who begins knows {max}.",
    },
    {
        "key": "casting-in-armour",
        "title": "Wizards cast without armour",
        "source": _MAGIC,
        "each": "rule:wizard",
        "of": "#blocks-casting",
        "in": "self",
        "max": 0,
        "when": {"of": "rule:warrior-wizard", "in": "self", "at_most": 0},
        "severity": "warning",
        "message": "{name} cannot cast spells in armour or with a shield or buckler.",
    },
]

_CHANGES: list[dict[str, Any]] = [
    {
        "change": "points",
        "op": "multiply",
        "value": 0.8,
        "to": "#black-powder",
        "in": "army",
        "when": {"switch": "misfire"},
        "title": "Black powder that may misfire is a fifth cheaper",
        "source": "Mordheim rulebook, Optional rules: Blackpowder weapons",
    },
    {
        "change": "figure:sv",
        "op": "at-least",
        "value": 2,
        "to": "#warrior",
        "in": "army",
        "title": "A 1 always fails a save",
        "source": _WEAPONS,
    },
]

_SWITCHES: list[dict[str, Any]] = [
    {
        "key": "campaign",
        "title": "Campaign: experience, skills, advances and rare goods",
        "source": _CAMPAIGN,
    },
    {
        "key": "misfire",
        "title": "Black powder weapons may misfire and are a fifth cheaper",
        "source": "Mordheim rulebook, Optional rules: Blackpowder weapons",
    },
    {
        "key": "mounted",
        "title": "Mounted warriors",
        "source": MOUNTS,
    },
]

_TALLIES: list[dict[str, Any]] = [
    {
        "key": "rating",
        "title": "Warband rating",
        "source": "Mordheim rulebook, Warband rating",
        "amount": {
            "terms": [
                {"count": "sum:rating", "of": "kind:unit", "in": "army"},
                {"count": "sum:experience", "of": "kind:unit", "in": "army"},
            ]
        },
    },
    {
        "key": "warriors",
        "title": "Warriors",
        "source": _RECRUITING,
        "amount": {"terms": [{"count": "models", "of": FIGHTERS, "in": "army"}]},
    },
]

WARBAND: Pack = read_pack(
    {
        "format": "armybuilder.pack/1",
        "key": "mordheim-warband",
        "name": "Mordheim warband",
        "game": "mordheim",
        "source": _RECRUITING,
        "limits": [*_WARBAND, *_CARRIED, *_CAMPAIGNING],
        "changes": _CHANGES,
        "switches": _SWITCHES,
        "tallies": _TALLIES,
    }
)
"""The pack that holds for a warband unless an organiser gives another."""
