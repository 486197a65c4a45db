"""Expectations of pasted lists, written by hand beside each text.

The first line names the book, ``?`` where several fit, and says whether the sum in the
text ``agrees`` with the book's, ``differs`` from it, or is not there (``none``). Each
other line has the number of a line of the text, a mark and what a reader takes it for:
keys, the unit first, with ``*20`` for a number, ``2x`` for as many units, and ``;``
between two units. ``+`` begins options of the unit above, ``command`` is full command
and ``?`` something that no book has. After the mark ``?`` the line must ask. Lines of
the text that are not named buy nothing.
"""

from dataclasses import dataclass
from pathlib import Path

from rulesets.list_text import Part, ReadLine, ReadList
from rulesets.list_text.list_values import UNIT_KEY

TEXTS = Path(__file__).parent / "texts"


@dataclass(frozen=True)
class ExpectedLine:
    """A line as its reader takes it; ``asks`` if it must not be sure."""

    asks: bool
    meaning: frozenset[str]


@dataclass(frozen=True)
class ExpectedList:
    """A list as its reader takes it."""

    book: str
    total: str
    lines: dict[int, ExpectedLine]


def expected_list(path: Path) -> ExpectedList:
    """Return the expectation of a text."""
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    _, book, _, total = first.split()
    lines = {}
    for line in rest:
        number, mark, *words = line.split()
        meaning = frozenset(_plain(w) for w in words if w not in ("+", ";"))
        lines[int(number)] = ExpectedLine(mark == "?", meaning)
    return ExpectedList(book, total, lines)


def total_word(found: ReadList) -> str:
    """Return what is said of the sum in a text."""
    if found.stated is None:
        return "none"
    return "differs" if found.total_differs else "agrees"


def meaning_of(line: ReadLine) -> frozenset[str]:
    """Return what a line was understood as, in the words of expectations."""
    found = {_plain(_word(part)) for part in line.parts} - {""}
    heads = [part for part in line.parts if part.target.startswith(UNIT_KEY)]
    copies = len(line.units)
    is_several = len(heads) == 1 and copies > 1 and heads[0].count != copies
    return frozenset(found | {f"{copies}x"} if is_several else found)


def _plain(word: str) -> str:
    return word.removesuffix("*1")


def _word(part: Part) -> str:
    if part.understood == "full command":
        return "command"
    if not part.target:
        return "?"
    key = part.target.partition(":")[2]
    if key == "+":
        return ""
    return f"{key}*{part.count}" if part.count else key
