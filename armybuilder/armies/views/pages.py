"""Home, one's own armies, new armies, import, and putting armies aside."""

from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from armybuilder.accounts.cpu_budget import refuse
from armybuilder.accounts.throttle import Allowance, take, who_asks
from armybuilder.armies import store
from armybuilder.armies.access import (
    keep_in_session,
    may_keep_another,
    own_armies,
    own_army,
    refuse_another,
    signed_in,
)
from armybuilder.armies.allowances import count_kept, paid_page
from armybuilder.armies.forms import ImportForm, NewArmyForm, presets
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.review import books_at_hand, review_roster
from armybuilder.books import editions
from armybuilder.books.models import Edition
from rulesets.books.book import Books
from rulesets.game import Game
from rulesets.games import GAMES, find_game
from rulesets.legality import is_army_book
from rulesets.reviews.review import Review
from rulesets.rosters.roster import Force, Roster, RosterError, read_roster

PAGE_SIZE = 24
IMPORTS = Allowance("imports", burst=30, refill_seconds=5)
TOO_MANY_IMPORTS = "Too many documents in a row; wait a few seconds, then try again."


@dataclass(frozen=True, slots=True)
class ArmyCard:
    """An army as it stands in a list of armies."""

    army: Army
    game: Game | None
    review: Review

    @property
    def books(self) -> str:
        names = (force.book_name for force in self.review.forces)
        return ", ".join(dict.fromkeys(names))


def cards(armies: list[Army]) -> list[ArmyCard]:
    """Return armies with their verdicts; the books of all are read at once."""
    rosters = [read_roster(army.document) for army in armies]
    books = books_at_hand(*rosters)
    return [
        _card(army, roster, books) for army, roster in zip(armies, rosters, strict=True)
    ]


def _card(army: Army, roster: Roster, books: Books) -> ArmyCard:
    return ArmyCard(army, find_game(army.game), review_roster(roster, books))


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    recent = list(own_armies(request).filter(deleted_at=None)[:3])
    return render(
        request,
        "armies/home.html",
        {"games": _games(), "recent": cards(recent) if recent else []},
    )


@dataclass(frozen=True, slots=True)
class GameBooks:
    """A game with the newest editions of its books."""

    game: Game
    editions: tuple[Edition, ...]


def _games() -> list[GameBooks]:
    newest = editions.newest()
    return [
        GameBooks(game, tuple(e for e in newest if e.book.game == game.key))
        for game in GAMES.values()
    ]


def found_by(armies: QuerySet[Army], request: HttpRequest) -> QuerySet[Army]:
    """Return the armies that the search fields of the page ask for."""
    words, game = request.GET.get("q", "").strip(), request.GET.get("game", "")
    if words:
        armies = armies.filter(name__icontains=words.replace("\x00", "")[:120])
    if game in GAMES:
        armies = armies.filter(game=game)
    return armies


def listed(
    request: HttpRequest,
    armies: QuerySet[Army],
    template: str,
    put_aside: Army | None = None,
) -> HttpResponse:
    page = Paginator(found_by(armies, request), PAGE_SIZE).get_page(
        request.GET.get("page")
    )
    context = {
        "page": page,
        "cards": cards(list(page.object_list)),
        "q": request.GET.get("q", "")[:120],
        "game": request.GET.get("game", ""),
        "games": GAMES.values(),
        "put_aside": put_aside,
    }
    return render(request, template, context)


@require_safe
@paid_page
def show_mine(request: HttpRequest) -> HttpResponse:
    mine = own_armies(request)
    deleted = request.GET.get("deleted", "")
    put_aside = None
    if deleted:
        aside = mine.filter(public_id=deleted[:24], deleted_at__isnull=False)
        put_aside = aside.first()
    armies = mine.filter(deleted_at=None)
    return listed(request, armies, "armies/mine.html", put_aside)


@require_safe
@paid_page
def show_deleted(request: HttpRequest) -> HttpResponse:
    armies = own_armies(request).filter(deleted_at__isnull=False)
    return listed(request, armies.order_by("-deleted_at"), "armies/deleted.html")


@require_safe
@paid_page
def show_public(request: HttpRequest) -> HttpResponse:
    armies = Army.objects.filter(
        visibility=Visibility.PUBLIC, deleted_at=None
    ).select_related("owner")
    return listed(request, armies, "armies/public.html")


# -- new ----------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    newest = editions.newest()
    chosen = _chosen_game(request, newest)
    of_game = [e for e in newest if e.book.game == chosen.key]
    companions = _companions(chosen)
    offered = tuple(sorted(of_game, key=lambda e: e.book.key in companions))
    posted = request.POST if request.method == "POST" else None
    initial = {
        "book": request.GET.get("book") or (offered[0].book.key if offered else ""),
        "limit": chosen.limits[0] if chosen.limits else None,
    }
    form = NewArmyForm(posted, initial=initial)
    form.use_game(chosen, offered)
    if posted is not None and form.is_valid():
        edition = next(e for e in offered if e.book.key == form.cleaned_data["book"])
        roster = _fresh_roster(edition, form.cleaned_data)
        return _keep(request, roster, "Created")
    context = {
        "form": form,
        "editions": offered,
        "companions": companions,
        "game": chosen,
        "games": GAMES.values(),
        "presets": presets(chosen),
    }
    status = 200 if posted is None else 400
    return render(request, "armies/new.html", context, status=status)


def _chosen_game(request: HttpRequest, newest: tuple[Edition, ...]) -> Game:
    """Return the game that is asked for, or that of the book that is."""
    book = request.POST.get("book") or request.GET.get("book")
    of_book = next((e.book.game for e in newest if e.book.key == book), "")
    asked = find_game(of_book or request.GET.get("game", ""))
    return asked or next(iter(GAMES.values()))


def _companions(game: Game) -> frozenset[str]:
    """Return the keys of the books that stand beside an army and make none."""
    if not game.army_of:
        return frozenset()
    books = editions.newest_books(game.key).values()
    return frozenset(b.key for b in books if not is_army_book(b, game.army_of))


def _fresh_roster(edition: Edition, cleaned: dict[str, object]) -> Roster:
    name = str(cleaned["name"] or "").strip() or f"{edition.book.name} army"
    limit = cleaned["limit"]
    return Roster(
        game=edition.book.game,
        name=name,
        limit=limit if isinstance(limit, int) else None,
        forces=(Force("f1", edition.book.key, edition.number),),
    )


def _keep(request: HttpRequest, roster: Roster, label: str) -> HttpResponse:
    """Save a roster as an army of the visitor, and go to it."""
    if not may_keep_another(request):
        return refuse_another(request)
    army = store.create(roster, signed_in(request), label=label)
    keep_in_session(request, army)
    count_kept(request, army)
    messages.success(request, f"{label} {army.name}.")
    return redirect("armies:show", army.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def import_army(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "armies/import.html", {"form": ImportForm()})
    if not take(IMPORTS, who_asks(request)):
        return refuse(request, TOO_MANY_IMPORTS)
    form = ImportForm(request.POST, request.FILES)
    if form.is_valid():
        if find_game(form.roster.game) is None:
            form.add_error(None, f"At /game: “{form.roster.game}” is not known here.")
        else:
            try:
                return _keep(request, form.roster, "Imported")
            except RosterError as problem:
                form.add_error(None, f"At {problem.where or '/'}: {problem.text}.")
    return render(request, "armies/import.html", {"form": form}, status=400)


# -- putting aside ------------------------------------------------------------------


@require_POST
def delete(request: HttpRequest, army: str) -> HttpResponse:
    found = own_army(request, army)
    store.delete(found)
    return redirect(f"{reverse('armies:mine')}?deleted={found.public_id}")


def _deleted_army(request: HttpRequest, public_id: str) -> Army:
    armies = own_armies(request).filter(public_id=public_id)
    army = armies.filter(deleted_at__isnull=False).first()
    if army is None:
        raise Http404("There is no such army.")
    return army


@require_POST
def restore(request: HttpRequest, army: str) -> HttpResponse:
    found = _deleted_army(request, army)
    store.restore(found)
    messages.success(request, f"{found.name} is back.")
    return redirect("armies:show", found.public_id)


@require_POST
def erase(request: HttpRequest, army: str) -> HttpResponse:
    """Delete an army for good; only one that was put aside before."""
    found = _deleted_army(request, army)
    name = found.name
    found.delete()
    messages.success(request, f"{name} is gone for good.")
    return redirect("armies:deleted")
