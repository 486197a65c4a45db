"""Requests that are done once, however often they arrive: `Idempotency-Key`.

The row of a key is written in the transaction of what the request makes. So it is there
if and only if that was made; and of two requests with one key at the same time the
second waits for the first, and finds its answer.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from armybuilder.accounts.models import User
from armybuilder.api.errors import Refused
from armybuilder.api.models import KeptAnswer
from armybuilder.api.request_data import owner_of
from rulesets.documents.json import sha256

HEADER = "Idempotency-Key"
LONGEST_KEY = 64
KEPT_FOR = timedelta(hours=24)
MOST_KEPT = 100
"""Most answers that are kept of one account; the oldest are forgotten first."""

IDEMPOTENCY_KEY = OpenApiParameter(
    HEADER,
    {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    description=(
        "A text of your own for this request, such as a UUID. The same request sent"
        " again with it is answered again and does nothing twice; another request with"
        f" it is refused. Kept for a day, the last {MOST_KEPT} of an account."
    ),
)


def answered_before(request: Request) -> Any:
    """Return the answer to this very request before; None if there is none.

    Raises
    ------
    Refused
        If its key belongs to another request, or is no key.
    """
    key = _key(request)
    if not key:
        return None
    found = KeptAnswer.objects.filter(
        account=owner_of(request), key=key, made_at__gt=timezone.now() - KEPT_FOR
    ).first()
    return None if found is None else _same(found, _request_hash(request))


def once(request: Request, make: Callable[[], Any]) -> Any:
    """Return the answer to a request: made now, or before.

    Parameters
    ----------
    request : Request
        Of an account.
    make : callable
        Makes it and returns it as JSON; where it raises, nothing was made.
    """
    key = _key(request)
    if not key:
        return make()
    account = owner_of(request)
    _forget(account)
    with transaction.atomic():
        row = _new_row(account, key, _request_hash(request))
        if row is None:
            there = KeptAnswer.objects.get(account=account, key=key)
            return _same(there, _request_hash(request))
        row.answer = make()
        row.save(update_fields=["answer"])
        return row.answer


def _new_row(account: User, key: str, request_hash: str) -> KeptAnswer | None:
    """Return the row of a key, or none where another request has it.

    Where that one is not finished this one waits for it here.
    """
    try:
        with transaction.atomic():
            return KeptAnswer.objects.create(
                account=account, key=key, request=request_hash
            )
    except IntegrityError:
        return None


def _key(request: Request) -> str:
    key = request.headers.get(HEADER)
    if key is None:
        return ""
    plain = key.isascii() and key.isprintable() and " " not in key
    if not plain or not 1 <= len(key) <= LONGEST_KEY:
        text = f"{HEADER}: expected 1 to {LONGEST_KEY} ASCII characters, no spaces."
        raise Refused("bad-header", text)
    return key


def _request_hash(request: Request) -> str:
    """Return the hash of a request. Which revision a header names is not part of it.

    Who never saw the answer may well have read the army again since.
    """
    return sha256([request.method, request.path, request.data])


def _same(row: KeptAnswer, request_hash: str) -> Any:
    if row.request != request_hash:
        text = f"{HEADER}: another request was sent with this key."
        raise Refused("key-reused", text)
    return row.answer


def _forget(account: User) -> None:
    """Forget old answers of everybody, and those of an account past the most."""
    KeptAnswer.objects.filter(made_at__lte=timezone.now() - KEPT_FOR).delete()
    kept = KeptAnswer.objects.filter(account=account)
    newest = kept.order_by("-pk").values_list("pk", flat=True)
    oldest = newest[MOST_KEPT - 2 : MOST_KEPT - 1].first()
    if oldest is not None:
        # What others add meanwhile is newer.
        kept.filter(pk__lt=oldest).delete()
