"""Combats of three units a side against fights played out die by die."""

from dataclasses import replace

import numpy as np
import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.games.scrollhammer.combat.line.contact import shared
from rulesets.odds.match_up import MatchUp, MatchUpError
from tests.rulesets.games.scrollhammer.line_match_ups import beside, line
from tests.rulesets.games.scrollhammer.long_line_match_ups import (
    LONG_LINES,
    MEN,
    THREE,
)
from tests.rulesets.games.scrollhammer.test_line import (
    ROCK,
    disagreements,
    drill,
    exchanged,
)
from tests.rulesets.games.scrollhammer.units import FALMER, LANCERS, SLAYERS, unit

FIGHTS, MANY = 40_000, 400_000
FATES = ("stands", "slain", "away", "run-down")


@pytest.mark.sweep(8)
@pytest.mark.parametrize("name", LONG_LINES)
def test_long_lines_agree_with_thousands_of_fights(name: str) -> None:
    seed = 8000 + list(LONG_LINES).index(name)
    assert disagreements(LONG_LINES[name], FIGHTS, seed) == []


@pytest.mark.million
@pytest.mark.parametrize("name", LONG_LINES)
def test_long_lines_agree_with_many_fights(name: str) -> None:
    seed = 9000 + list(LONG_LINES).index(name)
    assert disagreements(LONG_LINES[name], MANY, seed) == []


def fates_in(question: MatchUp, *keys: str) -> list[float]:
    told = odds(question)
    return [told.events[f"{key}-{fate}"] for key in keys for fate in FATES]


SMALL = line(
    unit("One", 3, i=4, ld=8, formation="Skirmish"),
    unit("Horde", 5, ld=7, formation="Horde"),
    beside("a", unit("Two", 2, s=4, i=3, ld=8, formation="Skirmish")),
    beside("a", unit("Other", 2, ws=4, i=2, ld=6, formation="Skirmish")),
    rounds=2,
)
"""Few enough states that it is exact."""


CHAMPION = unit("Champion", 1, ws=5, s=4, w=3, i=5, a=3, ld=9, formation="Skirmish")


@pytest.mark.parametrize(
    ("said", "moved"), [("first", "first"), ("second", "third"), ("third", "second")]
)
def test_the_second_and_the_third_may_change_places(said: str, moved: str) -> None:
    """A unit that strikes at the first never comes to others: that cannot be hurt."""
    one = line(
        ROCK if said == "first" else MEN,
        CHAMPION,
        beside("a", THREE),
        beside("a", unit("Two", 2, s=4, i=3, ld=6, formation="Horde")),
        said={"b.strikes-at": said},
        rounds=3,
    )
    turned = replace(one, further=one.further[::-1], situation={"b.strikes-at": moved})
    assert odds(one).method == "exact"
    here = fates_in(one, "a", "a2", "a3", "b")
    there = fates_in(turned, "a", "a3", "a2", "b")
    assert here == pytest.approx(there, abs=1e-9)


def test_a_flank_and_a_rear_may_change_places() -> None:
    """There are models enough for all three sides of the ranks."""
    pikes = unit("Pikes", 12, ws=4, i=6, ld=8)
    one = line(
        unit("One", 1, s=4, i=4, ld=8, formation="Skirmish"),
        pikes,
        beside("a", unit("Two", 1, ws=4, i=2, ld=7, formation="Horde"), at="flank"),
        beside("a", unit("Other", 1, ws=5, i=3, w=2, formation="Skirmish"), at="rear"),
        said={"b.files": 4},
        readings={"neighbours": False},
        rounds=2,
    )
    turned = replace(one, further=one.further[::-1])
    assert odds(one).method == "exact"
    here = fates_in(one, "a", "a2", "a3", "b")
    there = fates_in(turned, "a", "a3", "a2", "b")
    assert here == pytest.approx(there, abs=1e-9)


def test_an_idle_third_unit_changes_no_wounds() -> None:
    """It hurts nobody, and whoever touches it strikes at the others."""
    two = line(SLAYERS, LANCERS, beside("a", MEN), rounds=1)
    first = beside("a", MEN, strikes_at="first")
    three = replace(two, further=(first, beside("b", ROCK, "a2")))
    here, there = odds(two), odds(three)
    for key in ("a", "a2", "b"):
        slain = f"{key}-slain"
        within = max(here.error + there.error, 1e-12)
        assert there.events[slain] == pytest.approx(here.events[slain], abs=within)


def test_three_share_a_line_in_turn_by_hand() -> None:
    """One after the other takes a model, until it has all that it can meet."""
    line_, wanted = np.array([7, 7, 2]), [np.array([n]) for n in (9, 1, 4)]
    found = [one.tolist() for one in shared(line_, wanted)]
    assert found == [[3, 3, 1], [1, 1, 1], [3, 3, 1]]


def test_of_three_enemies_each_is_struck_by_a_third_by_hand() -> None:
    """Three men in contact with all: one blow at each, a quarter falls to it."""
    men = unit("Man", 3, ws=3, s=3, t=10, i=9, ld=10, formation="Skirmish")
    foe = unit("Foe", 1, ws=3, s=1, t=3, a=0, i=1, ld=10, formation="Skirmish")
    told = odds(line(men, foe, beside("b", foe), beside("b", foe), rounds=1))
    for key in ("b", "b2", "b3"):
        assert told.events[f"{key}-slain"] == pytest.approx(1 / 4)
    for place, struck in (("first", "b"), ("second", "b2"), ("third", "b3")):
        said = {"a.strikes-at": place}
        told = odds(
            line(men, foe, beside("b", foe), beside("b", foe), said=said, rounds=1)
        )
        assert told.events[f"{struck}-slain"] == pytest.approx(1 - (3 / 4) ** 3)
        assert sum(told.events[f"{key}-slain"] for key in ("b", "b2", "b3")) == (
            pytest.approx(1 - (3 / 4) ** 3)
        )


def test_one_roll_catches_three_by_hand() -> None:
    """One D6 of the winner against one of each of three."""
    weak = unit("Weak", 1, ws=0, s=1, t=10, a=0, i=1, ld=1, formation="Skirmish")
    told = odds(line(weak, drill(), beside("a", weak), beside("a", weak), rounds=1))
    caught = sum((roll / 6) ** 3 for roll in range(1, 7)) / 6
    assert told.outcomes["a-run-down"] == pytest.approx((35 / 36) ** 3 * caught)


def test_a_fourth_unit_of_a_side_is_refused() -> None:
    more = tuple(beside("a", MEN) for _ in range(3))
    with pytest.raises(MatchUpError, match="at most 3 units"):
        odds(line(MEN, FALMER, *more))


def test_exchanged_sides_of_three_mirror() -> None:
    told, turned = odds(SMALL), odds(exchanged(SMALL))
    assert told.method == turned.method == "exact"
    other = {"a": "b", "b": "a"}
    for outcome, chance in told.outcomes.items():
        key = other[outcome[0]] + outcome[1:] if outcome[1] == "-" else outcome
        assert turned.outcomes[key] == pytest.approx(chance, abs=1e-12), outcome
    for event, chance in told.events.items():
        key = other[event[0]] + event[1:] if event != "both-gone" else event
        assert turned.events[key] == pytest.approx(chance, abs=1e-12), event
