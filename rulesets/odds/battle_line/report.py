"""The report of a battle line, as far as it is the same in every game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

import numpy as np

from rulesets.core.subject import Subject, clause, so_many
from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.battle_line.model import LineResult, RoundMoment
from rulesets.odds.first_round import FirstRound
from rulesets.odds.match_up import MatchUpError, Role
from rulesets.odds.posts import name_of_party, post_key
from rulesets.odds.report import (
    IT_STALLS,
    TOO_LARGE,
    FightWords,
    event_words,
    label_each,
    outcome_labels,
    wins,
)
from rulesets.odds.sampling import CONFIDENCE
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats, Ints

M = TypeVar("M")

Words = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LinePool:
    """A pool of wounds of a battle line: a unit or a character.

    Parameters
    ----------
    key : str
        Of its post.
    name : str
    side : {"a", "b"}
    size : int
        Wounds at full strength [wounds].
    alone : str
        What it is called where it is told of by itself; its name if empty.
    guard : int
        States of it above those of its wounds: of what shields from them first.
    """

    key: str
    name: str
    side: Side
    size: int
    alone: str = ""
    guard: int = 0

    @property
    def called(self) -> str:
        """Return what it is called where it is told of by itself."""
        return self.alone or self.name


OF_SIDES = (
    "*-wins",
    "*-wins-first-round",
    "*-slays-all-at-once",
    "*-friends-test",
    "*-wounds-left",
    "*-wounds-dealt",
)
"""Words of a game that tell of all who fight for a side."""

Pools = tuple[LinePool, ...]
"""The pools of a battle line, in its order."""


def begun_wounds(pools: Pools, lost: Sequence[int]) -> list[int]:
    """Return the wounds that each pool begins with [wounds].

    Raises
    ------
    MatchUpError
        If somebody has lost all before it begins.
    """
    found = []
    for pool, gone in zip(pools, lost, strict=True):
        if pool.size <= gone:
            place = f"/situation/{pool.key}.wounds-lost"
            wounds = so_many(pool.size, "wound")
            text = f"{clause(pool.name, 'has')} only {wounds}"
            raise MatchUpError(place, text)
        found.append(pool.size - gone)
    return found


def of_side(pools: Pools, side: Side) -> list[int]:
    """Return the places of a side's pools."""
    return [place for place, pool in enumerate(pools) if pool.side == side]


def name_of_side(pools: Pools, side: Side) -> str:
    """Return what a side is called, by all who fight for it; a mount is its rider's."""
    own = {pool.key: pool.name for pool in pools if pool.side == side}
    roles: tuple[Role, ...] = ("unit", "character")
    beside = (
        (role, own[key])
        for role in roles
        for number in range(1, len(own))
        if (key := post_key(side, role, number)) in own
    )
    return name_of_party(own[side], beside)


def _heading(pools: Pools, side: Side, words: str) -> str:
    """Return words about all who fight for a side, by the name of its first unit."""
    name = next(pool.name for pool in pools if pool.key == side)
    more = " and those beside" if len(of_side(pools, side)) > 1 else ""
    return f"{words} {name}{more}"


@dataclass(eq=False)
class FirstLosses:
    """Wounds that each side loses in the first round, by their number [chance]."""

    pools: Pools
    lost: dict[Side, Floats] = field(default_factory=dict)

    def add(self, moment: RoundMoment, chances: Floats) -> None:
        """Add losses with their chances."""
        for side in SIDES:
            own = of_side(self.pools, side)
            lost = sum(self._lost(moment, pool) for pool in own)
            counts = np.broadcast_to(lost, chances.shape).ravel()
            told = np.bincount(counts, chances.ravel(), minlength=self._most(side) + 1)
            self.lost[side] = self.lost.get(side, np.zeros(len(told))) + told

    def _lost(self, moment: RoundMoment, pool: int) -> Ints:
        own = self.pools[pool]
        return moment.fallen(pool, own.size if own.guard else None)

    def _most(self, side: Side) -> int:
        return sum(self.pools[pool].size for pool in of_side(self.pools, side))

    def dealt(self) -> dict[str, Distribution]:
        """Return the wounds that each side takes from the other."""
        return {side: self._dealt(side) for side in SIDES}

    def _dealt(self, side: Side) -> Distribution:
        struck = OTHER[side]
        chances = self.lost.get(struck, np.zeros(self._most(struck) + 1)).copy()
        chances[0] += max(0.0, 1.0 - float(chances.sum()))
        label = _heading(self.pools, struck, "Wounds lost by") + " in the first round"
        return Distribution(label, "wounds", tuple(chances.tolist()))


@dataclass(frozen=True, eq=False)
class LineReport(Generic[M]):
    """A battle line that was solved, with the words of its game.

    Parameters
    ----------
    pools : tuple of LinePool
    result : LineResult
    ending : callable
        ``ending(mode) -> key`` of the outcome that a mode is; "undecided" while it
        goes on.
    always : tuple of str
        Outcomes that are told though they cannot happen, "undecided" among them.
    words : FightWords
    """

    pools: Pools
    result: LineResult[M]
    ending: Callable[[M], str]
    always: tuple[str, ...]
    words: FightWords

    def outcomes(self) -> dict[str, float]:
        """Return the chance of each outcome."""
        final = np.zeros(len(self.result.modes))
        np.add.at(final, self.result.mode, self.result.chances)
        found = self._named(final)
        found["undecided"] += self.result.dropped
        return found

    def error(self, told: int) -> float:
        """Return how far any of so many chances may be off [chance]."""
        ends = self._numbers[1][self.result.mode]
        return self.result.error(told, ends, *self.result.wounds.T)

    @cached_property
    def _numbers(self) -> tuple[list[str], Ints]:
        """Return the outcomes that modes are, and the number of each mode's."""
        keys = [self.ending(mode) for mode in self.result.modes]
        numbers = {key: place for place, key in enumerate(dict.fromkeys(keys))}
        return [*numbers], np.array([numbers[key] for key in keys], dtype=np.int64)

    def _named(self, shares: Floats) -> dict[str, float]:
        found, (keys, numbers) = dict.fromkeys(self.always, 0.0), self._numbers
        sums = np.bincount(numbers, shares, len(keys))
        met = numbers[np.flatnonzero(shares)].tolist()
        for number in dict.fromkeys([*met, *range(len(keys))]):
            key, chance = keys[number], float(sums[number])
            if key in found or chance:
                found[key] = chance
        return found

    def chance(self, is_so: Callable[[M], bool]) -> float:
        """Return the chance that it ends in a mode of which something is so."""
        so = np.array([is_so(mode) for mode in self.result.modes])
        return float(self.result.chances[so[self.result.mode]].sum())

    def left(self, places: Sequence[int], label: str) -> Distribution:
        """Return the wounds left of some pools together."""
        most = sum(self.pools[place].size for place in places)
        each = [self.result.wounds[:, place] for place in places]
        wounds = sum(each[1:], each[0])
        chances = np.bincount(wounds, self.result.chances, minlength=most + 1)
        chances[-1] += max(0.0, 1.0 - float(chances.sum()))
        return Distribution(label, "wounds", tuple(chances.tolist()))

    def odds(
        self,
        first: FirstLosses,
        events: Mapping[str, float],
        labels: tuple[Words, Words],
        told: tuple[Sequence[Step], Sequence[str]],
        deciding: FirstRound | None = None,
    ) -> Odds:
        """Return the answer.

        Parameters
        ----------
        first : FirstLosses
        events : mapping
            What the game tells besides who wins [chance].
        labels : (mapping, mapping)
            Words of each side, see `label_each`, and words by their whole key.
        told : (sequence, sequence)
            The trace, and the notes; those on how it was solved are added.
        deciding : FirstRound, optional
        """
        outcomes, dealt = self.outcomes(), first.dealt()
        error = self.error(len(outcomes))
        names = self._name("a"), self._name("b")
        sides = name_of_side(self.pools, "a"), name_of_side(self.pools, "b")
        words = {**self.words.labels, **labels[0]}
        told_of_sides = {key: text for key, text in words.items() if key in OF_SIDES}
        survivors: dict[str, Distribution] = {
            side: self.left(
                of_side(self.pools, side),
                _heading(self.pools, side, "Wounds left of"),
            )
            for side in SIDES
        }
        means = {f"{side}-wounds-left": survivors[side].expected() for side in SIDES}
        means |= {f"{side}-wounds-dealt": dealt[side].expected() for side in SIDES}
        sampled = self.result.samples > 0 or self.result.is_drawn
        return Odds(
            outcomes=outcomes,
            labels={
                **label_each(words, names),
                **label_each(told_of_sides, sides),
                **labels[1],
                **outcome_labels(outcomes, self.words.outcomes, sides),
            },
            event_labels=event_words(outcomes, labels[1]),
            method="sampled" if sampled else "exact",
            error=error,
            by_round=tuple(
                _so_far(self._named(shares)) for shares in self.result.by_round
            ),
            survivors=survivors,
            wounds=dealt,
            distributions=self._each_left(),
            events={**wins(outcomes, self.words.outcomes), **events},
            expected={"rounds": self.result.rounds, **means},
            trace=tuple(told[0]),
            notes=(*told[1], *self._how(error)),
            confidence=CONFIDENCE if sampled else 1.0,
            samples=self.result.samples,
            work=self.result.work,
            deciding=deciding,
        )

    def _name(self, key: Side) -> str:
        return next(pool.name for pool in self.pools if pool.key == key)

    def _each_left(self) -> dict[str, Distribution]:
        """Return the wounds left of each pool, where a side has several."""
        if len(self.pools) == len(SIDES):
            return {}
        return {
            f"{pool.key}-left": self.left([place], f"Wounds left of {pool.called}")
            for place, pool in enumerate(self.pools)
        }

    def _how(self, error: float) -> list[str]:
        """Return notes on what never ends, and on what was drawn or rolled."""
        found, result = [], self.result
        if result.stalled > 0:
            found.append(
                f"{IT_STALLS}{result.stalled:.3g} it comes to where"
                f" {self.words.stalled} never ends."
            )
        if result.samples or result.is_drawn:
            how = "what is unlikely of it was drawn"
            if result.samples:
                how = f"{result.samples:,} fights were rolled"
            found.append(
                f"{TOO_LARGE}{how}. Every chance lies within"
                f" {error:.2%} with a confidence of {CONFIDENCE:.1%}."
            )
        return found


def _so_far(outcomes: Mapping[str, float]) -> dict[str, float]:
    return {key: chance for key, chance in outcomes.items() if key != "undecided"}


def fate_words(pools: Pools, words: Words) -> dict[str, str]:
    """Return words of what becomes of each pool by key; none of one unit a side."""
    if len(pools) == len(SIDES):
        return {}
    return {
        f"{pool.key}-{key}": text.format(own=Subject(pool.called))
        for pool in pools
        for key, text in words.items()
    }


def pools_of(posts: Sequence[Any], sizes: Sequence[int]) -> Pools:
    """Return posts as pools of so many wounds at full strength."""
    return tuple(
        LinePool(post.key, post.unit.name, post.side, size)
        for post, size in zip(posts, sizes, strict=True)
    )
