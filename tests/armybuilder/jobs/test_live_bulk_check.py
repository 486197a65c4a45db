"""Workers of a bulk check are killed again and again: each list is judged once."""

import sys
from collections import Counter

import pytest
from django.db import connection
from pytest_django import Settings

from armybuilder.armies.bulk import parcels
from armybuilder.armies.models import BulkCheck
from tests.armybuilder.armies.bulk_checks import begun_check, documents, files, members
from tests.armybuilder.jobs.crew import Crew, Process

pytestmark = [pytest.mark.slow, pytest.mark.postgres]
LISTS = 480
KILLS = 4


def worker(crew: Crew) -> Process:
    return crew._start(sys.executable, "-m", "tests.armybuilder.jobs.lone_worker")


def judged(check: BulkCheck) -> int:
    if connection.vendor == "sqlite":
        # What another process wrote is seen by a new transaction.
        connection.close()
    return check.verdicts.count()


@pytest.mark.usefixtures("charge_books")
def test_workers_are_killed_and_every_list_is_judged_once(
    crew: Crew, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.JOB_KINDS = ["armybuilder.armies.bulk.job.BULK_CHECK"]
    monkeypatch.setattr(parcels, "MOST_FILES", 10)
    crew.variables["DJANGO_SETTINGS_MODULE"] = "armybuilder.settings"
    crew.variables["JOB_LEASE"] = "3"
    these = members(LISTS)
    check = begun_check(None, files(these))
    assert check.job is not None
    for _ in range(KILLS):
        running = [worker(crew), worker(crew)]
        before = judged(check)
        crew.until(lambda before=before: judged(check) > before + 20)  # type: ignore[misc]
        crew.kill(*running)
        assert judged(check) < LISTS
    worker(crew)
    crew.until(lambda: BulkCheck.objects.filter(finished_at__isnull=False).exists())

    check = BulkCheck.objects.get()
    names = [one["file"] for one in documents(check)]
    assert names == [f"lists.zip/{name}" for name in these]
    words = Counter(one["verdict"] for one in documents(check))
    assert words == {"legal": 240, "illegal": 120, "unreadable": 120}
    assert check.summary is not None
    assert check.summary["words"] == words
    assert check.job is not None
    assert set(check.job.chunks.values_list("attempts", flat=True)) > {1}
