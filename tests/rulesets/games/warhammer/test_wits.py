"""Stupidity: when it is tested for, and how many of a unit fight."""

from dataclasses import replace
from typing import Literal

import numpy as np
import pytest

from rulesets.core.values import RuleUse
from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.blows.contact import Front, dice_of
from rulesets.games.warhammer.combat.blows.strikes import Strikes
from rulesets.games.warhammer.combat.context import (
    WarhammerContext,
    WarhammerReadings,
    WarhammerSituation,
)
from rulesets.games.warhammer.combat.fights.fight import setting_of
from rulesets.games.warhammer.combat.fights.psychology import (
    later_tests,
    odd_models,
    stupidity_tests,
    turn_of,
)
from rulesets.games.warhammer.combat.fights.states import CombatState, Setting, blows_of
from rulesets.games.warhammer.combat.profile import read_profile
from rulesets.odds.answer import Odds
from rulesets.odds.context import Context, read_answers
from rulesets.odds.match_up import Answers, Fighter
from rulesets.odds.volley import Dice
from tests.rulesets.games.warhammer.units import (
    DULL_ARCHERS,
    DULL_TROLLS,
    HALBERDIERS,
    KNIGHTS,
    ORCS,
    TROLLS,
    match_up,
    unit,
)

FAILS = 5 / 6
"""Two dice roll more than a Troll's Leadership of 4."""

DULL = unit("Dull", 20, "stupidity", ld=4)
BRIGHT = unit("Dull", 20, ld=4)


def setting(a: Fighter, b: Fighter, **readings: str) -> Setting:
    asked: WarhammerContext = Context(
        WarhammerSituation(), read_answers(WarhammerReadings, readings)
    )
    return setting_of(
        read_profile(a, "a"), read_profile(b, "b"), asked, ("front", "front")
    )


def fought(fighter: Fighter, situation: dict[str, str], **readings: str) -> Odds:
    return odds(match_up("fight", fighter, ORCS, situation, readings, rounds=1))


def blows(
    strikes: Strikes, fronts: tuple[Front, Front], asked: WarhammerReadings, odd: str
) -> Dice:
    return dice_of(strikes, *fronts, asked, charging=False, at_once=False, odd=odd)


def dealt(told: Odds) -> float:
    return told.wounds["a"].expected()


def test_a_test_lasts_for_its_own_turn_and_that_of_the_enemy() -> None:
    table = setting(DULL, HALBERDIERS)
    failed = CombatState(turn="a", stupid=(True, False))
    theirs = replace(failed, turn="b")
    assert later_tests(table, theirs) == [(1.0, theirs)]
    told = {one.stupid[0]: share for share, one in later_tests(table, failed)}
    assert told == pytest.approx({True: FAILS, False: 1 - FAILS})


def test_each_round_may_ask_for_a_test_of_its_own() -> None:
    table = setting(DULL, DULL, **{"stupid-tests": "each-round"})
    assert turn_of(table, "a") == ""
    told = {one.stupid: share for share, one in later_tests(table, CombatState())}
    assert told[True, True] == pytest.approx(FAILS**2)
    assert sum(told.values()) == pytest.approx(1)


def test_nobody_is_tested_where_a_later_edition_tests_nobody() -> None:
    never = {"stupid-tests": "never"}
    asked = {"last-won": "a"}
    assert fought(DULL, asked, **never).outcomes == fought(BRIGHT, asked).outcomes


def test_who_is_immune_to_psychology_or_in_a_frenzy_has_his_wits() -> None:
    calm = unit("Dull", 20, "stupidity", "immune-to-psychology", ld=4)
    assert fought(calm, {}).outcomes == fought(BRIGHT, {}).outcomes
    table = setting(unit("Dull", 20, "stupidity", "frenzy", ld=4), HALBERDIERS)
    raging = CombatState(frenzy=(True, False))
    assert [one.stupid[0] for _, one in stupidity_tests(table, raging, ("a",))] == [
        False
    ]


def test_five_in_contact_strike_with_two_or_three() -> None:
    table = setting(DULL, HALBERDIERS)
    strikes = blows_of(table, CombatState(), 0)[0]
    counts = {
        odd: dice_of(
            strikes,
            *table.fronts,
            table.readings,
            charging=False,
            at_once=False,
            odd=odd,
        )[20, 20, 20]
        for odd in ("", "odd-fights", "odd-stands")
    }
    assert counts == {"": 5, "odd-fights": 3, "odd-stands": 2}
    chances = {
        odd[0]: chance for chance, odd in odd_models(CombatState(stupid=(True, False)))
    }
    assert chances == {"odd-fights": 0.5, "odd-stands": 0.5}


def test_a_failed_test_takes_half_of_the_blows_on_average() -> None:
    asked = {"last-won": "a"}
    plain, stupid = dealt(fought(BRIGHT, asked)), dealt(fought(DULL, asked))
    assert stupid == pytest.approx(plain * (1 - FAILS / 2))


@pytest.mark.parametrize("half", ["left", "start"])
def test_one_alone_fights_on_a_roll_of_four_and_more(half: str) -> None:
    one, bright = (
        unit("Alone", 1, *rules, a=4, w=3, s=5, i=9, ld=4, us=3)
        for rules in (("stupidity",), ())
    )
    plain, stupid = (
        dealt(fought(bright, {})),
        dealt(fought(one, {}, **{"stupid-half": half})),
    )
    assert stupid == pytest.approx(plain * (1 - FAILS / 2))


def test_who_fell_first_counts_against_the_half_that_fights_if_so_read() -> None:
    table = setting(DULL, HALBERDIERS)
    strikes = blows_of(table, CombatState(), 0)[0]
    halves: tuple[tuple[Literal["left", "start"], int], ...]
    halves = (("left", 2), ("start", 1))
    for half, after_two in halves:
        asked = replace(table.readings, stupid_half=half)
        dice = dice_of(
            strikes,
            *table.fronts,
            asked,
            charging=False,
            at_once=False,
            odd="odd-fights",
        )
        assert dice[20, 20, 18] == after_two
        assert np.all(dice[20, 20, 1:] >= dice[20, 20, :-1])


def test_whose_turn_it_is_counts_for_the_stupid_alone() -> None:
    wins = {
        (fighter.name, turn): odds(
            match_up("fight", fighter, HALBERDIERS, {"turn": turn})
        ).events["a-wins"]
        for fighter in (TROLLS, DULL_TROLLS)
        for turn in ("a", "b")
    }
    assert wins["Trolls", "a"] == wins["Trolls", "b"]
    assert wins["Dull Trolls", "a"] != pytest.approx(wins["Dull Trolls", "b"])


def test_a_charger_has_passed_its_test_and_the_charged_may_have_failed() -> None:
    told = odds(match_up("charge", DULL, ORCS, rounds=1))
    plain = odds(match_up("charge", BRIGHT, ORCS, rounds=1))
    assert dealt(told) == pytest.approx(dealt(plain))
    met = odds(match_up("charge", KNIGHTS, DULL, rounds=1))
    usual = odds(match_up("charge", KNIGHTS, BRIGHT, rounds=1))
    assert met.wounds["b"].expected() < usual.wounds["b"].expected()


def test_stupid_archers_shoot_in_their_bright_turns_only() -> None:
    away: Answers = {"closing": "b", "distance": 24, "turns": 1, "first": "a"}
    plain = replace(DULL_ARCHERS, rules=(), parts=())
    told, usual = (
        odds(match_up("engagement", archers, ORCS, away))
        for archers in (
            replace(plain, rules=(RuleUse("stupidity"),)),
            plain,
        )
    )
    lost, whole = (one.distributions["turn-1-b"].expected() for one in (told, usual))
    assert lost == pytest.approx(whole * 26 / 36)


def test_the_trace_says_how_often_the_test_fails() -> None:
    told = odds(match_up("fight", DULL_TROLLS, HALBERDIERS, {"a.general": 7}))
    texts = [step.text for step in told.trace if step.rule == "Stupidity"]
    assert len(texts) == 1
    assert "failed on 41.7%" in texts[0]
    assert "Stupidity" not in {left.rule for left in told.not_modelled}
