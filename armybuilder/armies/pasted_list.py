"""A pasted list line by line, as a page shows it and takes its answers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from django.http import QueryDict
from django.utils.safestring import SafeString, mark_safe

from rulesets.core.points import Points
from rulesets.list_text import Candidate, Part, ReadLine, ReadList
from rulesets.list_text.list_values import (
    LIKELY,
    NOISE,
    OPEN,
    POINTS_KEY,
    SURE,
    UNIT,
    YES,
)

MOST_ANSWERS = 2_000
"""Most answers of one form."""

MOST_SHOWN = 400
"""Most lines of each kind that a page shows."""

_ANSWER = re.compile(r"(book|\d{1,4}(?:\.\d{1,4})?)=([a-z0-9:/+-]{1,300})")
_PARTS = {SURE: "sure", LIKELY: "likely", OPEN: "open"}


@dataclass(frozen=True, slots=True)
class Ask:
    """One question of a line: a part of it, or its points.

    `answers` are what its buttons send, `others` what its menu offers.
    """

    key: str
    text: str
    answers: tuple[Candidate, ...]
    others: tuple[Candidate, ...] = ()

    @property
    def field(self) -> str:
        return f"other-{self.key}"


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of the list with its questions; `raw` marks what is not sure."""

    line: ReadLine
    raw: SafeString
    details: str
    asks: tuple[Ask, ...]
    answered: bool

    @property
    def sure_word(self) -> str:
        if self.answered and not self.line.asks:
            return "you said"
        if not self.line.asks and self.asked_at:
            return f"asked at line {self.asked_at}"
        return _PARTS[self.line.confidence]

    @property
    def asked_at(self) -> str:
        """Return the line that asks the same before, and whose answer holds."""
        firsts = (part.asked_at.partition(".")[0] for part in self.line.parts)
        return next(filter(None, firsts), "")

    @property
    def reason(self) -> str:
        """Return why it asks, where its questions do not say so."""
        says = any(ask.text == self.line.why for ask in self.asks)
        return self.line.why if self.line.understood and not says else ""


@dataclass(frozen=True, slots=True)
class ShownList:
    """A list that was read, those lines first that ask."""

    read: ReadList
    text: str
    answers: dict[str, str]
    asking: tuple[ShownLine, ...]
    sure: tuple[ShownLine, ...]
    quiet: tuple[ShownLine, ...]

    @property
    def likely(self) -> int:
        return sum(one.line.confidence == LIKELY for one in self.asking)

    @property
    def open(self) -> int:
        return sum(one.line.confidence == OPEN for one in self.asking)

    @property
    def book_name(self) -> str:
        return self.read.books[0].name if self.read.books else ""

    @property
    def kept(self) -> tuple[str, ...]:
        """Return the answers given so far, as the form sends them again."""
        return tuple(f"{key}={value}" for key, value in self.answers.items())

    @property
    def hidden(self) -> int:
        return sum(
            max(0, len(these) - MOST_SHOWN)
            for these in (self.asking, self.sure, self.quiet)
        )


def posted_answers(posted: QueryDict) -> dict[str, str]:
    """Return the answers of a form: those kept, and the one that was just given.

    A button sends its answer as ``answer``; the menu of a question is taken by a button
    ``take``; ``undo`` takes an answer back. What is no answer is left out.
    """
    answers: dict[str, str] = {}
    for said in (*posted.getlist("kept"), *posted.getlist("answer"))[:MOST_ANSWERS]:
        if found := _ANSWER.fullmatch(said):
            answers[found[1]] = found[2]
    for key in posted.getlist("take")[:1]:
        other = posted.get(f"other-{key[:12]}", "")
        if found := _ANSWER.fullmatch(f"{key}={other}"):
            answers[found[1]] = found[2]
    for key in posted.getlist("undo"):
        for mine in [one for one in answers if one.partition(".")[0] == key]:
            del answers[mine]
    return answers


def with_likely(read: ReadList, answers: dict[str, str]) -> dict[str, str]:
    """Return answers that say yes to every line that is likely.

    Lines below a unit whose points are others than the text says are left to ask: what
    was taken for a part of it may be a unit of its own.
    """
    odd = {line.number for line in read.lines if line.differs and line.role == UNIT}
    likely = (x for x in read.open_lines if x.confidence == LIKELY)
    more = {str(x.number): YES for x in likely if x.above not in odd}
    return {**answers, **more}


def shown_list(read: ReadList, text: str, answers: dict[str, str]) -> ShownList:
    """Return a list that was read as a page shows it."""
    said = {key.partition(".")[0] for key in answers}
    lines = [_line(line, read, said) for line in read.lines]
    quiet = [one for one in lines if _is_quiet(one)]
    rest = [one for one in lines if not _is_quiet(one)]
    return ShownList(
        read=read,
        text=text,
        answers=answers,
        asking=tuple(one for one in rest if one.line.asks),
        sure=tuple(one for one in rest if not one.line.asks),
        quiet=tuple(quiet),
    )


def _is_quiet(shown: ShownLine) -> bool:
    line = shown.line
    return line.role == NOISE or (line.role == "heading" and not line.asks)


def _line(line: ReadLine, read: ReadList, said: set[str]) -> ShownLine:
    return ShownLine(
        line=line,
        raw=_marked(line),
        details=_details(line),
        asks=tuple(_asks(line, read)),
        answered=str(line.number) in said,
    )


def _details(line: ReadLine) -> str:
    """Return what is bought beside the unit itself, in words."""
    names = [
        f"{part.count} {part.understood}"
        if part.count and part.count > 1
        else part.understood
        for part in line.parts
        if part.understood and "." in part.key
    ]
    return ", ".join(names) if line.role == "unit" else ""


def _marked(line: ReadLine) -> SafeString:
    """Return the text of a line with what is not sure in it marked."""
    text = escape(line.text)
    doubted = [escape(p.text) for p in line.parts if p.confidence != SURE and p.text]
    for words in sorted(set(doubted), key=len, reverse=True)[:20]:
        text = text.replace(words, f"<mark>{words}</mark>", 1)
    if line.differs and line.stated is not None:
        said = f"(?<![\\d>])(?:{line.stated:,}|{line.stated})(?!\\d)"
        text = re.sub(said, r"<mark>\g<0></mark>", text, count=1)
    return mark_safe(text)  # noqa: S308 - every piece was escaped


def _asks(line: ReadLine, read: ReadList) -> Iterator[Ask]:
    """Yield the questions of a line."""
    if not line.asks or line.left_out:
        return
    doubted = [part for part in line.parts if part.asks]
    for part in doubted:
        yield _ask_part(part, line, read)
    if not doubted:
        yes = _agreed(line.ours) if line.differs else "That is right"
        agreed = Candidate(f"{line.number}{POINTS_KEY}={YES}", yes)
        out = Candidate(f"{line.number}=out", "Leave it out")
        yield Ask(f"{line.number}{POINTS_KEY}", line.why, (agreed, out))


def _agreed(points: Points | None) -> str:
    return f"{points:,} it is" if points is not None else "That is right"


def _ask_part(part: Part, line: ReadLine, read: ReadList) -> Ask:
    """Return the question about a part of a line."""
    is_head = "." not in part.key
    first = part.candidates[:1] if part.confidence == LIKELY else ()
    yes = tuple(
        Candidate(f"{part.key}={one.key}", f"That is it: {one.name}", one.points)
        for one in first
    )
    near = tuple(
        Candidate(f"{part.key}={one.key}", one.name, one.points)
        for one in part.candidates[len(first) :]
    )
    out = Candidate(f"{part.key}=out", "Leave it out")
    others = _others(is_head=is_head, read=read, line=line)
    return Ask(part.key, part.text, (*yes, *near, out), others)


def _others(*, is_head: bool, read: ReadList, line: ReadLine) -> tuple[Candidate, ...]:
    """Return everything that a question may be answered with."""
    if is_head:
        return read.choices.get("", ())
    return read.choices.get(str(line.above or line.number), ())
