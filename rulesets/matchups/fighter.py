"""Fighters: a unit of an army or of a book, ready for the odds."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulesets.books.book import Book
from rulesets.core.values import Gear, RuleUse, together
from rulesets.legality import new_selection, review
from rulesets.matchups.fighter_parts import finished, loadouts_of, parts_of
from rulesets.odds.match_up import Fighter, InWords
from rulesets.reviews.figures import ReviewedProfile
from rulesets.reviews.review import Line, Review
from rulesets.rosters.roster import Force, Roster, Selection

MOST_TRIED = 12
"""Most loadouts of a unit that are tried where none is chosen."""


def fighter(line: Line, loadout: str = "") -> Fighter:
    """Return the fighter of a reviewed unit, with its gear and options.

    The unit's own stat line counts, else that of its first group of models. Rules of
    all that was bought, and gear of its groups of models, are the unit's too. Of equal
    gear there is as much as one group has with what the unit gives it. A unit within
    it, such as a detachment, keeps its own models, points, rules and gear. Stat lines
    and units that the fighter does without are named.

    Parameters
    ----------
    line : Line
        Of a unit.
    loadout : str
        Name of what its models have in hand, the player's own or as the review lists
        it. Groups that have no such loadout take the first that the player named, else
        the first of all.

    Raises
    ------
    ValueError
        If the line is no unit with a stat line, or no group has that loadout.
    """
    parts = [*_within(line)]
    own = [part for part in line.lines if part.kind != "unit"]
    profiles = (*line.profiles, *(p for part in own for p in part.profiles))
    if not profiles:
        raise ValueError(f"{line.title} has no stat line.")
    rules: dict[str, RuleUse] = {rule.key: rule for rule in line.rules}
    for part in parts:
        rules.update({rule.key: rule for rule in part.rules})
    groups = [part for part in parts if part.kind == "model"]
    apart = [*_units_within(line)]
    every = (*profiles, *(p for part in parts for p in part.profiles))
    return Fighter(
        name=line.title,
        kind=profiles[0].kind,
        models=line.models - sum(unit.models for unit in apart),
        points=line.points - sum(unit.points for unit in apart),
        characteristics=profiles[0].values(),
        rules=tuple(rules.values()),
        gear=tuple(finished(_gear(line, groups), line, *groups)),
        left_out=_left_out(profiles[0], every, apart),
        in_words=tuple(dict.fromkeys(_in_words(parts))),
        parts=parts_of(line, loadout),
        loadouts=loadouts_of(line),
    )


def undecided(line: Line, loadout: str = "") -> Fighter:
    """Return the fighter of a reviewed unit, with its alternatives if none is named.

    Of very many loadouts the first `MOST_TRIED` are alternatives.

    Raises
    ------
    ValueError
        If the line is no unit with a stat line, or no group has that loadout.
    """
    first = fighter(line, loadout)
    if loadout:
        return first
    others = (fighter(line, name) for name in first.loadouts[:MOST_TRIED])
    different = tuple(other for other in others if other.parts != first.parts)
    return replace(first, alternatives=different)


def _gear(line: Line, groups: Iterable[Line]) -> tuple[Gear, ...]:
    """Return the gear of a unit and its groups, as much of each as one group has."""
    most = {piece.key: piece for piece in line.gear}
    for group in groups:
        for piece in together((*line.gear, *group.gear)):
            known = most.get(piece.key)
            if known is None or known.count < piece.count:
                most[piece.key] = piece
    return tuple(most.values())


def _left_out(
    used: ReviewedProfile, every: Iterable[ReviewedProfile], apart: Iterable[Line]
) -> tuple[str, ...]:
    """Return the names of the stat lines and the units that do not fight."""
    others = [p.name for p in every if (p.key, p.name) != (used.key, used.name)]
    return tuple(dict.fromkeys([*others, *(unit.title for unit in apart)]))


def _in_words(parts: Iterable[Line]) -> Iterator[InWords]:
    """Yield options bought or chosen that show in nothing else of the fighter."""
    for part in parts:
        shows = part.rules or part.gear or part.profiles or part.models or part.acts
        if part.kind not in ("model", "unknown") and not shows:
            yield InWords(part.entry, part.title)


def _units_within(line: Line) -> Iterator[Line]:
    for part in (line, *_within(line)):
        yield from (child for child in part.lines if child.kind == "unit")


def _within(line: Line) -> Iterator[Line]:
    for part in line.lines:
        if part.kind != "unit":
            yield part
            yield from _within(part)


def unit_review(book: Book, selection: Selection) -> Review:
    """Return the review of an army that is one unit of a book and nothing else."""
    force = Force("f1", book.key, book.edition, (selection,))
    roster = Roster(book.game, selection.entry, forces=(force,))
    return review(roster, {(book.key, book.edition): book})


def selection_fighter(book: Book, selection: Selection, loadout: str = "") -> Fighter:
    """Return the fighter of a selection from a book, as `undecided` does.

    Raises
    ------
    ValueError
        If the book has no such unit, or it has no stat line.
    """
    if selection.entry not in book.units:
        raise ValueError(f"{book.name} has no unit {selection.entry!r}.")
    return undecided(unit_review(book, selection).forces[0].units[0], loadout)


def book_fighter(book: Book, entry: str, loadout: str = "") -> Fighter:
    """Return the fighter of a book's unit with its default choices, as `undecided`.

    Raises
    ------
    ValueError
        If the book has no such unit, or it has no stat line.
    """
    if entry not in book.units:
        raise ValueError(f"{book.name} has no unit {entry!r}.")
    return selection_fighter(book, new_selection(book, entry), loadout)
