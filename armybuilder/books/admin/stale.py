"""Pages of the admin that were opened before somebody else changed their rows.

Each page carries what it shows as a document, and the revision of the draft that it
shows. A page that comes back for another document is merged with it. Where both say
something else of one thing it is not saved: it is shown again as it was filled in, with
what changed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NotRequired, TypedDict

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.admin.options import InlineModelAdmin
from django.core import signing
from django.db import models
from django.forms.models import _get_foreign_key
from django.http import HttpRequest
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.books.differences import ToldDifference, differences
from armybuilder.books.drafts import TABLES
from armybuilder.books.models import Book
from armybuilder.books.parts import PARTS, Document, document_of
from armybuilder.books.revisions import newest_revision

FIELD = "_seen"
"""The form field that carries what a page shows."""

SALT = "armybuilder.books.admin.seen"
MOST_NAMED = 5
PART_NAMES = {table: part for part, table in TABLES.items()} | {Book: "book"}
LISTS = {child: key for part in PARTS.values() for key, child in part.children.items()}
"""The document key under which parts of a kind stand."""


class Seen(TypedDict):
    """A page's rows as it showed them, of a revision of the draft, and since when.

    ``told`` is the revision up to which the page has said what others changed.
    """

    at: str
    document: Document
    revision: int
    told: NotRequired[int]


@dataclass(frozen=True, slots=True)
class Conflict:
    """The changes since a page was opened, and by whom."""

    changes: tuple[ToldDifference, ...]
    people: tuple[str, ...]


def shown(
    request: HttpRequest, row: models.Model, inlines: Iterable[InlineModelAdmin]
) -> Document:
    """Return the rows on the page of a row: itself, and those of its tables below."""
    part = PART_NAMES[type(row)]
    saved = type(row)._default_manager.get(pk=row.pk)
    document: Document = {**document_of(part, vars(saved))}
    if hasattr(saved, "position"):
        document["position"] = saved.position
    for inline in inlines:
        owner = _get_foreign_key(type(row), inline.model, fk_name=inline.fk_name)
        below = PART_NAMES[inline.model]
        rows = inline.get_queryset(request).filter(**{owner.name: row.pk})
        document[LISTS[below]] = [document_of(below, vars(each)) for each in rows]
    return document


def token(document: Document, book: Book) -> str:
    """Return the state that a page sends back: its rows, their revision, its time."""
    seen: Seen = {
        "at": timezone.now().isoformat(),
        "document": document,
        # A draft without revisions is as what becomes its first.
        "revision": newest_revision(book) or 1,
    }
    return signing.dumps(seen, salt=SALT, compress=True)


def told_token(seen: Seen, book: Book) -> str:
    """Return the state of a page that now says what others changed since it."""
    told: Seen = {**seen, "told": newest_revision(book)}
    return signing.dumps(told, salt=SALT, compress=True)


def read_token(sent: str) -> Seen | None:
    """Return what a page showed; none where it does not say so itself."""
    try:
        seen: Seen = signing.loads(sent, salt=SALT)
    except signing.BadSignature:
        return None
    return seen


def find_conflict(seen: Seen | None, row: Any, now: Document) -> Conflict | None:
    """Return the changes since a page was opened, none where it is up to date.

    A page that does not say what it showed is out of date too.
    """
    if seen is None:
        return Conflict((), ())
    if seen["document"] == now:
        return None
    book: Book = row if isinstance(row, Book) else row.book
    changes = differences(
        _book_part(row, book, seen["document"]), _book_part(row, book, now)
    )
    return Conflict(changes, changed_by(book, datetime.fromisoformat(seen["at"])))


def _book_part(row: models.Model, book: Book, document: Document) -> Document:
    if isinstance(row, Book):
        return document
    return {"game": book.game, LISTS[PART_NAMES[type(row)]]: [document]}


def changed_by(book: Book, since: datetime) -> tuple[str, ...]:
    """Return the changes of a book's draft since then with authors, newest first."""
    entries = LogEntry.objects.filter(
        action_time__gte=since, content_type__app_label="books"
    ).select_related("user", "content_type")
    found: list[str] = []
    for entry in entries.order_by("-action_time")[:50]:
        if _is_of(entry, book):
            when = timezone.localtime(entry.action_time).strftime("%H:%M")
            what = entry.get_change_message()
            found.append(f"{entry.user}, {when}: {entry.object_repr}. {what}")
    return tuple(found[:MOST_NAMED])


def _is_of(entry: LogEntry, book: Book) -> bool:
    table = entry.content_type.model_class() if entry.content_type else None
    row: Any = (
        table._default_manager.filter(pk=entry.object_id).first() if table else None
    )
    return row is not None and (row == book or getattr(row, "book_id", 0) == book.pk)


def log_change(user: User, book: Book, text: str) -> None:
    """Note down what somebody did to a draft other than on its pages."""
    LogEntry.objects.log_actions(user.pk, [book], CHANGE, text, single_object=True)
