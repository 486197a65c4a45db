"""Make it legal: the fewest and smallest edits that leave an army no error.

A best-first search. Each army on the way is expanded by the candidates for its
messages, as fixes are; the armies that were seen are remembered by value. What an army
still needs is guessed from its errors, so that the search dives to a first plan; the
rest of the work goes into looking for a shorter one.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count, islice

from rulesets.books.book import Books
from rulesets.core.points import Points
from rulesets.legality.army_changes import content, things
from rulesets.legality.cost import Weights, review_cost
from rulesets.legality.engine import Verdict, review, rules_for, verdict
from rulesets.legality.fixes.case import Army, FixCandidate
from rulesets.legality.fixes.targets import budgets_of, case_of
from rulesets.legality.plans.moves import moves_for
from rulesets.legality.plans.plan import ArmyPlan, PlanStep, counted_out, settled
from rulesets.legality.plans.shorten import shortened
from rulesets.legality.unit_names import UnitNames
from rulesets.packs.pack import Pack
from rulesets.reviews.review import ERROR, MORE, Message, Review
from rulesets.rosters.edits import EditError, apply_all
from rulesets.rosters.roster import Roster

MOST_WORK = 2_500_000
"""Most work of one search, see `review_cost`."""

MOST_AFTERWARDS = 1_200_000
"""Most of it that goes into a shorter plan once there is one."""

A_TRIAL = 200
"""The work of one trial beside its review, in the same measure."""

A_CANDIDATE = 100
"""The work of making one candidate and the army that it leads to."""

MOST_TRIED = 60
"""Most edits that are tried for one message of one army."""

MOST_EDITS = 40
"""Most edits of a plan."""

FEW = 3
"""Errors of an army for all of which edits are tried at once."""

DIVING, SEARCHING = 12.0, 2.0
"""The weight of what an army still needs against the edits made so far.

Until there is a plan, and afterwards, when shorter ones are looked for.
"""

NEW_ERRORS = 2.0
"""The most that a step may leave to do beyond what was left before it."""


@dataclass(frozen=True, slots=True)
class _Stop:
    """An army on the way: its roster and verdict, and the steps that lead to it."""

    roster: Roster
    then: Verdict
    steps: tuple[PlanStep, ...] = ()
    names: UnitNames | None = None
    edits: int = 0
    things: int = 0
    lack: float = 0.0

    @property
    def size(self) -> tuple[int, int]:
        """Return how long the way was: edits, then things changed."""
        return self.edits, self.things


def make_legal(
    now: Review,
    books: Books,
    pack: Pack | None = None,
    most_work: int = MOST_WORK,
    most_afterwards: int = MOST_AFTERWARDS,
    keeps: Callable[[Roster], bool] | None = None,
) -> ArmyPlan:
    """Return the shortest plan found that leaves no error, or how far it came.

    Parameters
    ----------
    now : Review
        Of the army as it is, by ``books`` and ``pack``.
    books : mapping
    pack : Pack, optional
    most_work : int
        About how much work may be done [microseconds]; the same work finds the same
        plan, however fast the machine is.
    most_afterwards : int
        How much of it goes into a shorter plan once there is one.
    keeps : callable, optional
        Whether an army still has what it must keep; no plan passes one that has not.

    Returns
    -------
    ArmyPlan
        Without steps where the army is legal, or where nothing helps. It never agrees
        on other points, waives no rule and leaves units in the army.
    """
    search = _Search(now, books, pack, most_work, most_afterwards, keeps)
    search.run()
    best = search.best or search.nearest
    steps = settled(now.roster, best.steps)
    if search.best is not None:
        steps = shortened(now, steps, books, pack)
    told, roster, then = counted_out(now.roster, steps, books, pack)
    return ArmyPlan(tuple(told), roster, then, len(search.seen), not search.spent)


@dataclass(slots=True)
class _Search:
    """The search for one army: what was seen, what is open, the best so far."""

    now: Review
    books: Books
    pack: Pack | None
    left: int
    afterwards: int
    keeps: Callable[[Roster], bool] | None = None
    seen: dict[Hashable, tuple[Verdict, int]] = field(default_factory=dict)
    best: _Stop | None = None
    nearest: _Stop = field(init=False)
    spent: bool = False
    rules: Pack = field(init=False)
    budgets: frozenset[str] = field(init=False)
    _far: dict[tuple[str, str], Points] = field(default_factory=dict)
    _cost: int = 0
    _weights: Weights = field(default_factory=dict)
    _open: list[tuple[tuple[float, int, int], _Stop]] = field(default_factory=list)
    _serial: Iterator[int] = field(default_factory=count)

    def __post_init__(self) -> None:
        """Begin at the army as it is."""
        self.rules = rules_for(self.now.game, self.pack)
        self.budgets = budgets_of(self.rules)
        then = verdict(self.now.roster, self.books, self.pack)
        for message in then.messages:
            key = (message.code, message.rule)
            self._far[key] = max(self._far.get(key, 0), message.distance)
        self.nearest = _Stop(self.now.roster, then, lack=self._lack(then))
        self.seen[content(self.now.roster)] = then, 0

    def run(self) -> None:
        """Search until nothing is open that might be shorter, or work is spent."""
        if self.nearest.then.legal:
            self.best = self.nearest
            return
        self._push(self.nearest)
        while self._open:
            stop = heappop(self._open)[-1]
            if not self._may_be_shorter(stop):
                continue
            if self.left <= 0:
                self.spent = True
                return
            self._expand(stop)

    def _push(self, stop: _Stop) -> None:
        greed = DIVING if self.best is None else SEARCHING
        key = stop.edits + greed * stop.lack, stop.things, next(self._serial)
        heappush(self._open, (key, stop))

    def _take(self, stop: _Stop) -> None:
        """Keep a legal army as the best; what is open is ordered anew at the first."""
        first, self.best = self.best is None, stop
        if first:
            self.left = min(self.left, self.afterwards)
            those, self._open = self._open, []
            for _, other in those:
                self._push(other)

    def _may_be_shorter(self, stop: _Stop) -> bool:
        if self.best is None:
            return stop.edits < MOST_EDITS
        return (stop.edits + 1, stop.things) < self.best.size

    def _expand(self, stop: _Stop) -> None:
        """Try edits for the errors of an army; a later error where none helped."""
        self._cost = review_cost(stop.roster, self.books, self.rules, self._weights)
        self.left -= 2 * self._cost + A_TRIAL
        at = review(stop.roster, self.books, self.pack)
        army = Army(at, self.books, self.rules, stop.names)
        errors = self._to_mend(at)
        wide = len(errors) <= FEW
        for message in errors:
            found = [*self._tried(stop, army, message)]
            if not wide and any(next.lack < stop.lack for next in found):
                return

    def _to_mend(self, at: Review) -> list[Message]:
        """Return the errors of an army, points last; of an empty one all messages."""
        empty = not any(force.units for force in at.forces)
        told = [m for m in at.messages if m.code != MORE]
        errors = [m for m in told if empty or m.severity == ERROR]
        return sorted(errors, key=lambda m: m.code in self.budgets)

    def _tried(self, stop: _Stop, army: Army, message: Message) -> Iterator[_Stop]:
        """Yield the armies that edits against a message lead to, smallest first."""
        case = case_of(army, message, self.budgets)
        found = self._reached(stop, islice(moves_for(case), 2 * MOST_TRIED))
        for candidate, roster, held, size in found[:MOST_TRIED]:
            late = self.best is not None and size >= self.best.size
            if self.left <= 0 or late:
                return
            then = self._verdict(roster, held, size[0])
            step = PlanStep(candidate.text, message.text, candidate.edits)
            after = _Stop(
                roster,
                then,
                (*stop.steps, step),
                army.names,
                *size,
                lack=self._lack(then),
            )
            if then.legal:
                self._take(after)
            elif after.lack <= stop.lack + NEW_ERRORS:
                self._push(after)
                self._note_nearest(after)
            yield after

    def _reached(
        self, stop: _Stop, candidates: Iterable[FixCandidate]
    ) -> list[tuple[FixCandidate, Roster, Hashable, tuple[int, int]]]:
        """Return candidates with the armies that they lead to, the smallest first."""
        found = {}
        for candidate in candidates:
            self.left -= A_CANDIDATE
            edits = stop.edits + len(candidate.edits)
            if self.best is not None and edits > self.best.edits:
                continue
            try:
                roster = apply_all(stop.roster, candidate.edits)
            except EditError:
                continue
            if self.keeps is not None and not self.keeps(roster):
                continue
            held = content(roster)
            if held in found or self.seen.get(held, (None, MOST_EDITS))[1] <= edits:
                continue
            size = edits, things(self.now.roster, roster)
            found[held] = candidate, roster, held, size
        return sorted(found.values(), key=lambda one: one[3])

    def _verdict(self, roster: Roster, held: Hashable, edits: int) -> Verdict:
        """Return the verdict on an army, once for all armies of its value."""
        known = self.seen.get(held)
        if known is None:
            self.left -= self._cost + A_TRIAL
            then = verdict(roster, self.books, self.pack)
        else:
            then = known[0]
        self.seen[held] = then, edits
        return then

    def _lack(self, then: Verdict) -> float:
        """Return a guess of how many steps an army is away from a legal one."""
        lack = 0.0 if then.units else 1.0
        told = [m for m in then.messages if m.severity == ERROR and m.code != MORE]
        for message in told:
            most = self._far.get((message.code, message.rule), 0)
            far = message.distance
            lack += 0.5 + 0.5 * float(far / most if 0 < far < most else 1)
        return lack + then.errors - len(told)

    def _note_nearest(self, stop: _Stop) -> None:
        """Keep the army that came nearest and is not dearer than it may be."""
        limit = self.now.limit
        may = self.now.points if limit is None else max(limit, self.now.points)
        if stop.then.points > may or not stop.then.units:
            return
        if (stop.lack, *stop.size) < (self.nearest.lack, *self.nearest.size):
            self.nearest = stop
