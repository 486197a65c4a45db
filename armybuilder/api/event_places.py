"""One's own place in an event: where its list stands, and handing another in."""

from typing import Any

from django.http import QueryDict
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import take
from armybuilder.api.answers import BODY, answers
from armybuilder.api.errors import Refused
from armybuilder.api.examples import EXAMPLE_HAND_IN
from armybuilder.api.openapi import TEXT, Schema, obj, posted, ref
from armybuilder.api.request_data import (
    body,
    posted_text,
    takes,
    text_parameter,
    within,
)
from armybuilder.armies.allowances import paying
from armybuilder.events.access import find_event, own_place
from armybuilder.events.entrants import give_own_link, needs_own_link
from armybuilder.events.models import Entrant, Event
from armybuilder.events.offers import OfferError, Reading, read_raw
from armybuilder.events.submissions import (
    FILE,
    HAND_INS,
    Hand,
    NotLegal,
    Offer,
    TooLate,
    hand_in,
    takes_lists,
)
from armybuilder.events.submissions import TEXT as PASTED
from armybuilder.events.terms import ListRefused
from armybuilder.events.verification import receipt_document
from rulesets.documents.json import DocumentError
from rulesets.rosters.roster import read_roster

MOST_LINK = 32
LINK: Schema = {
    **TEXT,
    "maxLength": MOST_LINK,
    "description": "The end of a personal link, where there is no account.",
}
ASKED_LINK = OpenApiParameter(
    "link", {"type": "string", "maxLength": MOST_LINK}, description=LINK["description"]
)
OFFERED: Schema = {
    "description": "A roster, or a text that the site can read as a list.",
    "oneOf": [ref("Roster"), {**TEXT, "maxLength": 1_000_000}],
}
NO_PLACE = "You have no place in this event."


@extend_schema(
    operation_id="read_place",
    tags=["Events"],
    summary="Your place in an event, with the receipt of your list",
    parameters=[ASKED_LINK],
    responses=answers({200: ref("Place")}, "not-found", "bad-parameter"),
)
@api_view(["GET"])
@permission_classes([AllowAny])
@takes(GET=("link",))
def read_place(request: Request, slug: str) -> Response:
    link = text_parameter(request, "link", MOST_LINK)
    event, own = _place(request, slug, link)
    return Response(place_document(request, event, own))


@extend_schema(
    operation_id="hand_in_list",
    tags=["Events"],
    summary="Hand in a list: it is judged, frozen and signed",
    description=(
        "The list is in once this is answered. The same list again changes nothing and"
        " is answered with the same receipt, so it may be sent as often as needed."
    ),
    request=posted(obj({"list": OFFERED, "link": LINK}, ["list"])),
    examples=[EXAMPLE_HAND_IN],
    responses=answers(
        {200: ref("Place")},
        *(*BODY, "forbidden", "not-found", "lists-closed", "list-refused", "not-legal"),
        "work-spent",
    ),
)
@api_view(["POST"])
@permission_classes([AllowAny])
@takes()
def hand_in_list(request: Request, slug: str) -> Response:
    received = timezone.now()
    document = body(request, ("list",), ("link",))
    event, own = _place(request, slug, posted_text(document, "link", MOST_LINK))
    if not take(HAND_INS, str(own.pk)):
        raise Refused("too-many-requests", "Too many lists in a row.", wait=60)
    person = request.user if isinstance(request.user, User) else None
    is_first = needs_own_link(event, own)
    with paying(request._request):
        offer = _offer(document["list"], event)
        _hand_in(own, offer, Hand(received, person))
    own.refresh_from_db()
    if is_first:
        give_own_link(own, person)
    return Response(place_document(request, event, own))


def _place(request: Request, slug: str, link: str) -> tuple[Event, Entrant]:
    look = find_event(request._request, slug, link)
    own = own_place(look)
    if own is None:
        raise Refused("not-found", NO_PLACE)
    own.event = look.event
    return look.event, own


def _offer(sent: Any, event: Event) -> Offer:
    """Return the list of a body; raises Refused or DocumentError for what is none."""
    if not isinstance(sent, str):
        try:
            return Offer(read_roster(sent), FILE)
        except DocumentError as problem:
            raise within("/list", problem) from None
    try:
        read = read_raw(sent.encode(errors="replace"), PASTED, QueryDict(), event)
    except OfferError as problem:
        raise Refused("list-refused", str(problem), "/list") from None
    if isinstance(read, Reading):
        text = "Not every line of the text is sure; settle them on the event's page."
        raise Refused("list-refused", text, "/list")
    return read


def _hand_in(own: Entrant, offer: Offer, hand: Hand) -> None:
    try:
        hand_in(own, offer, hand)
    except TooLate as problem:
        raise Refused("lists-closed", str(problem)) from None
    except NotLegal as problem:
        raise Refused("not-legal", str(problem), "/list") from None
    except ListRefused as problem:
        raise Refused("list-refused", str(problem), "/list") from None


def place_document(request: Request, event: Event, own: Entrant) -> dict[str, Any]:
    """Return a place as its entrant sees it."""
    row = own.current
    asked = own.notes.filter(kind__in=("queried", "refused")).last()
    waits = own.state in ("queried", "refused")
    until = own.answer_until
    if row is not None:
        row.entrant = own
    return {
        "number": own.number,
        "name": own.name,
        "state": own.state,
        "answer_until": None if until is None else until.isoformat(),
        "may_hand_in": takes_lists(event, own, timezone.now()),
        "said": asked.text if asked is not None and waits else "",
        "link": reverse("events:link", args=[own.link], request=request),
        "list": None
        if row is None
        else {
            "code": row.code,
            "version": row.number,
            "receipt": receipt_document(row),
        },
    }
