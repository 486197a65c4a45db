"""Django's record of this app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The same documents in and out, for programs."""

    name = "armybuilder.api"
    label = "api"
    verbose_name = "API"
