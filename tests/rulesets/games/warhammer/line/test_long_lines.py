"""Limits that lines of three and four units a side must keep, whatever their units."""

from dataclasses import replace

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.odds.answer import Odds
from rulesets.odds.battle_line import solver
from rulesets.odds.match_up import Further, MatchUp
from rulesets.odds.sides import OTHER, Side
from tests.rulesets.games.warhammer.line.test_limits import exchanged, with_figures
from tests.rulesets.games.warhammer.units import unit
from tests.rulesets.simulators.battle_line.units import (
    DETACHED,
    FEW_ORCS,
    FEW_SWORDS,
    KNIGHTS,
    ORCS,
    SHORT_HALBERDS,
    SNOTLINGS,
    WOLF_RIDERS,
)

EXCHANGED = 1e-9
FATES = ("stands", "slain", "away", "run-down")


def line(*further: Further, rounds: int | None = None) -> Odds:
    return odds(
        MatchUp("warhammer", "battle-line", MEN, OGRES, {}, {}, rounds, further=further)
    )


MEN = unit("Men", 4, ws=4, s=3, t=3, w=1, i=4, a=1, ld=7)
SCOUTS = unit("Scouts", 5, ws=3, s=3, t=3, w=1, i=5, a=1, ld=6)
GUARDS = unit("Guards", 5, ws=4, s=4, t=3, w=1, i=3, a=1, ld=8)
OGRES = unit("Ogres", 2, ws=3, s=4, t=4, w=3, i=2, a=2, ld=7)
HOUNDS = unit("Hounds", 3, ws=4, s=3, t=3, w=1, i=4, a=1, ld=5)

FLANK = Further(SCOUTS, "a", situation={"contact": "flank", "charges": True})
REAR = Further(GUARDS, "a", situation={"contact": "rear"})
HELD = Further(HOUNDS, "b", touches="a", situation={"contact": "flank"})


def of_posts(told: Odds, *renamed: tuple[str, str]) -> dict[str, float]:
    """Return what becomes of each unit, some under the key of another."""
    keys = dict(renamed)
    return {
        f"{keys.get(post, post)}-{fate}": told.events[f"{post}-{fate}"]
        for post in ("a", "a2", "a3", "b", "b2")
        for fate in FATES
        if f"{post}-{fate}" in told.events
    }


def test_who_is_called_the_second_and_who_the_third_is_all_the_same() -> None:
    here = line(FLANK, REAR, HELD, rounds=1)
    there = line(REAR, FLANK, HELD, rounds=1)
    assert here.method == there.method == "exact"
    assert here.outcomes == pytest.approx(there.outcomes, abs=EXCHANGED)
    moved = of_posts(there, ("a2", "a3"), ("a3", "a2"))
    assert of_posts(here) == pytest.approx(moved, abs=EXCHANGED)


def test_exchanged_sides_of_three_mirror() -> None:
    further = FLANK, REAR, HELD
    here = line(*further, rounds=1)
    asked = MatchUp("warhammer", "battle-line", OGRES, MEN, {}, {}, 1)
    back = odds(replace(asked, further=tuple(map(exchanged, further))))
    for key, chance in of_posts(here).items():
        other = OTHER["a" if key.startswith("a") else "b"] + key[1:]
        assert back.events[other] == pytest.approx(chance, abs=1e-12)


@pytest.mark.parametrize("side", ["a", "b"])
def test_a_third_unit_that_cannot_strike_changes_no_wounds_but_its_own(
    side: Side,
) -> None:
    idle = Further(with_figures(GUARDS, a=0), side)
    touches = "b" if side == "a" else "a2"
    idle = replace(idle, touches=touches, situation={"contact": "rear"})
    alone, helped = line(FLANK, rounds=1), line(FLANK, idle, rounds=1)
    other = OTHER[side]
    assert helped.wounds[side].expected() == pytest.approx(
        alone.wounds[side].expected()
    )
    better, worse = f"{side}-wins-first-round", f"{other}-wins-first-round"
    assert helped.events[better] > alone.events[better]
    assert helped.events[worse] < alone.events[worse]


def test_four_units_a_side_are_told_one_by_one() -> None:
    chain = (
        Further(KNIGHTS, "a", touches="b2", situation={"contact": "rear"}),
        Further(DETACHED, "a", touches="b3"),
        Further(FEW_SWORDS, "a", touches="b4", situation={"contact": "flank"}),
        Further(ORCS, "b", touches="a"),
        Further(WOLF_RIDERS, "b", touches="a2"),
        Further(FEW_ORCS, "b", touches="a3"),
    )
    told = odds(
        MatchUp(
            "warhammer",
            "battle-line",
            replace(SHORT_HALBERDS, name="Halberds"),
            SNOTLINGS,
            {"a.width": 10},
            {},
            1,
            further=chain,
        )
    )
    assert {key for key in told.distributions if key.endswith("-left")} == {
        f"{side}{number}-left" for side in "ab" for number in ("", 2, 3, 4)
    }
    assert told.labels["a-wins"].startswith("Halberds with")
    for side in "ab":
        for number in ("", 2, 3, 4):
            fates = sum(told.events[f"{side}{number}-{fate}"] for fate in FATES)
            assert fates == pytest.approx(1)


def test_what_has_too_many_states_to_be_numbered_is_rolled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exact = line(FLANK, rounds=1)
    monkeypatch.setattr(solver, "MOST_STATES", 1)
    rolled = line(FLANK, rounds=1)
    assert (exact.samples, rolled.method) == (0, "sampled")
    assert rolled.samples > 0
    for key, chance in exact.outcomes.items():
        assert rolled.outcomes[key] == pytest.approx(chance, abs=rolled.error)
