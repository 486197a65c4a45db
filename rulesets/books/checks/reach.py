"""The entries below a part of a book, and limits that find nothing there."""

from collections.abc import Iterable, Iterator
from typing import Any

from rulesets.books.book import Book, Entry, Slot
from rulesets.books.checks.draft import BookDraft, Found, did_you_mean
from rulesets.books.checks.names import NAMING, known_targets
from rulesets.books.entries import Branch, every_entry
from rulesets.legality.counts import count_of

EVERYWHERE = ("*", "same", "kind:")
"""Beginnings of targets that are about no thing of the book."""


def branch_at(draft: BookDraft, where: str) -> Branch:
    """Return the entry that a place is in, behind those above it.

    Empty for what stands in no entry, such as the limits of the book. What stands in a
    list of options, or in an item, has nothing above it.
    """
    part: Any = draft.document
    branch: Branch = ()
    offered = draft.book.entries
    steps = where.split("/")[1:]
    for of, index in zip(steps[::2], steps[1::2], strict=False):
        if of not in ("units", "models", "slots", "options", "lists", "items"):
            break
        part = part[of][int(index)]
        key = part.get("key", part.get("item"))
        if of == "lists":
            offered = draft.book.lists[key].entries
        elif of == "items":
            branch = (draft.book.items[key].carried,)
        elif of != "slots":
            branch = (*branch, (branch[-1].entries if branch else offered)[key])
    return branch


def is_in_unit(branch: Branch) -> bool:
    """Return whether all that stands above a branch is known."""
    return bool(branch) and branch[0].kind == "unit"


def idle_limits(draft: BookDraft) -> Iterator[Found]:
    """Yield limits that count targets which are never in their scope."""
    for where, text, forbids in _idle(draft):
        if not forbids:
            yield where, text


def idle_bans(draft: BookDraft) -> Iterator[Found]:
    """Yield limits that forbid targets which are never in their scope."""
    for where, text, forbids in _idle(draft):
        if forbids:
            yield where, text


def _idle(draft: BookDraft) -> Iterator[tuple[str, str, bool]]:
    """Yield place, words, and whether it forbids, of each limit that finds nothing."""
    reach = _Reach(draft)
    known = known_targets(draft)
    for where, part in draft.parts:
        owner, _, of = where.rpartition("/")[0].rpartition("/")
        if of != "limits" or not count_of(part.get("count", "selections")).finds:
            continue
        place, whose = reach.place_of(owner, part)
        counted = _several(part.get("of", "*")), place, f"{where}/of", whose
        asked = _several(part.get("each", ())), *reach.below(owner), f"{where}/each"
        for targets, there, at, who in (counted, (*asked[:2], asked[3], asked[2])):
            if not targets or not known.issuperset(targets):
                continue
            if not any(_is_found(target, there) for target in targets):
                text = f"{part['title']}: {_nothing(targets, who, there)}"
                yield at, text, part.get("max") == 0 and "min" not in part


def _several(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _is_found(target: str, there: set[str]) -> bool:
    return target.startswith(EVERYWHERE) or target in there


def _nothing(targets: Iterable[str], whose: str, there: set[str]) -> str:
    several = [*targets]
    if all(target.startswith("rule:") for target in several):
        rules = " or ".join(repr(target.removeprefix("rule:")) for target in several)
        return f"nobody in {whose} carries {rules}"
    named = " or ".join(map(repr, several))
    return f"nothing in {whose} is {named}{did_you_mean(several[0], there)}"


class _Reach:
    """The targets that find something at each place of a draft."""

    def __init__(self, draft: BookDraft) -> None:
        self.draft = draft
        self.known: dict[int, frozenset[str]] = {}
        self.given = {*_given(draft), *_slots(draft.book.slots)}
        self.book = self.given.union(*(self._keys(one) for one in _all(draft.book)))
        self.army = self.book | {f"rule:{key}" for key in draft.others.carried}

    def place_of(self, owner: str, part: Any) -> tuple[set[str], str]:
        """Return the targets in the scope of an owner's limit, and its name."""
        within = part.get("in", "army")
        branch = branch_at(self.draft, owner)
        if within == "self":
            return self.below(owner)
        if within in ("unit", "parent", "bearer") and is_in_unit(branch):
            return self.given | self._below(branch[0]), branch[0].name
        if within in ("force", "unit", "parent", "bearer"):
            return self.book, "the book"
        return self.army, "the book"

    def below(self, owner: str) -> tuple[set[str], str]:
        """Return the targets below an owner, and the name of that place."""
        branch = branch_at(self.draft, owner)
        if not branch or owner.startswith("/items"):
            return self.book, "the book"
        return self.given | self._below(branch[-1]), branch[-1].name

    def _below(self, entry: Entry) -> frozenset[str]:
        if id(entry) not in self.known:
            children = (self._below(child) for child in entry.entries.values())
            self.known[id(entry)] = self._keys(entry).union(*children)
        return self.known[id(entry)]

    def _keys(self, entry: Entry) -> frozenset[str]:
        """Return the targets of an entry, its gear, or the options of its slots."""
        items = self.draft.book.items
        gear = (items[piece.key].carried.keys for piece in entry.gear)
        return frozenset((*entry.keys, *_slots(entry.slots))).union(*gear)


def _slots(slots: Iterable[Slot]) -> Iterator[str]:
    yield from (f"slot:{slot.key}" for slot in slots if slot.entries)


def _all(book: Book) -> Iterator[Entry]:
    yield from every_entry(book)
    yield from (item.carried for item in book.items.values())


def _given(draft: BookDraft) -> Iterator[str]:
    """Yield the targets that some change gives, to whatever entry."""
    for _, part in draft.parts:
        kind, value = part.get("change"), part.get("value")
        if kind == "rules" and value is not None:
            yield f"rule:{value if isinstance(value, str) else value['key']}"
        elif kind in NAMING and isinstance(value, str):
            yield f"#{value}"
        elif kind == "gear" and value in draft.book.items:
            yield from draft.book.items[value].carried.keys
