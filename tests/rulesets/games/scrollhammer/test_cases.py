"""Two small tables say of every pair of states what one large table would."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from rulesets.games.scrollhammer.combat.blows.cases import cases_of
from rulesets.odds.volley import Ints

SIZES = 4, 3, 4, 3
"""States of who strikes and of who is struck, as a round begins and now."""

MOST = 3
"""Models of each kind that strikes."""

MARKS = 3


def side() -> Any:
    """Return what is read of a side: its states have 0, 1, 2 and 3 models."""
    company = SimpleNamespace(counts=np.arange(4), models=(MOST, MOST))
    return SimpleNamespace(profile=SimpleNamespace(company=company))


def enemy() -> Any:
    company = SimpleNamespace(counts=np.array([0, 2, 4]))
    return SimpleNamespace(profile=SimpleNamespace(company=company))


def blow(place: int, *, rages: bool) -> Any:
    """Return blows of a group; kinds of attackers are named by where they are used."""
    hurts = [f"{place}, {mark}" for mark in range(MARKS)]
    raging = [f"{place}, {mark}, outnumbered" for mark in range(MARKS)] if rages else []
    return SimpleNamespace(place=place, hurts=hurts, raging=raging)


def table(rng: np.random.Generator, most: int, axes: tuple[int, ...]) -> Ints:
    shape = [size if at in axes else 1 for at, size in enumerate(SIZES)]
    return rng.integers(0, most, size=shape)


def same_at(found: Any, at: tuple[int, ...]) -> int:
    """Return the number of the volley in use in a place."""
    tables = (np.broadcast_to(one, SIZES) for one in (found.which, found.added))
    return sum(int(one[at]) for one in tables)


AXES = [(), (2,), (1, 2), (0, 1, 3), (0, 1, 2), (0, 1, 2, 3)]


@pytest.mark.parametrize("aimed", AXES)
@pytest.mark.parametrize("striking", AXES)
@pytest.mark.parametrize("rages", [False, True])
def test_every_state_has_the_volley_of_who_strikes_and_whom(
    aimed: tuple[int, ...], striking: tuple[int, ...], rages: bool
) -> None:
    rng = np.random.default_rng([*aimed, 9, *striking, int(rages)])
    mark = table(rng, MARKS, aimed)
    fighting = [table(rng, MOST + 1, striking) for _ in range(2)]
    blows = [blow(0, rages=rages), blow(1, rages=False)]
    found = cases_of(side(), enemy(), blows, (fighting, mark))
    full = [np.broadcast_to(one, SIZES) for one in (mark, *fighting)]
    for at in np.ndindex(*SIZES):
        whom, *counts = (int(one[at]) for one in full)
        outnumbered = rages and at[2] < [0, 2, 4][at[3]]
        names = f"0, {whom}" + (", outnumbered" if outnumbered else ""), f"1, {whom}"
        volley = found.volleys[same_at(found, at)]
        kinds: Any = found.kinds
        assert [(kinds[kind], count) for kind, count in volley] == list(
            zip(names, counts, strict=True)
        )


def test_what_never_meets_is_not_worked_out_on_its_own() -> None:
    mark: Ints = np.arange(3).reshape(1, 3, 1, 1)
    fighting: Ints = np.arange(3).reshape(1, 3, 1, 1) + 1
    blows = [blow(0, rages=False)]
    found = cases_of(side(), enemy(), blows, ([fighting], mark))
    assert len(found.volleys) == 9
    assert set(found.volleys) == {((0, 1),), ((1, 2),), ((2, 3),)}
