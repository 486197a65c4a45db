"""Edits: changes of a roster by a player, a fix or a script, as values.

`apply(roster, edit)` returns the roster that follows. An edit names selections and
forces by their id, so it means the same whatever else has moved.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from rulesets.core.points import Points
from rulesets.rosters.joins import freed, why_not_joined
from rulesets.rosters.roster import (
    MOST_COUNT,
    Force,
    Loadout,
    Roster,
    Selection,
    too_large,
)
from rulesets.rosters.roster_tree import (
    Children,
    changed,
    changed_at,
    changed_in,
    force_index,
    fresh,
    ids_of,
    new_in,
    swapped,
    with_force,
)
from rulesets.rosters.roster_tree import EditError as EditError


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
class ChangeCount:
    """Change how many of a selection there are by some more or fewer; none removes it.

    It means the same whatever the count has become meanwhile.
    """

    id: str
    by: int


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
    """Add a copy of a selection, with new ids, right behind it.

    The copy joins nobody, and nobody joins it.
    """

    id: str


@dataclass(frozen=True, slots=True)
class Split:
    """Make some of a group a group of their own right behind it, with equal choices.

    ``count`` is how many of them, at least 1 and fewer than there are.
    """

    id: str
    count: int


@dataclass(frozen=True, slots=True)
class SetLoadouts:
    """Name the loadouts of the models of a selection."""

    id: str
    loadouts: tuple[Loadout, ...]


@dataclass(frozen=True, slots=True)
class Join:
    """Let a unit join another of its force; it leaves the one that it had joined."""

    id: str
    unit: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Let a unit stand by itself again."""

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
    | ChangeCount
    | Choose
    | Rename
    | SetNote
    | SetRoll
    | Move
    | Duplicate
    | Split
    | SetLoadouts
    | Join
    | Leave
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
        that no selection has, a unit that cannot be joined, or would make the roster
        larger than any army.

    Who had joined a unit that is gone stands by itself again.
    """
    then = freed(_STEPS[type(edit)](roster, edit))
    if isinstance(edit, _GROWING) and (why := too_large(then)):
        raise EditError(why)
    return then


def apply_all(roster: Roster, edits: Iterable[Edit]) -> Roster:
    """Return the roster after several edits in their order; all or an error."""
    for edit in edits:
        roster = apply(roster, edit)
    return roster


# -- one function an edit ---------------------------------------------------------


def _add(roster: Roster, edit: Add) -> Roster:
    own = new_in(roster, edit.parent, edit.selection)

    def insert(children: Children) -> Children:
        place = len(children) if edit.at is None else max(0, edit.at)
        return (*children[:place], own, *children[place:])

    return changed_in(roster, edit.parent, insert)


def _remove(roster: Roster, edit: Remove) -> Roster:
    return changed_at(roster, edit.id, lambda these, i: (*these[:i], *these[i + 1 :]))


def _set_count(roster: Roster, edit: SetCount) -> Roster:
    if not 0 <= edit.count <= MOST_COUNT:
        raise EditError(f"A count is 0 to {MOST_COUNT}, not {edit.count}.")
    if edit.count == 0:
        return _remove(roster, Remove(edit.id))
    return changed(roster, edit.id, count=edit.count)


def _change_count(roster: Roster, edit: ChangeCount) -> Roster:
    def shift(these: Children, index: int) -> Children:
        count = these[index].count + edit.by
        if count <= 0:
            return (*these[:index], *these[index + 1 :])
        if count > MOST_COUNT:
            raise EditError(f"A count is 0 to {MOST_COUNT}, not {count}.")
        return swapped(these, index, replace(these[index], count=count))

    return changed_at(roster, edit.id, shift)


def _choose(roster: Roster, edit: Choose) -> Roster:
    own = new_in(roster, edit.parent, edit.selection)

    def put(children: Children) -> Children:
        kept = tuple(c for c in children if c.entry not in edit.instead_of)
        return (*kept, own)

    return changed_in(roster, edit.parent, put)


def _move(roster: Roster, edit: Move) -> Roster:
    def shift(these: Children, index: int) -> Children:
        rest = (*these[:index], *these[index + 1 :])
        place = max(0, edit.to)
        return (*rest[:place], these[index], *rest[place:])

    return changed_at(roster, edit.id, shift)


def _duplicate(roster: Roster, edit: Duplicate) -> Roster:
    used = ids_of(roster)

    def copy(these: Children, index: int) -> Children:
        twin = replace(fresh(these[index], used), joins="")
        return (*these[: index + 1], twin, *these[index + 1 :])

    return changed_at(roster, edit.id, copy)


def _split(roster: Roster, edit: Split) -> Roster:
    used = ids_of(roster)

    def part(these: Children, index: int) -> Children:
        whole = these[index]
        if not 0 < edit.count < whole.count:
            text = f"Of {whole.count}, 1 to {whole.count - 1} can be split off"
            raise EditError(f"{text}, not {edit.count}.")
        rest = replace(whole, count=whole.count - edit.count)
        own = fresh(replace(whole, count=edit.count), used)
        return (*these[:index], rest, own, *these[index + 1 :])

    return changed_at(roster, edit.id, part)


def _join(roster: Roster, edit: Join) -> Roster:
    if why := why_not_joined(roster, edit.id, edit.unit):
        raise EditError(why)
    return changed(roster, edit.id, joins=edit.unit)


def _switch(roster: Roster, edit: Switch) -> Roster:
    return replace(roster, switches={**roster.switches, edit.rule: edit.on})


def _set_edition(roster: Roster, edit: SetEdition) -> Roster:
    index = force_index(roster, edit.force)
    force = replace(roster.forces[index], edition=edit.edition)
    return with_force(roster, index, force)


def _add_force(roster: Roster, edit: AddForce) -> Roster:
    used = ids_of(roster)
    number = len(roster.forces) + 1
    while f"f{number}" in used:
        number += 1
    force = Force(id=f"f{number}", book=edit.book, edition=edit.edition)
    return replace(roster, forces=(*roster.forces, force))


def _remove_force(roster: Roster, edit: RemoveForce) -> Roster:
    index = force_index(roster, edit.force)
    return replace(roster, forces=(*roster.forces[:index], *roster.forces[index + 1 :]))


_STEPS: dict[type, Callable[[Roster, Any], Roster]] = {
    Add: _add,
    Remove: _remove,
    SetCount: _set_count,
    ChangeCount: _change_count,
    Choose: _choose,
    Rename: lambda roster, edit: changed(roster, edit.id, name=edit.name),
    SetNote: lambda roster, edit: changed(roster, edit.id, note=edit.note),
    SetRoll: lambda roster, edit: changed(roster, edit.id, roll=edit.roll),
    Move: _move,
    Duplicate: _duplicate,
    Split: _split,
    SetLoadouts: lambda roster, edit: changed(roster, edit.id, loadouts=edit.loadouts),
    Join: _join,
    Leave: lambda roster, edit: changed(roster, edit.id, joins=""),
    RenameArmy: lambda roster, edit: replace(roster, name=edit.name),
    SetArmyNote: lambda roster, edit: replace(roster, note=edit.note),
    SetLimit: lambda roster, edit: replace(roster, limit=edit.limit),
    Switch: _switch,
    SetEdition: _set_edition,
    AddForce: _add_force,
    RemoveForce: _remove_force,
}

_GROWING = (Add, Choose, Duplicate, Split, AddForce)
