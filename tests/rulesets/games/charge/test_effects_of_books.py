"""Effects that rules of books write out, counted in Charge and rolled by dice."""

from dataclasses import replace
from itertools import product

import pytest

from rulesets.core.effects import RuleEffect
from rulesets.core.values import RuleUse
from rulesets.games.charge.combat.answers import COMBAT, VOCABULARY, odds
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from rulesets.odds.vocabulary import OfferedEffect
from tests.rulesets.games.charge.test_simulator import FEW, MILLION, disagreements
from tests.rulesets.games.charge.units import (
    ARCHERS,
    BEAST,
    GUARD,
    JADE,
    ORCS,
    match_up,
)
from tests.rulesets.games.house_rule import house_rule


def bearing(plain: Fighter, *uses: RuleUse) -> Fighter:
    return replace(plain, rules=(*plain.rules, *uses))


Place = tuple[str, Fighter, Fighter, Answers, int | None]

MELEE: Place = ("fight", ORCS, JADE, {}, 5)
SHOOTS: Place = ("shooting", ARCHERS, JADE, {"distance": 20}, None)
AFAR: Place = ("shooting", ARCHERS, JADE, {"distance": 30}, None)
CHARGED: Place = (
    "charge",
    BEAST,
    ARCHERS,
    {"reaction": "stand-and-shoot", "distance": 5},
    4,
)
NEARS: Place = ("engagement", ORCS, ARCHERS, {"distance": 20, "turns": 6}, 3)
HELPED: Place = (
    "fight",
    ORCS,
    JADE,
    {"a.kin-near": True, "a.general-near": True},
    5,
)

VALUES: dict[str, tuple[int | str, ...]] = {"add": (2, -1), "multiply": (2,)}


def places(one: OfferedEffect) -> tuple[Place, ...]:
    if one.on == "act:move":
        return (NEARS,)
    if one.on == "range":
        return (AFAR,)
    if one.on == "shots":
        return (SHOOTS,)
    if one.on in ("attacks", "leadership"):
        return (MELEE,)
    return (MELEE, SHOOTS)


def played(place: Place, bears: str, effect: RuleEffect) -> tuple[MatchUp, MatchUp]:
    """Return a match-up with a rule of a book, and the same without it."""
    kind, a, b, situation, rounds = place
    use = house_rule(effect)
    one, other = (bearing(a, use), b) if bears == "a" else (a, bearing(b, use))
    return (
        match_up(kind, one, other, situation, rounds=rounds),
        match_up(kind, a, b, situation, rounds=rounds),
    )


def of_vocabulary() -> dict[str, tuple[MatchUp, MatchUp]]:
    found = {}
    for one in VOCABULARY.offered:
        values = VALUES.get(one.op) or one.values.words or (1,)
        for value, whose, place in product(values, one.whose, places(one)):
            effect = RuleEffect(one.on, one.op, value, whose=whose)
            bears = "b" if whose == "against" else "a"
            name = f"{one.on} {one.op} {value}, {whose}, {place[0]}"
            found[name] = played(place, bears, effect)
    shots = RuleEffect("to-hit", "add", 2, when=("shooting",))
    found["to-hit add 2, own, stand-and-shoot"] = played(CHARGED, "b", shots)
    found["shots add 4, own, on the way"] = played(
        NEARS, "b", RuleEffect("shots", "add", 4)
    )
    return found


AT_MOMENT = {
    "in-combat": MELEE,
    "shooting": SHOOTS,
    "asked:general-near": HELPED,
    "asked:kin-near": HELPED,
}


def of_moments() -> dict[str, tuple[MatchUp, MatchUp]]:
    moments = dict.fromkeys(m for one in VOCABULARY.offered for m in one.moments)
    found = {}
    for moment in moments:
        when = RuleEffect("to-hit", "add", 2, when=(moment,))
        unless = RuleEffect("to-hit", "add", -1, unless=(moment,))
        found[f"when {moment}"] = played(AT_MOMENT[moment], "a", when)
        found[f"unless {moment}"] = played(AT_MOMENT[moment], "a", unless)
    return found


EFFECTS = of_vocabulary()
MOMENTS = of_moments()
PLAYED = {**EFFECTS, **MOMENTS}


def test_each_pair_of_the_vocabulary_and_each_moment_has_its_match_up() -> None:
    for one in VOCABULARY.offered:
        for whose in one.whose:
            pair = f"{one.on} {one.op} "
            its = [name for name in EFFECTS if name.startswith(pair)]
            assert any(f", {whose}, " in name for name in its), pair


@pytest.mark.parametrize("name", EFFECTS)
def test_each_effect_changes_the_odds_and_is_told(name: str) -> None:
    with_it, without = map(odds, EFFECTS[name])
    assert (with_it.outcomes, with_it.survivors) != (
        without.outcomes,
        without.survivors,
    )
    assert "House rule" in {step.rule for step in with_it.trace}
    assert "House rule" not in {left.rule for left in with_it.not_modelled}


@pytest.mark.sweep(20)
@pytest.mark.parametrize("name", PLAYED)
def test_effects_of_books_are_those_of_dice_rolled_one_by_one(name: str) -> None:
    assert disagreements(PLAYED[name][0], FEW, 1 + list(PLAYED).index(name)) == []


@pytest.mark.million
@pytest.mark.parametrize("name", PLAYED)
def test_every_effect_of_books_agrees_with_a_million_fights(name: str) -> None:
    assert disagreements(PLAYED[name][0], MILLION, list(PLAYED).index(name)) == []


def test_an_effect_that_the_game_does_not_know_is_named_and_breaks_nothing() -> None:
    plain = odds(match_up("fight", ORCS, JADE))
    for effect in (
        RuleEffect("to-wound", "add"),
        RuleEffect("attacks", "multiply", 1000),
        RuleEffect("to-hit", "add", 99),
        RuleEffect("to-hit", "add", when=("asked:never-asked",)),
    ):
        told = odds(match_up("fight", bearing(ORCS, house_rule(effect)), JADE))
        assert told.outcomes == plain.outcomes
        assert "House rule" in {one.rule for one in told.not_modelled}


def test_many_rules_at_once_stay_within_the_bounds_of_the_game() -> None:
    effects = (
        RuleEffect("attacks", "multiply", 3),
        RuleEffect("attacks", "add", 10),
        RuleEffect("to-hit", "add", 3),
        RuleEffect("save", "add", -3),
        RuleEffect("leadership", "add", 3),
    )
    rule = house_rule(*effects).rule
    assert rule is not None
    uses = [RuleUse(f"h{n}", rule=replace(rule, key=f"h{n}")) for n in range(12)]
    told = odds(match_up("fight", bearing(GUARD, *uses), JADE, rounds=2))
    assert sum(told.outcomes.values()) == pytest.approx(1)
    assert COMBAT.preview(bearing(GUARD, *uses), JADE)
