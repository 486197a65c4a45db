"""Django's record of this app."""

from django.apps import AppConfig


class ArmiesConfig(AppConfig):
    """Saved armies: builder, sharing, print."""

    name = "armybuilder.armies"
    label = "armies"
    verbose_name = "armies"

    def ready(self) -> None:
        """Let the check of a book know which of its keys armies have."""
        from armybuilder.armies.usage import count_uses
        from armybuilder.books.checks import counts_uses

        counts_uses(count_uses)
