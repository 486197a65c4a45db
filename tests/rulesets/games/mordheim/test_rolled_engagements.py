"""Engagements of so many Mordheim fighters that they are rolled: against exact ones."""

from collections import Counter

import numpy as np
import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.games.mordheim.combat.fights.turn_tables import in_order
from rulesets.games.mordheim.combat.groups import engagement as module
from rulesets.games.mordheim.combat.groups import rolls
from rulesets.games.mordheim.combat.groups.alias_rows import AliasRows
from rulesets.games.mordheim.combat.groups.likenesses import GONE
from rulesets.odds.match_up import MatchUp
from rulesets.odds.native.bindings import SWITCH
from tests.rulesets.games.mordheim import (
    edge_grid,
    fire_grid,
    group_goods,
    group_heights,
)
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.group_engagements import ALL, FEW, g
from tests.rulesets.games.mordheim.group_engaging import engage_groups
from tests.rulesets.games.mordheim.test_simulator import close

ROWS = {
    3: [((1, 5), 0.125), ((2, 6), 0.625), ((3, 7), 0.25)],
    9: [((4, 8), 1.0)],
}
STUPID = g(
    f("axe", "stupidity", name="A", ld=6, m=5),
    f("axe", "stupidity", name="B", ld=6),
    (3, 3),
    {"closing": "both"},
)
EVERY = {
    **ALL,
    **group_heights.ALL,
    **fire_grid.GROUPS,
    **edge_grid.GROUPS,
    **group_goods.STREWN,
}


def test_rows_are_drawn_as_often_as_they_are_likely() -> None:
    rows = AliasRows(ROWS.__getitem__, 2)
    keys = np.repeat([3, 9], [80_000, 20_000])
    found = Counter(zip(*rows.drawn(keys, np.random.default_rng(1)), strict=True))
    assert found.pop((4, 8)) == 20_000
    for outcome, share in ROWS[3]:
        assert close(share, found.pop(outcome), 80_000)
    assert not found


def test_the_kernel_draws_the_outcomes_that_numpy_draws(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keys = np.random.default_rng(2).choice([3, 9], 5_000)
    found = []
    for switch in ("0", "1"):
        monkeypatch.setenv(SWITCH, switch)
        rows = AliasRows(ROWS.__getitem__, 2)
        found.append(rows.drawn(keys, np.random.default_rng(1)))
    assert (found[0] == found[1]).all()


@pytest.mark.parametrize("switch", ["0", "1"])
def test_the_nearest_enemy_is_who_is_by_hand(
    switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is an enemy who is out; of two as near who is on the level counts."""
    monkeypatch.setenv(SWITCH, switch)
    dice = np.random.default_rng(3)
    own, foe = (
        rolls._Line(
            dice.integers(0, 30, (count, 400)), dice.integers(0, 4, (count, 400))
        )
        for count in (3, 5)
    )
    up, foe_up = np.array([0, 1, 0, 1]), np.array([0, 0, 0, 1])
    found = rolls._nearest(own, foe, up, foe_up)
    for one in range(3):
        for game in range(400):
            here, like = own.at[one, game], own.like[one, game]
            ways = [rolls.FAR << 1]
            ways += [
                2 * abs(int(here - at)) + int(up[like] != foe_up[other])
                for at, other in zip(foe.at[:, game], foe.like[:, game], strict=True)
                if other != GONE
            ]
            assert found[one, game] == (0 if like == GONE else min(ways))


def test_few_columns_are_sorted() -> None:
    rows = np.random.default_rng(1).integers(0, 9, (5, 400))
    assert (in_order(rows.copy()) == np.sort(rows, axis=0)).all()


def rolled(question: MatchUp, monkeypatch: pytest.MonkeyPatch, ways: int = -1) -> None:
    """Compare an engagement that is followed with itself rolled from some turn on."""
    exact = odds(question)
    monkeypatch.setattr(module, "FOLLOWED", ways)
    monkeypatch.setattr(rolls, "MOST_GAMES", 1 << 15)
    told = odds(question)
    assert told.method == "sampled"
    assert 0 < told.error < 0.03
    assert any("it is rolled" in note for note in told.notes)
    off = told.error + exact.error
    assert told.outcomes == pytest.approx(exact.outcomes, abs=off)
    assert told.events == pytest.approx(exact.events, abs=off)
    for key, one in exact.distributions.items():
        found = told.distributions[key].chances
        shown = min(len(found), len(one.chances)) - 1
        assert found[:shown] == pytest.approx(one.chances[:shown], abs=off)
    turns = exact.expected["turns-apart"]
    assert told.expected["turns-apart"] == pytest.approx(turns, rel=0.02)


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", EVERY)
def test_rolled_engagements_are_as_exact_ones_within_their_error(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rolled(EVERY[name], monkeypatch)


@pytest.mark.parametrize("name", FEW)
def test_what_is_followed_first_is_rolled_on(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rolled(FEW[name], monkeypatch, ways=30)


@pytest.mark.slow
def test_three_stupid_fighters_against_three_are_rolled_as_they_are_played() -> None:
    told = odds(STUPID)
    assert told.method == "sampled"
    assert told.error < 0.005
    assert odds(STUPID).outcomes == told.outcomes
    fights = 8_000
    ends, _ = engage_groups(STUPID, fights, seed=3)
    for place, side in enumerate(("a", "b")):
        for left, share in enumerate(told.survivors[side].chances):
            counted = sum(
                n for key, n in ends.items() if int(key.split()[place]) == left
            )
            assert abs(share - counted / fights) <= told.error + 0.02
