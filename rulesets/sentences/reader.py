"""Read parts of documents as statements."""

from collections.abc import Iterable, Mapping
from typing import Any

from rulesets.sentences.blanks import BLANKS, part_of_line
from rulesets.sentences.book_words import BookWords
from rulesets.sentences.members import (
    ABSENT,
    LINES,
    MEMBERS,
    SHAPES,
    completed,
    part_of,
    written_members,
)
from rulesets.sentences.sentence import Sentence, Statement, Value
from rulesets.sentences.table import ROWS, SENTENCES

SPREAD = "..."
"""The member of a fragment that stands for all that one blank says."""


def read_statement(part: str, fragment: Any, words: BookWords) -> Statement:
    """Return what a part of a document says.

    Parameters
    ----------
    part : str
        ``limit``, ``change``, ``condition``, ``when``, ``where``, ``amount``,
        ``term`` or ``effect``.
    fragment : mapping
        The part, as the schema allows it; of a limit or change with or without its key,
        title and source; of amounts one that is not a number alone.
    words : BookWords
        Of the book: which keys are armies, and which characteristics rolls.

    Raises
    ------
    ValueError
        If no sentence reads it, which means that it is no such part.
    """
    return read_completed(part, completed(part_of(part), fragment), words)


def read_completed(part: str, whole: Any, words: BookWords) -> Statement:
    """Return what a completed part says; raises ValueError if no sentence reads it."""
    for row in ROWS[part]:
        found = _matched(row, whole, words)
        if found is not None:
            return found
    raise ValueError(f"no sentence reads the {part} {whole!r}")


def _matched(row: Sentence, whole: Any, words: BookWords) -> Statement | None:
    """Return what a row makes of a completed part; none if it does not read it."""
    if any(whole.get(name, ABSENT) != value for name, value in _LITERALS[row.key]):
        return None
    pattern, spread = row_pattern(row)
    found: dict[str, Value] = {}
    rest, lines = _apart(row, whole)
    if spread:
        members = MEMBERS[spread]
        if not members.keys() <= rest.keys():
            return None
        found[spread] = {name: rest.pop(name) for name in members}
    if not _fits(pattern, rest, found) or not _hold(found, words):
        return None
    blanks = {name: _inner(BLANKS[name].part, x, words) for name, x in found.items()}
    part = part_of(row.part)
    under = {k: _inner(part_of_line(part, k), x, words) for k, x in lines.items()}
    return Statement(row, {name: blanks[name] for name in row.blanks}, under)


def _hold(found: Mapping[str, Value], words: BookWords) -> bool:
    return all(BLANKS[name].holds(value, words) for name, value in found.items())


def _apart(
    row: Sentence, whole: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what a row has to read of a part, and the lines that stand under it."""
    part = part_of(row.part)
    pattern, _ = row_pattern(row)
    under = [line for line in LINES[part] if line in whole and line not in pattern]
    rest = {name: value for name, value in whole.items() if name not in under}
    lines = {line: whole[line] for line in under}
    return rest, {k: x for k, x in lines.items() if x != MEMBERS[part][k]}


def _inner(part: str, value: Value, words: BookWords) -> Value:
    """Return what fills a blank: a statement where it holds a part of a document."""
    if part and isinstance(value, Mapping):
        return read_completed(part, value, words)
    if part and isinstance(value, tuple):
        return tuple(read_completed(part, one, words) for one in value)
    return value


def _fits(pattern: Any, value: Any, found: dict[str, Value]) -> bool:
    """Return whether a value fits a pattern; what its blanks hold is put in `found`."""
    if isinstance(pattern, str) and "?" in pattern:
        return _fits_blank(pattern, value, found)
    if isinstance(pattern, Mapping):
        if not isinstance(value, Mapping) or pattern.keys() != value.keys():
            return False
        return all(_fits(pattern[name], value[name], found) for name in pattern)
    if isinstance(pattern, tuple):
        if not isinstance(value, tuple) or len(pattern) != len(value):
            return False
        pairs = zip(pattern, value, strict=True)
        return all(_fits(one, other, found) for one, other in pairs)
    return bool(pattern == value)


def _fits_blank(pattern: str, value: Any, found: dict[str, Value]) -> bool:
    start, _, name = pattern.partition("?")
    if start:
        if not isinstance(value, str) or not value.startswith(start):
            return False
        value = value.removeprefix(start)
    return bool(found.setdefault(name, value) == value)


def row_pattern(row: Sentence) -> tuple[Mapping[str, Any], str]:
    """Return the completed fragment of a row, and the blank that spreads over it.

    Lines that the row does not have are left out, and so are the members of the blank.
    """
    return _PATTERNS[row.key]


def _pattern(row: Sentence) -> tuple[Mapping[str, Any], str]:
    part = part_of(row.part)
    written = written_members(part, row.fragment)
    spread = row.fragment.get(SPREAD, "").removeprefix("?")
    if any(shape in written for shape in SHAPES):
        return written, spread
    left_out = {*LINES[part], *(MEMBERS[spread] if spread else ())} - written.keys()
    whole = {**MEMBERS[part], **written}
    return {name: whole[name] for name in whole if name not in left_out}, spread


def _literals(row: Sentence) -> tuple[tuple[str, Any], ...]:
    """Return the members that a row has without a blank; they tell most rows apart."""
    pattern = _PATTERNS[row.key][0]
    return tuple(item for item in pattern.items() if "?" not in repr(item[1]))


_PATTERNS: dict[str, tuple[Mapping[str, Any], str]] = {}
_LITERALS: dict[str, tuple[tuple[str, Any], ...]] = {}


def prepare(rows: Iterable[Sentence]) -> None:
    """Have patterns of some rows of the table ready."""
    for row in rows:
        _PATTERNS[row.key] = _pattern(row)
        _LITERALS[row.key] = _literals(row)


prepare(SENTENCES)
