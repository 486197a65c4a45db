"""The estimate of work is near what a review does, whatever a pack asks for."""

import cProfile
import json
from typing import Any

import pytest

from rulesets.books.bookshelf import BookFolder
from rulesets.games import GAMES
from rulesets.legality import review, review_cost
from rulesets.legality.settled import forget
from rulesets.packs.pack import Pack, read_pack
from rulesets.rosters.roster import read_roster
from tests.real_books import FIXTURES

BOOKSHELF = BookFolder(FIXTURES / "books")
SAMPLES = sorted(path.stem for path in (FIXTURES / "armies").glob("*.json"))
Document = dict[str, Any]

EVERYTHING = ["kind:unit", "kind:model", "kind:item"]
PARENT = {"of": "*", "in": "parent", "at_least": 0}
TERMS = {"terms": [{"of": "*", "every": 7, "round": "up"}] * 10}


def changes(change: str, number: int = 100, **more: Any) -> Document:
    """Return a pack that makes a change of everything, very often."""
    parts = {"change": change, "op": "add", "value": 1, "to": "*", **more}
    return {"changes": [parts] * number}


def named(change: str, op: str) -> Document:
    """Return a pack whose changes differ, each another tag, type or rule."""
    parts = {"change": change, "op": op, "to": "*"}
    return {"changes": [{**parts, "value": f"v{n}"} for n in range(100)]}


def limits(number: int, **more: Any) -> Document:
    """Return a pack that asks something at every selection."""
    limit = {"title": "T", "of": "*", "in": "self", "each": "*", "max": 9999, **more}
    return {"limits": [{**limit, "key": f"k{n}"} for n in range(number)]}


def within(depth: int, condition: Document) -> Document:
    """Return a condition that asks of what is found in what is found, so deep."""
    return {**PARENT, "where": within(depth - 1, condition)} if depth else condition


PACKS: dict[str, Document] = {
    "figures": changes("figure:m"),
    "points": changes("points", value=TERMS),
    "tags": named("tags", "add"),
    "rules": named("rules", "add"),
    "types": named("type", "set"),
    "gear": changes("gear", 50, value="shield"),
    "gear of all": changes("gear", 20, value="shield", to=EVERYTHING),
    "bounds": {**limits(1), **changes("max:k0")},
    "limits": limits(100),
    "broken limits": limits(100, max=0),
    "shares": limits(20, max=TERMS),
    "many targets": limits(20, of=["*", *EVERYTHING]),
    "alike": limits(20, of=["*", "same"], **{"in": "army"}),
    "what is found": limits(20, where=PARENT),
    "deep": limits(5, where=within(10, PARENT)),
    "figures found": limits(20, count="highest:m", of=["*", "kind:unit"]),
    "conditions": limits(5, when={"all": [{"any": [PARENT] * 20}] * 5}),
    "tallies": {
        "tallies": [
            {
                "key": f"t{n}",
                "title": "T",
                "amount": {"terms": [{"of": "*", "where": within(3, PARENT)}] * 20},
            }
            for n in range(20)
        ]
    },
}


def steps_of(document: Document, pack: Pack) -> tuple[int, int]:
    """Return how many calls a review from nothing makes, and what it was reckoned."""
    roster = read_roster(document)
    books = BOOKSHELF.books_for(roster)
    review(roster, books, pack)
    forget()
    profile = cProfile.Profile()
    profile.runcall(review, roster, books, pack)
    calls = sum(entry.callcount for entry in profile.getstats())
    return calls, review_cost(roster, books, pack, {})


@pytest.mark.sweep(9)
@pytest.mark.parametrize("name", PACKS)
def test_the_estimate_of_a_heavy_pack_is_near_what_it_does(name: str) -> None:
    document = json.loads((FIXTURES / "armies/empire-2000.json").read_text())
    head = {"format": "armybuilder.pack/1", "key": "heavy", "name": "Heavy"}
    pack = read_pack({**head, "game": "warhammer", **PACKS[name]})
    calls, work = steps_of(document, pack)
    assert 1 / 8 < calls / work < 6


@pytest.mark.sweep(9)
@pytest.mark.parametrize("name", SAMPLES)
def test_the_estimate_of_a_sample_army_is_near_what_its_review_does(name: str) -> None:
    document = json.loads((FIXTURES / f"armies/{name}.json").read_text())
    calls, work = steps_of(document, GAMES[document["game"]].pack)
    assert 1 < calls / work < 5
