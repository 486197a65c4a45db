"""Mails to entrants: kept first, then sent by the site's clock, each once.

A mail waits some seconds, so that a slip can be taken back. One that cannot be sent is
tried again a few times; nothing is lost where a process ends in between.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone

from armybuilder.events.models import Entrant, Mail

log = logging.getLogger(__name__)

WAIT = timedelta(seconds=6)
MOST_TRIES = 5
AGAIN = timedelta(minutes=10)
MOST_AT_ONCE = 50
MOST_OF_ONE = 20
"""Most mails to one entrant within a day."""


def is_set_up() -> bool:
    """Return whether this site sends mail, and does not only write it down."""
    return not settings.EMAIL_BACKEND.endswith("console.EmailBackend")


def keep_mail(
    entrant: Entrant, subject: str, body: str, now: datetime | None = None
) -> bool:
    """Keep a mail to be sent; false where none can be sent."""
    moment = now or timezone.now()
    day = moment - timedelta(days=1)
    many = entrant.mails.filter(made_at__gt=day).count()
    if not (is_set_up() and entrant.email) or many >= MOST_OF_ONE:
        return False
    Mail.objects.create(
        entrant=entrant,
        subject=" ".join(subject.split())[:200],
        body=body,
        made_at=moment,
        due_at=moment + WAIT,
    )
    return True


def keep_links(entrants: Iterable[Entrant], address: str, now: datetime) -> int:
    """Keep a mail with the personal link to each who has an address and got none.

    ``address`` is the address of links with ``LINK`` for the link.
    """
    many = 0
    for entrant in entrants:
        link = address.replace("LINK", entrant.link)
        event = entrant.event.name
        body = f"Hello {entrant.name},\n\nyou have a place in {event}. "
        body += "Hand in your list here; no account is needed:\n"
        many += keep_mail(entrant, f"{event}: your place", f"{body}{link}\n", now)
    return many


def send_due(now: datetime | None = None) -> int:
    """Send the mails whose time has come; return how many were sent.

    It may be called by several processes at once: each mail is claimed first.
    """
    moment = now or timezone.now()
    due = Mail.objects.filter(
        sent_at=None, due_at__lte=moment, tries__lt=MOST_TRIES
    ).values_list("pk", flat=True)
    return sum(_send(pk, moment) for pk in list(due[:MOST_AT_ONCE]))


def _send(pk: int, moment: datetime) -> bool:
    """Send one mail that nobody else has claimed."""
    with transaction.atomic():
        found = Mail.objects.select_for_update().filter(
            pk=pk, sent_at=None, due_at__lte=moment
        )
        row = found.select_related("entrant").first()
        if row is None:
            return False
        row.tries += 1
        row.due_at = moment + AGAIN
        row.save(update_fields=["tries", "due_at"])
    message = EmailMessage(row.subject, row.body, to=[row.entrant.email])
    try:
        message.send()
    except (OSError, SMTPException):
        log.exception("Mail %d could not be sent; it is tried again.", pk)
        return False
    Mail.objects.filter(pk=pk).update(sent_at=moment)
    return True
