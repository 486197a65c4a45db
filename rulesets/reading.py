"""Reading a book document: from the author's words to the values of the engine.

An author writes units, model types, slots and options. Here each becomes an `Entry`
with the targets that find it, and what is implied (a slot's minimum, a unit's size)
becomes a `Limit`, so that the engine knows one kind of thing only.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rulesets.book import (
    Book,
    BookProfile,
    BookRule,
    CategoryName,
    Entry,
    Item,
    Printed,
    Slot,
)
from rulesets.documents import DocumentError, check, sha256
from rulesets.matchup import Gear, RuleUse
from rulesets.points import Points, to_points
from rulesets.query import (
    Limit,
    Query,
    read_amount,
    read_change,
    read_limit,
    read_rule_use,
)

FORMAT = "armybuilder.book/1"


class BookError(DocumentError):
    """A document that is no book; names the place."""


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
    categories = _unique(document.get("categories", ()), "/categories")
    items = {
        key: _read_item(item, place)
        for key, (place, item) in _unique(document.get("items", ()), "/items").items()
    }
    at_hand = _AtHand(items, tuple(categories))
    units = _unique(document["units"], "/units")
    rules = _unique(document.get("rules", ()), "/rules")
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
        rules={
            key: BookRule(
                key, part["name"], part.get("summary", ""), part.get("source", "")
            )
            for key, (_, part) in rules.items()
        },
        units={
            key: _read_unit(unit, place, at_hand)
            for key, (place, unit) in units.items()
        },
        limits=_limits(document),
        changes=_changes(document),
        printed=tuple(
            Printed(p["title"], p["status"], p.get("text", ""), p.get("source", ""))
            for p in document.get("printed", ())
        ),
        missing=tuple(document.get("missing", ())),
        edition=edition,
        sha256=sha256(document),
    )


@dataclass(frozen=True, slots=True)
class _AtHand:
    """What the parts of a book may refer to."""

    items: Mapping[str, Item]
    categories: tuple[str, ...]

    def item(self, key: str, place: str) -> Item:
        if key not in self.items:
            raise BookError(place, f"the book has no item {key!r}")
        return self.items[key]

    def gear(self, keys: Iterable[str], place: str) -> tuple[Gear, ...]:
        found = (self.item(key, f"{place}/{i}") for i, key in enumerate(keys))
        return tuple(Gear(item.key, item.name, item.stats) for item in found)


def _unique(parts: Iterable[Any], at: str) -> dict[str, tuple[str, Any]]:
    """Return parts by key with their places; refuse a key that stands twice."""
    found: dict[str, tuple[str, Any]] = {}
    for index, part in enumerate(parts):
        place = f"{at}/{index}"
        key = part.get("key") or part["item"]
        if key in found:
            raise BookError(
                f"{place}/key", f"the key {key!r} is already used at {found[key][0]}"
            )
        found[key] = (place, part)
    return found


def _read_item(document: Any, place: str) -> Item:
    return Item(
        key=document["key"],
        name=document["name"],
        kind=document.get("kind", ""),
        hands=document.get("hands"),
        base=document.get("base", ""),
        points=_points(document),
        stats=document.get("stats", {}),
        rules=_rules(document),
        tags=tuple(document.get("tags", ())),
        summary=document.get("summary", ""),
        source=document.get("source", ""),
        limits=_limits(document),
        changes=_changes(document),
    )


def _read_unit(document: Any, place: str, at_hand: _AtHand) -> Entry:
    category = document.get("category", "")
    if category and category not in at_hand.categories:
        raise BookError(f"{place}/category", f"the book has no category {category!r}")
    models = document.get("models", 0)
    types = [] if isinstance(models, int) else models
    profiles = tuple(_read_profile(p, document) for p in document.get("profiles", ()))
    groups, group_limits = _read_models(types, profiles, f"{place}/models", at_hand)
    options, slots, slot_limits = _read_slots(document, place, at_hand)
    entries = _merged(groups, options, place)
    tags = [*document.get("tags", ())]
    tags += [category] if category else []
    tags += [document["type"]] if "type" in document else []
    rules = _rules(document)
    key = document["key"]
    return Entry(
        key=key,
        name=document["name"],
        kind="unit",
        keys=_keys(key, "unit", tags, rules),
        points=_points(document),
        models=models if isinstance(models, int) else 0,
        slots_taken=document.get("slots_taken", {}),
        per_slot=document.get("per_slot", 1),
        category=category,
        note=document.get("note", ""),
        source=document.get("source", ""),
        footprint=document.get("footprint", ""),
        profiles=profiles,
        rules=rules,
        gear=at_hand.gear(document.get("items", ()), f"{place}/items"),
        entries=entries,
        slots=slots,
        limits=(*group_limits, *slot_limits, *_limits(document)),
        changes=_changes(document),
    )


def _merged(
    groups: dict[str, Entry], options: dict[str, Entry], place: str
) -> dict[str, Entry]:
    for key in groups.keys() & options.keys():
        raise BookError(place, f"{key!r} is both a type of model and an option")
    return {**groups, **options}


def _read_models(
    types: list[Any], profiles: tuple[BookProfile, ...], at: str, at_hand: _AtHand
) -> tuple[dict[str, Entry], list[Limit]]:
    entries: dict[str, Entry] = {}
    limits: list[Limit] = []
    for key, (place, document) in _unique(types, at).items():
        low, high = document.get("min", 0), document.get("max")
        options, slots, slot_limits = _read_slots(document, place, at_hand)
        rules = _rules(document)
        entries[key] = Entry(
            key=key,
            name=document["name"],
            kind="model",
            keys=_keys(key, "model", document.get("tags", ()), rules),
            points=_points(document),
            models=1,
            start=low,
            low=low,
            high=high,
            profiles=_named_profile(document, profiles, place),
            rules=rules,
            gear=at_hand.gear(document.get("items", ()), f"{place}/items"),
            entries=options,
            slots=slots,
            limits=(*slot_limits, *_limits(document)),
            changes=_changes(document),
        )
        limits += _range("unit-size", document["name"], (key,), low, high, document)
    return entries, limits


def _named_profile(
    document: Any, profiles: tuple[BookProfile, ...], place: str
) -> tuple[BookProfile, ...]:
    wanted = document.get("profile")
    if wanted is None:
        return ()
    found = tuple(profile for profile in profiles if profile.key == wanted)
    if not found:
        raise BookError(f"{place}/profile", f"the unit has no profile {wanted!r}")
    return found


def _read_slots(
    document: Any, at: str, at_hand: _AtHand
) -> tuple[dict[str, Entry], tuple[Slot, ...], list[Limit]]:
    entries: dict[str, Entry] = {}
    slots: list[Slot] = []
    limits: list[Limit] = []
    for key, (place, part) in _unique(document.get("slots", ()), f"{at}/slots").items():
        options = _unique(part["options"], f"{place}/options")
        _refuse_unknown_defaults(part, options, place)
        for name, (spot, option) in options.items():
            if name in entries:
                raise BookError(f"{spot}/key", f"{name!r} stands in two slots here")
            start = int(name in part.get("default", ()))
            entries[name] = _read_option(option, name, key, start, spot, at_hand)
            limits += _option_range(option, entries[name])
        low, high = part.get("min", 0), part.get("max")
        slots.append(
            Slot(key, part["name"], tuple(options), _plain(low) or 0, _plain(high))
        )
        limits += _range("slot", part["name"], (f"slot:{key}",), low, high, part)
    return entries, tuple(slots), limits


def _refuse_unknown_defaults(part: Any, options: Any, place: str) -> None:
    for index, key in enumerate(part.get("default", ())):
        if key not in options:
            raise BookError(
                f"{place}/default/{index}", f"the slot has no option {key!r}"
            )


def _read_option(
    document: Any, key: str, slot: str, start: int, place: str, at_hand: _AtHand
) -> Entry:
    item = (
        at_hand.item(document["item"], f"{place}/item") if "item" in document else None
    )
    options, slots, slot_limits = _read_slots(document, place, at_hand)
    rules = (*(item.rules if item else ()), *_rules(document))
    kind = document.get("kind", "item" if item else "option")
    tags = (*(item.tags if item else ()), *document.get("tags", ()))
    keys = _keys(key, kind, tags, rules, slot=slot, item=item.key if item else "")
    own = at_hand.gear(document.get("items", ()), f"{place}/items")
    carried = (Gear(item.key, item.name, item.stats),) if item else ()
    low, high = document.get("min", 0), document.get("max", 1)
    roll = document.get("roll")
    return Entry(
        key=key,
        name=document.get("name") or (item.name if item else key),
        kind=kind,
        keys=keys,
        item=item.key if item else "",
        points=_points(document)
        if "points" in document
        else item.points
        if item
        else 0,
        per=document.get("per", "each"),
        models=document.get("models", 1 if kind == "model" else 0),
        start=max(start, low),
        low=low,
        high=_plain(high),
        roll=None if roll is None else (roll[0], roll[1]),
        source=document.get("source") or (item.source if item else ""),
        summary=document.get("summary") or (item.summary if item else ""),
        profiles=tuple(
            _read_profile(p, document) for p in document.get("profiles", ())
        ),
        rules=rules,
        gear=(*carried, *own),
        entries=options,
        slots=slots,
        limits=(*(item.limits if item else ()), *slot_limits, *_limits(document)),
        changes=(*(item.changes if item else ()), *_changes(document)),
    )


def _option_range(document: Any, entry: Entry) -> list[Limit]:
    low, high = document.get("min", 0), document.get("max", 1)
    return _range("option-count", entry.name, (entry.key,), low, high, document)


def _range(
    code: str, name: str, of: tuple[str, ...], low: Any, high: Any, document: Any
) -> list[Limit]:
    """Return the limit that a printed range implies, none where it bounds nothing."""
    least = read_amount(low) if low else None
    most = None if high is None else read_amount(high)
    if least is None and most is None:
        return []
    query = Query(count="selections", of=of, within="self", deep=False)
    source = document.get("source", "")
    return [Limit(code, name, query, min=least, max=most, source=source)]


def _plain(number: Any) -> int | None:
    return number if isinstance(number, int) else None


def _read_profile(document: Any, owner: Any) -> BookProfile:
    return BookProfile(
        key=document["key"],
        name=document.get("name", owner.get("name", "")),
        kind=document.get("type", owner.get("type", "")),
        characteristics=document["characteristics"],
    )


def _keys(
    key: str,
    kind: str,
    tags: Iterable[str],
    rules: Iterable[RuleUse],
    slot: str = "",
    item: str = "",
) -> tuple[str, ...]:
    """Return every target that finds an entry, each once."""
    found = ["*", key, f"kind:{kind}"]
    found += [item] if item else []
    found += [f"slot:{slot}"] if slot else []
    found += [f"#{tag}" for tag in tags]
    found += [f"rule:{rule.key}" for rule in rules]
    return tuple(dict.fromkeys(found))


def _points(document: Any) -> Points:
    return to_points(document.get("points", 0))


def _rules(document: Any) -> tuple[RuleUse, ...]:
    return tuple(read_rule_use(rule) for rule in document.get("rules", ()))


def _limits(document: Any) -> tuple[Limit, ...]:
    return tuple(read_limit(limit) for limit in document.get("limits", ()))


def _changes(document: Any) -> tuple[Any, ...]:
    return tuple(read_change(change) for change in document.get("changes", ()))
