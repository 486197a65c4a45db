"""Challenges: who falls, what counts beyond, and what the others do meanwhile."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.core.percent import percent
from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.blows.attack import WarhammerAttack
from rulesets.games.warhammer.combat.blows.strikes import Strikes
from rulesets.games.warhammer.combat.context import (
    WarhammerReadings,
    WarhammerSituation,
)
from rulesets.games.warhammer.combat.fights.challenges import (
    MOST_OVERKILL,
    duel_chances,
)
from rulesets.games.warhammer.combat.fights.fight import setting_of
from rulesets.games.warhammer.combat.fights.psychology import stupidity_tests
from rulesets.games.warhammer.combat.fights.states import (
    CombatState,
    Duel,
    has_duellists,
)
from rulesets.games.warhammer.combat.profile import read_profile
from rulesets.odds.context import Context
from rulesets.odds.match_up import Answers, MatchUp
from tests.rulesets.games.warhammer.match_ups import FIGHTS
from tests.rulesets.games.warhammer.test_properties import mirrored, told_of_b
from tests.rulesets.games.warhammer.units import (
    CHOPPA,
    GIANT,
    HALBERDIERS,
    HERO,
    LANCERS,
    MASTER,
    ORCS,
    SPEARMEN,
    SWORDSMEN,
    match_up,
    unit,
)


def sure(attacks: int, when: int) -> tuple[Strikes, ...]:
    """Return blows that hit and wound on 2 and more, against no save."""
    attack = WarhammerAttack(attacks, 10, 2, 2, 7)
    return (Strikes("leader", "Champion", (when, 0), attack),)


def test_who_strikes_first_may_never_be_struck() -> None:
    told = duel_chances((sure(1, 0), sure(1, 1)), (1, 1), "a", at_once=False)
    hit = (5 / 6) ** 2
    assert told[1, 0, 0, 0] == pytest.approx(hit)
    assert told[0, 1, 0, 0] == pytest.approx((1 - hit) * hit)
    assert sum(told.values()) == pytest.approx(1)


def test_at_once_both_may_fall() -> None:
    told = duel_chances((sure(1, 0), sure(1, 1)), (1, 1), "a", at_once=True)
    assert told[0, 0, 0, 0] == pytest.approx((5 / 6) ** 4)


def test_wounds_beyond_count_up_to_five() -> None:
    told = duel_chances((sure(9, 0), sure(1, 1)), (1, 1), "a", at_once=False)
    assert max(over for _, _, over, _ in told) == MOST_OVERKILL
    hit = (5 / 6) ** 2
    assert told[1, 0, 1, 0] == pytest.approx(36 * hit**2 * (1 - hit) ** 7)


def test_what_is_beyond_is_added_to_the_points() -> None:
    assert Duel((1, 1), (0, 1), (3, 0)).overkill == 3
    assert Duel((1, 1), (1, 0), (0, 2)).overkill == -2


def test_it_takes_somebody_on_both_sides_and_others_beside_them() -> None:
    def met(a: object, b: object) -> bool:
        return has_duellists(read_profile(a, "a"), read_profile(b, "b"))  # type: ignore[arg-type]

    assert met(SWORDSMEN, ORCS)
    assert met(HERO, ORCS)
    assert not met(HALBERDIERS, ORCS)
    assert not met(HERO, MASTER)
    assert not met(GIANT, ORCS)


def test_where_nobody_can_be_challenged_nothing_changes() -> None:
    asked = odds(match_up("fight", HALBERDIERS, ORCS, {"challenge": True}))
    plain = odds(match_up("fight", HALBERDIERS, ORCS))
    assert asked.outcomes == plain.outcomes
    assert any("no challenge" in step.text for step in asked.trace)


def test_a_strong_champion_wins_more_in_a_challenge_than_a_weak_one() -> None:
    def wins(attacks: int) -> float:
        led = unit("Led", 20, champion={"a": attacks, "s": 6, "ws": 6, "i": 6})
        told = odds(match_up("fight", led, SPEARMEN, {"challenge": True}))
        return told.events["a-wins"]

    chances = [wins(attacks) for attacks in (1, 2, 4, 6)]
    assert chances == sorted(chances)


@pytest.mark.parametrize(
    "name", [name for name, one in FIGHTS.items() if one.situation.get("challenge")]
)
def test_exchanging_the_sides_exchanges_the_outcomes(name: str) -> None:
    told, other = odds(FIGHTS[name]), odds(mirrored(FIGHTS[name]))
    for key, chance in told.outcomes.items():
        assert other.outcomes[told_of_b(key)] == pytest.approx(chance, abs=1e-9)


def test_the_trace_tells_who_meets_whom() -> None:
    told = odds(match_up("fight", SWORDSMEN, HERO, {"challenge": True}))
    texts = [step.text for step in told.trace if step.rule == "Challenge"]
    assert texts[0].startswith("Champion slays his enemy")
    assert texts[1].startswith("Hero slays his enemy")


def test_a_character_in_a_unit_is_named_as_one_of_it() -> None:
    men = unit("Men", 10)
    joined = unit("Joined", 10, champion={"w": 2, "t": 4})
    told = odds(match_up("fight", joined, men))
    assert [left.rule for left in told.not_modelled] == ["Champion"]


def test_a_champion_is_struck_at_with_his_own_weapon_skill() -> None:
    asked = match_up("fight", SWORDSMEN, ORCS, {"challenge": True}, rounds=1)
    told = odds(replace(asked, explained=True))
    each = 1 / 2 * 1 / 3 * 5 / 6
    texts = [step.text for step in told.trace if step.rule == "Challenge"]
    slays = percent(1 - (1 - each) ** 2)
    assert texts[0].startswith(
        f"Champion slays his enemy in the first round on {slays}"
    )
    assert texts[1].endswith("he is struck at with Weapon Skill 4")
    assert told.deciding is not None
    beyond = {part.key: part.a for part in told.deciding.parts}["overkill"]
    assert beyond == pytest.approx(each**2)


def test_who_meets_a_champion_outside_a_challenge_strikes_at_his_unit() -> None:
    plain = unit("Orcs", 20, gear=(CHOPPA,), champion={}, t=4, i=2, sv=6)
    told = odds(match_up("fight", SWORDSMEN, ORCS, rounds=1))
    usual = odds(match_up("fight", SWORDSMEN, plain, rounds=1))
    assert told.wounds["a"].chances == usual.wounds["a"].chances


SURE: dict[str, Any] = {"each-of-216": 216}
HARMLESS: dict[str, Any] = {"each-of-216": 0, "a": 1}


def losing_its_champion() -> MatchUp:
    """Return a round that A loses by 1, for its champion falls and nobody else can."""
    line: dict[str, Any] = {"s": 1, "t": 10, "us": 0}
    men = unit("Men", 10, champion={**HARMLESS, "ld": 9}, ld=6, **line)
    foes = unit("Foes", 10, champion={**SURE, "a": 1, "i": 9}, **line)
    return match_up("fight", men, foes, {"challenge": True}, rounds=1)


def test_a_champion_who_fell_in_a_challenge_lends_no_leadership() -> None:
    told = odds(losing_its_champion())
    assert told.events["a-breaks"] == pytest.approx(26 / 36)


def test_a_champion_who_stands_after_a_challenge_lends_his_leadership() -> None:
    asked = losing_its_champion()
    harmless = unit("Foes", 10, champion=HARMLESS, s=1, t=10, us=0)
    situation: Answers = {**asked.situation, "b.bonus": 1}
    told = odds(replace(asked, b=harmless, situation=situation))
    assert told.events["a-breaks"] == pytest.approx(10 / 36)


def test_who_won_without_its_champion_holds_back_by_its_own_leadership() -> None:
    asked = losing_its_champion()
    more: Answers = {"a.bonus": 2, "a.pursuit": "restrains"}
    told = odds(replace(asked, situation={**asked.situation, **more}))
    breaks = told.events["b-breaks"]
    caught = told.outcomes["b-run-down"]
    assert caught == pytest.approx(breaks * 21 / 36 * 721 / 1296)


def test_a_stupid_unit_tests_without_the_champion_it_lost() -> None:
    dull = unit("Dull", 10, "stupidity", champion={"ld": 9}, ld=6)
    setting = setting_of(
        read_profile(dull, "a"),
        read_profile(ORCS, "b"),
        Context(WarhammerSituation(), WarhammerReadings()),
        ("front", "front"),
    )
    fails = [
        sum(
            share
            for share, one in stupidity_tests(
                setting, CombatState(fallen=(fallen, False)), ("a",)
            )
            if one.stupid[0]
        )
        for fallen in (False, True)
    ]
    assert fails == pytest.approx([6 / 36, 21 / 36])


def test_nobody_else_slays_a_champion_who_fights_in_a_challenge() -> None:
    many = unit("Many", 10, champion=HARMLESS, **SURE)
    one = unit("One", 2, "unbreakable", champion=HARMLESS, s=1, t=10)
    told = odds(match_up("fight", many, one, {"challenge": True}, rounds=1))
    assert told.outcomes["b-destroyed"] == 0
    assert told.survivors["b"].chances == pytest.approx((0, 1, 0))


def test_a_led_unit_is_slain_by_its_rival_and_by_the_others_together() -> None:
    few = unit("Few", 3, "unbreakable", champion={}, ws=2, i=2, sv=6)
    told = odds(match_up("fight", SWORDSMEN, few, {"challenge": True}, rounds=1))
    each = 2 / 3 * 1 / 2 * 5 / 6
    duellist = 1 - (1 - each) ** 2
    others = 1 - (1 - each) ** 4 - 4 * each * (1 - each) ** 3
    assert told.outcomes["b-destroyed"] == pytest.approx(duellist * others)


def test_a_champion_left_alone_falls_to_his_rival_only() -> None:
    many = unit("Many", 10, champion={**SURE, "a": 1, "i": 9}, **SURE)
    alone = unit("Alone", 5, "unbreakable", champion={}, s=1, t=10)
    asked: Answers = {"challenge": True, "b.wounds-lost": 4}
    told = odds(match_up("fight", many, alone, asked, rounds=1))
    assert told.outcomes["b-destroyed"] == 1
    harmless = unit("Many", 10, champion=HARMLESS, **SURE)
    told = odds(match_up("fight", harmless, alone, asked, rounds=1))
    assert told.outcomes["b-destroyed"] == 0


def test_at_once_a_hero_and_a_champion_may_slay_each_other() -> None:
    hero = unit("Hero", 1, a=1, **SURE)
    led = unit("Led", 5, champion={**SURE, "a": 1})
    for a, b in ((hero, led), (led, hero)):
        asked = match_up("fight", a, b, {"challenge": True}, {"blows": "at-once"})
        left = odds(replace(asked, rounds=1)).survivors
        side, other = ("a", "b") if a is hero else ("b", "a")
        assert left[side].chances[0] == 1
        assert left[other].chances[4] == 1


REFUSED: Answers = {"challenge": True, "refuses": "a"}


def test_who_refuses_a_challenge_strikes_no_blows_and_another_takes_his_place() -> None:
    hero = unit("Led", 20, champion={"a": 4, "s": 5, "i": 9})
    plain = unit("Led", 20)
    told = odds(
        match_up("fight", hero, SPEARMEN, {**REFUSED, "last-won": "a"}, rounds=1)
    )
    usual = odds(match_up("fight", plain, SPEARMEN, {"last-won": "a"}, rounds=1))
    assert told.wounds["a"].chances == pytest.approx(usual.wounds["a"].chances)


def test_whoever_hides_has_his_blows_when_nobody_is_left_to_hide_behind() -> None:
    last = unit("Last", 8, champion={"a": 4, "i": 9})
    lost: Answers = {"a.wounds-lost": 7}
    told = odds(match_up("fight", last, ORCS, {**REFUSED, **lost}, rounds=1))
    usual = odds(match_up("fight", last, ORCS, lost, rounds=1))
    assert told.wounds["a"].chances == usual.wounds["a"].chances


def test_his_leadership_does_not_count_in_a_round_in_which_he_hides() -> None:
    speaker = unit("Speaker", 20, champion={"ld": 9, "a": 1}, ld=5)
    silent = unit("Speaker", 20, champion={"ld": 5, "a": 1}, ld=5)
    told = odds(match_up("fight", speaker, ORCS, REFUSED))
    usual = odds(match_up("fight", silent, ORCS, REFUSED))
    assert told.outcomes == usual.outcomes


def test_a_refused_challenge_costs_the_blessing_of_the_lady() -> None:
    asked: Answers = {**REFUSED, "a.blessed": True}
    told = odds(match_up("fight", LANCERS, SWORDSMEN, asked))
    usual = odds(match_up("fight", LANCERS, SWORDSMEN, REFUSED))
    assert told.outcomes == usual.outcomes


def test_a_man_alone_cannot_refuse() -> None:
    alone = odds(match_up("fight", HERO, ORCS, REFUSED))
    fought = odds(match_up("fight", HERO, ORCS, {"challenge": True}))
    assert alone.outcomes == fought.outcomes


def test_a_refusal_without_a_challenge_changes_nothing() -> None:
    asked = odds(match_up("fight", SWORDSMEN, ORCS, {"refuses": "a"}))
    assert asked.outcomes == odds(match_up("fight", SWORDSMEN, ORCS)).outcomes


def test_the_trace_tells_who_refuses() -> None:
    told = odds(match_up("fight", SWORDSMEN, ORCS, REFUSED))
    texts = [step.text for step in told.trace if step.rule == "Challenge"]
    assert [text.startswith("Champion refuses in every round") for text in texts] == [
        True
    ]
