"""Edits: what a player, a fix or a script does to a roster, as values.

`apply(roster, edit)` returns the roster that follows. An edit names selections and
forces by their id, so it means the same whatever else has moved.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from rulesets.points import Points
from rulesets.roster import (
    MOST_COUNT,
    Force,
    Roster,
    Selection,
    too_large,
    walk,
)


class EditError(ValueError):
    """An edit that names what is not in the roster, or asks for more than it holds."""


@dataclass(frozen=True, slots=True)
class Add:
    """Add a selection, with all that comes with it, to a force or a selection.

    ``at`` is its place among its siblings, from 0; none puts it last. Ids that begin
    with ``new``, and ids that the roster already uses, are replaced by free ones.
    """

    parent: str
    selection: Selection
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a selection and all that was bought for it."""

    id: str


@dataclass(frozen=True, slots=True)
class SetCount:
    """Set how many of a selection there are; 0 removes it."""

    id: str
    count: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Put a selection in the place of others: the choice of one among several.

    Every child of ``parent`` whose entry is in ``instead_of`` is removed first.
    """

    parent: str
    selection: Selection
    instead_of: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rename:
    """Give a selection the player's own name; empty for the book's."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class SetNote:
    """Set the player's note on a selection."""

    id: str
    note: str


@dataclass(frozen=True, slots=True)
class SetRoll:
    """Set the dice result that a price asks for; none to take it back."""

    id: str
    roll: int | None


@dataclass(frozen=True, slots=True)
class Move:
    """Move a selection to a place among its siblings, from 0; past the end is last."""

    id: str
    to: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Add a copy of a selection, with new ids, right behind it."""

    id: str


@dataclass(frozen=True, slots=True)
class RenameArmy:
    """Set the army's name."""

    name: str


@dataclass(frozen=True, slots=True)
class SetArmyNote:
    """Set the note on the army."""

    note: str


@dataclass(frozen=True, slots=True)
class SetLimit:
    """Set the points that the players agreed on [points]; none for no limit."""

    limit: Points | None


@dataclass(frozen=True, slots=True)
class Switch:
    """Switch one of the switchable rules on or off for this army."""

    rule: str
    on: bool


@dataclass(frozen=True, slots=True)
class SetEdition:
    """Pin a force to another edition of its book."""

    force: str
    edition: int


@dataclass(frozen=True, slots=True)
class AddForce:
    """Add a force of another book."""

    book: str
    edition: int


@dataclass(frozen=True, slots=True)
class RemoveForce:
    """Remove a force and its units."""

    force: str


Edit = (
    Add
    | Remove
    | SetCount
    | Choose
    | Rename
    | SetNote
    | SetRoll
    | Move
    | Duplicate
    | RenameArmy
    | SetArmyNote
    | SetLimit
    | Switch
    | SetEdition
    | AddForce
    | RemoveForce
)


def apply(roster: Roster, edit: Edit) -> Roster:
    """Return the roster after an edit.

    Raises
    ------
    EditError
        If the edit names a force or selection that the roster does not have, a count
        that no selection has, or would make the roster larger than any army.
    """
    then = _STEPS[type(edit)](roster, edit)
    if isinstance(edit, _GROWING) and (why := too_large(then)):
        raise EditError(why)
    return then


def apply_all(roster: Roster, edits: Iterable[Edit]) -> Roster:
    """Return the roster after several edits in their order; all or an error."""
    for edit in edits:
        roster = apply(roster, edit)
    return roster


# -- the tree -------------------------------------------------------------------

Children = tuple[Selection, ...]


def _among(
    siblings: Children, wanted: str, change: Callable[[Children, int], Children]
) -> Children | None:
    """Return siblings with a change made where the wanted id stands, or none."""
    for index, selection in enumerate(siblings):
        if selection.id == wanted:
            return change(siblings, index)
        inside = _among(selection.selections, wanted, change)
        if inside is not None:
            changed = replace(selection, selections=inside)
            return (*siblings[:index], changed, *siblings[index + 1 :])
    return None


def _at(
    roster: Roster, wanted: str, change: Callable[[Children, int], Children]
) -> Roster:
    for index, force in enumerate(roster.forces):
        units = _among(force.units, wanted, change)
        if units is not None:
            return _with_force(roster, index, replace(force, units=units))
    raise EditError(f"There is no selection {wanted!r} in this army.")


def _with_force(roster: Roster, index: int, force: Force) -> Roster:
    forces = (*roster.forces[:index], force, *roster.forces[index + 1 :])
    return replace(roster, forces=forces)


def _force_index(roster: Roster, wanted: str) -> int:
    for index, force in enumerate(roster.forces):
        if force.id == wanted:
            return index
    raise EditError(f"There is no force {wanted!r} in this army.")


def _into(
    roster: Roster, parent: str, change: Callable[[Children], Children]
) -> Roster:
    """Return the roster with the children of a force or selection changed."""
    for index, force in enumerate(roster.forces):
        if force.id == parent:
            units = change(force.units)
            return _with_force(roster, index, replace(force, units=units))
    return _at(
        roster,
        parent,
        lambda siblings, i: _swap(
            siblings, i, replace(siblings[i], selections=change(siblings[i].selections))
        ),
    )


def _swap(siblings: Children, index: int, selection: Selection) -> Children:
    return (*siblings[:index], selection, *siblings[index + 1 :])


def _set(roster: Roster, wanted: str, **values: Any) -> Roster:
    return _at(
        roster,
        wanted,
        lambda siblings, i: _swap(siblings, i, replace(siblings[i], **values)),
    )


def _used(roster: Roster) -> set[str]:
    ids = {force.id for force in roster.forces}
    for force in roster.forces:
        ids.update(selection.id for selection in walk(force.units))
    return ids


def _fresh(selection: Selection, used: set[str]) -> Selection:
    """Return a selection whose ids are free; ids that are free already stay."""
    own = selection.id
    if own in used or own.startswith("new"):
        number = len(used) + 1
        while f"s{number}" in used:
            number += 1
        own = f"s{number}"
    used.add(own)
    children = tuple(_fresh(child, used) for child in selection.selections)
    return replace(selection, id=own, selections=children)


# -- one function an edit ---------------------------------------------------------


def _add(roster: Roster, edit: Add) -> Roster:
    fresh = _fresh(edit.selection, _used(roster))

    def insert(children: Children) -> Children:
        place = len(children) if edit.at is None else max(0, edit.at)
        return (*children[:place], fresh, *children[place:])

    return _into(roster, edit.parent, insert)


def _remove(roster: Roster, edit: Remove) -> Roster:
    return _at(roster, edit.id, lambda these, i: (*these[:i], *these[i + 1 :]))


def _set_count(roster: Roster, edit: SetCount) -> Roster:
    if not 0 <= edit.count <= MOST_COUNT:
        raise EditError(f"A count is 0 to {MOST_COUNT}, not {edit.count}.")
    if edit.count == 0:
        return _remove(roster, Remove(edit.id))
    return _set(roster, edit.id, count=edit.count)


def _choose(roster: Roster, edit: Choose) -> Roster:
    fresh = _fresh(edit.selection, _used(roster))

    def put(children: Children) -> Children:
        kept = tuple(c for c in children if c.entry not in edit.instead_of)
        return (*kept, fresh)

    return _into(roster, edit.parent, put)


def _move(roster: Roster, edit: Move) -> Roster:
    def shift(these: Children, index: int) -> Children:
        rest = (*these[:index], *these[index + 1 :])
        place = max(0, edit.to)
        return (*rest[:place], these[index], *rest[place:])

    return _at(roster, edit.id, shift)


def _duplicate(roster: Roster, edit: Duplicate) -> Roster:
    used = _used(roster)

    def copy(these: Children, index: int) -> Children:
        twin = _fresh(these[index], used)
        return (*these[: index + 1], twin, *these[index + 1 :])

    return _at(roster, edit.id, copy)


def _switch(roster: Roster, edit: Switch) -> Roster:
    return replace(roster, switches={**roster.switches, edit.rule: edit.on})


def _set_edition(roster: Roster, edit: SetEdition) -> Roster:
    index = _force_index(roster, edit.force)
    force = replace(roster.forces[index], edition=edit.edition)
    return _with_force(roster, index, force)


def _add_force(roster: Roster, edit: AddForce) -> Roster:
    used = _used(roster)
    number = len(roster.forces) + 1
    while f"f{number}" in used:
        number += 1
    force = Force(id=f"f{number}", book=edit.book, edition=edit.edition)
    return replace(roster, forces=(*roster.forces, force))


def _remove_force(roster: Roster, edit: RemoveForce) -> Roster:
    index = _force_index(roster, edit.force)
    return replace(roster, forces=(*roster.forces[:index], *roster.forces[index + 1 :]))


_STEPS: dict[type, Callable[[Roster, Any], Roster]] = {
    Add: _add,
    Remove: _remove,
    SetCount: _set_count,
    Choose: _choose,
    Rename: lambda roster, edit: _set(roster, edit.id, name=edit.name),
    SetNote: lambda roster, edit: _set(roster, edit.id, note=edit.note),
    SetRoll: lambda roster, edit: _set(roster, edit.id, roll=edit.roll),
    Move: _move,
    Duplicate: _duplicate,
    RenameArmy: lambda roster, edit: replace(roster, name=edit.name),
    SetArmyNote: lambda roster, edit: replace(roster, note=edit.note),
    SetLimit: lambda roster, edit: replace(roster, limit=edit.limit),
    Switch: _switch,
    SetEdition: _set_edition,
    AddForce: _add_force,
    RemoveForce: _remove_force,
}

_GROWING = (Add, Choose, Duplicate, AddForce)
