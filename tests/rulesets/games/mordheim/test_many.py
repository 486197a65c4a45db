"""Duels that are answered together, held against those asked one by one."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.matchups.best_loadout import choose_loadouts
from rulesets.matchups.fighter import book_fighter
from rulesets.matchups.many_loadouts import ManyPairs
from rulesets.matchups.measures import cell_of
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.real_books import real_book

MORDHEIM = GAMES["mordheim"]
EQUAL = 1e-12
SWORDS = "mordheim-hired-swords"
SEED = 11

Asked = tuple[Answers, Answers, int | None]
USUAL: Asked = ({}, {}, None)
QUESTIONS: dict[str, Asked] = {
    "usual": USUAL,
    "b-charges": ({"charge": "b"}, {}, None),
    "nobody-charges": ({"charge": "none"}, {}, None),
    "four-turns": ({}, {}, 4),
    "one-turn": ({"charge": "b"}, {}, 1),
    "hates": ({"a.hates": True, "b.unholy": True}, {}, None),
    "down": ({"charge": "b", "a.posture": "knocked-down"}, {}, None),
    "stunned": ({"charge": "none", "b.posture": "stunned"}, {}, None),
    "at-an-edge": ({"a.edge": 4, "b.edge": 6}, {}, None),
    "readings": (
        {"indoors": True},
        {
            "knocked-down": "to-wound",
            "critical-injuries": "one",
            "critical-saves": "each",
            "parry-strength": "weapon",
            "main-weapon": "first",
            "spear-and-charger": "weapon",
            "heavy-charge": "first",
        },
        None,
    ),
}
"""Situation, readings and turns of a question, by its name."""


def fighters(book: str) -> list[Fighter]:
    read = real_book(book)
    return [book_fighter(read, key) for key in read.units]


def assert_as_single(
    some: Sequence[Fighter], pairs: Sequence[tuple[int, int]], asked: Asked
) -> int:
    """Compare cells answered together with single answers; return how many."""
    situation, readings, rounds = asked
    many = ManyPairs(MORDHEIM, "fight", some, some, situation, readings, rounds)
    count = 0
    for (row, column), found in zip(pairs, many.choose(pairs), strict=True):
        if found is None:
            continue
        count += 1
        a, b = some[row], some[column]
        one = MatchUp("mordheim", "fight", a, b, situation, readings, rounds)
        settled, odds = choose_loadouts(combat_of(MORDHEIM).odds, one)
        wanted = cell_of(odds, settled.a.loadout, settled.b.loadout)
        told: dict[str, Any] = found.cell.to_document()
        for key, value in wanted.to_document().items():
            if isinstance(value, float):
                value = pytest.approx(value, rel=EQUAL, abs=EQUAL)
            assert told[key] == value, (a.name, b.name, key)
        assert found.left_out == odds.not_modelled
    return count


@pytest.mark.parametrize("name", QUESTIONS)
def test_cells_of_hired_swords_are_those_of_single_answers(name: str) -> None:
    some = fighters(SWORDS)
    draw = np.random.default_rng([SEED, list(QUESTIONS).index(name)])
    pairs = [(a, b) for a, b in draw.integers(len(some), size=(12, 2)).tolist()]
    assert assert_as_single(some, pairs, QUESTIONS[name]) == len(pairs)


def test_every_cell_of_a_warband_is_that_of_a_single_answer() -> None:
    some = fighters("mordheim-reikland")
    pairs = [(a, b) for a in range(len(some)) for b in range(len(some))]
    assert assert_as_single(some, pairs, USUAL) == len(pairs)


@pytest.mark.parametrize("posture", ["knocked-down", "stunned"])
def test_who_begins_on_the_ground_loses_his_last_wound_or_nothing(posture: str) -> None:
    strong = [one for one in fighters(SWORDS) if one.characteristics["w"] == 3]
    some = [strong[0], strong[0]]
    situation: Answers = {"charge": "b", "a.posture": posture}
    one = MatchUp("mordheim", "fight", some[0], some[1], situation, {})
    _, odds = choose_loadouts(combat_of(MORDHEIM).odds, one)
    many = ManyPairs(MORDHEIM, "fight", some, some, situation, {})
    (found,) = many.choose([(0, 1)])
    assert found is not None
    for cell in (cell_of(odds), found.cell):
        assert cell.taken == pytest.approx(odds.outcomes["a-out"], abs=EQUAL)
        assert cell.taken_share == pytest.approx(odds.outcomes["a-out"] / 3, abs=EQUAL)


@pytest.mark.slow
@pytest.mark.parametrize("name", QUESTIONS)
def test_every_cell_of_the_hired_swords_is_that_of_a_single_answer(name: str) -> None:
    some = fighters(SWORDS)
    pairs = [(a, b) for a in range(len(some)) for b in range(len(some))]
    assert assert_as_single(some, pairs, QUESTIONS[name]) == len(pairs)


@pytest.mark.parametrize(
    "asked",
    [
        ({"a.fighters": 2}, {}, None),
        ({"dive": 4}, {}, None),
        ({"ladder": True}, {}, None),
        ({}, {"criticals": "by-weapon"}, None),
        ({"b.wounds-lost": 9}, {}, None),
    ],
)
def test_what_is_no_plain_duel_is_left_to_be_asked(asked: Asked) -> None:
    some = fighters("mordheim-reikland")
    situation, readings, rounds = asked
    many = ManyPairs(MORDHEIM, "fight", some, some, situation, readings, rounds)
    assert many.choose([(0, 1)]) == [None]
