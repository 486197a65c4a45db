from dataclasses import dataclass

import numpy as np
import pytest

from rulesets.odds.approach import Approach
from rulesets.odds.sides import Side
from rulesets.odds.volley import Floats


@dataclass(frozen=True)
class Met:
    charger: Side


START = np.zeros((3, 2))
START[2, 1] = 1.0


def walk(approach: Approach[int, Met], steps: int = 4) -> None:
    """Come a step nearer with even chances; b is shot at, and a slips away rarely."""

    def act(distance: int, chances: Floats, side: Side) -> None:
        if side == "b":
            approach.end("b-leaves", chances * 0.25, side)
            hit = np.zeros_like(chances)
            hit[:, 1] = chances[:, 2] * 0.75
            approach.keep(distance, hit, side)
        elif distance == 1:
            approach.meet(Met(side), chances, side)
        else:
            approach.keep(distance - 1, chances / 2, side)
            approach.keep(distance, chances / 2, side)

    order: tuple[Side, ...] = ("a", "b")
    approach.play(order * steps, act)


def test_every_chance_stays_apart_meets_or_ends() -> None:
    approach: Approach[int, Met] = Approach({2: START})
    walk(approach, steps=1)
    assert approach.outcomes() == {"b-leaves": 0.25}
    assert {case: mass.sum() for case, mass in approach.cases.items()} == {
        1: 0.375,
        2: 0.375,
    }
    assert approach.contact == [0.0, 0.0]


def test_a_side_sees_its_own_states_first() -> None:
    approach: Approach[int, Met] = Approach({1: START})
    walk(approach)
    assert [*approach.met] == [Met("a")]
    assert approach.met[Met("a")][2, 1] == 1.0
    assert (approach.charges("a"), approach.charges("b")) == (1.0, 0.0)


def test_turns_are_played_until_nobody_is_apart_and_counted_to_the_end() -> None:
    approach: Approach[int, Met] = Approach({1: START}, tells_turns=True)
    walk(approach, steps=3)
    assert approach.contact == [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    assert approach.by_turn == [{}]


def test_unlikely_cases_are_taken_out_and_counted() -> None:
    approach: Approach[str, Met] = Approach(
        {"near": START * 0.7, "far": START * 0.2, "lost": START * 0.1}
    )
    approach.prune(least=0.15)
    assert [*approach.cases] == ["near", "far"]
    assert approach.dropped == pytest.approx(0.1)


def test_wounds_lost_are_those_at_contact_or_at_the_end() -> None:
    approach: Approach[int, Met] = Approach({2: START})
    walk(approach)
    approach.end("apart", sum(approach.cases.values(), 0 * START))
    assert approach.lost(START, "b") == (1.0, 0.0)
    lost = approach.lost(START, "a")
    assert len(lost) == 3
    assert sum(lost) == pytest.approx(1.0)
    assert lost[1] > 0
    by_wounds = approach.lost(START, "a", np.array([0, 2, 4]))
    assert by_wounds == (lost[0], 0.0, lost[1], 0.0, lost[2])


def test_a_prelude_holds_what_ended() -> None:
    approach: Approach[int, Met] = Approach({2: START})
    walk(approach)
    before = approach.prelude(START)
    assert before.outcomes == approach.outcomes()
    assert before.final.sum() == pytest.approx(sum(before.outcomes.values()))
