"""A sweep takes up what was lost and drops what is old."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from pytest_django import Settings

from armybuilder.jobs import cleanup
from armybuilder.jobs.cleanup import UPDATED, sweep
from armybuilder.jobs.due import due_chunks
from armybuilder.jobs.models import Chunk, Job, State
from armybuilder.jobs.work import asked_job, wait
from tests.armybuilder.jobs.test_chunks import LATER, NOW, taken
from tests.armybuilder.jobs.test_work import begin, work_off

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
INLINE = "armybuilder.jobs.inline.enqueue"


def test_chunks_that_no_engine_took_are_worked_on(
    by_hand: None, settings: Settings
) -> None:
    job = begin()
    settings.JOB_ENGINE = INLINE
    assert sweep(NOW) == (0, 4)
    assert wait(job, 0).state == State.DONE


def test_a_chunk_on_its_way_is_not_sent_twice(by_hand: None) -> None:
    job = begin()
    job.chunks.update(sent_at=NOW)
    assert due_chunks(9, NOW + timedelta(minutes=1)) == []
    assert len(due_chunks(9, LATER)) == 4


def test_a_chunk_whose_lease_ran_out_is_sent_once_more(by_hand: None) -> None:
    job = begin(chunks=1)
    chunk = taken(job)
    job.chunks.update(sent_at=NOW)
    assert due_chunks(9, NOW) == []
    late = NOW + timedelta(minutes=2)
    assert due_chunks(9, late) == [chunk.pk]
    job.chunks.update(sent_at=late)
    assert due_chunks(9, late + timedelta(minutes=1)) == []


def test_jobs_take_turns(by_hand: None) -> None:
    one, two = begin(a=1, chunks=3), begin(a=2, chunks=2)
    order = [(c.job, c.number) for n in (0, 1, 2) for c in _numbered(n, one, two)]
    found = due_chunks(9)
    assert [_place(pk, one, two) for pk in found] == order


def test_a_job_that_nobody_put_together_is_put_together(
    by_hand: None, settings: Settings
) -> None:
    job = begin()
    job.chunks.update(state=State.DONE, result=1)
    settings.JOB_ENGINE = INLINE
    sweep(NOW)
    assert wait(job, 0).state == State.DONE


def test_old_jobs_are_dropped_with_their_chunks(by_hand: None) -> None:
    old, new = work_off(begin(a=1)), work_off(begin(a=2))
    open_job = begin(a=3)
    Job.objects.filter(pk=old.pk).update(finished=NOW - timedelta(days=8))
    assert sweep(NOW)[0] == 1
    assert set(Job.objects.all()) == {new, open_job}


def test_what_is_not_done_in_a_day_has_failed(by_hand: None) -> None:
    job = begin()
    Job.objects.filter(pk=job.pk).update(
        release="older", created=NOW - timedelta(days=2)
    )
    sweep(NOW)
    job.refresh_from_db()
    assert (job.state, job.error) == (State.FAILED, "This was not finished in time.")


def of_an_older_release(asked: int, minutes: int, release: str = "older") -> Job:
    job = begin(a=asked)
    Job.objects.filter(pk=job.pk).update(
        release=release,
        state=State.RUNNING,
        created=NOW - timedelta(minutes=minutes),
    )
    return job


def test_what_an_older_release_left_behind_is_ended_in_words(by_hand: None) -> None:
    job, new = of_an_older_release(1, 11), begin(a=2)
    sweep(NOW)
    assert (wait(job, 0).state, job.error) == (State.FAILED, UPDATED)
    assert {chunk.state for chunk in job.chunks.all()} == {State.CANCELLED}
    assert wait(new, 0).state == State.WAITING


def test_a_job_of_another_release_may_be_on_its_way(by_hand: None) -> None:
    job = of_an_older_release(1, 9)
    sweep(NOW)
    assert wait(job, 0).state == State.RUNNING


def test_jobs_of_another_release_that_still_works_go_on(by_hand: None) -> None:
    worked_on, queued = of_an_older_release(1, 20), of_an_older_release(2, 11)
    gone = of_an_older_release(3, 11, "oldest")
    taken(worked_on)
    sweep(NOW)
    states = [wait(job, 0).state for job in (worked_on, queued, gone)]
    assert states == [State.RUNNING, State.RUNNING, State.FAILED]
    sweep(NOW + timedelta(minutes=2))
    assert wait(queued, 0).state == State.FAILED


def test_a_release_works_also_between_two_chunks(by_hand: None) -> None:
    worked_on = of_an_older_release(1, 20)
    taken(worked_on)
    worked_on.chunks.filter(number=0).update(state=State.DONE)
    sweep(NOW)
    assert wait(worked_on, 0).state == State.RUNNING


def test_who_looks_at_an_open_job_has_lost_chunks_sent_again(
    by_hand: None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = begin("user 1")
    settings.JOB_ENGINE, settings.JOB_SWEEP = INLINE, 30
    monkeypatch.setattr(cleanup, "_next", 0.0)
    assert asked_job(job.kind, job.pk, "user 1") == job
    assert wait(job, 0).state == State.DONE


def test_the_command_says_what_it_did(by_hand: None, settings: Settings) -> None:
    job = begin()
    settings.JOB_ENGINE = INLINE
    out = StringIO()
    call_command("sweep_jobs", stdout=out)
    assert out.getvalue() == "Dropped 0 jobs, took up 4 chunks.\n"
    assert wait(job, 0).state == State.DONE


def _numbered(number: int, *jobs: Job) -> list[Chunk]:
    return [c for job in jobs for c in job.chunks.filter(number=number)]


def _place(pk: int, *jobs: Job) -> tuple[Job, int]:
    return next((c.job, c.number) for job in jobs for c in job.chunks.filter(pk=pk))
