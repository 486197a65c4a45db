"""Do what is due, drop old jobs and take up again what was lost."""

from typing import Any

from django.core.management.base import BaseCommand

from armybuilder.jobs import threads
from armybuilder.jobs.cleanup import sweep
from armybuilder.jobs.clock import do_due


class Command(BaseCommand):
    """Do what is due, drop old jobs and take up again what was lost."""

    help = "Do what is due, drop old jobs and take up again what was lost."

    def handle(self, *args: Any, **options: Any) -> None:
        do_due()
        dropped, enqueued = sweep()
        threads.wait_until_idle()
        self.stdout.write(f"Dropped {dropped} jobs, took up {enqueued} chunks.")
