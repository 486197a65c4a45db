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


@dataclass(frozen=True, slots=True)
class FateTable:
    """The fates of all who fought, with the headings of their columns."""

    headings: tuple[str, ...] = ()
    rows: tuple[FateRow, ...] = ()


NO_FATES = FateTable()
"""The table where two alone fought, or nobody."""


def fates_of(odds: Odds, line: Line) -> FateTable:
    """Return the fates that an answer tells, unless two alone fought."""
    if not line.further:
        return NO_FATES
    rows, fates, titles = [], _headings(odds, line), line.titles
    seldom = combat_of(line.game).fates_if_asked
    for letter in SIDES:
        beside = (one.key for one in line.further if one.letter == letter)
        for key in (letter, *beside):
            usual = _ends(key, (fate for fate in fates if fate not in seldom))
            if usual and all(end in odds.events for end in usual):
                chances = (odds.events.get(end, 0.0) for end in _ends(key, fates))
                rows.append(FateRow(titles[key], letter, tuple(map(percent, chances))))
    return FateTable(tuple(fates.values()), tuple(rows))


def _headings(odds: Odds, line: Line) -> dict[str, str]:
    """Return the headings of the fates in the table, by the ends of their keys."""
    combat, keys = combat_of(line.game), _keys(line)
    return {
        fate: heading
        for fate, heading in combat.fates.items()
        if fate not in combat.fates_if_asked
        or any(f"{key}-{fate}" in odds.events for key in keys)
    }


def without_fates(odds: Odds, line: Line) -> Odds:
    """Return an answer without the events that the table of fates tells."""
    fates = combat_of(line.game).fates
    told = {end for key in _keys(line) for end in _ends(key, fates)}
    events = {key: one for key, one in odds.events.items() if key not in told}
    return replace(odds, events=events)


def _keys(line: Line) -> tuple[str, ...]:
    return (*line.sides, *(one.key for one in line.further))


def _ends(key: str, fates: Iterable[str]) -> list[str]:
    return [f"{key}-{fate}" for fate in fates]
