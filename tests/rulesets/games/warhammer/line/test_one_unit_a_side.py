"""A battle line of one unit a side without characters is a combat of two units."""

from dataclasses import replace
from itertools import zip_longest

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.warhammer.test_banners import bearer
from tests.rulesets.games.warhammer.test_ridden_monsters import GRID as RIDDEN
from tests.rulesets.games.warhammer.units import SWORDSMEN
from tests.rulesets.simulators.battle_line.two_units import PAIRS

FIRST_ROUND, ENDS = 1e-9, 1e-7


def of_older_kind(question: MatchUp) -> Odds:
    return odds(replace(question, explained=True))


def as_line(question: MatchUp) -> Odds:
    """Return the same as a battle line; a charge of A is one that has arrived."""
    situation = dict(question.situation)
    if question.kind == "charge":
        where = situation.pop("contact", "front")
        situation |= {"a.charges": True, "b.touched-in": where}
    line = replace(question, kind="battle-line", situation=situation, explained=True)
    return odds(line)


@pytest.mark.sweep(5)
@pytest.mark.parametrize("name", PAIRS)
def test_it_ends_as_the_combat_of_two_units(name: str) -> None:
    line, combat = as_line(PAIRS[name]), of_older_kind(PAIRS[name])
    assert line.method == combat.method == "exact"
    for key, chance in combat.outcomes.items():
        assert line.outcomes.get(key, 0.0) == pytest.approx(chance, abs=ENDS)
    for side in "ab":
        pairs = zip(
            line.survivors[side].chances, combat.survivors[side].chances, strict=True
        )
        assert all(own == pytest.approx(old, abs=ENDS) for own, old in pairs)


@pytest.mark.sweep(5)
@pytest.mark.parametrize("name", PAIRS)
def test_its_first_round_is_that_of_two_units(name: str) -> None:
    line, combat = as_line(PAIRS[name]), of_older_kind(PAIRS[name])
    for key in ("a-wins-first-round", "b-wins-first-round"):
        assert line.events[key] == pytest.approx(combat.events[key], abs=FIRST_ROUND)
    for side in "ab":
        pairs = zip_longest(
            line.wounds[side].chances, combat.wounds[side].chances, fillvalue=0.0
        )
        assert all(own == pytest.approx(old, abs=FIRST_ROUND) for own, old in pairs)


@pytest.mark.parametrize("name", [*PAIRS][::8])
def test_each_round_ends_as_many(name: str) -> None:
    line, combat = as_line(PAIRS[name]), of_older_kind(PAIRS[name])
    for own, old in zip(line.by_round, combat.by_round, strict=False):
        for key, chance in old.items():
            assert own.get(key, 0.0) == pytest.approx(chance, abs=ENDS)


@pytest.mark.parametrize("name", [*PAIRS][3::8])
def test_the_same_parts_decide_it(name: str) -> None:
    line, combat = as_line(PAIRS[name]).deciding, of_older_kind(PAIRS[name]).deciding
    assert line is not None
    assert combat is not None
    parts = {part.key: part for part in combat.parts}
    for part in line.parts:
        other = parts[part.key]
        assert (part.a, part.b) == pytest.approx((other.a, other.b), abs=1e-6)


def test_a_war_banner_counts_in_a_line() -> None:
    old_guard = bearer("the old guard", "war-banner")
    question = MatchUp("warhammer", "fight", old_guard, SWORDSMEN, {}, {})
    line, combat = as_line(question), of_older_kind(question)
    for key, chance in combat.outcomes.items():
        assert line.outcomes.get(key, 0.0) == pytest.approx(chance, abs=ENDS)
    assert line.deciding is not None
    assert "war-banner" in [part.key for part in line.deciding.parts]


def test_there_are_thirty_pairs_and_more() -> None:
    assert len(PAIRS) >= 30


def as_aimed_in_a_line(question: MatchUp) -> MatchUp:
    """Return a match-up with its aims at a ridden monster as a line asks for them."""
    said = {
        key.replace("aims", "aims-at-ridden"): value
        for key, value in question.situation.items()
    }
    return replace(question, situation=said)


@pytest.mark.parametrize(
    "name", [name for name in RIDDEN if RIDDEN[name].kind == "fight"]
)
def test_a_ridden_monster_fights_in_a_line_as_it_does_alone(name: str) -> None:
    line, combat = (
        as_line(as_aimed_in_a_line(RIDDEN[name])),
        of_older_kind(RIDDEN[name]),
    )
    assert line.method == combat.method == "exact"
    for key, chance in combat.outcomes.items():
        assert line.outcomes.get(key, 0.0) == pytest.approx(chance, abs=ENDS)
    for side in "ab":
        dealt = zip_longest(
            line.wounds[side].chances, combat.wounds[side].chances, fillvalue=0.0
        )
        assert all(own == pytest.approx(old, abs=FIRST_ROUND) for own, old in dealt)
        for body, key in (("rider", f"{side}-left"), ("mount", f"{side}-mount-left")):
            if f"{side}-{body}" in combat.distributions:
                old = combat.distributions[f"{side}-{body}"].chances
                own = line.distributions[key].chances
                assert own == pytest.approx(old, abs=ENDS)
