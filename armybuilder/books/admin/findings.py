"""Findings on pages of the admin: links to their places, mends and acceptances."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models, transaction
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import NoReverseMatch, reverse
from django.views.decorators.http import require_POST

from armybuilder.accounts.models import User
from armybuilder.books import authors
from armybuilder.books.admin.forms import AcceptForm, FindingForm
from armybuilder.books.admin.stale import log_change
from armybuilder.books.authors import Right, books_with, permitted
from armybuilder.books.checks import check_draft
from armybuilder.books.drafts import draft_document, places, save_draft
from armybuilder.books.models import Book
from armybuilder.books.revisions import noted
from armybuilder.books.sentence_editor.places import anchor
from rulesets.books.checks.finding import LEVELS, Finding
from rulesets.books.checks.places import mended
from rulesets.books.load import BookError
from rulesets.documents.places import keyed_place

GONE = "That is not found any more. Here is what is found now."


@dataclass(frozen=True, slots=True)
class LinkedFinding:
    """A finding with the name and address of the page to put it right."""

    finding: Finding
    name: str = ""
    address: str = ""

    @property
    def mend_words(self) -> str:
        """Return what its mend does, "" where there is none."""
        steps = self.finding.mend
        if not steps:
            return ""
        if self.finding.did_you_mean:
            return f"Use {self.finding.did_you_mean[0]}"
        if len(steps) > 1:
            return "Mend it"
        if steps[0].is_removal:
            return "Take it out"
        value = steps[0].value
        return f"Write {value}" if isinstance(value, int | float) else "Mend it"


def find_book(
    request: HttpRequest,
    pk: int,
    *,
    right: Right = Right.EDIT,
    lock: bool = False,
) -> Book:
    """Return a book with which the visitor has a right; others learn nothing of it.

    Whoever is no author may read and sign at most, whatever role a book gives.
    """
    user = cast(User, request.user)
    if not permitted(user, right):
        raise PermissionDenied
    found = books_with(user, right)
    if lock:
        found = found.select_for_update(of=("self",))
    return get_object_or_404(found, pk=pk)


def may_write(request: HttpRequest, book: Book) -> bool:
    """Return whether the visitor may edit a book on the pages that they may read."""
    return authors.may_write(cast(User, request.user), book)


def check_page(pk: int) -> HttpResponseRedirect:
    """Return the way to the check page of a book."""
    return HttpResponseRedirect(reverse("admin:books_book_check", args=[pk]))


def linked(
    book: Book, findings: Iterable[Finding], *, may_open: bool
) -> list[LinkedFinding]:
    """Return findings with the name and page of what is to be put right."""
    found = list(findings)
    rows = places(book) if found else {}
    lines = [_linked(book, finding, rows) for finding in found]
    return lines if may_open else [replace(line, address="") for line in lines]


def grouped(lines: Iterable[LinkedFinding]) -> dict[str, list[LinkedFinding]]:
    """Return findings by level, ``errors`` first, with those accepted by themselves.

    Within a level, those of one code stand one after the other.
    """
    groups: dict[str, list[LinkedFinding]] = {f"{level}s": [] for level in LEVELS}
    groups["accepted"] = []
    for line in lines:
        level = f"{line.finding.level}s" if line.finding.is_open else "accepted"
        groups[level].append(line)
    return {level: [*_by_code(found)] for level, found in groups.items()}


def _by_code(lines: list[LinkedFinding]) -> Iterator[LinkedFinding]:
    for code in dict.fromkeys(line.finding.code for line in lines):
        yield from (line for line in lines if line.finding.code == code)


def unit_of(finding: Finding) -> str:
    """Return the key of the unit in which a finding is, "" of one elsewhere."""
    parts = finding.at.split("/")
    return parts[2] if len(parts) > 2 and parts[1] == "units" else ""


def _linked(
    book: Book, finding: Finding, rows: Mapping[str, models.Model]
) -> LinkedFinding:
    """Return a finding with the nearest part around it that has a page.

    Parts of a unit are on the page of the unit, at a place of their own there.
    """
    unit = unit_of(finding)
    where = finding.pointer
    while where and not (where in rows if unit else _has_page(rows.get(where))):
        where = where.rpartition("/")[0]
    row = rows.get(where)
    if row is None:
        return LinkedFinding(finding)
    if unit:
        page = reverse("admin:books_book_unit", args=[book.pk, unit])
        place = "/".join(finding.at.split("/")[: where.count("/") + 1])
        return LinkedFinding(finding, str(row), f"{page}#{anchor(place)}")
    page = f"admin:books_{row._meta.model_name}_change"
    return LinkedFinding(finding, str(row), reverse(page, args=[row.pk]))


def _has_page(row: models.Model | None) -> bool:
    return row is not None and admin.site.is_registered(type(row))


@require_POST
@transaction.atomic
def mend_finding(request: HttpRequest, context: dict[str, Any], pk: int) -> Any:
    """Make the mend of one finding in the draft."""
    book = find_book(request, pk, lock=True)
    document = draft_document(book)
    finding = _asked(request, document)
    if finding is None or not finding.mend:
        messages.warning(request, GONE)
        return _back(request, pk)
    try:
        with noted(book, cast(User, request.user), f"Mended: {finding.sentence}"):
            save_draft(mended(document, finding.mend))
    except BookError as problem:
        messages.error(request, f"Not mended. {problem}.")
        return _back(request, pk)
    log_change(cast(User, request.user), book, f"Mended: {finding.sentence}.")
    messages.success(request, f"Mended: {finding.sentence}.")
    return _back(request, pk)


def _back(request: HttpRequest, pk: int) -> HttpResponseRedirect:
    """Return the way to the unit from whose page it was asked, else to the check."""
    try:
        unit = reverse("admin:books_book_unit", args=[pk, request.POST["unit"]])
    except (KeyError, NoReverseMatch):
        return check_page(pk)
    return HttpResponseRedirect(unit)


def _asked(request: HttpRequest, document: Any) -> Finding | None:
    """Return the finding that a page asks about, none where it is not found now."""
    form = FindingForm(request.POST)
    if not form.is_valid():
        return None
    at = keyed_place(document, form.cleaned_data["at"])
    asked = (form.cleaned_data["code"], at)
    said = form.cleaned_data["sentence"]
    for one in check_draft(document):
        if (one.code, one.at) == asked and said in ("", one.sentence):
            return one
    return None


@require_POST
@transaction.atomic
def accept_finding(request: HttpRequest, context: dict[str, Any], pk: int) -> Any:
    """Accept one finding, with the reason."""
    book = find_book(request, pk, lock=True)
    finding = _asked(request, draft_document(book))
    form = AcceptForm(request.POST)
    if finding is None or not finding.is_acceptable:
        messages.warning(request, GONE)
    elif not form.is_valid():
        messages.error(request, "Not accepted. Say why, in at most 500 characters.")
    else:
        because = form.cleaned_data["because"]
        reason = {"code": finding.code, "at": finding.at, "because": because}
        _keep(request, book, [*book.accepted, reason], f"Accepted: {finding.sentence}.")
    return _back(request, pk)


@require_POST
@transaction.atomic
def reopen_finding(request: HttpRequest, context: dict[str, Any], pk: int) -> Any:
    """Accept one finding no longer."""
    book = find_book(request, pk, lock=True)
    document = draft_document(book)
    finding = _asked(request, document)
    if finding is None or finding.is_open:
        messages.warning(request, GONE)
        return _back(request, pk)
    asked = (finding.code, finding.at)
    left = [
        one
        for one in book.accepted
        if (one["code"], keyed_place(document, one["at"])) != asked
    ]
    _keep(request, book, left, f"Opened again: {finding.sentence}.")
    return _back(request, pk)


def _keep(request: HttpRequest, book: Book, accepted: list[Any], words: str) -> None:
    book.accepted = accepted
    try:
        book.clean()
    except ValidationError as problem:
        messages.error(request, f"Not kept. {' '.join(problem.messages)}")
        return
    with noted(book, cast(User, request.user), words.removesuffix(".")):
        book.save(update_fields=["accepted", "changed_at"])
    log_change(cast(User, request.user), book, words)
    messages.success(request, words)
