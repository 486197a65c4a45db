"""What an army's previews are worked out against, and with what its units have in hand.

Both are chosen by an address and kept in the session, each army's own.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest

from rulesets.book import Book, Books

SESSION_KEY = "army_targets"
HANDS_KEY = "army_hands"
MOST_KEPT = 50
MOST_HANDS = 100
LONGEST_HAND = 200


@dataclass(frozen=True, slots=True)
class TargetGroup:
    """The units of a book as (address, name)."""

    name: str
    units: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Targets:
    groups: tuple[TargetGroup, ...]
    chosen: str

    @property
    def name(self) -> str:
        units = (unit for group in self.groups for unit in group.units)
        return next((name for address, name in units if address == self.chosen), "")


def targets(request: HttpRequest, army: str, own: set[str], books: Books) -> Targets:
    """Return what may be chosen as target, and what is: asked, kept, or an enemy's."""
    groups = book_groups(books)
    known = [address for group in groups for address, _ in group.units]
    kept: Mapping[str, str] = request.session.get(SESSION_KEY, {})
    asked = request.GET.get("against", "")
    if asked in known and asked != kept.get(army):
        _keep(request, SESSION_KEY, army, asked)
    for choice in (asked, kept.get(army, "")):
        if choice in known:
            return Targets(groups, choice)
    enemies = [address for address in known if address.partition("@")[0] not in own]
    return Targets(groups, next(iter(enemies or known), ""))


def book_groups(books: Books) -> tuple[TargetGroup, ...]:
    return tuple(_group(book) for book in books.values())


def kept_target(request: HttpRequest, army: str) -> str:
    """Return the target that was chosen for an army in its builder, "" for none."""
    kept: Mapping[str, str] = request.session.get(SESSION_KEY, {})
    return kept.get(army, "")


def _group(book: Book) -> TargetGroup:
    units = (
        (f"{book.key}@{book.edition}/{key}", unit.name)
        for key, unit in book.units.items()
        if unit.profiles or any(part.profiles for part in unit.entries.values())
    )
    return TargetGroup(book.name, tuple(units))


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
    """Keep what units have in hand from now on."""
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
