"""The judge: where a document breaks its schema, found within bounds.

The gate decides whether a document is right. The judge explains what is wrong with one
that is not, and it would look at every last entry of a document that somebody made
wrong on purpose; so it takes `MOST_STEPS` steps and no more.
"""

import re
from collections.abc import Callable, Iterator
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

Keyword = Callable[[Any, Any, Any, Any], Iterator[ValidationError] | None]


def schema_errors(name: str, document: Any) -> list[ValidationError]:
    """Return where a document breaks its schema: all places, or the first ones.

    There is at least one for every document that is not valid.
    """
    found = _within_steps(judge(name).iter_errors(document))
    return found or ([] if is_valid(name, document) else [_first_error(name, document)])


_steps_left: ContextVar[int | None] = ContextVar("steps_left", default=None)


class _TooManyStepsError(Exception):
    """Raised where an explanation has taken all its steps."""


def _within_steps(errors: Iterator[ValidationError]) -> list[ValidationError]:
    token = _steps_left.set(MOST_STEPS)
    found: list[ValidationError] = []
    try:
        found.extend(islice(errors, MOST_ERRORS))
    except _TooManyStepsError:
        pass
    finally:
        _steps_left.reset(token)
    return found


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
        error = _explained_in_place(name, document, problem)
        error.path.extendleft(reversed(problem.instance_path))
        return error
    raise ValueError("the document is valid")


def _explained_in_place(name: str, document: Any, problem: Any) -> ValidationError:
    """Ask the one keyword that a value breaks, and none of those below it."""
    value: Any = document
    for step in problem.instance_path:
        value = value[step]
    _, _, place = problem.absolute_keyword_location.partition("#")
    *way, keyword = [_unescaped(step) for step in place.split("/")[1:]]
    part: Any = schema(name)
    for step in way:
        part = part[int(step)] if isinstance(part, list) else part[step]
    alone = {keyword: part[keyword]}
    if keyword != "properties":
        alone["properties"] = dict.fromkeys(part.get("properties", ()), True)
    errors = _within_steps(judge(name).evolve(schema=alone).iter_errors(value))
    if errors:
        return errors[0]
    return ValidationError("is none of the forms that are expected here")


def _unescaped(step: str) -> str:
    return unquote(step).replace("~1", "/").replace("~0", "~")
