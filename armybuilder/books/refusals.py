"""Reasons why a draft is not published, or an answer to it is not taken."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from django.utils.timezone import localtime

from armybuilder.books.book_tests import JudgedTest, reds
from armybuilder.books.checks import check_draft
from armybuilder.books.models import Book, PublicationState
from rulesets.books.checks.finding import ERROR, Finding

MOST_NAMED = 5
"""Most book tests that a refusal names."""


class Reason(StrEnum):
    """Reasons not to do something with a draft, by the codes of the API."""

    ERRORS = "draft-errors"
    CHANGED = "draft-changed"
    SAME = "nothing-changed"
    WAITS = "publication-waits"
    UNSIGNED = "not-signed-off"
    REDS = "tests-red"
    OWN = "own-changes"
    FORBIDDEN = "forbidden"
    REQUEST = "bad-document"
    """A request that is wrong in itself: a time that is past, words left out."""


class PublishError(ValueError):
    """A draft that cannot be published; says why.

    Parameters
    ----------
    text : str
        For people.
    reason : Reason
        For programs.
    errors : tuple of Finding
        The errors of the draft, where these are the reason.
    """

    def __init__(
        self,
        text: str,
        reason: Reason = Reason.REQUEST,
        errors: tuple[Finding, ...] = (),
    ) -> None:
        super().__init__(text)
        self.reason = reason
        self.errors = errors


class SignOffError(ValueError):
    """An answer to a draft that is not taken; says why, as `PublishError` does."""

    def __init__(self, text: str, reason: Reason = Reason.REQUEST) -> None:
        super().__init__(text)
        self.reason = reason


def refuse_errors(document: Any) -> None:
    """Refuse to publish a draft with errors; the refusal has them."""
    errors = tuple(found for found in check_draft(document) if found.level == ERROR)
    if errors:
        lines = [f"{found.pointer or '/'}: {found.text}" for found in errors]
        raise PublishError("\n".join(lines), Reason.ERRORS, errors)


def refuse_waiting(book: Book) -> None:
    """Refuse to publish beside a draft that waits for its time.

    Raises
    ------
    PublishError
        If one does.
    """
    waiting = book.publications.filter(state=PublicationState.WAITING).first()
    if waiting is not None:
        when = localtime(waiting.due_at).isoformat(timespec="minutes")
        raise PublishError(
            f"Revision {waiting.revision} waits to be published at {when}: cancel that "
            "first.",
            Reason.WAITS,
        )


def refuse_reds(tests: Iterable[JudgedTest]) -> None:
    """Refuse to publish a draft that makes a book test red."""
    red = [f"“{test.row.title}”" for test in reds(tests)]
    if not red:
        return
    count = len(red)
    more = f" and {count - MOST_NAMED} more" if count > MOST_NAMED else ""
    names = ", ".join(red[:MOST_NAMED])
    many = "1 book test is" if count == 1 else f"{count} book tests are"
    raise PublishError(
        f"{many} red: {names}{more}. Mend the draft, or accept what they give now.",
        Reason.REDS,
    )
