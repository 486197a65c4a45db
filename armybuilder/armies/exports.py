"""Exports: an army as a document, and as text for chats, forums and e-mails."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from armybuilder.armies.models import Army
from armybuilder.armies.presentation import (
    ShownArmy,
    show,
)
from armybuilder.armies.review import review_army
from armybuilder.armies.text import total_text
from armybuilder.armies.units import GearText, ShownUnit
from armybuilder.books.stat_lines import StatLine
from rulesets.books.book import Books
from rulesets.core.subject import so_many
from rulesets.reviews.review import Message, Review
from rulesets.reviews.verdict import verdict_text, waived_titles

_MARKS = re.compile(r"([\\`*_\[\]<>#|~]|^[-+])")
_NUMBER = re.compile(r"^(\d+)([.)])")


def plain_text(review: Review, books: Books) -> str:
    """Return the whole army: stat lines, equipment, rules, notes and messages."""
    army = show(review, books)
    lines = [one_line(review.roster.name), *_facts(army)]
    lines += [f"! {_message_line(message)}" for message in review.messages]
    if review.roster.note:
        lines += ["", review.roster.note.strip()]
    for shown in army.forces:
        points = review.game.currency.text(shown.force.points)
        lines += ["", f"{shown.force.book_name} ({points})"]
        lines += [one_line(choice) for choice in shown.choices]
        for number, unit in enumerate(shown.units, 1):
            lines += ["", f"{number}. {_head(unit, review)}"]
            lines += [f"   {one_line(text)}" for text in _details(unit)]
    for title, texts in _appendix(army):
        lines += ["", title]
        lines += [f"   {one_line(f'{name}: {summary}')}" for name, summary in texts]
    return "\n".join(lines) + "\n"


def markdown(review: Review, books: Books) -> str:
    """Return the whole army as Markdown, stat lines as tables."""
    army = show(review, books)
    lines = [f"# {escaped(review.roster.name)}", ""]
    lines += [f"{escaped(text)}  " for text in _facts(army)]
    if review.messages:
        lines += [
            "",
            *(f"- {escaped(_message_line(message))}" for message in review.messages),
        ]
    if review.roster.note:
        lines += ["", escaped(review.roster.note)]
    for shown in army.forces:
        points = review.game.currency.text(shown.force.points)
        lines += ["", f"## {escaped(shown.force.book_name)} ({points})"]
        lines += ["", *(f"- {escaped(choice)}" for choice in shown.choices)]
        for unit in shown.units:
            lines += ["", f"### {escaped(_head(unit, review))}"]
            if unit.stats:
                lines += ["", *_table(unit.stats)]
            said = list(_details(unit, stats=False))
            lines += [""] * bool(said) + [f"- {escaped(text)}" for text in said]
    for title, texts in _appendix(army):
        lines += ["", f"## {title}", ""]
        lines += [f"- **{escaped(name)}** {escaped(text)}" for name, text in texts]
    return "\n".join(lines) + "\n"


def one_line_each(review: Review, books: Books) -> str:
    """Return the army with one line for every unit."""
    army = show(review, books)
    lines = [one_line(review.roster.name), *_facts(army)]
    lines += [one_line(one) for shown in army.forces for one in shown.choices]
    for unit in (unit for shown in army.forces for unit in shown.units):
        bought = f" ({', '.join(unit.bought)})" if unit.bought else ""
        lines.append(one_line(f"{_head(unit, review)}{bought}{_joins(unit)}"))
    return "\n".join(lines) + "\n"


def secret_text(review: Review, books: Books) -> str:
    """Return a line for every unit without any points, for an opponent."""
    army = show(review, books)
    lines = [one_line(review.roster.name)]
    lines.append(" · ".join(dict.fromkeys(s.force.book_name for s in army.forces)))
    lines += [one_line(one) for shown in army.forces for one in shown.choices]
    for unit in (unit for shown in army.forces for unit in shown.units):
        models = so_many(unit.line.models, "model") if unit.line.models else ""
        said = ", ".join(filter(None, (models, *unit.bought)))
        own = f" ({unit.line.name})" if unit.line.own_name else ""
        text = f"{unit.line.title}{own}{': ' if said else ''}{said}{_joins(unit)}"
        lines.append(one_line(text))
    return "\n".join(lines) + "\n"


def one_line(text: str) -> str:
    return " ".join(text.split())


def escaped(text: str) -> str:
    """Return text on one line that Markdown shows as it stands."""
    return _NUMBER.sub(r"\1\\\2", _MARKS.sub(r"\\\1", one_line(text)))


def _facts(army: ShownArmy) -> Iterator[str]:
    review = army.review
    books = (f"{s.force.book_name}, edition {s.force.edition}" for s in army.forces)
    yield " · ".join([f"{review.game.name} {review.game.version}", *books])
    verdict = verdict_text(review).lower()
    yield f"{total_text(review)} · {so_many(review.models, 'model')} · {verdict}"
    if waived := waived_titles(review):
        yield f"Waived: {waived}"
    if army.tallies:
        yield " · ".join(f"{tally.title} {tally.value}" for tally in army.tallies)


def _message_line(message: Message) -> str:
    return one_line(f"{message.severity.capitalize()}: {message.text}")


def _head(unit: ShownUnit, review: Review) -> str:
    line = unit.line
    name = one_line(line.title)
    if line.own_name:
        name = f"{name} ({line.name})"
    models = f", {so_many(line.models, 'model')}" if line.models else ""
    return f"{name}{models}: {review.game.currency.text(line.points)}"


def _joins(unit: ShownUnit) -> str:
    return f", joins {unit.joins}" if unit.joins else ""


def _details(unit: ShownUnit, *, stats: bool = True) -> Iterator[str]:
    if stats:
        yield from (_stat_text(line, unit) for line in unit.stats)
    if unit.changes:
        yield f"Changed: {' · '.join(unit.changes)}"
    if unit.joins:
        yield f"Joins: {unit.joins}"
    yield from _carried(unit)
    if unit.bought:
        yield f"Bought: {', '.join(unit.bought)}"
    if unit.rules:
        yield f"Rules: {', '.join(rule.title for rule in unit.rules)}"
    if unit.line.note:
        yield f"Note: {unit.line.note}"


def _carried(unit: ShownUnit) -> Iterator[str]:
    if len(unit.groups) > 1:
        for group in unit.groups:
            yield f"{group.count}{group.name}: {_gear(group.gear)}"
    elif unit.gear:
        yield f"Carries: {_gear(unit.gear)}"
    for group_name, loadout in unit.loadouts:
        whose = f", {group_name}" if group_name else ""
        said = f" ({loadout.changes})" if loadout.changes else ""
        yield f"In hand{whose}, “{loadout.name}”: {loadout.items}{said}"


def _gear(gear: tuple[GearText, ...]) -> str:
    pieces = (f"{g.name} ({g.figures})" if g.figures else g.name for g in gear)
    return "; ".join(pieces) or "nothing"


def _appendix(army: ShownArmy) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the appendix of an army: a title, and names with their texts."""
    for title, texts in (
        ("Special rules", [(r.name, r.summary) for r in army.rules if r.summary]),
        ("Items and choices", [(one.name, one.summary) for one in army.items]),
        ("Printed rules to mind", [(one.name, one.summary) for one in army.to_mind]),
    ):
        if texts:
            yield title, texts


def _stat_text(line: StatLine, unit: ShownUnit) -> str:
    name = f"{line.name}: " if len(unit.stats) > 1 else ""
    return name + ", ".join(f"{cell.heading} {cell.text}" for cell in line.cells)


def _table(stats: tuple[StatLine, ...]) -> Iterator[str]:
    named = len(stats) > 1
    heads = [cell.heading for cell in stats[0].cells]
    yield _row(["Profile", *heads] if named else heads)
    yield _row(["---"] * (len(heads) + named))
    for line in stats:
        cells = [cell.text for cell in line.cells]
        yield _row([escaped(line.name), *cells] if named else cells)


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


# -- the table ------------------------------------------------------------------------


def _document(army: Army) -> str:
    return json.dumps(army.document, indent=1, ensure_ascii=False) + "\n"


def _judged(words: Callable[[Review, Books], str]) -> Callable[[Army], str]:
    def write(army: Army) -> str:
        reviewed = review_army(army)
        text = words(reviewed.review, reviewed.books)
        return f"{text}\nJudged by {army.pack}.\n" if army.pack else text

    return write


@dataclass(frozen=True, slots=True)
class Export:
    """A way to take an army away.

    Parameters
    ----------
    key : str
        Name of its address; behind a share link ``shared_`` stands before it.
    file : str
        Last part of its address; its ending is that of the file.
    title : str
        Text of its link.
    content_type : str
    write : callable
        The army as text.
    downloads : bool
        True where a browser saves it and does not show it.
    is_judged : bool
        True where writing it takes a review, which is paid for.
    """

    key: str
    file: str
    title: str
    content_type: str
    write: Callable[[Army], str]
    downloads: bool = False
    is_judged: bool = True

    @property
    def ending(self) -> str:
        return self.file.rpartition(".")[2]


_PLAIN, _MARKDOWN = "text/plain; charset=utf-8", "text/markdown; charset=utf-8"

EXPORTS = (
    Export("text", "army.txt", "As plain text", _PLAIN, _judged(plain_text)),
    Export(
        "short", "short.txt", "A line for each unit", _PLAIN, _judged(one_line_each)
    ),
    Export("markdown", "army.md", "As Markdown", _MARKDOWN, _judged(markdown)),
    Export(
        key="json",
        file="army.json",
        title="As JSON document",
        content_type="application/json",
        write=_document,
        downloads=True,
        is_judged=False,
    ),
)
"""Every export, in the order of the menu."""
