"""Heights in Mordheim: tests of Initiative, falls from an edge, diving charges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulesets.core.percent import percent
from rulesets.core.subject import clause
from rulesets.games.mordheim.combat.blows.attack import MOST_STRENGTH
from rulesets.games.mordheim.combat.blows.blows import MordheimBlow
from rulesets.games.mordheim.combat.blows.body import Body, Edge
from rulesets.games.mordheim.combat.blows.hits import Unaimed, unaimed_blow
from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.games.mordheim.sources import CHARGES, FALLING
from rulesets.odds.answer import Step
from rulesets.odds.dice import chance

EACH_TEST = 2
"""Height for which one test of Initiative is taken [inches]."""

FALL_HITS = (Fraction(0), Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))
"""Chance of 0, 1, 2, 3 hits of a fall: D3 [chance]."""


def initiative_test(warrior: Warrior) -> float:
    """Return the chance to pass a test of Initiative: a 6 always fails [chance].

    References
    ----------
    Mordheim Rulings, Glossary (Initiative test) and Charge (a 6 always fails).
    """
    return max(0, min(5, warrior.i)) / 6


def climbs(warrior: Warrior, context: MordheimContext) -> float:
    """Return the chance that a charge up a ladder arrives [chance].

    References
    ----------
    Mordheim Rulings, Charge.
    """
    found = initiative_test(warrior)
    text = f"a charge up the ladder arrives on {percent(found)}"
    context.trace.add(Step("Initiative test", CHARGES, text, warrior.side))
    return found


def fall_blow(warrior: Warrior, height: int, context: MordheimContext) -> MordheimBlow:
    """Return one hit of a fall from a height [inches].

    References
    ----------
    Mordheim Rulings, Falling: Strength of the distance; no armour, no critical hits.
    """
    strength = min(MOST_STRENGTH, height)
    hit = Unaimed("fall", "A fall", strength, saves=False, group="falls")
    one = unaimed_blow(hit, warrior, warrior, context)
    text = f'from {height}": D3 hits of Strength {strength}, no save, wounds on '
    text += f"{one.to_wound}+" if chance(one.to_wound) else "nothing"
    context.trace.add(Step("Fall", FALLING, text, warrior.side))
    return one


def edge_of(warrior: Warrior, context: MordheimContext, *, leaves: bool) -> Edge | None:
    """Return the edge at which a fighter stands, none if he stands at none.

    Parameters
    ----------
    warrior : Warrior
    context : MordheimContext
    leaves : bool
        True if a fall from where he fights ends the fight for him.
    """
    told = context.situation.of(warrior.side)
    height = told.above if told.at_edge else told.edge
    if not height:
        return None
    one = fall_blow(warrior, height, context)
    slips = 1 - initiative_test(warrior)
    text = f"put down at the edge he falls on {percent(slips)}"
    context.trace.add(Step("Initiative test", FALLING, text, warrior.side))
    kept = (1 - one.dodged) * (1 - one.avoided)
    ends = leaves and not told.at_edge
    return Edge(slips, kept * float(chance(one.to_wound)), ends)


def fallen_of(body: Body, row: Sequence[float]) -> dict[str, float]:
    """Return the chance that side b fell and was not taken out by it; none at no edge.

    Parameters
    ----------
    body : Body
    row : sequence of float
        Chance of each of its states [chance].
    """
    if body.edge is None:
        return {}
    states = zip(body.states(), row, strict=True)
    return {"b-falls": sum(share for state, share in states if state.low)}


def label_falls(falls: Mapping[str, float], warrior: Warrior) -> dict[str, str]:
    """Return the words of `fallen_of`."""
    text = f"{clause(warrior.name, 'falls')} from the edge and lies below"
    return dict.fromkeys(falls, text)


@dataclass(frozen=True, slots=True)
class Dive:
    """A diving charge.

    Parameters
    ----------
    height : int
        [inches]
    lands : float
        Chance that all tests of Initiative are passed [chance].
    strength : int
        What a dive that succeeds adds to the Strength in the first turn [pips].
    """

    height: int
    lands: float
    strength: int


def dive_of(warrior: Warrior, height: int, context: MordheimContext) -> Dive | None:
    """Return a diving charge from a height [inches], none from less than 2".

    References
    ----------
    Mordheim Rulings, Diving Charge.
    """
    tests = height // EACH_TEST
    if not tests:
        return None
    lands = initiative_test(warrior) ** tests
    strength = tests if context.readings.dive_strength == "each" else 1
    word = "test" if tests == 1 else "tests"
    text = f"{tests} {word} of Initiative, passed on {percent(lands)}; then Strength "
    text += f"+{strength} and +1 to hit in the first turn"
    context.trace.add(Step("Diving charge", FALLING, text, warrior.side))
    return Dive(height, lands, strength)
