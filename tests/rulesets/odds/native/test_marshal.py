"""What could make the kernel read or write where nothing of it is, is refused."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rulesets.odds.native.library import SWITCH, is_ready
from rulesets.odds.native.marshal import KernelError, tell
from rulesets.odds.plan import Fall, Leg, Told
from rulesets.odds.tally import LossTally, tally
from rulesets.odds.volley import Floats

THIRDS = np.full((1, 3, 3), 1 / 3)
"""A kernel that takes 0, 1 or 2 from whatever is there."""


def fall(**changes: Any) -> Fall:
    """Return attacks of side a that never take anything."""
    which = np.zeros((3, 3, 3, 3), dtype=np.int64)
    plain = Fall(by_b=False, which=which, stack=np.ones((1, 3, 1)))
    return replace(plain, **changes)


def sorts(**changes: Any) -> LossTally:
    """Return a tally that knows one class."""
    points = np.zeros((1, 1, 3), dtype=np.int64)
    plain = tally(points, points, low=0, classes=np.array([0]), sizes=(3, 3))
    return replace(plain, **changes)


def leg(*falls: Fall, **changes: Any) -> Leg:
    """Return a round that goes on half the time."""
    courses = [(1.0, falls or (fall(),))]
    plain = Leg(courses, sorts(), table=np.full((1, 2), 0.5), leads=(0,))
    return replace(plain, **changes)


def start() -> Floats:
    return np.full((1, 3, 3), 1 / 9)


REFUSED: dict[str, tuple[Leg, str]] = {
    "a table of kernels smaller than the sides": (
        leg(fall(which=np.zeros((3, 2, 3, 3), dtype=np.int64))),
        r"\(3, 2, 3, 3\) is smaller than \(3, 3, 3, 3\)",
    ),
    "a table of kernels that lacks an axis": (
        leg(fall(which=np.zeros((3, 3, 3), dtype=np.int64))),
        "3 axes, not of 4",
    ),
    "kernels for more states than the struck have": (
        leg(fall(stack=np.ones((1, 4, 1)))),
        "kernels for 4 states, not for 3",
    ),
    "kernels for no states": (
        leg(fall(stack=np.ones((1, 0, 1)))),
        "kernels for 0 states",
    ),
    "kernels that do not say what is lost": (
        leg(fall(stack=np.ones((1, 3, 0)))),
        "do not say what is lost",
    ),
    "attacks that join others of their side": (
        leg(fall(stack=THIRDS), fall(stack=THIRDS, joins=True)),
        "no blow of the other side",
    ),
    "attacks that join a pair": (
        leg(fall(), fall(by_b=True, joins=True), fall(joins=True)),
        "no blow of the other side",
    ),
    "first attacks that join": (
        leg(fall(joins=True)),
        "a blow that is not there",
    ),
    "a tally for other sides": (
        leg(classify=sorts(pair=np.zeros((3, 2), dtype=np.int64))),
        "other sides than of",
    ),
    "a tally that does not know all losses": (
        leg(
            fall(stack=THIRDS),
            classify=sorts(second=np.zeros((1, 1, 2), dtype=np.int64)),
        ),
        "is smaller than",
    ),
    "a tally of no classes": (
        leg(classify=sorts(classes=np.zeros(0, dtype=np.int64))),
        "no classes",
    ),
    "classes of fewer losses than there may be": (
        leg(fall(stack=THIRDS), classify=lambda a, b, i, j: (a + b + i + j)[..., :2]),
        "is smaller than",
    ),
    "a table of classes with an axis too many": (
        leg(table=np.ones((1, 2, 0))),
        "2 axes, not 3",
    ),
    "a table that knows no outcome": (leg(table=np.ones((1, 1))), "or with none"),
    "a way to a leg that is not there": (leg(leads=(1,)), "leads to a leg"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_does_not_fit_is_refused(case: str) -> None:
    wrong, why = REFUSED[case]
    with pytest.raises(ValueError, match=why):
        tell(start(), [wrong], 2)


@pytest.mark.parametrize(
    ("begun", "legs", "rounds", "why"),
    [
        (np.zeros((1, 0, 3)), [leg()], 2, "has no states"),
        (np.zeros((0, 3, 3)), [], 2, "has no states"),
        (np.ones((3, 3)), [leg()], 2, "has no states"),
        (np.ones((2, 3, 3)), [leg()], 2, "a start in 2 legs, and 1 of them"),
        (start(), [leg()], 0, "a fight of 0 rounds"),
        (start(), [leg()], -1, "a fight of -1 rounds"),
    ],
)
def test_a_start_without_states_legs_or_rounds_is_refused(
    begun: Floats, legs: Sequence[Leg], rounds: int, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        tell(begun, legs, rounds)


def test_legs_that_end_differently_are_refused() -> None:
    legs = [leg(), leg(table=np.full((1, 3), 1 / 3))]
    with pytest.raises(ValueError, match="different outcomes"):
        tell(np.full((2, 3, 3), 1 / 18), legs, 2)


@pytest.mark.parametrize("which", [-1, 1, 2**31 - 1])
def test_a_kernel_that_is_not_there_is_refused(which: int) -> None:
    lost = leg(fall(which=np.full((3, 3, 3, 3), which)))
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
        tell(start(), [leg(classify=lost)], 2)


def halves(which: Any, first: Any) -> Told:
    """Return a round that half of all chances leave, told by these tables."""
    return tell(start(), [leg(fall(which=which), classify=sorts(first=first))], 1)


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
        assert told.story.outcomes.tolist() == pytest.approx([0.5], abs=1e-15)


def test_points_past_the_largest_number_are_brought_back() -> None:
    most = np.full((3, 3, 3), np.iinfo(np.int64).max)
    told = tell(start(), [leg(classify=sorts(first=most, second=most))], 1)
    assert told.story.outcomes.tolist() == pytest.approx([0.5], abs=1e-15)


@pytest.mark.parametrize(
    "lost",
    [
        leg(fall(stack=THIRDS * np.nan)),
        leg(fall(stack=THIRDS), table=np.full((1, 2), np.nan)),
        leg(courses=[(np.nan, [fall()]), (0.5, [])]),
    ],
)
def test_chances_that_are_no_numbers_are_told_as_such(lost: Leg) -> None:
    assert np.isnan(tell(start(), [lost], None).story.outcomes).all()


def test_sides_with_nothing_to_lose_are_no_special_case() -> None:
    one = fall(which=np.zeros((1, 1, 1, 1), dtype=np.int64), stack=np.ones((1, 1, 1)))
    told = tell(np.ones((1, 1, 1)), [leg(one, classify=lambda a, b, i, j: a)], None)
    assert told.story.outcomes.tolist() == pytest.approx([1.0], abs=1e-15)


def test_threads_that_ask_at_the_same_time_get_what_one_gets() -> None:
    legs = [
        leg(
            fall(stack=THIRDS * weight),
            fall(by_b=True, stack=THIRDS * weight, joins=True),
        )
        for weight in np.linspace(0.5, 1.0, 40)
    ]
    alone = [tell(start(), [one], None).story.outcomes.tolist() for one in legs]
    with ThreadPoolExecutor(8) as threads:
        at_once = list(threads.map(lambda one: tell(start(), [one], None), legs * 5))
    assert [told.story.outcomes.tolist() for told in at_once] == alone * 5


def test_switched_off_the_kernel_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SWITCH, "0")
    assert not is_ready()
    with pytest.raises(KernelError, match="switched off"):
        tell(start(), [leg()], 2)
