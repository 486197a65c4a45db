"""The layers by themselves against ranked fights that others worked out exactly.

What a whole document is answered is held to the reference in `test_odds_cases`.
"""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from rulesets.matchups.reference_cases import Figures, ReferenceCase, figures_at
from rulesets.odds.attack import Attack, AttackEffect, effect
from rulesets.odds.dice import two_dice_at_least
from rulesets.odds.fight.exact import play
from rulesets.odds.fight.model import (
    Attacks,
    FightResult,
    Order,
    Round,
    Strike,
    in_turn,
)
from rulesets.odds.sides import Side
from rulesets.odds.volley import Floats, Ints
from tests.rulesets.reference import cases

EXACT = 1e-9
Line = dict[str, int]


def near(wanted: Any) -> Any:
    return pytest.approx(wanted, abs=EXACT, rel=0)


def line(case: ReferenceCase, side: str) -> Line:
    """Return the figures of one side of a ranked fight."""
    fighter = case.match_up[side]["fighter"]
    situation = case.match_up["situation"]
    return {
        **fighter["characteristics"],
        "n": fighter["models"],
        "width": situation.get(f"{side}.width", 5),
        "bonus": situation.get(f"{side}.bonus", 0),
    }


def slays(own: Line, other: Line) -> Fraction:
    """Return the chance that one attack slays, by the printed tables."""
    if "each-of-216" in own:
        return Fraction(own["each-of-216"], 216)
    to_hit = 3 if own["ws"] > other["ws"] else 4
    to_hit = 5 if other["ws"] > 2 * own["ws"] else to_hit
    to_wound = min(max(4 + other["t"] - own["s"], 2), 6)
    save = min(max(other["sv"] + max(own["s"] - 3, 0), 2), 7)
    return effect(Attack(to_hit, to_wound, save)).harm()


def ranked_strike(side: Side, who: Line, kill: Fraction, mode: str) -> Strike:
    """Return the blows of a ranked unit: the slain of its front rank do not strike."""
    start = np.arange(who["n"] + 1)[:, None]
    now = np.arange(who["n"] + 1)[None, :]
    front = np.minimum(who["width"], start)
    fighting = {
        "no-step-up": np.maximum(front - (start - now), 0),
        "step-up": np.broadcast_to(np.minimum(who["width"], now), (len(start),) * 2),
        "at-once": np.broadcast_to(front, (len(start),) * 2),
    }[mode]
    dice = (who["a"] * fighting)[:, None, :, None]
    return Strike(side, dice, Attacks(AttackEffect((1 - kill, kill))))


def ranked_story(x: Line, y: Line, rounds: int, mode: str) -> FightResult:
    """Tell a ranked fight with a break test by the difference of the results."""
    most = 60

    def classify(a: Ints, b: Ints, lost_a: Ints, lost_b: Ints) -> Ints:
        result: Ints = lost_b - lost_a + x["bonus"] - y["bonus"]
        result = result + ranks(a - lost_a, x["width"])
        result = result - ranks(b - lost_b, y["width"]) + most
        dead = np.where(lost_a >= a, 1, 0) + np.where(lost_b >= b, 2, 0)
        return np.where(dead > 0, 2 * most + dead, result)

    strikes = (
        ranked_strike("a", x, slays(x, y), mode),
        ranked_strike("b", y, slays(y, x), mode),
    )
    if y["i"] > x["i"]:
        strikes = strikes[::-1]
    table = np.zeros((2 * most + 4, 6))
    for difference in range(-most, most + 1):
        loser = x if difference < 0 else y
        breaks = 1 - two_up_to(loser["ld"] - abs(difference)) if difference else 0.0
        column = 4 if difference < 0 else 5
        table[most + difference, 0] = 1 - breaks
        table[most + difference, column] = breaks
    table[2 * most + 1, 1] = table[2 * most + 2, 2] = table[2 * most + 3, 3] = 1.0
    one = Round([Order(1.0, strikes)], classify, table)
    start = np.zeros((x["n"] + 1, y["n"] + 1))
    start[x["n"], y["n"]] = 1.0
    return play(in_turn(start, (), [one], rounds))


def two_up_to(value: int) -> float:
    return float(1 - two_dice_at_least(value + 1))


def ranks(models: Ints, width: int) -> Ints:
    bonus: Ints = np.clip(models // width - 1, 0, 3)
    return bonus


def told(case: ReferenceCase, story: FightResult) -> dict[str, Any]:
    """Return a story under the places that the cases name."""
    keys = ("a-destroyed", "b-destroyed", "both-destroyed", "a-breaks", "b-breaks")
    ends = dict(zip(keys, story.outcomes.tolist(), strict=True))
    rounds = [
        {
            **dict(zip(keys, done, strict=True)),
            **{f"{side}-run-down": 0.0 for side in "ab"},
            **{f"{side}-broken": done[3 + place] for place, side in enumerate("ab")},
        }
        for done in story.by_round.tolist()
    ]
    models: dict[str, Floats] = {
        "a": story.final.sum(axis=1),
        "b": story.final.sum(axis=0),
    }
    return {
        "outcomes": {**ends, "undecided": story.undecided},
        "events": ends,
        "by_round": rounds,
        "survivors": {
            side: {"exactly": left.tolist()} for side, left in models.items()
        },
        "expected": {"rounds": story.rounds},
    }


@pytest.mark.parametrize(
    "case", [*cases("ranked"), *cases("ranked-grid")], ids=lambda case: str(case.name)
)
def test_ranked_fights_of_every_order_agree(case: ReferenceCase) -> None:
    x, y = line(case, "a"), line(case, "b")
    readings = case.match_up["readings"]
    mode = "step-up" if readings.get("step-up") else "no-step-up"
    if readings.get("blows") == "at-once":
        mode = "at-once"
    answer = told(case, ranked_story(x, y, case.match_up["rounds"], mode))
    for place, wanted in case.expected.items():
        found: Figures | None = figures_at(answer, place)
        assert found == near(wanted), place
