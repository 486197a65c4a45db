"""The one table of Charge's rules: what each does to dice, what a new row brings."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rulesets.combats import status_of
from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import (
    EXACT,
    NOT_MODELLED,
    WITHOUT_DICE,
    SpecialRule,
    rules_by_key,
)
from rulesets.core.values import RuleUse
from rulesets.games.charge import CHARGE
from rulesets.games.charge.combat.answers import odds, preview
from rulesets.games.charge.combat.charge import REACTIONS
from rulesets.games.charge.combat.context import ChargeReadings, ChargeSituation
from rulesets.games.charge.combat.profile import nerve, read_profile
from rulesets.games.charge.combat.questions import KINDS, REACTION
from rulesets.games.charge.combat.readings import READINGS
from rulesets.games.charge.combat.terms import (
    MOMENTS,
    OF_MELEE,
    OF_MORALE,
    OF_MOVES,
    OF_SHOOTING,
    ChargeAttack,
    ChargeMoment,
    attack,
)
from rulesets.games.charge.special_rules import FEAR, MARCH, RULES
from rulesets.games.charge.special_rules import REACTION as OF_REACTION
from rulesets.odds.attack import passes
from rulesets.odds.context import Context
from rulesets.odds.effects import CarriedEffect, DiceTerm, apply_effects, refusal
from tests.rulesets.games.charge import effects_player as player
from tests.rulesets.games.charge.units import ARCHERS, GUARD, JADE, ORCS, match_up

TERMS: dict[str, DiceTerm[Any]] = {**OF_SHOOTING, **OF_MELEE, **OF_MORALE, **OF_MOVES}
MECHANISMS = {FEAR, OF_REACTION, MARCH}
PLAYED = {
    *(("save", op) for op in ("add", "re-roll")),
    *((on, op) for on in ("attacks", "shots") for op in ("add", "multiply")),
    ("to-hit", "add"),
    ("leadership", "add"),
}
"""Pairs of term and op that are played at every face below."""


def effects_of_game() -> Iterator[RuleEffect]:
    for rule in RULES.values():
        yield from rule.effects


@pytest.mark.parametrize("key", RULES)
def test_every_rule_does_something_that_the_game_knows(key: str) -> None:
    rule = RULES[key]
    assert rule.key == key
    assert rule.status == EXACT
    assert bool(rule.effects) != bool(rule.fate.mechanism)
    assert rule.fate.mechanism in {"", *MECHANISMS}
    assert [refusal(one, TERMS, MOMENTS) for one in rule.effects] == [""] * len(
        rule.effects
    )


def test_a_key_stands_once() -> None:
    with pytest.raises(ValueError, match="stand twice: steady-aim"):
        rules_by_key(STEADY, STEADY)


def test_a_moment_asks_a_question_or_a_reading_that_there_is() -> None:
    known = {f"asked:{one.key}" for kind in KINDS for one in kind.situation}
    known |= {f"reads:{one.key}" for one in READINGS}
    for effect in effects_of_game():
        for moment in (*effect.when, *effect.unless):
            assert moment in known or ":" not in moment


def test_a_reaction_has_its_row_its_function_and_its_choice() -> None:
    rows = {
        key: rule.name
        for key, rule in RULES.items()
        if rule.fate.mechanism == OF_REACTION
    }
    assert set(rows) == set(REACTIONS)
    asked = {one.key: one.label for one in REACTION.choices if one.key != "none"}
    assert asked == rows


def test_fear_and_marches_count_the_rules_that_their_modules_read() -> None:
    rows = {
        word: {key for key, rule in RULES.items() if rule.fate.mechanism == word}
        for word in (FEAR, MARCH)
    }
    assert rows == {FEAR: {"fearsome", "terrifying"}, MARCH: {"forced-march"}}


def test_every_pair_of_term_and_op_is_a_rules_or_is_played_at_every_face() -> None:
    listed = {(key, op) for key, term in TERMS.items() for op in term.steps}
    used = {(one.on, one.op) for one in effects_of_game()}
    assert listed == used | PLAYED


def some_effects(random: Random, on: Sequence[tuple[str, str]]) -> list[RuleEffect]:
    found = []
    for _ in range(random.randint(1, 5)):
        term, op = random.choice(on)
        value: int | str = random.choice([-2, -1, 1, 2])
        if op == "multiply":
            value = random.choice([2, 3])
        if op == "re-roll":
            value = random.choice(["failures", "successes"])
        group = random.choice(["", "", "one"]) if op == "add" else ""
        found.append(RuleEffect(term, op, value, group=group))  # type: ignore[arg-type]
    return unlike(found)


def unlike(effects: list[RuleEffect]) -> list[RuleEffect]:
    """Leave out what would tie within a group with the opposite sign."""
    kept: dict[tuple[object, ...], RuleEffect] = {}
    for number, one in enumerate(effects):
        size = abs(one.value) if isinstance(one.value, int) else one.value
        key = (one.on, one.op, one.group, size) if one.group else (number,)
        kept.setdefault(key, one)
    return list(kept.values())


def carried_by(effects: Sequence[RuleEffect]) -> list[CarriedEffect]:
    return [CarriedEffect(f"rule-{n}", one) for n, one in enumerate(effects)]


@pytest.mark.parametrize("ones_fail", [True, False])
def test_four_thousand_sets_of_effects_do_at_every_face_what_the_odds_say(
    ones_fail: bool,
) -> None:
    random = Random(28)  # noqa: S311
    readings = ChargeReadings(ones_fail=ones_fail)
    context = Context(ChargeSituation(), readings)
    for terms, dice in ((OF_MELEE, "attacks"), (OF_SHOOTING, "shots")):
        pairs = sorted(pair for pair in PLAYED if pair[0] in terms)
        now = ChargeMoment("a", context, shooting=dice == "shots").holds()
        for _ in range(1000):
            effects = some_effects(random, pairs)
            printed = ChargeAttack(8, random.randint(2, 6), random.randint(2, 7))
            told, _ = apply_effects(printed, carried_by(effects), now, terms)
            one = attack(told, readings)
            assert told.dice == player.dice_rolled(8, dice, effects), effects
            asked = {"ones_fail": ones_fail}
            wanted = player.hits(printed.to_hit, effects, **asked)
            assert passes(one.to_hit) == wanted, effects
            saved = player.saves(printed.save, effects, **asked)
            assert passes(one.save, one.reroll_saves) == saved, effects


@pytest.mark.parametrize("morale", range(4, 11))
def test_effects_on_morale_do_on_every_two_dice_what_the_odds_say(
    monkeypatch: pytest.MonkeyPatch, morale: int
) -> None:
    random = Random(morale)  # noqa: S311
    context = Context(ChargeSituation(), ChargeReadings())
    orcs = replace(ORCS, characteristics={**ORCS.characteristics, "morale": morale})
    for _ in range(50):
        effects = some_effects(random, [("leadership", "add")])
        keys = [f"made-up-{n}" for n in range(len(effects))]
        for key, effect in zip(keys, effects, strict=True):
            monkeypatch.setitem(RULES, key, made_up(key, effect))
        bearer = replace(orcs, rules=tuple(RuleUse(key) for key in keys))
        told = nerve(read_profile(bearer, "a"), context)
        wanted = float(player.holds(morale, effects))
        assert told.passes == pytest.approx(wanted, abs=1e-12), effects


def made_up(key: str, *effects: RuleEffect) -> SpecialRule:
    return SpecialRule(
        key, "Steady aim", "Shoots better.", "Our house", effects=effects
    )


STEADY = made_up("steady-aim", RuleEffect("to-hit", "add", when=("shooting",)))


def test_a_rule_of_one_row_is_counted_traced_and_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bearer = replace(ARCHERS, rules=(*ARCHERS.rules, RuleUse("steady-aim")))
    unknown = odds(match_up("shooting", bearer, ORCS))
    assert [one.rule for one in unknown.not_modelled] == ["steady-aim"]
    monkeypatch.setitem(RULES, "steady-aim", STEADY)
    plain = odds(match_up("shooting", ARCHERS, ORCS))
    better = odds(match_up("shooting", bearer, ORCS))
    shots = plain.expected["dice"]
    more = better.expected["hits"] - plain.expected["hits"]
    assert more == pytest.approx(shots / 6)
    assert [(one.rule, one.source, one.text) for one in better.trace][1] == (
        "Steady aim",
        "Our house",
        "to hit 4+ becomes 3+",
    )
    assert better.not_modelled == ()
    assert status_of(CHARGE, "steady-aim") == EXACT
    melee = next(one for one in preview(bearer, ORCS) if one.key == "melee")
    assert "Steady aim" not in [step.rule for step in melee.trace]


def test_a_rule_of_the_enemy_counts_against_whoever_strikes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dodging = made_up("dodging", RuleEffect("to-hit", "add", -1, whose="against"))
    monkeypatch.setitem(RULES, "dodging", dodging)
    bearer = replace(JADE, rules=(RuleUse("dodging"),))
    plain, harder = preview(GUARD, JADE)[0], preview(GUARD, bearer)[0]
    assert harder.needs[0].need == plain.needs[0].need + 1
    assert [step.side for step in harder.trace if step.rule == "Steady aim"] == ["b"]
    assert preview(bearer, GUARD)[0].needs == preview(JADE, GUARD)[0].needs


def test_the_two_rules_that_lower_morale_add_up_and_two_generals_do_not() -> None:
    keys = ("generals-leadership", "strength-in-numbers")
    bearer = replace(ORCS, rules=tuple(RuleUse(key) for key in keys))
    asked = {"a.general-near": True, "a.kin-near": True}
    trace = odds(match_up("fight", bearer, JADE, asked)).trace
    texts = [
        step.text
        for step in trace
        if step.rule in ("General's Leadership", "Strength in numbers")
    ]
    first = int(ORCS.characteristics["morale"] or 0)
    assert texts == [
        f"Morale {first}+ becomes {first - 1}+",
        f"Morale {first - 1}+ becomes {first - 2}+",
    ]


def test_a_rule_without_effect_or_mechanism_is_not_modelled() -> None:
    assert made_up("idle").status == NOT_MODELLED
    assert replace(made_up("idle"), fate=WITHOUT_DICE).status == "no dice"
