"""Differences of two reviews, unit by unit: points, models, purchases, figures.

Two states of one army pair their units by id, two armies by entry and name.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulesets.core.points import Points
from rulesets.core.values import Scalar
from rulesets.reviews.review import Line, Message, Review

Pair = tuple[Line | None, Line | None]
"""A unit before and after; none where it is not there."""


@dataclass(frozen=True, slots=True)
class PartDifference:
    """A purchase or a piece of gear of a unit, as often as before and after.

    ``is_unknown`` is true where the book of the second review has no such entry.
    """

    name: str
    before: int
    after: int
    is_unknown: bool = False


@dataclass(frozen=True, slots=True)
class ProfileDifference:
    """A stat line before and after, by characteristic key."""

    name: str
    before: Mapping[str, Scalar]
    after: Mapping[str, Scalar]

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the characteristics that differ."""
        known = dict.fromkeys((*self.before, *self.after))
        return tuple(k for k in known if self.before.get(k) != self.after.get(k))


@dataclass(frozen=True, slots=True)
class UnitDifference:
    """A unit in two reviews; none where one of them has no such unit.

    ``joins`` are the units that it joins before and after, "" for none.
    """

    before: Line | None
    after: Line | None
    parts: tuple[PartDifference, ...] = ()
    profiles: tuple[ProfileDifference, ...] = ()
    joins: tuple[str, str] = ("", "")

    @property
    def shown(self) -> Line:
        """Return the later of its lines."""
        found = self.after or self.before
        if found is None:
            raise ValueError("A difference of no unit at all.")
        return found

    @property
    def points(self) -> tuple[Points, Points]:
        """Return its points before and after [points]."""
        return _points(self.before), _points(self.after)

    @property
    def models(self) -> tuple[int, int]:
        """Return its models before and after."""
        return _models(self.before), _models(self.after)

    @property
    def is_new(self) -> bool:
        """Return whether only the second review has it."""
        return self.before is None

    @property
    def is_gone(self) -> bool:
        """Return whether only the first review has it."""
        return self.after is None

    @property
    def is_unknown(self) -> bool:
        """Return whether the second book does not have it any more."""
        return _is_lost(self.before, self.after)

    @property
    def is_renamed(self) -> bool:
        """Return whether the player calls it otherwise."""
        both = self.before is not None and self.after is not None
        return both and _title(self.before) != _title(self.after)

    @property
    def differs(self) -> bool:
        """Return whether anything that is told differs."""
        if self.is_new or self.is_gone or self.is_unknown or self.is_renamed:
            return True
        counts = (self.points, self.models, self.joins)
        told = any(before != after for before, after in counts)
        return told or bool(self.parts or self.profiles)


@dataclass(frozen=True, slots=True)
class ArmyDifference:
    """Two reviews, their units in pairs, and the messages that one of them has."""

    before: Review
    after: Review
    units: tuple[UnitDifference, ...]
    new_messages: tuple[Message, ...]
    gone_messages: tuple[Message, ...]

    @property
    def changed(self) -> tuple[UnitDifference, ...]:
        """Return the units that differ."""
        return tuple(unit for unit in self.units if unit.differs)

    @property
    def same(self) -> tuple[UnitDifference, ...]:
        """Return the units that do not."""
        return tuple(unit for unit in self.units if not unit.differs)

    @property
    def added_points(self) -> Points:
        """Return by how much the second is worth more, negative for less [points]."""
        return self.after.points - self.before.points

    @property
    def differs(self) -> bool:
        """Return whether anything that is told differs."""
        told = bool(self.changed or self.new_messages or self.gone_messages)
        return told or bool(self.added_points)


def differences_of_states(before: Review, after: Review) -> ArmyDifference:
    """Return the differences of two states of one army; its units keep their ids."""
    return _differences(before, after, tuple(_by_id(_units(before), _units(after))))


def differences_of_armies(one: Review, other: Review) -> ArmyDifference:
    """Return the differences of two armies; equal entries are partners, named first."""
    return _differences(one, other, tuple(_by_entry(_units(one), _units(other))))


def _differences(
    before: Review, after: Review, pairs: Sequence[Pair]
) -> ArmyDifference:
    were, are = _joined(before), _joined(after)
    return ArmyDifference(
        before=before,
        after=after,
        units=tuple(
            replace(
                _unit(then, now),
                joins=(_of(were, then), _of(are, now)),
            )
            for then, now in pairs
        ),
        new_messages=_without(after.messages, before.messages),
        gone_messages=_without(before.messages, after.messages),
    )


def _joined(review: Review) -> dict[str, str]:
    """Return the title of the unit that each unit joins, by the path of who joins."""
    titles = {unit.path: unit.title for unit in _units(review)}
    return {
        f"{force.id}/{unit.id}": titles.get(f"{force.id}/{unit.joins}", "")
        for force in review.roster.forces
        for unit in force.units
        if unit.joins
    }


def _of(joined: Mapping[str, str], unit: Line | None) -> str:
    return "" if unit is None else joined.get(unit.path, "")


def _units(review: Review) -> tuple[Line, ...]:
    return tuple(unit for force in review.forces for unit in force.units)


def _by_id(before: Sequence[Line], after: Sequence[Line]) -> Iterator[Pair]:
    """Yield units in their later order; those that are gone come last."""
    known = {unit.id: unit for unit in before}
    for unit in after:
        yield known.pop(unit.id, None), unit
    for unit in known.values():
        yield unit, None


def _by_entry(one: Sequence[Line], other: Sequence[Line]) -> Iterator[Pair]:
    """Yield units in the order of the first; those of the second alone come last."""
    left = list(other)
    partners: dict[str, Line] = {}
    for unit in one:
        _take(partners, unit, left, named=True)
    for unit in one:
        if unit.path not in partners:
            _take(partners, unit, left, named=False)
    for unit in one:
        yield unit, partners.get(unit.path)
    for unit in left:
        yield None, unit


def _take(
    partners: dict[str, Line], unit: Line, left: list[Line], *, named: bool
) -> None:
    """Make the first fitting unit that is left the partner of another."""
    for found in left:
        if found.entry == unit.entry and (not named or found.title == unit.title):
            partners[unit.path] = found
            left.remove(found)
            return


def _unit(before: Line | None, after: Line | None) -> UnitDifference:
    if before is None or after is None:
        return UnitDifference(before, after)
    bought = tuple(_bought(before, after))
    told = {_singular(part.name) for part in bought}
    told |= {_singular(name) for name, _ in _counts(before).values()}
    told |= {_singular(name) for name, _ in _counts(after).values()}
    gear = (part for part in _gear(before, after) if _singular(part.name) not in told)
    profiles = tuple(_changed_profiles(before, after))
    return UnitDifference(before, after, (*bought, *gear), profiles)


def _singular(name: str) -> str:
    return name.lower().removesuffix("s")


def _bought(before: Line, after: Line) -> Iterator[PartDifference]:
    """Yield what was bought more or less often, and what is unknown now."""
    were, are = _counts(before), _counts(after)
    lost = set(_unknown(after)) - set(_unknown(before))
    for place in dict.fromkeys((*were, *are)):
        name, count = were.get(place, ("", 0))
        now, later = are.get(place, (name, 0))
        if count != later or place in lost:
            yield PartDifference(name or now, count, later, place in lost)


def _counts(unit: Line) -> dict[tuple[str, ...], tuple[str, int]]:
    """Return names and numbers of all that was bought, by the entries leading there."""
    found: dict[tuple[str, ...], tuple[str, int]] = {}
    for place, part in _parts(unit, ()):
        count = found.get(place, ("", 0))[1]
        found[place] = (part.name, count + part.count)
    return found


def _unknown(unit: Line) -> Iterator[tuple[str, ...]]:
    return (place for place, part in _parts(unit, ()) if part.kind == "unknown")


def _parts(
    line: Line, above: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Line]]:
    for part in line.lines:
        place = (*above, part.entry)
        yield place, part
        yield from _parts(part, place)


def _gear(before: Line, after: Line) -> Iterator[PartDifference]:
    """Yield gear that only one of two units carries."""
    were, are = _carried(before), _carried(after)
    for key, name in {**were, **are}.items():
        if (key in were) != (key in are):
            yield PartDifference(name, int(key in were), int(key in are))


def _carried(unit: Line) -> dict[str, str]:
    lines = (unit, *(part for _, part in _parts(unit, ())))
    return {piece.key: piece.name for line in lines for piece in line.gear}


def _changed_profiles(before: Line, after: Line) -> Iterator[ProfileDifference]:
    """Yield the stat lines of one key in which a characteristic differs."""
    were, are = _profiles(before), _profiles(after)
    for place, (name, now) in are.items():
        if place in were and were[place][1] != now:
            yield ProfileDifference(name, were[place][1], now)


def _profiles(unit: Line) -> dict[str, tuple[str, dict[str, Scalar]]]:
    lines = (unit, *(part for _, part in _parts(unit, ())))
    profiles = (profile for line in lines for profile in line.profiles)
    return {profile.key: (profile.name, profile.values()) for profile in profiles}


def _without(
    messages: tuple[Message, ...], others: tuple[Message, ...]
) -> tuple[Message, ...]:
    """Return the messages that others do not hold as often."""
    left = Counter((other.code, other.text) for other in others)
    found = []
    for message in messages:
        said = (message.code, message.text)
        if left[said]:
            left[said] -= 1
        else:
            found.append(message)
    return tuple(found)


def _is_lost(before: Line | None, after: Line | None) -> bool:
    if before is None or after is None:
        return False
    return after.kind == "unknown" and before.kind != "unknown"


def _points(line: Line | None) -> Points:
    return 0 if line is None else line.points


def _models(line: Line | None) -> int:
    return 0 if line is None else line.models


def _title(line: Line | None) -> str:
    return "" if line is None else line.title
