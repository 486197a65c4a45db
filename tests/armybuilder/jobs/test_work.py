"""Asking for heavy work."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.test import RequestFactory
from pytest_django import DjangoAssertNumQueries, Settings

from armybuilder.accounts.models import User
from armybuilder.jobs.chunks import run_chunk
from armybuilder.jobs.job_owner import asker_of
from armybuilder.jobs.kinds import WorkError
from armybuilder.jobs.models import Job, State
from armybuilder.jobs.work import TooMuch, cancel, find, leave, start, wait

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def begin(asker: str = "user 1", **document: Any) -> Job:
    return start("sums", {"chunks": 4, **document}, asker)


def work_off(job: Job) -> Job:
    for chunk in job.chunks.all():
        run_chunk(chunk.pk)
    job.refresh_from_db()
    return job


def test_a_job_is_cut_worked_off_and_put_together_in_order() -> None:
    job = begin()
    assert (job.state, job.done, job.total, job.is_over) == ("done", 4, 4, True)
    assert job.result == {"sum": 14, "results": [0, 1, 4, 9]}
    assert job.started is not None
    assert job.finished is not None


def test_what_is_put_together_is_kept_once() -> None:
    chunks = begin().chunks.all()
    assert {(chunk.input, chunk.result) for chunk in chunks} == {(None, None)}


def test_a_job_without_chunks_is_put_together_from_nothing() -> None:
    job = begin(chunks=0)
    assert (job.state, job.result) == ("done", {"sum": 0, "results": []})


def test_asking_again_costs_one_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    first = begin()
    with django_assert_num_queries(1):
        assert begin("user 2") == first
    with django_assert_num_queries(1):
        assert find("sums", {"chunks": 4}) == first


def test_another_input_is_another_job() -> None:
    assert begin().input_hash != begin(chunks=3).input_hash


def test_the_order_of_keys_does_not_matter() -> None:
    assert begin(a=1, b=2) == begin(b=2, a=1)


def test_another_version_of_the_kind_is_another_job(settings: Settings) -> None:
    first = begin()
    settings.JOB_KINDS = ["tests.armybuilder.jobs.sums.SUMS_2"]
    assert find("sums", {"chunks": 4}) is None
    assert begin() != first


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(KeyError, match="cubes"):
        start("cubes", {}, "user 1")


def test_progress_is_told_while_chunks_are_done(by_hand: None) -> None:
    job = begin()
    assert (job.state, job.done, job.total, job.is_over) == ("waiting", 0, 4, False)
    for chunk in job.chunks.all()[:3]:
        run_chunk(chunk.pk)
    job.refresh_from_db()
    assert (job.state, job.done, job.is_over) == ("running", 3, False)
    assert work_off(job).state == State.DONE


def test_waiting_ends_when_the_job_is_over(by_hand: None) -> None:
    job = begin()
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            work_off(job)

    assert wait(job, 60, pause).result == {"sum": 14, "results": [0, 1, 4, 9]}
    assert pauses == [0.05, 0.1, 0.1]


def test_waiting_ends_when_the_time_is_up(by_hand: None) -> None:
    assert wait(begin(), 0).state == State.WAITING


def test_one_of_two_askers_leaves_and_the_job_goes_on(by_hand: None) -> None:
    job = begin("user 1")
    assert begin("user 2") == job
    leave(job, "user 1")
    assert work_off(job).state == State.DONE


def test_what_nobody_waits_for_is_cancelled(by_hand: None) -> None:
    job = begin("user 1")
    begin("user 2")
    leave(job, "user 1")
    leave(job, "user 2")
    job.refresh_from_db()
    assert job.state == State.CANCELLED
    assert {chunk.state for chunk in job.chunks.all()} == {State.CANCELLED}
    assert work_off(job).result is None


def test_who_asks_twice_leaves_once(by_hand: None) -> None:
    job = begin("user 1")
    begin("user 1")
    leave(job, "user 1")
    assert wait(job, 0).state == State.CANCELLED


def test_a_stranger_cannot_leave_for_others(by_hand: None) -> None:
    job = begin("user 1")
    leave(job, "user 2")
    assert wait(job, 0).state == State.WAITING


def test_leaving_what_was_dropped_meanwhile_changes_nothing(by_hand: None) -> None:
    job, other = begin("user 1", a=1), begin("user 1", a=2)
    Job.objects.filter(pk=job.pk).delete()
    leave(job, "user 1")
    assert wait(other, 0).state == State.WAITING


def test_leaving_what_is_done_changes_nothing() -> None:
    job = begin("user 1")
    leave(job, "user 1")
    assert wait(job, 0).state == State.DONE


def test_a_cancelled_job_starts_anew(by_hand: None) -> None:
    first = begin()
    cancel(first)
    again = begin()
    assert again != first
    assert work_off(again).state == State.DONE
    assert find("sums", {"chunks": 4}) == again


def test_a_failed_job_is_found_and_starts_anew() -> None:
    first = begin(impossible=2)
    assert find("sums", {"chunks": 4, "impossible": 2}) == first
    assert begin(impossible=2) != first


def test_an_input_that_cannot_be_cut_makes_no_job() -> None:
    with pytest.raises(WorkError, match="cannot be cut"):
        begin(uncuttable=True)
    assert not Job.objects.exists()


def test_one_asker_has_so_many_open_jobs(by_hand: None, settings: Settings) -> None:
    settings.JOB_MOST_OF_ONE = 2
    first = begin(a=1)
    begin(a=2)
    with pytest.raises(TooMuch, match="2 answers"):
        begin(a=3)
    assert begin(a=1) == first
    begin("user 2", a=3)
    work_off(first)
    begin(a=4)


def test_there_are_so_many_open_jobs_in_all(by_hand: None, settings: Settings) -> None:
    settings.JOB_MOST_OPEN = 2
    begin("user 1", a=1)
    begin("user 2", a=2)
    with pytest.raises(TooMuch, match="just now"):
        begin("user 3", a=3)


def test_jobs_of_another_release_stand_in_nobodys_way(
    by_hand: None, settings: Settings
) -> None:
    settings.JOB_MOST_OF_ONE = settings.JOB_MOST_OPEN = 1
    begin(a=1)
    Job.objects.update(release="older")
    assert begin(a=2).state == State.WAITING


@pytest.mark.parametrize(
    "bound", ["JOB_MOST_BYTES", "JOB_MOST_CUT_BYTES", "JOB_MOST_CHUNKS"]
)
def test_an_input_has_its_bounds(settings: Settings, bound: str) -> None:
    setattr(settings, bound, 3)
    with pytest.raises(TooMuch, match="too much"):
        begin()


def test_an_asker_is_an_account_or_a_session(alice: User) -> None:
    request = RequestFactory().get("/")
    request.session = SessionStore()
    request.user = AnonymousUser()
    visitor = asker_of(request)
    assert asker_of(request) == visitor
    assert str(request.session.session_key) not in visitor
    request.user = alice
    assert asker_of(request) == f"user {alice.pk}"
