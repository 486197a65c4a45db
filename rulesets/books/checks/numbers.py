"""Checks of prices, ranges and keys: values that can be read and make no sense."""

from collections.abc import Iterable, Iterator
from typing import Any

from rulesets.books.checks.draft import BookDraft, Found
from rulesets.documents.json import canonical

Parts = Iterable[tuple[str, Any]]
"""Parts of a document with their places."""


def _plain(number: Any) -> int | float | None:
    """Return a bound that does not depend on the army, none for one that does."""
    is_number = isinstance(number, int | float) and not isinstance(number, bool)
    if is_number:
        return number  # type: ignore[no-any-return]
    fixed = isinstance(number, dict) and not number.get("terms")
    return number.get("base", 0) if fixed else None


def _name(part: Any) -> str:
    return str(
        part.get("title") or part.get("name") or part.get("key") or part.get("item")
    )


def _is_option(where: str) -> bool:
    return where.rpartition("/")[0].endswith("/options")


SETTING = ("set", "multiply", "at-most")
"""Changes that make a price negative where their value is negative."""


def negative_prices(draft: BookDraft) -> Iterator[Found]:
    """Yield units, models and items that cost less than nothing, or come to do so."""
    for where, part in draft.parts:
        value = _plain(part.get("value"))
        is_made = part.get("change") == "points" and part.get("op") in SETTING
        if is_made and value is not None and value < 0:
            yield f"{where}/value", f"a change makes a price negative: {value:,}"
        price = part.get("points", 0)
        is_price = isinstance(price, int | float) and not _is_option(where)
        if is_price and price < 0:
            yield f"{where}/points", f"{_name(part)} costs {price:,}"


def rebates(draft: BookDraft) -> Iterator[Found]:
    """Yield options that make an army cheaper."""
    for where, part in draft.parts:
        if _is_option(where) and part.get("points", 0) < 0:
            yield f"{where}/points", f"{_name(part)} costs {part['points']:,}"


def negative_bounds(draft: BookDraft) -> Iterator[Found]:
    """Yield minima and maxima below nothing."""
    return bounds_below_nothing(draft.parts)


def bounds_below_nothing(parts: Parts) -> Iterator[Found]:
    """Yield minima and maxima below nothing of some parts of a document."""
    for where, part in parts:
        for key in ("min", "max"):
            bound = _plain(part.get(key))
            if bound is not None and bound < 0:
                words = "at least" if key == "min" else "at most"
                yield f"{where}/{key}", f"{_name(part)}: {words} {bound:,}"


def backward_ranges(draft: BookDraft) -> Iterator[Found]:
    """Yield minima above their maxima, of limits, models, slots, options and dice."""
    return ranges_backwards(draft.parts)


def ranges_backwards(parts: Parts) -> Iterator[Found]:
    """Yield minima above their maxima of some parts of a document.

    A maximum below nothing is told by itself.
    """
    for where, part in parts:
        low, high = _plain(part.get("min", 0)), _plain(_most(where, part))
        high = None if high is not None and high < 0 else high
        start = part.get("start", low)
        if low is not None and high is not None and low > high:
            text = f"{_name(part)}: at least {low:,}, but at most {high:,}"
            yield f"{where}/min", text
        elif high is not None and isinstance(start, int) and start > high:
            text = f"{_name(part)}: {start:,} at first, but at most {high:,}"
            yield f"{where}/start", text
        elif low is not None and isinstance(start, int) and start < low:
            text = f"{_name(part)}: {start:,} at first, but at least {low:,}"
            yield f"{where}/start", text
        roll = part.get("roll")
        if isinstance(roll, list) and roll[0] > roll[1]:
            yield f"{where}/roll", f"{_name(part)}: a roll of {roll[0]} to {roll[1]}"


def _most(where: str, part: Any) -> Any:
    return part.get("max", 1) if _is_option(where) else part.get("max")


def gear_in_a_ring(draft: BookDraft) -> Iterator[Found]:
    """Yield items that give themselves, directly or by other items."""
    items = {item["key"]: item for item in draft.document.get("items", ())}
    for index, (key, item) in enumerate(items.items()):
        seen: set[str] = set()
        ahead = list(_given(item))
        while ahead:
            one = ahead.pop()
            if one in items and one not in seen:
                seen.add(one)
                ahead.extend(_given(items[one]))
        if key in seen:
            text = f"{item['name']} gives itself, by what it brings along"
            yield f"/items/{index}/changes", text


def _given(item: Any) -> Iterator[str]:
    for change in item.get("changes", ()):
        if change["change"] == "gear" and change.get("op") == "add":
            yield str(change["value"])


def short_slots(draft: BookDraft) -> Iterator[Found]:
    """Yield slots that demand more than they offer."""
    for where, slot in _slots(draft):
        low, offered = _plain(slot.get("min", 0)), _offered(draft, slot)
        if low and offered is not None and low > offered:
            text = f"{_name(slot)}: {low:,} to choose, {offered:,} on offer"
            yield f"{where}/min", text


def empty_slots(draft: BookDraft) -> Iterator[Found]:
    """Yield slots that offer nothing."""
    for where, slot in _slots(draft):
        if not _options(draft, slot):
            yield where, f"{_name(slot)} offers nothing"


def _slots(draft: BookDraft) -> Iterator[tuple[str, Any]]:
    for where, part in draft.parts:
        if where.rpartition("/")[0].endswith("/slots"):
            yield where, part


def _options(draft: BookDraft, slot: Any) -> list[Any]:
    """Return the options of a slot: its own, or those that it takes of a list."""
    if "list" not in slot:
        return list(slot["options"])
    lists = {part["key"]: part["options"] for part in draft.document.get("lists", ())}
    named = {one.get("key", one.get("item")): one for one in lists[slot["list"]]}
    wanted = set(slot.get("only", named)) - set(slot.get("except", ()))
    return [one for key, one in named.items() if key in wanted]


def _offered(draft: BookDraft, slot: Any) -> int | float | None:
    """Return how much a slot has at most; none where that has no end or depends."""
    most = [_plain(option.get("max", 1)) for option in _options(draft, slot)]
    return None if None in most else sum(one for one in most if one is not None)


def same_limits(draft: BookDraft) -> Iterator[Found]:
    """Yield limits of one key that are about the same things at one place."""
    for where, part in draft.parts:
        seen: dict[bytes, int] = {}
        for index, limit in enumerate(part.get("limits", ())):
            asked = [limit.get(key) for key in ("key", "of", "in", "count", "when")]
            first = seen.setdefault(canonical(asked), index)
            if first != index:
                text = (
                    f"the limit {limit['key']!r} stands at {where}/limits/{first} too"
                )
                yield f"{where}/limits/{index}/key", text


def same_stat_lines(draft: BookDraft) -> Iterator[Found]:
    """Yield stat lines of one key in one unit or option."""
    for where, part in draft.parts:
        keys = [profile["key"] for profile in part.get("profiles", ())]
        for index, key in enumerate(keys):
            if key in keys[:index]:
                text = f"{_name(part)} has two stat lines {key!r}"
                yield f"{where}/profiles/{index}/key", text


def nothing_to_buy(draft: BookDraft) -> Iterator[Found]:
    """Yield a book that offers nothing at all."""
    if not any(draft.document.get(key) for key in ("units", "slots", "items")):
        yield "/units", f"{draft.document['name']} is empty: it offers nothing to buy"


def units_without_models(draft: BookDraft) -> Iterator[Found]:
    """Yield units without a number of models."""
    for index, unit in enumerate(draft.document["units"]):
        if not unit.get("models"):
            yield f"/units/{index}/models", f"{unit['name']} has no number of models"


def free_units(draft: BookDraft) -> Iterator[Found]:
    """Yield units that cost nothing, with all their models."""
    for index, unit in enumerate(draft.document["units"]):
        models = unit.get("models", 0)
        kinds = models if isinstance(models, list) else ()
        if not unit.get("points") and not any(kind.get("points") for kind in kinds):
            yield f"/units/{index}/points", f"{unit['name']} costs nothing"
