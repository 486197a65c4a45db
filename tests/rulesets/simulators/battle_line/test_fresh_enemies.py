"""Pursuits and overruns that reach a fresh enemy, rolled die by die."""

from dataclasses import replace

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.odds.match_up import Answers, MatchUp
from tests.rulesets.games.warhammer.test_ridden_monsters import (
    CAPTAIN as CAPTAIN_ON_PEGASUS,
)
from tests.rulesets.games.warhammer.test_ridden_monsters import WILD
from tests.rulesets.games.warhammer.units import unit
from tests.rulesets.simulators.battle_line.comparison import (
    STANDARD_ERRORS,
    blocks,
    deviation,
)
from tests.rulesets.simulators.battle_line.match_ups import line
from tests.rulesets.simulators.battle_line.ridden_lines import RIDDEN
from tests.rulesets.simulators.battle_line.scene import Scene, question_of
from tests.rulesets.simulators.battle_line.two_units import PAIRS, scene_of
from tests.rulesets.simulators.battle_line.units import (
    CAPTAIN,
    DETACHED,
    FEW_ORCS,
    FEW_SWORDS,
    GOBLIN_BOSS,
    GOBLINS,
    KNIGHTS,
    ORCS,
    RIDING_CAPTAIN,
    SHORT_HALBERDS,
    WOLF_RIDERS,
)

SOME, MORE = 4_000, 40_000
EVENTS = ("reaches-fresh-first", "reaches-fresh")
NEAR: Answers = {"a.fresh-enemy": 8, "b.fresh-enemy": 5}

TWO = (
    "halberds against swords",
    "free company against goblins",
    "they hold back",
    "knights charge orcs",
    "boars charge knights",
    "savage orcs charge spears",
    "stupid trolls",
    "errants charge knights",
)
"""Pairs of two units, as lines and as they are."""

SLAIN_AT_ONCE = unit("Few", 2, ws=1, i=1, ld=4)

LINES: dict[str, Scene] = {
    "knights in the flank": line(
        FEW_SWORDS, GOBLINS, "a b", "a2 b flank", charges="a2", a2=KNIGHTS
    ),
    "riders and their captain": line(
        (KNIGHTS, RIDING_CAPTAIN), (FEW_ORCS, GOBLIN_BOSS), charges="a"
    ),
    "two after one": line(DETACHED, FEW_ORCS, "a b", "a2 b flank", a2=FEW_SWORDS),
    "one against two": line(ORCS, FEW_SWORDS, "a b", "b2 a flank", b2=WOLF_RIDERS),
    "a slow captain": line((SHORT_HALBERDS, CAPTAIN), ORCS, charges="b"),
    "two are slain and two are not": line(
        KNIGHTS,
        SLAIN_AT_ONCE,
        "a b",
        "a2 b flank",
        charges="a a2",
        a2=DETACHED,
    ),
    "each side slays some": line(
        KNIGHTS,
        SLAIN_AT_ONCE,
        "a b",
        "a2 b flank",
        "b2 a2 rear",
        charges="a b2",
        a2=SLAIN_AT_ONCE,
        b2=WOLF_RIDERS,
    ),
    "a count charges the flank": RIDDEN["a count charges the flank"],
}


def asked(scene: Scene) -> Scene:
    """Return a scene with a fresh enemy behind both sides."""
    return replace(scene, situation={**scene.situation, **NEAR})


def counted(scene: Scene, fights: int, seed: int) -> dict[str, int]:
    """Count the fights in which a side reached its fresh enemy: at first, and ever."""
    found = {f"{side}-{key}": 0 for side in "ab" for key in EVENTS}
    for ground in blocks(scene, fights, seed):
        for side, met in ground.reached.items():
            found[f"{side}-{EVENTS[0]}"] += ground.reached_first.get(side, 0)
            found[f"{side}-{EVENTS[1]}"] += int(met.sum())
    return found


def too_far(
    scene: Scene, question: MatchUp, fights: int, seed: int
) -> dict[str, float]:
    """Return where a scene that is played is too far from the odds of a match-up."""
    told = odds(question)
    found = {}
    for key, many in counted(scene, fights, seed).items():
        chance, seen = told.events[key], many / fights
        near = min(max(seen, chance - told.error), chance + told.error)
        found[key] = deviation(many, near, fights)
    return {key: off for key, off in found.items() if off > STANDARD_ERRORS}


def of_two(name: str) -> MatchUp:
    """Return a pair with a fresh enemy behind both."""
    pair = PAIRS[name]
    return replace(pair, situation={**pair.situation, **NEAR})


@pytest.mark.parametrize("name", TWO)
def test_two_units_reach_a_fresh_enemy_as_often_as_their_dice(name: str) -> None:
    question = of_two(name)
    assert too_far(scene_of(question), question, SOME, 5) == {}


@pytest.mark.parametrize("name", TWO)
def test_a_line_of_one_unit_a_side_reaches_it_as_two_units_do(name: str) -> None:
    question = of_two(name)
    here, there = odds(question), odds(question_of(scene_of(question)))
    for key in (f"{side}-{event}" for side in "ab" for event in EVENTS):
        assert there.events[key] == pytest.approx(here.events[key], abs=1e-7)


@pytest.mark.parametrize("name", [*LINES][:2])
def test_a_line_reaches_a_fresh_enemy_as_often_as_its_dice(name: str) -> None:
    scene = asked(LINES[name])
    assert too_far(scene, question_of(scene), SOME, 6) == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", LINES)
def test_every_line_reaches_a_fresh_enemy_as_often_as_many_dice(name: str) -> None:
    scene = asked(LINES[name])
    assert too_far(scene, question_of(scene), MORE, 7) == {}


def test_what_a_distance_asks_is_told_and_traced() -> None:
    """Two dice of 8 and more: 15 of 36; the halberds pursue 2D6 inches."""
    question = of_two("halberds against swords")
    told = odds(question)
    steps = [step.text for step in told.trace if step.rule == "Fresh enemy"]
    assert steps[0].endswith("pursuing 2D6 inches, comes 8 inches: 41.7%")
    assert any("a new charge" in note for note in told.notes)
    assert told.labels["a-reaches-fresh"].startswith("A fresh enemy reached by")
    bare = odds(PAIRS["halberds against swords"])
    assert "a-reaches-fresh" not in bare.events
    assert not any("a new charge" in note for note in bare.notes)


def test_whoever_always_pursues_reaches_it_as_often_as_two_dice_say() -> None:
    """A winner of two dice runs down 721/1296 of all who break before it."""
    told = odds(of_two("halberds against swords"))
    flees = told.outcomes["b-broken"] + told.outcomes["b-run-down"]
    assert told.events["a-reaches-fresh"] == pytest.approx(flees * 15 / 36, abs=1e-9)


def test_where_rider_and_mount_run_differently_it_is_said() -> None:
    question = MatchUp("warhammer", "fight", CAPTAIN_ON_PEGASUS, WILD, NEAR, {}, 1)
    told = odds(question)
    left = [one.why for one in told.not_modelled]
    assert "rider and mount run with different dice; a battle line tells it" in left
    assert "a-reaches-fresh" not in told.events
    line_told = odds(replace(question, kind="battle-line"))
    assert 0 < line_told.events["a-reaches-fresh"] < 1


def test_a_further_enemy_is_reached_less() -> None:
    pair = PAIRS["knights charge orcs"]
    chances = []
    for inches in (1, 6, 12, 19):
        said = {**pair.situation, "a.fresh-enemy": inches}
        chances.append(odds(replace(pair, situation=said)).events["a-reaches-fresh"])
    assert chances == sorted(chances, reverse=True)
    assert chances[-1] == 0
