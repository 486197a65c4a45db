"""The compiled kernel gives the same numbers as NumPy."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rulesets.books.book import Book
from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.games import find_game
from rulesets.matchups.match_up_document import read_match_up
from rulesets.odds.attack import D3_WOUNDS, Attack, AttackEffect, effect
from rulesets.odds.fight.model import (
    Attacks,
    Fight,
    Order,
    Round,
    Strike,
    in_turn,
)
from rulesets.odds.fight.solver import solve, solve_all
from rulesets.odds.match_up import MatchUp
from rulesets.odds.native.bindings import SWITCH, is_ready
from rulesets.odds.sides import Side
from rulesets.odds.tally import LossTally, tally
from rulesets.odds.volley import Floats, Ints
from tests.real_books import FIXTURES, real_books
from tests.rulesets.odds.native.equal import EQUAL, assert_equal, either, numbers

GAMES = ("charge", "warhammer", "scrollhammer")

HALF = effect(Attack(to_hit=4))
TROLL = effect(Attack(to_hit=4, to_wound=3, slay=6, damage=D3_WOUNDS))
NOTHING = effect(Attack(to_hit=7))


def document(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def books() -> dict[tuple[str, int], Book]:
    return real_books(*(f"{game}-*" for game in GAMES))


PATHS = [
    path
    for path in sorted((FIXTURES / "match-ups").glob("*.json"))
    if document(path).get("game") in GAMES
]


def answered(question: MatchUp) -> dict[str, Any]:
    game = find_game(question.game)
    assert isinstance(game, Game)
    return dict(numbers(combat_of(game).odds(question).to_document()))


@pytest.mark.sweep(16)
@pytest.mark.parametrize("rounds", [1, 3, None])
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_match_ups_that_ship_have_the_same_odds_either_way(
    path: Path,
    rounds: int | None,
    books: dict[tuple[str, int], Book],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = read_match_up({**document(path), "rounds": rounds}, books)
    monkeypatch.setenv(SWITCH, "0")
    plain = answered(question)
    monkeypatch.setenv(SWITCH, "1")
    assert is_ready()
    assert_equal(plain, answered(question))


def dead(a: Ints, b: Ints, lost_a: Ints, lost_b: Ints) -> Ints:
    """0 while both stand, 1 and 2 for the side that is gone, 3 for both."""
    gone: Ints = (lost_a >= a) + 2 * (lost_b >= b)
    return gone


def worse(a: int, b: int) -> LossTally:
    """0 to 2 for who lost less, 3 to 5 for who is gone."""
    lost_a, lost_b = np.arange(a + 1), np.arange(b + 1)
    gone = (lost_a == 0)[:, None] + 2 * (lost_b == 0)[None, :]
    return tally(
        first=-lost_a[None, None, :],
        second=lost_b[None, None, :],
        low=-1,
        classes=np.arange(3),
        sizes=(a + 1, b + 1),
        instead=np.where(gone > 0, 2 + gone, -1),
    )


def attacks(
    side: Side, own: int, other: int, dice: int, one: AttackEffect, w: int
) -> Strike:
    """Attacks of those who live: fewer as they fall, none by the dead."""
    left = np.arange(own + 1)
    counts = np.broadcast_to(np.minimum(left, dice), (own + 1, other + 1, own + 1))
    return Strike(side, counts[..., None], Attacks(one, w))


def rounds_by_lot(a: int, b: int) -> list[Round]:
    """Two rounds: whoever lost less strikes first next time, by lot at first."""
    mine = attacks("a", a, b, 3, TROLL, 1), attacks("a", a, b, 1, HALF, 1)
    theirs = (attacks("b", b, a, 4, HALF, 3),)
    table = np.zeros((6, 2 + 4))
    table[0, 1], table[0, 5] = 0.75, 0.25
    table[1, 0] = 1.0
    table[2, 0], table[2, 5] = 0.5, 0.5
    table[3:, 2:5] = np.eye(3)
    lot = Order(0.5, (*mine, *theirs)), Order(0.5, (*theirs, *mine))
    sorts = worse(a, b)
    last = [Order(1.0, theirs)]
    return [Round(lot, sorts, table, (0, 1)), Round(last, sorts, table, (0, 1))]


def begun(count: int, a: int, b: int) -> Floats:
    start = np.zeros((count, a + 1, b + 1))
    start[0, a, b] = 0.75
    start[-1, a - 1, b] = 0.25
    return start


@pytest.mark.parametrize("limit", [1, 5, 16, 21, 50, None])
def test_rounds_with_lots_and_wounds_that_do_not_spill(limit: int | None) -> None:
    fight = Fight(begun(2, 9, 8), rounds_by_lot(9, 8), limit)
    result = either(lambda: solve(fight, ""))
    assert result.first.sum() == pytest.approx(1.0, abs=EQUAL)


@pytest.mark.parametrize("one", [HALF, NOTHING], ids=["half", "nothing"])
@pytest.mark.parametrize("limit", [4, 40, None])
def test_rounds_in_turn_and_fights_that_never_end(
    limit: int | None, one: AttackEffect
) -> None:
    dice = np.array([0, 1, 2, 2, 3, 3, 3])[None, None, :, None]
    mine = Strike("a", dice, Attacks(one)), Strike("b", dice, Attacks(NOTHING))
    ours = Round([Order(1.0, mine)], dead, np.eye(4))
    theirs = Round([Order(1.0, mine[::-1])], dead, np.eye(4))
    half = 0.5 * begun(1, 6, 6)[0]
    fights = (
        in_turn(half, (), (ours, theirs), limit),
        in_turn(half, (theirs,), (ours,), limit),
    )
    result = either(lambda: solve_all(fights, ""))
    endless = one is NOTHING and limit is None
    assert result.stalled == pytest.approx(float(endless), abs=EQUAL)


@pytest.mark.parametrize("limit", [3, None])
def test_strikes_that_fall_at_once(limit: int | None) -> None:
    which = np.minimum(np.arange(6)[:, None], np.arange(6)[None, :]) // 2
    stack = np.zeros((3, 6, 3))
    stack[0, :, 0] = stack[:, 0, 0] = 1.0
    stack[1, 1:, :2] = 0.5
    stack[2, 1, :2] = (0.25, 0.75)
    stack[2, 2:] = (0.25, 0.5, 0.25)
    a, b = (Strike(side, which[None, None], stack) for side in ("a", "b"))
    joined = Strike("b", which[None, None], stack, joins=True)
    table = np.eye(6, 4, -2) + np.eye(6, 4) * [1, 0, 0, 0]
    table[1:3] = (0.5, 0.5, 0.0, 0.0)
    one = Round([Order(1.0, (a, joined, b, a))], worse(5, 5), table)
    fight = in_turn(begun(1, 5, 5)[0], [one], [one], limit)
    either(lambda: solve(fight, ""))
