"""All the ground is dangerous: engagements turn by turn, by dice and by hand."""

from typing import Any

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.scrollhammer.engagements import FORESTERS, JAVELINS, RANGERS
from tests.rulesets.games.scrollhammer.rules_match_ups import WARDED
from tests.rulesets.games.scrollhammer.simulator_engagement import engaged
from tests.rulesets.games.scrollhammer.test_simulator import disagreements
from tests.rulesets.games.scrollhammer.units import (
    ARCHERS,
    CATS,
    HERO,
    LED,
    LEGION,
    PEASANTS,
    SLAVES,
    match_up,
    unit,
)

FIGHTS = 40_000
GROUND: dict[str, Any] = {"dangerous-ground": True}


def over(a: Any, b: Any, readings: Any = None, **asked: Any) -> MatchUp:
    told = {key.replace("_", "."): value for key, value in asked.items()}
    return match_up("engagement", a, b, {**GROUND, **told}, readings or {})


BOGS: dict[str, MatchUp] = {
    "marching over lava": over(LED, PEASANTS, distance=30),
    "wards and wounds": over(WARDED, ARCHERS, a_room=20),
    "a hero of several wounds": over(HERO, SLAVES, distance=28, turns=8),
    "driven back over it": over(SLAVES, ARCHERS, a_room=30, a_friends=6, a_blocked=15),
    "through difficult ground as well": over(FORESTERS, ARCHERS, rough=True),
    "both come": over(CATS, PEASANTS, closing="both", distance=15, first="b"),
    "a quarter of the full": over(
        PEASANTS, LEGION, {"quarter-of": "full"}, a_room=9, distance=26
    ),
    "they flee over it": over(
        LED, SLAVES, reaction="flee", b_room=20, distance=12, b_blocked=9
    ),
    "javelins on the way": over(JAVELINS, LEGION, distance=18),
    "shooting on the run": over(RANGERS, ARCHERS, closing="a"),
}
"""By what is told apart in them."""


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", BOGS)
def test_dangerous_ground_agrees_with_dice(name: str) -> None:
    table = engaged(BOGS[name], FIGHTS, list(BOGS).index(name) + 15_000)
    assert disagreements(BOGS[name], table, FIGHTS) == []


def test_one_who_moves_and_marches_falls_by_hand() -> None:
    """A model without a ward: a move and a march of one turn, a 1 on either."""
    told = odds(over(unit("Walker", 1), PEASANTS, distance=60, turns=1))
    assert told.outcomes["a-destroyed"] == pytest.approx(11 / 36, abs=1e-12)
    assert told.outcomes["undecided"] == pytest.approx(25 / 36, abs=1e-12)


def test_who_stands_takes_no_test() -> None:
    told = odds(over(LEGION, PEASANTS, closing="none", turns=2))
    assert told.outcomes["undecided"] == pytest.approx(1, abs=1e-12)
    assert told.expected["a-lost-before"] == 0


def test_a_charge_over_it_is_one_through_dangerous_terrain() -> None:
    """From 7 inches apart a move ends at 1: the charge is of an inch."""
    asked: Any = {"closing": "a", "distance": 7, "turns": 1, "charge-when": "certain"}
    told = odds(match_up("engagement", LEGION, PEASANTS, {**asked, **GROUND}))
    usual = odds(match_up("engagement", LEGION, PEASANTS, {**asked, "dangerous": True}))
    assert usual.expected["a-lost-before"] > 0
    assert told.expected["a-lost-before"] == pytest.approx(
        usual.expected["a-lost-before"] * (1 + 5 / 6), rel=1e-9
    )


def test_what_takes_no_test_is_named() -> None:
    named = {one.rule for one in odds(over(LEGION, PEASANTS)).not_modelled}
    assert "Pile In" in named
    assert "Fall Back" not in named
