"""Rosters with ids that say which of its likes a unit is, and reviews with their own.

Units that two players bought alike are then equal values, which are settled once for
both (see `rulesets.legality.settled`): of many lists most units were there before.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count

from rulesets.reviews.review import Gauge, Line, Message, Review
from rulesets.rosters.roster import Force, Roster, Selection

OwnIds = Mapping[str, str]
"""The ids of a roster, by the plain ones that stand for them."""


def with_plain_ids(roster: Roster) -> tuple[Roster, OwnIds]:
    """Return a roster with plain ids, and which of its own each stands for."""
    own: dict[str, str] = {}

    def plain(unit: Selection, name: str) -> Selection:
        return _plain(unit, name, count(1), own)

    forces = renamed_forces(roster, plain)
    own |= {new.id: old.id for new, old in zip(forces, roster.forces, strict=True)}
    return replace(roster, forces=forces), own


def renamed_forces(
    roster: Roster, renamed: Callable[[Selection, str], Selection]
) -> tuple[Force, ...]:
    """Return forces with plain ids, each unit renamed by its plain name.

    The name says which of its likes a unit is: equal units of two armies are called the
    same. Who joins a unit joins it by its plain id.
    """
    likes: Counter[tuple[str, str]] = Counter()
    forces = []
    for number, force in enumerate(roster.forces, start=1):
        units: dict[str, Selection] = {}
        for unit in force.units:
            likes[force.book, unit.entry] += 1
            name = f"{unit.entry}.{likes[force.book, unit.entry]}.f{number}"
            units[unit.id] = renamed(unit, name)
        joined = tuple(
            replace(units[unit.id], joins=units[unit.joins].id)
            if unit.joins
            else units[unit.id]
            for unit in force.units
        )
        forces.append(replace(force, id=f"f{number}", units=joined))
    return tuple(forces)


def _plain(
    one: Selection, unit: str, numbers: Iterator[int], own: dict[str, str]
) -> Selection:
    plain = f"{unit}.{next(numbers)}"
    own[plain] = one.id
    # Made anew and not replaced: there are hundreds of thousands of them.
    return Selection(
        id=plain,
        entry=one.entry,
        count=one.count,
        name=one.name,
        note=one.note,
        roll=one.roll,
        selections=tuple([_plain(part, unit, numbers, own) for part in one.selections]),
        loadouts=one.loadouts,
    )


def with_own_ids(review: Review, own: OwnIds) -> Review:
    """Return the review of a roster with plain ids as that of the roster as it was.

    It has no fixes yet: those are tried on the roster as it was.
    """
    forces = tuple(_own_force(force, own) for force in review.roster.forces)
    return replace(
        review,
        roster=replace(review.roster, forces=forces),
        forces=tuple(
            replace(
                force,
                id=own[force.id],
                units=tuple([_own_line(line, own) for line in force.units]),
            )
            for force in review.forces
        ),
        messages=tuple(_own_message(message, own) for message in review.messages),
        gauges=tuple(_own_gauge(gauge, own) for gauge in review.gauges),
    )


def _own_force(force: Force, own: OwnIds) -> Force:
    units = tuple([_own_selection(unit, own) for unit in force.units])
    return replace(force, id=own[force.id], units=units)


def _own_selection(one: Selection, own: OwnIds) -> Selection:
    return Selection(
        id=own[one.id],
        entry=one.entry,
        count=one.count,
        name=one.name,
        note=one.note,
        roll=one.roll,
        selections=tuple([_own_selection(part, own) for part in one.selections]),
        loadouts=one.loadouts,
        joins=own[one.joins] if one.joins else "",
    )


def _own_path(path: str, own: OwnIds) -> str:
    return "/".join([own[part] for part in path.split("/")]) if path else ""


def _own_line(line: Line, own: OwnIds) -> Line:
    # Made anew and not replaced, as above.
    return Line(
        path=_own_path(line.path, own),
        id=own[line.id],
        entry=line.entry,
        name=line.name,
        own_name=line.own_name,
        note=line.note,
        kind=line.kind,
        category=line.category,
        count=line.count,
        models=line.models,
        each=line.each,
        own=line.own,
        points=line.points,
        profiles=line.profiles,
        rules=line.rules,
        gear=line.gear,
        lines=tuple([_own_line(part, own) for part in line.lines]),
        equipment=line.equipment,
        acts=line.acts,
    )


def _own_message(message: Message, own: OwnIds) -> Message:
    return replace(
        message,
        where=_own_path(message.where, own),
        marks=tuple(_own_path(mark, own) for mark in message.marks),
    )


def _own_gauge(gauge: Gauge, own: OwnIds) -> Gauge:
    return replace(gauge, where=_own_path(gauge.where, own)) if gauge.where else gauge
