"""The flight of one who breaks from several in Mordheim, played out and by fractions.

Where nobody can wound anybody, the one of Leadership 7 breaks on 15 of 36 a turn.
"""

from fractions import Fraction

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import MatchUpError
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up
from tests.rulesets.games.mordheim.grid import ALL
from tests.rulesets.games.mordheim.test_simulator import check

FAILS, HOLDS = Fraction(15, 36), Fraction(21, 36)
RUNNERS = [name for name, one in ALL.items() if "table-edge" in str(one.situation)]


def unhurt(inches: int, rounds: int | None = None, **asked: object) -> Odds:
    a, b = f(name="A", s=1, t=9), f(name="B", s=1, t=9)
    situation = {"a.fighters": 2, "b.table-edge": inches, **asked}
    return odds(match_up(a, b, situation, rounds=rounds))  # type: ignore[arg-type]


def at_most(inches: int) -> Fraction:
    """Return the chance that 2D6 are this much or less."""
    rolls = [one + two for one in range(1, 7) for two in range(1, 7)]
    return Fraction(sum(roll <= inches for roll in rolls), 36)


def test_who_reaches_the_edge_at_once_is_removed_in_that_turn() -> None:
    """The edge is 9 inches away: ten of 36 runs reach it, so do those of just 9."""
    told = unhurt(9, rounds=1)
    off = FAILS * (1 - at_most(8))
    assert told.outcomes["b-flees"] == pytest.approx(float(off))
    assert told.outcomes["undecided"] == pytest.approx(float(1 - off))


def test_he_tests_at_the_start_of_his_next_turn_and_runs_on() -> None:
    """Broken in the first turn, he tests in the second; 13 inches are no single run."""
    told = unhurt(13, rounds=2)
    assert told.outcomes["b-rallies"] == pytest.approx(float(FAILS * HOLDS))
    pairs = [
        (one + two, three + four)
        for one in range(1, 7)
        for two in range(1, 7)
        for three in range(1, 7)
        for four in range(1, 7)
    ]
    reached = Fraction(sum(first + then >= 13 for first, then in pairs), len(pairs))
    off = FAILS * FAILS * reached
    assert told.outcomes["b-flees"] == pytest.approx(float(off))


def test_who_broke_in_his_own_turn_tests_two_turns_later() -> None:
    """Those who broke in the first turn, and in the second, test in the third."""
    told = unhurt(30, rounds=2, charge="b")
    assert told.outcomes.get("b-rallies", 0.0) == 0
    later = unhurt(30, rounds=3, charge="b")
    broken = FAILS + HOLDS * FAILS
    assert later.outcomes["b-rallies"] == pytest.approx(float(broken * HOLDS))


def test_an_edge_within_two_inches_leaves_the_answer_as_if_nobody_asked() -> None:
    near, plain = unhurt(2), unhurt(0)
    assert near.outcomes == pytest.approx(plain.outcomes)
    assert near.by_round[3] == pytest.approx(plain.by_round[3])


def test_the_farther_the_edge_the_fewer_are_removed() -> None:
    removed = [unhurt(inches).outcomes["b-flees"] for inches in range(2, 61)]
    assert removed == sorted(removed, reverse=True)
    assert removed[-1] < 0.002
    assert unhurt(60).events["a-wins"] == pytest.approx(removed[-1])


def test_he_tests_by_his_own_leadership_away_from_his_leader() -> None:
    """With a leader of Leadership 9 he breaks on 6 of 36, and rallies on 21."""
    told = unhurt(40, rounds=2, **{"b.leader-ld": 9})
    share = Fraction(6, 36) * HOLDS
    assert told.outcomes["b-rallies"] == pytest.approx(float(share))


def test_the_answer_says_what_it_takes_of_who_runs() -> None:
    told = unhurt(12)
    assert any("followed by nobody" in note for note in told.notes)
    assert told.labels["b-rallies"] == "B rallies, and is away from the fight"
    assert any(step.rule == "Rally" for step in told.trace)


def test_groups_are_not_followed_and_say_so() -> None:
    asked = {"a.fighters": 2, "b.fighters": 2, "b.table-edge": 12}
    with pytest.raises(MatchUpError, match="one against several only"):
        odds(match_up(f(name="A"), f(name="B"), asked))


def test_each_of_those_who_run_is_played_out() -> None:
    assert len(RUNNERS) == 3


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNNERS)
def test_runs_and_rallies_that_were_rolled_agree(name: str) -> None:
    check(ALL[name], 40_000)
