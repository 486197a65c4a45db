"""The simulated battle line by itself: what must hold whatever the dice."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.rulesets.simulators.battle_line.comparison import (
    STANDARD_ERRORS,
    blocks,
    deviation,
)
from tests.rulesets.simulators.battle_line.match_ups import LINES, line
from tests.rulesets.simulators.battle_line.places import shared_out
from tests.rulesets.simulators.battle_line.rounds import play
from tests.rulesets.simulators.battle_line.scene import Scene, seen, swapped
from tests.rulesets.simulators.battle_line.units import (
    CAPTAIN,
    DETACHED,
    FEW_ORCS,
    FEW_SWORDS,
    GOBLINS,
    KNIGHTS,
    ORCS,
    SHORT_HALBERDS,
    SNOTLINGS,
)

SOME = 4_000
MANY = 20_000
EXCHANGED = [name for name, one in LINES.items() if "defended" not in one.situation]
"""Only side B may stand behind an obstacle."""


def shares(scene: Scene, seed: int) -> dict[str, list[float]]:
    """Return how often each unit met each fate."""
    found = {post.key: np.zeros(4) for post in scene.units}
    for ground in blocks(scene, SOME, seed):
        for key, fate in ground.fate.items():
            found[key] += np.bincount(fate, minlength=4)
    return {key: (counts / SOME).tolist() for key, counts in found.items()}


def differ(one: list[float], other: list[float]) -> bool:
    """Return whether two samples are further apart than two samples should be."""
    for x, y in zip(one, other, strict=True):
        middle = (x + y) / 2
        error = math.sqrt(2 * middle * (1 - middle) / SOME)
        if abs(x - y) > STANDARD_ERRORS * error + 1 / SOME:
            return True
    return False


@pytest.mark.sweep(9)
@pytest.mark.parametrize("name", EXCHANGED)
def test_exchanged_sides_meet_exchanged_fates(name: str) -> None:
    scene = LINES[name]
    here, there = shares(scene, 3), shares(swapped(scene), 4)
    apart = [k for k in here if differ(here[k], there["ba"["ab".index(k[0])] + k[1:]])]
    assert apart == []


def test_a_captain_without_wounds_is_no_captain() -> None:
    slain = line((SHORT_HALBERDS, CAPTAIN), FEW_ORCS, situation={"a.1.wounds-lost": 2})
    alone = line(SHORT_HALBERDS, FEW_ORCS)
    here, there = shares(slain, 5), shares(alone, 6)
    assert [key for key in here if differ(here[key], there[key])] == []


def test_a_unit_that_wins_with_its_flank_has_its_enemy_caught_by_two() -> None:
    scene = line(DETACHED, FEW_ORCS, "a b", "a2 b flank", a2=FEW_SWORDS)
    fled = {key: shares(scene, 7)[key][2:] for key in ("b",)}["b"]
    assert fled[1] / sum(fled) > 721 / 1296


def test_a_model_between_two_enemies_strikes_at_the_front_alone() -> None:
    scene = line(SNOTLINGS, FEW_ORCS, "a b", "b2 a flank", b2=DETACHED)
    pairs = [(seen(scene, "a", foe), seen(scene, foe, "a")) for foe in ("b", "b2")]
    assert shared_out(pairs, 1, (10, 10), reach=1, charging=False) == (1, 0)
    assert shared_out(pairs, 3, (10, 10), reach=1, charging=False) == (3, 0)


def test_a_corner_model_is_counted_once() -> None:
    scene = line(ORCS, FEW_SWORDS, "a b", "b2 a flank", b2=KNIGHTS)
    pairs = [(seen(scene, "a", foe), seen(scene, foe, "a")) for foe in ("b", "b2")]
    assert shared_out(pairs, 18, (10, 5), reach=1, charging=False) == (5, 3)


def test_both_flanks_have_a_file_each() -> None:
    scene = line(ORCS, FEW_SWORDS, "b a flank", "b2 a flank", b2=DETACHED)
    pairs = [(seen(scene, "a", foe), seen(scene, foe, "a")) for foe in ("b", "b2")]
    assert shared_out(pairs, 18, (10, 10), reach=1, charging=False) == (4, 4)
    assert shared_out(pairs, 16, (10, 10), reach=1, charging=False) == (4, 3)


def test_front_and_rear_share_models_in_a_single_rank_only() -> None:
    scene = line(GOBLINS, FEW_SWORDS, "a b", "b2 a rear", b2=DETACHED)
    pairs = [(seen(scene, "a", foe), seen(scene, foe, "a")) for foe in ("b", "b2")]
    assert shared_out(pairs, 20, (10, 10), reach=1, charging=False) == (5, 5)
    assert shared_out(pairs, 5, (10, 10), reach=1, charging=False) == (5, 0)


def test_the_first_round_of_a_newcomer_is_no_first_round_of_who_fought_before() -> None:
    scene = line(DETACHED, ORCS, "a b", "a2 b flank", charges="a2", a2=KNIGHTS)
    assert [key for key in ("a", "a2", "b") if scene.is_first(key)] == ["a2"]


def test_a_charge_in_front_is_everybodys_first_round() -> None:
    scene = line(KNIGHTS, ORCS, charges="a")
    assert scene.is_first("a")
    assert scene.is_first("b")


def test_a_duel_of_one_round_goes_as_six_dice_say() -> None:
    """Three blows at 1/6, two of which slay; then three at 1/3 by who still stands."""
    scene = LINES["a captain and a boss duel"]
    ground = play(replace(scene, rounds=1), MANY, 8)
    fell = {k: int((ground.table.wounds[k] == 0).sum()) for k in ("a.1", "b.1")}
    assert deviation(fell["a.1"], 2 / 27, MANY) < STANDARD_ERRORS
    assert deviation(fell["b.1"], 25 / 27 * 7 / 27, MANY) < STANDARD_ERRORS


def test_the_hidden_captain_is_not_struck_while_men_stand() -> None:
    scene = LINES["a captain refuses"]
    said = {**scene.situation, "b.aims": "characters", "b.1.aims": "characters"}
    ground = play(replace(scene, situation=said, rounds=1), SOME, 9)
    assert ground.table.wounds["a.1"].min() == 2
