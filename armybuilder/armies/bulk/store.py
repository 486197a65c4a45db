"""Bulk checks made of files, gone on with, stopped and deleted."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain, islice
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils import timezone

from armybuilder.accounts.throttle import Allowance, left_of, spend, who_asks
from armybuilder.armies.access import signed_in
from armybuilder.armies.allowances import kept, may_write
from armybuilder.armies.bulk.job import KEY
from armybuilder.armies.bulk.parcels import Parcel, parcels
from armybuilder.armies.models import BulkCheck, BulkPart, BulkVerdict
from armybuilder.jobs.job_owner import asker_of
from armybuilder.jobs.work import cancel, start
from rulesets.checks.files import ArmyFile

SESSION_KEY = "bulk_checks"
MOST_OF_A_SESSION = 20
FEW_FILES, FEW_BYTES = 60, 600_000
"""Files, and bytes of all of them, that are judged while their page is waited for."""

MOST_KEPT = 20
"""Most bulk checks that one visitor keeps."""

LISTS = Allowance("bulk-lists", burst=40_000, refill_seconds=0.1)
"""Files of bulk checks: two of the largest at once, then ten files a second."""

NO_CHECK = "There is no such check."
TOO_MANY_KEPT = f"You keep {MOST_KEPT} checks already. Delete one of them first."
TOO_MANY_LISTS = "That is a great many lists in a short time. Come back in an hour."
NO_ROOM = "You had a great deal written down today. Come back tomorrow."


class KeepError(ValueError):
    """A bulk check that is not begun now, in words for who asked."""


@dataclass(frozen=True, slots=True)
class Intake:
    """Files that were handed in: ``few`` of them as they are, else in parcels."""

    files: int
    size: int
    few: tuple[ArmyFile, ...] = ()
    parcels: tuple[Parcel, ...] = ()


def take_in(files: Iterable[ArmyFile]) -> Intake:
    """Return files as few, or packed; of many no more is unpacked than few would be."""
    rest = iter(files)
    first = [*islice(rest, FEW_FILES + 1)]
    size = sum(len(file.raw) for file in first)
    if len(first) <= FEW_FILES and size <= FEW_BYTES:
        return Intake(len(first), size, few=tuple(first))
    return in_parcels(chain(first, rest))


def in_parcels(files: Iterable[ArmyFile]) -> Intake:
    """Return files packed, however few they are."""
    these = tuple(parcels(files))
    files_in_all = sum(parcel.files for parcel in these)
    return Intake(files_in_all, sum(one.size for one in these), parcels=these)


# -- whose --------------------------------------------------------------------------


def own_checks(request: HttpRequest) -> QuerySet[BulkCheck]:
    """Return the bulk checks of a visitor: by account, else those of the session."""
    user = signed_in(request)
    if user is not None:
        return BulkCheck.objects.filter(owner=user)
    ids = _session_ids(request)
    return BulkCheck.objects.filter(owner=None, public_id__in=ids)


def own_check(request: HttpRequest, public_id: str) -> BulkCheck:
    """Return a bulk check of the visitor, or 404."""
    found = own_checks(request).select_related("job", "owner")
    check = found.defer("job__document").filter(public_id=public_id).first()
    if check is None:
        raise Http404(NO_CHECK)
    return check


def kept_checks(request: HttpRequest) -> list[BulkCheck]:
    """Return the bulk checks that a visitor keeps, the newest first."""
    if not request.user.is_authenticated and not _session_ids(request):
        return []
    return [*own_checks(request).defer("terms", "summary")]


def adopt_checks(request: HttpRequest) -> int:
    """Give the session's bulk checks to a person who has just signed in."""
    user, ids = signed_in(request), _session_ids(request)
    if user is None or not ids:
        return 0
    del request.session[SESSION_KEY]
    return BulkCheck.objects.filter(owner=None, public_id__in=ids).update(owner=user)


def _session_ids(request: HttpRequest) -> list[str]:
    return list(request.session.get(SESSION_KEY, []))


# -- made, gone on with, ended ------------------------------------------------------


def begin_check(
    request: HttpRequest, intake: Intake, terms: dict[str, Any], name: str
) -> BulkCheck:
    """Keep files, and begin to judge them.

    Raises
    ------
    KeepError, TooMuch
        In words for who asked; nothing is written then.
    """
    _refuse_too_much(request)
    now = timezone.now()
    with transaction.atomic():
        check = BulkCheck.objects.create(
            owner=signed_in(request),
            name=name[:200],
            terms=terms,
            files=intake.files,
            size=intake.size,
            created_at=now,
            kept_until=now + timedelta(days=settings.BULK_KEPT_DAYS),
        )
        _write_parts(check, intake.parcels)
        go_on(check, asker_of(request))
    if check.owner_id is None:
        ids = [*_session_ids(request), check.public_id]
        request.session[SESSION_KEY] = ids[-MOST_OF_A_SESSION:]
    who = who_asks(request)
    spend(LISTS, intake.files, who)
    spend(kept(), sum(len(parcel.packed) for parcel in intake.parcels), who)
    return check


def _refuse_too_much(request: HttpRequest) -> None:
    if own_checks(request).count() >= MOST_KEPT:
        raise KeepError(TOO_MANY_KEPT)
    if left_of(LISTS, who_asks(request)) <= 0:
        raise KeepError(TOO_MANY_LISTS)
    if not may_write(request):
        raise KeepError(NO_ROOM)


def _write_parts(check: BulkCheck, these: Iterable[Parcel]) -> None:
    rows, first = [], 0
    for number, parcel in enumerate(these):
        rows.append(
            BulkPart(
                bulk_check=check,
                number=number,
                first=first,
                files=parcel.files,
                packed=parcel.packed,
            )
        )
        first += parcel.files
    BulkPart.objects.bulk_create(rows, batch_size=50)


def go_on(check: BulkCheck, asker: str) -> None:
    """Have the parts judged that are not yet; raises TooMuch where that waits."""
    check.job = start(KEY, {"check": check.public_id}, asker)
    BulkCheck.objects.filter(pk=check.pk).update(job=check.job)


def stop_check(check: BulkCheck) -> None:
    """Have no more files judged; the verdicts so far are kept."""
    if check.job is not None:
        cancel(check.job)


def delete_check(check: BulkCheck) -> None:
    """Stop a bulk check and forget it, with its files and verdicts."""
    stop_check(check)
    delete_checks(BulkCheck.objects.filter(pk=check.pk))


def delete_checks(checks: QuerySet[BulkCheck]) -> int:
    """Delete bulk checks with all that belongs to them; return how many."""
    keys = [*checks.values_list("pk", flat=True)]
    with transaction.atomic():
        for model in (BulkVerdict, BulkPart):
            model.objects.filter(bulk_check__in=keys).delete()
        BulkCheck.objects.filter(pk__in=keys).delete()
    return len(keys)
