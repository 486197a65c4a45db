"""What tests of jobs share: kinds of jobs, a database and a broker for processes."""

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest
from django.conf import settings as site_settings
from django.db import connection
from kombu import Connection
from pytest_django import Settings

from tests.armybuilder.jobs import broker_node
from tests.armybuilder.jobs.crew import Crew

SHARED = "amqp://guest:guest@127.0.0.1:5672//"


@pytest.fixture(autouse=True)
def kinds(settings: Settings) -> None:
    settings.JOB_KINDS = [
        "tests.armybuilder.jobs.sums.SUMS",
        "tests.armybuilder.jobs.live_kind.COUNTED",
    ]


@pytest.fixture
def by_hand(settings: Settings) -> None:
    """Have nobody work on chunks but the test."""
    settings.JOB_ENGINE = "tests.armybuilder.jobs.engine.enqueue"


@pytest.fixture
def live_database(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Have this test's data where processes find it; returns the address.

    A test's SQLite lives in memory: it works on a copy in a file instead.
    """
    if connection.vendor != "sqlite":
        yield _postgres_address()
        return
    file = tmp_path / "live.sqlite3"
    in_memory = connection.connection
    with closing(sqlite3.connect(file)) as copy:
        in_memory.backup(copy)
        # As the site's file is: to change to it, a connection must be alone.
        copy.execute("PRAGMA journal_mode=WAL")
    with monkeypatch.context() as patch:
        patch.setitem(connection.settings_dict, "NAME", str(file))
        connection.connection = None
        yield f"sqlite:///{file}"
        connection.close()
    connection.connection = in_memory


@pytest.fixture(scope="session")
def broker_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a RabbitMQ: one that answers, else one of our own."""
    url = os.environ.get("TEST_BROKER_URL", SHARED)
    if broker_node.answers(url):
        yield url
        return
    need_rabbitmq()
    node = broker_node.Node(tmp_path_factory.mktemp("broker"))
    try:
        node.start()
        yield node.url
    finally:
        node.remove()


@pytest.fixture
def own_broker(tmp_path: Path) -> Iterator[broker_node.Node]:
    """Return a RabbitMQ that this test may kill."""
    need_rabbitmq()
    node = broker_node.Node(tmp_path / "broker")
    try:
        node.start()
        yield node
    finally:
        node.remove()


@pytest.fixture
def crew(live_database: str, tmp_path: Path, by_hand: None) -> Iterator[Crew]:
    """Return a crew without a broker."""
    yield from _crew(tmp_path, live_database)


@pytest.fixture
def broker_crew(
    live_database: str, tmp_path: Path, by_hand: None, broker_url: str
) -> Iterator[Crew]:
    """Return a crew with a queue of its own."""
    queue = f"armies-test-{secrets.token_hex(4)}"
    yield from _crew(
        tmp_path, live_database, CELERY_BROKER_URL=broker_url, JOB_QUEUE=queue
    )
    with Connection(broker_url) as connected:
        connected.default_channel.queue_delete(queue)


@pytest.fixture
def own_broker_crew(
    live_database: str, tmp_path: Path, by_hand: None, own_broker: broker_node.Node
) -> Iterator[Crew]:
    """Return a crew with a broker that this test may kill."""
    yield from _crew(tmp_path, live_database, CELERY_BROKER_URL=own_broker.url)


def need_rabbitmq() -> None:
    if broker_node.installed() is None:
        missing = "no RabbitMQ answers and none is installed (set TEST_BROKER_URL)"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)


def _crew(tmp_path: Path, database: str, **variables: str) -> Iterator[Crew]:
    folder = tmp_path / "crew"
    folder.mkdir()
    ours = {
        "DJANGO_SETTINGS_MODULE": "tests.armybuilder.jobs.live_settings",
        "DATABASE_URL": database,
        "SECRET_KEY": site_settings.SECRET_KEY,
        "VAR": str(tmp_path),
        "CELERY_BROKER_URL": "",
    }
    crew = Crew(folder, {**os.environ, **ours, **variables})
    try:
        yield crew
    finally:
        crew.kill_all()


def _postgres_address() -> str:
    values = connection.settings_dict
    who = quote(str(values["USER"]))
    if values["PASSWORD"]:
        who += ":" + quote(str(values["PASSWORD"]))
    where = f"{values['HOST']}:{values['PORT'] or 5432}"
    return f"postgresql://{who}@{where}/{values['NAME']}"
