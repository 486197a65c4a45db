"""What changed between two documents of a book, in sentences."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulesets.documents import canonical
from rulesets.games import find_game
from rulesets.points import POINTS, Currency, points_text, to_points

ADDED, CHANGED, REMOVED = "added", "changed", "removed"

TITLES: Mapping[str, tuple[str, str]] = {
    "categories": ("category", "key"),
    "items": ("item", "key"),
    "rules": ("rule", "key"),
    "units": ("unit", "key"),
    "limits": ("limit", "key"),
    "printed": ("unenforced rule", "title"),
    "switches": ("switch", "key"),
    "lists": ("list of options", "key"),
    "tallies": ("tally", "key"),
    "models": ("type of model", "key"),
    "profiles": ("stat line", "key"),
    "slots": ("slot", "key"),
    "options": ("option", "key"),
}
"""Lists of parts: what one is called, and the key that tells them apart."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One change: what kind, and the sentence."""

    kind: str
    text: str


def differences(old: Any, new: Any) -> tuple[Difference, ...]:
    """Return what changed from one book document to another, in the book's order.

    Examples
    --------
    >>> old = {"units": [{"key": "orcs", "name": "Orcs", "points": 75}]}
    >>> new = {"units": [{"key": "orcs", "name": "Orcs", "points": 80}]}
    >>> [difference.text for difference in differences(old, new)]
    ['Orcs: points 75 → 80.']
    """
    if canonical(old) == canonical(new):
        return ()
    return tuple(_compare(old, new, (), _currency(new)))


def _currency(document: Any) -> Currency:
    """Return what the points of a book are called."""
    game = find_game(str(document.get("game", "")))
    return game.currency if game is not None else POINTS


def _compare(
    old: Any, new: Any, path: tuple[str, ...], money: Currency
) -> Iterator[Difference]:
    for key in dict.fromkeys((*new, *old)):
        before, after = old.get(key), new.get(key)
        if before == after and type(before) is type(after):
            continue
        if key == "rules" and path:
            yield from _compare_rules(before or (), after or (), path)
        elif _is_parts(key, before) and _is_parts(key, after):
            yield from _compare_parts(key, before or [], after or [], path, money)
        elif isinstance(before, dict) and isinstance(after, dict):
            yield from _compare_figures(before, after, path, money)
        else:
            yield Difference(CHANGED, _sentence(path, key, before, after, money))


def _is_parts(key: str, value: Any) -> bool:
    if key not in TITLES or value is None:
        return key in TITLES
    return isinstance(value, list) and all(isinstance(part, dict) for part in value)


def _compare_parts(
    key: str, old: list[Any], new: list[Any], path: tuple[str, ...], money: Currency
) -> Iterator[Difference]:
    word, _ = TITLES[key]
    before = {_identity(key, part): part for part in old}
    after = {_identity(key, part): part for part in new}
    for name, part in after.items():
        if name not in before:
            price = _price(part, money)
            text = f"{_start(path)}{word} {_name(part)}{price} added."
            yield Difference(ADDED, _capital(text))
        elif before[name] != part:
            below = path if path[-1:] == (_name(part),) else (*path, _name(part))
            yield from _compare(before[name], part, below, money)
    for name, part in before.items():
        if name not in after:
            text = f"{_start(path)}{word} {_name(part)} removed."
            yield Difference(REMOVED, _capital(text))
    kept = [name for name in before if name in after]
    if kept != [name for name in after if name in before]:
        yield Difference(
            CHANGED, _capital(f"{_start(path)}order of the {key} changed.")
        )


def _compare_rules(
    old: Iterable[Any], new: Iterable[Any], path: tuple[str, ...]
) -> Iterator[Difference]:
    """Compare the special rules that something carries: keys, or keys with an X."""
    before, after = _rule_uses(old), _rule_uses(new)
    for key, x in after.items():
        if key not in before:
            name = key if x is None else f"{key} {x}"
            yield Difference(ADDED, f"{_start(path)}special rule {name} added.")
        elif before[key] != x:
            change = f"{_shown(before[key])} → {_shown(x)}"
            yield Difference(CHANGED, f"{_start(path)}X of {key} {change}.")
    for key in before:
        if key not in after:
            yield Difference(REMOVED, f"{_start(path)}special rule {key} removed.")
    if list(before.items()) != list(after.items()) and before == after:
        yield Difference(CHANGED, f"{_start(path)}order of the rules changed.")


def _rule_uses(rules: Iterable[Any]) -> dict[str, int | None]:
    uses: list[Any] = [
        {"key": rule} if isinstance(rule, str) else rule for rule in rules
    ]
    return {use["key"]: use.get("x") for use in uses}


def _compare_figures(
    old: Mapping[str, Any],
    new: Mapping[str, Any],
    path: tuple[str, ...],
    money: Currency,
) -> Iterator[Difference]:
    for key in dict.fromkeys((*new, *old)):
        before, after = old.get(key), new.get(key)
        if before != after or (key in old) != (key in new):
            yield Difference(CHANGED, _sentence(path, key, before, after, money))


def _sentence(
    path: tuple[str, ...], key: str, before: Any, after: Any, money: Currency
) -> str:
    what = money.many if key == "points" else re.sub("[_-]", " ", key)
    if isinstance(before, list) or isinstance(after, list):
        return _capital(f"{_start(path)}{what} {_list_change(before, after)}.")
    long = any(isinstance(value, str) and len(value) > 60 for value in (before, after))
    if long or isinstance(before, dict) or isinstance(after, dict):
        return _capital(f"{_start(path)}{what} changed.")
    return _capital(f"{_start(path)}{what} {_shown(before)} → {_shown(after)}.")


def _list_change(before: Any, after: Any) -> str:
    if not all(isinstance(value, list | None) for value in (before, after)):
        return "changed"
    old, new = (list(map(_shown, value or ())) for value in (before, after))
    gone = [f"without {value}" for value in old if value not in new]
    here = [f"with {value}" for value in new if value not in old]
    return f"now {', '.join((*here, *gone))}" if gone or here else "in another order"


def _shown(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return points_text(to_points(value))
    if isinstance(value, dict):
        name = str(value.get("key") or value.get("title") or value.get("change") or "…")
        return f"{name} {value['x']}" if value.get("x") is not None else name
    return f"“{value}”"


def _identity(key: str, part: Any) -> str:
    return str(part.get(TITLES[key][1]) or part.get("item") or "")


def _name(part: Any) -> str:
    for key in ("name", "title", "key", "item"):
        if part.get(key):
            return str(part[key])
    return "?"


def _price(part: Any, money: Currency) -> str:
    if "points" not in part:
        return ""
    return f" ({money.text(to_points(part['points']))})"


def _start(path: tuple[str, ...]) -> str:
    return f"{', '.join(path)}: " if path else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
