"""Who turns, what comes back, and other rules of few units, by hand."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.games.scrollhammer.combat.fights import fight
from rulesets.games.scrollhammer.combat.fights.leadership import morale
from rulesets.games.scrollhammer.combat.profile import read_profile
from rulesets.odds.fight import solver
from tests.rulesets.games.scrollhammer.rules_match_ups import LEECH, ONAGERS
from tests.rulesets.games.scrollhammer.test_combat import with_figure
from tests.rulesets.games.scrollhammer.units import (
    CATS,
    COHORT,
    HELPLESS,
    HERO,
    LED,
    MAGES,
    bow,
    match_up,
    unit,
)

CROWD = unit("Crowd", 100, ws=1, formation="Horde")


def test_a_flanked_unit_turns_on_a_leadership_test_in_its_own_turn() -> None:
    """Five wide and four deep; turned in place its ranks are of four, worth nothing."""
    statues = with_figure(HELPLESS, ld=7)
    ranks = replace(with_figure(COHORT, ld=7, ws=0), rules=())
    flanked: dict[str, Any] = {"charger": "b", "a.flanked": True}

    def lead_of_ranks(rounds: int, read: Mapping[str, str]) -> float:
        told = odds(match_up("fight", ranks, statues, flanked, read, rounds))
        return told.outcomes["b-flees"] + told.outcomes["b-run-down"]

    as_wide = {"turned": "as-wide"}
    beaten = 1 - float(morale(7 - 5))
    first = 1 - float(morale(7 - 1))
    assert lead_of_ranks(1, as_wide) == pytest.approx(first)
    turned = Fraction(21, 36)
    second = float(turned) * beaten + float(1 - turned) * first
    assert lead_of_ranks(2, as_wide) == pytest.approx(first + (1 - first) * second)
    in_place = first + (1 - first) * first
    assert lead_of_ranks(2, {}) == pytest.approx(in_place)


def test_turning_is_the_same_in_samples_and_without_the_kernel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: dict[str, Any] = {"a.flanked": True, "b.flanked": True}
    question = match_up("fight", LED, COHORT, asked)
    told = odds(question)
    monkeypatch.setattr(solver, "kernel", lambda: None)
    plain = odds(question)
    monkeypatch.setattr(fight, "MOST", 0)
    rolled = odds(question)
    assert rolled.method == "sampled"
    for key, chance in told.outcomes.items():
        assert plain.outcomes[key] == pytest.approx(chance, abs=1e-9)
        assert rolled.outcomes[key] == pytest.approx(chance, abs=0.01)


def test_a_lone_leech_wins_a_wound_back_by_hand() -> None:
    """It takes a wound with 1/2, and gets one of its own back with 1/2 of that."""
    leech = unit(
        "Leech", 1, ("absorb-health", 4), ws=10, t=3, w=2, a=1, i=5, ld=10, ward=7
    )
    victim = unit("Victim", 1, ws=0, t=2, w=9, a=0, ld=10, formation="Horde")
    start = {"charger": "none"}
    told = odds(match_up("fight", leech, victim, start, {}, 1))
    assert told.survivors["a"].chances[2] == pytest.approx(1)
    biter = with_figure(victim, ws=1, a=1, i=9, s=10)
    struck = with_figure(leech, t=6)
    told = odds(match_up("fight", struck, biter, start, {}, 1))
    hit = Fraction(1, 3) * Fraction(5, 6)
    back = Fraction(2, 3) * Fraction(2, 3) * Fraction(1, 2)
    assert told.survivors["a"].chances[1] == pytest.approx(float(hit * (1 - back)))


def test_a_combat_too_large_to_absorb_in_says_so() -> None:
    told = odds(match_up("fight", with_figure(LEECH, w=10), CROWD))
    assert "Absorb Health" in {left.rule for left in told.not_modelled}


def test_a_spell_heals_if_it_is_cast_and_the_roll_is_made() -> None:
    asked: dict[str, Any] = {"cost": 4, "power": 2, "cast-dice": 1, "heals": 4}
    told = odds(match_up("casting", MAGES, CATS, asked))
    assert told.events["heals"] == pytest.approx(float(Fraction(5, 6) / 2))
    assert "heals" not in odds(match_up("casting", MAGES, CATS)).events


def test_a_poisoned_shot_without_a_strength_has_one_of_1() -> None:
    told, known = (
        odds(
            match_up(
                "shooting",
                unit("Blowguns", 6, gear=(bow(strength, 0, ("poisoned", 6)),)),
                unit("Rats", 9, t=1),
            )
        )
        for strength in (None, 1)
    )
    assert told.outcomes == known.outcomes
    assert told.expected["a-unsaved-wounds"] == pytest.approx(6 / 4)


def test_independent_characters_alone_are_in_skirmish() -> None:
    lone = unit("Captain", 1, "independent-character")
    assert read_profile(lone, "a").formation == "Skirmish"
    assert read_profile(unit("Squad", 1), "a").formation == "Ranks"


def test_a_blast_touches_no_more_than_are_left() -> None:
    def engaged(touched: int) -> Mapping[str, float]:
        asked: dict[str, Any] = {"b.touched": touched, "turns": 1, "distance": 12}
        return odds(match_up("engagement", HERO, ONAGERS, asked)).expected

    assert engaged(1)["turn-2-a-lost"] == engaged(9)["turn-2-a-lost"] > 0
    assert "turn-2-a-lost" not in engaged(0)
