"""The impact of a draft on armies, worked out by threads and by workers of a broker."""

from typing import Any

import pytest
from django.db import transaction
from pytest_django import Settings

from armybuilder.accounts.models import User
from armybuilder.armies import impact_job
from armybuilder.armies.store import create
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.editions import last_edition, publish
from armybuilder.books.impact import IN_USE, KIND, impact_question, impacts_of
from armybuilder.jobs.models import Job, State
from armybuilder.jobs.work import find, start, wait
from rulesets.rosters.roster import Force, Roster, Selection
from tests.armybuilder.books.documents import small_book, small_unit
from tests.armybuilder.jobs.crew import Crew

pytestmark = pytest.mark.postgres
ARMIES = 5
DEARER = {10 * units: 1 for units in range(1, ARMIES + 1)}


def question(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what a dearer draft asks of armies of one unit, two, three ..."""
    settings.JOB_KINDS = [
        "armybuilder.armies.impact_job.IMPACT",
        "armybuilder.books.example_armies.EXAMPLES",
    ]
    monkeypatch.setattr(impact_job, "ARMIES_OF_A_CHUNK", 2)
    author = User.objects.create_user("author")
    book = save_draft(small_book())
    publish(book, author)
    for units in range(1, ARMIES + 1):
        taken = tuple(Selection(f"s{n}", "spears") for n in range(units))
        forces = (Force("f1", "testers", 1, taken),)
        create(Roster("charge", "Army", forces=forces), author)
    save_draft(small_book(units=[small_unit(points=110)]))
    last = last_edition(book.key)
    assert last is not None
    return impact_question(draft_document(book), last)


def points(job: Job | None) -> Any:
    return impacts_of(job)[IN_USE].points


def test_threads_work_an_impact_out(
    live_database: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = question(settings, monkeypatch)
    settings.JOB_ENGINE = "armybuilder.jobs.threads.enqueue"
    job = wait(start("impact", asked, "user 1"), 60)
    assert (job.state, job.total, job.error) == (State.DONE, 3, "")
    assert points(find(KIND, asked)) == DEARER


@pytest.mark.slow
@pytest.mark.broker
def test_workers_of_a_broker_work_an_impact_out(
    broker_crew: Crew, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    crew = broker_crew
    crew.variables["DJANGO_SETTINGS_MODULE"] = "armybuilder.settings"
    with transaction.atomic():
        job = start("impact", question(settings, monkeypatch), "user 1")
    first = crew.worker()
    crew.until(lambda: wait(job, 0).is_over)
    crew.kill(first)
    job.refresh_from_db()
    assert (job.state, job.total, job.error) == (State.DONE, 3, "")
    assert points(job) == DEARER
