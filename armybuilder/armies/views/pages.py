"""Home, new armies, and import."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from armybuilder.accounts.cpu_budget import SpentError, refuse, refuse_work
from armybuilder.accounts.throttle import Allowance, take, who_asks
from armybuilder.armies import store
from armybuilder.armies.access import (
    keep_in_session,
    may_keep_another,
    refuse_another,
    signed_in,
)
from armybuilder.armies.allowances import count_kept, paying
from armybuilder.armies.forms import ImportForm, NewArmyForm, presets
from armybuilder.armies.pasted_list import posted_answers, shown_list, with_likely
from armybuilder.armies.popularity import games_by_play, usual_game
from armybuilder.books import editions
from armybuilder.books.bookshelf import SiteBookshelf
from armybuilder.books.models import Edition
from rulesets.core.subject import as_sentence
from rulesets.game import Game
from rulesets.games import find_game
from rulesets.legality import is_army_book
from rulesets.list_text import ListTextError, read_list
from rulesets.rosters.roster import Force, Roster, RosterError

IMPORTS = Allowance("imports", burst=30, refill_seconds=5)
NO_UNIT = (
    "This is no document, and no unit of any book is named in it. Paste the list with"
    " a unit on each line."
)
TOO_MANY_IMPORTS = "Too many documents in a row; wait a few seconds, then try again."


# -- new ----------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    on_trial = editions.trials() if signed_in(request) else ()
    every = (*editions.newest(), *on_trial)
    chosen = _chosen_game(request, every)
    of_game = [e for e in every if e.book.game == chosen.key]
    companions = _companions(chosen)
    offered = tuple(sorted(of_game, key=lambda e: e.book.key in companions))
    posted = request.POST if request.method == "POST" else None
    initial = {
        "book": request.GET.get("book") or (offered[0].choice if offered else ""),
        "limit": chosen.limits[0] if chosen.limits else None,
    }
    form = NewArmyForm(posted, initial=initial)
    form.use_game(chosen, offered)
    asked = next((e for e in offered if e.choice == request.GET.get("book")), None)
    if posted is not None and form.is_valid():
        edition = next(e for e in offered if e.choice == form.cleaned_data["book"])
        roster = _fresh_roster(edition, form.cleaned_data)
        return _keep(request, roster, "Created")
    context = {
        "form": form,
        "editions": offered,
        "companions": companions,
        "asked": asked,
        "game": chosen,
        "games": games_by_play(),
        "presets": presets(chosen),
    }
    status = 200 if posted is None else 400
    return render(request, "armies/new.html", context, status=status)


def _chosen_game(request: HttpRequest, offered: tuple[Edition, ...]) -> Game:
    """Return the game that is asked for, or that of the book that is, or the usual."""
    book = request.POST.get("book") or request.GET.get("book")
    of_book = next((e.book.game for e in offered if e.choice == book), "")
    asked = find_game(of_book or request.GET.get("game", ""))
    return asked or usual_game(games_by_play())


def _companions(game: Game) -> frozenset[str]:
    """Return the keys of the books that stand beside an army and make none."""
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
    return redirect("armies:show", army.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def import_army(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "armies/import.html", {"form": ImportForm()})
    if not take(IMPORTS, who_asks(request)):
        return refuse(request, TOO_MANY_IMPORTS)
    form = ImportForm(request.POST, request.FILES)
    if form.is_valid():
        if form.list_text is not None:
            return read_lines(request, form, form.list_text)
        if find_game(form.roster.game) is None:
            form.add_error(None, f"At /game: “{form.roster.game}” is not known here.")
        else:
            try:
                return _keep(request, form.roster, "Imported")
            except RosterError as problem:
                form.add_error(None, f"At {problem.where or '/'}: {problem.text}.")
    return render(request, "armies/import.html", {"form": form}, status=400)


def read_lines(request: HttpRequest, form: ImportForm, text: str) -> HttpResponse:
    """Show a pasted list line by line, and save it as an army when that is asked."""
    answers = posted_answers(request.POST)
    shelf = SiteBookshelf()
    try:
        with paying(request):
            read = read_list(text, shelf, corrections=answers)
            if request.POST.get("all") == "likely":
                answers = with_likely(read, answers)
                read = read_list(text, shelf, corrections=answers)
    except ListTextError as problem:
        form.add_error(None, as_sentence(str(problem)))
        return render(request, "armies/import.html", {"form": form}, status=400)
    except SpentError as problem:
        return refuse_work(request, problem)
    if read.army is None:
        form.add_error(None, NO_UNIT)
        return render(request, "armies/import.html", {"form": form}, status=400)
    if request.POST.get("do") == "save" and read.is_settled:
        try:
            return _keep(request, read.army, "Imported")
        except RosterError as problem:
            form.add_error(None, f"{problem.text}.")
            return render(request, "armies/import.html", {"form": form}, status=400)
    context: dict[str, object] = {"list": shown_list(read, text, answers)}
    if request.POST.get("do") == "save":
        context["refused"] = "Not saved: some lines still need you."
    return render(request, "armies/list_lines.html", context)
