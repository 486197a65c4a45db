"""Disagreements of players with messages: sent, grouped, judged anew, answered."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Max, Q
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.books.book_tests import DRAFT, keep_test
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.drafts import lock_draft
from armybuilder.books.editions import editions_for, numbers_of
from armybuilder.books.models import Book, BookTest, Disagreement, DisagreementState
from rulesets.books.book import Book as CompiledBook
from rulesets.books.book import Books
from rulesets.books.load import BookError, read_book
from rulesets.books.sample_armies import BookTestsError, sample_of
from rulesets.documents.json import sha256
from rulesets.legality import review
from rulesets.reviews.review import Message, Review
from rulesets.rosters.roster import (
    Roster,
    RosterError,
    at_editions,
    read_roster,
    roster_document,
)

MOST_GROUPS = 200
"""Most groups that the queue of a book shows."""

SAMPLES = 3
"""Disagreements of a group that the queue shows."""

OPEN = DisagreementState.OPEN


def message_name(message: Message) -> str:
    """Return a short name of a message, the same while it says the same."""
    told = [message.code, message.where, message.rule, message.text]
    return sha256(told)[:16]


def find_message(found: Review, name: str) -> Message | None:
    """Return the message of a review by its name, or none."""
    return next((m for m in found.messages if message_name(m) == name), None)


def named_book(found: Review, books: Books, message: Message) -> tuple[str, int] | None:
    """Return the key and edition of the book that a message is of.

    That is the book whose limit it is, else that of the force where it stands, else
    the first of the army; none where the army has no force.
    """
    forces = {force.id: (force.book, force.edition) for force in found.roster.forces}
    for name in forces.values():
        book = books.get(name)
        if book is not None and any(one.key == message.code for one in book.limits):
            return name
    place = message.where or next(iter(message.marks), "")
    first = next(iter(forces.values()), None)
    return forces.get(place.partition("/")[0], first)


@transaction.atomic
def send_disagreement(
    book: Book, edition: int, found: Review, message: Message, user: User, text: str
) -> Disagreement:
    """Keep what a person holds against a message of a reviewed army.

    An open one of the same person, army and message is written anew.
    """
    roster = roster_document(found.roster)
    same = {
        "book": book,
        "edition": edition,
        "code": message.code,
        "rule": message.rule,
        "place": message.where,
        "verdict": message.text,
        "roster_sha256": sha256(roster),
        "sent_by": user,
    }
    row = Disagreement.objects.filter(**same, state=OPEN).first()
    row = row or Disagreement(**same, source=message.source, roster=roster)
    row.text = text
    row.save()
    return row


def said_before(user: User, book: Book, message: Message) -> Disagreement | None:
    """Return what a person sent last against a rule of a book, or none."""
    sent = Disagreement.objects.filter(
        sent_by=user, book=book, code=message.code, rule=message.rule
    )
    return sent.select_related("answered_by").first()


# -- the queue --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DisagreementGroup:
    """All that was sent against one rule of one edition, with the newest of it."""

    code: str
    rule: str
    source: str
    edition: int
    count: int
    open_count: int
    samples: tuple[Disagreement, ...]


def open_disagreements(book: Book) -> int:
    """Return how many disagreements wait for an answer."""
    return book.disagreements.filter(state=OPEN).count()


def grouped_disagreements(book: Book) -> tuple[DisagreementGroup, ...]:
    """Return the disagreements of a book by rule and edition.

    Those with the most open ones stand first; two queries.
    """
    names = ("code", "rule", "source", "edition")
    counted = (
        book.disagreements.order_by()
        .values(*names)
        .annotate(all=Count("pk"), open=Count("pk", Q(state=OPEN)), last=Max("pk"))
        .order_by("-open", "-last")[:MOST_GROUPS]
    )
    rows = list(counted)
    samples: dict[tuple[object, ...], list[Disagreement]] = {}
    for row in _newest_of_each(book, (row["last"] for row in rows)):
        key = tuple(getattr(row, name) for name in names)
        samples.setdefault(key, []).append(row)
    return tuple(
        DisagreementGroup(
            **{name: row[name] for name in names},
            count=row["all"],
            open_count=row["open"],
            samples=tuple(samples.get(tuple(row[n] for n in names), ()))[:SAMPLES],
        )
        for row in rows
    )


def _newest_of_each(book: Book, lasts: Iterable[int]) -> Iterable[Disagreement]:
    """Return the newest row of each group and the open ones, the open ones first."""
    wanted = Q(pk__in=list(lasts)) | Q(state=OPEN)
    found = book.disagreements.filter(wanted).select_related("sent_by")
    newest = found.defer("roster").order_by("-pk")[: MOST_GROUPS * SAMPLES]
    return sorted(newest, key=lambda row: row.state != OPEN)


# -- one of them ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JudgedDisagreement:
    """The army of a disagreement, judged now by one state of the book.

    ``message`` is the message of the same rule at the same place, none where it is not
    said any more. Where it cannot be judged, ``why_not`` says why.
    """

    review: Review | None
    message: Message | None = None
    why_not: str = ""


def by_edition(row: Disagreement) -> JudgedDisagreement:
    """Return the army as the edition that it names judges it."""
    roster = read_roster(row.roster)
    named = [(force.book, force.edition) for force in roster.forces]
    books = editions_for(named)
    if (row.book.key, row.edition) not in books:
        return JudgedDisagreement(None, why_not="There is no such edition.")
    return _judged(row, roster, books)


def by_draft(row: Disagreement) -> JudgedDisagreement:
    """Return the army as the draft and the newest editions of other books judge it."""
    try:
        draft = read_book(read_draft(row.book).document, DRAFT)
    except BookError as problem:
        text = f"The draft cannot be read: at {problem.where or '/'}, {problem.text}."
        return JudgedDisagreement(None, why_not=text)
    roster = read_roster(row.roster)
    others = {force.book for force in roster.forces} - {row.book.key}
    books: dict[tuple[str, int], CompiledBook] = {(row.book.key, DRAFT): draft}
    if others:
        books.update(editions_for(numbers_of(others).items()))
    return _judged(row, at_editions(roster, dict(books.keys())), books)


def _judged(row: Disagreement, roster: Roster, books: Books) -> JudgedDisagreement:
    try:
        found = review(roster, books)
    except RosterError as problem:  # another game's, or larger than any army
        return JudgedDisagreement(None, why_not=problem.text)
    same = [
        message
        for message in found.messages
        if (message.code, message.rule) == (row.code, row.rule)
    ]
    here = [message for message in same if message.where == row.place]
    return JudgedDisagreement(found, next(iter((*here, *same)), None))


@transaction.atomic
def answer_disagreement(
    row: Disagreement,
    user: User,
    state: DisagreementState,
    text: str,
    *,
    whole_group: bool,
) -> int:
    """Answer a disagreement, or with it all open ones of its rule and edition.

    Returns how many were answered.
    """
    lock_draft(row.book.key)
    chosen = Disagreement.objects.filter(pk=row.pk)
    if whole_group:
        of_group = Q(
            code=row.code, rule=row.rule, source=row.source, edition=row.edition
        )
        chosen = row.book.disagreements.filter(
            Q(pk=row.pk) | (of_group & Q(state=OPEN))
        )
    return chosen.order_by().update(
        state=state, answer=text, answered_by=user, answered_at=timezone.now()
    )


def keep_as_test(row: Disagreement, user: User) -> BookTest:
    """Keep the army of a disagreement, as the draft judges it, as a book test.

    Raises
    ------
    BookTestsError
        If the draft cannot judge it, the army is too large, or the book is full.
    """
    judged = by_draft(row)
    if judged.review is None:
        raise BookTestsError("", judged.why_not.rstrip("."))
    title = f"Disagreement: {row.rule or row.code}"[:190]
    return keep_test(row.book, sample_of(title, judged.review), user)
