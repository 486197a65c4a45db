"""Volleys whose wounds come together are told kind by kind, or in all cases at once."""

import pytest

from rulesets.odds import volley_pools
from rulesets.odds.attack import Attack, effect
from rulesets.odds.company import Company, Hurt
from rulesets.odds.volley_kernels import kernels

EASY = effect(Attack(to_hit=1, save=5))
HARD = effect(Attack(to_hit=1, save=3))


@pytest.mark.parametrize("least", [0, 1])
def test_kind_by_kind_is_as_all_cases_at_once(
    least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of volleys without anybody, which have no wounds to deal out."""
    kinds = (
        Hurt((0.25, 0.75), (EASY, HARD), 0.25),
        Hurt((0.5, 0.25, 0.25), (HARD, EASY)),
        Hurt((0.5, 0.5), (EASY, EASY)),
    )
    volleys = (
        *(((0, n), (1, 2 - n), (2, 1)) for n in range(least, 3)),
        ((1, 2), (0, 1)),
        (),
    )
    at_once = kernels(Company((3, 2), (1, 2)), kinds, volleys)
    monkeypatch.setattr(volley_pools, "JOINT", 0)
    named_apart = Company((3, 2), (1, 2), (0, 1))
    one_by_one = kernels(named_apart, kinds, volleys)
    assert one_by_one == pytest.approx(at_once, abs=1e-15)
    assert at_once.sum(axis=2) == pytest.approx(1.0, abs=1e-14)
