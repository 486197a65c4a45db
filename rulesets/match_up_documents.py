"""Match-ups as documents: two sides, a situation, readings.

A side is a unit of an edition (``book``, ``edition`` and ``unit`` or ``selection``),
or a ``fighter`` written out. Situation and readings are left to the game to judge.
"""

from typing import Any

from rulesets.book import Books
from rulesets.documents import check
from rulesets.fighters import book_fighter, selection_fighter
from rulesets.games import find_game
from rulesets.matchup import Fighter, Gear, MatchUp, MatchUpError, Part
from rulesets.odds.bare import BARE
from rulesets.points import to_points
from rulesets.query import read_rule_uses
from rulesets.roster import read_selection

FORMAT = "armybuilder.match-up/1"


def editions_named(document: Any) -> set[tuple[str, int]]:
    """Return the editions that a match-up document names, by key and number."""
    sides = (document.get(side, {}) for side in ("a", "b"))
    return {(side["book"], side["edition"]) for side in sides if "book" in side}


def check_match_up(document: Any) -> None:
    """Check a match-up document, or a bare question, against its schema.

    Raises
    ------
    MatchUpError
        Names the first place that is wrong.
    """
    check("match-up", document, MatchUpError)


def read_match_up(document: Any, books: Books) -> MatchUp:
    """Return the match-up of a document with two sides.

    Parameters
    ----------
    document : object
        As `documents.parse` gives it.
    books : mapping
        The editions at hand; those of `editions_named` are needed.

    Raises
    ------
    MatchUpError
        If it is no match-up, or names a game, edition or unit that is not at hand.
    """
    check_match_up(document)
    for key in BARE:
        if key in document:
            raise MatchUpError(f"/{key}", "a bare question has no two sides")
    game = find_game(document["game"])
    if game is None:
        raise MatchUpError("/game", f"the game {document['game']!r} is not known here")
    kinds = [kind.key for kind in game.kinds]
    if document["kind"] not in kinds:
        raise MatchUpError("/kind", f"expected one of {', '.join(kinds)}")
    return MatchUp(
        game=game.key,
        kind=document["kind"],
        a=_side(document["a"], "/a", game.key, books),
        b=_side(document["b"], "/b", game.key, books),
        situation=document.get("situation", {}),
        readings=document.get("readings", {}),
        rounds=document.get("rounds"),
    )


def _side(document: Any, place: str, game: str, books: Books) -> Fighter:
    if "fighter" in document:
        return _read_fighter(document["fighter"])
    key, number = document["book"], document["edition"]
    book = books.get((key, number))
    if book is None:
        raise MatchUpError(place, f"edition {number} of {key!r} is not known here")
    if book.game != game:
        raise MatchUpError(place, f"{book.name} is a book of the game {book.game!r}")
    loadout = document.get("loadout", "")
    try:
        if "unit" in document:
            return book_fighter(book, document["unit"], loadout)
        return selection_fighter(book, read_selection(document["selection"]), loadout)
    except ValueError as problem:
        raise MatchUpError(place, str(problem)) from None


def _read_fighter(document: Any) -> Fighter:
    return Fighter(
        name=document["name"],
        kind=document.get("kind", ""),
        models=document.get("models", 1),
        points=to_points(document.get("points", 0)),
        characteristics=document["characteristics"],
        rules=read_rule_uses(document),
        gear=_read_gear(document),
        parts=tuple(
            Part(
                name=part["name"],
                role=part.get("role", "models"),
                models=part.get("models", 1),
                kind=part.get("kind", ""),
                characteristics=part["characteristics"],
                rules=read_rule_uses(part),
                gear=_read_gear(part),
                loadout=part.get("loadout", ""),
            )
            for part in document.get("parts", ())
        ),
        alternatives=tuple(map(_read_fighter, document.get("alternatives", ()))),
    )


def _read_gear(document: Any) -> tuple[Gear, ...]:
    return tuple(
        Gear(
            key=part["key"],
            name=part.get("name", part["key"]),
            stats=part.get("stats", {}),
            kind=part.get("kind", ""),
            hands=part.get("hands"),
            base=part.get("base", ""),
            rules=read_rule_uses(part),
            count=part.get("count", 1),
        )
        for part in document.get("gear", ())
    )
