"""What must be true of every schema, and of the gate and the judge that read them."""

import copy
import json
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
from rulesets.documents.json import SCHEMAS
from rulesets.documents.judge import judge
from rulesets.documents.schema import COMMON, is_valid, schema
from rulesets.rosters.edit_document import KINDS
from rulesets.rosters.roster import (
    LONGEST_LOADOUT_NAME,
    MOST_COUNT,
    MOST_FORCES,
    MOST_HELD,
    MOST_LOADOUTS,
    MOST_SIBLINGS,
)
from tests.real_books import FIXTURES

FOLDER = FIXTURES.parent / "rulesets" / "schemas"


def files(folder: str) -> list[Path]:
    return sorted((FIXTURES / folder).glob("*.json"))


SMALL = 10_000
"""Bytes of a document that is judged hundreds of times."""

SAMPLES: list[tuple[str, Path]] = [
    *(("book", path) for path in files("books") if path.stat().st_size < SMALL),
    *(("roster", path) for path in files("armies")[:6]),
    *(("match-up", path) for path in files("match-ups")[:6]),
]


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
    found = FOLDER.glob("*.schema.json")

    names = {path.name.removesuffix(".schema.json") for path in found}
    assert names == {*SCHEMAS, "common"}


def on_disk(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))


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


# -- the quick gate and the judge ---------------------------------------------------

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
