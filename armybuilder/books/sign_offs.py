"""Sign-offs: what reviewers say of exactly one draft before it is published.

A book may ask for one. The functions get the last published edition, ``last``, from
whoever holds the draft's lock: what is signed is the way from there (decision 0075).
"""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max, Q, QuerySet

from armybuilder.accounts.models import User
from armybuilder.books.authors import Right, may
from armybuilder.books.drafts import draft_document, lock_draft
from armybuilder.books.models import Book, Edition, Revision, SignOff
from armybuilder.books.refusals import Reason, SignOffError
from armybuilder.books.revisions import note_event
from rulesets.core.subject import so_many
from rulesets.documents.json import sha256


@dataclass(frozen=True, slots=True)
class SignOffState:
    """The answers of reviewers to a draft.

    ``answer`` is the last answer since the last edition, ``is_of_draft`` whether it is
    to exactly this draft, and ``changes`` how often the draft was changed since.
    ``refusal`` says why the draft is not signed off, "" where it is.
    """

    answer: SignOff | None
    is_of_draft: bool
    changes: int
    refusal: str


def sign_off_state(book: Book, draft_sha256: str, last: Edition | None) -> SignOffState:
    """Return what reviewers said of a draft, whether or not its book asks for it."""
    answers = book.sign_offs.filter(since=_number(last)).select_related("made_by")
    answer = answers.filter(sha256=draft_sha256).first()
    if answer is not None:
        return SignOffState(answer, True, 0, _refusal(book, answer))  # noqa: FBT003
    older = answers.first()
    words = "No reviewer has signed this draft off."
    if older is None:
        return SignOffState(None, False, 0, words)  # noqa: FBT003
    changes = _changes(book).filter(number__gt=older.revision).count()
    if older.is_approval:
        since = so_many(changes, "change")
        words = f"Signed off as of revision {older.revision}; since then {since}."
    return SignOffState(older, False, changes, words)  # noqa: FBT003


def refusal_of(book: Book, draft_sha256: str, last: Edition | None) -> str:
    """Return why a draft is not published without a sign-off; "" where it may be."""
    if not book.asks_sign_off:
        return ""
    return sign_off_state(book, draft_sha256, last).refusal


def _refusal(book: Book, answer: SignOff) -> str:
    who = answer.made_by
    if not answer.is_approval:
        return f"{who or 'Somebody'} asks for changes: {answer.words}"
    if who is None or not who.is_active or not may(who, Right.SIGN, book):
        gone = who or "Somebody without an account now"
        return f"{gone} signed it off and is neither reviewer nor owner any more."
    return ""


@transaction.atomic
def answer_draft(
    book: Book,
    user: User,
    last: Edition | None,
    *,
    checked: str,
    is_approval: bool,
    words: str = "",
) -> SignOff:
    """Sign the draft off, or ask for changes of it; the history tells it.

    ``checked`` is the SHA-256 of the draft that the reviewer looked at.

    Raises
    ------
    SignOffError
        If the draft is another one by now or is published already, if changes are asked
        for without words, or if the only author of its changes would sign it off.
    """
    lock_draft(book.key)
    book.refresh_from_db()
    here = sha256(draft_document(book))
    if checked != here:
        text = "The draft changed since you looked at it; look again."
        raise SignOffError(text, Reason.CHANGED)
    if last is not None and last.sha256 == here:
        text = f"Nothing changed since edition {last.number}."
        raise SignOffError(text, Reason.SAME)
    if is_approval and is_only_author(book, user, last):
        raise SignOffError(
            "All changes since the last edition are yours; somebody else signs them.",
            Reason.OWN,
        )
    if not is_approval and not words:
        raise SignOffError("Say what is to be changed.")
    said = "Signed off" if is_approval else "Asks for changes"
    noted = note_event(book, user, f"{said}: {words}" if words else said)
    return SignOff.objects.create(
        book=book,
        sha256=here,
        revision=noted.number,
        since=_number(last),
        is_approval=is_approval,
        words=words,
        made_by=user,
    )


def is_only_author(book: Book, user: User, last: Edition | None) -> bool:
    """Return whether somebody alone made all changes since the last edition.

    Changes of which nobody knows the author are nobody's.
    """
    since = _changes(book)
    if last is not None:
        held = book.revisions.filter(sha256=last.sha256)
        since = since.filter(number__gt=held.aggregate(at=Max("number"))["at"] or 0)
    known = since.exclude(made_by=None).order_by()
    return set(known.values_list("made_by", flat=True)) == {user.pk}


def _changes(book: Book) -> QuerySet[Revision]:
    """Return the revisions that changed a draft, the first one among them."""
    return book.revisions.exclude(Q(differences=[]) & Q(number__gt=1))


def _number(last: Edition | None) -> int:
    return 0 if last is None else last.number


@transaction.atomic
def ask_for_sign_off(book: Book, user: User, *, asks: bool) -> None:
    """Say whether a book is published only when it is signed off."""
    lock_draft(book.key)
    book.refresh_from_db()
    if book.asks_sign_off == asks:
        return
    book.asks_sign_off = asks
    book.save(update_fields=["asks_sign_off"])
    does = "Asks" if asks else "No longer asks"
    note_event(book, user, f"{does} for a reviewer's sign-off")
