"""`./run demo` serves the demo; `./run test` runs the quick tests or all."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 240
"""How long the demo may take to stand on a busy machine [seconds]."""


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port


def fetch(address: str) -> str:
    with urllib.request.urlopen(address, timeout=30) as answer:  # noqa: S310
        text: str = answer.read().decode()
    return text


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[str]:
    port = free_port()
    environment = {
        **{k: v for k, v in os.environ.items() if not k.startswith("DJANGO_")},
        "PORT": str(port),
        "DATABASE_URL": f"sqlite:///{tmp_path / 'demo.sqlite3'}",
    }
    log = tmp_path / "log"
    with log.open("w") as out:
        served = subprocess.Popen(
            ["./run", "demo"], cwd=ROOT, env=environment, stdout=out, stderr=out
        )
        try:
            yield _once_it_answers(f"http://127.0.0.1:{port}", served, log)
        finally:
            served.terminate()
            served.wait(timeout=30)


def _once_it_answers(address: str, served: "subprocess.Popen[bytes]", log: Path) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            fetch(address)
            return address
        with contextlib.suppress(subprocess.TimeoutExpired):
            served.wait(timeout=0.2)
            break
    pytest.fail(f"the demo does not answer: {log.read_text()[-2000:]}")


NOTES_ITS_CALLS = """#!/bin/sh
if [ "$2" = pytest ]; then echo "$DATABASE_URL $*" >> calls; fi
"""


@pytest.fixture
def outside(tmp_path: Path) -> Callable[..., list[str]]:
    """Return a function that calls a copy of `run`, whose Python only notes calls."""
    for name in ("run", "requirements-dev.txt", ".venv/requirements-dev.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name.removeprefix(".venv/"), tmp_path / name)
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir()
    for name in ("python", "chromium", "pdftotext", "rabbitmq-server"):
        (programs / name).write_text(NOTES_ITS_CALLS)
        (programs / name).chmod(0o755)
    environment = {"PATH": f"{programs}:/usr/bin:/bin", "TEST_DATABASE_URL": "other:"}

    def call(*arguments: str) -> list[str]:
        (tmp_path / "calls").unlink(missing_ok=True)
        command = ["./run", "test", *arguments]
        subprocess.run(command, cwd=tmp_path, env=environment, check=True)
        return (tmp_path / "calls").read_text().splitlines()

    return call


def test_a_run_leaves_slow_tests_out_and_has_another_database_for_what_it_concerns(
    outside: Callable[..., list[str]],
) -> None:
    there, here = outside()

    assert here.startswith(" ")
    assert here.endswith("-m not slow and not million and not postgres")
    assert there.startswith("other:")
    assert there.endswith("-m not slow and not million and postgres tests/armybuilder")


def test_a_run_of_all_leaves_out_only_the_million_fights(
    outside: Callable[..., list[str]],
) -> None:
    there, here = outside("--all")

    assert here.endswith("-m not million and (postgres or slow or not site)")
    assert there.endswith("-m not million and (postgres or not slow) tests/armybuilder")


@pytest.mark.parametrize(
    ("arguments", "called"),
    [
        (["tests/golden"], "-m not slow and not million tests/golden"),
        (["--all", "tests/golden"], "-m not million tests/golden"),
        (["-m", "million"], "-m not slow and not million -m million"),
    ],
)
def test_a_run_of_some_tests_is_one_run_of_these(
    outside: Callable[..., list[str]], arguments: list[str], called: str
) -> None:
    (here,) = outside(*arguments)

    assert here.endswith(called)


def test_pytest_by_itself_leaves_the_same_out(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.getini("addopts")[-2:] == ["-m", "not slow and not million"]


def test_a_sweep_runs_its_first_case_and_each_so_many_further_on(
    tmp_path: Path,
) -> None:
    (tmp_path / "test_many.py").write_text(
        "import pytest\n@pytest.mark.sweep(3)\n"
        "@pytest.mark.parametrize('n', range(7))\ndef test_it(n):\n    pass\n"
    )
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    settings = ("-c", ROOT / "pyproject.toml", "--collect-only", "-q")
    command = (sys.executable, "-m", "pytest", *settings, tmp_path)
    told = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=True,
    )

    assert re.findall(r"test_it\[(\d)\]", told.stdout) == ["0", "3", "6"]


@pytest.mark.slow
def test_the_demo_serves_books_of_every_game(demo: str) -> None:
    page = fetch(f"{demo}/books/")

    for name in ("Charge v2", "Mordheim", "Scrollhammer", "Warhammer"):
        assert re.search(rf"<h2[^>]*>\s*{name}", page), name
