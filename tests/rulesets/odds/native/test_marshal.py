"""What could make the kernel read or write where nothing of it is, is refused."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rulesets.odds.falls import Falls
from rulesets.odds.fight.model import Fight, FightResult, Order, Round, Strike, Toll
from rulesets.odds.native.bindings import SWITCH, kernel
from rulesets.odds.native.marshal import KernelError, play
from rulesets.odds.tally import LossTally, tally
from rulesets.odds.volley import Floats

THIRDS = np.full((1, 3, 3), 1 / 3)
"""A kernel that takes 0, 1 or 2 from whatever is there."""


def strike(**changes: Any) -> Strike:
    """Return attacks of side a that never take anything."""
    which = np.zeros((3, 3, 3, 3), dtype=np.int64)
    plain = Strike("a", which, np.ones((1, 3, 1)))
    return replace(plain, **changes)


def sorts(**changes: Any) -> LossTally:
    """Return a tally that knows one class."""
    points = np.zeros((1, 1, 3), dtype=np.int64)
    plain = tally(points, points, low=0, classes=np.array([0]), sizes=(3, 3))
    return replace(plain, **changes)


def tell(start: Floats, rounds: Sequence[Round], limit: int | None) -> FightResult:
    compiled = kernel()
    assert compiled is not None
    return play(compiled, Fight(start, rounds, limit))


def one_round(*strikes: Strike, **changes: Any) -> Round:
    """Return a round that goes on half the time."""
    orders = [Order(1.0, strikes or (strike(),))]
    plain = Round(orders, sorts(), table=np.full((1, 2), 0.5))
    return replace(plain, **changes)


def toll(**changes: Any) -> Toll:
    """Return a toll of one wound that side a pays for any points."""
    points = np.zeros((3, 3), dtype=np.int64)
    plain = Toll(points, points, (np.ones((2, 3, 1)), None), (0, 0), np.ones((1, 1, 1)))
    return replace(plain, **changes)


def start() -> Floats:
    return np.full((1, 3, 3), 1 / 9)


REFUSED: dict[str, tuple[Round, str]] = {
    "a table of kernels smaller than the sides": (
        one_round(strike(which=np.zeros((3, 2, 3, 3), dtype=np.int64))),
        r"\(3, 2, 3, 3\) is smaller than \(3, 3, 3, 3\)",
    ),
    "a table of what is added to them that is smaller": (
        one_round(strike(added=np.zeros((3, 1, 2, 3), dtype=np.int64))),
        r"\(3, 1, 2, 3\) is smaller than \(3, 3, 3, 3\)",
    ),
    "a table of kernels that lacks an axis": (
        one_round(strike(which=np.zeros((3, 3, 3), dtype=np.int64))),
        "3 axes, not of 4",
    ),
    "kernels for more states than the struck have": (
        one_round(strike(kernels=np.ones((1, 4, 1)))),
        "kernels for 4 states, not for 3",
    ),
    "kernels for no states": (
        one_round(strike(kernels=np.ones((1, 0, 1)))),
        "kernels for 0 states",
    ),
    "kernels that do not say what is lost": (
        one_round(strike(kernels=np.ones((1, 3, 0)))),
        "do not say what is lost",
    ),
    "attacks that join others of their side": (
        one_round(strike(kernels=THIRDS), strike(kernels=THIRDS, joins=True)),
        "none of the other side",
    ),
    "attacks that join a pair": (
        one_round(strike(), strike(side="b", joins=True), strike(joins=True)),
        "none of the other side",
    ),
    "first attacks that join": (
        one_round(strike(joins=True)),
        "one that is not there",
    ),
    "a tally for other sides": (
        one_round(classify=sorts(pair=np.zeros((3, 2), dtype=np.int64))),
        "other sides than of",
    ),
    "kernels for states of other digits": (
        one_round(strike(kernels=Falls(np.ones((1, 9)), (2, 2), 0))),
        "not for 3",
    ),
    "kernels that know too few losses": (
        one_round(strike(kernels=Falls(np.ones((1, 5)), (3,), 0))),
        "not for 3",
    ),
    "a tally that does not know all losses": (
        one_round(
            strike(kernels=THIRDS),
            classify=sorts(second=np.zeros((1, 1, 2), dtype=np.int64)),
        ),
        "is smaller than",
    ),
    "a tally of no classes": (
        one_round(classify=sorts(classes=np.zeros(0, dtype=np.int64))),
        "no classes",
    ),
    "classes of fewer losses than there may be": (
        one_round(
            strike(kernels=THIRDS), classify=lambda a, b, i, j: (a + b + i + j)[..., :2]
        ),
        "is smaller than",
    ),
    "a table of classes with an axis too many": (
        one_round(table=np.ones((1, 2, 0))),
        "2 axes, not 3",
    ),
    "a table that knows no outcome": (one_round(table=np.ones((1, 1))), "or with none"),
    "a toll of points for other sides": (
        one_round(toll=toll(second=np.zeros((3, 2), dtype=np.int64))),
        "a toll for other sides",
    ),
    "a toll that other sides pay": (
        one_round(toll=toll(prices=(None, np.ones((2, 4, 1))))),
        "a toll for other sides",
    ),
    "a toll that leads to no outcome": (
        one_round(toll=toll(gone=(0, 1))),
        "an outcome that is not there",
    ),
    "a way to a round that is not there": (one_round(leads=(1,)), "leads to a round"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_does_not_fit_is_refused(case: str) -> None:
    wrong, why = REFUSED[case]
    with pytest.raises(ValueError, match=why):
        tell(start(), [wrong], 2)


@pytest.mark.parametrize(
    ("begun", "rounds", "limit", "why"),
    [
        (np.zeros((1, 0, 3)), [one_round()], 2, "has no states"),
        (np.zeros((0, 3, 3)), [], 2, "has no states"),
        (np.ones((3, 3)), [one_round()], 2, "has no states"),
        (np.ones((2, 3, 3)), [one_round()], 2, "a start in 2 rounds, and 1 of them"),
        (start(), [one_round()], 0, "a fight of 0 rounds"),
        (start(), [one_round()], -1, "a fight of -1 rounds"),
    ],
)
def test_a_start_without_states_rounds_or_rounds_is_refused(
    begun: Floats, rounds: Sequence[Round], limit: int, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        tell(begun, rounds, limit)


def test_rounds_that_end_differently_are_refused() -> None:
    rounds = [one_round(), one_round(table=np.full((1, 3), 1 / 3))]
    with pytest.raises(ValueError, match="different outcomes"):
        tell(np.full((2, 3, 3), 1 / 18), rounds, 2)


@pytest.mark.parametrize("which", [-1, 1, 2**31 - 1])
def test_a_kernel_that_is_not_there_is_refused(which: int) -> None:
    lost = one_round(strike(which=np.full((3, 3, 3, 3), which)))
    with pytest.raises(KernelError, match="a kernel that is not there"):
        tell(start(), [lost], 2)


@pytest.mark.parametrize(
    "lost",
    [
        sorts(classes=np.array([-2])),
        sorts(classes=np.array([1])),
        sorts(shift=np.ones((3, 3), dtype=np.int64)),
        sorts(instead=np.full((3, 3), 7)),
        lambda a, b, i, j: a + b + i + j,
    ],
)
def test_a_class_that_is_not_there_is_refused(lost: Any) -> None:
    with pytest.raises(KernelError, match="a class that is not there"):
        tell(start(), [one_round(classify=lost)], 2)


def halves(which: Any, first: Any) -> FightResult:
    """Return a round that half of all chances leave, told by these tables."""
    return tell(
        start(), [one_round(strike(which=which), classify=sorts(first=first))], 1
    )


def cut_out(shape: tuple[int, ...], kind: str) -> Any:
    """Return zeros beside other values: not every place is a whole step away."""
    whole = np.ones(shape, dtype=[("zero", kind), ("one", "i1")])
    whole["zero"] = 0
    return whole["zero"]


@pytest.mark.parametrize("kind", ["i1", "i2", "i4", "i8", ">i8"])
def test_tables_of_every_kind_of_whole_numbers_are_read_alike(kind: str) -> None:
    four, three = (3, 3, 3, 3), (3, 3, 3)
    for told in (
        halves(np.zeros(four, dtype=kind), np.zeros(three, dtype=kind)),
        halves(cut_out(four, kind), cut_out(three, kind)),
        halves(cut_out(four, kind)[::-1], cut_out(three, kind)[::-1, ::-1]),
    ):
        assert told.outcomes.tolist() == pytest.approx([0.5], abs=1e-15)


def test_points_past_the_largest_number_are_brought_back() -> None:
    most = np.full((3, 3, 3), np.iinfo(np.int64).max)
    told = tell(start(), [one_round(classify=sorts(first=most, second=most))], 1)
    assert told.outcomes.tolist() == pytest.approx([0.5], abs=1e-15)


@pytest.mark.parametrize(
    "lost",
    [
        one_round(strike(kernels=THIRDS * np.nan)),
        one_round(strike(kernels=THIRDS), table=np.full((1, 2), np.nan)),
        one_round(orders=[Order(np.nan, [strike()]), Order(0.5, [])]),
    ],
)
def test_chances_that_are_no_numbers_are_told_as_such(lost: Round) -> None:
    assert np.isnan(tell(start(), [lost], None).outcomes).all()


def test_sides_with_nothing_to_lose_are_no_special_case() -> None:
    one = strike(
        which=np.zeros((1, 1, 1, 1), dtype=np.int64), kernels=np.ones((1, 1, 1))
    )
    told = tell(
        np.ones((1, 1, 1)), [one_round(one, classify=lambda a, b, i, j: a)], None
    )
    assert told.outcomes.tolist() == pytest.approx([1.0], abs=1e-15)


def test_threads_that_ask_at_the_same_time_get_what_one_gets() -> None:
    rounds = [
        one_round(
            strike(kernels=THIRDS * weight),
            strike(side="b", kernels=THIRDS * weight, joins=True),
        )
        for weight in np.linspace(0.5, 1.0, 40)
    ]
    alone = [tell(start(), [one], None).outcomes.tolist() for one in rounds]
    with ThreadPoolExecutor(8) as threads:
        at_once = list(threads.map(lambda one: tell(start(), [one], None), rounds * 5))
    assert [told.outcomes.tolist() for told in at_once] == alone * 5


def test_switched_off_the_kernel_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SWITCH, "0")
    assert kernel() is None
