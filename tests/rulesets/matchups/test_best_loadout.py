"""What is in hand where nobody says it."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from rulesets.matchups.best_loadout import (
    ENOUGH_WORK,
    MOST_WORK,
    choose_loadouts,
    settle,
)
from rulesets.odds.answer import Distribution, Odds
from rulesets.odds.match_up import (
    Fighter,
    FighterPart,
    Further,
    MatchUp,
    MatchUpError,
)


def armed(name: str, *others: str) -> Fighter:
    part = FighterPart(name, "models", 5, "infantry", {}, loadout=name)
    found = Fighter("Guard", "infantry", 5, 50, {}, parts=(part,))
    return replace(found, alternatives=tuple(armed(other) for other in others))


def asked(a: Fighter, b: Fighter) -> MatchUp:
    return MatchUp("game", "fight", a, b, {}, {})


class Table:
    """Odds by what both sides have in hand; asks are counted."""

    def __init__(self, wins: Mapping[tuple[str, str], float], work: int = 0) -> None:
        self.wins, self.work = wins, work
        self.asked: list[tuple[str, str]] = []

    def __call__(self, match_up: MatchUp) -> Odds:
        held = (match_up.a.loadout, match_up.b.loadout)
        self.asked.append(held)
        if held not in self.wins:
            raise MatchUpError("/a", f"no odds of {held}")
        chance = self.wins[held]
        return Odds(
            outcomes={"b-out": chance, "a-out": 1 - chance},
            labels={},
            events={"a-wins": chance, "b-wins": 1 - chance},
            work=self.work,
        )


def test_the_first_side_takes_what_serves_it_best() -> None:
    table = Table({("sword", "club"): 0.4, ("lance", "club"): 0.6})

    _, odds = settle(table, asked(armed("sword", "lance"), armed("club")))

    assert odds.events["a-wins"] == 0.6
    assert odds.notes == ("Guard has in hand the best loadout here: lance.",)


def test_then_the_second_side_answers_it() -> None:
    table = Table(
        {
            ("sword", "club"): 0.4,
            ("lance", "club"): 0.6,
            ("lance", "pike"): 0.3,
            ("sword", "pike"): 0.9,
        }
    )

    _, odds = settle(table, asked(armed("sword", "lance"), armed("club", "pike")))

    assert odds.events["a-wins"] == 0.3


def test_of_equal_ones_the_first_is_kept() -> None:
    table = Table({("sword", "club"): 0.5, ("axe", "club"): 0.5})

    _, odds = settle(table, asked(armed("sword", "axe"), armed("club")))

    assert odds.notes == ("Guard has in hand the best loadout here: sword.",)


def test_what_cannot_be_worked_out_is_passed_over() -> None:
    table = Table({("lance", "club"): 0.1})

    _, odds = settle(table, asked(armed("sword", "lance"), armed("club")))

    assert odds.events["a-wins"] == 0.1


def test_if_nothing_can_be_worked_out_the_first_refusal_is_told() -> None:
    question = asked(armed("sword", "lance"), armed("club"))

    with pytest.raises(MatchUpError, match="sword"):
        settle(Table({}), question)


def test_a_side_that_was_told_what_to_hold_is_asked_once_and_nothing_is_said() -> None:
    table = Table({("sword", "club"): 0.5})

    _, odds = settle(table, asked(armed("sword"), armed("club")))

    assert (table.asked, odds.notes) == ([("sword", "club")], ())


def test_where_nobody_wins_the_wounds_decide() -> None:
    def volley(match_up: MatchUp) -> Odds:
        sure = 1.0 if match_up.a.loadout == "bow" else 0.0
        wounds = {"a": Distribution("Wounds", "wounds", (1 - sure, sure))}
        return Odds({"over": 1.0}, {}, wounds=wounds)

    _, odds = settle(volley, asked(armed("sword", "bow"), armed("club")))

    assert odds.wounds["a"].expected() == 1.0


def test_when_all_trials_are_too_much_work_no_more_are_begun() -> None:
    wins = dict.fromkeys((("sword", "club"), ("axe", "club")), 0.5)
    table = Table(wins, work=int(0.6 * ENOUGH_WORK))
    question = asked(armed("sword", "axe", "lance"), armed("club"))

    with pytest.raises(MatchUpError, match="say what they have in hand"):
        choose_loadouts(table, question)
    assert table.asked == [("sword", "club"), ("axe", "club")]


def test_the_work_on_both_sides_is_counted_together() -> None:
    pairs = ("sword", "club"), ("axe", "club"), ("sword", "pike")
    table = Table(dict.fromkeys(pairs, 0.5), work=int(0.6 * ENOUGH_WORK))

    with pytest.raises(MatchUpError, match="say what they have in hand"):
        choose_loadouts(table, asked(armed("sword", "axe"), armed("club", "pike")))
    assert table.asked == [("sword", "club"), ("axe", "club")]


def beside(a: tuple[str, ...], b: tuple[str, ...]) -> MatchUp:
    """Return a match-up of two without a choice and one with a choice beside each."""
    question = asked(armed("sword"), armed("club"))
    further = Further(armed(*a), "a"), Further(armed(*b), "b", "character")
    return replace(question, further=further)


class Line:
    """Odds by what those beside have in hand; what they err by is said."""

    def __init__(
        self,
        wins: Mapping[tuple[str, ...], float],
        error: float = 0,
        method: str = "exact",
        work: int = 0,
    ) -> None:
        self.wins, self.error, self.method = wins, error, method
        self.work = work
        self.asked: list[tuple[str, ...]] = []

    def __call__(self, match_up: MatchUp) -> Odds:
        held = tuple(one.fighter.loadout for one in match_up.further)
        self.asked.append(held)
        if held not in self.wins:
            raise MatchUpError("/further/0", f"no odds of {held}")
        chance = self.wins[held]
        events = {"a-wins": chance, "b-wins": 1 - chance}
        return Odds(
            {"over": 1.0},
            {},
            self.method,
            error=self.error,
            events=events,
            work=self.work,
        )


LINE = {
    (): 0.5,
    ("sword", "club"): 0.5,
    ("lance", "club"): 0.7,
    ("lance", "pike"): 0.4,
    ("sword", "pike"): 0.1,
}


def test_those_beside_take_what_serves_their_side_in_turn() -> None:
    line = Line(LINE)

    _, odds = settle(line, beside(("sword", "lance"), ("club", "pike")))

    assert odds.events["a-wins"] == 0.4
    assert odds.notes == (
        "Guard has in hand the best loadout here: lance.",
        "Guard has in hand the best loadout here: pike.",
    )
    tried = [("sword", "club"), ("lance", "club"), ("lance", "pike")]
    assert line.asked == [(), *tried]


def test_one_beside_keeps_his_when_another_is_not_better_for_sure() -> None:
    line = Line(LINE, error=0.2)

    _, odds = settle(line, beside(("sword", "lance"), ("club",)))

    assert odds.events["a-wins"] == 0.5
    assert odds.notes == ("Guard has in hand the best loadout here: sword.",)


def test_what_one_beside_cannot_have_in_hand_is_passed_over() -> None:
    _, odds = settle(Line(LINE), beside(("sword", "axe", "lance"), ("club",)))

    assert odds.events["a-wins"] == 0.7


def test_one_beside_is_not_tried_when_all_of_his_would_be_too_much_work() -> None:
    line = Line({**LINE, ("axe", "club"): 0.9}, work=MOST_WORK // 2)

    question = beside(("sword", "lance", "axe"), ("club", "pike"))
    settled, odds = choose_loadouts(line, question)
    assert [one.fighter.loadout for one in settled.further] == ["sword", "pike"]
    assert [len(one.fighter.alternatives) for one in settled.further] == [2, 0]
    assert line.asked == [(), ("sword", "club"), ("sword", "pike")]
    assert odds.events["a-wins"] == 0.1


def test_one_beside_is_not_tried_in_a_line_that_is_sampled() -> None:
    line = Line(LINE, error=0.001, method="sampled")

    _, odds = settle(line, beside(("sword", "lance"), ("club",)))

    assert odds.events["a-wins"] == 0.5
    assert line.asked == [(), ("sword", "club")]


def test_one_beside_who_was_not_tried_is_said_to_have_what_is_listed_first() -> None:
    line = Line(LINE, work=MOST_WORK)

    _, odds = settle(line, beside(("sword", "lance"), ("club",)))

    assert odds.notes == (
        "Guard has in hand what is listed first, since to try all takes too long:"
        " sword.",
    )
