"""Files that are no documents: read as lists, if they are text."""

import json

from rulesets.list_text.list_values import ReadLine, ReadList
from rulesets.list_text.raw_lines import MOST_LETTERS
from rulesets.list_text.roster_xml import roster_xml_text

_MOST_TOLD = 3
_LONGEST_TOLD = 60


def list_text(raw: bytes) -> str | None:
    """Return the text of a file that is to be read as a list; none of any other.

    A document begins with a brace; what is no UTF-8 is no text. A roster of
    BattleScribe becomes plain lines.
    """
    try:
        text = raw[: 4 * MOST_LETTERS + 1].decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    start = text.lstrip()
    if start.startswith("{") or not any(c.isalpha() for c in start[:2000]):
        return None
    if start.startswith("<"):
        return roster_xml_text(text)
    return None if _is_json(start) else text


def _is_json(text: str) -> bool:
    if not text.startswith(("[", '"')) and len(text) > len("false "):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def unsettled_text(read: ReadList) -> str:
    """Return what keeps a list from being judged: lines that are not understood."""
    if read.army is None:
        return "neither a document nor a list: no unit of any book is named in it"
    if not read.open_lines:
        if not any(force.units for force in read.army.forces):
            return f"as a list of {read.books[0].name}: no unit is named in it"
        names = " or ".join(book.name for book in read.books[:2])
        return f"as a list: it may be of {names}"
    lines = ", ".join(_told(line) for line in read.open_lines[:_MOST_TOLD])
    number = len(read.open_lines)
    more = ", …" if number > _MOST_TOLD else ""
    said = "1 line is" if number == 1 else f"{number} lines are"
    return f"as a list: {said} not understood for sure: {lines}{more}"


def _told(line: ReadLine) -> str:
    text = line.text
    short = text if len(text) <= _LONGEST_TOLD else f"{text[: _LONGEST_TOLD - 1]}…"
    return f"line {line.number} “{short}”"
