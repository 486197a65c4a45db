"""The tables of Mordheim's special rules: every key once, a fate for every rule."""

import ast
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import COUNTED, SpecialRule, rules_by_key
from rulesets.core.values import RuleUse
from rulesets.games.mordheim.book_rules import OF_BOOKS
from rulesets.games.mordheim.combat.answers import COMBAT, odds
from rulesets.games.mordheim.combat.blows.attack_rules import ATTACKS, BLOW, MOMENTS
from rulesets.games.mordheim.combat.blows.injuries import PAIN, SKULL
from rulesets.games.mordheim.combat.casting import CAST, CAST_MOMENTS
from rulesets.games.mordheim.combat.questions.questions import KINDS
from rulesets.games.mordheim.special_rules import (
    GEAR,
    RULES,
    SPECIAL_RULES,
    WEAPON_RULES,
    rules_that,
)
from rulesets.libraries import whole_document
from rulesets.odds.effects import DiceTerm, refusal
from tests.real_books import real_books
from tests.rulesets.games.mordheim.fighters import fighter, match_up

ROOT = Path(__file__).parents[4]
EVERY = (*SPECIAL_RULES.values(), *GEAR.values())
TERMS: dict[str, DiceTerm[Any]] = {**BLOW, **ATTACKS, **SKULL, **PAIN, **CAST}
AIMS = {f"aim:{one}" for one in ("cover", "long-range", "moved")}
AT_TESTS = {"charging", "moved", "mounted"}
"""Moments of tests and acts, which are asked for where they are rolled."""

TREES = [
    ast.parse(path.read_text(encoding="utf-8"))
    for path in (ROOT / "rulesets" / "games" / "mordheim" / "combat").rglob("*.py")
]


def printed() -> set[str]:
    """Return the rules that the books print, by key."""
    paths = (ROOT / "fixtures" / "books").glob("mordheim-*.json")
    books = [whole_document(json.loads(path.read_bytes())) for path in paths]
    return {rule["key"] for book in books for rule in book.get("rules", ())}


def calls(name: str) -> Iterator[ast.Call]:
    """Yield the calls of a function or a method in the code of the combat."""
    for tree in TREES:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and name in (
                getattr(node.func, "attr", ""),
                getattr(node.func, "id", ""),
            ):
                yield node


def words(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the strings that stand in code."""
    found = (node for one in nodes for node in ast.walk(one))
    return {
        node.value
        for node in found
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


ASKED_FOR = {("ignore", aim) for aim in AIMS} | {
    (str(on.value), str(term.value))
    for on, term, *_ in (call.args for call in calls("rules_that"))
    if isinstance(on, ast.Constant) and isinstance(term, ast.Constant)
}
"""Pairs of op and term that the combat asks for."""


def test_a_key_stands_once_and_gear_has_keys_of_its_own() -> None:
    assert set(GEAR) & set(SPECIAL_RULES) == {"black-lotus"}
    assert GEAR["black-lotus"].effects == SPECIAL_RULES["black-lotus"].effects
    with pytest.raises(ValueError, match="stand twice: keen-eye"):
        rules_by_key(KEEN, KEEN)


def test_a_rule_of_a_book_has_a_row_or_says_what_it_does_and_what_is_left_out() -> None:
    of_books = {row.key for row in OF_BOOKS}
    said = {
        rule.key
        for book in real_books("mordheim-*").values()
        for rule in book.rules.values()
        if rule.is_written_out
    }
    assert of_books | said == printed()
    assert not of_books & said
    assert not of_books & set(RULES)


def test_every_row_says_what_it_is_and_where_it_is_printed() -> None:
    assert [row.key for row in EVERY if not (row.name and row.source)] == []
    assert [row.key for row in RULES.values() if not row.summary.endswith(".")] == []


def test_what_is_asked_names_a_question() -> None:
    known = {question.key for kind in KINDS for question in kind.situation}
    for row in EVERY:
        assert (row.fate.kind == "asked") == bool(row.fate.question), row.key
        assert row.fate.question in {"", *known}, row.key


@pytest.mark.parametrize("row", EVERY, ids=lambda row: row.key)
def test_every_effect_is_one_that_the_combat_knows(row: SpecialRule) -> None:
    for effect in row.effects:
        word, _, rule = effect.on.partition(":")
        if word == "rule":
            assert rule in SPECIAL_RULES
        elif effect.on in TERMS:
            assert refusal(effect, TERMS, {*MOMENTS, *CAST_MOMENTS}) == ""
        else:
            assert (effect.op, effect.on) in ASKED_FOR
            assert {*effect.when, *effect.unless} <= AT_TESTS


def test_a_moment_of_an_enemy_or_a_weapon_names_a_rule_that_there_is() -> None:
    known = {"unholy", *SPECIAL_RULES}
    for row in EVERY:
        for moment in (m for one in row.effects for m in (*one.when, *one.unless)):
            word, _, rule = moment.partition(":")
            assert word not in ("enemy", "weapon", "casts") or rule in known, row.key


def test_what_the_combat_asks_for_is_an_effect_of_a_row() -> None:
    effects = {(one.op, one.on) for row in EVERY for one in row.effects}
    assert ASKED_FOR - effects == set()


def test_every_key_that_a_function_asks_for_has_a_row() -> None:
    args = [arg for call in calls("has") for arg in call.args]
    args += [call.args[1] for call in calls("rule_step")]
    asked = words(arg for arg in args if isinstance(arg, ast.Constant))
    assert len(asked) > 25
    assert asked - {*SPECIAL_RULES, *GEAR} == set()


def test_a_rule_that_counts_without_an_effect_is_asked_for_by_a_function() -> None:
    code = words(TREES)
    silent = {
        row.key for row in EVERY if row.fate.kind == "counted" and not row.effects
    }
    assert silent - code == set()


KEEN = SpecialRule(
    "keen-eye",
    "Keen eye",
    "Shoots better.",
    "Our house",
    effects=(RuleEffect("to-hit", "add", when=("shooting",)),),
)


def test_a_rule_of_one_row_is_counted_traced_and_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain, target = fighter("bow", name="A"), fighter("axe", name="B")
    bearer = replace(plain, rules=(RuleUse("keen-eye"),))
    before = odds(match_up(plain, target, kind="shooting"))
    unknown = odds(match_up(bearer, target, kind="shooting"))
    assert [one.rule for one in unknown.not_modelled] == ["Keen eye"]
    assert unknown.outcomes == before.outcomes
    monkeypatch.setitem(SPECIAL_RULES, "keen-eye", KEEN)
    bearer = replace(bearer)
    better = odds(match_up(bearer, target, kind="shooting"))
    hits = (before.expected["wounds"], better.expected["wounds"])
    assert hits[1] / hits[0] == pytest.approx(4 / 3)
    first = better.trace[0]
    assert (first.rule, first.source) == ("Keen eye", "Our house")
    assert first.text == "bonus to hit 0 becomes 1"
    assert better.not_modelled == ()
    told = {one.key: one for one in COMBAT.preview(bearer, target)}
    assert "Keen eye" in [step.rule for step in told["shooting"].trace]
    assert "Keen eye" not in [step.rule for step in told["melee"].trace]


def test_a_rule_that_gives_another_one_counts_as_that_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gives = replace(KEEN, effects=(RuleEffect("rule:mighty-blow", "start"),))
    monkeypatch.setitem(SPECIAL_RULES, "keen-eye", gives)
    target = fighter("axe", "resilient", name="B")
    for keys in ("keen-eye", "keen-eye mighty-blow"):
        bearer = fighter("axe", keys, name="A")
        told = [step.text for step in COMBAT.preview(bearer, target)[0].trace]
        assert told.count("Strength 3 becomes 4") == 1
    gives = replace(KEEN, effects=(RuleEffect("rule:resilient", "start"),))
    monkeypatch.setitem(SPECIAL_RULES, "keen-eye", gives)
    struck = COMBAT.preview(fighter("axe", name="A"), fighter("axe", "keen-eye"))
    assert "Resilient" in [step.rule for step in struck[0].trace]


def test_a_weapon_lends_its_rules_to_its_own_blows_alone() -> None:
    bow = fighter("bow axe", name="A")
    trace = odds(match_up(bow, fighter(), kind="shooting")).trace
    assert "Cutting edge" not in [step.rule for step in trace]
    assert "cutting-edge" in WEAPON_RULES


def test_of_rules_that_spare_a_test_the_first_of_the_table_is_named() -> None:
    assert rules_that("skip", "test:fear")[0] == "psychology-proof"
    assert "ere-we-go" not in rules_that("skip", "test:fear")
    assert "ere-we-go" in rules_that("skip", "test:fear", "charging")


def test_a_row_without_an_effect_and_a_fate_is_left_out() -> None:
    assert SPECIAL_RULES["wizard"].fate.kind == "left out"
    assert KEEN.fate == COUNTED


def test_a_relic_is_left_out_only_where_its_bearer_may_be_alone_or_stupid() -> None:
    relic = fighter("sword holy-unholy-relic", name="A")
    axe = fighter("axe", "fear", name="B")
    dull = replace(relic, rules=(RuleUse("stupidity"),))
    left = [
        {one.rule for one in odds(question).not_modelled}
        for question in (
            match_up(relic, axe),
            match_up(relic, axe, {"b.fighters": 2}),
            match_up(dull, axe),
        )
    ]
    assert ["Holy unholy relic" in rules for rules in left] == [False, True, True]
