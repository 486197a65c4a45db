"""Several Mordheim fighters against several: clash after clash until one side is gone.

They pair off as evenly as they can, at most three to one; each clash is fought to its
end by itself; whoever is left then meets anew.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from rulesets.games.mordheim.combat.casting import spell_hits
from rulesets.games.mordheim.combat.context import (
    MordheimContext,
    MordheimSituation,
)
from rulesets.games.mordheim.combat.fights.chain import opening
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.orders import MordheimTurn
from rulesets.games.mordheim.combat.fights.side import party
from rulesets.games.mordheim.combat.groups.bands import Bands
from rulesets.games.mordheim.combat.groups.clash_ends import (
    Ends,
    Left,
    MeetingRows,
    Shape,
    Together,
    all_ends,
    end_rows,
    ordered_ends,
)
from rulesets.games.mordheim.combat.groups.clash_games import BegunClashes, rolled_on
from rulesets.games.mordheim.combat.groups.clashes import Beginning, Budget, Walk
from rulesets.games.mordheim.combat.groups.crowds import Crowds
from rulesets.games.mordheim.combat.groups.end_pairs import EndRows
from rulesets.games.mordheim.combat.groups.meetings import (
    MOST_AT_ONE,
    Clash,
    Meeting,
    Numbers,
)
from rulesets.games.mordheim.combat.groups.remainder import Remainder
from rulesets.games.mordheim.combat.groups.report import Dice
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.odds.sampling import Seed, generator
from rulesets.odds.sides import OTHER, Side
from rulesets.odds.volley import Floats

OPENED = 90_000.0
"""Ways that lead on from states that are followed: some tenths of a second of work."""

FEW = 3_500
"""States of all clashes up to which every one of them is followed."""

LIKELY = (1e-4, 1e-6)
"""Chances from which on a state is followed, one after the other while work is left,
where there are more [chance]."""

ROLLED_OPENED = 110_000.0
"""Ways that are followed where all that is missing is rolled anyway."""

ROLLED_LIKELY = 1e-6
"""The chance from which on states in a clash are followed there [chance]."""

BEGUN_LIKELY = 1e-7
"""The same where the beginnings were rolled: few ways to meet are left to be followed.
"""

ROLLED_MEETINGS = 12_000
"""Ways to meet that are followed there at once."""

ROLLED_ABOVE = 0.002
"""The part of all that may be that may be missing before it is rolled [chance]."""

HOPELESS = 0.15
"""The part that is missing after the first try from which on no other is made."""

GIVEN_UP = 0.95
"""The part that is missing of fights to the end from which on nothing is rolled."""


@dataclass(slots=True)
class Groups:
    """Clashes of two sides: all that so many fighters may come to, at one go.

    Parameters
    ----------
    warriors : mapping
        By side.
    context : MordheimContext
    least, opens : float
        Ways to meet, and states in a clash, that are no likelier are not followed
        [chance]. If there is a remainder the likeliest ways to meet are.
    budget : Budget
    remainder : Remainder, optional
        Rolls what is not followed; none if that is left out.
    """

    warriors: Mapping[Side, Warrior]
    context: MordheimContext
    least: float = 0.0
    opens: float = 0.0
    budget: Budget = field(default_factory=lambda: Budget(math.inf))
    remainder: Remainder | None = None
    _bands: dict[Side, Bands] = field(default_factory=dict)
    _walks: dict[tuple[Side, int, bool], Walk] = field(default_factory=dict)
    _begun: dict[Clash, Beginning] = field(default_factory=dict)

    @property
    def bands(self) -> Mapping[Side, Bands]:
        """Return the bands of both sides."""
        if not self._bands:
            self._bands = self._walk("a", 1, alone=True).bands
        return self._bands

    @property
    def dice(self) -> Dice:
        """Return what was rolled."""
        if self.remainder is None:
            return Dice()
        return Dice(self.remainder.games, self.remainder.spread)

    def fight(self, begun: Mapping[Meeting, float]) -> dict[Numbers, float]:
        """Return how many are left in the end; of both sides where nothing changes.

        What is missing to the chances that it began with was too unlikely to be
        followed.
        """
        ends: dict[Numbers, float] = {}
        coming, crowds = dict(begun), Crowds(self.bands)
        while most := max((crowds.most, *(one.fighters for one in coming))):
            now = {one: w for one, w in coming.items() if one.fighters == most}
            coming = {one: w for one, w in coming.items() if one.fighters < most}
            crowds.clashes.clear()
            meet = self._likely([*crowds.begun(now), *crowds.anew(most)])
            for shape, left in self._clashed(meet, [*crowds.clashes]):
                for of_a, of_b, share in crowds.follow(left, shape):
                    ends[of_a, of_b] = ends.get((of_a, of_b), 0.0) + share
        return ends

    def _likely(self, crowds: Sequence[MeetingRows]) -> list[MeetingRows]:
        """Return the meetings that are followed: the likely, and some others."""
        weights = np.concatenate([one.weights for one in crowds])
        weights = self._thinned(weights, ROLLED_MEETINGS)
        cuts = np.cumsum([len(one.weights) for one in crowds])[:-1]
        return [
            one.some(own > 0, own)
            for one, own in zip(crowds, np.split(weights, cuts), strict=True)
            if own.any()
        ]

    def _thinned(self, chances: Floats, most: int) -> Floats:
        """Return chances without those that are not followed; if rolled so many."""
        if self.remainder is None:
            return np.where(chances > self.least, chances, 0.0)
        return self.remainder.thinned(chances, most)

    def _clashed(
        self, crowds: Sequence[MeetingRows], clashes: Sequence[Clash]
    ) -> Iterator[tuple[Shape, Left]]:
        """Yield who is left after one clash of everybody who is near enough."""
        if not crowds:
            return
        weights: Floats = np.zeros(len(clashes))
        for one in crowds:
            for column in one.clashes.T:
                weights += np.bincount(column, one.weights, len(clashes))
        turns = max((one.shape.turns or 0 for one in crowds), default=0)
        ends = ordered_ends(self._ends(clashes, weights, turns))
        together = Together(self.bands, self.least, self.remainder)
        rows: dict[int | None, EndRows] = {}
        for one in crowds:
            within = one.shape.turns
            if within not in rows:
                rows[within] = end_rows(ends, len(clashes), within or 0)
            yield one.shape, together.left(one, rows[within])

    def _ends(self, clashes: Sequence[Clash], weights: Floats, turns: int) -> Ends:
        """Compute the ends of clashes, all of one kind together.

        Within so many turns, or with 0 in the end.
        """
        kinds: dict[tuple[Side, int, bool], list[int]] = {}
        for at in np.flatnonzero(weights).tolist():
            one = clashes[at]
            kinds.setdefault((one.many, len(one.several), one.alone), []).append(at)
        found: list[Ends] = []
        for kind, places in sorted(kinds.items()):
            walk, some = self._walk(*kind), [clashes[at] for at in places]
            self._begin(walk, [clash for clash in some if clash not in self._begun])
            begun = [self._begun[clash] for clash in some]
            likely = weights[places]
            walk.explore(zip(begun, likely, strict=True), self.opens, self.budget)
            ends = walk.by_turn(begun, turns) if turns else walk.at_last(begun)
            if self.remainder is not None:
                asked = BegunClashes(walk, begun, likely, turns)
                ends = rolled_on(ends, asked, self.remainder)
            found.append(ends._replace(clash=np.array(places)[ends.clash]))
        return all_ends(found)

    def _begin(self, walk: Walk, clashes: Sequence[Clash]) -> None:
        """Work out the first turns of clashes of one kind, like ones together."""
        first: dict[MordheimTurn, list[tuple[Clash, float]]] = {}
        for clash in clashes:
            for turn, share in opening(clash.charger, clash.shakes).items():
                begins = replace(turn, unloaded=clash.unloaded, dives=clash.dives)
                first.setdefault(begins, []).append((clash, share))
        found: dict[Clash, list[tuple[Beginning, float]]] = {}
        for turn, some in first.items():
            states = [walk.melee.places((*of.several, of.one)) for of, _ in some]
            begun = walk.first_turns(states, turn)
            for (clash, share), one in zip(some, begun, strict=True):
                self.budget.left -= len(one.places)
                found.setdefault(clash, []).append((one, share))
        for clash, parts in found.items():
            self._begun[clash] = Beginning(
                np.concatenate([one.places for one, _ in parts]),
                np.concatenate([share * one.shares for one, share in parts]),
            )

    def _walk(self, many: Side, number: int, alone: bool) -> Walk:  # noqa: FBT001
        key = many, number, alone
        if key not in self._walks:
            counts = {many: number, OTHER[many]: 1}
            self._walks[key] = Walk(self._fray(many, counts, alone=alone))
        return self._walks[key]

    def _fray(self, many: Side, counts: Mapping[Side, int], *, alone: bool) -> Melee:
        context = self.context
        if not alone and not context.situation.of(OTHER[many]).scattered:
            asked = _befriended(context.situation, OTHER[many])
            context = replace(context, situation=asked)
        parties = {
            side: replace(
                party(own, self.warriors[OTHER[side]], counts, context),
                casts=spell_hits(own, self.warriors[OTHER[side]], context),
            )
            for side, own in self.warriors.items()
        }
        return Melee(parties[many], parties[OTHER[many]], context)


def _befriended(situation: MordheimSituation, side: Side) -> MordheimSituation:
    """Return the situation with a friend near the fighters of one side."""
    own = replace(situation.of(side), friend_near=True)
    return replace(situation, a=own) if side == "a" else replace(situation, b=own)


def followed(
    groups: Groups, meetings: Mapping[Meeting, float], size: int, seed: Seed
) -> dict[Numbers, float]:
    """Compute how many are left in the end, completely where states are few.

    Where there are more, what is likely, ever more of it while work is left; if too
    much is missing then, or groups have a remainder from the first, that is rolled.

    Parameters
    ----------
    groups : Groups
    meetings : mapping
    size : int
        About how many states all clashes have.
    seed : str or callable
        What the dice depend on.
    """
    if size <= FEW:
        return groups.fight(meetings)
    if groups.remainder is not None:
        groups.budget = Budget(ROLLED_OPENED)
        groups.opens = BEGUN_LIKELY
        return groups.fight(meetings)
    groups.budget = Budget(OPENED)
    whole, found = sum(meetings.values()), dict[Numbers, float]()
    for least in LIKELY:
        groups.least = groups.opens = least
        more = groups.fight(meetings)
        found = max(found, more, key=lambda some: sum(some.values()))
        missing = whole - sum(found.values())
        if groups.budget.left <= 0 or missing > HOPELESS:
            break
    to_the_end = any(one.turns is None for one in meetings)
    if missing <= ROLLED_ABOVE or (to_the_end and missing > GIVEN_UP):
        return found
    groups.budget = Budget(groups.budget.left + ROLLED_OPENED - OPENED)
    groups.opens, groups.remainder = ROLLED_LIKELY, Remainder(generator(seed))
    return groups.fight(meetings)


def size_of(lives: Mapping[Side, int], counts: Mapping[Side, int]) -> int:
    """Return about how many states all clashes have: those of several, and of one.

    Parameters
    ----------
    lives : mapping
        States that one fighter may be in, by side.
    counts : mapping
    """
    return sum(
        4 * math.comb(lives[many] + several - 1, several) * lives[OTHER[many]]
        for many in OTHER
        for several in range(1, min(counts[many], MOST_AT_ONE) + 1)
    )
