"""Several Mordheim fighters against several: clash after clash until one side is gone.

They pair off as evenly as they can, at most three to one; each clash is fought to its
end by itself; whoever is left then meets anew.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from rulesets.games.mordheim.combat.casting import spell_hits
from rulesets.games.mordheim.combat.chain import opening
from rulesets.games.mordheim.combat.clashes import Beginning, Budget, Walk
from rulesets.games.mordheim.combat.context import (
    Charger,
    MordheimContext,
    MordheimSituation,
)
from rulesets.games.mordheim.combat.meetings import (
    MOST_AT_ONE,
    Band,
    Clash,
    Field,
    Left,
    Meeting,
    band_of,
    clashes_of,
    joined,
    many_of,
    merged,
)
from rulesets.games.mordheim.combat.orders import MordheimTurn
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.games.mordheim.combat.report import labels
from rulesets.games.mordheim.combat.side import beginning, party
from rulesets.games.mordheim.combat.turn import Melee
from rulesets.odds.answer import Distribution, Odds
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import binomial

OPENED = 90_000.0
"""Ways that lead on from states that are followed: some tenths of a second of work."""

FEW = 3_500
"""States of all clashes up to which every one of them is followed."""

LIKELY = (1e-4, 1e-6)
"""Chances from which on a state is followed, one after the other while work is left,
where there are more [chance]."""

TOO_MUCH = 0.25
"""The most that may be missing [chance]."""

EXACT = 1e-9
"""The most that may be missing of an exact answer [chance]."""

GROUP_NOTES = (
    "They pair off as evenly as they can, at most three to one; the others wait.",
    "Each clash is fought to its end by itself; who is left of both sides then meets "
    "anew, back on his feet. The side with more left charges, of equals the first "
    "charger.",
    "Fear is tested before the first clash only. A friend is near, but for the last, "
    "unless they are said to be far away.",
    "A fighter at 0 wounds fights on: each further wound is one more injury roll.",
)


@dataclass(slots=True)
class Groups:
    """Clashes of two sides: all that so many fighters may come to, at one go.

    Parameters
    ----------
    warriors : mapping
        By side.
    context : MordheimContext
    """

    warriors: Mapping[Side, Warrior]
    context: MordheimContext
    least: float = 0.0
    budget: Budget = field(default_factory=lambda: Budget(math.inf))
    _walks: dict[tuple[Side, int, bool], Walk] = field(default_factory=dict)
    _begun: dict[Clash, Beginning] = field(default_factory=dict)

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
            for sides, stuck, share in self._clashed(now):
                if stuck or not all(sides):
                    ends[sides] = ends.get(sides, 0.0) + share
                else:
                    following = Meeting(sides, self._next_charger(sides))
                    coming[following] = coming.get(following, 0.0) + share
        return ends

    def _next_charger(self, sides: Field) -> Charger:
        """Return who charges next; ``situation.charge`` is who did first."""
        asked = self.context.situation.charge
        if len(sides[0]) != len(sides[1]):
            return "a" if len(sides[0]) > len(sides[1]) else "b"
        return "a" if asked == "none" else asked

    def _clashed(
        self, meetings: Mapping[Meeting, float]
    ) -> Iterator[tuple[Field, bool, float]]:
        """Yield who is left after one clash of everybody who is near enough."""
        likely = {one: w for one, w in meetings.items() if w > self.least}
        wanted: dict[Clash, float] = {}
        for one, weight in likely.items():
            for clash in clashes_of(one):
                wanted[clash] = wanted.get(clash, 0.0) + weight
        left_of = self._left_of(wanted)
        for one, weight in likely.items():
            many, idle = many_of(one)
            left: dict[tuple[Band, Band, bool], float] = {((), (), False): 1.0}
            for clash in clashes_of(one):
                left = merged(left, left_of[clash], self.least / max(weight, 1e-300))
            for (of_many, of_one, stuck), share in left.items():
                sides = {many: joined(of_many, band_of(idle)), OTHER[many]: of_one}
                if one.waiting and one.charger != "none":
                    waiting = band_of(one.waiting)
                    sides[one.charger] = joined(sides[one.charger], waiting)
                yield (sides["a"], sides["b"]), stuck, weight * share

    def _left_of(self, wanted: Mapping[Clash, float]) -> dict[Clash, Left]:
        """Compute the fighters left of each clash, all of one kind together."""
        kinds: dict[tuple[Side, int, bool], list[Clash]] = {}
        for clash in wanted:
            kinds.setdefault((clash.many, len(clash.several), clash.alone), []).append(
                clash
            )
        found: dict[Clash, Left] = {}
        for kind, clashes in sorted(kinds.items()):
            walk = self._walk(*kind)
            self._begin(walk, [clash for clash in clashes if clash not in self._begun])
            begun = [self._begun[clash] for clash in clashes]
            weights = [wanted[clash] for clash in clashes]
            walk.explore(zip(begun, weights, strict=True), self.least, self.budget)
            found.update(zip(clashes, walk.at_last(begun), strict=True))
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


def _befriended(situation: MordheimSituation, side: Side) -> MordheimSituation:
    """Return the situation with a friend near the fighters of one side."""
    own = replace(situation.of(side), friend_near=True)
    return replace(situation, a=own) if side == "a" else replace(situation, b=own)


def group_fight(
    warriors: Mapping[Side, Warrior],
    counts: Mapping[Side, int],
    fear: tuple[float, float],
    context: MordheimContext,
) -> Odds:
    """Return the odds of several against several, fought to the end.

    Parameters
    ----------
    warriors, counts : mapping
        By side.
    fear : tuple of float
        Chances that fear holds back a charger, and shakes who is charged [chance].

    Raises
    ------
    MatchUpError
        If too little of what may happen can be followed.
    """
    groups = Groups(warriors, context)
    bodies = {
        side: party(warrior, warriors[OTHER[side]], counts, context.untraced()).body
        for side, warrior in warriors.items()
    }
    lives = {side: len(body.states()) - 2 for side, body in bodies.items()}
    size = size_of(lives, counts)
    begun = {
        side: (beginning(warrior, bodies[side], context.situation),) * counts[side]
        for side, warrior in warriors.items()
    }
    charger = context.situation.charge
    holds, shakes = fear
    meetings: dict[Meeting, float] = {}
    held_all = 0.0
    number = 0 if charger == "none" else counts[charger]
    for held in range(number + 1) if holds else (0,):
        share = binomial(number, holds)[held]
        if held and held == number:
            held_all = share
            continue
        now = dict(begun)
        waiting: Band = ()
        if held and charger != "none":
            now[charger], waiting = begun[charger][held:], begun[charger][:held]
        meeting = Meeting((now["a"], now["b"]), charger, waiting, (shakes, shakes))
        meetings[meeting] = share
    ends = followed(groups, meetings, size)
    return group_odds(groups.warriors, ends, counts, (charger, held_all))


def followed(
    groups: Groups,
    meetings: Mapping[Meeting, float],
    size: int,
    part: float = 1.0,
) -> dict[Field, float]:
    """Compute the fighters left in the end, completely where states are few.

    Where there are more, what is likely, ever more of it while work is left: this part
    of all that there is.
    """
    if size <= FEW:
        return groups.fight(meetings)
    groups.budget = Budget(part * OPENED)
    best: dict[Field, float] = {}
    for groups.least in LIKELY:
        found = groups.fight(meetings)
        if sum(found.values()) > sum(best.values()):
            best = found
        if groups.budget.left <= 0:
            break
    return best


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


def group_odds(
    warriors: Mapping[Side, Warrior],
    ends: Mapping[Field, float],
    counts: Mapping[Side, int],
    held: tuple[Charger, float] = ("none", 0.0),
) -> Odds:
    """Return the answer about groups, of the fighters left in the end.

    Parameters
    ----------
    warriors : mapping
    ends : mapping
        What is missing to 1 was not followed [chance].
    counts : mapping
    held : tuple
        Who may hold back wholly, and how likely he does [chance].

    Raises
    ------
    MatchUpError
        If too little of what may happen was followed.
    """
    outcomes = {"a-out": 0.0, "b-out": 0.0}
    left = {side: [0.0] * (counts[side] + 1) for side in SIDES}
    undecided = 0.0
    for (of_a, of_b), share in ends.items():
        left["a"][len(of_a)] += share
        left["b"][len(of_b)] += share
        if of_a and of_b:
            undecided += share
        else:
            outcomes["b-out" if of_a else "a-out"] += share
    if held[1]:
        outcomes[f"{held[0]}-holds-back"] = held[1]
        for side in SIDES:
            left[side][counts[side]] += held[1]
    whole = outcomes["a-out"] + outcomes["b-out"] + undecided + held[1]
    error = max(0.0, 1.0 - whole)
    if error > TOO_MUCH:
        text = "too much may happen among so many with so many wounds: ask about fewer"
        raise MatchUpError("/situation/a.fighters", text)
    return Odds(
        outcomes={
            key: chance / whole
            for key, chance in {**outcomes, "undecided": undecided}.items()
        },
        labels=_labels(warriors),
        survivors={
            side: Distribution(
                f"{warriors[side].name}: fighters left",
                "models",
                tuple(chance / whole for chance in chances),
            )
            for side, chances in left.items()
        },
        events={
            "a-wins": outcomes["b-out"] / whole,
            "b-wins": outcomes["a-out"] / whole,
        },
        method="exact" if error < EXACT else "bounded",
        error=error,
        notes=GROUP_NOTES if error < EXACT else (*GROUP_NOTES, _bounded(error)),
    )


def _bounded(error: float) -> str:
    return (
        "To follow everything that may happen would take too long: what is left out"
        f" has a chance of {100 * error:.2g} %, and no chance is further off than that."
    )


def _labels(warriors: Mapping[Side, Warrior]) -> dict[str, str]:
    own = {
        f"{side}-out": f"Nobody left of {warrior.name}"
        for side, warrior in warriors.items()
    }
    return {**labels(warriors), **own}
