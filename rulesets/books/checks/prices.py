"""Prices that a change makes negative, whatever is chosen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from rulesets.books.book import Entry
from rulesets.books.checks.draft import BookDraft
from rulesets.books.checks.finding import Found, name_of
from rulesets.books.checks.numbers import slots_of
from rulesets.books.checks.reach import branch_at, is_in_unit
from rulesets.books.entries import Branch, every_entry
from rulesets.core.points import Points, points_text
from rulesets.core.query import Amount, Change, read_change

RAISING = ("set", "add", "at-least")
"""Changes that may make up for a price that another takes away."""


@dataclass(frozen=True, slots=True)
class _Taken:
    """A change of prices with its place and the entries that it reaches.

    ``hosts`` are those of which one is always there where the change is.
    """

    where: str
    change: Change
    reached: Sequence[Entry]
    hosts: Sequence[Entry]
    most: Points | None


def prices_made_negative(draft: BookDraft) -> Iterator[Found]:
    """Yield changes that take away more points than their targets can cost."""
    changes = [*_changes(draft)] if _takes_some(draft) else []
    for one in changes:
        if one.change.op != "add" or one.most is None or one.most >= 0:
            continue
        others = [other for other in changes if other is not one and _raises(other)]
        raised = {id(entry) for other in others for entry in other.reached}
        is_shared = any(id(entry) in raised for entry in one.reached)
        if one.hosts and not is_shared and _is_below(one, one.most):
            worth = max(entry.points for entry in one.hosts)
            taken = points_text(-one.most)
            name = one.hosts[0].name if len(one.hosts) == 1 else "what it reaches"
            sentence = f"a change takes {taken} from {name}, at {points_text(worth)}"
            yield Found(f"{one.where}/value", f"{sentence}: the price is below nothing")


def _is_below(one: _Taken, taken: Points) -> bool:
    takes_all = "*" in one.change.to
    return all(_dearest(host, taken, takes_all=takes_all) < 0 for host in one.hosts)


def _changes(draft: BookDraft) -> Iterator[_Taken]:
    for where, part in draft.parts:
        if part.get("change") == "points":
            change = read_change(part)
            branch = branch_at(draft, where)
            place = _place(branch, change.within)
            if place is None:
                every = every_entry(draft.book)
                reached = [e for e in every if not set(change.to).isdisjoint(e.keys)]
            else:
                reached = [*_found(place, change.to)]
            hosts = reached if place is None or "*" not in change.to else [place]
            yield _Taken(where, change, reached, hosts, _most(change.value))


def _takes_some(draft: BookDraft) -> bool:
    parts = (part for _, part in draft.parts)
    return any(p.get("change") == "points" and p["op"] == "add" for p in parts)


def _place(branch: Branch, within: str) -> Entry | None:
    """Return the entry that a change acts within, none where it may be any."""
    if within == "self" and branch:
        return branch[-1]
    if within == "unit" and is_in_unit(branch):
        return branch[0]
    if within in ("parent", "bearer") and is_in_unit(branch[:-1]):
        return branch[-2]
    return None


def _found(entry: Entry, to: Sequence[str]) -> Iterator[Entry]:
    if not set(to).isdisjoint(entry.keys):
        yield entry
    for child in entry.entries.values():
        yield from _found(child, to)


def _most(value: Any) -> Points | None:
    """Return the most that an amount can be, none where that has no end."""
    if not isinstance(value, Amount):
        return None
    if value.terms and any(term.times > 0 for term in value.terms):
        return value.most
    most = value.base if value.most is None else min(value.base, value.most)
    return most if value.least is None else max(most, value.least)


def _raises(one: _Taken) -> bool:
    return one.change.op in RAISING and (one.most is None or one.most >= 0)


def _dearest(
    entry: Entry, taken: Points, *, takes_all: bool, models: float = 0
) -> float:
    """Return the most that an entry can cost, with all that may be bought for it.

    ``takes_all`` is true where all of that gets cheaper, too.
    """
    kinds = [child for child in entry.entries.values() if child.models]
    models = models or entry.models + sum(_most_of(kind) for kind in kinds)
    each = entry.points + taken + (entry.roll[1] if entry.roll else 0)
    many = models if entry.per == "model" else 1
    worth = float(each) * many if each else 0.0
    below = taken if takes_all else 0
    for child in entry.entries.values():
        one = _dearest(child, below, takes_all=takes_all, models=models)
        if one > 0:
            worth += one * _most_of(child)
    return worth


def _most_of(entry: Entry) -> float:
    return inf if entry.high is None else entry.high


FEW = 3
"""Priced options from which on a single free one among them is told."""


def free_among_priced(draft: BookDraft) -> Iterator[Found]:
    """Yield the only option of a slot that costs nothing, where all others do."""
    items = draft.items
    for where, slot in slots_of(draft):
        options = slot.get("options", ())
        free = [at for at, one in enumerate(options) if not _price(one, items)]
        if len(free) != 1 or len(options) <= FEW:
            continue
        one = options[free[0]]
        key = one.get("key", one.get("item"))
        comes_along = one.get("min") or key in slot.get("default", ())
        if not comes_along and not one.get("slots") and not one.get("roll"):
            name = one.get("name") or items.get(one.get("item"), {}).get("name", key)
            sentence = f"only {name} of {name_of(slot)} costs nothing"
            yield Found(f"{where}/options/{free[0]}", sentence)


def _price(option: Any, items: Mapping[str, Any]) -> Any:
    return option.get("points", items.get(option.get("item"), {}).get("points", 0))
