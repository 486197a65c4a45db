"""Shots at ridden monsters: rider and mount are each hit, and may each fall."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.context import (
    WarhammerReadings,
    WarhammerSituation,
)
from rulesets.games.warhammer.combat.profile import read_profile
from rulesets.games.warhammer.combat.shots.beside import hits_of_shots
from rulesets.games.warhammer.combat.shots.salvo import Salvo
from rulesets.games.warhammer.combat.shots.shooting_odds import left_after
from rulesets.games.warhammer.combat.shots.volley import WarhammerFire
from rulesets.odds.answer import Odds
from rulesets.odds.context import Context
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.warhammer.simulated_beast_shots import counted
from tests.rulesets.games.warhammer.test_ridden_monsters import (
    BEARER,
    BOSS,
    CAPTAIN,
    COUNT,
    GRIFFON,
    LANCER,
    NEVER,
    PEGASUS,
    rider,
)
from tests.rulesets.games.warhammer.test_simulator import MANY, agrees
from tests.rulesets.games.warhammer.units import (
    BOLT_THROWER,
    BOW,
    CANNON,
    HAND_WEAPON,
    HANDGUN,
    HELBLASTER,
    LOBBER,
    REPEATER,
    unit,
)

SOME = 3_000

BOWMEN = unit("Bowmen", 10, gear=(HAND_WEAPON, BOW), ld=8)
GUNNERS = unit("Gunners", 12, "musician", gear=(HAND_WEAPON, HANDGUN), bs=4, ld=8)
REPEATERS = unit("Repeaters", 5, gear=(HAND_WEAPON, REPEATER), bs=4, ld=7)
HUNTER = rider("Hunter", PEGASUS, ("flyer",), (HAND_WEAPON, BOW), w=2, ld=8, sv=5)
FRAIL = rider("Frail", {**GRIFFON, "w": 2, "t": 3}, w=1, t=3, sv=6)
ONE_BOWMAN = unit("Bowman", 1, gear=(HAND_WEAPON, BOW))
GIANT_BOW = replace(BOW, stats={"range": 24, "strength": 6})
WOUNDED = "b-loses-a-wound"
TARGETS = {"count": COUNT, "boss": BOSS, "captain": CAPTAIN, "frail": FRAIL}
SHOOTERS = {"bowmen": BOWMEN, "gunners": GUNNERS, "repeaters": REPEATERS}


def asked(
    kind: str,
    a: Fighter,
    b: Fighter,
    readings: Answers | None = None,
    rounds: int | None = None,
    **said: str | int | bool,
) -> MatchUp:
    answers: Answers = {
        key.replace("__", ".").replace("_", "-"): value for key, value in said.items()
    }
    return MatchUp("warhammer", kind, a, b, answers, readings or {}, rounds)


VOLLEYS = {
    f"{by} at a {at}": asked("shooting", one, other, distance=12)
    for by, one in SHOOTERS.items()
    for at, other in TARGETS.items()
} | {
    "far off": asked("shooting", GUNNERS, FRAIL, distance=20),
    "in hard cover": asked("shooting", REPEATERS, FRAIL, distance=20, cover="hard"),
    "having moved": asked("shooting", BOWMEN, FRAIL, distance=20, moved=True),
    "a hurt rider": asked("shooting", GUNNERS, COUNT, b__wounds_lost=2, distance=10),
    "the rider on 3": asked("shooting", GUNNERS, FRAIL, {"shots-at-rider": 3}),
    "always the rider": asked("shooting", GUNNERS, FRAIL, {"shots-at-rider": 1}),
    "always the mount": asked("shooting", GUNNERS, FRAIL, {"shots-at-rider": 7}),
    "the rider on 6": asked("shooting", REPEATERS, CAPTAIN, {"shots-at-rider": 6}),
}

CHARGES = {
    f"a {at} charges {by}": asked("charge", other, one, reaction="shoots", distance=10)
    for by, one in SHOOTERS.items()
    for at, other in (*TARGETS.items(), ("lancer", LANCER), ("bearer", BEARER))
    if at != "boss"
} | {
    "two rounds": asked(
        "charge", FRAIL, REPEATERS, {}, 2, reaction="shoots", distance=9
    ),
    "at the mount": asked(
        "charge", FRAIL, GUNNERS, reaction="shoots", distance=9, b__aims="mount"
    ),
    "the frail on 2": asked(
        "charge", FRAIL, REPEATERS, {"shots-at-rider": 2}, reaction="shoots", distance=9
    ),
}

ENGAGEMENTS = {
    f"a {at} comes at {by}": asked(
        "engagement", other, one, distance=24, closing="a", turns=4
    )
    for by, one in SHOOTERS.items()
    for at, other in TARGETS.items()
} | {
    "slow and steady": asked("engagement", BOSS, GUNNERS, distance=30, closing="a"),
    "in cover": asked(
        "engagement", FRAIL, GUNNERS, distance=20, closing="a", a__cover="hard", turns=3
    ),
    "it holds": asked(
        "engagement", FRAIL, REPEATERS, distance=20, closing="a", b__reaction="holds"
    ),
    "it flees": asked(
        "engagement", FRAIL, BOWMEN, distance=20, closing="a", b__reaction="flees"
    ),
    "a hunter waits": asked(
        "engagement", HUNTER, BOWMEN, distance=20, closing="b", turns=4
    ),
    "both come": asked(
        "engagement", FRAIL, BOWMEN, distance=24, closing="both", turns=4
    ),
}

GRID = VOLLEYS | CHARGES | ENGAGEMENTS

QUICK = (
    "gunners at a frail",
    "a frail charges repeaters",
    "a frail comes at gunners",
    "a captain comes at repeaters",
    "a hunter waits",
)


def differences(question: MatchUp, games: int, seed: int) -> list[str]:
    told, found = odds(question), counted(question, games, seed)
    chances = {f"end {key}": {1: one} for key, one in told.outcomes.items()}
    for side in ("a", "b"):
        if side == "a" and question.kind == "shooting":
            continue
        parts = {side: told.survivors[side]}
        for part in ("rider", "mount"):
            if f"{side}-{part}" in told.distributions:
                parts[f"{side}-{part}"] = told.distributions[f"{side}-{part}"]
        for key, one in parts.items():
            chances[key] = dict(enumerate(one.chances))
    told_ends = {key for key in chances if key.startswith("end ")}
    strange = {key for key in found if key.startswith("end ")} - told_ends
    return [f"{key} is not told" for key in strange] + [
        f"{key} {value}: {found.get(key, NEVER).get(value, 0) / games} is not {chance}"
        for key, values in chances.items()
        for value, chance in values.items()
        if not agrees(found.get(key, NEVER).get(value, 0), chance, games)
    ]


@pytest.mark.parametrize("name", QUICK)
def test_shots_at_ridden_monsters_fall_as_dice_rolled_one_by_one(name: str) -> None:
    assert differences(GRID[name], SOME, 1 + list(GRID).index(name)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", GRID)
def test_every_shot_at_a_ridden_monster_agrees_with_some(name: str) -> None:
    assert differences(GRID[name], 4 * SOME, 2 + list(GRID).index(name)) == []


@pytest.mark.million
@pytest.mark.parametrize("name", GRID)
def test_every_shot_at_a_ridden_monster_agrees_with_many(name: str) -> None:
    assert differences(GRID[name], MANY // 5, 1 + list(GRID).index(name)) == []


def test_a_hit_strikes_the_mount_on_one_to_four_and_the_rider_on_five_or_six() -> None:
    """BS 3, near, at a large target: 3+. Strength 3 at T5: 6+; at T4: 5+, save 5+."""
    told = odds(asked("shooting", ONE_BOWMAN, COUNT, distance=10))
    hit = Fraction(4, 6)
    mount = hit * Fraction(4, 6) * Fraction(1, 6)
    on_rider = hit * Fraction(2, 6) * Fraction(2, 6) * Fraction(1, 2)
    assert lost(told, "mount")[1] == pytest.approx(float(mount), abs=1e-12)
    assert lost(told, "rider")[1] == pytest.approx(float(on_rider), abs=1e-12)
    both = {key: chance for key, chance in told.events.items() if key == WOUNDED}
    assert both[WOUNDED] == pytest.approx(float(mount + on_rider), abs=1e-12)
    assert told.expected["a-unsaved-wounds"] == pytest.approx(float(mount + on_rider))


def test_who_is_alone_is_struck_by_all_hits() -> None:
    """Two certain slayers: both fall if the second strikes who is left.

    To hit 3+ at both and at the mount alone, 5+ at the rider on foot: he is a single
    man and no large target. To wound 2+, without saves.
    """
    lord = rider("Lord", {**GRIFFON, "w": 2, "t": 3}, w=1, t=3, sv=7)
    two = unit("Two", 2, gear=(HAND_WEAPON, GIANT_BOW))
    told = odds(asked("shooting", two, lord, {"shots-at-rider": 1}, distance=10))
    slays = Fraction(4, 6) * Fraction(5, 6)
    assert told.events["b-rider-slain"] == pytest.approx(
        float(1 - (1 - slays) ** 2), abs=1e-12
    )
    assert told.events["b-mount-slain"] == 0
    assert lost(told, "mount")[1] == pytest.approx(float(slays**2), abs=1e-12)


def test_a_bolt_strikes_one_of_both() -> None:
    """BS 3 at a large target: 3+. Strength 6 at T5: 3+; at T4: 2+; D3 wounds."""
    told = odds(asked("shooting", BOLT_THROWER, COUNT, distance=10))
    each = Fraction(4, 6) * Fraction(1, 3)
    mount = each * Fraction(4, 6) * Fraction(4, 6)
    on_rider = each * Fraction(2, 6) * Fraction(5, 6)
    assert lost(told, "mount")[1:4] == pytest.approx([float(mount)] * 3, abs=1e-12)
    assert lost(told, "rider")[1:4] == pytest.approx([float(on_rider)] * 3, abs=1e-12)


@pytest.mark.parametrize("name", ["bowmen", "gunners", "repeaters"])
@pytest.mark.parametrize("at", TARGETS)
def test_a_volley_is_the_same_on_the_way_as_by_itself(name: str, at: str) -> None:
    own = read_profile(SHOOTERS[name], "a")
    target = read_profile(TARGETS[at], "b")
    context = Context(WarhammerSituation(distance=10), WarhammerReadings())
    shots = hits_of_shots(own, target, 5, context)
    once = left_after(Salvo(shots), target, target.pool).T.ravel()
    assert WarhammerFire(target).after(shots)[-1] == pytest.approx(once, abs=1e-12)


@pytest.mark.parametrize("machine", [CANNON, LOBBER, HELBLASTER, BOLT_THROWER])
def test_a_machine_shoots_at_a_rider_on_the_way_as_by_itself(machine: Fighter) -> None:
    """One turn of shots: the wounds that a monster has lost before contact."""
    once = odds(asked("shooting", machine, FRAIL, distance=20, moved=False))
    coming = odds(
        asked("engagement", machine, FRAIL, distance=20, closing="none", turns=1)
    )
    lost_before = coming.distributions["b-lost-coming"].chances
    left = once.survivors["b"].chances
    assert lost_before[: len(left)] == pytest.approx(left[::-1], abs=1e-12)
    assert lost_before[0] < 0.99


def test_a_lone_mount_goes_on_by_its_own_figures() -> None:
    """Its rider is slain by the first hits; the monster comes on and fights."""
    weak = rider("Weak", GRIFFON, w=1, t=3, sv=6)
    told = odds(
        asked(
            "engagement",
            weak,
            GUNNERS,
            {"shots-at-rider": 1},
            distance=20,
            closing="a",
        )
    )
    assert told.distributions["a-rider"].chances[0] > 0.5
    assert told.distributions["a-mount"].chances[4] > 0.1
    assert told.outcomes["b-run-down"] > 0.1


@pytest.mark.parametrize("name", ["a frail comes at gunners", "both come"])
def test_sides_of_an_engagement_may_be_exchanged(name: str) -> None:
    question = ENGAGEMENTS[name]
    swap = {"a": "b", "b": "a"}
    turned = {
        swap[key[0]] + key[1:] if key[1:2] == "." else key: swap.get(str(value), value)
        for key, value in question.situation.items()
    }
    other = replace(
        question, a=question.b, b=question.a, situation={**turned, "first": "b"}
    )
    one, two = odds(question), odds(other)
    for key, chance in one.outcomes.items():
        there = swap[key[0]] + key[1:] if key[1:2] == "-" else key
        assert two.outcomes[there] == pytest.approx(chance, abs=1e-12)


def lost(told: Odds, part: str) -> list[float]:
    return [*told.distributions[f"b-{part}"].chances][::-1]
