"""Fighters written out in documents fight as those that were not; cells are answers."""

import json
import re
from dataclasses import fields, is_dataclass, replace
from functools import cache
from random import Random
from typing import Any

import pytest

from rulesets.combats import COMBATS, combat_of
from rulesets.games import GAMES
from rulesets.legality import review
from rulesets.matchups.best_loadout import choose_loadouts, settle
from rulesets.matchups.comparison import (
    FORMAT,
    answered,
    answered_together,
    read_comparison,
)
from rulesets.matchups.contenders import units_of_army, units_of_book
from rulesets.matchups.match_up_document import fighter_document, read_side
from rulesets.matchups.measures import cell_of
from rulesets.odds.match_up import Fighter, MatchUp, MatchUpError
from tests.real_books import real_books, sample_army

ARMIES = {
    "warhammer": ("empire-2000", "orcs-and-goblins-2000"),
    "scrollhammer": ("saltmere-league-1500", "imperial-legion-1000"),
    "mordheim": ("mordheim-reikland-500", "mordheim-skaven-500"),
    "charge": ("cathay-1000", "orcs-1000"),
}
IN_WORDS = {"loadouts", "summary"}
"""Left out by a document: names of other loadouts, and rules told to readers."""

PAIRS = 50
KINDS = [
    (game.key, kind.key) for game in GAMES.values() for kind in combat_of(game).kinds
]


def plain(value: Any) -> Any:
    """Return a value as dictionaries and lists, without what is told in words."""
    if is_dataclass(value):
        named = {one.name: getattr(value, one.name) for one in fields(value)}
        return {key: plain(one) for key, one in named.items() if key not in IN_WORDS}
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    return value


def written(fighter: Fighter) -> dict[str, Any]:
    return {"fighter": json.loads(json.dumps(fighter_document(fighter)))}


@cache
def army(name: str) -> tuple[Fighter, ...]:
    game = next(game for game, names in ARMIES.items() if name in names)
    units = units_of_army(review(sample_army(name), real_books(f"{game}-*")))
    return tuple(one.fighter for one in units if one.fighter is not None)


def fighters(game: str) -> list[Fighter]:
    """Return every unit of the game's books, and those of two armies."""
    books = real_books(f"{game}-*").values()
    those = [one.fighter for book in books for one in units_of_book(book)]
    armies = [one for name in ARMIES[game] for one in army(name)]
    return [*(one for one in those if one is not None), *armies]


@pytest.mark.parametrize("game", GAMES)
def test_a_fighter_comes_back_from_its_document_as_it_was(game: str) -> None:
    found = fighters(game)
    assert found
    for one in found:
        back = read_side(written(one), "/a", game, {})
        assert plain(back) == plain(one), one.name


FIGURES = ("wins", "loses", "dealt", "taken", "slain", "lost")


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_a_cell_of_two_armies_is_the_answer_that_it_opens(game: str, kind: str) -> None:
    mine, theirs = (army(name) for name in ARMIES[game])
    document = {
        "format": FORMAT,
        "game": game,
        "kind": kind,
        "a": [written(one) for one in mine],
        "b": [written(one) for one in theirs],
    }
    asked, lot = read_comparison(document, {}), Random(f"{game} {kind}")  # noqa: S311
    together = answered_together(asked)
    for _ in range(PAIRS):
        row, column = lot.randrange(len(mine)), lot.randrange(len(theirs))
        cell, _ = together.get((row, column)) or answered(asked, row, column)
        opened = MatchUp(game, kind, mine[row], theirs[column], {}, {}, explained=True)
        if cell.problem:
            with pytest.raises(MatchUpError, match=re.escape(cell.problem)):
                settle(combat_of(GAMES[game]).odds, opened)
            continue
        told = cell_of(settle(combat_of(GAMES[game]).odds, opened)[1])
        for name in FIGURES:
            known = pytest.approx(getattr(told, name), abs=1e-9 + told.error)
            assert getattr(cell, name) == known, (row, column, name)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_figures_of_units_by_lot_are_those_of_the_answer(game: str, kind: str) -> None:
    combat, lot = COMBATS[game], Random(f"{kind} {game}")  # noqa: S311
    found = fighters(game)
    for _ in range(PAIRS):
        asked = MatchUp(game, kind, lot.choice(found), lot.choice(found), {}, {})
        try:
            told = choose_loadouts(combat.figures, asked)[1]
        except MatchUpError as problem:
            why = re.escape(problem.text)
            with pytest.raises(MatchUpError, match=why):
                settle(combat.odds, replace(asked, explained=True))
            continue
        opened = settle(combat.odds, replace(asked, explained=True))[1]
        most = 1e-9 + told.error + opened.error
        for key in opened.events.keys() & told.events.keys():
            known = pytest.approx(opened.events[key], abs=most)
            assert told.events[key] == known, (asked.a.name, asked.b.name, key)
        for key in opened.expected.keys() & told.expected.keys():
            known = pytest.approx(opened.expected[key], abs=1e-9 + 100 * most, rel=1e-9)
            assert told.expected[key] == known, (asked.a.name, asked.b.name, key)
