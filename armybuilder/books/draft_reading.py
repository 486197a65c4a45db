"""Reading a draft whole while others may write it."""

from dataclasses import dataclass

from django.db import transaction

from armybuilder.books.drafts import draft_document, lock_draft
from armybuilder.books.models import Book
from armybuilder.books.parts import Document
from armybuilder.books.revisions import newest_revision


@dataclass(frozen=True, slots=True)
class ReadDraft:
    """A draft and the number of its newest revision, both of one moment."""

    revision: int
    document: Document


def read_draft(book: Book) -> ReadDraft:
    """Return a draft as it stood at one moment.

    The tables are read one after another, so a write may end in between: half of it
    would be read, or an older draft taken for the newer revision. Every write notes a
    revision; where one was noted meanwhile the draft is read again, with writers made
    to wait. Who holds the lock of the draft needs none of this.
    """
    revision = newest_revision(book)
    book.refresh_from_db()
    document = draft_document(book)
    if newest_revision(book) == revision:
        return ReadDraft(revision, document)
    with transaction.atomic():
        lock_draft(book.key)
        book.refresh_from_db()
        return ReadDraft(newest_revision(book), draft_document(book))
