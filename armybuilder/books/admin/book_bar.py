"""The bar above every page of a book: its pages, and what is to mend in its draft."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from armybuilder.accounts.models import User
from armybuilder.books.admin.findings import find_book, linked, may_write, unit_of
from armybuilder.books.authors import FOR_PLAYERS, Right, rights_of
from armybuilder.books.checks import check_draft
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.models import Book
from rulesets.books.checks.finding import ERROR, WARNING, Finding


@dataclass(frozen=True, slots=True)
class BarLink:
    """A page of a book in its bar."""

    name: str
    label: str
    address: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class _Page:
    """A page that the bar leads to; it is open on the ``inner`` pages, too."""

    name: str
    label: str
    right: Right
    inner: tuple[str, ...] = ()


UNDER_CHECK = (
    "examples",
    "fairness",
    "impact",
    "sign_off",
    "origin",
    "translations",
    "disagreements",
    "disagreement",
)
PAGES = (
    _Page("change", "Book", Right.EDIT),
    _Page("units", "Units", Right.SEE, ("unit",)),
    _Page("rules", "Rules", Right.EDIT, ("blank",)),
    _Page("prices", "Prices", Right.SEE),
    _Page("tests", "Tests", Right.TEST),
    _Page("check", "Check", Right.SEE, UNDER_CHECK),
    _Page("revisions", "History", Right.SEE),
    _Page("people", "People", Right.MANAGE),
)


def bar_links(request: HttpRequest, book: Book) -> tuple[BarLink, ...]:
    """Return the pages of a book that the visitor may open."""
    user = cast(User, request.user)
    rights = rights_of(user, book)
    if not user.has_perm("books.change_book"):
        rights &= FOR_PLAYERS
    match = request.resolver_match
    here = (match.url_name or "").removeprefix("books_book_") if match else ""
    return tuple(
        BarLink(
            page.name,
            page.label,
            reverse(f"admin:books_book_{page.name}", args=[book.pk]),
            here in (page.name, *page.inner),
        )
        for page in PAGES
        if page.right in rights
    )


@require_safe
def show_verdict(
    request: HttpRequest, context: dict[str, Any], pk: int
) -> HttpResponse:
    """Show what is to mend in a draft: in all, by unit, and in one unit with mends."""
    book = find_book(request, pk, right=Right.SEE)
    found = [one for one in check_draft(read_draft(book).document) if _is_to_mend(one)]
    may_mend = may_write(request, book)
    unit = request.GET.get("unit", "")
    here = [one for one in found if unit and unit_of(one) == unit]
    counts = Counter(one.level for one in found)
    context |= {
        "book": book,
        "errors": counts[ERROR],
        "warnings": counts[WARNING],
        "marks": _marks(found),
        "unit": unit,
        "lines": linked(book, here, may_open=may_mend),
        "may_mend": may_mend,
    }
    return TemplateResponse(request, "admin/books/book/_verdict.html", context)


def _is_to_mend(finding: Finding) -> bool:
    return finding.is_open and finding.level in (ERROR, WARNING)


def _marks(findings: Iterable[Finding]) -> dict[str, str]:
    """Return the gravest level of each unit in which something is to mend."""
    marks: dict[str, str] = {}
    for one in findings:
        if (unit := unit_of(one)) and marks.get(unit) != ERROR:
            marks[unit] = one.level
    return marks
