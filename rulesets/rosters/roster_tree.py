"""Changes of a roster's tree, of which edits are made."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesets.rosters.roster import Force, Roster, Selection, walk


class EditError(ValueError):
    """An edit that names ids which the roster lacks, or asks for more than it holds."""


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


def changed_at(
    roster: Roster, wanted: str, change: Callable[[Children, int], Children]
) -> Roster:
    """Return the roster with the siblings of a selection changed.

    Raises
    ------
    EditError
        If the roster has no such selection.
    """
    for index, force in enumerate(roster.forces):
        units = _among(force.units, wanted, change)
        if units is not None:
            return with_force(roster, index, replace(force, units=units))
    raise EditError(f"There is no selection {wanted!r} in this army.")


def with_force(roster: Roster, index: int, force: Force) -> Roster:
    """Return the roster with the force at an index replaced."""
    forces = (*roster.forces[:index], force, *roster.forces[index + 1 :])
    return replace(roster, forces=forces)


def force_index(roster: Roster, wanted: str) -> int:
    """Return the index of a force.

    Raises
    ------
    EditError
        If the roster has no such force.
    """
    for index, force in enumerate(roster.forces):
        if force.id == wanted:
            return index
    raise EditError(f"There is no force {wanted!r} in this army.")


def changed_in(
    roster: Roster, parent: str, change: Callable[[Children], Children]
) -> Roster:
    """Return the roster with the children of a force or selection changed."""
    for index, force in enumerate(roster.forces):
        if force.id == parent:
            units = change(force.units)
            return with_force(roster, index, replace(force, units=units))
    return changed_at(
        roster,
        parent,
        lambda siblings, i: swapped(
            siblings, i, replace(siblings[i], selections=change(siblings[i].selections))
        ),
    )


def swapped(siblings: Children, index: int, selection: Selection) -> Children:
    """Return siblings with the one at an index replaced."""
    return (*siblings[:index], selection, *siblings[index + 1 :])


def changed(roster: Roster, wanted: str, **values: Any) -> Roster:
    """Return the roster with fields of a selection set."""
    return changed_at(
        roster,
        wanted,
        lambda siblings, i: swapped(siblings, i, replace(siblings[i], **values)),
    )


def ids_of(roster: Roster) -> set[str]:
    """Return every id that a roster uses."""
    ids = {force.id for force in roster.forces}
    for force in roster.forces:
        ids.update(selection.id for selection in walk(force.units))
    return ids


def fresh(selection: Selection, used: set[str]) -> Selection:
    """Return a selection with ids that are free; those that are free already stay."""
    own = selection.id
    if own in used or own.startswith("new"):
        number = len(used) + 1
        while f"s{number}" in used:
            number += 1
        own = f"s{number}"
    used.add(own)
    children = tuple(
        replace(fresh(child, used), joins="") for child in selection.selections
    )
    return replace(selection, id=own, selections=children)


def new_in(roster: Roster, parent: str, selection: Selection) -> Selection:
    """Return a new selection with free ids; below a unit it joins nobody."""
    own = fresh(selection, ids_of(roster))
    is_unit = any(force.id == parent for force in roster.forces)
    return own if is_unit else replace(own, joins="")
