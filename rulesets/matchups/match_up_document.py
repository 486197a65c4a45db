"""Match-ups as documents: two sides, a situation, readings.

A side is a unit of an edition (``book``, ``edition`` and ``unit`` or ``selection``),
or a ``fighter`` written out. Situation and readings are left to the game to judge, and
so is who fights beside them (``further``).
"""

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from rulesets.books.book import Books
from rulesets.combats import combat_of
from rulesets.core.points import points_number, to_points
from rulesets.core.query import read_rule_uses
from rulesets.core.special_rule import SpecialRule, read_rule, rule_document
from rulesets.core.values import Gear, RuleUse
from rulesets.documents.json import check
from rulesets.games import find_game
from rulesets.matchups.fighter import book_fighter, selection_fighter
from rulesets.odds.match_up import (
    Fighter,
    FighterPart,
    Further,
    InWords,
    MatchUp,
    MatchUpError,
)
from rulesets.odds.plain_rolls import BARE
from rulesets.rosters.roster import read_selection

FORMAT = "armybuilder.match-up/1"


def editions_named(document: Any) -> set[tuple[str, int]]:
    """Return the editions that a match-up document names, by key and number."""
    sides = [document.get(side, {}) for side in ("a", "b")]
    sides += [one["who"] for one in document.get("further", ())]
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
    kinds = [kind.key for kind in combat_of(game).kinds]
    if document["kind"] not in kinds:
        raise MatchUpError("/kind", f"expected one of {', '.join(kinds)}")
    return MatchUp(
        game=game.key,
        kind=document["kind"],
        a=read_side(document["a"], "/a", game.key, books),
        b=read_side(document["b"], "/b", game.key, books),
        situation=document.get("situation", {}),
        readings=document.get("readings", {}),
        rounds=document.get("rounds"),
        explained=True,
        further=tuple(
            Further(
                fighter=read_side(one["who"], f"/further/{place}/who", game.key, books),
                side=one["side"],
                role=one.get("role", "unit"),
                joins=one.get("joins", ""),
                touches=one.get("touches", ""),
                situation=one.get("situation", {}),
            )
            for place, one in enumerate(document.get("further", ()))
        ),
    )


def read_side(document: Any, place: str, game: str, books: Books) -> Fighter:
    """Return the fighter of one side of a document that was checked.

    Raises
    ------
    MatchUpError
        If it names an edition or a unit that is not at hand, or writes a rule out as
        another one; ``place`` is where.
    """
    if "fighter" in document:
        try:
            return _fighter_written(json.dumps(document["fighter"]))
        except ValueError as problem:
            raise MatchUpError(f"{place}/fighter", str(problem)) from None
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


@lru_cache(maxsize=256)
def _fighter_written(text: str) -> Fighter:
    """Return the fighter of a document, the same one for the same text."""
    return _read_fighter(json.loads(text))


def _read_fighter(document: Any) -> Fighter:
    sets = document.get("sets", ())
    return Fighter(
        name=document["name"],
        kind=document.get("kind", ""),
        models=document.get("models", 1),
        points=to_points(document.get("points", 0)),
        characteristics=document["characteristics"],
        rules=_read_rules(document),
        gear=_read_gear(document),
        left_out=tuple(document.get("left_out", ())),
        in_words=tuple(
            InWords(one["key"], one["name"]) for one in document.get("in_words", ())
        ),
        parts=_read_parts(document.get("parts", ())),
        alternatives=tuple(
            _read_fighter({**other, "sets": sets})
            for other in document.get("alternatives", ())
        ),
        sets=tuple(map(_read_parts, sets)),
    )


def _read_parts(documents: Any) -> tuple[FighterPart, ...]:
    return tuple(
        FighterPart(
            name=part["name"],
            role=part.get("role", "models"),
            models=part.get("models", 1),
            kind=part.get("kind", ""),
            characteristics=part["characteristics"],
            rules=_read_rules(part),
            gear=_read_gear(part),
            loadout=part.get("loadout", ""),
            notes=tuple(part.get("notes", ())),
        )
        for part in documents
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
            rules=_read_rules(part),
            count=part.get("count", 1),
            acts=part.get("acts", False),
        )
        for part in document.get("gear", ())
    )


def fighter_document(found: Fighter) -> dict[str, Any]:
    """Return a fighter as it is written out in a match-up document.

    The names of the other loadouts, and what special rules say in words, are left out.
    """
    others = [fighter_document(replace(other, sets=())) for other in found.alternatives]
    sets = [[_part_document(part) for part in parts] for parts in found.sets]
    words = [{"key": one.key, "name": one.name} for one in found.in_words]
    return {
        "name": found.name,
        **({"kind": found.kind} if found.kind else {}),
        "models": found.models,
        "points": points_number(found.points),
        "characteristics": dict(found.characteristics),
        "rules": _rule_documents(found.rules),
        "gear": _gear_documents(found.gear),
        **({"left_out": list(found.left_out)} if found.left_out else {}),
        **({"in_words": words} if words else {}),
        **({"parts": [_part_document(p) for p in found.parts]} if found.parts else {}),
        **({"alternatives": others} if others else {}),
        **({"sets": sets} if sets else {}),
    }


def _part_document(part: FighterPart) -> dict[str, Any]:
    return {
        "name": part.name,
        "role": part.role,
        "models": part.models,
        **({"kind": part.kind} if part.kind else {}),
        "characteristics": dict(part.characteristics),
        "rules": _rule_documents(part.rules),
        "gear": _gear_documents(part.gear),
        "loadout": part.loadout,
        **({"notes": list(part.notes)} if part.notes else {}),
    }


def _rule_documents(rules: Iterable[RuleUse]) -> list[dict[str, Any]]:
    return [
        {
            "key": use.key,
            **({} if use.x is None else {"x": use.x}),
            **({} if use.rule is None else {"rule": rule_document(use.rule)}),
        }
        for use in rules
    ]


def _read_rules(document: Any) -> tuple[RuleUse, ...]:
    """Return the rules of a fighter, those of books written out."""
    own: dict[str, SpecialRule] = {}
    for use in document.get("rules", ()):
        if isinstance(use, dict) and "rule" in use:
            rule = read_rule(use["rule"])
            if rule.key != use["key"] or own.setdefault(rule.key, rule) != rule:
                key = use["key"]
                raise ValueError(f"the rule {key!r} is written out as another one")
    return read_rule_uses(document, own)


def _gear_documents(gear: Iterable[Gear]) -> list[dict[str, Any]]:
    """Return gear as documents, defaults left out."""
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
            **({"acts": True} if piece.acts else {}),
        }
        for piece in gear
    ]
