"""Documents: reading JSON safely, checking it against its schema, hashing it.

Every document of the project passes here first. What is refused is one error that
names the place as a JSON pointer (RFC 6901) and says what was expected.
"""

import hashlib
import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self

from rulesets.documents.problem import Problem, pointer
from rulesets.documents.schema import is_valid

MAX_BYTES = 4_000_000
"""Largest document that is read [bytes]."""

MAX_DEPTH = 40
"""Deepest nesting of arrays and objects that is read."""

MAX_VALUES = 150_000
"""Most values of a document; the largest army books have 8,000."""

MAX_DIGITS = 40
"""Most characters of a number."""

SCHEMAS = (
    "book",
    "book-tests",
    "roster",
    "match-up",
    "comparison",
    "odds-cases",
    "pack",
    "review",
    "receipt",
    "edit",
)
"""The documents that have a schema in ``rulesets/schemas``."""


class DocumentError(ValueError):
    """A document that cannot be read.

    Parameters
    ----------
    where : str
        JSON pointer to the place; "" is the whole document.
    text : str
        What is wrong there and what was expected.
    faults : sequence of Problem
        All that is wrong where more was looked for, else that alone.
    """

    def __init__(self, where: str, text: str, faults: Sequence[Problem] = ()) -> None:
        super().__init__(f"{where or '/'}: {text}")
        self.where = where
        self.text = text
        self.faults = tuple(faults) or (Problem(where, text),)

    @classmethod
    def of(cls, faults: Sequence[Problem]) -> Self:
        """Return the error of several faults, called after the first."""
        return cls(faults[0].where, faults[0].text, faults)


def parse(raw: bytes | str, error: type[DocumentError] = DocumentError) -> Any:
    """Return the value of a JSON text; a document may name its ``$schema``.

    Parameters
    ----------
    raw : bytes or str
        UTF-8 where bytes; at most `MAX_BYTES`.
    error : type
        The kind of DocumentError to raise.

    Raises
    ------
    DocumentError
        If the text is too large, too deep or holds too many values, is not JSON,
        repeats a key, or holds a number or a character that no document may hold.
    """
    text = document_text(raw, error)
    _refuse_shape(text, error)
    try:
        value = json.loads(
            text,
            parse_constant=_refuse_constant,
            parse_float=read_number,
            parse_int=read_whole_number,
            object_pairs_hook=_unique,
        )
    except json.JSONDecodeError as problem:
        at = f"line {problem.lineno}, column {problem.colno}"
        raise error("", f"not JSON: {problem.msg} at {at}") from None
    except (RecursionError, ValueError) as problem:
        raise error("", f"not readable JSON: {problem}") from None
    # A text of Unicode holds what is no text only where it is escaped.
    if "\\u" in text or _NO_TEXT.search(text):
        refuse_no_text(value, error)
    return without_schema(value)


def document_text(raw: bytes | str, error: type[DocumentError] = DocumentError) -> str:
    """Return the text of a document that is not too large; raises DocumentError."""
    if len(raw) > MAX_BYTES:
        raise error("", f"the document is larger than {MAX_BYTES:,} bytes")
    try:
        text = raw.decode("utf-8-sig") if isinstance(raw, bytes) else raw
    except UnicodeDecodeError as problem:
        raise error("", f"not UTF-8 text at byte {problem.start}") from None
    return text


def without_schema(value: Any) -> Any:
    """Return a document without the address of its schema, which editors read only."""
    if isinstance(value, dict) and isinstance(value.get("$schema"), str):
        return {key: part for key, part in value.items() if key != "$schema"}
    return value


_TEXTS = re.compile(r'"(?:[^"\\]++|\\.?)*+"?', re.DOTALL)


def _refuse_shape(text: str, error: type[DocumentError]) -> None:
    """Refuse JSON that is too deep or too long before any value is made."""
    bare = _TEXTS.sub("", text)
    if bare.count(",") > MAX_VALUES:
        raise error("", f"more than {MAX_VALUES:,} values")
    depth = 0
    for mark in re.findall(r"[\[\]{}]", bare):
        depth += 1 if mark in "[{" else -1
        if depth > MAX_DEPTH:
            raise error("", f"nested deeper than {MAX_DEPTH} levels")


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def read_number(text: str) -> int | float:
    """Return the number of a text; one that is whole as int, however written.

    Raises
    ------
    ValueError
        If it has too many digits or is too large.
    """
    if len(text) > MAX_DIGITS:
        raise ValueError(f"the number {text[:20]}… has more than {MAX_DIGITS} digits")
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"the number {text[:20]} is too large")
    if number.is_integer() and abs(number) <= 2**53:
        return int(number)
    return number


def read_whole_number(text: str) -> int:
    """Return the whole number of a text; raises ValueError for too many digits."""
    if len(text) > MAX_DIGITS:
        raise ValueError(f"the number {text[:20]}… has more than {MAX_DIGITS} digits")
    return int(text)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    whole = dict(pairs)
    if len(whole) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise ValueError(f"the key {twice!r} stands twice in one object")
    return whole


_NO_TEXT = re.compile("[\x00\ud800-\udfff]")


def refuse_no_text(value: Any, error: type[DocumentError]) -> None:
    """Refuse a value with a character that is no text: NUL or half a pair."""
    for where, text in _texts(value, ""):
        if _NO_TEXT.search(text):
            raise error(where, "holds a character that is not text")


def _texts(value: Any, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield where, key
            yield from _texts(part, f"{where}{pointer([key])}")
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _texts(part, f"{where}/{index}")


def check(name: str, document: Any, error: type[DocumentError] = DocumentError) -> None:
    """Check a document against the schema of its kind.

    Raises
    ------
    DocumentError
        At the deepest place that explains the failure, with what was expected.
    """
    if is_valid(name, document):
        return
    # Most documents are right, and what explains the others takes long to import.
    from rulesets.documents.judge import first_errors

    raise error.of(_in_words(first_errors(name, document)))


def problems(name: str, document: Any) -> list[Problem]:
    """Return where a document breaks its schema, the telling places first.

    Of a document that breaks it in very many places only the first ones.
    """
    from rulesets.documents.judge import all_errors

    return _in_words(all_errors(name, document))


def _in_words(errors: Iterable[Any]) -> list[Problem]:
    from rulesets.documents.errors import explained

    # An object that lacks two members breaks its schema twice, in the same words.
    found = {(one.where, one.text): one for one in map(explained, errors)}
    return sorted(found.values(), key=lambda problem: problem.rank)


def canonical(document: Any) -> bytes:
    """Return the one byte form of a document: sorted keys, no spaces, UTF-8."""
    text = json.dumps(
        document, sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    return text.encode()


def sha256(document: Any) -> str:
    """Return the SHA-256 of a document's canonical form, in hexadecimal."""
    return hashlib.sha256(canonical(document)).hexdigest()
