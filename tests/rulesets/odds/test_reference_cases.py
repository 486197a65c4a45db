"""The layers against answers that others worked out exactly."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rulesets.odds.attack import D3_WOUNDS, Attack, Effect, effect
from rulesets.odds.attacks import attacks_odds, unsaved_wounds
from rulesets.odds.chain import Story, tell
from rulesets.odds.dice import dice_sum, two_dice_at_least
from rulesets.odds.round import Round, Side, Strike, work_out
from rulesets.odds.volley import Floats, Ints, kernel, unsaved

CASES: dict[str, Any] = json.loads(
    (Path(__file__).parent / "reference_cases.json").read_text(encoding="utf-8")
)
EXACT = 1e-9


def near(wanted: Any) -> Any:
    return pytest.approx(wanted, abs=EXACT, rel=0)


def test_a_bare_volley_agrees_to_the_last_place() -> None:
    case = CASES["volley"]
    odds = attacks_odds(case["inputs"])
    assert odds.wounds["a"].chances == near(tuple(case["pmf"]))
    assert odds.wounds["a"].at_least() == near(tuple(case["at_least"]))
    assert odds.expected["wounds"] == near(case["mean"])
    assert odds.expected["variance"] == near(case["variance"])
    assert tuple(odds.outcomes.values()) == odds.wounds["a"].chances


EXTRAS = {
    "reroll_failed_hits": (
        20,
        Attack(to_hit=4, to_wound=4, save=5, reroll_hits="failures"),
    ),
    "poison": (20, Attack(to_hit=4, to_wound=5, save=5, poison=6)),
    "armour_then_ward": (15, Attack(to_hit=3, to_wound=3, save=4, ward=5)),
}


@pytest.mark.parametrize("name", EXTRAS)
def test_what_one_attack_rolls_is_exact(name: str) -> None:
    dice, attack = EXTRAS[name]
    wanted = CASES["extras"][name]["pmf"]
    assert unsaved(effect(attack), dice).tolist() == near(wanted)
    assert [float(p) for p in unsaved_wounds(dice, attack)] == near(wanted)


def test_wounds_of_many_do_not_spill_from_model_to_model() -> None:
    case = CASES["extras"]["multi_wound_no_spill"]
    attack = Attack(to_hit=4, to_wound=3, save=5, damage=D3_WOUNDS)
    lost = kernel(effect(attack), dice=8, pool=15, per_model=3)[15]
    slain = np.zeros(6)
    for wounds, chance in enumerate(lost):
        slain[wounds // 3] += chance
    assert slain.tolist() == near(case["models_slain"])
    for key, chance in case["joint_slain_and_wounds_on_current"].items():
        models, wounds = map(int, key.split(","))
        assert lost[3 * models + wounds] == near(chance)


def test_two_dice_reach_each_sum_as_often_as_told() -> None:
    for value, chance in CASES["extras"]["two_d6_at_least"].items():
        assert float(two_dice_at_least(int(value))) == near(chance)


def test_pursuit_catches_as_often_as_told() -> None:
    for key, chance in CASES["extras"]["pursuit"].items():
        pursuit, flight = (dice_sum(int(part[0])) for part in key.split("_catches_"))
        caught = sum(
            fast * slow
            for reach, fast in enumerate(pursuit)
            for distance, slow in enumerate(flight)
            if reach >= distance
        )
        assert caught == Fraction(chance)


def ranked_strike(side: Side, who: dict[str, Any], kill: Fraction, mode: str) -> Strike:
    """Return the blows of a ranked unit: the slain of its front rank do not strike."""
    start = np.arange(who["n"] + 1)[:, None]
    now = np.arange(who["n"] + 1)[None, :]
    front = np.minimum(who["width"], start)
    fighting = {
        "no-step-up": np.maximum(front - (start - now), 0),
        "step-up": np.broadcast_to(np.minimum(who["width"], now), (len(start),) * 2),
        "at-once": np.broadcast_to(front, (len(start),) * 2),
    }[mode]
    return Strike(side, Effect((1 - kill, kill)), who["attacks"] * fighting)


def ranked_story(
    x: dict[str, Any],
    y: dict[str, Any],
    kills: tuple[Fraction, Fraction],
    rounds: int,
    mode: str = "no-step-up",
) -> Story:
    """Tell a ranked fight with a break test by the difference of the results."""
    most = 60

    def classify(a: Ints, b: Ints, lost_a: Ints, lost_b: Ints) -> Ints:
        result: Ints = lost_b - lost_a + x["bonus"] - y["bonus"]
        result = result + ranks(a - lost_a, x["width"])
        result = result - ranks(b - lost_b, y["width"]) + most
        dead = np.where(lost_a >= a, 1, 0) + np.where(lost_b >= b, 2, 0)
        return np.where(dead > 0, 2 * most + dead, result)

    if x["init"] == y["init"]:
        mode = "at-once"
    strikes = (
        ranked_strike("a", x, kills[0], mode),
        ranked_strike("b", y, kills[1], mode),
    )
    if y["init"] > x["init"]:
        strikes = strikes[::-1]
    table = np.zeros((2 * most + 4, 6))
    for difference in range(-most, most + 1):
        loser = x if difference < 0 else y
        breaks = 1 - two_up_to(loser["ld"] - abs(difference)) if difference else 0.0
        column = 4 if difference < 0 else 5
        table[most + difference, 0] = 1 - breaks
        table[most + difference, column] = breaks
    table[2 * most + 1, 1] = table[2 * most + 2, 2] = table[2 * most + 3, 3] = 1.0
    moves = work_out(Round(strikes, classify, table), x["n"], y["n"])
    start = np.zeros((x["n"] + 1, y["n"] + 1))
    start[x["n"], y["n"]] = 1.0
    return tell(start, (), (moves,), rounds)


def two_up_to(value: int) -> float:
    return float(1 - two_dice_at_least(value + 1))


def ranks(models: Ints, width: int) -> Ints:
    bonus: Ints = np.clip(models // width - 1, 0, 3)
    return bonus


@pytest.mark.parametrize(
    ("variant", "mode"), [("main", "no-step-up"), ("step_up", "step-up")]
)
def test_a_ranked_fight_with_break_tests_is_exact(variant: str, mode: str) -> None:
    case = CASES["ranked_fight"]["variants"][variant]
    x = {"n": 20, "width": 5, "attacks": 1, "ld": 7, "init": 4, "bonus": 0}
    y = {**x, "init": 3}
    story = ranked_story(x, y, (Fraction(5, 18), Fraction(1, 6)), 10, mode)
    wanted = case["outcomes"]
    assert story.outcomes.tolist() == near(
        [
            wanted["a_destroyed"],
            wanted["b_destroyed"],
            0.0,
            wanted["a_breaks"],
            wanted["b_breaks"],
        ]
    )
    assert story.undecided == near(wanted["undecided"])
    for told, so_far in zip(story.by_round, case["by_round"], strict=True):
        assert told[3:].tolist() == near([so_far["a_breaks"], so_far["b_breaks"]])
    if case["a_models_at_end"]:
        ends: Floats = story.final.sum(axis=1)
        assert ends.tolist() == near(case["a_models_at_end"])
        assert story.final.sum(axis=0).tolist() == near(case["b_models_at_end"])
        assert story.rounds == near(case["expected_rounds_fought"])


@pytest.mark.parametrize("case", CASES["ranked_grid"]["cases"])
def test_ranked_fights_of_every_order_agree(case: dict[str, Any]) -> None:
    kills = (
        Fraction(case["kill_per_attack_x_on_y"]),
        Fraction(case["kill_per_attack_y_on_x"]),
    )
    story = ranked_story(case["x"], case["y"], kills, case["max_rounds"])
    wanted = case["outcomes"]
    keys = ("x_destroyed", "y_destroyed", "both_destroyed", "x_breaks", "y_breaks")
    assert story.outcomes.tolist() == near([wanted[key] for key in keys])
    assert story.undecided == near(wanted["undecided"])
