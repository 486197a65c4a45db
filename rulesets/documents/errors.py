"""Errors of a document in words, at the deepest place that explains one."""

import json
import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import Any

from jsonschema.exceptions import ValidationError

from rulesets.documents.problem import Problem, pointer


def explained(error: ValidationError) -> Problem:
    """Return a validator's error as a player or an author reads it."""
    deepest = _deepest(error)
    where = pointer(deepest.absolute_path)
    order = re.sub(r"\d+", lambda index: index[0].zfill(6), where)
    rank = (0 if where == "/format" else 1, len(error.absolute_path), order)
    return Problem(where, _worded(deepest), rank, _meant(deepest))


def _meant(error: ValidationError) -> tuple[str, ...]:
    """Return the known keys or words that are close to those found."""
    wanted: Any = error.validator_value
    found: Any = _instance(error)
    if error.validator == "additionalProperties":
        schema: Any = error.schema
        known = [*schema.get("properties", {})]
        several = sorted(key for key in found if key not in known)[:MOST_NAMED]
    elif error.validator == "enum" and isinstance(found, str):
        known, several = [one for one in wanted if isinstance(one, str)], [found]
    else:
        return ()
    near = (get_close_matches(one[:MOST_LETTERS], known, 1) for one in several)
    return tuple(dict.fromkeys(name for names in near for name in names))


MOST_NAMED = 5
"""Most unknown keys of one object that are named."""

MOST_LETTERS = 40
"""Letters of an unknown key that are shown and compared."""


def _deepest(error: ValidationError) -> ValidationError:
    """Follow an error into the one branch of a choice that was meant, if one was."""
    while error.context:
        meant = [*_branches(error)]
        for kind in ("type", "required"):
            left = [
                branch for branch in meant if not _fails_at_once(branch, kind, error)
            ]
            meant = left or (meant if kind == "required" else [])
        if len(meant) != 1:
            return error
        error = min(meant[0], key=lambda e: (len(e.absolute_path), _rarity(e)))
    return error


def _rarity(error: ValidationError) -> int:
    """Return how much an error says: an unknown key more than an absent one."""
    kinds = ("additionalProperties", "type", "enum", "const", "pattern", "required")
    kind = str(error.validator)
    return kinds.index(kind) if kind in kinds else len(kinds)


def _branches(error: ValidationError) -> Iterator[list[ValidationError]]:
    grouped: dict[Any, list[ValidationError]] = {}
    for inner in error.context or ():
        grouped.setdefault(inner.schema_path[0], []).append(inner)
    yield from grouped.values()


def _fails_at_once(
    branch: list[ValidationError], kind: str, parent: ValidationError
) -> bool:
    """Return whether a branch is for another type, or for other keys."""
    depth = len(parent.absolute_path)
    return any(e.validator == kind and len(e.absolute_path) == depth for e in branch)


def _worded(error: ValidationError) -> str:
    words = _WORDS.get(str(error.validator))
    wanted: Any = error.validator_value
    return _short(error.message) if words is None else words(error, wanted)


def _instance(error: ValidationError) -> Any:
    return error.instance


def _short(text: str, most: int = 200) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def _shown(value: Any) -> str:
    return _short(json.dumps(value, ensure_ascii=False, default=str), 60)


_TYPES = {
    "object": "an object",
    "array": "an array",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}


def _wrong_type(error: ValidationError, wanted: Any) -> str:
    kinds = [wanted] if isinstance(wanted, str) else wanted
    named = " or ".join(_TYPES[kind] for kind in kinds)
    return f"expected {named}, found {_shown(_instance(error))}"


def _missing(error: ValidationError, wanted: Any) -> str:
    absent = [key for key in wanted if key not in _instance(error)]
    return f"missing: {', '.join(absent)}"


def _unexpected(error: ValidationError, wanted: Any) -> str:
    schema: Any = error.schema
    known = schema.get("properties", {})
    extra = sorted(key for key in _instance(error) if key not in known)
    names = ", ".join(_short(repr(key), MOST_LETTERS) for key in extra[:MOST_NAMED])
    return f"unknown: {names}; expected only {', '.join(known)}"


def _one_of_several(error: ValidationError, wanted: Any) -> str:
    """Word a choice where no branch, or more than one, could have been meant."""
    if all(branch.keys() == {"required"} for branch in wanted):
        ways = " or ".join(" and ".join(branch["required"]) for branch in wanted)
        return f"missing: {ways}" if error.context else f"expected only {ways}"
    kinds: list[str] = []
    for inner in error.context or ():
        if inner.validator == "type" and len(inner.relative_path) == 0:
            named: Any = inner.validator_value
            kinds += [named] if isinstance(named, str) else named
    if kinds:
        return _wrong_type(error, list(dict.fromkeys(kinds)))
    texts = dict.fromkeys(_worded(_deepest(inner)) for inner in error.context or ())
    return "; or ".join(texts)


def _at_most_keys(error: ValidationError, wanted: Any) -> str:
    if wanted == 1:
        return f"expected one key alone, found {', '.join(_instance(error))}"
    return f"expected at most {wanted} keys, found {len(_instance(error))}"


def _form(error: ValidationError, wanted: Any) -> str:
    known = _FORMS.get(wanted) or _listed(wanted)
    said = f"expected {known}" if known else f"expected the form {wanted}"
    return f"{said}, found {_shown(_instance(error))}"


def _listed(pattern: str) -> str:
    """Return the words that a pattern lists: `points, min:… or max:…`."""
    parts = _WORDS_OR_KINDS.fullmatch(pattern)
    if parts is None:
        return ""
    words = [*parts[1].split("|"), *(f"{kind}:…" for kind in parts[2].split("|"))]
    return f"{', '.join(words[:-1])} or {words[-1]}"


_KEY = "^[a-z0-9]+(-[a-z0-9]+)*$"
_TARGET = (
    r"^(\*|same|#?[a-z0-9]+(-[a-z0-9]+)*|(kind|rule|slot):[a-z0-9]+(-[a-z0-9]+)*)$"
)
_WORDS_OR_KINDS = re.compile(
    rf"\^\(([a-z|-]+)\|\(([a-z|-]+)\):{re.escape(_KEY[1:-1])}\)\$"
)
"""A pattern of some words, or of some kinds with a key behind each."""

_FORMS = {
    _KEY: "a key (a-z, 0-9, single hyphens between)",
    "^[A-Za-z0-9_-]{1,40}$": "an id (1 to 40 of A-Z, a-z, 0-9, _ and -)",
    _TARGET: "a target (a key, #tag, kind:…, rule:…, slot:…, same or *)",
}

_WORDS: dict[str, Callable[[ValidationError, Any], str]] = {
    "type": _wrong_type,
    "required": _missing,
    "additionalProperties": _unexpected,
    "anyOf": _one_of_several,
    "oneOf": _one_of_several,
    "maxProperties": _at_most_keys,
    "pattern": _form,
    "const": lambda e, wanted: (
        f"expected {_shown(wanted)}, found {_shown(_instance(e))}"
    ),
    "enum": lambda e, wanted: (
        f"expected one of {', '.join(map(_shown, wanted))}, "
        f"found {_shown(_instance(e))}"
    ),
    "minimum": lambda e, wanted: (
        f"expected at least {wanted}, found {_shown(_instance(e))}"
    ),
    "exclusiveMinimum": lambda e, wanted: (
        f"expected more than {wanted}, found {_shown(_instance(e))}"
    ),
    "maximum": lambda e, wanted: (
        f"expected at most {wanted}, found {_shown(_instance(e))}"
    ),
    "maxLength": lambda e, wanted: f"longer than {wanted} characters",
    "minLength": lambda e, wanted: "expected a text that is not empty",
    "minItems": lambda e, wanted: "expected an array that is not empty",
    "maxItems": lambda e, wanted: f"more than {wanted} entries",
}
