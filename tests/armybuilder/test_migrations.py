"""Migrations go forwards and back again, with something in the tables too."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings
from django.db import connection

pytestmark = pytest.mark.postgres

BOOK = "fixtures/books/mordheim-reikland.json"  # its slots offer lists
APPS = ("packs", "books", "armies", "jobs", "accounts")


@pytest.fixture
def empty_database(tmp_path: Path) -> Iterator[str]:
    """Give the address of a database of this test alone, of the kind in use."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.sqlite3'}"
        return
    name = f"migrations_{os.getpid()}"
    there = urlsplit(os.environ["DATABASE_URL"])
    server = there._replace(path="/postgres").geturl()
    with psycopg.connect(server, autocommit=True) as own:
        own.execute(f"CREATE DATABASE {name}")
        try:
            yield there._replace(path=f"/{name}").geturl()
        finally:
            own.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.slow
def test_every_app_goes_back_to_nothing_from_a_filled_database(
    empty_database: str, tmp_path: Path
) -> None:
    environment = {**os.environ, "DATABASE_URL": empty_database, "VAR": str(tmp_path)}
    environment.pop("DJANGO_SETTINGS_MODULE", None)

    def manage(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=settings.BASE_DIR,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    manage("migrate", "-v0")
    manage("import_book", BOOK, "--publish", "-v0")
    for app in APPS:
        manage("migrate", app, "zero", "-v0")
    shown = manage("showmigrations", *APPS)
    assert "[X]" not in shown

    manage("migrate", "-v0")
    manage("import_book", BOOK, "--publish", "-v0")
