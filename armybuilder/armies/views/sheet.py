"""The papers of an army: to set up, to look at, to print, and as PDFs."""

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
from armybuilder.armies.papers.pages import context
from armybuilder.armies.papers.paper import Paper, paper
from armybuilder.armies.papers.renderer import (
    PdfFailed,
    PdfTooLarge,
    PdfUnavailable,
    drawn,
    is_known,
    paper_page,
)
from armybuilder.armies.papers.saved_setups import setups_of
from armybuilder.armies.papers.setup import (
    ORDERS,
    PAPERS,
    PaperSetup,
    SetupError,
    kinds_of,
    read_setup,
)
from armybuilder.armies.review import review_army
from armybuilder.books import editions
from rulesets.game import Game
from rulesets.games import GAMES

PDFS = Allowance("pdf", burst=20, refill_seconds=15)

REMEMBERED = "paper"
"""Key of the set-up that was chosen last, in a session."""

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
    setup, problem = _setup(request, GAMES[army.game])
    with spending(request) as purse:
        shown = _paper(request, army, setup, purse)
    if purse.refused is not None:
        return refuse_work(request, purse.refused)
    asked = request.GET.get("against", "")
    user = signed_in(request)
    game = shown.review.game
    told = context(shown, "table") | {
        "saved": setups_of(user, game, setup) if user is not None else (),
        "targets": sheet_targets(request, army, newest),
        "asked": f"&against={quote(asked, safe='')}" if asked else "",
        "setup": setup,
        "unfolded": bool(problem) or "unfolded" in request.GET,
        "kinds": kinds_of(game),
        "papers": PAPERS,
        "orders": ORDERS,
        "problem": problem,
        "back": back,
        "pdf": pdf,
    }
    status = 400 if problem else 200
    response = render(request, "armies/sheet.html", told, status=status)
    response["X-Robots-Tag"] = "noindex"
    return response


def _setup(request: HttpRequest, game: Game) -> tuple[PaperSetup, str]:
    """Return the set-up that is asked for, else the last, and what is wrong with it."""
    asked = request.GET.dict()
    if "kind" in asked and signed_in(request) is not None:
        kept = {key: asked[key][:20] for key in _FIELDS if key in asked}
        if request.session.get(REMEMBERED) != kept:
            request.session[REMEMBERED] = kept
    elif "kind" not in asked:
        asked = request.session.get(REMEMBERED, {}) | asked
        if asked.get("kind") not in kinds_of(game):
            asked["kind"] = "sheet"
    try:
        return read_setup(asked, game), ""
    except SetupError as problem:
        return PaperSetup(), str(problem)


_FIELDS = ("kind", "paper", "order", "points", "secret", "ink")


def _pdf(request: HttpRequest, army: Army, page: str) -> HttpResponse:
    setup, problem = _setup(request, GAMES[army.game])
    if problem:
        return _no_pdf(request, army, page, problem, 400)
    if request.GET:
        page = f"{page}?{request.GET.urlencode()}"
    with spending(request) as purse:
        shown = _paper(request, army, setup, purse)
    if purse.refused is not None:
        no_pdf = _no_pdf(request, army, page, str(purse.refused), 429)
        return told_when(no_pdf, purse.refused)
    try:
        drawing = paper_page(shown)
        if not is_known(drawing) and not take(PDFS, client_address(request)):
            reason = "That is a great many PDFs at once. Wait a minute."
            return _no_pdf(request, army, page, reason, 429)
        raw = drawn(drawing)
    except PdfTooLarge as refusal:
        return _no_pdf(request, army, page, str(refusal), 422)
    except (PdfFailed, PdfUnavailable) as failure:
        logger.warning("No PDF of army %s: %s", army.public_id, failure)
        return _no_pdf(request, army, page, str(failure), 503)
    if raw is None:
        return _being_drawn(request, army, page)
    response = HttpResponse(raw, content_type="application/pdf")
    name = slugify(army.name) or "army"
    response["Content-Disposition"] = f'attachment; filename="{name}.pdf"'
    response["X-Robots-Tag"] = "noindex"
    return response


def _being_drawn(request: HttpRequest, army: Army, page: str) -> HttpResponse:
    """Return the note that asks again by itself: the drawing goes on meanwhile."""
    told = {"army": army, "page": page, "again": request.get_full_path()}
    response = render(request, "armies/drawing_pdf.html", told, status=202)
    response["Refresh"] = "1"
    response["Cache-Control"] = "no-store"
    return response


def _no_pdf(
    request: HttpRequest, army: Army, page: str, reason: str, status: int
) -> HttpResponse:
    told = {"army": army, "reason": reason, "page": page}
    return render(request, "armies/no_pdf.html", told, status=status)


def _paper(request: HttpRequest, army: Army, setup: PaperSetup, purse: Purse) -> Paper:
    reviewed = review_army(army)
    user = signed_in(request)
    own = user is not None and user.pk == army.owner_id
    address = ""
    if army.shared and not setup.secret:
        path = reverse("armies:shared", args=[army.share_token])
        address = request.build_absolute_uri(path)
    basis = None
    target = None
    if setup.tells_odds:
        target = sheet_target(request, army, editions.newest_books(army.game))
    if target is not None:
        in_hand = hands(request, army.public_id)
        basis = OddsBasis(target, in_hand, purse=purse)
    return paper(
        reviewed.review,
        reviewed.books,
        setup,
        basis=basis,
        printed=timezone.localdate(),
        owner=user.get_username() if user is not None and own else "",
        address=address,
        pack=reviewed.pack,
        judged_by="" if army.pack is None else str(army.pack),
    )
