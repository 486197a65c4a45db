"""Critical hits by weapon in Mordheim: hand-worked fractions, and fights played out.

One blow with Weapon Skill and Strength 3 against Toughness 3 hits on 4+, wounds on 4+,
and of the wounds a third are critical hits: 1 in 12 blows.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.games.mordheim.critical_hits import GENERAL, TABLES
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Fighter, MatchUpError
from tests.rulesets.games.mordheim.critical_grid import (
    BY_WEAPON,
    ENGAGEMENTS,
    FIGHTS,
    GROUPS,
    SHOTS,
    holding,
)
from tests.rulesets.games.mordheim.engaging import engage
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import item, match_up
from tests.rulesets.games.mordheim.grouping import play_groups
from tests.rulesets.games.mordheim.test_simulator import FEW, MANY, check, close
from tests.rulesets.games.mordheim.volleys import shoot

THIRD = Fraction(1, 3)
PLAIN, CRITICAL = Fraction(1, 6), Fraction(1, 12)
"""Chance of one blow to wound otherwise, and to be a critical hit."""

OFTEN = ("by weapon: a club against two weapons", "by weapon: a spear against frenzy")


def out_of(rolls: int, plus: int = 0) -> Fraction:
    """Return the chance that the worst of some injury rolls takes out of action."""
    dice = list(product(range(1, 7), repeat=rolls))
    return Fraction(sum(max(one) + plus >= 5 for one in dice), len(dice))


def struck(a: Fighter, b: Fighter) -> Odds:
    return odds(match_up(a, b, readings=BY_WEAPON, rounds=1))


def idle(save: int = 7, w: int = 1) -> Fighter:
    """Return one who does not strike."""
    return f("bow", name="B", i=1, a=0, sv=save, w=w)


def unsaved(save: int) -> Fraction:
    return Fraction(min(6, save - 1), 6)


@pytest.mark.parametrize(
    ("weapon", "save", "special"),
    [
        ("sword", 7, THIRD * (out_of(1) + out_of(2) + out_of(2, 2))),
        (
            "sword",
            4,
            THIRD * out_of(1)
            + THIRD * (out_of(2) / 4 + out_of(1) / 2)
            + THIRD * out_of(2, 2),
        ),
        ("spear", 4, THIRD * (out_of(1, 1) / 2 + out_of(1) / 2 + out_of(1, 2))),
        (
            "quarter-staff",
            4,
            THIRD * out_of(1) / 2
            + THIRD * out_of(1)
            + out_of(1) / 12
            + Fraction(1, 12),
        ),
    ],
)
def test_a_critical_hit_does_what_its_table_says(
    weapon: str, save: int, special: Fraction
) -> None:
    told = struck(f(weapon, name="A", i=9), idle(save))
    wanted = PLAIN * unsaved(save) * out_of(1) + CRITICAL * special
    assert told.events["b-out-at-once"] == pytest.approx(float(wanted), abs=1e-9)


def test_bare_hands_strike_once_more_after_a_body_blow() -> None:
    """The further blow is no critical hit; a third table result adds 1, another 2.

    Whoever was put down by the first wound may be put out by the second.
    """
    a = f("", "natural-weapons", name="A", i=9)
    once = {plus: out_of(1, plus) for plus in (0, 1, 2)}
    wounds = PLAIN + CRITICAL
    body_blow = once[0] + (1 - once[0]) * wounds * once[0]
    special = THIRD * (body_blow + once[1] + once[2])
    wanted = PLAIN * once[0] + CRITICAL * special
    assert struck(a, idle()).events["b-out-at-once"] == pytest.approx(float(wanted))


def test_a_bludgeoned_fighter_is_out_however_many_wounds_he_has() -> None:
    told = struck(f("quarter-staff", name="A", i=9), idle(save=4, w=3))
    wanted = CRITICAL / 6 / 2
    assert told.events["b-out-at-once"] == pytest.approx(float(wanted), abs=1e-9)


def test_a_thrust_knocks_down_whoever_has_wounds_left_and_is_saved() -> None:
    told = struck(f("spear", name="A", i=9), idle(save=2, w=3))
    wanted = CRITICAL / 3
    assert told.events["b-knocked-down-at-once"] == pytest.approx(float(wanted))


def test_who_is_hammered_does_not_strike_and_who_is_disarmed_strikes_with_a_fist() -> (
    None
):
    """Of nine wounds A takes one at most, unless he bludgeons B out of action."""
    staff, harmless = (
        f("quarter-staff", name="A", i=9),
        f("quarter-staff", name="A", a=0),
    )
    armed, unarmed = f("ladle", name="B", w=9), f("", name="B", w=9)
    free = struck(harmless, armed).events["a-out-at-once"]
    fist = struck(harmless, unarmed).events["a-out-at-once"]
    stopped, disarmed, out = CRITICAL / 3, CRITICAL / 6, CRITICAL / 6
    wanted = float(1 - stopped - disarmed - out) * free + float(disarmed) * fist
    told = struck(staff, armed)
    assert told.events["a-out-at-once"] == pytest.approx(wanted, abs=1e-9)
    assert 0 < fist < free


def test_who_is_disarmed_draws_what_he_carries() -> None:
    club = f("club-mace-or-hammer", name="A", a=3, s=4)
    chances = [
        odds(match_up(club, b, readings=BY_WEAPON)).events["b-wins"]
        for b in (
            f("axe", name="B", w=3, t=4),
            holding("axe", "dagger", name="B", w=3, t=4),
            holding("axe", "sword", name="B", w=3, t=4),
        )
    ]
    assert chances == sorted(chances)
    assert chances[0] < chances[1]


def test_weapons_whose_kind_is_not_printed_are_named_and_keep_the_general_table() -> (
    None
):
    a, b = f("halberd", name="A"), f("dagger", name="B")
    told = odds(match_up(a, b, readings=BY_WEAPON))
    general = odds(match_up(a, b, readings={"main-weapon": "first"}))
    assert told.outcomes == pytest.approx(general.outcomes)
    assert "General table, as their kind is not printed: Dagger, Halberd." in told.notes
    assert not any("General table" in note for note in general.notes)


def test_a_table_that_there_is_not_is_refused_with_its_place() -> None:
    odd = replace(item("sword"), stats={"strength": "user", "critical": "blunt"})
    a = replace(f("sword", name="A"), gear=(odd,))
    with pytest.raises(MatchUpError, match=r"^/a/fighter/gear/sword/stats/critical"):
        odds(match_up(a, f(name="B")))


def test_every_table_has_six_results() -> None:
    assert {len(table) for table in TABLES.values()} == {6}
    assert GENERAL in TABLES


@pytest.mark.parametrize("name", OFTEN)
def test_fights_by_weapon_played_out_agree(name: str) -> None:
    check(FIGHTS[name], FEW)


@pytest.mark.million
@pytest.mark.parametrize("name", FIGHTS)
def test_a_million_fights_by_weapon_played_out_agree(name: str) -> None:
    check(FIGHTS[name], MANY)


@pytest.mark.parametrize("name", SHOTS)
def test_shots_by_weapon_that_were_rolled_agree(name: str) -> None:
    told, counted = odds(SHOTS[name]), shoot(SHOTS[name], FEW, seed=1999)
    for key, chance in told.outcomes.items():
        assert close(chance, counted[key], FEW), key


@pytest.mark.parametrize("name", ENGAGEMENTS)
def test_engagements_by_weapon_played_out_agree(name: str) -> None:
    told, (played, _) = odds(ENGAGEMENTS[name]), engage(ENGAGEMENTS[name], FEW, seed=11)
    for key, chance in told.outcomes.items():
        assert close(chance, played.ends[key], FEW), key


@pytest.mark.parametrize("name", GROUPS)
def test_groups_by_weapon_played_out_agree(name: str) -> None:
    told, ends = odds(GROUPS[name]), play_groups(GROUPS[name], FEW, seed=11)
    gone = sum(n for key, n in ends.items() if key.startswith("0 "))
    assert close(told.outcomes["a-out"], gone, FEW)
