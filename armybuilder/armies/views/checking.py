"""The check page: roster documents in, a table of verdicts out."""

import json
from collections import Counter
from typing import Any

from django.core import signing
from django.core.exceptions import (
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST

from armybuilder.accounts.throttle import Allowance, client_address, take
from armybuilder.armies.check_form import CheckForm
from armybuilder.armies.checking import (
    MOST_WORK,
    Terms,
    Verdict,
    check_documents,
    csv_text,
    verdict_document,
    verdict_row,
)
from armybuilder.armies.unpacking import MOST_FILES, MOST_IN_ALL
from rulesets.points import to_points

MOST_SENT = MOST_IN_ALL + 2_000_000
"""How much one request may send [bytes]."""

MOST_KEPT = 1_500_000
"""How large a result may be that the page hands back as a download [characters]."""

KEPT_SECONDS = 24 * 60 * 60
CHECKS = Allowance("check", burst=30, refill_seconds=10)
SALT = "armies.check"
ALWAYS = ("legal", "illegal", "unreadable")
WORDS = (*ALWAYS, "not checked")
TOO_MUCH = (
    f"Too much at once: at most {MOST_SENT // 1_000_000} MB and {MOST_FILES} files."
)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest) -> HttpResponse:
    """Refuse what is too much before any of it is read, then check it."""
    sent = request.headers.get("Content-Length", "")
    if sent.isdecimal() and int(sent) > MOST_SENT:
        return _refused(request, TOO_MUCH, 413)
    try:
        _ = request.POST
    except (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent) as problem:
        return _refused(request, f"{TOO_MUCH} ({problem})", 413)
    answer: HttpResponse = _check(request)
    return answer


@csrf_protect
def _check(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "armies/check.html", {"form": CheckForm()})
    if not take(CHECKS, client_address(request)):
        return _refused(request, "Too many checks in a row; wait a few seconds.", 429)
    form = CheckForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "armies/check.html", {"form": form}, status=422)
    asked = form.cleaned_data
    limit = None if asked["limit"] is None else to_points(asked["limit"])
    terms = Terms(asked["pack"], limit, strict=asked["strict"], work=MOST_WORK)
    verdicts = check_documents(asked["files"], terms)
    return render(request, "armies/check.html", {"form": form, **_shown(verdicts)})


def _shown(verdicts: tuple[Verdict, ...]) -> dict[str, Any]:
    words = Counter(verdict.word for verdict in verdicts)
    kept = signing.dumps(
        {
            "documents": [verdict_document(verdict) for verdict in verdicts],
            "rows": [verdict_row(verdict) for verdict in verdicts],
        },
        salt=SALT,
        compress=True,
    )
    return {
        "verdicts": verdicts,
        "counts": [
            (word, words[word]) for word in WORDS if words[word] or word in ALWAYS
        ],
        "kept": kept if len(kept) <= MOST_KEPT else "",
    }


def _refused(request: HttpRequest, reason: str, status: int) -> HttpResponse:
    context = {"form": CheckForm(), "refused": reason}
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
