"""Schemas of the answers about events, and of what is sent to them."""

from armybuilder.api.openapi import (
    INTEGER,
    SCALAR,
    TEXT,
    TIME,
    URL,
    YES_NO,
    Schema,
    array,
    closed,
    or_null,
    ref,
)
from armybuilder.events.models import EntrantState, EventState, Sight

_EVENT: Schema = {
    "slug": TEXT,
    "name": TEXT,
    "game": TEXT,
    "place": TEXT,
    "state": {"enum": [*EventState.values]},
    "sight": {"enum": [*Sight.values], "description": "Who sees lists, and when."},
    "time_zone": TEXT,
    "deadline": TIME,
    "reveal_at": TIME,
    "starts_at": TIME,
    "ends_at": TIME,
    "url": URL,
}
_CODE: Schema = {**TEXT, "description": "The code beside the QR code."}
_VERSION: Schema = {"type": "integer", "minimum": 1}

EVENT_SCHEMAS: dict[str, Schema] = {
    "EventSummary": closed(**_EVENT),
    "Event": closed(
        **_EVENT,
        about=TEXT,
        places=INTEGER,
        lists_in=INTEGER,
        rules={**array(TEXT), "description": "What counts, one sentence each."},
        pack={**TEXT, "description": "Name of its pack; empty for the game's own."},
        key={**TEXT, "description": "Public key that signs its lists, in base 64."},
        part={"enum": ["organiser", "judge", "entrant", "anybody"]},
    ),
    "OpenList": closed(
        number=INTEGER, name=TEXT, book=TEXT, army=TEXT, points=TEXT, url=URL
    ),
    "FrozenList": closed(code=_CODE, version=_VERSION, receipt=ref("Receipt")),
    "Place": closed(
        number=INTEGER,
        name=TEXT,
        state={"enum": [*EntrantState.values]},
        answer_until=or_null(TIME),
        may_hand_in=YES_NO,
        said={**TEXT, "description": "What a judge asked, or why he refused."},
        link={**URL, "description": "The personal link. Keep it; it may be new."},
        list=or_null(ref("FrozenList")),
    ),
    "BoardRows": closed(
        columns=array(TEXT),
        rows={
            **array(array(SCALAR)),
            "description": "A value for each column; as much as you may see.",
        },
    ),
    "Decided": closed(number=INTEGER, state={"enum": [*EntrantState.values]}),
    "Verification": closed(
        word={"enum": ["valid", "changed", "unknown"]},
        text=TEXT,
        code=_CODE,
        version=or_null(INTEGER),
        counts=or_null(
            {**_VERSION, "description": "The version that counts, where not this one."}
        ),
        event=TEXT,
    ),
}
