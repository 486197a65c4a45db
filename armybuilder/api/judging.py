"""Reviews of posted rosters, one or many, and odds of posted match-ups."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.accounts.spending import spending
from armybuilder.api.armies import posted_roster, reviewed
from armybuilder.api.examples import EXAMPLE_ARMY, EXAMPLE_ATTACKS, EXAMPLE_MATCH_UP
from armybuilder.api.openapi import (
    BAD,
    TOO_LARGE,
    TOO_MANY,
    obj,
    posted,
    ref,
)
from armybuilder.api.parsing import body, within
from armybuilder.armies.checking import (
    MOST_WORK,
    File,
    Terms,
    check_documents,
    verdict_document,
)
from armybuilder.armies.judging import books_at_hand
from armybuilder.matchups.documents import document_odds
from rulesets.documents import DocumentError, canonical
from rulesets.legality import work_of
from rulesets.pack import Pack, read_pack
from rulesets.review_documents import review_document

MOST_CHECKED = 200
JUDGING = {**BAD, **TOO_LARGE, **TOO_MANY}


def posted_pack(document: dict[str, Any]) -> Pack | None:
    if document.get("pack") is None:
        return None
    try:
        return read_pack(document["pack"])
    except DocumentError as problem:
        raise within("/pack", problem) from None


@extend_schema(
    operation_id="review_roster",
    tags=["Reviews and odds"],
    summary="What the engine says of a roster, with fixes; nothing is saved",
    request=posted(obj({"roster": ref("Roster"), "pack": ref("Pack")}, ["roster"])),
    examples=[EXAMPLE_ARMY],
    responses={200: ref("Review"), **JUDGING},
)
@api_view(["POST"])
@permission_classes([AllowAny])
def review_roster(request: Request) -> Response:
    document = body(request, ("roster",), ("pack",))
    roster = posted_roster(document["roster"])
    pack = posted_pack(document)
    if (
        pack is not None
        and work_of(roster, books_at_hand(roster), pack, {}) > MOST_WORK
    ):
        raise DocumentError("/pack", "asks too much of an army of this size")
    return Response(review_document(reviewed(roster, pack)))


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
                    "items": {"type": "object"},
                },
                "pack": ref("Pack"),
                "strict": {
                    "type": "boolean",
                    "default": False,
                    "description": "Rules as printed: what rosters switch is ignored.",
                },
            },
            ["rosters"],
        )
    ),
    responses={
        200: obj({"results": {"type": "array", "items": ref("Verdict")}}, ["results"]),
        **JUDGING,
    },
)
@api_view(["POST"])
@permission_classes([AllowAny])
def check_rosters(request: Request) -> Response:
    document = body(request, ("rosters",), ("pack", "strict"))
    rosters = document["rosters"]
    if not isinstance(rosters, list) or not 1 <= len(rosters) <= MOST_CHECKED:
        text = f"expected a list of 1 to {MOST_CHECKED} rosters"
        raise DocumentError("/rosters", text)
    files = [
        File(f"rosters/{index}", canonical(roster))
        for index, roster in enumerate(rosters)
    ]
    strict = document.get("strict", False)
    if not isinstance(strict, bool):
        raise DocumentError("/strict", "expected true or false")
    terms = Terms(posted_pack(document), strict=strict, work=MOST_WORK)
    verdicts = check_documents(files, terms)
    return Response({"results": [verdict_document(verdict) for verdict in verdicts]})


@extend_schema(
    operation_id="work_out_odds",
    tags=["Reviews and odds"],
    summary="The odds of a match-up, or of a bare volley",
    request=posted(ref("MatchUp")),
    examples=[EXAMPLE_MATCH_UP, EXAMPLE_ATTACKS],
    responses={200: ref("Odds"), **JUDGING},
)
@api_view(["POST"])
@permission_classes([AllowAny])
def work_out_odds(request: Request) -> Response:
    with spending(request._request) as purse:
        return Response(document_odds(request.data, purse).to_document())
