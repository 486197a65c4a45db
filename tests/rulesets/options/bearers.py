"""Who of a book has a rule, a piece or a purchase, and the same fighter without it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulesets.books.book import Book
from rulesets.core.values import RuleUse
from rulesets.legality import new_selection
from rulesets.odds.match_up import Fighter, FighterPart
from rulesets.rosters.roster import Force, Roster
from tests.rulesets.options.loadouts import bare, held
from tests.rulesets.options.purchases import (
    SWITCHES,
    purchases,
    reviewed,
    unit_in,
)

MOST = 8
"""Bearers of one rule that are kept, of those whom a book has."""

Bearers = dict[str, dict[str, Fighter]]
"""By rule, and then by all that a fighter is."""


def bearers(book: Book) -> Bearers:
    """Return the bearers of each key that a unit, an item or an option brings."""
    found: Bearers = {}
    for one in _everybody(book):
        for key in dict.fromkeys(keys_of(one)):
            known = found.setdefault(key, {})
            if len(known) < MOST:
                known.setdefault(bare(one), one)
    return found


def _everybody(book: Book) -> Iterator[Fighter]:
    """Yield every unit as it begins, and with each purchase, as it may be held."""
    for key in book.units:
        force = Force("f1", book.key, 1, (new_selection(book, key),))
        yield from _held(
            book, Roster(book.game, key, forces=(force,), switches=SWITCHES[book.game])
        )
    for bought in purchases(book):
        yield from _held(book, bought.after)


def _held(book: Book, roster: Roster) -> list[Fighter]:
    try:
        found = held(unit_in(reviewed(book, roster)))
    except ValueError:
        return []
    return found[:2] + found[-1:]


def holders_of(one: Fighter) -> tuple[Fighter | FighterPart, ...]:
    """Return a fighter and its parts."""
    return (one, *one.parts)


def rules_of(one: Fighter) -> Iterator[RuleUse]:
    """Yield every rule of a fighter, of its parts and of what these carry."""
    for holder in holders_of(one):
        yield from holder.rules
        for piece in holder.gear:
            yield from piece.rules


def keys_of(one: Fighter) -> Iterator[str]:
    """Yield the keys of a fighter's rules, gear, and what stands in mere words."""
    yield from (rule.key for rule in rules_of(one))
    yield from (piece.key for holder in holders_of(one) for piece in holder.gear)
    yield from (words.key for words in one.in_words)


def without(one: Fighter, key: str) -> Fighter:
    """Return a fighter of whom all of one key was taken, wherever it stood."""
    parts = tuple(replace(part, **_kept(part, key)) for part in one.parts)
    words = tuple(words for words in one.in_words if words.key != key)
    return replace(one, **_kept(one, key), parts=parts, in_words=words)


def _kept(holder: Fighter | FighterPart, key: str) -> Any:
    return {
        "rules": _others(holder.rules, key),
        "gear": tuple(
            replace(piece, rules=_others(piece.rules, key))
            for piece in holder.gear
            if piece.key != key
        ),
    }


def _others(rules: tuple[RuleUse, ...], key: str) -> tuple[RuleUse, ...]:
    return tuple(rule for rule in rules if rule.key != key)
