"""Fill up: what the points left can buy, the best first, until nothing more fits.

An army that is not legal, or has no unit yet, is made legal first: so a whole army is
chosen from nothing, those whom it must have before all others.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rulesets.books.book import Books
from rulesets.legality.cost import review_cost
from rulesets.legality.engine import Verdict, review, rules_for
from rulesets.legality.fixes.case import Army
from rulesets.legality.plans.bids import (
    A_UNIT,
    MOST_WORTHS,
    Bid,
    Bidding,
    Worth,
)
from rulesets.legality.plans.join import joined
from rulesets.legality.plans.make_legal import make_legal
from rulesets.legality.plans.marks import can_be_marked, demanding, with_marks
from rulesets.legality.plans.plan import (
    ArmyPlan,
    PlanStep,
    counted_out,
    outcome,
    settled,
)
from rulesets.legality.unit_names import UnitNames
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Line, Review
from rulesets.rosters.edits import Add, Choose, SetCount, apply_all
from rulesets.rosters.roster import Roster

MOST_WORK = 2_000_000
"""Most work of one filling beside making legal and measuring, see `review_cost`."""

LEGAL_FIRST = 1_000_000
"""Most work of making the army legal before anything is bought."""

A_UNIT_ALONE = 700
"""The work of reviewing one unit by itself for a bid."""

A_TRIAL = 300
"""The work of one trial beside its review, in the same measure."""

SHORTER = 150_000
"""Most of it that goes into a shorter way: more is bought than it takes anyway."""

COMPLETING = 60_000
"""Most work for what a new unit must have before it is legal."""

MOST_STEPS = 120
"""Most purchases of one filling."""

MOST_OFFERED = 12
"""Most purchases that are told beside the plan."""


@dataclass(frozen=True, slots=True)
class Filling:
    """A plan that spends the points left, and what else they could buy.

    Parameters
    ----------
    plan : ArmyPlan
    needed : int
        How many of its steps, the first ones, make the army legal.
    offers : tuple of PlanStep
        Single purchases for the army after these, the best first, each tried.
    """

    plan: ArmyPlan
    needed: int
    offers: tuple[PlanStep, ...] = ()


def fill_up(
    now: Review,
    books: Books,
    pack: Pack | None = None,
    worth: Worth | None = None,
    most_worths: int = MOST_WORTHS,
) -> Filling:
    """Return what the points left can buy as a plan, the best first.

    Purchases are units, more models and options; each is tried on the engine and keeps
    the army legal and within its points. They are ranked by what they gain for a point;
    a unit that is there already counts for less. What gains nothing, or what nobody can
    measure, comes last: units as the book has them, then models, then options. At the
    end marks are set that the army lacks and may have, such as who is the general.

    Parameters
    ----------
    now : Review
        Of the army as it is, by ``books`` and ``pack``.
    books : mapping
    pack : Pack, optional
    worth : callable, optional
        How good a reviewed unit is.
    most_worths : int
        Most units that ``worth`` is asked of, for the sake of those that take long.
    """
    first = _legal_first(now, books, pack)
    if not first.legal or now.limit is None:
        return Filling(first, len(first.steps))
    desk = _Desk(books, pack, Bidding(books, pack, worth, most_worths), MOST_WORK)
    offers = desk.run(first.roster)
    steps = settled(now.roster, [*first.steps, *joined(desk.steps)])
    told, roster, then = counted_out(now.roster, steps, books, pack)
    plan = ArmyPlan(
        tuple(told), roster, then, first.tried + desk.tried, not desk.is_spent
    )
    return Filling(with_marks(plan, now, books, pack), len(first.steps), offers)


def _legal_first(now: Review, books: Books, pack: Pack | None) -> ArmyPlan:
    """Return what makes an army legal, with somebody for each mark if there may be."""
    first = make_legal(now, books, pack, LEGAL_FIRST, SHORTER)
    if not first.legal or can_be_marked(first, books, pack):
        return first
    whole = make_legal(now, books, demanding(now, pack), LEGAL_FIRST, SHORTER)
    return whole if whole.legal else first


@dataclass(slots=True)
class _Desk:
    """The filling of one army: purchases made, and those that were refused."""

    books: Books
    pack: Pack | None
    bidding: Bidding
    left: int
    steps: list[tuple[str, PlanStep]] = field(default_factory=list)
    tried: int = 0
    _refused: set[tuple[str, str]] = field(default_factory=set)
    _names: UnitNames | None = None
    _cost: int = 0

    @property
    def is_spent(self) -> bool:
        """Return whether no work is left, that of measuring units by themselves too."""
        return self.left <= A_UNIT_ALONE * self.bidding.reviews

    def run(self, roster: Roster) -> tuple[PlanStep, ...]:
        """Buy until nothing more fits; return what else could be bought first."""
        at = review(roster, self.books, self.pack)
        army = self._army(at)
        bids = [*self._all(army)]
        offers = tuple(self._offers(army, bids))
        while bids and not self.is_spent and len(self.steps) < MOST_STEPS:
            bought = self._buy(army, bids)
            if bought is None:
                break
            bid, at = bought
            before = {line.id for line in army.units}
            army = self._army(at)
            changed = [u for u in army.units if u.id == bid.about or u.id not in before]
            gone = {unit.id for unit in changed}
            kept = [one for one in bids if one.about not in gone]
            bids = [*kept, *(b for unit in changed for b in self._for(army, unit))]
        return offers

    def _army(self, at: Review) -> Army:
        rules = rules_for(at.game, self.pack)
        army = Army(at, self.books, rules, self._names)
        self._names = army.names
        self._cost = review_cost(at.roster, self.books, rules, {})
        return army

    def _all(self, army: Army) -> Iterator[Bid]:
        yield from self.bidding.units(army, army.now.left or 0)
        for unit in army.units:
            if self.is_spent:
                return
            yield from self._for(army, unit)

    def _for(self, army: Army, unit: Line) -> Iterator[Bid]:
        if unit.kind == "unit":
            yield from self.bidding.for_unit(army, unit, army.now.left or 0)

    def _ranked(self, army: Army, bids: list[Bid]) -> list[Bid]:
        """Return the bids that fit, the best first."""
        taken: dict[str, int] = {}
        for unit in army.units:
            taken[unit.entry] = taken.get(unit.entry, 0) + 1
        left = army.now.left or 0

        def key(bid: Bid) -> tuple[float, int, int, float]:
            many = taken.get(bid.entry, 0) if bid.kind == A_UNIT else 0
            rate = (bid.gain or 0.0) / float(bid.points) / (1 + many)
            return -max(0.0, rate), bid.kind, many, -rate

        fit = [
            bid
            for bid in bids
            if bid.points <= left and (bid.about, bid.text) not in self._refused
        ]
        return sorted(fit, key=key)

    def _buy(self, army: Army, bids: list[Bid]) -> tuple[Bid, Review] | None:
        """Make the best purchase that keeps the army legal; none if there is none."""
        for bid in self._ranked(army, bids):
            if self.is_spent:
                return None
            found = self._tried(army, bid)
            if found is None:
                self._refused.add((bid.about, bid.text))
                continue
            step, _ = found
            self.steps.append((_whose(bid, step), step))
            roster = apply_all(army.now.roster, step.edits)
            return bid, review(roster, self.books, self.pack)
        return None

    def _tried(self, army: Army, bid: Bid) -> tuple[PlanStep, Verdict] | None:
        """Return a purchase as a step with the verdict after it; none if not legal."""
        self.tried += 1
        self.left -= self._cost + A_TRIAL
        roster = army.now.roster
        (step,) = settled(
            roster, [PlanStep(bid.text, bid.by, (bid.edit,), gain=bid.gain)]
        )
        then = outcome(roster, step.edits, self.books, self.pack)
        if then is not None and not then.legal and bid.kind == A_UNIT:
            step, then = self._completed(army, step)
        limit = army.now.limit or 0
        if then is None or not then.legal or not army.now.points < then.points <= limit:
            return None
        return step, then

    def _completed(self, army: Army, step: PlanStep) -> tuple[PlanStep, Verdict | None]:
        """Return a new unit with what it must have."""
        self.left -= COMPLETING // 2
        roster = apply_all(army.now.roster, step.edits)
        at = review(roster, self.books, self.pack)
        plan = make_legal(at, self.books, self.pack, COMPLETING)
        if not all(isinstance(edit, Add | Choose | SetCount) for edit in plan.edits):
            return step, None
        texts = (step.text, *(one.text for one in plan.steps))
        edits = (*step.edits, *plan.edits)
        return replace(step, text="; ".join(texts), edits=edits), plan.after

    def _offers(self, army: Army, bids: list[Bid]) -> Iterator[PlanStep]:
        """Yield single purchases for an army, the best first, each tried."""
        found = 0
        for bid in self._ranked(army, bids):
            if found == MOST_OFFERED or self.is_spent:
                return
            tried = self._tried(army, bid)
            if tried is None:
                self._refused.add((bid.about, bid.text))
                continue
            found += 1
            step, then = tried
            change = then.points - army.now.points
            yield replace(step, change=change, points=then.points)


def _whose(bid: Bid, step: PlanStep) -> str:
    """Return the id of the unit that a purchase is for."""
    edit = step.edits[0]
    new = bid.kind == A_UNIT and isinstance(edit, Add)
    return edit.selection.id if new and isinstance(edit, Add) else bid.about
