"""Documents as YAML for people: blocks, the order of the keys kept, long texts folded.

What it writes says the same to every reader, of YAML 1.1 or 1.2: a text that one of
them would take for a number, a date or a yes stands in quotes.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

WIDTH = 88
"""Letters of a line that texts and short lists are fitted into."""

LEAST_WIDTH = 40
"""The same for texts that stand far to the right."""

MOST_KEY = 1000
"""Letters of a key that YAML reads before a colon; longer ones stand behind a `?`."""

FIGURE = 6
"""Most letters of a text that is written on a line with others, as `4+` or `2D6`."""

_SWITCH_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))


def yaml_text(document: Any) -> str:
    """Return a document as a YAML text; `rulesets.documents.yaml` reads the same.

    Examples
    --------
    >>> print(yaml_text({"on": [1, "2"], "note": "Yes"}), end="")
    "on": [1, "2"]
    note: "Yes"
    """
    lines = _lines(document, 0)
    return "".join(f"{line}\n" for line in lines)


def _lines(document: Any, indent: int) -> Iterator[str]:
    if isinstance(document, dict) and document:
        yield from _object(document, indent)
    elif isinstance(document, list) and document:
        yield from _array(document, indent)
    else:
        yield _scalar(document)


def _object(document: dict[str, Any], indent: int) -> Iterator[str]:
    pad = " " * indent
    for key, value in document.items():
        name = _text(key)
        if len(name) > MOST_KEY:
            yield f"{pad}? {name}"
            name = ""
        yield from _member(f"{pad}{name}:", value, indent)


def _member(head: str, value: Any, indent: int) -> Iterator[str]:
    """Yield the lines of a value behind its key."""
    line = _on_a_line(value)
    if line and len(head) + len(line) < WIDTH:
        yield f"{head} {line}"
    elif isinstance(value, dict | list) and value:
        yield head
        yield from _lines(value, indent + 2)
    else:
        yield from _value(head, value, indent)


def _array(document: list[Any], indent: int) -> Iterator[str]:
    pad = " " * indent
    for value in document:
        if isinstance(value, dict | list) and value:
            lines = _lines(value, indent + 2)
            yield f"{pad}- {next(lines)[indent + 2 :]}"
            yield from lines
        else:
            yield from _value(f"{pad}-", value, indent)


def _value(head: str, value: Any, indent: int) -> Iterator[str]:
    """Yield the lines of a value without parts: one, or a block of text."""
    line = _scalar(value)
    if isinstance(value, str):
        width = max(WIDTH - indent - 2, LEAST_WIDTH)
        pad = " " * (indent + 2)
        if _may_be_lines(value):
            yield f"{head} |" if value.endswith("\n") else f"{head} |-"
            for one in value.removesuffix("\n").split("\n"):
                yield f"{pad}{one}" if one else ""
            return
        if len(head) + len(line) >= WIDTH and _may_be_folded(value):
            yield f"{head} >-"
            yield from (f"{pad}{one}" for one in _folded(value, width))
            return
    yield f"{head} {line}"


def _on_a_line(value: Any) -> str:
    """Return a short list, or an object of figures, as it stands on one line."""
    if isinstance(value, list) and value:
        if any(isinstance(one, dict | list) for one in value):
            return ""
        return f"[{', '.join(_scalar(one, in_line=True) for one in value)}]"
    if isinstance(value, dict) and value and all(map(_is_figure, value.values())):
        members = (
            f"{_text(key, in_line=True)}: {_scalar(one, in_line=True)}"
            for key, one in value.items()
        )
        return f"{{{', '.join(members)}}}"
    return ""


def _is_figure(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= FIGURE
    return not isinstance(value, dict | list)


def _scalar(value: Any, *, in_line: bool = False) -> str:
    if isinstance(value, str):
        return _text(value, in_line=in_line)
    written = json.dumps(value)
    # A reader of YAML 1.1 takes 1e-07 for a text, and 1.0e-07 for a number.
    return re.sub(r"^(-?\d+)e", r"\1.0e", written)


_PLAIN = re.compile(r"[^\W\d_/](?:.*[^\s:])?|/(?:.*[^\s:])?")
_MARKS = re.compile(r": | #")
_MARKS_IN_LINE = re.compile(r"[,\[\]{}:#?]")


def _text(text: str, *, in_line: bool = False) -> str:
    """Return a text plain where every reader takes it for one, else in quotes."""
    marks = _MARKS_IN_LINE if in_line else _MARKS
    if (
        _PLAIN.fullmatch(text)
        and text.isprintable()
        and not marks.search(text)
        and text.casefold() not in _SWITCH_WORDS
    ):
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(
        letter if letter.isprintable() else _escaped(letter) for letter in quoted
    )


def _escaped(letter: str) -> str:
    code = ord(letter)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _may_be_lines(text: str) -> bool:
    """Return whether a text of several lines stands as it is in a block."""
    lines = text.removesuffix("\n").split("\n")
    return (
        "\n" in text
        and text[0] not in " \n"
        and lines[-1] != ""
        and all(line.isprintable() and not line.endswith(" ") for line in lines)
    )


def _may_be_folded(text: str) -> bool:
    return text.isprintable() and text == text.strip(" ") and " " in text


def _folded(text: str, width: int) -> Iterator[str]:
    """Yield a text in lines, broken where one space stands between two words."""
    line = ""
    for word in re.split(r"(?<! ) (?! )", text):
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line
