"""Examples of bodies for the API, as its reference page shows them."""

from typing import Any

from drf_spectacular.utils import OpenApiExample

from rulesets.documents.json import sha256

_FORCE = {"id": "f1", "book": "charge-skaven", "edition": 1}
_ROSTER = {
    "format": "armybuilder.roster/1",
    "game": "charge",
    "name": "Verminfolk",
    "limit": 500,
    "forces": [{**_FORCE, "units": [{"id": "s1", "entry": "ratmen"}]}],
}
EXAMPLE_ARMY = OpenApiExample("A roster", value={"roster": _ROSTER}, request_only=True)
EXAMPLE_HAND_IN = OpenApiExample(
    "A list for an event", value={"list": _ROSTER}, request_only=True
)
EXAMPLE_DECISION = OpenApiExample(
    "A question about the first version",
    value={"number": 1, "version": 1, "do": "query", "text": "Which unit shall go?"},
    request_only=True,
)
EXAMPLE_RECEIPT = OpenApiExample(
    "A receipt",
    value={
        "receipt": {
            "list": {
                "format": "armybuilder.receipt/1",
                "code": "ABCD2345",
                "version": 1,
                "event": {"slug": "spring-open", "name": "Spring Open"},
                "handed_in_at": "2027-04-01T12:00:00+00:00",
                "roster": _ROSTER,
                "roster_sha256": sha256(_ROSTER),
                "editions": [
                    {"book": "charge-skaven", "number": 1, "sha256": "0" * 64}
                ],
                "pack": None,
                "verdict": {},
            },
            "signature": "A" * 86 + "==",
            "key": "A" * 43 + "=",
        }
    },
    request_only=True,
)
EXAMPLE_REPLACEMENT = OpenApiExample(
    "Another roster",
    value={"roster": {**_ROSTER, "limit": 1000}, "revision": 1},
    request_only=True,
)
EXAMPLE_ARMY_PACK = OpenApiExample(
    "Judged by its game's own rules again",
    value={"pack": None},
    request_only=True,
)
EXAMPLE_SECRET = OpenApiExample(
    "A link to the army without its secrets",
    value={"secret": True},
    request_only=True,
)
EXAMPLE_FILING = OpenApiExample(
    "Into a folder, under two tags",
    value={"folder": "Club", "tags": ["Border cup", "painted"], "archived": False},
    request_only=True,
)
EXAMPLE_SHARING = OpenApiExample(
    "Anyone with the link", value={"visibility": "unlisted"}, request_only=True
)
EXAMPLE_EDITS = OpenApiExample(
    "Add a unit, rename the army",
    value={
        "revision": 1,
        "edits": [
            {
                "edit": "add",
                "parent": "f1",
                "selection": {"id": "new", "entry": "ratmen"},
            },
            {"edit": "rename-army", "name": "More verminfolk"},
        ],
    },
    request_only=True,
)
_BOOK = {
    "format": "armybuilder.book/1",
    "key": "charge-toads",
    "game": "charge",
    "name": "Toads",
    "units": [{"key": "toads", "name": "Toads", "points": 80, "models": 20}],
}
EXAMPLE_BOOK = OpenApiExample(
    "A new book",
    value={"document": {**_BOOK, "key": "charge-newts", "name": "Newts"}},
    request_only=True,
)
EXAMPLE_DRAFT = OpenApiExample(
    "The document with another source",
    value={"document": {**_BOOK, "source": "House rules"}, "what": "Named the source"},
    request_only=True,
)
EXAMPLE_DRAFT_EDITS = OpenApiExample(
    "Another number of models, and a unit more",
    value={
        "edits": [
            {"op": "set", "at": "/units/toads/models", "value": 25},
            {
                "op": "add",
                "at": "/units",
                "value": {"key": "newts", "name": "Newts", "points": 60, "models": 10},
                "before": "toads",
            },
        ],
        "what": "More toads, and newts",
    },
    request_only=True,
)
EXAMPLE_PUBLICATION = OpenApiExample(
    "The draft that was read",
    value={"checked": sha256(_BOOK), "notes": "The first toads."},
    request_only=True,
)
EXAMPLE_REVERT = OpenApiExample(
    "The second revision is taken back",
    value={"number": 2},
    request_only=True,
)
EXAMPLE_STEP = OpenApiExample(
    "The last own edit is taken back", value={"step": "undo"}, request_only=True
)
EXAMPLE_ANSWER = OpenApiExample(
    "Changes are asked for",
    value={"checked": sha256(_BOOK), "approves": False, "words": "Dearer, please."},
    request_only=True,
)
EXAMPLE_ASKING = OpenApiExample(
    "Only with a sign-off", value={"asks": True}, request_only=True
)
EXAMPLE_PLANNED = OpenApiExample(
    "The draft that was read, on a day",
    value={
        "checked": sha256(_BOOK),
        "due_at": "2026-12-24T18:00:00+01:00",
        "notes": "Toads for Christmas.",
    },
    request_only=True,
)
EXAMPLE_OFFER = OpenApiExample(
    "Withdrawn, with a reason",
    value={"offered": False, "reason": "Toads were too cheap."},
    request_only=True,
)
_TOADS = {
    "format": "armybuilder.roster/1",
    "game": "charge",
    "name": "A pond",
    "limit": 500,
    "forces": [
        {
            **{"id": "f1", "book": "charge-toads", "edition": 1},
            "units": [{"id": "t1", "entry": "toads"}],
        }
    ],
}
_EXPECTED: dict[str, Any] = {"points": 80, "verdict": "legal", "messages": []}
EXAMPLE_TEST = OpenApiExample(
    "A roster, as it is judged now",
    value={"roster": _TOADS, "title": "A pond of toads"},
    request_only=True,
)
EXAMPLE_TESTS = OpenApiExample(
    "A document of tests",
    value={
        "tests": {
            "format": "armybuilder.book-tests/1",
            "book": "charge-toads",
            "armies": [{"title": "Toads alone", **_EXPECTED, "roster": _TOADS}],
        }
    },
    request_only=True,
)
EXAMPLE_ACCEPTED = OpenApiExample(
    "What was read", value={"seen": sha256(_EXPECTED)[:16]}, request_only=True
)
_LIMIT = {
    **{"key": "nine-of-a-unit", "title": "At most nine of a unit"},
    **{"of": "*", "in": "self", "each": "*", "max": 9},
}
EXAMPLE_PACK = OpenApiExample(
    "A roster under a pack of one's own",
    value={
        "roster": _ROSTER,
        "pack": {
            "format": "armybuilder.pack/1",
            "key": "club-night",
            "name": "Club night",
            "game": "charge",
            "limit": 500,
            "limits": [_LIMIT],
        },
    },
    request_only=True,
)
EXAMPLE_PLAN = OpenApiExample(
    "To make a roster legal",
    value={"roster": {**_ROSTER, "forces": [_FORCE]}, "goal": "legal"},
    request_only=True,
)
EXAMPLE_FILLING = OpenApiExample(
    "To fill a roster up",
    value={"roster": _ROSTER, "goal": "fill", "against": "charge-orcs@1/orcs"},
    request_only=True,
)
_LIST = """Under the Granary (Charge, Skaven) 500 points
4 Ratmen 200
Jezails 100"""
EXAMPLE_LIST = OpenApiExample(
    "A list as plain lines",
    value={"text": _LIST, "game": "charge"},
    request_only=True,
)
EXAMPLE_ANSWERS = OpenApiExample(
    "The same list with an answer",
    value={"text": _LIST, "corrections": {"3": "yes"}},
    request_only=True,
)
EXAMPLE_CHECK = OpenApiExample(
    "Two rosters by the rules as printed",
    value={
        "rosters": [_ROSTER, {**_ROSTER, "limit": 100}],
        "pack": None,
        "strict": True,
    },
    request_only=True,
)
EXAMPLE_BULK_CHECK = OpenApiExample(
    "Two rosters, judged in the background",
    value={"rosters": [_ROSTER, {**_ROSTER, "limit": 100}], "fixes": True},
    request_only=True,
    media_type="application/json",
)
EXAMPLE_MATCH_UP = OpenApiExample(
    "A melee to its end",
    value={
        "format": "armybuilder.match-up/1",
        "game": "charge",
        "kind": "fight",
        "a": {"book": "charge-skaven", "edition": 1, "unit": "ratmen"},
        "b": {"book": "charge-orcs", "edition": 1, "unit": "orcs"},
    },
    request_only=True,
)
EXAMPLE_DECISIONS = OpenApiExample(
    "What who is charged should do",
    value={
        "side": "b",
        "match_up": {
            "format": "armybuilder.match-up/1",
            "game": "charge",
            "kind": "charge",
            "a": {"book": "charge-orcs", "edition": 1, "unit": "orcs"},
            "b": {"book": "charge-skaven", "edition": 1, "unit": "jezzails"},
        },
    },
    request_only=True,
)
EXAMPLE_COMPARISON = OpenApiExample(
    "Two units against two",
    value={
        "format": "armybuilder.comparison/1",
        "game": "charge",
        "kind": "fight",
        "a": [
            {"book": "charge-skaven", "edition": 1, "unit": "ratmen"},
            {"book": "charge-skaven", "edition": 1, "unit": "jezzails"},
        ],
        "b": [
            {"book": "charge-orcs", "edition": 1, "unit": "orcs"},
            {"book": "charge-orcs", "edition": 1, "unit": "badlands-beast"},
        ],
    },
    request_only=True,
)
EXAMPLE_ATTACKS = OpenApiExample(
    "A bare volley",
    value={
        "format": "armybuilder.match-up/1",
        "attacks": {"dice": 20, "to_hit": 4, "to_wound": 4, "save": 5},
    },
    request_only=True,
)
