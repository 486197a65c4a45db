"""Reviews of posted rosters, one or many, and odds of posted match-ups."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.accounts.cpu_budget import spending
from armybuilder.api.answers import BODY, answers
from armybuilder.api.armies import posted_roster, reviewed
from armybuilder.api.errors import Refused
from armybuilder.api.examples import (
    EXAMPLE_ARMY,
    EXAMPLE_ATTACKS,
    EXAMPLE_CHECK,
    EXAMPLE_MATCH_UP,
    EXAMPLE_PACK,
)
from armybuilder.api.named_packs import TOO_MUCH, WHERE, named_version
from armybuilder.api.openapi import TEXT, Schema, obj, posted, ref
from armybuilder.api.request_data import body, takes, within
from armybuilder.armies.allowances import paying
from armybuilder.armies.review import books_at_hand
from armybuilder.books.bookshelf import SiteBookshelf
from armybuilder.matchups.document_odds import document_odds
from armybuilder.packs.pack_fields import MOST_NAME
from armybuilder.points_fields import MOST_POINTS
from rulesets.checks.armies import MOST_WORK, CheckTerms, check_documents
from rulesets.checks.files import ArmyFile, with_twins
from rulesets.checks.verdicts import verdict_document
from rulesets.core.points import to_points
from rulesets.documents.json import DocumentError, canonical
from rulesets.legality import review_cost
from rulesets.packs.pack import ANY, NEWEST, Pack, day_of
from rulesets.packs.pack_checks import checked_pack
from rulesets.reviews.review_document import review_document
from rulesets.rosters.roster import Roster

MOST_CHECKED = 500
JUDGING = (*BODY, "forbidden", "work-spent")
PACK: Schema = {
    "description": "A document, or the name of a pack that is kept here: its key for"
    " the newest version, key@2 for the second. Null is the game's own.",
    "oneOf": [ref("Pack"), {**TEXT, "maxLength": MOST_NAME}, {"type": "null"}],
}

CHECK_TERMS: dict[str, Schema] = {
    "pack": PACK,
    "limit": {
        "type": ["number", "null"],
        "minimum": 0,
        "maximum": MOST_POINTS,
        "description": "Points for everybody, whatever the pack says.",
    },
    "editions": {
        "type": "string",
        "description": "Which editions count: any, newest, or those that"
        " were newest on a day (2026-11-01); else what the pack says.",
        "pattern": "^(|any|newest|[0-9]{4}-[0-9]{2}-[0-9]{2})$",
    },
    "strict": {
        "type": "boolean",
        "default": True,
        "description": "Rules as printed: what rosters switch is ignored.",
    },
    "fixes": {
        "type": "boolean",
        "default": False,
        "description": "Try fixes for what is wrong.",
    },
}
"""The terms that rosters are judged by, in a body."""


def posted_pack(request: Request, document: dict[str, Any]) -> Pack | None:
    """Return the pack of a body, by name or as a document; none where it has none."""
    asked = document.get("pack")
    if asked is None:
        return None
    if isinstance(asked, str):
        return named_version(request, asked).read()
    try:
        return checked_pack(asked, SiteBookshelf())
    except DocumentError as problem:
        raise within("/pack", problem) from None


def posted_terms(request: Request, document: dict[str, Any]) -> CheckTerms:
    """Return the terms of a body, by which its armies are judged."""
    for name in ("strict", "fixes"):
        if not isinstance(document.get(name, False), bool):
            raise DocumentError(f"/{name}", "expected true or false")
    limit = document.get("limit")
    is_number = isinstance(limit, int | float) and not isinstance(limit, bool)
    if limit is not None and not (is_number and 0 <= limit <= MOST_POINTS):
        text = f"expected null or a number from 0 to {MOST_POINTS:,}"
        raise DocumentError("/limit", text)
    editions = document.get("editions", "")
    if editions not in ("", ANY, NEWEST):
        if not isinstance(editions, str):
            raise DocumentError("/editions", "expected a text")
        day_of(editions)
    return CheckTerms(
        posted_pack(request, document),
        None if limit is None else to_points(limit),
        strict=document.get("strict", True),
        editions=editions,
        fixes=document.get("fixes", False),
        work=MOST_WORK,
    )


@extend_schema(
    operation_id="review_roster",
    tags=["Reviews and odds"],
    summary="What the engine says of a roster, with fixes; nothing is saved",
    request=posted(obj({"roster": ref("Roster"), "pack": PACK}, ["roster"])),
    examples=[EXAMPLE_ARMY, EXAMPLE_PACK],
    responses=answers({200: ref("Review")}, *JUDGING, "too-much-work"),
)
@api_view(["POST"])
@permission_classes([AllowAny])
@takes()
def review_roster(request: Request) -> Response:
    with paying(request._request):
        document = body(request, ("roster",), ("pack",))
        roster = posted_roster(document["roster"])
        pack = pack_for(roster, posted_pack(request, document))
        return Response(review_document(reviewed(roster, pack)))


def pack_for(roster: Roster, pack: Pack | None) -> Pack | None:
    """Return a pack with the editions that count by it; none where there is none."""
    if pack is None:
        return None
    if review_cost(roster, books_at_hand(roster), pack, {}) > MOST_WORK:
        raise Refused("too-much-work", TOO_MUCH, WHERE)
    return CheckTerms(pack, strict=False).pack_for(roster, SiteBookshelf())


@extend_schema(
    operation_id="check_rosters",
    tags=["Reviews and odds"],
    summary="Verdicts on many rosters",
    description=(
        "Each roster is judged by itself. One that cannot be read gets an error with"
        " its place in the answer and does not stop the others. Very much work is not"
        " done in one go: what is left gets an error that says so."
    ),
    request=posted(
        obj(
            {
                "rosters": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": MOST_CHECKED,
                    "items": {"description": "What is no Roster gets an error."},
                },
                **CHECK_TERMS,
            },
            ["rosters"],
        )
    ),
    examples=[EXAMPLE_CHECK],
    responses=answers(
        {
            200: obj(
                {"results": {"type": "array", "items": ref("Verdict")}}, ["results"]
            )
        },
        *JUDGING,
    ),
)
@api_view(["POST"])
@permission_classes([AllowAny])
@takes()
def check_rosters(request: Request) -> Response:
    with paying(request._request):
        verdicts = check_documents(*_posted_check(request), SiteBookshelf())
    return Response({"results": [verdict_document(verdict) for verdict in verdicts]})


def _posted_check(request: Request) -> tuple[list[ArmyFile], CheckTerms]:
    document = body(
        request, ("rosters",), ("pack", "limit", "editions", "strict", "fixes")
    )
    rosters = document["rosters"]
    if not isinstance(rosters, list) or not 1 <= len(rosters) <= MOST_CHECKED:
        text = f"expected a list of 1 to {MOST_CHECKED} rosters"
        raise DocumentError("/rosters", text)
    files = [
        ArmyFile(f"rosters/{index}", canonical(roster))
        for index, roster in enumerate(rosters)
    ]
    return [*with_twins(files)], posted_terms(request, document)


@extend_schema(
    operation_id="work_out_odds",
    tags=["Reviews and odds"],
    summary="The odds of a match-up, or of a bare volley",
    request=posted(ref("MatchUp")),
    examples=[EXAMPLE_MATCH_UP, EXAMPLE_ATTACKS],
    responses=answers({200: ref("Odds")}, *JUDGING),
)
@api_view(["POST"])
@permission_classes([AllowAny])
@takes()
def work_out_odds(request: Request) -> Response:
    with spending(request._request) as purse:
        return Response(document_odds(request.data, purse).to_document())
