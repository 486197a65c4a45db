"""Winners who widen their front or lap round the enemy."""

from dataclasses import replace

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.blows.contact import Front
from rulesets.games.warhammer.combat.blows.front_figures import (
    FrontRanks,
    lapped_round,
    lappers,
    lapping_round,
)
from rulesets.games.warhammer.combat.profile import read_profile
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.warhammer.simulated import Unit
from tests.rulesets.games.warhammer.simulated_redress import (
    all_fighting,
    brought_up,
    standing_as,
)
from tests.rulesets.games.warhammer.test_simulator import differences
from tests.rulesets.games.warhammer.units import (
    BLACK_ORCS,
    BOAR_BOYZ,
    DULL_SPEARS,
    FLAGELLANTS,
    FREE_COMPANY,
    GOBLINS,
    GREATSWORDS,
    HALBERDIERS,
    HERO,
    KNIGHTS,
    ORCS,
    SAVAGE_ORCS,
    SKELETONS,
    SPEARMEN,
    SWORDSMEN,
    TROLLS,
    match_up,
    unit,
)

SOME = 40_000
MANY = 1_000_000

WIDENS: Answers = {"a.redress": "widens"}
LAPS: Answers = {"a.redress": "laps-round"}
BOTH_WIDEN: Answers = {"a.redress": "widens", "b.redress": "widens"}
BOTH_LAP: Answers = {"a.redress": "laps-round", "b.redress": "laps-round"}
MIXED: Answers = {"a.redress": "widens", "b.redress": "laps-round"}
FLANK: Answers = {"lapping": "flank"}
TWO: Answers = {"redress-by": 2}
MANSIZED = unit("Men", 24, "standard-bearer")
"""Without champion, of one wound."""


def asked(
    kind: str,
    a: Fighter,
    b: Fighter,
    *situations: Answers,
    readings: Answers | None = None,
    rounds: int | None = 8,
) -> MatchUp:
    situation = {key: said for one in situations for key, said in one.items()}
    return match_up(kind, a, b, situation, readings or {}, rounds)


GRID: dict[str, MatchUp] = {
    "halberds widen": asked("fight", HALBERDIERS, SWORDSMEN, WIDENS),
    "halberds lap round": asked("fight", HALBERDIERS, SWORDSMEN, LAPS),
    "both widen": asked("fight", HALBERDIERS, SWORDSMEN, BOTH_WIDEN),
    "both lap round": asked("fight", HALBERDIERS, SWORDSMEN, BOTH_LAP),
    "one widens, one laps": asked("fight", HALBERDIERS, SWORDSMEN, MIXED),
    "to the end, both widen": asked(
        "fight", HALBERDIERS, ORCS, BOTH_WIDEN, rounds=None
    ),
    "to the end, both lap": asked("fight", SWORDSMEN, ORCS, BOTH_LAP, rounds=None),
    "goblins widen": asked("fight", GOBLINS, ORCS, WIDENS),
    "goblins lap round": asked("fight", GOBLINS, ORCS, LAPS),
    "goblins lap round, two at each end": asked(
        "fight", GOBLINS, ORCS, LAPS, readings=TWO
    ),
    "goblins lap round as in the flank": asked(
        "fight", GOBLINS, ORCS, LAPS, readings=FLANK
    ),
    "both lap as in the flank": asked(
        "fight", GOBLINS, SWORDSMEN, BOTH_LAP, readings={**FLANK, **TWO}
    ),
    "four wide against five": asked(
        "fight", HALBERDIERS, SWORDSMEN, {"a.width": 4}, BOTH_WIDEN
    ),
    "the narrower cannot lap": asked(
        "fight", HALBERDIERS, SWORDSMEN, {"a.width": 4}, BOTH_LAP
    ),
    "seven wide laps": asked(
        "fight", GOBLINS, SWORDSMEN, {"a.width": 7}, LAPS, readings=TWO
    ),
    "two wide laps a column": asked(
        "fight", SWORDSMEN, GOBLINS, {"a.width": 2, "b.width": 1}, LAPS
    ),
    "spears widen": asked("fight", SPEARMEN, ORCS, BOTH_WIDEN),
    "spears lap round": asked("fight", SPEARMEN, ORCS, LAPS),
    "spears are lapped": asked("fight", ORCS, SPEARMEN, LAPS, readings=TWO),
    "trolls lap round men": asked("fight", TROLLS, GOBLINS, {"a.width": 2}, BOTH_LAP),
    "men lap round trolls": asked("fight", GOBLINS, TROLLS, BOTH_LAP),
    "riders lap round men": asked("fight", BOAR_BOYZ, GOBLINS, BOTH_LAP, rounds=5),
    "men lap round riders": asked(
        "fight", GOBLINS, BOAR_BOYZ, {"b.width": 3}, BOTH_LAP, rounds=5
    ),
    "knights charge and widen": asked("charge", KNIGHTS, ORCS, BOTH_WIDEN),
    "knights charge and are lapped": asked("charge", KNIGHTS, ORCS, BOTH_LAP),
    "orcs charge and lap": asked("charge", ORCS, HALBERDIERS, BOTH_LAP),
    "orcs charge a flank and lap": asked(
        "charge", ORCS, HALBERDIERS, {"contact": "flank"}, BOTH_LAP
    ),
    "orcs charge a flank and widen": asked(
        "charge", ORCS, HALBERDIERS, {"contact": "flank"}, BOTH_WIDEN
    ),
    "orcs charge a rear and lap": asked(
        "charge", ORCS, GOBLINS, {"contact": "rear"}, LAPS, readings={**FLANK, **TWO}
    ),
    "orcs lap in a flank": asked(
        "fight", ORCS, GOBLINS, {"b.touched-in": "flank"}, LAPS, readings=FLANK
    ),
    "step up and lap": asked(
        "fight", HALBERDIERS, SWORDSMEN, BOTH_LAP, readings={"step-up": True}
    ),
    "step up and widen": asked(
        "fight", FREE_COMPANY, GOBLINS, BOTH_WIDEN, readings={"step-up": True}
    ),
    "all at once and lap": asked(
        "fight", FREE_COMPANY, SWORDSMEN, BOTH_LAP, readings={"blows": "at-once"}
    ),
    "the whole front widens": asked(
        "fight", SWORDSMEN, GOBLINS, BOTH_WIDEN, readings={"frontage": "all"}
    ),
    "ranks after casualties": asked(
        "fight", ORCS, SWORDSMEN, MIXED, readings={"ranks-counted": "end"}
    ),
    "ranks of five": asked(
        "fight", ORCS, SWORDSMEN, {"a.width": 4}, WIDENS, readings={"rank-width": 5}
    ),
    "a frenzy that laps": asked("fight", SAVAGE_ORCS, HALBERDIERS, BOTH_LAP),
    "the unbreakable are lapped": asked("fight", GREATSWORDS, FLAGELLANTS, BOTH_LAP),
    "the stupid lap": asked("fight", DULL_SPEARS, GOBLINS, BOTH_LAP, rounds=5),
    "the dead lap": asked("fight", SKELETONS, GOBLINS, BOTH_LAP),
    "a hero is lapped": asked("fight", GOBLINS, HERO, BOTH_LAP),
    "a challenge, and both widen": asked(
        "fight", BLACK_ORCS, SWORDSMEN, {"challenge": True}, BOTH_WIDEN, rounds=5
    ),
    "a challenge, and both lap": asked(
        "fight", ORCS, SPEARMEN, {"challenge": True}, BOTH_LAP, rounds=5
    ),
    "they hold back and lap": asked(
        "fight", HALBERDIERS, ORCS, {"a.pursuit": "restrains"}, BOTH_LAP
    ),
    "from afar, and both lap": asked(
        "engagement", ORCS, HALBERDIERS, {"distance": 12}, BOTH_LAP, rounds=4
    ),
    "from afar, and both widen": asked(
        "engagement", SWORDSMEN, GOBLINS, {"distance": 12}, BOTH_WIDEN, rounds=4
    ),
}


@pytest.mark.sweep(12)
@pytest.mark.parametrize("name", GRID)
def test_redressed_ranks_fight_as_dice_rolled_one_by_one(name: str) -> None:
    assert differences(GRID[name], SOME, 1 + list(GRID).index(name)) == []


@pytest.mark.million
@pytest.mark.parametrize("name", GRID)
def test_redressed_ranks_agree_with_a_million_fights(name: str) -> None:
    assert differences(GRID[name], MANY, 1 + list(GRID).index(name)) == []


def test_there_are_forty_match_ups() -> None:
    assert len(GRID) >= 40


def test_one_round_is_the_same_whatever_the_winner_would_do() -> None:
    plain = asked("fight", HALBERDIERS, SWORDSMEN, rounds=1)
    for more in (BOTH_WIDEN, BOTH_LAP, MIXED):
        told = odds(replace(plain, situation={**plain.situation, **more}))
        assert told.outcomes == odds(plain).outcomes


ALIKE = (
    "both lap round",
    "both widen",
    "one widens, one laps",
    "goblins lap round as in the flank",
    "orcs lap in a flank",
    "spears are lapped",
    "men lap round riders",
    "ranks after casualties",
)


@pytest.mark.parametrize("name", ALIKE)
def test_a_line_of_one_unit_a_side_is_redressed_as_two_units_are(name: str) -> None:
    two = odds(GRID[name]).outcomes
    line = odds(replace(GRID[name], kind="battle-line")).outcomes
    for key in ("a-broken", "b-broken", "a-run-down", "b-run-down", "a-destroyed"):
        assert line[key] == pytest.approx(two[key], abs=1e-7)


def test_a_single_rank_has_nobody_to_bring_up() -> None:
    single: Answers = {"a.width": 24, "b.width": 24}
    plain = odds(asked("fight", MANSIZED, MANSIZED, single))
    for more in (BOTH_WIDEN, BOTH_LAP):
        told = odds(asked("fight", MANSIZED, MANSIZED, single, more))
        assert told.outcomes == pytest.approx(plain.outcomes, abs=1e-12)


def test_exchanged_sides_mirror_redressed_ranks() -> None:
    here = odds(asked("fight", MANSIZED, ORCS, MIXED)).outcomes
    turned = {"b.redress": "widens", "a.redress": "laps-round"}
    there = odds(asked("fight", ORCS, MANSIZED, turned)).outcomes
    for key, chance in here.items():
        side, dash, rest = key.partition("-")
        other = {"a": "b", "b": "a"}.get(side, side)
        assert there[other + dash + rest] == pytest.approx(chance, abs=1e-12)


def test_who_keeps_the_ranks_of_an_unbreakable_enemy_wins_more_by_widening() -> None:
    """Fewer ranks do not count against who never breaks; more blows do."""
    plain = odds(asked("fight", GREATSWORDS, FLAGELLANTS, rounds=6))
    wide = odds(asked("fight", GREATSWORDS, FLAGELLANTS, WIDENS, rounds=6))
    assert wide.outcomes["b-destroyed"] > plain.outcomes["b-destroyed"]


def front(models: int, width: int, lapping: int = 0) -> FrontRanks:
    men = read_profile(unit("Men", models), "a")
    return Front(men, width, 25, "front", lapping).ranks


def test_two_models_that_lap_round_touch_two_ranks_of_each_side() -> None:
    """One man at each side; bases touch at their corners, so two ranks are reached."""
    own, other = front(20, 5, lapping=2), front(20, 5)
    assert lappers(own)[[5, 6, 7, 20]].tolist() == [0, 1, 2, 2]
    assert lapping_round(own, other)[20, 20] == 2
    assert lapped_round(other, own, reach=1)[20, 20] == 2
    assert lapped_round(other, own, reach=2)[20, 20] == 0


def test_no_more_lap_round_than_the_sides_have_room_for() -> None:
    """Two ranks are 50 mm: three men at each side, the last at the corner."""
    own, other = front(30, 5, lapping=20), front(10, 5)
    assert lapping_round(own, other)[30, 10] == 6
    assert lapping_round(own, front(10, 6))[30, 10] == 0


def test_models_laid_out_in_millimetres_are_those_that_are_counted() -> None:
    """A wider front reaches round by one at each end; 16 mm are left of a 40 mm base.

    Five men of 25 mm against five of 25, and against three of 40.
    """
    for name, more in (("goblins lap round", 2), ("men lap round trolls", 1)):
        question = replace(GRID[name], situation=WIDENS)
        own, other = Unit(question.a, "a", question), Unit(question.b, "b", question)
        assert brought_up(own, other) == more
        wide = standing_as(own, more)
        counts = [
            all_fighting(one, other, 25, other.models, reach=1, charging=False)
            for one in (own, wide)
        ]
        assert counts[1] - counts[0] == more
