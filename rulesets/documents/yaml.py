"""Documents written as YAML, read as YAML 1.2 means it and within bounds.

A document says the same as YAML and as JSON: texts, numbers, true, false, null, arrays,
and objects whose keys are texts. What only YAML 1.1 knows is a plain text (`on`,
`2026-01-31`, `1_000`), and what two readers would take for two things is refused.
"""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import yaml

from rulesets.documents.json import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_VALUES,
    DocumentError,
    document_text,
    read_number,
    read_whole_number,
    refuse_no_text,
    without_schema,
)
from rulesets.documents.problem import pointer


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """The value of a YAML text, and the line at which each place of it begins."""

    value: Any
    lines: Mapping[str, int]


def parse_yaml(
    raw: bytes | str, error: type[DocumentError] = DocumentError
) -> YamlDocument:
    r"""Return the document of a YAML text; it may name its ``$schema``.

    Parameters
    ----------
    raw : bytes or str
        UTF-8 where bytes; at most `MAX_BYTES`.
    error : type
        The kind of DocumentError to raise.

    Raises
    ------
    DocumentError
        If the text is too large, too deep or holds too many values, also where it
        names one part many times; is not YAML, or holds several documents; repeats a
        key, or has one that is no text; names a type (`!!str`), merges (`<<`), or holds
        a number or a character that no document may hold. Names line and column.

    References
    ----------
    YAML 1.2.2, section 10.3 (the core schema) for what a plain word means; refused of
    it are numbers that begin with 0, `.inf` and `.nan`.

    Examples
    --------
    >>> parse_yaml("on: yes\nsave: 4+\nhands: 2").value
    {'on': 'yes', 'save': '4+', 'hands': 2}
    """
    text = document_text(raw, error)
    if found := _TWO_MEANINGS.search(text):
        code = f"U+{ord(found[0]):04X}"
        line = text.count("\n", 0, found.start()) + 1
        words = f"holds {code} in line {line}, which ends a line for some readers only"
        escape = f"\\u{ord(found[0]):04x}"
        raise error("", f"{words}: write {escape} in double quotes")
    reader = _Reader(text, error)
    try:
        value = reader.document()
    except yaml.MarkedYAMLError as problem:
        raise error("", _syntax_words(problem, text)) from None
    except yaml.YAMLError as problem:
        raise error("", f"not YAML: {' '.join(str(problem).split())[:200]}") from None
    if "\\" in text:
        refuse_no_text(value, error)
    return YamlDocument(without_schema(value), reader.lines)


_TWO_MEANINGS = re.compile("[\x85\u2028\u2029]")

_HINTS = {
    "mapping values are not allowed": "a text that holds “: ” stands in quotes",
    "did not find expected <document start>": "a text stands in quotes or is indented",
    "did not find expected key": "look at the indentation, and at quotes inside a text",
    "did not find expected alphabetic": "a text that begins with * or & is quoted",
}


def _syntax_words(problem: yaml.MarkedYAMLError, text: str) -> str:
    """Return what is wrong with the writing of a text, where, and what may help."""
    said = str(problem.problem or problem.context or "unreadable")
    mark = problem.problem_mark or problem.context_mark
    if mark is None:
        return f"not YAML: {said}"
    at = f"line {mark.line + 1}, column {mark.column + 1}"
    lines = text.splitlines()
    line = lines[mark.line] if mark.line < len(lines) else ""
    if line[mark.column : mark.column + 1] == "\t":
        return f"not YAML: a tab at {at}; lines are indented by spaces"
    hints = (hint for start, hint in _HINTS.items() if said.startswith(start))
    hint = next(hints, "")
    return f"not YAML: {said} at {at}{f'; {hint}' if hint else ''}"


@dataclass(frozen=True, slots=True)
class _Anchor:
    """A part with a name: how much it holds, and how deep it is."""

    value: Any
    values: int
    letters: int
    height: int


@dataclass(slots=True)
class _Reader:
    """Makes the value of a text's events, and counts before it makes anything."""

    text: str
    error: type[DocumentError]
    lines: dict[str, int] = field(default_factory=dict)
    anchors: dict[str, _Anchor | None] = field(default_factory=dict)
    values: int = 0
    letters: int = 0
    events: Iterator[Any] = field(init=False)

    def __post_init__(self) -> None:
        self.events = yaml.parse(self.text, Loader=yaml.CBaseLoader)

    def document(self) -> Any:
        next(self.events)  # the stream begins
        if isinstance(next(self.events), yaml.StreamEndEvent):
            raise self.error("", "the document is empty")
        value, _ = self._node(next(self.events), "", 0)
        next(self.events)  # the document ends
        after = next(self.events)
        if not isinstance(after, yaml.StreamEndEvent):
            raise self._refusal("", after, "a second document begins")
        return value

    def _refusal(self, where: str, event: Any, words: str) -> DocumentError:
        mark = event.start_mark
        at = f"line {mark.line + 1}, column {mark.column + 1}"
        return self.error(where, f"{words} at {at}")

    def _node(self, event: Any, where: str, depth: int) -> tuple[Any, int]:
        """Return the value that an event begins, and how deep it is."""
        self.lines.setdefault(where, event.start_mark.line + 1)
        if isinstance(event, yaml.AliasEvent):
            return self._again(event, where, depth)
        if event.tag is not None:
            raise self._refusal(where, event, f"the type {event.tag[:80]!r} is named")
        values, letters = self.values, self.letters
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        self._count(where, event, 1, 0)
        if isinstance(event, yaml.ScalarEvent):
            self._count(where, event, 0, len(event.value))
            made, height = self._scalar(event, where), 0
        else:
            if depth >= MAX_DEPTH:
                words = f"nested deeper than {MAX_DEPTH} levels"
                raise self._refusal(where, event, words)
            is_list = isinstance(event, yaml.SequenceStartEvent)
            below = self._array if is_list else self._object
            made, height = below(event, where, depth + 1)
        if event.anchor is not None:
            size = self.values - values, self.letters - letters
            self.anchors[event.anchor] = _Anchor(made, *size, height)
        return made, height

    def _count(self, where: str, event: Any, values: int, letters: int) -> None:
        self.values += values
        self.letters += letters
        if self.values > MAX_VALUES:
            raise self._refusal(where, event, f"more than {MAX_VALUES:,} values")
        if self.letters > MAX_BYTES:
            raise self._refusal(where, event, f"more than {MAX_BYTES:,} letters")

    def _again(self, event: Any, where: str, depth: int) -> tuple[Any, int]:
        """Return a copy of the part that an alias names."""
        named = self.anchors.get(event.anchor)
        if named is None:
            inside = event.anchor in self.anchors
            words = "stands inside itself" if inside else "is no name of a part above"
            raise self._refusal(where, event, f"*{event.anchor[:80]} {words}")
        self._count(where, event, named.values, named.letters)
        if depth + named.height > MAX_DEPTH:
            words = f"nested deeper than {MAX_DEPTH} levels"
            raise self._refusal(where, event, words)
        return deepcopy(named.value), named.height

    def _array(self, start: Any, where: str, depth: int) -> tuple[list[Any], int]:
        found: list[Any] = []
        height = 0
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            value, below = self._node(event, f"{where}/{len(found)}", depth)
            found.append(value)
            height = max(height, below)
        return found, height + 1

    def _object(self, start: Any, where: str, depth: int) -> tuple[dict[str, Any], int]:
        found: dict[str, Any] = {}
        height = 0
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self._key(event, where)
            if key in found:
                words = f"the key {key[:80]!r} stands twice in one object"
                raise self._refusal(where, event, words)
            place = f"{where}{pointer([key])}"
            self.lines[place] = event.start_mark.line + 1
            value, below = self._node(next(self.events), place, depth)
            found[key] = value
            height = max(height, below)
        return found, height + 1

    def _key(self, event: Any, where: str) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            raise self._refusal(where, event, "a key that is no text")
        if event.tag is not None or event.anchor is not None:
            raise self._refusal(where, event, "a key with a type or a name of its own")
        key: str = event.value
        if event.implicit[0] and key == "<<":
            words = "“<<” merges in no document (write its members out)"
            raise self._refusal(where, event, words)
        if event.implicit[0] and not key:
            raise self._refusal(where, event, "a key is missing")
        self._count(where, event, 0, len(key))
        return key

    def _scalar(self, event: Any, where: str) -> Any:
        if not event.implicit[0]:
            return event.value
        try:
            return plain_value(event.value)
        except ValueError as problem:
            raise self._refusal(where, event, str(problem)) from None


_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_NUMBER = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_ZERO_FIRST = re.compile(r"[-+]?0[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?")
_OTHER_BASE = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_NO_NUMBER = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


def plain_value(text: str) -> Any:
    """Return what a word without quotes means in YAML 1.2.

    Raises
    ------
    ValueError
        If it is a number that begins with 0, has too many digits or is none.

    Examples
    --------
    >>> [plain_value(word) for word in ("no", "null", "4+", "+4", "1e2", "1:30")]
    ['no', None, '4+', 4, 100, '1:30']
    """
    if text in _WORDS:
        return _WORDS[text]
    if _WHOLE.fullmatch(text):
        return read_whole_number(text)
    if _NUMBER.fullmatch(text):
        return read_number(text)
    if _ZERO_FIRST.fullmatch(text):
        shown = text[:20]
        words = f"{shown} begins with 0 and is read in two ways"
        raise ValueError(f"{words} (put it in quotes, or leave the 0 out)")
    if _OTHER_BASE.fullmatch(text):
        if len(text) > MAX_DIGITS:
            shown = f"{text[:20]}…"
            raise ValueError(f"the number {shown} has more than {MAX_DIGITS} digits")
        return int(text, 0)
    if _NO_NUMBER.fullmatch(text):
        raise ValueError(f"{text} is no number")
    return text
