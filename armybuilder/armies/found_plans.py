"""Plans for saved armies: found once a process for an army as it is."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from armybuilder.accounts.cpu_budget import Purse
from armybuilder.armies.odds.loadout_odds import Target
from armybuilder.armies.odds.result_cache import ResultCache
from armybuilder.armies.odds.unit_worth import worth_against
from armybuilder.armies.review import ReviewedArmy
from rulesets.core.points import Points
from rulesets.legality import review
from rulesets.legality.plans.bids import MOST_WORTHS
from rulesets.legality.plans.fill_up import Filling, fill_up
from rulesets.legality.plans.make_legal import make_legal
from rulesets.legality.plans.marks import with_marks
from rulesets.legality.plans.plan import ArmyPlan

MOST_KEPT = 60
"""Plans that a process keeps; each is some 50 kB with its army."""

FOR_ANOTHER_LIMIT = 600_000
"""Most work of looking for the limit at which an army could be legal."""

T = TypeVar("T")


def legal_plan(reviewed: ReviewedArmy) -> ArmyPlan:
    """Return the plan that makes an army legal and sets the marks that it lacks."""
    now, books, pack = reviewed.review, reviewed.books, reviewed.pack
    return _found(
        _legal,
        reviewed,
        "legal",
        lambda: with_marks(make_legal(now, books, pack), now, books, pack),
    )


def filling(
    reviewed: ReviewedArmy, targets: tuple[Target, ...], purse: Purse
) -> Filling:
    """Return what the points left can buy, ranked against targets.

    Raises
    ------
    SpentError
        If the visitor has nothing left for the odds that it takes.
    """
    enemies = tuple(one.fighter for one in targets)
    work = partial(_filled, reviewed, targets, purse)
    return _found(_fillings, reviewed, f"fill {enemies!r}", work)


def enough_points(reviewed: ReviewedArmy) -> Points | None:
    """Return a limit with which a plan would make an army legal; none if not found."""
    now, books, pack = reviewed.review, reviewed.books, reviewed.pack
    if now.limit is None or (pack is not None and pack.limit is not None):
        return None
    free = replace(now.roster, limit=None)
    plan = make_legal(
        review(free, books, pack), books, pack, most_work=FOR_ANOTHER_LIMIT
    )
    then = replace(plan.roster, limit=plan.after.points)
    if plan.after.points <= now.limit or not review(then, books, pack).legal:
        return None
    return plan.after.points


def _filled(
    reviewed: ReviewedArmy, targets: tuple[Target, ...], purse: Purse
) -> Filling:
    now, books, pack = reviewed.review, reviewed.books, reviewed.pack
    if not targets:
        return fill_up(now, books, pack)
    worth = worth_against(now.game, targets, purse)
    most = MOST_WORTHS // len(targets)
    found = fill_up(now, books, pack, worth=worth, most_worths=most)
    if purse.refused is not None:
        raise purse.refused
    return found


def _found(
    kept: ResultCache[T], reviewed: ReviewedArmy, about: str, work: Callable[[], T]
) -> T:
    books = sorted(book.sha256 for book in reviewed.books.values())
    pack = "" if reviewed.pack is None else repr(reviewed.pack)
    return kept.answer(f"{about} {books} {reviewed.roster!r} {pack}", work, None)


_legal: ResultCache[ArmyPlan] = ResultCache(MOST_KEPT)
_fillings: ResultCache[Filling] = ResultCache(MOST_KEPT)
