"""Plans for an army: to make it legal, to fill it up, and what another limit would do.

Nothing is saved here: what is ticked goes through the edits of the builder.
"""

import secrets
from dataclasses import replace
from decimal import Decimal

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.accounts.cpu_budget import Purse, refuse_work, spending
from armybuilder.armies.access import own_army
from armybuilder.armies.allowances import paid_page
from armybuilder.armies.check_form import RulesForm
from armybuilder.armies.odds.unit_worth import Field, field_of, worth_against
from armybuilder.armies.plans import ShownPlan, shown_filling, shown_plan
from armybuilder.armies.review import ReviewedArmy, review_army
from armybuilder.books import editions
from armybuilder.books.bookshelf import SiteBookshelf
from rulesets.books.bookshelf import with_counting
from rulesets.checks.armies import MOST_WORK, CheckTerms
from rulesets.combats import combat_of
from rulesets.core.points import to_points
from rulesets.legality import new_messages, review, review_cost
from rulesets.legality.plans.bids import MOST_WORTHS
from rulesets.legality.plans.fill_up import fill_up
from rulesets.legality.plans.make_legal import make_legal
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Review

GOALS = ("legal", "fill")


@require_safe
@paid_page
def plan(request: HttpRequest, army: str) -> HttpResponse:
    """Show the steps of a plan as a form; `?goal=` is ``legal`` or ``fill``."""
    reviewed = review_army(own_army(request, army))
    goal = request.GET.get("goal", "legal")
    if goal not in GOALS:
        raise Http404("A plan makes an army legal or fills it up.")
    field = None
    if goal == "legal":
        found = make_legal(reviewed.review, reviewed.books)
        shown = shown_plan(reviewed.review, found)
    else:
        with spending(request) as purse:
            shown, field = _filled(request, reviewed, purse)
        if purse.refused is not None:
            return refuse_work(request, purse.refused)
    piece = request.headers.get("HX-Request") == "true"
    context = {
        "army": reviewed.army,
        "review": reviewed.review,
        "goal": goal,
        "plan": shown,
        "field": field,
        "piece": piece,
        "key": secrets.token_urlsafe(12),
        "offer_key": secrets.token_urlsafe(12),
    }
    template = "armies/_plan.html" if piece else "armies/plan.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _filled(
    request: HttpRequest, reviewed: ReviewedArmy, purse: Purse
) -> tuple[ShownPlan, Field | None]:
    """Return what the points left can buy, and the field that it is ranked against."""
    now, books = reviewed.review, reviewed.books
    if not combat_of(now.game).kinds:
        return shown_filling(now, fill_up(now, books)), None
    own = {force.book for force in reviewed.roster.forces}
    newest = editions.newest_books(reviewed.army.game)
    field = field_of(request, reviewed.army, own, newest)
    worth = worth_against(now.game, field.targets, purse)
    most = MOST_WORTHS // max(1, len(field.targets))
    found = fill_up(now, books, worth=worth, most_worths=most)
    return shown_filling(now, found), field


@require_http_methods(["GET", "HEAD", "POST"])
@paid_page
def try_rules(request: HttpRequest, army: str) -> HttpResponse:
    """Show the verdict under another limit or pack; nothing is saved."""
    reviewed = review_army(own_army(request, army))
    sent = request.POST if request.method == "POST" else request.GET
    form = RulesForm(sent or None)
    then = None
    if form.is_valid():
        limit, pack = form.cleaned_data["limit"], form.cleaned_data["pack"]
        then = _under(reviewed, limit, pack)
        if then is None:
            form.add_error("pack", "The pack asks too much of an army of this size.")
    now = reviewed.review
    context = {
        "army": reviewed.army,
        "review": now,
        "then": then,
        "new": {m.text for m in new_messages(now.messages, then.messages)}
        if then
        else set(),
        "form": form,
        "limit": form.cleaned_data.get("limit") if form.is_bound else None,
        "key": secrets.token_urlsafe(12),
    }
    status = 400 if form.is_bound and form.errors else 200
    piece = request.headers.get("HX-Request") == "true"
    template = "armies/_try.html" if piece else "armies/try.html"
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _under(
    reviewed: ReviewedArmy, limit: Decimal | None, pack: Pack | None
) -> Review | None:
    """Return the review under a limit and a pack; none where it is too much work."""
    shelf = SiteBookshelf()
    roster = reviewed.roster
    points = None if limit is None else to_points(limit)
    if points is not None:
        roster = replace(roster, limit=points)
    if pack is None:
        return review(roster, reviewed.books)
    terms = CheckTerms(pack, points, strict=False)
    rules = terms.pack_for(roster, shelf)
    books = with_counting(shelf, roster, rules)
    if rules is not None and review_cost(roster, books, rules, {}) > MOST_WORK:
        return None
    return review(roster, books, rules)
