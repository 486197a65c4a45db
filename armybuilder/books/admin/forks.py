"""Pages of forks in the admin: making one, and what it takes over from its origin."""

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from armybuilder.accounts.models import User
from armybuilder.books.admin.clash_words import own_words
from armybuilder.books.admin.findings import find_book, may_write
from armybuilder.books.admin.revisions import asked_clash, sent_choices
from armybuilder.books.authors import Right, may_begin
from armybuilder.books.forks import (
    ForkError,
    allows_no_forks,
    answer_changes,
    fork_edition,
    origin_of,
)
from armybuilder.books.imports import DraftChanged
from armybuilder.books.models import Book, Edition
from armybuilder.books.revisions import newest_revision
from armybuilder.books.viewers import seen
from rulesets.documents.json import DocumentError


class ForkForm(forms.Form):
    """The name of a fork."""

    name = forms.CharField(label="Name of your book", max_length=120)


@require_http_methods(["GET", "HEAD", "POST"])
def fork_book(
    request: HttpRequest, context: dict[str, Any], edition: int
) -> HttpResponse:
    """Ask for the name of a fork of an edition, and make it."""
    user = cast(User, request.user)
    if not may_begin(user):
        raise PermissionDenied
    found = get_object_or_404(seen(Edition.objects.select_related("book")), pk=edition)
    is_sent = request.method == "POST"
    form = ForkForm(request.POST if is_sent else None)
    if is_sent and form.is_valid():
        try:
            book = fork_edition(found, form.cleaned_data["name"], user)
        except (DraftChanged, DocumentError) as problem:
            form.add_error(None, str(problem))
        else:
            messages.success(request, f"{book} is a book of your own now.")
            return _origin_page(book)
    licence = found.document.get("licence", "")
    context |= {
        "title": f"Fork {found}",
        "edition": found,
        "licence": licence,
        "attribution": found.document.get("attribution", ""),
        "is_warned": allows_no_forks(licence),
        "form": form,
    }
    status = 400 if form.errors else 200
    return TemplateResponse(
        request, "admin/books/book/fork.html", context, status=status
    )


@require_http_methods(["GET", "HEAD", "POST"])
def show_origin(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    """Show a fork beside its origin; take over or decline what changed there since."""
    if request.method != "POST":
        book = find_book(request, pk, right=Right.SEE)
        return _page(request, context, book)
    return _answer(request, context, pk)


@transaction.atomic
def _answer(request: HttpRequest, context: dict[str, Any], pk: int) -> HttpResponse:
    book = find_book(request, pk, lock=True)
    places = request.POST.getlist("place")
    take = "decline" not in request.POST
    choices = sent_choices(request, book)
    user = cast(User, request.user)
    try:
        clashes = answer_changes(book, places, user, take=take, choices=choices)
    except ForkError as problem:
        messages.error(request, f"Nothing was changed. {problem}")
        return _origin_page(book)
    except DocumentError as problem:
        text = "Nothing was changed: alone these make no book; tick more of them."
        messages.error(request, f"{text} {problem}")
        return _origin_page(book)
    if clashes:
        told = newest_revision(book)
        words = own_words(book, told, clashes, user)
        asked = [asked_clash(clash, words[clash.at]) for clash in clashes]
        more = {"clashes": asked, "places": places, "choices": choices}
        return _page(request, context, book, **more, told=told)
    messages.success(request, "Taken over." if take else "Declined.")
    return _origin_page(book)


def _page(
    request: HttpRequest, context: dict[str, Any], book: Book, **more: Any
) -> HttpResponse:
    origin = origin_of(book)
    if origin is None:
        raise Http404("This book is no fork.")
    context |= {
        "title": f"Origin of {book}",
        "book": book,
        "origin": origin,
        "changes": origin.own,
        "may_write": may_write(request, book),
        **more,
    }
    status = 409 if more.get("clashes") else 200
    page = "admin/books/book/origin.html"
    return TemplateResponse(request, page, context, status=status)


def _origin_page(book: Book) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse("admin:books_book_origin", args=[book.pk]))


PAGES = (("origin/", show_origin, "origin"),)
"""Addresses below a book, each with its view and its name."""
