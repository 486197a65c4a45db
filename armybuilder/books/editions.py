"""Editions: publishing a draft, and reading published ones."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from threading import Lock
from typing import Any

from django.db import transaction
from django.db.models import Max, OuterRef, Q, QuerySet, Subquery

from armybuilder.accounts.models import User
from armybuilder.books.book_tests import (
    JudgedTest,
    ReadTest,
    judge_tests,
    tests_of,
)
from armybuilder.books.drafts import draft_document
from armybuilder.books.models import (
    Book,
    Edition,
    Trial,
    Withdrawal,
)
from armybuilder.books.refusals import (
    PublishError,
    Reason,
    refuse_errors,
    refuse_reds,
    refuse_waiting,
)
from armybuilder.books.revisions import note_event
from armybuilder.books.sign_offs import refusal_of
from armybuilder.books.viewers import seen, usable
from rulesets.books.book import Book as CompiledBook
from rulesets.books.book import Books
from rulesets.books.load import read_book
from rulesets.books.translations import translated
from rulesets.documents.json import sha256
from rulesets.rosters.roster import Roster

MOST_CACHED = 64
"""Compiled books that a process keeps."""

_cache: OrderedDict[tuple[str, str, int], CompiledBook] = OrderedDict()
_lock = Lock()


@transaction.atomic
def publish(
    book: Book, user: User | None, notes: str = "", checked: str | None = None
) -> Edition:
    """Freeze the draft of a book as its next edition.

    ``checked`` is the SHA-256 of the draft that a person looked at, where one did.

    Raises
    ------
    PublishError
        If the draft is not the one that was checked, another one waits for its time, or
        `refuse_edition` refuses it.
    """
    locked, document = locked_draft(book, checked)
    refuse_waiting(locked)
    return freeze_edition(locked, document, user, notes)


def freeze_edition(
    book: Book, document: Any, user: User | None, notes: str, source: str = ""
) -> Edition:
    """Freeze a document as the next edition of a book whose lock the caller holds.

    ``source`` says in the history where the document is from, if not the draft of now.

    Raises
    ------
    PublishError
        As `refuse_edition`.
    """
    refuse_edition(book, document)
    edition = _freeze(book, document, user, notes)
    note_event(book, user, f"Published as edition {edition.number}{source}")
    return edition


def refuse_edition(book: Book, document: Any) -> None:
    """Refuse a document that may not be the next edition of a book now.

    Raises
    ------
    PublishError
        If it has errors, is the same as the newest edition, is not signed off where the
        book asks for that, or makes a book test red.
    """
    refuse_errors(document)
    last = last_edition(book.key)
    here = sha256(document)
    if last is not None and last.sha256 == here:
        again = "" if last.is_offered else ", which is withdrawn: offer it again"
        raise PublishError(
            f"Nothing changed since edition {last.number} of {book.name}{again}.",
            Reason.SAME,
        )
    if refusal := refusal_of(book, here, last):
        raise PublishError(refusal, Reason.UNSIGNED)
    refuse_reds(judged_tests(book, document))


@transaction.atomic
def give_trial(
    book: Book, user: User | None, notes: str = "", checked: str | None = None
) -> Edition:
    """Freeze the draft of a book as an edition that only its people see.

    Book tests may be red: they are what is tried. Armies of a trial go over to the
    next edition as those of any edition do (decision 0071).

    Raises
    ------
    PublishError
        If the draft has errors, is not the one that was checked, or is the newest
        edition already.
    """
    locked, document = locked_draft(book, checked)
    refuse_errors(document)
    last = Edition.objects.filter(book=locked).order_by("-number").first()
    if last is not None and last.sha256 == sha256(document):
        text = f"Nothing changed since edition {last.number} of {locked}."
        raise PublishError(text, Reason.SAME)
    edition = _freeze(locked, document, user, notes)
    Trial.objects.create(edition=edition)
    note_event(locked, user, f"Given to testers as trial edition {edition.number}")
    return edition


def locked_draft(book: Book, checked: str | None) -> tuple[Book, Any]:
    """Return a book, locked, and its draft.

    Raises
    ------
    PublishError
        If the draft is not the one that was checked.
    """
    # The row's lock puts two publishers of one book behind each other; SQLite lets
    # only one transaction write at all.
    locked = Book.objects.select_for_update().get(pk=book.pk)
    document = draft_document(locked)
    if checked is not None and checked != sha256(document):
        text = "The draft changed since it was checked; check it again."
        raise PublishError(text, Reason.CHANGED)
    return locked, document


def _freeze(book: Book, document: Any, user: User | None, notes: str) -> Edition:
    return Edition.objects.create(
        book=book,
        number=next_number(book),
        document=document,
        sha256=sha256(document),
        published_by=user,
        notes=notes,
    )


def next_number(book: Book) -> int:
    """Return the number of the next edition of a book, published or on trial."""
    highest = book.editions.aggregate(highest=Max("number"))["highest"] or 0
    return int(highest) + 1


def judged_tests(book: Book, draft: Any) -> tuple[JudgedTest, ...]:
    """Return the tests of a book, judged by a draft of it."""
    tests = tests_of(book)
    return judge_tests(tests, draft, newest_beside(book, tests))


def newest_beside(book: Book, tests: Iterable[ReadTest]) -> Books:
    """Return the newest editions of the other books that tests of a book take from.

    No query where there are none, else two, and one more for those not cached.
    """
    others = {key for test in tests for key in test.books} - {book.key}
    return editions_for(numbers_of(others).items()) if others else {}


def newest(game: str | None = None) -> tuple[Edition, ...]:
    """Return the newest edition of each book that is offered, without its document."""
    found = _newest(offered()).select_related("book", "trial").defer("document")
    if game is not None:
        found = found.filter(book__game=game)
    return tuple(found.order_by("book__game", "book__name"))


def _newest(among: QuerySet[Edition]) -> QuerySet[Edition]:
    """Return the newest edition of each book among some."""
    number = among.filter(book=OuterRef("book")).order_by("-number").values("number")
    return Edition.objects.filter(number=Subquery(number[:1]))


def offered() -> QuerySet[Edition]:
    """Return the editions that the visitor may choose for new armies."""
    return seen(published().filter(withdrawal=None))


def published() -> QuerySet[Edition]:
    """Return the editions that are not on trial, whoever may see them."""
    return Edition.objects.filter(trial=None)


def editions_of(key: str) -> QuerySet[Edition]:
    """Return the editions of a book that the visitor may see, the newest first."""
    found = seen(Edition.objects.filter(book__key=key)).defer("document")
    return found.select_related("book", "withdrawal", "trial").order_by("-number")


def newest_edition(key: str) -> Edition | None:
    """Return the newest edition of a book that is offered, or none."""
    found = offered().filter(book__key=key).select_related("book", "trial")
    return found.order_by("-number").first()


def trials() -> tuple[Edition, ...]:
    """Return the newest trial of each book that the visitor may try.

    A trial whose book was published since is tried no more.
    """
    newest = _newest(Edition.objects.all())
    found = seen(newest.filter(trial__isnull=False, withdrawal=None)).defer("document")
    return tuple(found.select_related("book", "trial").order_by("book__name"))


def newest_number(key: str) -> int | None:
    """Return the number of the newest edition of a book that is offered, or none."""
    numbers = offered().filter(book__key=key).aggregate(newest=Max("number"))
    newest: int | None = numbers["newest"]
    return newest


def last_edition(key: str) -> Edition | None:
    """Return the last published edition of a book, offered or withdrawn, or none.

    For who works on its draft: it asks not who may see it.
    """
    found = published().filter(book__key=key)
    related = found.select_related("book", "withdrawal", "trial")
    return related.order_by("-number").first()


def withdraw(editions: Iterable[Edition], user: User | None, reason: str = "") -> int:
    """Offer editions no longer for new armies; return how many were withdrawn.

    Players read the ``reason`` on the page of the edition.
    """
    here = [edition for edition in editions if not edition.is_withdrawn]
    for edition in here:
        Withdrawal.objects.get_or_create(
            edition=edition, defaults={"withdrawn_by": user, "reason": reason}
        )
    return len(here)


def offer_again(editions: Iterable[Edition]) -> int:
    """Offer editions that were withdrawn; return how many were."""
    count, _ = Withdrawal.objects.filter(edition__in=list(editions)).delete()
    return count


def numbers_of(keys: Iterable[str], before: datetime | None = None) -> dict[str, int]:
    """Return the number of the newest edition of each of these books, by its key.

    ``before`` is a moment that it was published before; a book without one is absent.
    """
    found = offered().filter(book__key__in=keys)
    if before is not None:
        found = found.filter(published_at__lt=before)
    numbers = found.values_list("book__key").annotate(newest=Max("number"))
    return dict(numbers.order_by())


def find_edition(key: str, number: int) -> Edition | None:
    """Return one edition of a book that the visitor may see, or none."""
    found = usable(Edition.objects.filter(book__key=key, number=number))
    return found.select_related("book", "withdrawal", "trial").first()


def load(key: str, number: int) -> CompiledBook | None:
    """Return the book of one edition, ready for the engine, or none."""
    return editions_for([(key, number)]).get((key, number))


def books_for(*rosters: Roster) -> Books:
    """Return every edition that rosters name and that the visitor may see."""
    wanted = {(f.book, f.edition) for roster in rosters for f in roster.forces}
    return editions_for(wanted)


def editions_for(wanted: Iterable[tuple[str, int]]) -> Books:
    """Return the editions of keys and numbers that the visitor may see."""
    numbers: dict[str, set[int]] = {}
    for key, number in wanted:
        numbers.setdefault(key, set()).add(number)
    asked = Q()
    for key, some in numbers.items():
        asked |= Q(book__key=key, number__in=some)
    return _load(usable(Edition.objects.filter(asked))) if numbers else {}


def newest_books(game: str | None = None) -> Books:
    """Return the newest edition of every book, ready for the engine."""
    found = _newest(offered())
    return _load(found if game is None else found.filter(book__game=game))


def _load(asked: QuerySet[Edition]) -> Books:
    """Return editions as books: one query, and one more for those not cached."""
    found = asked.order_by("book__game", "book__name", "number")
    names = list(found.values_list("book__key", "number", "sha256", "pk"))
    absent = [pk for key, number, sha, pk in names if (sha, key, number) not in _cache]
    if absent:
        rows = Edition.objects.filter(pk__in=absent).select_related("book", "trial")
        for edition in rows:
            compiled(edition)
    books = {}
    for key, number, sha, pk in names:
        book = _cached((sha, key, number))
        books[key, number] = book or compiled(Edition.objects.get(pk=pk))
    return books


def compiled(edition: Edition, language: str = "") -> CompiledBook:
    """Return the book of an edition; each process compiles a document once.

    With a ``language`` that the edition is translated into, its texts are in that.
    """
    # A draft that a job reads is no edition, though it may have the number of a trial.
    state = "" if edition.pk else " draft"
    name = (f"{edition.sha256}{language}{state}", edition.book.key, edition.number)
    book = _cached(name)
    if book is None:
        document = edition.document
        spoken = translated(document, language) if language else document
        book = read_book(spoken, edition.number)
        if edition.is_trial:
            book = replace(book, on_trial=True)
        with _lock:
            _cache[name] = book
            while len(_cache) > MOST_CACHED:
                _cache.popitem(last=False)
    return book


def _cached(name: tuple[str, str, int]) -> CompiledBook | None:
    with _lock:
        book = _cache.get(name)
        if book is not None:
            _cache.move_to_end(name)
        return book
