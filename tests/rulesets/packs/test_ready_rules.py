"""Ready rules go into a pack, and say what the page offers."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from rulesets.books.book import Book
from rulesets.books.load import read_book
from rulesets.documents.json import parse
from rulesets.games import GAMES
from rulesets.legality import new_selection, review
from rulesets.packs.event_pack import read_event_pack
from rulesets.packs.pack import PackError, Penalty, read_pack
from rulesets.packs.ready_rules import (
    READY_RULES,
    ready_rules,
    whole_pack,
    with_ready_rule,
)
from rulesets.reviews.review import Message, Review
from rulesets.rosters.roster import Force, Roster, Selection, read_roster
from rulesets.sentences.offers import document_words
from rulesets.sentences.places import ARMY
from rulesets.sentences.reader import read_statement
from rulesets.sentences.teller import tell
from tests.real_books import BOOKS as BOOKS_FOLDER
from tests.real_books import FIXTURES, KEYS, real_book, real_books, sample_army

PATROL = json.loads((FIXTURES / "packs" / "border-patrol.json").read_text("utf-8"))
BOOKS = real_books()
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


# -- each ready rule in each game ------------------------------------------------------


def army(book: Book, *units: Selection) -> Roster:
    forces = (Force("f1", book.key, 1, units),)
    return Roster(book.game, "Broken", limit=2000, forces=forces)


def unit_of(book: Book, unit: str, *parts: str) -> Roster:
    """Return an army of one unit with hundreds of some of its parts."""
    bought = tuple(Selection(part, part, 400) for part in parts)
    return army(book, Selection("u", unit, selections=bought))


def codes(found: Review) -> set[str]:
    return {message.code for message in found.messages}


def many_models(book: Book) -> Iterator[Roster]:
    """Yield an army for every model of a book: one unit with hundreds of it."""
    for unit in book.units.values():
        for model in (one for one in unit.entries.values() if one.kind == "model"):
            yield unit_of(book, unit.key, model.key)


def many_points(book: Book) -> Iterator[Roster]:
    """Yield an army for every unit of a book, with hundreds of all that it may have."""
    for unit in book.units.values():
        yield unit_of(book, unit.key, *unit.entries)


def alike(book: Book) -> Iterator[Roster]:
    for unit in book.units.values():
        yield army(book, *(new_selection(book, unit.key, f"u{n}") for n in range(4)))


def marked(key: str) -> Book:
    """Return a book whose first unit is a special character."""
    document = parse((BOOKS_FOLDER / f"{key}.json").read_bytes())
    unit = document["units"][0]
    unit["tags"] = [*unit.get("tags", ()), "special-character"]
    tag = {"key": "special-character", "name": "Special characters"}
    document["categories"] = [*document.get("categories", ()), tag]
    return read_book(document, 1)


BREAKERS: dict[str, Callable[[Book], Iterator[Roster]]] = {
    "unit-of-50": many_models,
    "unit-of-500-points": many_points,
    "three-alike": alike,
    "highlander": alike,
    "no-special-characters": alike,
}
LIMITING = [rule for rule in READY_RULES if rule.document.get("limits")]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("rule", LIMITING, ids=lambda rule: rule.key)
def test_a_ready_rule_is_offered_where_an_army_can_break_it_and_finds_it(
    rule: Any, game: str
) -> None:
    keys = [key for key in KEYS if key.startswith(game) and real_book(key).units]
    books = [marked(key) for key in keys]
    document = with_ready_rule(bare(game=game), rule)
    pack, (limit,) = read_event_pack(document), document["limits"]
    finds = any(
        limit["key"] in codes(review(roster, {(book.key, 1): book}, pack))
        for book in books
        for roster in BREAKERS[rule.key](book)
    )
    offered = {one.key for one in ready_rules(game, books)}
    assert (rule.key in offered) == finds


@pytest.mark.parametrize("game", GAMES)
def test_the_newest_edition_is_asked_for_in_every_game(game: str) -> None:
    book = next(book for book in real_books(f"{game}-*").values() if book.units)
    newest = replace(book, edition=2)
    rule = next(one for one in READY_RULES if one.key == "newest-editions")
    pack = read_event_pack(with_ready_rule(bare(game=game), rule))
    asked = replace(pack, counting={book.key: 2})
    books = {(book.key, 1): book, (book.key, 2): newest}
    unit = new_selection(book, next(iter(book.units)), "u")
    assert "other-edition" in codes(review(army(book, unit), books, asked))


def test_a_score_of_composition_is_counted() -> None:
    rule = next(one for one in READY_RULES if one.key == "composition-score")
    pack = read_event_pack(with_ready_rule(bare(), rule))
    found = review(sample_army("empire-2000"), real_books(), pack)
    assert [(one.key, one.value != 20) for one in found.tallies] == [
        ("composition", True)
    ]


@pytest.mark.parametrize("rule", LIMITING, ids=lambda rule: rule.key)
def test_what_a_rule_says_stands_beside_what_game_and_book_say(rule: Any) -> None:
    """No message goes when a rule comes, however the two count the same."""
    for path in sorted((FIXTURES / "illegal-armies").glob("*.json")):
        roster = read_roster(json.loads(path.read_text("utf-8")))
        pack = read_event_pack(with_ready_rule(bare(game=roster.game), rule))
        alone, judged = (
            Counter((one.code, one.text) for one in review(roster, BOOKS, by).messages)
            for by in (None, pack)
        )
        assert alone <= judged, path.name


def test_a_rule_that_bounds_as_the_book_does_is_told_beside_it() -> None:
    """A unit is past its own range and past the pack's, looser, equal or tighter."""
    book = real_book("warhammer-empire")
    high = book.units["archers"].entries["archer"].high or 0
    roster = unit_of(book, "archers", "archer")
    rule = next(one for one in READY_RULES if one.key == "unit-of-50")
    for most in (high - 1, high, high + 1):
        document = with_ready_rule(bare(), rule)
        limit = {**document["limits"][0], "max": most}
        pack = read_event_pack({**document, "limits": [limit]})
        assert {"unit-models", "unit-size"} <= codes(review(roster, BOOKS, pack))


def test_highlander_finds_what_is_taken_twice() -> None:
    rule = next(one for one in READY_RULES if one.key == "highlander")
    told = [one.text for one in messages(with_ready_rule(bare(), rule))]
    assert "Great Cannon: 2; each choice is taken once." in told


def test_the_same_rule_twice_gets_a_key_of_its_own() -> None:
    rule = READY_RULES[0]
    twice = with_ready_rule(with_ready_rule(bare(), rule), rule)
    assert [one["key"] for one in twice["limits"]] == ["unit-models", "unit-models-2"]


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
