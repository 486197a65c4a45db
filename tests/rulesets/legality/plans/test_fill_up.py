"""Fill up: what the points left can buy, and a whole army from nothing."""

import pytest

from rulesets.books.book import Books
from rulesets.legality import review
from rulesets.legality.plans.bids import Measured
from rulesets.legality.plans.fill_up import fill_up
from rulesets.reviews.review import Line
from rulesets.rosters.edits import apply_all
from rulesets.rosters.roster import Force, Roster, walk
from tests.real_books import real_books, sample_army
from tests.rulesets.legality.small import army_of, book_of

BEGUN = [
    ("warhammer", "warhammer-bretonnia", 1000),
    ("warhammer", "warhammer-empire", 2000),
    ("mordheim", "mordheim-reikland", 500),
    ("scrollhammer", "scrollhammer-saltmere-league", 1500),
    ("charge", "charge-orcs", 1000),
]


@pytest.fixture(scope="module")
def books() -> Books:
    return real_books()


def by_models(line: Line) -> Measured:
    return Measured(float(line.models))


@pytest.mark.parametrize(("game", "book", "limit"), BEGUN, ids=[b[1] for b in BEGUN])
@pytest.mark.parametrize("worth", [None, by_models], ids=["plain", "ranked"])
def test_a_whole_army_is_chosen_from_nothing(
    game: str, book: str, limit: int, worth: object, books: Books
) -> None:
    roster = Roster(game, "New", limit, forces=(Force("f1", book, 1),))
    now = review(roster, books)

    found = fill_up(now, books, worth=by_models if worth else None)

    then = review(apply_all(roster, found.plan.edits), books)
    assert then.legal
    assert 0.9 * limit <= then.points <= limit
    assert found.plan.after.points == then.points
    assert 0 < found.needed < len(found.plan.steps)


def test_what_gains_most_for_a_point_is_bought_first() -> None:
    book = book_of(
        {"key": "ork", "points": 50},
        {"key": "troll", "points": 60},
        {"key": "giant", "points": 200},
    )
    army = army_of(book, "ork", limit=200)
    worths = {"ork": 1.0, "troll": 3.0, "giant": 100.0}

    found = fill_up(
        army.review, army.books, worth=lambda line: Measured(worths[line.entry])
    )

    assert [offer.text for offer in found.offers] == ["Add Troll", "Add Ork"]
    assert [offer.gain for offer in found.offers] == [3.0, 1.0]
    assert [step.text for step in found.plan.steps] == ["Add Troll", "Add Troll"]
    assert [step.points for step in found.plan.steps] == [110, 170]


def test_what_breaks_a_rule_is_not_bought() -> None:
    one = {"key": "one", "title": "One troll", "of": "troll", "max": 1}
    book = book_of(
        {"key": "ork", "points": 50}, {"key": "troll", "points": 50}, limits=[one]
    )
    army = army_of(book, "ork", limit=250)

    found = fill_up(
        army.review, army.books, worth=lambda line: Measured(len(line.entry))
    )

    texts = [step.text for step in found.plan.steps]
    assert texts.count("Add Troll") == 1
    assert found.plan.after.points == 250


def test_a_unit_comes_with_what_it_must_have() -> None:
    weapons = [{"key": "axe", "points": 5}, {"key": "maul", "points": 25}]
    arms = {"key": "arms", "min": 1, "options": weapons}
    book = book_of(
        {"key": "ork", "points": 50}, {"key": "dwarf", "points": 30, "slots": [arms]}
    )
    army = army_of(book, "ork", limit=90)

    found = fill_up(army.review, army.books, worth=lambda line: Measured(1.0))

    assert [step.change for step in found.plan.steps] == [35]
    assert len(found.plan.steps[0].edits) == 2
    assert found.plan.legal


def test_counts_of_one_group_are_one_step() -> None:
    men = {"key": "man", "points": 10, "min": 1, "max": 9}
    army = army_of(book_of({"key": "men", "models": [men]}), ("men", "2 man"), limit=70)

    found = fill_up(army.review, army.books, worth=by_models)

    assert [step.text for step in found.plan.steps] == ["Men: 7 Man instead of 2"]
    assert found.plan.steps[0].gain == 5.0
    assert found.plan.after.points == 70


def test_what_is_bought_for_one_unit_is_one_step() -> None:
    men = {"key": "man", "points": 10, "min": 2, "max": 9}
    horn = {"key": "command", "options": [{"key": "horn", "points": 5}]}
    book = book_of(
        {"key": "lord", "points": 10}, {"key": "men", "models": [men], "slots": [horn]}
    )
    army = army_of(book, "lord", limit=70)
    worths = {"lord": 0.0, "men": 1.0}

    found = fill_up(
        army.review,
        army.books,
        worth=lambda line: Measured(
            worths[line.entry] * (line.models + len(line.lines))
        ),
    )

    assert [step.text for step in found.plan.steps] == ["Add Men with Horn, 5 Man"]
    assert found.plan.after.points == 65


def test_without_a_limit_nothing_is_bought() -> None:
    army = army_of(book_of({"key": "ork", "points": 50}), "ork")

    found = fill_up(army.review, army.books)

    assert (found.plan.steps, found.offers) == ((), ())


def test_the_same_army_is_filled_the_same(books: Books) -> None:
    now = review(sample_army("mordheim-reikland-500"), books)

    fillings = [fill_up(now, books, worth=by_models) for _ in range(2)]

    assert fillings[0] == fillings[1]


def test_a_filled_army_has_its_general(books: Books) -> None:
    """Its only character carries the standard, so that somebody else has to lead."""
    roster = Roster(
        "warhammer", "New", 1000, forces=(Force("f1", "warhammer-bretonnia", 1),)
    )

    found = fill_up(review(roster, books), books)

    assert [m.code for m in found.plan.after.messages] == []
    marked = [
        unit
        for unit in found.plan.roster.forces[0].units
        if any(one.entry == "general" for one in walk((unit,)))
    ]
    assert len(marked) == 1
