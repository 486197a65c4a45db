"""Battle lines that fall into several combats: limits that must hold exactly."""

from dataclasses import replace

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.line import points, round_ends, rules
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import LineMode
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers, MatchUp
from rulesets.odds.sides import Side
from tests.rulesets.games.warhammer.units import unit
from tests.rulesets.simulators.battle_line.match_ups import line
from tests.rulesets.simulators.battle_line.parted_lines import (
    CHAIN,
    GUARDS,
    MEN,
    ORKS,
    WEAK,
)
from tests.rulesets.simulators.battle_line.scene import Scene, question_of, swapped

COWARDS = unit("Cowards", 2, ws=2, s=2, t=2, w=1, i=3, a=1, ld=1)
DREADED = unit("Dreaded", 1, "terror", ws=3, s=4, t=4, w=3, i=2, a=2, ld=8)
IMMORTAL = unit("Statue", 1, "unbreakable", ws=3, s=3, t=9, w=1, i=3, a=1, ld=7)
FATES = ("stands", "slain", "away", "run-down")


def told(scene: Scene) -> Odds:
    return odds(question_of(scene))


def fates_of(side: Side, pair: Odds) -> dict[str, float]:
    """Return what becomes of one of two units, in the words of a line of several."""
    one = pair.outcomes
    gone = {
        "slain": one[f"{side}-destroyed"] + one["both-destroyed"],
        "away": one[f"{side}-broken"] + one.get(f"{side}-flees", 0.0),
        "run-down": one[f"{side}-run-down"],
    }
    return {"stands": 1 - sum(gone.values()), **gone}


def test_whose_middle_has_fled_fights_two_combats_of_two_units() -> None:
    scene = line(COWARDS, DREADED, *CHAIN, charges="b", a2=GUARDS, a3=MEN, b2=ORKS)
    parted = told(scene)
    assert parted.method == "exact"
    assert parted.events["a-away"] == pytest.approx(1, abs=1e-12)
    charged: Answers = {"b.charges": True, "b.touched-in": "flank"}
    flank = odds(MatchUp("warhammer", "battle-line", GUARDS, DREADED, charged, {}))
    front = odds(MatchUp("warhammer", "battle-line", MEN, ORKS, {}, {}))
    for key, pair in (("a2", flank), ("b", flank), ("a3", front), ("b2", front)):
        side: Side = "a" if key.startswith("a") else "b"
        for fate, chance in fates_of(side, pair).items():
            assert parted.events[f"{key}-{fate}"] == pytest.approx(chance, abs=1e-9)


def test_a_middle_that_cannot_fall_keeps_a_line_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = line(IMMORTAL, IMMORTAL, *CHAIN, a2=MEN, a3=WEAK, b2=WEAK, rounds=2)
    here = told(scene)

    def one_combat(field: LineField, mode: LineMode) -> tuple[tuple[int, ...], ...]:
        return (field.engaged(mode),)

    def whole(field: LineField, mode: LineMode) -> tuple[LineMode, ...]:
        return (mode,)

    monkeypatch.setattr(round_ends, "combats_in", one_combat)
    for module in (rules, points):
        monkeypatch.setattr(module, "apart", whole)
    assert told(scene).events == here.events


def test_exchanged_sides_of_a_line_that_parts_mirror() -> None:
    scene = line(WEAK, MEN, *CHAIN, a2=MEN, a3=WEAK, b2=ORKS, rounds=3)
    here, there = told(scene), told(swapped(scene))
    for post in ("a", "a2", "a3", "b", "b2"):
        other = {"a": "b", "b": "a"}[post[0]] + post[1:]
        for fate in FATES:
            mirrored = there.events[f"{other}-{fate}"]
            assert here.events[f"{post}-{fate}"] == pytest.approx(mirrored, abs=1e-9)


def test_a_bonus_of_a_side_counts_in_each_of_its_combats() -> None:
    scene = line(COWARDS, DREADED, *CHAIN, charges="b", a2=GUARDS, a3=MEN, b2=ORKS)
    plain = told(replace(scene, rounds=1))
    helped = told(replace(scene, rounds=1, situation={"a.bonus": 5}))
    for key in ("b", "b2"):
        stands = f"{key}-stands"
        assert helped.events[stands] < plain.events[stands]
