"""Steps of an answer are told once, and only when somebody looks at them."""

from copy import deepcopy

from rulesets.games.warhammer.combat.answers import odds
from rulesets.odds.answer import LaterSteps, Odds, Step
from tests.rulesets.games.warhammer.units import match_up, unit

HITS, SAVES = Step("To hit", "p. 68", "4+"), Step("Save", "p. 69", "5+", "b")


def test_steps_are_told_once_and_not_before_somebody_looks() -> None:
    told: list[str] = []

    def tell() -> tuple[Step, ...]:
        told.append("told")
        return HITS, SAVES

    steps = LaterSteps(tell)
    assert told == []
    assert [*steps] == [HITS, SAVES]
    assert (steps[1], steps[:1], len(steps), SAVES in steps) == (
        SAVES,
        (HITS,),
        2,
        True,
    )
    assert told == ["told"]


def test_steps_are_equal_to_a_tuple_of_the_same_and_to_no_other() -> None:
    steps = LaterSteps(lambda: (HITS, SAVES))
    assert steps == (HITS, SAVES)
    assert steps == (HITS, SAVES)
    assert steps == LaterSteps(lambda: [HITS, SAVES])
    assert steps != (HITS,)
    assert hash(steps) == hash((HITS, SAVES))


def test_a_copy_of_an_answer_holds_its_steps_and_not_what_they_came_from() -> None:
    asked = odds(match_up("fight", unit("Men", 10), unit("Foes", 10), {}, {}))
    copied: Odds = deepcopy(asked)
    assert type(copied.trace) is tuple
    assert copied.trace == asked.trace
    assert copied.to_document() == asked.to_document()


def test_steps_looked_at_late_are_those_looked_at_at_once() -> None:
    asked = [
        match_up(kind, unit("Men", 10, rule), unit("Foes", 8), {"b.base": base}, {})
        for kind in ("fight", "charge")
        for rule in ("hatred", "frenzy")
        for base in (20, 25)
    ]
    at_once = [tuple(odds(one).trace) for one in asked]
    late = [odds(one) for one in asked]
    assert [tuple(one.trace) for one in reversed(late)] == at_once[::-1]
    assert len(set(at_once)) > 2
