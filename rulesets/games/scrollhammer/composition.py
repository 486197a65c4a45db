"""Composition of a Scrollhammer army: house rules, since no minima are known.

The army books print four slots (Heroes, Core, Elite, Support) and marks such as 0-1
beside units; how many of each slot an army has, how points are shared out and how
large an allied detachment may be is printed nowhere that we know. All of this is our
own and may be switched off. Who may ally with whom stands in each book.

A book whose units of a slot are not known takes the minimum of that slot back with a
change of ``min:heroes``, ``min:core`` or ``min:one-general`` of the army. The general
is whoever carries the tag ``general``.
"""

from typing import Any

from rulesets.packs.pack import Pack, read_pack

HOUSE_SOURCE = "house rule; the slots are printed, how many of each are not"

JOINERS = frozenset({"rule:independent-character"})
"""The joiners of units: "Independent Characters can join other units", special rules
H to Q, Independent Character."""

_JOINS: dict[str, Any] = {
    "key": "joins-single-model",
    "title": "Whom an Independent Character may join",
    "source": "Scrollhammer Rulebook, Special Rules H-Q: Independent Character",
    "each": "rule:independent-character",
    "of": "kind:single",
    "in": "joined",
    "where": {"of": "rule:independent-character", "in": "self", "at_most": 0},
    "max": 0,
    "message": "An Independent Character joins no unit that is always a single model, "
    "unless that is one himself.",
}
"""They "cannot, however, join units that always consist of a single model (such as
most vehicles and Monstrous Creatures). They can join other Independent Characters"."""

_OWN = {"of": "kind:own", "in": "force", "at_least": 1}
"""True of a unit of the army's own force, the first one."""


def _slot(key: str, title: str, **bounds: Any) -> dict[str, Any]:
    return {
        "key": key,
        "title": title,
        "source": HOUSE_SOURCE,
        "count": "slots",
        "of": f"#{key}",
        "switchable": True,
        **bounds,
    }


def _share(slot: str, title: str, **bounds: float) -> dict[str, Any]:
    """Return a limit of a slot's points as a share of the army's size."""
    shares = {
        bound: {"terms": [{"count": "size", "times": share}]}
        for bound, share in bounds.items()
    }
    return {
        "key": f"{slot}-points",
        "title": title,
        "source": HOUSE_SOURCE,
        "count": "points",
        "of": f"#{slot}",
        "switchable": True,
        "on": False,
        **shares,
    }


def _growing(base: int) -> dict[str, Any]:
    """Return a maximum that grows by one for every full 2,000 points."""
    return {"base": base, "terms": [{"count": "size", "every": 2000}]}


HOUSE: Pack = read_pack(
    {
        "format": "armybuilder.pack/1",
        "key": "scrollhammer-house",
        "name": "Scrollhammer house composition",
        "game": "scrollhammer",
        "source": HOUSE_SOURCE,
        "limits": [
            _slot("heroes", "Heroes", min=1, max=_growing(3)),
            _slot("core", "Core", min=2, where=_OWN),
            _slot("elite", "Elite", max=_growing(3)),
            _slot("support", "Support", max=_growing(3)),
            {
                "key": "one-general",
                "title": "One general",
                "source": "Scrollhammer army books: one model is the army's general",
                "of": "#general",
                "min": 1,
                "max": 1,
                "message": "The army has {count} generals; it has exactly one.",
                "switchable": True,
            },
            {
                "key": "allied-forces",
                "title": "At most one allied force",
                "source": HOUSE_SOURCE,
                "of": "kind:ally",
                "max": 1,
                "message": "The army has {count} allied forces, at most {max}.",
                "switchable": True,
            },
            {
                "key": "allied-points",
                "title": "Allies are at most a quarter of the army",
                "source": HOUSE_SOURCE,
                "count": "points",
                "of": "kind:ally",
                "max": {"terms": [{"count": "size", "times": 0.25}]},
                "switchable": True,
            },
            _JOINS,
            _share("core", "At least a quarter of the points is Core", min=0.25),
            _share("heroes", "At most a quarter of the points is Heroes", max=0.25),
            _share("elite", "At most half of the points is Elite", max=0.5),
            _share("support", "At most a quarter of the points is Support", max=0.25),
            {
                "key": "no-units",
                "title": "An army has units",
                "source": HOUSE_SOURCE,
                "of": "kind:unit",
                "min": 1,
                "message": "The army has no unit yet.",
                "severity": "warning",
            },
        ],
    }
)
"""The pack that holds for an army unless an organiser gives another."""
