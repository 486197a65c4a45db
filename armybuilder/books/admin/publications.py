"""Pages of a book in the admin that come before an edition: sign-off, and its time."""

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from armybuilder.accounts.models import User
from armybuilder.books.admin.findings import (
    check_page,
    find_book,
    grouped,
    linked,
    may_write,
)
from armybuilder.books.admin.forms import PublishForm
from armybuilder.books.admin.stale import log_change
from armybuilder.books.authors import Right, may
from armybuilder.books.book_tests import reds
from armybuilder.books.checks import check_draft
from armybuilder.books.differences import differences_of_books
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.editions import judged_tests, last_edition, next_number
from armybuilder.books.example_armies import search_of
from armybuilder.books.fairness_report import known_fairness, told_fairness
from armybuilder.books.impact_report import told_impact
from armybuilder.books.models import Book
from armybuilder.books.publications import (
    cancel_publication,
    plan_publication,
    shown_publication,
)
from armybuilder.books.refusals import PublishError, SignOffError
from armybuilder.books.sign_offs import (
    answer_draft,
    ask_for_sign_off,
    is_only_author,
    sign_off_state,
)
from rulesets.documents.json import sha256


class PlanForm(PublishForm):
    """A draft that was looked at, with the time at which it is published.

    The time stands in the form that publishes at once, too: a browser must not ask it.
    """

    use_required_attribute = False

    due_at = forms.DateTimeField(
        widget=forms.DateTimeInput(
            attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
        )
    )


class AnswerForm(forms.Form):
    """The answer of a reviewer to the draft that they looked at."""

    checked = forms.CharField(max_length=64, widget=forms.HiddenInput())
    words = forms.CharField(
        required=False,
        max_length=2000,
        help_text="The authors read it; needed where you ask for changes.",
        widget=forms.Textarea(attrs={"rows": 4, "class": "vLargeTextField"}),
    )


def draft_at_hand(request: HttpRequest, book: Book) -> dict[str, Any]:
    """Return all that is known of a draft before it is published.

    Its findings, what would change, its book tests, impact and fairness in a sentence
    each, what reviewers said, and whether it waits for its time.
    """
    document = read_draft(book).document
    newest = last_edition(book.key)
    may_mend = may_write(request, book)
    tests = judged_tests(book, document)
    here = sha256(document)
    report = known_fairness(document, newest) if newest else None
    return {
        "book": book,
        "newest": newest,
        "number": next_number(book),
        **grouped(linked(book, check_draft(document), may_open=may_mend)),
        "may_mend": may_mend,
        "changes": differences_of_books(newest.document, document) if newest else (),
        "search": search_of(document),
        "impact": told_impact(document, newest) if newest else "",
        "fairness": told_fairness(report, newest),
        "report": report,
        "tests": tests,
        "reds": reds(tests),
        "sign_off": sign_off_state(book, here, newest),
        **publication_context(book, here),
        "checked": here,
    }


def publication_context(book: Book, here: str = "") -> dict[str, Any]:
    """Return what a page tells of a draft that waits, or was refused at its time.

    ``here`` is the hash of the draft where the page knows it.
    """
    shown = shown_publication(book)
    if shown is None or not shown.is_waiting:
        return {"publication": shown}
    return {
        "publication": shown,
        "is_due": shown.due_at <= timezone.now(),
        "is_changed": shown.sha256 != (here or sha256(read_draft(book).document)),
        "next_number": next_number(book),
    }


@require_safe
def show_sign_off(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Show what a reviewer signs: every change since the last edition, and the rest."""
    book = find_book(request, pk, right=Right.SEE)
    user = cast(User, request.user)
    found = draft_at_hand(request, book)
    newest = found["newest"]
    may_sign = may(user, Right.SIGN, book) and (newest is None or found["changes"])
    context |= found | {
        "title": f"Sign off the draft of {book}",
        "may_mend": False,
        "may_sign": may_sign,
        "is_only_author": may_sign and is_only_author(book, user, newest),
        "form": AnswerForm(initial={"checked": found["checked"]}),
    }
    return TemplateResponse(request, "admin/books/book/sign_off.html", context)


@require_POST
@transaction.atomic
def answer(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    """Sign the draft off, or ask for changes of it."""
    book = find_book(request, pk, right=Right.SIGN, lock=True)
    here = HttpResponseRedirect(reverse("admin:books_book_sign_off", args=[pk]))
    form = AnswerForm(request.POST)
    if not form.is_valid():
        long = "Your words are longer than 2,000 characters."
        words = long if "words" in form.errors else "Look at the draft first."
        messages.error(request, f"Not kept. {words}")
        return here
    said, user = form.cleaned_data, cast(User, request.user)
    is_approval = request.POST.get("answer") == "sign"
    try:
        answer_draft(
            book,
            user,
            last_edition(book.key),
            checked=said["checked"],
            is_approval=is_approval,
            words=said["words"],
        )
    except SignOffError as problem:
        messages.error(request, f"Not kept. {problem}")
        return here
    done = "You signed the draft off." if is_approval else "You asked for changes."
    messages.success(request, done)
    return here


@require_POST
def set_sign_off(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Say whether the book is published only when it is signed off."""
    book = find_book(request, pk, right=Right.MANAGE)
    asks = request.POST.get("asks") == "yes"
    user = cast(User, request.user)
    ask_for_sign_off(book, user, asks=asks)
    words = "needs a reviewer's sign-off" if asks else "needs no sign-off"
    log_change(user, book, f"An edition {words} now.")
    messages.success(request, f"An edition {words} now.")
    return HttpResponseRedirect(reverse("admin:books_book_people", args=[pk]))


@require_POST
@transaction.atomic
def plan(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    """Have the draft that was checked published at a time."""
    book = find_book(request, pk, right=Right.PUBLISH, lock=True)
    form = PlanForm(request.POST)
    try:
        if not form.is_valid():
            raise PublishError(_form_problem(form))
        said, user = form.cleaned_data, cast(User, request.user)
        planned = plan_publication(
            book, user, said["due_at"], said["notes"], said["checked"]
        )
    except PublishError as problem:
        messages.error(request, f"Not planned. {problem}")
        return check_page(pk)
    when = timezone.localtime(planned.due_at).isoformat(timespec="minutes")
    words = f"Revision {planned.revision} will be published at {when}."
    log_change(user, book, words)
    messages.success(request, words)
    return check_page(pk)


def _form_problem(form: PlanForm) -> str:
    if "checked" in form.errors:
        return "Check the draft first."
    if "notes" in form.errors:
        return "The notes are longer than 5,000 characters."
    return "Name a date and a time, such as 2026-12-01T18:00."


@require_POST
def cancel_plan(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    """Cancel the publication that waits for its time."""
    book = find_book(request, pk, right=Right.PUBLISH)
    user = cast(User, request.user)
    if cancel_publication(book, user) is None:
        messages.warning(request, "No draft waits to be published any more.")
    else:
        log_change(user, book, "Cancelled the publication that waited for its time.")
        messages.success(request, "It will not be published.")
    return check_page(pk)


PAGES = (
    ("sign-off/", show_sign_off, "sign_off"),
    ("sign-off/answer/", answer, "answer_draft"),
    ("sign-off/ask/", set_sign_off, "set_sign_off"),
    ("publish/plan/", plan, "plan"),
    ("publish/cancel/", cancel_plan, "cancel_plan"),
)
"""Addresses below a book, each with its view and its name."""
