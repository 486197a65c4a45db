"""Fixtures that many tests share."""

import gc
import os
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client
from hypothesis import settings as hypothesis_settings

from armybuilder.accounts.models import User
from tests.examples import ALL, QUICK

# Playwright's blocking API runs an event loop in the thread that also uses the ORM.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

for profile, share in (("all", ALL), ("quick", QUICK)):
    hypothesis_settings.register_profile(
        profile, derandomize=True, deadline=None, database=None, max_examples=share
    )


def pytest_configure(config: pytest.Config) -> None:
    """Try fewer random examples in a run that leaves slow tests out."""
    quick = "not slow" in config.getoption("markexpr")
    hypothesis_settings.load_profile("quick" if quick else "all")
    config.pluginmanager.register(_FailuresAtOnce(config))


class _FailuresAtOnce:
    """Print each failure when it happens, not only after the last test."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        reporter = self.config.pluginmanager.get_plugin("terminalreporter")
        if report.failed and reporter is not None:  # a worker of xdist has none
            reporter.ensure_newline()
            reporter.line(f"FAILED so far: {report.nodeid} ({report.when})")
            reporter.line(report.longreprtext)


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("alice", password="alice-password")


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("bob", password="bob-password")


@pytest.fixture
def alice_client(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


@pytest.fixture
def bob_client(bob: User) -> Client:
    client = Client()
    client.force_login(bob)
    return client


# -- garbage ------------------------------------------------------------------------

gc.disable()  # while modules and tests are gathered: all of it stays


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Look for garbage among what tests make only, and in larger heaps."""
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()


# -- marks --------------------------------------------------------------------------

SITE = Path(__file__).parent / "armybuilder"


OF_A_SET = re.compile(r"\{'[^:{}]*', '[^:{}]*'\}")
"""Words of a case that come in another order in each process."""

TURN = os.environ.get("SWEEP_TURN", "")
"""A number: of slow cases of sweeps one in `TURNS` runs, by turns; else all."""

TURNS = 4


def pytest_itemcollected(item: pytest.Item) -> None:
    """Refuse a case that has another name in each worker."""
    if OF_A_SET.search(item.nodeid):
        text = f"{item.nodeid} is named by a set: two workers collect it differently"
        raise pytest.UsageError(text)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Mark tests of the site, and as slow all cases of a sweep but one in so many."""
    seen: Counter[str] = Counter()
    left: list[pytest.Item] = []
    for item in items:
        if item.path.is_relative_to(SITE):
            item.add_marker(pytest.mark.site)
        sweep = item.get_closest_marker("sweep")
        if sweep is not None:
            name = item.nodeid.partition("[")[0]
            if seen[name] % sweep.args[0]:
                item.add_marker(pytest.mark.slow)
                if TURN and (seen[name] + int(TURN)) % TURNS:
                    left.append(item)
            seen[name] += 1
    if left:
        config.hook.pytest_deselected(items=left)
        gone = {id(item) for item in left}
        items[:] = [item for item in items if id(item) not in gone]


@pytest.fixture
def covered(
    record_property: Callable[[str, object], None],
) -> Callable[[int, str], None]:
    """Return what a sweep tells how many of what it went through.

    A run ends with the sums of all cases of a test.
    """
    return lambda number, what: record_property("covered", (number, what))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    sums: Counter[tuple[str, str]] = Counter()
    for report in terminalreporter.getreports("passed"):
        for key, told in report.user_properties if report.when == "call" else ():
            if key == "covered":
                number, what = told
                sums[report.nodeid.partition("[")[0], what] += number
    if sums:
        terminalreporter.section("covered by sweeps")
    for (test, what), number in sums.items():
        terminalreporter.write_line(f"{test}: {number:,} {what}")
