"""Mordheim's combat by hand-worked examples, brute force, and what changes a number."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from rulesets.games.mordheim.combat.answers import odds, preview
from rulesets.games.mordheim.combat.fights import chain
from rulesets.games.mordheim.combat.glossary import WORDS
from rulesets.odds.match_up import Answers, FighterPart, MatchUpError
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import item, match_up


def out_at_once(need: int, wound: int, save: int) -> Fraction:
    """Count every roll of one blow against one wound: hit, wound, table, saves, injury.

    A critical hit rolls two injury dice; the second die counts in every case.
    """
    found = 0
    for hit, hurt, table, saved, one, two in product(range(1, 7), repeat=6):
        if hit < need or hurt < wound:
            continue
        critical = hurt == 6
        if saved >= save and not (critical and table >= 3):
            continue
        plus = 2 if critical and table >= 5 else 0
        found += max(one, two if critical else 0) + plus >= 5
    return Fraction(found, 6**6)


@pytest.mark.parametrize(
    ("gear", "ws", "s", "save", "needs"),
    [
        ("ladle", 3, 3, 7, (4, 4, 7)),
        ("axe", 4, 3, 5, (3, 4, 6)),
        ("halberd", 3, 3, 4, (4, 3, 5)),
        ("ladle", 3, 1, 5, (4, 6, 5)),
        ("dagger", 2, 3, 7, (4, 4, 6)),
        ("double-handed-weapon", 3, 4, 3, (4, 2, 6)),
    ],
)
def test_one_blow_is_what_all_rolls_of_its_dice_say(
    gear: str, ws: int, s: int, save: int, needs: tuple[int, int, int]
) -> None:
    a = f(gear, name="A", ws=ws, s=s, i=9)
    told = odds(match_up(a, f("bow", name="B", sv=save, i=1, a=0), rounds=1))
    assert told.events["b-out-at-once"] == pytest.approx(
        float(out_at_once(*needs)), abs=1e-9
    )


def test_a_6_that_is_needed_to_wound_is_a_critical_hit_as_any_other() -> None:
    """Strength 3 hits Toughness 5 on 4+ and wounds on 6.

    Two dice for injury reach 5 in 20 of 36 cases, with 2 added in 32: two thirds of the
    critical hits take out. One die alone does so in a third.
    """
    a, b = f("sword", name="A", i=9), f("ladle", name="B", t=5)
    told = odds(match_up(a, b, rounds=1))
    assert told.events["b-out-at-once"] == pytest.approx(1 / 2 * 1 / 6 * 2 / 3)
    plain = odds(match_up(a, b, readings={"needed-sixes": "plain"}, rounds=1))
    assert plain.events["b-out-at-once"] == pytest.approx(1 / 2 * 1 / 6 * 1 / 3)


def test_a_rapier_strikes_again_where_it_hit_and_did_not_wound() -> None:
    """One blow: hits on 4+ and wounds on 4+, or fails to and hits on 5+, wounds on 4+.

    Of the wounds a third are critical hits; nothing is out twice as B falls once.
    """
    a = f("rapier", name="A", i=9)
    b = f("bow", name="B", i=1, a=0)
    plain = odds(match_up(f("dagger", name="A", i=9), b, rounds=1))
    told = odds(match_up(a, b, rounds=1))
    once = plain.events["b-out-at-once"]
    again = 3 / 6 * 3 / 6 * (2 / 6) / (3 / 6)
    assert told.events["b-out-at-once"] == pytest.approx(once * (1 + again))
    on = odds(match_up(a, b, readings={"rapier": "each"}, rounds=1))
    assert on.events["b-out-at-once"] > told.events["b-out-at-once"]


def test_a_warhorse_strikes_with_its_own_figures() -> None:
    rider = f("axe warhorse", name="A", ws=2, a=0)
    told = odds(match_up(rider, f("bow", name="B", ws=2, a=0), rounds=1))
    texts = [step.text for step in told.trace if step.text.startswith("Warhorse")]
    assert texts == [
        "Warhorse, Strength 3 against Toughness 3: hits 3+, wounds 4+, save none"
    ]
    assert told.events["b-out-at-once"] > 0
    assert [left.rule for left in told.not_modelled] == ["Mount"]


def test_a_mule_carries_nobody_into_combat() -> None:
    mule = f("axe mule", name="A")
    told = odds(match_up(mule, f("axe", name="B"), kind="engagement"))
    assert told.outcomes["undecided"] == 1.0


def test_who_strikes_last_may_be_struck_down_before() -> None:
    slow = f("double-handed-weapon", name="A", a=3, s=4)
    quick = f("sword", name="B", a=3, s=4)
    last = odds(match_up(slow, quick))
    first = odds(match_up(slow, quick, readings={"heavy-charge": "first"}))
    strong = odds(
        match_up(f("double-handed-weapon", "strongman", name="A", a=3, s=4), quick)
    )
    assert last.events["a-wins"] < first.events["a-wins"]
    assert strong.events["a-wins"] == pytest.approx(first.events["a-wins"], abs=0.05)
    assert strong.events["b-out-at-once"] == pytest.approx(
        first.events["b-out-at-once"]
    )


@pytest.mark.parametrize(
    ("a", "b", "situation", "readings"),
    [
        ("sword", "axe", {}, {"parry-strength": "weapon"}),
        ("sword pistol", "axe", {}, {"black-powder": "added"}),
        ("ladle", "spear", {}, {"spear-and-charger": "charger"}),
        ("axe", "axe", {}, {"critical-injuries": "one"}),
        ("axe", "axe", {}, {"critical-saves": "each"}),
        ("dagger club-mace-or-hammer", "axe", {}, {"main-weapon": "first"}),
        ("axe", "axe", {"b.fighters": 2}, {"alone": "own"}),
        ("axe", "axe", {"indoors": True}, None),
        ("axe", "axe", {"a.hates": True}, None),
        ("axe", "axe", {"a.leader-ld": 9, "b.fighters": 2}, None),
    ],
)
def test_an_answer_or_a_reading_changes_the_number(
    a: str, b: str, situation: Answers, readings: Answers | None
) -> None:
    one = f(a, "pit-fighter-skill", name="A", s=3, a=2, ws=4)
    two = f(b, name="B", s=4, a=2, w=2, sv=4, i=4, t=4)
    if readings and "parry-strength" in readings:
        one, two = f("sword halberd", name="A"), f("axe", name="B", s=6)
    if readings is None:
        count = {"b.fighters": situation.get("b.fighters", 1)}
        before, after = (match_up(one, two, s) for s in (count, situation))
    else:
        before = match_up(one, two, situation)
        after = match_up(one, two, situation, readings)
    assert odds(before).outcomes["b-out"] != pytest.approx(
        odds(after).outcomes["b-out"], abs=1e-6
    )


def test_an_archer_draws_what_he_carries_and_parries_with_it() -> None:
    swordsman, archer = f("sword", name="B"), f("bow sword", name="B")
    bow = FighterPart(
        "B", "models", 1, "", archer.characteristics, (), (archer.gear[0],)
    )
    told = odds(match_up(f("axe", name="A"), replace(archer, parts=(bow,))))
    wanted = odds(match_up(f("axe", name="A"), swordsman))
    assert told.outcomes == pytest.approx(wanted.outcomes)


def test_who_cannot_be_wounded_and_cannot_wound_is_never_done() -> None:
    told = odds(match_up(f(name="A", t=9), f(name="B", t=9)))
    assert told.outcomes["undecided"] == 1.0


def test_a_charge_that_fear_holds_back_is_an_outcome() -> None:
    told = odds(match_up(f(name="A"), f("", "fear natural-weapons", name="B")))
    assert told.outcomes["a-holds-back"] == pytest.approx(15 / 36)


def test_who_lies_has_his_last_wound_also_where_fear_holds_the_charge_back() -> None:
    horror = f("", "fear natural-weapons", name="B", w=3)
    asked: Answers = {"charge": "a", "b.posture": "knocked-down"}
    told = odds(match_up(f(name="A"), horror, asked))
    assert told.outcomes["a-holds-back"] == pytest.approx(15 / 36)
    assert told.survivors["b"].chances[2:] == (0, 0)


def test_of_three_chargers_fear_may_hold_back_each() -> None:
    horror = f("", "fear natural-weapons", name="B", t=5)
    told = odds(match_up(f(name="A"), horror, {"a.fighters": 3, "b.friend-near": True}))
    assert told.outcomes["a-holds-back"] == pytest.approx((15 / 36) ** 3)
    assert sum(told.survivors["a"].chances) == pytest.approx(1)


def test_the_first_part_of_a_fighter_fights() -> None:
    plain = f("ladle", name="A")
    part = FighterPart(
        "A", "models", 1, "", {**plain.characteristics, "s": 5}, (), (item("axe"),)
    )
    parted = f("ladle", name="A")
    told = odds(match_up(replace(parted, parts=(part,)), f(name="B")))
    wanted = odds(match_up(f("axe", name="A", s=5), f(name="B")))
    assert told.outcomes == pytest.approx(wanted.outcomes)


@pytest.mark.parametrize(
    ("situation", "place"),
    [
        ({"a.posture": "stunned"}, "/situation/a.posture"),
        ({"b.wounds-lost": 2}, "/situation/b.wounds-lost"),
        ({"b.wounds-lost": 1}, "/situation/b.wounds-lost"),
        (
            {"a.wounds-lost": 1, "a.fighters": 2, "b.fighters": 2},
            "/situation/a.wounds-lost: A has 1 wound: who has lost the last one lies",
        ),
        ({"a.fighters": 6}, "/situation/a.fighters"),
        ({"weather": "rain"}, "/situation/weather"),
    ],
)
def test_an_impossible_situation_names_its_place(
    situation: Answers, place: str
) -> None:
    with pytest.raises(MatchUpError) as caught:
        odds(match_up(f(name="A"), f(name="B"), situation))
    assert str(caught.value).startswith(place)


@pytest.mark.parametrize("kind", ["fight", "shooting", "engagement"])
def test_one_of_two_wounds_may_be_lost_and_not_both(kind: str) -> None:
    archer = f("bow dagger", name="A")
    begun = replace(match_up(archer, f(name="B", w=2)), kind=kind)
    assert odds(replace(begun, situation={"b.wounds-lost": 1})).outcomes
    with pytest.raises(MatchUpError, match="B has 2 wounds"):
        odds(replace(begun, situation={"b.wounds-lost": 2}))


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("fight", ()),
        ("engagement", ("jumps down", "nobody falls")),
        ("shooting", ()),
        ("rout", ()),
    ],
)
def test_what_is_left_out_of_heights_is_said(kind: str, said: tuple[str, ...]) -> None:
    told = odds(replace(match_up(f("bow dagger", name="A"), f(name="B")), kind=kind))
    notes = " ".join(told.notes)
    assert [words in notes for words in said] == [True] * len(said)
    assert ("nobody falls" in notes) == bool(said)


@pytest.mark.parametrize("kind", ["fight", "engagement"])
def test_combats_and_engagements_say_that_nobody_leaves_or_crawls(kind: str) -> None:
    told = odds(replace(match_up(f("dagger", name="A"), f(name="B")), kind=kind))
    assert any("obody leaves" in note and "crawl" in note for note in told.notes)


def test_a_figure_that_is_a_text_is_refused_with_its_place() -> None:
    odd = f(name="A")
    odd = replace(odd, characteristics={**odd.characteristics, "a": "2D6"})
    with pytest.raises(MatchUpError, match="/a/fighter/characteristics/a"):
        odds(match_up(odd, f(name="B")))


def test_a_rule_that_is_not_worked_out_is_named() -> None:
    told = odds(match_up(f("sword", "bear-hug", name="A"), f(name="B")))
    assert [left.rule for left in told.not_modelled] == ["Bear hug"]


def test_the_word_for_who_lies_says_what_a_blow_at_him_does() -> None:
    """Of the blows at one who lies half hit, and each hit takes him out of action."""
    lies: Answers = {"charge": "none", "b.posture": "knocked-down"}
    a, b = f(name="A"), f(name="B")
    told = odds(match_up(a, b, lies, rounds=1))
    assert told.outcomes["b-out"] == pytest.approx(1 / 2)
    word = next(word for word in WORDS if word.term == "Knocked down")
    assert "a hit takes him out without a roll to wound" in word.text


def test_the_word_for_who_loses_says_where_it_is_followed_that_he_rallies() -> None:
    """Nobody can wound anybody; who is alone fails 15 of 36 tests."""
    a, b = f(name="A", s=1, t=9), f(name="B", s=1, t=9)
    told = odds(match_up(a, b, {"a.fighters": 2}, rounds=1))
    assert told.outcomes["b-flees"] == pytest.approx(15 / 36)
    word = next(word for word in WORDS if word.term == "Loses")
    assert "That he may rally in a later turn is followed where it is said" in word.text


@pytest.mark.parametrize("key", ["wizard", "prayers"])
def test_spells_and_prayers_are_named_as_left_out(key: str) -> None:
    told = odds(match_up(f("sword", key, name="A"), f(name="B")))
    assert [left.side for left in told.not_modelled] == ["a"]


def test_the_trace_says_that_the_first_test_of_stupidity_counts_as_passed() -> None:
    """Charged before its first turn it fights: a blow in nine takes A out at once."""
    stupid = f("ladle", "stupidity", name="B", ld=2)
    told = odds(match_up(f(name="A", a=0), stupid, rounds=1))
    assert told.events["a-out-at-once"] == pytest.approx(1 / 9)
    text = next(step.text for step in told.trace if step.rule == "Stupidity")
    assert text.endswith("of the turn of a charge, or before it, counts as passed")


def test_the_trace_names_rule_source_and_side() -> None:
    told = odds(match_up(f("axe", "mighty-blow", name="A"), f(name="B")))
    texts = {(step.rule, step.side): step.text for step in told.trace}
    assert texts["Mighty Blow", "a"] == "Strength 3 becomes 4"
    assert texts["Cutting edge", "a"] == "saves against it are 1 worse"
    assert all(step.source for step in told.trace)


def test_a_preview_tells_both_kinds_of_turn_and_shots() -> None:
    told = preview(f("bow sword", "mighty-blow", name="A"), f("axe", name="B"))
    assert [one.key for one in told] == ["melee", "charge", "shooting"]
    melee = told[0]
    assert [need.text() for need in melee.needs] == ["4+", "3+", "none"]
    assert melee.chance == pytest.approx(1 / 2 * 2 / 3)
    assert sum(melee.wounds.chances) == pytest.approx(1)


def test_rout_tests_of_two_leaders() -> None:
    a = f(name="A", ld=7)
    b = f("", "cunnin-plan", name="B", ld=7)
    told = odds(match_up(a, b, {"tests": 2}, kind="rout"))
    assert told.events["a-holds"] == pytest.approx((21 / 36) ** 2)
    assert told.events["b-holds"] == pytest.approx((1 - (15 / 36) ** 2) ** 2)
    assert sum(told.outcomes.values()) == pytest.approx(1)


def test_a_leader_lets_a_better_warrior_near_take_his_rout_test() -> None:
    asked: Answers = {"a.leader-ld": 9, "b.leader-ld": 6}
    told = odds(match_up(f(name="A"), f(name="B"), asked, kind="rout"))
    assert told.events["a-holds"] == pytest.approx(30 / 36)
    assert told.events["b-holds"] == pytest.approx(21 / 36)


def test_the_first_warband_that_routs_ends_the_battle() -> None:
    """Both fail 15 of 36 tests; who tests first is the more likely to rout."""
    passes, fails = 21 / 36, 15 / 36
    told = odds(match_up(f(name="A"), f(name="B"), {"tests": 2}, kind="rout"))
    once = {"a-routs": fails, "b-routs": passes * fails}
    assert told.by_round[0] == pytest.approx(once)
    twice = {key: chance * (1 + passes**2) for key, chance in once.items()}
    assert told.by_round[1] == pytest.approx(twice)
    assert told.outcomes["both-stand"] == pytest.approx(passes**4)
    other = odds(
        match_up(f(name="A"), f(name="B"), {"tests": 2, "first": "b"}, kind="rout")
    )
    assert other.outcomes["b-routs"] == pytest.approx(told.outcomes["a-routs"])


def test_one_rout_test_of_a_battle_is_rolled_again() -> None:
    a = f("", "blood-oath", name="A", ld=7)
    told = odds(match_up(a, f("", "drunk", name="B"), {"tests": 2}, kind="rout"))
    p = 21 / 36
    assert told.events["a-holds"] == pytest.approx(p * p + 2 * p * p * (1 - p))
    assert told.events["b-holds"] == 1.0


@pytest.mark.parametrize("rounds", [None, 4])
def test_a_combat_of_too_many_states_is_sampled_and_keeps_its_bound(
    rounds: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = match_up(
        f("axe", name="A"), f("sword", name="B", a=2), {"a.fighters": 2}, rounds=rounds
    )
    exact = odds(question)
    monkeypatch.setattr(chain, "MOST_STATES", 5)
    sampled = odds(question)
    assert sampled.method == "sampled"
    assert 0 < sampled.error < 0.02
    for key, chance in exact.outcomes.items():
        assert sampled.outcomes.get(key, 0.0) == pytest.approx(
            chance, abs=sampled.error
        )
    assert sampled.expected["turns"] == pytest.approx(exact.expected["turns"], abs=0.1)
    assert odds(question).outcomes == sampled.outcomes
