"""Django's record of this app."""

from django.apps import AppConfig


class ArmiesConfig(AppConfig):
    """Saved armies: builder, sharing, print."""

    name = "armybuilder.armies"
    label = "armies"
    verbose_name = "armies"

    def ready(self) -> None:
        """Let the pages of a book know of the armies that have it."""
        from armybuilder.armies.records import RECORDS
        from armybuilder.armies.usage import count_uses
        from armybuilder.books.checks import counts_uses
        from armybuilder.books.impact import keeps_armies

        counts_uses(count_uses)
        keeps_armies(RECORDS)
