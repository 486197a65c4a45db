"""Decisions of a side of a posted match-up, and which answer is best for it."""

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.accounts.cpu_budget import spending
from armybuilder.api.answers import answers
from armybuilder.api.decision_schemas import POSTED_DECISIONS
from armybuilder.api.examples import EXAMPLE_DECISIONS
from armybuilder.api.openapi import posted, ref
from armybuilder.api.request_data import body, takes, within
from armybuilder.api.reviews import JUDGING
from armybuilder.matchups.document_decisions import document_decisions
from rulesets.documents.json import DocumentError
from rulesets.odds.sides import SIDES


@extend_schema(
    operation_id="try_decisions",
    tags=["Reviews and odds"],
    summary="What a side should do: each of its decisions tried",
    description=(
        "Every question that the side decides is answered in every way, each on its"
        " own with everything else as it was asked. The best answer has the highest"
        " chance to win less that to lose; where nobody wins, the most wounds dealt"
        " less those taken. Answers within 0.0005 are equal."
    ),
    request=posted(POSTED_DECISIONS),
    examples=[EXAMPLE_DECISIONS],
    responses=answers({200: ref("Decisions")}, *JUDGING),
)
@api_view(["POST"])
@permission_classes([AllowAny])
@takes()
def decisions(request: Request) -> Response:
    document = body(request, ("side", "match_up"))
    side = next((one for one in SIDES if one == document["side"]), None)
    if side is None:
        raise DocumentError("/side", "expected a or b")
    with spending(request._request) as purse:
        try:
            return Response(document_decisions(document["match_up"], side, purse))
        except DocumentError as problem:
            raise within("/match_up", problem) from None
