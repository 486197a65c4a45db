"""Copies of units: within a book, and into another one with what they need."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rulesets.books.checks.draft import targets_of, walk
from rulesets.books.unit_edits.keys import key_of
from rulesets.books.unit_edits.new_parts import keys_in
from rulesets.books.unit_edits.stock import Stock
from rulesets.books.unit_edits.uses import found_targets
from rulesets.core.subject import so_many
from rulesets.documents.document_edits import ADD, DocumentEdit, apply_edits
from rulesets.documents.places import copied
from rulesets.libraries import named_parts


@dataclass(frozen=True, slots=True)
class CopiedUnit:
    """The edits that copy a unit, its key there, and in words what else they do."""

    edits: tuple[DocumentEdit, ...]
    key: str
    told: tuple[str, ...] = ()


def duplicate_unit(document: Any, key: str, name: str) -> CopiedUnit:
    """Return the edits that put a copy of a unit, with all its parts, behind it.

    What the unit says of itself, the copy says of the copy.
    """
    units = document["units"]
    place = [unit["key"] for unit in units].index(key)
    unit = units[place]
    new = _renamed(unit, name, key_of(name, keys_in(units), "unit"))
    behind = units[place + 1]["key"] if place + 1 < len(units) else ""
    edit = DocumentEdit(ADD, "/units", new, before=behind)
    return CopiedUnit((edit,), new["key"])


def _renamed(unit: Any, name: str, key: str) -> Any:
    """Return a unit under another name: its limits and changes follow its key.

    The keys that it had in former editions stay its own.
    """
    unit = {member: part for member, part in unit.items() if member != "renamed_from"}
    if key == unit["key"]:
        return {**copied(unit), "name": name}
    new = _following(unit, unit["key"], key)
    return {**new, "key": key, "name": name}


def _following(value: Any, old: str, new: str) -> Any:
    """Return rules with another key for the one that queries ask for.

    Keys of limits get the new key in front, since each limit has its own.
    """
    if isinstance(value, list):
        return [_following(one, old, new) for one in value]
    if not isinstance(value, dict):
        return value
    made = {member: _following(part, old, new) for member, part in value.items()}
    for member in ("of", "in", "to", "each"):
        if member in made:
            made[member] = _targets(made[member], old, new)
    if "title" in made and "of" in made and "key" in made:
        made["key"] = f"{new}-{made['key'].removeprefix(f'{old}-')}"[:80].strip("-")
    return made


def _targets(value: Any, old: str, new: str) -> Any:
    if isinstance(value, list):
        return [new if one == old else one for one in value]
    return new if value == old else value


def copy_unit(source: Any, key: str, target: Any) -> CopiedUnit:
    """Return the edits that copy a unit of another book of the same game.

    The items, special rules and lists that it names come along. Where the book or its
    library has an item or rule of that key already, this one counts, and is told where
    it differs; a list that differs comes under a key of its own. What its limits and
    changes ask for, and only its own book has, is told, too.
    """
    unit = next(one for one in source["units"] if one["key"] == key)
    new_key = key_of(key, keys_in(target["units"]))
    new = _renamed(unit, unit["name"], new_key)
    needed = _Needed(Stock(source), Stock(target))
    needed.bring(new)
    came = needed.came
    if new.get("category") not in {None, *keys_in(target.get("categories", ()))}:
        came += _category(source, new["category"])
    told = tuple(needed.told)
    if came:
        told = (f"{so_many(len(came), 'part')} came along.", *told)
    parts = [*came, ("units", new)]
    edits = [
        DocumentEdit(ADD, f"/{of}", _with_lists(one, needed.lists)) for of, one in parts
    ]
    left = _left(source, apply_edits(target, edits), parts)
    if left:
        told = (*told, f"Asked for, and not in this book: {', '.join(left)}.")
    return CopiedUnit(tuple(edits), new_key, told)


def _left(source: Any, made: Any, parts: Iterable[tuple[str, Any]]) -> list[str]:
    """Return the names of what copied parts ask for and only their own book has."""
    lost = found_targets(source) - found_targets(made)
    asked = {
        target
        for _, part in parts
        for _, one in walk(part)
        for _, target in targets_of(one)
        if target in lost
    }
    names = {
        target: str(one["name"])
        for _, one in walk(source)
        if "name" in one
        for target in (one.get("key", one.get("item", "")),)
    }
    plain = (names.get(one) or one.rpartition(":")[2].lstrip("#") for one in asked)
    return sorted(plain)


class _Needed:
    """The parts that come along with a unit, each behind those that it names itself.

    ``lists`` are new keys of lists by their old ones.
    """

    def __init__(self, theirs: Stock, ours: Stock) -> None:
        self.theirs = theirs
        self.ours = ours
        self.came: list[tuple[str, Any]] = []
        self.told: list[str] = []
        self.lists: dict[str, str] = {}
        self.seen: set[tuple[str, str]] = set()

    def bring(self, part: Any) -> None:
        """Bring what a part names, and what this names."""
        for of, key in named_parts(part):
            found = self.theirs.parts(of).get(key)
            if found is not None and (of, key) not in self.seen:
                self.seen.add((of, key))
                self._bring_one(of, found)

    def _bring_one(self, of: str, part: Any) -> None:
        mine = self.ours.parts(of).get(part["key"])
        if mine == part:
            return
        if mine is not None and of != "lists":
            self.told.append(f"{mine['name']} is the one of this book, which differs.")
            return
        self.bring(part)
        part = _with_lists(part, self.lists)
        if mine is not None:
            key = self._key_of_list(part)
            self.lists[part["key"]] = key
            part = {**part, "key": key}
            if key in self.ours.lists:
                return
        self.came.append((of, part))

    def _key_of_list(self, part: Any) -> str:
        """Return the key of the same list under another key, or a new one."""
        for key, one in self.ours.lists.items():
            if {**part, "key": key} == one:
                return key
        return key_of(part["key"], self.ours.lists)


def _with_lists(value: Any, lists: Mapping[str, str]) -> Any:
    """Return a part whose slots offer lists under their new keys."""
    if isinstance(value, list):
        return [_with_lists(one, lists) for one in value]
    if not isinstance(value, dict):
        return value
    made = {member: _with_lists(part, lists) for member, part in value.items()}
    if isinstance(made.get("list"), str):
        made["list"] = lists.get(made["list"], made["list"])
    return made


def _category(source: Any, key: str) -> list[tuple[str, Any]]:
    found = [one for one in source.get("categories", ()) if one["key"] == key]
    return [("categories", one) for one in found]
