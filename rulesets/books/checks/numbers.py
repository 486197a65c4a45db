"""Checks of prices, ranges and keys: values that can be read and make no sense."""

from collections.abc import Iterable, Iterator
from typing import Any

from rulesets.books.checks.draft import BookDraft
from rulesets.books.checks.finding import (
    Found,
    Mend,
    name_of,
    replace_by,
    take_out,
)
from rulesets.books.checks.renaming import free_key
from rulesets.documents.json import canonical

Parts = Iterable[tuple[str, Any]]
"""Parts of a document with their places."""


def plain_number(number: Any) -> int | float | None:
    """Return a bound that does not depend on the army, none for one that does."""
    is_number = isinstance(number, int | float) and not isinstance(number, bool)
    if is_number:
        return number  # type: ignore[no-any-return]
    fixed = isinstance(number, dict) and not number.get("terms")
    return number.get("base", 0) if fixed else None


def is_option(where: str) -> bool:
    """Return whether a place is that of an option."""
    return where.rpartition("/")[0].endswith("/options")


def is_limit(where: str) -> bool:
    """Return whether a place is that of a limit."""
    return where.rpartition("/")[0].endswith("/limits")


SETTING = ("set", "multiply", "at-most")
"""Changes that make a price negative where their value is negative."""


def negative_prices(draft: BookDraft) -> Iterator[Found]:
    """Yield units, models and items that cost less than nothing, or come to do so."""
    for where, part in draft.parts:
        value = plain_number(part.get("value"))
        is_made = part.get("change") == "points" and part.get("op") in SETTING
        if is_made and value is not None and value < 0:
            sentence = f"a change makes a price negative: {value:,}"
            yield Found(
                f"{where}/value", sentence, mend=replace_by(f"{where}/value", -value)
            )
        price = part.get("points", 0)
        is_price = isinstance(price, int | float) and not is_option(where)
        if is_price and price < 0:
            sentence, at = f"{name_of(part)} costs {price:,}", f"{where}/points"
            yield Found(at, sentence, mend=replace_by(at, -price))


def rebates(draft: BookDraft) -> Iterator[Found]:
    """Yield options that make an army cheaper."""
    for where, part in draft.parts:
        if is_option(where) and part.get("points", 0) < 0:
            sentence = f"{name_of(part)} costs {part['points']:,}"
            yield Found(f"{where}/points", sentence)


def negative_bounds(draft: BookDraft) -> Iterator[Found]:
    """Yield minima and maxima below nothing."""
    return bounds_below_nothing(draft.parts)


def bounds_below_nothing(parts: Parts) -> Iterator[Found]:
    """Yield minima and maxima below nothing of some parts of a document."""
    for where, part in parts:
        for key in ("min", "max"):
            bound = plain_number(part.get(key))
            if bound is not None and bound < 0:
                words = "at least" if key == "min" else "at most"
                at, sentence = f"{where}/{key}", f"{name_of(part)}: {words} {bound:,}"
                yield Found(at, sentence, mend=replace_by(at, 0))


def backward_ranges(draft: BookDraft) -> Iterator[Found]:
    """Yield minima above their maxima, of limits, models, slots, options and dice."""
    return ranges_backwards(draft.parts)


def ranges_backwards(parts: Parts) -> Iterator[Found]:
    """Yield minima above their maxima of some parts of a document.

    A maximum below nothing is told by itself.
    """
    for where, part in parts:
        low, high = plain_number(part.get("min", 0)), plain_number(_most(where, part))
        high = None if high is not None and high < 0 else high
        start = part.get("start", low)
        plain, at_start = take_out(f"{where}/start"), f"{start} at first"
        if low is not None and high is not None and low > high:
            sentence = f"{name_of(part)}: at least {low:,}, but at most {high:,}"
            yield Found(f"{where}/min", sentence, mend=_swapped(where, part))
        elif high is not None and isinstance(start, int) and start > high:
            sentence = f"{name_of(part)}: {at_start}, but at most {high:,}"
            yield Found(f"{where}/start", sentence, mend=plain)
        elif low is not None and isinstance(start, int) and start < low:
            sentence = f"{name_of(part)}: {at_start}, but at least {low:,}"
            yield Found(f"{where}/start", sentence, mend=plain)
        roll = part.get("roll")
        if isinstance(roll, list) and roll[0] > roll[1]:
            at, sentence = f"{where}/roll", f"a roll of {roll[0]} to {roll[1]}"
            mend = replace_by(at, roll[::-1])
            yield Found(at, f"{name_of(part)}: {sentence}", mend=mend)


def _swapped(where: str, part: Any) -> Mend:
    """Return the mend that makes the minimum the maximum, and the reverse."""
    low, high = plain_number(part["min"]), plain_number(_most(where, part))
    return (*replace_by(f"{where}/min", high), *replace_by(f"{where}/max", low))


def _most(where: str, part: Any) -> Any:
    return part.get("max", 1) if is_option(where) else part.get("max")


def gear_in_a_ring(draft: BookDraft) -> Iterator[Found]:
    """Yield items that give themselves, directly or by other items."""
    items = {item["key"]: item for item in draft.document.get("items", ())}
    for index, (key, item) in enumerate(items.items()):
        if key in _all_given(key, items):
            sentence = f"{item['name']} gives itself, by what it brings along"
            at = f"/items/{index}/changes"
            yield Found(at, sentence, mend=_cut(at, item, key, items))


def _all_given(key: str, items: dict[str, Any]) -> set[str]:
    """Return the keys of all items that an item gives, and those give in turn."""
    seen: set[str] = set()
    ahead = list(_given(items[key]))
    while ahead:
        one = ahead.pop()
        if one in items and one not in seen:
            seen.add(one)
            ahead.extend(_given(items[one]))
    return seen


def _cut(where: str, item: Any, key: str, items: dict[str, Any]) -> Mend:
    """Return the mend that takes out the first gift of an item that leads back."""
    for index, change in enumerate(item["changes"]):
        given = next(_given({"changes": [change]}), "")
        if given == key or (given in items and key in _all_given(given, items)):
            return take_out(f"{where}/{index}")
    return ()


def _given(item: Any) -> Iterator[str]:
    for change in item.get("changes", ()):
        if change["change"] == "gear" and change.get("op") == "add":
            yield str(change["value"])


def short_slots(draft: BookDraft) -> Iterator[Found]:
    """Yield slots that demand more than they offer."""
    for where, slot in slots_of(draft):
        low, offered = plain_number(slot.get("min", 0)), _offered(draft, slot)
        if low and offered is not None and low > offered:
            sentence = f"{name_of(slot)}: {low:,} to choose, {offered:,} on offer"
            at = f"{where}/min"
            yield Found(at, sentence, mend=replace_by(at, offered))


def empty_slots(draft: BookDraft) -> Iterator[Found]:
    """Yield slots that offer nothing."""
    for where, slot in slots_of(draft):
        is_known = "list" not in slot or slot["list"] in draft.lists
        if is_known and not options_of(draft, slot):
            yield Found(
                where, f"{name_of(slot)} offers nothing yet", mend=take_out(where)
            )


def slots_of(draft: BookDraft) -> Iterator[tuple[str, Any]]:
    """Yield every slot of a book with its place."""
    for where, part in draft.parts:
        if where.rpartition("/")[0].endswith("/slots"):
            yield where, part


def options_of(draft: BookDraft, slot: Any) -> list[Any]:
    """Return the options of a slot: its own, or those that it takes of a list."""
    if "list" not in slot:
        return list(slot["options"])
    named = draft.lists.get(slot["list"], {})
    wanted = set(slot.get("only", named)) - set(slot.get("except", ()))
    return [one for key, one in named.items() if key in wanted]


def _offered(draft: BookDraft, slot: Any) -> int | float | None:
    """Return how much a slot has at most; none where that has no end or depends."""
    most = [plain_number(option.get("max", 1)) for option in options_of(draft, slot)]
    return None if None in most else sum(one for one in most if one is not None)


def same_limits(draft: BookDraft) -> Iterator[Found]:
    """Yield limits of one key that are about the same things at one place."""
    for where, part in draft.parts:
        seen: dict[bytes, int] = {}
        keys = {limit["key"] for limit in part.get("limits", ())}
        for index, limit in enumerate(part.get("limits", ())):
            asked = [limit.get(key) for key in ("key", "of", "in", "count", "when")]
            first = seen.setdefault(canonical(asked), index)
            if first != index:
                other = f"{where}/limits/{first}"
                sentence = f"the limit {limit['key']!r} stands at {other} too"
                at = f"{where}/limits/{index}"
                mend = replace_by(f"{at}/key", free_key(limit["key"], keys))
                if canonical(limit) == canonical(part["limits"][first]):
                    mend = take_out(at)
                yield Found(f"{at}/key", sentence, mend=mend)


def same_stat_lines(draft: BookDraft) -> Iterator[Found]:
    """Yield stat lines of one key in one unit or option."""
    for where, part in draft.parts:
        keys = [profile["key"] for profile in part.get("profiles", ())]
        for index, key in enumerate(keys):
            if key in keys[:index]:
                sentence = f"{name_of(part)} has two stat lines {key!r}"
                at = f"{where}/profiles/{index}/key"
                mend = replace_by(at, free_key(key, set(keys)))
                yield Found(at, sentence, mend=mend)


def nothing_to_buy(draft: BookDraft) -> Iterator[Found]:
    """Yield a book that offers nothing at all."""
    if not any(draft.document.get(key) for key in ("units", "slots", "items")):
        name = draft.document["name"]
        yield Found("/units", f"{name} is empty: it offers nothing to buy")


def models_bought(unit: Any) -> list[Any]:
    """Return the models that are chosen in a unit's own slots."""
    options = [one for slot in unit.get("slots", ()) for one in slot.get("options", ())]
    return [one for one in options if one.get("kind") == "model"]


def units_without_models(draft: BookDraft) -> Iterator[Found]:
    """Yield units without a number of models."""
    for index, unit in enumerate(draft.document["units"]):
        if not unit.get("models") and not models_bought(unit):
            sentence = f"{unit['name']} has no number of models"
            yield Found(f"/units/{index}/models", sentence)


def free_units(draft: BookDraft) -> Iterator[Found]:
    """Yield units that cost nothing, with all their models."""
    for index, unit in enumerate(draft.document["units"]):
        models = unit.get("models", 0)
        kinds = [*(models if isinstance(models, list) else ()), *models_bought(unit)]
        if not unit.get("points") and not any(kind.get("points") for kind in kinds):
            yield Found(f"/units/{index}/points", f"{unit['name']} costs nothing")
