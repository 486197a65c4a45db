"""The page of a bulk check: how far it is, what it found, and what to take home."""

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from armybuilder.armies.allowances import paid_page
from armybuilder.armies.bulk.exports import EXPORTS, file_of
from armybuilder.armies.bulk.findings import (
    SORTS,
    Progress,
    progress_of,
    reasons_of,
    shown_now,
    shown_verdict,
    verdicts_of,
)
from armybuilder.armies.bulk.store import (
    NO_CHECK,
    delete_check,
    go_on,
    own_check,
    stop_check,
)
from armybuilder.armies.bulk.terms import as_asker, terms_of
from armybuilder.armies.models import BulkCheck
from armybuilder.books.bookshelf import SiteBookshelf
from armybuilder.jobs.job_owner import asker_of
from armybuilder.jobs.work import TooMuch
from rulesets.checks.armies import check_documents

ON_A_PAGE = 100
ASKED = ("word", "why", "sort", "page")
"""Parameters of the page's address."""

SORT_WORDS = {"": "problems first", "file": "by file", "points": "by points"}
PIECES = {"run": "armies/_check_run.html", "found": "armies/_check_found.html"}


@require_safe
def show_check(request: HttpRequest, bulk: str) -> HttpResponse:
    """Show a bulk check, or a piece of its page that asks again meanwhile."""
    check = own_check(request, bulk)
    progress = progress_of(check, timezone.now())
    context = {"check": check, "progress": progress, "exports": EXPORTS}
    piece = request.GET.get("piece", "")
    if piece != "run":
        context |= _found(request, check, progress)
    template = PIECES.get(piece, "armies/bulk_check.html")
    return render(request, template, context)


def _found(
    request: HttpRequest, check: BulkCheck, progress: Progress
) -> dict[str, Any]:
    """Return what the page shows of verdicts, by the filters in its address."""
    asked = {key: request.GET.get(key, "")[:200] for key in ASKED}
    asked["sort"] = asked["sort"] if asked["sort"] in SORTS else ""
    chosen = verdicts_of(check, asked["word"], asked["why"], asked["sort"])
    page = Paginator(chosen, ON_A_PAGE).get_page(asked["page"])
    return {
        "asked": asked,
        "here": _address(asked),
        "page": page,
        "rows": [(shown_verdict(kept, check.name), "") for kept in page],
        "reasons": [
            (reason, _address(asked, why=_turned(asked["why"], reason.text)))
            for reason in reasons_of(progress)
        ],
        "words": [
            (word, many, _address(asked, word=_turned(asked["word"], word)))
            for word, many in progress.counts
        ],
        "sorts": [
            (words, _address(asked, sort=sort), sort == asked["sort"])
            for sort, words in SORT_WORDS.items()
        ],
        "before": _page_address(asked, page.has_previous(), page.number - 1),
        "after": _page_address(asked, page.has_next(), page.number + 1),
        "everything": _address(asked, word="", why=""),
    }


def _turned(now: str, to: str) -> str:
    """Return the value of a filter that a click turns on, or off again."""
    return "" if now == to else to


def _address(asked: dict[str, str], **changed: str) -> str:
    """Return the end of an address with these filters, from its first page on."""
    kept = {key: value for key, value in asked.items() if key != "page"}
    query = {key: value for key, value in {**kept, **changed}.items() if value}
    return f"?{urlencode(query)}"


def _page_address(asked: dict[str, str], is_there: bool, number: int) -> str:  # noqa: FBT001
    return _address(asked, page=str(number)) if is_there else ""


@require_safe
@paid_page
def show_verdict(request: HttpRequest, bulk: str, number: int) -> HttpResponse:
    """Judge one file of a bulk check again, and try what would help."""
    check = own_check(request, bulk)
    file = file_of(check, number)
    if file is None:
        raise Http404("There is no such file in this check.")
    with as_asker(check):
        terms = terms_of(check, fixes=True)
        (verdict,) = check_documents([file], terms, SiteBookshelf())
    piece = request.headers.get("HX-Request") == "true"
    template = "armies/_check_opened.html" if piece else "armies/check_opened.html"
    shown = shown_now(verdict, number, tried=True)
    return render(request, template, {"shown": shown, "check": check})


@require_POST
def change_check(request: HttpRequest, bulk: str) -> HttpResponse:
    """Stop a bulk check, go on with it, or delete it: as its button says."""
    check = own_check(request, bulk)
    act = request.POST.get("act", "")
    if act == "delete":
        delete_check(check)
        return redirect("armies:check")
    if act == "stop":
        stop_check(check)
    elif act == "go-on" and check.finished_at is None:
        try:
            go_on(check, asker_of(request))
        except TooMuch as problem:
            context = {"text": str(problem)}
            return render(request, "accounts/spent.html", context, status=429)
    return redirect("armies:bulk_check", check.public_id)


@require_safe
def export_check(request: HttpRequest, bulk: str, what: str) -> HttpResponseBase:
    """Hand out the verdicts of a bulk check, or its legal lists."""
    export = EXPORTS.get(what)
    if export is None:
        raise Http404(NO_CHECK)
    check = own_check(request, bulk)
    response = StreamingHttpResponse(export.lines(check), content_type=export.kind)
    response["Content-Disposition"] = f'attachment; filename="{what}"'
    return response
