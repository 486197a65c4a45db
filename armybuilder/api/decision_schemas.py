"""Components of the schema for what a side of a match-up decides."""

from armybuilder.api.openapi import (
    ANSWER,
    NUMBER,
    TEXT,
    YES_NO,
    Schema,
    array,
    closed,
    mapping,
    obj,
    or_null,
    ref,
)
from rulesets.odds.sides import SIDES

_SIDE: Schema = {"enum": [*SIDES]}

POSTED_DECISIONS: Schema = obj(
    {"side": _SIDE, "match_up": ref("MatchUp")}, ["side", "match_up"]
)

DECISION_SCHEMAS: dict[str, Schema] = {
    "DecisionTrial": closed(
        answer=ANSWER,
        label=TEXT,
        events=mapping(NUMBER),
        wounds={**mapping(NUMBER), "description": "Dealt by each side on average."},
        method=TEXT,
        error=NUMBER,
        refused={**TEXT, "description": "Why it cannot be worked out."},
    ),
    "Decision": closed(
        key={**TEXT, "description": "Of its answer, a2.aims of a further fighter."},
        label=TEXT,
        answer=ANSWER,
        best=or_null(ANSWER),
        matters=YES_NO,
        trials={
            **array(ref("DecisionTrial")),
            "description": "None where all together would take too long.",
        },
    ),
    "Decisions": closed(
        side=_SIDE,
        decisions=array(ref("Decision")),
        together={
            **or_null(ref("DecisionTrial")),
            "description": "The best of each at once; null if fewer than two change.",
        },
    ),
}
