"""The schema's parts: our documents' JSON Schemas, and the answers.

The API speaks OpenAPI 3.1, whose schemas are JSON Schema draft 2020-12, so the schemas
of `rulesets` stand in it as they are.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from drf_spectacular.utils import OpenApiParameter

from armybuilder.api.codes import CODES

Schema = dict[str, Any]


def ref(name: str) -> Schema:
    """Return a reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}


def obj(properties: Mapping[str, Schema], required: Sequence[str]) -> Schema:
    """Return the schema of an object with just these fields."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def posted(body: Schema) -> dict[str, Schema]:
    """Return the body of a request, by its media type."""
    return {"application/json": body}


def closed(more: Mapping[str, Schema] = {}, /, **properties: Schema) -> Schema:
    """Return the schema of an object that has these fields, and may have ``more``."""
    return obj({**properties, **more}, list(properties))


def array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def mapping(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


def or_null(schema: Schema) -> Schema:
    return {"oneOf": [schema, {"type": "null"}]}


TEXT: Schema = {"type": "string"}
URL: Schema = {"type": "string", "format": "uri"}
TIME: Schema = {"type": "string", "format": "date-time"}
SHARE_UNIT: Schema = {"enum": ["points", "wounds", "models", "chance"]}
INTEGER: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
CHANCE: Schema = {"type": "number", "minimum": 0, "maximum": 1.000001}
YES_NO: Schema = {"type": "boolean"}
SCALAR: Schema = {"type": ["integer", "string", "null"]}
ANSWER: Schema = {"type": ["string", "integer", "boolean"]}


def listed(name: str, *, paged: bool = True) -> Schema:
    """Return the schema of a list; pages count and name their neighbours."""
    results = array(ref(name))
    if not paged:
        return closed(results=results)
    link: Schema = {"type": ["string", "null"], "format": "uri"}
    return closed(count=INTEGER, next=link, previous=link, results=results)


PAGING = (
    OpenApiParameter(
        "page", {"type": "integer", "minimum": 1}, description="From 1 on."
    ),
    OpenApiParameter(
        "page_size",
        {"type": "integer", "minimum": 1, "maximum": 200, "default": 50},
        description="How many of them one page holds.",
    ),
)


_GAME_SUMMARY: dict[str, Schema] = {
    "key": TEXT,
    "name": TEXT,
    "version": TEXT,
    "source": TEXT,
    "limits": array(INTEGER),
    "url": URL,
}
_EDITION_SUMMARY: dict[str, Schema] = {
    "key": TEXT,
    "name": TEXT,
    "game": TEXT,
    "edition": INTEGER,
    "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    "published_at": TIME,
    "notes": TEXT,
    "url": URL,
}
ARMY_PACK: Schema = {
    "type": ["string", "null"],
    "maxLength": 90,
    "description": "The name of a pack: its key for the newest version, key@2 for the"
    " second. Null for the rules of the army's game alone.",
}
"""The pack that an army is judged by, in a body."""

_ARMY_SUMMARY: dict[str, Schema] = {
    "id": TEXT,
    "name": TEXT,
    "game": TEXT,
    "revision": INTEGER,
    "visibility": ref("Visibility"),
    "created_at": TIME,
    "updated_at": TIME,
    "deleted_at": {"type": ["string", "null"], "format": "date-time"},
    "pack": {
        **or_null(TEXT),
        "description": "The version of a pack that it is judged by, as key@2; null for"
        " its game's own rules.",
    },
    "filing": {
        **or_null(ref("Filing")),
        "description": "Null where the army is somebody else's.",
    },
    "url": URL,
}
_QUESTION = closed(
    key=TEXT,
    label=TEXT,
    default=ANSWER,
    choices=array(closed(key=TEXT, label=TEXT)),
    low={"type": ["integer", "null"]},
    high={"type": ["integer", "null"]},
    help=TEXT,
    source=TEXT,
    each_side=YES_NO,
    group=TEXT,
    seldom=YES_NO,
)
_WHERE = {"type": "string", "description": "JSON pointer; empty for the whole."}
_REFUSAL: dict[str, Schema] = {
    "type": {
        "type": "string",
        "format": "uri-reference",
        "description": "Where the code is explained.",
    },
    "title": TEXT,
    "status": INTEGER,
    "detail": {"type": "string", "description": "What is wrong with this request."},
    "code": ref("Code"),
    "where": _WHERE,
}
_DONE_SINCE = {
    "revision": INTEGER,
    "since": array(closed(revision=INTEGER, label=TEXT)),
}
ANYTHING: Schema = {}
NUMBER_OR_NONE: Schema = {"type": ["integer", "null"]}
_DRAFT_SUMMARY: dict[str, Schema] = {
    "key": TEXT,
    "name": TEXT,
    "game": TEXT,
    "role": {
        "enum": ["owner", "editor", "reviewer", None],
        "description": "Yours in the book; null for an administrator without one.",
    },
    "revision": INTEGER,
    "changed_at": TIME,
    "edition": {**NUMBER_OR_NONE, "description": "The last that was published."},
    "url": URL,
    "findings": {**URL, "description": "What the check says of it."},
}
_FINDING = obj(
    {
        "code": TEXT,
        "level": {"enum": ["error", "warning", "hint"]},
        "pointer": {"type": "string", "description": "JSON pointer into the document."},
        "at": {"type": "string", "description": "The same place by keys of parts."},
        "sentence": TEXT,
        "did_you_mean": array(TEXT),
        "mend": array(
            obj({"pointer": TEXT, "value": ANYTHING, "remove": YES_NO}, ["pointer"])
        ),
        "because": {"type": "string", "description": "The reason of its acceptance."},
    },
    ["code", "level", "pointer", "at", "sentence"],
)
_DISTRIBUTION = closed(
    label=TEXT,
    unit=TEXT,
    exactly=array(CHANCE),
    at_least=array(CHANCE),
    expected=NUMBER,
)

_CELL = {
    "oneOf": [
        closed(problem=TEXT),
        obj(
            {
                **dict.fromkeys(("wins", "loses", "slain", "lost"), CHANCE),
                **dict.fromkeys(("dealt_share", "taken_share"), CHANCE),
                **dict.fromkeys(("dealt", "taken", "error"), NUMBER),
                "counted": {"enum": ["wounds", "models"]},
                "method": {"enum": ["exact", "bounded", "sampled"]},
                "left_out": INTEGER,
                "a_hand": TEXT,
                "b_hand": TEXT,
            },
            ["counted", "method", "error", "left_out", "a_hand", "b_hand"],
        ),
    ]
}

OWN: dict[str, Schema] = {
    "Code": {"type": "string", "enum": list(CODES)},
    "Refusal": obj(
        {
            **_REFUSAL,
            "parameters": array(TEXT),
            **_DONE_SINCE,
            "clashes": array(ref("MergeClash")),
            "findings": array(ref("Finding")),
        },
        list(_REFUSAL),
    ),
    "Conflict": closed(**_REFUSAL, **_DONE_SINCE),
    "Fault": closed(where=_WHERE, text=TEXT),
    "GameSummary": closed(**_GAME_SUMMARY),
    "Question": _QUESTION,
    "Game": closed(
        **_GAME_SUMMARY,
        characteristics=array(closed(key=TEXT, name=TEXT, unit=TEXT, help=TEXT)),
        columns=array(closed(heading=TEXT, keys=array(TEXT))),
        unit_types=array(
            closed(key=TEXT, name=TEXT, characteristics=mapping(SCALAR), note=TEXT)
        ),
        item_stats=mapping(TEXT),
        rules=array(
            closed(
                key=TEXT,
                name=TEXT,
                summary=TEXT,
                source=TEXT,
                status=TEXT,
                takes_x=YES_NO,
            )
        ),
        kinds=array(
            closed(
                key=TEXT,
                name=TEXT,
                summary=TEXT,
                situation=array(ref("Question")),
                most_units=INTEGER,
                of_units=array(ref("Question")),
                of_characters=array(ref("Question")),
            )
        ),
        readings=array(ref("Question")),
        pack=ref("Pack"),
    ),
    "EditionSummary": closed(**_EDITION_SUMMARY),
    "Edition": closed(**_EDITION_SUMMARY, document=ref("BookDocument")),
    "ListedEdition": closed(**_EDITION_SUMMARY, offered=YES_NO),
    "Book": closed(**_EDITION_SUMMARY, editions=array(ref("ListedEdition"))),
    "DraftSummary": closed(**_DRAFT_SUMMARY),
    "Draft": closed(
        **_DRAFT_SUMMARY,
        sha256=_EDITION_SUMMARY["sha256"],
        document={"type": "object", "description": "A book, once it is whole."},
    ),
    "DraftRevision": closed(
        number=INTEGER,
        made_at=TIME,
        made_by={"type": ["string", "null"]},
        what=TEXT,
        takes_back=NUMBER_OR_NONE,
        changes=array(TEXT),
        more={**INTEGER, "description": "Changes that are not told one by one."},
    ),
    "DraftFindings": closed(
        revision=INTEGER,
        sha256=_EDITION_SUMMARY["sha256"],
        findings=array(ref("Finding")),
    ),
    "Finding": _FINDING,
    "DocumentEdit": obj(
        {
            "op": {"enum": ["set", "add", "remove", "move"]},
            "at": TEXT,
            "value": ANYTHING,
            "before": TEXT,
        },
        ["op", "at"],
    ),
    "Choices": {
        **mapping({"type": "string", "enum": ["mine", "theirs"]}),
        "description": "Whose value stands at a place that clashed.",
    },
    "MergeClash": obj(
        {
            "at": TEXT,
            "base": ANYTHING,
            "mine": ANYTHING,
            "theirs": ANYTHING,
            "order": {**YES_NO, "description": "It is the order of the list."},
            "theirs_by": {**or_null(TEXT), "description": "Null where nobody knows."},
            "theirs_at": or_null(TIME),
        },
        ["at"],
    ),
    "Visibility": {"type": "string", "enum": ["private", "unlisted", "public"]},
    "Filing": closed(
        folder=TEXT,
        tags=array(TEXT),
        archived_at={"type": ["string", "null"], "format": "date-time"},
    ),
    "SecretList": closed(
        name=TEXT,
        game=TEXT,
        verdict={"enum": ["legal", "illegal", "empty"]},
        text=TEXT,
    ),
    "Sharing": closed(
        visibility=ref("Visibility"),
        share={"type": ["string", "null"], "format": "uri"},
        secret={"type": ["string", "null"], "format": "uri"},
    ),
    "ArmySummary": closed(**_ARMY_SUMMARY),
    "Army": closed(**_ARMY_SUMMARY, roster=ref("Roster")),
    "JudgedArmy": closed(**_ARMY_SUMMARY, roster=ref("Roster"), review=ref("Review")),
    "ComparisonCell": _CELL,
    "ComparisonResult": closed(
        cells=array(array(ref("ComparisonCell"))),
        left_out=array(closed(side=TEXT, index=INTEGER, rule=TEXT, why=TEXT)),
    ),
    "ComparisonJob": closed(
        id=INTEGER,
        url=URL,
        state={"enum": ["waiting", "running", "done", "failed", "cancelled"]},
        done={**INTEGER, "description": "Parts that are worked out."},
        total={**INTEGER, "description": "Parts in all."},
        error=TEXT,
        result=or_null(ref("ComparisonResult")),
    ),
    "PlanStep": closed(
        text=TEXT,
        why=TEXT,
        edits=array(ref("Edit")),
        change=NUMBER,
        points=NUMBER,
        errors=INTEGER,
        gain={"type": ["number", "null"]},
    ),
    "ArmyPlan": closed(
        legal=YES_NO,
        points=NUMBER,
        errors=INTEGER,
        tried=INTEGER,
        complete=YES_NO,
        steps=array(ref("PlanStep")),
        offers=array(ref("PlanStep")),
    ),
    "Distribution": _DISTRIBUTION,
    "Odds": closed(
        {"deciding_left_out": TEXT, "event_labels": mapping(TEXT)},
        outcomes=mapping(CHANCE),
        labels=mapping(TEXT),
        method={"enum": ["exact", "bounded", "sampled"]},
        error=NUMBER,
        confidence=CHANCE,
        samples=INTEGER,
        by_round=array(mapping(CHANCE)),
        survivors=mapping(ref("Distribution")),
        wounds=mapping(ref("Distribution")),
        distributions=mapping(ref("Distribution")),
        events=mapping(CHANCE),
        expected=mapping(NUMBER),
        trace=array(closed(rule=TEXT, source=TEXT, text=TEXT, side=TEXT)),
        not_modelled=array(closed(rule=TEXT, side=TEXT, why=TEXT)),
        no_dice=array(closed(rule=TEXT, side=TEXT)),
        situation=mapping(ANSWER),
        readings=mapping(ANSWER),
        notes=array(TEXT),
        deciding=or_null(ref("Deciding")),
    ),
    "Deciding": closed(
        chance={**CHANCE, "description": "That it comes to a first round."},
        parts=array(closed(key=TEXT, label=TEXT, a=NUMBER, b=NUMBER, unit=SHARE_UNIT)),
        sum=or_null(closed(a=NUMBER, b=NUMBER)),
    ),
}
"""Components of the API alone."""
