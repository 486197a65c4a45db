"""Fighters: a unit of an army or of a book, ready for the odds."""

from collections.abc import Iterator

from rulesets.book import Book
from rulesets.legality import new_selection, review
from rulesets.matchup import Fighter, RuleUse
from rulesets.review import Line
from rulesets.roster import Force, Roster, Selection


def fighter(line: Line) -> Fighter:
    """Return the fighter of a reviewed unit, with what it carries and has bought.

    The unit's own stat line counts, else that of its first group of models. Rules of
    all that was bought, and gear of its groups of models, are the unit's too, each
    once; a unit within it, such as a detachment, keeps its own.

    Raises
    ------
    ValueError
        If the line is no unit with a stat line.
    """
    profiles = (*line.profiles, *(p for part in line.lines for p in part.profiles))
    if not profiles:
        raise ValueError(f"{line.title} has no stat line.")
    rules: dict[str, RuleUse] = {rule.key: rule for rule in line.rules}
    gear = {piece.key: piece for piece in line.gear}
    for part in _within(line):
        rules.update({rule.key: rule for rule in part.rules})
        if part.kind == "model":
            gear.update({piece.key: piece for piece in part.gear})
    return Fighter(
        name=line.title,
        kind=profiles[0].kind,
        models=line.models,
        points=line.points,
        characteristics=profiles[0].values(),
        rules=tuple(rules.values()),
        gear=tuple(gear.values()),
    )


def _within(line: Line) -> Iterator[Line]:
    for part in line.lines:
        if part.kind != "unit":
            yield part
            yield from _within(part)


def selection_fighter(book: Book, selection: Selection) -> Fighter:
    """Return the fighter of a selection from a book.

    Raises
    ------
    ValueError
        If the book has no such unit, or it has no stat line.
    """
    if selection.entry not in book.units:
        raise ValueError(f"{book.name} has no unit {selection.entry!r}.")
    force = Force("f1", book.key, book.edition, (selection,))
    roster = Roster(book.game, selection.entry, forces=(force,))
    reviewed = review(roster, {(book.key, book.edition): book})
    return fighter(reviewed.forces[0].units[0])


def book_fighter(book: Book, entry: str) -> Fighter:
    """Return the fighter of a book's unit with its default choices.

    Raises
    ------
    ValueError
        If the book has no such unit, or it has no stat line.
    """
    if entry not in book.units:
        raise ValueError(f"{book.name} has no unit {entry!r}.")
    return selection_fighter(book, new_selection(book, entry))
