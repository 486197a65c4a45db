"""Documents: reading JSON safely, checking it against its schema, hashing it.

Every document of the project passes here first. What is refused is one error that
names the place as a JSON pointer (RFC 6901) and says what was expected.
"""

import hashlib
import json
import math
from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from typing import Any

import jsonschema_rs
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from referencing import Registry

MAX_BYTES = 4_000_000
"""Largest document that is read [bytes]."""

MAX_DEPTH = 40
"""Deepest nesting of arrays and objects that is read."""

SCHEMAS = ("book", "roster", "match-up", "pack", "review", "edit")
"""The documents that have a schema in ``rulesets/schemas``."""


class DocumentError(ValueError):
    """A document that cannot be read.

    Parameters
    ----------
    where : str
        JSON pointer to the place; "" is the whole document.
    text : str
        What is wrong there and what was expected.
    """

    def __init__(self, where: str, text: str) -> None:
        super().__init__(f"{where or '/'}: {text}")
        self.where = where
        self.text = text


def parse(raw: bytes | str, error: type[DocumentError] = DocumentError) -> Any:
    """Return the value of a JSON text.

    Parameters
    ----------
    raw : bytes or str
        UTF-8 where bytes; at most `MAX_BYTES`.
    error : type
        The kind of DocumentError to raise.

    Raises
    ------
    DocumentError
        If the text is too large or too deep, is not JSON, repeats a key, or holds a
        number or a character that no document may hold.
    """
    if len(raw) > MAX_BYTES:
        raise error("", f"the document is larger than {MAX_BYTES:,} bytes")
    try:
        text = raw.decode("utf-8-sig") if isinstance(raw, bytes) else raw
    except UnicodeDecodeError as problem:
        raise error("", f"not UTF-8 text at byte {problem.start}") from None
    _refuse_depth(text, error)
    try:
        value = json.loads(
            text,
            parse_constant=_refuse_constant,
            parse_float=_finite,
            object_pairs_hook=_unique,
        )
    except json.JSONDecodeError as problem:
        at = f"line {problem.lineno}, column {problem.colno}"
        raise error("", f"not JSON: {problem.msg} at {at}") from None
    except (RecursionError, ValueError) as problem:
        raise error("", f"not readable JSON: {problem}") from None
    _refuse_surrogates(value, error)
    return value


def _refuse_depth(text: str, error: type[DocumentError]) -> None:
    depth = 0
    in_text = False
    skip = False
    for mark in text:
        if skip:
            skip = False
        elif in_text:
            skip = mark == "\\"
            in_text = mark != '"'
        elif mark == '"':
            in_text = True
        elif mark in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise error("", f"nested deeper than {MAX_DEPTH} levels")
        elif mark in "]}":
            depth -= 1


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"the number {text[:20]} is too large")
    return number


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    whole = dict(pairs)
    if len(whole) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice!r} stands twice in one object")
    return whole


def _refuse_surrogates(value: Any, error: type[DocumentError]) -> None:
    for where, text in _texts(value, ""):
        if "\x00" in text or any("\ud800" <= mark <= "\udfff" for mark in text):
            raise error(where, "holds a character that is not text")


def _texts(value: Any, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield where, key
            yield from _texts(part, f"{where}/{_escape(key)}")
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _texts(part, f"{where}/{index}")


@cache
def schema(name: str) -> dict[str, Any]:
    """Return one of the project's JSON Schemas (draft 2020-12) by its name."""
    file = resources.files("rulesets") / "schemas" / f"{name}.schema.json"
    loaded: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return loaded


@cache
def judge(name: str) -> Draft202012Validator:
    """Return the validator that decides and words what is wrong with a document."""
    return Draft202012Validator(schema(name), registry=Registry())


@cache
def _gate(name: str) -> Callable[[Any], bool]:
    """Return the fast check: true only where the judge has nothing to say."""
    validator = jsonschema_rs.validator_for(schema(name), retriever=_no_retrieval)
    accepts: Callable[[Any], bool] = validator.is_valid
    return accepts


def _no_retrieval(uri: str) -> Any:
    raise ValueError(f"the schema {uri} is not one of ours")


def check(name: str, document: Any, error: type[DocumentError] = DocumentError) -> None:
    """Check a document against the schema of its kind.

    Raises
    ------
    DocumentError
        At the deepest place that explains the failure, with what was expected.
    """
    if _gate(name)(document):
        return
    problem = best_match(judge(name).iter_errors(document))
    if problem is not None:
        raise error(pointer(problem.absolute_path), _worded(problem))


def problems(name: str, document: Any) -> list[tuple[str, str]]:
    """Return every place where a document breaks its schema, with what was expected."""
    found = judge(name).iter_errors(document)
    return sorted((pointer(p.absolute_path), _worded(p)) for p in found)


def pointer(path: Any) -> str:
    """Return the JSON pointer of a path of keys and indexes."""
    return "".join(f"/{_escape(str(step))}" for step in path)


def _escape(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1")


def _worded(problem: ValidationError) -> str:
    words = _WORDS.get(str(problem.validator))
    if words is None:
        return _short(problem.message)
    return words(problem)


def _short(text: str, most: int = 200) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def _shown(value: Any) -> str:
    return _short(json.dumps(value, ensure_ascii=False, default=str), 60)


def _wrong_type(problem: ValidationError) -> str:
    wanted = problem.validator_value
    kinds = wanted if isinstance(wanted, list) else [wanted]
    return f"expected {' or '.join(kinds)}, found {_shown(problem.instance)}"


def _missing(problem: ValidationError) -> str:
    absent = [key for key in problem.validator_value if key not in problem.instance]
    return f"missing: {', '.join(absent)}"


def _unexpected(problem: ValidationError) -> str:
    known = problem.schema.get("properties", {})
    extra = sorted(key for key in problem.instance if key not in known)
    names = ", ".join(_short(repr(key), 40) for key in extra[:5])
    return f"unknown: {names}; expected only {', '.join(known)}"


_WORDS: dict[str, Callable[[ValidationError], str]] = {
    "type": _wrong_type,
    "required": _missing,
    "additionalProperties": _unexpected,
    "const": lambda p: (
        f"expected {_shown(p.validator_value)}, found {_shown(p.instance)}"
    ),
    "enum": lambda p: (
        f"expected one of {', '.join(map(_shown, p.validator_value))}, "
        f"found {_shown(p.instance)}"
    ),
    "minimum": lambda p: (
        f"expected at least {p.validator_value}, found {_shown(p.instance)}"
    ),
    "maximum": lambda p: (
        f"expected at most {p.validator_value}, found {_shown(p.instance)}"
    ),
    "maxLength": lambda p: f"longer than {p.validator_value} characters",
    "minLength": lambda p: "expected a text that is not empty",
    "maxItems": lambda p: f"more than {p.validator_value} entries",
    "pattern": lambda p: (
        f"expected the form {p.validator_value}, found {_shown(p.instance)}"
    ),
}


def canonical(document: Any) -> bytes:
    """Return the one byte form of a document: sorted keys, no spaces, UTF-8."""
    text = json.dumps(
        document, sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    return text.encode()


def sha256(document: Any) -> str:
    """Return the SHA-256 of a document's canonical form, in hexadecimal."""
    return hashlib.sha256(canonical(document)).hexdigest()
