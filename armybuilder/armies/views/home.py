"""The start page: a real army to open, and the books of every game."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from armybuilder.armies import store
from armybuilder.armies.access import (
    keep_in_session,
    may_keep_another,
    own_armies,
    refuse_another,
    signed_in,
)
from armybuilder.armies.allowances import count_kept
from armybuilder.armies.army_cards import army_cards
from armybuilder.armies.popularity import games_by_play
from armybuilder.armies.samples import (
    sample_of,
    sample_roster,
    shown_sample,
)
from armybuilder.books import editions
from rulesets.books.book import Book, Books
from rulesets.game import Game
from rulesets.legality import is_army_book

SESSION_KEY = "sample_armies"
FEW = 4
"""Books of a game that are shown large."""


@dataclass(frozen=True, slots=True)
class GameBooks:
    """A game with the newest books that make an army; ``sample`` if it has one."""

    game: Game
    books: tuple[Book, ...]
    sample: bool

    @property
    def large(self) -> bool:
        return len(self.books) <= FEW


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    books = editions.newest_books()
    recent = list(own_armies(request).filter(deleted_at=None)[:3])
    context = {
        "games": [_game_books(game, books) for game in games_by_play()],
        "recent": army_cards(recent) if recent else [],
        "sample": shown_sample(books),
    }
    return render(request, "armies/home.html", context)


def _game_books(game: Game, books: Books) -> GameBooks:
    own = (book for book in books.values() if book.game == game.key)
    armies = tuple(book for book in own if is_army_book(book, game.army_of))
    sample = sample_of(game.key)
    has_sample = sample is not None and sample_roster(sample, books) is not None
    return GameBooks(game, armies, has_sample)


@require_safe
def show_help(request: HttpRequest) -> HttpResponse:
    """Show how to begin, and what the words of the pages mean."""
    return render(request, "armies/help.html")


@require_POST
def open_sample(request: HttpRequest, game: str) -> HttpResponse:
    """Go to the visitor's own copy of a sample army; it is made the first time."""
    sample = sample_of(game)
    books = editions.newest_books(game)
    roster = sample_roster(sample, books) if sample is not None else None
    if roster is None:
        raise Http404("There is no sample army of that game.")
    made = request.session.get(SESSION_KEY, {})
    mine = own_armies(request).filter(deleted_at=None)
    army = mine.filter(public_id=made.get(game, "")).first()
    if army is None:
        if not may_keep_another(request):
            return refuse_another(request)
        army = store.create(roster, signed_in(request), label="Opened a sample")
        keep_in_session(request, army)
        count_kept(request, army)
        request.session[SESSION_KEY] = {**made, game: army.public_id}
    unit = request.POST.get("unit", "")[:400]
    asked = urlencode({"guide": 1, **({"unit": unit} if unit else {})})
    return redirect(f"{reverse('armies:show', args=[army.public_id])}?{asked}")
