"""Effects of rules on dice: their order, what adds up, and what is refused."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import permutations
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.effects import Op, RuleEffect
from rulesets.odds.attack import Attack, passes
from rulesets.odds.effects import (
    STAGES,
    Amount,
    CarriedEffect,
    DiceTerm,
    EffectError,
    apply_effects,
    by_key,
    carried,
    holds,
    refusal,
    rolled_again,
)


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice of a made-up game."""

    dice: int = 3
    need: int = 4
    again: str = "none"
    slays: int = 7


def _need(throw: Throw, need: int) -> Throw:
    return replace(throw, need=need)


def _dice(throw: Throw, dice: int) -> Throw:
    return replace(throw, dice=dice)


DICE = DiceTerm[Throw](
    "dice",
    "Dice",
    {
        "set": lambda throw, n: _dice(throw, int(n)),
        "add": lambda throw, n: _dice(throw, throw.dice + int(n)),
        "multiply": lambda throw, n: _dice(throw, throw.dice * int(n)),
        "at-least": lambda throw, n: _dice(throw, max(throw.dice, int(n))),
        "at-most": lambda throw, n: _dice(throw, min(throw.dice, int(n))),
    },
    lambda before, after: f"{before.dice} dice become {after.dice}",
)
HIT = DiceTerm[Throw](
    "to-hit",
    "to hit",
    {
        "set": lambda throw, n: _need(throw, int(n)),
        "add": lambda throw, n: _need(throw, throw.need - int(n)),
        "or": lambda throw, n: _need(throw, min(throw.need, int(n))),
        "never": lambda throw, _: _need(throw, 7),
        "always": lambda throw, _: _need(throw, 1),
        "re-roll": lambda throw, word: replace(throw, again=str(word)),
    },
    lambda before, after: f"to hit {before.need}+ becomes {after.need}+",
    naturals={"slays": lambda throw, face: replace(throw, slays=face)},
    is_roll=True,
)
TERMS = by_key(DICE, HIT)
MOMENTS = {
    "charging": lambda now, _: "charging" in now,
    "enemy": lambda now, about: f"enemy:{about}" in now,
}


def thrown(*rules: tuple[str, RuleEffect, int], now: Iterable[str] = ()) -> Throw:
    effects = [CarriedEffect(*rule) for rule in rules]
    return apply_effects(Throw(), effects, holds(MOMENTS, tuple(now)), TERMS)[0]


def hit(op: Op, value: Amount = 1, group: str = "") -> RuleEffect:
    return RuleEffect("to-hit", op, value, group=group)


def test_sums_add_up() -> None:
    rules = [(f"rule-{n}", hit("add", n), 0) for n in (2, -1, 1)]
    assert thrown(*rules).need == 2


def test_of_one_group_the_strongest_counts() -> None:
    swords = [
        ("great", hit("add", 2, "sword"), 0),
        ("small", hit("add", 1, "sword"), 0),
    ]
    assert thrown(*swords).need == thrown(*swords[::-1]).need == 2
    shields = [(f"{n}", hit("or", n, "shield"), 0) for n in (2, 3)]
    assert thrown(*shields).need == 2
    nets = [(f"{n}", hit("add", n, "net"), 0) for n in (-1, -2)]
    assert thrown(*nets).need == 6


def test_a_rule_carried_twice_counts_once_with_its_greater_x() -> None:
    sharp = hit("add", "x")
    assert thrown(("sharp", sharp, 1), ("sharp", sharp, 2)).need == 2
    assert thrown(("sharp", sharp, 2), ("sharp", sharp, 1)).need == 2
    assert thrown(("sharp", hit("add", "-x"), 2)).need == 6


def test_of_two_that_set_the_worse_stays() -> None:
    assert thrown(("a", hit("set", 2), 0), ("b", hit("set", 5), 0)).need == 5
    few, many = RuleEffect("dice", "set", 1), RuleEffect("dice", "set", 9)
    assert thrown(("a", few, 0), ("b", many, 0)).dice == 1


def test_never_beats_always_and_always_beats_set() -> None:
    rules = [("a", hit("always"), 0), ("b", hit("set", 5), 0)]
    assert thrown(*rules).need == 1
    assert thrown(*rules, ("c", hit("never"), 0)).need == 7


def test_a_die_is_rolled_again_once() -> None:
    rules = [(word, hit("re-roll", word), 0) for word in ("ones", "failures")]
    assert thrown(*rules).again == "failures"
    assert thrown(*rules, ("bad", hit("re-roll", "successes"), 0)).again == "none"
    with pytest.raises(EffectError):
        rolled_again(["ones", "successes"])


def test_to_roll_failures_and_successes_again_is_as_if_neither() -> None:
    for need in range(2, 7):
        sixth_of_all = sum(
            1
            for first in range(1, 7)
            for again in range(1, 7)
            if first and again >= need
        )
        assert passes(need) * 36 == sixth_of_all
        assert rolled_again(["failures", "successes"]) == Attack(need).reroll_hits


def test_a_natural_roll_does_what_its_word_says() -> None:
    slaying = RuleEffect("to-hit", "natural", "slays", natural=5)
    assert thrown(("blow", slaying, 0)).slays == 5
    with pytest.raises(EffectError, match="a natural roll does slays, not melts"):
        thrown(("blow", replace(slaying, value="melts"), 0))


def test_an_effect_counts_while_its_moments_hold() -> None:
    wild = RuleEffect("to-hit", "add", when=("charging",), unless=("enemy:large",))
    assert thrown(("wild", wild, 0)).need == 4
    assert thrown(("wild", wild, 0), now=["charging"]).need == 3
    assert thrown(("wild", wild, 0), now=["charging", "enemy:large"]).need == 4
    with pytest.raises(EffectError, match="asleep is no moment"):
        thrown(("wild", replace(wild, when=("asleep",)), 0))


def test_a_rule_is_told_once_with_all_that_it_changed() -> None:
    volley = (RuleEffect("to-hit", "add", -1), RuleEffect("dice", "multiply", 2))
    effects = carried("volley", volley)
    dice, told = apply_effects(Throw(), effects, holds(MOMENTS, ()), TERMS)
    assert dice == Throw(6, 5)
    assert [one.text for one in told] == ["3 dice become 6, to hit 4+ becomes 5+"]


def test_what_changes_nothing_is_silent() -> None:
    same = carried("same", (RuleEffect("dice", "at-least", 2),))
    assert apply_effects(Throw(), same, holds(MOMENTS, ()), TERMS) == (Throw(), ())


def test_a_term_op_or_moment_that_a_game_does_not_list_is_refused_in_words() -> None:
    assert refusal(hit("add"), TERMS, MOMENTS) == ""
    unknown = RuleEffect("to-wound", "add")
    wanted = "there is no to-wound here; there are dice, to-hit"
    assert refusal(unknown, TERMS, MOMENTS) == wanted
    doubled = hit("multiply", 2)
    wanted = "to hit: not multiply, only set, add, or, never, always, re-roll"
    assert refusal(doubled, TERMS, MOMENTS) == wanted
    with pytest.raises(EffectError, match="to hit: not multiply"):
        thrown(("odd", doubled, 0))
    asleep = replace(hit("add"), when=("asleep",))
    wanted = "asleep is no moment here; there are charging, enemy"
    assert refusal(asleep, TERMS, MOMENTS) == wanted


EFFECTS = st.builds(
    RuleEffect,
    on=st.just("to-hit"),
    op=st.sampled_from(["set", "add", "or", "never", "always"]),
    value=st.integers(-3, 6),
    group=st.sampled_from(["", "", "one", "other"]),
) | st.builds(
    RuleEffect,
    on=st.just("dice"),
    op=st.sampled_from(["set", "add", "multiply", "at-least", "at-most"]),
    value=st.integers(0, 4),
    group=st.sampled_from(["", "", "one"]),
)


@given(st.lists(st.tuples(st.sampled_from("abc"), EFFECTS), max_size=4))
def test_the_order_in_which_rules_are_carried_changes_nothing(
    rules: list[tuple[str, RuleEffect]],
) -> None:
    effects = [CarriedEffect(*rule) for rule in rules]
    now = holds(MOMENTS, ())
    answers = {
        apply_effects(Throw(), order, now, TERMS) for order in permutations(effects)
    }
    assert len(answers) == 1


@given(st.lists(EFFECTS, max_size=5))
def test_at_most_has_the_last_word_of_a_figure(effects: list[RuleEffect]) -> None:
    few = RuleEffect("dice", "at-most", 2)
    rules = [(f"{n}", one, 0) for n, one in enumerate((*effects, few))]
    assert thrown(*rules).dice <= 2


def test_every_op_has_its_stage() -> None:
    assert set(STAGES) == set(get_args(Op))
    assert len(STAGES) == len(get_args(Op))
