"""The pools of wounds of a battle line: one of each post, one more of each mount."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rulesets.games.warhammer.combat.fights.psychology import is_stupid
from rulesets.games.warhammer.combat.fights.ridden_monsters import (
    BOTH,
    MOUNT,
    RIDER,
    as_left,
    ways_left,
)
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.odds.battle_line.model import RoundMoment
from rulesets.odds.volley import Ints

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class PostPools:
    """The pools of wounds of posts; those of the mounts of ridden monsters come last.

    The pool of a post has its number; of a ridden monster it is that of the rider.

    Parameters
    ----------
    profiles : tuple of WarhammerUnit
        The figures of each post.
    """

    profiles: tuple[WarhammerUnit, ...]

    @cached_property
    def mounts(self) -> dict[int, int]:
        """Return the pool of its mount, by the post of each ridden monster."""
        ridden = [n for n, own in enumerate(self.profiles) if own.apart is not None]
        return {post: len(self.profiles) + n for n, post in enumerate(ridden)}

    @cached_property
    def posts(self) -> tuple[int, ...]:
        """Return the post of each pool."""
        return (*range(len(self.profiles)), *self.mounts)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Return the most wounds of each pool [wounds]."""
        mounted = [self.profiles[post].apart for post in self.mounts]
        beasts = (pair[1].pool for pair in mounted if pair is not None)
        return (*(own.pool for own in self.profiles), *beasts)

    def within(self, posts: Iterable[int]) -> list[int]:
        """Return the pools of some posts."""
        here = tuple(posts)
        if here not in self._within:
            pools = (n for n, post in enumerate(self.posts) if post in here)
            self._within[here] = [*pools]
        return self._within[here]

    @cached_property
    def _within(self) -> dict[tuple[int, ...], list[int]]:
        """Return what `within` found so far."""
        return {}

    @cached_property
    def ever_stupid(self) -> tuple[int, ...]:
        """Return the posts that are stupid in any way in which they may be left."""
        return tuple(
            post
            for post, own in enumerate(self.profiles)
            if any(is_stupid(as_left(own, way)) for way in self.ways(post))
        )

    def ways(self, post: int) -> tuple[str, ...]:
        """Return the ways of who may be left of a post."""
        return ways_left(self.profiles[post])

    def lives(self, post: int, alive: Sequence[bool]) -> bool:
        """Return whether anybody of a post is left, of those of its pools that are."""
        return alive[post] or (post in self.mounts and alive[self.mounts[post]])

    def figures(self, post: int, alive: Sequence[bool]) -> WarhammerUnit:
        """Return the figures of what is left of a post."""
        left = BOTH
        if post in self.mounts and alive[post] != alive[self.mounts[post]]:
            left = RIDER if alive[post] else MOUNT
        return as_left(self.profiles[post], left)

    def left(self, post: int, way: str, wounds: Sequence[Ints]) -> Flags:
        """Return where a post lives, and that is left of it."""
        if post not in self.mounts:
            return wounds[post] > 0
        rides: Flags = wounds[post] > 0
        carries: Flags = wounds[self.mounts[post]] > 0
        there: Flags = (rides == (way != MOUNT)) & (carries == (way != RIDER))
        return there

    def lost(self, moment: RoundMoment, pool: int) -> Ints:
        """Return the wounds that a pool lost in a round [wounds].

        What shields a character from his first wound is none.
        """
        own = self.profiles[self.posts[pool]]
        return moment.fallen(pool, own.pool - own.guard if own.guard else None)

    def models(self, post: int, wounds: Sequence[Ints]) -> Ints:
        """Return the models of a post; rider and mount are one [models]."""
        each, left = self.profiles[post].wounds, wounds[post]
        if post in self.mounts:
            both: Ints = np.minimum(left + wounds[self.mounts[post]], 1)
            return both
        return left if each == 1 else -(-left // each)

    def strength(self, post: int, wounds: Sequence[Ints]) -> Ints:
        """Return the Unit Strength of a post."""
        own = self.profiles[post]
        if post in self.mounts:
            found: Ints = np.zeros(1, dtype=np.int64)
            for way in self.ways(post):
                there = self.left(post, way, wounds)
                found = found + there * as_left(own, way).unit_strength
            return found
        models = self.models(post, wounds)
        return models * own.unit_strength + (models > 0) * own.crew_strength
