"""Several people and several workers at the same time, and the threads of a server."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, enumerate, get_ident
from typing import Any, TypeVar

import pytest
from django.conf import settings as site_settings
from django.db import connection, transaction
from pytest_django import Settings

from armybuilder.jobs import inline, threads
from armybuilder.jobs.due import due_chunks
from armybuilder.jobs.kinds import Kind, Step
from armybuilder.jobs.models import Asking, Job, State
from armybuilder.jobs.work import TooMuch, leave, start, wait
from tests.armybuilder.jobs import sums
from tests.armybuilder.jobs.test_work import begin

pytestmark = pytest.mark.postgres

T = TypeVar("T")


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Counter[int]:
    """Return how often each chunk was worked on."""
    counted: Counter[int] = Counter()

    def work(document: Any, part: Any, step: Step) -> Any:
        counted[part["n"]] += 1
        return sums.work(document, part, step)

    monkeypatch.setattr(sums, "SUMS", Kind("sums", "1", sums.split, work, sums.join))
    return counted


def all_at_once(many: int, what: Callable[[int], T]) -> list[T]:
    ready = Barrier(many)

    def one(number: int) -> T:
        ready.wait()
        try:
            return what(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(many) as people:
        return list(people.map(one, range(many)))


def test_of_many_workers_one_gets_a_chunk(
    live_database: str, by_hand: None, runs: Counter[int]
) -> None:
    job = begin()
    chunks = list(job.chunks.values_list("pk", flat=True))
    all_at_once(4, lambda _: inline.enqueue(chunks))
    assert runs == {0: 1, 1: 1, 2: 1, 3: 1}
    assert wait(job, 0).result == {"sum": 14, "results": [0, 1, 4, 9]}
    assert job.joins == 1


def test_many_who_ask_the_same_get_one_job(live_database: str, by_hand: None) -> None:
    jobs = all_at_once(4, lambda n: begin(f"user {n}"))
    assert len({job.pk for job in jobs}) == 1
    assert Asking.objects.count() == 4


def test_many_jobs_at_once_do_not_pass_the_bound(
    live_database: str, by_hand: None, settings: Settings
) -> None:
    settings.JOB_MOST_OF_ONE = 2

    def ask(number: int) -> bool:
        try:
            begin(a=number)
        except TooMuch:
            return False
        return True

    assert Counter(all_at_once(4, ask)) == {True: 2, False: 2}


def test_who_comes_while_the_last_one_leaves_gets_a_result(
    live_database: str, by_hand: None
) -> None:
    for number in range(4):
        job = begin("user 0", a=number)

        def come_or_leave(who: int, job: Job = job, number: int = number) -> Job:
            if who == 0:
                leave(job, "user 0")
                return job
            return begin("user 1", a=number)

        got = all_at_once(2, come_or_leave)[1]
        assert wait(got, 0).state == State.WAITING
        assert got.askings.get().asker == "user 1"


@pytest.fixture
def with_threads(settings: Settings, live_database: str) -> None:
    settings.JOB_ENGINE = "armybuilder.jobs.threads.enqueue"


def test_threads_work_off_what_is_started(
    with_threads: None, runs: Counter[int]
) -> None:
    job = wait(begin(chunks=20), 60)
    assert (job.state, job.error) == (State.DONE, "")
    assert runs == dict.fromkeys(range(20), 1)


def test_threads_end_when_nothing_is_left(with_threads: None) -> None:
    assert wait(begin(), 60).state == State.DONE
    threads.wait_until_idle()
    assert [t for t in enumerate() if t.name == "jobs"] == []


def test_threads_start_after_the_transaction(
    with_threads: None, runs: Counter[int]
) -> None:
    with transaction.atomic():
        job = begin()
        threads.wait_until_idle()
        assert not runs
    assert wait(job, 60).state == State.DONE


def test_work_that_comes_while_a_thread_finds_none_is_done(
    with_threads: None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.JOB_THREADS = 1
    late: list[Job] = []

    def looked(most: int) -> list[int]:
        found = due_chunks(most)
        if not found and not late:
            late.append(begin(a="late"))
        return found

    monkeypatch.setattr(threads, "due_chunks", looked)
    assert wait(begin(), 60).state == State.DONE
    threads.wait_until_idle()
    assert wait(late[0], 0).state == State.DONE


def test_work_that_comes_again_and_again_is_always_done(with_threads: None) -> None:
    for number in range(10):
        assert wait(begin(a=number, chunks=1), 60).state == State.DONE


def test_two_threads_share_the_work_and_no_more(
    with_threads: None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.JOB_THREADS = 2
    both = Barrier(2)
    seen: set[int] = set()

    def work(document: Any, part: Any, step: Step) -> int:
        seen.add(get_ident())
        both.wait(60)
        return 0

    monkeypatch.setattr(sums, "SUMS", Kind("sums", "1", sums.split, work, sums.join))
    jobs = all_at_once(3, lambda n: start("sums", {"chunks": 2, "a": n}, f"user {n}"))
    assert {wait(job, 60).state for job in jobs} == {State.DONE}
    threads.wait_until_idle()
    assert len(seen) == 2


def test_a_site_without_a_broker_loads_nothing_of_it() -> None:
    code = (
        "import sys, armybuilder.wsgi, armybuilder.jobs.work, armybuilder.jobs.threads;"
        "sys.exit(any(n.split('.')[0] in {'celery', 'kombu'} for n in sys.modules))"
    )
    variables = {k: v for k, v in os.environ.items() if k != "CELERY_BROKER_URL"}
    variables["DJANGO_SETTINGS_MODULE"] = "armybuilder.settings"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=site_settings.BASE_DIR, env=variables
    )
    assert done.returncode == 0
