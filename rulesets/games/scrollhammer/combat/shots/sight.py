"""Ranks of which some do not see whom they shoot at: who they are, and at what cover.

Scrollhammer Rulebook, Fight in Ranks: Cohesive Fire.
"""

from collections.abc import Sequence
from dataclasses import replace

from rulesets.games.scrollhammer.combat.blows.attack_values import ScrollhammerMoment
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.shots.volley import ScrollhammerVolley

COVER_OUT_OF_SIGHT = 3
"""Cover save against shots of those in ranks who do not see their target [pips]."""


def cover_out_of_sight(*, grounded: bool) -> int:
    """Return that save, 1 better for a target that goes to ground [pips]."""
    return COVER_OUT_OF_SIGHT - int(grounded)


def out_of_sight(moment: ScrollhammerMoment, *, grounded: bool) -> ScrollhammerMoment:
    """Return the circumstances of the shots of those who do not see their target."""
    cover = min(moment.cover, cover_out_of_sight(grounded=grounded))
    return replace(moment, cover=cover)


def numbered_after(
    volleys: list[ScrollhammerVolley], groups: int
) -> list[ScrollhammerVolley]:
    """Return the shots of some of the models, their groups after so many others."""
    return [replace(one, place=one.place + groups) for one in volleys]


def seen_and_unsighted(
    shooter: ScrollhammerUnit, models: Sequence[int], asked: int
) -> list[int]:
    """Return how many of each group see their target, then how many do not [models].

    At least one must see it; all but ranks do.
    """
    left = min(asked, sum(models) - 1) if shooter.formation == "Ranks" else 0
    hidden = []
    for count in models:
        hidden.append(min(max(left, 0), count))
        left -= hidden[-1]
    seen = (count - less for count, less in zip(models, hidden, strict=True))
    return [*seen, *hidden]
