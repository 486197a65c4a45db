"""A melee of Charge: strikes of both sides, Morale, and the rounds they go on for."""

from dataclasses import dataclass

import numpy as np

from rulesets.games.charge.combat.attack import dice_left
from rulesets.games.charge.combat.context import ChargeReadings
from rulesets.games.charge.combat.profile import ChargeNerve, ChargeUnit
from rulesets.games.charge.combat.terms import ChargeAttack, attack
from rulesets.odds.attack import effect
from rulesets.odds.fight.model import Attacks, Order, Round, Strike
from rulesets.odds.sides import OTHER, Side
from rulesets.odds.volley import Floats, Ints

STATES = ("holds", "falls-back", "broken", "destroyed")

_TOGETHER = {
    "falls-back": "both-fall-back",
    "broken": "both-broken",
    "destroyed": "both-destroyed",
}


def outcome_key(a: str, b: str) -> str:
    """Return the key of an outcome by what became of both sides.

    Examples
    --------
    >>> outcome_key("holds", "broken"), outcome_key("broken", "broken")
    ('b-broken', 'both-broken')
    >>> outcome_key("falls-back", "broken")
    'a-falls-back-b-broken'
    """
    if a == b:
        return _TOGETHER[a]
    parts = [f"{side}-{state}" for side, state in (("a", a), ("b", b))]
    return "-".join(part for part in parts if not part.endswith("holds"))


ENDINGS: tuple[tuple[str, str], ...] = tuple(
    (a, b) for a in STATES for b in STATES if (a, b) != ("holds", "holds")
)
"""What can become of both sides when a fight ends, in the order of the outcomes."""

OUTCOMES: tuple[str, ...] = tuple(outcome_key(*ending) for ending in ENDINGS)
"""Their keys, in the same order."""


@dataclass(frozen=True, slots=True)
class ChargeSide:
    """One side of a melee.

    Parameters
    ----------
    profile : ChargeUnit
    nerve : ChargeNerve
    blows : ChargeAttack
        Its attacks against the other side.
    strikes : bool
        False if it is touched only in its flank or rear.
    """

    profile: ChargeUnit
    nerve: ChargeNerve
    blows: ChargeAttack
    strikes: bool


def melee_round(
    a: ChargeSide, b: ChargeSide, active: Side, readings: ChargeReadings
) -> Round:
    """Return one round of a melee.

    Parameters
    ----------
    a, b : ChargeSide
    active : {"a", "b"}
        Who strikes first.
    readings : ChargeReadings

    References
    ----------
    Charge v2 0.1 beta, Melee: Resolving a Combat, Morale.
    """
    strikes = (_strike(a, "a", readings), _strike(b, "b", readings))
    ordered = strikes if active == "a" else strikes[::-1]
    table = _table(a.nerve, b.nerve, readings)
    return Round([Order(1.0, ordered)], classify, table)


def _strike(side: ChargeSide, name: Side, readings: ChargeReadings) -> Strike:
    profile, dice = side.profile, side.blows.dice if side.strikes else 0
    by_pool = np.array(
        [dice_left(dice, left, profile, readings) for left in range(profile.wounds + 1)]
    )
    table = np.repeat(by_pool[None, :], len(by_pool), axis=0)
    if readings.dead_strike:
        table[:, 0] = by_pool
    attacks = Attacks(effect(attack(side.blows, readings)))
    return Strike(name, table[:, None, :, None], attacks)


def classify(a: Ints, b: Ints, lost_a: Ints, lost_b: Ints) -> Ints:
    """Return the class of a round: who lost a wound (1, 2), who is destroyed (4, 8).

    Each side is summed up by itself, so that arrays meet only once.
    """
    side_a = (lost_a > 0) + 4 * (lost_a >= a)
    side_b = 2 * (lost_b > 0) + 8 * (lost_b >= b)
    classes: Ints = side_a + side_b
    return classes


def _table(a: ChargeNerve, b: ChargeNerve, readings: ChargeReadings) -> Floats:
    table = np.zeros((16, 1 + len(ENDINGS)))
    for kind in range(16):
        ends = _become(a, kind & 1, kind & 4, kind & 8, readings)
        others = _become(b, kind & 2, kind & 8, kind & 4, readings)
        for state_a, chance_a in ends.items():
            for state_b, chance_b in others.items():
                column = _column(state_a, state_b, readings)
                table[kind, column] += chance_a * chance_b
    return table


def _become(
    nerve: ChargeNerve,
    wounded: int,
    destroyed: int,
    other_destroyed: int,
    readings: ChargeReadings,
) -> dict[str, float]:
    """Return what becomes of a side after a round, with chances."""
    if destroyed:
        return {"destroyed": 1.0}
    spared = other_destroyed and not readings.test_after_destroying
    if not wounded or spared:
        return {"holds": 1.0}
    return {
        "holds": nerve.passes,
        "falls-back": nerve.falls_back,
        "broken": nerve.breaks,
    }


def _column(state_a: str, state_b: str, readings: ChargeReadings) -> int:
    """Return the column of a pair of states: 0 where the fight goes on."""
    stays = ("holds",) if readings.fall_back_ends else ("holds", "falls-back")
    if state_a in stays and state_b in stays:
        return 0
    return 1 + ENDINGS.index((state_a, state_b))


def rounds_of(
    a: ChargeSide,
    b: ChargeSide,
    readings: ChargeReadings,
    opening: Round | None = None,
    active: Side = "a",
) -> tuple[tuple[Round, ...], tuple[Round, ...]]:
    """Return the rounds fought once, and those that then repeat.

    Parameters
    ----------
    a, b : ChargeSide
    readings : ChargeReadings
        ``later_rounds`` says who is active after the first round.
    opening : Round, optional
        A first round unlike the others.
    active : {"a", "b"}
        Who is active in the first round.
    """
    first = melee_round(a, b, active, readings)
    later = readings.later_rounds
    if later == active:
        return ((opening,) if opening else (), (first,))
    second = melee_round(a, b, OTHER[active], readings)
    if later != "alternating":
        return (opening or first,), (second,)
    if opening is None:
        return (), (first, second)
    return (opening,), (second, first)
