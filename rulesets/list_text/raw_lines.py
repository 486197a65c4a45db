"""Lines of a text: bounded, with their depth, marks and stated points taken off."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulesets.list_text.markup import without_markup
from rulesets.list_text.vocabulary import ENDS, HEADINGS, NO_PURCHASE
from rulesets.list_text.words import folded, words_of

MOST_LETTERS = 1_000_000
"""Longest text that is read [characters]."""

MOST_LINES = 5_000
"""Most lines of a text."""

LONGEST_LINE = 2_000
"""Longest line [characters]."""

MOST_WORDS = 20_000
"""Most words and numbers of a text; an army of 2,000 points has some 500."""

_BULLETS = "–—•*·‣◦▪●○►➤>▸✦!-"
_WORD = re.compile(r"\w+")
_BULLET = re.compile(rf"^(?:[{_BULLETS}]\s*(?=[^\s{_BULLETS}])|\.\s+|\[[ xX]\]\s+)")
_NUMBERED = re.compile(r"^\d{1,3}[.)]\s+(?=\S)")
_HASHES = re.compile(r"^#{1,6}\s*")
_FRAMED = re.compile(r"^([+=*~_#-])\1*\s*(.*?)\s*\1+$")
_RULED = re.compile(r"^[\W_]*$")
_POINTS = re.compile(
    r"[\[(]?\s*[@=]?\s*(?<![\w+])(\d[\d,.]{0,9}|\d{1,3}(?: \d{3}){1,2})\s{0,3}"
    r"(?:pts\b\.?|pt\b\.?|points?\b|gc\b|gold crowns?\b|crowns?\b|punkte?n?\b|pkt\b\.?)"
    r"(?P<each>\s*(?:each|per model|a piece))?\s*[\])]?",
    re.IGNORECASE,
)
_OF_LIMIT = re.compile(
    r"(?<!\d)(\d[\d,.]{0,9})\s?(?:of|/|von)\s?(\d[\d,.]{0,9})\s?"
    r"(?:pts\b|points?\b|gc\b|gold crowns?\b|crowns\b|punkte\b|p\b|$)",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"(?:^|[\s,;:=@–—-]|- )\s*[\[(]?(\d{1,3}(?:[.,]\d{3})+|\d{1,5})[\])]?$"
)
_MOST_MODELS = 60
"""A number in brackets at the end is no points up to here."""

_JOINS = re.compile(r", joins [^,;:()]+(?: \(\d+ models\))?$")
"""The end of our own lines that says whom a character joins: no purchase."""

_THOUSANDS = re.compile(r"\b(\d{1,2}(?:\.\d)?)k\b", re.IGNORECASE)
_FIRST = re.compile(r"^(\d{1,4})\s*[-–:=]\s+(?=\d)")
_LEVEL = re.compile(
    r"(?<![^\W\d])(?:level|lvl|lv|lev|l|stufe|size|strength|edition|x|×)\s*$",
    re.IGNORECASE,
)
_TOTAL = re.compile(r"\b(?:grand )?(?:total|gesamt|summe|sum)\b", re.IGNORECASE)
_LIMIT_WORD = re.compile(r"\b(?:limit|allowed|max(?:imum)?|grenze)\b", re.IGNORECASE)
_BREAK = re.compile(r"[,:;](?!\d)")
_SEEN = re.compile("|".join(NO_PURCHASE))
_STAT_NAMES = re.compile(r"^(?:[A-Z][A-Za-z]{0,2}[ |]+){4,}[A-Z][A-Za-z]{0,2}$")
_STATS = re.compile(
    r"^(?:[^:|]{0,40}:)?\s*(?:[A-Z][A-Za-z]{0,4} [-\d+/*]+[\"”]?[,;/ ]*){4,}"
)


class ListTextError(ValueError):
    """A text that cannot be read as a list: names the line.

    Parameters
    ----------
    line : int
        Number of the line, from 1; 0 for the whole text.
    text : str
        What is wrong there.
    """

    def __init__(self, line: int, text: str) -> None:
        super().__init__(f"line {line}: {text}" if line else text)
        self.line = line
        self.text = text


@dataclass(frozen=True, slots=True)
class Stated:
    """Points that a line says: how many, where, and whether they are of each."""

    points: int
    at: int
    each: bool = False


@dataclass(frozen=True, slots=True)
class RawLine:
    """A line as it stands.

    Parameters
    ----------
    number : int
        From 1.
    text : str
        As pasted, without space around it.
    body : str
        Without bullets, numbering, frames and points.
    depth : int
        Columns that it is set in, bullets counting four.
    kind : str
        ``line``, ``heading`` (framed), ``divider`` (of words that only divide) or
        ``noise``.
    stated : tuple of Stated
        Points with their word, in order.
    bare : Stated, optional
        A number at the end, without a word; in ``body`` it is left out.
    limit, total : int, optional
        Points agreed on, and the sum, where the line says them [points].
    after_gap : bool
        True if an empty line stands before it.
    first_break : int
        Where its first comma or colon stands.
    hashes : int
        Level of a Markdown heading; 0 for none.
    is_numbered : bool
        True if it is not set in and begins with its number: ``3. ``.
    """

    number: int
    text: str
    body: str = ""
    depth: int = 0
    kind: str = "line"
    stated: tuple[Stated, ...] = ()
    bare: Stated | None = None
    limit: int | None = None
    total: int | None = None
    after_gap: bool = False
    first_break: int = 0
    hashes: int = 0
    is_numbered: bool = False

    @property
    def worth(self) -> Stated | None:
        """Return the points of the whole line: those behind its head, else the last."""
        if self.stated and self.stated[0].at <= self.first_break:
            return self.stated[0]
        return self.stated[-1] if self.stated else None


def raw_lines(text: str) -> tuple[RawLine, ...]:
    """Return the lines of a text that are not empty.

    Raises
    ------
    ListTextError
        If it is too long, or no text: names the line.
    """
    if len(text) > MOST_LETTERS:
        raise ListTextError(0, f"longer than {MOST_LETTERS:,} characters")
    if sum(1 for _ in _WORD.finditer(text)) > MOST_WORDS:
        raise ListTextError(0, f"more than {MOST_WORDS:,} words; a list is shorter")
    written = text.removeprefix("﻿").replace("\r\n", "\n").replace("\r", "\n")
    every = written.split("\n")
    if sum(1 for line in every if line.strip()) > MOST_LINES:
        raise ListTextError(MOST_LINES + 1, f"a list has at most {MOST_LINES:,} lines")
    return tuple(_lines(every))


def _lines(every: list[str]) -> Iterator[RawLine]:
    gap = ends = False
    for number, one in enumerate(every, 1):
        _refuse(number, one)
        clean = "".join(c for c in one if unicodedata.category(c) != "Cf")
        if not clean.strip():
            gap = True
            continue
        line = _line(number, clean, after_gap=gap)
        bare_title = folded(line.body).strip(" :")
        ends = (
            (ends and line.depth > 0)
            or bare_title in ENDS
            or (ends and line.kind == "noise")
        )
        yield _as_noise(line) if ends else line
        gap = False


def _refuse(number: int, line: str) -> None:
    if len(line) > LONGEST_LINE:
        raise ListTextError(number, f"longer than {LONGEST_LINE:,} characters")
    if any(ord(c) < 32 and c not in "\t\f\v" for c in line) or "\x7f" in line:
        raise ListTextError(number, "a control character: this is no text")


def _as_noise(line: RawLine) -> RawLine:
    return RawLine(line.number, line.text, line.body, line.depth, "noise")


def _line(number: int, text: str, *, after_gap: bool) -> RawLine:
    shown = text.strip()
    body = without_markup(text.expandtabs(4))
    depth = len(body) - len(body.lstrip())
    body = _JOINS.sub("", " ".join(body.split()))
    framed = _FRAMED.match(body)
    if framed and framed[2]:
        return _sums(number, shown, framed[2], depth, "heading", gap=after_gap)
    if _RULED.match(body):
        return RawLine(number, shown, "", depth, "noise", after_gap=after_gap)
    marks = _HASHES.match(body)
    is_numbered = not depth and _NUMBERED.match(body) is not None
    body, more = _unmarked(body)
    kind = "noise" if _says_nothing(body) else "line"
    line = _sums(number, shown, body, depth + more, kind, gap=after_gap)
    hashes = len(marks[0].strip()) if marks else 0
    return replace(line, hashes=hashes, is_numbered=is_numbered)


def _unmarked(body: str) -> tuple[str, int]:
    """Return a line without bullets, hashes and number, and how deep they set it."""
    depth = 0
    body = _HASHES.sub("", body)
    for _ in range(20):
        cut = _BULLET.sub("", body, count=1)
        if cut == body:
            break
        body, depth = cut, depth + 4
    return _NUMBERED.sub("", body, count=1), depth


def _says_nothing(body: str) -> bool:
    start = folded(body[:200]).lstrip("[( ")
    is_table = start.startswith("|") or start.count("|") > 4
    return is_table or bool(_SEEN.match(start)) or _is_stat_line(body[:200])


def _is_stat_line(body: str) -> bool:
    return bool(_STATS.match(body) or _STAT_NAMES.match(body))


def _sums(
    number: int, text: str, body: str, depth: int, kind: str, *, gap: bool
) -> RawLine:
    """Return a line with its points taken off."""
    if of := _OF_LIMIT.search(body):
        rest = body[: of.start()] + body[of.end() :]
        return RawLine(
            number,
            text,
            rest.strip(" -:·[]()"),
            depth,
            "heading",
            limit=number_of(of[2]),
            total=number_of(of[1]),
            after_gap=gap,
        )
    stated = tuple(
        Stated(number_of(one[1]), one.start(), bool(one["each"]))
        for one in _POINTS.finditer(body)
    )
    rest = _POINTS.sub(" ", body).strip()
    if _TOTAL.search(body) and not any(c.isdigit() for c in body[:1]):
        return _total_line(number, text, rest, depth, stated, gap=gap)
    if first := _FIRST.match(rest):
        stated = (*stated, Stated(number_of(first[1]), 0))
        rest = rest[first.end() :]
    rest = rest.rstrip(" -–—:=,@").strip()
    bare, rest = _bare(rest) if not stated else (None, rest)
    if kind == "line" and _divides(rest):
        kind = "divider"
    found = _BREAK.search(body)
    return RawLine(
        number,
        text,
        rest,
        depth,
        kind,
        stated,
        bare,
        after_gap=gap,
        first_break=found.start() if found else len(body),
    )


def _total_line(
    number: int,
    text: str,
    rest: str,
    depth: int,
    stated: tuple[Stated, ...],
    *,
    gap: bool,
) -> RawLine:
    bare, _ = _bare(rest)
    found = stated or ((bare,) if bare is not None else ())
    total = found[-1].points if found else None
    return RawLine(number, text, rest, depth, "heading", total=total, after_gap=gap)


def _bare(body: str) -> tuple[Stated | None, str]:
    found = _BARE.search(body)
    if found is None or found.start() == 0 or _LEVEL.search(body[: found.start(1)]):
        return None, body
    if body.endswith((")", "]")) and number_of(found[1]) <= _MOST_MODELS:
        return None, body
    rest = body[: found.start()].rstrip(" -–—:=,@([")
    return Stated(number_of(found[1]), found.start()), rest


def _divides(body: str) -> bool:
    """Return whether a line consists of words that only divide a list."""
    words = words_of(body)
    is_short = 0 < len(words) <= 5
    return is_short and all(word in HEADINGS for word in words)


def number_of(text: str) -> int:
    """Return a number as people write it, thousands parted or not, at most 999,999."""
    digits = re.sub(r"\D", "", re.sub(r"[.,]\d{1,2}$", "", text.strip()))
    return int(digits[:6] or 0)


def limit_said(line: RawLine) -> int | None:
    """Return the points that a line before the first unit says are agreed on."""
    if line.limit is not None:
        return line.limit
    if thousands := _THOUSANDS.search(line.text):
        return int(float(thousands[1]) * 1_000)
    said = [one.points for one in (*line.stated, *([line.bare] if line.bare else []))]
    telling = [n for n in said if n >= 100 and (n % 50 == 0 or _says_limit(line))]
    return telling[0] if telling else None


def _says_limit(line: RawLine) -> bool:
    return bool(_LIMIT_WORD.search(line.text))
