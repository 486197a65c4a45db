"""Sides of a match-up by their address.

``BOOK/UNIT`` is a unit of the newest edition, ``BOOK@EDITION/UNIT`` of a given one,
``army:ID/PATH`` a unit of an army that the viewer may see.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse

from armybuilder.armies.access import visible_army
from armybuilder.books import editions
from armybuilder.books.words import RuleText, rule_text
from armybuilder.matchups.answers import QueryError
from rulesets.book import Book
from rulesets.fighters import book_fighter, undecided
from rulesets.game import Column, Game
from rulesets.games import GAMES, find_game
from rulesets.in_hand import best_in_hand
from rulesets.legality import review
from rulesets.matchup import Fighter, Gear, MatchUp, MatchUpError, Part, RuleUse
from rulesets.odds.answer import Odds
from rulesets.points import points_number
from rulesets.roster import read_roster

OF_A_BOOK = re.compile(
    r"(?P<book>[a-z0-9-]{1,80})(?:@(?P<edition>[1-9][0-9]{0,5}))?/(?P<unit>[a-z0-9-]{1,80})"
)
OF_AN_ARMY = re.compile(
    r"army:(?P<army>[A-Za-z0-9_-]{1,80})/(?P<path>[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+){1,8})"
)
WORKED_OUT = {key: game for key, game in GAMES.items() if game.odds and game.kinds}
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
    mine_alone : bool
        True if nobody else may see the army, so nobody else can open the address.
    loadout : str
        What was asked to be in hand; "" for what serves best.
    """

    address: str
    game: str
    fighter: Fighter
    origin: str
    link: str
    document: dict[str, Any]
    mine_alone: bool = False
    loadout: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A column of the stat line with its value."""

    heading: str
    text: str


def find_side(
    request: HttpRequest, field: str, address: str, loadout: str = ""
) -> Side:
    """Return the side at an address, with a loadout by name.

    Raises
    ------
    QueryError
        If there is none that the viewer may see; a private army is as good as none.
    """
    if match := OF_A_BOOK.fullmatch(address):
        side = _of_a_book(field, match, loadout)
    elif match := OF_AN_ARMY.fullmatch(address):
        side = _of_an_army(request, field, match, loadout)
    else:
        raise QueryError(field, f"expected {FORMS}, found “{address[:60]}”.")
    if side.game not in WORKED_OUT:
        raise QueryError(field, not_worked_out(game_of(side)))
    return side


def _of_a_book(field: str, match: re.Match[str], loadout: str) -> Side:
    key, unit = match["book"], match["unit"]
    book = _book(key, match["edition"])
    if book is None:
        raise QueryError(field, f"there is no published edition for “{match[0][:60]}”.")
    if unit not in book.units:
        raise QueryError(
            field, f"{book.name}, edition {book.edition}, has no unit “{unit}”."
        )
    try:
        found = book_fighter(book, unit)
        loadout = _known(found, loadout)
        if loadout:
            found = book_fighter(book, unit, loadout)
    except ValueError as problem:
        raise QueryError(field, str(problem)) from None
    named = {"loadout": loadout} if loadout else {}
    return Side(
        address=f"{key}@{book.edition}/{unit}",
        game=book.game,
        fighter=found,
        origin=f"{book.name}, edition {book.edition}",
        link=reverse("books:unit", args=[key, unit]),
        document={"book": key, "edition": book.edition, "unit": unit, **named},
        loadout=loadout,
    )


def _known(found: Fighter, loadout: str) -> str:
    """Return a loadout that a fighter has, "" for one of the unit chosen before."""
    return loadout if loadout in found.loadouts else ""


def _book(key: str, edition: str | None) -> Book | None:
    number = int(edition) if edition else editions.newest_number(key)
    return editions.load(key, number) if number else None


def _of_an_army(
    request: HttpRequest, field: str, match: re.Match[str], loadout: str
) -> Side:
    try:
        army = visible_army(request, match["army"])
    except Http404:
        text = "there is no such army, or it is not shown to you."
        raise QueryError(field, text) from None
    roster = read_roster(army.document)
    reviewed = review(roster, editions.books_for(roster))
    line = reviewed.line(match["path"])
    if line is None:
        raise QueryError(field, f"{army.name} has no unit at “{match['path'][:60]}”.")
    try:
        found = undecided(line)
        loadout = _known(found, loadout)
        if loadout:
            found = undecided(line, loadout)
    except ValueError as problem:
        raise QueryError(field, str(problem)) from None
    return Side(
        address=match[0],
        game=roster.game,
        fighter=found,
        origin=f"from {army.name}",
        link=reverse("armies:show", args=[match["army"]]),
        document={"fighter": fighter_document(found)},
        mine_alone=not army.shared,
        loadout=loadout,
    )


def fighter_document(found: Fighter) -> dict[str, Any]:
    """Return a fighter as it is written out in a match-up document."""
    others = [fighter_document(other) for other in found.alternatives]
    return {
        "name": found.name,
        "kind": found.kind,
        "models": found.models,
        "points": points_number(found.points),
        "characteristics": dict(found.characteristics),
        "rules": _rule_documents(found.rules),
        "gear": _gear_documents(found.gear),
        **({"parts": [_part_document(p) for p in found.parts]} if found.parts else {}),
        **({"alternatives": others} if others else {}),
    }


def _part_document(part: Part) -> dict[str, Any]:
    return {
        "name": part.name,
        "role": part.role,
        "models": part.models,
        **({"kind": part.kind} if part.kind else {}),
        "characteristics": dict(part.characteristics),
        "rules": _rule_documents(part.rules),
        "gear": _gear_documents(part.gear),
        "loadout": part.loadout,
    }


def _rule_documents(rules: Iterable[RuleUse]) -> list[dict[str, Any]]:
    return [
        {"key": rule.key, **({} if rule.x is None else {"x": rule.x})} for rule in rules
    ]


def _gear_documents(gear: Iterable[Gear]) -> list[dict[str, Any]]:
    """Return gear as documents, without what is left at its default."""
    return [
        {
            "key": piece.key,
            "name": piece.name,
            "stats": dict(piece.stats),
            **({"kind": piece.kind} if piece.kind else {}),
            **({"hands": piece.hands} if piece.hands is not None else {}),
            **({"base": piece.base} if piece.base else {}),
            **({"rules": _rule_documents(piece.rules)} if piece.rules else {}),
            **({"count": piece.count} if piece.count != 1 else {}),
        }
        for piece in gear
    ]


def not_worked_out(game: Game) -> str:
    return f"The match-ups of {game.name} are not worked out here."


def odds_of(game: Game) -> Callable[[MatchUp], Odds]:
    """Return what works out the odds of a game, hands filled as serves best.

    Raises
    ------
    MatchUpError
        If nothing does.
    """
    if game.odds is None:
        raise MatchUpError("/game", not_worked_out(game))
    return partial(best_in_hand, game.odds)


def game_of(side: Side) -> Game:
    """Return the game of a side; its book was read, so the game is known."""
    game = find_game(side.game)
    if game is None:
        raise LookupError(side.game)
    return game


def stat_line(game: Game, found: Fighter) -> tuple[Cell, ...]:
    """Return the stat line of a fighter as its game prints it."""
    return tuple(_cell(column, found) for column in game.columns)


def _cell(column: Column, found: Fighter) -> Cell:
    return Cell(column.heading, column.text(found.characteristics))


def rules_shown(game: Game, found: Fighter) -> tuple[RuleText, ...]:
    """Return the special rules of a fighter in words."""
    return tuple(rule_text(game, None, rule) for rule in found.rules)
