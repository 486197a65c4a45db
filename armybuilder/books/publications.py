"""Publications at a time: a draft is kept as it was checked until its time comes.

`publish_due` is called by whatever runs (decision 0075). At the time everything that
would refuse the draft is asked again, and what is refused is kept with its reason.
"""

import logging
from datetime import datetime, timedelta

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.books.authors import Right, may
from armybuilder.books.editions import (
    freeze_edition,
    locked_draft,
    refuse_edition,
)
from armybuilder.books.models import Book, Publication, PublicationState
from armybuilder.books.refusals import PublishError, Reason, refuse_waiting
from armybuilder.books.revisions import note_event
from rulesets.documents.json import sha256

log = logging.getLogger(__name__)

LONGEST = timedelta(days=366)
"""Time ahead for which a publication may be planned."""

OURS = "Something went wrong on this site; its operators find it in their log."


@transaction.atomic
def plan_publication(
    book: Book,
    user: User | None,
    due_at: datetime,
    notes: str = "",
    checked: str | None = None,
    now: datetime | None = None,
) -> Publication:
    """Keep the draft of a book as it is, to be published at a time.

    ``checked`` is the SHA-256 of the draft that a person looked at, where one did;
    ``now`` is the moment at which it is planned.

    Raises
    ------
    PublishError
        If the time is past or too far ahead, another draft of the book waits already,
        or the draft could not be published now.
    """
    moment = now or timezone.now()
    if due_at <= moment:
        raise PublishError("That time is past; name one that is to come.")
    if due_at > moment + LONGEST:
        raise PublishError(f"Name a time within the next {LONGEST.days} days.")
    locked, document = locked_draft(book, checked)
    refuse_waiting(locked)
    _refuse_publisher(locked, user)
    refuse_edition(locked, document)
    noted = note_event(locked, user, f"To be published at {_told(due_at)}")
    return Publication.objects.create(
        book=locked,
        document=document,
        sha256=sha256(document),
        revision=noted.number,
        due_at=due_at,
        notes=notes,
        made_by=user,
    )


@transaction.atomic
def cancel_publication(
    book: Book, user: User, now: datetime | None = None
) -> Publication | None:
    """Cancel the publication that waits; none where none does any more."""
    locked = Book.objects.select_for_update().get(pk=book.pk)
    waiting = _waiting().filter(book=locked).first()
    if waiting is None:
        return None
    _end(waiting, PublicationState.CANCELLED, now or timezone.now())
    note_event(locked, user, f"Not to be published at {_told(waiting.due_at)}")
    return waiting


def shown_publication(book: Book) -> Publication | None:
    """Return what the people of a book are told of: a draft that waits, or a refusal.

    A refusal is told until something else is planned or published.
    """
    row = book.publications.select_related("made_by").defer("document").first()
    if row is None or row.is_waiting:
        return row
    if not row.is_refused:
        return None
    later = book.editions.filter(trial=None, published_at__gt=row.ended_at)
    return None if later.exists() else row


def publish_due(now: datetime | None = None) -> int:
    """Publish every draft whose time has come; return how many editions there are.

    It may be called at any time, twice, and by several processes at once.
    """
    moment = now or timezone.now()
    due = _waiting().filter(due_at__lte=moment).order_by("due_at", "pk")
    rows = list(due.values_list("pk", "book"))
    return sum(_publish_one(pk, book, moment) for pk, book in rows)


def _publish_one(pk: int, book: int, moment: datetime) -> bool:
    try:
        return _publish_or_refuse(pk, book, moment)
    except (OperationalError, InterfaceError):
        log.exception("Publication %d could not be made now; it is tried again.", pk)
    except Exception:
        log.exception("Publication %d failed.", pk)
        _refuse_ours(pk, book, moment)
    return False


@transaction.atomic
def _publish_or_refuse(pk: int, book_pk: int, moment: datetime) -> bool:
    """Make one edition, or say why not: both in one transaction with the row's state.

    Who dies in between has done nothing, and the row still waits.
    """
    locked = _lock(pk, book_pk)
    if locked is None:
        return False
    book, row = locked
    source = f", from revision {row.revision}"
    try:
        with transaction.atomic():
            _refuse_publisher(book, row.made_by)
            edition = freeze_edition(book, row.document, row.made_by, row.notes, source)
    except PublishError as problem:
        _refuse(book, row, str(problem), moment)
        return False
    row.edition = edition
    _end(row, PublicationState.PUBLISHED, moment)
    return True


def _lock(pk: int, book_pk: int) -> tuple[Book, Publication] | None:
    """Return a book and its publication, locked; none where it waits no more.

    The book's lock is asked for first, as all do that publish or write.
    """
    book = Book.objects.select_for_update().filter(pk=book_pk).first()
    row = _waiting().select_related("made_by").filter(pk=pk).first()
    return None if book is None or row is None else (book, row)


@transaction.atomic
def _refuse_ours(pk: int, book_pk: int, moment: datetime) -> None:
    locked = _lock(pk, book_pk)
    if locked is not None:
        _refuse(*locked, OURS, moment)


def _refuse(book: Book, row: Publication, refusal: str, moment: datetime) -> None:
    row.refusal = refusal
    _end(row, PublicationState.REFUSED, moment)
    words = f"Not published at {_told(row.due_at)}, from revision {row.revision}"
    note_event(book, row.made_by, f"{words}: {refusal}")


def _refuse_publisher(book: Book, user: User | None) -> None:
    """Refuse who may not publish the book; whoever runs commands may."""
    if user is None:
        return
    is_author = user.is_active and user.has_perm("books.change_book")
    if not (is_author and may(user, Right.PUBLISH, book)):
        raise PublishError(f"{user} may not publish {book}.", Reason.FORBIDDEN)


def _waiting() -> QuerySet[Publication]:
    return Publication.objects.filter(state=PublicationState.WAITING)


def _end(row: Publication, state: PublicationState, moment: datetime) -> None:
    row.state, row.ended_at = state, moment
    row.save(update_fields=["state", "ended_at", "edition", "refusal"])


def _told(moment: datetime) -> str:
    return timezone.localtime(moment).isoformat(timespec="minutes")
