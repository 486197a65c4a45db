"""Importing book documents: first the plan, then all of it or nothing."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from armybuilder.accounts.models import User
from armybuilder.books.checks import check_draft
from armybuilder.books.differences import ToldDifference, differences
from armybuilder.books.drafts import (
    draft_document,
    lock_draft,
    new_draft,
    save_draft,
)
from armybuilder.books.models import Book
from armybuilder.books.parts import normal, too_fine_points
from armybuilder.books.revisions import (
    begin_revision,
    edit_draft,
    newest_revision,
    note_revision,
    noted,
)
from rulesets.books.checks.check import check_book
from rulesets.books.checks.finding import ERROR, Finding
from rulesets.books.load import BookError, read_book
from rulesets.books.price_tables import PriceTable, read_prices
from rulesets.books.prices import price_edits
from rulesets.core.subject import so_many
from rulesets.documents.document_edits import apply_edits
from rulesets.documents.forms import at_lines, read_document
from rulesets.documents.json import sha256
from rulesets.documents.problem import Problem
from rulesets.documents.schema import is_valid


class DraftChanged(ValueError):
    """A draft that is no longer the one that an import was planned for."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of an import for one book.

    ``book`` is the draft that it would replace, none where the book is new; ``before``
    the SHA-256 of that draft, "" for none.
    """

    document: Any
    book: Book | None
    before: str
    changes: tuple[ToldDifference, ...]
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> tuple[Finding, ...]:
        return tuple(f for f in self.findings if f.level == ERROR)

    @property
    def summary(self) -> str:
        name = self.document["name"]
        if self.book is None:
            units = so_many(len(self.document["units"]), "unit")
            return f"{name} is a new book with {units}."
        if not self.changes:
            return f"{name} stays as it is."
        count = len(self.changes)
        return f"{name} changes in {count} place{'s' * (count != 1)}."


def read_book_document(
    raw: bytes | str,
    name: str = "",
    check: Callable[[Any], tuple[Finding, ...]] = check_book,
) -> Any:
    """Return a book document as this site writes it, from JSON or YAML.

    ``name`` is that of its file; its ending says the form, else the text does. A
    document that is no book is asked by ``check``: by `check_draft` where it may name
    other books of the site.

    Raises
    ------
    BookError
        If it is no book, or holds what the tables cannot keep. Its ``faults`` are all
        that the checks of a book find as errors, each with its place and line.
    """
    document = read_document(raw, BookError, name)
    try:
        read_book(document)
        return normal(document)
    except BookError as problem:
        faults = at_lines(raw, _faults(document, problem, check))
        faults.sort(key=lambda fault: fault.line)
        raise BookError(problem.where, problem.text, faults) from None


def _faults(
    document: Any, problem: BookError, check: Callable[[Any], tuple[Finding, ...]]
) -> list[Problem]:
    """Return all that keeps a document from being a book, ``problem`` among it."""
    findings = (check if is_valid("book", document) else check_book)(document)
    found = [one for one in findings if one.level == ERROR]
    faults = [
        Problem(one.pointer, one.sentence, did_you_mean=one.did_you_mean, code=one.code)
        for one in found
    ]
    told = {one.where for one in faults}
    more = (*problem.faults, *too_fine_points(document))
    return [*(one for one in more if one.where not in told), *faults]


def plan_import(document: Any) -> Plan:
    """Return the plan of importing a document; it changes nothing."""
    book = Book.objects.filter(key=document["key"]).first()
    if book is not None and book.game != document["game"]:
        raise BookError("/game", f"the book {book.key!r} is of the game {book.game!r}")
    findings = check_draft(document)
    if book is None:
        return Plan(document, None, "", (), findings)
    draft = draft_document(book)
    changes = differences(draft, document)
    return Plan(document, book, sha256(draft), changes, findings)


@transaction.atomic
def import_books(
    documents: Iterable[Any],
    user: User | None,
    accept: Callable[[Plan], None] | None = None,
) -> tuple[Book, ...]:
    """Replace the drafts of books by documents, all of them or none.

    A person who brings a new book becomes its author. ``accept`` is shown each plan
    while nobody else can write the draft, and raises to have nothing imported.

    Raises
    ------
    DraftChanged
        If somebody else brought the same new book just now.
    """
    return tuple(_import(document, user, accept) for document in documents)


def _import(
    document: Any, user: User | None, accept: Callable[[Plan], None] | None
) -> Book:
    lock_draft(document["key"])
    plan = plan_import(document)
    if accept is not None:
        accept(plan)
    if plan.book is not None:
        with noted(plan.book, user, "Imported a document"):
            return save_draft(document)
    try:
        with transaction.atomic():
            new_draft(document)
    except IntegrityError:
        text = f"Somebody else just brought the book {document['key']!r}."
        raise DraftChanged(text) from None
    book = save_draft(document)
    note_revision(book, user, "Begun from a document")
    if user is not None:
        book.people.add(user)
    return book


# -- prices -------------------------------------------------------------------------


def plan_prices(table: PriceTable, book: Book) -> Plan:
    """Return the plan of giving a draft the prices of a table; it changes nothing.

    Raises
    ------
    PricesError
        If the table has prices that the draft has not; its ``faults`` are all.
    """
    draft = draft_document(book)
    edits = price_edits(draft, read_prices(table, draft))
    after = normal(apply_edits(draft, edits))
    changes = differences(draft, after)
    return Plan(after, book, sha256(draft), changes, check_draft(after))


@transaction.atomic
def import_prices(
    table: PriceTable,
    book: Book,
    user: User | None,
    accept: Callable[[Plan], None] | None = None,
) -> int:
    """Give a draft the prices of a table as one revision; return how many changed.

    ``accept`` is as for `import_books`.

    Raises
    ------
    PricesError
        As `plan_prices`.
    """
    begin_revision(book)
    if accept is not None:
        accept(plan_prices(table, book))
    draft = draft_document(book)
    edits = price_edits(draft, read_prices(table, draft))
    what = f"Imported {so_many(len(edits), 'price')}"
    edit_draft(book, edits, user, seen=newest_revision(book), what=what)
    return len(edits)
