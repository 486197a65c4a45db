"""The builder: showing an army to its owner, and every change of it."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from armybuilder.accounts.cpu_budget import Purse, refuse_work, spending
from armybuilder.accounts.models import User
from armybuilder.armies import store
from armybuilder.armies.access import (
    keep_in_session,
    may_keep_another,
    own_army,
    refuse_another,
    signed_in,
)
from armybuilder.armies.allowances import count_kept, counted_edit, paid_page
from armybuilder.armies.builder import Builder, build
from armybuilder.armies.edit_forms import edits_json, form_key, read_edits
from armybuilder.armies.fields import whole_number
from armybuilder.armies.labels import label
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.odds.option_trials import option_trials
from armybuilder.armies.odds.targets import Targets, builder_target, hands, keep_hands
from armybuilder.armies.odds.unit_odds import OddsBasis
from armybuilder.armies.panes import TABS, Panes, read_panes
from armybuilder.armies.pieces import SHOWN, pieces_for
from armybuilder.armies.review import (
    ReviewedArmy,
    books_at_hand,
    review_army,
    review_roster,
)
from armybuilder.armies.store import Conflict
from armybuilder.armies.views.history import list_states
from armybuilder.books import editions
from armybuilder.books.authors import books_of_author
from rulesets.books.book import Books
from rulesets.documents.json import DocumentError
from rulesets.legality import books_beside
from rulesets.reviews.review import EMPTY, Review
from rulesets.rosters.edits import EditError, apply_all
from rulesets.rosters.roster import read_roster

MOST_REVISIONS = 10**9
BUILDER, SHOP, HISTORY = "builder", "shop-body", "history-list"
"""Targets of scripts: the pieces of a page that changed, the shop, or the history."""

UNDO = "undo"
"""The tag of a message that offers to take back what it tells."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A change that failed and why, shown above the army as it is."""

    error: str = ""
    since: tuple[str, ...] = ()
    wanted: str = ""
    edits: str = ""
    why_not: str = ""


@require_safe
@paid_page
def show(request: HttpRequest, army: str) -> HttpResponse:
    found = own_army(request, army)
    if request.headers.get("HX-Target") == HISTORY:
        return list_states(request, found)
    return _page(request, found)


@dataclass(frozen=True, slots=True)
class EditDone:
    """A change that was made to an army, and the army before.

    `newest` are the newest books of its game. `tags` are those of its message: `UNDO`
    where that offers to take it back.
    """

    said: str
    before: ReviewedArmy
    newest: Books
    revision: int
    tags: str = ""


def _page(
    request: HttpRequest,
    army: Army,
    notice: Notice | None = None,
    status: int = 200,
    done: EditDone | None = None,
) -> HttpResponse:
    target = request.headers.get("HX-Target", "")
    panes = read_panes(request)
    newest = done.newest if done else editions.newest_books(army.game)
    known = {**newest, **done.before.books} if done else newest
    reviewed = review_army(army, known=known)
    is_empty = reviewed.review.verdict == EMPTY
    if panes.problems or is_empty:
        reviewed = reviewed.with_fixes()
    asked = panes.add and request.method == "GET"
    shop = asked or target == SHOP or (is_empty and target != BUILDER)
    own = {force.book for force in reviewed.roster.forces}
    before = done.before.review if done else _since(request, army)
    with spending(request) as purse:
        chosen, basis = _odds_basis(request, reviewed, newest, before, purse)
        builder = build(reviewed, panes, basis, newest, shop=shop)
    keep_hands(request, army.public_id, builder.taken)
    if done is not None:
        text = _success_text(done, builder, chosen.name)
        messages.success(request, text, extra_tags=done.tags)
    key, token = secrets.token_urlsafe(12), get_token(request)
    repeated = (key, token, f'name="revision" value="{army.revision}"')
    pieces = pieces_for(request, repeated, whole=target != BUILDER)
    context = {
        "builder": builder,
        "army": army,
        "targets": chosen,
        "panes": panes,
        "pieces": pieces,
        "shop": shop,
        "here": reverse("armies:show", args=[army.public_id]),
        "edit_address": reverse("armies:edit", args=[army.public_id]),
        "undo_address": reverse("armies:undo", args=[army.public_id]),
        "redo_address": reverse("armies:redo", args=[army.public_id]),
        "what_if_address": reverse("armies:what_if", args=[army.public_id]),
        "crest_of": next(iter(reviewed.books.values()), None),
        "tabs": _tabs(request, panes, done),
        "notice": notice,
        "key": key,
        "csrf_token": token,
        "books": [
            book
            for book in books_beside(reviewed.review, reviewed.books, newest.values())
            if shop and book.key not in own
        ],
        "own_books": books_of_author(request.user, own),
        "visibilities": Visibility.choices,
        "share_url": request.build_absolute_uri(
            reverse("armies:shared", args=[army.share_token])
        ),
    }
    response = _drawn(request, target, context, status)
    patch_vary_headers(response, ["HX-Target", SHOWN])
    return response


def _tabs(
    request: HttpRequest, panes: Panes, done: EditDone | None
) -> list[tuple[str, str, str]]:
    """Return (key, title, query) of the tabs of the open unit.

    They go on telling what the last change did.
    """
    since = str(done.revision) if done else request.GET.get("since", "")[:9]
    told = f"&{urlencode({'since': since})}" if since.isdecimal() else ""
    return [(key, title, panes.of_tab(key) + told) for key, title in TABS.items()]


def _drawn(
    request: HttpRequest, target: str, context: dict[str, Any], status: int
) -> HttpResponse:
    """Return a page, the pieces of it that changed, or the shop alone."""
    if target == BUILDER:
        render_to_string("armies/_builder.html", context, request)
        return render(request, "armies/_answer.html", context, status=status)
    template = "armies/_shop.html" if target == SHOP else "armies/show.html"
    return render(request, template, context, status=status)


def _odds_basis(
    request: HttpRequest,
    reviewed: ReviewedArmy,
    newest: Books,
    before: Review | None,
    purse: Purse,
) -> tuple[Targets, OddsBasis]:
    """Return the targets to choose from, and the basis of the units' odds."""
    army = reviewed.army.public_id
    own = {force.book for force in reviewed.roster.forces}
    chosen, target = builder_target(request, reviewed.army, own, newest)
    return chosen, OddsBasis(target, hands(request, army), before, purse)


def _since(request: HttpRequest, army: Army) -> Review | None:
    """Return the army as it was at the revision that an address compares it with."""
    since = request.GET.get("since", "")[:9]
    if not since.isdecimal():
        return None
    then = army.revisions.filter(number=int(since)).first()
    if then is None or then.number == army.revision:
        return None
    roster = read_roster(then.document)
    return review_roster(roster, books_at_hand(roster))


def _success_text(done: EditDone, builder: Builder, target: str) -> str:
    """Return the change in words and, where it changed a unit's odds, how."""
    change = builder.change
    return f"{done.said} Against {target}: {change}." if change else done.said


@require_safe
def what_if(request: HttpRequest, army: str) -> HttpResponse:
    """Show trials of the options of a slot: for the builder, or as a page."""
    found = own_army(request, army)
    newest = editions.newest_books(found.game)
    reviewed = review_army(found, known=newest)
    path = request.GET.get("place", "")[:400]
    slot = request.GET.get("slot", "")[:80]
    with spending(request) as purse:
        chosen, basis = _odds_basis(request, reviewed, newest, None, purse)
        tried = option_trials(reviewed, path, slot, basis)
    if purse.refused is not None:
        return refuse_work(request, purse.refused)
    if tried is None:
        raise Http404("There is no such selection in this army.")
    piece = request.headers.get("HX-Request") == "true"
    template = "armies/_what_if.html" if piece else "armies/what_if.html"
    context = {
        "army": found,
        "tried": tried,
        "targets": chosen,
        "currency": reviewed.review.game.currency,
        "unit": reviewed.review.line("/".join(path.split("/")[:2])),
    }
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_POST
@counted_edit
@paid_page
def edit(request: HttpRequest, army: str) -> HttpResponse:
    found = own_army(request, army)
    newest = editions.newest_books(found.game)
    reviewed = review_army(found, known=newest)
    try:
        revision = _revision(request)
    except DocumentError as problem:
        return _refused(request, found, problem)
    key = form_key(request.POST)
    if found.revision != revision and store.was_saved(found, revision, key):
        return _done(request, reviewed, newest, found, "")
    try:
        edits = read_edits(request.POST, reviewed.review, reviewed.books)
        if not edits:
            return _done(request, reviewed, newest, found, "")
        said = label(edits, reviewed.review, reviewed.books)
        by = signed_in(request)
        result = store.save_edit(found, edits, revision, by, said, key)
    except (DocumentError, EditError) as problem:
        found.refresh_from_db()
        late = store.at_revision(found, revision)
        if isinstance(late, Conflict):
            why_not = problem.text if isinstance(problem, DocumentError) else problem
            return _conflict(request, late, reviewed, str(why_not))
        return _refused(request, found, problem)
    if isinstance(result, Conflict):
        return _conflict(request, result, reviewed)
    count_kept(request, result)
    return _done(request, reviewed, newest, result, said, UNDO)


def _revision(request: HttpRequest) -> int:
    text = request.POST.get("revision", "")
    return whole_number(text, "revision", 1, MOST_REVISIONS)


def _refused(
    request: HttpRequest, army: Army, problem: DocumentError | EditError
) -> HttpResponse:
    """Show the army as it is, with one clear error; nothing was changed."""
    text = str(problem)
    if isinstance(problem, DocumentError):
        place = problem.where.strip("/").replace("/", ", ")
        text = f"{place}: {problem.text}" if place else problem.text
    return _page(request, army, Notice(error=text), status=400)


def _conflict(
    request: HttpRequest, conflict: Conflict, before: ReviewedArmy, why_not: str = ""
) -> HttpResponse:
    """Show the army as it is now and the edits since, and offer the edit again."""
    if conflict.army.deleted_at:
        raise Http404("There is no such army.")
    if conflict.edits:
        try:
            apply_all(read_roster(conflict.army.document), conflict.edits)
        except EditError as problem:
            why_not = str(problem)
    notice = Notice(
        since=tuple(revision.label for revision in conflict.since),
        wanted=label(conflict.edits, before.review, before.books),
        edits=edits_json(conflict.edits) if conflict.edits and not why_not else "",
        why_not=why_not,
    )
    return _page(request, conflict.army, notice, status=409)


def _done(
    request: HttpRequest,
    before: ReviewedArmy,
    newest: Books,
    after: Army,
    said: str,
    tags: str = "",
) -> HttpResponse:
    revision = before.army.revision
    changed = after.revision != revision
    said, tags = (f"{said}.", tags) if changed else ("Nothing was changed.", "")
    if request.headers.get("HX-Target") == BUILDER:
        done = EditDone(said, before, newest, revision, tags)
        return _page(request, after, done=done)
    messages.success(request, said, extra_tags=tags)
    address = reverse("armies:show", args=[after.public_id])
    panes = read_panes(request)
    query = panes.query
    if panes.unit and changed:
        query = f"{query}&{urlencode({'since': revision})}"
    return HttpResponseRedirect(f"{address}{query}")


Step = Callable[[Army, int, User | None, str], Army | Conflict]


def _step(request: HttpRequest, army: str, step: Step) -> HttpResponse:
    found = own_army(request, army)
    newest = editions.newest_books(found.game)
    reviewed = review_army(found, known=newest)
    try:
        key = form_key(request.POST)
        result = step(found, _revision(request), signed_in(request), key)
    except (DocumentError, EditError) as problem:
        found.refresh_from_db()
        return _refused(request, found, problem)
    if isinstance(result, Conflict):
        return _conflict(request, result, reviewed)
    count_kept(request, result)
    said = result.revisions.get(number=result.revision).label
    return _done(request, reviewed, newest, result, said)


@require_POST
@counted_edit
@paid_page
def undo(request: HttpRequest, army: str) -> HttpResponse:
    return _step(request, army, store.undo)


@require_POST
@counted_edit
@paid_page
def redo(request: HttpRequest, army: str) -> HttpResponse:
    return _step(request, army, store.redo)


@require_POST
@paid_page
def set_sharing(request: HttpRequest, army: str) -> HttpResponse:
    found = own_army(request, army)
    wanted = request.POST.get("visibility", "")
    if wanted not in Visibility.values:
        notice = Notice(error=f"Sharing: “{wanted[:40]}” is none of the choices.")
        return _page(request, found, notice, status=400)
    if found.owner_id is None and wanted == Visibility.PUBLIC:
        notice = Notice(error="Sign in to list an army publicly.")
        return _page(request, found, notice, status=400)
    found.visibility = Visibility(wanted)
    store.set_visibility(found, found.visibility)
    messages.success(request, f"Sharing: {found.visibility.label.lower()}.")
    if request.headers.get("HX-Target") == BUILDER:
        return _page(request, found)
    return redirect("armies:show", found.public_id)


@require_POST
def duplicate(request: HttpRequest, army: str) -> HttpResponse:
    found = own_army(request, army)
    if not may_keep_another(request):
        return refuse_another(request)
    copy = store.duplicate(found, signed_in(request))
    keep_in_session(request, copy)
    count_kept(request, copy)
    messages.success(request, f"This is a copy of {found.name}.")
    return redirect("armies:show", copy.public_id)
