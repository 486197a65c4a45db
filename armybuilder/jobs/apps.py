"""Django's record of this app."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Heavy work as rows, cut into chunks."""

    name = "armybuilder.jobs"
    label = "jobs"
    verbose_name = "jobs"
