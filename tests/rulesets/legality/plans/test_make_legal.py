"""Make it legal: the fewest and smallest edits, by the engine and by brute force."""

from collections.abc import Iterator

import pytest

from rulesets.books.book import Books
from rulesets.legality import review
from rulesets.legality.engine import rules_for
from rulesets.legality.fixes.case import Army, FixCandidate
from rulesets.legality.fixes.targets import budgets_of, case_of
from rulesets.legality.plans.make_legal import make_legal
from rulesets.legality.plans.moves import moves_for
from rulesets.legality.plans.plan import PlanStep, settled
from rulesets.packs.pack import read_pack
from rulesets.reviews.review import ERROR, ILLEGAL, Review
from rulesets.rosters.edits import (
    Add,
    Edit,
    EditError,
    Remove,
    SetCount,
    SetLimit,
    Switch,
    apply_all,
)
from rulesets.rosters.roster import Force, Roster, Selection
from tests.real_books import real_books
from tests.rulesets.legality.samples import SAMPLES, samples_of
from tests.rulesets.legality.small import army_of, book_of

WORK = 600_000
"""Enough for every army here, and less than the site spends."""


FOUND = [(f"{key}: {title}", one) for key in SAMPLES for title, one in samples_of(key)]


@pytest.fixture(scope="module")
def books() -> Books:
    return real_books()


@pytest.mark.sweep(20)
@pytest.mark.parametrize(("title", "roster"), FOUND, ids=[one[0] for one in FOUND])
def test_a_plan_leaves_no_error_and_does_without_none_of_its_edits(
    title: str, roster: Roster, books: Books
) -> None:
    now = review(roster, books)
    if now.verdict != ILLEGAL or title.endswith("Animunculi alone"):
        pytest.skip("legal as it is, or no book of its own")

    plan = make_legal(now, books, most_work=WORK)

    then = review(apply_all(roster, plan.edits), books)
    assert then.legal
    assert plan.legal
    assert (plan.after.points, plan.after.errors) == (then.points, 0)
    assert now.limit is None or then.points <= max(now.limit, 0)
    assert not any(isinstance(edit, SetLimit | Switch) for edit in plan.edits)
    for rest in all_but_one(plan.edits):
        try:
            fewer = apply_all(roster, rest)
        except EditError:
            continue
        assert not review(fewer, books).legal


def all_but_one(edits: tuple[Edit, ...]) -> Iterator[tuple[Edit, ...]]:
    for index in range(len(edits)):
        yield edits[:index] + edits[index + 1 :]


def test_the_same_army_gets_the_same_plan(books: Books) -> None:
    _, roster = next(one for one in FOUND if "Too few Core" in one[0])
    now = review(roster, books)

    plans = [make_legal(now, books, most_work=WORK) for _ in range(2)]

    assert plans[0] == plans[1]
    assert len(plans[0].steps) > 2


def test_each_step_tells_what_it_costs_and_what_is_left() -> None:
    captain = {"key": "captain", "points": 30}
    rule = {"key": "leader", "title": "A leader", "of": "captain", "min": 1, "max": 1}
    guard = {"key": "guard", "points": 20}
    core = {"key": "core", "title": "Guards", "of": "guard", "min": 2}
    book = book_of(captain, guard, limits=[rule, core])
    army = army_of(book, "guard")

    plan = make_legal(army.review, army.books)

    told = {(step.text, step.change) for step in plan.steps}
    assert told == {("Add Captain", 30), ("Add Guard", 20)}
    assert [step.errors for step in plan.steps] == [1, 0]
    assert [step.points for step in plan.steps][-1] == plan.after.points == 70


def test_a_plan_takes_as_much_away_as_it_must_and_no_unit_more() -> None:
    book = book_of({"key": "ork", "points": 60}, {"key": "troll", "points": 75})
    army = army_of(book, "ork", "troll", "ork", limit=130)

    plan = make_legal(army.review, army.books)

    assert len(plan.edits) == 1
    assert plan.after.points <= 130
    assert plan.after.units == 2


def test_where_nothing_helps_it_says_how_far_it_came() -> None:
    book = book_of(
        {"key": "ork", "points": 60},
        limits=[
            {"key": "orks", "title": "Orks", "of": "ork", "max": 1},
            {"key": "ghosts", "title": "Ghosts", "of": "ghost", "min": 1},
        ],
    )
    army = army_of(book, "ork", "ork")

    plan = make_legal(army.review, army.books)

    assert not plan.legal
    assert plan.after.errors == 1
    assert [step.errors for step in plan.steps] == [1]


def test_no_plan_agrees_on_more_points_or_waives_a_rule() -> None:
    rule = {"key": "orks", "title": "Orks", "of": "ork", "max": 0, "switchable": True}
    army = army_of(book_of({"key": "ork", "points": 60}, limits=[rule]), "ork")

    plan = make_legal(army.review, army.books)

    assert not plan.legal
    assert all(not isinstance(edit, SetLimit | Switch) for edit in plan.edits)


def test_a_legal_army_needs_no_step() -> None:
    army = army_of(book_of({"key": "ork", "points": 60}), "ork")

    plan = make_legal(army.review, army.books)

    assert (plan.steps, plan.legal) == ((), True)


def test_the_pack_that_was_asked_is_the_pack_that_is_met() -> None:
    pack = read_pack(
        {
            "format": "armybuilder.pack/1",
            "key": "small-war",
            "name": "Small War",
            "game": "charge",
            "limit": 100,
            "limits": [{"key": "two", "title": "Two", "of": "kind:unit", "min": 2}],
        }
    )
    army = army_of(book_of({"key": "ork", "points": 40}), "ork", pack=pack)

    plan = make_legal(army.review, army.books, pack)

    assert [step.text for step in plan.steps] == ["Add Ork"]
    assert review(plan.roster, army.books, pack).legal


def test_a_step_left_out_does_not_move_the_others(books: Books) -> None:
    roster = Roster(
        "warhammer", "x", 1000, forces=(Force("f1", "warhammer-bretonnia", 1),)
    )
    plan = make_legal(review(roster, books), books, most_work=WORK)

    rest = [edit for step in plan.steps[1:] for edit in step.edits]
    then = apply_all(roster, rest)

    whole = {unit.id: unit.entry for unit in plan.roster.forces[0].units}
    assert len(plan.steps) >= 3
    assert {unit.id for unit in then.forces[0].units} < whole.keys()
    for unit in then.forces[0].units:
        assert whole[unit.id] == unit.entry


def test_an_id_that_is_free_again_is_not_given_twice() -> None:
    army = army_of(book_of({"key": "ork"}, {"key": "troll"}), "ork", "ork")
    roster = army.review.roster
    steps = [
        PlanStep("Remove", "", (Remove("s2"),)),
        PlanStep("Add", "", (Add("f1", Selection("new", "troll")),)),
    ]
    free = apply_all(roster, [edit for step in steps for edit in step.edits])
    again = free.forces[0].units[-1].id
    steps.append(PlanStep("Count", "", (SetCount(again, 3),)))

    whole = apply_all(roster, [e for s in settled(roster, steps) for e in s.edits])
    part = apply_all(roster, [e for s in settled(roster, steps)[1:] for e in s.edits])

    assert [(u.entry, u.count) for u in whole.forces[0].units] == [
        ("ork", 1),
        ("troll", 3),
    ]
    assert [(u.entry, u.count) for u in part.forces[0].units] == [
        ("ork", 1),
        ("ork", 1),
        ("troll", 3),
    ]


PAIRED = [one for one in FOUND if "mordheim" in one[0]]
"""Small armies, for which every pair of edits can be tried."""


@pytest.mark.slow
@pytest.mark.parametrize(("title", "roster"), PAIRED, ids=[one[0] for one in PAIRED])
def test_no_pair_of_edits_is_shorter(title: str, roster: Roster, books: Books) -> None:
    now = review(roster, books)
    plan = make_legal(now, books)
    most = len(plan.edits) - 1
    first = moves(now, books) if now.verdict == ILLEGAL and most > 0 else []

    for one in first:
        assert len(one.edits) > most or not legal(roster, one.edits, books)
        if most < 2 or len(one.edits) >= most:
            continue
        try:
            then = review(apply_all(roster, one.edits), books)
        except EditError:
            continue
        for two in (*first, *moves(then, books)):
            edits = (*one.edits, *two.edits)
            assert len(edits) > most or not legal(roster, edits, books)


def moves(now: Review, books: Books) -> list[FixCandidate]:
    rules = rules_for(now.game, None)
    army, budgets = Army(now, books, rules), budgets_of(rules)
    errors = [message for message in now.messages if message.severity == ERROR]
    cases = [case_of(army, message, budgets) for message in errors]
    return [move for case in cases for move in moves_for(case)]


def legal(roster: Roster, edits: tuple[Edit, ...], books: Books) -> bool:
    try:
        return review(apply_all(roster, edits), books).legal
    except EditError:
        return False
