"""Clauses of a line: words between commas, with what stands in brackets after them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rulesets.list_text.raw_lines import ListTextError
from rulesets.list_text.vocabulary import NUMBERS
from rulesets.list_text.words import Words, folded, is_stop, same_word

MOST_BRACKETS = 12
"""Deepest brackets in brackets that are read."""

_QUOTED = re.compile(
    r"[\"“”„«»]([^\"“”„«»]{1,60})[\"“”„«»]|(?<![^\W\d])['\u2018]([^'’]{2,60})['’](?![^\W\d])"
)
_PART = re.compile(
    r"(?P<open>[(\[{])|(?P<close>[)\]}])"
    r"|(?P<times>\d{1,4}\s*[x×*](?![^\W\d])|(?<![^\W\d])[x×*]\s*\d{1,4})"
    r"|(?P<colon>:)|(?P<apart>;)|(?P<cut>[,|·•/&+]|[-–—](?=\s)|(?<=\s)[-–—])"
    r"|(?P<level>(?<![^\W\d])(?:lvl|lv|l|level)\.?\s*(?=\d))"
    r"|(?P<word>[^\W\d_]+(?:['’`][^\W\d_]+)*)|(?P<number>\d+[hH]?[wW]?(?![^\W\d]))|(?P<digits>\d+)",
    re.IGNORECASE,
)
_CUTTING = frozenset(("and", "with", "w", "plus", "und", "mit"))
_HAVING = frozenset(("with", "w", "mit", "have", "has", "get", "carry"))
_WHO = frozenset(("them", "these", "those", "model", "man", "figure"))


@dataclass(frozen=True, slots=True)
class WrittenWord:
    """A word of a line; ``times`` is how often, where it says so (2x, x2)."""

    text: str
    raw: str
    times: int = 0


@dataclass(frozen=True, slots=True)
class Clause:
    """Words, and the clauses in brackets after them.

    A label ends with a colon; an end is what a clause has behind the name of a unit.
    One that stands apart comes after a semicolon. One of a part says what some of the
    models have: 5 with bows.
    """

    words: tuple[WrittenWord, ...] = ()
    inner: tuple["Clause", ...] = ()
    is_label: bool = False
    is_end: bool = False
    is_apart: bool = False
    is_of_part: bool = False

    @property
    def telling(self) -> Words:
        """Return its words without numbers of how often."""
        return tuple(word.text for word in self.words if word.text)

    @property
    def raw(self) -> str:
        """Return its words as they were written."""
        return " ".join(word.raw for word in self.words)


@dataclass(slots=True)
class _Open:
    """A clause that is being read, with those before it at its level."""

    done: list[Clause] = field(default_factory=list)
    words: list[WrittenWord] = field(default_factory=list)
    is_apart: bool = False
    is_of_part: bool = False

    def cut(self, *, is_label: bool = False) -> None:
        if any(word.text or word.times for word in self.words):
            said = Clause(
                tuple(self.words),
                is_label=is_label,
                is_apart=self.is_apart,
                is_of_part=self.is_of_part,
            )
            self.done.append(said)
            self.is_apart = False
        elif is_label and self.done:
            self.done[-1] = replace(self.done[-1], is_label=True)
        self.words, self.is_of_part = [], False

    def says_some(self) -> bool:
        """Return whether the words so far only say how many models: 5 of them."""
        said = [word for word in self.words if word.text or word.times]
        return (
            bool(said)
            and _says_number(said[0])
            and all(word.text in _WHO for word in said[1:])
        )

    def have(self) -> None:
        """Go on with what some of the models have."""
        self.words = [word for word in self.words if word.text not in _WHO]
        self.is_of_part = True

    def add_inner(self, inner: tuple[Clause, ...]) -> None:
        self.cut()
        if not self.done:
            self.done.extend(inner)
            return
        last = self.done[-1]
        self.done[-1] = replace(last, inner=(*last.inner, *inner))


def _says_number(word: WrittenWord) -> bool:
    return bool(word.times) or word.text.isdigit() or word.text in NUMBERS


def quoted_name(body: str) -> tuple[str, str]:
    """Return a line without the first name in quotation marks, and that name."""
    found = _QUOTED.search(body)
    if found is None:
        return body, ""
    rest = f"{body[: found.start()]} {body[found.end() :]}"
    return rest.strip(" ,:-"), (found[1] or found[2]).strip()


def clauses(body: str, line: int = 0) -> tuple[Clause, ...]:
    """Return the clauses of a line.

    Raises
    ------
    ListTextError
        If brackets stand too deep in brackets.
    """
    stack = [_Open()]
    for part in _PART.finditer(body):
        kind = part.lastgroup or ""
        if kind == "open":
            if len(stack) > MOST_BRACKETS:
                text = f"more than {MOST_BRACKETS} brackets in one another"
                raise ListTextError(line, text)
            stack.append(_Open())
        elif kind == "close":
            _close(stack)
        else:
            _take(stack[-1], kind, part[0])
    while len(stack) > 1:
        _close(stack)
    stack[0].cut()
    return tuple(stack[0].done)


def _close(stack: list[_Open]) -> None:
    if len(stack) > 1:
        inner = stack.pop()
        inner.cut()
        stack[-1].add_inner(tuple(inner.done))


def _take(level: _Open, kind: str, raw: str) -> None:
    if kind == "times":
        times = int(re.sub(r"\D", "", raw))
        level.words.append(WrittenWord("", raw, times))
    elif kind == "colon":
        level.cut(is_label=True)
    elif folded(raw) in _HAVING and level.says_some():
        level.have()
    elif kind in ("cut", "apart") or folded(raw) in _CUTTING:
        level.cut()
        level.is_apart = level.is_apart or kind == "apart"
    elif kind == "level":
        level.words.append(WrittenWord("level", raw))
    elif kind in ("number", "digits"):
        level.words.append(WrittenWord(folded(raw), raw))
    else:
        level.words += _telling(raw)


def _telling(raw: str) -> Iterator[WrittenWord]:
    word = folded(raw)
    is_telling = word.isascii() and not is_stop(word)
    yield WrittenWord(same_word(word) if is_telling else "", raw)
