"""Every question of the situation says in which kinds of match-up it is asked."""

import pytest

from rulesets.games.warhammer.combat.questions.questions import KINDS, QUESTIONS
from rulesets.odds.match_up import Question
from rulesets.odds.settings import MatchUpKind


@pytest.mark.parametrize("question", QUESTIONS, ids=[q.key for q in QUESTIONS])
def test_a_question_names_only_kinds_that_there_are(question: Question) -> None:
    assert question.kinds
    assert set(question.kinds) <= {kind.key for kind in KINDS}


@pytest.mark.parametrize("kind", KINDS, ids=[kind.key for kind in KINDS])
def test_a_kind_asks_each_question_once(kind: MatchUpKind) -> None:
    keys = [question.key for question in kind.situation]
    assert len(keys) == len(set(keys)) >= 9


def test_all_shots_are_asked_before_the_width_of_a_volley_only() -> None:
    asked = {kind.key: [q.key for q in kind.situation] for kind in KINDS}
    shooting, engagement = asked["shooting"], asked["engagement"]
    assert shooting.index("all-shots") < shooting.index("width")
    assert engagement.index("all-shots") > engagement.index("width")


def test_what_a_winner_does_with_its_front_is_asked_of_both_sides() -> None:
    (asked,) = (question for question in QUESTIONS if question.key == "redress")
    assert asked.side
    assert asked.kinds == ("charge", "fight", "engagement", "battle-line")
