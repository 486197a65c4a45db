"""The judge: where a document breaks its schema, found within bounds.

The gate decides whether a document is right. The judge explains what is wrong with one
that is not, and it would look at every last entry of a document that somebody made
wrong on purpose; so it takes `MOST_STEPS` steps and no more.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from contextvars import ContextVar
from functools import cache
from itertools import islice
from typing import Any
from urllib.parse import unquote

import jsonschema_rs
from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError
from referencing import Registry

from rulesets.documents.schema import gate, is_valid, schema

MOST_STEPS = 6_000
"""Most keywords of a schema that are looked at to explain what is wrong."""

MOST_ERRORS = 100
"""Most errors of one document that are named."""

MOST_VALUES = 20_000
"""Most values of a document of which all errors are named; real ones have 7,000."""

Keyword = Callable[[Any, Any, Any, Any], Iterator[ValidationError] | None]


def first_errors(name: str, document: Any) -> list[ValidationError]:
    """Return where a document breaks its schema: some places, found in few steps.

    There is at least one for every document that is not valid.
    """
    found, _ = _within_steps(judge(name).iter_errors(document))
    return found or ([] if is_valid(name, document) else [_first_error(name, document)])


def all_errors(name: str, document: Any) -> list[ValidationError]:
    """Return every place where a document breaks its schema, at most `MOST_ERRORS`.

    Where the steps end before the document does, the gate names the places, and each
    is explained alone; not of a document larger than any book, made to take long.
    """
    found, is_all = _within_steps(judge(name).iter_errors(document))
    if is_all or len(found) >= MOST_ERRORS or _is_large(document):
        return found or first_errors(name, document)
    places = {(tuple(error.absolute_path), str(error.validator)) for error in found}
    for error in _by_the_gate(name, document):
        place = tuple(error.absolute_path), str(error.validator)
        if place not in places and len(found) < MOST_ERRORS:
            found.append(error)
    return found


def _is_large(document: Any) -> bool:
    left = [document]
    count = 0
    while left and count <= MOST_VALUES:
        value = left.pop()
        count += 1
        if isinstance(value, dict):
            left += value.values()
        elif isinstance(value, list):
            left += value
    return count > MOST_VALUES


_steps_left: ContextVar[int | None] = ContextVar("steps_left", default=None)


class _TooManyStepsError(Exception):
    """Raised where an explanation has taken all its steps."""


def _within_steps(
    errors: Iterator[ValidationError],
) -> tuple[list[ValidationError], bool]:
    """Return errors, and whether they are all that there are."""
    token = _steps_left.set(MOST_STEPS)
    found: list[ValidationError] = []
    try:
        found.extend(islice(errors, MOST_ERRORS))
    except _TooManyStepsError:
        return found, False
    finally:
        _steps_left.reset(token)
    return found, len(found) < MOST_ERRORS


def _counted(keyword: Keyword) -> Keyword:
    """Return a keyword's check that takes one step each time it is asked."""

    def check(
        validator: Any, wanted: Any, instance: Any, schema: Any
    ) -> Iterator[ValidationError] | None:
        left = _steps_left.get()
        if left is not None:
            if not left:
                raise _TooManyStepsError
            _steps_left.set(left - 1)
        return keyword(validator, wanted, instance, schema)

    return check


def _pattern(
    validator: Any, pattern: str, instance: Any, schema: Any
) -> Iterator[ValidationError]:
    """Check a pattern as JSON Schema means it: no line end comes after its `$`."""
    if not validator.is_type(instance, "string"):
        return
    if not re.search(re.sub(r"\$$", r"\\Z", pattern), instance):
        yield ValidationError(f"does not match {pattern!r}")


def _type(
    validator: Any, wanted: Any, instance: Any, schema: Any
) -> Iterator[ValidationError]:
    """Check a type without writing the whole value into the error, however long."""
    kinds = [wanted] if isinstance(wanted, str) else wanted
    if not any(validator.is_type(instance, kind) for kind in kinds):
        yield ValidationError(f"is not of type {', '.join(kinds)}")


def _items(
    validator: Any, items: Any, instance: Any, schema: Any
) -> Iterator[ValidationError] | None:
    """Check entries; not of an array that is too long, which is an error itself."""
    if isinstance(instance, list) and len(instance) > schema.get(
        "maxItems", len(instance)
    ):
        return None
    return _ITEMS(validator, items, instance, schema)


_ITEMS: Keyword = Draft202012Validator.VALIDATORS["items"]
_OWN: dict[str, Keyword] = {"pattern": _pattern, "type": _type, "items": _items}

_Judge: Any = validators.extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    {
        key: _counted(keyword)
        for key, keyword in {**Draft202012Validator.VALIDATORS, **_OWN}.items()
    },
)


@cache
def judge(name: str) -> Draft202012Validator:
    """Return the validator that explains the errors of a document."""
    made: Draft202012Validator = _Judge(schema(name), registry=Registry())
    return made


def _first_error(name: str, document: Any) -> ValidationError:
    """Return the first error by the fast validator, explained at its own place."""
    try:
        gate(name).validate(document)
    except jsonschema_rs.ValidationError as problem:
        return _explained_in_place(name, document, problem)
    raise ValueError("the document is valid")


def _by_the_gate(name: str, document: Any) -> Iterator[ValidationError]:
    """Yield errors by the fast validator, each explained at its own place.

    Those for which no step is left say only that something else is expected.
    """
    token = _steps_left.set(MOST_STEPS)
    try:
        for problem in islice(gate(name).iter_errors(document), MOST_ERRORS):
            yield _explained_in_place(name, document, problem)
    finally:
        _steps_left.reset(token)


def _explained_in_place(name: str, document: Any, problem: Any) -> ValidationError:
    """Ask the one keyword that a value breaks, and none of those below it."""
    value: Any = document
    for step in problem.instance_path:
        value = value[step]
    _, _, place = problem.absolute_keyword_location.partition("#")
    *way, keyword = [_unescaped(step) for step in place.split("/")[1:]]
    while keyword.isdecimal() and way:
        keyword = way.pop()  # The gate names the entry of a keyword that is a list.
    part: Any = schema(name)
    for step in way:
        part = part[int(step)] if isinstance(part, list) else part[step]
    alone = {keyword: part[keyword]}
    if keyword != "properties":
        alone["properties"] = dict.fromkeys(part.get("properties", ()), True)
    error = ValidationError("is none of the forms that are expected here")
    with suppress(_TooManyStepsError):
        error = next(judge(name).evolve(schema=alone).iter_errors(value), error)
    error.path.extendleft(reversed(problem.instance_path))
    return error


def _unescaped(step: str) -> str:
    return unquote(step).replace("~1", "/").replace("~0", "~")
