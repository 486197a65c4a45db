"""The check page: roster documents in, a table of verdicts out."""

import json
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.core import signing
from django.core.exceptions import (
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST

from armybuilder.accounts.throttle import Allowance, client_address, take
from armybuilder.armies.allowances import paid_page
from armybuilder.armies.bulk.findings import finished, reasons_of, shown_now
from armybuilder.armies.bulk.store import (
    Intake,
    KeepError,
    begin_check,
    kept_checks,
)
from armybuilder.armies.bulk.terms import kept_terms
from armybuilder.armies.check_form import CheckForm
from armybuilder.books.bookshelf import SiteBookshelf
from armybuilder.jobs.work import TooMuch
from rulesets.checks.armies import MOST_WORK, CheckTerms, check_documents
from rulesets.checks.files import MOST_BULK_FILES, MOST_FILES, ArmyFile
from rulesets.checks.table import csv_text, verdict_row
from rulesets.checks.verdicts import WORDS, FileVerdict, verdict_document
from rulesets.core.points import to_points
from rulesets.documents.json import canonical
from rulesets.packs.event_pack import read_event_pack
from rulesets.rosters.roster import roster_document

MOST_SENT = 30_000_000
"""Most that one request sends [bytes]."""

MOST_KEPT = 1_500_000
"""Largest result that the page hands back as a download [characters]."""

KEPT_SECONDS = 24 * 60 * 60
CHECKS = Allowance("check", burst=30, refill_seconds=10)
SALT, TERMS_SALT, ARMY_SALT = "armies.check", "armies.terms", "armies.checked"
TOO_OFTEN = "Too many checks in a row; wait a few seconds."
TOO_MUCH = (
    f"Too much at once: at most {MOST_SENT // 1_000_000} MB, and {MOST_FILES} files "
    f"beside archives. An archive may hold {MOST_BULK_FILES:,} files."
)


@csrf_exempt
@paid_page
@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest) -> HttpResponse:
    """Refuse too much before any of it is read, then check it."""
    sent = request.headers.get("Content-Length", "")
    if sent.isdecimal() and int(sent) > MOST_SENT:
        return _refused(request, TOO_MUCH, 413)
    if request.method == "POST" and not take(CHECKS, client_address(request)):
        return _refused(request, TOO_OFTEN, 429)
    try:
        _ = request.POST
    except (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent) as problem:
        return _refused(request, f"{TOO_MUCH} ({problem})", 413)
    answer: HttpResponse = _check(request)
    return answer


@csrf_protect
def _check(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        named = {"named": request.GET.get("named", "")}
        return _page(request, CheckForm(viewer=request.user, initial=named))
    form = CheckForm(request.POST, request.FILES, viewer=request.user)
    if not form.is_valid():
        return _page(request, form, status=422)
    asked = form.cleaned_data
    intake: Intake = asked["intake"]
    terms = CheckTerms(
        asked["pack"],
        None if asked["limit"] is None else to_points(asked["limit"]),
        strict=asked["strict"],
        editions=asked["editions"],
        fixes=asked["fixes"] or intake.files == 1,
        work=MOST_WORK,
    )
    if not intake.few:
        return _begun(request, form, terms)
    verdicts = check_documents(intake.few, terms, SiteBookshelf())
    shown = _shown(verdicts, tried=terms.fixes)
    return _page(request, form, terms=_kept_terms(terms), **shown)


def _begun(request: HttpRequest, form: CheckForm, terms: CheckTerms) -> HttpResponse:
    """Keep many files, begin to judge them, and lead to the page that tells of it."""
    asked = form.cleaned_data
    version = asked.get("named")
    pack = str(version) if version else terms.pack.name if terms.pack else ""
    names = [str(upload.name) for upload in asked["uploads"]]
    name = names[0] if len(names) == 1 else ""
    try:
        check = begin_check(
            request, asked["intake"], kept_terms(terms, pack, request), name
        )
    except (KeepError, TooMuch) as problem:
        return _refused(request, str(problem), 429)
    return redirect("armies:bulk_check", check.public_id)


def _kept_terms(terms: CheckTerms) -> str:
    """Return terms as a page keeps them for the armies that are opened on it."""
    kept = {
        "pack": None if terms.pack is None else terms.pack.document,
        "limit": None if terms.limit is None else str(terms.limit),
        "strict": terms.strict,
        "editions": terms.editions,
    }
    return signing.dumps(kept, salt=TERMS_SALT, compress=True)


def _terms(kept: str) -> CheckTerms:
    found = signing.loads(kept, salt=TERMS_SALT, max_age=KEPT_SECONDS)
    pack, limit = found["pack"], found["limit"]
    return CheckTerms(
        None if pack is None else read_event_pack(pack),
        None if limit is None else to_points(Decimal(limit)),
        strict=found["strict"],
        editions=found["editions"],
        fixes=True,
        work=MOST_WORK,
    )


def kept_army(verdict: FileVerdict) -> str:
    """Return the army of a verdict as a page keeps it until it is opened."""
    if verdict.review is None:
        return ""
    document = roster_document(verdict.review.roster)
    return signing.dumps([verdict.file, document], salt=ARMY_SALT, compress=True)


@require_POST
@paid_page
def open_army(request: HttpRequest) -> HttpResponse:
    """Try fixes for one army of a check, when it is opened on the page."""
    try:
        terms = _terms(request.POST.get("terms", ""))
        name, document = signing.loads(
            request.POST.get("army", ""), salt=ARMY_SALT, max_age=KEPT_SECONDS
        )
    except signing.BadSignature:
        reason = "This result is no longer valid; check the armies again."
        return _refused(request, reason, 400)
    file = ArmyFile(name, canonical(document))
    (verdict,) = check_documents([file], terms, SiteBookshelf())
    piece = request.headers.get("HX-Request") == "true"
    template = "armies/_check_opened.html" if piece else "armies/check_opened.html"
    shown = shown_now(verdict, 0, tried=True)
    return render(request, template, {"shown": shown})


def _shown(verdicts: tuple[FileVerdict, ...], *, tried: bool) -> dict[str, Any]:
    """Return what the page shows of verdicts, those first that ask for a decision."""
    urgent = sorted(
        enumerate(verdicts), key=lambda one: (WORDS.index(one[1].word), one[0])
    )
    kept = signing.dumps(
        {
            "documents": [verdict_document(verdict) for verdict in verdicts],
            "rows": [verdict_row(verdict) for verdict in verdicts],
        },
        salt=SALT,
        compress=True,
    )
    progress = finished(verdicts)
    return {
        "verdicts": verdicts,
        "progress": progress,
        "reasons": [(reason, "") for reason in reasons_of(progress)],
        "rows": [
            (
                shown_now(verdict, number, tried=tried),
                "" if tried or not verdict.messages else kept_army(verdict),
            )
            for number, verdict in urgent
        ],
        "is_opened": tried and len(verdicts) == 1,
        "kept": kept if len(kept) <= MOST_KEPT else "",
    }


def _refused(request: HttpRequest, reason: str, status: int) -> HttpResponse:
    form = CheckForm(viewer=request.user)
    return _page(request, form, status, refused=reason)


def _page(
    request: HttpRequest, form: CheckForm, status: int = 200, **more: Any
) -> HttpResponse:
    """Return the page with its form, and the bulk checks that the visitor keeps."""
    context = {"form": form, "days": settings.BULK_KEPT_DAYS, **more}
    if "verdicts" not in more:
        context["kept_checks"] = kept_checks(request)
    return render(request, "armies/check.html", context, status=status)


@require_POST
def download_check(request: HttpRequest) -> HttpResponse:
    """Hand back the verdicts of a check as CSV or JSON, as the page was given them."""
    try:
        kept = signing.loads(
            request.POST.get("kept", ""), salt=SALT, max_age=KEPT_SECONDS
        )
    except signing.BadSignature:
        reason = "This result is no longer valid; check the armies again."
        return _refused(request, reason, 400)
    if request.POST.get("as") == "csv":
        # The mark tells spreadsheets that the text is UTF-8.
        text = "\ufeff" + csv_text(kept["rows"])
        return _file(text, "text/csv; charset=utf-8", "csv")
    text = json.dumps(kept["documents"], ensure_ascii=False, indent=1)
    return _file(text, "application/json", "json")


def _file(text: str, kind: str, ending: str) -> HttpResponse:
    response = HttpResponse(text, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="army-check.{ending}"'
    return response
