"""Django's record of this app."""

from django.apps import AppConfig

from rulesets.core.collector import look_seldom


class JobsConfig(AppConfig):
    """Heavy work as rows, cut into chunks."""

    name = "armybuilder.jobs"
    label = "jobs"
    verbose_name = "jobs"

    def ready(self) -> None:
        """Have the collector of cycles look less often."""
        look_seldom()
