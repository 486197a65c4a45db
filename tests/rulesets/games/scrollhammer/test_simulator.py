"""The odds against combats played out die by die."""

import math
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.games.scrollhammer.special_rules import keys_of, rule_of
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.scrollhammer.casters_match_ups import CASTERS
from tests.rulesets.games.scrollhammer.draught_match_ups import DRAUGHTS
from tests.rulesets.games.scrollhammer.engagements import ENGAGEMENTS, RANKED_BREATH
from tests.rulesets.games.scrollhammer.rules_match_ups import (
    RULE_CHARGES,
    RULE_FIGHTS,
    RULE_SHOTS,
)
from tests.rulesets.games.scrollhammer.simulator import Table, simulate
from tests.rulesets.games.scrollhammer.simulator_engagement import engaged
from tests.rulesets.games.scrollhammer.simulator_shots import charged, shot
from tests.rulesets.games.scrollhammer.standing_match_ups import SIGHTS, STANDINGS
from tests.rulesets.games.scrollhammer.units import (
    ARCHERS,
    BEAST,
    BLIND,
    BLOWGUNS,
    BOLTS,
    CATS,
    COHORT,
    DAGI,
    DUELISTS,
    FALMER,
    GUILD,
    HELPLESS,
    HERO,
    LANCERS,
    LED,
    LEGION,
    MAGES,
    MARKSMEN,
    MIXED_ARMS,
    OGRES,
    PEASANTS,
    PRIESTS,
    RECRUITS,
    SLAVES,
    SLAYERS,
    SNIPERS,
    SPIDERS,
    TROLLS,
    match_up,
    unit,
)

STANDARD_ERRORS = 4
RARE = 6
FEW = 20_000
MANY = 1_000_000

LIGHTHOUSE = unit("Light", 12, "musician", "banner-of-the-lighthouse", ld=5)

UNITS = (
    LEGION,
    COHORT,
    LED,
    PEASANTS,
    FALMER,
    CATS,
    DAGI,
    TROLLS,
    BEAST,
    LANCERS,
    HERO,
    SLAYERS,
    PRIESTS,
    GUILD,
    OGRES,
    SLAVES,
)


def grid() -> dict[str, MatchUp]:
    """Return sixty and more combats: who meets whom, who charged, and the readings."""
    found: dict[str, MatchUp] = {}
    chargers = ("a", "b", "none")
    for number, first in enumerate(UNITS):
        for step in (1, 3, 6):
            second = UNITS[(number + step) % len(UNITS)]
            charger = chargers[(number + step) % 3]
            name = f"{first.name} and {second.name}, charged by {charger}"
            found[name] = match_up(
                "fight", first, second, {"charger": charger}, {}, 1 + number % 5
            )
    more: list[tuple[str, Any, Any, dict[str, Any], dict[str, Any]]] = [
        ("ten wide", COHORT, COHORT, {"a.files": 10, "b.files": 10}, {}),
        ("wide ranks twice", COHORT, FALMER, {"a.files": 10}, {"wide-ranks": "both"}),
        ("flanked", LEGION, CATS, {"b.flanked": True}, {}),
        ("losses before", LEGION, PEASANTS, {"a.models-lost": 4}, {}),
        ("ranks before casualties", COHORT, PEASANTS, {}, {"bonus-counted": "before"}),
        ("ties get away", DAGI, CATS, {}, {"sweep-ties": "away"}),
        ("no neighbours", LEGION, FALMER, {"a.files": 6}, {"neighbours": False}),
        ("a foe they hate", PRIESTS, FALMER, {"a.foe": True, "b.foe": True}, {}),
        ("paralyzed", LEGION, HERO, {"b.paralyzed": True}, {}),
        ("helpless", LEGION, HELPLESS, {}, {}),
        ("under the Lighthouse", LIGHTHOUSE, CATS, {"charger": "b"}, {}),
        ("rending adds", BEAST, TROLLS, {}, {"rending-ap": "adds"}),
        ("no poison past six", FALMER, BEAST, {}, {"poison-past-chart": False}),
        ("poison past six", FALMER, BEAST, {}, {}),
    ]
    for name, first, second, situation, readings in more:
        found[name] = match_up("fight", first, second, situation, readings, 6)
    return {**found, **RULE_FIGHTS, **STANDINGS, **DRAUGHTS}


GRID = grid()

SHOTS: dict[str, MatchUp] = {
    "two ranks of archers": match_up(
        "shooting", ARCHERS, LEGION, {"a.files": 6, "cover": "4"}
    ),
    "a leader among them": match_up("shooting", ARCHERS, LED, {"distance": 20}),
    "marksmen pin": match_up(
        "shooting", MARKSMEN, PEASANTS, {"distance": 25, "cover": "area"}
    ),
    "some of the arms pin": match_up("shooting", MIXED_ARMS, OGRES, {"cover": "4"}),
    "some pin before a leader": match_up("shooting", MIXED_ARMS, LED),
    "marksmen moved": match_up("shooting", MARKSMEN, DAGI, {"moved": True}),
    "gone to ground": match_up(
        "shooting", MARKSMEN, DAGI, {"cover": "area", "go-to-ground": True}
    ),
    "down in the open": match_up("shooting", ARCHERS, DAGI, {"go-to-ground": True}),
    "poisoned arrows": match_up("shooting", RECRUITS, OGRES),
    "poisoned arrows roll again": match_up(
        "shooting", BLOWGUNS, LEGION, {"cover": "3"}, {"poisoned-shots": True}
    ),
    "ballistae": match_up("shooting", BOLTS, OGRES, {"distance": 40}),
    "ballistae at the beast": match_up("shooting", BOLTS, BEAST),
    "a quarter of the full": match_up(
        "shooting", ARCHERS, COHORT, {"b.models-lost": 8}, {"quarter-of": "full"}
    ),
    "a quarter of the rest": match_up(
        "shooting", ARCHERS, COHORT, {"b.models-lost": 8}
    ),
    "mages": match_up("shooting", MAGES, CATS, {"cast-dice": 2}),
    "mages with all dice": match_up("shooting", MAGES, GUILD),
    **CASTERS,
    **SIGHTS,
    "proof against shock": match_up("shooting", MAGES, SPIDERS),
    "aimed at a leader": match_up("shooting", SNIPERS, LED),
    "aimed at nobody": match_up("shooting", SNIPERS, COHORT),
    "without sight": match_up("shooting", BLIND, LEGION),
    **RULE_SHOTS,
}

CHARGES: dict[str, MatchUp] = {
    "seven inches": match_up("charge", LANCERS, PEASANTS, {"distance": 7}),
    "difficult": match_up("charge", FALMER, CATS, {"difficult": True, "distance": 5}),
    "stand and shoot": match_up(
        "charge", FALMER, ARCHERS, {"distance": 6, "reaction": "stand-and-shoot"}
    ),
    "led into arrows": match_up(
        "charge", LED, ARCHERS, {"distance": 4, "reaction": "stand-and-shoot"}
    ),
    "recruits cannot": match_up(
        "charge", DAGI, RECRUITS, {"distance": 6, "reaction": "stand-and-shoot"}
    ),
    "a six hits": match_up(
        "charge",
        DAGI,
        RECRUITS,
        {"distance": 6, "reaction": "stand-and-shoot"},
        {"past-six": "six-hits"},
    ),
    "breath at those who come": match_up(
        "charge",
        CATS,
        RANKED_BREATH,
        {"distance": 6, "reaction": "stand-and-shoot", "touched": 12},
    ),
    "skirmishers do not shoot": match_up(
        "charge", DAGI, MARKSMEN, {"distance": 8, "reaction": "stand-and-shoot"}
    ),
    "dangerous": match_up("charge", LED, DAGI, {"distance": 6, "dangerous": True}),
    "dangerous, with a ward": match_up(
        "charge", PRIESTS, CATS, {"distance": 4, "dangerous": True}, {}, 2
    ),
    "dangerous for a wounded hero": match_up(
        "charge", HERO, CATS, {"distance": 4, "dangerous": True}
    ),
    "aimed blows": match_up("charge", DUELISTS, LED, {"distance": 3}, {}, 2),
    "flight": match_up("charge", CATS, COHORT, {"distance": 5, "reaction": "flee"}),
    "no flight from a hated foe": match_up(
        "charge", CATS, FALMER, {"reaction": "flee"}
    ),
    "flanked": match_up("charge", CATS, COHORT, {"distance": 5, "b.flanked": True}),
    **RULE_CHARGES,
}


SIMULATED = (
    *GRID.values(),
    *SHOTS.values(),
    *CHARGES.values(),
    *ENGAGEMENTS.values(),
)


def agrees(count: int, chance: float, fights: int) -> bool:
    """Return whether a count is as near as a sample can be asked to be.

    Counts of what hardly ever happens are not normal: `RARE` more are let pass.
    """
    error = math.sqrt(max(chance * (1 - chance), 0.0) / fights)
    return abs(count / fights - chance) <= STANDARD_ERRORS * error + RARE / fights


def dealt(question: MatchUp, told: Odds, table: Table) -> list[tuple[str, Any, Any]]:
    """Return what both sides dealt in the first round; volleys have none."""
    if question.kind == "shooting":
        return []
    return [
        ("by a", told.wounds["a"].chances, table.dealt_by_a),
        ("by b", told.wounds["b"].chances, table.dealt_by_b),
    ]


def disagreements(question: MatchUp, table: Table, fights: int) -> list[str]:
    told = odds(question)
    counted = Counter(table.ended.tolist())
    wrong = [
        f"{key}: {counted[key] / fights} is not {told.outcomes.get(key, 0.0)}"
        for key in sorted({*counted, *told.outcomes})
        if not agrees(counted[key], told.outcomes.get(key, 0.0), fights)
    ]
    wrong += [
        f"{key}: {seen.mean()} is not {told.events[key]}"
        for key, seen in table.events.items()
        if key in told.events and not agrees(int(seen.sum()), told.events[key], fights)
    ]
    for name, chances, seen in (
        ("a left", told.survivors["a"].chances, table.wounds_a),
        ("b left", told.survivors["b"].chances, table.wounds_b),
        *dealt(question, told, table),
    ):
        counts = np.bincount(seen, minlength=len(chances)).tolist()
        wrong += [
            f"{name} {wounds}: {count / fights} is not {chances[wounds]}"
            for wounds, count in enumerate(counts)
            if not agrees(count, chances[wounds], fights)
        ]
    return wrong


@pytest.mark.sweep(20)
@pytest.mark.parametrize("name", GRID)
def test_thousands_of_combats_agree_within_four_standard_errors(name: str) -> None:
    question = GRID[name]
    table = simulate(question, FEW, seed=list(GRID).index(name) + 300)
    assert disagreements(question, table, FEW) == []


@pytest.mark.sweep(20)
@pytest.mark.parametrize("name", SHOTS)
def test_volleys_agree_within_four_standard_errors(name: str) -> None:
    question = SHOTS[name]
    table = shot(question, 5 * FEW, seed=list(SHOTS).index(name) + 500)
    assert disagreements(question, table, 5 * FEW) == []


@pytest.mark.sweep(9)
@pytest.mark.parametrize("name", CHARGES)
def test_charges_agree_within_four_standard_errors(name: str) -> None:
    question = CHARGES[name]
    table = charged(question, 2 * FEW, seed=list(CHARGES).index(name) + 700)
    assert disagreements(question, table, 2 * FEW) == []


@pytest.mark.million
@pytest.mark.parametrize("name", GRID)
def test_a_million_combats_agree_within_four_standard_errors(name: str) -> None:
    question = GRID[name]
    tables = [
        simulate(question, MANY // 20, seed=1000 * list(GRID).index(name) + part)
        for part in range(20)
    ]
    assert disagreements(question, together(tables), MANY) == []


@pytest.mark.million
@pytest.mark.parametrize("name", ENGAGEMENTS)
def test_a_million_engagements_agree_within_four_standard_errors(name: str) -> None:
    question = ENGAGEMENTS[name]
    tables = [engaged(question, MANY // 20, seed=5000 + part) for part in range(20)]
    assert disagreements(question, together(tables), MANY) == []


def together(tables: list[Table]) -> Table:
    """Return several tables as one, without who of each is left."""
    ended, a, b, by_a, by_b = map(
        np.concatenate, zip(*map(columns_of, tables), strict=True)
    )
    return Table(ended, a, b, by_a, by_b)


def columns_of(table: Table) -> tuple[Any, ...]:
    return (
        table.ended,
        table.wounds_a,
        table.wounds_b,
        table.dealt_by_a,
        table.dealt_by_b,
    )


def test_the_witness_would_notice_a_save_off_by_one() -> None:
    question = GRID["ten wide"]
    worse = replace(
        COHORT,
        parts=(
            replace(
                COHORT.parts[0],
                characteristics={**COHORT.parts[0].characteristics, "sv": 5},
            ),
        ),
    )
    table = simulate(question, FEW, seed=7)
    assert disagreements(replace(question, b=worse), table, FEW) != []


def test_every_rule_of_the_odds_meets_the_witness() -> None:
    used = {
        key.split("-undead")[0]
        for question in SIMULATED
        for one in (question.a, question.b)
        for part in one.parts
        for key in (
            *(rule.key for rule in part.rules),
            *(rule.key for piece in part.gear for rule in piece.rules),
        )
    }
    named = {key for key in keys_of("asked") if rule_of(key).fate.question == "foe"}
    assert keys_of("counted", "asked") - named - used == set()


def test_who_gets_away_regroups_as_often_as_dice_say() -> None:
    for name, first, second in (
        ("a", COHORT, CATS),
        ("a", unit("Band", 12, "musician", ld=5), CATS),
        ("a", LIGHTHOUSE, CATS),
        ("b", CATS, PEASANTS),
    ):
        question = match_up("fight", first, second, {"charger": "b"}, {}, 3)
        table = simulate(question, FEW, seed=11)
        loser = question.a if name == "a" else question.b
        left = table.wounds_a if name == "a" else table.wounds_b
        rolled = np.random.default_rng(12).integers(1, 7, (FEW, 2, 2)).sum(axis=2)
        rules = {rule.key for rule in loser.parts[0].rules}
        enough = (2 * left >= loser.models) | ("musician" in rules)
        highest = np.where(enough, int(loser.characteristics["ld"] or 0), 2)
        tries = 2 if "banner-of-the-lighthouse" in rules else 1
        passed = (rolled[:, :tries] <= highest[:, None]).any(axis=1)
        seen = int(((table.ended == f"{name}-flees") & passed).sum())
        chance = odds(question).events[f"{name}-regroups"]
        assert chance > 0.01
        assert agrees(seen, chance, FEW)


def test_the_grid_has_sixty_combats() -> None:
    assert len(GRID) >= 60
