"""Decisions of a side of a match-up document, each answer tried."""

from functools import partial
from typing import Any

from armybuilder.accounts.cpu_budget import Purse
from armybuilder.armies.odds.match_up_odds import settled_match_up
from armybuilder.matchups.document_odds import read_document
from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.matchups.decisions import (
    DecisionTrial,
    TriedDecision,
    try_all,
)
from rulesets.odds.sides import Side


def document_decisions(
    document: Any, side: Side, purse: Purse | None = None
) -> dict[str, Any]:
    """Return what a side decides, as a document: each answer with its odds.

    Raises
    ------
    MatchUpError
        Names the first place that is wrong; a bare question has no sides.
    SpentError
        If nothing is left of the purse.
    """
    match_up = read_document(document)
    combat = combat_of(GAMES[match_up.game])
    work = partial(settled_match_up, purse=purse)
    tried, together = try_all(combat, work, match_up, side)
    return {
        "side": side,
        "decisions": [_decision(one) for one in tried],
        "together": None if together is None else _trial(together),
    }


def _decision(one: TriedDecision) -> dict[str, Any]:
    return {
        "key": one.decision.key,
        "label": one.decision.question.label,
        "answer": one.decision.answer,
        "best": None if one.best is None else one.best.answer,
        "matters": one.matters,
        "trials": [_trial(trial) for trial in one.trials],
    }


def _trial(trial: DecisionTrial) -> dict[str, Any]:
    odds = trial.odds
    wounds = {} if odds is None else odds.wounds
    return {
        "answer": trial.answer,
        "label": trial.label,
        "events": {} if odds is None else dict(odds.events),
        "wounds": {side: dealt.expected() for side, dealt in wounds.items()},
        "method": "" if odds is None else odds.method,
        "error": 0.0 if odds is None else odds.error,
        "refused": trial.refused,
    }
