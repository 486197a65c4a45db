"""Django's record of this app."""

from django.apps import AppConfig


class ArmiesConfig(AppConfig):
    """Saved armies: builder, sharing, print."""

    name = "armybuilder.armies"
    label = "armies"
    verbose_name = "armies"

    def ready(self) -> None:
        """Let pages of a book know of the armies that have it, and be drawn as PDFs."""
        from armybuilder.armies.papers.renderer import drawn_for_books
        from armybuilder.armies.records import RECORDS
        from armybuilder.armies.usage import count_uses
        from armybuilder.books.checks import counts_uses
        from armybuilder.books.impact import keeps_armies
        from armybuilder.books.paper import draws_papers

        counts_uses(count_uses)
        keeps_armies(RECORDS)
        draws_papers(drawn_for_books)
