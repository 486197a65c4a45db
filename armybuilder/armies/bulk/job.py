"""The kind of job that judges a bulk check: a chunk is a part of its files."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from armybuilder.armies.bulk.parcels import unpacked_files
from armybuilder.armies.bulk.rows import joined_summaries, kept_row, summary_of
from armybuilder.armies.bulk.terms import as_asker, terms_of
from armybuilder.armies.models import BulkCheck, BulkPart, BulkVerdict
from armybuilder.books.bookshelf import SiteBookshelf
from armybuilder.jobs.kinds import Kind, Step, WorkError
from rulesets.checks.armies import judged_files
from rulesets.checks.files import ArmyFile
from rulesets.checks.verdicts import FileVerdict

GONE = "This check was deleted."
KEY = "bulk-check"


def _split(document: Any) -> Sequence[Any]:
    """Return the numbers of the parts that are not judged yet."""
    check = _check(document)
    undone = check.parts.filter(summary__isnull=True).order_by("number")
    return [*undone.values_list("number", flat=True)]


def _work(document: Any, number: Any, step: Step) -> Any:
    """Judge a part, and write its verdicts, unless somebody else has."""
    check = _check(document)
    part = check.parts.filter(number=number).first()
    if part is None:
        raise WorkError(GONE)
    if part.summary is None:
        files = _told_one_by_one(unpacked_files(bytes(part.packed)), step)
        terms = terms_of(check)
        with as_asker(check):
            verdicts = [*judged_files(files, terms, SiteBookshelf())]
        _write(part, verdicts, tried=terms.fixes)
    return part.files


def _write(part: BulkPart, verdicts: list[FileVerdict], *, tried: bool) -> None:
    """Write the verdicts on a part once; of two who come with them the first does."""
    with transaction.atomic():
        locked = BulkPart.objects.select_for_update().filter(
            pk=part.pk, summary__isnull=True
        )
        if not locked.only("pk").exists():
            return
        rows = [
            kept_row(number, verdict, tried=tried)
            for number, verdict in enumerate(verdicts, start=part.first)
        ]
        for row in rows:
            row.bulk_check_id = part.bulk_check_id
        BulkVerdict.objects.bulk_create(rows)
        locked.update(summary=summary_of(verdicts))


def _join(document: Any, results: Sequence[Any]) -> Any:
    """Note that a check is finished, and what it found in all."""
    finish_check(_check(document), timezone.now())
    return sum(results)


def finish_check(check: BulkCheck, now: datetime) -> None:
    """Write the sums of a check whose parts are all judged."""
    begun = check.job.started if check.job is not None else None
    summaries = check.parts.order_by("number").values_list("summary", flat=True)
    done = [summary for summary in summaries if summary is not None]
    if len(done) == len(summaries):
        seconds = 0.0 if begun is None else (now - begun).total_seconds()
        BulkCheck.objects.filter(pk=check.pk, finished_at=None).update(
            summary=joined_summaries(done),
            finished_at=now,
            seconds=check.seconds + seconds,
        )


def _check(document: Any) -> BulkCheck:
    found = BulkCheck.objects.select_related("owner", "job").filter(
        public_id=document["check"]
    )
    check = found.defer("job__document", "job__result").first()
    if check is None:
        raise WorkError(GONE)
    return check


def _told_one_by_one(files: Iterator[ArmyFile], step: Step) -> Iterator[ArmyFile]:
    for file in files:
        step()
        yield file


BULK_CHECK = Kind(KEY, "1", _split, _work, _join)
"""Files judged by the terms that a bulk check keeps."""
