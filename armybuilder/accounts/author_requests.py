"""Requests of players to become authors: asked, and decided by who has the right."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from armybuilder.accounts.models import AuthorRequest, RequestState, User
from armybuilder.accounts.roles import AUTHORS, grant_role, is_author
from armybuilder.accounts.throttle import Allowance, take

ASKS = Allowance("author-requests", burst=3, refill_seconds=86_400)


class AskError(Exception):
    """A request that is not taken, with the reason in words."""


@transaction.atomic
def ask_to_write(person: User, text: str, now: datetime | None = None) -> AuthorRequest:
    """Keep the request of somebody to become an author.

    Raises
    ------
    AskError
        If they are one, have asked already, or ask too often.
    """
    # The row of the person puts two requests of theirs behind each other.
    User.objects.select_for_update().get(pk=person.pk)
    if is_author(person):
        raise AskError("You are an author already.")
    asked = AuthorRequest.objects.filter(person=person)
    if asked.filter(state=RequestState.OPEN).exists():
        raise AskError("You have asked already; somebody will answer.")
    if not take(ASKS, str(person.pk)):
        raise AskError("You have asked several times lately. Ask again tomorrow.")
    return AuthorRequest.objects.create(
        person=person, text=text, asked_at=now or timezone.now()
    )


@transaction.atomic
def answer_request(
    request: AuthorRequest,
    state: RequestState,
    by: User,
    reason: str = "",
    now: datetime | None = None,
) -> bool:
    """Accept or decline a request; return whether it was still open."""
    row = AuthorRequest.objects.select_for_update().get(pk=request.pk)
    if row.state != RequestState.OPEN:
        return False
    if state == RequestState.ACCEPTED:
        grant_role(row.person, AUTHORS)
    row.state, row.answered_by, row.reason = state.value, by, reason
    row.answered_at = now or timezone.now()
    row.save(update_fields=["state", "answered_by", "reason", "answered_at"])
    return True
