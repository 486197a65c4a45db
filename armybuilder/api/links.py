"""The links to an army: who may look at it, and what it is without its secrets."""

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from armybuilder.api.answers import BODY, MINE, answers
from armybuilder.api.examples import EXAMPLE_SECRET, EXAMPLE_SHARING
from armybuilder.api.openapi import obj, posted, ref
from armybuilder.api.preconditions import IF_AT, refuse_stale
from armybuilder.api.request_data import body, posted_yes_no, takes
from armybuilder.armies import access, store
from armybuilder.armies.allowances import paying
from armybuilder.armies.exports import secret_text
from armybuilder.armies.models import Visibility
from armybuilder.armies.papers.secret import open_review
from armybuilder.armies.review import review_army
from rulesets.documents.json import DocumentError


@extend_schema(
    operation_id="share_army",
    tags=["Armies"],
    summary="Who may look at an army",
    description="`secret` makes the link to the army without its secrets, or takes it"
    " back for good. What is not sent stays.",
    parameters=[IF_AT],
    request=posted(
        {
            **obj({"visibility": ref("Visibility"), "secret": {"type": "boolean"}}, []),
            "minProperties": 1,
        }
    ),
    examples=[EXAMPLE_SHARING, EXAMPLE_SECRET],
    responses=answers({200: ref("Sharing")}, *BODY, *MINE, "bad-header", "stale"),
)
@api_view(["PUT"])
@permission_classes([IsAuthenticated])
@takes()
def share_army(request: Request, public_id: str) -> Response:
    mine = access.own_army(request._request, public_id)
    document = body(request, (), ("visibility", "secret"))
    wanted = document.get("visibility", mine.visibility)
    if wanted not in Visibility.values:
        raise DocumentError(
            "/visibility", f"expected one of {', '.join(Visibility.values)}"
        )
    secret = posted_yes_no(document, "secret", usual=mine.secret_token is not None)
    refuse_stale(request, mine)
    if wanted != mine.visibility:
        store.set_visibility(mine, Visibility(wanted))
    if secret != (mine.secret_token is not None):
        store.set_secret_link(mine, wanted=secret)
    share = mine.share_token if wanted != Visibility.PRIVATE else None
    return Response(
        {
            "visibility": wanted,
            "share": _link(request, "armies:shared", share),
            "secret": _link(request, "armies:secret", mine.secret_token),
        }
    )


def _link(request: Request, page: str, token: str | None) -> str | None:
    return reverse(page, args=[token], request=request) if token else None


@extend_schema(
    operation_id="read_secret_list",
    tags=["Armies"],
    summary="An army without its secrets, by the end of its secret link",
    description="A line for each unit, without points and what a player may hide.",
    responses=answers({200: ref("SecretList")}, "not-found", "work-spent"),
)
@api_view(["GET"])
@takes()
def read_secret_list(request: Request, token: str) -> Response:
    found = access.army_behind_secret_link(token)
    with paying(request._request):
        reviewed = review_army(found)
        opened = open_review(reviewed)
        return Response(
            {
                "name": opened.roster.name,
                "game": found.game,
                "verdict": reviewed.review.verdict,
                "text": secret_text(opened, reviewed.books),
            }
        )
