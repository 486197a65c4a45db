"""The turns before contact are the same whatever acts in close combat alone."""

from dataclasses import replace

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.engagements import before_contact
from rulesets.games.scrollhammer.combat.profile import read_profile
from rulesets.games.scrollhammer.combat.questions.questions import KINDS
from rulesets.games.scrollhammer.combat.questions.readings import READINGS
from rulesets.odds.context import read_answers
from rulesets.odds.match_up import Fighter
from rulesets.odds.settings import settled
from tests.rulesets.games.scrollhammer.engagements import ENGAGEMENTS
from tests.rulesets.games.scrollhammer.units import (
    ARCHERS,
    SHIELD,
    bow,
    match_up,
    unit,
    weapon,
)

SPEAR = weapon("user", 0, "against-cavalry", base="spear")
BARE = unit("Soldiers", 6, sv=5, gear=(weapon(),))
SHIELDED = unit("Soldiers", 6, sv=5, gear=(weapon(), SHIELD))
SPEARS = unit("Soldiers", 6, sv=5, gear=(SPEAR,))
BRAVE = unit("Soldiers", 6, "fear", sv=5, gear=(weapon(),))
BREAKERS = unit("Breakers", 6, gear=(bow(3, 0, "easily-overwhelmed"),))


def turns(a: Fighter, b: Fighter) -> before_contact.ScrollhammerBeforeContact:
    """Return the turns of two units before contact, of which the first comes."""
    question = match_up("engagement", a, b)
    answered, readings = settled(question, KINDS, READINGS)
    return before_contact.before_contact(
        read_profile(a, "a"),
        read_profile(b, "b"),
        read_answers(ScrollhammerSituation, answered),
        read_answers(ScrollhammerReadings, readings),
    )


@pytest.mark.parametrize("other", [SHIELDED, SPEARS])
def test_what_acts_in_close_combat_alone_changes_no_turn(other: Fighter) -> None:
    first, then = turns(BARE, ARCHERS), turns(other, ARCHERS)
    assert then.plans["a"].own is first.plans["a"].own
    assert first.approach.lost(first.start, "a")[0] < 1


def test_a_rule_that_acts_before_contact_is_told_apart() -> None:
    assert (
        turns(BRAVE, ARCHERS).plans["a"].own is not turns(BARE, ARCHERS).plans["a"].own
    )


def test_a_shield_is_told_apart_by_an_enemy_who_looks_for_it() -> None:
    bare, shielded = turns(BARE, BREAKERS), turns(SHIELDED, BREAKERS)
    lost = [one.approach.lost(one.start, "a") for one in (bare, shielded)]
    assert lost[0][0] < lost[1][0] < 1


@pytest.mark.parametrize("name", ENGAGEMENTS)
def test_units_with_all_that_they_have_have_the_same_turns(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = ENGAGEMENTS[name]
    told = odds(question)
    monkeypatch.setattr(before_contact, "_without_blows", lambda unit, **_: unit)
    whole = odds(replace(question, a=replace(question.a, name="Others")))
    for key in ("outcomes", "events", "expected"):
        wanted = getattr(whole, key)
        assert getattr(told, key) == pytest.approx(wanted, abs=1e-12)
