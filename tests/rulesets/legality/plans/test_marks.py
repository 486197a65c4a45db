"""Marks of a plan: who is the general, where the book leaves one sensible choice."""

import pytest

from rulesets.books.book import Books
from rulesets.legality import new_selection, review
from rulesets.legality.plans.make_legal import make_legal
from rulesets.legality.plans.marks import can_be_marked, with_marks
from rulesets.legality.plans.plan import ArmyPlan
from rulesets.reviews.review import Review
from rulesets.rosters.edits import apply_all
from rulesets.rosters.roster import Force, Roster
from tests.real_books import real_books

CORE = ("swordsmen", "halberdiers", "spearmen", "free-company")


@pytest.fixture(scope="module")
def books() -> Books:
    return real_books("warhammer-empire")


def planned(books: Books, *keys: str, limit: int = 2000) -> tuple[Review, ArmyPlan]:
    """Return an army of the Empire with its plan, as it is told."""
    book = books["warhammer-empire", 1]
    every = (*CORE, *keys)
    units = tuple(new_selection(book, k, id=f"u{i}") for i, k in enumerate(every))
    force = Force("f1", book.key, 1, units)
    now = review(Roster("warhammer", "Marked", limit, forces=(force,)), books)
    return now, with_marks(make_legal(now, books), now, books)


def test_the_general_is_who_has_the_highest_leadership(books: Books) -> None:
    now, plan = planned(books, "captain", "elector-count")

    assert now.legal
    assert [step.text for step in plan.steps] == [
        "Elector Count: add General of the army"
    ]
    assert plan.steps[0].why == "No character is marked as the general yet."
    assert plan.steps[0].change == 0
    then = review(apply_all(now.roster, plan.edits), books)
    assert then.legal
    assert not then.messages


def test_a_mark_is_a_step_of_its_own_after_those_that_make_it_legal(
    books: Books,
) -> None:
    now, plan = planned(books)

    assert not now.legal
    assert plan.legal
    assert plan.steps[-1].text.endswith("General of the army")
    assert plan.after.messages == ()


def test_where_nobody_may_be_marked_the_plan_is_as_it_was(books: Books) -> None:
    now, plan = planned(books, "captain", limit=200)

    assert not plan.legal or can_be_marked(plan, books, None)
    assert with_marks(plan, now, books) == plan
