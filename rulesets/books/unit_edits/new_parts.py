"""New parts of a book by what was typed: units, models, slots, options, rules.

Each function returns the edits that make the part; keys are made from names, and no
figure is invented: without a price typed it begins at zero, and stat lines are empty.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from rulesets.books.checks.numbers import is_option
from rulesets.books.unit_edits.keys import key_of
from rulesets.books.unit_edits.stock import Stock, find_named, stock_of
from rulesets.books.unit_edits.typed_parts import (
    TypedPart,
    read_priced,
    read_sized,
    read_unit,
    split_names,
)
from rulesets.documents.document_edits import ADD, SET, DocumentEdit, apply_edits
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
    text: str,
    category: str = "",
    *,
    by_models: bool = True,
    tags: Iterable[str] = (),
) -> Edits:
    """Return the edits that add a unit: "0-1 10+ Pikemen 6", "Marshal 90".

    ``by_models`` says that each model has a price; else the unit is one model at one
    price, such as a character or a machine. ``tags`` are what it counts as.
    """
    typed = read_unit(text, by_models=by_models)
    name = typed.name
    key = key_of(name, keys_in(document["units"]), "unit")
    unit: dict[str, Any] = {"key": key, "name": name}
    if category:
        unit["category"] = category
    kind = _usual_type(document, category, by_models=by_models)
    if kind:
        unit["type"] = kind
    if named := list(tags):
        unit["tags"] = named
    line = {"key": key, "name": name, "characteristics": {}}
    if by_models:
        # Not the key of the unit: "at most 1 of it" counts units, and no models.
        own = key_of(f"{name} model", {key}, "model")
        unit["models"] = [_model(own, key, typed)]
    else:
        unit |= {"models": 1, **_price(typed)}
    if typed.in_army is not None:
        title = f"At most {typed.in_army} {name} in the army"
        few = {"key": key_of(title, set()), "title": title, "of": key, "in": "army"}
        unit["limits"] = [{**few, "max": typed.in_army}]
    return (DocumentEdit(ADD, "/units", {**unit, "profiles": [line]}),)


def _model(key: str, line: str, typed: TypedPart) -> dict[str, Any]:
    """Return a type of model of at least one, or of the size that was typed."""
    most = {} if typed.most is None else {"max": typed.most}
    least = 1 if typed.least is None else typed.least
    start = {"key": key, "name": typed.name, "min": least, **most, "profile": line}
    return {**start, **_price(typed)}


def _price(typed: TypedPart) -> dict[str, Any]:
    return {} if typed.points is None else {"points": typed.points}


def _usual_type(document: Any, category: str, *, by_models: bool) -> str:
    """Return the type of the last unit of a category that is bought in the same way.

    It is "" where there is none: a war machine says nothing of who comes by the model.
    """
    units = [
        unit
        for unit in document["units"]
        if unit.get("category", "") == category
        and isinstance(unit.get("models"), list) == by_models
    ]
    return str(units[-1].get("type", "")) if units else ""


def new_model(unit: Any, text: str) -> Edits:
    """Return the edits that add a type of model, "3 Gunners", with an empty stat line.

    A unit that was one model at one price becomes one of models at a price each.
    """
    at = f"/units/{unit['key']}"
    typed = read_sized(text)
    name = typed.name
    models = unit.get("models")
    taken = keys_in(models) if isinstance(models, list) else set()
    lines = keys_in(unit.get("profiles", ()))
    key = key_of(name, {unit["key"], *taken, *lines}, "model")
    model = _model(key, key, typed)
    line = {"key": key, "name": name, "characteristics": {}}
    first = (
        DocumentEdit(ADD, f"{at}/models", model)
        if isinstance(models, list)
        else DocumentEdit(SET, f"{at}/models", [model])
    )
    return (first, DocumentEdit(ADD, f"{at}/profiles", line))


def new_stat_line(owner: Any, at: str, name: str) -> Edits:
    """Return the edits that add an empty stat line to a unit or an option.

    An option of no other kind becomes a mount: its line fights, and it has a rider.
    """
    key = key_of(name, keys_in(owner.get("profiles", ())), "line")
    line = {"key": key, "name": name, "characteristics": {}}
    added = DocumentEdit(ADD, f"{at}/profiles", line)
    if is_option(at) and not owner.keys() & {"kind", "item"}:
        return (added, DocumentEdit(SET, f"{at}/kind", "mount"))
    return (added,)


def new_slot(document: Any, owner: Any, at: str, text: str) -> Edits:
    """Return the edits that add a slot to a unit, a model or an option at ``at``.

    The name of a group, such as "Full command of infantry", brings its options; that
    of a list offers this; any other makes an empty slot for one choice. Options may
    stand behind a colon: "Weapons: Great weapon 6, Lance 5".
    """
    stock = stock_of(document)
    name, of_group, of_list, options = _read_slot(stock, text)
    taken = keys_in(owner.get("slots", ()))
    slot: dict[str, Any]
    if of_group is not None:
        slot = copied(stock.groups[of_group]["slot"])
        slot["key"] = key_of(slot["name"], taken, "slot")
    else:
        slot = {"key": key_of(name, taken, "slot"), "name": name, "max": 1}
        if of_list is None:
            slot["options"] = []
        else:
            slot |= {"name": stock.lists[of_list]["name"], "list": of_list}
    added = DocumentEdit(ADD, f"{at}/slots", slot)
    if not options or "list" in slot:
        return (added,)
    inside = f"{at}/slots/{slot['key']}"
    return (added, *new_options(apply_edits(document, (added,)), slot, inside, options))


def _read_slot(stock: Stock, text: str) -> tuple[str, str | None, str | None, str]:
    """Return a slot's name, its group and its list if it is one's, and its options."""
    name, colon, options = text.partition(":")
    for whole in (text, name.strip()):
        group = find_named(stock.groups, whole) or _begun(stock.groups, whole)
        of_list = find_named(stock.lists, whole)
        if group is not None or of_list is not None:
            return whole, group, of_list, options if whole != text else ""
    if colon and name.strip() and options.strip():
        return name.strip(), None, None, options.strip()
    return text, None, None, ""


def _begun(groups: Mapping[str, Any], text: str) -> str | None:
    """Return the first group whose name begins so: "Full command" of whatever."""
    begin = f"{text.casefold()} "
    named = ((key, group["name"].casefold()) for key, group in groups.items())
    found = next((key for key, name in named if name.startswith(begin)), None)
    return found if " " in text else None


def new_options(document: Any, slot: Any, at: str, text: str) -> Edits:
    """Return the edits that add options to a slot or a list at ``at``.

    Commas stand between them, a price behind each: "Great weapon 6, Shield 1 each".
    """
    stock = stock_of(document)
    edits: list[DocumentEdit] = []
    options = [*slot.get("options", ())]
    for one in split_names(text, lambda name: _is_known(stock, name)):
        option = _option(stock, {**slot, "options": options}, one)
        options.append(option)
        edits.append(DocumentEdit(ADD, f"{at}/options", option))
    return tuple(edits)


def _is_known(stock: Stock, name: str) -> bool:
    return name.casefold() in stock.options or find_named(stock.items, name) is not None


def _option(stock: Stock, slot: Any, text: str) -> dict[str, Any]:
    """Return a new option of a slot.

    One that units of the book have already is copied with its price and stat lines; an
    item is offered by its key; any other name makes an option of its own words.
    """
    typed = TypedPart(text) if _is_known(stock, text) else read_priced(text)
    name, taken = typed.name, keys_in(slot["options"])
    known = stock.options.get(name.casefold())
    item = find_named(stock.items, name)
    option: dict[str, Any]
    if known is not None and (known.get("key") or known.get("item")) not in taken:
        option = copied(known)
    elif item is not None and item not in taken:
        option = {"item": item}
        if stock.items[item].get("kind") == "mount":
            option |= _mount(item, stock.items[item]["name"])
    else:
        option = {"key": key_of(name, taken, "option"), "name": name}
        if _is_for_mounts(stock, slot):
            option |= _mount(option["key"], name)
    each = {"per": "model"} if typed.each else {}
    return {**option, **_price(typed), **each}


def _mount(key: str, name: str) -> dict[str, Any]:
    """Return what makes an option a mount: its kind, and an empty stat line."""
    line = {"key": key, "name": name, "characteristics": {}}
    return {"kind": "mount", "profiles": [line]}


def _is_for_mounts(stock: Stock, slot: Any) -> bool:
    """Return whether a slot or a list offers mounts, or is called after them."""
    kinds = [
        option.get("kind") or stock.items.get(option.get("item", ""), {}).get("kind")
        for option in slot.get("options", ())
    ]
    if kinds:
        return all(kind == "mount" for kind in kinds)
    return not {"mount", "mounts"}.isdisjoint(slot.get("name", "").casefold().split())


def new_item_uses(document: Any, at: str, text: str) -> Edits:
    """Return the edits that let a unit, model or option at ``at`` carry items.

    Commas stand between names. One that nothing has yet makes an item of the book.
    """
    stock = stock_of(document)
    taken = set(stock.items)
    edits: list[DocumentEdit] = []
    for name in split_names(
        text, lambda name: find_named(stock.items, name) is not None
    ):
        found = find_named(stock.items, name)
        if found is None:
            found = key_of(name, taken, "item")
            taken.add(found)
            edits.append(DocumentEdit(ADD, "/items", {"key": found, "name": name}))
        edits.append(DocumentEdit(ADD, f"{at}/items", found))
    return tuple(edits)


def new_rule_uses(document: Any, at: str, text: str) -> Edits:
    """Return the edits that give a unit, model or option at ``at`` special rules.

    Commas stand between names, and a number behind one is the rule's X:
    "Armour-piercing 2". A name that nothing has yet makes a special rule of the book.
    """
    stock = stock_of(document)
    known = {**stock.game_rules, **stock.rules}
    taken = set(known)
    edits: list[DocumentEdit] = []
    for name in split_names(text, lambda name: bool(find_named(known, name))):
        use = _known_rule(known, name)
        if use is None:
            use = key_of(name, taken, "rule")
            taken.add(use)
            edits.append(DocumentEdit(ADD, "/rules", {"key": use, "name": name}))
        edits.append(DocumentEdit(ADD, f"{at}/rules", use))
    return tuple(edits)


def _known_rule(known: Any, name: str) -> Any:
    """Return the use of a rule that is there by this name, with its X; none for new."""
    found = find_named(known, name)
    with_x = WITH_X.fullmatch(name)
    if found is None and with_x is not None:
        found = find_named(known, with_x["name"])
        return None if found is None else {"key": found, "x": int(with_x["x"])}
    return found
