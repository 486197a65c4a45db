"""Answers about groups of Mordheim fighters: who is left, and what was not followed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from rulesets.games.mordheim.combat.groups.meetings import Numbers
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.games.mordheim.combat.report import labels
from rulesets.odds.answer import Distribution, Odds
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.sampling import CONFIDENCE, bound
from rulesets.odds.sides import SIDES, Side

TOO_MUCH = 0.25
"""The most that may be missing [chance]."""

EXACT = 1e-9
"""The most that may be missing of an exact answer [chance]."""

GROUP_NOTES = (
    "They pair off as evenly as they can, at most three to one; the others wait.",
    "Each clash is fought to its end by itself; who is left of both sides then meets "
    "anew, back on his feet. The side with more left charges, of equals the first "
    "charger.",
    "Fear is tested before the first clash only. A friend is near, but for the last, "
    "unless they are said to be far away.",
    "A fighter at 0 wounds fights on: each further wound is one more injury roll.",
)


LIMIT_NOTE = (
    "Turns count those of all clashes; who is left meets anew in the next turn of the "
    "side that charges."
)


def group_odds(
    warriors: Mapping[Side, Warrior],
    ends: Mapping[Numbers, float],
    counts: Mapping[Side, int],
    turns: int | None,
    idle: Mapping[tuple[str, int], float] | None = None,
) -> Odds:
    """Return the answer about groups, of how many are left in the end.

    Parameters
    ----------
    warriors : mapping
    ends : mapping
        By how many are left of both. What is missing to 1 was not followed [chance].
    counts : mapping
    turns : int, optional
        At most [turns].
    idle : mapping, optional
        Where nobody of the charger arrives: the outcome, which names his side first,
        and how many are left to him [chance].

    Raises
    ------
    MatchUpError
        If too little of what may happen was followed.
    """
    outcomes = {"a-out": 0.0, "b-out": 0.0}
    left = {side: [0.0] * (counts[side] + 1) for side in SIDES}
    undecided = 0.0
    for (of_a, of_b), share in ends.items():
        left["a"][of_a] += share
        left["b"][of_b] += share
        if of_a and of_b:
            undecided += share
        else:
            outcomes["b-out" if of_a else "a-out"] += share
    for (outcome, number), share in (idle or {}).items():
        outcomes[outcome] = outcomes.get(outcome, 0.0) + share
        for side in SIDES:
            own = outcome.startswith(side)
            left[side][number if own else counts[side]] += share
    whole = sum(outcomes.values()) + undecided
    error = max(0.0, 1.0 - whole)
    if error > TOO_MUCH:
        text = "too much may happen among so many with so many wounds: ask about fewer"
        raise MatchUpError("/situation/a.fighters", text)
    return Odds(
        outcomes={
            key: chance / whole
            for key, chance in {**outcomes, "undecided": undecided}.items()
        },
        labels=_labels(warriors),
        survivors={
            side: Distribution(
                f"{warriors[side].name}: fighters left",
                "models",
                tuple(chance / whole for chance in chances),
            )
            for side, chances in left.items()
        },
        events={
            "a-wins": outcomes["b-out"] / whole,
            "b-wins": outcomes["a-out"] / whole,
        },
        method="exact" if error < EXACT else "bounded",
        error=error,
        notes=(
            *GROUP_NOTES,
            *(() if turns is None else (LIMIT_NOTE,)),
            *(() if error < EXACT else (_bounded(error),)),
        ),
    )


class Dice(NamedTuple):
    """Games that were rolled, and the sum of the squares of what each stands for."""

    games: int = 0
    spread: float = 0.0


def with_dice(found: Odds, dice: Sequence[Dice], note: str) -> Odds:
    """Return an answer with what dice leave open of it, if any were rolled.

    To that comes what was not followed. Every game counts as much as it stands for
    (Hoeffding's inequality for sums of unlike parts).
    """
    spread = sum(some.spread for some in dice)
    if not spread:
        return found
    told = len(found.outcomes) + len(found.events)
    told += sum(len(one.chances) for one in found.survivors.values())
    told += sum(len(one.chances) for one in found.distributions.values())
    return replace(
        found,
        method="sampled",
        error=min(1.0, bound(1 / spread, told) + found.error),
        confidence=CONFIDENCE,
        samples=sum(some.games for some in dice),
        notes=(*found.notes, note),
    )


def _bounded(error: float) -> str:
    return (
        "To follow everything that may happen would take too long: what is left out"
        f" has a chance of {100 * error:.2g} %, and no chance is further off than that."
    )


def _labels(warriors: Mapping[Side, Warrior]) -> dict[str, str]:
    own = {
        f"{side}-out": f"Nobody left of {warrior.name}"
        for side, warrior in warriors.items()
    }
    return {**labels(warriors), **own}
