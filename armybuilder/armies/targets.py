"""What an army's previews are worked out against, and with what its units have in hand.

Both are chosen by an address and kept in the session, each army's own.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest

from rulesets.books.book import Book, Books, Entry

SESSION_KEY = "army_targets"
HANDS_KEY = "army_hands"
MOST_KEPT = 50
MOST_HANDS = 100
LONGEST_HAND = 200


@dataclass(frozen=True, slots=True)
class TargetGroup:
    """The units of a book or an army as (address, name)."""

    name: str
    units: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Targets:
    """What may be chosen, and what is; `refused` says why what was asked for is not."""

    groups: tuple[TargetGroup, ...]
    chosen: str
    name: str = ""
    refused: str = ""


def groups_of_books(books: Books) -> tuple[TargetGroup, ...]:
    """Return the units that fight of every book."""
    return tuple(_group(book) for book in books.values())


def fights(unit: Entry) -> bool:
    """Return whether a unit, or a model of it, has a stat line."""
    parts = unit.entries.values()
    return bool(unit.profiles or any(part.profiles for part in parts))


def kept_target(request: HttpRequest, army: str) -> str:
    """Return the target that was chosen for an army in its builder, "" for none."""
    kept: Mapping[str, str] = request.session.get(SESSION_KEY, {})
    return kept.get(army, "")


def keep_target(request: HttpRequest, army: str, address: str) -> None:
    """Keep what was chosen for an army from now on."""
    if address != kept_target(request, army):
        _keep(request, SESSION_KEY, army, address)


def _group(book: Book) -> TargetGroup:
    units = (
        (f"{book.key}@{book.edition}/{key}", unit.name)
        for key, unit in book.units.items()
        if fights(unit)
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
