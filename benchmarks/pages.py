"""Page times: every kind of page on a database with the demo's data.

It makes a database of its own in a temporary folder, loads the demo and asks the site
through Django's test client, so that the figures are the site's own work, without
network and server.

    .venv/bin/python -m benchmarks.pages [ROUNDS]
"""

import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.measuring import Figures, median_of, report, spread


def measure(rounds: int) -> tuple[dict[str, Figures], dict[str, Any]]:
    """Return the time of every page [ms] and what was asked of it.

    The site is imported here, once the settings point to a database of its own.
    """
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
    figures = {name: spread([median_of(ask, rounds)]) for name, ask in pages.items()}
    pdf = get(f"/armies/{army.public_id}/army.pdf")
    figures["PDF"] = spread([median_of(pdf, max(3, rounds // 20))])
    units = len(army.document["forces"][0]["units"])
    return figures, {"rounds": rounds, "units of the army": units}


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VAR"] = folder
        os.environ.pop("DATABASE_URL", None)
        os.environ["DJANGO_SETTINGS_MODULE"] = "armybuilder.settings"
        os.environ["ALLOWED_HOSTS"] = "testserver"
        import django

        django.setup()
        report("pages", *measure(rounds))


if __name__ == "__main__":
    main()
