"""Waivers: to play without a rule is no fix, and the verdict says which are waived."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.documents.json import canonical, check, parse
from rulesets.legality import review, with_fixes
from rulesets.packs.pack import Pack, read_pack
from rulesets.reviews.review import Review
from rulesets.reviews.review_document import review_document
from rulesets.reviews.verdict import (
    outcome_text,
    verdict_sign,
    verdict_text,
    waived_titles,
)
from rulesets.rosters.edits import Switch, apply_all
from tests.rulesets.legality.real import books_of, roster_of
from tests.rulesets.legality.small import Answer, army_of, book_of

ONE_GUN = {"key": "one-gun", "title": "One gun", "of": "gun", "max": 1}
DRAGONS = {
    "key": "no-dragons",
    "title": "No dragons",
    "of": "dragon",
    "max": 0,
    "on": False,
}


def pack(*, fixed: bool = False) -> Pack:
    """Return a pack of two switchable rules, one of them optional, and two switches."""
    document = {
        "format": "armybuilder.pack/1",
        "key": "open",
        "name": "Open",
        "game": "charge",
        "fixed": fixed,
        "limits": [{**limit, "switchable": True} for limit in (ONE_GUN, DRAGONS)],
        "switches": [
            {"key": "campaign", "title": "A campaign"},
            {"key": "fog", "title": "Fog on the field", "on": True},
        ],
    }
    return read_pack(document)


GUNS = book_of({"key": "gun", "points": 20}, {"key": "dragon", "points": 300})


def guns(*units: str, fixed: bool = False, **switches: bool) -> Answer:
    named = {key.replace("_", "-"): on for key, on in switches.items()}
    return army_of(GUNS, *units, pack=pack(fixed=fixed), switches=named)


def test_to_play_without_a_rule_stands_apart_from_its_fixes() -> None:
    army = guns("gun", "gun")

    (message,) = with_fixes(army.review, army.books, pack()).messages

    assert [fix.text for fix in message.fixes] == ["Remove the second Gun"]
    (waiver,) = message.waivers
    assert waiver.text == "Agree with your opponent to play without “One gun”"
    assert waiver.edits == (Switch("one-gun", on=False),)
    then = review(apply_all(army.review.roster, waiver.edits), army.books, pack())
    assert (waiver.points, waiver.legal, waiver.errors) == (40, then.legal, 0)
    assert outcome_text(waiver, len(then.waived)) == "legal, 1 rule waived"
    assert verdict_text(then) == "Legal, 1 rule waived"


@pytest.mark.parametrize(
    ("switches", "waived", "text", "sign"),
    [
        ({}, "", "Legal", "legal"),
        ({"one_gun": False}, "One gun", "Legal, 1 rule waived", "warning"),
        ({"one_gun": True}, "", "Legal", "legal"),
        ({"no_dragons": True}, "", "Legal", "legal"),
        ({"no_dragons": False}, "", "Legal", "legal"),
        ({"campaign": True}, "", "Legal", "legal"),
        ({"campaign": False}, "", "Legal", "legal"),
        ({"unheard_of": False}, "", "Legal", "legal"),
        (
            {"one_gun": False, "fog": False},
            "One gun, Fog on the field",
            "Legal, 2 rules waived",
            "warning",
        ),
    ],
)
def test_what_is_waived_is_a_rule_that_holds_where_nobody_says(
    switches: dict[str, bool], waived: str, text: str, sign: str
) -> None:
    found = guns("gun", **switches).review

    assert waived_titles(found) == waived
    assert (verdict_text(found), verdict_sign(found)) == (text, sign)


def test_a_pack_that_nobody_may_switch_waives_nothing() -> None:
    found = guns("gun", "gun", fixed=True, one_gun=False).review

    assert found.waived == ()
    assert verdict_text(found) == "Not legal: 1 problem"
    message = with_fixes(found, {(GUNS.key, 1): GUNS}, pack(fixed=True)).messages[0]
    assert message.waivers == ()


def test_an_army_that_is_not_legal_or_empty_is_told_what_is_wrong() -> None:
    assert verdict_text(guns("hat", one_gun=False).review) == "Not legal: 1 problem"
    assert verdict_text(guns(one_gun=False).review) == "Empty"


def test_warnings_are_told_behind_what_is_waived() -> None:
    found = guns("gun", one_gun=False).review
    warned = replace(found, messages=(*found.messages, *_warning()))

    assert verdict_text(warned) == "Legal, 1 rule waived, 1 warning"


def _warning() -> tuple[Any, ...]:
    few = {"key": "few", "title": "Few", "of": "gun", "min": 9, "severity": "warning"}
    return army_of(book_of({"key": "gun"}, limits=[few]), "gun").review.messages


def test_a_document_names_the_waivers_and_what_is_waived() -> None:
    army = guns("gun", "gun", "gun")
    solved = with_fixes(army.review, army.books, pack())
    document = review_document(solved)
    waived = review_document(guns("gun", "gun", one_gun=False).review)

    for one in (document, waived):
        check("review", parse(canonical(one)))
    (waiver,) = document["messages"][0]["waivers"]
    assert waiver["edits"] == [{"edit": "switch", "rule": "one-gun", "on": False}]
    assert document["waived"] == []
    assert waived["verdict_text"] == "Legal, 1 rule waived"
    assert waived["waived"] == [{"key": "one-gun", "title": "One gun", "source": ""}]


def judged(key: str, *units: Any, **agreed: Any) -> Review:
    roster = roster_of(key, *units, **agreed)
    return review(roster, books_of(roster))


@pytest.mark.parametrize("switch", ["campaign", "misfire", "mounted"])
def test_a_switch_of_a_mordheim_campaign_waives_nothing(switch: str) -> None:
    band = ("mercenary-captain", ("warrior", "2 fighter"))
    found = judged("mordheim-reikland", *band, limit=500, switches={switch: True})

    assert found.waived == ()


def test_the_one_general_of_a_charge_army_is_waived() -> None:
    found = judged("charge-orcs", "orcs", limit=500, switches={"one-general": False})

    assert verdict_text(found) == "Legal, 1 rule waived"
    assert waived_titles(found) == "At most one general"
