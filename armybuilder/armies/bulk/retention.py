"""Bulk checks whose time is over are deleted, with their files; the clock asks."""

from datetime import datetime

from django.utils import timezone

from armybuilder.armies.bulk.store import delete_checks
from armybuilder.armies.models import BulkCheck
from armybuilder.jobs.work import cancel

MOST_AT_ONCE = 20
"""Most checks that one sweep deletes."""


def sweep_checks(now: datetime | None = None) -> int:
    """Delete bulk checks that are not kept any more; return how many."""
    over = BulkCheck.objects.filter(kept_until__lte=now or timezone.now())
    some = [*over.order_by("kept_until")[:MOST_AT_ONCE].select_related("job")]
    if not some:
        return 0
    for check in some:
        if check.job is not None:
            cancel(check.job)
    return delete_checks(BulkCheck.objects.filter(pk__in=[one.pk for one in some]))
