"""What every army must keep, and how much is told of one that keeps nothing."""

from collections.abc import Iterable
from typing import Any

import pytest

from rulesets.documents.json import check
from rulesets.legality import unit_names, with_fixes
from rulesets.legality.limits import MOST_MARKED
from rulesets.legality.messages import MOST_ALIKE, MOST_MESSAGES
from rulesets.packs.pack import Pack, read_pack
from rulesets.reviews.review_document import review_document
from tests.rulesets.legality.small import NO_RULES, army_of, book_of

RATS = book_of({"key": "rats", "points": 60})
NONE = {"title": "None", "of": "*", "in": "self", "each": "kind:unit", "max": 0}


def pack_of(*limits: Any, **parts: Any) -> Pack:
    document = {
        "format": "armybuilder.pack/1",
        "key": "open",
        "name": "Open",
        "game": "charge",
        "limits": list(limits),
        **parts,
    }
    return read_pack(document)


@pytest.mark.parametrize(
    ("pack", "limit"),
    [(NO_RULES, 100), (pack_of(limit=100), None), (pack_of(limit=100), 5000)],
)
def test_the_points_agreed_on_hold_whatever_the_pack(
    pack: Pack, limit: int | None
) -> None:
    army = army_of(RATS, "rats", "rats", limit=limit, pack=pack)

    assert army.said == [
        ("", "The army is worth 120 of at most 100 points, 20 too many.")
    ]
    (message,) = with_fixes(army.review, army.books, pack).messages
    assert (message.code, message.rule) == ("points-limit", "Points agreed on")
    assert message.fixes[0].text == "Remove the first Rats (60 points)"


def test_no_points_are_asked_for_where_none_were_agreed_on() -> None:
    assert army_of(RATS, "rats", "rats").said == []


@pytest.mark.parametrize(
    "weaker",
    [
        {"severity": "warning"},
        {"switchable": True, "on": False},
        {"when": {"of": "cats", "at_least": 1}},
        {"max": {"base": 500, "terms": [{"count": "limit"}]}},
    ],
)
def test_a_pack_cannot_weaken_the_points_agreed_on(weaker: dict[str, Any]) -> None:
    own: dict[str, Any] = {
        "key": "points-limit",
        "title": "Points",
        "count": "points",
        "of": "*",
        "max": {"terms": [{"count": "limit"}]},
    }
    same = army_of(RATS, "rats", "rats", limit=100, pack=pack_of(own))
    less = army_of(RATS, "rats", "rats", limit=100, pack=pack_of({**own, **weaker}))

    assert same.said == [("", "Points: 120 of at most 100 points, 20 points too many.")]
    assert not less.review.legal


def test_of_very_many_messages_the_first_are_told_and_the_others_counted() -> None:
    limits = [{**NONE, "key": f"k{n}", "title": f"Rule {n}"} for n in range(5)]
    warned = {**NONE, "key": "w", "title": "Odd", "severity": "warning"}

    found = army_of(RATS, *["rats"] * 200, pack=pack_of(warned, *limits)).review

    told = [message.code for message in found.messages]
    assert told[:MOST_MESSAGES] == ["k0"] * 200 + ["k1"] * 200 + ["k2"] * 100
    assert told[MOST_MESSAGES:] == ["more-messages"]
    rest = found.messages[-1]
    assert rest.severity == "error"
    assert rest.text == (
        "And 700 more: Rule 3 (200), Rule 4 (200), Odd (200), Rule 2 (100)."
    )
    assert (found.errors, found.warnings, found.more) == (1000, 200, 700)
    document = review_document(found)
    check("review", document)
    assert document["more"] == 700


def test_one_limit_does_not_hide_the_others() -> None:
    own = {"key": "own", "title": "Own", "of": "*", "in": "self", "max": 0}
    cat = {"key": "cat", "limits": [own]}
    book = book_of({"key": "rats"}, cat)
    army = army_of(
        book,
        *["rats"] * 199,
        "cat",
        allies=(book, *["rats"] * 150),
        pack=pack_of({**NONE, "key": "all"}),
    )

    told = [message.code for message in army.review.messages]

    assert told.count("all") == MOST_ALIKE
    assert "own" in told
    assert army.review.more == 150


def test_what_is_left_out_may_be_warnings_alone() -> None:
    pack = pack_of({**NONE, "key": "odd", "severity": "warning"})
    army = army_of(
        RATS, *["rats"] * 200, allies=(RATS, *["rats"] * 10), pack=pack
    ).review

    assert army.legal
    assert [army.messages[-1].code, army.messages[-1].severity] == [
        "more-messages",
        "warning",
    ]
    assert (army.errors, army.warnings) == (0, 210)


def test_a_message_marks_so_many_selections_at_most() -> None:
    few = {"key": "few", "title": "Few", "of": "kind:unit", "max": 1}
    army = army_of(
        RATS, *["rats"] * 200, allies=(RATS, *["rats"] * 200), pack=pack_of(few)
    )

    (message,) = army.review.messages
    assert message.text == (
        "Few: 400 of at most 1, 399 too many. See the second "
        "Rats, the third Rats, the fourth Rats and 197 more."
    )
    assert len(message.marks) == MOST_MARKED


def test_the_units_of_an_army_are_told_apart_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However many messages name one: 501 of 800 units took a second before."""
    asked = []

    def count(those: Iterable[unit_names.Titled]) -> dict[str, str]:
        asked.append(1)
        return distinct_names(those)

    distinct_names = unit_names.distinct_names
    monkeypatch.setattr(unit_names, "distinct_names", count)
    army = army_of(RATS, *["rats"] * 60, pack=pack_of({**NONE, "key": "none"}))
    assert len(army.review.messages) >= 60
    assert len(asked) == 1
