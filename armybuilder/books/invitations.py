"""Invitations into a book by link: made, found by their token, accepted."""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.books.authors import Right, may
from armybuilder.books.drafts import lock_draft
from armybuilder.books.models import Book, Invitation, Role
from armybuilder.books.people import PeopleError, give_role

INVITED = (Role.TESTER, Role.REVIEWER, Role.EDITOR)
"""Roles that a link may give: never that of an owner."""

RANKS = (Role.TESTER, Role.REVIEWER, Role.EDITOR, Role.OWNER)
"""Roles by what they may do, the least first."""

MOST_DAYS = 30
MOST_USES = 50
MOST_OPEN = 40
"""Most invitations of a book that are open at once."""


class InvitationError(PeopleError):
    """An invitation that does not hold, with the reason in words."""


def open_invitations(book: Book, now: datetime | None = None) -> list[Invitation]:
    """Return the invitations of a book that still hold."""
    moment = now or timezone.now()
    found = Invitation.objects.filter(book=book, ends_at__gt=moment)
    return [*found.filter(uses_left__gt=0)]


@transaction.atomic
def invite(
    book: Book,
    role: Role,
    user: User,
    *,
    days: int = 7,
    uses: int = 1,
    now: datetime | None = None,
) -> str:
    """Return the token of a new invitation, which nobody can be told again.

    Raises
    ------
    InvitationError
        If a link may not give the role, or the book has too many links.
    """
    moment = now or timezone.now()
    if role not in INVITED:
        raise InvitationError("A link never makes an owner.")
    if len(open_invitations(book, moment)) >= MOST_OPEN:
        raise InvitationError(f"The book has {MOST_OPEN} open links; withdraw some.")
    token = secrets.token_urlsafe(24)
    Invitation.objects.create(
        book=book,
        role=role,
        token_sha256=_hash(token),
        made_by=user,
        made_at=moment,
        ends_at=moment + timedelta(days=min(max(days, 1), MOST_DAYS)),
        uses_left=min(max(uses, 1), MOST_USES),
    )
    return token


def find_invitation(token: str, now: datetime | None = None) -> Invitation:
    """Return the invitation of a token.

    Raises
    ------
    InvitationError
        If there is none, or it does not hold any more.
    """
    found = Invitation.objects.select_related("book", "made_by")
    row = found.filter(token_sha256=_hash(token)).first()
    if row is None:
        raise InvitationError("There is no such invitation, or it was withdrawn.")
    if row.uses_left < 1:
        raise InvitationError("This invitation was used already. Ask for a new one.")
    if row.ends_at <= (now or timezone.now()):
        raise InvitationError("This invitation has ended. Ask for a new one.")
    if row.made_by is None or not may(row.made_by, Right.MANAGE, row.book):
        text = "Who made this invitation gives no roles in this book any more."
        raise InvitationError(f"{text} Ask for a new one.")
    return row


@transaction.atomic
def accept_invitation(
    token: str, person: User, now: datetime | None = None
) -> Invitation:
    """Give somebody the role of an invitation, and return it.

    A role that can do as much or more stays, and the invitation is not used up.

    Raises
    ------
    InvitationError
        If the invitation does not hold.
    PeopleError
        If the role is for authors and the person is none.
    """
    Invitation.objects.select_for_update().filter(token_sha256=_hash(token)).first()
    row = find_invitation(token, now)
    lock_draft(row.book.key)
    held = row.book.roles.filter(person=person).first()
    role = Role(row.role)
    if held is not None and RANKS.index(Role(held.role)) >= RANKS.index(role):
        return row
    give_role(row.book, person, role)
    row.uses_left -= 1
    row.save(update_fields=["uses_left"])
    return row


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
