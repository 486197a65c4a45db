"""A chunk counts once, whoever works on it and however often."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from armybuilder.jobs.chunks import MOST_ATTEMPTS, RENEWED, finish, run_chunk
from armybuilder.jobs.due import due_chunks
from armybuilder.jobs.kinds import Kind, Step
from armybuilder.jobs.models import Chunk, Job, State
from armybuilder.jobs.work import cancel, wait
from tests.armybuilder.jobs import sums
from tests.armybuilder.jobs.test_work import begin, work_off

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
NOW = timezone.now()
LATER = NOW + timedelta(hours=1)


def first(job: Job) -> Chunk:
    chunk = job.chunks.order_by("number").first()
    assert chunk is not None
    return chunk


def taken(job: Job, attempts: int = 1) -> Chunk:
    """Return the first chunk as a worker leaves it that died."""
    chunk = first(job)
    chunk.state, chunk.attempts, chunk.token = State.RUNNING, attempts, "gone"
    chunk.leased_until = NOW + timedelta(minutes=1)
    chunk.save()
    return chunk


def test_a_chunk_is_worked_on_once(by_hand: None) -> None:
    chunk = first(begin())
    run_chunk(chunk.pk)
    run_chunk(chunk.pk)
    chunk.refresh_from_db()
    assert (chunk.state, chunk.attempts, chunk.result) == (State.DONE, 1, 0)


def test_a_chunk_that_somebody_holds_is_left_alone(by_hand: None) -> None:
    chunk = taken(begin())
    run_chunk(chunk.pk, clock=lambda: NOW)
    chunk.refresh_from_db()
    assert (chunk.token, chunk.attempts) == ("gone", 1)


def test_a_lease_that_ran_out_counts_no_more(by_hand: None) -> None:
    chunk = taken(begin())
    run_chunk(chunk.pk, clock=lambda: LATER)
    chunk.refresh_from_db()
    assert (chunk.state, chunk.attempts) == (State.DONE, 2)


def test_a_lease_of_a_worker_that_is_gone_counts_no_more(by_hand: None) -> None:
    chunk = taken(begin())
    run_chunk(chunk.pk, again=True, clock=lambda: NOW)
    chunk.refresh_from_db()
    assert chunk.state == State.DONE


def test_a_chunk_whose_workers_die_is_given_up(by_hand: None) -> None:
    job = begin()
    run_chunk(taken(job, MOST_ATTEMPTS).pk, clock=lambda: LATER)
    job.refresh_from_db()
    assert job.state == State.FAILED
    assert job.error == (
        "Part 1 of 4 was given up after 3 tries: what worked on it ended without an"
        " answer."
    )
    assert [c.state for c in job.chunks.order_by("number")] == [
        "failed",
        "cancelled",
        "cancelled",
        "cancelled",
    ]


def test_the_last_try_has_its_time(by_hand: None) -> None:
    job = begin()
    run_chunk(taken(job, MOST_ATTEMPTS).pk, clock=lambda: NOW)
    assert wait(job, 0).state == State.WAITING


@pytest.mark.parametrize("wrong", ["bad", "not a number"])
def test_what_goes_wrong_is_tried_three_times(wrong: str) -> None:
    job = begin("user 1", **{wrong: 1})
    assert job.state == State.FAILED
    assert job.error.startswith("Part 2 of 4 was given up after 3 tries: something ")
    assert job.chunks.get(number=1).attempts == MOST_ATTEMPTS


def test_what_cannot_be_done_is_tried_once_and_says_why() -> None:
    job = begin(impossible=3)
    assert (job.state, job.error) == (State.FAILED, "Seven is no unit.")
    assert job.chunks.get(number=3).attempts == 1


def test_a_result_that_comes_while_somebody_else_is_at_it_is_dropped(
    by_hand: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = begin(chunks=1)

    def slow(document: object, part: object, step: Step) -> str:
        job.chunks.update(token="another")
        return "late"

    monkeypatch.setattr(sums, "SUMS", Kind("sums", "1", sums.split, slow, sums.join))
    run_chunk(first(job).pk)
    assert (first(job).state, first(job).result) == (State.RUNNING, None)
    assert wait(job, 0).state == State.RUNNING


def test_a_result_that_comes_after_another_one_is_dropped(
    by_hand: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = begin(chunks=1)
    chunk = first(job)

    def slow(document: object, part: object, step: Step) -> str:
        """Somebody else claims the chunk while this works."""
        monkeypatch.setattr(sums, "SUMS", sums.SUMS_2)
        run_chunk(chunk.pk, again=True)
        return "late"

    monkeypatch.setattr(sums, "SUMS", Kind("sums", "1", sums.split, slow, sums.join))
    run_chunk(chunk.pk)
    chunk.refresh_from_db()
    assert chunk.attempts == 2
    assert wait(job, 0).result == {"sum": 0, "results": [0]}


def test_a_result_that_comes_after_the_job_was_cancelled_is_dropped(
    by_hand: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = begin(chunks=1)

    def slow(document: object, part: object, step: Step) -> str:
        cancel(job)
        return "late"

    monkeypatch.setattr(sums, "SUMS", Kind("sums", "1", sums.split, slow, sums.join))
    run_chunk(first(job).pk)
    assert wait(job, 0).state == State.CANCELLED
    assert (first(job).state, first(job).result) == (State.CANCELLED, None)


def test_a_join_that_goes_wrong_is_tried_three_times() -> None:
    job = begin("user 1", **{"bad join": True})
    assert (job.state, job.joins) == (State.FAILED, MOST_ATTEMPTS)
    assert job.error == "The results could not be put together."


def test_a_job_is_not_put_together_while_somebody_else_is_at_it(by_hand: None) -> None:
    job = begin()
    job.chunks.update(state=State.DONE, result=1)
    Job.objects.filter(pk=job.pk).update(
        joins=1, joining_until=NOW + timedelta(minutes=1)
    )
    finish(job.pk, now=NOW)
    assert wait(job, 0).state == State.WAITING
    finish(job.pk, now=LATER)
    assert wait(job, 0).result == {"sum": 4, "results": [1, 1, 1, 1]}


# -- slow chunks --------------------------------------------------------------------


class Watch:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


def sixteen_cells(
    monkeypatch: pytest.MonkeyPatch, after: Callable[[int], None]
) -> list[int]:
    """Have a chunk take sixteen steps; returns the list of those that were begun."""
    begun: list[int] = []

    def work(document: object, part: object, step: Step) -> int:
        for cell in range(16):
            begun.append(cell)
            after(cell)
            step()
        return 16

    monkeypatch.setattr(sums, "SUMS", Kind("sums", "1", sums.split, work, sums.join))
    return begun


def test_a_chunk_that_takes_many_leases_is_nobody_elses(
    by_hand: None, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    job, watch = begin(chunks=1), Watch()
    chunk = first(job)

    def after(cell: int) -> None:
        watch.wait(settings.JOB_LEASE - 1)
        assert due_chunks(9, watch.now) == []
        run_chunk(chunk.pk, clock=watch)

    begun = sixteen_cells(monkeypatch, after)
    run_chunk(chunk.pk, clock=watch)
    chunk.refresh_from_db()
    assert begun == list(range(16))
    assert (chunk.attempts, wait(job, 0).result) == (1, {"sum": 16, "results": [16]})


def test_a_step_that_outlasts_the_lease_costs_nothing_where_nobody_took_the_chunk(
    by_hand: None, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    job, watch = begin(chunks=1), Watch()
    begun = sixteen_cells(monkeypatch, lambda cell: watch.wait(settings.JOB_LEASE + 1))
    run_chunk(first(job).pk, clock=watch)
    assert len(begun) == 16
    assert wait(job, 0).state == State.DONE


def test_who_lost_a_chunk_to_another_stops_and_is_not_counted(
    by_hand: None, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    job, watch = begin(chunks=1), Watch()
    chunk = first(job)

    def after(cell: int) -> None:
        if cell == 2:
            watch.wait(settings.JOB_LEASE + 1)
            monkeypatch.setattr(sums, "SUMS", sums.SUMS_2)
            run_chunk(chunk.pk, clock=watch)

    begun = sixteen_cells(monkeypatch, after)
    run_chunk(chunk.pk, clock=watch)
    chunk.refresh_from_db()
    assert begun == [0, 1, 2]
    assert (chunk.state, chunk.attempts) == (State.DONE, 2)
    assert wait(job, 0).result == {"sum": 0, "results": [0]}
    assert job.joins == 1


def test_a_chunk_of_a_cancelled_job_stops_in_the_middle(
    by_hand: None, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    job, watch = begin(chunks=1), Watch()

    def after(cell: int) -> None:
        watch.wait(settings.JOB_LEASE / RENEWED)
        if cell == 2:
            cancel(job)

    begun = sixteen_cells(monkeypatch, after)
    run_chunk(first(job).pk, clock=watch)
    assert begun == [0, 1, 2]
    assert (first(job).state, wait(job, 0).state) == (State.CANCELLED, State.CANCELLED)


def test_quick_steps_do_not_ask_the_database(
    by_hand: None,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    quick, slow = begin(a="quick", chunks=1), begin(a="slow", chunks=1)
    sixteen_cells(monkeypatch, lambda cell: None)
    with CaptureQueriesContext(connection) as sixteen:
        run_chunk(first(quick).pk)
    monkeypatch.setattr(sums, "SUMS", sums.SUMS_2)
    with django_assert_num_queries(len(sixteen)):
        run_chunk(first(slow).pk)


# -- releases -----------------------------------------------------------------------


def test_another_release_leaves_a_chunk_alone(
    by_hand: None, settings: Settings
) -> None:
    job = begin()
    Job.objects.filter(pk=job.pk).update(release="older")
    job.chunks.update(sent_at=NOW)
    assert work_off(job).state == State.WAITING
    assert {c.sent_at for c in job.chunks.all()} == {None}
