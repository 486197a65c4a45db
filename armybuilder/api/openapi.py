"""The schema's parts: our documents' JSON Schemas, answers and refusals.

The API speaks OpenAPI 3.1, whose schemas are JSON Schema draft 2020-12, so the schemas
of `rulesets` stand in it as they are.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse

from rulesets.documents import schema

Schema = dict[str, Any]

EMBEDDED = {
    "Roster": "roster",
    "Edit": "edit",
    "Pack": "pack",
    "MatchUp": "match-up",
    "Comparison": "comparison",
    "Review": "review",
    "BookDocument": "book",
}
"""Components that are schemas of `rulesets`."""


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


def closed(**properties: Schema) -> Schema:
    """Return the schema of an object that always has all of these fields."""
    return obj(properties, list(properties))


def array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def mapping(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


TEXT: Schema = {"type": "string"}
URL: Schema = {"type": "string", "format": "uri"}
TIME: Schema = {"type": "string", "format": "date-time"}
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
    OpenApiParameter("page", int, description="From 1."),
    OpenApiParameter("page_size", int, description="Up to 200; 50 without it."),
)


def _refusal(description: str, where: str, text: str) -> OpenApiResponse:
    example = OpenApiExample(
        description, value={"error": {"where": where, "text": text}}
    )
    return OpenApiResponse(ref("Refusal"), description, examples=[example])


def nothing(description: str) -> OpenApiResponse:
    """Return an answer without a body."""
    return OpenApiResponse(None, description)


BAD = {
    400: _refusal(
        "What was sent is no such document; where is a JSON pointer",
        "/roster/forces/0/edition",
        'expected integer, found "one"',
    ),
    415: _refusal("The body is not JSON", "", 'Unsupported media type "text/plain".'),
}
SIGN_IN = {
    401: _refusal(
        "Nobody is signed in", "", "Authentication credentials were not provided."
    ),
}
NOT_FOUND = {404: _refusal("There is no such thing", "", "There is no such army.")}
BAD_PAGE = {404: _refusal("There is no such page", "", "Invalid page.")}
TOO_LARGE = {
    413: _refusal(
        "The body is too large", "", "The request is larger than 2,097,152 bytes."
    )
}
TOO_MANY = {
    429: _refusal("Too many requests; see Retry-After", "", "Request was throttled.")
}
CONFLICT = {
    409: OpenApiResponse(
        ref("Conflict"),
        "The army was changed meanwhile; nothing was saved",
        examples=[
            OpenApiExample(
                "Conflict",
                value={
                    "error": {
                        "where": "/revision",
                        "text": "The army is at revision 5 by now.",
                    },
                    "revision": 5,
                    "since": [{"revision": 5, "label": "Added Ratmen"}],
                },
            )
        ],
    )
}

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
_ARMY_SUMMARY: dict[str, Schema] = {
    "id": TEXT,
    "name": TEXT,
    "game": TEXT,
    "revision": INTEGER,
    "visibility": ref("Visibility"),
    "created_at": TIME,
    "updated_at": TIME,
    "deleted_at": {"type": ["string", "null"], "format": "date-time"},
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
_ERROR = closed(
    where={"type": "string", "description": "JSON pointer; empty for the whole."},
    text=TEXT,
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
                "method": {"enum": ["exact", "sampled"]},
                "left_out": INTEGER,
                "a_hand": TEXT,
                "b_hand": TEXT,
            },
            ["counted", "method", "error", "left_out", "a_hand", "b_hand"],
        ),
    ]
}

OWN: dict[str, Schema] = {
    "Refusal": closed(error=_ERROR),
    "Conflict": closed(
        error=_ERROR,
        revision=INTEGER,
        since=array(closed(revision=INTEGER, label=TEXT)),
    ),
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
            closed(key=TEXT, name=TEXT, summary=TEXT, situation=array(ref("Question")))
        ),
        readings=array(ref("Question")),
        pack=closed(key=TEXT, name=TEXT),
    ),
    "EditionSummary": closed(**_EDITION_SUMMARY),
    "Edition": closed(**_EDITION_SUMMARY, document=ref("BookDocument")),
    "Book": closed(**_EDITION_SUMMARY, editions=array(ref("EditionSummary"))),
    "Visibility": {"enum": ["private", "unlisted", "public"]},
    "Sharing": closed(
        visibility=ref("Visibility"),
        share={"type": ["string", "null"], "format": "uri"},
    ),
    "ArmySummary": closed(**_ARMY_SUMMARY),
    "Army": closed(**_ARMY_SUMMARY, roster=ref("Roster")),
    "Verdict": {
        "oneOf": [
            closed(file=TEXT, error=_ERROR),
            closed(
                file=TEXT,
                legal=YES_NO,
                points=NUMBER,
                limit={"type": ["number", "null"]},
                messages=array(ref("ReviewMessage")),
                edition=TEXT,
                off=array(TEXT),
                on=array(TEXT),
                more=INTEGER,
            ),
        ]
    },
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
        result={"oneOf": [ref("ComparisonResult"), {"type": "null"}]},
    ),
    "Distribution": _DISTRIBUTION,
    "Odds": closed(
        outcomes=mapping(CHANCE),
        labels=mapping(TEXT),
        method={"enum": ["exact", "sampled"]},
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
        situation=mapping(ANSWER),
        readings=mapping(ANSWER),
        notes=array(TEXT),
    ),
}
"""Components of the API alone."""


def add_components(
    result: dict[str, Any], generator: Any, request: Any, public: object
) -> dict[str, Any]:
    """Put our components into a schema that was generated from the views."""
    result.pop("servers", None)
    for path in result["paths"].values():
        for operation in path.values():
            if "requestBody" in operation:
                operation["requestBody"]["required"] = True
    components = result.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    schemas.update(OWN)
    for name, source in EMBEDDED.items():
        schemas.update(embedded(name, schema(source)))
    return result


def embedded(name: str, source: Schema) -> dict[str, Schema]:
    """Return a schema of ours as components, its definitions beside it."""
    kept = {key: part for key, part in source.items() if key not in ("$schema", "$id")}
    parts = kept.pop("$defs", {})
    found = {name: _moved(kept, name)}
    for key, part in parts.items():
        found[_component(name, key)] = _moved(part, name)
    return found


def _component(name: str, key: str) -> str:
    return name + "".join(
        word.capitalize() for word in key.replace("_", "-").split("-")
    )


def _moved(part: Any, name: str) -> Any:
    if isinstance(part, list):
        return [_moved(one, name) for one in part]
    if not isinstance(part, dict):
        return part
    moved = {key: _moved(one, name) for key, one in part.items()}
    target = part.get("$ref")
    if isinstance(target, str):
        prefix = "#/$defs/"
        inner = target.removeprefix(prefix)
        moved["$ref"] = (
            f"#/components/schemas/{name if target == '#' else _component(name, inner)}"
        )
    return moved
