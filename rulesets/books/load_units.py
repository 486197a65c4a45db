"""Reading the units of a book document, with their models, slots and options."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulesets.books.book import BookProfile, Entry, ListOfOptions, Slot
from rulesets.books.load_parts import (
    BookContext,
    BookError,
    Offered,
    OfferedSoFar,
    OptionList,
    price,
    unique,
)
from rulesets.core.query import (
    RANGE,
    Limit,
    Query,
    read_amount,
    read_changes,
    read_limits,
    read_rule_uses,
)
from rulesets.core.values import RuleUse, together


def read_unit(document: Any, place: str, at_hand: BookContext) -> Entry:
    """Return the entry of a unit; refuse keys that the book does not hold."""
    category = document.get("category", "")
    if category and category not in at_hand.categories:
        raise BookError(f"{place}/category", f"the book has no category {category!r}")
    models = document.get("models", 0)
    types = [] if isinstance(models, int) else models
    profiles = tuple(_read_profile(p, document) for p in document.get("profiles", ()))
    groups, group_limits = _read_models(types, profiles, f"{place}/models", at_hand)
    options, slots, slot_limits = read_slots(document, place, at_hand)
    entries = merged(
        groups, options, f"{place}/slots", "both a type of model and an option"
    )
    tags = [*document.get("tags", ())]
    tags += [category] if category else []
    tags += [document["type"]] if "type" in document else []
    rules = read_rule_uses(document, at_hand.rules)
    key = document["key"]
    return Entry(
        key=key,
        name=document["name"],
        kind="unit",
        keys=(*_keys(key, "unit", tags, rules), *_single(models, options)),
        points=price(document),
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
        limits=(*group_limits, *slot_limits, *read_limits(document)),
        changes=read_changes(document, at_hand.rules),
        former=tuple(document.get("renamed_from", ())),
    )


def _single(models: Any, options: Mapping[str, Entry]) -> tuple[str, ...]:
    """Return the target of units that always are one model; nothing of others."""
    if any(one.models for one in options.values()):
        return ()
    groups = [] if isinstance(models, int) else models
    is_one = [(one.get("min"), one.get("max")) for one in groups] == [(1, 1)]
    return ("kind:single",) if models == 1 or is_one else ()


def merged(
    these: Mapping[str, Entry], those: Mapping[str, Entry], place: str, what: str
) -> dict[str, Entry]:
    """Return two groups of entries as one; refuse a key that both use."""
    for key in those:
        if key in these:
            raise BookError(place, f"{key!r} is {what}")
    return {**these, **those}


def _read_models(
    types: list[Any], profiles: tuple[BookProfile, ...], at: str, at_hand: BookContext
) -> tuple[dict[str, Entry], list[Limit]]:
    entries: dict[str, Entry] = {}
    limits: list[Limit] = []
    for key, (place, document) in unique(types, at).items():
        low, high = document.get("min", 0), document.get("max")
        options, slots, slot_limits = read_slots(document, place, at_hand)
        rules = read_rule_uses(document, at_hand.rules)
        entries[key] = Entry(
            key=key,
            name=document["name"],
            kind="model",
            keys=_keys(key, "model", document.get("tags", ()), rules),
            points=price(document),
            models=1,
            start=document.get("start", low),
            low=low,
            high=high,
            profiles=_named_profile(document, profiles, place),
            rules=rules,
            gear=at_hand.gear(document.get("items", ()), f"{place}/items"),
            entries=options,
            slots=slots,
            limits=(*slot_limits, *read_limits(document)),
            changes=read_changes(document, at_hand.rules),
            former=tuple(document.get("renamed_from", ())),
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


def read_slots(
    document: Any, at: str, at_hand: BookContext
) -> tuple[dict[str, Entry], tuple[Slot, ...], list[Limit]]:
    """Return the options of a part, their slots, and the limits that these imply."""
    entries: dict[str, Entry] = {}
    slots: list[Slot] = []
    limits: list[Limit] = []
    for key, (place, part) in unique(document.get("slots", ()), f"{at}/slots").items():
        offered, ranges = _offered(part, key, place, at_hand)
        _refuse_unknown(part.get("default", ()), offered, f"{place}/default")
        low, high = part.get("min", 0), part.get("max")
        taken = part.get("default", ())
        if len(offered) == 1 and (_plain(low) or 0) == 1:
            taken = tuple(offered)  # The only choice is made.
        for name, entry in offered.items():
            if name in entries:
                raise BookError(place, f"the option {name!r} stands in two slots here")
            if name in taken and not entry.start:
                entry = replace(entry, start=1)
            entries[name] = entry
            limits += ranges[name]
        slots.append(
            Slot(
                key,
                part["name"],
                tuple(offered),
                _plain(low) or 0,
                _plain(high),
                part.get("list", ""),
            )
        )
        limits += _range("slot", part["name"], (f"slot:{key}",), low, high, part)
    return entries, tuple(slots), limits


def read_lists(
    lists: Mapping[str, tuple[str, Any]], at_hand: BookContext
) -> dict[str, ListOfOptions]:
    """Read the lists of options of a book; return the entries of each."""
    found: dict[str, ListOfOptions] = {}
    for key, (place, part) in lists.items():
        options = unique(part["options"], f"{place}/options")
        these = OptionList(options)
        entries, _ = _from_list(these, key, options, place, at_hand)
        found[key] = ListOfOptions(key, part["name"], entries)
        at_hand.lists[key] = these
    return found


def _offered(part: Any, slot: str, place: str, at_hand: BookContext) -> Offered:
    """Return the options of a slot: its own, or all or some of a list."""
    if "list" not in part:
        return _read_options(unique(part["options"], f"{place}/options"), slot, at_hand)
    of = at_hand.list(part["list"], f"{place}/list")
    for word in ("only", "except"):
        _refuse_unknown(part.get(word, ()), of.options, f"{place}/{word}")
    wanted = set(part.get("only", of.options)) - set(part.get("except", ()))
    return _from_list(of, slot, wanted, place, at_hand)


def _from_list(
    of: OptionList, slot: str, wanted: Collection[str], place: str, at_hand: BookContext
) -> Offered:
    """Return some of a list's options for slots of one key; refuse too many in all."""
    entries, ranges = of.known.setdefault(slot, ({}, {}))
    new = {key: of.options[key] for key in wanted if key not in entries}
    at_hand.count_listed(len(wanted), place)
    read = _read_options(new, slot, at_hand)
    entries.update(read[0])
    ranges.update(read[1])
    return {key: entries[key] for key in of.options if key in wanted}, ranges


def _read_options(
    options: Mapping[str, tuple[str, Any]], slot: str, at_hand: BookContext
) -> OfferedSoFar:
    entries: dict[str, Entry] = {}
    ranges: dict[str, Sequence[Limit]] = {}
    for key, (place, option) in options.items():
        entries[key] = _read_option(option, key, slot, place, at_hand)
        ranges[key] = _option_range(option, entries[key])
    return entries, ranges


def _refuse_unknown(keys: Iterable[str], known: Iterable[str], place: str) -> None:
    for index, key in enumerate(keys):
        if key not in known:
            raise BookError(f"{place}/{index}", f"the slot has no option {key!r}")


def _read_option(
    document: Any, key: str, slot: str, place: str, at_hand: BookContext
) -> Entry:
    item = (
        at_hand.item(document["item"], f"{place}/item") if "item" in document else None
    )
    options, slots, slot_limits = read_slots(document, place, at_hand)
    rules = (*(item.rules if item else ()), *read_rule_uses(document, at_hand.rules))
    kind = document.get("kind", "item" if item else "option")
    tags = (*(item.tags if item else ()), *document.get("tags", ()))
    keys = _keys(key, kind, tags, rules, slot=slot, item=item.key if item else "")
    own = at_hand.gear(document.get("items", ()), f"{place}/items")
    itself = (item.gear,) if item else ()
    low, high = document.get("min", 0), document.get("max", 1)
    roll = document.get("roll")
    return Entry(
        key=key,
        name=document.get("name") or (item.name if item else key),
        kind=kind,
        keys=keys,
        item=item.key if item else "",
        points=price(document) if "points" in document else item.points if item else 0,
        per=document.get("per", "each"),
        models=document.get("models", 1 if kind == "model" else 0),
        start=low,
        low=low,
        high=_plain(high),
        roll=None if roll is None else (roll[0], roll[1]),
        source=document.get("source") or (item.source if item else ""),
        summary=document.get("summary") or (item.summary if item else ""),
        profiles=tuple(
            _read_profile(p, document) for p in document.get("profiles", ())
        ),
        rules=rules,
        gear=together((*itself, *own)),
        entries=options,
        slots=slots,
        limits=(*(item.limits if item else ()), *slot_limits, *read_limits(document)),
        changes=(
            *(item.changes if item else ()),
            *read_changes(document, at_hand.rules),
        ),
        former=(
            *document.get("renamed_from", ()),
            *(item.former if item and item.key == key else ()),
        ),
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
    found = Limit(code, name, query, least, most, source, origin=RANGE)
    return [found]


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
