"""The one table of special rules: every key once, and a fate for every rule."""

import ast
import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from rulesets.core.effects import RuleEffect, Whose
from rulesets.core.special_rule import EXACT, SpecialRule
from rulesets.games.warhammer.book_rules import OF_BOOKS
from rulesets.games.warhammer.combat.answers import COMBAT, odds
from rulesets.games.warhammer.combat.blows.attack import WarhammerAttack, attack_dice
from rulesets.games.warhammer.combat.blows.moments import MOMENTS, AttackMoment, now
from rulesets.games.warhammer.combat.blows.terms import (
    COUNTS,
    DICE,
    FIRST,
    NORMAL,
    count,
    die,
    effects_of,
)
from rulesets.games.warhammer.combat.blows.vocabulary import TESTS
from rulesets.games.warhammer.special_rules import (
    OF_GAME,
    RULES,
    SPECIAL_RULES,
    items_of,
    keys_of,
    rules_that,
    title_of,
    why_not,
)
from rulesets.odds.effects import apply_effects, refusal
from tests.real_books import real_books
from tests.rulesets.games.warhammer.units import ORCS, match_up, unit

BOOKS = Path(__file__).parents[4] / "fixtures" / "books"


def printed() -> set[str]:
    """Return the rules that the books print, by key."""
    documents = [
        json.loads(path.read_bytes()) for path in BOOKS.glob("warhammer-*.json")
    ]
    return {rule["key"] for book in documents for rule in book.get("rules", ())}


def test_every_key_stands_once() -> None:
    found = Counter(row.key for row in (*OF_GAME, *OF_BOOKS))
    assert [key for key, count in found.items() if count > 1] == []


def test_every_rule_of_a_book_has_a_row_or_says_what_is_left_out_of_it() -> None:
    said = {
        rule.key
        for book in real_books("warhammer-*").values()
        for rule in book.rules.values()
        if rule.is_written_out
    }
    assert sorted(printed() - said - set(SPECIAL_RULES)) == []


def test_a_row_of_books_is_printed_by_one_and_a_row_of_the_game_by_the_game() -> None:
    of_books = {row.key for row in OF_BOOKS}
    assert sorted(of_books - printed()) == []
    assert not of_books & set(RULES)


def test_every_row_says_what_it_is_and_where_it_is_printed() -> None:
    for row in SPECIAL_RULES.values():
        assert row.name, row.key
        assert row.source, row.key
        assert row.key not in RULES or row.summary, row.key


def test_what_is_asked_names_a_question_and_nothing_else_does() -> None:
    known = {question.key for kind in COMBAT.kinds for question in kind.situation}
    for row in SPECIAL_RULES.values():
        assert (row.fate.kind == "asked") == bool(row.fate.question), row.key
        assert not row.fate.question or row.fate.question in known, row.key


def test_what_tells_only_before_contact_says_why_it_is_left_out_there() -> None:
    for key in keys_of("elsewhere"):
        assert SPECIAL_RULES[key].fate.before_contact, key


def test_multiple_wounds_count_with_the_dice_that_are_printed() -> None:
    assert why_not("multiple-wounds", 3) == ""
    assert why_not("multiple-wounds", 2) == (
        "how many wounds is not said: a D3 or a D6"
    )


def test_a_rule_that_nobody_knows_is_named_by_its_key() -> None:
    assert title_of("never-heard-of") == ("Never heard of", "")
    assert why_not("never-heard-of", 0) == "its dice are not worked out here"


COMBAT_CODE = Path(__file__).parents[4] / "rulesets" / "games" / "warhammer" / "combat"
TREES = [
    ast.parse(path.read_text(encoding="utf-8")) for path in COMBAT_CODE.rglob("*.py")
]


def calls(name: str) -> list[ast.Call]:
    """Return the calls of a function or a method in the code of the combat."""
    found = [node for tree in TREES for node in ast.walk(tree)]
    return [
        node
        for node in found
        if isinstance(node, ast.Call)
        and name in (getattr(node.func, "attr", ""), getattr(node.func, "id", ""))
    ]


def words(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the strings that stand in code."""
    found = (node for one in nodes for node in ast.walk(one))
    return {
        node.value
        for node in found
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_rule_that_a_function_asks_for_has_a_row_and_counts() -> None:
    fixed_wound_chance = [value for call in calls("has") for value in call.args]
    asked = {
        str(value.value)
        for value in fixed_wound_chance
        if isinstance(value, ast.Constant)
    }
    assert len(asked) >= 20
    known = keys_of("counted") | items_of("counted", "in the figures")
    assert sorted(asked - known) == []


def test_every_rule_that_counts_has_effects_or_a_function() -> None:
    named = words(TREES)
    idle = [
        key
        for key in keys_of("counted")
        if not SPECIAL_RULES[key].effects and key not in named
    ]
    assert sorted(idle) == []


def test_only_what_counts_has_effects() -> None:
    has = {key for key, row in SPECIAL_RULES.items() if row.effects}
    assert sorted(has - keys_of("counted")) == []


def asked_for() -> set[tuple[str, str]]:
    """Return the ops on tests and acts that functions of the combat ask for."""
    values = [[getattr(x, "value", "") for x in call.args] for call in calls("does")]
    return {(op, on) for op, on in values}


def test_books_may_write_each_op_of_a_test_that_is_asked_for_and_no_other() -> None:
    assert {(op, on) for on, term in TESTS.items() for op in term.ops} == asked_for()


@pytest.mark.parametrize("key", [k for k, row in SPECIAL_RULES.items() if row.effects])
def test_every_effect_is_one_that_the_combat_knows(key: str) -> None:
    for effect in SPECIAL_RULES[key].effects:
        if effect.on in COUNTS:
            assert refusal(effect, COUNTS, MOMENTS) == ""
        elif (effect.op, effect.on) not in asked_for():
            assert refusal(effect, DICE, MOMENTS) == ""


def test_a_made_up_effect_is_refused_in_words() -> None:
    assert refusal(RuleEffect("ward", "re-roll"), DICE, MOMENTS).startswith(
        "ward save: not re-roll"
    )


SWING = WarhammerAttack(1, 3, 4, 4, 5)


def changed(
    *rules: str, x: int = 0, whose: Whose = "own", **moment: Any
) -> tuple[WarhammerAttack, list[str]]:
    effects = effects_of(dict.fromkeys(rules, x), whose)
    after, told = apply_effects(SWING, effects, now(AttackMoment(**moment)), DICE)
    return after, [one.text for one in told]


def test_rules_of_an_attack_are_told_from_the_hit_to_the_save() -> None:
    after, told = changed("no-armour-save", "armour-piercing", "to-hit-bonus")
    assert (after.to_hit, attack_dice(after).save) == (3, 7)
    assert told == ["to hit 4+ becomes 3+", "save 5+ becomes 6+", "no armour save"]


def test_a_bonus_to_hit_is_of_close_combat() -> None:
    assert changed("to-hit-bonus", shooting=True) == (SWING, [])
    assert changed("to-hit-bonus", x=2)[0].to_hit == 2


def test_a_killing_blow_slays_no_large_enemy() -> None:
    assert changed("killing-blow")[0].slay == 6
    assert changed("killing-blow", large=True) == (SWING, [])


def test_braziers_burn_only_what_is_shot_at() -> None:
    assert changed("braziers")[0].flames is False
    assert changed("braziers", shooting=True)[0].flames is True


def test_multiple_wounds_roll_the_die_of_their_x() -> None:
    assert changed("multiple-wounds", x=3)[0].damage == die(3)
    assert changed("multiple-wounds", x=2)[0] == SWING


@pytest.mark.parametrize(
    "rules", [("strikes-first", "strikes-last"), ("strikes-first",)]
)
def test_strikes_first_overrides_strikes_last(rules: tuple[str, ...]) -> None:
    effects = effects_of(dict.fromkeys(rules, 0))
    order, _ = apply_effects(NORMAL, effects, now(AttackMoment()), count("order"))
    assert order == FIRST


def test_nobody_fears_who_is_calm_and_who_causes_terror_may_panic() -> None:
    assert rules_that("skip", "test:fear") - rules_that("skip", "test:panic") == {
        "terror"
    }


def test_a_rule_of_one_row_is_counted_traced_and_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steady = SpecialRule(
        "steady-blows",
        "Steady blows",
        "Strikes better.",
        "Our house",
        effects=(RuleEffect("to-hit", "add", when=("in-combat",)),),
    )
    assert steady.status == EXACT
    monkeypatch.setitem(SPECIAL_RULES, "steady-blows", steady)
    plain = odds(match_up("fight", unit("Guard", 20), ORCS, rounds=1))
    better = odds(match_up("fight", unit("Guard", 20, "steady-blows"), ORCS, rounds=1))
    assert better.wounds["a"].expected() > plain.wounds["a"].expected()
    assert ("Steady blows", "Our house", "to hit 4+ becomes 3+") in [
        (one.rule, one.source, one.text) for one in better.trace
    ]
    assert better.not_modelled == plain.not_modelled
