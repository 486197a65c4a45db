"""Stat lines and special rules of a chosen unit, as its card shows them."""

from armybuilder.books.stat_lines import StatLine, stat_cells
from armybuilder.books.text import RuleText, rule_text
from armybuilder.matchups.sides import Side
from rulesets.books.book import Book
from rulesets.game import Game
from rulesets.odds.match_up import Fighter


def stat_lines(game: Game, side: Side) -> tuple[StatLine, ...]:
    """Return the stat lines of all that fights in a unit, as its game prints them.

    Its own comes first, then those of its other models, its leaders and its mounts, of
    a machine or a chariot and of its beasts, and those of crew and mounts that do not
    fight apart; equal ones once.
    """
    found, own = side.fighter, side.unit.line.profiles
    named = (own[0].name if own else "") or found.name
    usual = (found.characteristics, *(one.characteristics for one in found.parts[:1]))
    others = (one for one in found.parts[1:] if one.characteristics not in usual)
    rows = (
        (named, found.kind, found.characteristics),
        *((one.name, one.kind, one.characteristics) for one in others),
    )
    fighting = [figures for _, _, figures in rows]
    beside = ((one.name, one.kind, one.values()) for one in own[1:])
    rows += tuple(row for row in beside if row[2] not in fighting)
    lines = (
        StatLine(name, game.type_name(kind), stat_cells(game, figures))
        for name, kind, figures in rows
    )
    return tuple(dict.fromkeys(lines))


def rules_shown(game: Game, book: Book, found: Fighter) -> tuple[RuleText, ...]:
    """Return the special rules of a fighter in words, those of its book as there."""
    return tuple(rule_text(game, book, rule) for rule in found.rules)
