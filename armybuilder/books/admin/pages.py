"""Pages of a book in the admin: check, publish, export."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_POST, require_safe

from armybuilder.accounts.models import User
from armybuilder.books.admin.findings import (
    check_page,
    find_book,
)
from armybuilder.books.admin.forms import PublishForm
from armybuilder.books.admin.publications import PlanForm, draft_at_hand
from armybuilder.books.authors import Right, has_role
from armybuilder.books.disagreements import open_disagreements
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.editions import give_trial, publish
from armybuilder.books.models import Book, Edition
from armybuilder.books.parts import as_file
from armybuilder.books.refusals import PublishError
from rulesets.documents.forms import FORMS, JSON

View = Callable[..., HttpResponse]


def for_people(view: View, book_admin: admin.ModelAdmin) -> View:
    """Return the view with the admin's context, for authors and people of books.

    Views find their book by the right that they need; whoever has a role in some book
    comes that far, even if the admin is otherwise closed to them.
    """

    def refused(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        raise PermissionDenied

    closed = book_admin.admin_site.admin_view(refused)

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = cast(User, request.user)
        is_author = user.is_staff and book_admin.has_change_permission(request)
        if not is_author and not has_role(user):
            return closed(request, *args, **kwargs)
        context = {
            **book_admin.admin_site.each_context(request),
            "opts": Book._meta,
            "media": book_admin.media["css"],
            # The bar of the book leads on; its pages need the width.
            "is_nav_sidebar_enabled": False,
        }
        return view(request, context, *args, **kwargs)

    return never_cache(csrf_protect(guarded))


@require_safe
def check_book(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    book = find_book(request, pk, right=Right.SEE)
    found = draft_at_hand(request, book)
    is_clean = found["may_mend"] and not found["errors"]
    waits = found["publication"] is not None and found["publication"].is_waiting
    unsigned = book.asks_sign_off and bool(found["sign_off"].refusal)
    context |= found | {
        "title": f"Check the draft of {book}",
        "open_disagreements": open_disagreements(book),
        "may_publish": is_clean
        and not (found["reds"] or waits or unsigned)
        and (found["newest"] is None or bool(found["changes"])),
        "may_try": is_clean,
        "form": PlanForm(initial={"checked": found["checked"]}),
    }
    return TemplateResponse(request, "admin/books/book/check.html", context)


@require_POST
@transaction.atomic
def publish_book(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    book = find_book(request, pk, right=Right.PUBLISH, lock=True)
    try:
        _freeze_checked(request, book, publish, "is published")
    except PublishError as problem:
        messages.error(request, f"Not published. {problem}")
    return check_page(pk)


@require_POST
@transaction.atomic
def give_book_trial(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Give the draft to the people of the book as a trial edition."""
    book = find_book(request, pk, right=Right.PUBLISH, lock=True)
    try:
        _freeze_checked(request, book, give_trial, "is on trial")
    except PublishError as problem:
        messages.error(request, f"Not given. {problem}")
    return check_page(pk)


def _freeze_checked(
    request: HttpRequest,
    book: Book,
    freeze: Callable[[Book, User, str, str], Edition],
    done: str,
) -> None:
    """Freeze the draft that a form names as an edition, and say that it is done.

    Raises
    ------
    PublishError
        If the form names no draft, its notes are too long, or the draft is refused.
    """
    form = PublishForm(request.POST)
    if not form.is_valid():
        long = "The notes are longer than 5,000 characters."
        raise PublishError(long if "notes" in form.errors else "Check the draft first.")
    said = form.cleaned_data
    edition = freeze(book, cast(User, request.user), said["notes"], said["checked"])
    text = '{} {}. <a href="{}">See it</a>'
    address = reverse("books:edition", args=[book.key, edition.number])
    messages.success(request, format_html(text, edition, done, address))


@require_safe
def export_book(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    book = find_book(request, pk, right=Right.SEE)
    return document_file(
        read_draft(book).document, book.key, request.GET.get("as", JSON)
    )


def document_file(document: Any, name: str, form: str) -> HttpResponse:
    """Return a document as a file of a form; raises Http404 where there is no such."""
    if form not in FORMS:
        raise Http404("A document is JSON or YAML.")
    return HttpResponse(
        as_file(document, form),
        content_type=f"application/{form}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.{form}"'},
    )


def link_list(rows: Iterable[tuple[str, Any]], add: str) -> SafeString:
    """Return links to rows, and one to add another."""
    links = format_html_join("", '<li><a href="{}">{}</a></li>', rows)
    more = format_html('<li><a class="addlink" href="{}">Add a unit</a></li>', add)
    return format_html('<ul class="books-links">{}{}</ul>', links, more)
