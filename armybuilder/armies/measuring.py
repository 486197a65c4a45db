"""The units of an army measured against a target: with what in hand, and since when."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from armybuilder.accounts.spending import Purse
from armybuilder.armies.against import Target, against, compared, loadouts
from armybuilder.armies.effects import Against
from rulesets.game import Game
from rulesets.review import Line, Review

MOST_CHOICES = 12
"""Loadouts that a card compares; Scrollhammer's heroes have eight or nine."""


@dataclass(frozen=True, slots=True)
class Yardstick:
    """What the units of an army are measured by.

    `hands` is the loadout that counts, by the id of its unit, where one was chosen;
    `before` the army as it was before the last change, none where that is not asked;
    `purse` what may be worked out for it.
    """

    target: Target
    hands: Mapping[str, str]
    before: Review | None = None
    purse: Purse | None = None


@dataclass(frozen=True, slots=True)
class InHand:
    """One loadout of a unit with what it does; `query` chooses it in an address."""

    name: str
    query: str
    against: Against
    counts: bool
    best: bool


@dataclass(frozen=True, slots=True)
class Measured:
    """A unit as it measures up; `taken` is a loadout that the last change brought.

    `several` is true where it may have one thing or another in hand.
    """

    against: Against | None
    several: bool = False
    choices: tuple[InHand, ...] = ()
    taken: str = ""


def measured(
    game: Game, line: Line, yardstick: Yardstick, *, compare: bool = False
) -> Measured:
    """Return a unit measured; with all its loadouts where they are to be compared."""
    known = loadouts(line)
    was = _before(line, yardstick.before)
    chosen = yardstick.hands.get(line.id, "")
    taken = _brought(line, was)
    counts = taken or (chosen if chosen in known else "")
    now = against(game, line, yardstick.target, counts, yardstick.purse)
    if was is not None:
        old = chosen if chosen in loadouts(was) else ""
        then = against(game, was, yardstick.target, old, yardstick.purse)
        now = compared(now, then)
    several = len(known) > 1
    choices: tuple[InHand, ...] = ()
    if compare and several and now is not None:
        choices = _choices(game, line, yardstick, known, now.loadout)
    return Measured(now, several, choices, taken)


def _before(line: Line, before: Review | None) -> Line | None:
    """Return a unit as it was before the last change; none if it was not there."""
    if before is None:
        return None
    units = (unit for force in before.forces for unit in force.units)
    return next((unit for unit in units if unit.id == line.id), None)


def _brought(line: Line, was: Line | None) -> str:
    """Return a loadout that a change brought: who buys a weapon means to use it.

    It holds a piece that the unit did not carry before. Where the player named
    loadouts, those count.
    """
    if was is None:
        return ""
    kits = [part.equipment for part in _parts(line) if part.equipment is not None]
    if any(kit.named for kit in kits):
        return ""
    before = {piece.key for part in _parts(was) for piece in part.gear}
    new = (
        held.name
        for kit in kits
        for held in kit.loadouts
        if any(piece.key not in before for piece in held.held)
    )
    return next(new, "")


def _parts(line: Line) -> Iterator[Line]:
    yield line
    for part in line.lines:
        yield from _parts(part)


def _choices(
    game: Game, line: Line, by: Yardstick, known: tuple[str, ...], counts: str
) -> tuple[InHand, ...]:
    told = {
        name: found
        for name in known[:MOST_CHOICES]
        if (found := against(game, line, by.target, name, by.purse)) is not None
    }
    scores = {name: _score(found) for name, found in told.items()}
    best = max(scores.values(), default=(0.0, 0.0))
    return tuple(
        InHand(
            name=name,
            query=f"{line.id}:{name}",
            against=found,
            counts=name == counts,
            best=scores[name] == best and best > min(scores.values()),
        )
        for name, found in told.items()
    )


def _score(found: Against) -> tuple[float, float]:
    """Return the chance to win, then wounds on average: more is better."""
    wins = found.fight.wins if found.fight is not None else 0.0
    wounds = found.most.wounds if found.most is not None else 0.0
    return round(wins, 9), round(wounds, 9)
