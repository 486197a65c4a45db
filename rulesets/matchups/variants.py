"""Changes: a unit as it is, and with one thing about it different."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from rulesets.books.book import Books, Entry, Slot
from rulesets.core.subject import clause
from rulesets.core.values import Scalar
from rulesets.game import Characteristic, Column, Game
from rulesets.legality import (
    POINTS_AGREED,
    find_entry,
    new_messages,
    purchase_edit,
    review,
    without_units,
)
from rulesets.matchups.contenders import Contender, contender, name_contenders_apart
from rulesets.odds.match_up import Fighter, FighterPart
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Line, Message, Review
from rulesets.rosters.edits import Edit, EditError, Remove, SetCount, apply

MODELS, OPTIONS, CHARACTERISTICS = "models", "options", "characteristics"

MOST_OPTIONS = 100
"""Most changes of models and options that are tried for one unit."""

BEST_NEED = 2
"""A need is never better than this [pips]."""


@dataclass(frozen=True, slots=True)
class UnitVariant:
    """One edit, in a player's words; ``change`` is how an address names it."""

    group: str
    change: str
    label: str
    edit: Edit


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
    """A unit with one change of its own, where it then stands.

    Parameters
    ----------
    contender : Contender
    review : Review
        Of the army with the change.
    raised : Characteristic, optional
        What is one better, where that is the change: no line of the review knows.
    """

    contender: Contender
    review: Review
    raised: Characteristic | None = None

    def applied(self, found: Fighter) -> Fighter:
        """Return a fighter of the unit's line with one figure better."""
        if self.raised is None:
            return found
        return with_better(found, self.raised.key, self.raised.unit)


def changed_unit(
    now: Review,
    books: Books,
    path: str,
    change: str,
    pack: Pack | None = None,
    *,
    alone: bool = False,
) -> Changed:
    """Return a unit of an army with one of the changes of `changes_of_unit`.

    Parameters
    ----------
    change : str
        As a `Contender` names it: ``more:s2``, ``fewer:s2``, ``with:s1:shield``,
        ``without:s3`` or ``better:strength``.

    The others are those of `changes_of_unit`.

    Raises
    ------
    ValueError
        If there is no such unit or change, or nothing is left to fight.
    """
    line, base = _based(now, path)
    for idea in islice(_ideas(now, books, line), MOST_OPTIONS):
        if idea.change == change:
            found, then = _tried(_Trial(now, books, path, pack, alone), idea)
            if found.fighter is None:
                raise ValueError(f"{line.title}, {idea.label}: {found.why_not}")
            return Changed(found, then)
    for found, raised in _improved(base, now.game):
        if found.change == change:
            return Changed(found, now, raised)
    raise ValueError(f"{clause(line.title, 'has')} no change {change!r}.")


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
    ideas = islice(_ideas(now, books, line), MOST_OPTIONS)
    trial = _Trial(now, books, path, pack, alone)
    return name_contenders_apart(
        (
            replace(base, label="As it is", difference=0),
            *(_tried(trial, idea)[0] for idea in ideas),
            *(found for found, _ in _improved(base, now.game)),
        )
    )


def _tried(trial: _Trial, idea: UnitVariant) -> tuple[Contender, Review]:
    """Return the changed unit, and its army."""
    now, path = trial.now, trial.path
    none = Contender(idea.label, None, 0, path, group=idea.group, change=idea.change)
    try:
        roster = apply(now.roster, idea.edit)
    except EditError as problem:
        return replace(none, why_not=str(problem)), now
    then = review(roster, trial.books, trial.pack)
    line = then.line(path)
    found = contender(line) if line is not None else None
    told = (without_units(error.text) for error in _errors(trial, then))
    tried = replace(
        none,
        fighter=found.fighter if found else None,
        points=found.points if found else 0,
        difference=then.points - now.points,
        why_not=next(told, "" if found else "Without it there is no unit."),
    )
    return tried, then


def _errors(trial: _Trial, then: Review) -> Iterator[Message]:
    """Yield the errors that a change brings to the unit, or to its army."""
    for error in new_messages(trial.now.messages, then.messages):
        own = error.where == trial.path or error.where.startswith(f"{trial.path}/")
        if error.code != POINTS_AGREED.key and (own or not trial.alone):
            yield error


def _ideas(now: Review, books: Books, unit: Line) -> Iterator[UnitVariant]:
    groups = [part for part in unit.lines if part.kind == "model"]
    for group in groups:
        if group.models:
            many = f" (of {group.count})" if len(groups) > 1 else ""
            more, fewer = group.count + 1, group.count - 1
            name = f"{group.title}{many}"
            label, edit = f"{name}: one more", SetCount(group.id, more)
            yield UnitVariant(MODELS, f"more:{group.id}", label, edit)
            if fewer:
                label, edit = f"{name}: one fewer", SetCount(group.id, fewer)
                yield UnitVariant(MODELS, f"fewer:{group.id}", label, edit)
    for place in (unit, *groups):
        entry = find_entry(now.roster, books, place.path)
        if entry is not None:
            named = place.title if len(groups) > 1 and place is not unit else ""
            yield from _options(place, entry, named)


def _options(place: Line, entry: Entry, named: str) -> Iterator[UnitVariant]:
    """Yield each option of a place: dropped where it is taken, else bought."""
    slots = {key: slot for slot in entry.slots for key in slot.entries}
    taken = {part.entry: part for part in place.lines}
    before = f"{named}: " if named else ""
    for offered in entry.entries.values():
        if offered.kind == "unit" or (offered.kind == "model" and offered.models):
            continue
        part = taken.get(offered.key)
        if part is None:
            slot = slots.get(offered.key)
            label = f"{before}with {offered.name}{_instead(slot, taken)}"
            change = f"with:{place.id}:{offered.key}"
            yield UnitVariant(
                OPTIONS, change, label, purchase_edit(offered, slot, place.id)
            )
        elif offered.low == 0:
            label, change = f"{before}without {part.title}", f"without:{part.id}"
            yield UnitVariant(OPTIONS, change, label, Remove(part.id))


def _instead(slot: Slot | None, taken: dict[str, Line]) -> str:
    """Return in words the options that an option replaces."""
    if slot is None or slot.high != 1:
        return ""
    gone = [taken[key].title for key in slot.entries if key in taken]
    return f" instead of {' and '.join(gone)}" if gone else ""


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
