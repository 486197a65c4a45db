"""Engagements of so many Mordheim fighters that they are drawn: against exact ones."""

import numpy as np
import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.games.mordheim.combat.groups import engagement as module
from rulesets.games.mordheim.combat.groups.likeliest import drawn
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.group_engagements import FEW, g
from tests.rulesets.games.mordheim.group_engaging import engage_groups

SOME = {(place,): share for place, share in enumerate((0.4, 0.02, 0.25, 0.03, 0.15))}
STUPID = g(
    f("axe", "stupidity", name="A", ld=6, m=5),
    f("axe", "stupidity", name="B", ld=6),
    (3, 3),
    {"closing": "both"},
)


def test_a_draw_keeps_the_whole_and_whatever_is_likely() -> None:
    for number in range(50):
        found = dict(drawn(SOME, 4, np.random.default_rng(number)))
        assert len(found) <= 4
        assert sum(found.values()) == pytest.approx(0.85)
        assert found[0,] == 0.4
        assert found[2,] == 0.25


def test_a_draw_is_right_on_average() -> None:
    sums = dict.fromkeys(SOME, 0.0)
    for number in range(4_000):
        for key, share in drawn(SOME, 4, np.random.default_rng(number)):
            sums[key] += share / 4_000
    assert sums == pytest.approx(SOME, abs=0.01)


def test_few_things_are_not_drawn() -> None:
    assert dict(drawn(SOME, 20, np.random.default_rng(1))) == SOME


@pytest.mark.parametrize("name", [*FEW][:3])
def test_drawn_engagements_are_as_exact_ones_within_their_error(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = odds(FEW[name])
    monkeypatch.setattr(module, "DRAWN_ABOVE", -1.0)
    told = odds(FEW[name])
    assert told.method == "sampled"
    assert 0 < told.error < 0.1
    assert any("it is drawn" in note for note in told.notes)
    for key, chance in told.outcomes.items():
        assert abs(chance - exact.outcomes[key]) <= told.error + exact.error
    for key, chance in told.events.items():
        assert abs(chance - exact.events[key]) <= told.error + exact.error


@pytest.mark.slow
def test_three_stupid_fighters_against_three_are_drawn_as_they_are_rolled() -> None:
    told = odds(STUPID)
    assert told.method == "sampled"
    assert told.error < 0.05
    assert odds(STUPID).outcomes == told.outcomes
    fights = 8_000
    ends, _ = engage_groups(STUPID, fights, seed=3)
    for place, side in enumerate(("a", "b")):
        for left, share in enumerate(told.survivors[side].chances):
            counted = sum(
                n for key, n in ends.items() if int(key.split()[place]) == left
            )
            assert abs(share - counted / fights) <= told.error + 0.02
