"""The fate of each who fought in a battle line, as a table."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from armybuilder.matchups.further_cards import Line
from rulesets.combats import combat_of
from rulesets.core.percent import percent
from rulesets.odds.answer import Odds
from rulesets.odds.sides import SIDES
from rulesets.odds.sides import Side as Letter


@dataclass(frozen=True, slots=True)
class FateRow:
    """A fighter with the chance of each fate, in the order of its game's fates."""

    name: str
    letter: Letter
    chances: tuple[str, ...]


def fates_of(odds: Odds, line: Line) -> tuple[FateRow, ...]:
    """Return the fates that an answer tells, unless two alone fought."""
    if not line.further:
        return ()
    rows, fates = [], combat_of(line.game).fates
    for letter in SIDES:
        keys: dict[str, str] = {letter: line.sides[letter].title}
        keys |= {
            one.key: one.side.title for one in line.further if one.letter == letter
        }
        for key, name in keys.items():
            chances = [
                odds.events[end] for end in _ends(key, fates) if end in odds.events
            ]
            if len(chances) == len(fates):
                rows.append(FateRow(name, letter, tuple(map(percent, chances))))
    return tuple(rows)


def without_fates(odds: Odds, line: Line) -> Odds:
    """Return an answer without the events that the table of fates tells."""
    keys = (*line.sides, *(one.key for one in line.further))
    fates = combat_of(line.game).fates
    told = {end for key in keys for end in _ends(key, fates)}
    events = {key: one for key, one in odds.events.items() if key not in told}
    return replace(odds, events=events)


def _ends(key: str, fates: Iterable[str]) -> list[str]:
    return [f"{key}-{fate}" for fate in fates]
