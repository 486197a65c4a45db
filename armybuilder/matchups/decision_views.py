"""Decisions of a side of a match-up, and which answer is best for it."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from armybuilder.accounts.cpu_budget import SpentError, refuse_work, spending
from armybuilder.armies.odds.match_up_odds import settled_match_up
from armybuilder.matchups.answers import QueryError
from armybuilder.matchups.decision_table import DecisionPage, decision_page
from armybuilder.matchups.further_fighters import party_titles
from armybuilder.matchups.match_up_query import MatchUpQuestion, read_question
from armybuilder.matchups.question_page import read_query
from rulesets.combats import combat_of
from rulesets.matchups.decisions import try_all
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.sides import SIDES, Side


@require_safe
def show_decisions(request: HttpRequest) -> HttpResponse:
    """Try what a side decides: a piece for the match-up page, or a page.

    A question that cannot be answered goes to the match-up page, which says why.
    """
    query = read_query(request)
    letter, first = query.pop("side", "a"), query.pop("first", "")
    side = next((one for one in SIDES if one == letter), None)
    if side is None:
        raise Http404("A side is a or b.")
    match_up_page = f"{reverse('matchups:show')}?{urlencode(query)}"
    try:
        question = read_question(request, query)
        page = _tried(request, question, side, first)
    except SpentError as problem:
        return refuse_work(request, problem)
    except (QueryError, MatchUpError):
        return redirect(match_up_page)
    piece = request.headers.get("HX-Request") == "true"
    template = "matchups/_decisions.html" if piece else "matchups/show_decisions.html"
    context = {
        "page": page,
        "game": question.game,
        "titles": party_titles(question.a, question.b, question.further),
        "match_up": match_up_page,
        "kind": question.kind,
    }
    return render(request, template, context)


def _tried(
    request: HttpRequest, question: MatchUpQuestion, side: Side, first: str
) -> DecisionPage:
    """Return all that a side decides, tried; the decision of a key before others."""
    combat, match_up = combat_of(question.game), question.match_up()
    with spending(request) as purse:
        work = partial(settled_match_up, purse=purse)
        tried, together = try_all(combat, work, match_up, side, first)
    titles = party_titles(question.a, question.b, question.further)
    return decision_page(question, side, tried, together, titles)
