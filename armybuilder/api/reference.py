"""The API's schema as a page reads it: operations by group, with their examples."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator

from armybuilder.api.components import EMBEDDED
from armybuilder.api.openapi import OWN
from rulesets.documents.schema import schema

METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something that an operation is asked with, besides its body."""

    name: str
    place: str
    required: bool
    text: str


@dataclass(frozen=True, slots=True)
class Sample:
    """A document as an example."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A status that an operation may answer with."""

    status: str
    text: str
    schema: str
    samples: tuple[Sample, ...]


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that may be asked."""

    id: str
    method: str
    path: str
    title: str
    text: str
    open: bool
    parameters: tuple[Parameter, ...]
    body: str
    samples: tuple[Sample, ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Operations that belong together."""

    name: str
    operations: tuple[Operation, ...]


@dataclass(frozen=True, slots=True)
class Component:
    """A schema that operations refer to by name."""

    name: str
    text: str


@cache
def described() -> dict[str, Any]:
    """Return the schema of the API; the code that it is made from does not change."""
    generator: Any = SchemaGenerator
    document: dict[str, Any] = generator().get_schema(request=None, public=True)
    return document


@cache
def groups() -> tuple[Group, ...]:
    """Return every operation of the API, grouped."""
    found: dict[str, list[Operation]] = {}
    for path, methods in described()["paths"].items():
        for method in METHODS:
            if method in methods:
                stated = methods[method]
                operation = _operation(method, path, stated)
                found.setdefault(stated["tags"][0], []).append(operation)
    return tuple(Group(name, tuple(some)) for name, some in found.items())


@cache
def components() -> tuple[Component, ...]:
    """Return every document that is asked for or answered, each in one piece."""
    own = [Component(name, _json(stated)) for name, stated in OWN.items()]
    shared = [Component(name, _json(schema(key))) for name, key in EMBEDDED.items()]
    return (*shared, *own)


def _operation(method: str, path: str, stated: dict[str, Any]) -> Operation:
    content = stated.get("requestBody", {}).get("content", {})
    body = content.get("application/json", {})
    return Operation(
        id=stated["operationId"].replace("_", "-"),
        method=method.upper(),
        path=path,
        title=stated["summary"],
        text=stated.get("description", ""),
        open={} in stated.get("security", []),
        parameters=tuple(_parameter(one) for one in stated.get("parameters", ())),
        body=_shape(body["schema"]) if body else "",
        samples=tuple(_samples(body)),
        answers=tuple(_answer(*pair) for pair in sorted(stated["responses"].items())),
    )


def _parameter(stated: dict[str, Any]) -> Parameter:
    return Parameter(
        name=stated["name"],
        place=stated["in"],
        required=stated.get("required", False),
        text=stated.get("description", ""),
    )


def _answer(status: str, stated: dict[str, Any]) -> Answer:
    content: dict[str, Any] = next(iter(stated.get("content", {}).values()), {})
    return Answer(
        status=status,
        text=stated.get("description", ""),
        schema=_shape(content["schema"]) if content else "",
        samples=tuple(_samples(content)),
    )


def _shape(part: dict[str, Any]) -> str:
    """Return a schema in a few words: a name, or an object of names."""
    if "$ref" in part:
        return str(part["$ref"].rpartition("/")[2])
    if part.get("type") == "array":
        return f"[{_shape(part['items'])}, …]"
    if part.get("properties"):
        needed = part.get("required", ())
        parts = (
            f"{name}{'' if name in needed else '?'}: {_shape(one)}"
            for name, one in part["properties"].items()
        )
        return f"{{{', '.join(parts)}}}"
    kind = part.get("type", "any")
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


def _samples(content: dict[str, Any]) -> Iterator[Sample]:
    for name, example in content.get("examples", {}).items():
        yield Sample(example.get("summary", name), _json(example["value"]))


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
