"""Schemas of our documents, and the quick gate that says whether one is right."""

import json
from functools import cache
from importlib import resources
from typing import Any

import jsonschema_rs

FOLDER = resources.files("rulesets") / "schemas"

COMMON = "armybuilder:common#/$defs/"
"""Beginning of the name of a part that several schemas have."""


@cache
def schema(name: str) -> dict[str, Any]:
    """Return one of the project's JSON Schemas (draft 2020-12), whole in itself.

    The common parts that its file names stand in it.
    """
    made, common = _read(name), _read("common")["$defs"]
    parts = made.get("$defs", {})
    for key, part in parts.items():
        if part.get("$ref") == f"{COMMON}{key}":
            parts[key] = common[key]
    return made


def _read(name: str) -> dict[str, Any]:
    text = (FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


def is_valid(name: str, document: Any) -> bool:
    """Return whether a document follows its schema; quick for every document."""
    accepts: bool = gate(name).is_valid(document)
    return accepts


@cache
def gate(name: str) -> Any:
    """Return the validator that decides whether a document is right."""
    return jsonschema_rs.validator_for(schema(name), retriever=_no_retrieval)


def _no_retrieval(uri: str) -> Any:
    raise ValueError(f"the schema {uri} is not one of ours")
