"""Comparing: two armies, two states of one, and an army in another edition."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import (
    require_http_methods,
    require_safe,
)

from armybuilder.accounts.cpu_budget import spending
from armybuilder.armies import store
from armybuilder.armies.access import own_armies, own_army, signed_in, visible_army
from armybuilder.armies.allowances import count_kept, counted_edit, paid_page
from armybuilder.armies.comparison import compared
from armybuilder.armies.fields import whole_number
from armybuilder.armies.labels import label
from armybuilder.armies.models import Army
from armybuilder.armies.odds.targets import builder_target, hands
from armybuilder.armies.odds.unit_odds import OddsBasis
from armybuilder.armies.review import books_at_hand, review_army, review_roster
from armybuilder.armies.store import Conflict
from armybuilder.armies.views.history import state_of
from armybuilder.books import editions
from rulesets.documents.json import DocumentError
from rulesets.reviews.differences import (
    ArmyDifference,
    differences_of_armies,
    differences_of_states,
)
from rulesets.rosters.edits import SetEdition, apply
from rulesets.rosters.roster import Force, Roster, read_roster

ARMIES_OFFERED = 200
"""Armies of one's own that may be chosen to compare with."""

OTHER_GAME = "That is an army of another game; only armies of one game are compared."
NOT_THERE = "There is no army behind that link, or it is not shared."
LATE = "This army was changed meanwhile. Look at what the edition would do once more."


@require_safe
@paid_page
def compare_states(request: HttpRequest, army: str) -> HttpResponse:
    """Compare two states of an army; the later one is as it is now if none is named."""
    found = own_army(request, army)
    before = state_of(found, _number(request, "from", found.revision - 1))
    after = state_of(found, _number(request, "to", found.revision))
    rosters = read_roster(before.document), read_roster(after.document)
    books = books_at_hand(*rosters)
    difference = differences_of_states(
        *(review_army(found, known=books, roster=one).review for one in rosters)
    )
    context = {
        "army": found,
        "before": before,
        "after": after,
        "kept": {"from": before.number, "to": after.number},
        **_told(request, found, difference),
    }
    return render(request, "armies/compare_states.html", context)


def _number(request: HttpRequest, name: str, usual: int) -> int:
    text = request.GET.get(name, "")[:9]
    return int(text) if text.isascii() and text.isdigit() else usual


def _told(
    request: HttpRequest, army: Army, difference: ArmyDifference
) -> dict[str, object]:
    """Return differences with odds against the target of the army's builder."""
    newest = editions.newest_books(army.game)
    roster = difference.after.roster
    own = {force.book for force in roster.forces}
    targets, target = builder_target(request, army, own, newest)
    with spending(request) as purse:
        basis = OddsBasis(target, hands(request, army.public_id), purse=purse)
        told = compared(difference, basis)
    return {"compared": told, "targets": targets}


# -- another army -------------------------------------------------------------------


@require_safe
@paid_page
def compare_armies(request: HttpRequest, army: str) -> HttpResponse:
    """Compare an army with another of one's own, or with a shared one."""
    found = own_army(request, army)
    handle = _handle(request.GET.get("with", ""))
    mine = own_armies(request).filter(game=found.game, deleted_at=None)
    others = mine.exclude(pk=found.pk).only("public_id", "name", "updated_at")
    context: dict[str, object] = {
        "army": found,
        "others": others[:ARMIES_OFFERED],
        "chosen": handle,
    }
    if not handle:
        return render(request, "armies/compare_armies.html", context)
    other, why_not = _other(request, found, handle)
    if other is None:
        context["why_not"] = why_not
        return render(request, "armies/compare_armies.html", context, status=404)
    rosters = read_roster(found.document), read_roster(other.document)
    books = books_at_hand(*rosters)
    difference = differences_of_armies(
        *(review_army(one, known=books).review for one in (found, other))
    )
    context |= {
        "other": other,
        "kept": {"with": handle},
        **_told(request, found, difference),
    }
    return render(request, "armies/compare_armies.html", context)


def _handle(text: str) -> str:
    """Return the handle of an army in what was chosen, or pasted as a link."""
    return text.strip().rstrip("/").rpartition("/")[2][:80]


def _other(request: HttpRequest, army: Army, handle: str) -> tuple[Army | None, str]:
    try:
        other = visible_army(request, handle.replace("\x00", ""))
    except Http404:
        return None, NOT_THERE
    return (other, "") if other.game == army.game else (None, OTHER_GAME)


# -- another edition ----------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@paid_page
def move_edition(request: HttpRequest, army: str) -> HttpResponse:
    """Tell what another edition of a force's book would do, and take it."""
    found = own_army(request, army)
    if request.method == "POST":
        return _take_edition(request, found)
    roster = read_roster(found.document)
    force, edition = _asked_edition(request, roster, found.game)
    then = apply(roster, SetEdition(force.id, edition))
    books = books_at_hand(roster, then)
    difference = differences_of_states(
        *(review_army(found, known=books, roster=one).review for one in (roster, then))
    )
    context = {
        "army": found,
        "force": force,
        "book": books[force.book, edition],
        "edition": edition,
        "kept": {"force": force.id, "edition": edition},
        **_told(request, found, difference),
    }
    return render(request, "armies/move_edition.html", context)


def _asked_edition(
    request: HttpRequest, roster: Roster, game: str
) -> tuple[Force, int]:
    """Return the force and the edition that are asked for, or 404."""
    asked = request.POST.get("force", request.GET.get("force", ""))
    forces = (one for one in roster.forces if asked in ("", one.id))
    force = next(forces, None)
    if force is None:
        raise Http404("There is no such force in this army.")
    newest = dict(editions.newest_books(game).keys()).get(force.book, force.edition)
    text = request.POST.get("edition", request.GET.get("edition", ""))[:6]
    edition = int(text) if text.isascii() and text.isdigit() else newest
    if (force.book, edition) not in editions.editions_for({(force.book, edition)}):
        raise Http404("There is no such edition of this book.")
    return force, edition


@counted_edit
def _take_edition(request: HttpRequest, army: Army) -> HttpResponse:
    roster = read_roster(army.document)
    force, edition = _asked_edition(request, roster, army.game)
    try:
        expected = whole_number(request.POST.get("revision", ""), "revision", 1, 10**9)
    except DocumentError:
        expected = 0
    edits = [SetEdition(force.id, edition)]
    books = books_at_hand(roster)
    said = label(edits, review_roster(roster, books), books)
    result = store.save_edit(army, edits, expected, signed_in(request), said)
    if isinstance(result, Conflict):
        messages.warning(request, LATE)
        return redirect("armies:move_edition", army.public_id)
    count_kept(request, result)
    messages.success(request, f"{said}. Undo takes it back.")
    return redirect("armies:show", army.public_id)
