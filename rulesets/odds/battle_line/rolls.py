"""Battle lines with too many blows for anything else, rolled many at a time.

Rolls are spread evenly over fights that are alike (`even_dice`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic

import numpy as np

from rulesets.core.collector import collector_off
from rulesets.odds.battle_line.bouts import Bouts, bouts_of, combats_of
from rulesets.odds.battle_line.drawn import OVER
from rulesets.odds.battle_line.effort import USUAL, Effort
from rulesets.odds.battle_line.even_dice import EvenDice, nothing_surely, places, splits
from rulesets.odds.battle_line.failures import TableOfTests, failed_tests
from rulesets.odds.battle_line.fights import (
    MOST_TOLD,
    Fights,
    Wounds,
    as_slice,
    copies,
    nearness,
    parted,
    stacked,
)
from rulesets.odds.battle_line.model import (
    LONGEST,
    BattleLine,
    Blow,
    LineResult,
    Mode,
    RoundMoment,
    distinct,
    placed,
)
from rulesets.odds.battle_line.next_modes import NextModes
from rulesets.odds.battle_line.round_plans import RoundEnds, RoundPlans
from rulesets.odds.battle_line.round_trace import row_of
from rulesets.odds.native.bindings import stepped_kernel
from rulesets.odds.sampling import Seed, generator
from rulesets.odds.volley import Floats, Ints

PILOT = 128
"""Battle lines that are rolled to see how much effort they are."""

MOST_FIGHTS = 68_000
"""Most battle lines that are rolled."""

ENOUGH_FIGHTS = 42_000
"""Battle lines that tell most chances to 0.1 % (one error)."""

LEAST_FIGHTS = 6_000
"""Battle lines that are rolled whatever their effort."""

LEAST_GOING_ON = 700
"""Fights of which all go on, whatever their effort; of more it may be every second."""

SPREAD = 2
"""Ways in which each fight goes on after the blows of its first round."""

PARTS = 64
"""Parts of a sample; how far they differ tells how sure it is."""

SHOWN = 16_384
"""Fights whose first losses are shown at a time."""

THIN, ONE_OF = (0.01, 0.001), 4
"""Shares still fighting below which only one of so many fights goes on, for all of
those [chance]."""

Lost = tuple[Ints, Wounds]
"""Fights, and ``[track, fight]``: what they lost in a round [wounds]."""

_Drawn = tuple[Sequence[Blow], list[Ints]]
"""An order of blows, and those that drew it."""


@collector_off()
def roll_line(line: BattleLine[Mode], seed: Seed, fights: int = 0) -> LineResult[Mode]:
    """Return how a battle line goes, from a sample.

    Parameters
    ----------
    line : BattleLine
    seed : str, or callable
        Text of the whole question: the same question gives the same sample.
    fights : int
        How many are rolled; 0 for as many as a second allows.
    """
    effort = Effort(NextModes(line), RoundPlans(line.rules))
    if not fights:
        unseen = replace(line, observe=lambda mode, moment, chances: None)
        _rolled(unseen, effort, generator("pilot"), PILOT)
        enough = min(ENOUGH_FIGHTS, MOST_FIGHTS)
        least = effort.affordable(PILOT, min(LEAST_FIGHTS, enough), enough)
        fights = effort.affordable(PILOT, least, MOST_FIGHTS, USUAL)
    found = _rolled(line, effort, generator(seed), fights).result()
    effort.plans.traces.steps.forget()
    return found


def _rolled(
    line: BattleLine[Mode],
    effort: Effort[Mode],
    dice: np.random.Generator,
    fights: int,
) -> "_Sample[Mode]":
    """Return so many battle lines, fought to their end."""
    part = np.arange(fights) * PARTS // fights
    even = EvenDice(dice, PARTS)
    same = np.zeros(fights, dtype=np.int64)
    begun = even.drawn(part, same, same, splits(np.array([[*line.begun.values()]])))
    wounds = np.array([left for _, left in line.begun], dtype=np.int32).T
    sample = _Sample(
        line,
        effort,
        even,
        Fights(
            np.array([effort.nexts.number(mode) for mode, _ in line.begun])[begun],
            wounds.take(begun, axis=1),
            part,
            np.full(fights, 1.0 / fights),
        ),
        fights,
    )
    for _ in range(LONGEST if line.limit is None else line.limit):
        if not sample.fight_round():
            break
    return sample


@dataclass(frozen=True, slots=True, eq=False)
class _Played(Generic[Mode]):
    """Combats that are alike and played a round, and the class of each."""

    mode: Mode
    which: Ints
    kinds: Ints

    def repeated(self, many: int) -> "_Played[Mode]":
        """Return each of them so many times."""
        return _Played(self.mode, copies(self.which, many), self.kinds.repeat(many))


@dataclass(slots=True, eq=False)
class _Sample(Generic[Mode]):
    """Many fights of one battle line, each in a mode and with wounds left."""

    line: BattleLine[Mode]
    effort: Effort[Mode]
    even: EvenDice
    fights: Fights
    count: int
    over: list[Fights] = field(default_factory=list)
    gone: Floats = field(default_factory=lambda: np.zeros(0))
    by_round: list[Floats] = field(default_factory=list)
    rounds: float = 0.0
    thinned: int = 0
    unmet: list[tuple[float, float]] = field(default_factory=list)
    missed: float = 0.0

    @property
    def nexts(self) -> NextModes[Mode]:
        """Return the modes that were met so far."""
        return self.effort.nexts

    def fight_round(self) -> bool:
        """Fight a round of all that are not over; tell whether there are any."""
        gone = np.array(self.nexts.over)[self.fights.mode]
        self.over.append(self.fights.some(np.flatnonzero(gone)))
        self.gone = self._with(self.gone, self.over[-1])
        if gone.any():
            self.fights = self.fights.some(np.flatnonzero(~gone))
        if not len(self.fights.mode):
            return False
        share = float(self.fights.shares.sum())
        if self.line.limit is None and share <= OVER:
            self.missed = share
            return False
        self._thin(share)
        self.rounds += share
        nexts, fights = self.nexts, self.fights
        bouts = bouts_of(fights.part, fights.mode, nexts.groups, nexts.orders)
        begun, lost = fights.wounds.copy() if not self.by_round else None, list[Lost]()
        modes, played = [*nexts.alike], list[_Played[Mode]]()
        for group, some in bouts.alike():
            self.effort.begin(group, len(some))
            one, losses = self._fight(modes[group], some, bouts)
            played.append(one)
            lost += losses
        if begun is not None:
            self._show(begun, lost)
            played, bouts = self._spread(played, bouts)
        self._follow(played, bouts)
        self.by_round.append(self._with(self.gone, self.fights))
        return True

    def _with(self, shares: Floats, fights: Fights) -> Floats:
        """Return the chance of each mode with those of some fights [chance]."""
        found: Floats = np.zeros(len(self.nexts.modes))
        found += np.bincount(fights.mode, fights.shares, len(found))
        found[: len(shares)] += shares
        return found

    def _thin(self, share: float) -> None:
        """Fight on with a few for all, where few are left or too many differ."""
        if self.thinned < len(THIN) and share < THIN[self.thinned]:
            self.thinned += 1
            self._leave(share, ONE_OF)
        while len(self.fights.mode) > LEAST_GOING_ON:
            if self.effort.allows({*self._groups().tolist()}):
                break
            self._leave(share, 2)

    def _groups(self) -> Ints:
        groups = combats_of(self.nexts.groups, self.fights.mode)
        return distinct(groups[groups >= 0])

    def _leave(self, share: float, many: int) -> None:
        """Leave one of so many fights, which stands for all."""
        codes = places(*self.fights.wounds)
        likeness = places(self.fights.mode, codes)
        kept, times = self.even.one_of(many, self.fights.part, likeness)
        self.fights = self.fights.some(kept)
        self.fights.shares *= times
        self.unmet.append((share, float(self.fights.shares.max(initial=0.0))))

    def _recover(self, mode: Mode, which: Ints) -> None:
        """Roll which wounds come back."""
        for pool, moves in self.line.recovers(mode).items():
            likeness = places(*self.fights.wounds[:, which])
            row, part = self.fights.wounds[pool, which], self.fights.part[which]
            after = self.even.drawn(part, row, likeness, splits(moves))
            self.fights.wounds[pool, which] = after

    def _fight(
        self, mode: Mode, some: Ints, bouts: Bouts
    ) -> tuple["_Played[Mode]", list[Lost]]:
        """Play a round of combats that are alike; tell what was lost in the first."""
        self._recover(mode, bouts.fight[some])
        modes, found = [*self.nexts.ordered], dict[int, _Drawn]()
        for order, those in parted(bouts.order[some], some):
            for blows, drew in self._ordered(modes[order], those, bouts):
                found.setdefault(id(blows), (blows, []))[1].append(drew)
        which, kinds, lost = list[Ints](), list[Ints](), list[Lost]()
        for blows, several in found.values():
            those = bouts.sorted(np.concatenate(several))
            fights = bouts.fight[those]
            ends = self._ends(mode, fights, blows)
            bouts.play(those, ends.ahead, ends.recent)
            which.append(those)
            kinds.append(ends.kinds)
            lost.append((fights, ends.lost))
        return _Played(mode, np.concatenate(which), np.concatenate(kinds)), lost

    def _ordered(
        self, mode: Mode, some: Ints, bouts: Bouts
    ) -> Iterator[tuple[Sequence[Blow], Ints]]:
        """Yield the orders of blows of a mode, each with the combats that draw it."""
        orders = self.line.rules.orders(mode)
        same = np.zeros(len(some), dtype=np.int64)
        chances = splits(np.array([[weight for weight, _ in orders]]))
        chosen = same
        if len(orders) > 1:
            latest = bouts.latest[bouts.fight[some]]
            chosen = self.even.drawn(bouts.parts_of(some), same, latest, chances)
        for place, those in parted(chosen, some):
            yield orders[place][1], those

    def _follow(self, played: Sequence["_Played[Mode]"], bouts: Bouts) -> None:
        """Roll what follows a round of all fights."""
        row, code = np.empty_like(bouts.fight), np.empty_like(bouts.fight)
        tests, begun = list[TableOfTests](), 0
        for one in played:
            kinds, place = placed(one.kinds)
            codes, taken = self.nexts.tests(one.mode, kinds)
            row[one.which], code[one.which] = begun + place, codes[place]
            tests.append(taken)
            begun += len(kinds)
        every, wounds = TableOfTests.together(tests), self.fights.wounds
        code += failed_tests(every, row, bouts, wounds, self.even)
        rows, begun = list[tuple[Floats, Ints]](), 0
        for one in played:
            told, place = placed(code[one.which])
            rows.append(self.nexts.branches(one.mode, told, np.bincount(place)))
            row[one.which] = begun + place
            begun += len(told)
        chances, leads = (stacked(several) for several in zip(*rows, strict=True))
        chosen = self._drawn(bouts, row, splits(chances))
        shape = len(self.fights.mode), int(bouts.place.max()) + 1
        ends = np.full(shape, -1, dtype=np.int64)
        ends[bouts.fight, bouts.place] = leads[row, chosen]
        self.fights.mode = self.nexts.after(self.fights.mode, ends)

    def _drawn(self, bouts: Bouts, row: Ints, chances: Floats) -> Ints:
        """Return what is drawn for each combat, one combat of a fight after another."""
        found, before = np.empty_like(row), np.zeros_like(bouts.part)
        for some in bouts.by_place():
            near, part = bouts.nearness(some, before), bouts.parts_of(some)
            found[some] = self.even.drawn(part, row[some], near, chances)
            before[bouts.fight[some]] *= chances.shape[1]
            before[bouts.fight[some]] += found[some]
        return found

    def _ends(self, mode: Mode, which: Ints, blows: Sequence[Blow]) -> RoundEnds:
        """Play a round, as the kernel does or NumPy; return where it leads to."""
        wounds, part = self.fights.wounds, self.fights.part[which]
        shifts = self.even.dice.random((len(blows), PARTS))
        plan = self.effort.plans.plan(mode, blows, shows=not self.by_round)
        kernel = stepped_kernel()
        self.effort.strike(len(which), len(blows), planned=plan is not None)
        if plan is None or kernel is None:
            begun = self.fights.wounds_of(which)
            left, ends = self._by_numpy(mode, begun, part, blows, shifts)
            wounds[:, as_slice(which)] = left
            return ends
        if plan.classes:
            return plan.play(kernel, wounds, (which, part, PARTS), shifts)
        begun = wounds.take(which, axis=1)
        ends = plan.play(kernel, wounds, (which, part, PARTS), shifts)
        moment = self._moment(begun, ends.lost)
        return replace(ends, kinds=self._kinds(mode, moment, len(part)))

    def _moment(self, wounds: Wounds, lost: Wounds) -> RoundMoment:
        """Return a moment in whole numbers that rules may make greater ones of."""
        start, more = wounds.astype(np.int64), lost.astype(np.int64)
        return RoundMoment(self.line.rules.tracks, [*start], [*more])

    def _kinds(self, mode: Mode, moment: RoundMoment, count: int) -> Ints:
        return np.broadcast_to(self.line.rules.classify(mode, moment), count)

    def _spread(
        self, played: Sequence["_Played[Mode]"], bouts: Bouts
    ) -> tuple[list["_Played[Mode]"], Bouts]:
        """Let each fight go on in several ways after the blows of the first round."""
        self.fights = self.fights.repeated(SPREAD)
        return [one.repeated(SPREAD) for one in played], bouts.repeated(SPREAD)

    def _show(self, begun: Wounds, several: Sequence[Lost]) -> None:
        """Show the losses of the first round, some at a time: they fit in a cache."""
        tracks = self.line.rules.tracks
        lost = np.zeros((len(tracks), begun.shape[1]), dtype=np.int32)
        for which, losses in several:
            some = as_slice(which)
            for track in np.flatnonzero(losses.any(axis=1)).tolist():
                lost[track, some] += losses[track]
        shares = self.fights.shares
        for mode, every in parted(self.fights.mode, np.arange(len(shares))):
            for first in range(0, len(every), SHOWN):
                some = as_slice(every[first : first + SHOWN])
                moment = self._moment(begun[:, some], lost[:, some])
                self.line.observe(self.nexts.modes[mode], moment, shares[some])

    def _by_numpy(
        self,
        mode: Mode,
        wounds: Wounds,
        part: Ints,
        blows: Sequence[Blow],
        shifts: Floats,
    ) -> tuple[Wounds, RoundEnds]:
        rules = self.line.rules
        none = np.zeros((len(rules.tracks), len(part)), dtype=np.int32)
        moment = self._moment(wounds, none)
        ahead, begun = np.zeros(len(part), dtype=np.int64), np.searchsorted(part, part)
        recent = np.arange(len(part)) - begun
        for blow, shift in zip(blows, shifts, strict=True):
            row = np.broadcast_to(row_of(blow, moment), part.shape)
            near, chances = nearness(ahead, recent), self.effort.plans.splits(blow)
            more = np.zeros(len(part), dtype=np.int64)
            some = np.flatnonzero(~nothing_surely(chances)[row])
            of_some = part[some], row[some], near[some]
            more[some] = self.even.taken(*of_some, chances, shift)
            recent = places(part, np.minimum(more, MOST_TOLD), recent) - begun
            moment.lose(blow.track, more)
            ahead = ahead - rules.sides[rules.tracks[blow.track]] * more
        kinds = self._kinds(mode, moment, len(part))
        left = np.stack([moment.now(pool) for pool in range(len(moment.start))])
        lost = np.stack(moment.lost).astype(np.int32)
        return left.astype(np.int32), RoundEnds(kinds, lost, ahead, recent)

    def result(self) -> LineResult[Mode]:
        """Return what has come of them."""
        every, count = [*self.over, self.fights], len(self.nexts.modes)
        wounds = [one.wounds for one in every]
        return LineResult(
            modes=self.nexts.modes,
            mode=np.concatenate([one.mode for one in every]),
            wounds=np.concatenate(wounds, axis=1, dtype=np.int64).T,
            chances=np.concatenate([one.shares for one in every]),
            by_round=[np.pad(one, (0, count - len(one))) for one in self.by_round],
            rounds=self.rounds,
            samples=self.count,
            part=np.concatenate([one.part for one in every]),
            parts=PARTS,
            missed=self.missed,
            thinned=self.unmet,
        )
