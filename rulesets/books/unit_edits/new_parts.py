"""New parts of a book by their names alone: units, models, slots, options, rules.

Each function returns the edits that make the part; keys are made from names, and no
figure is invented: prices begin at zero and stat lines empty.
"""

import re
from collections.abc import Iterable
from typing import Any

from rulesets.books.unit_edits.keys import key_of
from rulesets.books.unit_edits.stock import Stock, find_named
from rulesets.documents.document_edits import ADD, SET, DocumentEdit
from rulesets.documents.places import copied
from rulesets.libraries import newest_number

Edits = tuple[DocumentEdit, ...]

WITH_X = re.compile(r"(?P<name>.*\S)\s+(?P<x>\d{1,4})\+?")


def keys_in(parts: Iterable[Any]) -> set[str]:
    """Return the keys of parts; an option without its own goes by its item's."""
    return {part.get("key") or part.get("item", "") for part in parts}


def new_book(key: str, game: str, name: str) -> dict[str, Any]:
    """Return the document of a book without units, with its game's newest library."""
    number = newest_number(game)
    library = {"library": number} if number else {}
    start = {"format": "armybuilder.book/1", "key": key, "game": game, "name": name}
    return {**start, **library, "units": []}


def new_category(document: Any, name: str) -> Edits:
    """Return the edits that add a category of units."""
    key = key_of(name, keys_in(document.get("categories", ())), "category")
    return (DocumentEdit(ADD, "/categories", {"key": key, "name": name}),)


def new_unit(
    document: Any,
    name: str,
    category: str = "",
    *,
    by_models: bool = True,
    tags: Iterable[str] = (),
) -> Edits:
    """Return the edits that add a unit.

    ``by_models`` says that each model has a price; else the unit is one model at one
    price, such as a character or a machine. ``tags`` are what it counts as.
    """
    key = key_of(name, keys_in(document["units"]), "unit")
    unit: dict[str, Any] = {"key": key, "name": name}
    if category:
        unit["category"] = category
    kind = _usual_type(document, category)
    if kind:
        unit["type"] = kind
    if named := list(tags):
        unit["tags"] = named
    line = {"key": key, "name": name, "characteristics": {}}
    if by_models:
        # Not the key of the unit: "at most 1 of it" counts units, and no models.
        own = key_of(f"{name} model", {key}, "model")
        unit["models"] = [{"key": own, "name": name, "min": 1, "profile": key}]
    else:
        unit["models"] = 1
    return (DocumentEdit(ADD, "/units", {**unit, "profiles": [line]}),)


def _usual_type(document: Any, category: str) -> str:
    """Return the type of the last unit of a category, "" where it has none."""
    units = [u for u in document["units"] if u.get("category", "") == category]
    return str(units[-1].get("type", "")) if units else ""


def new_model(unit: Any, name: str) -> Edits:
    """Return the edits that add a type of model with an empty stat line.

    A unit that was one model at one price becomes one of models at a price each.
    """
    at = f"/units/{unit['key']}"
    models = unit.get("models")
    taken = keys_in(models) if isinstance(models, list) else set()
    lines = keys_in(unit.get("profiles", ()))
    key = key_of(name, {unit["key"], *taken, *lines}, "model")
    model = {"key": key, "name": name, "min": 1, "profile": key}
    line = {"key": key, "name": name, "characteristics": {}}
    first = (
        DocumentEdit(ADD, f"{at}/models", model)
        if isinstance(models, list)
        else DocumentEdit(SET, f"{at}/models", [model])
    )
    return (first, DocumentEdit(ADD, f"{at}/profiles", line))


def new_stat_line(owner: Any, at: str, name: str) -> Edits:
    """Return the edits that add an empty stat line to a unit or an option."""
    key = key_of(name, keys_in(owner.get("profiles", ())), "line")
    line = {"key": key, "name": name, "characteristics": {}}
    return (DocumentEdit(ADD, f"{at}/profiles", line),)


def new_slot(stock: Stock, owner: Any, at: str, name: str) -> Edits:
    """Return the edits that add a slot to a unit, a model or an option at ``at``.

    The name of a group, such as "Full command of infantry", brings its options; that
    of a list offers this; any other makes an empty slot for one choice.
    """
    taken = keys_in(owner.get("slots", ()))
    slot: dict[str, Any]
    group, of_list = find_named(stock.groups, name), find_named(stock.lists, name)
    if group is not None:
        slot = copied(stock.groups[group]["slot"])
        slot["key"] = key_of(slot["name"], taken, "slot")
    else:
        slot = {"key": key_of(name, taken, "slot"), "name": name, "max": 1}
        if of_list is None:
            slot["options"] = []
        else:
            slot |= {"name": stock.lists[of_list]["name"], "list": of_list}
    return (DocumentEdit(ADD, f"{at}/slots", slot),)


def new_option(stock: Stock, slot: Any, at: str, name: str) -> Edits:
    """Return the edits that add an option to a slot or a list at ``at``.

    One that units of the book have already is copied with its price and stat lines; an
    item is offered by its key; any other name makes an option of its own words.
    """
    taken = keys_in(slot.get("options", ()))
    known = stock.options.get(name.casefold())
    item = find_named(stock.items, name)
    option: dict[str, Any]
    if known is not None and (known.get("key") or known.get("item")) not in taken:
        option = copied(known)
    elif item is not None and item not in taken:
        option = {"item": item}
        if stock.items[item].get("kind") == "mount":
            line = {"key": item, "name": stock.items[item]["name"]}
            option["kind"] = "mount"
            option["profiles"] = [{**line, "characteristics": {}}]
    else:
        option = {"key": key_of(name, taken, "option"), "name": name}
    return (DocumentEdit(ADD, f"{at}/options", option),)


def new_item_use(stock: Stock, at: str, name: str) -> Edits:
    """Return the edits that let a unit, model or option at ``at`` carry an item.

    A name that nothing has yet makes an item of the book as well.
    """
    found = find_named(stock.items, name)
    if found is not None:
        return (DocumentEdit(ADD, f"{at}/items", found),)
    key = key_of(name, set(stock.items), "item")
    return (
        DocumentEdit(ADD, "/items", {"key": key, "name": name}),
        DocumentEdit(ADD, f"{at}/items", key),
    )


def new_rule_use(stock: Stock, at: str, name: str) -> Edits:
    """Return the edits that give a unit, model or option at ``at`` a special rule.

    A number behind the name is the rule's X: "Armour-piercing 2". A name that nothing
    has yet makes a special rule of the book as well.
    """
    known = {**stock.game_rules, **stock.rules}
    found = find_named(known, name)
    with_x = WITH_X.fullmatch(name)
    if found is None and with_x is not None:
        found = find_named(known, with_x["name"])
        if found is not None:
            use = {"key": found, "x": int(with_x["x"])}
            return (DocumentEdit(ADD, f"{at}/rules", use),)
    if found is not None:
        return (DocumentEdit(ADD, f"{at}/rules", found),)
    key = key_of(name, set(known), "rule")
    return (
        DocumentEdit(ADD, "/rules", {"key": key, "name": name}),
        DocumentEdit(ADD, f"{at}/rules", key),
    )
