"""One book that uses the whole rule model, and random armies bought from it."""

from hypothesis import strategies as st

from rulesets.books.book import Entry
from rulesets.rosters.edits import Add, apply
from rulesets.rosters.roster import Force, Roster, Selection
from tests.rulesets.legality.small import book_of

ITEMS = [
    {"key": "sword", "tags": ["magic", "weapon"], "points": 12.5},
    {"key": "cloak", "tags": ["magic"], "points": 25},
    {
        "key": "axe",
        "tags": ["weapon"],
        "points": 9,
        "rules": ["fearsome"],
        "changes": [
            {"change": "figure:push", "op": "add", "value": 1, "in": "bearer"},
            {"change": "gear", "op": "add", "value": "belt", "in": "bearer"},
        ],
    },
    {"key": "belt", "points": 40},
]
ESCALATING = {
    "change": "points",
    "op": "multiply",
    "value": {
        "base": 1,
        "terms": [{"count": "earlier", "of": "same", "in": "army"}],
        "most": 3,
    },
}
MOUNT = {
    "key": "wolf",
    "kind": "mount",
    "points": 14,
    "slots": [
        {"key": "barding", "options": [{"key": "barding", "points": 2, "per": "model"}]}
    ],
    "changes": [
        {"change": "figure:push", "op": "add", "value": 2, "in": "bearer"},
    ],
}
BOOK = book_of(
    {
        "key": "boss",
        "category": "heroes",
        "points": 80,
        "models": 1,
        "tags": ["leader"],
        "rules": ["generals-leadership"],
        "items": ["axe"],
        "profiles": [{"key": "boss", "characteristics": {"push": 3, "save": 5}}],
        "slots": [
            {"key": "magic", "options": [{"item": "sword"}, {"item": "cloak"}]},
            {"key": "mount", "max": 1, "options": [MOUNT]},
            {
                "key": "vows",
                "options": [
                    {"key": "vow", "points": 10, "changes": [ESCALATING], "max": 2},
                    {"key": "relic", "points": 5, "roll": [2, 12]},
                ],
            },
        ],
        "limits": [
            {
                "key": "magic",
                "title": "Magic items",
                "count": "points",
                "of": "#magic",
                "in": "self",
                "max": 30,
            }
        ],
    },
    {
        "key": "boys",
        "category": "core",
        "models": [
            {"key": "boy", "points": 6, "min": 10, "max": 30, "items": ["axe"]},
            {"key": "nob", "points": 16, "max": 1},
        ],
        "profiles": [{"key": "boy", "characteristics": {"push": 2}}],
        "slots": [
            {
                "key": "weapons",
                "min": 1,
                "max": 1,
                "default": ["axes"],
                "options": [
                    {"key": "axes"},
                    {
                        "key": "bows",
                        "points": 2,
                        "per": "model",
                        "changes": [
                            {
                                "change": "gear",
                                "op": "remove",
                                "value": "axe",
                                "in": "bearer",
                            }
                        ],
                    },
                ],
            },
            {
                "key": "extras",
                "options": [
                    {
                        "key": "net",
                        "points": 3,
                        "max": {
                            "terms": [
                                {
                                    "count": "models",
                                    "of": "boy",
                                    "in": "self",
                                    "every": 4,
                                }
                            ]
                        },
                    }
                ],
            },
        ],
    },
    {
        "key": "beast",
        "category": "special",
        "points": 120,
        "models": 1,
        "per_slot": 2,
        "slots_taken": {"special": 2},
    },
    categories=[{"key": key} for key in ("heroes", "core", "special")],
    items=ITEMS,
    slots=[
        {
            "key": "clan",
            "max": 1,
            "options": [
                {
                    "key": "red-clan",
                    "points": 20,
                    "changes": [
                        {
                            "change": "points",
                            "op": "add",
                            "value": -1,
                            "to": "boy",
                            "in": "force",
                        },
                        {
                            "change": "max:special",
                            "op": "add",
                            "value": 1,
                            "in": "force",
                        },
                    ],
                }
            ],
        }
    ],
    limits=[
        {
            "key": "leader",
            "title": "Leader",
            "of": "#leader",
            "in": "force",
            "min": 1,
            "max": 1,
        },
        {"key": "core", "title": "Core", "of": "#core", "in": "force", "min": 1},
        {
            "key": "special",
            "title": "Special",
            "count": "slots",
            "of": "#special",
            "in": "force",
            "max": 2,
        },
        {
            "key": "unique",
            "title": "Unique items",
            "each": "#magic",
            "of": "same",
            "in": "force",
            "max": 1,
        },
        {
            "key": "points-limit",
            "title": "Points",
            "count": "points",
            "of": "*",
            "max": {"terms": [{"count": "limit"}]},
        },
    ],
)
BOOKS = {(BOOK.key, 1): BOOK}


def bought(entry: Entry, depth: int = 3) -> st.SearchStrategy[Selection]:
    """Return selections of an entry with some of what is offered for it."""
    parts = [bought(child, depth - 1) for child in entry.entries.values() if depth > 0]
    children = st.lists(st.one_of(parts), max_size=4) if parts else st.just([])
    most = 31 if entry.kind == "model" else 2
    return st.builds(
        lambda count, roll, below: Selection(
            "new", entry.key, count, roll=roll, selections=tuple(below)
        ),
        st.integers(1, most) if entry.kind != "unit" else st.just(1),
        st.sampled_from([None, 1, 2, 7, 12]) if entry.roll else st.none(),
        children,
    )


def _army(units: list[Selection], limit: int | None) -> Roster:
    roster = Roster("charge", "Random", limit, forces=(Force("f1", BOOK.key, 1),))
    for unit in units:
        roster = apply(roster, Add("f1", unit))
    return roster


UNKNOWN = st.just(Selection("new", "stranger", 2))
UNITS = st.lists(
    st.one_of(UNKNOWN, *(bought(entry) for entry in BOOK.entries.values())), max_size=6
)
ROSTERS = st.builds(_army, UNITS, st.sampled_from([None, 0, 200, 1000]))
