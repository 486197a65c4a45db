"""The findings of a draft, and its publication."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.api import books
from armybuilder.api.answers import BODY, MINE, answers
from armybuilder.api.armies import ONCE
from armybuilder.api.drafts import readable_draft, writing
from armybuilder.api.errors import Refused
from armybuilder.api.examples import EXAMPLE_PUBLICATION
from armybuilder.api.idempotency import IDEMPOTENCY_KEY, answered_before, once
from armybuilder.api.openapi import OWN, TEXT, obj, posted, ref
from armybuilder.api.request_data import body, owner_of, posted_text, takes
from armybuilder.armies.allowances import paying
from armybuilder.books import editions
from armybuilder.books.authors import Right
from armybuilder.books.checks import check_draft
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.refusals import PublishError, Reason, SignOffError
from rulesets.books.checks.finding import finding_document
from rulesets.documents.json import DocumentError, sha256

MOST_NOTES = 5_000
"""Letters of the notes of an edition, as on the page."""

NOT_PUBLISHED = (
    *("draft-errors", "draft-changed", "nothing-changed", "not-signed-off"),
    *("tests-red", "publication-waits"),
)
"""Codes for the reasons why a draft is not published."""


@extend_schema(
    operation_id="check_draft",
    tags=["Drafts"],
    summary="All that the check says of a draft, the gravest first",
    description="The same as the check page. `because` is the reason why a finding is"
    " accepted; errors keep a book from being published.",
    responses=answers(
        {200: ref("DraftFindings")}, "not-signed-in", "not-found", "work-spent"
    ),
)
@api_view(["GET"])
@permission_classes([IsAuthenticated])
@takes()
def findings(request: Request, key: str) -> Response:
    book = readable_draft(request, key)
    with paying(request._request):
        draft = read_draft(book)
        document = draft.document
        found = [finding_document(one) for one in check_draft(document)]
    return Response(
        {
            "revision": draft.revision,
            "sha256": sha256(document),
            "findings": found,
        }
    )


@extend_schema(
    operation_id="publish_draft",
    tags=["Drafts"],
    summary="Publish a draft as the next edition of its book",
    description="`checked` is the `sha256` of the draft, or of its findings, that you"
    " read: another draft than that is not published. Nor is one with errors, one that"
    " makes a book test red, one that is the last edition, one that nobody signed"
    " off where the book asks for that, or one beside a draft that waits for its time.",
    parameters=[IDEMPOTENCY_KEY],
    request=posted(
        obj(
            {
                "checked": OWN["Draft"]["properties"]["sha256"],
                "notes": {**TEXT, "maxLength": MOST_NOTES},
            },
            ["checked"],
        )
    ),
    examples=[EXAMPLE_PUBLICATION],
    responses=answers(
        {201: ref("EditionSummary")},
        *(*BODY, *MINE, *ONCE, *NOT_PUBLISHED, "work-spent"),
    ),
)
@api_view(["POST"])
@permission_classes([IsAuthenticated])
@takes()
def publish(request: Request, key: str) -> Response:
    with writing(request, key, Right.PUBLISH) as book:
        document = answered_before(request) or _published(request, book)
    return Response(document, status=201, headers={"Location": document["url"]})


def _published(request: Request, book: Any) -> Any:
    sent = body(request, ("checked",), ("notes",))
    checked, notes = posted_checked(sent), posted_notes(sent)

    def make() -> dict[str, Any]:
        with told_reasons():
            edition = editions.publish(book, owner_of(request), notes, checked)
        return books.summary(request, edition)

    return once(request, make)


def posted_checked(sent: Mapping[str, Any]) -> str:
    """Return the hash of the draft that was looked at."""
    checked = sent["checked"]
    if not isinstance(checked, str):
        raise DocumentError("/checked", "expected the SHA-256 of the draft")
    return checked


def posted_notes(sent: Mapping[str, Any]) -> str:
    """Return the notes of an edition, "" where there are none."""
    return posted_text(sent, "notes", MOST_NOTES)


@contextmanager
def told_reasons(where: str = "") -> Iterator[None]:
    """Refuse what the block refuses to do with a draft, each reason by its code.

    ``where`` is the place of the body that may be wrong in itself.
    """
    try:
        yield
    except (PublishError, SignOffError) as problem:
        if problem.reason == Reason.REQUEST:
            raise DocumentError(where, str(problem)) from None
        errors = problem.errors if isinstance(problem, PublishError) else ()
        more: dict[str, Any] = {}
        if errors:
            more["findings"] = [finding_document(one) for one in errors]
        raise Refused(problem.reason.value, str(problem), **more) from None
