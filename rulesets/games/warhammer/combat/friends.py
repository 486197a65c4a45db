"""Friends near a unit, who test for panic when it breaks or is destroyed."""

from dataclasses import replace

from rulesets.games.warhammer.combat.blows.leadership import leadership_chance
from rulesets.games.warhammer.combat.context import WarhammerSituation
from rulesets.games.warhammer.sources import COMBAT
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Question
from rulesets.odds.sides import SIDES, Side

PANIC = f"{COMBAT}: Panic tests"

FALLS = ("broken", "run-down", "destroyed")
"""Ends of a unit in a combat that its friends test for."""

BESIDE = {"friends-test": "friends-panic", "friends-panic": "friends-panic"}
"""Ends of the events about friends, told beside the answer where there are friends."""


def friends_questions(kinds: tuple[str, ...]) -> tuple[Question, ...]:
    """Return the questions about friends, for kinds of match-up that are combats."""
    return (
        Question(
            "friends",
            "Friendly units within 6 inches",
            0,
            low=0,
            high=20,
            side=True,
            help="Each tests for panic at once when a unit of this side breaks or is "
            "destroyed in the combat: how likely is told beside the answer.",
            source=PANIC,
            seldom=True,
            kinds=kinds,
        ),
        Question(
            "friends-leadership",
            "Leadership of those friends",
            7,
            low=1,
            high=10,
            side=True,
            help="That of their general if he is within 12 inches. Where it differs, "
            "their mean.",
            source=PANIC,
            seldom=True,
            kinds=kinds,
        ),
    )


def with_friends(
    told: Odds, situation: WarhammerSituation, names: tuple[str, str]
) -> Odds:
    """Add the chances that friends of either side must test for panic, and fail.

    Their tests are apart from each other and change nothing in the combat.
    """
    if not any(situation.of(side).friends for side in SIDES):
        return told
    events, labels, expected = {**told.events}, {**told.labels}, {**told.expected}
    for side, name in zip(SIDES, names, strict=True):
        answers = situation.of(side)
        if not answers.friends:
            continue
        tests = events.get(f"{side}-friends-test", _falls(told, side))
        passes = float(leadership_chance(answers.friends_leadership))
        events[f"{side}-friends-test"] = tests
        events[f"{side}-friends-panic"] = tests * (1 - passes**answers.friends)
        expected[f"{side}-friends-panicking"] = tests * answers.friends * (1 - passes)
        labels |= {
            f"{side}-friends-test": f"Friends within 6 inches of {name} must test for "
            "panic",
            f"{side}-friends-panic": f"One or more friends of {name} panic",
            f"{side}-friends-panicking": f"Friends of {name} that panic",
        }
    return replace(told, events=events, labels=labels, expected=expected)


def _falls(told: Odds, side: Side) -> float:
    """Return the chance that a unit breaks or is destroyed in combat [chance]."""
    ends = (*(f"{side}-{fall}" for fall in FALLS), "both-destroyed")
    chance = sum(told.outcomes.get(end, 0.0) for end in ends)
    return min(chance - told.events.get(f"{side}-shot-down", 0.0), 1.0)
