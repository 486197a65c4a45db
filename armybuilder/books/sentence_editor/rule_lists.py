"""Rules at a place of a draft, told as sentences whose blanks lead to their offers.

`rules_at` gives the lists that `admin/books/desk/_rules.html` shows:

    {% include "admin/books/desk/_rules.html" %}

with ``rules = rules_at(document, "/units/knights", draft_words(document))``,
``addresses`` (see `RuleAddresses`) and ``seen = newest_revision(book)``. The page links
``books/blanks.css`` and the module ``books/blanks.js``, and hears of edits by the event
``draft:changed`` of the document.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from armybuilder.books.sentence_editor.draft_words import DraftWords
from armybuilder.books.sentence_editor.places import (
    PlaceError,
    anchor,
    joined,
    part_at,
)
from armybuilder.books.sentence_editor.rule_text import MEMBERS
from rulesets.books.checks.draft import walk
from rulesets.documents.places import keyed_place, names_of
from rulesets.sentences.blanks import part_of_line
from rulesets.sentences.members import part_of
from rulesets.sentences.places import PARTS, Bringer, bringer_of
from rulesets.sentences.reader import read_statement
from rulesets.sentences.sentence import Path, Statement
from rulesets.sentences.statement_edits import SEVERAL, lines_to_add
from rulesets.sentences.teller import pieces, tell

TITLES = {"limit": "Limits", "change": "Changes", "effect": "What it does to dice"}

WHOLE = {"force": "the whole book", "army": "every army"}
"""Words for what brings the rules of a whole document."""

LINE_WORDS = {
    "when": "+ when",
    "where": "+ only those",
    "each": "for each …",
    "unless": "+ unless",
    "least": "never below …",
    "most": "never above …",
    "round": "round it",
}
"""Words of the buttons that add a line."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Words of a sentence on a page; with a path they are a blank."""

    text: str
    path: str = ""
    is_soft: bool = False


@dataclass(frozen=True, slots=True)
class LineButton:
    """A button under a sentence: its words, what it does, and where."""

    words: str
    do: str
    path: str


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule of a list: its place, its sentence in chunks, and what stands beside it.

    ``text`` is its JSON as it was typed, where that could not be kept; ``note`` what is
    known of it beside.
    """

    at: str
    part: str
    fragment: Any
    chunks: tuple[Chunk, ...]
    told: str
    is_ready: bool
    buttons: tuple[LineButton, ...] = ()
    error: str = ""
    text: str = ""
    note: str = ""

    @property
    def title(self) -> str:
        """Return its title, "" where it is told by its sentence alone."""
        title = str(self.fragment.get("title", ""))
        return "" if title.rstrip(".") == self.told else title

    @property
    def json(self) -> str:
        """Return it as it stands in the document, or as it was typed."""
        return self.text or json.dumps(self.fragment, indent=1, ensure_ascii=False)

    @property
    def anchor(self) -> str:
        """Return the name of its place on the page."""
        return anchor(self.at)


@dataclass(frozen=True, slots=True)
class RuleList:
    """The rules of one kind at one place, and who brings them."""

    at: str
    part: str
    owner: str
    rules: tuple[RuleLine, ...]
    summary: str = ""
    left_out: str = ""

    @property
    def members(self) -> tuple[tuple[str, str], ...]:
        """Return what may stand in its rules as text, with what that means."""
        return MEMBERS[self.part]

    @property
    def title(self) -> str:
        """Return the words above the list."""
        return TITLES[self.part]


@dataclass(frozen=True, slots=True)
class RulesAt:
    """All rules at a place: its lists, those below it that have rules first."""

    place: str
    lists: tuple[RuleList, ...]
    has_special_rules: bool = False
    error: str = ""


@dataclass(frozen=True, slots=True)
class RuleAddresses:
    """The addresses of the pages that edit rules, fill a blank, help with text."""

    rules: str
    blank: str
    words: str


@dataclass(frozen=True, slots=True)
class Refused:
    """An edit that was not kept: the rule or list it was of, why, and typed JSON."""

    at: str = ""
    error: str = ""
    text: str = field(default="", repr=False)


def rules_at(
    document: Any, place: str, words: DraftWords, refused: Refused | None = None
) -> RulesAt:
    """Return the rules at a place of a draft.

    Parameters
    ----------
    document : mapping
    place : str
        ``""`` is the book: its limits, changes and special rules. Of a unit come also
        those of its models and options, and the effects of its rules.
    words : DraftWords
    refused : Refused, optional

    Raises
    ------
    PlaceError
        If the draft has no such place.
    """
    owner = part_at(document, place)
    if not isinstance(owner, dict):
        raise PlaceError("no rules stand there")
    listed = place.split("/")[1] if place else ""
    wrong = refused or Refused()
    found = [*_lists(document, place, words, wrong)]
    is_shown = any(rule.error for one in found for rule in one.rules)
    error = "" if is_shown else wrong.error
    is_book = "units" in document
    has_special_rules = is_book and (listed == "units" or not place)
    return RulesAt(place, tuple(found), has_special_rules, error)


def _lists(
    document: Any, place: str, words: DraftWords, wrong: Refused
) -> Iterator[RuleList]:
    names: dict[int, list[str]] = {}
    for where, owner in walk(document):
        at = keyed_place(document, where, names)
        is_here, is_below = at == place, bool(place) and at.startswith(f"{place}/")
        is_rule = at.startswith("/rules/") and at.count("/") == 2
        carried = place and is_rule and owner["key"] in _rules_of(document, place)
        if not (is_here or is_below or carried or (is_rule and not place)):
            continue
        members = ("effects",) if is_rule else ("limits", "changes")
        for member in members:
            if not is_here and not is_rule and not owner.get(member):
                continue
            if is_here and member == "changes" and _has_no_changes(place):
                continue
            yield _list(at, member, where, owner, words, wrong)


def _has_no_changes(place: str) -> bool:
    return place.startswith("/units/") and place.count("/") == 2


def _rules_of(document: Any, place: str) -> set[str]:
    owner = part_at(document, place)
    uses = owner.get("rules", ()) if isinstance(owner, dict) else ()
    return {use["key"] if isinstance(use, dict) else use for use in uses}


def _list(
    at: str, member: str, where: str, owner: Any, words: DraftWords, wrong: Refused
) -> RuleList:
    place, part = joined(at, member), PARTS[member]
    bringer = bringer_of(where, owner)
    fragments = owner.get(member, ())
    rules = tuple(
        _line(joined(place, name or str(index)), part, fragment, bringer, words, wrong)
        for index, (name, fragment) in enumerate(
            zip(names_of(fragments), fragments, strict=True)
        )
    )
    whole = WHOLE.get(bringer.kind, "") if not where else bringer.name
    said = owner.get("summary", ""), owner.get("left_out", "")
    return RuleList(place, part, whole, rules, *said)


def _line(
    at: str, part: str, fragment: Any, bringer: Bringer, words: DraftWords,
    wrong: Refused,
) -> RuleLine:  # fmt: skip
    said = read_statement(part, fragment, words.words)
    is_wrong = wrong.at == at
    return RuleLine(
        at=at,
        part=part,
        fragment=fragment,
        chunks=tuple(_joined(_chunks(said, words, bringer))),
        told=tell(said, words.words, bringer),
        is_ready=said.sentence.is_ready,
        buttons=tuple(_buttons(said)),
        error=wrong.error if is_wrong else "",
        text=wrong.text if is_wrong else "",
    )


def path_text(path: Path) -> str:
    """Return the path of a blank as one text: ``when.conditions.0``."""
    return ".".join(map(str, path))


def read_path(text: str) -> Path:
    """Return the path of a text; parts that are numbers are positions."""
    steps = text.split(".") if text else []
    return tuple(int(x) if x.isascii() and x.isdigit() else x for x in steps)


def _chunks(said: Statement, words: DraftWords, bringer: Bringer) -> Iterator[Chunk]:
    for piece in pieces(said, words.words, bringer):
        path = piece.path or piece.inner
        text = piece.text
        is_blank = bool(path) and any(x.isalnum() for x in text)
        if not is_blank:
            yield Chunk(text)
            continue
        bare = text.strip(" ,;:()“”")
        before, after = text.split(bare, 1)
        yield from (Chunk(x) for x in (before,) if x)
        yield Chunk(bare, path_text(path), is_soft=not piece.path)
        yield from (Chunk(x) for x in (after,) if x)


def _joined(chunks: Iterable[Chunk]) -> Iterator[Chunk]:
    """Yield chunks with plain words that stand beside each other in one."""
    for is_plain, run in groupby(chunks, key=lambda chunk: not chunk.path):
        if is_plain:
            yield Chunk("".join(chunk.text for chunk in run))
        else:
            yield from run


def _buttons(said: Statement, path: Path = ()) -> Iterator[LineButton]:
    """Yield the buttons that add and take away lines, outermost first."""
    for line in lines_to_add(said):
        yield LineButton(LINE_WORDS[line], f"line:{line}", path_text(path))
    part = part_of(said.sentence.part)
    for line, held in said.lines.items():
        below = (*path, line)
        name = line if line in LINE_WORDS else "that"
        if line in ("when", "where") and part_of_line(part, line):
            yield LineButton("+ and", "and", path_text(below))
        yield LineButton(f"without “{_LINE_NAMES.get(name, name)}”", "without",
                         path_text(below))  # fmt: skip
        if isinstance(held, Statement):
            yield from _inner_buttons(held, below)
    for name, value in said.blanks.items():
        yield from _blank_buttons(name, value, path)


_LINE_NAMES: Mapping[str, str] = {
    **{"where": "only those", "each": "for each", "least": "never below"},
    **{"most": "never above", "round": "rounding", "that": "bought directly"},
}


def _inner_buttons(held: Statement, path: Path) -> Iterator[LineButton]:
    if held.sentence.key in SEVERAL:
        for index, one in enumerate(held.blanks["conditions"]):
            below = (*path, "conditions", index)
            yield LineButton(f"without part {index + 1}", "without", path_text(below))
            if isinstance(one, Statement):
                yield from _inner_buttons(one, below)


def _blank_buttons(name: str, value: Any, path: Path) -> Iterator[LineButton]:
    below = (*path, name)
    if name in ("n", "low", "high") and isinstance(value, Statement):
        yield LineButton("a number instead", "number", path_text(below))
        for line in lines_to_add(value):
            yield LineButton(LINE_WORDS[line], f"line:{line}", path_text(below))
        for line in value.lines:
            words = f"without “{_LINE_NAMES.get(line, line)}”"
            yield LineButton(words, "without", path_text((*below, line)))
