"""Fixes and waivers: edits that are tried on the engine before they are offered."""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from rulesets.books.book import Books
from rulesets.core.points import Points
from rulesets.legality.army_changes import content, new_messages, things
from rulesets.legality.cost import review_cost
from rulesets.legality.engine import Verdict, review, rules_for, verdict
from rulesets.legality.fixes.candidates import candidates_for, waivers_for
from rulesets.legality.fixes.case import (
    Army,
    FixCandidate,
    FixCase,
    adds,
    removes,
    together,
)
from rulesets.legality.fixes.targets import budgets_of, case_of
from rulesets.packs.pack import Pack
from rulesets.reviews.review import INFO, WARNING, Fix, Message, Review
from rulesets.rosters.edits import Edit, EditError, SetCount, SetLimit, apply_all
from rulesets.rosters.roster import Roster

MOST_TRIED = 40
"""Most edits that are tried for one message."""

MOST_REVIEWS = 300
"""Most edits that are tried for all messages of one army."""

MOST_WORK = 2_000_000
"""Most work of trying edits for one army, see `review_cost`."""

A_MESSAGE = 40
"""The work of telling one message of a trial, in the same measure."""

MOST_FOLLOWED = 3
"""Most edits that bring one new error and are tried together with a further one."""

MOST_FURTHER = 4
"""Most further edits that are tried with each of them."""

MOST_OFFERED = 4
"""Most fixes that a message carries."""

SOLVES, WARNS, NEARS = range(3)
"""Merits of a fix: its message is gone; that, but with a warning; it is nearer."""


def with_fixes(
    now: Review, books: Books, pack: Pack | None = None, most_work: int = MOST_WORK
) -> Review:
    """Return a review with the fixes and waivers of its messages.

    A fix is offered only if, tried on the engine, its message is gone and no error is
    there that was not there before. Those of one message lead to different armies. The
    smallest change comes first: the fewest things, then the fewest points; what needs
    the opponent's word is last. Where nothing does away with a message, two edits are
    tried together, of which the second mends the one error that the first brings; where
    that does not help, what brings the message nearer is offered. To play without the
    rule of a message is no fix but a waiver.
    All trials are together about as much work as ``most_work`` says, see `review_cost`.
    """
    rules = rules_for(now.game, pack)
    army = Army(now, books, rules)
    desk = _Desk(army, pack, budgets_of(rules), _trials(army, most_work))
    desk.share = max(4, desk.left // max(1, len(now.messages)))
    messages: list[Message] = []
    for message in now.messages:
        if desk.left and message.severity != INFO:
            case = case_of(army, message, desk.budgets)
            waivers = tuple(fix for _, fix in desk.waivers(case))
            message = replace(message, fixes=desk.fixes(case), waivers=waivers)
        messages.append(message)
    return replace(now, messages=tuple(messages))


def _trials(army: Army, most_work: int) -> int:
    """Return how many edits are tried for an army: as many as its review allows.

    The review that there is counts as one of them.
    """
    now = army.now
    work = A_MESSAGE * len(now.messages)
    work += review_cost(now.roster, army.books, army.pack, {})
    return max(0, min(MOST_REVIEWS, most_work // work - 1))


Rank = tuple[int, bool, Points, int, Points]
"""The sort key of fixes.

What it does; whether the opponent must agree; how far the message is still off; how
many things it changes, and by how many points.
"""


@dataclass(frozen=True, slots=True)
class _Plan:
    """A candidate with the army that it leads to and how many things it changes."""

    candidate: FixCandidate
    roster: Roster
    things: int

    @property
    def agreed(self) -> bool:
        """Return whether it needs the opponent's word."""
        return any(isinstance(edit, SetLimit) for edit in self.candidate.edits)


@dataclass(slots=True)
class _Desk:
    """The trials of one army: how many are left, and the share of one message."""

    army: Army
    pack: Pack | None
    budgets: frozenset[str]
    left: int
    share: int = 0

    def fixes(self, case: FixCase) -> tuple[Fix, ...]:
        """Return the fixes of a message, the best first."""
        now, message = self.army.now, case.message
        found: list[tuple[Rank, Fix]] = []
        stopped: list[tuple[_Plan, Message]] = []
        for plan in self._plans(case):
            if not self.left or _is_enough(found, plan):
                break
            then = self._verdict(plan)
            tried = _helps(now, then, message, plan)
            if tried is not None:
                found.append(tried)
            elif (error := _only_error(now, then, message)) is not None:
                stopped.append((plan, error))
        if not case.is_budget and all(rank[0] == NEARS for rank, _ in found):
            reached = {content(now.roster)}
            for plan, error in stopped[:MOST_FOLLOWED]:
                found += self._together(case, plan, error, reached)
        return tuple(_offered(found))

    def _together(
        self, case: FixCase, plan: _Plan, error: Message, reached: set[Hashable]
    ) -> Iterator[tuple[Rank, Fix]]:
        """Yield a plan with a further edit that mends the one error that it brings.

        That points are short is left to the player, and nothing is bought where
        something was taken away: it might be the same. ``reached`` are the armies that
        were tried so.
        """
        if self.left <= MOST_FURTHER or error.code in self.budgets:
            return
        self.left = max(0, self.left - 1)
        army, now = self.army, self.army.now
        reviewed = review(plan.roster, army.books, self.pack)
        then = Army(reviewed, army.books, army.pack, army.names)
        for candidate in islice(
            candidates_for(case_of(then, error, self.budgets)), MOST_FURTHER
        ):
            try:
                roster = apply_all(plan.roster, candidate.edits)
            except EditError:
                continue
            held = content(roster)
            if held in reached or (removes(plan.candidate) and adds(candidate)):
                continue
            reached.add(held)
            both = together((plan.candidate, candidate))
            whole = _Plan(both, roster, things(now.roster, roster))
            after = self._verdict(whole)
            tried = _helps(now, after, case.message, whole)
            if tried is not None and after.units:
                yield tried

    def waivers(self, case: FixCase) -> Iterator[tuple[Rank, Fix]]:
        """Yield waivers of the rule of a message."""
        for candidate in waivers_for(case):
            roster = apply_all(self.army.now.roster, candidate.edits)
            plan = _Plan(candidate, roster, 1)
            tried = _helps(self.army.now, self._verdict(plan), case.message, plan)
            if tried is not None and tried[0][0] != NEARS:
                yield tried

    def _plans(self, case: FixCase) -> list[_Plan]:
        """Return plans that lead to different armies, the smallest change first."""
        now = self.army.now.roster
        known: dict[Hashable, _Plan | None] = {content(now): None}
        most = min(self.share, self.left, MOST_TRIED)
        for candidate in islice(candidates_for(case), 2 * MOST_TRIED):
            try:
                roster = apply_all(now, candidate.edits)
            except EditError:
                continue
            held = content(roster)
            if held not in known:
                known[held] = _Plan(candidate, roster, things(now, roster))
            if len(known) > most:
                break
        plans = [plan for plan in known.values() if plan is not None]
        return sorted(plans, key=lambda plan: (plan.agreed, plan.things))

    def _verdict(self, plan: _Plan) -> Verdict:
        """Return the review of the army that a plan leads to."""
        self.left = max(0, self.left - 1)
        return verdict(plan.roster, self.army.books, self.pack)


def _helps(
    now: Review, then: Verdict, message: Message, plan: _Plan
) -> tuple[Rank, Fix] | None:
    """Return a plan as a fix with its rank; none if it does not help."""
    does = _does(now, then, message)
    if does is None:
        return None
    edits = plan.candidate.edits
    fix = Fix(plan.candidate.text, edits, then.points, then.legal, then.errors)
    lack = _off(then.messages, message) if does == NEARS else 0
    change = max(then.points - now.points, now.points - then.points)
    return (does, plan.agreed, lack, plan.things, change), fix


def _only_error(now: Review, then: Verdict, message: Message) -> Message | None:
    """Return the one error that is new where a message is gone; none if not one."""
    new = [*new_messages(now.messages, then.messages)]
    return new[0] if len(new) == 1 and _is_gone(now, then, message) else None


def _is_enough(found: list[tuple[Rank, Fix]], plan: _Plan) -> bool:
    """Return whether a plan and all behind it change more than the fixes at hand."""
    good = sorted(rank[3] for rank, _ in found if rank[0] == SOLVES and not rank[1])
    return len(good) >= MOST_OFFERED and good[MOST_OFFERED - 1] < plan.things


def _offered(found: Iterable[tuple[Rank, Fix]]) -> Iterator[Fix]:
    """Yield the best fixes: of one kind, unless that is only to agree on more."""
    ranked = sorted(found, key=lambda one: one[0])
    best = ranked[0][0][0] if ranked else SOLVES
    kept = [fix for rank, fix in ranked if rank[0] == best]
    if all(rank[1] for rank, _ in ranked if rank[0] == best):
        kept = [fix for _, fix in ranked]
    told: list[set[Hashable]] = []
    for fix in kept:
        does = {_what(edit) for edit in fix.edits}
        if len(told) < MOST_OFFERED and not any(less <= does for less in told):
            told.append(does)
            yield fix


def _what(edit: Edit) -> Hashable:
    """Return the subject of an edit: another count of a thing is no other candidate."""
    return (edit.id, "count") if isinstance(edit, SetCount) else edit


def _does(now: Review, then: Verdict, message: Message) -> int | None:
    """Return the effect of an edit on a message; none if it does not help."""
    if then.errors > now.errors or any(new_messages(now.messages, then.messages)):
        return None
    warns = any(new_messages(now.messages, then.messages, (WARNING,)))
    warns = warns or not then.units
    if _is_gone(now, then, message):
        return WARNS if warns else SOLVES
    if warns or _times_reported(then.messages, message) > _times_reported(
        now.messages, message
    ):
        return None
    nearer = _off(then.messages, message) < _off(now.messages, message)
    return NEARS if nearer else None


def _is_gone(now: Review, then: Verdict, message: Message) -> bool:
    """Return whether a message is gone: its rule has fewer messages, here too."""
    if any((m.where, m.text) == (message.where, message.text) for m in then.messages):
        return False
    here, there = (
        [m for m in these if m.where == message.where]
        for these in (now.messages, then.messages)
    )
    if _times_reported(there, message) >= _times_reported(here, message):
        return False
    return _times_reported(then.messages, message) < _times_reported(
        now.messages, message
    )


def _times_reported(messages: Iterable[Message], message: Message) -> int:
    """Return how many messages a rule has."""
    return sum(_same(message, other) for other in messages)


def _off(messages: Iterable[Message], message: Message) -> Points:
    """Return how far an army is off a rule's demand at the place of a message."""
    off: Points = 0
    for other in messages:
        if _same(message, other) and other.where == message.where:
            off += other.distance
    return off


def _same(message: Message, other: Message) -> bool:
    return (message.code, message.rule) == (other.code, other.rule)
