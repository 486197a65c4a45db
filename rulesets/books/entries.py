"""Everything that a book offers, each list of options once.

A branch is an entry behind those that it stands below: unit, option, option of that.
"""

from collections.abc import Iterable, Iterator, Mapping

from rulesets.books.book import Book, Entry, Slot

Branch = tuple[Entry, ...]
"""An entry, the last, behind those above it, the outermost first."""


def own_branches(book: Book) -> Iterator[Branch]:
    """Yield the branches of a book's units and slots, without options of its lists."""
    yield from _below((), _own(book.entries, book.slots))


def listed_branches(book: Book) -> Iterator[Branch]:
    """Yield the branches of a book's lists of options."""
    for named in book.lists.values():
        yield from _below((), named.entries.values())


def every_entry(book: Book) -> Iterator[Entry]:
    """Yield everything that a book offers, its lists of options first."""
    for branches in (listed_branches(book), own_branches(book)):
        yield from (branch[-1] for branch in branches)


def _below(above: Branch, entries: Iterable[Entry]) -> Iterator[Branch]:
    for entry in entries:
        branch = (*above, entry)
        yield branch
        yield from _below(branch, _own(entry.entries, entry.slots))


def _own(entries: Mapping[str, Entry], slots: Iterable[Slot]) -> list[Entry]:
    """Return the entries of a place, without those of lists of the book."""
    listed = {key for slot in slots if slot.listed for key in slot.entries}
    return [entry for key, entry in entries.items() if key not in listed]
