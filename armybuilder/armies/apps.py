"""Django's record of this app."""

from django.apps import AppConfig


class ArmiesConfig(AppConfig):
    """Saved armies: builder, sharing, print."""

    name = "armybuilder.armies"
    label = "armies"
    verbose_name = "armies"
