"""The history of an army: its states, one of them, and going back to it."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST, require_safe

from armybuilder.armies import store
from armybuilder.armies.access import own_army, signed_in
from armybuilder.armies.allowances import count_kept, counted_edit, paid_page
from armybuilder.armies.budgets import budgets
from armybuilder.armies.builder import states_of
from armybuilder.armies.fields import whole_number
from armybuilder.armies.models import Army, ArmyRevision
from armybuilder.armies.presentation import show
from armybuilder.armies.review import review_army
from armybuilder.armies.shown_messages import shown_messages
from armybuilder.armies.store import Conflict
from rulesets.documents.json import DocumentError
from rulesets.rosters.roster import read_roster

MOST_REVISIONS = 10**9
LATE = "This army was changed meanwhile; nothing was restored. Here is what was done."


@require_safe
def show_history(request: HttpRequest, army: str) -> HttpResponse:
    found = own_army(request, army)
    revisions = found.revisions.defer("document").select_related("by")
    context = {"army": found, "revisions": tuple(revisions.order_by("-number"))}
    return render(request, "armies/history.html", context)


def list_states(request: HttpRequest, army: Army) -> HttpResponse:
    """Return the states of an army as a script of its builder asks for them."""
    here = reverse("armies:show", args=[army.public_id])
    context = {"here": here, "history": states_of(army)}
    response = render(request, "armies/_history.html", context)
    patch_vary_headers(response, ["HX-Target"])
    return response


def state_of(army: Army, number: int) -> ArmyRevision:
    """Return a kept state of an army, or 404."""
    kept = army.revisions.select_related("by")
    found = kept.filter(number=min(number, MOST_REVISIONS)).first()
    if found is None:
        raise Http404("That state of the army is not kept any more.")
    return found


@require_safe
@paid_page
def show_revision(request: HttpRequest, army: str, number: int) -> HttpResponse:
    found = own_army(request, army)
    revision = state_of(found, number)
    roster = read_roster(revision.document)
    reviewed = review_army(found, roster=roster)
    books, review = reviewed.books, reviewed.review
    context = {
        "army": found,
        "revision": revision,
        "review": review,
        "shown": show(review, books),
        "budgets": budgets(review),
        "messages_shown": tuple(shown_messages(review)),
    }
    return render(request, "armies/revision.html", context)


@require_POST
@counted_edit
@paid_page
def restore_revision(request: HttpRequest, army: str, number: int) -> HttpResponse:
    """Make a state of an army its newest one; undo takes that back."""
    found = own_army(request, army)
    state = state_of(found, number)
    try:
        expected = whole_number(
            request.POST.get("revision", ""), "revision", 1, MOST_REVISIONS
        )
    except DocumentError:
        expected = 0
    roster = read_roster(state.document)
    said = f"Restored as it was after: {state.made_by}"
    result = store.replace_roster(found, roster, expected, signed_in(request), said)
    if isinstance(result, Conflict):
        messages.warning(request, LATE)
        return redirect(reverse("armies:history", args=[army]))
    count_kept(request, result)
    messages.success(request, f"{said}. Undo takes it back.")
    return redirect("armies:show", army)
