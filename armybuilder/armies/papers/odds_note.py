"""The target of a paper's odds, and what they assume."""

from dataclasses import dataclass

from armybuilder.armies.odds.loadout_odds import Target
from armybuilder.armies.text import answer_words
from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.odds.match_up import Question


@dataclass(frozen=True, slots=True)
class OddsNote:
    """The target of a paper's odds, and their assumptions.

    `situation` and `readings` are (question, answer) of the fight; `why_not` says why
    there are no odds.
    """

    target: str
    kind: str
    situation: tuple[tuple[str, str], ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    why_not: str = ""


def odds_note(game: Game, target: Target) -> OddsNote:
    """Return what the odds of a paper are told of."""
    if not combat_of(game).kinds or not combat_of(game).openings:
        why_not = f"The odds of {game.name} are not worked out here."
        return OddsNote(target.name, "", why_not=why_not)
    asked = {
        question.key: question
        for kind in combat_of(game).kinds
        for question in kind.situation
        if any(opening.kind == kind.key for opening in combat_of(game).openings)
    }
    return OddsNote(
        target.name,
        " and ".join(opening.name.lower() for opening in combat_of(game).openings),
        tuple(_usual(question) for question in asked.values()),
        tuple(_usual(question) for question in combat_of(game).readings),
        target.why_not,
    )


def _usual(question: Question) -> tuple[str, str]:
    """Return a question with its usual answer in words."""
    return question.label, answer_words(question, question.default)
