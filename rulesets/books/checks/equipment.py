"""Checks of gear, mounts and champions: choices that do nothing, or too much."""

from collections.abc import Iterator
from typing import Any

from rulesets.books.book import Entry
from rulesets.books.checks.draft import BookDraft
from rulesets.books.checks.finding import Found, name_of, replace_by
from rulesets.books.checks.numbers import is_option, plain_number

ARMOUR = ("armour", "shield", "barding")
FIGHTERS = ("model", "unit", "mount")
"""Kinds of options that have a stat line to fight with."""

NO_SAVE = 7
"""The need of a save that nobody makes [pips]: a change can make it better."""


def dashes_that_stay(draft: BookDraft) -> Iterator[Found]:
    """Yield printed dashes that a change of the same unit would make better."""
    known = draft.game.characteristics
    needs = [one for one in known if one.unit == "need" and one.none is None]
    for index, unit in enumerate(draft.document["units"]):
        entry = draft.book.units[unit["key"]]
        for number, profile in enumerate(unit.get("profiles", ())[:1]):
            for need in needs:
                if profile["characteristics"].get(need.key, 0) is not None:
                    continue
                by = _bettering(draft, entry, f"figure:{need.key}")
                if by:
                    at = f"/units/{index}/profiles/{number}/characteristics/{need.key}"
                    sentence = (
                        f"{unit['name']}: {by} makes {need.name} better, "
                        "and a dash stays a dash"
                    )
                    yield Found(at, sentence, mend=replace_by(at, NO_SAVE))


def _bettering(draft: BookDraft, entry: Entry, attribute: str) -> str:
    """Return the name of what adds to a figure of a unit, "" where nothing does."""
    for piece in entry.gear:
        carried = draft.book.items[piece.key].carried
        if _adds(carried, attribute):
            return carried.name
    for child in entry.entries.values():
        own = child.profiles and child.kind != "model"
        if _adds(child, attribute):
            return child.name
        found = "" if own else _bettering(draft, child, attribute)
        if found:
            return found
    return ""


def _adds(entry: Entry, attribute: str) -> bool:
    return any(one.attribute == attribute and one.op == "add" for one in entry.changes)


def mounts_without_stat_line(draft: BookDraft) -> Iterator[Found]:
    """Yield mounts that have no figures to fight with, and give their rider none."""
    for where, part in _bought(draft):
        is_mount = _kind(draft, part) == "mount"
        acts = _acts(part) | _acts(_item(draft, part))
        if is_mount and not part.get("profiles") and not acts:
            name = _name(draft, part)
            yield Found(where, f"{name} has no stat line, so it cannot fight")


def stat_lines_of_nobody(draft: BookDraft) -> Iterator[Found]:
    """Yield options with a stat line that are no models and no mount."""
    for where, part in _bought(draft):
        if part.get("profiles") and _kind(draft, part) not in FIGHTERS:
            name = _name(draft, part)
            sentence = f"{name} has a stat line and is no mount: it does not fight"
            yield Found(where, sentence, mend=replace_by(f"{where}/kind", "mount"))


def armour_without_effect(draft: BookDraft) -> Iterator[Found]:
    """Yield armour that is bought and changes nothing, nor does what gives it."""
    for where, part in _bought(draft):
        item = _item(draft, part)
        is_armour = item.get("kind") in ARMOUR
        if is_armour and not _acts(part) | _acts(item):
            name = _name(draft, part)
            yield Found(where, f"{name} improves no save, nor anything else")


def _bought(draft: BookDraft) -> Iterator[tuple[str, Any]]:
    """Yield the options that somebody wears or rides: not those of the whole army."""
    for where, part in draft.parts:
        if is_option(where) and not where.startswith("/slots"):
            yield where, part


def _item(draft: BookDraft, option: Any) -> Any:
    """Return the item that an option is; empty where the book has none such."""
    return draft.items.get(option.get("item", ""), {})


def _kind(draft: BookDraft, option: Any) -> Any:
    """Return the kind of an option: its own, or its item's."""
    return option.get("kind", _item(draft, option).get("kind"))


def _name(draft: BookDraft, option: Any) -> str:
    """Return what an option is called: by itself, or by its item."""
    return str(option.get("name") or name_of(_item(draft, option)))


def _acts(part: Any) -> bool:
    """Return whether a part of a document changes anything, or brings a rule."""
    return bool(part.get("changes") or part.get("rules"))


def champions_that_add_a_model(draft: BookDraft) -> Iterator[Found]:
    """Yield single models that are bought for a unit and come on top of its models."""
    for where, part in _bought(draft):
        is_one = plain_number(part.get("max", 1)) == 1 and part.get("models", 1)
        unit = where.split("/")[2] if where.startswith("/units/") else ""
        many = draft.document["units"][int(unit)].get("models") if unit else 0
        if part.get("kind") == "model" and is_one and many:
            at = f"{where}/models"
            sentence = f"{name_of(part)} comes on top of the models of its unit"
            yield Found(at, sentence, mend=replace_by(at, 0))
