"""Whatever is killed, a job completes and every chunk counts once.

Real web servers, workers and brokers. Chunks that are held keep their processes busy
until the test lets them go, so that every kill comes in the middle.
"""

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from armybuilder.accounts.models import User
from armybuilder.jobs.chunks import MOST_ATTEMPTS
from armybuilder.jobs.models import Job, State
from armybuilder.jobs.work import find, leave, wait
from tests.armybuilder.jobs.broker_node import Node
from tests.armybuilder.jobs.crew import Crew

pytestmark = [pytest.mark.slow, pytest.mark.postgres]
RESULT = {"sum": 36, "results": [1, 2, 3, 4, 5, 6, 7, 8]}
HELD = [3, 4]
TWICE = {n: 2 if n in HELD else 1 for n in range(8)}
ONCE = dict.fromkeys(range(8), 1)


def job_of(crew: Crew, **more: Any) -> Job:
    job = find("counted", crew.document(**more))
    assert job is not None
    return job


def attempts(job: Job) -> dict[int, int]:
    return dict(job.chunks.values_list("number", "attempts"))


def until_held(crew: Crew, times: int = 1) -> None:
    crew.until(lambda: all(crew.runs()[n] >= times for n in HELD))


def until_over(crew: Crew, job: Job) -> Job:
    crew.until(lambda: wait(job, 0).is_over)
    return job


@pytest.mark.broker
def test_a_worker_is_killed_and_another_one_finishes(broker_crew: Crew) -> None:
    crew = broker_crew
    job = crew.begin(held=HELD)
    first = crew.worker()
    until_held(crew)
    crew.worker()
    crew.until(lambda: job.done == 6)
    crew.kill(first)
    until_held(crew, times=2)
    crew.go()

    assert until_over(crew, job).result == RESULT
    assert crew.runs() == attempts(job) == TWICE
    assert crew.joins() == 1


def test_the_web_process_is_killed_and_finishes_after_its_restart(crew: Crew) -> None:
    crew.variables["JOB_LEASE"] = "5"
    server = crew.site()
    assert crew.post(held=HELD)["state"] in {"waiting", "running"}
    until_held(crew)
    crew.kill(server)
    crew.go()
    before = crew.runs()
    crew.site()
    crew.until(lambda: crew.get(held=HELD)["state"] == "done")

    assert crew.get(held=HELD)["result"] == RESULT
    job = job_of(crew, held=HELD)
    assert crew.runs() == attempts(job)
    assert crew.runs() - before == dict.fromkeys(range(3, 8), 1)
    assert crew.joins() == 1


@pytest.mark.broker
def test_web_process_and_worker_are_killed_and_finish_after_their_restart(
    broker_crew: Crew,
) -> None:
    crew = broker_crew
    crew.worker()
    crew.site()
    crew.post(held=HELD)
    until_held(crew)
    crew.kill_all()
    crew.go()
    crew.site()
    assert crew.get(held=HELD)["state"] == "running"
    crew.worker()
    crew.until(lambda: crew.get(held=HELD)["state"] == "done")

    assert crew.get(held=HELD)["result"] == RESULT
    assert crew.runs() == attempts(job_of(crew, held=HELD)) == TWICE
    assert crew.joins() == 1


@pytest.mark.broker
def test_a_comparison_goes_on_when_its_worker_is_killed(
    broker_crew: Crew, alice: User, alice_client: Client, settings: Settings
) -> None:
    settings.JOB_KINDS = ["armybuilder.matchups.comparison_job.COMPARISON"]
    crew, sides = broker_crew, 40
    crew.variables["DJANGO_SETTINGS_MODULE"] = "armybuilder.settings"
    document = boasters(sides)
    begun: Any = alice_client.post(
        "/api/v1/comparisons/", document, content_type="application/json"
    )
    assert begun.status_code == 202, begun.content
    job = Job.objects.get(pk=begun.json()["id"])
    first = crew.worker()
    crew.until(lambda: job.done > 2)
    crew.kill(first)
    done = job.done
    assert 2 < done < job.total
    crew.worker()

    until_over(crew, job)
    assert (job.state, job.error, job.joins) == (State.DONE, "", 1)
    assert set(attempts(job).values()) <= {1, 2}
    assert sum(attempts(job).values()) <= job.total + 2
    told = alice_client.get(begun.json()["url"]).json()
    assert (told["state"], told["done"]) == ("done", 100)
    wins = [[cell["wins"] for cell in row] for row in told["result"]["cells"]]
    # Who rolls more dice wins more often; a cell in a wrong place would stand out.
    assert wins == [sorted(row, reverse=True) for row in wins]
    columns = [list(column) for column in zip(*wins, strict=True)]
    assert columns == [sorted(column) for column in columns]


def boasters(many: int) -> dict[str, Any]:
    """Return a comparison of fighters who are each a little better than the last."""
    fighters = [
        {
            "fighter": {
                "name": f"Boaster {number}",
                "kind": "infantry",
                "characteristics": {
                    **{"melee-dice": 1 + number, "melee-need": 4, "save": 5},
                    **{"wounds": 8, "push": 3, "morale": 7, "speed": 6},
                },
            }
        }
        for number in range(many)
    ]
    asked = {"format": "armybuilder.comparison/1", "game": "charge", "kind": "fight"}
    return {**asked, "a": fighters, "b": fighters}


@pytest.mark.broker
def test_a_worker_finishes_while_the_web_process_is_gone(broker_crew: Crew) -> None:
    crew = broker_crew
    crew.worker()
    server = crew.site()
    crew.post(held=HELD)
    until_held(crew)
    crew.kill(server)
    crew.go()

    job = until_over(crew, job_of(crew, held=HELD))
    assert job.result == RESULT
    assert crew.runs() == attempts(job) == ONCE


@pytest.mark.broker
def test_the_broker_is_killed_and_starts_again(
    own_broker_crew: Crew, own_broker: Node
) -> None:
    crew = own_broker_crew
    crew.worker()
    crew.site()
    crew.post(held=HELD)
    until_held(crew)
    own_broker.kill()
    # It cannot be sent, and is not lost.
    assert crew.post(other=True)["state"] == "waiting"
    own_broker.start()
    until_held(crew, times=2)
    crew.go()
    crew.until(lambda: crew.get(held=HELD)["state"] == "done")
    crew.until(lambda: crew.get(other=True)["state"] == "done")

    assert crew.get(held=HELD)["result"] == RESULT
    assert crew.get(other=True)["result"] == RESULT
    assert attempts(job_of(crew, held=HELD)) == TWICE
    assert attempts(job_of(crew, other=True)) == ONCE
    assert crew.runs() == {n: TWICE[n] + 1 for n in range(8)}
    assert crew.joins() == 2


@pytest.mark.broker
def test_a_chunk_that_kills_its_worker_fails_its_job_and_nothing_else(
    broker_crew: Crew,
) -> None:
    crew = broker_crew
    deadly = crew.begin(deadly=5)
    harmless = crew.begin()
    crew.worker()
    assert until_over(crew, harmless).result == RESULT
    assert until_over(crew, deadly).state == State.FAILED
    assert deadly.error == (
        "Part 6 of 8 was given up after 3 tries: what worked on it ended without an"
        " answer."
    )
    assert attempts(deadly)[5] == MOST_ATTEMPTS
    assert crew.runs()[5] == MOST_ATTEMPTS + 1
    assert crew.joins() == 1


@pytest.mark.broker
def test_a_job_is_cancelled_in_the_middle_and_the_next_one_runs(
    broker_crew: Crew,
) -> None:
    crew = broker_crew
    job = crew.begin(held=HELD)
    crew.worker()
    until_held(crew)
    leave(job, "user 1")
    after = crew.begin()
    crew.go()
    crew.worker()

    assert until_over(crew, after).result == RESULT
    assert wait(job, 0).state == State.CANCELLED
    assert (job.result, job.done) == (None, 3)
    assert crew.runs() == {n: 2 if n < 5 else 1 for n in range(8)}


@pytest.mark.broker
def test_one_of_two_askers_leaves_in_the_middle_and_the_job_goes_on(
    broker_crew: Crew,
) -> None:
    crew = broker_crew
    job = crew.begin("user 1", held=HELD)
    assert crew.begin("user 2", held=HELD) == job
    crew.worker()
    until_held(crew)
    leave(job, "user 1")
    crew.go()

    assert until_over(crew, job).result == RESULT
    assert crew.runs() == attempts(job) == ONCE
