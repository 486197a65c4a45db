"""Allowances that refill with time, counted in the database.

One UPDATE both asks and takes, so that two workers cannot grant the same token. The row
of somebody new is made where there is none to update.
"""

import hashlib
import time
from dataclasses import dataclass

from django.conf import settings
from django.db.models import F, FloatField, QuerySet, Value
from django.db.models.functions import Greatest, Least
from django.http import HttpRequest

from armybuilder.accounts.models import Bucket

Buckets = QuerySet[Bucket]
FORGET_AFTER = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Allowance:
    """A number at once, and one more after each pause of some seconds."""

    name: str
    burst: int
    refill_seconds: float


def take(allowance: Allowance, *who: str, now: float | None = None) -> bool:
    """Take one from the allowance of somebody; False when there is none left."""
    moment = time.time() if now is None else now
    left = _left(allowance, moment)
    enough = _bucket(allowance, who).alias(now_left=left).filter(now_left__gte=1)
    values = {"left": left - 1, "counted_at": moment}
    if enough.update(**values):
        return True
    _make(allowance, who, moment)
    return enough.update(**values) == 1


def left_of(allowance: Allowance, *who: str, now: float | None = None) -> float:
    """Return the rest of somebody's allowance, below 0 if it is overdrawn."""
    moment = time.time() if now is None else now
    found = _bucket(allowance, who).values_list("left", "counted_at").first()
    if found is None:
        return float(allowance.burst)
    left, counted_at = found
    waited = max(moment - counted_at, 0.0)
    return min(float(allowance.burst), left + waited / allowance.refill_seconds)


def spend(
    allowance: Allowance, amount: float, *who: str, now: float | None = None
) -> None:
    """Take an amount that was used already; nobody owes more than the burst."""
    moment = time.time() if now is None else now
    bucket, left = _bucket(allowance, who), _left(allowance, moment)
    owed = Greatest(left - Value(amount), Value(-float(allowance.burst)))
    values = {"left": owed, "counted_at": moment}
    if not bucket.update(**values):
        _make(allowance, who, moment)
        bucket.update(**values)


def _bucket(allowance: Allowance, who: tuple[str, ...]) -> Buckets:
    """Return the row of somebody, where there is one."""
    return Bucket.objects.filter(key=_key(allowance, who))


def _make(allowance: Allowance, who: tuple[str, ...], moment: float) -> None:
    """Make the row of somebody if it is not there, and forget old ones."""
    key = _key(allowance, who)
    Bucket.objects.bulk_create(
        [Bucket(key=key, left=allowance.burst, counted_at=moment)],
        ignore_conflicts=True,
    )
    Bucket.objects.filter(counted_at__lt=moment - FORGET_AFTER).delete()


def _left(allowance: Allowance, moment: float) -> Least:
    waited = Greatest(Value(moment) - F("counted_at"), Value(0.0))
    return Least(
        Value(float(allowance.burst)),
        F("left") + waited / Value(allowance.refill_seconds),
        output_field=FloatField(),
    )


def give_back(allowance: Allowance, *who: str) -> None:
    """Fill somebody's allowance again, such as after the right password."""
    _bucket(allowance, who).delete()


def who_asks(request: HttpRequest) -> str:
    """Return the owner of the allowances: an account, or the address of a visitor."""
    user = request.user
    return f"user {user.pk}" if user.is_authenticated else client_address(request)


def client_address(request: HttpRequest) -> str:
    """Return the address of a visitor; behind our proxy the last hop that it noted."""
    forwarded = request.headers.get("X-Forwarded-For", "")
    if settings.BEHIND_PROXY and forwarded:
        return forwarded.rsplit(",", 1)[-1].strip()
    return str(request.META.get("REMOTE_ADDR", ""))


def _key(allowance: Allowance, who: tuple[str, ...]) -> str:
    digest = hashlib.sha256("\0".join(who).encode()).hexdigest()
    return f"{allowance.name}:{digest[:32]}"
