"""Armies: one's own, saved through the same door as the pages use."""

from typing import Any

from django.db import transaction
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from armybuilder.api.answers import BODY, MINE, answers, nothing
from armybuilder.api.errors import Refused
from armybuilder.api.examples import (
    EXAMPLE_ARMY,
    EXAMPLE_ARMY_PACK,
    EXAMPLE_EDITS,
    EXAMPLE_REPLACEMENT,
)
from armybuilder.api.filing import SEARCH, SEARCHING, asked_search, filing
from armybuilder.api.idempotency import IDEMPOTENCY_KEY, answered_before, once
from armybuilder.api.named_packs import judge_by, posted_version
from armybuilder.api.openapi import ARMY_PACK, PAGING, listed, obj, posted, ref
from armybuilder.api.pages import PAGES, paged
from armybuilder.api.preconditions import (
    IF_AT,
    expected_revision,
    if_match,
    refuse_stale,
)
from armybuilder.api.request_data import body, owner_of, takes, within, yes_no_parameter
from armybuilder.armies import access, store
from armybuilder.armies.allowances import (
    KEPT_AGAIN,
    TOO_MUCH_KEPT,
    count_kept,
    may_write,
    paying,
)
from armybuilder.armies.edit_forms import MOST_EDITS, read_edit_documents
from armybuilder.armies.folders import by_points, found_armies
from armybuilder.armies.labels import label
from armybuilder.armies.models import Army
from armybuilder.armies.review import review_army as review_of_army
from armybuilder.armies.review import review_roster
from armybuilder.books import editions
from armybuilder.books.bookshelf import SiteBookshelf
from rulesets.books.bookshelf import with_counting
from rulesets.checks.armies import MOST_SELECTIONS
from rulesets.documents.json import DocumentError
from rulesets.games import find_game
from rulesets.legality import review
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Review
from rulesets.reviews.review_document import review_document
from rulesets.rosters.edits import Edit
from rulesets.rosters.roster import Roster, read_roster, selections_of

NO_ARMY = "There is no such army."
PRECONDITION = ("bad-header", "stale", "revision-missing")
SAVING = (*BODY, *MINE, *PRECONDITION, "conflict", "keeping-spent")
ONCE = ("bad-header", "key-reused")
NAME_REVISION = (
    "The revision that you read must be named, in If-Match or in the body. Where the"
    " army was changed since, nothing is saved: 412 for the header, 409 for the body,"
    " with what was done."
)
READ = 'The revision that you read, as "3"; or * for any.'
IF_MATCH = if_match(READ)


# -- what is answered ---------------------------------------------------------------


def own_army(request: Request, public_id: str) -> Army:
    return access.own_army(request._request, public_id)


def summary(request: Request, army: Army, handle: str = "") -> dict[str, Any]:
    """Return an army without its roster, by the handle that the visitor knows."""
    known_by = handle or army.public_id
    return {
        "id": known_by,
        "name": army.name,
        "game": army.game,
        "revision": army.revision,
        "visibility": army.visibility,
        "created_at": army.created_at.isoformat(),
        "updated_at": army.updated_at.isoformat(),
        "deleted_at": army.deleted_at.isoformat() if army.deleted_at else None,
        "pack": None if army.pack is None else army.pack.label,
        "filing": filing(army) if army.owner_id == request.user.pk else None,
        "url": reverse("api:army", args=[known_by], request=request),
    }


def whole(request: Request, army: Army, handle: str = "") -> dict[str, Any]:
    """Return an army with its roster."""
    return {**summary(request, army, handle), "roster": army.document}


def answer(document: dict[str, Any]) -> Response:
    """Answer with an army, its revision as ETag."""
    return Response(document, headers={"ETag": f'"{document["revision"]}"'})


def answer_new(document: dict[str, Any]) -> Response:
    """Answer with an army that was made, and where it is."""
    made = answer(document)
    made.status_code = 201
    made["Location"] = document["url"]
    return made


# -- what is asked ------------------------------------------------------------------


def posted_roster(document: Any) -> Roster:
    """Return the roster of a body, of a game that is known and of a size to judge."""
    try:
        roster = read_roster(document)
        if find_game(roster.game) is None:
            text = f"the game {roster.game!r} is not known here"
            raise DocumentError("/game", text)
        size = selections_of(roster)
        if size > MOST_SELECTIONS:
            text = f"{size} selections; at most {MOST_SELECTIONS} are judged"
            raise DocumentError("/forces", text)
    except DocumentError as problem:
        raise within("/roster", problem) from None
    return roster


def posted_edits(documents: Any) -> tuple[Edit, ...]:
    try:
        return read_edit_documents(documents)
    except DocumentError as problem:
        raise within("/edits", problem) from None


def refuse_full(request: Request) -> None:
    """Refuse to write more down for an account that has used up its day."""
    if not may_write(request._request):
        raise Refused("keeping-spent", TOO_MUCH_KEPT, wait=KEPT_AGAIN)


# -- views --------------------------------------------------------------------------


@extend_schema(
    operation_id="list_armies",
    methods=["GET"],
    tags=["Armies"],
    summary="Your armies",
    parameters=[
        OpenApiParameter("deleted", bool, description="The ones put aside instead."),
        *SEARCHING,
        *PAGING,
    ],
    responses=answers(
        {200: listed("ArmySummary")},
        *("bad-parameter", "not-signed-in", "not-found", "work-spent"),
    ),
)
@extend_schema(
    operation_id="create_army",
    methods=["POST"],
    tags=["Armies"],
    summary="Save a roster as a new army",
    parameters=[IDEMPOTENCY_KEY],
    request=posted(obj({"roster": ref("Roster"), "pack": ARMY_PACK}, ["roster"])),
    examples=[EXAMPLE_ARMY],
    responses=answers(
        {201: ref("Army")},
        *(*BODY, *ONCE, "not-signed-in", "forbidden"),
        *("too-many-armies", "keeping-spent"),
    ),
)
@api_view(["GET", "POST"])
@permission_classes([IsAuthenticated])
@takes(GET=("deleted", *SEARCH, *PAGES))
def armies(request: Request) -> Response:
    if request.method == "POST":
        return answer_new(answered_before(request) or _created(request))
    deleted = yes_no_parameter(request, "deleted")
    mine = Army.objects.filter(owner=owner_of(request), deleted_at__isnull=not deleted)
    if "archived" in request.query_params:
        archived = yes_no_parameter(request, "archived")
        mine = mine.filter(archived_at__isnull=not archived)
    search = asked_search(request)
    found = access.with_packs(found_armies(mine, search)).prefetch_related("tags")
    if search.order != "points":
        return paged(request, found, lambda army: summary(request, army))
    with paying(request._request):
        return paged(request, by_points(found), lambda army: summary(request, army))


def _created(request: Request) -> Any:
    document = body(request, ("roster",), ("pack",))
    roster, version = posted_roster(document["roster"]), None
    if "pack" in document:
        version = posted_version(request, document, roster.game)
    owner = owner_of(request)

    def make() -> dict[str, Any]:
        if not access.has_room(request._request):
            text = f"You have {access.MOST_ARMIES} armies; erase some on the site."
            raise Refused("too-many-armies", text)
        refuse_full(request)
        with transaction.atomic():
            made = store.create(roster, owner, "Created over the API", by=owner)
            store.set_pack(made, version)
        count_kept(request._request, made)
        return whole(request, made)

    return once(request, make)


@extend_schema(
    operation_id="read_army",
    methods=["GET"],
    tags=["Armies"],
    summary="An army of yours by its id, or a shared one by the end of its link",
    responses=answers({200: ref("Army")}, "not-found"),
)
@extend_schema(
    operation_id="replace_army",
    methods=["PUT"],
    tags=["Armies"],
    summary="Put another roster in the place of an army's",
    description=NAME_REVISION,
    parameters=[IF_MATCH],
    request=posted(
        obj(
            {
                "roster": ref("Roster"),
                "revision": {"type": "integer"},
                "pack": ARMY_PACK,
            },
            ["roster"],
        )
    ),
    examples=[EXAMPLE_REPLACEMENT],
    responses=answers({200: ref("Army")}, *SAVING),
)
@extend_schema(
    operation_id="judge_army_by",
    methods=["PATCH"],
    tags=["Armies"],
    summary="Have an army judged by a pack, or by its game's own rules again",
    description="The roster and its revision stay. The answer holds the new review.",
    parameters=[IF_AT],
    request=posted(obj({"pack": ARMY_PACK}, ["pack"])),
    examples=[EXAMPLE_ARMY_PACK],
    responses=answers(
        {200: ref("JudgedArmy")},
        *(*BODY, *MINE, "bad-header", "stale", "too-much-work", "work-spent"),
    ),
)
@extend_schema(
    operation_id="delete_army",
    methods=["DELETE"],
    tags=["Armies"],
    summary="Put an army aside; it can be restored",
    parameters=[if_match(READ, required=True)],
    responses=answers({204: nothing("Deleted")}, *MINE, *PRECONDITION),
)
@api_view(["GET", "PUT", "PATCH", "DELETE"])
@takes()
def army(request: Request, public_id: str) -> Response:
    if request.method == "GET":
        found = access.visible_army(request._request, public_id)
        return answer(whole(request, found, handle=public_id))
    mine = own_army(request, public_id)
    if request.method == "DELETE":
        expected = expected_revision(request, mine)
        expected.refuse_late(store.delete(mine, expected.revision))
        return Response(status=204)
    if request.method == "PATCH":
        version = posted_version(request, body(request, ("pack",)), mine.game)
        refuse_stale(request, mine)
        judged = judge_by(request, mine, version)
        return answer({**whole(request, mine), "review": judged})
    return answer(_replaced(request, mine))


def _replaced(request: Request, mine: Army) -> dict[str, Any]:
    document = body(request, ("roster",), ("revision", "pack"))
    roster = posted_roster(document["roster"])
    kept = "pack" not in document
    version = None if kept else posted_version(request, document, roster.game)
    expected = expected_revision(request, mine, document)
    by, text = owner_of(request), "Replaced over the API"
    refuse_full(request)
    with transaction.atomic():
        outcome = store.replace_roster(mine, roster, expected.revision, by, text)
        written = expected.refuse_late(outcome)
        if not kept:
            store.set_pack(written, version)
    count_kept(request._request, written)
    return whole(request, written)


@extend_schema(
    operation_id="edit_army",
    tags=["Armies"],
    summary="Apply edits to an army: all of them, or none",
    description=f"{NAME_REVISION} The edits are described in docs/formats.md.",
    parameters=[IF_MATCH, IDEMPOTENCY_KEY],
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
    responses=answers({200: ref("Army")}, *SAVING, *ONCE, "edit-refused"),
)
@api_view(["POST"])
@permission_classes([IsAuthenticated])
@takes()
def edit_army(request: Request, public_id: str) -> Response:
    mine = own_army(request, public_id)
    return answer(answered_before(request) or _edited(request, mine))


def _edited(request: Request, mine: Army) -> Any:
    document = body(request, ("edits",), ("revision",))
    edits = posted_edits(document["edits"])
    expected = expected_revision(request, mine, document)
    roster = read_roster(mine.document)
    books = editions.books_for(roster)
    said = label(edits, review(roster, books), books)
    by = owner_of(request)

    def make() -> dict[str, Any]:
        refuse_full(request)
        outcome = store.save_edit(mine, edits, expected.revision, by, said)
        written = expected.refuse_late(outcome)
        count_kept(request._request, written)
        return whole(request, written)

    return once(request, make)


@extend_schema(
    operation_id="restore_army",
    tags=["Armies"],
    summary="Bring a deleted army back",
    parameters=[IF_AT],
    request=None,
    responses=answers({200: ref("Army")}, *MINE, "bad-header", "stale"),
)
@api_view(["POST"])
@permission_classes([IsAuthenticated])
@takes()
def restore_army(request: Request, public_id: str) -> Response:
    mine = Army.objects.filter(owner=owner_of(request), public_id=public_id).first()
    if mine is None:
        raise Http404(NO_ARMY)
    refuse_stale(request, mine)
    store.restore(mine)
    mine.refresh_from_db()
    return answer(whole(request, mine))


@extend_schema(
    operation_id="review_army",
    tags=["Armies"],
    summary="What the engine says of an army, with fixes",
    responses=answers({200: ref("Review")}, "not-found", "work-spent"),
)
@api_view(["GET"])
@takes()
def review_army(request: Request, public_id: str) -> Response:
    found = access.visible_army(request._request, public_id)
    with paying(request._request):
        return Response(review_document(review_of_army(found, fixes=True).review))


def reviewed(roster: Roster, pack: Pack | None = None) -> Review:
    """Return the review of a roster with fixes, from the editions that it names."""
    books = with_counting(SiteBookshelf(), roster, pack)
    return review_roster(roster, books, pack, fixes=True)
