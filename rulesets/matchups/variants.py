"""Changes: a unit as it is, and with one thing or several about it different."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from rulesets.books.book import Books
from rulesets.core.subject import clause
from rulesets.core.values import Scalar
from rulesets.game import Characteristic, Column, Game
from rulesets.legality import (
    POINTS_AGREED,
    new_messages,
    review,
    without_units,
)
from rulesets.matchups.contenders import Contender, contender, name_contenders_apart
from rulesets.matchups.said_figures import (
    SaidFigure,
    is_figure,
    said_figures,
    with_figures,
)
from rulesets.matchups.unit_edits import MOST_OPTIONS, UnitEdit, unit_edit, unit_edits
from rulesets.odds.match_up import Fighter, FighterPart
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Line, Message, Review
from rulesets.rosters.edits import Edit, EditError, apply

CHARACTERISTICS = "characteristics"

MOST_CHANGES = 40
"""Most changes of one unit."""

BEST_NEED = 2
"""A need is never better than this [pips]."""


@dataclass(frozen=True, slots=True)
class _Trial:
    """The unit that every idea is tried on."""

    now: Review
    books: Books
    path: str
    pack: Pack | None
    alone: bool


@dataclass(frozen=True, slots=True)
class Changed:
    """A unit with changes of its own, where it then stands.

    Parameters
    ----------
    contender : Contender
    review : Review
        Of the army with the changes.
    books : mapping
        The editions of the army, with the figures that were said.
    told : tuple of str
        Each change in words, those of models first, those of figures last.
    said : tuple of SaidFigure
        Figures that no book prints.
    raised : tuple of Characteristic
        What is one better: no line of the review knows.
    """

    contender: Contender
    review: Review
    books: Books
    told: tuple[str, ...] = ()
    said: tuple[SaidFigure, ...] = ()
    raised: tuple[Characteristic, ...] = ()

    @property
    def title(self) -> str:
        """Return the changes in few words, as they follow the unit's name."""
        first, *others = self.told
        if len(others) < 2:
            return ", ".join(self.told)
        return f"{first} and {len(others)} other changes"

    @property
    def better(self) -> str:
        """Return in words the figures that are better; "" for none."""
        return ", ".join(self.told[len(self.told) - len(self.raised) :])

    @property
    def said_words(self) -> str:
        """Return in words the figures that were said; "" for none."""
        return ", ".join(one.told for one in self.said)

    def applied(self, found: Fighter) -> Fighter:
        """Return a fighter of the unit's line with some figures better."""
        for one in self.raised:
            found = with_better(found, one.key, one.unit)
        return found


def changed_unit(
    now: Review,
    books: Books,
    path: str,
    changes: Sequence[str],
    pack: Pack | None = None,
    *,
    alone: bool = False,
) -> Changed:
    """Return a unit of an army with some changes of its own, one after the other.

    Parameters
    ----------
    changes : sequence of str
        As a `Contender` names them: ``more:s2``, ``fewer:s2``, ``with:s1:shield``,
        ``without:s3`` or ``better:strength``; and ``models:s2:20``, and
        ``figure:chariot:sv:4`` of one that its book leaves empty.

    The others are those of `changes_of_unit`.

    Raises
    ------
    ValueError
        If there is no such unit or change, if there are too many, or nothing is left to
        fight.
    """
    _, base = _based(now, path)
    if len(changes) > MOST_CHANGES:
        raise ValueError(
            f"{clause(base.name, 'has')} more than {MOST_CHANGES} changes."
        )
    said = said_figures(now, books, path, filter(is_figure, changes))
    books = with_figures(now, books, path, said)
    then = review(now.roster, books, pack) if said else now
    _, base = _based(then, path)
    better = {
        one.change: (one.label, figure) for one, figure in _improved(base, now.game)
    }
    edits: list[UnitEdit] = []
    raised = []
    for change in changes:
        if is_figure(change):
            continue
        if change in better:
            raised.append(better.pop(change))
        else:
            edits.append(_named_edit(then, books, path, change))
            then = _edited(then, books, pack, edits[-1].edit)
    told = (
        *(one.label for one in edits),
        *(one.told for one in said),
        *(label for label, _ in raised),
    )
    trial = _Trial(now, books, path, pack, alone)
    found = _followed(trial, then, _nobody(trial, ", ".join(told)))
    if found.fighter is None:
        raise ValueError(f"{base.name}, {found.label}: {found.why_not}")
    better_ones = tuple(figure for _, figure in raised)
    changed = Changed(found, then, books, told, said, better_ones)
    whole = replace(found, fighter=changed.applied(found.fighter))
    return replace(changed, contender=whole)


def _named_edit(then: Review, books: Books, path: str, change: str) -> UnitEdit:
    line, _ = _based(then, path)
    edit = unit_edit(then, books, line, change)
    if edit is None:
        raise ValueError(f"{clause(line.title, 'has')} no change {change!r}.")
    return edit


def _based(now: Review, path: str) -> tuple[Line, Contender]:
    line = now.line(path)
    base = contender(line) if line is not None else None
    if line is None or base is None:
        raise ValueError(f"There is no unit with a stat line at {path!r}.")
    return line, base


def changes_of_unit(
    now: Review,
    books: Books,
    path: str,
    pack: Pack | None = None,
    *,
    alone: bool = False,
) -> tuple[Contender, ...]:
    """Return a unit of an army as it is, and then with each change of its own.

    A model more or less and each option taken or dropped are edits: the army that
    follows is reviewed, so that points and legality are the engine's. One that the
    rules forbid stands here with the first error that it brings; that points are short
    is none. A characteristic is raised by one, a need lowered, on all stat lines of the
    unit but its mounts'; nobody sells that, so it has no points.

    Parameters
    ----------
    now : Review
    books : mapping
        The editions that the army names.
    path : str
        Of the unit.
    pack : Pack, optional
        The one that ``now`` was made with.
    alone : bool
        True for a unit without an army: what is wrong with the rest is not told.

    Raises
    ------
    ValueError
        If there is no unit with a stat line at the path.
    """
    line, base = _based(now, path)
    ideas = islice(unit_edits(now, books, line), MOST_OPTIONS)
    trial = _Trial(now, books, path, pack, alone)
    return name_contenders_apart(
        (
            replace(base, label="As it is", difference=0),
            *(_tried(trial, idea) for idea in ideas),
            *(found for found, _ in _improved(base, now.game)),
        )
    )


def _tried(trial: _Trial, idea: UnitEdit) -> Contender:
    """Return the unit with one edit made to its army."""
    none = _nobody(trial, idea.label, idea.group, idea.change)
    try:
        then = _edited(trial.now, trial.books, trial.pack, idea.edit)
    except EditError as problem:
        return replace(none, why_not=str(problem))
    return _followed(trial, then, none)


def _edited(now: Review, books: Books, pack: Pack | None, edit: Edit) -> Review:
    return review(apply(now.roster, edit), books, pack)


def _nobody(trial: _Trial, label: str, group: str = "", change: str = "") -> Contender:
    return Contender(label, None, 0, trial.path, group=group, change=change)


def _followed(trial: _Trial, then: Review, none: Contender) -> Contender:
    """Return the unit as it stands in the army that followed from an edit."""
    line = then.line(trial.path)
    found = contender(line) if line is not None else None
    told = (without_units(error.text) for error in _errors(trial, then))
    return replace(
        none,
        fighter=found.fighter if found else None,
        points=found.points if found else 0,
        difference=then.points - trial.now.points,
        why_not=next(told, "" if found else "Without it there is no unit."),
    )


def _errors(trial: _Trial, then: Review) -> Iterator[Message]:
    """Yield the errors that a change brings to the unit, or to its army."""
    for error in new_messages(trial.now.messages, then.messages):
        own = error.where == trial.path or error.where.startswith(f"{trial.path}/")
        if error.code != POINTS_AGREED.key and (own or not trial.alone):
            yield error


def _improved(
    base: Contender, game: Game
) -> Iterator[tuple[Contender, Characteristic]]:
    """Yield a unit with each figure of its stat line one better, and which."""
    units = {one.key: one for one in game.characteristics}
    found = base.fighter
    if found is None:
        return
    figures = found.characteristics
    for column in game.columns:
        for key in column.keys:
            one = units[key]
            was, now = figures.get(key), better(figures.get(key), one.unit)
            if now is None:
                continue
            told = f"{_printed(column, one, was)} → {_printed(column, one, now)}"
            raised = replace(
                base,
                label=f"{one.name} {told}",
                fighter=with_better(found, key, one.unit),
                group=CHARACTERISTICS,
                change=f"better:{key}",
            )
            yield raised, one


def _printed(column: Column, one: Characteristic, figure: Scalar) -> str:
    """Return a figure as its stat line prints it; a save past the last is none."""
    if column.last is not None and isinstance(figure, int) and figure > column.last:
        return "none"
    return f"{figure}+" if one.unit == "need" else str(figure)


def better(figure: Scalar, unit: str) -> int | None:
    """Return a figure one better: a need one lower, anything else one higher.

    Returns
    -------
    int, optional
        None for a text and a dash, and for a need that is the best already.

    Examples
    --------
    >>> better(3, "count"), better(4, "need"), better(2, "need"), better("2D6", "dice")
    (4, 3, None, None)
    """
    if unit == "text" or not isinstance(figure, int):
        return None
    if unit == "need":
        return figure - 1 if figure > BEST_NEED else None
    return figure + 1


def with_better(found: Fighter, key: str, unit: str) -> Fighter:
    """Return a fighter with one figure better on all its stat lines but its mounts'."""
    return replace(
        found,
        characteristics=_raised(found.characteristics, key, unit),
        parts=_raised_parts(found.parts, key, unit),
        sets=tuple(_raised_parts(parts, key, unit) for parts in found.sets),
        alternatives=tuple(
            with_better(other, key, unit) for other in found.alternatives
        ),
    )


def _raised_parts(
    parts: Iterable[FighterPart], key: str, unit: str
) -> tuple[FighterPart, ...]:
    return tuple(
        part
        if part.role == "mount"
        else replace(part, characteristics=_raised(part.characteristics, key, unit))
        for part in parts
    )


def _raised(figures: Mapping[str, Scalar], key: str, unit: str) -> Mapping[str, Scalar]:
    now = better(figures.get(key), unit)
    return figures if now is None else {**figures, key: now}
