"""An army as text: for chats, forums and e-mails."""

import re
from collections.abc import Iterator

from armybuilder.armies.showing import ShownArmy, ShownUnit, StatLine, show
from rulesets.book import Books
from rulesets.points import points_text
from rulesets.review import Message, Review

_MARKS = re.compile(r"([\\`*_\[\]<>#|~]|^[-+])")


def plain_text(review: Review, books: Books) -> str:
    """Return the whole army: stat lines, equipment, rules, notes and messages."""
    army = show(review, books)
    lines = [one_line(review.roster.name), *_facts(army)]
    lines += [f"! {_said(message)}" for message in review.messages]
    if review.roster.note:
        lines += ["", review.roster.note.strip()]
    for shown in army.forces:
        points = points_text(shown.force.points)
        lines += ["", f"{shown.force.book_name} ({points} points)"]
        for number, unit in enumerate(shown.units, 1):
            lines += ["", f"{number}. {_head(unit)}"]
            lines += [f"   {text}" for text in _details(unit)]
    return "\n".join(lines) + "\n"


def markdown(review: Review, books: Books) -> str:
    """Return the whole army as Markdown, stat lines as tables."""
    army = show(review, books)
    lines = [f"# {escaped(review.roster.name)}", ""]
    lines += [f"{escaped(text)}  " for text in _facts(army)]
    if review.messages:
        lines += ["", *(f"- {escaped(_said(message))}" for message in review.messages)]
    if review.roster.note:
        lines += ["", escaped(review.roster.note)]
    for shown in army.forces:
        points = points_text(shown.force.points)
        lines += ["", f"## {escaped(shown.force.book_name)} ({points} points)"]
        for unit in shown.units:
            lines += ["", f"### {escaped(_head(unit))}"]
            if unit.stats:
                lines += ["", *_table(unit.stats)]
            said = list(_details(unit, stats=False))
            lines += [""] * bool(said) + [f"- {escaped(text)}" for text in said]
    return "\n".join(lines) + "\n"


def one_line_each(review: Review, books: Books) -> str:
    """Return the army with one line for every unit."""
    army = show(review, books)
    lines = [one_line(review.roster.name), *_facts(army)]
    for unit in (unit for shown in army.forces for unit in shown.units):
        bought = f" ({', '.join(unit.bought)})" if unit.bought else ""
        lines.append(one_line(f"{_head(unit)}{bought}"))
    return "\n".join(lines) + "\n"


def one_line(text: str) -> str:
    return " ".join(text.split())


def escaped(text: str) -> str:
    """Return text on one line that Markdown shows as it stands."""
    return _MARKS.sub(r"\\\1", one_line(text))


def _facts(army: ShownArmy) -> Iterator[str]:
    review = army.review
    books = (f"{s.force.book_name}, edition {s.force.edition}" for s in army.forces)
    yield " · ".join([f"{review.game.name} {review.game.version}", *books])
    points = points_text(review.points)
    if review.limit is not None:
        points = f"{points} of {points_text(review.limit)}"
    verdict = "legal" if review.legal else "not legal"
    yield f"{points} points · {_counted(review.models, 'model')} · {verdict}"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _said(message: Message) -> str:
    return one_line(f"{message.severity.capitalize()}: {message.text}")


def _head(unit: ShownUnit) -> str:
    line = unit.line
    name = one_line(line.title)
    if line.own_name:
        name = f"{name} ({line.name})"
    models = f", {_counted(line.models, 'model')}" if line.models else ""
    return f"{name}{models}: {points_text(line.points)} points"


def _details(unit: ShownUnit, *, stats: bool = True) -> Iterator[str]:
    if stats:
        yield from (_stat_text(line, unit) for line in unit.stats)
    if unit.gear:
        gear = (f"{g.name} ({g.figures})" if g.figures else g.name for g in unit.gear)
        yield f"Carries: {'; '.join(gear)}"
    if unit.bought:
        yield one_line(f"Bought: {', '.join(unit.bought)}")
    if unit.rules:
        yield f"Rules: {', '.join(rule.title for rule in unit.rules)}"
    if unit.line.note:
        yield one_line(f"Note: {unit.line.note}")


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
