"""The history of a draft: its revisions in sentences, and who wrote what stands."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from armybuilder.books.differences import ToldDifference, differences
from armybuilder.books.models import Book, Revision
from armybuilder.books.revisions import draft_at, read_differences
from armybuilder.books.sentence_editor.places import PlaceError, part_at
from rulesets.documents.differences import apply_differences
from rulesets.documents.json import canonical
from rulesets.documents.merge import MergeClash
from rulesets.documents.places import names_of

MOST_LOOKED_AT = 500
"""Newest revisions in which the writer of a value is looked for."""


@dataclass(frozen=True, slots=True)
class ToldRevision:
    """A revision with the sentences of what it changed; none of the first."""

    row: Revision
    changes: tuple[ToldDifference, ...]


def history(book: Book, before: int | None, most: int) -> tuple[ToldRevision, ...]:
    """Return revisions of a draft, the newest first.

    ``before`` is the number that the first one is below, none to begin at the newest.
    """
    found = Revision.objects.filter(book=book).select_related("made_by")
    if before is not None:
        found = found.filter(number__lt=before)
    rows = list(found.defer("document").order_by("-number")[:most])
    told = []
    document = draft_at(book, rows[0].number) if rows else None
    for row in rows:
        was = apply_differences(document, read_differences(row.differences))
        changes = differences(was, document) if row.number > 1 else ()
        told.append(ToldRevision(row, changes))
        document = was
    return tuple(told)


# -- who wrote it -----------------------------------------------------------------


def writers_of(
    book: Book, number: int, clashes: Iterable[MergeClash]
) -> dict[str, Revision]:
    """Return, by place, the revision that wrote what a draft says where edits clash.

    ``number`` is the revision whose draft is meant. A place that nobody changed within
    `MOST_LOOKED_AT` revisions is left out.
    """
    open_ones = {clash.at: clash for clash in clashes}
    found: dict[str, Revision] = {}
    if not open_ones or not number:
        return found
    rows = Revision.objects.filter(book=book, number__lte=number, number__gt=1)
    newest = rows.select_related("made_by").defer("document").order_by("-number")
    document: Any = draft_at(book, number)
    for row in newest[:MOST_LOOKED_AT]:
        was = apply_differences(document, read_differences(row.differences))
        for at, clash in list(open_ones.items()):
            if _said(was, clash) != _said(document, clash):
                found[at] = row
                del open_ones[at]
        if not open_ones:
            break
        document = was
    return found


def _said(document: Any, clash: MergeClash) -> bytes | None:
    """Return what a draft says where edits clash, in a form to compare."""
    try:
        value = part_at(document, clash.at)
    except PlaceError:
        return None
    named = clash.is_order and isinstance(value, list)
    return canonical(names_of(value) if named else value)
