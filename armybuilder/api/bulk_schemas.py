"""Components of the schema for checks of many rosters, and for their verdicts."""

from armybuilder.api.openapi import (
    INTEGER,
    NUMBER,
    TEXT,
    TIME,
    URL,
    YES_NO,
    Schema,
    array,
    closed,
    mapping,
    obj,
    ref,
)
from armybuilder.api.reviews import CHECK_TERMS
from rulesets.checks.files import MOST_BULK_FILES

POSTED_BULK_CHECK: dict[str, Schema] = {
    "application/json": obj(
        {
            "rosters": {
                "type": "array",
                "minItems": 1,
                "maxItems": MOST_BULK_FILES,
                "items": {"description": "What is no Roster gets an error."},
            },
            **CHECK_TERMS,
        },
        ["rosters"],
    ),
    "application/zip": {"type": "string", "format": "binary"},
}

_JUDGED: dict[str, Schema] = {
    "file": TEXT,
    "army": TEXT,
    "legal": YES_NO,
    "verdict": {"enum": ["legal", "illegal", "empty"]},
    "verdict_text": TEXT,
    "waived": array(closed(key=TEXT, title=TEXT, source=TEXT)),
    "points": NUMBER,
    "limit": {"type": ["number", "null"]},
    "messages": array(ref("ReviewMessage")),
    "edition": TEXT,
    "off": array(TEXT),
    "on": array(TEXT),
    "more": INTEGER,
    "tallies": array(closed(key=TEXT, title=TEXT, value=NUMBER)),
}
BULK_SCHEMAS: dict[str, Schema] = {
    "Unreadable": obj(
        {
            **dict.fromkeys(("file", "same_as"), TEXT),
            "verdict": {"enum": ["unreadable", "no list", "not checked"]},
            "error": ref("Fault"),
        },
        ["file", "verdict", "error"],
    ),
    "Judged": obj({**_JUDGED, "same_as": TEXT}, [*_JUDGED]),
    "Verdict": {"oneOf": [ref("Unreadable"), ref("Judged")]},
    "BulkCheck": closed(
        id=TEXT,
        url=URL,
        state={"enum": ["running", "done", "stopped", "failed"]},
        files={**INTEGER, "description": "Files in all."},
        done={**INTEGER, "description": "Files that have a verdict."},
        words={**mapping(INTEGER), "description": "Verdicts of each word."},
        reasons=array(closed(reason=TEXT, files=INTEGER)),
        same={
            **array(closed(file=TEXT, same_as=TEXT)),
            "description": "Files that came before, byte for byte.",
        },
        seconds_left={
            "type": ["integer", "null"],
            "description": "Null where nobody can say.",
        },
        error={**TEXT, "description": "Why it failed."},
        created_at=TIME,
        kept_until=TIME,
        verdicts={**URL, "description": "Its verdicts in pages."},
        lines={**URL, "description": "All of them, a document a line."},
    ),
}
