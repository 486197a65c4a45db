"""An army of settled units is judged as one whose units are all grown anew."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.books.book import Books
from rulesets.core.query import read_change
from rulesets.legality import engine, find_entry, purchase_edit, review
from rulesets.legality.engine import verdict
from rulesets.legality.growth import grow_all
from rulesets.legality.settled import forget, settle
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Review
from rulesets.rosters.edits import (
    Duplicate,
    Edit,
    EditError,
    Move,
    Remove,
    Rename,
    SetCount,
    SetLimit,
    apply,
)
from rulesets.rosters.roster import Roster, walk
from tests.examples import examples
from tests.real_books import FIXTURES, real_books, sample_army
from tests.rulesets.legality.random_armies import armies
from tests.rulesets.legality.rich import BOOKS, ROSTERS
from tests.rulesets.legality.samples import SAMPLES as SAMPLED
from tests.rulesets.legality.samples import samples_of
from tests.rulesets.legality.small import NO_RULES, army_of, book_of

Draw = Callable[[st.SearchStrategy[Any]], Any]
CATEGORIES = ({"key": "core"}, {"key": "rare"})
TAG = {"change": "tags", "op": "add"}
PRICE = {"change": "points", "op": "add", "value": 1, "in": "parent"}
DEAR = {**PRICE, "value": 7}
BOUND = {"change": "max:few", "op": "add", "value": 5}
CALL = {"change": "gear", "op": "add", "value": "drum", "to": "drummer", "in": "force"}
SAMPLES = sorted(path.stem for path in (FIXTURES / "armies").glob("*.json"))


@pytest.fixture(autouse=True)
def nothing_is_known() -> Iterator[None]:
    forget()
    yield
    forget()


@contextmanager
def counted_settled() -> Iterator[list[int]]:
    """Count the units that stay settled."""
    number = [0]

    def counted(tree: Any, game: Any, opened: Any) -> list[Any]:
        units = settle(tree, game, opened)
        number[0] += len(units)
        return units

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "settle", counted)
        yield number


def anew(roster: Roster, books: Books, pack: Pack | None = None) -> Review:
    """Return the review of an army whose units are all grown anew: the oracle."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "settle", _grown)
        return review(roster, books, pack)


def _grown(tree: Any, game: Any, opened: Any) -> list[Any]:
    grow_all(tree)
    return []


def assert_same(roster: Roster, books: Books, pack: Pack | None = None) -> None:
    """Judge an army until its units are settled and known, and against the oracle."""
    wanted = anew(roster, books, pack)
    for _ in range(3):
        found = review(roster, books, pack)
        assert found == wanted
        assert repr(found) == repr(wanted)
        told = verdict(roster, books, pack)
        assert (told.points, told.messages) == (wanted.points, wanted.messages)
        assert (told.errors, told.legal) == (wanted.errors, wanted.legal)


@st.composite
def edits(draw: Draw, roster: Roster, books: Books) -> Edit:
    """Return an edit of an army, which may not be possible."""
    force = draw(st.sampled_from(roster.forces))
    places = [(force.id, unit) for unit in force.units]
    ids = [one.id for _, unit in places for one in walk((unit,))] or [force.id]
    id = draw(st.sampled_from(ids))
    kind = draw(st.integers(0, 6))
    if kind == 0:
        return SetCount(id, draw(st.integers(0, 12)))
    if kind == 1:
        return Remove(id)
    if kind == 2:
        return Rename(id, draw(st.sampled_from(["", "Grak"])))
    if kind == 3:
        return Move(id, draw(st.integers(0, 4)))
    if kind == 4:
        return Duplicate(id)
    if kind == 5:
        return SetLimit(draw(st.sampled_from([None, 500, 2000])))
    book = books[force.book, force.edition]
    units = {unit.id: unit.entry for unit in force.units}
    entry = find_entry(roster, books, f"{force.id}/{id}") if id in units else None
    offered = book.entries if entry is None or not entry.entries else entry.entries
    parent = force.id if offered is book.entries else id
    return purchase_edit(offered[draw(st.sampled_from(list(offered)))], None, parent)


def edited(draw: Draw, roster: Roster, books: Books) -> Roster:
    try:
        return apply(roster, draw(edits(roster, books)))
    except EditError:
        return roster


@given(st.data())
def test_random_armies_and_their_edits_are_judged_as_if_grown_anew(data: Any) -> None:
    books = real_books()
    roster = data.draw(armies())
    assert_same(roster, books)
    for _ in range(3):
        roster = edited(data.draw, roster, books)
        assert_same(roster, books)


@given(ROSTERS, st.data())
def test_armies_of_a_book_with_every_kind_of_rule_are_judged_as_if_grown_anew(
    roster: Roster, data: Any
) -> None:
    assert_same(roster, BOOKS, NO_RULES)
    for _ in range(3):
        roster = edited(data.draw, roster, BOOKS)
        assert_same(roster, BOOKS, NO_RULES)


@pytest.mark.parametrize("name", SAMPLES)
def test_sample_armies_and_their_edits_are_judged_as_if_grown_anew(name: str) -> None:
    books = real_books()
    start = sample_army(name)

    @settings(max_examples=examples(10))
    @given(st.data())
    def judge(data: Any) -> None:
        roster = start
        for _ in range(4):
            roster = edited(data.draw, roster, books)
            assert_same(roster, books)

    judge()


@pytest.mark.parametrize("key", SAMPLED)
def test_armies_of_the_book_tests_and_illegal_ones_are_judged_as_if_grown_anew(
    key: str,
) -> None:
    books = real_books()
    for _, roster in samples_of(key):
        assert_same(roster, books)


# -- what concerns the whole army reaches units that were known ----------------------

SOLDIER = {"key": "soldier", "points": 5, "min": 1, "max": 30}
MEN: dict[str, Any] = {
    "key": "men",
    "category": "core",
    "models": [SOLDIER],
    "profiles": [{"key": "man", "characteristics": {"push": 2}}],
    "slots": [
        {
            "key": "kit",
            "options": [
                {"key": "blessing", "changes": [{**TAG, "value": "holy"}]},
                {"key": "pike", "points": 2, "changes": [{**PRICE, "value": 1}]},
            ],
        }
    ],
    "limits": [{"key": "few", "title": "Few", "of": "soldier", "in": "self", "max": 9}],
}
LAWS: dict[str, dict[str, Any]] = {
    "a price for every man": {**PRICE, "to": "soldier", "in": "force"},
    "a category": {
        "change": "category",
        "op": "set",
        "value": "rare",
        "to": "men",
        "in": "army",
    },
    "a bound of each unit": {**BOUND, "to": "men", "in": "force"},
    "a figure": {
        "change": "figure:push",
        "op": "add",
        "value": 1,
        "to": "men",
        "in": "force",
    },
    "gear": {
        "change": "gear",
        "op": "add",
        "value": "drum",
        "to": "men",
        "in": "force",
    },
    "a tag where a unit got a tag itself": {
        **TAG,
        "value": "led",
        "to": "men",
        "in": "force",
        "when": {"of": "#holy", "in": "army", "at_least": 1},
    },
    "a price by what others cost": {
        **PRICE,
        "to": "soldier",
        "in": "force",
        "value": {"terms": [{"count": "points", "in": "army", "every": 20}]},
    },
    "a figure by figures": {
        "change": "figure:push",
        "op": "add",
        "to": "men",
        "in": "force",
        "value": {"terms": [{"count": "highest:push", "in": "army"}]},
    },
    "the same of each": {
        **PRICE,
        "in": "self",
        "to": "same",
        "value": {"terms": [{"count": "earlier", "of": "men", "in": "army"}]},
    },
}
DRUM = {
    "key": "drum",
    "changes": [
        {**TAG, "value": "loud", "to": "men", "in": "army"},
        {**BOUND, "to": "men", "in": "army"},
    ],
}


@pytest.mark.parametrize("where", ["army choice", "unit", "book", "pack"])
@pytest.mark.parametrize("name", LAWS)
def test_a_matter_of_the_whole_army_reaches_every_unit(name: str, where: str) -> None:
    law = LAWS[name]
    general: dict[str, Any] = {"key": "general", "category": "core", "points": 50}
    parts: dict[str, Any] = {"items": [DRUM], "categories": [*CATEGORIES]}
    pack = NO_RULES
    if where == "army choice":
        choice = {"key": "banner", "changes": [law]}
        parts["slots"] = [{"key": "choices", "options": [choice]}]
    elif where == "unit":
        general["changes"] = [law]
    elif where == "book":
        parts["changes"] = [law]
    else:
        pack = replace(NO_RULES, changes=(read_change({**law, "in": "army"}),))
    book = book_of(general, MEN, **parts)
    men = [("men", "12 soldier", "blessing"), ("men", "8 soldier", "pike")]
    books = {(book.key, 1): book}
    for others in ([], ["general"], ["general", *["banner"][: where == "army choice"]]):
        alone = army_of(book, *men, pack=pack).review
        assert_same(alone.roster, books, pack)
        assert_same(army_of(book, *men, *others, pack=pack).review.roster, books, pack)
        assert_same(army_of(book, *others, *men, pack=pack).review.roster, books, pack)


def test_gear_that_brings_a_change_of_others_is_seen_by_known_units() -> None:
    """Only when the drummer has his drum it is known that all are loud."""
    drummer = {
        "key": "drummer",
        "slots": [{"key": "kit", "options": [{"key": "order", "changes": [CALL]}]}],
    }
    scribe = {"key": "scribe", "slots": drummer["slots"]}
    limits = [{"key": "loud", "title": "Loud", "of": "#loud", "in": "army", "max": 0}]
    book = book_of(
        drummer,
        scribe,
        MEN,
        items=[DRUM],
        categories=[*CATEGORIES],
        limits=limits,
    )
    books = {(book.key, 1): book}

    found = army_of(book, ("men", "3 soldier"), "drummer", ("scribe", "order"))

    assert [message.code for message in found.review.messages] == ["loud"]
    assert_same(found.review.roster, books, NO_RULES)


def test_a_law_of_the_armys_own_book_reaches_known_units_of_an_ally() -> None:
    law = {**TAG, "value": "tired", "to": "#scout", "in": "army"}
    limits = [{"key": "rest", "title": "Rest", "of": "#tired", "in": "army", "max": 0}]
    own = book_of(MEN, categories=[*CATEGORIES], changes=[law], limits=limits)
    scouts = {"key": "scouts", "tags": ["scout"], "models": [SOLDIER]}
    ally = book_of(scouts, key="ally")
    books = {(own.key, 1): own, (ally.key, 1): ally}

    scouting = ("scouts", "3 soldier")
    alone = army_of(ally, scouting)
    beside = army_of(own, ("men", "3 soldier"), allies=(ally, scouting))

    assert alone.said == []
    assert [message.code for message in beside.review.messages] == ["rest"]
    for found in (alone, beside):
        assert_same(found.review.roster, books, NO_RULES)
        turned = replace(found.review.roster, forces=found.review.roster.forces[::-1])
        assert_same(turned, books, NO_RULES)


def test_a_switch_and_the_points_agreed_on_change_known_units() -> None:
    kit = {
        "key": "kit",
        "options": [
            {
                "key": "gem",
                "points": 3,
                "changes": [{**DEAR, "in": "self", "when": {"switch": "dear"}}],
                "max": {"terms": [{"count": "limit", "every": 500}]},
            }
        ],
    }
    book = book_of(
        {"key": "mage", "slots": [kit]}, switches=[{"key": "dear", "title": "Dear"}]
    )
    gems = ("mage", "2 gem")

    cheap = army_of(book, gems, limit=1000)
    dear = army_of(book, gems, limit=1000, switches={"dear": True})
    small = army_of(book, gems, limit=500)

    assert (cheap.points, dear.points) == (6, 20)
    assert not cheap.review.errors
    assert small.review.errors
    for found in (cheap, dear, small):
        assert_same(found.review.roster, found.books, NO_RULES)


def test_another_edition_of_a_book_is_other_units() -> None:
    dearer = {**MEN, "models": [{**SOLDIER, "points": 6}]}
    old, new = (book_of(men, categories=[*CATEGORIES]) for men in (MEN, dearer))

    points = [army_of(book, ("men", "10 soldier")).points for book in (old, new, old)]

    assert points == [50, 60, 50]


def test_many_threads_judge_the_same_armies_at_once() -> None:
    books = real_books()
    rosters = [sample_army(name) for name in SAMPLES]
    wanted = [repr(anew(roster, books)) for roster in rosters]
    wrong: list[str] = []

    def judge() -> None:
        for _ in range(3):
            for roster, judged in zip(rosters, wanted, strict=True):
                if repr(review(roster, books)) != judged:
                    wrong.append(roster.name)

    threads = [threading.Thread(target=judge) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert wrong == []


def test_units_are_settled_in_all_books_of_usual_armies() -> None:
    """Otherwise this module would compare an engine with itself."""
    books = real_books()
    for name in SAMPLES:
        roster = sample_army(name)
        review(roster, books)
        review(roster, books)
        with counted_settled() as settled:
            review(roster, books)
        units = sum(len(force.units) for force in roster.forces)
        assert settled[0] >= units / 2, name
