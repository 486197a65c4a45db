"""Components of the schema for lists as text."""

from armybuilder.api.openapi import (
    INTEGER,
    TEXT,
    YES_NO,
    Schema,
    array,
    closed,
    obj,
    ref,
)
from rulesets.list_text.list_values import (
    HEADING,
    LIKELY,
    NOISE,
    OPEN,
    OPTION,
    SURE,
    UNIT,
)
from rulesets.list_text.raw_lines import MOST_LETTERS

MOST_CORRECTIONS = 2_000
"""Most corrections of one list."""

POSTED_LIST: Schema = obj(
    {
        "text": {**TEXT, "maxLength": MOST_LETTERS},
        "game": {"type": ["string", "null"]},
        "book": {"type": ["string", "null"]},
        "corrections": {
            "type": "object",
            "additionalProperties": TEXT,
            "maxProperties": MOST_CORRECTIONS,
        },
    },
    ["text"],
)

_POINTS: Schema = {"type": ["number", "null"]}
_CONFIDENCE: Schema = {"enum": [SURE, LIKELY, OPEN]}

LIST_SCHEMAS: dict[str, Schema] = {
    "ListCandidate": closed(key=TEXT, name=TEXT, points=_POINTS),
    "ListPart": closed(
        key=TEXT,
        text=TEXT,
        confidence=_CONFIDENCE,
        understood=TEXT,
        target=TEXT,
        count={"type": ["integer", "null"]},
        answered=YES_NO,
        asked_at=TEXT,
        candidates=array(ref("ListCandidate")),
    ),
    "ListLine": closed(
        number=INTEGER,
        text=TEXT,
        role={"enum": [HEADING, UNIT, OPTION, NOISE]},
        confidence=_CONFIDENCE,
        understood=TEXT,
        stated=_POINTS,
        points=_POINTS,
        why=TEXT,
        above=INTEGER,
        left_out=YES_NO,
        selections=array(TEXT),
        parts=array(ref("ListPart")),
    ),
    "ListBook": closed(game=TEXT, book=TEXT, edition=INTEGER, name=TEXT, lines=INTEGER),
    "ReadList": closed(
        name=TEXT,
        game=TEXT,
        book=TEXT,
        edition=INTEGER,
        book_confidence=_CONFIDENCE,
        books=array(ref("ListBook")),
        limit=_POINTS,
        stated=_POINTS,
        points=_POINTS,
        total_differs=YES_NO,
        is_settled=YES_NO,
        lines=array(ref("ListLine")),
        roster={"oneOf": [ref("Roster"), {"type": "null"}]},
    ),
    "ReviewedList": closed(
        list=ref("ReadList"),
        review={"oneOf": [ref("Review"), {"type": "null"}]},
    ),
}
