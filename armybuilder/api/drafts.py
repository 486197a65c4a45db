"""Drafts of books: read and written by their people, as on the pages of the admin."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from armybuilder.accounts.models import User
from armybuilder.api.answers import BODY, MINE, answers
from armybuilder.api.armies import ONCE, answer, answer_new, refuse_full
from armybuilder.api.draft_requests import (
    posted_book,
    posted_edits,
    posted_how,
    refuse_no_book,
    told_refusals,
)
from armybuilder.api.errors import Refused
from armybuilder.api.examples import (
    EXAMPLE_BOOK,
    EXAMPLE_DRAFT,
    EXAMPLE_DRAFT_EDITS,
)
from armybuilder.api.idempotency import IDEMPOTENCY_KEY, answered_before, once
from armybuilder.api.openapi import PAGING, TEXT, array, listed, obj, posted, ref
from armybuilder.api.pages import PAGES, paged
from armybuilder.api.preconditions import if_match
from armybuilder.api.request_data import (
    body,
    owner_of,
    takes,
)
from armybuilder.armies.allowances import count_bytes, paying
from armybuilder.books.authors import Right, books_with, may, may_begin, permitted
from armybuilder.books.draft_history import writers_of
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.editions import published
from armybuilder.books.imports import DraftChanged, Plan, import_books
from armybuilder.books.models import BookRole, Revision
from armybuilder.books.revisions import (
    MOST_WORDS,
    Written,
    change_draft,
    write_draft,
)
from rulesets.books.load import BookError
from rulesets.documents.document_edits import (
    MOST_EDITS,
    DocumentEditError,
    apply_edits,
)
from rulesets.documents.json import sha256

NO_DRAFT = "There is no such draft."
READ_ONLY = "You may read this draft, and not change it."
NOT_YOURS = "Reviewers and owners answer to this draft, and you are neither."
IF_MADE_FROM = if_match(
    'The revision that it was made from, as "3"; or * for the newest.'
)
WRITING = (
    *(*BODY, *MINE, "bad-header", "stale", "revision-missing", "merge-clash"),
    *("keeping-spent", "work-spent"),
)
MERGED = (
    "Name the revision that it was made from, in If-Match or in the body. What others"
    " wrote since is merged with it. Where both changed one place, each in its own way,"
    " nothing is written: 409 with every such place, the values, and who wrote `theirs`"
    " when. Send it again, at"
    " the same revision, with `choices` for these places and as `told` the revision"
    " that they were told of. What is no book is refused with `findings`."
)
_HOW = {
    "revision": {"type": "integer", "minimum": 0},
    "what": {**TEXT, "maxLength": MOST_WORDS, "description": "For the history."},
    "choices": ref("Choices"),
    "told": {"type": "integer", "minimum": 0},
}
HOW = ("revision", "what", "choices", "told")
"""The members of a body that say how it is written."""


# -- who ----------------------------------------------------------------------------


def drafts_of(user: User, right: Right = Right.SEE) -> QuerySet[Any]:
    """Return the books whose drafts somebody may read, with what a summary tells."""
    roles = BookRole.objects.filter(book=OuterRef("pk"), person=user)
    revisions = Revision.objects.filter(book=OuterRef("pk")).order_by("-number")
    last = published().filter(book=OuterRef("pk")).order_by("-number")
    return books_with(user, right).annotate(
        own_role=Subquery(roles.values("role")[:1]),
        revision=Subquery(revisions.values("number")[:1]),
        edition=Subquery(last.values("number")[:1]),
    )


def readable_draft(request: Request, key: str, right: Right = Right.SEE) -> Any:
    """Return a draft that the person may read; another's is not there."""
    found = drafts_of(owner_of(request), right).filter(key=key).first()
    if found is None:
        raise NotFound(NO_DRAFT)
    return found


@contextmanager
def writing(
    request: Request, key: str, right: Right = Right.EDIT, *, seen: Right = Right.SEE
) -> Iterator[Any]:
    """Give a draft, locked until the block ends, whose work the person pays for.

    Who has not even the right ``seen`` learns nothing of it.

    Raises
    ------
    NotFound, Refused
        If there is none that the person may read, or the right is not theirs.
    """
    user = owner_of(request)
    with paying(request._request), transaction.atomic():
        rows = drafts_of(user, seen).select_for_update(of=("self",))
        found = rows.filter(key=key).first()
        if found is None:
            raise NotFound(NO_DRAFT)
        if not (permitted(user, right) and may(user, right, found)):
            raise Refused("forbidden", NOT_YOURS if right == Right.SIGN else READ_ONLY)
        yield found


# -- what is answered ---------------------------------------------------------------


def summary(request: Request, book: Any) -> dict[str, Any]:
    """Return a draft of `drafts_of` without its document."""
    return {
        "key": book.key,
        "name": book.name,
        "game": book.game,
        "role": book.own_role,
        "revision": book.revision or 0,
        "changed_at": book.changed_at.isoformat(),
        "edition": book.edition,
        "url": reverse("api:draft", args=[book.key], request=request),
        "findings": reverse("api:findings", args=[book.key], request=request),
    }


def whole(request: Request, book: Any, document: Any) -> dict[str, Any]:
    """Return a draft with its document."""
    said = summary(request, book)
    return {**said, "sha256": sha256(document), "document": document}


def written_answer(request: Request, book: Any, written: Written) -> Response:
    """Answer with a draft that was written; what is kept of it is counted.

    Raises
    ------
    Refused
        If it was not, since places clash.
    """
    if written.clashes:
        raise _clashing(book, written)
    if written.revision != book.revision:
        kept = Revision.objects.get(book=book, number=written.revision)
        count_bytes(request._request, kept.differences)
    book.revision = written.revision
    return answer(whole(request, book, written.document))


def _clashing(book: Any, written: Written) -> Refused:
    places = ", ".join(clash.at or "/" for clash in written.clashes[:MOST_NAMED])
    more = len(written.clashes) - MOST_NAMED
    and_more = f" and {more} more" if more > 0 else ""
    return Refused(
        "merge-clash",
        f"Changed by somebody else too, up to revision {written.revision}:"
        f" {places}{and_more}. Nothing was written.",
        revision=written.revision,
        clashes=_told_clashes(book, written),
    )


def _told_clashes(book: Any, written: Written) -> list[dict[str, Any]]:
    """Return all places that clash, each with who wrote what is theirs, and when."""
    writers = writers_of(book, written.revision, written.clashes)
    return [
        {**clash.as_document(), **_written_by(writers.get(clash.at))}
        for clash in written.clashes
    ]


def _written_by(row: Revision | None) -> dict[str, Any]:
    if row is None:
        return {"theirs_by": None, "theirs_at": None}
    who = row.made_by.get_username() if row.made_by else None
    return {"theirs_by": who, "theirs_at": row.made_at.isoformat()}


MOST_NAMED = 8
"""Most places that a sentence names; `clashes` has them all."""


# -- views --------------------------------------------------------------------------


@extend_schema(
    operation_id="list_drafts",
    methods=["GET"],
    tags=["Drafts"],
    summary="The drafts of books that you may read",
    description="Those in which you are owner, editor or reviewer.",
    parameters=[
        OpenApiParameter("game", str, description="Only books of this game."),
        *PAGING,
    ],
    responses=answers(
        {200: listed("DraftSummary")},
        *("bad-parameter", "not-signed-in", "not-found"),
    ),
)
@extend_schema(
    operation_id="create_draft",
    methods=["POST"],
    tags=["Drafts"],
    summary="Begin a book from a document",
    description="You become its owner. Only authors may.",
    parameters=[IDEMPOTENCY_KEY],
    request=posted(obj({"document": ref("BookDocument")}, ["document"])),
    examples=[EXAMPLE_BOOK],
    responses=answers(
        {201: ref("DraftSummary")},
        *(*BODY, *ONCE, "not-signed-in", "forbidden", "key-taken"),
        *("keeping-spent", "work-spent"),
    ),
)
@api_view(["GET", "POST"])
@permission_classes([IsAuthenticated])
@takes(GET=("game", *PAGES))
def drafts(request: Request) -> Response:
    user = owner_of(request)
    if request.method == "POST":
        if not may_begin(user):
            raise Refused("forbidden", "Only authors begin books.")
        return answer_new(answered_before(request) or _begun(request))
    found = drafts_of(user)
    if "game" in request.query_params:
        found = found.filter(game=request.query_params["game"])
    return paged(request, found, lambda book: summary(request, book))


def _begun(request: Request) -> Any:
    sent = body(request, ("document",))
    user = owner_of(request)
    with paying(request._request):
        document = posted_book(sent["document"])

        def make() -> dict[str, Any]:
            refuse_full(request)
            try:
                import_books([document], user, _refuse_taken)
            except DraftChanged:
                raise _taken(document) from None
            count_bytes(request._request, document)
            return summary(request, drafts_of(user).get(key=document["key"]))

        return once(request, make)


def _refuse_taken(plan: Plan) -> None:
    if plan.book is not None:
        raise _taken(plan.document)


def _taken(document: Any) -> Refused:
    text = f"There is a book {document['key']!r} already."
    return Refused("key-taken", text, "/document/key")


@extend_schema(
    operation_id="read_draft",
    methods=["GET"],
    tags=["Drafts"],
    summary="A draft with its whole document",
    description="Its revision is the ETag. While its author is at work the document may"
    " hold what is no book yet; `findings` leads to all that is wrong in it.",
    responses=answers({200: ref("Draft")}, "not-signed-in", "not-found"),
)
@extend_schema(
    operation_id="replace_draft",
    methods=["PUT"],
    tags=["Drafts"],
    summary="Write the whole document of a draft",
    description=MERGED,
    parameters=[IF_MADE_FROM],
    request=posted(obj({"document": ref("BookDocument"), **_HOW}, ["document"])),
    examples=[EXAMPLE_DRAFT],
    responses=answers({200: ref("Draft")}, *WRITING),
)
@api_view(["GET", "PUT"])
@permission_classes([IsAuthenticated])
@takes()
def draft(request: Request, key: str) -> Response:
    if request.method == "PUT":
        return _replaced(request, key)
    found = readable_draft(request, key)
    read = read_draft(found)
    found.revision = read.revision
    return answer(whole(request, found, read.document))


def _replaced(request: Request, key: str) -> Response:
    with writing(request, key) as book:
        sent = body(request, ("document",), HOW)
        how = posted_how(request, sent, book, "Written over the API")
        document = sent["document"]
        refuse_full(request)
        try:
            written = write_draft(book, document, owner_of(request), **how)
        except BookError as problem:
            raise refuse_no_book(document, problem) from None
    return written_answer(request, book, written)


@extend_schema(
    operation_id="edit_draft",
    tags=["Drafts"],
    summary="Make edits of a draft by places: all of them, or none",
    description=f"{MERGED} A place is a JSON pointer in which a part of a list goes by"
    " its key, item or title: /units/orcs/points. `set` gives it a `value`; `add` puts"
    " the part `value` into the list `at`, `move` moves the part `at`, both in front of"
    " the part `before` or to the end; `remove` takes it out.",
    parameters=[IF_MADE_FROM],
    request=posted(
        obj(
            {
                "edits": {
                    **array(ref("DocumentEdit")),
                    "minItems": 1,
                    "maxItems": MOST_EDITS,
                },
                **_HOW,
            },
            ["edits"],
        )
    ),
    examples=[EXAMPLE_DRAFT_EDITS],
    responses=answers({200: ref("Draft")}, *WRITING, "edit-refused"),
)
@api_view(["POST"])
@permission_classes([IsAuthenticated])
@takes()
def edit(request: Request, key: str) -> Response:
    with writing(request, key) as book:
        sent = body(request, ("edits",), HOW)
        edits = posted_edits(sent["edits"])
        how = posted_how(request, sent, book, "Edited over the API")
        what = how.pop("what")
        made: list[Any] = []

        def make(base: Any) -> tuple[Any, str]:
            made.append(apply_edits(base, edits))
            return made[0], what

        refuse_full(request)
        try:
            written = change_draft(book, make, owner_of(request), **how)
        except DocumentEditError as problem:
            text = f"At {problem.where or '/'}: {problem.text}."
            raise Refused("edit-refused", text, "/edits") from None
        except BookError as problem:
            text = f"No book any more: at {problem.where or '/'}: {problem.text}."
            found = told_refusals(made[0])
            raise Refused("bad-document", text, "/edits", findings=found) from None
    return written_answer(request, book, written)
