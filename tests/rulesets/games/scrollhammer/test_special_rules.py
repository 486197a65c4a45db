"""The one table of special rules: every key once, and a fate for every rule."""

import ast
import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from rulesets.combats import status_of
from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import EXACT, SpecialRule
from rulesets.games.scrollhammer import SCROLLHAMMER
from rulesets.games.scrollhammer.book_rules import OF_BOOKS
from rulesets.games.scrollhammer.combat.answers import COMBAT, odds, preview
from rulesets.games.scrollhammer.combat.blows.terms import DICE, ELEMENT, MOMENTS, SAVES
from rulesets.games.scrollhammer.combat.profile import why_left_out
from rulesets.games.scrollhammer.combat.questions.asked_rules import UNASKED
from rulesets.games.scrollhammer.rulebook_rules import HEALING
from rulesets.games.scrollhammer.special_rules import (
    RULES,
    SPECIAL_RULES,
    keys_of,
    rule_of,
)
from rulesets.odds.effects import refusal
from rulesets.odds.stat_line import titled
from tests.real_books import real_books
from tests.rulesets.games.scrollhammer.units import CATS, bow, match_up, unit, weapon

BOOKS = Path(__file__).parents[4] / "fixtures" / "books"
COMBAT_CODE = (
    Path(__file__).parents[4] / "rulesets" / "games" / "scrollhammer" / "combat"
)
TREES = [
    ast.parse(path.read_text(encoding="utf-8")) for path in COMBAT_CODE.rglob("*.py")
]


def printed() -> dict[str, str]:
    """Return the names of the rules that the books print, by key."""
    documents = [
        json.loads(path.read_bytes()) for path in BOOKS.glob("scrollhammer-*.json")
    ]
    return {r["key"]: r["name"] for book in documents for r in book.get("rules", ())}


def test_a_row_of_books_is_printed_by_one_and_a_row_of_the_game_by_the_game() -> None:
    of_books = {row.key for row in OF_BOOKS}
    assert sorted(of_books - set(printed())) == []
    assert not of_books & set(RULES)


def test_a_rule_without_a_row_is_left_out_under_the_name_that_its_key_gives() -> None:
    assert rule_of("war-paint").fate.kind == "left out"
    assert rule_of("war-paint").name == "War paint"
    assert "its book alone" in why_left_out("war-paint")


def test_a_rule_of_a_book_without_a_row_says_what_is_left_out_of_it() -> None:
    for book in real_books("scrollhammer-*").values():
        for key, rule in book.rules.items():
            known = key in SPECIAL_RULES or rule_of(key).effects or rule.effects
            assert known or rule.left_out or key in UNCARRIED, (book.key, key)


UNCARRIED = {"beasts-of-the-sightless-realm"}
"""Rules of units whose entries are not known."""


def test_every_row_says_what_it_is_and_where_it_is_printed() -> None:
    for row in SPECIAL_RULES.values():
        assert row.name, row.key
        assert row.source, row.key
        assert row.key not in RULES or row.summary, row.key


def test_what_is_left_out_says_whether_its_text_is_not_known_or_what_else() -> None:
    for rule in SPECIAL_RULES.values():
        if rule.fate.kind == "left out":
            assert rule.left_out, rule.key


def test_what_is_asked_names_a_question_and_the_words_for_when_nobody_asks() -> None:
    known = {question.key for kind in COMBAT.kinds for question in kind.situation}
    for key in keys_of("asked"):
        question = rule_of(key).fate.question
        assert question in known, key
        assert question in UNASKED, key
    assert {one for words in UNASKED.values() for one in words.questions} <= known


def test_a_rule_that_names_a_foe_needs_no_row() -> None:
    assert rule_of("hatred-elves").fate == rule_of("hatred-undead-and-daedra").fate
    assert rule_of("preferred-enemy-elves").fate.question == "foe"


def strings(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the strings that stand in code."""
    found = (node for one in nodes for node in ast.walk(one))
    return {
        node.value
        for node in found
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_rule_that_counts_has_effects_or_a_function() -> None:
    named = strings(TREES)
    idle = [
        key
        for key in keys_of("counted")
        if not rule_of(key).effects and key not in named
    ]
    assert idle == []
    by_mechanism = {k for k in keys_of("counted") if rule_of(k).fate.mechanism}
    assert {rule_of(key).fate.mechanism for key in by_mechanism} == {HEALING}


def asked_for() -> set[tuple[str, str]]:
    """Return the ops and terms that functions of the combat ask for by themselves."""
    calls = (
        node
        for tree in TREES
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and {"rules_that", "does", "has_bearer"}
        & {getattr(node.func, "id", ""), getattr(node.func, "attr", "")}
    )
    values = (
        [str(getattr(one, "value", "")) for one in call.args[-2:]] for call in calls
    )
    return {(op, on) for op, on in values}


ASKED_BY_NUMBER = {
    ("roll", "attacks"),
    ("add", "result"),
    ("add", "move-dice"),
    ("set", "ward"),
    ("pass", "test:morale"),
    ("may-not", "act:flee"),
    ("may", "act:shoot"),
    ("may", "act:charge"),
    ("at-least", "scroll"),
    ("at-most", "scroll"),
}
"""Effects that functions look for among those of a unit."""


@pytest.mark.parametrize("key", [k for k, row in SPECIAL_RULES.items() if row.effects])
def test_every_effect_is_one_that_the_combat_knows(key: str) -> None:
    for effect in rule_of(key).effects:
        if (effect.op, effect.on) in asked_for() | ASKED_BY_NUMBER:
            continue
        word, _, about = effect.on.partition(":")
        if word in ("kind", "rule") and about:
            assert effect.op == {"kind": "ignore", "rule": "start"}[word]
            continue
        if effect.on in {**DICE, **ELEMENT}:
            assert refusal(effect, {**DICE, **ELEMENT}, MOMENTS) == ""
        else:
            assert refusal(effect, SAVES, MOMENTS) == ""


STEADY = SpecialRule(
    "steady-aim",
    "Steady aim",
    "It hits better.",
    "Our house",
    effects=(RuleEffect("to-hit", "add", when=("shooting",)),),
)


def test_a_rule_of_one_row_is_counted_traced_and_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shooters = unit("Shooters", 10, bs=3, gear=(bow(),))
    before = odds(
        match_up("shooting", unit("Shooters", 9, "steady-aim", "night-eye"), CATS)
    )
    assert titled("steady-aim") in [one.rule for one in before.not_modelled]
    monkeypatch.setitem(SPECIAL_RULES, "steady-aim", STEADY)
    monkeypatch.setitem(RULES, "steady-aim", STEADY)
    bearers = unit("Shooters", 10, "steady-aim", bs=3, gear=(bow(),))
    plain, better = (
        odds(match_up("shooting", one, CATS)) for one in (shooters, bearers)
    )
    more = better.expected["a-unsaved-wounds"] / plain.expected["a-unsaved-wounds"]
    assert more == pytest.approx((4 / 6) / (3 / 6))
    assert [
        (one.source, one.text) for one in better.trace if one.rule == "Steady aim"
    ] == [("Our house", "to hit 4+ becomes 3+")]
    assert better.not_modelled == plain.not_modelled
    assert status_of(SCROLLHAMMER, "steady-aim") == EXACT
    (shot,) = [one for one in preview(bearers, CATS) if one.key == "shooting"]
    assert "Steady aim" in [step.rule for step in shot.trace]
    blows = next(one for one in preview(bearers, CATS) if one.key == "melee")
    assert "Steady aim" not in [step.rule for step in blows.trace]


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        (RuleEffect("attacks", "add", when=("first-round",)), "1 more attacks each"),
        (RuleEffect("strength", "add", when=("charging",)), "1 more Strength"),
        (RuleEffect("piercing", "add", 2), "2 more piercing"),
        (RuleEffect("to-wound", "add"), "1 better to wound"),
        (RuleEffect("to-wound", "re-roll", "failures"), "failures to wound are"),
        (RuleEffect("to-wound", "natural", "slays", 6), "and slays"),
        (RuleEffect("to-hit", "re-roll", "failures"), "misses are rolled again"),
        (RuleEffect("order", "set", "first"), "strikes before all others"),
        (RuleEffect("rule:killing-blow", "start"), "and slays"),
    ],
)
def test_an_effect_of_blows_makes_them_better_and_is_told(
    effect: RuleEffect, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = f"made-up-{effect}"
    monkeypatch.setitem(SPECIAL_RULES, key, replace(STEADY, key=key, effects=(effect,)))
    body = {"a": 2, "i": 2, "ld": 6}
    foes = unit("Foes", 10, sv=4, w=2, gear=(weapon(),))
    plain = unit("Bearers", 10, gear=(weapon(),), **body)
    bearers = unit("Bearers", 10, key, gear=(weapon(),), **body)
    asked = {"charger": "a"}
    before = odds(match_up("fight", plain, foes, asked))
    after = odds(match_up("fight", bearers, foes, asked))
    assert after.events["a-wins"] > before.events["a-wins"]
    assert any(text in step.text and step.side == "a" for step in after.trace)


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        (RuleEffect("to-hit", "add", -1, whose="against"), "to hit 4+ becomes 5+"),
        (RuleEffect("armour", "add", whose="against"), "its armour saves on 3+"),
        (RuleEffect("ward", "or", 5, whose="against"), "ward save none becomes 5+"),
        (RuleEffect("to-wound", "add", -1, whose="against"), "1 worse to wound"),
    ],
)
def test_an_effect_against_those_who_strike_makes_them_worse_and_is_told(
    effect: RuleEffect, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = f"guarded-{effect}"
    monkeypatch.setitem(SPECIAL_RULES, key, replace(STEADY, key=key, effects=(effect,)))
    own = unit("Strikers", 10, gear=(weapon(ap=2),))
    plain = odds(match_up("fight", own, unit("Foes", 10, sv=4)))
    guarded = odds(match_up("fight", own, unit("Foes", 10, key, sv=4)))
    assert guarded.events["a-wins"] < plain.events["a-wins"]
    assert any(text in step.text and step.side == "b" for step in guarded.trace)


def test_rules_of_the_beta_and_those_that_count_in_part_are_not_called_exact() -> None:
    for key in ("parry", "fearless", "physical-god", "barrage"):
        assert rule_of(key).effects
        assert rule_of(key).status == "not modelled"
