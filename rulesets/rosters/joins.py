"""Units that join others of their force: characters in the ranks of a unit."""

from dataclasses import replace

from rulesets.rosters.roster import Force, Roster, Selection


def joiners(force: Force, unit: str) -> tuple[Selection, ...]:
    """Return the units of a force that join one of it, by its id, in their order.

    Examples
    --------
    >>> knights = Selection("s1", "knights")
    >>> general = Selection("s2", "general", joins="s1")
    >>> force = Force("f1", "empire", 1, (knights, general, Selection("s3", "mage")))
    >>> [one.id for one in joiners(force, "s1")]
    ['s2']
    """
    return tuple(one for one in force.units if one.joins == unit)


def joined_unit(force: Force, unit: str) -> Selection | None:
    """Return the unit of a force that one of it, by its id, joins; none if none."""
    joins = next((one.joins for one in force.units if one.id == unit), "")
    return next((one for one in force.units if joins and one.id == joins), None)


def force_of(roster: Roster, unit: str) -> Force | None:
    """Return the force that has a unit, by its id; none if it is no unit of one."""
    for force in roster.forces:
        if any(one.id == unit for one in force.units):
            return force
    return None


def why_not_joined(roster: Roster, id: str, unit: str) -> str:
    """Return why a unit cannot join another, whatever a book says; "" if it can."""
    force = force_of(roster, id)
    if force is None:
        return f"There is no unit {id!r} in this army."
    if id == unit:
        return "No unit joins itself."
    if all(one.id != unit for one in force.units):
        return f"There is no unit {unit!r} in this force."
    if joined_unit(force, unit) is not None:
        return f"The unit {unit!r} itself joins another."
    if joiners(force, id):
        return f"Others join the unit {id!r}; it joins nobody itself."
    return ""


def freed(roster: Roster) -> Roster:
    """Return a roster in which nobody joins a unit that is gone, or joins another."""
    forces = tuple(_freed(force) for force in roster.forces)
    return roster if forces == roster.forces else replace(roster, forces=forces)


def _freed(force: Force) -> Force:
    if not any(one.joins for one in force.units):
        return force
    alone = {one.id for one in force.units if not one.joins}
    units = tuple(
        replace(one, joins="") if one.joins and one.joins not in alone else one
        for one in force.units
    )
    return replace(force, units=units)
