"""The builder in Chromium as a phone with the processor slowed four times.

What moves by itself (CLS) and the time from a tap to what it paints are measured as
web-vitals does: by the browser's own records of layout shifts and of events.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from statistics import median

from playwright.sync_api import CDPSession, Locator, Page, sync_playwright

from benchmarks.measuring import ROOT, Row

SLOWED = 4
TAPS = 5
PATIENCE = 60
UNIT = "?unit=f1%2Fs21"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
SLOW_NETWORK = {
    "offline": False,
    "latency": 400,
    "downloadThroughput": 50_000,
    "uploadThroughput": 50_000,
}
"""400 ms until an answer begins, then 50 kB each second."""

OBSERVE = """
window.seen = { shifts: [], events: [] };
new PerformanceObserver((list) => {
  for (const one of list.getEntries())
    seen.shifts.push([one.value, one.hadRecentInput]);
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
  for (const one of list.getEntries())
    if (one.interactionId) seen.events.push([one.interactionId, one.duration]);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""

PAINTED = """() => new Promise(
  (done) => requestAnimationFrame(() => setTimeout(done, 100))
)"""


@contextmanager
def served(folder: str) -> Iterator[str]:
    """Serve the site as `./run demo` does, and give its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "armybuilder.wsgi", "--preload"]
    command += ["--worker-class", "armybuilder.server.BufferingWorker"]
    command += ["--workers", "1", "--threads", "8", "--no-control-socket"]
    command += ["--bind", f"127.0.0.1:{port}", "--log-level", "warning"]
    environment = {**os.environ, "VAR": folder}
    server = subprocess.Popen(command, cwd=ROOT, env=environment)  # noqa: S603
    try:
        home = f"http://127.0.0.1:{port}"
        _wait_for(f"{home}/accounts/sign-in/")
        yield home
    finally:
        server.terminate()
        server.wait(timeout=PATIENCE)


def _wait_for(address: str) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(urllib.error.URLError, ConnectionError):
            urllib.request.urlopen(address, timeout=PATIENCE).close()  # noqa: S310
            return
        time.sleep(0.2)
    raise SystemExit("The site did not begin to serve.")


def phone_rows(folder: str, session: str, address: str) -> Iterator[Row]:
    """Measure an army's page on a phone; nothing where there is no Chromium."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        print("There is no Chromium: nothing was measured in a browser.")
        return
    with served(folder) as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for network, conditions in (("", None), (", slow network", SLOW_NETWORK)):
            context = browser.new_context(
                base_url=home,
                viewport={"width": 390, "height": 844},
                has_touch=True,
                is_mobile=True,
            )
            cookie = {"name": "sessionid", "value": session, "url": home}
            context.add_cookies([cookie])  # type: ignore[list-item]
            page = context.new_page()
            page.set_default_timeout(PATIENCE * 1000)
            page.add_init_script(OBSERVE)
            slow(context.new_cdp_session(page), conditions)
            found = {
                title: work(page, address)
                for title, work in SCENES.items()
                if conditions is None or work is step
            }
            context.close()
            worst = max(shift for shift, _, _ in found.values())
            all_shifts = max(shift for _, shift, _ in found.values())
            times = [one for _, _, each in found.values() for one in each]
            yield Row(f"layout shift, CLS{network}", "", worst, "not known", 0.02)
            yield Row(f"shifts within 500 ms of a tap too{network}", "", all_shifts)
            title = f"interaction to paint, the slowest of {len(times)} taps{network}"
            yield Row(title, "ms", max(times), "not known", 100)
            for title, (_, _, each) in found.items():
                yield Row(f"{title}, median{network}", "ms", median(each))
        browser.close()


def slow(session: CDPSession, conditions: Mapping[str, object] | None) -> None:
    """Slow the processor and, where asked for, the network."""
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    if conditions is not None:
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", dict(conditions))


Seen = tuple[float, float, list[float]]
"""CLS, all shifts, and the time from each tap to its paint [ms]."""


def step(page: Page, address: str) -> Seen:
    return _tapped(page, f"{address}{UNIT}", page.locator("#unit [data-step='1']"))


def tick(page: Page, address: str) -> Seen:
    page.goto(f"{address}{UNIT}")
    box = page.locator("#unit input[type=checkbox]:checked").first.get_attribute("id")
    label = page.locator(f"#unit label:has([id='{box}'])")
    return _tapped(page, f"{address}{UNIT}", label)


def open_unit(page: Page, address: str) -> Seen:
    """Open five units, one after the other, from the list."""
    page.goto(address)
    rows = page.locator(".unit-row > a")
    for place in range(TAPS):
        rows.nth(place).tap()
        page.locator("#state.has-unit").wait_for(state="attached")
        _at_rest(page)
        page.locator("#close-unit").tap()
        page.locator("#state:not(.has-unit)").wait_for(state="attached")
        _at_rest(page)
    return _seen(page)


SCENES = {
    "+ of a stepper": step,
    "a tick": tick,
    "opening a unit": open_unit,
}


def _tapped(page: Page, address: str, buttons: Locator) -> Seen:
    page.goto(address)
    button = buttons.first
    for _ in range(TAPS):
        button.tap()
        _at_rest(page)
    return _seen(page)


def _at_rest(page: Page) -> None:
    """Wait until every edit is saved, and what came is painted."""
    page.locator("html:not([data-unsent])").wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    page.evaluate(PAINTED)


def _seen(page: Page) -> Seen:
    page.wait_for_timeout(300)
    seen = page.evaluate("window.seen")
    by_tap: dict[int, float] = {}
    for tap, duration in seen["events"]:
        by_tap[tap] = max(duration, by_tap.get(tap, 0.0))
    by_itself = sum(value for value, was_asked in seen["shifts"] if not was_asked)
    every = sum(value for value, _ in seen["shifts"])
    return by_itself, every, list(by_tap.values()) or [0.0]
