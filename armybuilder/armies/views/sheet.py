"""The sheet of an army: to read, to print, and as a PDF."""

import logging
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from armybuilder.accounts.cpu_budget import (
    Purse,
    refuse_work,
    spending,
    told_when,
)
from armybuilder.accounts.throttle import Allowance, client_address, take
from armybuilder.armies.access import own_army, shared_army, signed_in
from armybuilder.armies.models import Army
from armybuilder.armies.odds.targets import hands, sheet_target, sheet_targets
from armybuilder.armies.odds.unit_odds import OddsBasis
from armybuilder.armies.printed_sheet import (
    PAPERS,
    PdfFailed,
    PdfTooLarge,
    PdfUnavailable,
    Sheet,
    sheet,
    sheet_pdf,
)
from armybuilder.armies.review import review_army
from armybuilder.books import editions

PDFS = Allowance("pdf", burst=20, refill_seconds=15)

logger = logging.getLogger(__name__)


@require_safe
def print_army(request: HttpRequest, army: str) -> HttpResponse:
    found = own_army(request, army)
    back = reverse("armies:show", args=[army])
    return _page(request, found, back, reverse("armies:pdf", args=[army]))


@require_safe
def army_pdf(request: HttpRequest, army: str) -> HttpResponse:
    found = own_army(request, army)
    return _pdf(request, found, reverse("armies:print", args=[army]))


@require_safe
def shared_print(request: HttpRequest, token: str) -> HttpResponse:
    found = shared_army(token)
    back = reverse("armies:shared", args=[token])
    return _page(request, found, back, reverse("armies:shared_pdf", args=[token]))


@require_safe
def shared_pdf(request: HttpRequest, token: str) -> HttpResponse:
    found = shared_army(token)
    return _pdf(request, found, reverse("armies:shared_print", args=[token]))


def _page(request: HttpRequest, army: Army, back: str, pdf: str) -> HttpResponse:
    newest = editions.newest_books(army.game)
    with spending(request) as purse:
        shown = _sheet(request, army, purse)
    if purse.refused is not None:
        return refuse_work(request, purse.refused)
    asked = request.GET.get("against", "")
    context = {
        "sheet": shown,
        "targets": sheet_targets(request, army, newest),
        "asked": f"against={quote(asked, safe='')}" if asked else "",
        "papers": PAPERS,
        "back": back,
        "pdf": pdf,
    }
    response = render(request, "armies/sheet.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


def _pdf(request: HttpRequest, army: Army, page: str) -> HttpResponse:
    paper = request.GET.get("paper", "a4")
    if paper not in PAPERS:
        reason = f"The paper must be one of: {', '.join(PAPERS)}."
        return _no_pdf(request, army, page, reason, 400)
    if not take(PDFS, client_address(request)):
        reason = "That is a great many PDFs at once. Wait a minute."
        return _no_pdf(request, army, page, reason, 429)
    with spending(request) as purse:
        shown = _sheet(request, army, purse)
    if purse.refused is not None:
        no_pdf = _no_pdf(request, army, page, str(purse.refused), 429)
        return told_when(no_pdf, purse.refused)
    try:
        raw = sheet_pdf(shown, paper=paper)
    except PdfTooLarge as problem:
        return _no_pdf(request, army, page, str(problem), 422)
    except (PdfFailed, PdfUnavailable) as problem:
        logger.warning("No PDF of army %s: %s", army.public_id, problem)
        return _no_pdf(request, army, page, str(problem), 503)
    response = HttpResponse(raw, content_type="application/pdf")
    name = slugify(army.name) or "army"
    response["Content-Disposition"] = f'attachment; filename="{name}.pdf"'
    response["X-Robots-Tag"] = "noindex"
    return response


def _no_pdf(
    request: HttpRequest, army: Army, page: str, reason: str, status: int
) -> HttpResponse:
    context = {"army": army, "reason": reason, "page": page}
    return render(request, "armies/no_pdf.html", context, status=status)


def _sheet(request: HttpRequest, army: Army, purse: Purse) -> Sheet:
    reviewed = review_army(army)
    user = signed_in(request)
    own = user is not None and user.pk == army.owner_id
    address = ""
    if army.shared:
        path = reverse("armies:shared", args=[army.share_token])
        address = request.build_absolute_uri(path)
    target = sheet_target(request, army, editions.newest_books(army.game))
    basis = None
    if target is not None:
        in_hand = hands(request, army.public_id)
        basis = OddsBasis(target, in_hand, purse=purse)
    return sheet(
        reviewed.review,
        reviewed.books,
        basis=basis,
        printed=timezone.localdate(),
        owner=user.get_username() if user is not None and own else "",
        address=address,
    )
