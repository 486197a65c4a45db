"""The parts of the first turn of a combat: who is down after it, and armour."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rulesets.games.mordheim.combat.blows.injuries import KNOCKED_DOWN, OUT, STUNNED
from rulesets.games.mordheim.combat.fights.chain import Standing
from rulesets.games.mordheim.combat.profile import NO_SAVE, Warrior
from rulesets.odds.first_round import NEVER_FOUGHT, FirstRound, Missing, RoundPart
from rulesets.odds.sides import SIDES, Side

FATES = (
    ("knocked-down", "Knocks down", KNOCKED_DOWN),
    ("stunned", "Stuns", STUNNED),
    ("out", "Takes out of action", OUT),
)
"""Keys and words of what one side does to the other, with the posture it leads to."""

ARMOUR = "the armour of {own}"
DICE = 6
"""A save that needs more than this is none [pips]."""


def first_round_of(
    first: Standing, warriors: Mapping[Side, Warrior], sides: tuple[Side, Side]
) -> FirstRound:
    """Return what decides a combat: enemies down after the first turn, on average.

    Parameters
    ----------
    first : mapping
        Chance of every way that all may be after the first turn, the one last [chance].
    warriors : mapping
    sides : tuple of str
        The many, and the one.

    References
    ----------
    Mordheim rulebook, Injuries.
    """
    chance = sum(first.values())
    if chance <= 0:
        return NEVER_FOUGHT
    several = any(len(states) > 2 for states in first)
    return FirstRound(
        chance,
        tuple(
            RoundPart(
                key,
                label,
                a=_down(first, sides, "b", posture) / chance,
                b=_down(first, sides, "a", posture) / chance,
                unit="models" if several else "chance",
            )
            for key, label, posture in FATES
        ),
        may_miss=tuple(_armoured(warriors)),
    )


def _down(first: Standing, sides: tuple[Side, Side], side: Side, posture: int) -> float:
    """Return how many of a side are in a posture, on average."""
    return sum(
        share * sum(state.posture == posture for state in own)
        for states, share in first.items()
        for own in (states[-1:] if side == sides[1] else states[:-1],)
    )


def _armoured(warriors: Mapping[Side, Warrior]) -> Iterator[Missing]:
    for side in SIDES:
        if warriors[side].save <= DICE:
            yield Missing(side, "save", ARMOUR)


def without_armour(warrior: Warrior) -> Warrior:
    """Return a fighter whose armour saves nothing."""
    return replace(warrior, save=NO_SAVE, shot_save=NO_SAVE)
