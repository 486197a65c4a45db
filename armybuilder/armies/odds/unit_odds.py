"""Odds of an army's units against a target: with chosen loadouts, before and now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from armybuilder.accounts.cpu_budget import Purse
from armybuilder.armies.odds.figures import FightFigures, LoadoutOdds
from armybuilder.armies.odds.loadout_odds import (
    Target,
    has_named,
    loadout_odds,
    loadouts,
    with_previous,
)
from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.reviews.review import Line, Review

MOST_CHOICES = 12
"""Loadouts that a card compares; Scrollhammer's heroes have eight or nine."""


@dataclass(frozen=True, slots=True)
class OddsBasis:
    """The basis of the odds of an army's units.

    `hands` is the loadout that counts, by the id of its unit, where one was chosen;
    `before` the army as it was before the last change, none where that is not asked;
    `purse` pays for it.
    """

    target: Target
    hands: Mapping[str, str]
    before: Review | None = None
    purse: Purse | None = None


@dataclass(frozen=True, slots=True)
class LoadoutChoice:
    """One loadout of a unit with its odds; `query` chooses it in an address.

    `fights` are those of its game's openings, none where one is not worked out; `best`
    says in which no other does better: ``charging``, ``fights`` where it is so in all
    of them, ``wounds`` where there are none.
    """

    name: str
    query: str
    against: LoadoutOdds
    fights: tuple[FightFigures | None, ...]
    counts: bool
    best: str


@dataclass(frozen=True, slots=True)
class UnitOdds:
    """A unit as it measures up; `taken` is a loadout that the last change brought.

    `several` is true where it may have one thing or another in hand; `counts` is the
    loadout that it was measured with, "" for the best.
    """

    against: LoadoutOdds | None
    several: bool = False
    choices: tuple[LoadoutChoice, ...] = ()
    taken: str = ""
    counts: str = ""


def unit_odds(
    game: Game, line: Line, basis: OddsBasis, *, compare: bool = False
) -> UnitOdds:
    """Return a unit measured; with all its loadouts where they are to be compared."""
    known = loadouts(line)
    was = _before(line, basis.before)
    chosen = basis.hands.get(line.id, "")
    taken = _brought(line, was)
    counts = taken or (chosen if chosen in known else "")
    now = loadout_odds(game, line, basis.target, counts, basis.purse)
    if was is not None:
        old = chosen if chosen in loadouts(was) else ""
        then = loadout_odds(game, was, basis.target, old, basis.purse)
        now = with_previous(now, then)
    several = len(known) > 1
    choices: tuple[LoadoutChoice, ...] = ()
    if compare and several and now is not None:
        choices = _choices(game, line, basis, known, now.loadout)
    return UnitOdds(now, several, choices, taken, counts)


def _before(line: Line, before: Review | None) -> Line | None:
    """Return a unit as it was before the last change; none if it is the same still.

    One that was not there was none.
    """
    if before is None:
        return None
    units = (unit for force in before.forces for unit in force.units)
    found = next((unit for unit in units if unit.id == line.id), None)
    return found if found != line else None


def _brought(line: Line, was: Line | None) -> str:
    """Return a loadout that a change brought: a bought weapon is meant for use.

    It holds a piece that the unit did not carry before. Where the player named
    loadouts, those count.
    """
    if was is None:
        return ""
    if has_named(line):
        return ""
    kits = [part.equipment for part in _parts(line) if part.equipment is not None]
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
    game: Game, line: Line, by: OddsBasis, known: tuple[str, ...], counts: str
) -> tuple[LoadoutChoice, ...]:
    told = {
        name: found
        for name in known[:MOST_CHOICES]
        if (found := loadout_odds(game, line, by.target, name, by.purse)) is not None
    }
    best = _best(told)
    return tuple(
        LoadoutChoice(
            name=name,
            query=f"{line.id}:{name}",
            against=found,
            fights=tuple(found.begun(one.key) for one in combat_of(game).openings),
            counts=name == counts,
            best=best.get(name, ""),
        )
        for name, found in told.items()
    )


def _best(told: Mapping[str, LoadoutOdds]) -> dict[str, str]:
    """Return in which fights each loadout is best; if all are alike, none is."""
    scores = {name: _scores(found) for name, found in told.items()}
    asked = dict.fromkeys(key for score in scores.values() for key in score)
    found: dict[str, list[str]] = {}
    for key in asked:
        each = {name: score.get(key, (-1.0, 0.0)) for name, score in scores.items()}
        most = max(each.values())
        if most > min(each.values()):
            for name in (name for name, value in each.items() if value == most):
                found.setdefault(name, []).append(key)
    every = len(asked) > 1
    return {
        name: "fights" if every and len(keys) == len(asked) else ", ".join(keys)
        for name, keys in found.items()
    }


def _scores(found: LoadoutOdds) -> dict[str, tuple[float, float]]:
    """Return how well each fight goes, then the wounds on average: more is better."""
    wounds = round(found.most.wounds, 9) if found.most is not None else 0.0
    fights = {
        fight.name.lower(): (round(fight.wins - fight.loses, 9), wounds)
        for fight in found.fights
    }
    return fights or {"wounds": (0.0, wounds)}
