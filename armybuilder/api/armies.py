"""Armies: one's own, saved through the same door as the pages use."""

import re
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from armybuilder.accounts.models import User
from armybuilder.api.errors import error_document, refusal
from armybuilder.api.examples import EXAMPLE_ARMY, EXAMPLE_EDITS
from armybuilder.api.openapi import (
    BAD,
    BAD_PAGE,
    CONFLICT,
    NOT_FOUND,
    PAGING,
    SIGN_IN,
    TOO_LARGE,
    TOO_MANY,
    listed,
    nothing,
    obj,
    posted,
    ref,
)
from armybuilder.api.pages import paged
from armybuilder.api.parsing import body, within
from armybuilder.armies import access, saving
from armybuilder.armies.asking import MOST_EDITS, read_edit_documents
from armybuilder.armies.judging import books_at_hand, judged_roster
from armybuilder.armies.labels import label
from armybuilder.armies.models import Army, Visibility
from armybuilder.books import editions
from rulesets.documents import DocumentError
from rulesets.edit import Edit
from rulesets.games import find_game
from rulesets.legality import review
from rulesets.pack import Pack
from rulesets.review import Review
from rulesets.review_documents import review_document
from rulesets.roster import Roster, read_roster, selections_of

SAVING = {**BAD, **SIGN_IN, **NOT_FOUND, **CONFLICT, **TOO_LARGE, **TOO_MANY}
READING = {**SIGN_IN, **NOT_FOUND, **TOO_MANY}
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description='The revision that you read, as "3"; or the field revision.',
    pattern='^"[0-9]{1,9}"$',
)


# -- what is answered ---------------------------------------------------------------


def owner_of(request: Request) -> User:
    """Return who asks; `IsAuthenticated` has let nobody else through."""
    user = request.user
    if not isinstance(user, User):
        raise TypeError("asked without an account")
    return user


def own_army(request: Request, public_id: str) -> Army:
    return access.own_army(request._request, public_id)


def summary(request: Request, army: Army) -> dict[str, Any]:
    """Return an army without its roster."""
    return {
        "id": army.public_id,
        "name": army.name,
        "game": army.game,
        "revision": army.revision,
        "visibility": army.visibility,
        "created_at": army.created_at.isoformat(),
        "updated_at": army.updated_at.isoformat(),
        "deleted_at": army.deleted_at.isoformat() if army.deleted_at else None,
        "url": reverse("api:army", args=[army.public_id], request=request),
    }


def whole(request: Request, army: Army, status: int = 200) -> Response:
    """Answer with an army, its revision as ETag."""
    document = {**summary(request, army), "roster": army.document}
    return Response(document, status=status, headers={"ETag": f'"{army.revision}"'})


def saved(request: Request, outcome: Army | saving.Conflict) -> Response:
    """Answer with the army as saved, or with what was done to it meanwhile."""
    if isinstance(outcome, Army):
        return whole(request, outcome)
    now = outcome.army.revision
    text = f"The army is at revision {now} by now; nothing was changed."
    return Response(
        {
            **error_document("/revision", text),
            "revision": now,
            "since": [
                {"revision": one.number, "label": one.label} for one in outcome.since
            ],
        },
        status=409,
    )


# -- what is asked ------------------------------------------------------------------


def posted_roster(document: Any) -> Roster:
    """Return the roster of a body, of a game that is known and of a size to judge."""
    try:
        roster = read_roster(document)
        if find_game(roster.game) is None:
            text = f"the game {roster.game!r} is not known here"
            raise DocumentError("/game", text)
        size = selections_of(roster)
        if size > saving.MOST_SELECTIONS:
            text = f"{size} selections; at most {saving.MOST_SELECTIONS} are judged"
            raise DocumentError("/forces", text)
    except DocumentError as problem:
        raise within("/roster", problem) from None
    return roster


def posted_edits(documents: Any) -> tuple[Edit, ...]:
    try:
        return read_edit_documents(documents)
    except DocumentError as problem:
        raise within("/edits", problem) from None


def expected_revision(request: Request, document: dict[str, Any]) -> int:
    """Return the revision that a change was made for: a field, or If-Match."""
    if "revision" in document:
        revision = document["revision"]
        if isinstance(revision, int) and not isinstance(revision, bool):
            return revision
        raise DocumentError("/revision", "expected the number that you read")
    match = re.fullmatch(r'"?([0-9]{1,9})"?', request.headers.get("If-Match", ""))
    if match is None:
        raise DocumentError(
            "/revision", "missing: the revision that you read, here or in If-Match"
        )
    return int(match[1])


# -- views --------------------------------------------------------------------------


@extend_schema(
    operation_id="list_armies",
    methods=["GET"],
    tags=["Armies"],
    summary="Your armies",
    parameters=[
        OpenApiParameter("deleted", bool, description="The ones put aside instead."),
        *PAGING,
    ],
    responses={200: listed("ArmySummary"), **BAD_PAGE, **SIGN_IN, **TOO_MANY},
)
@extend_schema(
    operation_id="create_army",
    methods=["POST"],
    tags=["Armies"],
    summary="Save a roster as a new army",
    request=posted(obj({"roster": ref("Roster")}, ["roster"])),
    examples=[EXAMPLE_ARMY],
    responses={201: ref("Army"), **BAD, **SIGN_IN, **TOO_LARGE, **TOO_MANY},
)
@api_view(["GET", "POST"])
@permission_classes([IsAuthenticated])
def armies(request: Request) -> Response:
    if request.method == "POST":
        roster = posted_roster(body(request, ("roster",))["roster"])
        owner = owner_of(request)
        if not access.has_room(request._request):
            text = f"You have {access.MOST_ARMIES} armies; erase some on the site."
            return refusal(429, "", text)
        army = saving.create(roster, owner, "Created over the API", by=owner)
        return whole(request, army, status=201)
    deleted = request.query_params.get("deleted", "") in ("1", "true", "yes")
    found = Army.objects.filter(owner=owner_of(request), deleted_at__isnull=not deleted)
    return paged(request, found, lambda army: summary(request, army))


@extend_schema(
    operation_id="read_army",
    methods=["GET"],
    tags=["Armies"],
    summary="An army of yours, or one that is shared",
    responses={200: ref("Army"), **NOT_FOUND, **TOO_MANY},
)
@extend_schema(
    operation_id="replace_army",
    methods=["PUT"],
    tags=["Armies"],
    summary="Put another roster in the place of an army's",
    description="A stale revision is answered with 409 and what was done since.",
    parameters=[IF_MATCH],
    request=posted(
        obj({"roster": ref("Roster"), "revision": {"type": "integer"}}, ["roster"])
    ),
    examples=[EXAMPLE_ARMY],
    responses={200: ref("Army"), **SAVING},
)
@extend_schema(
    operation_id="delete_army",
    methods=["DELETE"],
    tags=["Armies"],
    summary="Put an army aside; it can be restored",
    responses={204: nothing("Deleted"), **READING},
)
@api_view(["GET", "PUT", "DELETE"])
def army(request: Request, public_id: str) -> Response:
    if request.method == "GET":
        return whole(request, access.visible_army(request._request, public_id))
    mine = own_army(request, public_id)
    if request.method == "DELETE":
        saving.delete(mine)
        return Response(status=204)
    document = body(request, ("roster",), ("revision",))
    roster = posted_roster(document["roster"])
    revision = expected_revision(request, document)
    by = owner_of(request)
    text = "Replaced over the API"
    return saved(request, saving.replace_roster(mine, roster, revision, by, text))


@extend_schema(
    operation_id="edit_army",
    tags=["Armies"],
    summary="Apply edits to an army: all of them, or none",
    description=(
        "The same request sent again with the same Idempotency-Key changes nothing"
        " twice. The edits are described in docs/formats.md."
    ),
    parameters=[
        IF_MATCH,
        OpenApiParameter(
            "Idempotency-Key",
            str,
            OpenApiParameter.HEADER,
            description="Any text of up to 64 characters.",
        ),
    ],
    request=posted(
        obj(
            {
                "edits": {
                    "type": "array",
                    "items": ref("Edit"),
                    "minItems": 1,
                    "maxItems": MOST_EDITS,
                },
                "revision": {"type": "integer"},
            },
            ["edits"],
        )
    ),
    examples=[EXAMPLE_EDITS],
    responses={200: ref("Army"), **SAVING},
)
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def edit_army(request: Request, public_id: str) -> Response:
    mine = own_army(request, public_id)
    document = body(request, ("edits",), ("revision",))
    edits = posted_edits(document["edits"])
    revision = expected_revision(request, document)
    key = request.headers.get("Idempotency-Key", "")[:64]
    roster = read_roster(mine.document)
    books = editions.books_for(roster)
    said = label(edits, review(roster, books), books)
    outcome = saving.save_edit(mine, edits, revision, owner_of(request), said, key)
    return saved(request, outcome)


@extend_schema(
    operation_id="restore_army",
    tags=["Armies"],
    summary="Bring a deleted army back",
    request=None,
    responses={200: ref("Army"), **READING},
)
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def restore_army(request: Request, public_id: str) -> Response:
    mine = get_object_or_404(Army, owner=owner_of(request), public_id=public_id)
    saving.restore(mine)
    mine.refresh_from_db()
    return whole(request, mine)


@extend_schema(
    operation_id="share_army",
    tags=["Armies"],
    summary="Who may look at an army",
    request=posted(obj({"visibility": ref("Visibility")}, ["visibility"])),
    responses={200: ref("Sharing"), **BAD, **READING, **TOO_LARGE},
)
@api_view(["PUT"])
@permission_classes([IsAuthenticated])
def share_army(request: Request, public_id: str) -> Response:
    mine = own_army(request, public_id)
    wanted = body(request, ("visibility",))["visibility"]
    if wanted not in Visibility.values:
        raise DocumentError(
            "/visibility", f"expected one of {', '.join(Visibility.values)}"
        )
    saving.set_visibility(mine, Visibility(wanted))
    address = reverse("armies:shared", args=[mine.share_token], request=request)
    shared = wanted != Visibility.PRIVATE
    return Response({"visibility": wanted, "share": address if shared else None})


@extend_schema(
    operation_id="review_army",
    tags=["Armies"],
    summary="What the engine says of an army, with fixes",
    responses={200: ref("Review"), **NOT_FOUND, **TOO_MANY},
)
@api_view(["GET"])
def review_army(request: Request, public_id: str) -> Response:
    found = access.visible_army(request._request, public_id)
    return Response(review_document(reviewed(read_roster(found.document))))


def reviewed(roster: Roster, pack: Pack | None = None) -> Review:
    """Return the review of a roster with fixes, from the editions that it names."""
    return judged_roster(roster, books_at_hand(roster), pack, fixes=True)
