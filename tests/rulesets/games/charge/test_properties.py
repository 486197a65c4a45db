"""What must hold of every Charge match-up, whatever the units and the situation."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.values import Gear, RuleUse
from rulesets.games.charge.combat.answers import odds, preview
from rulesets.games.charge.combat.questions import KINDS
from rulesets.games.charge.combat.readings import READINGS
from rulesets.games.charge.special_rules import RULES
from rulesets.odds.match_up import Answers, Fighter, MatchUp, Question
from rulesets.odds.settings import keys
from tests.examples import examples
from tests.rulesets.games.charge.units import match_up, unit

NEEDS = st.integers(2, 6)


@st.composite
def fighters(draw: st.DrawFn) -> Fighter:
    chosen = draw(st.sets(st.sampled_from(sorted(RULES)), max_size=5))
    drawn = unit(
        "Drawn",
        draw(st.sampled_from(["infantry", "cavalry", "monster", "war-machine"])),
        (draw(st.integers(0, 6)), draw(NEEDS)),
        draw(st.none() | st.tuples(st.integers(1, 6), NEEDS)),
        (
            draw(NEEDS),
            draw(st.integers(1, 8)),
            draw(st.integers(0, 8)),
            draw(st.integers(2, 12)),
            100,
        ),
    )
    rules = tuple(
        RuleUse(key, draw(st.integers(1, 3)) if RULES[key].takes_x else None)
        for key in sorted(chosen)
    )
    stats = {
        "range": draw(st.none() | st.integers(1, 40)),
        "push": draw(st.none() | st.integers(1, 3)),
    }
    return replace(drawn, rules=rules, gear=(Gear("weapon", "Weapon", {**stats}),))


def answers(question: Question) -> st.SearchStrategy[str | int | bool]:
    if question.choices:
        return st.sampled_from([choice.key for choice in question.choices])
    if isinstance(question.default, bool):
        return st.booleans()
    return st.integers(question.low or 0, 12)


@st.composite
def questions(draw: st.DrawFn) -> MatchUp:
    kind = draw(st.sampled_from(KINDS))
    a, b = draw(fighters()), draw(fighters())
    situation: dict[str, str | int | bool] = {}
    for question in kind.situation:
        for key in keys(question):
            situation[key] = draw(answers(question))
    for side, fighter in (("a", a), ("b", b)):
        most = fighter.characteristics["wounds"]
        assert isinstance(most, int)
        situation[f"{side}.wounds-lost"] = draw(st.integers(0, most - 1))
    if "furthest" in situation:
        situation["furthest"] = 0
    readings: Answers = {question.key: draw(answers(question)) for question in READINGS}
    rounds = draw(st.none() | st.integers(1, 5))
    return match_up(kind.key, a, b, situation, readings, rounds)


@settings(max_examples=examples(150))
@given(questions())
def test_every_question_is_answered_with_chances(question: MatchUp) -> None:
    told = odds(question)
    assert told.method == "exact"
    assert told.error < 1e-9
    chances = [*told.outcomes.values(), *told.events.values()]
    assert all(-1e-12 <= chance <= 1 + 1e-9 for chance in chances)
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
    # Chances that have come about stay so, round after round.
    for earlier, later in zip(told.by_round, told.by_round[1:], strict=False):
        assert all(later[key] >= earlier[key] - 1e-12 for key in earlier)
    document = told.to_document()
    for part in ("outcomes", "events", "expected"):
        assert set(document[part]) <= set(document["labels"])


@given(fighters(), fighters())
def test_a_preview_tells_the_first_blow_of_a_fight(a: Fighter, b: Fighter) -> None:
    for way in preview(a, b):
        assert way.wounds.expected() == pytest.approx(way.dice * way.chance, abs=1e-9)
        if way.key == "melee":
            dealt = odds(match_up("fight", a, b, rounds=1)).wounds["a"]
            least = way.wounds.at_least()
            for wounds, chance in enumerate(dealt.at_least()):
                told = least[wounds] if wounds < len(least) else 0.0
                assert chance == pytest.approx(told, abs=1e-9)


def changed(fighter: Fighter, **figures: int) -> Fighter:
    return replace(fighter, characteristics={**fighter.characteristics, **figures})


@given(fighters(), fighters(), st.integers(3, 11))
def test_a_better_morale_never_ends_a_round_more_often(
    a: Fighter, b: Fighter, morale: int
) -> None:
    better = odds(match_up("fight", a, changed(b, morale=morale), rounds=1))
    worse = odds(match_up("fight", a, changed(b, morale=morale + 1), rounds=1))
    assert better.outcomes["undecided"] >= worse.outcomes["undecided"] - 1e-12


@given(fighters(), fighters(), st.integers(2, 5))
def test_a_better_save_never_leaves_fewer_wounds_after_a_round(
    a: Fighter, b: Fighter, save: int
) -> None:
    better = odds(match_up("fight", a, changed(b, save=save), rounds=1))
    worse = odds(match_up("fight", a, changed(b, save=save + 1), rounds=1))
    pairs = zip(
        better.survivors["b"].at_least(), worse.survivors["b"].at_least(), strict=True
    )
    assert all(more >= fewer - 1e-12 for more, fewer in pairs)


@given(fighters(), fighters(), st.integers(1, 10))
def test_more_dice_never_deal_fewer_wounds(a: Fighter, b: Fighter, dice: int) -> None:
    fewer = odds(match_up("fight", changed(a, **{"melee-dice": dice}), b, rounds=1))
    more = odds(match_up("fight", changed(a, **{"melee-dice": dice + 1}), b, rounds=1))
    pairs = zip(more.wounds["a"].at_least(), fewer.wounds["a"].at_least(), strict=True)
    assert all(high >= low - 1e-12 for high, low in pairs)


@given(fighters(), fighters())
def test_sides_swapped_mirror_a_round_that_both_strike_in(
    a: Fighter, b: Fighter
) -> None:
    readings: Answers = {"dead-strike": True}
    straight = odds(match_up("fight", a, b, readings=readings, rounds=1))
    turned = odds(match_up("fight", b, a, readings=readings, rounds=1))
    assert straight.events["a-wins"] == pytest.approx(turned.events["b-wins"])
    assert straight.events["both-gone"] == pytest.approx(turned.events["both-gone"])
    assert straight.survivors["a"].chances == pytest.approx(
        turned.survivors["b"].chances
    )


@settings(max_examples=examples(40))
@given(
    fighters(),
    fighters(),
    st.sampled_from(["a", "b"]),
    st.sampled_from(["a", "b", "both"]),
    st.integers(1, 30),
)
def test_sides_swapped_mirror_an_engagement(
    a: Fighter, b: Fighter, first: str, closing: str, distance: int
) -> None:
    other = {"a": "b", "b": "a", "both": "both"}
    asked: Answers = {"distance": distance, "first": first, "closing": closing}
    turned: Answers = {
        "distance": distance,
        "first": other[first],
        "closing": other[closing],
    }
    one = odds(match_up("engagement", a, b, asked))
    two = odds(match_up("engagement", b, a, turned))
    for side in ("a", "b"):
        for key in ("wins", "charges", "shot-down", "breaks"):
            told = one.events[f"{side}-{key}"]
            assert told == pytest.approx(two.events[f"{other[side]}-{key}"], abs=1e-9)
        assert one.survivors[side].chances == pytest.approx(
            two.survivors[other[side]].chances, abs=1e-9
        )
    assert one.events["contact"] == pytest.approx(two.events["contact"], abs=1e-9)


@settings(max_examples=examples(40))
@given(fighters(), fighters(), st.integers(2, 5), st.integers(1, 30))
def test_a_better_save_never_loses_more_before_contact(
    a: Fighter, b: Fighter, save: int, distance: int
) -> None:
    situation: Answers = {"distance": distance}
    better = odds(match_up("engagement", changed(a, save=save), b, situation))
    worse = odds(match_up("engagement", changed(a, save=save + 1), b, situation))
    pairs = zip(
        better.distributions["a-lost-before"].at_least(),
        worse.distributions["a-lost-before"].at_least(),
        strict=True,
    )
    assert all(fewer <= more + 1e-12 for fewer, more in pairs)
    assert better.events["contact"] >= worse.events["contact"] - 1e-12
