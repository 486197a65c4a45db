"""Kernels that leave out what no state can lose say what whole ones say."""

from dataclasses import replace
from itertools import product
from math import prod

import numpy as np
import pytest

from rulesets.odds.attack import Attack, effect
from rulesets.odds.company import Company, Hurt
from rulesets.odds.falls import Falls, falls, places_of
from rulesets.odds.fight.model import Fight, Order, Round, Strike
from rulesets.odds.fight.samples import sample
from rulesets.odds.native.bindings import SWITCH
from rulesets.odds.volley_kernels import kernels, kernels_that_fall

EASY = effect(Attack(to_hit=1, save=5))
HARD = effect(Attack(to_hit=1, save=3))

TABLE = np.array([[1.0, 0.0], [0.0, 1.0]])
"""A fight goes on until all are gone."""

MANY = Company((4, 3, 2, 1), (1, 1, 1, 2), (0, 1, 2, 3))
KINDS = (
    Hurt((0.25, 0.75), (EASY, HARD, EASY, HARD), 0.25),
    Hurt((0.5, 0.25, 0.25), (HARD, EASY, HARD, EASY)),
)
VOLLEYS = tuple(((0, n), (1, 3 - n)) for n in range(4))


@pytest.mark.parametrize("digits", [(3,), (2, 2), (4, 1, 3), (2, 3, 2, 2)])
def test_a_state_falls_to_those_of_which_no_digit_is_higher(
    digits: tuple[int, ...],
) -> None:
    """By counting through all pairs of states."""
    begins, losses = places_of(digits)
    states = list(product(*map(range, digits)))
    for number, before in enumerate(states):
        wanted = sorted(
            number - place
            for place, after in enumerate(states)
            if all(one <= other for one, other in zip(after, before, strict=True))
        )
        assert losses[begins[number] : begins[number + 1]].tolist() == wanted
    assert begins[-1] == len(losses)


def test_the_most_that_is_lost_is_told() -> None:
    """A state of two digits, from which only the last is ever lost, and never all."""
    _, losses = places_of((2, 2))
    chances = np.zeros((1, len(losses)))
    chances[0, losses == 0] = 0.5
    chances[0, losses == 1] = 0.5
    found = falls(chances, (2, 2))
    assert found.most == 1
    assert found.dense().shape == (1, 4, 2)
    assert found.dense()[0].tolist() == [[0.5, 0], [0.5, 0.5], [0.5, 0], [0.5, 0.5]]


def test_they_say_what_whole_kernels_say() -> None:
    """Here a state can lose a sixth of all that its number is above."""
    found = kernels_that_fall(MANY, KINDS, VOLLEYS)
    whole = kernels(MANY, KINDS, VOLLEYS)
    assert isinstance(found, Falls)
    assert found.nbytes * 4 < whole.nbytes
    assert found.dense() == pytest.approx(whole, abs=1e-15)
    assert found.most == whole.shape[2] - 1


def test_nobody_takes_anything_of_them() -> None:
    """Volleys without attackers lose nothing, whatever could be lost."""
    found = kernels_that_fall(MANY, KINDS, ((),))
    assert isinstance(found, Falls)
    assert found.most == 0
    assert found.dense().tolist() == np.ones((1, prod(MANY.digits), 1)).tolist()


@pytest.mark.parametrize(
    "company",
    [
        Company((4, 1), (1, 1)),
        Company((4, 3, 1), (2, 2, 2), (0, 0, 0)),
        Company((4, 3, 2), (2, 1, 2), (0, 1, 0)),
    ],
    ids=["of few groups", "of one stack", "of a stack that lies apart"],
)
def test_others_have_whole_kernels(company: Company) -> None:
    """Of few groups they are as short, and others' numbers are not written so."""
    groups = len(company.models)
    kinds = tuple(Hurt(one.one, one.effects[:groups]) for one in KINDS)
    found = kernels_that_fall(company, kinds, VOLLEYS)
    assert found is kernels(company, kinds, VOLLEYS, ())


def test_without_the_kernel_they_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the company."""
    monkeypatch.setenv(SWITCH, "0")
    assert not isinstance(kernels_that_fall(MANY, KINDS, VOLLEYS), Falls)


def test_a_sample_is_drawn_from_them_as_from_whole_ones() -> None:
    """The same fights are drawn, since a sample looks all losses up."""
    few = kernels_that_fall(MANY, KINDS, VOLLEYS)
    assert isinstance(few, Falls)
    a, b = few.dense().shape[1], 3
    one = Strike("b", np.full((1, 1, 1, 1), 3), few)
    played = Round([Order(1.0, [one])], lambda a, b, i, j: 1 * (a == i) + 0 * b, TABLE)
    whole = replace(played, orders=[Order(1.0, [replace(one, kernels=few.dense())])])
    begun = np.zeros((1, a, b))
    begun[0, -1, -1] = 1.0
    drawn = [sample(Fight(begun, [each], 4), "seed", 2_000) for each in (played, whole)]
    assert drawn[0].outcomes.tolist() == drawn[1].outcomes.tolist()
    assert drawn[0].final.tolist() == drawn[1].final.tolist()
    assert drawn[0].final[-1, -1] < 0.5
