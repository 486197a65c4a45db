"""Answers of an operation, for the schema: documents, refusals, headers."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiResponse

from armybuilder.api.codes import CODES, problem_document
from armybuilder.api.errors import MEDIA_TYPE

Schema = dict[str, Any]
Answers = dict[Any, Any]

EVERYWHERE = (
    *("unknown-parameter", "bad-token", "not-acceptable", "too-many-requests"),
    "busy",
)
"""Codes that every operation may refuse with."""

BODY = ("not-json", "bad-document", "too-large", "unsupported-media-type")
"""Codes that an operation with a body may refuse with besides."""

MINE = ("not-signed-in", "forbidden", "not-found")
"""Codes that an operation on an army of one's own may refuse with besides."""

LATE = ("conflict", "stale")
"""Refusals that tell what was done meanwhile."""

_SAMPLES: Mapping[str, tuple[str, str]] = {
    "bad-document": ("/roster/forces/0/edition", 'expected integer, found "one"'),
    "unknown-parameter": ("", "Not known: colour. Known here: page, page_size."),
    "conflict": ("/revision", "The army is at revision 5 by now; nothing was changed."),
    "stale": ("", "The army is at revision 5 by now; nothing was changed."),
    "merge-clash": (
        "",
        "Changed by somebody else too, up to revision 5: /units/orcs/points."
        " Nothing was written.",
    ),
}
_DONE: Schema = {"revision": 5, "since": [{"revision": 5, "label": "Added Ratmen"}]}
_MORE: Mapping[str, Schema] = {
    "unknown-parameter": {"parameters": ["colour"]},
    "conflict": _DONE,
    "stale": _DONE,
    "merge-clash": {
        "revision": 5,
        "clashes": [
            {
                "at": "/units/orcs/points",
                "base": 75,
                "mine": 80,
                "theirs": 70,
                "theirs_by": "anna",
                "theirs_at": "2026-05-04T18:30:00+00:00",
            }
        ],
    },
}


def answers(right: Answers, *codes: str) -> Answers:
    """Return the answers of an operation, by status.

    Parameters
    ----------
    right : dict
        What it answers when all is well, by status.
    *codes : str
        What it may refuse besides `EVERYWHERE`.
    """
    by_status: dict[int, list[str]] = {}
    for code in CODES:
        if code in codes or code in EVERYWHERE:
            by_status.setdefault(CODES[code].status, []).append(code)
    refusals = {
        (status, MEDIA_TYPE): _refusal(some) for status, some in by_status.items()
    }
    return {**right, **refusals}


def nothing(description: str) -> OpenApiResponse:
    """Return an answer without a body."""
    return OpenApiResponse(None, description)


def _refusal(codes: list[str]) -> OpenApiResponse:
    late = all(code in LATE for code in codes)
    name = "Conflict" if late else "Refusal"
    told = "; or ".join(f"{CODES[code].title} ({code})" for code in codes)
    return OpenApiResponse(
        {"$ref": f"#/components/schemas/{name}"},
        told,
        examples=[_example(code) for code in codes if code in _SAMPLES],
    )


def _example(code: str) -> OpenApiExample:
    where, detail = _SAMPLES[code]
    value = problem_document(code, detail, where, **_MORE.get(code, {}))
    return OpenApiExample(code, value=value, media_type=MEDIA_TYPE)


# -- headers ------------------------------------------------------------------------


def _header(kind: str, description: str) -> Schema:
    return {"schema": {"type": kind}, "description": description}


LOCATION = _header("string", "Where it is.")
ETAG = _header("string", "Its revision, or its SHA-256, in quotes.")
RETRY_AFTER = _header("integer", "After how many seconds to ask again.")
_HEADERS: Mapping[str, Mapping[str, Schema]] = {
    "201": {"Location": LOCATION},
    "202": {"Location": LOCATION, "Retry-After": RETRY_AFTER},
    "429": {"Retry-After": RETRY_AFTER},
    "503": {"Retry-After": RETRY_AFTER},
}
_TAGGED = {f"#/components/schemas/{name}" for name in ("Army", "Draft", "Edition")}


def add_headers(operation: Schema) -> None:
    """Put the headers of every answer into an operation of the schema."""
    for status, answer in operation["responses"].items():
        content = answer.get("content", {}).get("application/json", {})
        tagged = content.get("schema", {}).get("$ref") in _TAGGED
        headers = {**_HEADERS.get(status, {}), **({"ETag": ETAG} if tagged else {})}
        if headers:
            answer["headers"] = headers
