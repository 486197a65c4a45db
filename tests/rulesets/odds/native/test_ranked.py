"""The kernel of many pairs refuses what does not fit, and shares its work out."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rulesets.odds.native.bindings import SWITCH
from rulesets.odds.native.marshal import KernelError
from rulesets.odds.native.ranked_fights import (
    BEGUN,
    COLUMNS,
    MOST,
    NOT_SAID,
    STAGE,
    STRIKE,
    UNIT,
    Beginnings,
    RankedFights,
    Rows,
    StrikeTables,
    solve_ranked,
)

HALF = 0.5


def lone(**numbers: int) -> Rows:
    """Return one man who strikes once, and dies of one wound."""
    row = np.zeros(1, dtype=UNIT)
    usual = {"pool": 1, "begins": 1, "wounds": 1, "models": 1, "base": 25, "runs": 2}
    for name, number in {**usual, "unbreakable": 1, **numbers}.items():
        row[name] = number
    row["models-left"][0, 1] = row["along"][0, 1] = row["strength"][0, 1] = 1
    return row


def fights(**parts: Any) -> RankedFights:
    """Return a fight of two such men; a strikes first, on a 4+ each."""
    strikes = np.array([(1, 1, 0, 0, 0), (2, 1, 0, 0, 0)], dtype=STRIKE)
    return replace(
        RankedFights(
            units=(lone(), lone()),
            pairs=np.array([[0, 0]]),
            start=np.array([[1.0, 0.0]]),
            scripts=np.tile(np.array([0, 1]), (2, 2, 2, 1)),
            stages=np.array([((0, 0), (0, 0), 0, 0, (0, 0, 0))], dtype=STAGE),
            against=(np.array([[[0]]]), np.array([[[1]]])),
            tables=StrikeTables(
                sets=np.array([[0, 1], [1, 1]]),
                strikes=strikes,
                wounds=np.array([[HALF, HALF]]),
                slain=np.zeros(1),
                harm=np.array([HALF]),
                known=np.array([2]),
            ),
            passes=np.linspace(0, 1, 13),
            caught=np.zeros((4, 4)),
            readings={
                "whole": 0,
                "at_once": 0,
                "step_up": 0,
                "musicians": 0,
                "enough": 5,
            },
            rounds=1,
        ),
        **parts,
    )


def figures(asked: RankedFights, threads: int = 1) -> dict[str, float]:
    rows, status = solve_ranked(asked, threads)
    assert status.tolist() == [0] * len(status)
    return dict(zip(COLUMNS, rows[0].tolist(), strict=True))


def test_two_men_who_fight_one_round() -> None:
    told = figures(fights())
    assert told["b-destroyed"] == pytest.approx(1 / 2)
    assert told["a-destroyed"] == pytest.approx(1 / 4)
    assert told["undecided"] == pytest.approx(1 / 4)
    assert told["a-wounds-left"] == pytest.approx(3 / 4)
    assert told["rounds"] == 1


def test_two_men_who_fight_to_the_end() -> None:
    told = figures(fights(rounds=None))
    assert told["b-destroyed"] == pytest.approx(2 / 3)
    assert told["rounds"] == pytest.approx(4 / 3)


def test_a_fight_that_never_begins_has_an_empty_row() -> None:
    assert not any(figures(fights(start=np.zeros((1, 2)))).values())


def test_threads_find_what_one_finds() -> None:
    many = fights(
        pairs=np.zeros((50, 2), dtype=np.int64), start=np.tile([1.0, 0], (50, 1))
    )
    one, _ = solve_ranked(many, threads=1)
    several, _ = solve_ranked(many, threads=7)
    assert (one == several).all()
    assert (one == one[0]).all()


def test_strikes_that_no_block_can_say_leave_their_pair_alone() -> None:
    _, status = solve_ranked(fights(against=(np.array([[[-1]]]), np.array([[[1]]]))))
    assert status.tolist() == [NOT_SAID]


WRONG = {
    "no such block": {"pairs": np.array([[0, 1]])},
    "no such line": {"units": (lone(line=1), lone())},
    "no such target": {"units": (lone(target=1), lone())},
    "too many models": {"units": (lone(models=MOST + 1), lone())},
    "more wounds than its pool": {"units": (lone(begins=2), lone())},
    "no wounds": {"units": (lone(wounds=0), lone())},
    "no base": {"units": (lone(base=0), lone())},
    "dice that nobody has": {"units": (lone(), lone(runs=4))},
    "no such set": {"against": (np.array([[[2]]]), np.array([[[0]]]))},
    "no such slot": {
        "stages": np.array([((1, 0), (0, 0), 0, 0, (0, 0, 0))], dtype=STAGE)
    },
    "no such stage": {
        "stages": np.array([((0, 0), (0, 0), 0, 0, (0, 1, 0))], dtype=STAGE)
    },
    "no such script": {"scripts": np.tile(np.array([0, 2]), (2, 2, 2, 1))},
    "a start of another shape": {"start": np.ones((1, 1))},
    "no rounds": {"rounds": 0},
    "too many rounds": {"rounds": 41},
}


@pytest.mark.parametrize("parts", WRONG.values(), ids=list(WRONG))
def test_parts_that_do_not_fit_are_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"not there|other shapes|no size|rounds"):
        solve_ranked(fights(**parts))


def test_an_effect_that_is_not_there_is_refused() -> None:
    usual = fights().tables
    strikes = usual.strikes.copy()
    strikes["effect"] = 1
    with pytest.raises(ValueError, match="an effect that is not there"):
        solve_ranked(fights(tables=replace(usual, strikes=strikes)))


def test_switched_off_nothing_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SWITCH, "0")
    with pytest.raises(KernelError, match="not built"):
        solve_ranked(fights())


def spread(*begun: tuple[tuple[float, float], int, int]) -> Beginnings:
    return Beginnings(np.array([0, len(begun)]), np.array([*begun], dtype=BEGUN))


def test_a_fight_may_begin_where_it_would_anyway() -> None:
    begun = spread(((1.0, 0.0), 1, 1))
    assert figures(fights(spread=begun)) == figures(fights())


@pytest.mark.parametrize(
    "begun",
    [
        spread(((1.0, 0.0), 2, 1)),
        spread(((0.5, 0.0), 1, 1), ((0.5, 0.0), 1, 1)),
        Beginnings(np.array([0, 0, 1]), spread(((1.0, 0.0), 1, 1)).begun),
    ],
    ids=["too many wounds", "twice", "of two pairs"],
)
def test_beginnings_that_do_not_fit_are_refused(begun: Beginnings) -> None:
    with pytest.raises(ValueError, match="beginning"):
        solve_ranked(fights(spread=begun))
