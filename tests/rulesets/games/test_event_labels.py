"""Words of events are never those of an outcome that has the same key."""

import pytest

from rulesets.combats import COMBATS
from rulesets.documents.json import parse
from rulesets.matchups.match_up_document import editions_named, read_match_up
from tests.real_books import FIXTURES, real_book

LINES = (
    "a-lord-in-his-knights-holds-a-flank",
    "elves-between-orcs-and-a-beast",
    "falmer-and-their-warlord-charge-legionnaires",
)


@pytest.mark.parametrize("name", LINES)
def test_the_fate_of_a_unit_is_worded_apart_from_the_end_of_its_side(name: str) -> None:
    document = parse((FIXTURES / "match-ups" / f"{name}.json").read_bytes())
    books = {key: real_book(key[0]) for key in editions_named(document)}
    match_up = read_match_up(document, books)
    odds = COMBATS[match_up.game].odds(match_up)
    both = odds.outcomes.keys() & odds.events.keys()

    assert both
    assert odds.event_labels.keys() == both
    assert odds.to_document()["event_labels"] == odds.event_labels
    assert all(odds.event_labels[key] != odds.labels[key] for key in both)
