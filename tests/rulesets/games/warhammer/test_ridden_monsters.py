"""Ridden monsters: rider and mount with wounds of their own."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from rulesets.core.values import Gear
from rulesets.games.warhammer.combat.answers import odds
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.warhammer.simulated_beasts import counted
from tests.rulesets.games.warhammer.test_simulator import MANY, agrees
from tests.rulesets.games.warhammer.units import (
    GREAT_WEAPON,
    HALBERD,
    HAND_WEAPON,
    LANCE,
    SHIELD,
    unit,
)

SOME = 4_000

GRIFFON = {"m": 6, "ws": 5, "s": 5, "t": 5, "w": 4, "i": 5, "a": 4, "ld": 7}
WYVERN = {"m": 4, "ws": 5, "s": 6, "t": 5, "w": 5, "i": 3, "a": 2, "ld": 6, "sv": 4}
PEGASUS = {"m": 8, "ws": 3, "s": 4, "t": 4, "w": 3, "i": 4, "a": 2, "ld": 6}
FRIGHT = ("terror", "large-target", "flyer")


def rider(
    name: str,
    beast: dict[str, int],
    rules: tuple[str, ...] = FRIGHT,
    gear: tuple[Gear, ...] = (HAND_WEAPON,),
    *,
    carries: tuple[str, ...] = (),
    ws: int = 5,
    t: int = 4,
    w: int = 3,
    i: int = 5,
    a: int = 3,
    ld: int = 9,
    sv: int = 4,
    ward: int = 7,
) -> Fighter:
    """Return a lord on a beast: their Unit Strength is its wounds and one."""
    return unit(
        name,
        1,
        *rules,
        *carries,
        kind="monster",
        gear=gear,
        mount=beast,
        mount_rules=rules,
        ws=ws,
        s=4,
        t=t,
        w=w,
        i=i,
        a=a,
        ld=ld,
        sv=sv,
        ward=ward,
        us=beast["w"] + 1,
    )


COUNT = rider("Count", GRIFFON)
LANCER = rider("Lancer", GRIFFON, gear=(LANCE, SHIELD), sv=5)
BOSS = rider("Boss", WYVERN, gear=(GREAT_WEAPON,), ws=6, t=5, i=4, a=4, sv=6)
SWORD_AND_SHIELD = (HAND_WEAPON, SHIELD)
CAPTAIN = rider("Captain", PEGASUS, ("flyer",), SWORD_AND_SHIELD, w=2, ld=8, sv=5)
BEARER = rider("Bearer", GRIFFON, carries=("standard-bearer",), w=2)
STEED = {**GRIFFON, "s": 8, "t": 4, "w": 3}
COUNT_AND_STEED = rider("Count", STEED, t=3, a=4, sv=7)
TURTLE = {**GRIFFON, "ws": 3, "t": 6, "w": 2, "i": 2}
HIDDEN = rider("Hidden", TURTLE, t=3, w=2, i=1, sv=7, ward=4)
"""Strength 4 wounds the rider more often, and Strength 8 what he rides."""
MEN = unit("Men", 20, "standard-bearer", "musician", gear=(HALBERD,), ld=8)
SLAYERS = unit("Slayers", 12, gear=(GREAT_WEAPON,), ws=4, s=4, t=4, ld=9, i=2)
WILD = unit("Wild ones", 8, ws=5, s=5, a=3, i=6, ld=7)


def met(
    a: Fighter, b: Fighter, kind: str = "fight", rounds: int | None = None, **said: str
) -> MatchUp:
    answers: Answers = {key.replace("_", "."): value for key, value in said.items()}
    return MatchUp("warhammer", kind, a, b, answers, {}, rounds)


GRID = {
    "men at the rider": met(COUNT, MEN, b_aims="rider"),
    "men at the griffon": met(COUNT, MEN, b_aims="mount"),
    "great weapons choose": met(COUNT, SLAYERS),
    "wild ones slay the rider": met(COUNT, WILD, b_aims="rider"),
    "wild ones slay the griffon": met(COUNT, WILD, b_aims="mount"),
    "a lance charges": met(LANCER, MEN, "charge"),
    "wild ones charge a captain": met(WILD, CAPTAIN, "charge", a_aims="mount"),
    "a captain on foot": met(WILD, CAPTAIN, a_aims="mount"),
    "a great weapon on a wyvern": met(SLAYERS, BOSS),
    "monster against monster": met(COUNT, BOSS),
    "each at the other's mount": met(COUNT, BOSS, a_aims="mount", b_aims="mount"),
    "each blow at another body": met(COUNT_AND_STEED, HIDDEN),
    "a captain against a count": met(CAPTAIN, COUNT, "charge"),
    "a standard falls with its bearer": met(BEARER, WILD, b_aims="rider"),
    "two rounds": met(COUNT, WILD, rounds=2),
}
"""Ridden monsters that the simulator plays."""

QUICK = (
    "each blow at another body",
    "great weapons choose",
    "wild ones slay the rider",
    "wild ones charge a captain",
    "monster against monster",
    "a standard falls with its bearer",
)


NEVER: Counter[int] = Counter()


def differences(question: MatchUp, fights: int, seed: int) -> list[str]:
    told, found = odds(question), counted(question, fights, seed)
    chances = {f"end {key}": {1: one} for key, one in told.outcomes.items()}
    for side in ("a", "b"):
        parts = {side: told.survivors[side]}
        for part in ("rider", "mount"):
            if f"{side}-{part}" in told.distributions:
                parts[f"{side}-{part}"] = told.distributions[f"{side}-{part}"]
        for key, one in parts.items():
            chances[key] = dict(enumerate(one.chances))
    return [
        f"{key} {value}: {found.get(key, NEVER)[value] / fights} is not {chance}"
        for key, values in chances.items()
        for value, chance in values.items()
        if not agrees(found.get(key, NEVER)[value], chance, fights)
    ]


@pytest.mark.parametrize("name", QUICK)
def test_ridden_monsters_fight_as_dice_rolled_one_by_one(name: str) -> None:
    assert differences(GRID[name], SOME, 1 + list(GRID).index(name)) == []


@pytest.mark.million
@pytest.mark.parametrize("name", GRID)
def test_every_ridden_monster_agrees_with_many_fights(name: str) -> None:
    assert differences(GRID[name], MANY // 50, 1 + list(GRID).index(name)) == []


def lost(told: Odds, key: str) -> list[float]:
    return [*told.distributions[key].chances][::-1]


def test_a_blow_at_the_mount_meets_its_own_figures() -> None:
    """One man, WS 3 at WS 5: 4+; Strength 3 at Toughness 5: 6; no save."""
    man = unit("Man", 1, i=9)
    told = odds(met(COUNT, man, rounds=1, b_aims="mount"))
    wounded = Fraction(1, 2) * Fraction(1, 6)
    assert lost(told, "a-mount")[1] == pytest.approx(float(wounded), abs=1e-12)
    assert lost(told, "a-rider")[1] == 0


def test_a_blow_at_the_rider_meets_his_figures() -> None:
    """WS 3 at WS 5: 4+; Strength 3 at Toughness 4: 5+; a save of 4+."""
    man = unit("Man", 1, i=9)
    told = odds(met(COUNT, man, rounds=1, b_aims="rider"))
    wounded = Fraction(1, 2) * Fraction(1, 3) * Fraction(1, 2)
    assert lost(told, "a-rider")[1] == pytest.approx(float(wounded), abs=1e-12)
    assert lost(told, "a-mount")[1] == 0


@pytest.mark.parametrize(("save", "struck"), [(4, "rider"), (1, "mount")])
def test_without_an_answer_each_blow_falls_where_it_harms_more(
    save: int, struck: str
) -> None:
    """Strength 5: 5/9 of hits pass a save of 4+, 1/3 one of 1+; 1/2 the griffon."""
    man, count = unit("Man", 1, i=9, s=5), rider("Count", GRIFFON, sv=save)
    easier = odds(met(count, man, rounds=1))
    one, other = (odds(met(count, man, rounds=1, b_aims=aims)) for aims in AIMS)
    same, different = (one, other) if struck == "rider" else (other, one)
    assert easier.distributions == same.distributions
    assert easier.distributions != different.distributions


AIMS = ("rider", "mount")


@pytest.mark.parametrize("aims", AIMS)
def test_sides_may_be_exchanged(aims: str) -> None:
    one = odds(met(COUNT, WILD, b_aims=aims))
    other = odds(met(WILD, COUNT, a_aims=aims))
    turned = {"a": "b", "b": "a"}
    for key, chance in one.outcomes.items():
        there = turned.get(key[0], key[0]) + key[1:] if key[1] == "-" else key
        assert other.outcomes[there] == pytest.approx(chance, abs=1e-12)


def test_two_equal_riders_have_equal_chances() -> None:
    told = odds(met(COUNT, rider("Other", GRIFFON)))
    for key in ("destroyed", "broken", "run-down"):
        assert told.outcomes[f"a-{key}"] == pytest.approx(told.outcomes[f"b-{key}"])


def one_pool(fighter: Fighter) -> Fighter:
    """Return a rider whose mount has one wound: all blows are struck at him."""
    body, mount = fighter.parts
    weak = replace(mount, characteristics={**mount.characteristics, "w": 1})
    return replace(fighter, parts=(body, weak))


def test_while_nobody_can_fall_it_is_a_rider_with_one_pool_of_wounds() -> None:
    """Four men take three wounds at most: the rider of ten lives through a round."""
    tough = rider("Count", GRIFFON, w=10)
    for kind in ("fight", "charge"):
        ridden = odds(met(tough, MEN, kind, 1, b_aims="rider"))
        plain = odds(met(one_pool(tough), MEN, kind, 1))
        assert ridden.outcomes == pytest.approx(plain.outcomes, abs=1e-12)
        assert ridden.events == pytest.approx(plain.events, abs=1e-12)
        dealt = plain.wounds["b"].chances
        told = ridden.wounds["b"].chances[: len(dealt)]
        assert told == pytest.approx(dealt, abs=1e-12)


def test_a_mount_that_is_never_struck_at_outlives_its_rider() -> None:
    told = odds(met(COUNT, WILD, b_aims="rider"))
    assert told.outcomes["a-destroyed"] > 0
    alone = told.distributions["a-rider"].chances[0]
    assert alone > told.outcomes["a-destroyed"]


def test_wounds_lost_are_those_of_the_rider() -> None:
    question = met(COUNT, MEN, rounds=1, b_aims="mount")
    losing = {**question.situation, "a.wounds-lost": 1}
    fresh, hurt = odds(question), odds(replace(question, situation=losing))
    assert fresh.distributions["a-rider"].chances[3] == pytest.approx(1)
    assert hurt.distributions["a-rider"].chances[2] == pytest.approx(1)
    assert hurt.distributions["a-mount"] == fresh.distributions["a-mount"]


def test_the_first_round_adds_up() -> None:
    told = odds(replace(met(COUNT, MEN, rounds=1), explained=True))
    assert told.deciding is not None
    means = {part.key: (part.a, part.b) for part in told.deciding.parts}
    assert means["wounds"][1] == pytest.approx(told.wounds["b"].expected())
    assert means["wounds"][0] == pytest.approx(told.wounds["a"].expected())


def test_impact_hits_fall_on_one_of_both() -> None:
    chariot = unit("Chariot", 1, "impact-hits", kind="chariot", s=5, w=4, a=0, us=4)
    at = {aims: odds(met(chariot, COUNT, "charge", 1, a_aims=aims)) for aims in AIMS}
    assert at["rider"].distributions["b-mount"].chances[4] > 0.99
    assert at["mount"].distributions["b-mount"].chances[4] < 0.99
    assert at["mount"].distributions["b-rider"].chances[3] > 0.99


@pytest.mark.parametrize("kind", ["fight", "charge", "shooting", "engagement"])
def test_nothing_of_a_ridden_monster_is_left_out(kind: str) -> None:
    question = met(MEN, COUNT, kind, None if kind == "shooting" else 1)
    if kind == "engagement":
        question = replace(question, situation={"distance": 9, "closing": "a"})
    told = odds(question)
    assert [one.rule for one in told.not_modelled if one.rule != "Flyer"] == []
    assert ("a.aims" in told.situation) == (kind != "shooting")
