"""The page of imports: a document or prices, the plan of the changes, making them."""

from functools import partial
from typing import Any, cast

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from armybuilder.accounts.models import User
from armybuilder.books.admin.findings import LinkedFinding, check_page, grouped
from armybuilder.books.admin.forms import ImportForm
from armybuilder.books.admin.stale import log_change
from armybuilder.books.authors import Right, books_with, may_begin, may_edit
from armybuilder.books.checks import check_draft
from armybuilder.books.imports import (
    DraftChanged,
    Plan,
    import_books,
    import_prices,
    plan_import,
    plan_prices,
    read_book_document,
)
from rulesets.books.price_tables import is_price_table, price_text, read_table
from rulesets.books.prices import PricesError
from rulesets.core.subject import so_many
from rulesets.documents.json import DocumentError, canonical


def import_document(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Take a document, show the changes it would make, and make them when confirmed."""
    if not cast(User, request.user).has_perm("books.change_book"):
        raise PermissionDenied
    form = ImportForm(request.POST or None, request.FILES or None)
    context |= {"title": "Import a book or its prices", "form": form}
    if request.method == "POST" and form.is_valid():
        raw = form.document()
        try:
            if is_price_table(raw, form.name):
                return _take_prices(request, context, price_text(raw))
            document = read_book_document(raw, form.name, check_draft)
            if request.POST.get("confirm") == "yes":
                return _imported(request, context, document)
            return _planned(request, context, document)
        except DocumentError as problem:
            context["faults"] = problem.faults
    status = 400 if form.errors or "faults" in context else 200
    page = "admin/books/book/import.html"
    return TemplateResponse(request, page, context, status=status)


def _may_import(user: User, plan: Plan) -> None:
    if plan.book is not None and not may_edit(user, plan.book):
        raise PermissionDenied
    if plan.book is None and not may_begin(user):
        raise PermissionDenied


def _accept(user: User, before: str, plan: Plan) -> None:
    """Refuse a plan that the person may not do, or is not the one they saw."""
    _may_import(user, plan)
    if plan.before != before:
        raise DraftChanged("The draft is not the one that was planned for.")


def _imported(
    request: HttpRequest, context: dict[str, Any], document: Any
) -> HttpResponse:
    user = cast(User, request.user)
    seen = partial(_accept, user, request.POST.get("before", ""))
    try:
        (book,) = import_books([document], user, seen)
    except DraftChanged:
        messages.warning(request, "The draft has changed since. Here is the new plan.")
        return _planned(request, context, document)
    log_change(user, book, "Imported a document.")
    messages.success(request, f"{book} was imported.")
    return check_page(book.pk)


def _planned(
    request: HttpRequest, context: dict[str, Any], document: Any
) -> HttpResponse:
    plan = plan_import(document)
    _may_import(cast(User, request.user), plan)
    return _plan_page(request, context, plan, canonical(plan.document).decode())


def _plan_page(
    request: HttpRequest, context: dict[str, Any], plan: Plan, text: str
) -> HttpResponse:
    """Return the page of a plan, which brings ``text`` again when it is confirmed."""
    context |= {
        "plan": plan,
        "before": plan.before,
        "text": text,
        **grouped(map(LinkedFinding, plan.findings)),
        "changes": plan.changes,
    }
    return TemplateResponse(request, "admin/books/book/import.html", context)


def _take_prices(
    request: HttpRequest, context: dict[str, Any], text: str
) -> HttpResponse:
    """Show what a table of prices would change, or change it when confirmed."""
    user = cast(User, request.user)
    table = read_table(text)
    book = books_with(user, Right.EDIT).filter(key=table.book).first()
    if book is None:
        words = f"there is no book {table.book[:80]!r} that you may edit"
        raise PricesError("book", words)
    if request.POST.get("confirm") != "yes":
        return _plan_page(request, context, plan_prices(table, book), text)
    seen = partial(_accept, user, request.POST.get("before", ""))
    try:
        count = import_prices(table, book, user, seen)
    except DraftChanged:
        messages.warning(request, "The draft has changed since. Here is the new plan.")
        return _plan_page(request, context, plan_prices(table, book), text)
    what = f"Imported {so_many(count, 'price')}."
    log_change(user, book, what)
    messages.success(request, f"{book}: {what}")
    return check_page(book.pk)
