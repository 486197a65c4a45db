"""The entries below a part of a book; limits and changes that find nothing there."""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any

from rulesets.books.book import Book, Entry, Slot
from rulesets.books.checks.draft import BookDraft
from rulesets.books.checks.finding import Found, Mend, meant, replace_by, take_out
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
    yield from (found for found, forbids in _idle(draft) if not forbids)


def idle_bans(draft: BookDraft) -> Iterator[Found]:
    """Yield limits that forbid targets which are never in their scope."""
    yield from (found for found, forbids in _idle(draft) if forbids)


def _idle(draft: BookDraft) -> Iterator[tuple[Found, bool]]:
    """Yield each limit that finds nothing, and whether it forbids."""
    reach = _Reach(draft)
    known = known_targets(draft)
    for where, part in draft.parts:
        owner, _, of = where.rpartition("/")[0].rpartition("/")
        if of != "limits" or not count_of(part.get("count", "selections")).finds:
            continue
        forbids = part.get("max") == 0 and "min" not in part
        gone = take_out(where) if forbids else ()
        for member, place in (
            ("of", reach.place_of(owner, part)),
            ("each", reach.below(owner)),
        ):
            targets = several(part.get(member, "*" if member == "of" else ()))
            if targets and known.issuperset(targets) and not place.finds(targets):
                at = f"{where}/{member}"
                sentence = f"{part['title']}: {_nothing(targets, place)}"
                yield _unfound(at, sentence, targets, place, gone), forbids


def idle_changes(draft: BookDraft) -> Iterator[Found]:
    """Yield changes that never find anybody to change."""
    reach = _Reach(draft)
    known = known_targets(draft)
    for where, part in draft.parts:
        owner, _, of = where.rpartition("/")[0].rpartition("/")
        if of != "changes":
            continue
        place = reach.place_of(owner, part, "self")
        targets = several(part.get("to", "*"))
        if known.issuperset(targets) and not place.finds(targets):
            sentence = f"a change finds nobody: {_nothing(targets, place)}"
            yield _unfound(f"{where}/to", sentence, targets, place, take_out(where))


def _unfound(
    pointer: str, sentence: str, targets: Sequence[str], place: "_Place", gone: Mend
) -> Found:
    """Return the fault of targets that are not there, mended by the one meant."""
    is_rule = all(target.startswith("rule:") for target in targets)
    found = "" if is_rule else meant(targets[0], place.there)
    if not found:
        return Found(pointer, sentence, mend=gone)
    value = [found, *targets[1:]] if len(targets) > 1 else found
    return Found(pointer, sentence, (found,), replace_by(pointer, value))


def several(targets: Any) -> tuple[str, ...]:
    """Return the targets of a member of a document, which may be one by itself."""
    return (targets,) if isinstance(targets, str) else tuple(targets)


def _nothing(targets: Sequence[str], place: "_Place") -> str:
    if all(target.startswith("rule:") for target in targets):
        rules = " or ".join(repr(target.removeprefix("rule:")) for target in targets)
        return f"nobody in {place.name} carries {rules}"
    named = " or ".join(map(repr, targets))
    return f"nothing in {place.name} is {named}"


@dataclass(frozen=True, slots=True)
class _Place:
    """The targets that find something in a scope, and whose scope it is."""

    there: Set[str]
    name: str

    def finds(self, targets: Iterable[str]) -> bool:
        """Return whether one of some targets finds anything here."""
        return any(
            target.startswith(EVERYWHERE) or target in self.there for target in targets
        )


class _Reach:
    """The targets that find something at each place of a draft."""

    def __init__(self, draft: BookDraft) -> None:
        self.draft = draft
        self.known: dict[int, frozenset[str]] = {}
        self.given = {*given_targets(draft), *_slots(draft.book.slots)}
        self.book = self.given.union(*(self._keys(one) for one in _all(draft.book)))
        self.army = self.book | {f"rule:{key}" for key in draft.others.carried}

    def place_of(self, owner: str, part: Any, usual: str = "army") -> _Place:
        """Return the scope of a limit or change; ``usual`` where it is silent."""
        within = part.get("in", usual)
        branch = branch_at(self.draft, owner)
        if within == "self":
            return self.below(owner)
        if within in ("unit", "parent", "bearer") and is_in_unit(branch):
            return _Place(self.given | self._below(branch[0]), branch[0].name)
        if within in ("force", "unit", "joined", "parent", "bearer"):
            return _Place(self.book, "the book")
        return _Place(self.army, "the book")

    def below(self, owner: str) -> _Place:
        """Return the scope of what stands below an owner."""
        branch = branch_at(self.draft, owner)
        if not branch or owner.startswith("/items"):
            return _Place(self.book, "the book")
        return _Place(self.given | self._below(branch[-1]), branch[-1].name)

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


def given_targets(draft: BookDraft) -> Iterator[str]:
    """Yield the targets that some change gives, to whatever entry."""
    for _, part in draft.parts:
        kind, value = part.get("change"), part.get("value")
        if kind == "rules" and value is not None:
            yield f"rule:{value if isinstance(value, str) else value['key']}"
        elif kind in NAMING and isinstance(value, str):
            yield f"#{value}"
        elif kind == "gear" and value in draft.book.items:
            yield from draft.book.items[value].carried.keys
