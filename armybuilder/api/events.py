"""Events: those that one may see, one of them, its open lists, its board, verifying."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from armybuilder.api.answers import BODY, answers
from armybuilder.api.errors import Refused
from armybuilder.api.examples import EXAMPLE_DECISION, EXAMPLE_RECEIPT
from armybuilder.api.openapi import PAGING, TEXT, listed, obj, posted, ref
from armybuilder.api.pages import PAGES, paged
from armybuilder.api.request_data import (
    body,
    owner_of,
    posted_text,
    posted_whole,
    takes,
)
from armybuilder.events.access import (
    find_event,
    seen_entrant,
    shown_events,
    staff_event,
)
from armybuilder.events.decisions import DECISIONS, decide
from armybuilder.events.event_page import open_lists, rules_of
from armybuilder.events.exports import board_table
from armybuilder.events.judgements import DecisionError
from armybuilder.events.models import Event
from armybuilder.events.sight import SHOWN, Part
from armybuilder.events.states import settled
from armybuilder.events.submissions import Hand
from armybuilder.events.verification import Verified, verify_code, verify_receipt
from rulesets.documents.json import canonical
from rulesets.receipts import read_receipt

MOST_VERSION = 10_000


@extend_schema(
    operation_id="list_events",
    tags=["Events"],
    summary="Events that are announced, and those that you run or take part in",
    parameters=[*PAGING],
    responses=answers({200: listed("EventSummary")}, "bad-parameter", "not-found"),
)
@api_view(["GET"])
@permission_classes([AllowAny])
@takes(GET=PAGES)
def list_events(request: Request) -> Response:
    rows = shown_events(request._request, timezone.now()).order_by("starts_at", "pk")
    return paged(request, rows, lambda event: summary(request, settled(event)))


@extend_schema(
    operation_id="read_event",
    tags=["Events"],
    summary="An event: its times, its rules, and the key that signs its lists",
    responses=answers({200: ref("Event")}, "not-found"),
)
@api_view(["GET"])
@permission_classes([AllowAny])
@takes()
def read_event(request: Request, slug: str) -> Response:
    look = find_event(request._request, slug)
    event = look.event
    return Response(
        {
            **summary(request, event),
            "about": event.about,
            "places": event.places,
            "lists_in": event.entrants.filter(state__in=SHOWN).count(),
            "rules": [*rules_of(event)],
            "pack": event.pack_name,
            "key": event.public_key,
            "part": look.viewer.value,
        }
    )


@extend_schema(
    operation_id="list_open_lists",
    tags=["Events"],
    summary="The lists of an event that you may see whole",
    responses=answers({200: listed("OpenList", paged=False)}, "not-found"),
)
@api_view(["GET"])
@permission_classes([AllowAny])
@takes()
def list_open_lists(request: Request, slug: str) -> Response:
    found = [
        {
            "number": one.number,
            "name": one.name,
            "book": one.book,
            "army": one.army,
            "points": one.points,
            "url": reverse("events:list", args=[slug, one.number], request=request),
        }
        for one in open_lists(find_event(request._request, slug))
    ]
    return Response({"results": found})


@extend_schema(
    operation_id="read_board",
    tags=["Events"],
    summary="Every entrant with the list as far as you may see it",
    description="For who runs or judges the event; the same as the table to download.",
    responses=answers({200: ref("BoardRows")}, "not-signed-in", "not-found"),
)
@api_view(["GET"])
@permission_classes([IsAuthenticated])
@takes()
def read_board(request: Request, slug: str) -> Response:
    columns, rows = board_table(staff_event(request._request, slug))
    return Response({"columns": columns, "rows": rows})


@extend_schema(
    operation_id="decide_list",
    tags=["Events"],
    summary="Accept a list, ask about it, or refuse it",
    description=(
        "“version” is the version that you looked at: where another came in meanwhile"
        " nothing is decided. A question and a refusal need a text, and so does it to"
        " accept an illegal list or an earlier version."
    ),
    request=posted(
        obj(
            {
                "number": {"type": "integer", "minimum": 1},
                "version": {"type": "integer", "minimum": 1, "maximum": MOST_VERSION},
                "do": {"enum": [*DECISIONS]},
                "text": {**TEXT, "maxLength": 4000},
            },
            ["number", "version", "do"],
        )
    ),
    examples=[EXAMPLE_DECISION],
    responses=answers(
        {200: ref("Decided")},
        *(*BODY, "not-signed-in", "forbidden", "not-found", "decision-refused"),
    ),
)
@api_view(["POST"])
@permission_classes([IsAuthenticated])
@takes()
def decide_list(request: Request, slug: str) -> Response:
    document = body(request, ("number", "version", "do"), ("text",))
    number, version = (posted_whole(document, key) for key in ("number", "version"))
    text = posted_text(document, "text", 4000)
    step = document["do"]
    if step not in DECISIONS:
        raise Refused("bad-document", f"expected one of {', '.join(DECISIONS)}", "/do")
    look = staff_event(request._request, slug)
    entrant = seen_entrant(look, min(number, MOST_VERSION), Part.PRESENCE)
    found = entrant.submissions.filter(number=min(version, MOST_VERSION)).first()
    seen = "" if found is None else found.code
    hand = Hand(timezone.now(), owner_of(request), is_staff=True, reason=text)
    try:
        whole = request._request.build_absolute_uri
        decided = decide(look, entrant, step, seen, hand, whole)
    except DecisionError as problem:
        raise Refused("decision-refused", str(problem)) from None
    return Response({"number": decided.number, "state": decided.state})


@extend_schema(
    operation_id="verify_code",
    tags=["Events"],
    summary="Whether the list of a code is in, and is the one that counts",
    responses=answers({200: ref("Verification")}, "not-found"),
)
@api_view(["GET"])
@permission_classes([AllowAny])
@takes()
def verify_a_code(request: Request, code: str) -> Response:
    found = verify_code(code)
    if found.row is None:
        raise Refused("not-found", found.text)
    return Response(_verification(found, code))


@extend_schema(
    operation_id="verify_receipt",
    tags=["Events"],
    summary="Whether a receipt is as it was signed, and its list counts",
    request=posted(obj({"receipt": ref("Receipt")}, ["receipt"])),
    examples=[EXAMPLE_RECEIPT],
    responses=answers({200: ref("Verification")}, *BODY, "forbidden"),
)
@api_view(["POST"])
@permission_classes([AllowAny])
@takes()
def verify_a_receipt(request: Request) -> Response:
    receipt = read_receipt(canonical(body(request, ("receipt",))["receipt"]))
    return Response(_verification(verify_receipt(receipt), receipt["list"]["code"]))


def _verification(found: Verified, code: str) -> dict[str, Any]:
    row, counts = found.row, found.counts
    return {
        "word": found.word,
        "text": found.text,
        "code": code if row is None else row.code,
        "version": None if row is None else row.number,
        "counts": None if counts is None else counts.number,
        "event": "" if row is None else row.entrant.event.name,
    }


def summary(request: Request, event: Event) -> dict[str, Any]:
    """Return an event in few words."""
    times = ("deadline", "reveal_at", "starts_at", "ends_at")
    return {
        "slug": event.slug,
        "name": event.name,
        "game": event.game,
        "place": event.place,
        "state": event.state,
        "sight": event.sight,
        "time_zone": event.time_zone,
        **{name: getattr(event, name).isoformat() for name in times},
        "url": reverse("api:event", args=[event.slug], request=request),
    }
