"""Django's record of this app."""

import gc

from django.apps import AppConfig

YOUNG_OBJECTS = 20_000
"""New objects after which the collector of cycles looks through them.

An army is judged as a tree whose nodes know each other: at Python's own 700 a sixth of
the time of heavy work went into looking through all that a process keeps.
"""


class JobsConfig(AppConfig):
    """Heavy work as rows, cut into chunks."""

    name = "armybuilder.jobs"
    label = "jobs"
    verbose_name = "jobs"

    def ready(self) -> None:
        """Have the collector of cycles look less often."""
        gc.set_threshold(YOUNG_OBJECTS, *gc.get_threshold()[1:])
