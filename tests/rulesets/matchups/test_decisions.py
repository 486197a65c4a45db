"""Decisions of a side, each answer tried: against odds asked one by one."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest

from rulesets.combats import COMBATS, combat_of
from rulesets.games import GAMES
from rulesets.matchups.best_loadout import WORK_OF_ONE, edge
from rulesets.matchups.decisions import (
    ENOUGH_WORK,
    SAME,
    Decision,
    decisions_of,
    try_all,
    try_decisions,
    try_together,
)
from rulesets.odds.answer import Odds
from rulesets.odds.decisions import choices_of
from rulesets.odds.match_up import Choice, Further, MatchUp, MatchUpError, Question
from rulesets.odds.sides import SIDES, Side
from tests.rulesets.games.warhammer.units import KNIGHTS, SWORDSMEN, unit

HERO = unit("Hero", 1, kind="character", ws=6, s=5, i=6, w=3, a=4, ld=9)


def asked(kind: str = "charge", **situation: str | int | bool) -> MatchUp:
    given = {
        key.replace("__", ".").replace("_", "-"): v for key, v in situation.items()
    }
    return MatchUp("warhammer", kind, KNIGHTS, SWORDSMEN, given, {})


def odds(match_up: MatchUp) -> Odds:
    return combat_of(GAMES["warhammer"]).odds(match_up)


def found(match_up: MatchUp, side: Side) -> dict[str, Decision]:
    combat = combat_of(GAMES[match_up.game])
    return {one.key: one for one in decisions_of(combat, match_up, side)}


@pytest.mark.parametrize("game", sorted(COMBATS))
def test_every_decision_is_a_question_of_its_game(game: str) -> None:
    combat = COMBATS[game]
    named = combat.decisions
    sides = {(k.key, q.key) for k in combat.kinds for q in k.situation if q.side}
    further = {
        (k.key, q.key) for k in combat.kinds for q in (*k.of_units, *k.of_characters)
    }
    once = {(k.key, q.key) for k in combat.kinds for q in k.situation if not q.side}
    for keys, known in (
        (named.of_each, sides | further),
        (named.of_a | named.of_b | named.of_either, once),
    ):
        for key in keys:
            kind, _, word = key.rpartition(".")
            assert any(word == k and kind in ("", at) for at, k in known), key


def test_the_charged_unit_decides_how_it_reacts() -> None:
    assert "reaction" in found(asked(), "b")
    assert "reaction" not in found(asked(), "a")


def test_each_side_decides_for_itself_alone() -> None:
    for side in SIDES:
        keys = found(asked(), side)
        assert f"{side}.pursuit" in keys
        assert all(key.startswith(f"{side}.") for key in keys if "." in key)


@pytest.mark.parametrize("side", SIDES)
def test_the_best_answer_is_that_of_the_best_odds_asked_one_by_one(side: Side) -> None:
    match_up = asked()
    sign = 1 if side == "a" else -1
    tried = try_decisions(odds, match_up, tuple(found(match_up, side).values()))
    assert tried
    for one in tried:
        key = one.decision.key
        worth = {}
        for answer, _ in choices_of(one.decision.question, one.decision.side):
            other = MatchUp(
                "warhammer", "charge", KNIGHTS, SWORDSMEN, {key: answer}, {}
            )
            worth[answer] = sign * edge(odds(other))
        assert one.best is not None
        assert worth[one.best.answer] == pytest.approx(max(worth.values()), abs=SAME)


def test_numbers_that_change_nothing_are_left_out_but_the_one_asked() -> None:
    width = found(asked(a__width=5), "a")["a.width"]
    (tried,) = try_decisions(odds, asked(a__width=5), (width,))
    answers = [trial.answer for trial in tried.trials]
    assert 5 in answers
    assert len(answers) == len(set(answers))
    values = [
        edge(trial.odds)
        for trial in tried.trials
        if trial.odds is not None and trial.answer != 5
    ]
    gaps = [abs(one - other) for one, other in combinations(values, 2)]
    assert min(gaps) > SAME


def test_a_character_who_joins_decides_at_whom_he_strikes() -> None:
    line = MatchUp(
        "warhammer",
        "battle-line",
        KNIGHTS,
        SWORDSMEN,
        {},
        {},
        further=(Further(HERO, "a", "character"), Further(HERO, "b", "character")),
    )
    decision = found(line, "a")["a-character.aims"]
    assert decision.place == 0
    decided = decision.decided(line, "characters")
    assert decided.further[0].situation == {"aims": "characters"}
    assert "a-character.aims" not in found(line, "b")


@pytest.mark.parametrize(
    ("side", "own", "challenges"),
    [("a", True, False), ("b", False, False), ("ab", True, True)],
)
def test_characters_are_aimed_at_and_challenged_only_where_they_are(
    side: str, own: bool, challenges: bool
) -> None:
    heroes = tuple(Further(HERO, one, "character") for one in SIDES if one in side)
    line = replace(asked(kind="battle-line"), further=heroes)
    told = found(line, "b")
    assert ("b.aims" in told) == own
    assert ("challenge" in told) == challenges


def test_only_who_is_challenged_may_refuse() -> None:
    heroes = tuple(Further(HERO, side, "character") for side in SIDES)
    line = replace(asked(kind="battle-line"), further=heroes)
    assert "refuses" not in found(line, "b")
    assert "refuses" in found(replace(line, situation={"challenge": True}), "b")


def test_what_is_as_asked_is_worked_out_once_and_decisions_of_few_answers_first() -> (
    None
):
    seen = []

    def settled(match_up: MatchUp) -> tuple[MatchUp, Odds]:
        seen.append(match_up.situation)
        return match_up, odds(match_up)

    tried, _ = try_all(combat_of(GAMES["warhammer"]), settled, asked(), "a")
    assert seen.count({}) == 1
    answers = [len(choices_of(one.decision.question, "a")) for one in tried]
    assert answers == sorted(answers)
    assert all(one.trials for one in tried)


def test_what_the_enemy_has_refused_is_no_longer_to_decide() -> None:
    who = (Choice("nobody", "Nobody"), Choice("a", "Side A"), Choice("b", "Side B"))
    question = Question("refuses", "Who refuses", "nobody", who)
    assert [key for key, _ in choices_of(question, "a")] == ["nobody", "a"]
    match_up = asked(challenge=True, refuses="b")
    assert "refuses" not in found(match_up, "a")


def test_an_answer_that_cannot_be_worked_out_says_why() -> None:
    def only_holds(match_up: MatchUp) -> Odds:
        if match_up.situation.get("reaction", "holds") != "holds":
            raise MatchUpError("/situation/reaction", "it cannot")
        return odds(match_up)

    (tried,) = try_decisions(only_holds, asked(), (found(asked(), "b")["reaction"],))
    assert [trial.refused for trial in tried.trials] == ["", "it cannot", "it cannot"]
    assert tried.best is tried.trials[0]


def worked(answer: Odds, work: int) -> Callable[[MatchUp], Odds]:
    """Return odds that are always the same, of so much work."""
    return lambda _: replace(answer, work=work)


def test_what_would_be_too_much_work_is_not_tried_but_the_first() -> None:
    decisions = tuple(found(asked(), "b").values())
    tried = try_decisions(worked(odds(asked()), ENOUGH_WORK), asked(), decisions)
    assert tried[0].trials
    assert not any(one.trials for one in tried[1:])


def test_a_decision_of_few_answers_is_tried_where_one_of_many_is_too_much() -> None:
    reaction, width = (found(asked(), "b")[key] for key in ("reaction", "b.width"))
    pursuit = found(asked(), "b")["b.pursuit"]
    # Three trials, then thirteen are too many at this work, and two are not.
    work_out = worked(odds(asked()), ENOUGH_WORK // 8)
    tried = try_decisions(work_out, asked(), (reaction, width, pursuit))
    assert [bool(one.trials) for one in tried] == [True, False, True]


def test_a_trial_that_is_refused_is_work_too() -> None:
    def refuses(match_up: MatchUp) -> Odds:
        raise MatchUpError(f"/{match_up.kind}", "it cannot")

    (tried,) = try_decisions(refuses, asked(), (found(asked(), "b")["reaction"],))
    assert [one.work for one in tried.trials] == [WORK_OF_ONE] * len(tried.trials)


def test_all_usual_decisions_of_two_units_are_tried() -> None:
    for side in SIDES:
        tried = try_decisions(odds, asked(), tuple(found(asked(), side).values()))
        assert all(one.trials for one in tried)


def test_the_best_of_several_decisions_are_told_together() -> None:
    match_up = asked(a__width=1, b__width=1)
    decisions = tuple(found(match_up, "a").values())
    tried = try_decisions(odds, match_up, decisions)
    together = try_together(odds, match_up, tried)
    assert together is not None
    assert together.odds is not None
    for one in tried:
        if one.best is not None and one.best.answer != one.decision.answer:
            assert together.match_up.situation[one.decision.key] == one.best.answer
