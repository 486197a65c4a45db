"""Reading a book document: from the author's words to the values of the engine.

An author writes units, model types, slots and options. Here each becomes an `Entry`
with the targets that find it, and what is implied (a slot's minimum, a unit's size)
becomes a `Limit`, so that the engine knows one kind of thing only.
"""

from collections.abc import Mapping
from typing import Any

from rulesets.books.book import (
    ENGLISH,
    Book,
    CategoryName,
    Entry,
    Item,
    Printed,
)
from rulesets.books.heraldry import arms_of
from rulesets.books.load_parts import (
    BookContext,
    BookError,
    price,
    unique,
)
from rulesets.books.load_units import merged, read_lists, read_slots, read_unit
from rulesets.core.query import (
    OwnRules,
    read_changes,
    read_limits,
    read_rule_uses,
    read_switch,
    read_tallies,
)
from rulesets.core.special_rule import read_rule
from rulesets.documents.json import check, sha256
from rulesets.libraries import Inherited, inherited, library_of

__all__ = ["FORMAT", "BookError", "read_book"]

FORMAT = "armybuilder.book/1"

MOST_ALONG = 200
"""Most selections added in one go, with all that comes along."""


def read_book(document: Any, edition: int = 0) -> Book:
    """Return the book of a document.

    Parameters
    ----------
    document : object
        As `documents.parse` gives it.
    edition : int
        Its number; 0 for a draft.

    Raises
    ------
    BookError
        If it breaks the schema, uses a key twice, or names an item, category, profile
        or option that it does not hold: names the first such place.
    """
    check("book", document, BookError)
    _refuse_unknown_library(document)
    taken = inherited(document)
    categories = unique(document.get("categories", ()), "/categories")
    rules = {
        key: read_rule(part)
        for key, (_, part) in parts_by_key(document, "rules", taken).items()
    }
    items = {
        key: _read_item(item, rules)
        for key, (_, item) in parts_by_key(document, "items", taken).items()
    }
    at_hand = BookContext(items, tuple(categories), rules)
    lists = read_lists(parts_by_key(document, "lists", taken), at_hand)
    units = {
        key: read_unit(unit, place, at_hand)
        for key, (place, unit) in unique(document["units"], "/units").items()
    }
    options, slots, slot_limits = read_slots(document, "", at_hand)
    _refuse_too_many_along(units, options)
    switches = unique(document.get("switches", ()), "/switches")
    return Book(
        key=document["key"],
        game=document["game"],
        name=document["name"],
        source=document.get("source", ""),
        note=document.get("note", ""),
        categories=tuple(
            CategoryName(key, part["name"]) for key, (_, part) in categories.items()
        ),
        items=items,
        rules=rules,
        units=units,
        entries=merged(units, options, "/slots", "both a unit and an option"),
        slots=slots,
        lists=lists,
        switches=tuple(read_switch(part) for _, part in switches.values()),
        tallies=read_tallies(document),
        limits=(*slot_limits, *read_limits(document)),
        changes=read_changes(document, rules),
        printed=tuple(
            Printed(p["title"], p["status"], p.get("text", ""), p.get("source", ""))
            for p in document.get("printed", ())
        ),
        missing=tuple(document.get("missing", ())),
        edition=edition,
        sha256=sha256(document),
        arms=arms_of(
            document["key"],
            document.get("colours", ()),
            document.get("field", ""),
            document.get("emblem", ""),
        ),
        licence=document.get("licence", ""),
        attribution=document.get("attribution", ""),
        language=document.get("language", ENGLISH),
    )


def _refuse_unknown_library(document: Any) -> None:
    number = document.get("library", 0)
    if number and library_of(document["game"], number) is None:
        text = f"{document['game']} has no library {number}"
        raise BookError("/library", text)


def parts_by_key(
    document: Any, of: str, taken: Inherited
) -> dict[str, tuple[str, Any]]:
    """Return a book's own parts and those of its library by key, with their places.

    Parts of the library stand first; an own one with the key of one of these stands in
    its place.
    """
    own = unique(document.get(of, ()), f"/{of}")
    library = library_of(document["game"], document.get("library", 0))
    theirs = {
        key: own.get(key) or (f"/library/{of}/{key}", part)
        for key, part in (library.parts(of) if library else {}).items()
        if key in own or key in taken.parts(of)
    }
    return {**theirs, **own}


def _refuse_too_many_along(
    units: Mapping[str, Entry], options: Mapping[str, Entry]
) -> None:
    """Refuse an entry that brings more along than an army has place for."""
    known: dict[int, int] = {}
    for index, unit in enumerate(units.values()):
        _count_along(unit, f"/units/{index}", known)
    for option in options.values():
        _count_along(option, "/slots", known)


def _count_along(entry: Entry, place: str, known: dict[int, int]) -> int:
    """Return how many selections come with an entry, itself one; look at each once."""
    if id(entry) not in known:
        along = 1
        for child in entry.entries.values():
            below = _count_along(child, place, known)
            along += below if child.start else 0
        if along > MOST_ALONG:
            text = f"more than {MOST_ALONG} selections come along with {entry.name}"
            raise BookError(place, text)
        known[id(entry)] = along
    return known[id(entry)]


def _read_item(document: Any, own: OwnRules) -> Item:
    key, name = document["key"], document["name"]
    tags = tuple(document.get("tags", ()))
    rules = read_rule_uses(document, own)
    limits, changes = read_limits(document), read_changes(document, own)
    found = [key, "kind:item", *(f"#{tag}" for tag in tags)]
    found += [f"rule:{rule.key}" for rule in rules]
    return Item(
        key=key,
        name=name,
        kind=document.get("kind", ""),
        hands=document.get("hands"),
        base=document.get("base", ""),
        points=price(document),
        stats=document.get("stats", {}),
        rules=rules,
        tags=tags,
        summary=document.get("summary", ""),
        source=document.get("source", ""),
        limits=limits,
        changes=changes,
        carried=Entry(
            key=key,
            name=name,
            kind="item",
            keys=tuple(dict.fromkeys(found)),
            item=key,
            rules=rules,
            limits=limits,
            changes=changes,
        ),
        former=tuple(document.get("renamed_from", ())),
    )
