"""Charges of several in Mordheim: who arrives, whom fear holds back, who falls.

Each of them tests by himself, for fear and in his dive.
"""

from collections.abc import Mapping
from typing import NamedTuple

from rulesets.games.mordheim.combat.blows.body import Body, BodyState
from rulesets.games.mordheim.combat.blows.heights import FALL_HITS, Dive, fall_blow
from rulesets.games.mordheim.combat.blows.hits import hits_matrix
from rulesets.games.mordheim.combat.blows.injuries import OUT, STANDING
from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.fights.side import striking
from rulesets.games.mordheim.combat.profile import Warrior


class ChargeEnd(NamedTuple):
    """One who wanted to charge: if he arrives, how he is, and if he fell in his dive.

    ``dive`` is what the dive adds to his Strength [pips].
    """

    arrives: bool
    state: BodyState
    dive: int = 0
    fell: bool = False


def fallen(
    warrior: Warrior, of: Body, begin: BodyState, height: int, context: MordheimContext
) -> dict[BodyState, float]:
    """Return how one who fell from a height [inches] is then [chance]."""
    target = striking(of)
    one = fall_blow(warrior, height, context)
    row = hits_matrix(target, one, FALL_HITS)[target.index[begin]].tolist()
    return {
        state: share for state, share in zip(target.states, row, strict=True) if share
    }


def charge_ends(
    begin: BodyState,
    held: float,
    dive: Dive | None,
    falls: Mapping[BodyState, float],
    context: MordheimContext,
) -> dict[ChargeEnd, float]:
    """Return how the charge of one of them may end [chance].

    Parameters
    ----------
    begin : BodyState
    held : float
        Chance that he does not charge at all [chance].
    dive : Dive, optional
    falls : mapping
        How he is after a fall, as `fallen` has it [chance].
    context : MordheimContext
    """
    found = {ChargeEnd(arrives=False, state=begin): held}
    strength, lands = (dive.strength, dive.lands) if dive else (0, 1.0)
    found[ChargeEnd(arrives=True, state=begin, dive=strength)] = (1 - held) * lands
    for state, share in falls.items():
        charges = context.readings.failed_dive == "charges"
        arrives = charges and state.posture == STANDING
        end = ChargeEnd(arrives, state, fell=True)
        found[end] = found.get(end, 0.0) + (1 - held) * (1 - lands) * share
    return {end: share for end, share in found.items() if share}


def all_ends(
    number: int, each: Mapping[ChargeEnd, float]
) -> dict[tuple[ChargeEnd, ...], float]:
    """Return how the charges of so many may end, whoever arrives the first [chance]."""
    found: dict[tuple[ChargeEnd, ...], float] = {(): 1.0}
    for _ in range(number):
        more: dict[tuple[ChargeEnd, ...], float] = {}
        for some, share in found.items():
            for end, of in each.items():
                ordered = tuple(sorted((*some, end), key=_strongest_first))
                more[ordered] = more.get(ordered, 0.0) + share * of
        found = more
    return found


def not_out(some: tuple[ChargeEnd, ...], *, arrive: bool) -> tuple[ChargeEnd, ...]:
    """Return those who arrive, or those who stay and are not out of action."""
    return tuple(
        one for one in some if one.arrives == arrive and one.state.posture < OUT
    )


def unfought(charger: str, some: tuple[ChargeEnd, ...]) -> tuple[str, int]:
    """Return the outcome where nobody arrives, and how many are left to the charger."""
    left = len(not_out(some, arrive=False))
    if not left:
        return f"{charger}-out", 0
    fell = any(one.fell for one in some)
    return f"{charger}-falls" if fell else f"{charger}-holds-back", left


def _strongest_first(end: ChargeEnd) -> tuple[bool, int, BodyState, int, bool]:
    return not end.arrives, -end.state.wounds, end.state, end.dive, end.fell
