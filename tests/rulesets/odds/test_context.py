from dataclasses import dataclass

import pytest

from rulesets.odds.answer import Step
from rulesets.odds.context import Context, Situation, answer_to, read_answers


@dataclass(frozen=True, slots=True)
class OfSide:
    in_cover: bool = False


@dataclass(frozen=True, slots=True)
class Ruins(Situation[OfSide]):
    wall_height: int = 2
    a: OfSide = OfSide()
    b: OfSide = OfSide()


def test_answers_are_read_by_the_names_of_their_fields_and_sides() -> None:
    ruins = read_answers(Ruins, {"wall-height": 3, "b.in-cover": True})
    assert ruins == Ruins(3, OfSide(), OfSide(in_cover=True))
    assert (ruins.of("a").in_cover, ruins.of("b").in_cover) == (False, True)


def test_a_side_is_asked_before_the_whole_situation() -> None:
    ruins = Ruins(b=OfSide(in_cover=True))
    assert ruins.answer("in-cover", "b") is True
    assert ruins.answer("in-cover", "a") is False
    assert ruins.answer("wall-height", "b") == 2


def test_a_question_that_nobody_asks_has_no_answer() -> None:
    with pytest.raises(AttributeError):
        answer_to(Ruins(), "wall-hight")


def test_an_untraced_context_traces_apart() -> None:
    context = Context(Ruins(), None)
    apart = context.untraced()
    apart.trace.add(Step("Cover", "Our house", "none"))
    assert (context.trace.steps, len(apart.trace.steps)) == ([], 1)
    assert context == apart
