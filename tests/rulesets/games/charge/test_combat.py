"""Charge's answers against figures worked out elsewhere."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from rulesets.core.values import RuleUse
from rulesets.games.charge.combat.answers import odds, preview
from rulesets.games.charge.combat.questions import KINDS
from rulesets.games.charge.combat.readings import READINGS
from rulesets.odds.match_up import Answers, Fighter, MatchUp, MatchUpError
from rulesets.odds.settings import keys
from tests.rulesets.games.charge.units import (
    BEAST,
    BOARS,
    CANNON,
    CAPTAIN,
    ELVES,
    GUARD,
    JADE,
    JEZZAILS,
    ORCS,
    RATMEN,
    WARLORD,
    match_up,
    unit,
)
from tests.rulesets.reference import case

WORK_B_KNOWN = case("charge", "B, Orcs active every round").expected
WORK_B: Answers = {
    "later-rounds": "a",
    "half-strength": "none",
    "dead-strike": False,
    "test-after-destroying": False,
    "fall-back-ends": True,
}


def near(wanted: Any) -> Any:
    return pytest.approx(wanted, abs=1e-9, rel=0)


@pytest.mark.parametrize("later", ["a", "b", "alternating"])
@pytest.mark.parametrize("first", ["orcs", "jade"])
def test_every_order_of_activity_agrees_with_a_plain_count(
    later: str, first: str
) -> None:
    a, b = (ORCS, JADE) if first == "orcs" else (JADE, ORCS)
    told = odds(match_up("fight", a, b, readings={**WORK_B, "later-rounds": later}))
    wanted = plain_count(a, b, later)
    events = {**told.outcomes, **told.events}
    for key, chance in wanted.items():
        assert events[key] == near(chance)


def plain_count(a: Fighter, b: Fighter, later: str) -> dict[str, float]:
    """Follow every round of a fight state by state, one chance after the other."""
    each = {"a": per_die(a, b), "b": per_die(b, a)}
    holds = {"a": morale(a), "b": morale(b)}
    dice = {"a": figure(a, "melee-dice"), "b": figure(b, "melee-dice")}
    pools = (figure(a, "wounds"), figure(b, "wounds"))
    ends = dict.fromkeys(
        ("a-destroyed", "b-destroyed", "a-fails-alone", "b-fails-alone", "both-fail"),
        0.0,
    )
    live = {(pools[0], pools[1], "a"): 1.0}
    for _ in range(40):
        after: dict[tuple[int, int, str], float] = {}
        for (left_a, left_b, active), chance in live.items():
            turn = {"a": "a", "b": "b", "alternating": "b" if active == "a" else "a"}
            other = "b" if active == "a" else "a"
            left = {"a": left_a, "b": left_b}
            for lost_by_other, p in lost(dice[active], each[active], left[other]):
                if lost_by_other == left[other]:
                    ends[f"{other}-destroyed"] += chance * p
                    continue
                for lost_by_active, q in lost(dice[other], each[other], left[active]):
                    here = chance * p * q
                    if lost_by_active == left[active]:
                        ends[f"{active}-destroyed"] += here
                        continue
                    hurt = {other: lost_by_other, active: lost_by_active}
                    pass_a = holds["a"] if hurt["a"] else 1.0
                    pass_b = holds["b"] if hurt["b"] else 1.0
                    ends["a-fails-alone"] += here * (1 - pass_a) * pass_b
                    ends["b-fails-alone"] += here * pass_a * (1 - pass_b)
                    ends["both-fail"] += here * (1 - pass_a) * (1 - pass_b)
                    state = (left_a - hurt["a"], left_b - hurt["b"], turn[later])
                    stays = here * pass_a * pass_b
                    after[state] = after.get(state, 0.0) + stays
        live = {state: chance for state, chance in after.items() if chance > 1e-14}
    return ends


@cache
def lost(dice: int, each: float, left: int) -> list[tuple[int, float]]:
    chances = [1.0]
    for _ in range(dice):
        chances = [
            (chances[k] if k < len(chances) else 0) * (1 - each)
            + (chances[k - 1] * each if k else 0)
            for k in range(len(chances) + 1)
        ]
    capped = [*chances[:left], sum(chances[left:])]
    return [(k, chance) for k, chance in enumerate(capped) if chance]


def figure(fighter: Fighter, key: str) -> int:
    value = fighter.characteristics[key]
    assert isinstance(value, int)
    return value


def per_die(striker: Fighter, target: Fighter) -> float:
    hit = (7 - figure(striker, "melee-need")) / 6
    return hit * (figure(target, "save") - 1) / 6


def morale(fighter: Fighter) -> float:
    needed = figure(fighter, "morale")
    rolls = [(x, y) for x in range(1, 7) for y in range(1, 7) if x + y >= needed]
    return len(rolls) / 36


@pytest.mark.parametrize(
    ("striker", "target", "wounds"),
    [
        (RATMEN, ORCS, Fraction(20, 9)),
        (ORCS, RATMEN, Fraction(10, 3)),
        (JADE, ORCS, Fraction(10, 3)),
        (CAPTAIN, GUARD, Fraction(20, 3)),
        (ELVES, JADE, Fraction(16, 3)),
        (BOARS, JADE, Fraction(40, 9)),
        (BEAST, RATMEN, Fraction(32, 9)),
    ],
)
def test_expected_unsaved_wounds_in_the_front(
    striker: Fighter, target: Fighter, wounds: Fraction
) -> None:
    melee = preview(striker, target)[0]
    assert melee.key == "melee"
    assert melee.wounds.expected() == near(float(wounds))
    assert melee.chance * melee.dice == near(float(wounds))


@pytest.mark.parametrize(
    ("value", "passed", "fallen"),
    [(3, 35, 0), (4, 33, 2), (5, 30, 5), (6, 26, 9), (7, 21, 14), (8, 15, 20)],
)
def test_a_wounded_unit_holds_falls_back_or_breaks(
    value: int, passed: int, fallen: int
) -> None:
    timid = unit("Timid", "infantry", (1, 7), None, (7, 30, 4, value, 1))
    sure = unit("Sure", "infantry", (60, 2), None, (7, 30, 4, 7, 1))
    sure_hit = 1 - (1 / 6) ** 60
    told = odds(
        match_up("fight", sure, unit_with(timid, wounds=200), rounds=1)
    ).outcomes
    assert told["undecided"] == near(passed / 36 * sure_hit)
    assert told["b-falls-back"] == near(fallen / 36 * sure_hit)
    assert told["b-broken"] == near(1 / 36 * sure_hit)


def unit_with(fighter: Fighter, **figures: int) -> Fighter:
    changed = {**fighter.characteristics, **figures}
    return Fighter(fighter.name, fighter.kind, fighter.models, fighter.points, changed)


def test_the_sides_swapped_mirror_the_answer() -> None:
    readings: Answers = {"later-rounds": "a", "dead-strike": True}
    told = odds(match_up("fight", ORCS, RATMEN, readings=readings))
    turned = odds(match_up("fight", RATMEN, ORCS, readings=readings))
    swap = str.maketrans("ab", "ba")
    for key, chance in told.outcomes.items():
        if key.startswith(("a-", "b-")) and key.count("-") < 3:
            mirrored = key[0].translate(swap) + key[1:]
            assert turned.outcomes[mirrored] == near(chance)


def test_a_fight_that_nobody_can_win_stays_undecided() -> None:
    statue = unit("Statue", "infantry", (4, 7), None, (2, 5, 4, 7, 1))
    told = odds(match_up("fight", statue, statue))
    assert told.outcomes["undecided"] == near(1.0)
    assert "never ends" in " ".join(told.notes)


def test_rounds_that_are_limited_leave_the_rest_undecided() -> None:
    told = odds(match_up("fight", ORCS, JADE, readings=WORK_B, rounds=2))
    assert len(told.by_round) == 2
    assert told.outcomes["undecided"] == near(1 - WORK_B_KNOWN["/by_round/1"][0])


def test_a_hit_on_every_place_of_a_bad_question_is_named() -> None:
    for kind, situation, readings, where in (
        ("fihgt", {}, {}, "/kind"),
        ("fight", {"distance": 3}, {}, "/situation/distance"),
        ("fight", {"a.wounds-lost": 12}, {}, "/situation/a.wounds-lost"),
        ("fight", {"a.wounds-lost": -1}, {}, "/situation/a.wounds-lost"),
        ("fight", {"a.touched-in": "top"}, {}, "/situation/a.touched-in"),
        ("fight", {}, {"ones-fail": 1}, "/readings/ones-fail"),
        ("fight", {}, {"later-rounds": "c"}, "/readings/later-rounds"),
        ("charge", {"distance": True}, {}, "/situation/distance"),
        ("charge", {"furthest": 1}, {}, "/situation/furthest"),
    ):
        with pytest.raises(MatchUpError) as caught:
            odds(match_up(kind, ORCS, JADE, situation, readings))
        assert caught.value.where == where


def test_a_fighter_with_an_impossible_figure_is_refused_at_its_place() -> None:
    for key, value in (("wounds", 0), ("save", "4+"), ("morale", None)):
        figures = {**ORCS.characteristics, key: value}
        broken = Fighter("Broken", "infantry", 1, 0, figures)
        with pytest.raises(MatchUpError) as caught:
            odds(match_up("fight", JADE, broken))
        assert caught.value.where == f"/b/fighter/characteristics/{key}"


def test_armour_piercing_without_its_number_is_refused() -> None:
    bad = Fighter(
        "Bad", "infantry", 1, 0, ORCS.characteristics, (RuleUse("armour-piercing"),)
    )
    with pytest.raises(MatchUpError) as caught:
        odds(match_up("fight", bad, JADE))
    assert caught.value.where == "/a/fighter/rules/0/x"


def test_rounds_out_of_bounds_are_refused() -> None:
    with pytest.raises(MatchUpError, match="/rounds"):
        odds(MatchUp("charge", "fight", ORCS, JADE, {}, {}, rounds=0))


def test_a_rule_that_is_not_known_is_named_and_left_out() -> None:
    odd = Fighter("Odd", "infantry", 1, 0, ORCS.characteristics, (RuleUse("flying"),))
    told = odds(match_up("fight", odd, JADE, readings=WORK_B))
    assert [(left.rule, left.side) for left in told.not_modelled] == [("flying", "a")]
    assert told.outcomes["a-destroyed"] == near(
        WORK_B_KNOWN["/outcomes/a-destroyed"][0]
    )


def test_the_answer_repeats_every_answer_that_it_used() -> None:
    for kind in KINDS:
        told = odds(match_up(kind.key, WARLORD, CANNON))
        asked = [key for question in kind.situation for key in keys(question)]
        assert list(told.situation) == asked
        assert list(told.readings) == [question.key for question in READINGS]


def test_every_key_of_an_answer_has_words() -> None:
    for kind in KINDS:
        told = odds(match_up(kind.key, JEZZAILS, GUARD)).to_document()
        for part in ("outcomes", "events", "expected"):
            assert set(told[part]) <= set(told["labels"])


def test_a_fight_too_large_to_work_out_is_sampled_the_same_every_time() -> None:
    crowd = unit("Crowd", "infantry", (150, 4), None, (5, 200, 4, 7, 1))
    first = odds(match_up("fight", crowd, crowd, rounds=6))
    again = odds(match_up("fight", crowd, crowd, rounds=6))
    assert first.method == "sampled"
    assert 0 < first.error < 0.01
    assert first.outcomes == again.outcomes
    assert "rolled" in " ".join(first.notes)


def test_a_large_charge_that_never_begins_needs_no_fight() -> None:
    crowd = unit("Crowd", "infantry", (150, 4), None, (5, 200, 4, 7, 1))
    told = odds(match_up("charge", crowd, crowd, {"distance": 30}))
    assert told.method == "exact"
    assert told.outcomes["no-charge"] == 1


def test_a_large_fight_that_nobody_can_win_is_told_as_undecided() -> None:
    statue = unit("Statue", "infantry", (150, 7), None, (5, 200, 4, 7, 1))
    told = odds(match_up("fight", statue, statue))
    assert told.outcomes["undecided"] == 1


def test_sides_of_the_same_name_are_told_apart() -> None:
    labels = odds(match_up("fight", ORCS, ORCS)).labels
    assert labels["a-destroyed"] == "Orcs (A): destroyed"
    assert labels["b-destroyed"] == "Orcs (B): destroyed"


@pytest.mark.parametrize("kind", ["fight", "charge", "engagement"])
def test_who_is_in_contact_only_fights_and_the_notes_say_so(kind: str) -> None:
    told = odds(match_up(kind, GUARD, RATMEN))
    assert any("neither shoots nor moves away" in note for note in told.notes)
    # 10 dice at 5+, poisoned, against a save of 5+; its 10 shots do not count.
    blows = odds(match_up("fight", GUARD, RATMEN, rounds=1))
    assert blows.expected["a-wounds-dealt"] == pytest.approx(10 / 3 * 8 / 9)
