"""What tests of several apps share."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

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
def charge_books(db: None) -> None:
    """Publish the printed books of Charge."""
    publish_printed("charge-*")


@pytest.fixture
def every_book(db: None) -> None:
    """Publish every printed book."""
    publish_printed("*")
