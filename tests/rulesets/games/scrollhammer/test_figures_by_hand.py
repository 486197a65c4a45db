"""Figures of Scrollhammer that were worked out by hand from the sentences of its rules.

Unless it says otherwise all figures are 3, with one Attack, one Wound and no save, so
that a blow wounds with one chance in four.
"""

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.games.scrollhammer.combat.blows.attack_values import ScrollhammerSave
from rulesets.games.scrollhammer.combat.blows.saves import save_need
from rulesets.games.scrollhammer.combat.fights.leadership import regrouping
from rulesets.games.scrollhammer.combat.profile import read_profile
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Fighter
from tests.rulesets.games.scrollhammer.units import (
    SPELLS,
    bow,
    fighter,
    match_up,
    part,
    spell,
    unit,
    weapon,
)

LOOSE: dict[str, Any] = {"formation": "Skirmish"}
TEN = unit("Soldiers", 10)
CROWD = unit("Crowd", 10, **LOOSE)


def told(kind: str, a: Fighter, b: Fighter, **asked: Any) -> Odds:
    """Return an answer; a dot in a key is written as two underscores."""
    situation = {key.replace("__", ".").replace("_", "-"): asked[key] for key in asked}
    return odds(match_up(kind, a, b, situation))


def near(figure: str) -> Any:
    return pytest.approx(float(Fraction(figure)), abs=1e-12)


def mages(*spells: Any) -> Fighter:
    """Return four casters of some spells, all in one hand."""
    casts = ", ".join(one.name for one in spells)
    one = part("Mages", 4, bs=4, mg=3, gear=(SPELLS,), casts=casts, **LOOSE)
    return fighter(one, spells=spells)


def test_going_to_ground_betters_the_cover_against_those_who_do_not_see() -> None:
    # One archer meets 6+, nine meet 2+: (5/6 + 9/6) / 4.
    archers = unit("Archers", 10, gear=(bow(3),))
    for cover in ("none", "4"):
        answer = told("shooting", archers, TEN, unsighted=9, go_to_ground=True)
        assert answer.expected["a-unsaved-wounds"] == near("7/12"), cover


def test_a_unit_that_went_to_ground_is_not_said_to_stand() -> None:
    archers = unit("Archers", 10, gear=(bow(3),))
    answer = told("shooting", archers, TEN, go_to_ground=True)
    assert answer.labels["b-stands"] == "Soldiers stay, gone to ground"
    assert told("shooting", archers, TEN).labels["b-stands"] == "Soldiers stand"


def test_the_cover_of_a_charger_counts_against_those_who_stand_and_shoot() -> None:
    # Leadership 10 passes with 11/12; ten shots hit on 3+ and wound on 4+.
    archers = unit("Archers", 10, bs=5, ld=10, gear=(bow(3),))
    asked: dict[str, Any] = {"distance": 7, "reaction": "stand-and-shoot"}
    for cover, lost in (("none", "55/18"), ("3", "55/54")):
        answer = told("engagement", CROWD, archers, **asked, a__cover=cover)
        assert answer.expected["a-lost-before"] == near(lost)


@pytest.mark.parametrize(("armour", "ap", "need"), [(1, 2, 3), (0, 2, 2), (-1, 4, 3)])
def test_piercing_is_taken_off_a_save_that_is_better_than_1(
    armour: int, ap: int, need: int
) -> None:
    assert save_need(ScrollhammerSave(armour, 7), ap) == (need, "armour")


@pytest.mark.parametrize("leader", [{"a": 1}, {"a": 4, "ws": 5, "s": 6}], ids=str)
def test_who_was_engaged_when_the_round_began_strikes(leader: dict[str, int]) -> None:
    # Seven soldiers and their leader, who strikes first, against three of Initiative 1.
    led = fighter(
        part("Soldiers", 7, **LOOSE),
        part("Leader", 1, role="leader", i=5, **{**LOOSE, **leader}),
    )
    three = unit("Three", 3, i=1, **LOOSE)
    answer = odds(match_up("fight", led, three, {"charger": "none"}, rounds=1))
    seven, quarter = range(8), Fraction(1, 4)
    each = Fraction(1, 4) if leader["a"] == 1 else Fraction(2, 3) * Fraction(5, 6)
    chance = sum(
        binomial(7, soldiers, quarter) * binomial(leader["a"], blows, each)
        for soldiers in seven
        for blows in range(leader["a"] + 1)
        if soldiers + blows >= 3
    )
    assert chance == Fraction(21067, 65536) or leader["a"] == 4
    assert answer.outcomes["b-destroyed"] == pytest.approx(float(chance), abs=1e-12)


def test_blows_go_by_the_majority_of_those_who_are_engaged() -> None:
    # Of eight who are engaged five are guards: 4+ to hit and 5+ to wound.
    mixed = fighter(part("Guards", 5, ws=5, t=4, i=1), part("Levies", 10, ws=2, i=1))
    three = unit("Three", 3, i=5, **LOOSE)
    answer = told("fight", three, mixed, charger="none")
    assert answer.wounds["a"].expected() == near("1/2")
    # Of four who are engaged three are champions.
    champions = part("Champions", 3, role="leader", ws=5, t=4, i=1)
    led = fighter(part("Levies", 20, ws=2, i=1), champions)
    hero = unit("Hero", 1, i=5, a=4, **LOOSE)
    assert told("fight", hero, led, charger="none").wounds["a"].expected() == near(
        "2/3"
    )


def binomial(dice: int, successes: int, each: Fraction) -> Fraction:
    ways = comb(dice, successes)
    return ways * each**successes * (1 - each) ** (dice - successes)


def test_a_charger_is_not_struck_in_its_own_flank() -> None:
    columns = unit("Columns", 10, i=5)
    front, flank = (
        told("charge", columns, TEN, distance=2, a__flanked=flanked)
        for flanked in (False, True)
    )
    assert flank.outcomes == front.outcomes


def test_hatred_is_over_in_a_combat_that_goes_on() -> None:
    # Ten blows: 1/2 to hit or 3/4 with misses rolled again, 1/2 to wound.
    haters = unit("Haters", 10, "hatred")
    goes_on = told("fight", haters, TEN, charger="none")
    assert goes_on.wounds["a"].expected() == near("5/2")
    charged = told("fight", haters, TEN, charger="b")
    assert charged.wounds["a"].expected() == near("15/4")


def test_a_paralyzed_unit_charges_as_through_difficult_terrain() -> None:
    # The two lowest of 3D6 come to 7 or more in 69 of 216 throws.
    for paralyzed, chance in ((False, "21/36"), (True, "69/216")):
        answer = told("charge", CROWD, TEN, distance=7, a__paralyzed=paralyzed)
        assert answer.events["a-reaches"] == near(chance)


@pytest.mark.parametrize(("ws", "i"), [(0, 1), (1, 0)])
def test_paralysis_never_raises_a_figure_of_0(ws: int, i: int) -> None:
    sleepers, slow = unit("Sleepers", 6, ws=ws, i=i), unit("Crowd", 10, i=1, **LOOSE)
    free, struck = (
        told("fight", sleepers, slow, charger="none", a__paralyzed=paralyzed)
        for paralyzed in (False, True)
    )
    assert struck.outcomes == pytest.approx(free.outcomes, abs=1e-12)


def test_blows_that_ignore_cover_ignore_that_of_the_invisible() -> None:
    # Five blows of Initiative 5 before the invisible strike: 5 / 4, or half of it.
    for rules, dealt in ((("ignores-cover",), "5/4"), ((), "5/8")):
        blades = unit("Blades", 5, i=5, gear=(weapon("user", 0, *rules),), **LOOSE)
        ghosts = unit("Ghosts", 8, **LOOSE)
        answer = told("fight", blades, ghosts, charger="none", b__unseen="last")
        assert answer.wounds["a"].expected() == near(dealt)


def test_poison_of_a_model_is_for_close_combat_alone() -> None:
    # Eight shots at Toughness 5: 1/2 to hit, 1/6 to wound; of a poisoned bow 2/3.
    giants = unit("Giants", 8, t=5)
    poisoners = unit("Poisoners", 8, ("poisoned", 3), gear=(bow(3),), **LOOSE)
    answer = told("shooting", poisoners, giants)
    assert answer.expected["a-unsaved-wounds"] == near("2/3")
    arrows = unit("Archers", 8, gear=(bow(3, 0, ("poisoned", 3)),), **LOOSE)
    poisoned = told("shooting", arrows, giants)
    assert poisoned.expected["a-unsaved-wounds"] == near("8/3")


def test_a_spell_that_is_move_or_fire_is_not_cast_after_a_move() -> None:
    heavy = mages(spell(8, 5, 2, type="Move or Fire"))
    assert told("shooting", heavy, TEN).expected["a-unsaved-wounds"] > 1
    moved = told("shooting", heavy, TEN, moved=True)
    assert moved.expected["a-unsaved-wounds"] == 0


def test_the_spell_that_does_most_is_judged_on_all_kinds_of_models() -> None:
    # Fire has twice the shots of Bolt and does nothing to one model of ten.
    fire = spell(6, 3, 2, name="Fire", element="Flame")
    bolt = spell(6, 3, 1, element="Frost")
    mixed = fighter(
        part("Salamander", 1, "immune-to-flame", **LOOSE), part("Men", 9, **LOOSE)
    )
    both, alone = (
        told("shooting", mages(*known), mixed) for known in ((bolt, fire), (fire,))
    )
    assert both.expected["b-wounds-lost"] == alone.expected["b-wounds-lost"]


def test_why_nobody_shoots_is_said() -> None:
    drained = fighter(
        part("Mages", 4, mg=0, gear=(SPELLS,), casts="Bolt"), spells=(spell(8, 5),)
    )
    assert told("shooting", drained, TEN).notes[0].endswith("has no power dice.")
    crossbows = unit("Crossbows", 6, gear=(bow(3, fires="Move or Fire"),))
    notes = told("shooting", crossbows, TEN, moved=True).notes
    assert notes[0].endswith("having moved.")
    assert notes[1] == "Bow stays silent: it is Move or Fire, and they moved."


def named(answer: Odds) -> list[str]:
    return [one.rule for one in answer.not_modelled]


def test_who_comes_nearer_is_told_what_it_never_fires() -> None:
    crossbows = unit("Crossbows", 6, bs=5, gear=(bow(3, fires="Move or Fire"),))
    assert "Bow" in named(told("engagement", crossbows, TEN, closing="both"))
    assert "Bow" not in named(told("engagement", crossbows, TEN, closing="none"))


def test_skirmishers_may_counter_attack_a_charge_through_difficult_ground() -> None:
    assert "Counter-attack" in named(told("charge", TEN, CROWD, difficult=True))
    assert "Counter-attack" not in named(told("charge", TEN, CROWD))
    assert "Counter-attack" not in named(told("charge", CROWD, TEN, difficult=True))
    hidden = told("charge", TEN, CROWD, difficult=True, a__unseen="first")
    assert "Counter-attack" not in named(hidden)
    crossed = told("engagement", TEN, CROWD, rough=True)
    assert "Counter-attack" in named(crossed)


def test_who_still_falls_back_on_the_table_is_undecided() -> None:
    archers = unit("Archers", 10, bs=4, gear=(bow(3, 1),), **LOOSE)
    volley = told("shooting", archers, CROWD)
    asked: dict[str, Any] = {
        "turns": 1,
        "first": "b",
        "closing": "none",
        "distance": 12,
    }
    answer = told("engagement", archers, CROWD, **asked, b__room=60)
    assert answer.outcomes.get("b-falls-back", 0.0) == 0
    falls = answer.events["b-still-falls-back"]
    assert falls == pytest.approx(volley.outcomes["b-falls-back"], abs=1e-12)


def test_nobody_regroups_beyond_the_own_table_edge() -> None:
    # 2D6 inches: always 2 or more, less than 12 in 35 of 36 throws.
    horde = unit("Horde", 10, ws=4, ld=10, sv=2, formation="Horde")
    quick = unit("Quick", 12, i=9, **LOOSE)

    def regroups(room: int) -> float:
        asked: dict[str, Any] = {"distance": 8, "turns": 2, "b.room": room}
        return odds(match_up("engagement", horde, quick, asked, rounds=1)).events[
            "b-regroups"
        ]

    assert regroups(60) == pytest.approx(0.2924, abs=1e-4)
    assert regroups(12) == pytest.approx(regroups(60) * 35 / 36, abs=1e-12)
    assert regroups(1) == 0


def test_who_was_driven_to_the_edge_by_shots_regroups_less_often() -> None:
    """A unit that fell back before the charge has lost more: both go together."""
    archers = unit("Archers", 12, bs=5, ws=4, ld=10, gear=(bow(4, 1),), **LOOSE)
    quick = unit("Quick", 12, i=9, ld=8, **LOOSE)
    asked: dict[str, Any] = {"distance": 20, "turns": 4}

    def regroups(room: int) -> float:
        answer = told("engagement", archers, quick, **asked, b__room=room)
        assert answer.error < 1e-6
        return answer.events["b-regroups"]

    # With 13 inches nobody who never fell back before the charge runs off the table.
    assert 0 < regroups(13) < 0.995 * regroups(60)


def test_poison_strikes_who_is_immune_to_it_as_usual() -> None:
    # Eight blows of Strength 3 at Toughness 4: 1/2 to hit, 1/3 to wound.
    immune = unit("Immune", 8, "immune-to-poison", t=4)
    blade = weapon("user", 0, ("poisoned", 4), element="Poison")
    answer = told("fight", unit("Vipers", 8, gear=(blade,)), immune, charger="none")
    assert answer.wounds["a"].expected() == near("4/3")
    venom = unit("Vipers", 8, gear=(weapon("user", 0, element="Poison"),))
    nothing = told("fight", venom, immune, charger="none")
    assert nothing.wounds["a"].expected() == 0


def test_paralysis_is_over_after_the_second_round() -> None:
    # Struck on 3+ and striking on 5+ in two rounds, then both on 4+.
    stone = unit("Stone", 1, "fearless", w=6, **LOOSE)
    situation: dict[str, Any] = {"b.paralyzed": True, "charger": "none"}
    asked = match_up("fight", stone, stone, situation, {"beta-texts": True}, rounds=3)
    left = odds(asked).expected
    assert left["b-wounds-left"] == near("61/12")
    assert left["a-wounds-left"] == near("65/12")


def test_a_rule_of_one_model_is_gone_with_it() -> None:
    horde: dict[str, Any] = {"formation": "Horde", "ld": 10}
    riders = fighter(part("Rider", 1, "hit-and-run", **horde), part("Men", 6, **horde))
    stump = unit("Stump", 1, s=1, t=10, **horde)
    answer = told("fight", riders, stump, a__leaves=True, a__models_lost=1)
    assert answer.outcomes["a-leaves"] == 0
    assert told("fight", riders, stump, a__leaves=True).outcomes["a-leaves"] > 0


def test_a_dead_lord_helps_nobody_to_regroup() -> None:
    lord = part("Lord", 1, "independent-character", role="leader", ld=8, **LOOSE)
    led = read_profile(fighter(part("Men", 4, ld=8, **LOOSE), lord), "b")
    rallies = regrouping(led)
    double_one, passed = Fraction(1, 36), Fraction(26, 36)
    for men, lords, chance in ((2, 1, passed), (1, 1, passed), (2, 0, double_one)):
        assert rallies[led.company.state((men, lords))] == near(str(chance))


def test_a_double_one_passes_no_leadership_test_of_1_to_regroup() -> None:
    rallies = regrouping(read_profile(unit("Cowards", 10, ld=1), "b"))
    assert rallies[5:].tolist() == [0.0] * 6
    assert rallies[1:5].tolist() == [1 / 36] * 4


def test_a_hunter_of_monsters_who_is_lost_helps_nobody_to_shoot_at_one() -> None:
    # Four arrows: one in two hits, one in six wounds (11/36 rolled again), a third is
    # not saved.
    monster = unit("Monster", 1, kind="monstrous-creature", t=6, w=4, sv=3, **LOOSE)
    hunters = fighter(
        part("Hunter", 1, "monster-hunter", gear=(bow(3),), **LOOSE),
        part("Archers", 4, gear=(bow(3),), **LOOSE),
    )
    lost = told("shooting", hunters, monster, a__models_lost=1)
    assert lost.expected["a-unsaved-wounds"] == near("1/9")
    whole = told("shooting", hunters, monster)
    assert whole.expected["a-unsaved-wounds"] == near("55/216")


@pytest.mark.parametrize(
    ("kind", "asked", "lost"),
    [
        ("shooting", {"touched": 3}, "b-wounds-lost"),
        ("engagement", {"a__touched": 3, "closing": "none"}, "b-lost-before"),
    ],
)
def test_a_ballistic_skill_of_0_fires_nothing_not_even_what_hits_by_itself(
    kind: str, asked: dict[str, Any], lost: str
) -> None:
    """Of Ballistic Skill 1 the flames hit by themselves; 0 fires no ranged weapon."""
    flames = bow(5, 2, "template", reach="Template")
    blind, seeing = (
        told(kind, unit("Throwers", 5, bs=bs, gear=(flames,)), TEN, distance=6, **asked)
        for bs in (0, 1)
    )
    assert blind.expected[lost] == 0 < seeing.expected[lost]
    named = [
        any("Ballistic Skill of 0" in note for note in one.notes)
        for one in (blind, seeing)
    ]
    assert named == [True, False]
