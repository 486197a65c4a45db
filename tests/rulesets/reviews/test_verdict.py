"""The verdict: one word, and the words that every page says it with."""

from collections.abc import Callable

import pytest

from rulesets.books.load import read_book
from rulesets.core.query import Amount, Limit, Query
from rulesets.games import GAMES
from rulesets.legality import review, with_fixes
from rulesets.packs.pack import Pack
from rulesets.reviews.review import EMPTY, ILLEGAL, LEGAL, Review
from rulesets.reviews.review_document import review_document
from rulesets.reviews.verdict import outcome_text, verdict_sign, verdict_text
from rulesets.rosters.roster import Force, Roster, Selection
from tests.real_books import real_books

BOOK = read_book(
    {
        "format": "armybuilder.book/1",
        "key": "folk",
        "game": "charge",
        "name": "Folk",
        "units": [{"key": "guard", "name": "Guard", "points": 10}],
        "slots": [
            {
                "key": "way",
                "name": "Way",
                "options": [{"key": "old", "name": "Old way"}],
            }
        ],
    },
    1,
)
UNITS = Query(of=("kind:unit",))


def pack(**bounds: Amount | str) -> Pack:
    asked = Limit("asked", "Asked", UNITS, **bounds)  # type: ignore[arg-type]
    return Pack("own", "Own", "charge", limits=(asked,))


def judged(*entries: str, by: Pack | None = None) -> Review:
    units = tuple(Selection(f"s{n}", entry) for n, entry in enumerate(entries))
    roster = Roster("charge", "Army", forces=(Force("f1", "folk", 1, units),))
    plain = Pack("own", "Own", "charge")
    return review(roster, {("folk", 1): BOOK}, by or plain)


ONE, TWO = Amount(1), Amount(2)


@pytest.mark.parametrize(
    ("army", "verdict", "text", "sign"),
    [
        (judged("guard"), LEGAL, "Legal", "legal"),
        (
            judged("guard", by=pack(min=TWO, severity="warning")),
            LEGAL,
            "Legal, 1 warning",
            "warning",
        ),
        (
            judged("guard", by=pack(min=TWO)),
            ILLEGAL,
            "Not legal: 1 problem",
            "illegal",
        ),
        (judged("guard", "hat", "cap"), ILLEGAL, "Not legal: 2 problems", "illegal"),
        (judged("hat"), ILLEGAL, "Not legal: 1 problem", "illegal"),
        (judged(), EMPTY, "Empty", "info"),
        (judged("old"), EMPTY, "Empty", "info"),
        (judged(by=pack(min=ONE)), EMPTY, "Empty, 1 problem", "info"),
        (
            judged(by=pack(min=ONE, severity="warning")),
            EMPTY,
            "Empty",
            "info",
        ),
    ],
)
def test_an_army_without_units_is_empty_and_never_legal(
    army: Review, verdict: str, text: str, sign: str
) -> None:
    assert (army.verdict, army.legal) == (verdict, verdict == LEGAL)
    assert (verdict_text(army), verdict_sign(army)) == (text, sign)
    document = review_document(army)
    assert (document["verdict"], document["legal"]) == (verdict, verdict == LEGAL)


def test_an_army_without_forces_is_empty() -> None:
    assert review(Roster("charge", "Nobody"), {}).verdict == EMPTY


def test_a_fix_that_leaves_nobody_makes_no_legal_army() -> None:
    none = Pack("own", "Own", "charge", limits=pack(max=Amount(0)).limits)
    (message,) = with_fixes(
        judged("guard", by=none), {("folk", 1): BOOK}, none
    ).messages
    (fix,) = message.fixes
    assert (fix.legal, fix.errors, outcome_text(fix)) == (False, 0, "empty")


def test_no_book_of_any_game_calls_an_empty_army_legal(
    covered: Callable[[int, str], None],
) -> None:
    """Sweep: an empty army of every book, with and without a limit agreed on."""
    asked = 0
    for book in real_books().values():
        for limit in (None, *GAMES[book.game].limits):
            force = Force("f1", book.key, 1)
            empty = Roster(book.game, "Nobody", limit=limit, forces=(force,))
            now = review(empty, {(book.key, 1): book})
            assert (now.verdict, now.legal) == (EMPTY, False), (book.key, limit)
            asked += 1
    covered(asked, "empty armies")
    assert asked > 100
