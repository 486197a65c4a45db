"""Sign-offs and times that come before an edition, and its withdrawal."""

from datetime import datetime
from typing import Any

from django.utils.timezone import is_naive
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from armybuilder.api import books
from armybuilder.api.answers import BODY, MINE, answers, nothing
from armybuilder.api.armies import ONCE
from armybuilder.api.draft_checks import (
    MOST_NOTES,
    NOT_PUBLISHED,
    posted_checked,
    posted_notes,
    told_reasons,
)
from armybuilder.api.drafts import readable_draft, writing
from armybuilder.api.examples import (
    EXAMPLE_ANSWER,
    EXAMPLE_ASKING,
    EXAMPLE_OFFER,
    EXAMPLE_PLANNED,
)
from armybuilder.api.idempotency import IDEMPOTENCY_KEY, answered_before, once
from armybuilder.api.openapi import OWN, TEXT, TIME, YES_NO, obj, posted, ref
from armybuilder.api.request_data import (
    body,
    owner_of,
    posted_text,
    posted_yes_no,
    takes,
)
from armybuilder.books import editions
from armybuilder.books.admin.stale import log_change
from armybuilder.books.authors import Right
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.editions import last_edition
from armybuilder.books.publications import (
    cancel_publication,
    plan_publication,
    shown_publication,
)
from armybuilder.books.sign_offs import (
    answer_draft,
    ask_for_sign_off,
    sign_off_state,
)
from rulesets.documents.json import DocumentError, sha256

MOST_ANSWER = 2_000
"""Letters of a reviewer's words, as on the page."""

MOST_REASON = 500
"""Letters of the reason of a withdrawal, as on the page."""

CHECKED = OWN["Draft"]["properties"]["sha256"]
NOTHING_WAITS = "No draft waits to be published."


# -- signing off --------------------------------------------------------------------


def sign_off_document(book: Any) -> dict[str, Any]:
    """Return what reviewers said of the draft of now."""
    here = sha256(read_draft(book).document)
    state = sign_off_state(book, here, last_edition(book.key))
    told = state.answer
    return {
        "asks": book.asks_sign_off,
        "sha256": here,
        "refusal": state.refusal,
        "answer": told and {**_answer_document(told), "is_of_draft": state.is_of_draft},
    }


def _answer_document(told: Any) -> dict[str, Any]:
    return {
        "approves": told.is_approval,
        "words": told.words,
        "revision": told.revision,
        "made_by": told.made_by.get_username() if told.made_by else None,
        "made_at": told.made_at.isoformat(),
    }


@extend_schema(
    operation_id="read_sign_off",
    methods=["GET"],
    tags=["Drafts"],
    summary="What reviewers said of a draft",
    description="`answer` is the last since the last edition; `refusal` says why the"
    " draft is not signed off, and is empty where it is.",
    responses=answers({200: ref("DraftSignOff")}, "not-signed-in", "not-found"),
)
@extend_schema(
    operation_id="answer_draft",
    methods=["POST"],
    tags=["Drafts"],
    summary="Sign a draft off, or ask for changes of it",
    description="`checked` is the `sha256` of the draft that you looked at. Reviewers"
    " and owners may; who made all changes since the last edition signs none of them."
    " Changes are asked for with `words`.",
    parameters=[IDEMPOTENCY_KEY],
    request=posted(
        obj(
            {
                "checked": CHECKED,
                "approves": YES_NO,
                "words": {**TEXT, "maxLength": MOST_ANSWER},
            },
            ["checked", "approves"],
        )
    ),
    examples=[EXAMPLE_ANSWER],
    responses=answers(
        {200: ref("DraftSignOff")},
        *(*BODY, *MINE, *ONCE, "draft-changed", "nothing-changed", "own-changes"),
        "work-spent",
    ),
)
@extend_schema(
    operation_id="ask_for_sign_off",
    methods=["PUT"],
    tags=["Drafts"],
    summary="Say whether a book is published only when it is signed off",
    description="Owners may.",
    request=posted(obj({"asks": YES_NO}, ["asks"])),
    examples=[EXAMPLE_ASKING],
    responses=answers({200: ref("DraftSignOff")}, *BODY, *MINE, "work-spent"),
)
@api_view(["GET", "POST", "PUT"])
@permission_classes([IsAuthenticated])
@takes()
def sign_off(request: Request, key: str) -> Response:
    if request.method == "GET":
        return Response(sign_off_document(readable_draft(request, key)))
    if request.method == "PUT":
        return Response(_asking(request, key))
    with writing(request, key, Right.SIGN) as book:
        return Response(answered_before(request) or _answered(request, book))


def _answered(request: Request, book: Any) -> Any:
    sent = body(request, ("checked", "approves"), ("words",))
    checked, words = posted_checked(sent), posted_text(sent, "words", MOST_ANSWER)
    approves = posted_yes_no(sent, "approves", usual=False)

    def make() -> dict[str, Any]:
        last = last_edition(book.key)
        with told_reasons("/words"):
            answer_draft(
                book,
                owner_of(request),
                last,
                checked=checked,
                is_approval=approves,
                words=words.strip(),
            )
        return sign_off_document(book)

    return once(request, make)


def _asking(request: Request, key: str) -> dict[str, Any]:
    with writing(request, key, Right.MANAGE) as book:
        sent = body(request, ("asks",))
        asks, user = posted_yes_no(sent, "asks", usual=False), owner_of(request)
        if asks != book.asks_sign_off:
            ask_for_sign_off(book, user, asks=asks)
            words = "needs a reviewer's sign-off" if asks else "needs no sign-off"
            log_change(user, book, f"An edition {words} now.")
        return sign_off_document(book)


# -- at a time ----------------------------------------------------------------------


def publication_document(request: Request, book: Any, row: Any) -> dict[str, Any]:
    """Return a draft that waits for its time, or was refused at it."""
    return {
        "state": row.state,
        "due_at": row.due_at.isoformat(),
        "sha256": row.sha256,
        "revision": row.revision,
        "notes": row.notes,
        "made_by": row.made_by.get_username() if row.made_by else None,
        "refusal": row.refusal,
        "url": reverse("api:publication", args=[book.key], request=request),
    }


@extend_schema(
    operation_id="read_publication",
    methods=["GET"],
    tags=["Drafts"],
    summary="The draft that waits to be published at a time",
    description="Or the one that was refused at its time, and why, until something else"
    " is planned or published; `publication` is null where there is neither.",
    responses=answers({200: ref("WaitingDraft")}, "not-signed-in", "not-found"),
)
@extend_schema(
    operation_id="plan_publication",
    methods=["POST"],
    tags=["Drafts"],
    summary="Have a draft published at a time",
    description="It is kept as it is. What would refuse it now refuses it, and is asked"
    " again at the time. `due_at` names its offset from UTC.",
    parameters=[IDEMPOTENCY_KEY],
    request=posted(
        obj(
            {
                "checked": CHECKED,
                "due_at": TIME,
                "notes": {**TEXT, "maxLength": MOST_NOTES},
            },
            ["checked", "due_at"],
        )
    ),
    examples=[EXAMPLE_PLANNED],
    responses=answers(
        {201: ref("WaitingDraft")},
        *(*BODY, *MINE, *ONCE, *NOT_PUBLISHED, "keeping-spent", "work-spent"),
    ),
)
@extend_schema(
    operation_id="cancel_publication",
    methods=["DELETE"],
    tags=["Drafts"],
    summary="Cancel the publication that waits for its time",
    description="Where none waits any more, it is not found.",
    responses=answers({204: nothing("Cancelled")}, *MINE, "work-spent"),
)
@api_view(["GET", "POST", "DELETE"])
@permission_classes([IsAuthenticated])
@takes()
def publication(request: Request, key: str) -> Response:
    if request.method == "GET":
        book = readable_draft(request, key)
        row = shown_publication(book)
        told = row and publication_document(request, book, row)
        return Response({"publication": told})
    with writing(request, key, Right.PUBLISH) as book:
        if request.method == "DELETE":
            _cancel(request, book)
            return Response(status=204)
        document = answered_before(request) or _planned(request, book)
    headers = {"Location": document["publication"]["url"]}
    return Response(document, status=201, headers=headers)


def _cancel(request: Request, book: Any) -> None:
    if cancel_publication(book, owner_of(request)) is None:
        raise NotFound(NOTHING_WAITS)
    words = "Cancelled the publication that waited for its time."
    log_change(owner_of(request), book, words)


def _planned(request: Request, book: Any) -> Any:
    sent = body(request, ("checked", "due_at"), ("notes",))
    checked, notes, user = posted_checked(sent), posted_notes(sent), owner_of(request)
    due_at = posted_moment(sent["due_at"])

    def make() -> dict[str, Any]:
        with told_reasons("/due_at"):
            row = plan_publication(book, user, due_at, notes, checked)
        words = f"Revision {row.revision} will be published at {row.due_at}."
        log_change(user, book, words)
        return {"publication": publication_document(request, book, row)}

    return once(request, make)


def posted_moment(text: Any) -> datetime:
    """Return the time of a body."""
    expected = "expected a time with its offset, such as 2026-12-01T18:00:00+01:00"
    try:
        moment = datetime.fromisoformat(text)
        if is_naive(moment):
            raise ValueError
        return moment
    except (TypeError, ValueError):
        raise DocumentError("/due_at", expected) from None


# -- withdrawn ----------------------------------------------------------------------


@extend_schema(
    operation_id="offer_edition",
    tags=["Drafts"],
    summary="Withdraw an edition from choice, or offer it again",
    description="Armies that use it keep it. Players read the `reason` on its page.",
    request=posted(
        obj(
            {"offered": YES_NO, "reason": {**TEXT, "maxLength": MOST_REASON}},
            ["offered"],
        )
    ),
    examples=[EXAMPLE_OFFER],
    responses=answers({200: ref("ListedEdition")}, *BODY, *MINE, "work-spent"),
)
@api_view(["PUT"])
@permission_classes([IsAuthenticated])
@takes()
def offer_edition(request: Request, key: str, edition: int) -> Response:
    with writing(request, key) as book:
        sent = body(request, ("offered",), ("reason",))
        offered = posted_yes_no(sent, "offered", usual=True)
        reason = posted_text(sent, "reason", MOST_REASON).strip()
        found = _edition_of(book, edition)
        if offered:
            editions.offer_again([found])
        else:
            editions.withdraw([found], owner_of(request), reason)
        document = {**books.summary(request, found), "offered": offered}
    return Response(document)


def _edition_of(book: Any, number: int) -> Any:
    rows = book.editions.select_related("book", "withdrawal", "trial")
    found = rows.defer("document").filter(number=number).first()
    if found is None:
        raise NotFound(f"There is no edition {number} of {book.key!r}.")
    return found
