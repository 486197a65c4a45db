"""The parts of the result of a combat's first round, on average."""

from collections.abc import Sequence

import numpy as np

from rulesets.games.warhammer.combat.fights.challenges import entries
from rulesets.games.warhammer.combat.fights.fight import solve_combat
from rulesets.games.warhammer.combat.fights.result import (
    BORNE,
    SPAN,
    Score,
    bonuses_of,
    points_of_contact,
    points_of_ranks,
)
from rulesets.games.warhammer.combat.fights.rounds import scores_of
from rulesets.games.warhammer.combat.fights.states import CombatState, Setting
from rulesets.odds.fight.model import FightResult
from rulesets.odds.first_round import (
    NEVER_FOUGHT,
    FirstRound,
    RoundPart,
    mean_of_losses,
    parts_that_count,
)
from rulesets.odds.volley import Floats

Begun = Sequence[tuple[CombatState, Floats]]
"""States in which a combat begins, with the chances of those of a and b."""

LABELS = {
    "wounds": "Wounds",
    "overkill": "Wounds beyond, in the challenge",
    "ranks": "Ranks",
    "standard": "Standard",
    "war-banner": "War Banner",
    "items": "Other items and virtues",
    "number": "More in number",
    "contact": "Flank or rear",
    "higher-ground": "Higher ground",
    "bonus": "Further bonus",
}
"""Words of the parts, in their order."""

MISSING = {
    "wounds": "the wounds by {own}",
    "overkill": "the wounds beyond of {own}",
    "ranks": "the ranks of {own}",
    "standard": "the standard of {own}",
    "war-banner": "the War Banner of {own}",
    "items": "the other items and virtues of {own}",
    "number": "the greater number of {own}",
    "contact": "the attack in flank or rear by {own}",
    "higher-ground": "the higher ground of {own}",
    "bonus": "the further bonus of {own}",
}
"""Words of each part that a match-up is asked without."""


def first_round_of(setting: Setting, begun: Begun, result: FightResult) -> FirstRound:
    """Return what decides the first round of a combat.

    References
    ----------
    Warhammer rulebook (6th edition), Close combat: Combat results (p. 71).
    """
    chance = float(result.dealt_by_a.sum())
    if chance <= 0:
        return NEVER_FOUGHT
    a, b = (_points(setting, begun, result, place) for place in (0, 1))
    parts = [
        RoundPart(key, label, a[key] / chance, b[key] / chance)
        for key, label in LABELS.items()
    ]
    counting, may_miss = parts_that_count(parts, MISSING)
    return FirstRound(chance, counting, adds_up=True, may_miss=may_miss)


def _points(
    setting: Setting, begun: Begun, result: FightResult, place: int
) -> dict[str, float]:
    """Return a side's points by part, each times its chance."""
    scores = scores_of(setting)
    own, enemy = scores[place], scores[1 - place]
    side, chance = "ab"[place], float(result.dealt_by_a.sum())
    lost = _lost(result, place)
    unflanked = lost
    if own.flanked and points_of_ranks(own).any():
        unflanked = _unflanked(setting, begun, place, enemy)
    fixed = bonuses_of(setting.profiles[place], setting.situation)
    struck = mean_of_losses(_lost(result, 1 - place), enemy.losses())
    borne = mean_of_losses(lost, own.bears()) if own.borne else chance
    found = {
        "wounds": struck * max(enemy.hurts, 1),
        **{key: points * chance for key, points in fixed.items()},
        **{key: fixed[key] * borne for key in BORNE},
        "ranks": mean_of_losses(unflanked, points_of_ranks(own)),
        "contact": mean_of_losses(lost, points_of_contact(own)),
        "number": _stronger(result.first, place) * own.outnumbers,
        "overkill": _beyond(setting, begun, place),
    }
    return {
        key: 0.0 if f"{side}.{key}" in setting.without else points
        for key, points in found.items()
    }


def _lost(result: FightResult, place: int) -> Floats:
    return (result.dealt_by_b, result.dealt_by_a)[place]


def _stronger(first: Floats, place: int) -> float:
    """Return the chance that a side ends the first round with more Unit Strength.

    Parameters
    ----------
    first : ndarray
        By class of the first round, see `result.classifier` [chance].
    place : int
    """
    sign = 2 if place == 0 else 0
    other_gone = 3 * SPAN + 1 - place
    return float(first[sign * SPAN : (sign + 1) * SPAN].sum() + first[other_gone])


def _beyond(setting: Setting, begun: Begun, place: int) -> float:
    """Return the wounds beyond those of a fallen duellist that count for a side."""
    return sum(
        float(chances.sum()) * one.duel.over[place]
        for state, share in begun
        for one, chances in entries(setting, state, share)
        if one.duel is not None
    )


def _unflanked(setting: Setting, begun: Begun, place: int, enemy: Score) -> Floats:
    """Return the losses of a side in rounds in which its ranks are not taken away.

    An enemy too weak for that is one with few wounds left as the round begins.
    """
    weak = enemy.strength < enemy.enough
    mask = weak[None, :] if place == 0 else weak[:, None]
    kept = [(state, np.where(mask, chances, 0.0)) for state, chances in begun]
    return _lost(solve_combat(setting, kept, 1), place)
