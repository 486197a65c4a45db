"""A fight of several Mordheim fighters against several, from their charges on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from rulesets.games.mordheim.combat.blows.heights import Dive
from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.fights.charges import (
    ChargeEnd,
    all_ends,
    charge_ends,
    fallen,
    not_out,
    unfought,
)
from rulesets.games.mordheim.combat.fights.sampling import seed_of
from rulesets.games.mordheim.combat.fights.side import beginning, party
from rulesets.games.mordheim.combat.groups.groups import Groups, followed, size_of
from rulesets.games.mordheim.combat.groups.meetings import Band, Meeting
from rulesets.games.mordheim.combat.groups.report import group_odds, with_dice
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.odds.answer import Odds
from rulesets.odds.sides import OTHER, Side

Idle = dict[tuple[str, int], float]
"""Chances that nobody arrives, by the outcome and how many are left to him [chance]."""

FIGHT_ROLLED_NOTE = (
    "Too much may happen among so many to follow all of it: what is too unlikely is "
    "rolled, and the error tells how far any chance may be off."
)


def group_fight(
    warriors: Mapping[Side, Warrior],
    counts: Mapping[Side, int],
    fear: tuple[float, float],
    dive: Dive | None,
    context: MordheimContext,
    turns: int | None = None,
) -> Odds:
    """Return the odds of several against several.

    Parameters
    ----------
    warriors, counts : mapping
        By side.
    fear : tuple of float
        Chances that fear holds back a charger, and shakes who is charged [chance].
    dive : Dive, optional
        That of each charger.
    context : MordheimContext
    turns : int, optional
        At most, none until it is over [turns].

    Raises
    ------
    MatchUpError
        If all wounds are lost.
    """
    groups = Groups(warriors, context)
    bodies = {
        side: party(warrior, warriors[OTHER[side]], counts, context.untraced()).body
        for side, warrior in warriors.items()
    }
    lives = {side: len(body.states()) - 2 for side, body in bodies.items()}
    size = size_of(lives, counts)
    seed = partial(seed_of, "fight", warriors, counts, context, turns)
    begun = {
        side: (beginning(warrior, bodies[side], context.situation),) * counts[side]
        for side, warrior in warriors.items()
    }
    charger = context.situation.charge
    idle: Idle = {}
    if charger == "none":
        alone = Meeting((begun["a"], begun["b"]), charger, charger, turns=turns)
        meetings = {alone: 1.0}
    else:
        holds, shakes = fear
        begin = begun[charger][0]
        falls = (
            fallen(warriors[charger], bodies[charger], begin, dive.height, context)
            if dive
            else {}
        )
        each = charge_ends(begin, holds, dive, falls, context)
        every = all_ends(counts[charger], each)
        charged, idle = _charged(charger, begun, every)
        meetings = {
            replace(one, shakes=(shakes, shakes), turns=turns): share
            for one, share in charged.items()
        }
    ends = followed(groups, meetings, size, seed)
    found = group_odds(warriors, ends, counts, turns, idle)
    return with_dice(found, [groups.dice], FIGHT_ROLLED_NOTE)


def _charged(
    charger: Side,
    begun: Mapping[Side, Band],
    every: Mapping[tuple[ChargeEnd, ...], float],
) -> tuple[dict[Meeting, float], Idle]:
    """Return how all meet after the charges, and who is left where nobody arrives."""
    meetings: dict[Meeting, float] = {}
    idle: Idle = {}
    for some, share in every.items():
        arrived, stay = (not_out(some, arrive=arrive) for arrive in (True, False))
        if arrived:
            meeting = _charging(charger, begun, arrived, stay)
            meetings[meeting] = meetings.get(meeting, 0.0) + share
        else:
            key = unfought(charger, some)
            idle[key] = idle.get(key, 0.0) + share
    return meetings, idle


def _charging(
    charger: Side,
    begun: Mapping[Side, Band],
    arrived: Sequence[ChargeEnd],
    stay: Sequence[ChargeEnd],
) -> Meeting:
    """Return how those who arrive meet all of the enemy."""
    foes = begun[OTHER[charger]]
    own = tuple(one.state for one in arrived)
    dives = tuple(one.dive for one in arrived)
    still = (0,) * len(foes)
    first = charger == "a"
    return Meeting(
        (own, foes) if first else (foes, own),
        charger,
        charger,
        tuple(one.state for one in stay),
        dives=(
            ((dives, still) if first else (still, dives)) if any(dives) else ((), ())
        ),
    )
