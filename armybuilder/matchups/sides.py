"""Sides of a match-up by their address: units of books, and of armies one may see."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse

from armybuilder.armies.access import page_of_army, visible_army
from armybuilder.armies.address import (
    ArmyAddress,
    BookAddress,
    is_change,
    read_address,
    split_change,
)
from armybuilder.armies.models import Army
from armybuilder.books import editions
from armybuilder.matchups.answers import QueryError
from armybuilder.matchups.unit_fields import refuse_unknown_loadout
from rulesets.books.book import Book, Books
from rulesets.combats import combat_of
from rulesets.core.subject import so_many
from rulesets.game import Game
from rulesets.games import GAMES, find_game
from rulesets.legality import new_selection, review
from rulesets.matchups.fighter import fighter_with_alternatives, unit_review
from rulesets.matchups.match_up_document import fighter_document
from rulesets.matchups.said_figures import is_figure
from rulesets.matchups.unit_edits import (
    MODELS,
    UnitChoices,
    changes_between,
    choices_of_unit,
)
from rulesets.matchups.variants import Changed, changed_unit
from rulesets.odds.match_up import Fighter, MatchUpError
from rulesets.reviews.review import Line, Review
from rulesets.rosters.roster import read_roster, selection_document

WORKED_OUT = {key: game for key, game in GAMES.items() if combat_of(game).kinds}
"""The games whose match-ups are worked out, by key."""

FORMS = "BOOK/UNIT, BOOK@EDITION/UNIT or army:ID/PATH"


@dataclass(frozen=True, slots=True)
class Side:
    """A fighter with where it comes from.

    Parameters
    ----------
    address : str
        In its canonical form: the edition is pinned.
    game : str
    fighter : Fighter
    origin, link : str
        The book or army that it is from, in words, and its page.
    document : dict
        The side as it stands in a match-up document.
    book : Book
        The edition whose unit it is.
    mine_alone : bool
        True if nobody else may see the army, so nobody else can open the address.
    loadout : str
        The loadout that was asked for; "" for the best one.
    unit : Unit
        Where it was read from, with what was changed of it.
    """

    address: str
    game: str
    fighter: Fighter
    origin: str
    link: str
    document: dict[str, Any]
    book: Book
    unit: "Unit"
    mine_alone: bool = False
    loadout: str = ""

    @property
    def changed(self) -> Changed | None:
        """Return what was changed of the unit, where something was."""
        return self.unit.changed

    @property
    def choices(self) -> UnitChoices:
        """Return what may be chosen of it; only a form asks for it."""
        unit, said = self.unit, self.changed.said if self.changed else ()
        return choices_of_unit(unit.reviewed, unit.books, unit.line.path, said)

    @property
    def chosen(self) -> tuple[str, str]:
        """Return (address, loadout), as a query names them."""
        return self.address, self.loadout

    @property
    def title(self) -> str:
        """Return the unit's name, with better figures, which no field shows."""
        name, better = self.fighter.name, self.changed.better if self.changed else ""
        return f"{name} ({better})" if better else name

    @property
    def size(self) -> str:
        """Return how many models it has, in words; "" where the odds count none."""
        counts = combat_of(game_of(self)).counts_models
        return so_many(self.fighter.models, "model") if counts else ""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit at an address, reviewed where it stands.

    Parameters
    ----------
    address : str
        In its canonical form: the edition is pinned.
    reviewed : Review
        Of its army, or of the unit alone where it is of a book.
    books : mapping
        The editions that the army names.
    line : Line
    origin, link : str
        The book or army that it is from, in words, and its page.
    named : dict
        The side of a match-up document that names it; empty for a unit of an army and
        for one with a figure that no book prints.
    mine_alone : bool
        True if nobody else may see the army.
    of_a_book : bool
        True if it stands in no army.
    changed : Changed, optional
        What became of it, where it was changed.
    """

    address: str
    reviewed: Review
    books: Books
    line: Line
    origin: str
    link: str
    named: dict[str, Any]
    mine_alone: bool = False
    of_a_book: bool = False
    changed: Changed | None = None

    @property
    def game(self) -> Game:
        return self.reviewed.game

    @property
    def book(self) -> Book:
        """Return the edition of the force that it stands in."""
        place = self.line.path.partition("/")[0]
        force = next(one for one in self.reviewed.forces if one.id == place)
        return self.books[force.book, force.edition]

    def applied(self, found: Fighter) -> Fighter:
        """Return a fighter of its line with a change that the line does not know."""
        return self.changed.applied(found) if self.changed else found

    def document(self, found: Fighter, loadout: str = "") -> dict[str, Any]:
        """Return the unit with a loadout as the side of a match-up document."""
        if not self.named:
            return {"fighter": fighter_document(found)}
        return {**self.named, **({"loadout": loadout} if loadout else {})}


def find_side(
    request: HttpRequest, field: str, address: str, loadout: str = "", kept: str = ""
) -> Side:
    """Return the side at an address, with a loadout by name.

    Where none is named it has ``kept`` in hand, if the unit has such a loadout.

    Raises
    ------
    QueryError
        If there is none that the viewer may see, where a private army is as good as
        none, or none with that loadout.
    """
    unit = find_unit(request, field, address)
    try:
        found = fighter_with_alternatives(unit.line)
        refuse_unknown_loadout(field, found, loadout)
        loadout = loadout or (kept if kept in found.loadouts else "")
        if loadout:
            found = fighter_with_alternatives(unit.line, loadout)
    except QueryError:
        raise
    except ValueError as problem:
        raise QueryError(field, str(problem)) from None
    found = unit.applied(found)
    return Side(
        address=unit.address,
        game=unit.game.key,
        fighter=found,
        origin=unit.origin,
        link=unit.link,
        document=unit.document(found, loadout),
        book=unit.book,
        mine_alone=unit.mine_alone,
        loadout=loadout,
        unit=unit,
    )


def shown_side(
    request: HttpRequest, field: str, address: str, held: tuple[str, str] = ("", "")
) -> tuple[Side | None, QueryError | None]:
    """Return the side to show for an address, and what is wrong with that.

    ``held`` is the loadout that is asked for, and one that the unit keeps if it may.
    Where changes of a unit are wrong, the last first, it is the unit without these;
    where its loadout is, with the best loadout.
    """
    parts = address.split("~")
    problem = None
    for first in (len(parts), len(parts), len(parts) - 1, len(parts) - 2, 1):
        loadout, kept = ("", held[0] or held[1]) if problem else held
        try:
            shown = "~".join(parts[: max(1, first)])
            return find_side(request, field, shown, loadout, kept), problem
        except QueryError as found:
            problem = problem or found
    return None, problem


def find_unit(request: HttpRequest, field: str, address: str) -> Unit:
    """Return the unit at an address.

    Raises
    ------
    QueryError
        If there is none that the viewer may see; a private army is as good as none.
    """
    plain, change = split_change(address)
    match read_address(plain):
        case BookAddress(unit=unit) as place if unit:
            found = _of_a_book(field, place)
        case ArmyAddress(path=path) as place if path:
            found = _of_an_army(request, field, place)
        case _:
            raise QueryError(field, f"expected {FORMS}, found “{address[:60]}”.")
    if found.game.key not in WORKED_OUT:
        raise QueryError(field, not_worked_out(found.game))
    return found if change is None else _changed(field, found, change)


def _changed(field: str, unit: Unit, text: str) -> Unit:
    """Return a unit with changes: the edits are made to its army, and reviewed."""
    changes = text.split("~")
    for change in changes:
        if not is_change(change):
            wanted = "a change such as better:strength or with:s1:shield"
            raise QueryError(field, f"expected {wanted}, found “{change[:60]}”.")
    path = unit.line.path
    try:
        found = _with(unit, changes)
        first = changes[0]
        if len(changes) > 1 or first.startswith(f"{MODELS}:") or is_figure(first):
            # The fewest that lead there, so that one question has one address.
            fewest = [one.change for one in found.said]
            fewest += changes_between(unit.reviewed, found.review, unit.books, path)
            fewest += [f"better:{one.key}" for one in found.raised]
            if fewest != changes:
                changes, found = fewest, _with(unit, fewest)
    except ValueError as problem:
        raise QueryError(field, str(problem)) from None
    if not changes:
        return unit
    line = found.review.line(path) or unit.line
    return replace(
        unit,
        address="~".join((unit.address, *changes)),
        reviewed=found.review,
        books=found.books,
        line=line,
        named=_named(unit, found),
        changed=found,
    )


def _with(unit: Unit, changes: Sequence[str]) -> Changed:
    path, alone = unit.line.path, unit.of_a_book
    return changed_unit(unit.reviewed, unit.books, path, changes, alone=alone)


def _named(unit: Unit, found: Changed) -> dict[str, Any]:
    """Return a changed unit of a book as a selection; nothing for any other."""
    if not unit.of_a_book or found.raised or found.said:
        return {}
    (force,) = found.review.roster.forces
    selection = selection_document(force.units[0])
    return {"book": force.book, "edition": force.edition, "selection": selection}


def _of_a_book(field: str, address: BookAddress) -> Unit:
    unit, book = address.unit, find_book(field, address)
    if unit not in book.units:
        raise QueryError(
            field, f"{book.name}, edition {book.edition}, has no unit “{unit}”."
        )
    reviewed = unit_review(book, new_selection(book, unit))
    return Unit(
        address=str(BookAddress(book.key, book.edition, unit)),
        reviewed=reviewed,
        books={(book.key, book.edition): book},
        line=reviewed.forces[0].units[0],
        origin=f"{book.name}, edition {book.edition}",
        link=reverse("books:unit", args=[book.key, unit]),
        named={"book": book.key, "edition": book.edition, "unit": unit},
        of_a_book=True,
    )


def find_book(field: str, address: BookAddress) -> Book:
    """Return the published edition at an address, the newest where none is named.

    Raises
    ------
    QueryError
        If there is none.
    """
    number = address.edition or editions.newest_number(address.book)
    book = editions.load(address.book, number) if number else None
    if book is None:
        name = str(replace(address, unit=""))
        raise QueryError(field, f"there is no published edition for “{name[:60]}”.")
    return book


def _of_an_army(request: HttpRequest, field: str, address: ArmyAddress) -> Unit:
    army, reviewed, books = find_army(request, field, address.army)
    line = reviewed.line(address.path)
    if line is None:
        raise QueryError(field, f"{army.name} has no unit at “{address.path[:60]}”.")
    return Unit(
        address=str(address),
        reviewed=reviewed,
        books=books,
        line=line,
        origin=f"from {army.name}",
        link=page_of_army(army, address.army),
        named={},
        mine_alone=not army.shared,
    )


def find_army(
    request: HttpRequest, field: str, handle: str
) -> tuple[Army, Review, Books]:
    """Return an army that the viewer may see, its review and its books.

    Raises
    ------
    QueryError
        If there is none; a private army of somebody else is as good as none.
    """
    try:
        army = visible_army(request, handle)
    except Http404:
        text = "there is no such army, or it is not shown to you."
        raise QueryError(field, text) from None
    roster = read_roster(army.document)
    books = editions.books_for(roster)
    return army, review(roster, books), books


def not_worked_out(game: Game) -> str:
    return f"The match-ups of {game.name} are not worked out here."


def refuse_unwritten(game: Game) -> None:
    """Refuse a game whose odds are not written.

    Raises
    ------
    MatchUpError
    """
    if not combat_of(game).kinds:
        raise MatchUpError("/game", not_worked_out(game))


def game_of(side: Side) -> Game:
    """Return the game of a side; its book was read, so the game is known."""
    game = find_game(side.game)
    if game is None:
        raise LookupError(side.game)
    return game
