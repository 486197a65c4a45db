"""What must be true of every schema, game, document and message of the project."""

import copy
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry

from rulesets.books import count_guide
from rulesets.books.load import read_book
from rulesets.books.sample_armies import read_book_tests
from rulesets.documents.json import SCHEMAS, parse
from rulesets.documents.judge import judge
from rulesets.documents.schema import COMMON, is_valid, schema
from rulesets.games import GAMES
from rulesets.legality import IMPLIED, review
from rulesets.legality.basic_checks import PLAIN_RULES
from rulesets.legality.limits import POINTS_AGREED
from rulesets.matchups.comparison import check_comparison
from rulesets.matchups.match_up_document import check_match_up
from rulesets.matchups.reference_cases import read_cases
from rulesets.packs.pack import Pack, read_pack
from rulesets.rosters.edit_document import KINDS, edit_document, read_edit
from rulesets.rosters.roster import (
    LONGEST_LOADOUT_NAME,
    MOST_COUNT,
    MOST_FORCES,
    MOST_HELD,
    MOST_LOADOUTS,
    MOST_SIBLINGS,
    read_roster,
)
from tests.real_books import real_books

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures"
BOOKS = sorted((FIXTURES / "books").glob("*.json"))
ARMIES = sorted((FIXTURES / "armies").glob("**/*.json"))
MATCH_UPS = sorted((FIXTURES / "match-ups").glob("**/*.json"))
READABLE = [path for path in ARMIES if path.parent.name != "broken"]

ENGINE_CODES = {
    "unknown-edition",
    "other-game",
    "other-pack",
    "empty-force",
    "one-edition",
    "other-edition",
    "unknown-entry",
    "one-unit-an-entry",
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
        "unique-item",
    },
}


def parts(value: Any) -> Iterator[Any]:
    """Yield a document and everything in it."""
    yield value
    inner = value.values() if isinstance(value, dict) else value
    if isinstance(value, dict | list):
        for one in inner:
            yield from parts(one)


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one_of_draft_2020_12_and_is_whole_when_served(name: str) -> None:
    document = schema(name)

    Draft202012Validator.check_schema(document)
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    for part in parts(document):
        if isinstance(part, dict) and isinstance(part.get("$ref"), str):
            kind, _, key = part["$ref"].removeprefix("#/").partition("/")
            assert kind == "$defs"
            assert key in document["$defs"]


def test_every_schema_on_disk_is_listed() -> None:
    found = (ROOT / "rulesets" / "schemas").glob("*.schema.json")

    names = {path.name.removesuffix(".schema.json") for path in found}
    assert names == {*SCHEMAS, "common"}


def on_disk(name: str) -> Any:
    path = ROOT / "rulesets" / "schemas" / f"{name}.schema.json"
    return json.loads(path.read_text(encoding="utf-8"))


COMMON_PARTS = on_disk("common")["$defs"]


def test_no_two_schemas_write_down_the_same_part() -> None:
    written = Counter(
        (key, json.dumps(part))
        for name in (*SCHEMAS, "common")
        for key, part in on_disk(name)["$defs"].items()
        if part != {"$ref": f"{COMMON}{key}"}
    )

    assert [key for (key, _), times in written.items() if times > 1] == []


def test_the_files_of_the_schemas_are_read_by_whoever_has_them_all() -> None:
    registry: Any = Registry().with_contents(
        (document["$id"], document) for document in map(on_disk, (*SCHEMAS, "common"))
    )
    for name, path in SAMPLES:
        document = json.loads(path.read_bytes())
        validator: Any = Draft202012Validator(on_disk(name), registry=registry)

        assert validator.is_valid(document)
        assert not validator.is_valid({**document, "game": "no key"})


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_common_part_means_the_same_in_every_schema_that_names_it(name: str) -> None:
    """Whatever it refers to is the common part of that name, too."""
    whole = schema(name)["$defs"]

    for key, part in on_disk(name)["$defs"].items():
        if "armybuilder:common" in part.get("$ref", ""):
            assert part == {"$ref": f"{COMMON}{key}"}
            assert whole[key] == COMMON_PARTS[key]
            for inner in parts(whole[key]):
                if isinstance(inner, dict) and isinstance(inner.get("$ref"), str):
                    named = inner["$ref"].removeprefix("#/$defs/")
                    assert whole[named] == COMMON_PARTS[named]


def test_every_common_part_is_one_of_several_schemas() -> None:
    taken = Counter(
        key
        for name in SCHEMAS
        for key, part in on_disk(name)["$defs"].items()
        if part == {"$ref": f"{COMMON}{key}"}
    )

    assert {key for key in COMMON_PARTS if taken[key] < 2} == set()


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_object_of_a_schema_is_closed(name: str) -> None:
    """An unknown key is a typing error and must not be passed over."""
    for part in parts(schema(name)):
        if isinstance(part, dict) and isinstance(part.get("properties"), dict):
            closed = part.get("additionalProperties") is not None
            only_a_condition = "type" not in part
            assert closed or only_a_condition or "then" in part, part


def test_the_schemas_and_the_guide_are_written_from_the_table_of_counts() -> None:
    for path, text in count_guide.written():
        assert path.read_text(encoding="utf-8") == text, (
            "run: python -m rulesets.books.count_guide"
        )


def test_the_edit_schema_knows_every_edit() -> None:
    assert schema("edit")["properties"]["edit"]["enum"] == list(KINDS)


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
    assert BOOKS
    assert READABLE
    assert MATCH_UPS


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_book_of_the_project_is_read_and_names_only_what_its_game_knows(
    path: Path,
) -> None:
    book = read_book(parse(path.read_bytes()), 1)
    game = GAMES[book.game]

    figures = {characteristic.key for characteristic in game.characteristics}
    for unit in book.units.values():
        assert {rule.key for rule in unit.rules} <= {*game.rules, *book.rules}
        for profile in unit.profiles:
            assert set(profile.characteristics) <= figures
            assert not game.unit_types or profile.kind in game.unit_types
        for gear in unit.gear:
            assert set(gear.stats) <= set(game.item_stats)


@pytest.mark.parametrize("path", READABLE, ids=lambda path: path.stem)
def test_an_army_of_the_project_is_read_and_is_what_its_folder_says(
    path: Path,
) -> None:
    found = review(read_roster(parse(path.read_bytes())), real_books())

    assert found.legal == (path.parent.name != "illegal")


@pytest.mark.parametrize("path", MATCH_UPS, ids=lambda path: path.stem)
def test_a_match_up_of_the_project_is_read(path: Path) -> None:
    if path.parent.name != "broken":
        check_match_up(parse(path.read_bytes()))


# -- the quick gate and the judge ---------------------------------------------------

SMALL = 10_000
"""Bytes of a document that is judged hundreds of times."""

SAMPLES: list[tuple[str, Path]] = [
    *(("book", path) for path in BOOKS if path.stat().st_size < SMALL),
    *(("roster", path) for path in READABLE[:6]),
    *(("match-up", path) for path in MATCH_UPS[:6] if path.parent.name != "broken"),
]
STRANGE: list[Any] = [
    None,
    True,
    -1,
    0,
    1.5,
    10**6,
    10**30,
    "",
    "x",
    "A b",
    "a\n",
    "ü" * 121,
    [],
    {},
    ["x"],
    {"key": "x"},
    {"terms": [{}]},
    {"all": []},
    {"of": "x"},
]


def mutated(document: Any, place: int, what: Any, how: str) -> Any:
    """Return a document with something strange at its nth place."""
    changed = copy.deepcopy(document)
    containers = [p for p in parts(changed) if isinstance(p, dict | list) and p]
    target = containers[place % len(containers)]
    keys = list(target) if isinstance(target, dict) else list(range(len(target)))
    key = keys[place % len(keys)]
    if how == "drop":
        del target[key]
    elif how == "add" and isinstance(target, dict):
        target["strange"] = what
    else:
        target[key] = what
    return changed


@given(
    st.sampled_from(SAMPLES),
    st.integers(0, 2000),
    st.sampled_from(STRANGE),
    st.sampled_from(["drop", "add", "set"]),
)
def test_the_gate_and_the_judge_agree_on_mutated_documents(
    sample: tuple[str, Path], place: int, what: Any, how: str
) -> None:
    name, path = sample
    document = mutated(json.loads(path.read_bytes()), place, what, how)

    errors = list(judge(name).iter_errors(document))

    assert is_valid(name, document) == (not errors)


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


def test_the_bounds_of_rosters_are_those_of_their_schema() -> None:
    document = schema("roster")
    selection = document["$defs"]["selection"]["properties"]
    loadout = document["$defs"]["loadout"]["properties"]

    assert document["properties"]["forces"]["maxItems"] == MOST_FORCES
    assert selection["selections"]["maxItems"] == MOST_SIBLINGS
    assert selection["count"]["maximum"] == MOST_COUNT
    assert selection["loadouts"]["maxItems"] == MOST_LOADOUTS
    assert loadout["name"]["maxLength"] == LONGEST_LOADOUT_NAME
    assert loadout["items"]["maxItems"] == MOST_HELD
