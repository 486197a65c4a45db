"""The engine that the settings name; it gets the chunks that may be worked on."""

from collections.abc import Sequence

from django.conf import settings
from django.utils.module_loading import import_string


def enqueue(chunks: Sequence[int]) -> None:
    """Have chunks worked on, by their ids; nothing is lost where none arrives."""
    if chunks:
        import_string(settings.JOB_ENGINE)(chunks)
