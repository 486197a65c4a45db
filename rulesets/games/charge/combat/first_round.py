"""The parts of the first round of a melee: wounds, Morale and destruction."""

import numpy as np

from rulesets.games.charge.combat.context import ChargeReadings
from rulesets.games.charge.combat.profile import ChargeNerve
from rulesets.odds.fight.model import FightResult
from rulesets.odds.first_round import NEVER_FOUGHT, FirstRound, Missing, RoundPart
from rulesets.odds.sides import SIDES
from rulesets.odds.volley import Floats

WOUNDED, DESTROYED = (1, 2), (4, 8)
"""Bits of the class of a round, of a and of b; see `melee.classify`."""

WORDS = "the failed Morale tests of {own}"


def first_round_of(
    nerves: tuple[ChargeNerve, ChargeNerve],
    fought: FightResult,
    readings: ChargeReadings,
) -> FirstRound:
    """Return what decides the first round of a melee.

    References
    ----------
    Charge v2 0.1 beta, Melee: Resolving a Combat, Morale.
    """
    chance = float(fought.first.sum())
    if chance <= 0:
        return NEVER_FOUGHT
    wounds = [
        float(dealt.sum(axis=0) @ np.arange(dealt.shape[1])) / chance
        for dealt in (fought.dealt_by_a, fought.dealt_by_b)
    ]
    tests = [_tests(fought.first, place, readings) / chance for place in (0, 1)]
    fails = [share * (1 - one.passes) for share, one in zip(tests, nerves, strict=True)]
    gone = [_having(fought.first, bit) / chance for bit in DESTROYED]
    return FirstRound(
        chance,
        (
            RoundPart("wounds", "Wounds dealt", wounds[0], wounds[1], "wounds"),
            RoundPart("tests", "Has to test Morale", tests[0], tests[1], "chance"),
            RoundPart("morale", "Fails the test", fails[0], fails[1], "chance"),
            RoundPart("destroyed", "Is destroyed", gone[0], gone[1], "chance"),
        ),
        may_miss=tuple(
            Missing(side, "morale", WORDS, helps=False)
            for side, share in zip(SIDES, fails, strict=True)
            if share > 0
        ),
    )


def _having(first: Floats, bit: int) -> float:
    """Return the chance of the classes of a round that have a bit."""
    return float(sum(first[kind] for kind in range(len(first)) if kind & bit))


def _tests(first: Floats, place: int, readings: ChargeReadings) -> float:
    """Return the chance that a side has to test Morale after the first round."""
    spared = 0 if readings.test_after_destroying else DESTROYED[1 - place]
    return float(
        sum(
            first[kind]
            for kind in range(len(first))
            if kind & WOUNDED[place] and not kind & (DESTROYED[place] | spared)
        )
    )
