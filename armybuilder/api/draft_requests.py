"""Requests to write a draft: the book, the edits and the choices that they hold."""

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request

from armybuilder.api.errors import Refused
from armybuilder.api.preconditions import seen_revision
from armybuilder.api.request_data import posted_whole, within
from armybuilder.books.parts import normal
from armybuilder.books.revisions import MOST_WORDS
from rulesets.books.checks.check import check_book
from rulesets.books.checks.finding import ERROR, finding_document
from rulesets.books.load import BookError, read_book
from rulesets.documents.document_edits import (
    DocumentEdit,
    DocumentEditError,
    read_edits,
)
from rulesets.documents.json import DocumentError
from rulesets.documents.merge import MINE as OWN_VALUE
from rulesets.documents.merge import THEIRS


def refuse_no_book(document: Any, problem: BookError) -> Refused:
    """Return the refusal of a document that is no book, with all that is wrong in it.

    It is the member ``document`` of the body.
    """
    at = within("/document", problem)
    return Refused("bad-document", at.text, at.where, findings=told_refusals(document))


def told_refusals(document: Any) -> list[dict[str, Any]]:
    """Return all that keeps a document from being a book."""
    return [finding_document(one) for one in check_book(document) if one.level == ERROR]


def posted_book(document: Any) -> Any:
    """Return the book document of a body, as this site writes it.

    Raises
    ------
    Refused
        If it is no book, or holds what the tables cannot keep.
    """
    try:
        read_book(document)
        return normal(document)
    except BookError as problem:
        raise refuse_no_book(document, problem) from None


def posted_choices(sent: Mapping[str, Any], newest: int) -> dict[str, str]:
    """Return whose value stands at places that clashed; none where these are old.

    Raises
    ------
    DocumentError
        If they are none, or do not say of which revision they were told.
    """
    if "choices" not in sent:
        return {}
    choices = sent["choices"]
    if not isinstance(choices, dict):
        raise DocumentError("/choices", "expected an object of places")
    for at, choice in choices.items():
        if choice not in (OWN_VALUE, THEIRS):
            text = f"expected {OWN_VALUE} or {THEIRS} for the place {at[:80]!r}"
            raise DocumentError("/choices", text)
    if "told" not in sent:
        raise DocumentError(
            "", "missing: told, the revision of the answer with clashes"
        )
    # Who was told of an older state has not seen what they would write over.
    return choices if posted_whole(sent, "told") == newest else {}


def posted_words(sent: Mapping[str, Any], usual: str) -> str:
    """Return what the history shall call a change."""
    what = sent.get("what", usual)
    if not isinstance(what, str) or len(what) > MOST_WORDS:
        text = f"expected a text of at most {MOST_WORDS} characters"
        raise DocumentError("/what", text)
    return " ".join(what.split()) or usual


def posted_edits(documents: Any) -> tuple[DocumentEdit, ...]:
    try:
        edits = read_edits(documents)
    except DocumentEditError as problem:
        raise within("/edits", problem) from None
    if not edits:
        raise DocumentError("/edits", "expected at least one edit")
    return edits


def posted_how(
    request: Request, sent: Mapping[str, Any], book: Any, usual: str
) -> dict[str, Any]:
    """Return how a draft is written: from which revision, in words, with choices."""
    newest = book.revision or 0
    return {
        "seen": seen_revision(request, newest, sent),
        "what": posted_words(sent, usual),
        "choices": posted_choices(sent, newest),
    }
