"""What must be true of every game, document and message of the project."""

import re
from pathlib import Path
from typing import Any

import pytest

from rulesets.books.load import read_book
from rulesets.books.sample_armies import read_book_tests
from rulesets.documents.document_edits import read_edits
from rulesets.documents.json import SCHEMAS, parse
from rulesets.games import GAMES
from rulesets.legality import IMPLIED, review
from rulesets.legality.basic_checks import PLAIN_RULES
from rulesets.legality.limits import POINTS_AGREED
from rulesets.matchups.comparison import check_comparison
from rulesets.matchups.match_up_document import check_match_up
from rulesets.matchups.reference_cases import read_cases
from rulesets.packs.pack import Pack, read_pack
from rulesets.rosters.edit_document import KINDS, edit_document, read_edit
from rulesets.rosters.roster import read_roster
from tests.real_books import FIXTURES, KEYS, real_book, real_books, sample_army

ROOT = Path(__file__).resolve().parents[2]
ARMIES = sorted(path.stem for path in FIXTURES.glob("armies/*.json"))
MATCH_UPS = sorted(FIXTURES.glob("match-ups/*.json"))

ENGINE_CODES = {
    "unknown-edition",
    "other-game",
    "other-pack",
    "empty-force",
    "trial-edition",
    "one-edition",
    "other-edition",
    "unknown-entry",
    "one-unit-an-entry",
    "joins-unit",
    "roll-missing",
    "roll-range",
    "unit-size",
    "slot",
    "option-count",
    "points-limit",
    "more-messages",
    "never-equipped",
    "loadout",
}
GAME_CODES = {
    "charge": {"one-faction", "one-general", "no-units"},
    "scrollhammer": {
        "heroes",
        "core",
        "elite",
        "support",
        "one-general",
        "allied-forces",
        "allied-points",
        "core-points",
        "heroes-points",
        "elite-points",
        "support-points",
        "joins-single-model",
        "no-units",
    },
    "mordheim": {
        "no-points-agreed",
        "one-warband",
        "one-leader",
        "six-heroes",
        "three-warriors",
        "close-combat-weapons",
        "missile-weapons",
        "missile-kinds",
        "one-body-armour",
        "henchmen-goods",
        "campaign-only",
        "first-spell",
        "casting-in-armour",
    },
    "warhammer": {
        "one-book",
        "no-points-agreed",
        "characters",
        "lords",
        "core",
        "special",
        "rare",
        "no-character",
        "no-general",
        "one-general",
        "general-leadership",
        "never-general",
        "battle-standard",
        "battle-standard-general",
        "joins-character",
        "joins-machine",
        "joins-unbreakable",
        "unique-item",
    },
}


def test_the_codes_of_messages_are_never_renamed() -> None:
    assert {*PLAIN_RULES, *IMPLIED, POINTS_AGREED.key} == ENGINE_CODES
    for key, game in GAMES.items():
        assert {limit.key for limit in game.pack.limits} == GAME_CODES[key]


def test_every_code_is_explained() -> None:
    text = (ROOT / "docs" / "messages.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"^### `([a-z0-9-]+)`", text, re.MULTILINE))

    assert explained == ENGINE_CODES.union(*GAME_CODES.values())


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_complete(key: str) -> None:
    game = GAMES[key]

    assert game.key == key
    assert game.source
    assert game.limits
    for rule in game.rules.values():
        assert rule.summary, rule.key
        assert rule.source, rule.key
    for limit in game.pack.limits:
        assert limit.title, limit.key
        assert limit.source, limit.key
    known = {characteristic.key for characteristic in game.characteristics}
    for column in game.columns:
        assert set(column.keys) <= known
    assert game.boxes is None or game.boxes.key in known
    for kind in game.unit_types.values():
        assert set(kind.characteristics) <= known


def test_there_are_fixtures_to_look_at() -> None:
    assert KEYS
    assert ARMIES
    assert MATCH_UPS


@pytest.mark.parametrize("key", KEYS)
def test_a_book_of_the_project_is_read_and_names_only_what_its_game_knows(
    key: str,
) -> None:
    book = real_book(key)
    game = GAMES[book.game]

    figures = {characteristic.key for characteristic in game.characteristics}
    for unit in book.units.values():
        assert {rule.key for rule in unit.rules} <= {*game.rules, *book.rules}
        for profile in unit.profiles:
            assert set(profile.characteristics) <= figures
            assert not game.unit_types or profile.kind in game.unit_types
        for gear in unit.gear:
            assert set(gear.stats) <= set(game.item_stats)


@pytest.mark.parametrize("name", ARMIES)
def test_an_army_of_the_project_is_read_and_is_legal(name: str) -> None:
    assert review(sample_army(name), real_books()).legal


@pytest.mark.parametrize("path", MATCH_UPS, ids=lambda path: path.stem)
def test_a_match_up_of_the_project_is_read(path: Path) -> None:
    check_match_up(parse(path.read_bytes()))


# -- hostile words and heavy work ---------------------------------------------------

HOSTILE = "{count.__class__} {0} {count!r:>99999999} {name} {unknown} {{count}}"


def test_a_message_template_fills_in_numbers_and_nothing_else() -> None:
    document = {
        "format": "armybuilder.book/1",
        "key": "b",
        "game": "charge",
        "name": "B",
        "units": [{"key": "u", "name": "{max} {self}"}],
        "limits": [{"key": "l", "title": "L", "of": "u", "max": 0, "message": HOSTILE}],
    }
    book = read_book(document, 1)
    roster = {
        "format": "armybuilder.roster/1",
        "game": "charge",
        "name": "x",
        "forces": [
            {"id": "f", "book": "b", "edition": 1, "units": [{"id": "s", "entry": "u"}]}
        ],
    }

    found = review(read_roster(roster), {("b", 1): book}, Pack("p", "P", "charge"))

    assert found.messages[0].text == (
        "{count.__class__} {0} {count!r:>99999999} B {unknown} {1} See {max} {self}."
    )


# -- the documentation ----------------------------------------------------------------

EXAMPLES = re.findall(
    r"^```json\n(.*?)^```",
    (ROOT / "docs" / "formats.md").read_text(encoding="utf-8"),
    re.MULTILINE | re.DOTALL,
)
READERS: dict[str, Any] = {
    "armybuilder.book/1": read_book,
    "armybuilder.book-tests/1": read_book_tests,
    "armybuilder.pack/1": read_pack,
    "armybuilder.roster/1": read_roster,
    "armybuilder.match-up/1": check_match_up,
    "armybuilder.comparison/1": check_comparison,
    "armybuilder.odds-cases/1": read_cases,
}


def test_there_is_an_example_of_every_document_that_is_written_by_hand() -> None:
    formats = {parse(example).get("format") for example in EXAMPLES}

    assert set(READERS) <= formats


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_of_the_documentation_is_read(example: str) -> None:
    document = parse(example)

    if "format" in document:
        assert READERS[document["format"]](document) != {}
    elif "edit" in document:
        assert edit_document(read_edit(document))["edit"] == document["edit"]
    elif "edits" in document:
        assert read_edits(document["edits"]) != ()
    else:
        minimal = {
            "format": "armybuilder.book/1",
            "key": "b",
            "game": "charge",
            "name": "B",
        }
        assert read_book({**minimal, **document}).units


@pytest.mark.parametrize("word", [*KINDS, *SCHEMAS])
def test_the_documentation_of_documents_leaves_nothing_out(word: str) -> None:
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")

    assert f"`{word}`" in text or f"## {word.capitalize()}" in text
