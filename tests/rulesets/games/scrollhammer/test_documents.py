"""Real units of the army books, and what the page about the odds says of the game."""

import json
from pathlib import Path
from typing import Any

import pytest

from rulesets.games.scrollhammer.combat.answers import odds, preview
from rulesets.games.scrollhammer.combat.questions.readings import READINGS
from rulesets.matchups.fighter import book_fighter
from rulesets.matchups.match_up_document import check_match_up, read_match_up
from rulesets.odds.match_up import Fighter, MatchUpError, Question
from tests.real_books import real_books
from tests.rulesets.games.scrollhammer.units import LEGION, match_up

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs" / "odds.md").read_text(encoding="utf-8")


def document(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


BOOKS = real_books("scrollhammer-*")
FIGHTERS: dict[str, Fighter] = {
    f"{book.key}/{key}": book_fighter(book, key)
    for book in BOOKS.values()
    for key in book.units
}
PATHS = [
    path
    for path in sorted((ROOT / "fixtures" / "match-ups").glob("*.json"))
    if document(path).get("game") == "scrollhammer"
]


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_a_match_up_that_ships_is_worked_out_exactly(path: Path) -> None:
    question = document(path)
    check_match_up(question)
    told = odds(read_match_up(question, BOOKS))
    assert told.method == "exact"
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)


SILENT = (
    "scrollhammer-falmer/chaurus",
    "scrollhammer-holds-of-skyrim/jarl",
    "scrollhammer-holds-of-skyrim/holdcarl",
)
"""Units of whose stat line nothing is printed that we know."""


@pytest.mark.parametrize("name", sorted(set(FIGHTERS) - set(SILENT)))
def test_every_unit_of_the_books_fights_charges_and_shoots(name: str) -> None:
    one = FIGHTERS[name]
    for kind in ("fight", "charge", "shooting"):
        told = odds(match_up(kind, one, LEGION, rounds=2))
        assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
    assert preview(one, LEGION) or one.characteristics["a"] == 0


@pytest.mark.parametrize("name", SILENT)
def test_a_unit_without_a_printed_profile_says_so(name: str) -> None:
    with pytest.raises(MatchUpError, match="no printed figures"):
        odds(match_up("fight", FIGHTERS[name], LEGION, rounds=1))


def test_adepts_shoot_with_the_spells_that_their_hands_cast() -> None:
    adepts = FIGHTERS["scrollhammer-saltmere-league/storm-adepts"]
    told = odds(match_up("shooting", adepts, LEGION, {"distance": 6}))
    assert any("casts it (" in step.text for step in told.trace)
    assert told.expected["a-unsaved-wounds"] > 0


def printed(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("question", READINGS, ids=[q.key for q in READINGS])
def test_a_reading_stands_in_the_table_with_its_default(question: Question) -> None:
    rows = [line for line in PAGE.splitlines() if f"`{question.key}`" in line]
    assert len(rows) == 1
    assert f"`{printed(question.default)}`" in rows[0].split("|")[2]
