"""Work stays bounded: the largest army, the most limits, the most messages."""

from collections.abc import Iterator
from typing import Any

import pytest

from rulesets.legality import engine, offers, review, review_cost, with_fixes
from rulesets.legality.cost import Weights
from rulesets.legality.fixes import search
from rulesets.packs.pack import Pack, read_pack
from rulesets.reviews.review import Review
from rulesets.rosters.roster import (
    Force,
    Roster,
    Selection,
    read_roster,
    roster_document,
)
from tests.rulesets.legality.small import NO_RULES, army_of, book_of
from tests.work import calls_of

ITEM = {"key": "charm", "name": "Charm", "tags": ["magic"], "points": 1}
HEAVY = book_of(
    {
        "key": "hero",
        "slots": [{"key": "items", "options": [{"item": "charm", "max": None}]}],
    },
    items=[ITEM],
    limits=[
        {
            "key": f"rule-{number}",
            "title": f"Rule {number}",
            "each": "*",
            "count": count,
            "of": ["same", "#magic", "*"],
            "in": "force",
            "max": 1,
        }
        for number, count in enumerate(["selections", "kinds", "slots", "earlier"] * 25)
    ],
)


def largest() -> Roster:
    units = tuple(
        Selection(
            f"u{n}",
            "hero",
            selections=tuple(Selection(f"i{n}-{m}", "charm") for m in range(14)),
        )
        for n in range(200)
    )
    return Roster("charge", "Largest", forces=(Force("f1", "test", 1, units),))


@pytest.mark.slow
def test_the_largest_army_under_a_hundred_heavy_limits_takes_bounded_work() -> None:
    roster = largest()
    assert read_roster(roster_document(roster)) == roster

    found: list[Review] = []

    def judge() -> None:
        found.append(review(roster, {("test", 1): HEAVY}, NO_RULES))

    assert calls_of(judge) < 40_000_000
    assert len(found[0].messages) >= 75


@pytest.fixture
def reviews(monkeypatch: pytest.MonkeyPatch) -> list[Roster]:
    """Count how often the engine is asked while fixes are sought."""
    asked: list[Roster] = []

    def counted(roster: Roster, books: Any, pack: Pack | None = None) -> engine.Verdict:
        asked.append(roster)
        return engine.verdict(roster, books, pack)

    monkeypatch.setattr(search, "verdict", counted)
    return asked


def broken_units(number: int) -> Iterator[tuple[str, ...]]:
    for index in range(number):
        yield ("hero", *[f"{index % 3 + 2} charm"] * 3)


def test_fixes_for_many_messages_try_a_bounded_number_of_edits(
    reviews: list[Roster],
) -> None:
    limit = {
        "key": "charms",
        "title": "One charm",
        "of": "charm",
        "in": "self",
        "max": 1,
    }
    hero = {
        "key": "hero",
        "slots": [{"key": "items", "options": [{"item": "charm", "max": None}]}],
        "limits": [limit],
    }
    army = army_of(book_of(hero, items=[ITEM]), *broken_units(100))
    assert len(army.review.messages) == 100

    found = with_fixes(army.review, army.books, NO_RULES)

    assert len(reviews) <= search.MOST_REVIEWS
    work = review_cost(army.review.roster, army.books, NO_RULES, {})
    assert len(reviews) * work <= search.MOST_WORK
    assert found.messages[0].fixes


@pytest.mark.slow
def test_fixes_try_less_under_a_pack_whose_rules_are_asked_everywhere(
    reviews: list[Roster],
) -> None:
    limit = {"title": "None", "of": "*", "in": "self", "each": "*", "max": 0}
    document = {
        "format": "armybuilder.pack/1",
        "key": "many",
        "name": "Many",
        "game": "charge",
        "limits": [{**limit, "key": f"k{n}"} for n in range(200)],
    }
    pack = read_pack(document)
    army = army_of(book_of({"key": "rat"}), *["rat"] * 100)
    now = review(army.review.roster, army.books, pack)
    assert len(now.messages) >= 200

    found = with_fixes(now, army.books, pack)

    assert len(found.messages) == len(now.messages)
    assert len(reviews) <= 6


def test_fixes_of_one_message_are_few_and_told_apart() -> None:
    book = book_of(
        {"key": "rat", "points": 7},
        limits=[
            {
                "key": "points-limit",
                "title": "Points",
                "count": "points",
                "of": "*",
                "max": 20,
            }
        ],
    )
    army = army_of(book, *["rat"] * 30)

    message = with_fixes(army.review, army.books, NO_RULES).messages[0]

    texts = [fix.text for fix in message.fixes]
    assert len(texts) <= search.MOST_OFFERED
    assert len(set(texts)) == len(texts)


def test_offers_of_a_long_list_are_tried_up_to_a_bound_and_priced_all() -> None:
    options = [{"key": f"o{n}", "points": n, "per": "model"} for n in range(170)]
    slots = [{"key": "slot", "max": None, "options": options}]
    book = book_of({"key": "guard", "models": 3, "slots": slots})
    army = army_of(book, "guard")

    offered = offers(army.review, army.books, "f1/s1", NO_RULES)

    assert [offer.tried for offer in offered] == [True] * 120 + [False] * 50
    assert [offer.points for offer in offered] == [n * 3 for n in range(170)]


def test_a_unit_that_was_not_tried_is_offered_at_its_printed_price() -> None:
    pikes = {"key": "pikes", "default": ["pike"]}
    slots = [{**pikes, "options": [{"key": "pike", "points": 2, "per": "model"}]}]
    models = [{"key": "man", "points": 7, "min": 10}]
    guard = {"key": "guard", "points": 5, "models": models, "slots": slots}
    book = book_of(*({**guard, "key": f"guard-{n}"} for n in range(121)))
    army = army_of(book)

    offered = offers(army.review, army.books, "f1", NO_RULES)

    assert offered[-1].tried is False
    assert {offer.points for offer in offered} == {5 + 70 + 20}


@pytest.mark.slow
def test_few_offers_are_tried_for_the_largest_army() -> None:
    found = review(largest(), {("test", 1): HEAVY}, NO_RULES)
    options = [{"key": f"o{n}"} for n in range(170)]
    book = book_of(
        {"key": "hero", "slots": [{"key": "slot", "max": None, "options": options}]}
    )

    offered = offers(found, {("test", 1): book}, "f1/u0", NO_RULES)

    assert sum(offer.tried for offer in offered) == 6


def test_the_estimate_of_work_grows_with_selections_and_rules() -> None:
    def work(units: int, *limits: dict[str, Any]) -> int:
        army = army_of(book_of({"key": "rat"}), *["rat"] * units)
        document = {
            "format": "armybuilder.pack/1",
            "key": "p",
            "name": "P",
            "game": "charge",
            "limits": list(limits),
        }
        return review_cost(army.review.roster, army.books, read_pack(document), {})

    once = {"key": "a", "title": "A", "of": "*", "max": 9}
    each = {**once, "each": "*"}
    wide = {**each, "of": ["same", "*"]}
    deep = {**each, "when": {"any": [{"of": "*", "at_least": 99}] * 20}}

    assert work(200) == pytest.approx(2 * work(100), rel=0.01)
    assert work(100, once) < work(100, each) < work(100, wide)
    assert work(100, deep) > 20 * 2 * 100
    assert work(100, each, {**each, "key": "b"}) > work(100, each)


def test_a_change_that_reaches_the_army_is_work_at_every_place_it_stands() -> None:
    def work(reach: str) -> int:
        rat = {
            "key": "rat",
            "changes": [{"change": "points", "op": "add", "value": 1, "in": reach}],
        }
        army = army_of(book_of(rat), *["rat"] * 100)
        return review_cost(army.review.roster, army.books, NO_RULES, {})

    assert work("army") > work("self") + 100 * 100 - 1


def test_the_sets_of_many_items_are_counted_as_work() -> None:
    arms = [{"key": f"w{n}", "kind": "item"} for n in range(12)]
    slots = [{"key": "arms", "max": None, "options": arms}]
    book = book_of({"key": "guard", "models": 1, "slots": slots})
    books = {("test", 1): book}
    few, many = (
        army_of(book, ("guard", *(f"w{n}" for n in range(number)))).review.roster
        for number in (6, 12)
    )

    known: Weights = {}
    assert review_cost(few, books, NO_RULES, known) < 400
    assert review_cost(many, books, NO_RULES, known) > 3000
