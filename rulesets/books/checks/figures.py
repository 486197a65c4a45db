"""Checks of figures: characteristics, types, figures of items, missing figures."""

import re
from collections.abc import Iterator
from typing import Any

from rulesets.books.checks.draft import BookDraft
from rulesets.books.checks.finding import (
    Found,
    Mend,
    Replacement,
    meant,
    misnamed,
    name_of,
    replace_by,
)
from rulesets.books.checks.numbers import models_bought
from rulesets.game import ItemStat

FIGURE_COUNTS = ("highest", "sum")
DICE = re.compile(r"\d*D\d+(?:\s?[+-]\s?\d+)?")
SETTING = ("set", "at-least", "at-most")
"""Changes of a figure whose value must be a figure too."""

NOT_PRINTED = "?"
"""The value of a change that sets a figure which nobody printed."""

NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
"""The numbers from 0 on, as a text may say them."""

MOST_FIGURE = 100
"""Figures above it are far from all that the games print."""

MOST_AT_ALL = 1000
MOST_POINTS = 5000
MOST_MODIFIER = 12
MOST_NEED = 12

BOUNDS = {
    "count": (0, MOST_AT_ALL),
    "need": (1, MOST_NEED),
    "modifier": (-MOST_MODIFIER, MOST_MODIFIER),
}
"""Least and most of each kind of figure of an item."""


def _figures(draft: BookDraft) -> Iterator[tuple[str, str, Any]]:
    """Yield place, key and value of every figure of every stat line."""
    for where, part in draft.parts:
        figures = part.get("characteristics")
        if isinstance(figures, dict):
            for key, value in figures.items():
                yield f"{where}/characteristics/{key}", key, value


def _figures_set(draft: BookDraft) -> Iterator[tuple[str, str, Any]]:
    """Yield place, key and value of every figure that a change sets or bounds."""
    for where, part in draft.parts:
        kind, _, key = part.get("change", "").partition(":")
        is_set = part.get("op") in SETTING and part.get("value") != NOT_PRINTED
        if kind == "figure" and is_set:
            yield f"{where}/value", key, part.get("value")


def unknown_figures(draft: BookDraft) -> Iterator[Found]:
    """Yield figures that the game does not have, wherever they are named."""
    known = [characteristic.key for characteristic in draft.game.characteristics]
    for where, part in draft.parts:
        figures = part.get("characteristics")
        for key in figures if isinstance(figures, dict) else ():
            if key not in known:
                yield _renamed(f"{where}/characteristics", key, figures, known, draft)
        kind, _, key = part.get("change", "").partition(":")
        if kind == "figure" and key not in known:
            yield _unknown(draft, f"{where}/change", key, known, "figure:{}")
        count = part.get("count", "")
        kind, _, key = count.partition(":") if isinstance(count, str) else ("", "", "")
        if kind in FIGURE_COUNTS and key not in known:
            yield _unknown(draft, f"{where}/count", key, known, f"{kind}:{{}}")


def _unknown(
    draft: BookDraft, pointer: str, key: str, known: list[str], form: str
) -> Found:
    sentence = f"{draft.game.name} has no characteristic {key!r}"
    return misnamed(pointer, sentence, key, known, form=form)


def _renamed(
    table: str, key: str, figures: Any, known: list[str], draft: BookDraft
) -> Found:
    """Return the fault of a figure's key, mended where the right one has no figure."""
    sentence = f"{draft.game.name} has no characteristic {key!r}"
    return _other_key(table, key, figures, known, sentence)


def _other_key(table: str, key: str, figures: Any, known: Any, sentence: str) -> Found:
    found = meant(key, known)
    if not found:
        return Found(f"{table}/{key}", sentence)
    mend: Mend = ()
    if found not in figures:
        gone = Replacement(f"{table}/{key}", is_removal=True)
        mend = (gone, Replacement(f"{table}/{found}", figures[key]))
    return Found(f"{table}/{key}", sentence, (found,), mend)


def figures_that_are_no_number(draft: BookDraft) -> Iterator[Found]:
    """Yield words and impossible numbers where a number or dice should stand."""
    units = {figure.key: figure for figure in draft.game.characteristics}
    for where, key, value in (*_figures(draft), *_figures_set(draft)):
        if (
            key not in units
            or value is None
            or isinstance(value, dict)
            or units[key].unit == "text"
        ):
            continue
        name = units[key].name
        if units[key].unit == "need":
            if not isinstance(value, int) or not 1 <= value <= MOST_NEED:
                sentence = "expected the lowest roll that succeeds, 1 to 12, or nothing"
                yield Found(where, sentence, mend=_as_number(where, value, 1))
        elif isinstance(value, str) and not DICE.fullmatch(value):
            sentence = f"{name} is {value!r}; expected a number or dice such as 2D6"
            yield Found(where, sentence, mend=_as_number(where, value, 0))
        elif isinstance(value, int) and not 0 <= value <= MOST_AT_ALL:
            sentence = f"{name} is {value:,}; expected 0 to {MOST_AT_ALL:,}"
            yield Found(where, sentence)


def _as_number(pointer: str, value: Any, least: int) -> Mend:
    """Return the mend of a text that says a number: four, 4+, 4."""
    text = str(value).strip().casefold().removesuffix("+")
    number = NUMBER_WORDS.index(text) if text in NUMBER_WORDS else None
    if text.isdecimal() and text.isascii() and len(text) < 3:
        number = int(text)
    is_figure = number is not None and least <= number <= MOST_NEED
    return replace_by(pointer, number) if is_figure else ()


def far_figures(draft: BookDraft) -> Iterator[Found]:
    """Yield figures that no book of any game comes near to."""
    names = {figure.key: figure.name for figure in draft.game.characteristics}
    told = [
        (where, names.get(key, key), value)
        for where, key, value in (*_figures(draft), *_figures_set(draft))
    ]
    stats = draft.game.item_stats
    for index, item in enumerate(draft.document.get("items", ())):
        told += [
            (f"/items/{index}/stats/{key}", f"{item['name']}: {stats[key].name}", value)
            for key, value in item.get("stats", {}).items()
            if key in stats
        ]
    for where, name, value in told:
        if isinstance(value, int) and MOST_FIGURE < value <= MOST_AT_ALL:
            yield Found(where, f"{name} is {value:,}")


def far_prices(draft: BookDraft) -> Iterator[Found]:
    """Yield prices that no army can pay."""
    for where, part in draft.parts:
        price = part.get("points", 0)
        if isinstance(price, int | float) and price > MOST_POINTS:
            yield Found(f"{where}/points", f"{name_of(part)} costs {price:,}")


def unknown_types(draft: BookDraft) -> Iterator[Found]:
    """Yield types of unit that the game does not have."""
    known = draft.game.unit_types
    for where, part in draft.parts if known else ():
        kind, at = part.get("type", ""), f"{where}/type"
        if part.get("change") == "type":
            kind, at = part.get("value", ""), f"{where}/value"
        if isinstance(kind, str) and kind and kind not in known:
            sentence = f"{draft.game.name} has no type of unit {kind!r}"
            yield misnamed(at, sentence, kind, known)


def unknown_stats(draft: BookDraft) -> Iterator[Found]:
    """Yield figures of items that the game does not have."""
    known = draft.game.item_stats
    for index, item in enumerate(draft.document.get("items", ())):
        stats = item.get("stats", {})
        for key in stats:
            if key not in known:
                sentence = f"items of {draft.game.name} have no figure {key!r}"
                yield _other_key(f"/items/{index}/stats", key, stats, known, sentence)


def item_figures_that_are_no_number(draft: BookDraft) -> Iterator[Found]:
    """Yield figures of items that nobody can read, with the expected form."""
    for index, item in enumerate(draft.document.get("items", ())):
        for key, value in item.get("stats", {}).items():
            stat = draft.game.item_stats.get(key)
            if stat is not None and value is not None and not _is_read(stat, value):
                said = f"{value:,}" if isinstance(value, int) else repr(value)
                sentence = f"{item['name']}: {stat.name} is {said}; expected "
                yield misnamed(
                    f"/items/{index}/stats/{key}",
                    f"{sentence}{_expected(stat)}",
                    str(value),
                    stat.words,
                )


def _is_read(stat: ItemStat, value: Any) -> bool:
    if stat.unit in BOUNDS and isinstance(value, int):
        low, high = BOUNDS[stat.unit]
        return low <= value <= high
    if value in stat.words:
        return True
    if stat.pattern:
        return bool(re.fullmatch(stat.pattern, str(value)))
    return stat.unit == "text" and not stat.words


def _expected(stat: ItemStat) -> str:
    several = [repr(word) for word in stat.words]
    several += [f"such as {stat.example!r}"] if stat.example else []
    if stat.unit in BOUNDS:
        low, high = BOUNDS[stat.unit]
        several = [f"{low:,} to {high:,}", *several]
    return ", ".join([*several[:-2], " or ".join(several[-2:])])


def missing_figures(draft: BookDraft) -> Iterator[Found]:
    """Yield units without a stat line, and stat lines with gaps."""
    for index, unit in enumerate(draft.document["units"]):
        where = f"/units/{index}"
        lines = [one.get("profiles") for one in (unit, *models_bought(unit))]
        if not any(lines):
            yield Found(where, f"{unit['name']} has no stat line")
        for number, profile in enumerate(unit.get("profiles", ())):
            kind = profile.get("type", unit.get("type", ""))
            figures = draft.game.with_type(kind, profile["characteristics"])
            absent = [
                characteristic.name
                for characteristic in draft.game.characteristics
                if characteristic.key not in figures and not characteristic.is_optional
            ]
            if absent:
                called = profile.get("name", unit["name"])
                whose = "" if called == unit["name"] else f", {called}"
                yield Found(
                    f"{where}/profiles/{number}/characteristics",
                    f"{unit['name']}{whose} has no figure for: {', '.join(absent)}",
                )
