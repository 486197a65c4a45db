"""Figures that no book prints, as a player says them for one question."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rulesets.books.book import Book, BookProfile, Books, Entry
from rulesets.combats import combat_of
from rulesets.core.values import IN_ONE_MODEL
from rulesets.game import Game
from rulesets.legality import find_entry
from rulesets.matchups.fighter import fighter
from rulesets.odds.match_up import FigureMissing, MatchUpError
from rulesets.reviews.review import Line, Review

FIGURE = "figure"

LEAST, MOST = -5, 20
"""Figures that may be said, both included."""


@dataclass(frozen=True, slots=True)
class SaidFigure:
    """A figure that a stat line leaves empty, and what a player says it is.

    Parameters
    ----------
    line, key : str
        Of the stat line and of the characteristic.
    label : str
        What is asked: ``Armour save of Chariot``.
    help : str
        What the figure means.
    value : int, optional
        None while nobody has said it.
    """

    line: str
    key: str
    label: str
    help: str = ""
    value: int | None = None

    @property
    def change(self) -> str:
        """Return the figure as an address names it."""
        return f"{FIGURE}:{self.line}:{self.key}:{self.value}"

    @property
    def told(self) -> str:
        """Return the figure in words: ``Armour save of Chariot: 4``."""
        return f"{self.label}: {self.value}"


def is_figure(change: str) -> bool:
    """Return whether a change says a figure.

    Examples
    --------
    >>> is_figure("figure:boar-chariot:sv:4"), is_figure("better:sv")
    (True, False)
    """
    return change.partition(":")[0] == FIGURE


def said_figures(
    now: Review, books: Books, path: str, changes: Iterable[str]
) -> tuple[SaidFigure, ...]:
    """Return the figures that changes of a unit say, in the order of its stat lines.

    Raises
    ------
    ValueError
        If one is printed, is none of the unit's, or is no whole number within bounds.
    """
    entry = find_entry(now.roster, books, path)
    empty = {} if entry is None else _empty(entry, now.game)
    said: dict[tuple[str, str], int] = {}
    for change in changes:
        _, line, key, text = f"{change}:::".split(":")[:4]
        if (line, key) not in empty:
            named = entry.name if entry else path
            raise ValueError(f"{named}: no empty figure {key!r} of a line {line!r}.")
        said[line, key] = _number(empty[line, key].label, text)
    return tuple(
        replace(one, value=said[at]) for at, one in empty.items() if at in said
    )


def _number(label: str, text: str) -> int:
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and LEAST <= int(text[:4]) <= MOST:
        return int(text[:4])
    told = f"expected a whole number from {LEAST} to {MOST}"
    raise ValueError(f"{label}: {told}, found “{text}”.")


def with_figures(
    now: Review, books: Books, path: str, said: Sequence[SaidFigure]
) -> Books:
    """Return the editions of an army, with figures of one of its units filled in."""
    entry = find_entry(now.roster, books, path)
    place = path.partition("/")[0]
    force = next((one for one in now.forces if one.id == place), None)
    if entry is None or force is None or not said:
        return books
    at = force.book, force.edition
    return {**books, at: _with_entry(books[at], _filled(entry, said))}


def missing_figures(now: Review, books: Books, line: Line) -> tuple[SaidFigure, ...]:
    """Return the empty figures of a unit without which the odds refuse it."""
    entry = find_entry(now.roster, books, line.path)
    if entry is None:
        return ()
    try:
        own = fighter(line)
        combat_of(now.game).preview(own, own)
    except FigureMissing as problem:
        return tuple(_asked(_empty(entry, now.game), entry, problem.figures))
    except (MatchUpError, ValueError):
        return ()
    return ()


def _asked(
    empty: dict[tuple[str, str], SaidFigure],
    entry: Entry,
    figures: Iterable[tuple[str, str]],
) -> Iterator[SaidFigure]:
    """Yield empty figures by the names of their stat lines, else of the first."""
    lines = {profile.name or entry.name: profile.key for profile in entry.profiles}
    first = next(iter(lines.values()), "")
    for name, key in figures:
        found = empty.get((lines.get(name, first), key))
        if found is not None:
            yield found


def _empty(entry: Entry, game: Game) -> dict[tuple[str, str], SaidFigure]:
    """Return the figures that the stat lines of a unit leave empty."""
    return {
        (profile.key, one.key): SaidFigure(
            profile.key,
            one.key,
            _label(profile.name or entry.name, one.key, one.name),
            one.help,
        )
        for profile in entry.profiles
        for one in game.characteristics
        if one.unit != "text" and profile.characteristics.get(one.key) is None
    }


def _label(line: str, key: str, name: str) -> str:
    return f"{'Number' if key == IN_ONE_MODEL else name} of {line}"


def _filled(entry: Entry, said: Sequence[SaidFigure]) -> Entry:
    """Return an entry with figures filled in, also of its groups of models."""
    return replace(
        entry,
        profiles=tuple(_filled_profile(one, said) for one in entry.profiles),
        entries={key: _filled(one, said) for key, one in entry.entries.items()},
    )


def _filled_profile(profile: BookProfile, said: Sequence[SaidFigure]) -> BookProfile:
    new = {one.key: one.value for one in said if one.line == profile.key}
    return replace(profile, characteristics={**profile.characteristics, **new})


def _with_entry(book: Book, entry: Entry) -> Book:
    return replace(
        book,
        units={**book.units, entry.key: entry},
        entries={**book.entries, entry.key: entry},
    )
