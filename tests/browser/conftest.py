"""A real browser on the running site; whatever it complains of fails the test."""

import io
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field

import pytest
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import connection
from django.test import Client
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    expect,
    sync_playwright,
)
from pytest_django.live_server_helper import LiveServer

from armybuilder.accounts.models import User

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)
PASSWORD = "a-demo-password"
PATIENCE = 30_000
"""How long a page may take to show something [ms]."""

expect.set_options(timeout=PATIENCE)

OpenPage = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what stands in this folder: it drives a browser."""
    for item in items:
        if item.path.parent.name == "browser":
            item.add_marker(pytest.mark.browser)


@dataclass(frozen=True, slots=True)
class Watch:
    """What went wrong on the pages of one visitor.

    ``expected`` are the statuses of refusals, and the browser's words for connections
    that fail, which the test asks for on purpose.
    """

    home: str
    expected: tuple[int | str, ...]
    problems: list[str] = field(default_factory=list)

    def heard(self, message: ConsoleMessage) -> None:
        refusals = [
            f"status of {one} " if isinstance(one, int) else one
            for one in self.expected
        ]
        # What axe does to a page has no address; a breach of the page's policy has.
        ours = message.type == "error" and message.location["url"]
        if ours and not any(refusal in message.text for refusal in refusals):
            self.problems.append(f"console: {message.text}")

    def failed(self, request: Request) -> None:
        # The browser gives up a page that turns out to be a download, or is left.
        if request.failure not in ("net::ERR_ABORTED", *self.expected):
            self.problems.append(f"failed: {request.url}: {request.failure}")

    def asked(self, request: Request) -> None:
        if not request.url.startswith((self.home, "data:", "blob:")):
            self.problems.append(f"left the site: {request.url}")

    def answered(self, response: Response) -> None:
        if response.status >= 500 and response.status not in self.expected:
            self.problems.append(f"{response.status}: {response.url}")

    def broke(self, error: Exception) -> None:
        self.problems.append(f"script: {error}")

    def follow(self, context: BrowserContext) -> None:
        # Playwright keeps a mark on each listener, which a bound method cannot bear.
        context.on("console", lambda message: self.heard(message))
        context.on("weberror", lambda error: self.broke(error.error))
        context.on("requestfailed", lambda request: self.failed(request))
        context.on("request", lambda request: self.asked(request))
        context.on("response", lambda response: self.answered(response))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        text = "no Chromium is installed"
        if os.environ.get("CI") == "true":
            pytest.fail(text)
        pytest.skip(text)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def demo() -> Iterator[sqlite3.Connection]:
    """Return an empty database that keeps the demonstration between tests."""
    with closing(sqlite3.connect(":memory:", check_same_thread=False)) as kept:
        yield kept


class OpenRequests:
    """A count of requests that the site answers; a page that was left may have some."""

    def __init__(self) -> None:
        self.count = 0
        self.changed = threading.Condition()

    def started(self, **_: object) -> None:
        with self.changed:
            self.count += 1

    def finished(self, **_: object) -> None:
        with self.changed:
            self.count -= 1
            self.changed.notify_all()

    def wait(self) -> None:
        """Wait until all are answered."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.count <= 0, PATIENCE / 1000)


@pytest.fixture
def open_requests() -> Iterator[OpenRequests]:
    counted = OpenRequests()
    request_started.connect(counted.started)
    request_finished.connect(counted.finished)
    yield counted
    request_started.disconnect(counted.started)
    request_finished.disconnect(counted.finished)


@pytest.fixture
def site(
    transactional_db: None,
    live_server: LiveServer,
    monkeypatch: pytest.MonkeyPatch,
    demo: sqlite3.Connection,
    open_requests: OpenRequests,
) -> Iterator[str]:
    """Return the address of the site with the demonstration's books and people."""
    monkeypatch.setenv("DEMO_PASSWORD", PASSWORD)
    load_demo(demo)
    yield live_server.url
    # SQLite does not empty its tables while a request still reads them.
    open_requests.wait()


def load_demo(kept: sqlite3.Connection) -> None:
    """Load the demonstration; on SQLite only once, and copied from then on."""
    connection.ensure_connection()
    here = connection.connection
    if not isinstance(here, sqlite3.Connection):
        call_command("load_demo", stdout=io.StringIO())
        return
    if not kept.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        call_command("load_demo", stdout=io.StringIO())
        here.backup(kept)
    kept.backup(here)


@pytest.fixture
def open_page(browser: Browser, site: str) -> Iterator[OpenPage]:
    """Return a function that opens an empty page of a new visitor."""
    visits: list[tuple[BrowserContext, Watch]] = []

    def new_page(
        *,
        user: str = "",
        width: int = 1280,
        dark: bool = False,
        scripts: bool = True,
        touch: bool = False,
        expected: tuple[int | str, ...] = (),
    ) -> Page:
        context = browser.new_context(
            base_url=site,
            viewport={"width": width, "height": 900},
            color_scheme="dark" if dark else "light",
            java_script_enabled=scripts,
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="reduce",
            locale="en-GB",
        )
        context.set_default_timeout(PATIENCE)
        watch = Watch(site, expected)
        watch.follow(context)
        visits.append((context, watch))
        if user:
            sign_in(context, site, user)
        return context.new_page()

    yield new_page
    for context, _ in visits:
        context.close()
    assert [problem for _, watch in visits for problem in watch.problems] == []


def sign_in(context: BrowserContext, site: str, name: str) -> None:
    """Give a visitor the session of one of the demonstration's people."""
    client = Client()
    client.force_login(User.objects.get(username=name))
    session = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
