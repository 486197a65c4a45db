"""Engagements of Charge: who comes, who shoots, and the melee that follows."""

from dataclasses import replace

import pytest

from rulesets.core.values import RuleUse
from rulesets.games.charge.combat.answers import odds
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers, Fighter, MatchUpError
from tests.rulesets.games.charge.units import (
    ARCHERS,
    BEAST,
    CANNON,
    ELVES,
    JADE,
    JEZZAILS,
    ORCS,
    RATMEN,
    match_up,
    unit,
)


def engaged(
    a: Fighter = ORCS,
    b: Fighter = RATMEN,
    readings: Answers | None = None,
    **asked: str | int | bool,
) -> Odds:
    situation = {key.replace("_", "-"): value for key, value in asked.items()}
    return odds(match_up("engagement", a, b, situation, readings))


def test_a_unit_within_its_speed_charges_at_once_and_fights_as_a_charge() -> None:
    charged = odds(match_up("charge", ORCS, RATMEN, {"distance": 5}))
    told = engaged(distance=5)
    known = {**charged.outcomes, "apart": 0.0}
    assert told.outcomes == pytest.approx(known, abs=1e-12)
    assert told.survivors["a"].chances == pytest.approx(charged.survivors["a"].chances)
    assert told.distributions["contact-turn"].chances == (0.0, 1.0)
    assert told.distributions["push"].chances == charged.distributions["push"].chances


def test_a_unit_that_comes_moves_its_speed_and_charges_from_less() -> None:
    # 24, 18, 12, 6: six inches are not less than its speed, so it stops at one.
    told = engaged(distance=24)
    assert told.expected["contact-turn"] == pytest.approx(9)
    # Elves charge from less than 10: 24, 14, 4.
    assert engaged(ELVES, distance=24).expected["contact-turn"] == pytest.approx(5)
    # If it has the second turn, all is one turn later.
    later = engaged(ELVES, distance=24, first="b")
    assert later.expected["contact-turn"] == pytest.approx(6)


def test_both_that_close_in_meet_sooner_and_the_quicker_one_charges() -> None:
    told = engaged(ELVES, RATMEN, distance=24, closing="both")
    # 24 - 10 - 6 = 8, which is less than 10.
    assert told.expected["contact-turn"] == pytest.approx(3)
    assert told.events["a-charges"] == pytest.approx(1)
    assert told.events["b-charges"] == 0


def test_one_volley_before_contact_is_the_volley_of_the_shooting() -> None:
    # Archers shoot once: the elves come from 12 to 2 inches, and then charge.
    told = engaged(ELVES, ARCHERS, distance=12)
    volley = odds(match_up("shooting", ARCHERS, ELVES, {"distance": 2}))
    lost = told.distributions["a-lost-before"].chances
    left = volley.survivors["b"].chances[::-1]
    assert lost[:6] == pytest.approx(left[:6], abs=1e-12)
    assert told.expected["a-lost-before"] == pytest.approx(
        volley.expected["b-wounds-lost"]
    )


def test_casualties_before_contact_carry_into_the_melee() -> None:
    shot = engaged(ORCS, ARCHERS)
    calm = engaged(ORCS, JADE)
    assert shot.expected["a-lost-before"] > 3
    assert calm.expected["a-lost-before"] == 0
    assert shot.events["a-wins"] < engaged(ORCS, ARCHERS, distance=5).events["a-wins"]


def test_rifles_push_back_who_comes_so_that_contact_is_late_or_never() -> None:
    light = unit("Light", "infantry", (10, 4), None, (2, 40, 0, 7, 75))
    told = engaged(light, JEZZAILS, distance=12, turns=6)
    turns = told.distributions["contact-turn"].chances
    assert sum(chance > 0.01 for chance in turns[1:]) >= 2
    assert told.outcomes["apart"] > 0.01


def test_artillery_cannot_come_and_shoots() -> None:
    told = engaged(CANNON, BEAST, distance=30, turns=2)
    assert told.events["contact"] == 0
    assert told.outcomes["apart"] + told.events["b-shot-down"] == pytest.approx(1)
    assert told.expected["b-lost-before"] > 0


def test_artillery_that_strikes_better_than_it_shoots_is_said_to_stand() -> None:
    crew = replace(CANNON, characteristics={**CANNON.characteristics, "melee-dice": 20})
    told = engaged(crew, ORCS, distance=20, closing="by-weapons")
    assert told.notes[0] == "Grand Cannon stands: no move is made."
    assert told.outcomes == engaged(crew, ORCS, distance=20, closing="b").outcomes


@pytest.mark.parametrize(("dice", "blows"), [(9, "2.00"), (10, "2.22")])
def test_who_uses_volley_fire_stands_where_that_does_as_much_as_its_blows(
    dice: int, blows: str
) -> None:
    # 10 dice at 5+ against a save of 5+: 10 x 1/3 x 2/3 = 2.22 wounds.
    archers = replace(
        ARCHERS, characteristics={**ARCHERS.characteristics, "melee-dice": dice}
    )
    told = engaged(archers, ORCS, closing="by-weapons", volley_fire=True)
    assert told.notes[0] == (
        "Archer Block stands and shoots: at its best a volley does 2.22 wounds on "
        f"average, a round of blows {blows}."
    )
    stands = engaged(archers, ORCS, closing="b", volley_fire=True)
    assert told.outcomes == stands.outcomes
    plain = engaged(archers, ORCS, closing="by-weapons")
    assert plain.notes[0].startswith(
        "Archer Block closes in: at its best a volley does 1.67"
    )


def test_forced_march_brings_a_unit_to_contact_earlier() -> None:
    march = unit("M", "infantry", (10, 4), None, (5, 12, 4, 7, 75), "forced-march")
    plain = engaged(distance=20).distributions["contact-turn"].expected()
    told = engaged(march, distance=20)
    assert told.distributions["contact-turn"].expected() < plain
    assert any(step.rule == "Forced March" for step in told.trace)


def test_a_forced_march_follows_a_charge_that_did_not_reach() -> None:
    march = replace(ORCS, rules=(RuleUse("terrifying"), RuleUse("forced-march")))
    told = engaged(march, readings={"short-charge": "stays"}, distance=5)
    turns = told.distributions["contact-turn"].chances
    # Ratmen fall back on 14 of 36, by 1 to 3 on half of the dice: 6 to 8 inches. A
    # march of 3 on 21 of 36 makes them 3 to 5, which may be charged the next time: who
    # falls back again by 1 or 2 from 3, or by 1 from 4, is met all the same.
    met = 3 * 21 / 36 + 14 / 36 * (2 / 6 + 1 / 6)
    assert turns[3] == pytest.approx(14 / 36 * 1 / 6 * 21 / 36 * met)


def test_a_charge_that_falls_short_goes_on_from_where_it_stops() -> None:
    # From 5 inches, who falls back by 1 or more is out of reach of six.
    told = engaged(distance=5, use_fearsome=True)
    turns = told.distributions["contact-turn"].chances
    assert 0 < turns[1] < 1
    assert turns[3] > 0
    frightful = replace(ORCS, rules=(RuleUse("terrifying"),))
    moves, stays = (
        engaged(frightful, readings={"short-charge": word}, distance=5)
        for word in ("speed", "stays")
    )
    assert stays.expected["contact-turn"] > moves.expected["contact-turn"]


def test_who_backs_away_before_a_charge_is_declared_holds_nobody_back() -> None:
    moves, stays = (
        engaged(readings={"short-charge": word}, distance=5, use_fearsome=True)
        for word in ("speed", "stays")
    )
    assert stays.outcomes == moves.outcomes


def test_every_turn_is_told_and_the_policy_is_said() -> None:
    told = engaged(ORCS, ARCHERS, distance=14)
    assert len(told.by_round) > told.expected["contact-turn"]
    assert "charges as soon as it may" in told.notes[0]
    assert any("while the enemy comes" in step.text for step in told.trace)


@pytest.mark.parametrize(
    ("a", "b", "charged"), [(RATMEN, ELVES, "a"), (ELVES, RATMEN, "b")]
)
def test_the_trace_tells_of_the_side_that_is_charged_in_its_flank(
    a: Fighter, b: Fighter, charged: str
) -> None:
    told = engaged(a, b, closing="both", contact="flank")
    flank = [one for one in told.trace if one.rule == "Flank and Rear Attacks"]
    idle = [one for one in told.trace if one.rule == "Pick a Melee Target"]
    assert [one.text for one in flank] == ["flank: to hit 4+ becomes 3+"]
    assert [one.side for one in idle] == [charged]
    assert flank[0].side != charged


def test_what_is_too_large_to_follow_is_refused_at_its_place() -> None:
    host = unit("Host", "infantry", (10, 4), (200, 4), (5, 200, 0, 7, 100))
    with pytest.raises(MatchUpError) as caught:
        engaged(host, host, closing="b", distance=100, turns=30)
    assert caught.value.where == "/a/fighter/characteristics/shoot-dice"


@pytest.mark.slow
def test_a_long_shooting_match_of_large_units_is_refused_before_it_takes_long() -> None:
    host = unit("Host", "infantry", (10, 4), (80, 4), (5, 150, 0, 7, 100))
    with pytest.raises(MatchUpError) as caught:
        engaged(host, host, closing="b", distance=100, turns=30)
    assert caught.value.where == "/a/fighter/characteristics/shoot-dice"


def test_an_engagement_counts_the_longest_distance_where_it_is_read_so() -> None:
    def driven(**asked: int) -> float:
        longest = {"charge-distance": "longest"}
        told = engaged(RATMEN, ORCS, readings=longest, distance=2, **asked)
        return told.expected["drive-back"]

    assert driven() == 4
    assert driven(furthest=3) == 3
