"""Write statements as parts of documents, afresh or into what the document had."""

from collections.abc import Mapping
from typing import Any

from rulesets.sentences.members import (
    ABSENT,
    MEMBERS,
    SHAPES,
    bare,
    completed,
    part_of,
)
from rulesets.sentences.reader import row_pattern
from rulesets.sentences.sentence import Statement, Value

_MISSING = object()


def write_fragment(statement: Statement, old: Any = None) -> Any:
    """Return the part of a document that says a statement.

    Parameters
    ----------
    statement : Statement
    old : mapping, optional
        The part as it was, which says another statement or the same. What both say
        stays just as it was written: the order of its members, defaults that are
        spelled out, its key and title. Without it the part is written afresh, without
        defaults and without key and title.
    """
    part = part_of(statement.sentence.part)
    now = bare(part, _whole(statement))
    if old is None:
        return now
    return _patched(old, bare(part, completed(part, old)), now)


def _whole(statement: Statement) -> dict[str, Any]:
    """Return the completed part of a document that says a statement."""
    part = part_of(statement.sentence.part)
    pattern, spread = row_pattern(statement.sentence)
    said = {name: _put(value, statement.blanks) for name, value in pattern.items()}
    if spread:
        said |= _whole(statement.blanks[spread])
    said |= {name: _said(value) for name, value in statement.lines.items()}
    if any(shape in said for shape in SHAPES):
        return said
    whole = {**MEMBERS[part], **said}
    return {name: value for name, value in whole.items() if value is not ABSENT}


def _put(pattern: Any, blanks: Mapping[str, Value]) -> Any:
    """Return a pattern with its blanks filled."""
    if isinstance(pattern, str) and "?" in pattern:
        start, _, name = pattern.partition("?")
        value = _said(blanks[name])
        return f"{start}{value}" if start else value
    if isinstance(pattern, Mapping):
        return {name: _put(value, blanks) for name, value in pattern.items()}
    if isinstance(pattern, tuple):
        return tuple(_put(one, blanks) for one in pattern)
    return pattern


def _said(value: Value) -> Any:
    """Return what fills a blank as a completed part of a document."""
    if isinstance(value, Statement):
        return _whole(value)
    if isinstance(value, tuple):
        return tuple(_said(one) for one in value)
    return value


def _patched(old: Any, was: Any, now: Any) -> Any:
    """Return `old`, which says `was`, changed so far that it says `now`."""
    if was == now:
        return old
    if isinstance(old, list) and isinstance(was, list) and isinstance(now, list):
        if len(old) == len(was) == len(now):
            triples = zip(old, was, now, strict=True)
            return [_patched(*triple) for triple in triples]
        return now
    are_parts = all(isinstance(one, dict) for one in (old, was, now))
    if not are_parts or not was.keys() & now.keys():
        return now
    kept = {
        name: _patched(value, was.get(name, _MISSING), now.get(name, _MISSING))
        for name, value in old.items()
        if name in now or name not in was
    }
    new = {name: x for name, x in now.items() if was.get(name, _MISSING) != x}
    for name, value in new.items():
        if name not in old:
            kept = _with_member(kept, name, value, list(now))
    return kept


def _with_member(
    part: dict[str, Any], name: str, value: Any, order: list[str]
) -> dict[str, Any]:
    """Return a part with a new member behind those that stand before it in an order."""
    before = order[: order.index(name)]
    names = list(part)
    places = [names.index(one) for one in before if one in part]
    behind = [names.index(one) for one in order if one in part and one not in before]
    at = max(places) + 1 if places else min(behind, default=len(names))
    items = list(part.items())
    return dict([*items[:at], (name, value), *items[at:]])
