"""Proofs of limits, held to every army of small books, bought one by one.

The witness shares nothing with the proofs: it buys all that may be bought of a small
book, in every number up to two, and asks the engine which of it is legal.
"""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from rulesets.books.book import Book
from rulesets.books.checks.check import check_book
from rulesets.books.load import read_book
from rulesets.legality import review
from rulesets.legality.plans.examples import examples
from rulesets.rosters.roster import Force, Roster, Selection
from tests.armybuilder.books.documents import small_book, small_unit

PROOFS = ("never-legal", "limit-unmet", "limits-clash")
OPTIONS = ("horn", "drum")
UNITS = ("spears", "bows")
TARGETS = (*OPTIONS, *UNITS, "#loud")


def books(seed: int) -> Iterator[Any]:
    """Yield random books of two units with two options each, and a few limits."""
    chance = Random(seed)  # noqa: S311 - for tests
    for _ in range(30):
        units = [_unit(key, chance) for key in UNITS]
        limits = [_limit(n, chance) for n in range(chance.randrange(3))]
        yield small_book(units=units, limits=limits)


def _unit(key: str, chance: Random) -> Any:
    options = [
        {"key": one, "name": one.title(), "points": 1, "max": chance.choice((0, 1, 2))}
        | ({"tags": ["loud"]} if chance.random() < 0.5 else {})
        for one in OPTIONS
    ]
    slot: dict[str, Any] = {"key": "extras", "name": "Extras", "options": options}
    if chance.random() < 0.4:
        slot["max"] = 1
    first = 10 * (1 + UNITS.index(key))
    limits = [_limit(first + n, chance, own=True) for n in range(chance.randrange(3))]
    return small_unit(key=key, name=key.title(), slots=[slot], limits=limits)


def _limit(number: int, chance: Random, *, own: bool = False) -> Any:
    targets = chance.sample(TARGETS, chance.choice((1, 1, 2)))
    places = ("self", "unit", "force", "army") if own else ("force", "army")
    bound = {chance.choice(("min", "max")): chance.randrange(4)}
    deep = {"deep": False} if chance.random() < 0.2 else {}
    count = {"count": "kinds"} if chance.random() < 0.2 else {}
    named = {"key": f"limit-{number}", "title": f"Limit {number}", "of": targets}
    return named | {"in": chance.choice(places)} | bound | deep | count


def armies() -> Iterator[Roster]:
    """Yield every army of up to one unit of each kind, with its options or without."""
    kits = [None, *product((0, 1, 2), repeat=len(OPTIONS))]
    for some in product(kits, repeat=len(UNITS)):
        units = tuple(
            _bought(key, kit)
            for key, kit in zip(UNITS, some, strict=True)
            if kit is not None
        )
        yield Roster("charge", "", forces=(Force("f", "testers", 0, units),))


def _bought(key: str, counts: tuple[int, ...]) -> Selection:
    had = tuple(
        Selection(f"{key}-{one}", one, count=count)
        for one, count in zip(OPTIONS, counts, strict=True)
        if count
    )
    return Selection(key, key, selections=had)


ARMIES = tuple(armies())


def within_ranges(army: Roster, book: Book) -> bool:
    """Return whether an army buys no more of each option than its slot allows."""
    for unit in army.forces[0].units:
        (slot,) = book.units[unit.entry].slots
        entries = book.units[unit.entry].entries
        counts = {one.entry: one.count for one in unit.selections}
        if slot.high is not None and sum(counts.values()) > slot.high:
            return False
        if any(count > (entries[key].high or 0) for key, count in counts.items()):
            return False
    return True


def legal_armies(book: Book) -> list[Roster]:
    """Return the armies that break nothing that the book itself says."""
    own = {limit.key for unit in book.units.values() for limit in unit.limits}
    own |= {limit.key for limit in book.limits}
    books = {(book.key, 0): book}
    return [
        army
        for army in ARMIES
        if within_ranges(army, book)
        and own.isdisjoint(one.code for one in review(army, books).messages)
    ]


def has(army: Roster, at: str) -> bool:
    """Return whether an army has the unit, and the option, in which a finding is."""
    steps = at.split("/")
    if steps[1] != "units":
        return True
    mine = [unit for force in army.forces for unit in force.units]
    mine = [unit for unit in mine if unit.entry == steps[2]]
    if "options" not in steps:
        return bool(mine)
    option = steps[steps.index("options") + 1]
    return any(one.entry == option for unit in mine for one in unit.selections)


@pytest.mark.parametrize("seed", range(3))
def test_no_legal_army_has_what_is_proven_to_be_in_none(seed: int) -> None:
    proven = 0
    for document in books(seed):
        found = [one for one in check_book(document) if one.code in PROOFS]
        legal = legal_armies(read_book(document)) if found else []
        for one in found:
            proven += 1
            assert [army for army in legal if has(army, one.at)] == [], one.sentence
    assert proven


@pytest.mark.parametrize("seed", range(3))
def test_no_army_breaks_a_limit_that_is_never_broken(seed: int) -> None:
    for document in books(seed):
        told = [one for one in check_book(document) if one.code == "limit-never-broken"]
        keys = {one.at.rpartition("/")[2] for one in told}
        book = read_book(document)
        for army in ARMIES if keys else ():
            if within_ranges(army, book):
                now = review(army, {("testers", 0): book})
                assert keys.isdisjoint(one.code for one in now.messages)


@pytest.mark.parametrize("seed", range(2))
def test_a_search_finds_an_army_where_buying_everything_does(seed: int) -> None:
    for document in [*books(seed)][:6]:
        book = read_book(document)
        named = {(book.key, 0): book}
        legal = [
            army
            for army in ARMIES
            if review(army, named).legal and army.forces[0].units
        ]
        for one in examples(book, named):
            at = "/units/" + "/options/".join(one.keys)
            if one.roster is not None:
                assert review(one.roster, named).legal
                assert has(one.roster, at)
            else:
                assert [army for army in legal if has(army, at)] == [], one.keys
