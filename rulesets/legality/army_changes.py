"""Differences of armies: by an edit, by content, and their size."""

from collections import Counter
from collections.abc import (
    Collection,
    Container,
    Hashable,
    Iterable,
    Iterator,
    Sequence,
)

from rulesets.core.caching import Remembered
from rulesets.core.points import Points
from rulesets.reviews.review import ERROR, Message
from rulesets.rosters.roster import Force, Roster, Selection


def new_messages(
    before: Sequence[Message],
    after: Sequence[Message],
    severities: Collection[str] = (ERROR,),
) -> Iterator[Message]:
    """Yield the errors that were not there before, or that have grown.

    One that is still there but nearer to its bound is none that was brought: one unit
    of the three that an army needs is no reason not to buy it. Texts are not compared:
    they name units among their likes, and those may have become fewer.
    """
    left: dict[tuple[str, str], list[Message]] = {}
    for message in before:
        left.setdefault((message.code, message.rule), []).append(message)
    for message in after:
        if message.severity not in severities:
            continue
        these = left.get((message.code, message.rule), [])
        known = [old for old in these if _is_no_worse(message, old)]
        if not known:
            yield message
        else:
            # The same beside the same first, then the one that it can least better.
            these.remove(min(known, key=lambda old: _fits(message, old)))


def _fits(message: Message, old: Message) -> tuple[bool, Points]:
    return old.where != message.where, old.distance


def _is_no_worse(now: Message, before: Message) -> bool:
    """Return whether a message is another one at its place, no further off."""
    places = (before.where, *before.marks)
    if now.where not in places and before.where not in now.marks:
        return False
    return now.off * before.off >= 0 and now.distance <= before.distance


# -- armies ------------------------------------------------------------------------


def content(roster: Roster) -> Hashable:
    """Return the content of an army, alike for two that differ in ids or order."""
    forces = tuple(
        (force.book, force.edition, _counted(_held_units(force)))
        for force in roster.forces
    )
    return (roster.limit, frozenset(roster.switches.items()), forces)


def _held_units(force: Force) -> Iterator[Hashable]:
    """Yield the content of each unit, with that of the unit that it joins."""
    held = {unit.id: _HELD.of(unit, _held) for unit in force.units}
    for unit in force.units:
        yield (held[unit.id], held[unit.joins]) if unit.joins else held[unit.id]


def _counted(those: Iterable[Hashable]) -> frozenset[tuple[Hashable, int]]:
    return frozenset(Counter(those).items())


def _held(one: Selection) -> Hashable:
    below = _counted(map(_held, one.selections))
    return (one.entry, one.count, one.name, one.note, one.roll, one.loadouts, below)


_HELD = Remembered[Hashable](most=4_000)
"""The content of units: most trials of an army have all but one in common."""


def things(before: Roster, after: Roster) -> int:
    """Return how many things were added or taken away: models, items, choices, units.

    What is bought anew is one thing with all that comes along with it. What the players
    agreed on is one thing each, and so is a force's edition, and whom a unit joins.
    """
    both = _units(before) & _units(after)
    was, now = _counts(before, both), _counts(after, both)
    added = {place[1] for place in now.keys() - was.keys()}
    changed = sum(abs(count - now.get(place, 0)) for place, count in was.items())
    changed += sum(
        count
        for place, count in now.items()
        if place not in was and place[0] not in added
    )
    old, agreed = _agreed(before), _agreed(after)
    keys = old.keys() | agreed.keys()
    return changed + sum(old.get(key) != agreed.get(key) for key in keys)


Place = tuple[str, str, str]
"""The place of a selection: the id of its parent, its own id, its entry."""


def _units(roster: Roster) -> set[tuple[str, int]]:
    """Return the identities of the units of a roster, each with its force."""
    return {(force.id, id(unit)) for force in roster.forces for unit in force.units}


def _counts(roster: Roster, but: Container[tuple[str, int]]) -> dict[Place, int]:
    """Return how many there are of each thing, without some units."""
    counts: dict[Place, int] = {}
    for force in roster.forces:
        units = tuple(one for one in force.units if (force.id, id(one)) not in but)
        _count(force.id, units, counts)
    return counts


def _count(
    parent: str, selections: tuple[Selection, ...], counts: dict[Place, int]
) -> None:
    for one in selections:
        counts[parent, one.id, one.entry] = one.count
        _count(one.id, one.selections, counts)


def _agreed(roster: Roster) -> dict[Hashable, Hashable]:
    agreed: dict[Hashable, Hashable] = {"limit": roster.limit}
    agreed.update({("force", one.id): one.edition for one in roster.forces})
    agreed.update({("rule", key): on for key, on in roster.switches.items()})
    units = (unit for force in roster.forces for unit in force.units)
    agreed.update({("joins", unit.id): unit.joins for unit in units if unit.joins})
    return agreed
