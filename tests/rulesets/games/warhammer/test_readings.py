"""Every reading of what Warhammer leaves open changes the odds of some match-up."""

from dataclasses import replace

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.questions.readings import READINGS
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.warhammer.bearers import hero, sword, worn
from tests.rulesets.games.warhammer.test_ridden_monsters import COUNT
from tests.rulesets.games.warhammer.units import (
    DULL_TROLLS,
    FREE_COMPANY,
    GOBLINS,
    HALBERDIERS,
    HANDGUNNERS,
    HELBLASTER,
    HERO,
    KNIGHTS,
    ORCS,
    SPEARMEN,
    SWORDSMEN,
    match_up,
    unit,
)

Told = tuple[MatchUp, str | int | bool]

FEW = unit("Few", 4)

OTHERWISE: dict[str, tuple[Told, ...]] = {
    "step-up": ((match_up("fight", FREE_COMPANY, GOBLINS), True),),
    "blows": ((match_up("fight", HALBERDIERS, SWORDSMEN), "at-once"),),
    "ranks-counted": ((match_up("fight", ORCS, SWORDSMEN), "end"),),
    "last-rank": (
        (match_up("fight", unit("Nineteen", 19), HALBERDIERS, rounds=1), "full"),
    ),
    "shots-at-rider": ((match_up("shooting", HANDGUNNERS, COUNT), 3),),
    "rank-width": ((match_up("fight", HALBERDIERS, ORCS, {"a.width": 4}), 5),),
    "flank-bonus": (
        (
            match_up("charge", FEW, ORCS, {"contact": "flank"}, {"flank-strength": 4}),
            "start",
        ),
    ),
    "flank-strength": (
        (match_up("charge", HERO, ORCS, {"contact": "flank"}), 1),
        (match_up("charge", KNIGHTS, ORCS, {"contact": "flank"}), 15),
    ),
    "frontage": ((match_up("fight", GOBLINS, HALBERDIERS, {"a.width": 9}), "all"),),
    "musician-wins": ((match_up("fight", SWORDSMEN, SPEARMEN), False),),
    "redress-by": (
        (match_up("fight", HALBERDIERS, SWORDSMEN, {"a.redress": "laps-round"}), 3),
    ),
    "lapping": (
        (match_up("fight", GOBLINS, SWORDSMEN, {"a.redress": "laps-round"}), "flank"),
    ),
    "killing-blow": ((match_up("fight", HERO, KNIGHTS, rounds=6), "on-foot"),),
    "stupid-tests": (
        (match_up("fight", DULL_TROLLS, HALBERDIERS), "each-round"),
        (match_up("fight", DULL_TROLLS, HALBERDIERS), "never"),
    ),
    "stupid-half": ((match_up("fight", DULL_TROLLS, HALBERDIERS), "start"),),
    "volley-misfire": ((match_up("shooting", HELBLASTER, HALBERDIERS), "die"),),
    "once-a-game": (
        (match_up("charge", hero(sword("duffas-club-of-duffin")), FEW), "never"),
    ),
    "stronger": (
        (match_up("charge", hero(worn("virtue-of-audacity")), FEW), "unit-strength"),
    ),
}
"""Match-ups in which another reading tells, by the key of the reading."""

CASES = [(key, *told) for key, some in OTHERWISE.items() for told in some]


@pytest.mark.parametrize(
    ("key", "asked", "value"), CASES, ids=[f"{key}-{value}" for key, _, value in CASES]
)
def test_another_reading_gives_other_odds(
    key: str, asked: MatchUp, value: str | int | bool
) -> None:
    usual, other = odds(asked), odds(replace(asked, readings={key: value}))
    event = "b-loses-a-wound" if asked.kind == "shooting" else "a-wins"
    assert abs(usual.events[event] - other.events[event]) > 1e-4


def test_no_reading_is_forgotten() -> None:
    assert {question.key for question in READINGS} == set(OTHERWISE)
