"""Every rule of Mordheim that counts is rolled somewhere; and rout tests are."""

import pytest

from rulesets.core.special_rule import EXACT
from rulesets.games.mordheim.book_rules import OF_BOOKS
from rulesets.games.mordheim.combat.answers import COMBAT, odds
from rulesets.games.mordheim.critical_hits import GENERAL, TABLES
from rulesets.games.mordheim.special_rules import (
    GEAR,
    RULES,
    SPECIAL_RULES,
    keys_of,
)
from tests.rulesets.games.mordheim import (
    casting_grid,
    critical_grid,
    engagements,
    fire_grid,
    grid,
    group_engagements,
    grouping,
    height_grid,
    spines_grid,
)
from tests.rulesets.games.mordheim.routs import ROUTS, roll
from tests.rulesets.games.mordheim.said import SAID
from tests.rulesets.games.mordheim.spells import SPELLS
from tests.rulesets.games.mordheim.test_shooting import SHOTS
from tests.rulesets.games.mordheim.test_simulator import close
from tests.rulesets.games.mordheim.under import UNDER

SIMULATED = (
    *grid.ALL.values(),
    *critical_grid.ALL.values(),
    *engagements.ALL.values(),
    *grouping.ALL.values(),
    *group_engagements.ALL.values(),
    *SHOTS.values(),
    *ROUTS.values(),
    *fire_grid.FIGHTS.values(),
    *fire_grid.ENGAGED.values(),
    *fire_grid.GROUPS.values(),
    *spines_grid.FIGHTS.values(),
    *spines_grid.ENGAGED.values(),
    *spines_grid.GROUPS.values(),
    *SPELLS.values(),
    *height_grid.ALL.values(),
    *height_grid.SHOTS.values(),
    *height_grid.SPELLS.values(),
    *casting_grid.FIGHTS.values(),
    *casting_grid.ENGAGED.values(),
    *UNDER.values(),
    *SAID.values(),
)


def carried() -> set[str]:
    found: set[str] = set()
    for question in SIMULATED:
        for who in (question.a, question.b):
            found |= {use.key for use in who.rules}
            found |= {piece.key for piece in who.gear}
            found |= {use.key for piece in who.gear for use in piece.rules}
    return found


def test_every_shared_rule_that_counts_is_rolled_somewhere() -> None:
    counted = {key for key, rule in RULES.items() if rule.status == EXACT}
    assert counted - carried() == set()


def test_every_rule_of_a_single_book_that_counts_is_rolled_somewhere() -> None:
    of_books = keys_of(OF_BOOKS, "counted", "asked")
    assert of_books - carried() == set()
    shown = keys_of(SPECIAL_RULES.values(), "in the figures")
    assert COMBAT.of_books - shown - carried() == set()


def test_all_gear_that_counts_is_rolled_somewhere() -> None:
    assert keys_of(GEAR.values(), "counted") - carried() == set()


def test_every_table_of_critical_hits_is_rolled_somewhere() -> None:
    by_weapon = [
        piece.stats.get("critical")
        for question in critical_grid.ALL.values()
        for who in (question.a, question.b)
        for piece in who.gear
    ]
    assert set(TABLES) - {*by_weapon, GENERAL, "unarmed"} == set()


def test_there_are_enough_match_ups() -> None:
    assert len(SIMULATED) >= 150


@pytest.mark.parametrize("name", ROUTS)
def test_rout_tests_that_were_rolled_agree(name: str) -> None:
    told = odds(ROUTS[name])
    counted = roll(ROUTS[name], 40_000, seed=1999)
    for key, chance in told.outcomes.items():
        assert close(chance, counted[key], 40_000), key
    for number, reached in enumerate(told.by_round, start=1):
        for key, chance in reached.items():
            assert close(chance, counted[f"{key} by {number}"], 40_000), (key, number)
