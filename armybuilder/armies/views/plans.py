"""Plans for an army: to make it legal, to fill it up, and what another limit would do.

Nothing is saved here: what is ticked goes through the edits of the builder.
"""

import secrets
from dataclasses import replace
from decimal import Decimal

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST

from armybuilder.accounts.cpu_budget import (
    Purse,
    SpentError,
    refuse_work,
    spending,
)
from armybuilder.armies.access import own_army
from armybuilder.armies.allowances import paid_page
from armybuilder.armies.check_form import RulesForm
from armybuilder.armies.edit_forms import ticked_steps
from armybuilder.armies.found_plans import enough_points, filling, legal_plan
from armybuilder.armies.models import Army
from armybuilder.armies.odds.unit_worth import Field, field_of
from armybuilder.armies.plans import (
    ShownPlan,
    TickedSteps,
    reviewed_steps,
    shown_filling,
    shown_plan,
)
from armybuilder.armies.review import ReviewedArmy, review_army
from armybuilder.armies.store import set_pack
from armybuilder.books import editions
from armybuilder.books.bookshelf import SiteBookshelf
from armybuilder.packs.access import find_version
from rulesets.books.bookshelf import with_counting
from rulesets.checks.armies import MOST_WORK, CheckTerms
from rulesets.combats import combat_of
from rulesets.core.points import to_points
from rulesets.documents.json import DocumentError
from rulesets.games import find_game
from rulesets.legality import new_messages, review, review_cost
from rulesets.matchups.unit_worth import volleys_text
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Review

GOALS = ("legal", "fill")


@require_http_methods(["GET", "HEAD", "POST"])
@paid_page
def plan(request: HttpRequest, army: str) -> HttpResponse:
    """Show the steps of a plan as a form; `?goal=` is ``legal`` or ``fill``.

    What is posted are the ticked steps: they are reviewed, and nothing is saved.
    """
    reviewed = review_army(own_army(request, army))
    goal = request.GET.get("goal", "legal")
    if goal not in GOALS:
        raise Http404("A plan makes an army legal or fills it up.")
    ticked = _ticked(request, reviewed)
    status = 400 if ticked is not None and ticked.problem else 200
    if ticked is not None and request.headers.get("HX-Target") == "plan-then":
        then = {"ticked": ticked}
        return render(request, "armies/_plan_then.html", then, status=status)
    try:
        with spending(request) as purse:
            shown, field = _found(request, reviewed, goal, purse)
    except SpentError as problem:
        return refuse_work(request, problem)
    piece = request.headers.get("HX-Request") == "true"
    context = {
        "army": reviewed.army,
        "review": reviewed.review,
        "goal": goal,
        "plan": shown,
        "field": field,
        "volleys": volleys_text(reviewed.review.game) if field else "",
        "again": _query(goal, field),
        "ticked": ticked,
        "left_out": _left_out(request, shown),
        "piece": piece,
        "key": secrets.token_urlsafe(12),
        "offer_key": secrets.token_urlsafe(12),
    }
    template = "armies/_plan.html" if piece else "armies/plan.html"
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _ticked(request: HttpRequest, reviewed: ReviewedArmy) -> TickedSteps | None:
    """Return where the steps that were posted lead; none where none were."""
    if request.method != "POST":
        return None
    try:
        return reviewed_steps(reviewed, ticked_steps(request.POST))
    except DocumentError as problem:
        return TickedSteps(problem=f"These are no steps of a plan: {problem}")


def _found(
    request: HttpRequest, reviewed: ReviewedArmy, goal: str, purse: Purse
) -> tuple[ShownPlan, Field | None]:
    """Return a plan as the page shows it, and the field that it is ranked against."""
    now = reviewed.review
    if goal == "legal":
        found = legal_plan(reviewed)
        enough = None if found.legal else enough_points(reviewed)
        return shown_plan(now, found, enough), None
    field = None
    if combat_of(now.game).kinds:
        own = {force.book for force in reviewed.roster.forces}
        newest = editions.newest_books(reviewed.army.game)
        field = field_of(request, reviewed.army, own, newest)
    filled = filling(reviewed, field.targets if field else (), purse)
    enough = None if filled.plan.legal else enough_points(reviewed)
    return shown_filling(now, filled, enough), field


def _query(goal: str, field: Field | None) -> str:
    """Return the query that asks for the same plan again."""
    query = {"goal": goal}
    if field is not None and field.chosen:
        query["against" if "/" in field.chosen else "field"] = field.chosen
    return urlencode(query)


def _left_out(request: HttpRequest, shown: ShownPlan) -> frozenset[str]:
    """Return the ids of the steps that are not ticked."""
    if request.method != "POST":
        return frozenset()
    ticked = {*request.POST.getlist("edits")}
    return frozenset(step.id for step in shown.steps if step.edits not in ticked)


@require_POST
@paid_page
def choose_pack(request: HttpRequest, army: str) -> HttpResponse:
    """Have an army judged by a pack from now on, or by its game's own rules again."""
    found = own_army(request, army)
    name = request.POST.get("named", "")
    version = find_version(name, request.user) if name else None
    if name and (version is None or version.pack.game != found.game):
        messages.error(request, "There is no such pack for an army of this game.")
        return redirect("armies:try", army)
    set_pack(found, version)
    by = str(version) if version else f"the rules of {_game_name(found)} alone"
    messages.success(request, f"The army is judged by {by} now.")
    return redirect("armies:show", army)


def _game_name(army: Army) -> str:
    """Return the name of an army's game, its key where there is no such game."""
    game = find_game(army.game)
    return army.game if game is None else game.name


@require_http_methods(["GET", "HEAD", "POST"])
@paid_page
def try_rules(request: HttpRequest, army: str) -> HttpResponse:
    """Show the verdict under another limit or pack; nothing is saved."""
    reviewed = review_army(own_army(request, army))
    sent = request.POST if request.method == "POST" else request.GET
    kept = reviewed.army.pack
    form = RulesForm(
        sent or None,
        viewer=request.user,
        game=reviewed.army.game,
        initial={"named": "" if kept is None else kept.label},
    )
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
