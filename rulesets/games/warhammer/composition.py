"""Composition of a Warhammer army: characters, Core, Special and Rare by its size.

Army books change these rules by their keys: ``characters``, ``lords``, ``core``,
``special`` and ``rare``. The tags that they count are the categories of the units;
``character`` is on every Lord and Hero, ``general`` and ``bsb`` on the choices that
make one of them the general or the bearer of the battle standard.
"""

from typing import Any

from rulesets.packs.pack import Pack, read_pack

_ARMY = "Warhammer rulebook (6th edition), Choosing an army"
_GENERAL = "Warhammer rulebook (6th edition), The general"
_STANDARD = "Warhammer rulebook (6th edition), The battle standard"
_MAGIC = "Warhammer rulebook (6th edition), Magic items"


def _by_size(base: int, times: int = 1, least: int = 0) -> dict[str, Any]:
    """Return a number that grows with every full 1,000 points of the army."""
    term = {"count": "size", "every": 1000, "times": times}
    return {"base": base, "terms": [term], "least": least}


_NOT_OF_ALLIES: dict[str, Any] = {"of": "kind:ally", "in": "force", "at_most": 0}
"""True of what stands in the army's own force."""

_SLOTS: list[dict[str, Any]] = [
    {
        "key": "characters",
        "title": "Characters",
        "source": _ARMY,
        "count": "slots",
        "of": "#character",
        "where": _NOT_OF_ALLIES,
        "max": _by_size(0, times=2, least=3),
        "message": "Characters: {count} of at most {max} in an army of {size} points.",
    },
    {
        "key": "lords",
        "title": "Lords",
        "source": _ARMY,
        "count": "slots",
        "of": "#lord",
        "where": _NOT_OF_ALLIES,
        "max": _by_size(-1),
        "message": "Lords: {count} of at most {max} in an army of {size} points.",
    },
    {
        "key": "core",
        "title": "Core",
        "source": _ARMY,
        "count": "slots",
        "of": "#core",
        "where": _NOT_OF_ALLIES,
        "min": _by_size(1, least=2),
        "message": "Core: {count} of at least {min} in an army of {size} points.",
    },
    {
        "key": "special",
        "title": "Special",
        "source": _ARMY,
        "count": "slots",
        "of": "#special",
        "where": _NOT_OF_ALLIES,
        "max": _by_size(2, least=3),
        "message": "Special: {count} of at most {max} in an army of {size} points.",
    },
    {
        "key": "rare",
        "title": "Rare",
        "source": _ARMY,
        "count": "slots",
        "of": "#rare",
        "where": _NOT_OF_ALLIES,
        "max": _by_size(0, least=1),
        "message": "Rare: {count} of at most {max} in an army of {size} points.",
    },
]

_LEADERS: list[dict[str, Any]] = [
    {
        "key": "no-character",
        "title": "A character leads the army",
        "source": _ARMY,
        "of": "#character",
        "where": _NOT_OF_ALLIES,
        "min": 1,
        "message": "The army has no character; one must lead it.",
    },
    {
        "key": "no-general",
        "title": "The general is chosen",
        "source": _GENERAL,
        "of": "#general",
        "min": 1,
        "when": {"of": "#character", "at_least": 1},
        "severity": "warning",
        "message": "No character is marked as the general yet.",
    },
    {
        "key": "one-general",
        "title": "One general",
        "source": _GENERAL,
        "of": "#general",
        "max": 1,
        "message": "{count} characters are marked as the general; an army has one.",
    },
    {
        "key": "general-leadership",
        "title": "The general has the highest Leadership",
        "source": _GENERAL,
        "each": "#general",
        "count": "highest:ld",
        "of": "#character",
        "where": {"of": ["#never-general", "#bsb"], "in": "self", "at_most": 0},
        "max": {"terms": [{"count": "highest:ld", "of": "#character", "in": "unit"}]},
        "message": "The general has Leadership {max}; another character who could "
        "lead the army has {count}.",
    },
    {
        "key": "never-general",
        "title": "Who is never the general",
        "source": _GENERAL,
        "each": "#general",
        "of": "#never-general",
        "in": "unit",
        "max": 0,
        "message": "This character may not be the general.",
    },
    {
        "key": "battle-standard",
        "title": "One battle standard",
        "source": _STANDARD,
        "of": "#bsb",
        "max": 1,
        "message": "{count} characters carry a battle standard; "
        "an army has at most {max}.",
    },
    {
        "key": "battle-standard-general",
        "title": "The general does not carry the battle standard",
        "source": _STANDARD,
        "each": "#bsb",
        "of": "#general",
        "in": "unit",
        "max": 0,
        "when": {"of": "#general-with-standard", "in": "unit", "at_most": 0},
        "message": "The general may not carry the battle standard.",
    },
]

JOINERS = frozenset({"#character"})
"""The joiners of units."""

_JOINED_SOURCE = "house reading; the text about characters in units is not at hand"

_JOINS: list[dict[str, Any]] = [
    {
        "key": "joins-character",
        "title": "A character joins no other alone",
        "source": _JOINED_SOURCE,
        "each": "#character",
        "of": "#character",
        "in": "joined",
        "max": 0,
        "severity": "warning",
        "switchable": True,
        "message": "A character joins a unit, not another character who stands alone.",
    },
    {
        "key": "joins-machine",
        "title": "A character joins no machine, chariot or monster",
        "source": _JOINED_SOURCE,
        "each": "#character",
        "of": ["#chariot", "#monster", "#war-machine"],
        "in": "joined",
        "where": {"of": "rule:unbreakable", "in": "self", "at_most": 0},
        "max": 0,
        "severity": "warning",
        "switchable": True,
        "message": "A character joins no chariot, monster or war machine; he joins "
        "units of troops.",
    },
    {
        "key": "joins-unbreakable",
        "title": "Who joins the unbreakable",
        "source": "Warhammer rulebook (6th edition), Psychology, Unbreakable",
        "each": "#character",
        "of": "rule:unbreakable",
        "in": "joined",
        "max": 0,
        "when": {"of": "rule:unbreakable", "in": "self", "at_most": 0},
        "message": "Only a character who is unbreakable himself joins an unbreakable "
        "unit.",
    },
]

UNIQUE_ITEMS: dict[str, Any] = {
    "key": "unique-item",
    "title": "Each magic item once",
    "source": _MAGIC,
    "each": [
        "#magic-weapon",
        "#magic-armour",
        "#talisman",
        "#enchanted-item",
        "#arcane-item",
        "#magic-banner",
    ],
    "when": {"of": "#scroll", "in": "self", "at_most": 0},
    "of": "same",
    "max": 1,
    "message": "{name} is in the army {count} times; there is only one of it.",
}
"""Every magic item is one of its kind, but for Dispel Scrolls and Power Stones."""

_POINTS: dict[str, Any] = {
    "key": "no-points-agreed",
    "title": "How much is agreed on",
    "source": _ARMY,
    "count": "limit",
    "min": 1,
    "severity": "warning",
    "message": "No points are agreed on; what the army is worth decides how many "
    "characters and units of each kind it may have.",
}

_ONE_BOOK: dict[str, Any] = {
    "key": "one-book",
    "title": "An army of one book",
    "source": _ARMY,
    "each": "kind:ally",
    "of": "kind:ally",
    "in": "self",
    "max": 0,
    "message": "{name} is an army of its own; an army is chosen from one book.",
}

COMPOSITION: Pack = read_pack(
    {
        "format": "armybuilder.pack/1",
        "key": "warhammer-composition",
        "name": "Warhammer army composition",
        "game": "warhammer",
        "source": _ARMY,
        "limits": [_ONE_BOOK, _POINTS, *_SLOTS, *_LEADERS, *_JOINS, UNIQUE_ITEMS],
    }
)
"""The pack that holds for a Warhammer army unless an organiser gives another."""
