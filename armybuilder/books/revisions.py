"""Revisions of drafts: writing, merging with what others wrote, reverting.

Every writer of a draft asks for its lock first. A write says the revision that it was
made from; what came in between is merged, and told where it clashes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from armybuilder.accounts.models import User
from armybuilder.books.drafts import draft_document, lock_draft, save_draft
from armybuilder.books.models import Book, Revision
from armybuilder.books.parts import Document, normal
from rulesets.books.load import BookError, read_book
from rulesets.documents.differences import (
    MOVED,
    Difference,
    apply_differences,
    find_differences,
)
from rulesets.documents.document_edits import DocumentEdit, apply_edits
from rulesets.documents.json import DocumentError, sha256
from rulesets.documents.merge import MergeClash, merge

SNAPSHOT_EVERY = 50
"""Revisions from one that keeps its whole document to the next."""

MOST_LOOKED_AT = 500
"""Newest revisions of a person in which undo and redo look."""

MOST_WORDS = 300
"""Letters of what a revision is called."""

FOUND = "As it was found"
ELSEWHERE = "Changed elsewhere"


@dataclass(frozen=True, slots=True)
class Written:
    """A draft after a write.

    ``revision`` is the newest number and ``document`` its draft. Where there are
    clashes nothing was written, and ``document`` is the one that would be, with what is
    saved already at every clash.
    """

    revision: int
    document: Any
    clashes: tuple[MergeClash, ...] = ()


class RevisionError(DocumentError):
    """A revision that a draft does not have, or that cannot be taken back."""


def newest_revision(book: Book) -> int:
    """Return the number of the newest revision of a draft; 0 where there is none."""
    found = Revision.objects.filter(book=book).order_by("-number")
    return found.values_list("number", flat=True).first() or 0


@transaction.atomic
def note_revision(book: Book, user: User | None, what: str) -> Revision | None:
    """Note the draft in the tables as a revision; none where nothing changed.

    For writers that change tables themselves, after they did. The first revision of a
    draft holds all of it.
    """
    _lock(book)
    return _note(book, draft_document(book), user, what, None)


@contextmanager
def noted(book: Book, user: User | None, what: str) -> Iterator[None]:
    """Note all that the block does to the tables of a draft as one revision.

    What somebody did before without noting it becomes a revision of its own.
    """
    with transaction.atomic():
        begin_revision(book)
        yield
        note_revision(book, user, what)


def begin_revision(book: Book) -> None:
    """Lock a draft that is about to be written, and note what nobody noted yet."""
    lock_draft(book.key)
    _catch_up(book)


@transaction.atomic
def note_event(book: Book, user: User | None, what: str) -> Revision:
    """Note something that changes no draft, such as its publication."""
    _lock(book)
    document = _catch_up(book)
    return _add(book, _head(book), document, _By(user, what))


@transaction.atomic
def write_draft(
    book: Book,
    document: Any,
    user: User | None,
    *,
    seen: int,
    what: str = "",
    choices: Mapping[str, str] | None = None,
) -> Written:
    """Write a draft that was made from the revision ``seen``, and note a revision.

    Nothing is noted where it changes nothing. ``choices`` says ``mine`` or ``theirs``
    for places that clashed.

    Raises
    ------
    RevisionError
        If the draft has no revision ``seen``.
    BookError
        If the draft would be no book; names the place.
    """
    now, base = _open(book, seen)
    return _save(book, (base, document, now), _By(user, what, choices))


@transaction.atomic
def edit_draft(
    book: Book,
    edits: Iterable[DocumentEdit],
    user: User | None,
    *,
    seen: int,
    what: str = "",
    choices: Mapping[str, str] | None = None,
) -> Written:
    """Make edits of the draft at the revision ``seen``, and note a revision.

    Raises
    ------
    DocumentEditError
        If that draft has no such place.
    RevisionError, BookError
        As for `write_draft`.
    """

    def make(base: Document) -> tuple[Document, str]:
        return apply_edits(base, edits), what

    return change_draft(book, make, user, seen=seen, choices=choices)


@transaction.atomic
def change_draft(
    book: Book,
    make: Callable[[Document], tuple[Document, str]],
    user: User | None,
    *,
    seen: int,
    choices: Mapping[str, str] | None = None,
    shown: Callable[[Document], Document] | None = None,
) -> Written:
    """Write what ``make`` makes of the draft at a revision, with what it did in words.

    ``shown`` makes that draft what its author saw, where some of it was seen earlier:
    what others wrote there since clashes, though the revision has it.

    Raises
    ------
    RevisionError, BookError
        As for `write_draft`, and all that ``make`` raises.
    """
    now, base = _open(book, seen)
    base = base if shown is None else shown(base)
    document, what = make(base)
    return _save(book, (base, document, now), _By(user, what, choices))


@dataclass(frozen=True, slots=True)
class _By:
    """A writer, the name of the write, choices at clashes, the revision taken back."""

    user: User | None
    what: str
    choices: Mapping[str, str] | None = None
    takes_back: int | None = None


def _open(book: Book, seen: int) -> tuple[Document, Document]:
    """Lock a draft; return it as it is now, and as it was at a revision."""
    _lock(book)
    now = _catch_up(book)
    # Who saw a draft without revisions saw what became its first.
    at = max(seen, 1) if seen == 0 else seen
    return now, now if at == newest_revision(book) else draft_at(book, at)


def _lock(book: Book) -> None:
    """Let nobody else write a draft, and read the book as it is now."""
    lock_draft(book.key)
    book.refresh_from_db()


def _save(book: Book, sides: tuple[Any, Any, Any], by: _By) -> Written:
    base, mine, now = sides
    if not isinstance(mine, dict):
        raise BookError("", "expected a book document")
    if mine.get("key") != book.key:
        raise BookError("/key", f"the draft is of the book {book.key!r}")
    if mine.get("game") != book.game:
        raise BookError("/game", f"the book {book.key!r} is of the game {book.game!r}")
    read_book(mine)
    merged = merge(base, normal(mine), now, by.choices)
    if merged.clashes:
        return Written(newest_revision(book), merged.document, merged.clashes)
    save_draft(merged.document)
    book.refresh_from_db()
    document = draft_document(book)
    _note(book, document, by.user, by.what, by.takes_back)
    return Written(newest_revision(book), document)


# -- the revisions ----------------------------------------------------------------


def draft_at(book: Book, number: int) -> Document:
    """Return the draft as it was at a revision.

    Raises
    ------
    RevisionError
        If there is no such revision.
    """
    later = Revision.objects.filter(book=book, number__gte=number).order_by("number")
    whole = later.filter(document__isnull=False).first()
    if number < 1 or whole is None:
        raise RevisionError("", f"the draft has no revision {number}")
    document: Any = whole.document
    between = later.filter(number__lte=whole.number, number__gt=number)
    backwards = between.order_by("-number").values_list("differences", flat=True)
    for rows in backwards:
        document = apply_differences(document, read_differences(rows))
    found: Document = document
    return found


def read_differences(rows: Iterable[Sequence[Any]]) -> list[Difference]:
    """Return differences as they are kept: kind, path, old and new."""
    return [
        Difference(kind, tuple(path), _order(kind, old), _order(kind, new))
        for kind, path, old, new in rows
    ]


def _order(kind: str, value: Any) -> Any:
    return tuple(value) if kind == MOVED else value


def _catch_up(book: Book) -> Document:
    """Return the draft in the tables, noting what was changed unnoted."""
    document = draft_document(book)
    _note(book, document, None, ELSEWHERE, None)
    return document


def _head(book: Book) -> Revision | None:
    return Revision.objects.filter(book=book).order_by("-number").first()


def _note(
    book: Book,
    document: Document,
    user: User | None,
    what: str,
    takes_back: int | None,
) -> Revision | None:
    head = _head(book)
    if head is not None and head.sha256 == sha256(document):
        return None
    found = FOUND if head is None and what == ELSEWHERE else what
    return _add(book, head, document, _By(user, found, None, takes_back))


def _add(book: Book, head: Revision | None, document: Document, by: _By) -> Revision:
    before = {} if head is None else head.document
    back = [] if head is None else find_differences(document, before)
    if head is not None and head.number % SNAPSHOT_EVERY:
        Revision.objects.filter(pk=head.pk).update(document=None)
    return Revision.objects.create(
        book=book,
        number=1 if head is None else head.number + 1,
        made_by=by.user,
        what=by.what[:MOST_WORDS],
        takes_back=by.takes_back,
        differences=[[one.kind, one.path, one.old, one.new] for one in back],
        sha256=sha256(document),
        document=document,
    )


# -- taking back ------------------------------------------------------------------


@transaction.atomic
def revert(
    book: Book,
    number: int,
    user: User | None,
    *,
    choices: Mapping[str, str] | None = None,
    what: str = "",
) -> Written:
    """Take one revision back; what was changed later stays, and is asked for.

    Raises
    ------
    RevisionError
        If there is no such revision, or nothing before it.
    BookError
        If the draft would be no book without it.
    """
    if number < 2:
        raise RevisionError("", f"revision {number} has none before it")
    now, base = _open(book, number)
    before = draft_at(book, number - 1)
    words = what or f"Took back revision {number}"
    return _save(book, (base, before, now), _By(user, words, choices, number))


@transaction.atomic
def revert_to(book: Book, number: int, user: User | None) -> Written:
    """Make the draft what it was at a revision, without all that came later."""
    now, then = _open(book, number)
    return _save(book, (now, then, now), _By(user, f"Went back to revision {number}"))


def undo(book: Book, user: User) -> Written | None:
    """Take the last own edit back that stands; none where there is none."""
    done, _ = _own_edits(book, user)
    return revert(book, done[-1], user, what="Undone") if done else None


def redo(book: Book, user: User) -> Written | None:
    """Make the own edit again that was undone last; none where there is none."""
    _, undone = _own_edits(book, user)
    return revert(book, undone[-1], user, what="Made again") if undone else None


def undo_depth(book: Book, user: User) -> tuple[int, int]:
    """Return how many own edits can be undone, and how many made again."""
    done, undone = _own_edits(book, user)
    return len(done), len(undone)


def _own_edits(book: Book, user: User) -> tuple[list[int], list[int]]:
    """Return a person's edits that stand, and undoings that can be taken back."""
    found = Revision.objects.filter(book=book, made_by=user, number__gt=1)
    rows = found.exclude(differences=[]).order_by("-number")
    newest = rows.values_list("number", "takes_back")[:MOST_LOOKED_AT]
    done: list[int] = []
    undone: list[int] = []
    for number, takes_back in reversed(newest):
        if takes_back in undone:
            undone.remove(takes_back)
            done.append(number)
        elif takes_back in done:
            done.remove(takes_back)
            undone.append(number)
        else:
            done.append(number)
            undone.clear()
    return done, undone
