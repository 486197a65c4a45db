"""Purchases: a unit that grows as its lines are read, with the defaults of its book."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulesets.books.book import Entry
from rulesets.list_text.places import Path, Place
from rulesets.list_text.words import words_of
from rulesets.rosters.roster import MOST_COUNT, Selection


@dataclass(slots=True, eq=False)
class Purchase:
    """One thing bought; ``said`` is True where the text names it, else a default.

    ``is_some`` is True for models apart from the rest, with options of their own.
    """

    entry: Entry
    count: int = 1
    said: bool = False
    counted: bool = False
    is_some: bool = False
    name: str = ""
    id: str = ""
    inside: list["Purchase"] = field(default_factory=list)

    def child(self, key: str) -> "Purchase | None":
        """Return the last that was bought for it by a key, or none."""
        return next(
            (one for one in reversed(self.inside) if one.entry.key == key), None
        )


def purchase(entry: Entry, *, said: bool = False, count: int | None = None) -> Purchase:
    """Return a purchase of an entry with all that comes along."""
    inside = [
        purchase(child, count=child.start)
        for child in entry.entries.values()
        if child.start
    ]
    return Purchase(
        entry, max(1, entry.start) if count is None else count, said, inside=inside
    )


def buy(
    unit: Purchase, place: Place, count: int | None, *, apart: bool = False
) -> Purchase:
    """Buy what a place offers, with all that it stands below, and return it.

    Parameters
    ----------
    unit : Purchase
    place : Place
    count : int, optional
    apart : bool
        True to have it beside what is there of the same entry: models with gear of
        their own.
    """
    parent = _parent(unit, place)
    known = parent.child(place.entry.key)
    if known is not None and not (apart and known.said):
        _again(known, count)
        return known
    if place.slot is not None and place.slot.high == 1:
        parent.inside = [
            one
            for one in parent.inside
            if one.said or one.entry.key not in place.slot.entries
        ]
    new = purchase(
        place.entry, said=True, count=None if count is None else _bound(count)
    )
    new.counted = count is not None
    parent.inside.append(new)
    return new


def buy_for_some(unit: Purchase, group: Entry, place: Place, count: int) -> bool:
    """Buy what a place offers for some models of a group; return whether it has them.

    They stand apart from the others, whose number is what they leave of the whole.
    """
    whole = [one for one in unit.inside if one.entry is group and not one.is_some]
    numbered = next((one for one in whole if one.counted), None)
    if numbered is not None and count >= numbered.count:
        buy(unit, place, None)
        return count == numbered.count
    if numbered is not None:
        numbered.count -= count
    some = purchase(group, said=True, count=_bound(count))
    some.counted = some.is_some = True
    unit.inside.append(some)
    buy(unit, place, None)
    return True


def has_some(unit: Purchase, group: Entry) -> bool:
    """Return whether some models of a group stand apart from the others."""
    return any(one.is_some and one.entry is group for one in unit.inside)


def _parent(unit: Purchase, place: Place) -> Purchase:
    """Return what a place stands below, bought if it is not there."""
    parent = unit
    for entry in place.entries[:-1]:
        known = parent.child(entry.key)
        if known is None:
            known = purchase(entry, said=True)
            parent.inside.append(known)
        parent = known
    return parent


def _again(known: Purchase, count: int | None) -> None:
    """Count what is named again: a default becomes said, more of it are added."""
    if count is not None and not known.counted:
        known.count = _bound(count)
    elif known.said and known.entry.high != 1 and known.entry.kind != "unit":
        known.count = _bound(known.count + (1 if count is None else count))
    known.said = True
    known.counted = known.counted or count is not None


def _bound(count: int) -> int:
    return max(1, min(count, MOST_COUNT))


def has(unit: Purchase, path: Path) -> bool:
    """Return whether something of a path is bought."""
    at: Purchase | None = unit
    for key in path:
        at = at.child(key) if at is not None else None
    return at is not None


# -- models -----------------------------------------------------------------------


def body_groups(entry: Entry) -> list[Entry]:
    """Return the groups of models that make up the number of a unit."""
    return [
        one
        for one in entry.entries.values()
        if one.kind == "model" and one.models and (one.start or one.high != 1)
    ]


def namesake(unit: Purchase) -> Entry | None:
    """Return the group that is called like its unit, where another one is numbered."""
    groups = body_groups(unit.entry)
    own = {*words_of(unit.entry.name)}
    like = next((one for one in groups if {*words_of(one.name)} <= own), None)
    others = [one for one in unit.inside if one.counted and one.entry in groups]
    is_numbered = like is None or any(one.entry is like for one in others)
    return None if is_numbered or not others else like


def is_counted(entry: Entry) -> bool:
    """Return whether a unit is bought by the number of its models."""
    return any(one.high != one.low for one in body_groups(entry))


def set_models(unit: Purchase, models: int) -> bool:
    """Make a unit so many models strong; return whether it is now.

    What the text does not number fills up: the group that comes along, or the only one.
    """
    groups = {one.key: one for one in body_groups(unit.entry)}
    if not groups:
        return unit.entry.models * unit.count == models
    bought = [one for one in unit.inside if one.entry.key in groups]
    numbered = sum(one.count * one.entry.models for one in bought if one.counted)
    open_ones = [
        one for one in bought if not one.counted and one.entry.high != one.entry.low
    ]
    free = [one for one in open_ones if not one.said] or open_ones[:1]
    extra, free = free[1:], free[:1]
    if numbered:
        unit.inside = [one for one in unit.inside if one not in extra]
        bought = [one for one in bought if one not in extra]
    fixed = [one for one in bought if not one.counted and one not in free]
    rest = models - numbered - sum(one.count * one.entry.models for one in fixed)
    if not free:
        return rest == 0
    if rest <= 0:
        if not free[0].said:
            unit.inside.remove(free[0])
        return rest == 0
    free[0].count = _bound(rest)
    return True


def drop_defaults(bought: Purchase) -> None:
    """Take out what only came along, where the text says others of its slot."""
    for slot in bought.entry.slots:
        these = [one for one in bought.inside if one.entry.key in slot.entries]
        said = sum(one.said for one in these)
        for one in these:
            if said and said >= slot.low and not one.said and not one.entry.low:
                bought.inside.remove(one)
    for one in bought.inside:
        drop_defaults(one)


def models_of(unit: Purchase) -> int:
    """Return the models of a unit without those of its detachments."""
    inside = sum(
        one.count * one.entry.models for one in unit.inside if one.entry.kind == "model"
    )
    return unit.count * (unit.entry.models + inside)


# -- rosters ----------------------------------------------------------------------


def selection(bought: Purchase, ids: Iterator[str]) -> Selection:
    """Return a purchase as part of a roster; it keeps the id that it got."""
    bought.id = next(ids)
    return Selection(
        id=bought.id,
        entry=bought.entry.key,
        count=bought.count,
        name=bought.name,
        selections=tuple(selection(one, ids) for one in bought.inside),
    )
