"""Checks of what a book cannot be read with: keys that stand twice, or nowhere."""

from collections.abc import Iterable, Iterator
from typing import Any

from rulesets.books.checks.draft import BookDraft, key_of
from rulesets.books.checks.finding import Found, Mend, misnamed, replace_by, take_out
from rulesets.books.checks.numbers import options_of, slots_of
from rulesets.books.checks.renaming import free_key

KEYED = (
    *("categories", "items", "rules", "lists", "units", "switches"),
    *("models", "slots", "options"),
)
"""Lists whose parts each need a key of their own."""


def same_keys(draft: BookDraft) -> Iterator[Found]:
    """Yield parts of one list that have one key."""
    for where, part in draft.parts:
        for of in KEYED:
            parts = part.get(of)
            is_here = not where or of not in ("items", "rules")
            if isinstance(parts, list) and is_here:
                yield from _same_keys(f"{where}/{of}", parts)


def _same_keys(where: str, parts: list[Any]) -> Iterator[Found]:
    first: dict[str, int] = {}
    keys = {key_of(part) for part in parts}
    for index, part in enumerate(parts):
        before = first.setdefault(key_of(part), index)
        if before != index:
            sentence = f"the key {key_of(part)!r} is already used at {where}/{before}"
            at = f"{where}/{index}"
            mend = replace_by(f"{at}/key", free_key(key_of(part), keys))
            if part == parts[before]:
                mend = take_out(at)
            named_by = "key" if "key" in part else "item"
            yield Found(f"{at}/{named_by}", sentence, mend=mend)


def unknown_items(draft: BookDraft) -> Iterator[Found]:
    """Yield items that something has or is, and the book does not have."""
    known = draft.keys("items")
    for where, part in draft.parts:
        named = part.get("items", ()) if where else ()
        for index, key in enumerate(named):
            if isinstance(key, str) and key not in known:
                at = f"{where}/items/{index}"
                yield _unknown_item(at, key, known, take_out(at))
        if part.get("item", "") and part["item"] not in known:
            yield _unknown_item(f"{where}/item", part["item"], known, ())


def _unknown_item(at: str, key: str, known: Iterable[str], gone: Mend) -> Found:
    return misnamed(at, f"the book has no item {key!r}", key, known, otherwise=gone)


def unknown_stat_lines(draft: BookDraft) -> Iterator[Found]:
    """Yield stat lines that a model has and its unit does not."""
    for index, unit in enumerate(draft.document["units"]):
        known = [profile["key"] for profile in unit.get("profiles", ())]
        models = unit.get("models", ())
        for number, model in enumerate(models if isinstance(models, list) else ()):
            key = model.get("profile")
            if key is not None and key not in known:
                at = f"/units/{index}/models/{number}/profile"
                yield misnamed(at, f"the unit has no profile {key!r}", key, known)


def unknown_lists(draft: BookDraft) -> Iterator[Found]:
    """Yield lists of options that no list before the place is."""
    own = len(draft.own.get("lists", ()))
    lists = [part["key"] for part in draft.document.get("lists", ())]
    keys = [*lists[own:], *lists[:own]]
    for where, slot in slots_of(draft):
        of, _, rest = where.removeprefix("/").partition("/")
        number = len(keys)
        if of == "lists":
            number = len(lists) - own + int(rest.partition("/")[0])
        key = slot.get("list")
        if key is not None and key not in keys[:number]:
            sentence = f"no list {key!r} stands before this place"
            yield misnamed(f"{where}/list", sentence, key, keys[:number])


def unknown_options(draft: BookDraft) -> Iterator[Found]:
    """Yield options that a slot takes along, or takes of a list, and does not have."""
    for where, slot in slots_of(draft):
        if "list" in slot and slot["list"] not in draft.lists:
            continue
        listed = draft.lists.get(slot.get("list", ""), {}).keys()
        offered = {key_of(one) for one in options_of(draft, slot)}
        for word, known in (("only", listed), ("except", listed), ("default", offered)):
            for index, key in enumerate(slot.get(word, ())):
                if key not in known:
                    at = f"{where}/{word}"
                    gone = take_out(f"{at}/{index}" if len(slot[word]) > 1 else at)
                    sentence = f"the slot has no option {key!r}"
                    yield misnamed(
                        f"{at}/{index}", sentence, key, known, otherwise=gone
                    )


def options_of_two_slots(draft: BookDraft) -> Iterator[Found]:
    """Yield keys that two slots of a part offer, or a slot and its types of model."""
    for where, part in draft.parts:
        beside, what = part.get("models"), "both a type of model and an option"
        if not where:
            beside, what = part["units"], "both a unit and an option"
        named = {key_of(one) for one in beside} if isinstance(beside, list) else set()
        seen: set[str] = set()
        for index, slot in enumerate(part.get("slots", ())):
            here = {key_of(one) for one in options_of(draft, slot)}
            for key in sorted(here & seen):
                sentence = f"the option {key!r} stands in two slots here"
                yield Found(f"{where}/slots/{index}", sentence)
            for key in sorted(here & named):
                yield Found(f"{where}/slots", f"{key!r} is {what}")
            seen |= here
