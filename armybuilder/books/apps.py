"""Django's record of this app."""

from django.apps import AppConfig


class BooksConfig(AppConfig):
    """Army books: authoring, checks, editions."""

    name = "armybuilder.books"
    label = "books"
    verbose_name = "army books"

    def ready(self) -> None:
        """Let the check of a draft know what no legal army was found with."""
        from armybuilder.books.checks import looks_for_armies
        from armybuilder.books.example_armies import lacking_in

        looks_for_armies(lacking_in)
