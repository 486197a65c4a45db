"""The findings of a draft, and its publication."""

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
from armybuilder.api.request_data import body, owner_of, takes
from armybuilder.armies.allowances import paying
from armybuilder.books import editions
from armybuilder.books.authors import Right
from armybuilder.books.checks import check_draft
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.drafts import draft_document
from armybuilder.books.models import Edition
from rulesets.books.checks.finding import ERROR, finding_document
from rulesets.documents.json import DocumentError, sha256

MOST_NOTES = 5_000
"""Letters of the notes of an edition, as on the page."""


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
    " makes a book test red, one that is the last edition, or one that nobody signed"
    " off where the book asks for that.",
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
        *(*BODY, *MINE, *ONCE, "not-published", "work-spent"),
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
    checked, notes = sent["checked"], sent.get("notes", "")
    if not isinstance(checked, str):
        raise DocumentError("/checked", "expected the SHA-256 of the draft")
    if not isinstance(notes, str) or len(notes) > MOST_NOTES:
        text = f"expected a text of at most {MOST_NOTES:,} characters"
        raise DocumentError("/notes", text)

    def make() -> dict[str, Any]:
        user = owner_of(request)
        try:
            edition: Edition = editions.publish(book, user, notes, checked)
        except editions.PublishError as problem:
            raise _refused(book, problem) from None
        return books.summary(request, edition)

    return once(request, make)


def _refused(book: Any, problem: editions.PublishError) -> Refused:
    """Return why a draft is not published, with its errors and their places."""
    errors = [one for one in check_draft(draft_document(book)) if one.level == ERROR]
    found = [finding_document(one) for one in errors]
    return Refused("not-published", str(problem), findings=found)
