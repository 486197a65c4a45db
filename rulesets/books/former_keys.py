"""Rosters whose keys were those of former editions, with the keys of the present."""

from collections.abc import Mapping
from dataclasses import replace

from rulesets.books.book import Book, Books, Entry
from rulesets.books.entries import every_entry
from rulesets.core.caching import Remembered
from rulesets.rosters.roster import Force, Loadout, Roster, Selection


def with_present_keys(roster: Roster, books: Books) -> Roster:
    """Return a roster in which what its editions renamed goes by its present key.

    A key that an edition has means what it has, whatever else had it before.
    """
    forces = tuple(_present_force(force, books) for force in roster.forces)
    return roster if forces == roster.forces else replace(roster, forces=forces)


def _present_force(force: Force, books: Books) -> Force:
    book = books.get((force.book, force.edition))
    if book is None or not _renames.of(book, _has_renamed):
        return force
    units = tuple(_present(unit, book.entries, book) for unit in force.units)
    return replace(force, units=units)


def _has_renamed(book: Book) -> bool:
    items = any(item.former for item in book.items.values())
    return items or any(entry.former for entry in every_entry(book))


_renames = Remembered[bool](most=100)


def _present(
    selection: Selection, offered: Mapping[str, Entry], book: Book
) -> Selection:
    key = selection.entry
    if key not in offered:
        now = (one.key for one in offered.values() if key in one.former)
        key = next(now, key)
    below = offered[key].entries if key in offered else {}
    return replace(
        selection,
        entry=key,
        selections=tuple(_present(one, below, book) for one in selection.selections),
        loadouts=tuple(_present_loadout(one, book) for one in selection.loadouts),
    )


def _present_loadout(loadout: Loadout, book: Book) -> Loadout:
    items = tuple(_present_item(key, book) for key in loadout.items)
    return replace(loadout, items=items)


def _present_item(key: str, book: Book) -> str:
    if key in book.items:
        return key
    now = (item.key for item in book.items.values() if key in item.former)
    return next(now, key)
