"""What each special rule and each reading of Charge does to the numbers."""

from dataclasses import replace
from math import comb
from typing import Any

import pytest

from rulesets.core.values import Gear, RuleUse
from rulesets.games.charge.combat.answers import odds, preview
from rulesets.games.charge.combat.context import ChargeReadings, ChargeSituation
from rulesets.games.charge.combat.questions import REACTION
from rulesets.games.charge.combat.readings import READINGS
from rulesets.games.charge.combat.terms import (
    OF_SHOOTING,
    ChargeAttack,
    ChargeMoment,
    attack,
)
from rulesets.games.charge.special_rules import RULES
from rulesets.odds.answer import Odds
from rulesets.odds.context import Context
from rulesets.odds.effects import apply_effects, carried
from rulesets.odds.match_up import Fighter, MatchUp, MatchUpError
from tests.rulesets.games.charge.grid_combat import beside, combat
from tests.rulesets.games.charge.units import (
    ARCHERS,
    BEAST,
    BOARS,
    CANNON,
    CAPTAIN,
    ELVES,
    GUARD,
    JADE,
    JEZZAILS,
    ORCS,
    RATMEN,
    WARLORD,
    match_up,
)

USUAL = ChargeReadings()
VOLLEY = ChargeSituation(volley_fire=True)


def near(wanted: Any) -> Any:
    return pytest.approx(wanted, abs=1e-9, rel=0)


def traced(told: Odds, rule: str) -> list[str]:
    return [step.text for step in told.trace if step.rule == rule]


def ruled(key: str, blows: ChargeAttack, x: int = 0) -> tuple[ChargeAttack, str]:
    """Return shots with the effects of one rule, and what it did."""
    now = ChargeMoment("a", Context(VOLLEY, USUAL), shooting=True)
    effects = carried(key, RULES[key].effects, x)
    blows, told = apply_effects(blows, effects, now.holds(), OF_SHOOTING)
    return blows, told[0].text


def carrying(fighter: Fighter, *keys: str) -> Fighter:
    return replace(fighter, rules=tuple(RuleUse(key) for key in keys))


def test_armour_piercing_worsens_the_save_and_past_six_there_is_none() -> None:
    pierced, text = ruled("armour-piercing", ChargeAttack(6, 5, 6), x=2)
    assert pierced.save == 8
    assert text == "save 6+ becomes none"
    assert attack(pierced, USUAL).save == 7


def test_poisoned_attacks_have_saves_rolled_again() -> None:
    poisoned, text = ruled("poisoned-attacks", ChargeAttack(6, 5, 4))
    assert text == "successful saves are rolled again"
    assert attack(poisoned, USUAL).reroll_saves == "successes"
    melee = preview(GUARD, JADE)[0]
    assert melee.chance == near(1 / 3 * (1 - 1 / 2 * 1 / 2))


def test_volley_fire_doubles_the_dice_at_one_worse_to_hit() -> None:
    doubled, text = ruled("volley-fire", ChargeAttack(5, 4, 5))
    assert (doubled.dice, doubled.to_hit) == (10, 5)
    assert text == "5 dice become 10, to hit 4+ becomes 5+"


def test_volley_fire_is_only_for_units_that_have_it() -> None:
    asked = {"volley-fire": True}
    with_it = odds(match_up("shooting", ARCHERS, ORCS, asked))
    without = odds(match_up("shooting", GUARD, ORCS, asked))
    assert with_it.expected["dice"] == 10
    assert without.expected["dice"] == 10
    assert traced(without, "Volley Fire") == [
        "not among the rules of Kevorki Guard: no change"
    ]


def test_a_preview_tells_volley_fire_apart() -> None:
    ways = {way.key: way for way in preview(ARCHERS, ORCS)}
    assert list(ways) == ["melee", "shooting", "volley-fire"]
    assert (ways["shooting"].dice, ways["volley-fire"].dice) == (5, 10)
    assert ways["shooting"].needs[0].need == 4
    assert ways["volley-fire"].needs[0].need == 5
    assert ways["volley-fire"].distributions["push"].expected() > 0


def test_a_cannon_shoots_at_any_range_without_a_push_of_its_own() -> None:
    blows, text = ruled("cannon", ChargeAttack(6, 3, 5))
    assert blows == ChargeAttack(6, 3, 5, any_range=True)
    assert text == "shoots as its stat line says: 6 dice, 3+, at any range"
    far = odds(match_up("shooting", CANNON, JADE, {"distance": 200}))
    assert far.expected["hits"] == near(4.0)


def test_a_cannon_shoots_beyond_the_range_of_its_weapon() -> None:
    guns = replace(CANNON, gear=(Gear("gun", "Gun", {"range": 24}),))
    plain = replace(guns, rules=(RuleUse("unlimbered-artillery"),))
    hits = {
        name: odds(match_up("shooting", one, JADE, {"distance": 60})).expected["hits"]
        for name, one in (("cannon", guns), ("plain", plain))
    }
    assert hits == {"cannon": near(4.0), "plain": 0}


def test_a_target_out_of_range_is_not_shot_at() -> None:
    within = odds(match_up("shooting", GUARD, ORCS, {"distance": 20}))
    beyond = odds(match_up("shooting", GUARD, ORCS, {"distance": 21}))
    assert within.expected["dice"] == 10
    assert beyond.outcomes["b-stands"] == 1
    assert beyond.distributions["push"].chances == (1.0,)


def test_shots_without_a_range_are_named_but_those_of_a_cannon() -> None:
    def named(shooter: Fighter, **readings: Any) -> list[str]:
        asked = match_up("shooting", shooter, ORCS, {"distance": 150}, readings)
        told = odds(asked)
        assert told.expected["dice"] > 0
        return [note for note in told.notes if note.startswith("No weapon of")]

    bare = replace(GUARD, gear=())
    assert named(bare) == [
        "No weapon of Kevorki Guard has a range: its shots are taken to reach any "
        "target."
    ]
    assert named(CANNON) == []
    assert len(named(CANNON, abilities="printed")) == 1
    assert not any(
        "No weapon" in one for one in odds(match_up("fight", bare, ORCS)).notes
    )


def test_a_unit_with_a_dash_cannot_shoot() -> None:
    told = odds(match_up("shooting", ORCS, JADE))
    assert told.outcomes == {"b-destroyed": 0.0, "b-stands": 1.0}
    assert "Orcs cannot shoot: a dash is printed" in traced(told, "Shooting")
    assert "Orcs cannot shoot: a dash is printed." in told.notes
    assert [one.key for one in preview(ORCS, JADE)] == ["melee"]


def test_a_charger_that_strikes_too_little_has_no_wounds_to_spare() -> None:
    told = odds(match_up("charge", JEZZAILS, CAPTAIN, {"reaction": "shield-wall"}))
    assert not [note for note in told.notes if "had left" in note]


def test_jezzail_hits_push_two_inches_less_the_targets_push() -> None:
    told = odds(match_up("shooting", JEZZAILS, ORCS))
    push = told.distributions["push"].chances
    hits = [0.3333333333333333**k * (2 / 3) ** (6 - k) for k in range(7)]
    ways = (1, 6, 15, 20, 15, 6, 1)
    by_hits = [way * chance for way, chance in zip(ways, hits, strict=True)]
    assert push[0] == near(sum(by_hits[:3]))
    assert [push[2 * k - 4] for k in range(3, 7)] == near(by_hits[3:])
    other = odds(
        match_up("shooting", JEZZAILS, ORCS, readings={"push-total": "one-plus-hits"})
    )
    assert other.distributions["push"].chances[1] == near(by_hits[2])


@pytest.mark.parametrize(
    ("fighter", "situation", "value"),
    [
        (ORCS, {}, 7),
        (ORCS, {"a.general-near": True}, 6),
        (ORCS, {"a.kin-near": True}, 7),
        (RATMEN, {"a.kin-near": True}, 6),
        (RATMEN, {"a.kin-near": True, "a.general-near": True}, 5),
        (WARLORD, {}, 4),
        (WARLORD, {"a.general-near": True}, 4),
    ],
)
def test_morale_values_are_lowered_by_those_near(
    fighter: Fighter, situation: dict[str, bool], value: int
) -> None:
    told = odds(match_up("fight", fighter, JADE, situation))
    text = traced(told, "Morale Test")[0]
    assert text.startswith(f"2D6 against {value}+")


def test_a_general_may_be_read_not_to_lead_himself() -> None:
    told = odds(match_up("fight", WARLORD, JADE, readings={"general-himself": False}))
    assert traced(told, "Morale Test")[0].startswith("2D6 against 5+")


def test_a_flank_is_hit_one_better_and_a_rear_two() -> None:
    def first_round(place: str, **readings: Any) -> float:
        asked = {"b.touched-in": place}
        told = odds(match_up("fight", GUARD, JADE, asked, readings, rounds=1))
        assert (told.wounds["b"].chances[0] == 1) == (place != "front")
        return told.expected["a-wounds-dealt"]

    each = 1 - 1 / 4
    assert first_round("front") == pytest.approx(10 * 2 / 6 * each, abs=1e-6)
    assert first_round("flank") == pytest.approx(10 * 3 / 6 * each, abs=1e-6)
    assert first_round("rear") == pytest.approx(10 * 4 / 6 * each, abs=1e-6)
    assert first_round("flank-and-rear") == pytest.approx(first_round("rear"))
    both = {"flank-and-rear": "both"}
    assert first_round("flank-and-rear", **both) == pytest.approx(
        10 * 5 / 6 * each, abs=1e-6
    )


def test_a_unit_touched_only_in_its_rear_does_not_strike() -> None:
    told = odds(match_up("fight", ELVES, JADE, {"b.touched-in": "rear"}))
    assert told.wounds["b"].chances[0] == 1
    assert told.outcomes["a-destroyed"] == 0
    assert any("no strikes by Jade" in step.text for step in told.trace)


def test_a_unit_that_may_pivot_faces_who_touches_its_flank() -> None:
    asked, pivots = {"b.touched-in": "flank"}, {"engaged-pivot": True}
    stays = odds(match_up("fight", ORCS, JADE, asked))
    turns = odds(match_up("fight", ORCS, JADE, asked, pivots))
    assert stays.events["b-wins"] == 0
    assert turns.events["a-wins"] == pytest.approx(0.454101, abs=1e-6)
    assert turns.events["b-wins"] == pytest.approx(0.421637, abs=1e-6)
    assert any("stays so in every round" in note for note in stays.notes)
    assert any("pivots by a quarter turn" in note for note in turns.notes)
    front = odds(match_up("fight", ORCS, JADE)).notes
    assert not any("flank or rear" in note for note in front)


def test_a_rear_takes_two_quarter_turns_to_become_a_front() -> None:
    asked, pivots = {"b.touched-in": "rear"}, {"engaged-pivot": True}
    told = [
        odds(match_up("fight", RATMEN, CAPTAIN, asked, pivots, rounds))
        for rounds in (2, 3, 4)
    ]
    untouched = [one.survivors["a"].chances[-1] for one in told]
    fought_on = told[2].expected["rounds"] - told[1].expected["rounds"]
    assert untouched[:2] == [near(1), near(1)]
    assert untouched[2] < 1 - fought_on / 2


def test_who_is_active_in_no_later_round_never_pivots() -> None:
    asked = {"b.touched-in": "flank"}
    told = [
        odds(match_up("fight", ORCS, JADE, asked, {"later-rounds": "a", **more}))
        for more in ({}, {"engaged-pivot": True})
    ]
    assert told[0].outcomes == told[1].outcomes


def charge(a: Fighter, b: Fighter, *, readings: Any = None, **situation: Any) -> Odds:
    asked = {key.replace("_", "-"): value for key, value in situation.items()}
    return odds(match_up("charge", a, b, asked, readings))


def test_a_charge_needs_a_distance_below_the_speed() -> None:
    assert charge(ORCS, JADE, distance=5).events["contact"] == 1
    told = charge(ORCS, JADE, distance=6)
    assert told.outcomes["no-charge"] == 1
    assert told.survivors["b"].chances[-1] == 1


def test_a_part_of_an_inch_counts_for_the_push_and_not_for_the_reach() -> None:
    # From 2.4": who falls back by 3 inches is at 5.4", less than 6.
    told = charge(WARLORD, ORCS, distance=2, part_inch=True)
    assert told.events["contact"] == near(21 / 36 + 14 / 36 * 3 / 6)
    up = charge(ORCS, RATMEN, distance=3)
    part = charge(ORCS, RATMEN, distance=2, part_inch=True)
    assert part.distributions["push"] == up.distributions["push"]
    assert charge(ORCS, RATMEN, distance=5, part_inch=True).events["contact"] == 1
    assert charge(ORCS, RATMEN, distance=6, part_inch=True).events["contact"] == 0


def test_a_part_of_an_inch_counts_for_the_range_of_a_reaction() -> None:
    near_by = replace(
        JEZZAILS, gear=(Gear("rifles", "Rifles", {"range": 4, "push": 2}),)
    )
    shot, missed = (
        charge(ELVES, near_by, distance=4, part_inch=part, reaction="stand-and-shoot")
        for part in (False, True)
    )
    assert shot.survivors["a"].chances[-1] != missed.survivors["a"].chances[-1]
    assert any("out of range: 5" in step.text for step in missed.trace)


def test_the_longest_distance_may_not_be_less_than_the_shortest_rounded_up() -> None:
    with pytest.raises(MatchUpError, match="less than the shortest 4"):
        charge(ORCS, JADE, distance=3, part_inch=True, furthest=3)


def test_a_unit_shoots_with_the_weapon_of_the_longest_range_alone() -> None:
    both = replace(
        JEZZAILS,
        gear=(
            Gear("weapon", "Mortar", {"range": 12, "push": 5}),
            Gear("weapon", "Rifles", {"range": 36, "push": 2}),
        ),
    )
    told = odds(match_up("shooting", both, ORCS, {"distance": 30}))
    one = odds(match_up("shooting", JEZZAILS, ORCS, {"distance": 30}))
    assert told.distributions["push"] == one.distributions["push"]
    assert [left.rule for left in told.not_modelled] == ["Mortar"]


def test_who_flees_far_enough_meets_a_friend_or_an_enemy() -> None:
    # Of 36 rolls of two dice 15 are 8 or more, 30 are 5 or more.
    said = {"a.enemy-behind": 8, "b.friend-behind": 5}
    told = odds(match_up("fight", ORCS, JADE, said))
    assert told.events["a-runs-into-enemy"] == near(told.events["a-breaks"] * 15 / 36)
    assert told.events["b-friend-tests"] == near(told.events["b-breaks"] * 30 / 36)
    assert told.labels["a-runs-into-enemy"].startswith("Orcs fleeing into an enemy")
    bare = odds(match_up("fight", ORCS, JADE))
    assert told.outcomes == bare.outcomes
    assert not {"a-runs-into-enemy", "b-friend-tests"} & bare.events.keys()


def test_a_friend_behind_an_enemy_is_not_met() -> None:
    said = {"a.enemy-behind": 3, "a.friend-behind": 4}
    assert odds(match_up("fight", ORCS, JADE, said)).events["a-friend-tests"] == 0


def test_a_flight_before_contact_that_gets_away_meets_whoever_is_there() -> None:
    runners = carrying(ARCHERS, "fire-and-flee")
    told = charge(
        ORCS, runners, distance=3, reaction="fire-and-flee", **{"b.enemy_behind": 9}
    )
    # Every flight of 9 inches gets away; a charger that is shot down chases nobody.
    chased = 1 - told.outcomes.get("a-destroyed", 0.0)
    assert told.events["b-runs-into-enemy"] == near(chased * 10 / 36)


def test_unlimbered_artillery_never_charges() -> None:
    assert charge(CANNON, ORCS, distance=0).outcomes["no-charge"] == 1


@pytest.mark.parametrize("distance", [3, 7])
def test_terror_does_not_drive_off_artillery_that_cannot_move(distance: int) -> None:
    # Morale 8+: 15 of 36 hold, 20 fail and stay, one breaks and is caught.
    told = charge(BEAST, CANNON, distance=distance)
    calm = charge(carrying(BEAST), CANNON, distance=distance)
    assert told.events["contact"] == near(35 / 36)
    assert told.events["a-wins"] == near((1 + 35 * calm.events["a-wins"]) / 36)
    away = {"fear-in-reach": "away"}
    left = charge(BEAST, CANNON, distance=distance, readings=away)
    assert left.events["contact"] == near(35 / 36)


def test_artillery_cannot_flee_from_a_charge() -> None:
    guns = carrying(CANNON, "unlimbered-artillery", "fire-and-flee")
    told = charge(ELVES, guns, distance=9, reaction="fire-and-flee")
    assert told.outcomes["b-destroyed"] == near(1)


def test_artillery_that_fails_a_test_in_a_melee_stays_in_it() -> None:
    # 8 dice at 3+ against a save of 5+; 1 to 3 of 4 wounds ask for a test.
    told = odds(match_up("fight", BEAST, CANNON, rounds=1))
    tests = sum(comb(8, k) * (4 / 9) ** k * (5 / 9) ** (8 - k) for k in (1, 2, 3))
    left = {
        fate: sum(
            chance
            for key, chance in told.outcomes.items()
            if f"b-{fate}" in key or key == f"both-{fate}"
        )
        for fate in ("falls-back", "broken")
    }
    assert told.outcomes.get("both-fall-back", 0) == 0
    assert left == near({"falls-back": 0, "broken": tests / 36})


def test_the_worked_example_of_a_charge_drives_back_four_inches() -> None:
    told = charge(RATMEN, ORCS, distance=2, furthest=3)
    assert told.expected["drive-back"] == near(4)
    longest = charge(
        RATMEN, ORCS, distance=2, furthest=3, readings={"charge-distance": "longest"}
    )
    assert longest.expected["drive-back"] == near(3)


def test_a_terrifying_charge_may_never_come_to_blows() -> None:
    told = charge(WARLORD, ORCS, distance=5, readings={"fear-in-reach": "away"})
    assert told.events["contact"] == near(21 / 36)
    caught = charge(WARLORD, ORCS, distance=3)
    assert caught.events["contact"] == near(21 / 36 + 14 / 36 * 2 / 6)


@pytest.mark.parametrize(("distance", "caught"), [(0, 10), (3, 1), (4, 0)])
def test_who_is_broken_by_terror_within_reach_is_caught_in_flight(
    distance: int, caught: int
) -> None:
    # Speed 6: a flight of 2D6 from so far is caught if both make less.
    rear = {"caught-fleeing": "rear"}
    told = charge(WARLORD, ORCS, distance=distance)
    struck = charge(WARLORD, ORCS, distance=distance, readings=rear)
    away = charge(WARLORD, ORCS, distance=distance, readings={"fear-in-reach": "away"})
    share = caught / 36 / 36
    assert struck.events["contact"] - told.events["contact"] == near(share)
    assert away.events["contact"] == near(21 / 36)


def test_fearsome_is_a_test_only_when_it_is_used() -> None:
    calm = charge(ORCS, JADE, distance=5)
    feared = charge(ORCS, JADE, distance=5, use_fearsome=True)
    assert calm.events["contact"] == 1
    assert feared.events["contact"] == near(26 / 36)
    assert traced(calm, "Fearsome") == ["not used"]
    twice = charge(BEAST, JADE, distance=7, use_fearsome=True)
    assert twice.events["contact"] == near((26 / 36) ** 2)


def test_a_shield_wall_saves_one_better_on_a_passed_test() -> None:
    bare = charge(ORCS, JADE)
    wall = charge(ORCS, JADE, reaction="shield-wall")
    led = 26 / 36
    each = led * 1 / 2 * 2 / 6 + (1 - led) * 1 / 2 * 3 / 6
    assert bare.expected["a-wounds-dealt"] == near(10 * 1 / 4)
    assert wall.expected["a-wounds-dealt"] == near(10 * each)
    lasting = charge(
        ORCS, JADE, reaction="shield-wall", readings={"shield-wall-lasts": "fight"}
    )
    assert lasting.events["b-wins"] > wall.events["b-wins"] > bare.events["b-wins"]


def test_a_shield_wall_is_never_better_than_two_up() -> None:
    plated = replace(CAPTAIN, characteristics={**CAPTAIN.characteristics, "save": 2})
    bare = charge(ORCS, plated)
    wall = charge(ORCS, plated, reaction="shield-wall")
    assert wall.outcomes == near(bare.outcomes)


def test_tactical_genius_turns_a_flank_into_a_front() -> None:
    flanked = charge(ORCS, WARLORD, contact="flank")
    turned = charge(ORCS, WARLORD, contact="flank", reaction="tactical-genius")
    front = charge(ORCS, WARLORD)
    led = 33 / 36
    for key in ("a-wins", "b-wins"):
        assert turned.events[key] == near(
            led * front.events[key] + (1 - led) * flanked.events[key]
        )


def test_standing_and_shooting_takes_wounds_before_contact() -> None:
    shot = charge(ORCS, JEZZAILS, distance=2, reaction="stand-and-shoot")
    calm = charge(ORCS, JEZZAILS, distance=2)
    assert shot.events["b-wins"] > calm.events["b-wins"]
    assert shot.outcomes.get("falls-short", 0) == 0
    pushing = {"reaction-shots-push": True}
    pushed = charge(
        ORCS, JEZZAILS, distance=5, reaction="stand-and-shoot", readings=pushing
    )
    hits_needed = 3
    ways = (1, 6, 15, 20, 15, 6, 1)
    short = sum(
        ways[k] * (1 / 6) ** k * (5 / 6) ** (6 - k) for k in range(hits_needed, 7)
    )
    assert pushed.outcomes["falls-short"] == near(short)


@pytest.mark.parametrize("key", ["stand-and-shoot", "fire-and-flee"])
@pytest.mark.parametrize("contact", ["flank", "rear", "flank-and-rear"])
def test_nobody_shoots_at_a_charger_outside_of_the_front_arc(
    contact: str, key: str
) -> None:
    shooters = carrying(JEZZAILS, key)
    told = charge(ORCS, shooters, distance=5, contact=contact, reaction=key)
    assert told.survivors["a"].chances[12] == near(1)
    assert any("out of sight" in step.text for step in told.trace)
    faced = charge(ORCS, shooters, distance=5, reaction=key)
    assert faced.survivors["a"].chances[12] < 0.9


def test_firing_and_fleeing_halves_the_dice_and_runs() -> None:
    runners = carrying(JEZZAILS, "fire-and-flee")
    told = charge(ELVES, runners, distance=4, reaction="fire-and-flee")
    caught = sum((1, 2, 3, 4)) / 36
    assert told.outcomes["b-flees"] == near(1 - caught)
    assert told.outcomes["b-destroyed"] == near(caught)
    assert told.outcomes["a-destroyed"] == 0
    taken = 8 - told.survivors["a"].expected()
    assert taken == near(3 * 1 / 6 * 2 / 6)


def test_a_reaction_that_a_unit_does_not_have_is_none() -> None:
    bare = charge(ELVES, ORCS)
    asked = charge(ELVES, ORCS, reaction="shield-wall")
    assert asked.outcomes == near(bare.outcomes)
    assert any("no reaction" in step.text for step in asked.trace)


def test_one_reaction_is_played_where_a_unit_has_two() -> None:
    # The Captain turns to his enemy or closes his ranks: not both.
    flanked = charge(BOARS, CAPTAIN, contact="flank", reaction="shield-wall")
    turned = charge(BOARS, CAPTAIN, contact="flank", reaction="tactical-genius")
    assert flanked.events["a-wins"] == near(1)
    assert turned.events["a-wins"] < 0.15
    assert "One reaction is played" in REACTION.help


UNCHOSEN = "Not counted, since the situation does not say so: "

CHOICES: dict[str, tuple[MatchUp, str]] = {
    "of the charger and of who is charged": (
        match_up("charge", ORCS, JADE),
        "Fearsome of Orcs, Shield Wall of Jade Warriors",
    ),
    "whose reaction was chosen": (
        match_up("charge", ORCS, JADE, {"reaction": "shield-wall"}),
        "Fearsome of Orcs",
    ),
    "one of two reactions": (
        match_up("charge", RATMEN, CAPTAIN, {"reaction": "shield-wall"}),
        "Strength in numbers of Ratmen, Tactical Genius of Captain of the Gates",
    ),
    "all of it chosen": (
        match_up(
            "charge",
            BOARS,
            ARCHERS,
            {
                "use-fearsome": True,
                "a.kin-near": True,
                "reaction": "stand-and-shoot",
                "volley-fire": True,
            },
        ),
        "",
    ),
    "nobody charges in a melee": (
        match_up("fight", RATMEN, ORCS),
        "Strength in numbers of Ratmen",
    ),
    "a volley": (match_up("shooting", ARCHERS, RATMEN), "Volley Fire of Archer Block"),
    "who stands in an engagement": (
        match_up("engagement", ORCS, ARCHERS),
        "Fearsome of Orcs, Volley Fire of Archer Block, Stand and shoot of Archer "
        "Block",
    ),
    "what has no text and is left out": (
        match_up("charge", ORCS, JADE, readings={"abilities": "printed"}),
        "",
    ),
}


@pytest.mark.parametrize("name", CHOICES)
def test_the_notes_name_what_counts_by_choice_and_nobody_chose(name: str) -> None:
    question, names = CHOICES[name]
    notes = [note for note in odds(question).notes if note.startswith(UNCHOSEN)]
    assert notes == ([f"{UNCHOSEN}{names}."] if names else [])


def test_a_forced_march_is_told_where_a_charge_is_out_of_reach() -> None:
    marching = carrying(ORCS, "forced-march")
    assert charge(marching, JADE, distance=8).events["forced-march"] == near(21 / 36)
    assert "forced-march" not in charge(marching, JADE, distance=3).events
    stuck = carrying(ORCS, "forced-march", "unlimbered-artillery")
    assert "forced-march" not in charge(stuck, JADE, distance=3).events


@pytest.mark.parametrize("key", [key for key, rule in RULES.items() if rule.is_house])
def test_an_ability_without_text_may_be_left_out_and_is_named(key: str) -> None:
    rabble = carrying(ORCS)
    bearer = carrying(ARCHERS, key)
    told = charge(bearer, rabble, use_fearsome=True, readings={"abilities": "printed"})
    left = [(one.rule, one.side) for one in told.not_modelled]
    assert left == [(RULES[key].name, "a")]
    plain = charge(carrying(ARCHERS), rabble)
    assert told.outcomes == near(plain.outcomes)


def test_half_strength_halves_the_dice_only_if_it_is_read_so() -> None:
    asked = {"a.wounds-lost": 6}
    whole = odds(match_up("fight", ORCS, JADE, asked, rounds=1))
    readings = {"half-strength": "half-dice"}
    half = odds(match_up("fight", ORCS, JADE, asked, readings, rounds=1))
    barely = {"a.wounds-lost": 5}
    not_yet = odds(match_up("fight", ORCS, JADE, barely, readings, rounds=1))
    assert whole.expected["a-wounds-dealt"] == near(2.5)
    assert half.expected["a-wounds-dealt"] == near(1.25)
    assert not_yet.expected["a-wounds-dealt"] == near(2.5)


def test_a_broken_unit_rallies_at_two_better() -> None:
    told = odds(match_up("fight", ORCS, JADE))
    assert told.events["a-rallies"] == near(30 / 36)
    brave = replace(ORCS, characteristics={**ORCS.characteristics, "morale": 3})
    sure = odds(match_up("fight", brave, JADE))
    assert sure.events["a-rallies"] == 1
    dice = odds(match_up("fight", brave, JADE, readings={"rally-on-two": "dice"}))
    assert dice.events["a-rallies"] == near(35 / 36)


def test_a_natural_one_fails_and_a_six_hits_as_read() -> None:
    blows = ChargeAttack(1, 1, 1)
    assert (attack(blows, USUAL).to_hit, attack(blows, USUAL).save) == (2, 2)
    lucky = ChargeReadings(ones_fail=False, sixes_hit=True)
    assert (attack(blows, lucky).to_hit, attack(blows, lucky).save) == (1, 1)
    hard = ChargeAttack(1, 7, 7)
    assert attack(hard, USUAL).to_hit == 7
    assert attack(hard, lucky).to_hit == 6


CHANGING: dict[str, tuple[Any, MatchUp]] = {
    "later-rounds": ("b", match_up("fight", ORCS, JADE)),
    "half-strength": ("half-dice", match_up("fight", ORCS, JADE)),
    "dead-strike": (True, match_up("fight", BEAST, ELVES)),
    "test-after-destroying": (True, match_up("fight", BEAST, ELVES)),
    "fall-back-ends": (False, match_up("fight", ORCS, JADE)),
    "engaged-pivot": (True, match_up("fight", ORCS, JADE, {"b.touched-in": "flank"})),
    "flank-and-rear": (
        "both",
        match_up("fight", GUARD, JADE, {"b.touched-in": "flank-and-rear"}),
    ),
    "ones-fail": (
        False,
        match_up("fight", CAPTAIN, JADE, {"b.touched-in": "rear"}),
    ),
    "sixes-hit": (
        True,
        match_up(
            "charge",
            ORCS,
            replace(
                JEZZAILS,
                characteristics={**JEZZAILS.characteristics, "shoot-need": 6},
            ),
            {"reaction": "stand-and-shoot"},
        ),
    ),
    "push-total": ("one-plus-hits", match_up("shooting", JEZZAILS, ORCS)),
    "charge-distance": (
        "longest",
        match_up("charge", RATMEN, ORCS, {"distance": 2, "furthest": 3}),
    ),
    "fear-in-reach": ("away", match_up("charge", WARLORD, ORCS, {"distance": 2})),
    "short-charge": (
        "stays",
        match_up("engagement", WARLORD, RATMEN, {"distance": 5}),
    ),
    "abilities": (
        "printed",
        match_up("charge", ORCS, JADE, {"reaction": "shield-wall"}),
    ),
    "shield-wall-lasts": (
        "fight",
        match_up("charge", ORCS, JADE, {"reaction": "shield-wall"}),
    ),
    "reaction-shots-push": (
        True,
        match_up(
            "charge", ORCS, JEZZAILS, {"distance": 5, "reaction": "stand-and-shoot"}
        ),
    ),
    "caught-fleeing": (
        "rear",
        match_up(
            "charge",
            ELVES,
            carrying(JEZZAILS, "fire-and-flee"),
            {"reaction": "fire-and-flee"},
        ),
    ),
    "pushed-out": (
        "none",
        combat(
            ORCS, JADE, beside("a", BEAST, charges_from=3), said={"charges-from": 2}
        ),
    ),
    "general-himself": (False, match_up("fight", WARLORD, JADE)),
    "rally-on-two": (
        "dice",
        match_up(
            "fight",
            replace(ORCS, characteristics={**ORCS.characteristics, "morale": 3}),
            JADE,
        ),
    ),
}


@pytest.mark.parametrize("key", [question.key for question in READINGS])
def test_every_reading_changes_the_answer_that_hangs_on_it(key: str) -> None:
    value, question = CHANGING[key]
    usual = odds(question).to_document()
    other = odds(replace(question, readings={key: value})).to_document()
    told = ("outcomes", "events", "expected", "distributions")
    assert [usual[part] for part in told] != [other[part] for part in told]


@pytest.mark.parametrize("key", RULES)
def test_every_rule_says_what_it_does_and_where_it_stands(key: str) -> None:
    rule = RULES[key]
    assert rule.key == key
    assert rule.summary.endswith(".")
    assert rule.source.startswith("Charge v2 0.1 beta")
    assert rule.status == "exact"
    assert ("house" in rule.summary) == rule.is_house
