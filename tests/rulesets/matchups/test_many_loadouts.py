"""Best loadouts of many pairs are those of one pair after the other."""

import numpy as np
import pytest

from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.matchups.best_loadout import choose_loadouts
from rulesets.matchups.comparison import FORMAT, answered, compared, read_comparison
from rulesets.matchups.fighter import book_fighter
from rulesets.matchups.many_loadouts import ManyPairs
from rulesets.matchups.measures import Cell, cell_of
from rulesets.odds.match_up import MatchUp, MatchUpError
from rulesets.odds.native.bindings import SWITCH, is_ready
from tests.real_books import real_book

EMPIRE, CHARGE = real_book("warhammer-empire"), real_book("charge-orcs")
WARHAMMER = GAMES["warhammer"]
EQUAL = 1e-12

FIGHTERS = [book_fighter(EMPIRE, key) for key in EMPIRE.units]


def assert_equal(one: Cell, other: Cell) -> None:
    """Compare the figures of two cells, and the loadouts in hand."""
    first, second = one.to_document(), other.to_document()
    assert first.keys() == second.keys()
    for key, value in first.items():
        wanted = second[key]
        if isinstance(value, float):
            wanted = pytest.approx(wanted, rel=EQUAL, abs=EQUAL)
        assert value == wanted, key


@pytest.mark.parametrize(
    ("kind", "situation"),
    [("charge", {}), ("fight", {"b.wounds-lost": 1, "a.general": 8})],
)
def test_cells_are_those_of_one_pair_after_the_other(
    kind: str, situation: dict[str, int]
) -> None:
    many = ManyPairs(WARHAMMER, kind, FIGHTERS, FIGHTERS, situation, {})
    by_lot = np.random.default_rng(7).integers(len(FIGHTERS), size=(40, 2)).tolist()
    pairs = [(row, column) for row, column in by_lot]
    found = many.choose(pairs)

    assert not is_ready() or sum(one is not None for one in found) > len(pairs) / 2
    for (row, column), one in zip(pairs, found, strict=True):
        if one is None:
            continue
        asked = MatchUp(
            "warhammer", kind, FIGHTERS[row], FIGHTERS[column], situation, {}
        )
        settled, odds = choose_loadouts(combat_of(WARHAMMER).odds, asked)
        assert_equal(one.cell, cell_of(odds, settled.a.loadout, settled.b.loadout))
        assert one.left_out == odds.not_modelled


def test_several_loadouts_are_tried_on_both_sides() -> None:
    armed = [one for one in FIGHTERS if one.alternatives]
    assert armed
    many = ManyPairs(WARHAMMER, "charge", armed, armed, {}, {})
    [found] = many.choose([(0, 0)])
    asked = MatchUp("warhammer", "charge", armed[0], armed[0], {}, {})
    settled, _ = choose_loadouts(combat_of(WARHAMMER).odds, asked)
    if found is not None:
        hands = settled.a.loadout, settled.b.loadout
        assert (found.cell.a_hand, found.cell.b_hand) == hands


def test_a_game_that_answers_none_together_leaves_them_to_be_asked() -> None:
    some = [book_fighter(CHARGE, key) for key in CHARGE.units]
    many = ManyPairs(GAMES["charge"], "fight", some, some, {}, {})
    assert many.choose([(0, 0), (1, 0)]) == [None, None]


def test_a_comparison_is_the_same_with_the_kernel_and_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    units = [{"book": EMPIRE.key, "edition": 1, "unit": key} for key in EMPIRE.units]
    document = {
        "format": FORMAT,
        "game": "warhammer",
        "kind": "charge",
        "a": units[:5],
        "b": units[3:8],
    }
    books = {(EMPIRE.key, 1): EMPIRE}
    together = compared(document, books)
    monkeypatch.setenv(SWITCH, "0")
    plain = compared(document, books)

    assert together["left_out"] == plain["left_out"]
    for row, wanted in zip(together["cells"], plain["cells"], strict=True):
        for cell, other in zip(row, wanted, strict=True):
            assert_equal(Cell(**cell), Cell(**other))


def test_an_impossible_answer_is_told_in_every_cell() -> None:
    units = [{"book": EMPIRE.key, "edition": 1, "unit": key} for key in EMPIRE.units]
    document = {
        "format": FORMAT,
        "game": "warhammer",
        "kind": "charge",
        "a": units[:2],
        "b": units[:2],
        "situation": {"a.wounds-lost": 400},
    }
    asked = read_comparison(document, {(EMPIRE.key, 1): EMPIRE})
    with pytest.raises(MatchUpError):
        combat_of(WARHAMMER).odds(asked.match_up(0, 0))
    cells = compared(document, {(EMPIRE.key, 1): EMPIRE})["cells"]
    assert cells[0][0]["problem"] == answered(asked, 0, 0)[0].problem
