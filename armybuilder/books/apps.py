"""Django's record of this app."""

from django.apps import AppConfig


class BooksConfig(AppConfig):
    """Army books: authoring, checks, editions."""

    name = "armybuilder.books"
    label = "books"
    verbose_name = "army books"
