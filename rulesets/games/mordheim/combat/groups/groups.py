"""Several Mordheim fighters against several: clash after clash until one side is gone.

They pair off as evenly as they can, at most three to one; each clash is fought to its
end by itself; whoever is left then meets anew.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from rulesets.games.mordheim.combat.casting import spell_hits
from rulesets.games.mordheim.combat.context import (
    Charger,
    MordheimContext,
    MordheimSituation,
)
from rulesets.games.mordheim.combat.fights.chain import opening
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.orders import MordheimTurn
from rulesets.games.mordheim.combat.fights.side import party
from rulesets.games.mordheim.combat.groups.clash_games import BegunClashes, rolled_on
from rulesets.games.mordheim.combat.groups.clashes import Beginning, Budget, Walk
from rulesets.games.mordheim.combat.groups.meetings import (
    MOST_AT_ONE,
    Band,
    Clash,
    Field,
    Left,
    Meeting,
    Pairs,
    Thin,
    band_of,
    clashes_of,
    joined,
    left_out,
    many_of,
    merged,
)
from rulesets.games.mordheim.combat.groups.remainder import Remainder
from rulesets.games.mordheim.combat.groups.report import TOO_MUCH, Dice
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.odds.sampling import Seed, generator
from rulesets.odds.sides import OTHER, Side

OPENED = 90_000.0
"""Ways that lead on from states that are followed: some tenths of a second of work."""

FEW = 3_500
"""States of all clashes up to which every one of them is followed."""

LIKELY = (1e-4, 1e-6)
"""Chances from which on a state is followed, one after the other while work is left,
where there are more [chance]."""

ROLLED_OPENED = 110_000.0
"""Ways that are followed where all that is missing is rolled anyway."""

ROLLED_LIKELY = 4e-6, 1e-7
"""Chances from which on ways to meet, and states in a clash, are followed there
[chance]."""

ROLLED_ABOVE = 0.002
"""The part of all that may be that may be missing before it is rolled [chance]."""


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
        [chance].
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
    _walks: dict[tuple[Side, int, bool], Walk] = field(default_factory=dict)
    _begun: dict[Clash, Beginning] = field(default_factory=dict)

    @property
    def dice(self) -> Dice:
        """Return what was rolled."""
        if self.remainder is None:
            return Dice()
        return Dice(self.remainder.games, self.remainder.spread)

    def fight(self, begun: Mapping[Meeting, float]) -> dict[Field, float]:
        """Return the fighters left in the end; of both sides where nothing changes.

        What is missing to the chances that it began with was too unlikely to be
        followed.
        """
        ends: dict[Field, float] = {}
        coming = dict(begun)
        while coming:
            most = max(one.fighters for one in coming)
            now = {one: w for one, w in coming.items() if one.fighters == most}
            coming = {one: w for one, w in coming.items() if one.fighters < most}
            for sides, following, share in self._clashed(now):
                if following is None:
                    ends[sides] = ends.get(sides, 0.0) + share
                else:
                    coming[following] = coming.get(following, 0.0) + share
        return ends

    def _following(self, sides: Field, one: Meeting, fought: int) -> Meeting | None:
        """Return how those who are left meet anew after so many turns, if they do.

        Where turns count they meet in the next turn of the side that charges.
        """
        if not all(sides):
            return None
        charger = _next_charger(sides, one.first)
        if one.turns is None:
            return Meeting(sides, charger, one.first)
        first = "a" if one.charger == "none" else one.charger
        active = first if fought % 2 == 0 else OTHER[first]
        left = one.turns - fought - (active != charger)
        if left <= 0:
            return None
        return Meeting(sides, charger, one.first, turns=left)

    def _clashed(
        self, meetings: Mapping[Meeting, float]
    ) -> Iterator[tuple[Field, Meeting | None, float]]:
        """Yield who is left after one clash of everybody who is near enough.

        With how they meet anew; with nothing where it is over, or never will be.
        """
        likely = {one: w for one, w in meetings.items() if w > self.least}
        if self.remainder and len(likely) < len(meetings):
            rare = {one: w for one, w in meetings.items() if one not in likely}
            likely |= self.remainder.thinned(rare, self.least)
        wanted: dict[Clash, float] = {}
        for one, weight in likely.items():
            for clash in clashes_of(one):
                wanted[clash] = wanted.get(clash, 0.0) + weight
        left_of = self._left_of(
            wanted, max((one.turns or 0 for one in likely), default=0)
        )
        for one, weight in likely.items():
            for sides, following, share in self._met(one, left_of, weight):
                yield sides, following, weight * share

    def _met(
        self, one: Meeting, left_of: Mapping[Clash, Sequence[Left]], weight: float
    ) -> Iterator[tuple[Field, Meeting | None, float]]:
        """Yield who is left after one meeting: after all turns, or turn by turn."""
        if one.turns is None:
            least = self.least / max(weight, 1e-300)
            thin = partial(self._thinned, least=least, weight=weight)
            for sides, stuck, share in _together(one, left_of, 0, least, thin):
                yield sides, None if stuck else self._following(sides, one, 0), share
        else:
            yield from self._met_by_turn(one, one.turns, left_of)

    def _thinned(self, rare: Pairs, least: float, weight: float) -> Pairs:
        if self.remainder is None:
            return {}
        return self.remainder.thinned(rare, least, weight)

    def _met_by_turn(
        self, one: Meeting, turns: int, left_of: Mapping[Clash, Sequence[Left]]
    ) -> Iterator[tuple[Field, Meeting | None, float]]:
        before: dict[Field, float] = {}
        for turn in range(turns):
            done: dict[Field, float] = {}
            for sides, goes_on, share in _together(one, left_of, turn):
                if not goes_on:
                    done[sides] = done.get(sides, 0.0) + share
                elif turn + 1 == turns:
                    yield sides, None, share
            for sides, share in done.items():
                more = share - before.get(sides, 0.0)
                if more > 0:
                    yield sides, self._following(sides, one, turn + 1), more
            before = done

    def _left_of(
        self, wanted: Mapping[Clash, float], turns: int
    ) -> dict[Clash, Sequence[Left]]:
        """Compute the fighters left of each clash, all of one kind together.

        After each of so many turns, or with 0 in the end.
        """
        kinds: dict[tuple[Side, int, bool], list[Clash]] = {}
        for clash in wanted:
            kinds.setdefault((clash.many, len(clash.several), clash.alone), []).append(
                clash
            )
        found: dict[Clash, Sequence[Left]] = {}
        for kind, clashes in sorted(kinds.items()):
            walk = self._walk(*kind)
            self._begin(walk, [clash for clash in clashes if clash not in self._begun])
            begun = [self._begun[clash] for clash in clashes]
            weights = [wanted[clash] for clash in clashes]
            walk.explore(zip(begun, weights, strict=True), self.opens, self.budget)
            lefts: Sequence[Sequence[Left]] = (
                walk.by_turn(begun, turns)
                if turns
                else [(left,) for left in walk.at_last(begun)]
            )
            if self.remainder is not None:
                asked = BegunClashes(walk, begun, np.array(weights), turns)
                lefts = rolled_on(lefts, asked, self.remainder)
            found.update(zip(clashes, lefts, strict=True))
        return found

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


def _together(
    one: Meeting,
    left_of: Mapping[Clash, Sequence[Left]],
    turn: int,
    least: float = 0.0,
    thin: Thin = left_out,
) -> Iterator[tuple[Field, bool, float]]:
    """Yield the sides after all clashes of a meeting, and if one of them goes on."""
    many, idle = many_of(one)
    left: Left = {((), (), False): 1.0}
    for clash in clashes_of(one):
        left = merged(left, left_of[clash][turn], least, thin)
    apart: dict[Charger, Band] = {many: band_of(idle)}
    if one.waiting and one.charger != "none":
        waiting = band_of(one.waiting)
        apart[one.charger] = joined(apart.get(one.charger, ()), waiting)
    of_a, of_b = apart.get("a", ()), apart.get("b", ())
    for (of_many, of_one, goes_on), share in left.items():
        a, b = (of_many, of_one) if many == "a" else (of_one, of_many)
        yield (joined(a, of_a), joined(b, of_b)), goes_on, share


def _next_charger(sides: Field, first: Charger) -> Charger:
    """Return who charges next, where so many are left."""
    if len(sides[0]) != len(sides[1]):
        return "a" if len(sides[0]) > len(sides[1]) else "b"
    return "a" if first == "none" else first


def _befriended(situation: MordheimSituation, side: Side) -> MordheimSituation:
    """Return the situation with a friend near the fighters of one side."""
    own = replace(situation.of(side), friend_near=True)
    return replace(situation, a=own) if side == "a" else replace(situation, b=own)


def followed(
    groups: Groups, meetings: Mapping[Meeting, float], size: int, seed: Seed
) -> dict[Field, float]:
    """Compute the fighters left in the end, completely where states are few.

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
        groups.least, groups.opens = ROLLED_LIKELY
        return groups.fight(meetings)
    groups.budget = Budget(OPENED)
    whole, found = sum(meetings.values()), dict[Field, float]()
    for least in LIKELY:
        groups.least = groups.opens = least
        more = groups.fight(meetings)
        found = max(found, more, key=lambda some: sum(some.values()))
        if groups.budget.left <= 0:
            break
    if not ROLLED_ABOVE < whole - sum(found.values()) <= TOO_MUCH:
        return found
    groups.least, groups.remainder = ROLLED_LIKELY[0], Remainder(generator(seed))
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
