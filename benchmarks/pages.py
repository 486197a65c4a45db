"""Pages: what the issue of the builder asks for, measured in one run, old beside new.

It makes a database of its own in a temporary folder and loads the demo. Edits and pages
are asked through Django's test client, as the page's own scripts would ask, in time of
the processor; `benchmarks.phone` then opens the builder in Chromium. Reviews and PDFs
are measured by `benchmarks.review` and `benchmarks.sheet`: their last figures are told.

    .venv/bin/python -m benchmarks.pages [ROUNDS]
"""

import gc
import gzip
import html
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import thread_time
from typing import Any

from benchmarks.measuring import RESULTS, Row, machine
from benchmarks.phone import phone_rows

ARMY = "The Count Rides Out"
UNITS = {"s21": "s22", "s32": "s33", "s39": "s40", "s43": "s44", "s45": "s46"}
"""Units of the army with the group of models that edits make larger."""

EDITS = 5
MOST_STEPS = 1_000_000


@dataclass(slots=True)
class OpenPage:
    """The builder as a browser has it open: it tells what it shows with each edit."""

    client: Any
    address: str
    query: str
    revision: str = ""
    shown: str = ""
    times: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    def show(self) -> tuple[float, int]:
        """Ask for the page, and return its time [ms] and its size on the wire."""
        begun = thread_time()
        answer = self.client.get(f"{self.address}{self.query}")
        spent = (thread_time() - begun) * 1000
        self._read(answer)
        return spent, len(answer.content)

    def edit(self, fields: Mapping[str, str]) -> None:
        """Send an edit, and note its time [ms] and the size of the answer."""
        headers = {
            "HX-Request": "true",
            "HX-Target": "builder",
            "HX-Current-URL": f"http://testserver{self.address}{self.query}",
            "X-Shown": self.shown,
        }
        data = {"revision": self.revision, **fields}
        begun = thread_time()
        answer = self.client.post(
            f"{self.address}edit/{self.query}", data, headers=headers
        )
        self.times.append((thread_time() - begun) * 1000)
        self.sizes.append(len(answer.content))
        self._read(answer)

    def _read(self, answer: Any) -> None:
        if answer.status_code != 200:
            raise SystemExit(f"{self.address} answered {answer.status_code}")
        text = gzip.decompress(answer.content).decode()
        self.revision = _found(r'name="revision" value="(\d+)"', text)
        self.shown = html.unescape(_found(r'data-shown="([^"]*)"', text))


def _found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    if match is None:
        raise SystemExit(f"The builder has changed: there is no {pattern} in it.")
    return match[1]


def edits(client: Any, address: str, tab: str, step: int) -> OpenPage:
    """Make a unit after the other larger, five edits each, and return the last page.

    `tab` is the one that is open, "" for no unit at all.
    """
    times: list[float] = []
    sizes: list[int] = []
    page = OpenPage(client, address, "")
    for unit, models in UNITS.items():
        query = f"?unit=f1%2F{unit}&tab={tab}" if tab else ""
        page = OpenPage(client, address, query, times=times, sizes=sizes)
        page.show()
        fields = {"edits": _one_more(models, step)}
        if tab == "options":
            place = f"f1/{unit}"
            fields = {"options": place, "open": place, f"by.{models}": str(step)}
        for _ in range(EDITS):
            page.edit(fields)
    return page


def _one_more(models: str, step: int) -> str:
    return json.dumps([{"edit": "change-count", "id": models, "by": step}])


def builder_rows(client: Any, address: str, rounds: int) -> Iterator[Row]:
    """Measure the builder: edits that make what never was, and back; the page."""
    opened = edits(client, address, "options", 1)
    closed = edits(client, address, "", 1)
    edits(client, address, "", -1)
    again = edits(client, address, "options", -1)
    yield Row("edit, a unit open", "ms", median(opened.times), "182 to 270", 55)
    yield Row("edit, none open", "ms", median(closed.times), "116 to 158", 30)
    title = "edit back to what was there before, a unit open"
    yield Row(title, "ms", median(again.times))
    yield Row("answer to an edit on the wire", "kB", max(opened.sizes) / 1000, "", 10)
    asked = [OpenPage(client, address, "").show() for _ in range(rounds)]
    times, sizes = zip(*asked, strict=True)
    yield Row("page", "ms", median(times), "126 to 177", 35)
    yield Row("page on the wire", "kB", sizes[-1] / 1000, "292", 30)
    unit = OpenPage(client, address, f"?unit=f1%2F{next(iter(UNITS))}").show()
    yield Row("page with a unit open, on the wire", "kB", unit[1] / 1000)


def page_rows(client: Any, addresses: Mapping[str, str], rounds: int) -> Iterator[Row]:
    """Measure the other pages that players see."""
    for title, address in addresses.items():
        times = []
        for _ in range(rounds):
            begun = thread_time()
            answer = client.get(address)
            times.append((thread_time() - begun) * 1000)
            if answer.status_code != 200:
                raise SystemExit(f"{address} answered {answer.status_code}")
        yield Row(title, "ms", median(times))


TOLD: dict[str, dict[str, tuple[str, float]]] = {
    "review": {
        "review of a Warhammer army of 2,000 points after": ("2.5 to 2.9", 0.8),
        "review of a Warhammer army of 2,000 points from": ("2.5 to 2.9", 1.5),
        "trial of an edit of a Warhammer army of 2,000": ("2.5 to 2.9", 0.5),
        "fixes": ("270", 80),
    },
    "sheet": {"fork: sheet of 2,000 points, 14 units": ("1,650", 450)},
}
"""Rows of other benchmarks by the beginning of their titles: what was, is wanted."""


def told_rows() -> Iterator[Row]:
    """Return what other benchmarks found when they ran last."""
    for name, wanted in TOLD.items():
        figures = json.loads((RESULTS / f"{name}.json").read_text())["milliseconds"]
        for start, (old, most) in wanted.items():
            for title, times in figures.items():
                if title.startswith(start):
                    said = f"{title} ({name})"
                    yield Row(said, "ms", times["median"], old, most)


def pace() -> float:
    """Return the time of a plain loop, which tells how busy the machine was [ms]."""
    begun = thread_time()
    for _ in range(MOST_STEPS):
        pass
    return round((thread_time() - begun) * 1000, 1)


def report(rows: list[Row], about: Mapping[str, Any]) -> None:
    """Print the table, and write it to ``results/pages.json``."""
    print(f"{'':66} {'in the issue':>12} {'now':>9} {'wanted':>7}  kept")
    for row in rows:
        wanted = "" if row.wanted is None else f"{row.wanted:g}"
        now = f"{row.now:.3g}" if row.now < 100 else f"{row.now:.0f}"
        print(
            f"{row.title:66} {row.old:>12} {now:>9} {wanted:>7}  {row.is_kept:4}"
            f" {row.unit}"
        )
    figures = {
        row.title: {
            "unit": row.unit,
            "median": round(row.now, 4),
            **({"issue": row.old} if row.old else {}),
            **({} if row.wanted is None else {"target": row.wanted}),
        }
        for row in rows
    }
    found = {"machine": machine(), "about": about, "figures": figures}
    text = json.dumps(found, indent=1, ensure_ascii=False)
    (RESULTS / "pages.json").write_text(f"{text}\n", encoding="utf-8")


def measure(folder: str, rounds: int) -> list[Row]:
    """Measure everything.

    The site is imported here, once the settings point to a database of its own.
    """
    from django.core.management import call_command
    from django.test import Client

    from armybuilder.accounts.models import User
    from armybuilder.armies.models import Army
    from armybuilder.armies.samples import warm_up

    call_command("migrate", verbosity=0)
    with Path(os.devnull).open("w") as nowhere:
        call_command("load_demo", stdout=nowhere)
    warm_up()
    gc.collect()
    gc.freeze()
    client = Client(headers={"Accept-Encoding": "gzip"})
    owner = User.objects.get(username="player")
    client.force_login(owner)
    army = Army.objects.get(owner=owner, name=ARMY)
    address = f"/armies/{army.public_id}/"
    rows = [*builder_rows(client, address, rounds)]
    addresses = {
        "home": "/",
        "books": "/books/",
        "book": "/books/charge-cathay/",
        "my armies": "/armies/",
        "print view": f"{address}print/",
        "match-up": "/match-ups/?a=charge-orcs@1/orcs&b=charge-cathay@1/jade-warriors",
    }
    rows += page_rows(client, addresses, rounds)
    rows += told_rows()
    session = client.cookies["sessionid"].value
    return [*rows, *phone_rows(folder, session, address)]


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VAR"] = folder
        os.environ.pop("DATABASE_URL", None)
        os.environ["DJANGO_SETTINGS_MODULE"] = "armybuilder.settings"
        os.environ["ALLOWED_HOSTS"] = "testserver,127.0.0.1"
        import django

        django.setup()
        before = pace()
        rows = measure(folder, rounds)
        about = {
            "rounds": rounds,
            "army": f"{ARMY}, 14 units",
            "times": "of the server's processor, medians; edits are new ones",
            "a plain loop of a million rounds [ms]": sorted([before, pace()]),
        }
        report(rows, about)


if __name__ == "__main__":
    main()
