"""Page times: every kind of page on a database with the demo's data.

It makes a database of its own in a temporary folder, loads the demo and asks the site
through Django's test client, so that the figures are the site's own work, without
network and server.

    .venv/bin/python benchmarks/pages.py [--rounds N] [--json FILE]
"""

import argparse
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


def machine() -> dict[str, Any]:
    """Return what the figures were measured on."""
    model = ""
    info = Path("/proc/cpuinfo")
    if info.exists():
        named = [x for x in info.read_text().splitlines() if x.startswith("model name")]
        model = named[0].split(":", 1)[1].strip() if named else ""
    return {
        "system": platform.platform(),
        "processor": model or platform.processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
    }


def milliseconds(work: Callable[[], Any], rounds: int) -> dict[str, float]:
    """Return minimum, median and 95th percentile of some rounds [ms]."""
    work()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    times.sort()
    return {
        "min": round(times[0], 2),
        "median": round(statistics.median(times), 2),
        "p95": round(times[int(len(times) * 0.95) - 1], 2),
    }


def measure(rounds: int) -> dict[str, Any]:
    """Return the time of every page [ms]; the database is made for it and removed."""
    from django.core.management import call_command
    from django.test import Client

    from armybuilder.accounts.models import User
    from armybuilder.armies.models import Army

    call_command("migrate", verbosity=0)
    with Path(os.devnull).open("w") as nowhere:
        call_command("load_demo", stdout=nowhere)
    client = Client()
    owner = User.objects.get(username="player")
    client.force_login(owner)
    army = max(
        Army.objects.filter(owner=owner),
        key=lambda one: len(one.document["forces"][0]["units"]),
    )
    roster = json.dumps({"roster": army.document})
    match_up = "a=charge-orcs@1/orcs&b=charge-cathay@1/jade-warriors"

    def get(address: str) -> Callable[[], Any]:
        def ask() -> None:
            answer = client.get(address)
            if answer.status_code != 200:
                raise SystemExit(f"{address} answered {answer.status_code}")

        return ask

    def post_review() -> None:
        answer = client.post("/api/v1/reviews/", roster, "application/json")
        if answer.status_code != 200:
            raise SystemExit(f"a review answered {answer.status_code}")

    pages = {
        "home": get("/"),
        "books": get("/books/"),
        "book": get("/books/charge-cathay/"),
        "my armies": get("/armies/"),
        "builder": get(f"/armies/{army.public_id}/"),
        "print view": get(f"/armies/{army.public_id}/print/"),
        "match-up": get(f"/match-ups/?{match_up}"),
        "preview": get(f"/match-ups/preview/?{match_up}"),
        "review over the API": post_review,
    }
    figures = {name: milliseconds(page, rounds) for name, page in pages.items()}
    pdf = get(f"/armies/{army.public_id}/army.pdf")
    figures["PDF"] = milliseconds(pdf, max(3, rounds // 20))
    return {"units in the army": len(army.document["forces"][0]["units"]), **figures}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VAR"] = folder
        os.environ.pop("DATABASE_URL", None)
        os.environ["DJANGO_SETTINGS_MODULE"] = "armybuilder.settings"
        os.environ["ALLOWED_HOSTS"] = "testserver"
        import django

        django.setup()
        found = {"machine": machine(), "unit": "ms", "pages": measure(options.rounds)}
    text = json.dumps(found, indent=1)
    print(text)
    if options.json:
        options.json.write_text(text + "\n")


if __name__ == "__main__":
    main()
