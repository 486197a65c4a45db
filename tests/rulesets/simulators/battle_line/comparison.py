"""Simulated fights against chances: counts that a sample could not have."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from statistics import NormalDist

import numpy as np

from tests.rulesets.games.warhammer.simulated import Numbers
from tests.rulesets.simulators.battle_line.field import (
    BROKEN,
    RUN_DOWN,
    SLAIN,
    STANDS,
    Field,
)
from tests.rulesets.simulators.battle_line.rounds import play
from tests.rulesets.simulators.battle_line.scene import Scene

BLOCK = 50_000
"""Fights that are played at a time, so that they stay in the cache."""

STANDARD_ERRORS = 4

FEW = 2
"""Fights that are expected below which their number is not normal."""


def blocks(scene: Scene, fights: int, seed: int) -> Iterator[Field]:
    """Play many fights, some at a time, each block with its own dice."""
    for place, begun in enumerate(range(0, fights, BLOCK)):
        yield play(scene, min(BLOCK, fights - begun), 1000 * seed + place)


def deviation(count: int, chance: float, fights: int) -> float:
    """Return how far a count is from a chance [standard errors].

    One fight is forgiven, since rare things are counted in whole fights; those of which
    hardly any are expected are compared as Poisson's law has it.
    """
    if chance * fights < FEW:
        return _surprise(count, chance * fights)
    error = math.sqrt(max(chance * (1 - chance), 1e-12) / fights)
    return max(abs(count / fights - chance) - 1 / fights, 0.0) / error


def _surprise(count: int, expected: float) -> float:
    """Return how unlikely so many or more rare things are [standard errors]."""
    fewer = math.fsum(
        math.exp(-expected) * expected**k / math.factorial(k) for k in range(count)
    )
    return max(-NormalDist().inv_cdf(min(max(1 - fewer, 1e-15), 1 - 1e-15)), 0.0)


def furthest(
    counted: Mapping[str, int],
    chances: Mapping[str, float],
    fights: int,
) -> dict[str, float]:
    """Return the deviation of every count from its chance [standard errors]."""
    keys = {*counted, *chances}
    return {
        key: deviation(counted.get(key, 0), chances.get(key, 0.0), fights)
        for key in sorted(keys)
    }


def ending(ground: Field) -> list[str]:
    """Return how fights of one unit a side ended, in the words of older kinds."""
    words = {SLAIN: "destroyed", BROKEN: "broken", RUN_DOWN: "run-down"}
    told = []
    fates = (ground.fate["a"].tolist(), ground.fate["b"].tolist())
    for a, b in zip(*fates, strict=True):
        if a == b == SLAIN:
            told.append("both-destroyed")
        elif a in words:
            told.append(f"a-{words[a]}")
        else:
            told.append(f"b-{words[b]}" if b in words else "undecided")
    return told


def left_of(ground: Field, key: str) -> Numbers:
    """Return the wounds that a post has left where it was not run down, else 0."""
    return np.asarray(ground.table.wounds[key])


FATES = {STANDS: "stands", SLAIN: "slain", BROKEN: "away", RUN_DOWN: "run-down"}


def fates_of(ground: Field, key: str) -> dict[str, int]:
    """Count what became of a post: a unit without its characters, or one of them."""
    post = key.removesuffix(".mount")
    host = ground.scene.post(post).joins or post
    slain = ground.table.wounds[key] == 0
    fate = np.where(slain, SLAIN, ground.fate[host])
    counts = np.bincount(fate, minlength=len(FATES))
    return {word: int(counts[place]) for place, word in FATES.items()}


GONE = ("destroyed", "broken", "run-down")


def sides_gone(ground: Field) -> Counter[str]:
    """Count how sides ended that are gone: broken if one of their units got away."""
    words = {}
    for side in "ab":
        fates = np.stack([fate for key, fate in ground.fate.items() if key[0] == side])
        word = np.where((fates == RUN_DOWN).any(axis=0), GONE[2], GONE[0])
        word = np.where((fates == BROKEN).any(axis=0), GONE[1], word)
        words[side] = np.where((fates == STANDS).any(axis=0), "", word)
    counted: Counter[str] = Counter()
    for a, b in zip(words["a"].tolist(), words["b"].tolist(), strict=True):
        if a and b:
            counted[f"both {GONE[0]}"] += 1
        elif a or b:
            counted[f"side a {a}" if a else f"side b {b}"] += 1
    return counted
