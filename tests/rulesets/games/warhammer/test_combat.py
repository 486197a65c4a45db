"""Combats of Warhammer against answers worked out by others, and by hand."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rulesets.core.values import RuleUse
from rulesets.games.warhammer.combat.answers import odds, preview
from rulesets.games.warhammer.combat.blows.attack import (
    WarhammerAttack,
    hit_need,
    resolve,
    wound_need,
)
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers, Fighter, MatchUpError
from tests.rulesets.games.warhammer.simulated import HITS, IMPOSSIBLE, WOUNDS
from tests.rulesets.games.warhammer.units import (
    ARCHERS,
    BOAR_BOYZ,
    CHARIOT,
    FLAGELLANTS,
    GOBLINS,
    GREATSWORDS,
    HALBERD,
    HALBERDIERS,
    HERO,
    KNIGHTS,
    MAN,
    ORCS,
    SPEARMEN,
    SWORDSMEN,
    TROLLS,
    match_up,
    unit,
)

BARE: dict[str, str | int | bool] = {
    "ranks-counted": "end",
    "last-rank": "full",
    "rank-width": 1,
    "frontage": "all",
}
"""The readings of the answers that others have worked out."""


def plain(name: str, models: int = 20, **figures: int) -> Fighter:
    """Return men written out without parts, whose numbers give no bonus."""
    line = {**MAN, "sv": 7, "us": 0, **figures}
    return Fighter(name, "infantry", models, 0, line)


A = plain("A", ws=4, sv=5, i=4)
B = plain("B", ws=3, sv=6, i=3)


def near(value: Any) -> Any:
    return pytest.approx(value, abs=1e-9)


def test_whoever_breaks_is_run_down_as_often_as_two_dice_say() -> None:
    told = odds(match_up("fight", A, B, {}, BARE, rounds=10))
    share = float(Fraction(721, 1296))
    assert told.outcomes["a-run-down"] == near(share * told.events["a-breaks"])
    assert told.outcomes["b-run-down"] == near(share * told.events["b-breaks"])


def test_the_formulas_are_the_printed_tables() -> None:
    for own, other in product(range(1, 11), repeat=2):
        assert hit_need(own, other) == HITS[own - 1][other - 1]
        printed = WOUNDS[own - 1][other - 1]
        assert wound_need(own, other) == (7 if printed == IMPOSSIBLE else printed)


def every_roll(attack: WarhammerAttack) -> Fraction:
    """Return the chance of a wound by rolling every combination of four dice."""
    wounds = 0
    for hit, wound, armour, ward in product(range(1, 7), repeat=4):
        hits = hit == 6 or (hit > 1 and hit >= attack.to_hit)
        poison = attack.poison == hit
        wounded = poison or (wound > 1 and wound >= attack.to_wound)
        slain = attack.slay == wound and not poison and attack.to_wound < 7
        saved = armour > 1 and armour >= attack.save and not slain
        wounds += hits and wounded and not saved and ward < attack.ward
    return Fraction(wounds, 6**4)


@pytest.mark.parametrize("save", [0, 2, 4, 6, 9])
@pytest.mark.parametrize("to_hit", [1, 4, 6, 8])
def test_one_blow_is_the_sum_of_all_its_rolls(to_hit: int, save: int) -> None:
    for wound, ward in product((2, 4, 6, 7), (4, 7)):
        for poisoned, slays in product((False, True), repeat=2):
            attack = WarhammerAttack(
                1,
                3,
                to_hit,
                wound,
                save,
                ward,
                poison=6 if poisoned else 7,
                slay=6 if slays else 7,
            )
            if poisoned and to_hit > 6:
                continue
            assert resolve(attack).harm() == every_roll(attack)


@pytest.mark.parametrize(
    ("need", "chance"),
    [(6, "1/6"), (7, "1/12"), (8, "1/18"), (9, "1/36"), (10, "0"), (1, "5/6")],
)
def test_shots_that_need_seven_and_more_roll_twice(need: int, chance: str) -> None:
    shot = WarhammerAttack(1, 3, need, 1, 7, always_on_six=False)
    assert resolve(shot).harm() == Fraction(chance)


def dealt(told: Odds) -> float:
    return told.wounds["a"].expected()


def steps(told: Odds, rule: str, side: str = "") -> list[str]:
    return [s.text for s in told.trace if s.rule == rule and side in ("", s.side)]


def test_the_charger_with_a_great_weapon_strikes_first() -> None:
    first = odds(match_up("charge", GREATSWORDS, GOBLINS))
    lowered = replace(GOBLINS, name="Goblins")
    later = odds(match_up("fight", GREATSWORDS, lowered))
    assert first.wounds["a"].expected() > later.wounds["a"].expected()


def test_knights_lose_the_strength_of_their_lances_after_the_charge() -> None:
    told = odds(match_up("charge", KNIGHTS, HALBERDIERS))
    assert any("Strength 3 + 2" in text for text in steps(told, "Lance"))
    blows = steps(told, "Blows", "a")
    assert any("Strength 5" in text for text in blows)
    assert any("in later rounds" in text and "Strength 3" in text for text in blows)


def test_hand_weapon_and_shield_help_on_foot_only() -> None:
    foot = odds(match_up("fight", SWORDSMEN, BOAR_BOYZ))
    assert steps(foot, "Hand weapon and shield", "a") == ["save 5+ becomes 4+"]
    assert steps(foot, "Hand weapon and shield", "b") == []


def test_a_charge_takes_the_second_rank_of_the_charger_only() -> None:
    charging = odds(match_up("charge", SPEARMEN, HALBERDIERS))
    waiting = odds(match_up("fight", SPEARMEN, HALBERDIERS, {"last-won": "a"}))
    assert waiting.wounds["a"].expected() == pytest.approx(
        charging.wounds["a"].expected() * 11 / 6
    )


def test_unbreakable_units_never_break() -> None:
    told = odds(match_up("fight", FLAGELLANTS, SWORDSMEN, rounds=8))
    assert told.events["a-breaks"] == 0
    assert told.events["b-breaks"] > 0


def test_impact_hits_fall_before_all_blows() -> None:
    told = odds(match_up("charge", CHARIOT, HALBERDIERS, rounds=1))
    assert told.wounds["a"].expected() > 4.5 * 5 / 6
    assert steps(told, "Impact hits")


def test_an_obstacle_no_longer_stands_against_who_has_won_the_round_before() -> None:
    def dealt(**more: Any) -> float:
        asked: Answers = {"defended": True, **more}
        return (
            odds(match_up("fight", SWORDSMEN, ORCS, asked, rounds=1))
            .wounds["a"]
            .expected()
        )

    each = 1 / 3 * 5 / 6
    for won in ("nobody", "b"):
        assert dealt(**{"last-won": won}) == pytest.approx(6 * each / 6)
    assert dealt(**{"last-won": "a"}) == pytest.approx(6 * each * 2 / 3)


def test_an_overrun_is_spoken_of_only_where_the_combat_begins() -> None:
    def words(kind: str) -> str:
        return odds(match_up(kind, SWORDSMEN, ORCS)).labels["a-slays-all-at-once"]

    assert words("fight") == "Swordsmen slaying all in the first round"
    for kind in ("charge", "engagement"):
        told = "Swordsmen slaying all in the first round: it may overrun"
        assert words(kind) == told


@pytest.mark.parametrize(
    ("kind", "base", "count"),
    [("cavalry", 25, 6), ("chariot", 50, 10), ("infantry", 25, 4), ("", 50, 6)],
)
def test_the_flank_of_riders_and_of_chariots_is_two_widths_a_rank(
    kind: str, base: int, count: int
) -> None:
    men = unit("Men", 30)
    struck = unit("Struck", 10, kind=kind, sv=2, us=2)
    asked: Answers = {"contact": "flank", "a.width": 10, "b.base": base}
    told = odds(match_up("charge", men, struck, asked, rounds=1))
    assert told.wounds["a"].expected() == pytest.approx(count / 24)
    met = [step.text for step in told.trace if step.rule == "Who fights"]
    assert met == [
        f"10 wide, {count} of 30 models in contact",
        "5 wide, 2 of 10 models in contact",
    ]


def test_only_the_chariots_that_still_stand_deal_impact_hits() -> None:
    chariots = unit(
        "Chariots", 2, RuleUse("impact-hits", 10), kind="chariot", w=4, a=0, us=4
    )
    men = unit("Men", 30)
    for lost, stand in ((0, 2), (3, 2), (4, 1), (7, 1)):
        asked = match_up("charge", chariots, men, {"a.wounds-lost": lost}, rounds=1)
        told = odds(asked)
        assert told.wounds["a"].expected() == pytest.approx(stand * 3.5 * 5 / 6)


def test_a_lost_challenge_of_nerves_before_the_charge_is_an_outcome() -> None:
    told = odds(match_up("charge", HALBERDIERS, TROLLS))
    assert told.outcomes["no-charge"] == pytest.approx(5 / 12)
    assert told.events["contact"] == pytest.approx(7 / 12)


def test_a_weaker_unit_that_fears_its_charger_flees() -> None:
    few = unit("Few", 5, ld=7)
    told = odds(match_up("charge", TROLLS, few))
    assert told.outcomes["b-flees"] == pytest.approx(5 / 12 * 5 / 6)
    assert told.outcomes["b-caught"] == pytest.approx(5 / 12 / 6)


def test_rules_without_dice_here_are_named() -> None:
    odd = unit("Odd", 10, "guess-range", "no-such-rule", gear=(HALBERD,))
    told = odds(match_up("fight", odd, ORCS))
    named = {left.rule for left in told.not_modelled}
    assert named == {"Guessed range", "No such rule"}


def test_wounds_of_an_unknown_die_are_not_modelled() -> None:
    vague = unit("Vague", 10, "multiple-wounds")
    sure = unit("Vague", 10, RuleUse("multiple-wounds", 3))
    assert odds(match_up("fight", vague, TROLLS)).not_modelled
    assert not odds(match_up("fight", sure, TROLLS, rounds=4)).not_modelled


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("/a/fighter/characteristics/t", {"t": None}),
        ("/a/fighter/characteristics/a", {"a": "2D6"}),
        ("/a/fighter/characteristics/ws", {"ws": 11}),
        ("/a/fighter/characteristics/us", {"us": None}),
    ],
)
def test_a_figure_that_is_none_is_refused_with_its_place(
    place: str, line: dict[str, Any]
) -> None:
    wrong = replace(A, characteristics={**A.characteristics, **line})
    with pytest.raises(MatchUpError) as refused:
        odds(match_up("fight", wrong, B))
    assert str(refused.value).startswith(place)


def test_impact_hits_of_very_many_models_are_refused_in_words() -> None:
    herd = plain("Herd", 11)
    herd = replace(herd, rules=(RuleUse("impact-hits", 5),))
    with pytest.raises(MatchUpError, match="at most 10 models"):
        odds(match_up("charge", herd, B))
    told = odds(match_up("charge", replace(herd, models=10), B, rounds=1))
    assert told.wounds["a"].expected() > 0


def test_more_wounds_lost_than_there_are_is_refused() -> None:
    with pytest.raises(MatchUpError, match=r"b\.wounds-lost"):
        odds(match_up("fight", A, B, {"b.wounds-lost": 20}))


def test_a_volley_out_of_range_says_why() -> None:
    told = odds(match_up("shooting", ARCHERS, ORCS, {"distance": 25}))
    assert told.outcomes == {"b-destroyed": 0.0, "b-stands": 1.0}
    assert "out of range" in told.notes[0]


def test_vomit_takes_the_place_of_all_blows_when_asked() -> None:
    sick = unit("Sick", 3, "troll-vomit", a=3, s=4, i=9)
    steel = unit("Steel", 20, sv=1, ld=10)
    told = odds(match_up("fight", sick, steel, {"a.vomits": True}, rounds=1))
    assert dealt(told) == near(3 * 5 / 6)
    usual = odds(match_up("fight", sick, steel, rounds=1))
    plain = odds(match_up("fight", unit("Sick", 3, a=3, s=4, i=9), steel, rounds=1))
    assert dealt(usual) == near(dealt(plain))
    assert not usual.not_modelled


def test_the_preview_shows_the_charge_later_rounds_and_shots() -> None:
    told = {one.key: one for one in preview(ARCHERS, ORCS)}
    assert [*told] == ["charge", "melee", "shooting"]
    assert told["shooting"].dice == 10
    assert told["shooting"].needs[0].text() == "4+"
    knights = {one.key: one for one in preview(KNIGHTS, ORCS)}
    assert knights["charge"].wounds.expected() > knights["melee"].wounds.expected()
    assert "shooting" not in knights


def test_a_hero_needs_nobody_beside_him() -> None:
    told = odds(match_up("fight", HERO, GOBLINS))
    assert "one model, in contact" in steps(told, "Who fights", "a")
    assert "5 wide, 3 of 25 models in contact" in steps(told, "Who fights", "b")
