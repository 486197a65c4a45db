"""Figures of a match-up beside those of its answer."""

import re
from dataclasses import replace

import pytest

from rulesets.matchups.measures import cell_of
from rulesets.odds.combat import Combat
from rulesets.odds.match_up import MatchUp, MatchUpError

EQUAL = 1e-12


def assert_same_figures(combat: Combat, asked: MatchUp) -> None:
    """Compare the figures of a match-up with its answer: numbers, omissions, refusal.

    The answer is exact.
    """
    refused = _refusal_of(combat, asked)
    if refused:
        with pytest.raises(MatchUpError, match=re.escape(refused)):
            combat.figures(asked)
        return
    answer, told = combat.odds(asked), combat.figures(asked)
    known = cell_of(answer).to_document()
    found = replace(cell_of(told), error=answer.error).to_document()
    for key, figure in known.items():
        if isinstance(figure, float):
            figure = pytest.approx(figure, abs=EQUAL, rel=EQUAL)
        assert found[key] == figure, key
    assert told.not_modelled == answer.not_modelled


def _refusal_of(combat: Combat, asked: MatchUp) -> str:
    try:
        combat.odds(replace(asked, rounds=1))
    except MatchUpError as refused:
        return refused.text
    return ""
