"""Composition of a Charge army: house rules, since the game prints none.

The seed document says nothing about army size, factions or generals. These rules are
our own reading; that an army keeps to the points agreed on is asked of every game.
"""

from rulesets.packs.pack import Pack, read_pack

_HOUSE_SOURCE = "house rule; Charge v2 0.1 beta prints no composition rules"

HOUSE: Pack = read_pack(
    {
        "format": "armybuilder.pack/1",
        "key": "charge-house",
        "name": "Charge house composition",
        "game": "charge",
        "source": _HOUSE_SOURCE,
        "limits": [
            {
                "key": "one-faction",
                "title": "One faction",
                "source": _HOUSE_SOURCE,
                "count": "forces",
                "max": 1,
                "message": "The army is of {count} factions; it may be of one.",
                "switchable": True,
            },
            {
                "key": "one-general",
                "title": "At most one general",
                "source": _HOUSE_SOURCE,
                "of": "rule:generals-leadership",
                "max": 1,
                "message": "{count} units have General’s Leadership; "
                "an army has at most {max}.",
                "switchable": True,
            },
            {
                "key": "no-units",
                "title": "An army has units",
                "source": _HOUSE_SOURCE,
                "of": "kind:unit",
                "min": 1,
                "message": "The army has no unit yet.",
                "severity": "warning",
            },
        ],
    }
)
"""The pack that holds for a Charge army unless an organiser gives another."""
