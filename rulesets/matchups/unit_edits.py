"""Edits of one unit in a player's words: how many models, and which options."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from rulesets.books.book import Books, Entry, Slot
from rulesets.combats import combat_of
from rulesets.core.points import Points
from rulesets.core.subject import so_many
from rulesets.legality import find_entry, printed_points, purchase_edit
from rulesets.matchups.said_figures import LEAST, MOST, SaidFigure, missing_figures
from rulesets.reviews.review import Line, Review
from rulesets.rosters.edits import Edit, Remove, SetCount

MODELS, OPTIONS = "models", "options"

MOST_OPTIONS = 100
"""Most edits of models and options that are told of one unit."""

MOST_MODELS = 100
"""Most models of a group that may be asked for."""


@dataclass(frozen=True, slots=True)
class UnitEdit:
    """One edit, in a player's words.

    Parameters
    ----------
    group : {"models", "options"}
    change : str
        How an address names it.
    label : str
        What is changed.
    edit : Edit
    option : str
        The name of an option that is taken or dropped.
    points : Points
        The printed price of one that is taken [points].
    """

    group: str
    change: str
    label: str
    edit: Edit
    option: str = ""
    points: Points = 0


@dataclass(frozen=True, slots=True)
class GroupSize:
    """A group of models of a unit, and how many of them there are.

    Parameters
    ----------
    id, name : str
    count : int
        [models]
    """

    id: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class UnitChoices:
    """The sizes and options that may be chosen of a unit as it stands.

    Parameters
    ----------
    groups : tuple of GroupSize
        Groups of models that may be more or fewer, where the odds count models.
    taken, offered : tuple of UnitEdit
        Options that it has, each edit dropping one, and that it may have.
    figures : tuple of SaidFigure
        Figures that its book leaves empty: those that were said, and those without
        which the odds refuse it.
    most_models : int
        Most that may be asked for of a group [models].
    least_figure, most_figure : int
        Bounds of a figure that is said.
    """

    groups: tuple[GroupSize, ...] = ()
    taken: tuple[UnitEdit, ...] = ()
    offered: tuple[UnitEdit, ...] = ()
    figures: tuple[SaidFigure, ...] = ()
    most_models: int = MOST_MODELS
    least_figure: int = LEAST
    most_figure: int = MOST


NO_CHOICES = UnitChoices()


def choices_of_unit(
    now: Review, books: Books, path: str, said: Sequence[SaidFigure] = ()
) -> UnitChoices:
    """Return what may be chosen of the unit of an army at a path.

    Figures that were ``said`` of it stand in its books by now.
    """
    unit = now.line(path)
    if unit is None:
        return NO_CHOICES
    options = [*islice(_options_of(now, books, unit), MOST_OPTIONS)]
    return UnitChoices(
        tuple(
            GroupSize(group.id, group.title, group.count)
            for group in _groups_of(now, unit)
        ),
        tuple(one for one in options if isinstance(one.edit, Remove)),
        tuple(one for one in options if not isinstance(one.edit, Remove)),
        (*said, *missing_figures(now, books, unit)),
    )


def unit_edits(now: Review, books: Books, unit: Line) -> Iterator[UnitEdit]:
    """Yield a model more and less of each group, then each option taken or dropped."""
    several = len(_model_lines(unit)) > 1
    for group in _groups_of(now, unit):
        name = f"{group.title} (of {group.count})" if several else group.title
        more, fewer = group.count + 1, group.count - 1
        label, edit = f"{name}: one more", SetCount(group.id, more)
        yield UnitEdit(MODELS, f"more:{group.id}", label, edit)
        if fewer:
            label, edit = f"{name}: one fewer", SetCount(group.id, fewer)
            yield UnitEdit(MODELS, f"fewer:{group.id}", label, edit)
    yield from _options_of(now, books, unit)


def unit_edit(now: Review, books: Books, unit: Line, change: str) -> UnitEdit | None:
    """Return the edit that an address names; none where the unit has none such.

    Besides those of `unit_edits` it is ``models:ID:COUNT``.

    Raises
    ------
    ValueError
        If so many models may not be asked for.
    """
    kind, _, rest = change.partition(":")
    if kind == MODELS:
        return _so_many(now, unit, *rest.partition(":")[::2])
    edits = islice(unit_edits(now, books, unit), MOST_OPTIONS)
    return next((one for one in edits if one.change == change), None)


def _so_many(now: Review, unit: Line, id: str, text: str) -> UnitEdit | None:
    groups = _groups_of(now, unit)
    group = next((one for one in groups if one.id == id), None)
    if group is None:
        return None
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= MOST_MODELS:
        told = f"expected a whole number of models from 1 to {MOST_MODELS}"
        raise ValueError(f"{group.title}: {told}, found “{text}”.")
    count = int(text)
    label = f"{count} {group.title}" if len(groups) > 1 else so_many(count, "model")
    return UnitEdit(MODELS, change_to(id, count), label, SetCount(id, count))


def change_to(id: str, count: object) -> str:
    """Return as an address names it that a group has so many models.

    Examples
    --------
    >>> change_to("s1", 20)
    'models:s1:20'
    """
    return f"{MODELS}:{id}:{count}"


def changes_between(before: Review, then: Review, books: Books, path: str) -> list[str]:
    """Return the fewest changes that make one state of a unit into another.

    Parameters
    ----------
    before, then : Review
        Of the same army; what else differs between them is not looked at.
    """
    old, new = before.line(path), then.line(path)
    if old is None or new is None:
        return []
    counts = {group.id: group.count for group in _groups_of(before, old)}
    changes = [
        change_to(group.id, group.count)
        for group in _groups_of(then, new)
        if counts.get(group.id, group.count) != group.count
    ]
    places = {place.id: place for place in _places(new)}
    for place in _places(old):
        if place.id in places:
            entry = find_entry(before.roster, books, place.path)
            changes += _exchanged(entry, place, places[place.id])
    return changes


def _exchanged(entry: Entry | None, old: Line, new: Line) -> Iterator[str]:
    """Yield the changes of the options of a place, what is dropped first."""
    had = {part.entry: part for part in old.lines if _is_option(part)}
    has = {part.entry for part in new.lines if _is_option(part)}
    bought = [key for key in (entry.entries if entry else ()) if key in has - {*had}]
    replaced = {
        key
        for slot in (entry.slots if entry else ())
        if slot.high == 1 and {*slot.entries} & {*bought}
        for key in slot.entries
    }
    for key, part in had.items():
        if key not in has and key not in replaced:
            yield f"without:{part.id}"
    for key in bought:
        yield f"with:{old.id}:{key}"


def _model_lines(unit: Line) -> list[Line]:
    return [part for part in unit.lines if part.kind == "model"]


def _groups_of(now: Review, unit: Line) -> list[Line]:
    """Return the groups of a unit that may be more, where the odds count models."""
    if not combat_of(now.game).counts_models:
        return []
    return [group for group in _model_lines(unit) if group.models]


def _places(unit: Line) -> list[Line]:
    """Return where options of a unit stand: the unit, and its groups of models."""
    return [unit, *_model_lines(unit)]


def _is_option(part: Line | Entry) -> bool:
    """Return whether something is no unit within a unit, and no group of models."""
    return part.kind != "unit" and not (part.kind == "model" and part.models)


def _options_of(now: Review, books: Books, unit: Line) -> Iterator[UnitEdit]:
    several = len(_model_lines(unit)) > 1
    for place in _places(unit):
        entry = find_entry(now.roster, books, place.path)
        if entry is not None:
            named = place.title if several and place is not unit else ""
            yield from _options(place, entry, named)


def _options(place: Line, entry: Entry, named: str) -> Iterator[UnitEdit]:
    """Yield each option of a place: dropped where it is taken, else bought."""
    slots = {key: slot for slot in entry.slots for key in slot.entries}
    taken = {part.entry: part for part in place.lines}
    before = f"{named}: " if named else ""
    for offered in entry.entries.values():
        if not _is_option(offered):
            continue
        part = taken.get(offered.key)
        if part is None:
            slot = slots.get(offered.key)
            name = f"{offered.name}{_instead(slot, taken)}"
            yield UnitEdit(
                OPTIONS,
                f"with:{place.id}:{offered.key}",
                f"{before}with {name}",
                purchase_edit(offered, slot, place.id),
                f"{before}{name}",
                printed_points(offered, place.models),
            )
        elif offered.low == 0:
            label, change = f"{before}without {part.title}", f"without:{part.id}"
            name = f"{before}{part.title}"
            yield UnitEdit(OPTIONS, change, label, Remove(part.id), name)


def _instead(slot: Slot | None, taken: dict[str, Line]) -> str:
    """Return in words the options that an option replaces."""
    if slot is None or slot.high != 1:
        return ""
    gone = [taken[key].title for key in slot.entries if key in taken]
    return f" instead of {' and '.join(gone)}" if gone else ""
