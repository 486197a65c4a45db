"""Marks: choices without a price that an army still lacks, such as who is the general.

A game asks for them with a warning that wants something to be there. A mark is set
where the engine leaves an army legal with it: rules say whom it may be, such as the
highest Leadership. Of several it is set on the dearest unit.
"""

from dataclasses import replace

from rulesets.books.book import Books
from rulesets.core.caching import Remembered
from rulesets.core.query import Limit
from rulesets.legality.engine import review, rules_for
from rulesets.legality.fixes.case import Army, FixCandidate
from rulesets.legality.fixes.targets import budgets_of, case_of
from rulesets.legality.plans.moves import moves_for
from rulesets.legality.plans.plan import (
    ArmyPlan,
    PlanStep,
    counted_out,
    outcome,
    settled,
)
from rulesets.packs.pack import Pack
from rulesets.reviews.review import ERROR, WARNING, Line, Message, Review
from rulesets.rosters.edits import Add, Choose

_known: Remembered[Pack] = Remembered(most=16)


def with_marks(
    plan: ArmyPlan, now: Review, books: Books, pack: Pack | None = None
) -> ArmyPlan:
    """Return a plan with the marks that its army may have and lacks, as last steps."""
    if not plan.legal:
        return plan
    at = review(plan.roster, books, pack)
    for message in _lacking(at, pack):
        mark = _mark(at, message, books, pack)
        if mark is not None:
            steps = settled(now.roster, [*plan.steps, mark])
            told, roster, then = counted_out(now.roster, steps, books, pack)
            plan = replace(plan, steps=tuple(told), roster=roster, after=then)
            at = review(roster, books, pack)
    return plan


def can_be_marked(plan: ArmyPlan, books: Books, pack: Pack | None) -> bool:
    """Return whether somebody in an army may have each mark that it lacks."""
    at = review(plan.roster, books, pack)
    return all(_mark(at, message, books, pack) for message in _lacking(at, pack))


def demanding(at: Review, pack: Pack | None) -> Pack:
    """Return the pack of an army by which to lack a mark is an error."""
    return _known.of(rules_for(at.game, pack), _demanding)


def _demanding(pack: Pack) -> Pack:
    limits = (
        replace(limit, severity=ERROR) if _is_of_marks(limit) else limit
        for limit in pack.limits
    )
    return replace(pack, limits=tuple(limits))


def _is_of_marks(limit: Limit) -> bool:
    is_of_selections = limit.query.count == "selections"
    return limit.severity == WARNING and limit.min is not None and is_of_selections


def _lacking(at: Review, pack: Pack | None) -> list[Message]:
    """Return the warnings of an army that a mark is missing."""
    rules = rules_for(at.game, pack)
    codes = {limit.key for limit in rules.limits if _is_of_marks(limit)}
    return [one for one in at.messages if one.code in codes]


def _mark(
    at: Review, message: Message, books: Books, pack: Pack | None
) -> PlanStep | None:
    """Return the step that mends a warning for nothing; none where there is none."""
    rules = rules_for(at.game, pack)
    army = Army(at, books, rules)
    best: tuple[float, FixCandidate] | None = None
    for candidate in moves_for(case_of(army, message, budgets_of(rules))):
        whose = _whose(army, candidate)
        if whose is None or (best is not None and float(whose.points) <= best[0]):
            continue
        then = outcome(at.roster, candidate.edits, books, pack)
        if then is None or not then.legal or then.points != at.points:
            continue
        if all(one.code != message.code for one in then.messages):
            best = float(whose.points), candidate
    if best is None:
        return None
    return PlanStep(best[1].text, message.text, best[1].edits)


def _whose(army: Army, candidate: FixCandidate) -> Line | None:
    """Return the unit that a candidate chooses something for; none for other edits."""
    paths = []
    for edit in candidate.edits:
        if not isinstance(edit, Add | Choose):
            return None
        paths += [one.path for one in army.lines.values() if one.id == edit.parent]
    for unit in army.units:
        if any(path == unit.path or path.startswith(f"{unit.path}/") for path in paths):
            return unit
    return None
