"""Components of the schema for what comes with a draft: its tests, sign-off, a time."""

from armybuilder.api.openapi import (
    INTEGER,
    NUMBER,
    OWN,
    TEXT,
    TIME,
    URL,
    YES_NO,
    Schema,
    array,
    closed,
    obj,
    or_null,
    ref,
)

_SHA = OWN["Draft"]["properties"]["sha256"]
_WHO: Schema = {**or_null(TEXT), "description": "Null where nobody knows."}

DRAFT_SCHEMAS: dict[str, Schema] = {
    "DraftTest": closed(
        id=INTEGER,
        title=TEXT,
        state={"enum": ["green", "red", "waiting"]},
        why_not={**TEXT, "description": "Why it cannot be judged."},
        expected=obj(
            {
                "points": NUMBER,
                "verdict": {"enum": ["legal", "illegal", "empty"]},
                "messages": array(closed(code=TEXT, where=TEXT)),
            },
            ["points", "messages"],
        ),
        seen={**TEXT, "description": "Names what the draft gives; empty for nothing."},
        differs=array(closed(what=TEXT, expected=TEXT, found=TEXT)),
        came={**array(TEXT), "description": "Messages that are new."},
        gone={**array(TEXT), "description": "Messages that are told no more."},
        units={**array(TEXT), "description": "Other prices than in the last edition."},
        roster={"type": "object", "description": "A roster, as it was kept."},
        url=URL,
    ),
    "DraftSignOff": closed(
        asks={**YES_NO, "description": "The book is published only when signed off."},
        sha256=_SHA,
        refusal={**TEXT, "description": "Why the draft is not signed off."},
        answer=or_null(ref("DraftAnswer")),
    ),
    "DraftAnswer": closed(
        approves=YES_NO,
        words=TEXT,
        revision=INTEGER,
        made_by=_WHO,
        made_at=TIME,
        is_of_draft={**YES_NO, "description": "It is to exactly the draft of now."},
    ),
    "PlannedPublication": closed(
        state={"enum": ["waiting", "published", "refused", "cancelled"]},
        due_at=TIME,
        sha256=_SHA,
        revision=INTEGER,
        notes=TEXT,
        made_by=_WHO,
        refusal={**TEXT, "description": "Why it was not published at its time."},
        url=URL,
    ),
    "WaitingDraft": closed(publication=or_null(ref("PlannedPublication"))),
}
