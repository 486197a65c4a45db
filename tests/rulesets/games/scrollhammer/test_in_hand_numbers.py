"""Loadouts that are said to have the same numbers have the same answers."""

from collections.abc import Hashable
from dataclasses import replace

import pytest

from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.matchups.best_loadout import CountedTrials, alone, choose_loadouts
from rulesets.matchups.contenders import units_of_book
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Fighter, MatchUp
from tests.real_books import real_book

COMBAT = combat_of(GAMES["scrollhammer"])
LEAGUE, LEGION = (
    [one.fighter for one in units_of_book(real_book(key)) if one.fighter is not None]
    for key in ("scrollhammer-saltmere-league", "scrollhammer-imperial-legion")
)


def asked(kind: str, own: Fighter, enemy: Fighter) -> MatchUp:
    """Return a question about two units with what they have in hand alone."""
    return MatchUp("scrollhammer", kind, alone(own), alone(enemy), {}, {})


def sharing(kind: str, own: Fighter, enemy: Fighter) -> list[list[MatchUp]]:
    """Return the questions about a unit's loadouts by their numbers, if several."""
    found: dict[Hashable, list[MatchUp]] = {}
    for one in (own, *own.alternatives):
        question = asked(kind, one, enemy)
        found.setdefault(COMBAT.in_hand(question, "a"), []).append(question)
    return [some for some in found.values() if len(some) > 1]


@pytest.mark.parametrize("kind", ["fight", "charge", "shooting", "engagement"])
def test_loadouts_of_the_same_numbers_have_the_same_answer(kind: str) -> None:
    several = 0
    for own in LEAGUE:
        for some in sharing(kind, own, LEGION[0]):
            first, *others = [COMBAT.odds(one) for one in some[:3]]
            several += len(others)
            for other in others:
                assert other.events == first.events
                assert other.outcomes == first.outcomes
                assert other.wounds == first.wounds
                assert other.expected == first.expected
                assert other.work == first.work
    assert several > 0


def test_what_is_alike_is_tried_once_and_counted_each_time() -> None:
    own = next(one for one in LEAGUE if sharing("fight", one, LEGION[0]))
    tried: list[MatchUp] = []

    def work_out(match_up: MatchUp) -> Odds:
        tried.append(match_up)
        return COMBAT.odds(match_up)

    loadouts = (own, *own.alternatives)
    question = replace(asked("fight", own, LEGION[0]), a=own)
    _, odds = choose_loadouts(work_out, question)
    assert len(tried) < len(loadouts)
    counted = CountedTrials(COMBAT.odds)
    for one in loadouts:
        counted(asked("fight", one, LEGION[0]))
    assert odds.work == counted.work


def test_who_may_switch_is_not_told() -> None:
    """What it takes later is chosen among all that it may have."""
    question = asked("fight", LEAGUE[0], LEGION[0])
    switching = replace(question, situation={"b.hands": "best"})
    assert COMBAT.in_hand(question, "a") is not None
    assert COMBAT.in_hand(switching, "a") is None
