"""Charges into combats of several units of Charge, against fights played out."""

from dataclasses import replace

import pytest

from rulesets.games.charge.combat.answers import odds
from rulesets.odds.match_up import Answers, Fighter, MatchUp, MatchUpError
from tests.rulesets.games.charge.grid_charges import CHARGES, RUNNERS
from tests.rulesets.games.charge.grid_combat import beside, combat
from tests.rulesets.games.charge.simulator_charges import charged_brawl
from tests.rulesets.games.charge.test_combats_of_several import disagreements
from tests.rulesets.games.charge.units import (
    ARCHERS,
    BEAST,
    CANNON,
    ELVES,
    JADE,
    JEZZAILS,
    ORCS,
    unit,
)

FEW = 40_000
MANY = 1_000_000


def seed_of(name: str) -> int:
    return list(CHARGES).index(name) + 1


@pytest.mark.sweep(15)
@pytest.mark.parametrize("name", CHARGES)
def test_every_charge_agrees_with_some_fights(name: str) -> None:
    question = CHARGES[name]
    assert disagreements(question, charged_brawl(question, FEW, seed_of(name))) == []


@pytest.mark.million
@pytest.mark.parametrize("name", CHARGES)
def test_every_charge_agrees_with_many_fights(name: str) -> None:
    question, seed = CHARGES[name], 1000 + seed_of(name)
    assert disagreements(question, charged_brawl(question, MANY, seed)) == []


def test_forty_charges_into_combats_are_played_out() -> None:
    assert len(CHARGES) >= 40


def near(wanted: object) -> object:
    return pytest.approx(wanted, abs=1e-9, rel=0)


LONE: dict[str, tuple[Fighter, Fighter, Answers]] = {
    "elves": (ELVES, ORCS, {}),
    "a beast that is feared": (BEAST, ELVES, {"use-fearsome": True}),
    "a wall": (ORCS, JADE, {"reaction": "shield-wall"}),
    "rifles": (ORCS, JEZZAILS, {"reaction": "stand-and-shoot"}),
    "archers": (
        ORCS,
        ARCHERS,
        {"reaction": "stand-and-shoot", "volley-fire": True, "b.wounds-lost": 8},
    ),
    "runners": (ELVES, RUNNERS, {"reaction": "fire-and-flee", "b.enemy-behind": 8}),
    "a cannon that cannot charge": (CANNON, ORCS, {}),
    "artillery that is charged": (BEAST, CANNON, {"b.friend-behind": 4}),
}


@pytest.mark.parametrize("distance", [1, 4, 7])
@pytest.mark.parametrize("name", LONE)
def test_a_charge_of_one_at_one_is_that_of_two_units(name: str, distance: int) -> None:
    a, b, said = LONE[name]
    asked = {**said, "distance": distance}
    alone = odds(MatchUp("charge", "charge", a, b, asked, {}))
    several = odds(combat(a, b, said={**said, "charges-from": distance}))
    parted = {key: alone.outcomes.get(key, 0.0) for key in ("no-charge", "falls-short")}
    assert several.outcomes.get("parted", 0.0) == near(sum(parted.values()))
    for key, chance in several.outcomes.items():
        if key != "parted":
            assert chance == near(alone.outcomes.get(key, 0.0)), key
    assert several.events["a-charges"] == near(alone.events["contact"])
    assert several.expected["a-drive-back"] == near(alone.expected["drive-back"])
    for key in {*several.events} & {*alone.events}:
        assert several.events[key] == near(alone.events[key]), key
    for side in ("a", "b"):
        left = several.survivors[side].chances
        assert left == near(alone.survivors[side].chances)


def test_charges_that_drive_nobody_back_are_a_combat_in_contact() -> None:
    slow = unit("Slow", "infantry", (8, 4), None, (5, 9, 0, 6, 50))
    firm = unit("Firm", "infantry", (8, 4), None, (4, 9, 9, 7, 50))
    there = odds(combat(slow, firm, beside("a", ORCS, at="flank")))
    charged = odds(
        combat(
            slow,
            firm,
            beside("a", ORCS, at="flank", charges_from=5),
            said={"charges-from": 5},
        )
    )
    assert charged.outcomes == pytest.approx(there.outcomes, abs=1e-12)
    for key, chance in there.events.items():
        assert charged.events[key] == pytest.approx(chance, abs=1e-12)
    assert charged.events["a-charges"] == charged.events["a2-charges"] == 1


def test_a_second_push_from_the_same_side_leaves_the_first_charger_behind() -> None:
    # Elves drive Orcs back 2 inches, those 7 less away: 4 and 10 less 5, less 4, are 5.
    question = combat(
        ELVES, ORCS, beside("a", ELVES, charges_from=3), said={"charges-from": 8}
    )
    told = odds(question)
    assert told.expected["a-drive-back"] == near(2)
    assert told.expected["a2-drive-back"] == near(5)
    assert told.events["a-stands"] == near(1)
    alone = odds(combat(ELVES, ORCS))
    assert told.events["a2-stands"] == near(
        1
        - sum(alone.outcomes[f"a-{word}"] for word in ("broken", "falls-back"))
        - alone.outcomes["a-destroyed"]
        - sum(share for key, share in alone.outcomes.items() if key in TOGETHER)
    )
    following = odds(replace(question, readings={"pushed-out": "none"}))
    assert following.events["a-stands"] < 0.999


TOGETHER = (
    "both-fall-back",
    "both-broken",
    "a-falls-back-b-broken",
    "a-broken-b-falls-back",
)


def test_a_unit_driven_back_may_be_out_of_reach_of_the_next() -> None:
    # Elves drive Orcs back 9 inches; Orcs beside them were 3 away, and reach 5.
    question = combat(
        ELVES, ORCS, beside("a", ORCS, charges_from=3), said={"charges-from": 1}
    )
    assert odds(question).events["a2-charges"] == 0
    flank = combat(
        ELVES,
        ORCS,
        beside("a", ORCS, charges_from=3, at="flank"),
        said={"charges-from": 1},
    )
    assert odds(flank).events["a2-charges"] == near(1)


def test_who_charges_nobody_within_reach_parts() -> None:
    told = odds(combat(ORCS, ELVES, said={"charges-from": 6}))
    assert told.outcomes["parted"] == near(1)
    assert told.expected["rounds"] == 0


def test_a_wall_is_formed_once_and_holds_against_both_chargers() -> None:
    # Orcs of Push 4 drive nobody of Push 20 back, so both strike in the first round.
    firm = replace(JADE, characteristics={**JADE.characteristics, "push": 20})
    question = combat(
        ORCS,
        firm,
        beside("a", ORCS, charges_from=2, at="flank"),
        said={"charges-from": 2, "reaction": "shield-wall"},
        rounds=1,
    )
    bare = odds(replace(question, situation={"charges-from": 2}))
    walled = odds(question)
    # 2D6 against 6: 26 of 36. 10 dice at 4+ and 10 at 3+, a save of 4+ or 3+.
    hits = 10 * 3 / 6 + 10 * 4 / 6
    assert bare.expected["a-wounds-dealt"] == near(hits / 2)
    share = 26 / 36
    wanted = hits * (share / 3 + (1 - share) / 2)
    assert walled.expected["a-wounds-dealt"] == pytest.approx(wanted, abs=1e-3)


@pytest.mark.parametrize(
    ("question", "place"),
    [
        (
            combat(ORCS, ELVES, beside("b", BEAST, charges_from=2)),
            "/further/0/situation/charges-from",
        ),
        (combat(ORCS, ELVES, said={"charges-from": -1}), "/situation/charges-from"),
        (combat(ORCS, ELVES, said={"charges-from": 999}), "/situation/charges-from"),
        (
            combat(ORCS, ELVES, beside("a", BEAST, charges_from="far")),
            "/further/0/situation/charges-from",
        ),
        (
            combat(ORCS, ELVES, beside("b", BEAST, reaction="counter-charge")),
            "/further/0/situation/reaction",
        ),
        (combat(ORCS, ELVES, readings={"pushed-out": "no"}), "/readings/pushed-out"),
    ],
)
def test_what_cannot_charge_is_refused_at_its_place(
    question: MatchUp, place: str
) -> None:
    with pytest.raises(MatchUpError) as caught:
        odds(question)
    assert caught.value.where == place


def test_the_answer_tells_the_charges_and_what_nobody_chose() -> None:
    told = odds(
        combat(
            ORCS,
            JADE,
            beside("a", BEAST, charges_from=4, use_fearsome=True),
            said={"charges-from": 3},
        )
    )
    steps = [step.text for step in told.trace]
    assert '3" is less than the speed 6": it may charge' in steps
    assert "a Morale test before contact for Jade Warriors" in steps
    unchosen = next(note for note in told.notes if note.startswith("Not counted"))
    assert "Fearsome of Orcs" in unchosen
    assert "Shield Wall of Jade Warriors" in unchosen
    assert "Fearsome of Badlands Beast" not in unchosen
    assert told.labels["a2-charges"] == "Contact made by Badlands Beast"
