"""The parts of the result of a combat's first round, on average."""

from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.fights.bonus import (
    formation_bonus,
    rank_bonus,
    result_of_rules,
)
from rulesets.games.scrollhammer.combat.fights.result import (
    counted,
    wounds_lost,
)
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
from rulesets.odds.fight.model import FightResult
from rulesets.odds.first_round import (
    NEVER_FOUGHT,
    FirstRound,
    RoundPart,
    mean_of_losses,
    parts_that_count,
)
from rulesets.odds.volley import Floats

LABELS = {"wounds": "Wounds", "ranks": "Formation", "standard": "Standard"}
"""Words of the parts, in their order."""

MISSING = {
    "wounds": "the wounds by {own}",
    "ranks": "the formation of {own}",
    "standard": "the standard of {own}",
}
"""Words of each part that a match-up is asked without."""


def first_round_of(
    sides: tuple[ScrollhammerSide, ScrollhammerSide],
    fought: FightResult,
    readings: ScrollhammerReadings,
) -> FirstRound:
    """Return what decides the first round of a combat.

    References
    ----------
    Scrollhammer Rulebook, Determine Combat Results.
    """
    chance = float(fought.dealt_by_a.sum())
    if chance <= 0:
        return NEVER_FOUGHT
    dealt = fought.dealt_by_a, fought.dealt_by_b
    means = [_points(sides, dealt, place, readings) for place in (0, 1)]
    parts = (
        RoundPart(key, label, means[0][key] / chance, means[1][key] / chance)
        for key, label in LABELS.items()
    )
    counting, may_miss = parts_that_count(parts, MISSING)
    return FirstRound(chance, counting, adds_up=True, may_miss=may_miss)


def _points(
    sides: tuple[ScrollhammerSide, ScrollhammerSide],
    dealt: tuple[Floats, Floats],
    place: int,
    readings: ScrollhammerReadings,
) -> dict[str, float]:
    """Return a side's points by part, each times its chance."""
    own, other = sides[place], sides[1 - place]
    after = readings.bonus_counted == "after"
    ranks = formation_bonus(own.profile, own.files, rank_bonus(own, readings))
    formation = counted(own.profile, ranks, after=after)
    standard = counted(own.profile, result_of_rules(own.profile), after=after)
    found = {
        "wounds": mean_of_losses(dealt[place], wounds_lost(other.profile)),
        "ranks": mean_of_losses(dealt[1 - place], formation),
        "standard": mean_of_losses(dealt[1 - place], standard),
    }
    side = own.profile.side
    return {
        key: 0.0 if f"{side}.{key}" in own.without else points
        for key, points in found.items()
    }
