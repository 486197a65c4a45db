"""The unit that an army's previews are worked out against; one for each army."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest

from rulesets.book import Book, Books

SESSION_KEY = "army_targets"
MOST_KEPT = 50


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
    groups = tuple(_group(book) for book in books.values())
    known = [address for group in groups for address, _ in group.units]
    kept: Mapping[str, str] = request.session.get(SESSION_KEY, {})
    asked = request.GET.get("against", "")
    if asked in known and asked != kept.get(army):
        rest = {key: kept[key] for key in list(kept)[-MOST_KEPT:] if key != army}
        request.session[SESSION_KEY] = {**rest, army: asked}
    for choice in (asked, kept.get(army, "")):
        if choice in known:
            return Targets(groups, choice)
    enemies = [address for address in known if address.partition("@")[0] not in own]
    return Targets(groups, next(iter(enemies or known), ""))


def _group(book: Book) -> TargetGroup:
    units = (
        (f"{book.key}@{book.edition}/{key}", unit.name)
        for key, unit in book.units.items()
        if unit.profiles or any(part.profiles for part in unit.entries.values())
    )
    return TargetGroup(book.name, tuple(units))
