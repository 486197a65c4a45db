"""The odds of battle lines against lines that are played die by die."""

from collections import Counter

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.odds.answer import Odds
from tests.rulesets.simulators.battle_line.comparison import (
    STANDARD_ERRORS,
    blocks,
    fates_of,
    furthest,
    left_of,
)
from tests.rulesets.simulators.battle_line.match_ups import LINES
from tests.rulesets.simulators.battle_line.scene import Scene, question_of

SOME = 4_000
MANY = 1_000_000


def told_keys(scene: Scene) -> dict[str, str]:
    """Return the key of every post in an answer: characters are counted by side."""
    keys = {}
    counts = Counter[str]()
    for post in scene.posts:
        keys[post.key] = post.key
        if post.joins:
            counts[post.side] += 1
            more = f"-{counts[post.side]}" if counts[post.side] > 1 else ""
            keys[post.key] = f"{post.side}-character{more}"
    return keys


def told_chances(scene: Scene, told: Odds) -> dict[str, float]:
    """Return the chances of an answer by post: its fate, and its wounds left."""
    found = {}
    for key, name in told_keys(scene).items():
        for fate in ("stands", "slain", "away", "run-down"):
            found[f"{key} {fate}"] = told.events[f"{name}-{fate}"]
        for left, chance in enumerate(told.distributions[f"{name}-left"].chances):
            found[f"{key} with {left} left"] = chance
    return found


def counted_fates(scene: Scene, fights: int, seed: int) -> Counter[str]:
    """Play fights out, and count fates and wounds left by post."""
    counted: Counter[str] = Counter()
    for ground in blocks(scene, fights, seed):
        for post in scene.posts:
            fates = fates_of(ground, post.key).items()
            counted.update({f"{post.key} {fate}": many for fate, many in fates})
            lefts = left_of(ground, post.key).tolist()
            counted.update(f"{post.key} with {left} left" for left in lefts)
    return counted


def deviations(name: str, fights: int) -> dict[str, float]:
    """Return how far played lines are from the odds [standard errors]."""
    scene = LINES[name]
    told = odds(question_of(scene))
    counted = counted_fates(scene, fights, 1 + list(LINES).index(name))
    return furthest(counted, told_chances(scene, told), fights)
