"""A battle line as it is laid out: units, characters, and who touches whom where."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from rulesets.games.warhammer.combat.blows.contact import (
    CORNERS,
    LANCE_WIDTH,
    USUAL_WIDTH,
    Front,
    flank_files,
    front_of,
)
from rulesets.games.warhammer.combat.blows.front_figures import (
    FrontRanks,
    lapped_round,
    lappers,
    lapping_round,
)
from rulesets.games.warhammer.combat.blows.striker import StrikeMoment
from rulesets.games.warhammer.combat.blows.strikes import Strikes
from rulesets.games.warhammer.combat.context import (
    Flank,
    WarhammerContext,
    WarhammerPostAnswers,
    WarhammerReadings,
    WarhammerSituation,
)
from rulesets.games.warhammer.combat.fights.redress import with_more
from rulesets.games.warhammer.combat.fights.ridden_settings import as_left_of
from rulesets.games.warhammer.combat.line.mode import IN, LineMode
from rulesets.games.warhammer.combat.line.places import (
    TouchedSide,
    behind_front,
    lengths_along,
    striking_of,
)
from rulesets.games.warhammer.combat.line.pools import PostPools
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.odds.answer import Step
from rulesets.odds.battle_line.step_recorder import looked_up
from rulesets.odds.context import Context
from rulesets.odds.posts import Post
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.volley import Ints


@dataclass(frozen=True, eq=False)
class LineField:
    """Everything about a battle line that stays as it is from round to round.

    Posts are numbered, units first; a number is that of their pool of wounds, too
    (`PostPools`).

    Parameters
    ----------
    posts : tuple of Post
        Units, then characters.
    answers : tuple of WarhammerPostAnswers
        About each post.
    situation : WarhammerSituation
    readings : WarhammerReadings
    without : frozenset of str
        Parts of the result that do not count, as ``a.ranks``.
    touched : dict
        ``[x, y]``: where unit x is touched by unit y.
    """

    posts: tuple[Post[WarhammerUnit], ...]
    answers: tuple[WarhammerPostAnswers, ...]
    situation: WarhammerSituation
    readings: WarhammerReadings
    without: frozenset[str]
    touched: dict[tuple[int, int], Flank]
    known: dict[object, Ints] = field(default_factory=dict)
    struck: dict[
        tuple[int, int, StrikeMoment, tuple[str, str], tuple[str, ...]],
        tuple[tuple[Strikes, ...], tuple[Step, ...]],
    ] = field(default_factory=dict)
    nerves: dict[tuple[int, tuple[str, ...], bool, tuple[bool, ...]], Any] = field(
        default_factory=dict
    )
    met: dict[tuple[int, tuple[str, ...]], tuple[int, ...]] = field(
        default_factory=dict
    )
    fighting: dict[tuple[str, ...], tuple[int, ...]] = field(default_factory=dict)
    combats: dict[tuple[str, ...], tuple[tuple[int, ...], ...]] = field(
        default_factory=dict
    )
    dealt: dict[tuple[Hashable, ...], list[Any]] = field(default_factory=dict)
    blow_tests: dict[tuple[int, int, str], list[Any]] = field(default_factory=dict)

    @cached_property
    def profiles(self) -> tuple[WarhammerUnit, ...]:
        """Return the figures of each post."""
        return tuple(post.unit for post in self.posts)

    @cached_property
    def pools(self) -> PostPools:
        """Return the pools of wounds of the posts."""
        return PostPools(self.profiles)

    @cached_property
    def units(self) -> tuple[int, ...]:
        """Return the posts that are units."""
        return tuple(n for n, post in enumerate(self.posts) if post.role == "unit")

    @cached_property
    def posts_of(self) -> dict[Side, tuple[int, ...]]:
        """Return the posts of each side."""
        return {
            side: tuple(n for n, post in enumerate(self.posts) if post.side == side)
            for side in SIDES
        }

    @cached_property
    def fronts(self) -> tuple[Front, ...]:
        """Return how each post stands; a character's unit is as wide as it can be."""
        found = []
        for number, post in enumerate(self.posts):
            front = front_of(post.unit, self.situation_of(number), "front")
            if post.role == "unit":
                lance = post.unit.has("lance-formation")
                usual = LANCE_WIDTH if lance else USUAL_WIDTH
                asked = self.answers[number].width or usual
                models = post.unit.models + len(self.characters(number))
                front = replace(front, width=min(asked, models))
            found.append(front)
        return tuple(found)

    def situation_of(self, post: int) -> WarhammerSituation:
        """Return the situation as it is for one post."""
        return self.situation.with_side(self.posts[post].side, self.answers[post])

    def context(self, own: int, other: int) -> WarhammerContext:
        """Return the situation of two posts that strike at each other, with a trace."""
        situation = self.situation_of(own)
        other_answers = self.answers[other]
        situation = situation.with_side(self.posts[other].side, other_answers)
        return Context(situation, self.readings, self.without)

    def characters(self, unit: int) -> tuple[int, ...]:
        """Return the characters in a unit."""
        return self._joined[unit]

    @cached_property
    def _joined(self) -> tuple[tuple[int, ...], ...]:
        """Return the characters in each unit; none in a character."""
        return tuple(
            tuple(n for n, post in enumerate(self.posts) if post.joins == unit.key)
            for unit in self.posts
        )

    def unit_of(self, post: int) -> int:
        """Return the unit that a character stands in; a unit itself."""
        return self._homes[post]

    @cached_property
    def _homes(self) -> tuple[int, ...]:
        """Return the unit that each post stands in, or is."""
        keys = [one.key for one in self.posts]
        return tuple(
            keys.index(post.joins) if post.joins else place
            for place, post in enumerate(self.posts)
        )

    def members(self, unit: int) -> tuple[int, ...]:
        """Return a unit and its characters."""
        return (unit, *self.characters(unit))

    @cached_property
    def pools_of_units(self) -> tuple[list[int], ...]:
        """Return the pools of each unit and its characters."""
        return tuple(self.pools.within(self.members(unit)) for unit in self.units)

    def foes(self, unit: int, mode: LineMode) -> tuple[int, ...]:
        """Return the enemies that a unit still touches, those at its front first."""
        key = unit, mode.fates
        if key not in self.met:
            stands = mode.fates[unit] == IN
            there = self._touching.get(unit, ()) if stands else ()
            self.met[key] = tuple(foe for foe in there if mode.fates[foe] == IN)
        return self.met[key]

    @cached_property
    def _touching(self) -> dict[int, list[int]]:
        """Return the enemies that each unit touches, in the order of `foes`."""
        places, found = ("front", "flank", "rear"), dict[int, list[int]]()
        for unit, foe in sorted(
            self.touched, key=lambda pair: (places.index(self.touched[pair]), pair)
        ):
            found.setdefault(unit, []).append(foe)
        return found

    def engaged(self, mode: LineMode) -> tuple[int, ...]:
        """Return the units that still touch an enemy."""
        fates = mode.fates
        if fates not in self.fighting:
            there = {unit for unit in self.units if fates[unit] == IN}
            self.fighting[fates] = tuple(
                [
                    unit
                    for unit in self.units
                    if unit in there
                    and not there.isdisjoint(self._touching.get(unit, ()))
                ]
            )
        return self.fighting[fates]

    def faced(self, post: int, mode: LineMode) -> int | None:
        """Return the enemy unit that a champion or a character fights, if any.

        The one that he is said to touch; else the first that his unit touches, an
        enemy at its front before all others.
        """
        foes = self.foes(self.unit_of(post), mode)
        named = self.posts[post].touches if self.posts[post].joins else ""
        chosen = [foe for foe in foes if self.posts[foe].key == named]
        return next(iter((*chosen, *foes)), None)

    def is_first(self, unit: int) -> bool:
        """Return whether the first round is the first that a unit fights here."""
        foes = [foe for own, foe in self.touched if own == unit]
        return self.answers[unit].charges or all(
            self.answers[foe].charges for foe in foes
        )

    def hides(self, post: int) -> bool:
        """Return whether a character has gone to the back, refusing a challenge."""
        duellists = self.challenged
        if not duellists or self.situation.refuses not in ("a", "b"):
            return False
        if post not in duellists or self.posts[post].side != self.situation.refuses:
            return False
        rival = next(one for one in duellists if one != post)
        return not self.profiles[rival].does("may-not", "act:refuse")

    @cached_property
    def challenged(self) -> tuple[int, ...]:
        """Return the first characters of both sides whose units touch, if any."""
        if not self.situation.challenge:
            return ()
        for one, own in enumerate(self.posts):
            for two, other in enumerate(self.posts):
                met = (self.unit_of(one), self.unit_of(two)) in self.touched
                if met and own.joins and other.joins and own.side == "a":
                    return one, two
        return ()

    def models(self, post: int, wounds: Ints) -> Ints:
        """Return the models of a post that has so many wounds left [models]."""
        each = self.profiles[post].wounds
        left: Ints = wounds if each == 1 else -(-wounds // each)
        return left

    def bodies(self, unit: int, wounds: "list[Ints]") -> Ints:
        """Return the models of a unit with its characters [models]."""
        counts = [self.pools.models(one, wounds) for one in self.members(unit)]
        total: Ints = sum(counts[1:], counts[0])
        return total

    def strength(self, unit: int, wounds: "list[Ints]") -> Ints:
        """Return the Unit Strength of a unit with its characters."""
        total: Ints = np.zeros(1, dtype=np.int64)
        for one in self.members(unit):
            total = total + self.pools.strength(one, wounds)
        return total

    def able(
        self,
        own: int,
        other: int,
        mode: LineMode,
        *,
        two_ranks: bool = False,
        lance: bool = False,
    ) -> Ints:
        """Return ``[own, other]``: models that may strike, by models with characters.

        Parameters
        ----------
        own, other : int
            Units that touch.
        mode : LineMode
        two_ranks : bool
            The second rank strikes as well, to its front.
        lance : bool
            The flanks of a lance formation strike as well.

        Notes
        -----
        As `contact.in_contact`. Enemies at the front or the rear of a unit share it
        evenly; a second one in the flank stands at the other flank. `aside` are among
        them.
        """
        sides = self.side_of(own, other, mode), self.side_of(other, own, mode)
        key = own, other, sides, two_ranks, lance, mode.brought, mode.left
        if key not in self.known:
            met = self.met_by(own, other, mode)
            mine, others = self.stands(own, other, mode), self.stands(other, own, mode)
            reach = 1
            if mine.front and lance:
                met = met + flank_files(len(met) - 1)[:, None]
            elif mine.front and two_ranks:
                ranked = np.arange(len(met)) - lappers(mine)
                behind = self._behind(own, other, mode)[ranked]
                met, reach = met + np.minimum(behind[:, None], met), 2
            if mine.lapping:
                met = met + lapping_round(mine, others)
            if others.lapping:
                met = met + lapped_round(mine, others, reach=reach)
            self.known[key] = met
        return self.known[key]

    def front(self, unit: int, mode: LineMode) -> Front:
        """Return how a unit stands in a round, by what it has brought up."""
        front = self.fronts[unit]
        if mode.left and mode.left[unit]:
            front = as_left_of(front, mode.left[unit])
        if not mode.brought:
            return front
        return with_more(front, self.answers[unit].redress, mode.brought[unit])

    def stands(self, own: int, other: int, mode: LineMode) -> FrontRanks:
        """Return the figures of a unit with its characters, touched by an enemy."""
        front = self.front(own, mode)
        models = front.profile.models + len(self.characters(own))
        profile = replace(front.profile, models=models)
        touched = self.touched[own, other]
        return replace(front, profile=profile, touched=touched).ranks

    def aside(
        self,
        own: int,
        other: int,
        mode: LineMode,
        standing: Callable[[int], Ints],
        *,
        two_ranks: bool = False,
    ) -> Ints:
        """Return the models that touch an enemy and strike at another instead.

        A model strikes at its front, else at its flank; to its front also over others
        where two ranks strike. ``standing(unit)`` are models, with characters.
        """
        foes = self.foes(own, mode)
        first = foes[: foes.index(other) + 1] if other in foes else ()
        if len(first) < 2:
            return np.zeros(1, dtype=np.int64)
        total = standing(own)
        mets = [
            looked_up(self.met_by(own, foe, mode), total, standing(foe))
            for foe in first
        ]
        sides = tuple(self.side_of(own, foe, mode) for foe in first)
        most = self.profiles[own].models + len(self.characters(own))
        width = self.front(own, mode).width
        table = striking_of(width, most, sides, two_ranks=two_ranks)
        aside: Ints = mets[-1] - looked_up(table, total, *mets)
        return aside

    def side_of(self, own: int, other: int, mode: LineMode) -> TouchedSide:
        """Return the side of a unit that an enemy touches, and who shares it."""
        where = self.touched[own, other]
        there = [foe for foe in self.foes(own, mode) if self.touched[own, foe] == where]
        place = there.index(other) if other in there else 0
        return TouchedSide(where, place, max(len(there), 1))

    def met_by(self, own: int, other: int, mode: LineMode) -> Ints:
        """Return ``[own, other]``: models of a unit's ranks that touch an enemy."""
        mine = self._along(own, other, mode)[:, None]
        theirs = self._along(other, own, mode)[None, :]
        if self.readings.frontage == "all":
            return np.where(theirs > 0, mine, 0)
        wide, deep = self.base(other, own, mode), self.base(own, other, mode)
        met: Ints = np.minimum(mine, theirs * wide // deep + CORNERS)
        return np.where(theirs > 0, met, 0)

    def _behind(self, own: int, other: int, mode: LineMode) -> Ints:
        """Return the models behind those that an enemy at the front touches."""
        most = self.profiles[own].models + len(self.characters(own))
        side, width = self.side_of(own, other, mode), self.front(own, mode).width
        return np.array(
            [len(behind_front(width, many, side)) for many in range(most + 1)]
        )

    def base(self, own: int, other: int, mode: LineMode | None = None) -> int:
        """Return what a base takes up of the side that is touched [mm]."""
        front = self.front(own, mode) if mode else self.fronts[own]
        return replace(front, touched=self.touched[own, other]).line.base

    def _along(self, own: int, other: int, mode: LineMode) -> Ints:
        """Return the models along the side that an enemy touches, by models."""
        most = self.profiles[own].models + len(self.characters(own))
        side = self.side_of(own, other, mode)
        return lengths_along(self.front(own, mode).width, most, side)
