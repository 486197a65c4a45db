"""Ready rules go into a pack, and say what the page offers."""

import json
from typing import Any

import pytest

from rulesets.games import GAMES
from rulesets.legality import review
from rulesets.packs.event_pack import read_event_pack
from rulesets.packs.pack import PackError, Penalty, read_pack
from rulesets.packs.ready_rules import (
    READY_RULES,
    ready_rules,
    whole_pack,
    with_ready_rule,
)
from rulesets.reviews.review import Message
from rulesets.rosters.roster import read_roster
from rulesets.sentences.offers import document_words
from rulesets.sentences.places import ARMY
from rulesets.sentences.reader import read_statement
from rulesets.sentences.teller import tell
from tests.real_books import FIXTURES, real_books

PATROL = json.loads((FIXTURES / "packs" / "border-patrol.json").read_text("utf-8"))
TOLD = {
    "unit-of-50": "No unit has more than 50 models",
    "three-alike": "No more than 3 of the same unit",
    "no-special-characters": "No special character in the army",
    "unit-of-500-points": "No unit is worth more than 500 points",
    "highlander": "No more than 1 of the same unit",
}


def bare(**more: Any) -> dict[str, Any]:
    document = {
        "format": "armybuilder.pack/1",
        "key": "spring-open",
        "name": "Spring Open",
        "game": "warhammer",
    }
    return {**document, **more}


def messages(document: Any, file: str = "empire-2000") -> list[Message]:
    text = (FIXTURES / "armies" / f"{file}.json").read_text("utf-8")
    roster = read_roster(json.loads(text))
    return list(review(roster, real_books(), read_event_pack(document)).messages)


@pytest.mark.parametrize("rule", READY_RULES, ids=lambda rule: rule.key)
def test_a_ready_rule_makes_a_pack_and_its_limit_is_a_ready_sentence(rule: Any) -> None:
    document = with_ready_rule(bare(), rule)
    assert read_event_pack(document).key == "spring-open"
    words = document_words(document, real_books().values())
    for limit in document.get("limits", ()):
        said = read_statement("limit", limit, words)
        assert tell(said, words, ARMY) == TOLD[rule.key]
        assert said.sentence.is_ready


def test_every_game_is_offered_what_its_books_can_break() -> None:
    for game in GAMES.values():
        books = [book for book in real_books().values() if book.game == game.key]
        keys = {rule.key for rule in ready_rules(game.key, books)}
        assert {"three-alike", "no-special-characters", "highlander"} <= keys
        assert ("composition-score" in keys) == (game.key == "warhammer")


def test_highlander_finds_what_is_taken_twice() -> None:
    rule = next(one for one in READY_RULES if one.key == "highlander")
    told = [one.text for one in messages(with_ready_rule(bare(), rule))]
    assert "Great Cannon: 2; each choice is taken once." in told


def test_the_same_rule_twice_gets_a_key_of_its_own() -> None:
    rule = READY_RULES[0]
    twice = with_ready_rule(with_ready_rule(bare(), rule), rule)
    assert [one["key"] for one in twice["limits"]] == ["unit-size", "unit-size-2"]


def test_all_of_a_pack_judges_as_that_pack() -> None:
    whole = whole_pack(PATROL)
    assert whole.words == "All of Border Patrol, 500 points"
    ours = messages(with_ready_rule(bare(), whole))
    theirs = messages(PATROL)
    assert [one.text for one in ours] == [one.text for one in theirs]


def test_house_readings_and_penalties_are_read_and_judge_nothing() -> None:
    more: dict[str, Any] = {
        "house_readings": [{"key": "woods", "text": "Woods block sight."}],
        "penalties": [
            {"key": "late", "text": "Late.", "points": 1, "hours": 24},
            {"key": "paint", "text": "Unpainted.", "points": 5},
        ],
    }
    pack = read_pack(bare(**more))
    assert pack.house_readings[0].text == "Woods block sight."
    assert pack.penalties[1] == Penalty("paint", "Unpainted.", 5)
    assert messages(bare(**more)) == messages(bare())


@pytest.mark.parametrize(
    ("late", "off"), [(0, 0), (0.01, 1), (24, 1), (24.5, 2), (-3, 0)]
)
def test_a_late_list_pays_for_every_stretch_begun(late: float, off: int) -> None:
    assert Penalty("late", "Late.", 1, 24).off(late) == off


@pytest.mark.parametrize(
    ("member", "part", "place"),
    [
        ("house_readings", {"key": "a"}, "/house_readings/0"),
        (
            "house_readings",
            {"key": "a", "text": "A.", "reading": "ones"},
            "/house_readings/0",
        ),
        ("penalties", {"key": "a", "text": "A.", "hours": 24}, "/penalties/0"),
        (
            "penalties",
            {"key": "a", "text": "A.", "points": 0},
            "/penalties/0/points",
        ),
    ],
)
def test_what_is_no_ruling_and_no_penalty_is_refused_at_its_place(
    member: str, part: Any, place: str
) -> None:
    with pytest.raises(PackError) as refused:
        read_event_pack(bare(**{member: [part]}))
    assert refused.value.where == place


def test_a_ruling_has_a_key_of_its_own() -> None:
    house_readings = [{"key": "a", "text": "A."}, {"key": "a", "text": "B."}]
    with pytest.raises(PackError, match="stands at /house_readings/0 too"):
        read_event_pack(bare(house_readings=house_readings))
