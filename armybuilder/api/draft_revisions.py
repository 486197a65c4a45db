"""The history of a draft, and taking one of its revisions back."""

from collections.abc import Mapping, Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.api.answers import BODY, MINE, answers
from armybuilder.api.armies import refuse_full
from armybuilder.api.draft_requests import posted_choices
from armybuilder.api.drafts import readable_draft, writing, written_answer
from armybuilder.api.errors import Refused
from armybuilder.api.examples import EXAMPLE_REVERT, EXAMPLE_STEP
from armybuilder.api.openapi import INTEGER, PAGING, listed, obj, posted, ref
from armybuilder.api.pages import PAGES, paged
from armybuilder.api.preconditions import if_match, refuse_other_revision
from armybuilder.api.request_data import body, owner_of, posted_whole, takes
from armybuilder.armies.allowances import paying
from armybuilder.books import revisions
from armybuilder.books.draft_history import ToldRevision, history
from armybuilder.books.revisions import RevisionError
from rulesets.books.load import BookError
from rulesets.documents.json import DocumentError

IF_STILL_AT = if_match('If sent, only this revision of the draft is meant: "3".')
MOST_CHANGES = 100
"""Most changes of one revision that are told one by one."""


class _History(Sequence[ToldRevision]):
    """The revisions of a draft, the newest first, read a page at a time."""

    def __init__(self, book: Any) -> None:
        self._book = book

    def __len__(self) -> int:
        return self._book.revision or 0

    def __getitem__(self, page: Any) -> Any:
        first, last, _ = page.indices(len(self))
        return history(self._book, len(self) - first + 1, last - first)


def revision_document(told: ToldRevision) -> dict[str, Any]:
    """Return a revision with the sentences of what it changed."""
    row = told.row
    return {
        "number": row.number,
        "made_at": row.made_at.isoformat(),
        "made_by": row.made_by.get_username() if row.made_by else None,
        "what": row.what,
        "takes_back": row.takes_back,
        "changes": [one.text for one in told.changes[:MOST_CHANGES]],
        "more": max(0, len(told.changes) - MOST_CHANGES),
    }


@extend_schema(
    operation_id="list_draft_revisions",
    tags=["Drafts"],
    summary="The history of a draft, the newest first",
    parameters=[*PAGING],
    responses=answers(
        {200: listed("DraftRevision")},
        *("bad-parameter", "not-signed-in", "not-found", "work-spent"),
    ),
)
@api_view(["GET"])
@permission_classes([IsAuthenticated])
@takes(GET=PAGES)
def list_revisions(request: Request, key: str) -> Response:
    book = readable_draft(request, key)
    with paying(request._request):
        return paged(request, _History(book), revision_document)


@extend_schema(
    operation_id="revert_draft",
    tags=["Drafts"],
    summary="Take one revision of a draft back",
    description="What was written later stays. Where that changed the same places"
    " nothing is written: 409 with each of them, `mine` the value before the revision"
    " and `theirs` the one of now. Send it again with `choices` and `told`.",
    request=posted(
        obj(
            {
                "number": {**INTEGER, "minimum": 2},
                "choices": ref("Choices"),
                "told": {**INTEGER, "minimum": 0},
            },
            ["number"],
        )
    ),
    examples=[EXAMPLE_REVERT],
    responses=answers(
        {200: ref("Draft")},
        *(*BODY, *MINE, "merge-clash", "keeping-spent", "work-spent"),
    ),
)
@api_view(["POST"])
@permission_classes([IsAuthenticated])
@takes()
def revert(request: Request, key: str) -> Response:
    with writing(request, key) as book:
        sent = body(request, ("number",), ("choices", "told"))
        number = posted_whole(sent, "number")
        choices = posted_choices(sent, book.revision or 0)
        refuse_full(request)
        try:
            written = revisions.revert(book, number, owner_of(request), choices=choices)
        except (RevisionError, BookError) as problem:
            at = f"at {problem.where}: " if problem.where else ""
            text = f"not taken back: {at}{problem.text}"
            raise DocumentError("/number", text) from None
    return written_answer(request, book, written)


STEPS: Mapping[str, tuple[Any, str]] = {
    "undo": (revisions.undo, "There is nothing to undo."),
    "redo": (revisions.redo, "There is nothing to redo."),
}
"""Steps in one's own edits, and what is told where there are none."""


@extend_schema(
    operation_id="step_draft",
    tags=["Drafts"],
    summary="Undo your last edit that stands, or redo what you undid last",
    description="What others wrote stays. Where they changed the same since, nothing is"
    " written: the answer tells the places, and the revision may be taken back with"
    " `choices`. With If-Match it is done only at that revision.",
    parameters=[IF_STILL_AT],
    request=posted(obj({"step": {"enum": list(STEPS)}}, ["step"])),
    examples=[EXAMPLE_STEP],
    responses=answers(
        {200: ref("Draft")},
        *(*BODY, *MINE, "bad-header", "stale", "nothing-to-undo", "merge-clash"),
        *("keeping-spent", "work-spent"),
    ),
)
@api_view(["POST"])
@permission_classes([IsAuthenticated])
@takes()
def step_draft(request: Request, key: str) -> Response:
    with writing(request, key) as book:
        name = body(request, ("step",))["step"]
        if not isinstance(name, str) or name not in STEPS:
            raise DocumentError("/step", f"expected one of {', '.join(STEPS)}")
        refuse_other_revision(request, book.revision or 0)
        refuse_full(request)
        step, nothing = STEPS[name]
        try:
            written = step(book, owner_of(request))
        except (RevisionError, BookError) as problem:
            at = f"at {problem.where}: " if problem.where else ""
            raise DocumentError(
                "/step", f"nothing was changed: {at}{problem.text}"
            ) from None
    if written is None:
        raise Refused("nothing-to-undo", nothing)
    return written_answer(request, book, written)
