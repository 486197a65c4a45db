"""Answers of the odds as the page words and groups them."""

from dataclasses import replace

from armybuilder.matchups.result import badge, method, present
from rulesets.odds.answer import Distribution, NotModelled, Odds, Step
from rulesets.odds.combat import Combat
from rulesets.odds.report import Outcome, outcomes_by_key

TITLES = {"a": "Ratmen", "b": "Orcs"}
LABELS = {
    "a-destroyed": "Ratmen destroyed",
    "b-destroyed": "Orcs destroyed",
    "both-broken": "Both broken",
    "a-broken-b-destroyed": "Ratmen broken, Orcs destroyed",
    "undecided": "Undecided",
    "a-wins": "Ratmen win",
    "rounds": "Rounds",
}
COMBAT = Combat(
    outcomes=outcomes_by_key(
        Outcome("*-destroyed", "{own} destroyed"),
        Outcome("*-routs", "{own} routs"),
        Outcome("both-broken", "Both broken", befalls="both"),
        Outcome("a-broken-b-destroyed", "{a} broken, {b} destroyed", befalls="both"),
        Outcome("both-stand", "Neither routs", is_over=False),
        Outcome("no-charge", "Dares not charge"),
        Outcome("undecided", "Undecided", is_over=False),
    )
)
ODDS = Odds(
    outcomes={
        "a-destroyed": 0.2,
        "undecided": 0.1,
        "both-broken": 0.25,
        "a-broken-b-destroyed": 0.05,
        "b-destroyed": 0.4,
    },
    labels=LABELS,
    by_round=(
        {"a-destroyed": 0.1, "b-destroyed": 0.2, "both-broken": 0.1},
        {"a-destroyed": 0.3, "b-destroyed": 0.6, "both-broken": 0.0999},
        {"a-destroyed": 0.3, "b-destroyed": 0.6, "both-broken": 0.1},
    ),
    events={"a-wins": 0.4, "other": 0.5},
    expected={"rounds": 14.997, "dice": 6.0},
    wounds={"a": Distribution("wounds of a", "wounds", (0.5, 0.5))},
    distributions={"push": Distribution("inches", "inches", (0.0, 0.0, 1.0))},
)


def test_outcomes_are_listed_by_chance() -> None:
    chart = present(ODDS, TITLES, COMBAT).outcomes
    assert chart is not None
    assert [row[0] for row in chart.rows] == [
        "Orcs destroyed",
        "Both broken",
        "Ratmen destroyed",
        "Undecided",
        "Ratmen broken, Orcs destroyed",
    ]


def test_what_befalls_both_is_drawn_as_one_between_the_sides() -> None:
    chart = present(ODDS, TITLES, COMBAT).outcomes
    assert chart is not None
    drawn = [part.split('"')[0] for part in chart.svg.split('<rect class="')[1:]]
    assert drawn[:4] == ["a1", "both", "open", "b1"]
    assert "Both in the same round" in chart.svg
    assert "30.0%" in chart.svg


def test_what_leaves_both_as_they_are_befalls_nobody() -> None:
    routs = {"a-routs": 0.3, "b-routs": 0.2, "both-stand": 0.5}
    chart = present(replace(ODDS, outcomes=routs), TITLES, COMBAT).outcomes
    assert chart is not None
    drawn = [part.split('"')[0] for part in chart.svg.split('<rect class="')[1:]]
    assert drawn[:3] == ["a1", "open", "b1"]


def test_who_never_charges_is_not_said_to_fight_on() -> None:
    rounds = ({"no-charge": 0.3, "b-destroyed": 0.6}, {"no-charge": 0.3})
    odds = replace(
        ODDS,
        outcomes={"no-charge": 0.3, "b-destroyed": 0.7, "undecided": 0.0},
        by_round=rounds,
        labels={"no-charge": "Dares not charge"},
    )
    chart = present(odds, TITLES, COMBAT).rounds
    assert chart is not None
    assert dict(zip(chart.headings, chart.rows[0], strict=True)) == {
        "After": "Round 1",
        "b destroyed": "60.0%",
        "Still fighting": "10.0%",
        "Dares not charge": "30.0%",
    }


def test_rounds_stop_when_hardly_a_fight_goes_on() -> None:
    chart = present(ODDS, TITLES, COMBAT).rounds
    assert chart is not None
    assert [row[0] for row in chart.rows] == ["Round 1", "Round 2"]
    still = chart.headings.index("Still fighting")
    assert [row[still] for row in chart.rows] == ["60.0%", "<0.1%"]


def test_rounds_begin_with_the_first_in_which_anything_ends() -> None:
    late = replace(ODDS, by_round=({},) * 11 + ODDS.by_round)
    chart = present(late, TITLES, COMBAT, "Turn").rounds
    assert chart is not None
    assert [row[0] for row in chart.rows] == ["Turn 12", "Turn 13"]


def test_turns_are_told_one_by_one_and_never_as_at_least() -> None:
    turns = Distribution("turn of contact", "turns", (0.1, 0.0, 0.9))
    chart = present(
        replace(ODDS, distributions={"turn": turns}), TITLES, COMBAT
    ).others[0]
    assert chart.headings == ("Turns", "Chance")
    assert chart.other is None


def test_what_cannot_befall_both_is_no_headline() -> None:
    events = {"a-wins": 0.6, "both-gone": 0.0, "b-wins": 0.0}
    labels = {**LABELS, "both-gone": "Both are gone", "b-wins": "Orcs win"}
    shown = present(replace(ODDS, events=events, labels=labels), TITLES, COMBAT)
    assert [one.label for one in shown.headlines] == ["Ratmen win", "Orcs win"]


def test_rounds_are_called_what_their_game_calls_them() -> None:
    chart = present(ODDS, TITLES, COMBAT, "Turn").rounds
    assert chart is not None
    assert chart.title == "Where it stands after each turn"
    assert [row[0] for row in chart.rows] == ["Turn 1", "Turn 2"]


def test_what_is_certain_gets_no_chart() -> None:
    sure = replace(ODDS, outcomes={"undecided": 1.0}, by_round=())
    shown = present(sure, TITLES, COMBAT)
    assert shown.outcomes is None
    assert shown.rounds is None
    assert [chart.title for chart in shown.wounds] == ["Wounds of a"]
    assert shown.others == ()


def test_means_are_rounded_but_never_to_a_false_whole() -> None:
    shown = present(ODDS, TITLES, COMBAT)
    assert [(one.label, one.text) for one in shown.figures] == [
        ("Rounds", "15.00"),
        ("dice", "6"),
    ]
    assert [one.label for one in shown.headlines] == ["Ratmen win"]
    assert [one.label for one in shown.events] == ["other"]


def test_a_bounded_answer_says_how_far_it_may_be_off() -> None:
    bounded = replace(ODDS, method="bounded", error=0.0025)
    assert badge(bounded) == "±0.25%"
    assert "No chance is off by more than 0.25 percentage points" in method(bounded)


def test_a_sampled_answer_says_its_bound_its_size_and_its_confidence() -> None:
    sampled = replace(
        ODDS, method="sampled", error=0.0025, confidence=0.999, samples=400_000
    )
    assert badge(sampled) == "±0.25%"
    assert "400,000 fights" in method(sampled)
    assert "99.9% confidence" in method(sampled)
    assert badge(ODDS) == "exact"
    assert "nothing is sampled" in method(ODDS)


def test_what_is_left_out_stands_with_its_side() -> None:
    odds = replace(
        ODDS,
        trace=(Step("Charge", "Book", "may charge", "a"), Step("Terrain", "Book", "x")),
        not_modelled=(NotModelled("Wizardry", "b", "no such dice"),),
    )
    shown = present(odds, TITLES, COMBAT)
    assert shown.left_out
    assert [side.title for side in shown.sides] == ["Ratmen", "Orcs", "Both sides"]
    assert [rule.rule for rule in shown.sides[1].left_out] == ["Wizardry"]
    assert not present(ODDS, TITLES, COMBAT).left_out


def test_a_spell_and_its_rule_stand_in_one_line_for_one_reason() -> None:
    left = ("Healing hands", "a", "not asked"), ("Firebolt", "a", "not cast")
    again = ("Healing", "a", "not asked"), ("Healing hands", "a", "not asked")
    rules = tuple(NotModelled(*one) for one in (*left, *again))
    shown = present(replace(ODDS, not_modelled=rules), TITLES, COMBAT)
    told = [(rule.rule, rule.why) for rule in shown.sides[0].left_out]
    assert told == [("Healing hands, Healing", "not asked"), ("Firebolt", "not cast")]


def test_a_reason_that_speaks_of_it_is_told_of_each() -> None:
    rules = (
        NotModelled(one, "a", "its text is not known") for one in ("Fear", "Fleet")
    )
    shown = present(replace(ODDS, not_modelled=tuple(rules)), TITLES, COMBAT)
    assert [rule.rule for rule in shown.sides[0].left_out] == ["Fear", "Fleet"]


def test_what_hardly_happens_stands_apart_and_is_not_drawn() -> None:
    odds = replace(
        ODDS,
        events={**ODDS.events, "never": 0.0, "hardly": 0.0004},
        distributions={
            "turn-1": Distribution("wounds in turn 1", "wounds", (0.9, 0.1)),
            "turn-6": Distribution("wounds in turn 6", "wounds", (0.998, 0.002)),
        },
    )
    result = present(odds, TITLES, COMBAT)

    assert [chart.title for chart in result.turns] == ["Wounds in turn 1"]
    assert result.others == ()
    assert [figure.label for figure in result.events] == ["other"]
    assert [(figure.label, figure.text) for figure in result.rare] == [
        ("never", "0%"),
        ("hardly", "<0.1%"),
        ("Wounds in turn 6: any", "0.2%"),
    ]
