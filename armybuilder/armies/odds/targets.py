"""Targets of an army's odds, and the loadouts that its player chose for them.

Both are chosen by an address and kept in the session, each army's own.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.http import Http404, HttpRequest

from armybuilder.armies.access import own_armies, visible_army
from armybuilder.armies.address import (
    LONGEST,
    ArmyAddress,
    BookAddress,
    read_address,
)
from armybuilder.armies.models import Army
from armybuilder.armies.odds.loadout_odds import Target, book_target
from armybuilder.armies.review import review_army
from armybuilder.books import editions
from rulesets.books.book import Book, Books, Entry
from rulesets.core.caching import Remembered
from rulesets.matchups.fighter import fighter
from rulesets.rosters.roster import Roster, read_roster

SESSION_KEY = "army_targets"
HANDS_KEY = "army_hands"
MOST_KEPT = 50
MOST_HANDS = 100
LONGEST_HAND = 200
ARMIES_OFFERED = 5
COMMON = ("core", "henchman")
"""Categories of the units that an army is mostly made of, by key."""

UNKNOWN = "There is no such unit to tell odds against."


@dataclass(frozen=True, slots=True)
class TargetGroup:
    """The units of a book or an army as (address, name)."""

    name: str
    units: tuple[tuple[str, str], ...]


class OfferedTargets:
    """The units of the books, and of one's other armies changed last.

    The armies are read when they are first asked for.
    """

    def __init__(self, request: HttpRequest, army: Army, newest: Books) -> None:
        self._request = request
        self._army = army
        self._newest = newest

    @cached_property
    def groups(self) -> tuple[TargetGroup, ...]:
        armies = _groups_of_armies(self._request, self._army, self._newest)
        return (*groups_of_books(self._newest), *armies)

    @cached_property
    def names(self) -> dict[str, str]:
        """Return the names of the units by their addresses."""
        return {address: name for group in self.groups for address, name in group.units}

    def addresses(self) -> Iterator[str]:
        """Yield the addresses of the units, those of the books first."""
        for group in groups_of_books(self._newest):
            yield from (address for address, _ in group.units)
        yield from self.names


@dataclass(frozen=True, slots=True)
class Targets:
    """Targets to choose from, and the chosen one; `refused` says why one is missing."""

    offered: OfferedTargets
    chosen: str
    name: str = ""
    refused: str = ""

    @property
    def groups(self) -> tuple[TargetGroup, ...]:
        """Return what is offered, and the chosen one before if it is none of that."""
        groups = self.offered.groups
        if not self.name or self.chosen in self.offered.names:
            return groups
        return (TargetGroup("Chosen", ((self.chosen, self.name),)), *groups)


def groups_of_books(books: Books) -> tuple[TargetGroup, ...]:
    """Return the units that fight of every book that has any."""
    groups = (_groups_by_book.of(book, _group) for book in books.values())
    return tuple(group for group in groups if group.units)


def fights(unit: Entry) -> bool:
    """Return whether a unit, or a model of it, has a stat line."""
    parts = unit.entries.values()
    return bool(unit.profiles or any(part.profiles for part in parts))


def kept_target(request: HttpRequest, army: str) -> str:
    """Return the target that was chosen for an army in its builder, "" for none."""
    kept: Mapping[str, str] = request.session.get(SESSION_KEY, {})
    return kept.get(army, "")


def keep_target(request: HttpRequest, army: str, address: str) -> None:
    """Keep the target of an army from now on."""
    if address != kept_target(request, army):
        _keep(request, SESSION_KEY, army, address)


def _group(book: Book) -> TargetGroup:
    units = (
        (str(BookAddress(book.key, book.edition, key)), unit.name)
        for key, unit in book.units.items()
        if fights(unit)
    )
    return TargetGroup(book.name, tuple(units))


_groups_by_book = Remembered[TargetGroup](most=100)


def hands(request: HttpRequest, army: str) -> dict[str, str]:
    """Return the loadout that counts by the id of its unit: asked for, and kept."""
    kept: Mapping[str, Mapping[str, str]] = request.session.get(HANDS_KEY, {})
    unit, _, loadout = request.GET.get("hand", "")[:LONGEST_HAND].partition(":")
    found = dict(kept.get(army, {}))
    if unit and loadout:
        keep_hands(request, army, {unit: loadout})
        found[unit] = loadout
    return found


def keep_hands(request: HttpRequest, army: str, taken: Mapping[str, str]) -> None:
    """Keep the chosen loadouts of units from now on."""
    kept: Mapping[str, Mapping[str, str]] = request.session.get(HANDS_KEY, {})
    before = dict(kept.get(army, {}))
    after = {**{k: v for k, v in before.items() if k not in taken}, **taken}
    if after != before:
        latest = {key: after[key] for key in list(after)[-MOST_HANDS:]}
        _keep(request, HANDS_KEY, army, latest)


def _keep(request: HttpRequest, key: str, army: str, value: object) -> None:
    """Keep a value for an army, and those of the armies that were asked for last."""
    kept = request.session.get(key, {})
    rest = {one: kept[one] for one in list(kept)[-MOST_KEPT:] if one != army}
    request.session[key] = {**rest, army: value}


def builder_target(
    request: HttpRequest, army: Army, own: set[str], newest: Books
) -> tuple[Targets, Target]:
    """Return the targets of the builder, and the chosen one: asked, kept, or usual.

    What was asked for and is not there, or not shown to who asks, is refused in words.
    `own` are the books of the army: an enemy of another is the usual target.
    """
    offered = OfferedTargets(request, army, newest)
    asked = _asked_address(request)
    refused = ""
    for address in (asked, kept_target(request, army.public_id)):
        if not address:
            continue
        found = find_target(request, army, address, newest)
        if found.fighter is not None or address in offered.names:
            keep_target(request, army.public_id, address)
            return _chosen(offered, address, found, refused), found
        refused = refused or (found.why_not if address == asked else "")
    usual = usual_target(offered.addresses(), own, newest)
    found = book_target(usual, newest) if usual else Target()
    return _chosen(offered, usual, found, refused), found


def usual_target(known: Iterable[str], own: set[str], newest: Books) -> str:
    """Return the address of the commonest unit of an enemy, "" where there is none.

    It is the first of the ranks of another army's book, else its first unit, else the
    first that is known at all.
    """
    first = enemy = ""
    for address in known:
        first = first or address
        if address.partition("@")[0] not in own:
            if _is_common(address, newest):
                return address
            enemy = enemy or address
    return enemy or first


def _is_common(address: str, books: Books) -> bool:
    place = read_address(address)
    if not isinstance(place, BookAddress):
        return False
    book = books.get((place.book, place.edition or 0))
    return book is not None and book.units[place.unit].category in COMMON


def _chosen(
    offered: OfferedTargets, address: str, found: Target, refused: str
) -> Targets:
    name = found.name or (offered.names[address] if address else "")
    return Targets(offered, address, name, refused)


def sheet_targets(request: HttpRequest, army: Army, newest: Books) -> Targets:
    """Return a sheet's targets; that of the address is chosen, else the builder's."""
    asked = _asked_address(request)
    chosen = asked or kept_target(request, army.public_id)
    return Targets(OfferedTargets(request, army, newest), chosen)


def sheet_target(request: HttpRequest, army: Army, newest: Books) -> Target | None:
    """Return the target of an address, none where it names none."""
    address = _asked_address(request)
    return find_target(request, army, address, newest) if address else None


def _asked_address(request: HttpRequest) -> str:
    """Return the target's address in a query, "" where it names none."""
    return request.GET.get("against", "")[:LONGEST]


def find_target(
    request: HttpRequest, army: Army, address: str, newest: Books
) -> Target:
    """Return the unit at an address.

    One that is not there, or not shown to who asks, has no fighter and says so.
    """
    place = read_address(address)
    if isinstance(place, ArmyAddress):
        found = _of_an_army(request, army, place)
    else:
        found = book_target(address, newest)
    if found.fighter is None and not found.why_not:
        return Target(address, why_not=UNKNOWN)
    return found


def _of_an_army(request: HttpRequest, army: Army, place: ArmyAddress) -> Target:
    address = str(place)
    try:
        other = visible_army(request, place.army)
    except Http404:
        return Target(address)
    line = (
        review_army(other).review.line(place.path) if other.game == army.game else None
    )
    if line is None:
        return Target(address)
    try:
        found = fighter(line)
    except ValueError as problem:
        return Target(address, why_not=str(problem))
    return Target(address, f"{found.name} of {other.name}", found)


def _groups_of_armies(
    request: HttpRequest, army: Army, newest: Books
) -> Iterator[TargetGroup]:
    """Yield the units that fight of one's other armies that were changed last."""
    mine = own_armies(request).filter(game=army.game, deleted_at=None)
    others = mine.exclude(pk=army.pk)[:ARMIES_OFFERED]
    rosters = [(one, read_roster(one.document)) for one in others]
    books = _with_editions(newest, [roster for _, roster in rosters])
    found = (_army_group(one, roster, books) for one, roster in rosters)
    yield from (group for group in found if group.units)


def _with_editions(newest: Books, rosters: list[Roster]) -> Books:
    """Return the newest books and the older editions that rosters name."""
    named = {(f.book, f.edition) for roster in rosters for f in roster.forces}
    older = named - newest.keys()
    return {**newest, **editions.editions_for(older)} if older else newest


def _army_group(army: Army, roster: Roster, books: Books) -> TargetGroup:
    return TargetGroup(f"Your army {army.name}", tuple(_units(army, roster, books)))


def _units(army: Army, roster: Roster, books: Books) -> Iterator[tuple[str, str]]:
    """Yield (address, name) of the units that fight; nothing of it is reviewed."""
    for force in roster.forces:
        book = books.get((force.book, force.edition))
        if book is None:
            continue
        for unit in force.units:
            entry = book.units.get(unit.entry)
            if entry is not None and fights(entry):
                address = ArmyAddress(army.handle, f"{force.id}/{unit.id}")
                yield str(address), unit.name or entry.name
