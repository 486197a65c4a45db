"""What each unit of an army does to the chosen target, in a line for each attack."""

from collections.abc import Iterator
from dataclasses import dataclass

from rulesets.book import Books
from rulesets.fighters import book_fighter, fighter
from rulesets.game import Game
from rulesets.matchup import Fighter, MatchUpError
from rulesets.odds.answer import Preview
from rulesets.review import Line

TELLING = (0.5, 0.1)
"""Chances for which the most wounds that are at least so likely are told [chance]."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One way of attacking: its rolls, wounds on average, and "at least" so many."""

    name: str
    rolls: str
    expected: str
    at_least: tuple[tuple[int, str], ...]


def target_fighter(address: str, books: Books) -> Fighter | None:
    """Return the unit at ``book@edition/unit``; none where it has no stat line."""
    edition, _, unit = address.partition("/")
    key, _, number = edition.partition("@")
    book = books.get((key, int(number))) if number.isdecimal() else None
    try:
        return book_fighter(book, unit) if book is not None else None
    except ValueError:
        return None


def effects(game: Game, line: Line, target: Fighter | None) -> tuple[Effect, ...]:
    """Return what a unit does to a target; nothing where its figures do not say."""
    if target is None or game.preview is None:
        return ()
    try:
        previews = game.preview(fighter(line), target)
    except (MatchUpError, ValueError):
        return ()
    return tuple(_effect(preview) for preview in previews)


def _effect(preview: Preview) -> Effect:
    needs = (f"{need.label} {need.text()}" for need in preview.needs)
    return Effect(
        name=preview.name,
        rolls=", ".join((f"{preview.dice} dice", *needs)),
        expected=f"{preview.wounds.expected():.1f}",
        at_least=tuple(_at_least(preview)),
    )


def _at_least(preview: Preview) -> Iterator[tuple[int, str]]:
    tails = preview.wounds.at_least()
    likely = (max(k for k, c in enumerate(tails) if c >= one) for one in TELLING)
    for wounds in sorted({1, *likely} - {0}):
        if wounds < len(tails):
            yield wounds, _percent(tails[wounds])


def _percent(chance: float) -> str:
    if 0 < chance < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= chance < 1 else f"{chance:.0%}"
