"""One answer out of several."""

import pytest

from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.mix import combine_odds

HIT = Step("To hit", "the rules", "4+")
WON = Odds(
    outcomes={"b-destroyed": 1.0},
    labels={"b-destroyed": "B is destroyed"},
    by_round=({"b-destroyed": 1.0},),
    survivors={"b": Distribution("B left", "models", (1.0,))},
    wounds={"a": Distribution("Wounds", "wounds", (0.0, 1.0))},
    events={"a-wins": 1.0},
    expected={"rounds": 1.0},
    trace=(HIT,),
    notes=("Excess is lost.",),
)
HELD = Odds(
    outcomes={"stands": 1.0},
    labels={"stands": "Nothing happens"},
    by_round=({}, {"stands": 1.0}),
    survivors={"b": Distribution("B left", "models", (0.0, 0.0, 1.0))},
    expected={"rounds": 2.0},
    trace=(HIT,),
    method="sampled",
    error=0.01,
    confidence=0.99,
    samples=100,
)


def test_chances_and_means_are_weighed() -> None:
    whole = combine_odds([(0.25, WON), (0.75, HELD)])
    assert whole.outcomes == {"b-destroyed": 0.25, "stands": 0.75}
    assert whole.events == {"a-wins": 0.25}
    assert whole.expected == {"rounds": 1.75}


def test_a_case_that_ends_earlier_stays_as_it_ended() -> None:
    whole = combine_odds([(0.25, WON), (0.75, HELD)])
    assert whole.by_round == (
        {"b-destroyed": 0.25},
        {"b-destroyed": 0.25, "stands": 0.75},
    )


def test_shorter_distributions_are_filled_up_and_missing_ones_are_none() -> None:
    whole = combine_odds([(0.25, WON), (0.75, HELD)])
    assert whole.survivors["b"].chances == (0.25, 0.0, 0.75)
    assert whole.wounds["a"].chances == (0.75, 0.25)


def test_what_was_said_is_said_once() -> None:
    whole = combine_odds([(0.25, WON), (0.75, HELD)])
    assert whole.trace == (HIT,)
    assert whole.notes == ("Excess is lost.",)


def test_one_sampled_case_makes_the_whole_sampled_and_its_error_counts_by_weight() -> (
    None
):
    whole = combine_odds([(0.25, WON), (0.75, HELD)])
    assert (whole.method, whole.samples) == ("sampled", 100)
    assert whole.error == pytest.approx(0.0075)
    assert whole.confidence == pytest.approx(0.99)


def test_chances_that_leave_something_open_are_a_mistake() -> None:
    with pytest.raises(ArithmeticError):
        combine_odds([(0.25, WON), (0.7, HELD)])
