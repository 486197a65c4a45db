"""The board of an event with 500 lists, and handing one in: time of the processor.

It makes a database of its own in a temporary folder with the books of the demo, and
hands in the sample armies of Warhammer, each under 500 names, every fifth illegal.

    .venv/bin/python -m benchmarks.event_board [LISTS]
"""

import os
import sys
import tempfile
from io import StringIO
from statistics import median
from time import thread_time
from typing import Any

ROUNDS = 15
LISTS = 500


def main(lists: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/board.sqlite3"
        os.environ["DJANGO_SETTINGS_MODULE"] = "armybuilder.settings"
        os.environ["VAR"] = folder
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("load_demo", stdout=StringIO())
        slug, handing = _filled(lists)
        client = _organiser()
        for name, address in (
            ("board", f"/events/{slug}/board/"),
            ("board, illegal ones", f"/events/{slug}/board/?state=illegal"),
            ("table as CSV", f"/events/{slug}/export/table/"),
        ):
            times, size = _asked(client, address)
            print(
                f"{name}: {median(times):.0f} ms, {size / 1000:.0f} kB, {lists} lists"
            )
        print(f"handing in one list: {median(handing):.0f} ms")


def _filled(lists: int) -> tuple[str, list[float]]:
    """Return the address of an event with so many lists, and the times [ms] of each."""
    from dataclasses import replace

    from django.utils import timezone

    from armybuilder.accounts.models import User
    from armybuilder.api.management.commands.load_demo import _samples
    from armybuilder.events.demo import _too_much
    from armybuilder.events.entrants import Invited, invite
    from armybuilder.events.models import Event
    from armybuilder.events.submissions import FILE, Hand, Offer, hand_in

    event = Event.objects.get(name="Spring Open")
    event.places = lists + 20
    event.save()
    organiser = User.objects.get(username="organiser")
    now = timezone.now()
    names = [Invited(f"Player {number:03}") for number in range(lists)]
    entrants = invite(event, names, organiser, now)
    rosters = [one for key, one in _samples().items() if key.endswith("-2000")]
    times = []
    for number, entrant in enumerate(entrants):
        roster = rosters[number % len(rosters)]
        if number % 5 == 0:
            roster = _too_much(roster)
        offer = Offer(replace(roster, name=f"{roster.name} {number}"), FILE)
        begun = thread_time()
        hand_in(entrant, offer, Hand(now))
        times.append((thread_time() - begun) * 1000)
    return event.slug, times


def _organiser() -> Any:
    from django.test import Client

    from armybuilder.accounts.models import User

    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.get(username="organiser"))
    return client


def _asked(client: Any, address: str) -> tuple[list[float], int]:
    times = []
    for _ in range(ROUNDS):
        begun = thread_time()
        answer = client.get(address)
        times.append((thread_time() - begun) * 1000)
        if answer.status_code != 200:
            raise SystemExit(f"{address}: {answer.status_code}")
    return times, len(answer.content)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else LISTS)
