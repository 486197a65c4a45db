"""The page of a book in the admin that translates its names and texts."""

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from armybuilder.accounts.models import User
from armybuilder.books.admin.clash_words import clash_words
from armybuilder.books.admin.findings import find_book, may_write
from armybuilder.books.admin.job_page import number_in
from armybuilder.books.authors import Right
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.models import Book
from armybuilder.books.parts import Document
from armybuilder.books.revisions import (
    Written,
    begin_revision,
    change_draft,
    draft_at,
    newest_revision,
)
from rulesets.books.languages import is_language
from rulesets.books.translations import (
    DONE,
    MISSING,
    STALE,
    TranslatedText,
    languages_of,
    translations_of,
    with_translations,
)
from rulesets.core.subject import so_many
from rulesets.documents.json import DocumentError
from rulesets.documents.merge import ABSENT, MergeClash
from rulesets.documents.problem import pointer

PAGE = 40
"""Texts of one page."""

STATES = (MISSING, STALE, DONE)

CLASH = "Not kept at {at}: {told} You typed “{text}”; look at what stands there now."


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
    draft = read_draft(book)
    document = draft.document
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
        "seen": draft.revision,
    }
    status = 400 if form.errors or request.method == "POST" else 200
    page = "admin/books/book/translations.html"
    return TemplateResponse(request, page, context, status=status)


def _written(request: HttpRequest, book: Book, to: str) -> HttpResponse:
    """Write the texts of a form, named ``at:`` with their place.

    What somebody else wrote since the form was opened stands; what was typed over it is
    told, so that it can be typed again.
    """
    sent = {
        name.removeprefix("at:"): str(value).replace("\r\n", "\n").strip()
        for name, value in request.POST.items()
        if name.startswith("at:")
    }
    still = {at for at in sent if f"still:{at}" in request.POST}
    try:
        left = _write(request, book, to, sent, still)
    except DocumentError as problem:
        messages.error(request, f"Nothing was changed. {problem}.")
    else:
        user = cast(User, request.user)
        written = Written(newest_revision(book), None, tuple(left.values()))
        words = clash_words(book, written, user)
        for at, clash in left.items():
            told = {"at": at, "told": words[clash.at], "text": sent[at][:500]}
            messages.error(request, CLASH.format(**told))
        if not left:
            messages.success(request, "Saved.")
    address = reverse("admin:books_book_translations", args=[book.pk])
    return HttpResponseRedirect(f"{address}?{urlencode({'to': to})}")


@transaction.atomic
def _write(
    request: HttpRequest, book: Book, to: str, sent: dict[str, str], still: set[str]
) -> dict[str, MergeClash]:
    """Write what was typed; return what others changed since, by the texts' places."""
    begin_revision(book)
    newest = newest_revision(book)
    shown = _texts(draft_at(book, number_in(request, "seen") or newest), to)
    left: dict[str, MergeClash] = {}

    def make(now: Document) -> tuple[Document, str]:
        known = _texts(now, to)
        typed: dict[str, str] = {}
        for at, text in sent.items():
            was, there = shown.get(at), known.get(at)
            if was is None or (text == was.translation and at not in still):
                continue
            if there is None:
                left[at] = MergeClash(at, was.source, text, ABSENT)
            elif (there.source, there.translation) == (was.source, was.translation):
                typed[at] = text
            elif text != there.translation:
                left[at] = _clash(to, was, there, text)
        count = so_many(len(typed), "text")
        return with_translations(now, to, typed), f"Translated {count} into {to}"

    change_draft(book, make, cast(User, request.user), seen=newest)
    return left


def _clash(
    to: str, was: TranslatedText, there: TranslatedText, text: str
) -> MergeClash:
    """Return what somebody else changed under a text that was typed."""
    if there.source != was.source:
        return MergeClash(there.at, was.source, text, there.source)
    at = pointer(("translations", to, there.at))
    return MergeClash(at, was.translation, text, there.translation or ABSENT)


def _texts(document: Document, to: str) -> dict[str, TranslatedText]:
    return {one.at: one for one in translations_of(document, to)}


PAGES = (("translations/", show_translations, "translations"),)
"""Addresses below a book, each with its view and its name."""
