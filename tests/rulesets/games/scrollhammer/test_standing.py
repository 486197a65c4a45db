"""Who fights in a flank, in the rear and around wide bases, worked out by hand."""

from typing import Any

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.games.scrollhammer.combat.contact import engaged
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.fights.leadership import morale
from rulesets.games.scrollhammer.combat.profile import read_profile
from rulesets.games.scrollhammer.combat.side import (
    FLANK,
    REAR,
    ScrollhammerSide,
)
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Fighter
from tests.rulesets.games.scrollhammer.standing_match_ups import (
    BURNERS,
    FIREPROOF,
    LEGIONNAIRES,
    MARINES,
    PEBBLES,
)
from tests.rulesets.games.scrollhammer.test_combat import with_figure
from tests.rulesets.games.scrollhammer.units import (
    ARCHERS,
    BEAST,
    COHORT,
    HERO,
    LEGION,
    OGRES,
    PEASANTS,
    TROLLS,
    match_up,
    unit,
    weapon,
)

READ = ScrollhammerReadings()
IN_THE_FLANK: dict[str, Any] = {"b.files": 10, "b.flanked": True}


def fighting(one: ScrollhammerSide, other: ScrollhammerSide) -> tuple[int, int]:
    """Return how many models of both fight at full strength."""
    return (
        int(engaged(one, other, READ)[-1, -1]),
        int(engaged(other, one, READ)[-1, -1]),
    )


def side(fighter: Fighter, files: int = 5, **more: Any) -> ScrollhammerSide:
    return ScrollhammerSide(read_profile(fighter, "a"), files, **more)


def fights_told(told: Odds) -> list[str]:
    return [step.text for step in told.trace if step.rule == "Who can Fight?"]


def test_twelve_meet_the_side_of_twenty_two_deep_six_fight_and_four_strike_back() -> (
    None
):
    """The side is 2 models wide, for there are 2 ranks.

    Of the Marines 2 touch it, 1 stands at each end and 2 behind those that touch: 6. Of
    the Legionnaires 2 are touched, and the 2 next to them in their ranks: 4.
    """
    legion = side(LEGIONNAIRES, 10, struck=FLANK)
    assert fighting(side(MARINES), legion) == (6, 4)
    told = odds(match_up("fight", MARINES, LEGIONNAIRES, IN_THE_FLANK))
    by_marines, by_legion = fights_told(told)
    assert "6 of 12 models fight" in by_marines
    assert "4 of 20 models fight" in by_legion
    assert "its side is 2 models wide" in by_legion


def test_the_wounds_of_a_flank_by_hand() -> None:
    """6 Marines with 3 attacks: 18 x 1/2 hit x 1/2 wound x 2/3 not saved = 3.

    4 Legionnaires with 1 attack on those who stand still: 4 x 1/2 x 1/2 x 1/2 = 1/2.
    """
    told = odds(match_up("fight", MARINES, LEGIONNAIRES, IN_THE_FLANK, {}, 1))
    assert told.expected["a-wounds-dealt"] == pytest.approx(3)
    still = with_figure(MARINES, a=0, sv=4)
    told = odds(match_up("fight", still, LEGIONNAIRES, IN_THE_FLANK, {}, 1))
    assert told.expected["b-wounds-dealt"] == pytest.approx(1 / 2)


def test_the_rear_is_met_along_the_whole_width() -> None:
    """10 of the Marines touch it and 2 stand beside; 20 strike back, two ranks of 10.

    But at Initiative 1, and without what their ranks are worth.
    """
    legion = side(LEGIONNAIRES, 10, struck=REAR)
    assert fighting(side(MARINES), legion) == (12, 20)
    asked: dict[str, Any] = {"b.files": 10, "b.rear": True}
    trace = odds(match_up("fight", MARINES, LEGIONNAIRES, asked)).trace
    assert any(
        "Initiative 1 (3 printed, struck in its rear)" in step.text
        for step in trace
        if step.side == "b"
    )


@pytest.mark.parametrize(
    ("models", "files", "wide"), [(20, 10, 2), (11, 10, 2), (10, 10, 1), (20, 5, 4)]
)
def test_a_side_is_as_wide_as_there_are_ranks(
    models: int, files: int, wide: int
) -> None:
    block = unit("Block", models)
    assert int(side(block, files, struck=FLANK).line()[-1]) == wide
    assert int(side(block, files).line()[-1]) == min(models, files)


def test_who_turned_in_place_is_as_wide_as_it_had_ranks() -> None:
    """Ten wide and two deep, turned two wide and ten deep: ranks of two add nothing."""
    statues = with_figure(unit("Statues", 4, ws=0, a=0, i=0, sv=2), ld=7)
    block = with_figure(unit("Block", 20), ws=0, ld=12 - 2)
    asked: dict[str, Any] = {"charger": "b", "a.files": 10, "a.flanked": True}
    for read, worth in (({}, 0), ({"turned": "as-wide"}, 4)):
        told = odds(match_up("fight", block, statues, asked, read, 2))
        lost = told.outcomes["b-run-down"] + told.outcomes["b-flees"]
        turns = 33 / 36  # 2D6 of 10 or less
        fails = turns * float(1 - morale(7 - worth)) if worth else 0.0
        assert lost == pytest.approx(fails)


@pytest.mark.parametrize(
    ("own", "meets", "other", "files", "counted"),
    [
        (BEAST, 1, COHORT, 5, (1, 4)),  # 1 touches, 2 beside, 1 behind
        (BEAST, 3, COHORT, 5, (1, 8)),  # 3 touch, 2 beside, 3 behind
        (OGRES, 2, LEGION, 5, (4, 10)),  # 3 ogres touch all 5, 1 stands beside
        (OGRES, 2, HERO, 5, (4, 1)),  # 1 touches, 2 beside, 1 behind
        (TROLLS, 2, PEASANTS, 5, (3, 20)),  # 6 touch, 2 beside, 12 in two lines more
    ],
)
def test_a_wide_base_meets_several(
    own: Fighter, meets: int, other: Fighter, files: int, counted: tuple[int, int]
) -> None:
    assert fighting(side(own, meets=meets), side(other, files)) == counted


def test_who_cannot_hurt_its_enemy_may_fall_back_at_will() -> None:
    """Strength 1 against Toughness 5 is a dash; Leadership 6 would hold sometimes."""
    for fighter, other in ((PEBBLES, TROLLS), (BURNERS, FIREPROOF)):
        usual, gives_up = (
            odds(match_up("fight", fighter, other, {"a.yields": asked}, {}, 1))
            for asked in (False, True)
        )
        breaks = usual.events["a-breaks"]
        assert 0 < breaks < gives_up.events["a-breaks"]
    hurts = unit("Bitten", 8, s=1, ld=6, gear=(weapon("user", 0, ("poisoned", 6)),))
    kept, asked = (
        odds(match_up("fight", hurts, TROLLS, {"a.yields": asked}, {}, 1))
        for asked in (False, True)
    )
    assert kept.outcomes == asked.outcomes


def test_the_trace_says_whose_weapons_are_useless() -> None:
    for asked in (False, True):
        told = odds(match_up("fight", PEBBLES, TROLLS, {"a.yields": asked}))
        (step,) = [one for one in told.trace if one.rule == "Our Weapons Are Useless"]
        assert step.side == "a"
        assert ("it fails" in step.text) == asked
        assert ("it may fail" in step.text) == (not asked)
    spent = unit("Lancers", 5, s=2, gear=(weapon("user +2 charging"),))
    told = odds(match_up("fight", spent, unit("Rocks", 6, t=6)))
    (step,) = [one for one in told.trace if one.rule == "Our Weapons Are Useless"]
    assert step.text.startswith("after the first round its blows can take no wound")
    told = odds(match_up("fight", LEGION, COHORT))
    assert "Our Weapons Are Useless" not in {step.rule for step in told.trace}


def test_shots_of_ranks_who_do_not_see_the_target_meet_cover() -> None:
    """10 archers of 20 shoot, 2 shots each: 3+ to hit, 4+ to wound Toughness 3.

    No save is left to 6+ against 1 of piercing. All who see it: 20 x 2/3 x 1/2. Of 4
    who do not, 8 shots are saved on 3+: 12 x 1/3 + 8 x 1/3 x 1/3.
    """
    target = unit("Target", 20, sv=6)
    for asked, wounds in ((0, 20 / 3), (4, 12 / 3 + 8 / 9)):
        told = odds(match_up("shooting", ARCHERS, target, {"unsighted": asked}))
        assert told.expected["a-unsaved-wounds"] == pytest.approx(wounds)
        (step,) = [one for one in told.trace if one.rule == "Cohesive Fire"]
        assert ("4 of them do not see" in step.text) == bool(asked)
