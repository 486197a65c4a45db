"""The history of a draft in the admin: its revisions, and taking them back."""

from typing import Any, cast

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from armybuilder.accounts.models import User
from armybuilder.books.admin.clash_words import clash_words, value_words
from armybuilder.books.admin.findings import find_book, may_write
from armybuilder.books.admin.job_page import number_in
from armybuilder.books.authors import Right
from armybuilder.books.draft_history import history
from armybuilder.books.models import Book
from armybuilder.books.revisions import (
    Written,
    newest_revision,
    redo,
    revert,
    revert_to,
    undo,
    undo_depth,
)
from rulesets.documents.json import DocumentError
from rulesets.documents.merge import MINE, THEIRS, MergeClash

PAGE = 50
"""Revisions that a page shows."""


@require_safe
def show_revisions(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    book = find_book(request, pk, right=Right.SEE)
    return _page(request, context, book)


def _page(
    request: HttpRequest, context: dict[str, Any], book: Book, **more: Any
) -> HttpResponse:
    shown = history(book, number_in(request, "before") or None, PAGE)
    can_undo, can_redo = undo_depth(book, cast(User, request.user))
    context |= {
        "title": f"History of the draft of {book}",
        "book": book,
        "revisions": shown,
        "older": shown[-1].row.number if len(shown) == PAGE else None,
        "may_write": may_write(request, book),
        "can_undo": can_undo,
        "can_redo": can_redo,
        **more,
    }
    page = "admin/books/book/revisions.html"
    status = 409 if more.get("clashes") else 200
    return TemplateResponse(request, page, context, status=status)


@require_POST
@transaction.atomic
def revert_revision(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Take one revision back; clashes with later ones are asked."""
    book = find_book(request, pk, lock=True)
    number = number_in(request, "number")
    choices = sent_choices(request, book)
    user = cast(User, request.user)
    try:
        written = revert(book, number, user, choices=choices)
    except DocumentError as problem:
        messages.error(request, f"Not taken back. {problem}.")
        return _history_page(book)
    if written.clashes:
        words = clash_words(book, written, user)
        clashes = [asked_clash(clash, words[clash.at]) for clash in written.clashes]
        asked: dict[str, Any] = {"clashes": clashes, "number": number}
        asked["told"] = written.revision
        return _page(request, context, book, **asked, choices=choices)
    messages.success(request, f"Revision {number} was taken back.")
    return _history_page(book)


def sent_choices(request: HttpRequest, book: Book) -> dict[str, str]:
    """Return whose value a form chooses at each place that clashed.

    Who was told of an older state has not seen what they would write over.
    """
    if number_in(request, "told") != newest_revision(book):
        return {}
    return {
        name.removeprefix("at:"): value
        for name, value in request.POST.items()
        if name.startswith("at:") and value in (MINE, THEIRS)
    }


def asked_clash(clash: MergeClash, told: str = "") -> dict[str, str]:
    """Return a clash in words: what stood before, what stands now, and who wrote it."""
    return {
        "at": clash.at,
        "before": value_words(clash.mine),
        "now": value_words(clash.theirs),
        "told": told,
    }


@require_POST
def go_back(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    """Make the draft what it was at a revision."""
    book = find_book(request, pk)
    number = number_in(request, "number")
    try:
        revert_to(book, number, cast(User, request.user))
    except DocumentError as problem:
        messages.error(request, f"Nothing was changed. {problem}.")
        return _history_page(book)
    messages.success(request, f"The draft is as it was at revision {number}.")
    return _history_page(book)


@require_POST
def undo_edit(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    """Take the last own edit back that stands."""
    book = find_book(request, pk)
    return _stepped(request, book, undo, "Undone.", "There is nothing to undo.")


@require_POST
def redo_edit(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    """Make the own edit again that was undone last."""
    book = find_book(request, pk)
    return _stepped(request, book, redo, "Made again.", "There is nothing to redo.")


def _stepped(
    request: HttpRequest, book: Book, step: Any, done: str, nothing: str
) -> HttpResponse:
    try:
        written: Written | None = step(book, cast(User, request.user))
    except DocumentError as problem:
        messages.error(request, f"Nothing was changed. {problem}.")
        return _history_page(book)
    if written is None:
        messages.warning(request, nothing)
    elif written.clashes:
        where = ", ".join(clash.at for clash in written.clashes)
        messages.error(
            request,
            f"Nothing was changed: somebody changed the same since, at {where}. "
            "Take the revision back below to choose.",
        )
    else:
        messages.success(request, done)
    return _history_page(book)


def _history_page(book: Book) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse("admin:books_book_revisions", args=[book.pk]))
