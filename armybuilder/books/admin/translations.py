"""The page of a book in the admin that translates its names and texts."""

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from armybuilder.accounts.models import User
from armybuilder.books.admin.findings import find_book, may_write
from armybuilder.books.admin.job_page import number_in
from armybuilder.books.authors import Right
from armybuilder.books.drafts import draft_document
from armybuilder.books.models import Book
from armybuilder.books.parts import Document
from armybuilder.books.revisions import change_draft, newest_revision
from rulesets.books.languages import is_language
from rulesets.books.translations import (
    DONE,
    MISSING,
    STALE,
    languages_of,
    translations_of,
    with_translations,
)
from rulesets.documents.json import DocumentError

PAGE = 40
"""Texts of one page."""

STATES = (MISSING, STALE, DONE)


class LanguageForm(forms.Form):
    """A language to translate into."""

    to = forms.RegexField(
        r"\A[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\Z",
        label="Translate into",
        max_length=35,
        help_text="Such as de, fr or pt-BR.",
    )

    def clean_to(self) -> str:
        to: str = self.cleaned_data["to"]
        if not is_language(to):
            raise forms.ValidationError(f"“{to}” is no language.")
        return to


@require_http_methods(["GET", "HEAD", "POST"])
def show_translations(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Show the texts of a draft in one state beside a language, and write them."""
    right = Right.EDIT if request.method == "POST" else Right.SEE
    book = find_book(request, pk, right=right)
    asked = request.GET.get("to")
    form = LanguageForm(request.GET if asked is not None else None)
    to = form.cleaned_data["to"] if form.is_bound and form.is_valid() else ""
    if request.method == "POST" and to:
        return _written(request, book, to)
    document = draft_document(book)
    texts = translations_of(document, to) if to else ()
    counts = {state: sum(one.state == state for one in texts) for state in STATES}
    first = next((state for state in STATES if counts[state]), MISSING)
    wanted = request.GET.get("state", "")
    state = wanted if wanted in STATES else first
    shown = [one for one in texts if one.state == state]
    context |= {
        "title": f"Translations of {book}",
        "book": book,
        "form": form,
        "to": to,
        "languages": languages_of(document),
        "counts": [(one, counts[one]) for one in STATES],
        "state": state,
        "page": Paginator(shown, PAGE).get_page(number_in(request, "page") or 1),
        "may_write": may_write(request, book),
    }
    status = 400 if form.errors or request.method == "POST" else 200
    page = "admin/books/book/translations.html"
    return TemplateResponse(request, page, context, status=status)


def _written(request: HttpRequest, book: Book, to: str) -> HttpResponse:
    """Write the texts of a form, named ``at:`` with their place."""
    sent = {
        name.removeprefix("at:"): str(value).replace("\r\n", "\n").strip()
        for name, value in request.POST.items()
        if name.startswith("at:")
    }

    def make(base: Document) -> tuple[Document, str]:
        known = {one.at: one.translation for one in translations_of(base, to)}
        typed = {
            at: text
            for at, text in sent.items()
            if text != known.get(at, "") or f"still:{at}" in request.POST
        }
        count = f"{len(typed)} text{'s' * (len(typed) != 1)}"
        return with_translations(base, to, typed), f"Translated {count} into {to}"

    user = cast(User, request.user)
    try:
        written = change_draft(book, make, user, seen=newest_revision(book))
    except DocumentError as problem:
        messages.error(request, f"Nothing was changed. {problem}.")
    else:
        clashes = ", ".join(clash.at for clash in written.clashes)
        if clashes:
            messages.error(request, f"Nothing was changed: see {clashes}.")
        else:
            messages.success(request, "Saved.")
    address = reverse("admin:books_book_translations", args=[book.pk])
    return HttpResponseRedirect(f"{address}?{urlencode({'to': to})}")


PAGES = (("translations/", show_translations, "translations"),)
"""Addresses below a book, each with its view and its name."""
