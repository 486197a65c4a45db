"""Losses of a side in a fight, in models where it has several."""

import pytest

from rulesets.matchups.losses import Loss, loss_of
from rulesets.odds.answer import Distribution, Odds
from rulesets.odds.match_up import Fighter


def orcs(models: int) -> Fighter:
    return Fighter("Orcs", "infantry", models, 100, {})


def left(*chances: float, unit: str = "wounds") -> Distribution:
    return Distribution("left", unit, chances)


def test_a_wound_of_a_model_with_one_is_a_model() -> None:
    odds = Odds({"over": 1.0}, {}, survivors={"a": left(0.25, 0.25, 0.5)})
    assert loss_of(odds, "a", orcs(2)) == Loss(0.75, "model", 0.5)
    assert loss_of(odds, "b", orcs(2)) is None


def test_models_are_counted_where_each_has_several_wounds() -> None:
    odds = Odds(
        {"over": 1.0},
        {},
        survivors={"a": left(0.0, 0.0, 0.0, 0.5, 0.5)},
        distributions={"a-models": left(0.0, 0.25, 0.75, unit="models")},
    )
    assert loss_of(odds, "a", orcs(2)) == Loss(0.25, "model", 0.75)


def test_one_model_loses_wounds() -> None:
    odds = Odds({"over": 1.0}, {}, survivors={"a": left(0.1, 0.5, 0.4)})
    found = loss_of(odds, "a", orcs(1))
    assert found is not None
    assert found.mean == pytest.approx(0.7)
    assert (found.unit, found.nothing) == ("wound", 0.4)
    assert found.text == "loses 1 wound"


@pytest.mark.parametrize(
    ("loss", "text"),
    [
        (Loss(0.0, "model", 1.0), "loses nobody"),
        (Loss(0.0, "wound", 1.0), "loses nothing"),
        (Loss(0.2, "wound", 0.8), "mostly loses nothing"),
        (Loss(0.6, "model", 0.45), "loses 1 model"),
        (Loss(7.6, "model", 0.0), "loses 8 models"),
    ],
)
def test_a_loss_in_words(loss: Loss, text: str) -> None:
    assert loss.text == text
