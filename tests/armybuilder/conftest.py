"""What tests of several apps share."""

import importlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from armybuilder.armies.papers import renderer
from tests.armybuilder.editions import publish_printed


@pytest.fixture
def shared_database(
    transactional_db: None, tmp_path: Path
) -> Iterator[Callable[[], None]]:
    """Let threads share the data; returns what moves it to where they find it.

    A test's SQLite lives in memory, where two writers do not wait for each other as
    they do on a disk: then the threads work on a copy in a file.
    """

    def move() -> None:
        if connection.vendor == "sqlite":
            file = tmp_path / "copy.sqlite3"
            with closing(sqlite3.connect(file)) as copy:
                connection.connection.backup(copy)
                # Two first connections that both switch to WAL do not wait.
                copy.execute("PRAGMA journal_mode = WAL")
            connection.settings_dict["NAME"] = str(file)

    name = connection.settings_dict["NAME"]
    yield move
    # Before the connection is closed: one to memory that has its name stays open.
    connection.settings_dict["NAME"] = name


@pytest.fixture
def django_assert_num_queries(
    django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> DjangoAssertNumQueries:
    """Count queries as where nobody waits: a busy machine makes a page's work dear.

    Work that is not given away is paid for with queries.
    """
    monkeypatch.setattr("armybuilder.accounts.cpu_budget.thread_time", lambda: 0.0)
    return django_assert_num_queries


@pytest.fixture
def charge_books(db: None) -> None:
    """Publish the printed books of Charge."""
    publish_printed("charge-*")


@pytest.fixture
def every_book(db: None) -> None:
    """Publish every printed book."""
    publish_printed("*")


@pytest.fixture(autouse=True)
def _drawings_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for PDFs on a busy machine, where pages would say that they are drawn."""
    monkeypatch.setattr(renderer, "PATIENCE", 60)


@pytest.fixture(scope="module")
def weasyprint() -> Any:
    """Return WeasyPrint; skip where its libraries are missing, but not in CI."""
    try:
        return importlib.import_module("weasyprint")
    except OSError as problem:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"WeasyPrint cannot be loaded: {problem}")
