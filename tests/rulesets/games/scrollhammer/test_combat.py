"""Scrollhammer's answers: what they add up to, and how they move with the figures."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.games.scrollhammer.combat.answers import odds, preview
from rulesets.games.scrollhammer.combat.casting import cast_chances
from rulesets.games.scrollhammer.combat.engagements.approach import reach
from rulesets.games.scrollhammer.combat.questions.readings import READINGS
from rulesets.odds.answer import Odds
from rulesets.odds.attack import Attack, effect
from rulesets.odds.company import Company, Hurt, transitions
from rulesets.odds.fight import solver
from rulesets.odds.match_up import Fighter, MatchUpError
from rulesets.odds.native.bindings import is_ready
from rulesets.odds.wound_pool import shares
from tests.rulesets.games.scrollhammer.casters_match_ups import BATTLE_MAGI
from tests.rulesets.games.scrollhammer.rules_match_ups import LEECH
from tests.rulesets.games.scrollhammer.units import (
    ARCHERS,
    BEAST,
    BLIND,
    CATS,
    COHORT,
    DAGI,
    FALMER,
    GUILD,
    HELPLESS,
    HERO,
    LANCERS,
    LED,
    LEGION,
    MAGES,
    MARKSMEN,
    OGRES,
    PEASANTS,
    PRIESTS,
    SLAVES,
    SLAYERS,
    TROLLS,
    bow,
    fighter,
    match_up,
    part,
    unit,
    weapon,
)
from tests.rulesets.reference import case

UNITS = (LEGION, LED, PEASANTS, FALMER, TROLLS, BEAST, HERO, GUILD, OGRES)
SWAPPED = {"a": "b", "b": "a"}


def with_figure(one: Fighter, **figures: int) -> Fighter:
    """Return a unit of one group with other figures."""
    only = one.parts[0]
    changed = replace(only, characteristics={**only.characteristics, **figures})
    return replace(one, parts=(changed,))


def swapped(key: str) -> str:
    side, _, rest = key.partition("-")
    return f"{SWAPPED.get(side, side)}-{rest}" if rest else key


def test_legionnaires_charge_peasants_and_mostly_break_them() -> None:
    told = odds(match_up("fight", LEGION, PEASANTS))
    assert told.method == "exact"
    assert told.events["a-wins"] > 0.9
    assert [step.rule for step in told.trace if step.side == "a"][:2] == [
        "Who can Fight?",
        "To hit, to wound, save",
    ]


@pytest.mark.parametrize(
    ("element", "rules", "rule", "wounds", "saves"),
    [
        ("Frost", ("dwemer-make",), "Dwemer-make", "4+", "none"),
        ("Flame", ("dwemer-make",), None, "5+", "2+"),
        ("Shock", ("dwemer-make",), "Dwemer-make", "none", "2+"),
        ("Frost", ("immune-to-frost",), "Immune to Frost", "none", "2+"),
    ],
)
def test_the_trace_tells_what_an_element_does_to_the_target(
    element: str,
    rules: tuple[str, ...],
    rule: str | None,
    wounds: str,
    saves: str,
) -> None:
    striker = unit("Striker", 1, gear=(weapon("user", 0, element=element),))
    target = unit("Target", 1, *rules, t=4, sv=2)
    trace = odds(match_up("fight", striker, target)).trace
    struck = next(one for one in trace if one.rule == "To hit, to wound, save")
    assert f"{wounds} to wound, against a save of {saves};" in struck.text
    told = [one.rule for one in trace if one.rule == rule and one.side == "b"]
    assert told == ([rule] if rule else [])


def test_the_trace_tells_that_poison_does_nothing_to_who_is_proof() -> None:
    striker = unit("Striker", 1, gear=(weapon("user", 0, ("poisoned", 4)),))
    for rules, text in (
        ((), "wounds on a fixed roll where that is better"),
        (("immune-to-poison",), "does nothing to this target"),
    ):
        trace = odds(match_up("fight", striker, unit("Target", 1, *rules))).trace
        assert text in [step.text for step in trace]


@pytest.mark.parametrize(
    ("first", "second"), list(product(UNITS[:6], UNITS[3:])), ids=lambda u: u.name
)
def test_chances_sum_to_1_and_swapping_the_sides_mirrors_them(
    first: Fighter, second: Fighter
) -> None:
    told = odds(match_up("fight", first, second, {"charger": "none"}, rounds=4))
    other = odds(match_up("fight", second, first, {"charger": "none"}, rounds=4))
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
    for key, chance in told.outcomes.items():
        assert other.outcomes[swapped(key)] == pytest.approx(chance, abs=1e-9)
    assert told.survivors["a"].chances == pytest.approx(
        other.survivors["b"].chances, abs=1e-9
    )


@pytest.mark.parametrize(
    ("key", "values", "better"),
    [
        ("s", (2, 3, 4, 5), True),
        ("ws", (2, 3, 5), True),
        ("ld", (5, 7, 9), True),
        ("sv", (3, 4, 5, 7), False),
        ("t", (2, 3, 4, 6), True),
    ],
)
def test_a_better_figure_never_harms(
    key: str, values: tuple[int, ...], better: bool
) -> None:
    wins = [
        odds(match_up("fight", with_figure(COHORT, **{key: value}), CATS, rounds=5))
        for value in values
    ]
    chances = [told.events["a-wins"] - told.events["b-wins"] for told in wins]
    ordered = chances if better else chances[::-1]
    assert all(low <= high + 1e-9 for low, high in pairwise(ordered))


def test_a_fight_without_a_limit_ends_or_is_told_as_endless() -> None:
    told = odds(match_up("fight", LEGION, FALMER))
    assert told.outcomes["undecided"] < 1e-9
    stuck = odds(match_up("fight", HELPLESS, HELPLESS))
    assert stuck.outcomes["undecided"] == pytest.approx(1)


BIG = replace(LED, parts=(replace(LED.parts[0], models=35), LED.parts[1]))


def test_a_large_fight_is_sampled_by_numpy_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solver, "kernel", lambda: None)
    told = odds(match_up("fight", BIG, BIG, rounds=2))
    again = odds(match_up("fight", BIG, BIG, rounds=2))
    assert told.method == "sampled"
    assert told.outcomes == again.outcomes
    assert 0 < told.error < 0.02


@pytest.mark.skipif(not is_ready(), reason="the kernel was not built")
@pytest.mark.parametrize("kind", ["fight", "charge"])
def test_the_kernel_solves_what_numpy_samples_within_its_error(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = match_up(kind, BIG, BIG, rounds=2)
    exact = odds(question)
    monkeypatch.setattr(solver, "kernel", lambda: None)
    drawn = odds(question)
    assert (exact.method, drawn.method) == ("exact", "sampled")
    assert exact.outcomes == pytest.approx(drawn.outcomes, abs=drawn.error)
    assert exact.events == pytest.approx(drawn.events, abs=drawn.error)
    assert exact.error < 1e-9


def test_too_many_kinds_of_models_are_lumped_together_and_named() -> None:
    kinds = [part(f"Kind {number}", 6, ws=number) for number in range(2, 6)]
    captain = part("Captain", 1, role="leader", w=2)
    told = odds(match_up("fight", fighter(*kinds, captain), LEGION, rounds=1))
    left = [one.rule for one in told.not_modelled if one.side == "a"]
    assert left == ["Kind 3", "Kind 4", "Kind 5"]


def test_a_sample_agrees_with_what_is_worked_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = match_up("fight", LED, CATS, rounds=3)
    exact = odds(question)
    place = "rulesets.games.scrollhammer.combat.fights.fight.MOST"
    monkeypatch.setattr(place, 0)
    sampled = odds(question)
    assert (exact.method, sampled.method) == ("exact", "sampled")
    for key, chance in exact.outcomes.items():
        assert sampled.outcomes[key] == pytest.approx(chance, abs=0.01)


def test_every_reading_changes_a_number() -> None:
    """Each named reading moves some match-up."""
    asked: dict[str, list[tuple[str, Fighter, Fighter, dict[str, Any]]]] = {
        "sweep-ties": [("fight", LEGION, CATS, {})],
        "past-six": [
            (
                "charge",
                DAGI,
                unit("Recruits", 8, bs=1, gear=(bow(),)),
                {"reaction": "stand-and-shoot"},
            )
        ],
        "wide-ranks": [("fight", COHORT, CATS, {"a.files": 10})],
        "bonus-counted": [("fight", COHORT, CATS, {})],
        "neighbours": [("fight", COHORT, CATS, {"a.files": 7})],
        "turned": [
            ("fight", COHORT, CATS, {"a.flanked": True, "a.files": 10, "charger": "b"})
        ],
        "quarter-of": [("shooting", ARCHERS, COHORT, {"b.models-lost": 9})],
        "poisoned-shots": [
            (
                "shooting",
                unit("Hunters", 9, gear=(bow(4, 0, ("poisoned", 4)),)),
                COHORT,
                {},
            )
        ],
        "poison-past-chart": [("fight", FALMER, with_figure(BEAST, t=9), {})],
        "rending-ap": [("fight", BEAST, with_figure(LEGION, sv=1), {})],
        "absorbs": [("fight", LEECH, with_figure(CATS, sv=2), {})],
        "casts-on": [("shooting", BATTLE_MAGI, CATS, {})],
        "surge-adds": [("casting", MAGES, CATS, {"cast-dice": 1})],
        "falls-again": [("engagement", SLAVES, ARCHERS, {"a.room": 20})],
        "initiative-test": [
            ("fight", unit("Riders", 5, "hit-and-run", i=6), CATS, {"a.leaves": True})
        ],
        "beta-texts": [("fight", unit("Golems", 4, "fearless", ld=5), CATS, {})],
    }
    assert set(asked) == {question.key for question in READINGS}
    for question in READINGS:
        for kind, a, b, situation in asked[question.key]:
            keys = [choice.key for choice in question.choices]
            others: list[str | bool] = [*keys] if keys else [True, False]
            told = {
                json.dumps(
                    odds(
                        match_up(kind, a, b, situation, {question.key: other}, 3)
                    ).outcomes
                )
                for other in others
            }
            assert len(told) > 1, question.key


def test_the_reach_of_a_charge() -> None:
    plain, rough = reach(difficult=False), reach(difficult=True)
    assert sum(plain) == sum(rough) == 1
    assert sum(plain[7:], Fraction(0)) == Fraction(21, 36)
    assert rough[2] == Fraction(16, 216)
    told = odds(match_up("charge", LANCERS, PEASANTS, {"distance": 13}))
    assert told.outcomes["falls-short"] == 1
    assert told.outcomes["undecided"] == 0


def test_a_charge_that_touches_is_a_fight_with_the_charger() -> None:
    charge = odds(match_up("charge", LANCERS, PEASANTS, {"distance": 2}))
    fight = odds(match_up("fight", LANCERS, PEASANTS, {"charger": "a"}))
    for key, chance in fight.outcomes.items():
        assert charge.outcomes[key] == pytest.approx(chance, abs=1e-12)


def test_a_lance_is_strong_only_in_the_first_round_of_a_charge() -> None:
    charging = odds(match_up("fight", LANCERS, CATS, {"charger": "a"}))
    standing = odds(match_up("fight", LANCERS, CATS, {"charger": "none"}))
    assert "Strength 5" in charging.trace[1].text
    assert "Strength 3" in standing.trace[1].text


def test_casting_odds_by_every_roll_of_the_dice() -> None:
    for cost, dice, held in ((4, 1, 2), (10, 2, 4), (13, 3, 4), (25, 2, 4)):
        rest = held - dice
        at_once = surged = 0
        for rolled in product(range(1, 7), repeat=dice):
            for more in product(range(1, 4), repeat=rest):
                at_once += sum(rolled) >= cost
                surged += sum(rolled) < cost <= sum(rolled) + sum(more)
        ways = 6**dice * 3**rest
        wanted = Fraction(at_once, ways), Fraction(surged, ways)
        assert cast_chances(cost, dice, held) == (
            wanted if 6 * held >= cost else (0, 0)
        )


def test_a_spell_beyond_the_dice_may_not_be_tried() -> None:
    told = odds(match_up("casting", MAGES, CATS, {"cost": 19}))
    assert told.outcomes["not-cast"] == 1
    assert "may not try" in told.notes[0]


def test_casting_needs_a_cost_and_dice() -> None:
    with pytest.raises(MatchUpError, match="know no spell"):
        odds(match_up("casting", LEGION, CATS))
    with pytest.raises(MatchUpError, match="no power dice"):
        odds(match_up("casting", with_figure(BEAST, mg=0), CATS, {"cost": 4}))


def test_those_out_of_range_do_not_shoot() -> None:
    for shooter, situation in (
        (ARCHERS, {"distance": 25}),
        (BLIND, {}),
        (LEGION, {}),
        (MARKSMEN, {"moved": True}),
    ):
        told = odds(match_up("shooting", shooter, CATS, situation))
        assert told.outcomes["b-stands"] == 1
        assert "do not shoot" in told.notes[0]


def test_cover_never_helps_the_shooter() -> None:
    def wounds(**situation: Any) -> float:
        question = match_up("shooting", ARCHERS, DAGI, situation)
        return odds(question).expected["a-unsaved-wounds"]

    open_ground, soft = wounds(), wounds(cover="5")
    assert open_ground > soft > wounds(cover="4") > wounds(cover="3")
    assert wounds(cover="area") == pytest.approx(wounds(cover="4"))


def test_wounds_go_one_to_each_model_before_any_has_two() -> None:
    wounds = np.array([0, 3, 4, 7])
    dealt = shares(np.array([3, 1]), wounds)
    assert dealt.tolist() == [[0, 0], [3, 0], [3, 1], [6, 1]]
    assert shares(np.array([0, 1]), wounds).tolist()[-1] == [0, 7]
    assert shares(np.array([0, 0]), wounds).sum() == 0


def test_wounds_do_not_spill_over_as_in_the_reference() -> None:
    one = effect(Attack(to_hit=1, save=5, damage=(Fraction(0), *[Fraction(1, 3)] * 3)))
    hurt = Hurt((2 / 3, 1 / 3), (one,))
    company = Company((5,), (3,))
    final = transitions(company, hurt, [8])[0, -1]
    slain = np.bincount(5 - company.counts, weights=final)
    known = case("volleys", "wounds that do not spill").expected
    wanted = known["/distributions/slain/exactly"]
    assert slain[: len(wanted)] == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize(
    ("kind", "situation", "place"),
    [
        ("siege", {}, "/kind"),
        ("fight", {"a.models-lost": 10}, "/situation/a.models-lost"),
        ("fight", {"weather": "rain"}, "/situation/weather"),
    ],
)
def test_an_impossible_question_names_its_place(
    kind: str, situation: dict[str, Any], place: str
) -> None:
    with pytest.raises(MatchUpError) as caught:
        odds(match_up(kind, LEGION, CATS, situation))
    assert caught.value.where == place


def test_a_unit_without_figures_cannot_fight() -> None:
    for figure in (None, "2D6"):
        nobody = with_figure(LEGION, ws=figure)  # type: ignore[arg-type]
        with pytest.raises(MatchUpError) as caught:
            odds(match_up("fight", nobody, CATS))
        assert caught.value.where.startswith("/a/fighter/characteristics")


def test_a_written_out_fighter_without_parts_is_one_group() -> None:
    plain = replace(LEGION, parts=())
    told, parted = (odds(match_up("fight", one, CATS)) for one in (plain, LEGION))
    assert told.outcomes == parted.outcomes


def test_a_rule_without_text_is_named_and_not_guessed() -> None:
    told = odds(match_up("fight", BEAST, unit("Heroes", 3, "stubborn", "luck"), {}))
    left = [one.rule for one in told.not_modelled]
    assert {"Fear", "Stubborn", "Luck"} <= set(left)


def test_a_weapon_whose_figures_are_not_printed_is_named() -> None:
    axe = replace(weapon(base="great-weapon"), stats={})
    told = odds(match_up("fight", unit("Axemen", 5, gear=(axe,)), CATS))
    assert "strikes as a plain weapon" in told.not_modelled[0].why


@pytest.mark.parametrize("one", [LEGION, LED, ARCHERS, MAGES, PRIESTS, SLAVES, SLAYERS])
def test_a_preview_tells_every_way_to_attack(one: Fighter) -> None:
    cards = preview(one, CATS)
    assert len({card.key for card in cards}) == len(cards)
    assert {"melee", "charge"} <= {card.key for card in cards}
    assert ("shooting" in {card.key for card in cards}) == (one is ARCHERS)
    for card in cards:
        mean = card.dice * card.chance
        assert card.wounds.expected() == pytest.approx(mean, rel=0.2)


def test_the_game_offers_its_match_ups() -> None:
    game = GAMES["scrollhammer"]
    assert [kind.key for kind in combat_of(game).kinds] == [
        "fight",
        "charge",
        "shooting",
        "engagement",
        "battle-line",
        "casting",
    ]
    assert combat_of(game).odds is odds
    assert isinstance(odds(match_up("fight", LEGION, CATS)), Odds)
