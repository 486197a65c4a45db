"""Allowances that refill with time, counted in the database.

One UPDATE both asks and takes, so that two workers cannot grant the same token.
"""

import hashlib
import time
from dataclasses import dataclass

from django.conf import settings
from django.db.models import F, FloatField, Value
from django.db.models.functions import Greatest, Least
from django.http import HttpRequest

from armybuilder.accounts.models import Bucket

FORGET_AFTER = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Allowance:
    """So many at once, and one more every so many seconds."""

    name: str
    burst: int
    refill_seconds: float


def take(allowance: Allowance, *who: str, now: float | None = None) -> bool:
    """Take one from the allowance of somebody; False when there is none left."""
    moment = time.time() if now is None else now
    key = _key(allowance, who)
    Bucket.objects.bulk_create(
        [Bucket(key=key, left=allowance.burst, counted_at=moment)],
        ignore_conflicts=True,
    )
    waited = Greatest(Value(moment) - F("counted_at"), Value(0.0))
    left = Least(
        Value(float(allowance.burst)),
        F("left") + waited / Value(allowance.refill_seconds),
        output_field=FloatField(),
    )
    taken = (
        Bucket.objects.alias(now_left=left)
        .filter(key=key, now_left__gte=1)
        .update(left=left - 1, counted_at=moment)
    )
    Bucket.objects.filter(counted_at__lt=moment - FORGET_AFTER).delete()
    return taken == 1


def give_back(allowance: Allowance, *who: str) -> None:
    """Fill somebody's allowance again, such as after the right password."""
    Bucket.objects.filter(key=_key(allowance, who)).delete()


def client_address(request: HttpRequest) -> str:
    """Return who is asking; behind our own proxy the last hop that it wrote down."""
    forwarded = request.headers.get("X-Forwarded-For", "")
    if settings.BEHIND_PROXY and forwarded:
        return forwarded.rsplit(",", 1)[-1].strip()
    return str(request.META.get("REMOTE_ADDR", ""))


def _key(allowance: Allowance, who: tuple[str, ...]) -> str:
    digest = hashlib.sha256("\0".join(who).encode()).hexdigest()
    return f"{allowance.name}:{digest[:32]}"
