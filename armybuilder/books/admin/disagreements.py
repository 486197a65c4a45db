"""Pages of a book in the admin: what players hold against its rules."""

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_POST, require_safe

from armybuilder.accounts.models import User
from armybuilder.books.admin.findings import find_book, may_write
from armybuilder.books.admin.stale import log_change
from armybuilder.books.authors import Right
from armybuilder.books.disagreements import (
    answer_disagreement,
    by_draft,
    by_edition,
    grouped_disagreements,
    keep_as_test,
    open_disagreements,
)
from armybuilder.books.models import Book, Disagreement, DisagreementState
from armybuilder.books.parts import as_file
from rulesets.books.sample_armies import BookTestsError
from rulesets.core.subject import so_many


class AnswerForm(forms.Form):
    """The answer to a player, and what becomes of the rule."""

    state = forms.ChoiceField(
        label="What becomes of it",
        choices=[
            (DisagreementState.ANSWERED, "Answered"),
            (DisagreementState.MENDED, "Mended in the draft"),
            (DisagreementState.KEPT, "The rule stays as it is"),
        ],
        initial=DisagreementState.ANSWERED,
    )
    answer = forms.CharField(
        label="Answer",
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Who sent it reads this.",
    )
    whole_group = forms.BooleanField(
        label="The same for every open one of this rule and edition", required=False
    )


@require_safe
def show_disagreements(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Show what players hold against the rules of a book, by rule and edition."""
    book = find_book(request, pk, right=Right.SEE)
    context |= {
        "title": f"What players disagree with in {book}",
        "book": book,
        "groups": grouped_disagreements(book),
        "open_count": open_disagreements(book),
    }
    page = "admin/books/book/disagreements.html"
    return TemplateResponse(request, page, context)


@require_safe
def show_disagreement(
    request: HttpRequest, context: dict[str, Any], pk: int, number: int
) -> HttpResponse:
    """Show one disagreement, with its army as the edition and the draft judge it."""
    book = find_book(request, pk, right=Right.SEE)
    return _page(request, context, book, _found(book, number), AnswerForm())


def _found(book: Book, number: int) -> Disagreement:
    rows = book.disagreements.select_related("book", "sent_by", "answered_by")
    return get_object_or_404(rows, pk=number)


def _page(
    request: HttpRequest,
    context: dict[str, Any],
    book: Book,
    row: Disagreement,
    form: AnswerForm,
) -> HttpResponse:
    edition, draft = by_edition(row), by_draft(row)
    context |= {
        "title": f"Disagreement with “{row.rule or row.code}”",
        "book": book,
        "row": row,
        "edition": edition,
        "draft": draft,
        "army": edition.review or draft.review,
        "document": as_file(row.roster),
        "form": form,
        "may_write": may_write(request, book),
    }
    status = 400 if form.errors else 200
    page = "admin/books/book/disagreement.html"
    return TemplateResponse(request, page, context, status=status)


@require_POST
def answer(
    request: HttpRequest, context: dict[str, Any], pk: int, number: int
) -> HttpResponse:
    """Answer one disagreement, or all open ones of its rule and edition."""
    book = find_book(request, pk)
    row = _found(book, number)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return _page(request, context, book, row, form)
    said = form.cleaned_data
    user = cast(User, request.user)
    count = answer_disagreement(
        row,
        user,
        DisagreementState(said["state"]),
        said["answer"],
        whole_group=said["whole_group"],
    )
    what = f"Answered {so_many(count, 'disagreement')} with {row.rule}."
    log_change(user, book, what)
    messages.success(request, what)
    return _queue(book)


@require_POST
def keep_as_book_test(
    request: HttpRequest, context: dict[str, Any], pk: int, number: int
) -> HttpResponse:
    """Keep the army of a disagreement, as the draft judges it, as a book test."""
    book = find_book(request, pk)
    row = _found(book, number)
    try:
        test = keep_as_test(row, cast(User, request.user))
    except BookTestsError as problem:
        messages.error(request, f"Not kept as a book test: {problem.text}.")
        address = reverse("admin:books_book_disagreement", args=[book.pk, row.pk])
        return HttpResponseRedirect(address)
    tests = reverse("admin:books_book_tests", args=[book.pk])
    text = '“{}” is a book test now. <a href="{}#test-{}">See it</a>'
    messages.success(request, format_html(text, test.title, tests, test.pk))
    return _queue(book)


def _queue(book: Book) -> HttpResponseRedirect:
    return HttpResponseRedirect(
        reverse("admin:books_book_disagreements", args=[book.pk])
    )


PAGES = (
    ("disagreements/", show_disagreements, "disagreements"),
    ("disagreements/<int:number>/", show_disagreement, "disagreement"),
    ("disagreements/<int:number>/answer/", answer, "answer_disagreement"),
    ("disagreements/<int:number>/keep/", keep_as_book_test, "keep_disagreement"),
)
"""Addresses below a book, each with its view and its name."""
