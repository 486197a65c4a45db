"""The situation and the readings of a game, as values, are what its questions ask."""

from collections import defaultdict
from dataclasses import fields
from typing import Any, get_args, get_type_hints

import pytest

from rulesets.combats import COMBATS
from rulesets.games.charge.combat.context import ChargeReadings, ChargeSituation
from rulesets.games.mordheim.combat.context import (
    MordheimReadings,
    MordheimSituation,
)
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.warhammer.combat.context import (
    WarhammerReadings,
    WarhammerSituation,
)
from rulesets.odds.match_up import Question
from rulesets.odds.settings import keys
from rulesets.odds.sides import SIDES

VALUES: dict[str, tuple[type[Any], type[Any]]] = {
    "charge": (ChargeSituation, ChargeReadings),
    "mordheim": (MordheimSituation, MordheimReadings),
    "scrollhammer": (ScrollhammerSituation, ScrollhammerReadings),
    "warhammer": (WarhammerSituation, WarhammerReadings),
}
"""By game: the classes of its situation and of its readings."""


def answers(value: Any, prefix: str = "") -> dict[str, tuple[Any, Any]]:
    """Return the type of every answer and what stands where nobody asks."""
    hints = get_type_hints(type(value))
    found: dict[str, tuple[Any, Any]] = {}
    for one in fields(value):
        key, default = prefix + one.name.replace("_", "-"), getattr(value, one.name)
        if one.name in SIDES:
            found |= answers(default, f"{key}.")
        else:
            found[key] = hints[one.name], default
    return found


def asked(questions: list[Question]) -> dict[str, list[Question]]:
    found = defaultdict(list)
    for question in questions:
        for key in keys(question):
            found[key].append(question)
    return found


def assert_agree(value: Any, questions: list[Question]) -> None:
    known, wanted = answers(value), asked(questions)
    assert sorted(known) == sorted(wanted)
    for key, (kind, _) in known.items():
        choices = {one.key for question in wanted[key] for one in question.choices}
        types = {type(question.default) for question in wanted[key]}
        assert (set(get_args(kind)) == choices) if choices else (types == {kind}), key


def test_every_game_with_odds_has_its_answers_as_values() -> None:
    assert VALUES.keys() == COMBATS.keys()


@pytest.mark.parametrize("game", VALUES)
def test_a_situation_has_a_field_for_every_question(game: str) -> None:
    situation, _ = VALUES[game]
    questions = [one for kind in COMBATS[game].kinds for one in kind.situation]
    assert_agree(situation(), questions)


@pytest.mark.parametrize("game", VALUES)
def test_readings_are_as_their_questions_say(game: str) -> None:
    _, readings = VALUES[game]
    questions = COMBATS[game].readings
    assert_agree(readings(), list(questions))
    usual = {key: default for key, (_, default) in answers(readings()).items()}
    assert usual == {question.key: question.default for question in questions}
