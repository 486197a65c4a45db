"""The app of events."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "armybuilder.events"

    def ready(self) -> None:
        """Have accounts stay active while an event has no other organiser."""
        from armybuilder.accounts.models import stays_active
        from armybuilder.events.organisers import why_active

        stays_active(why_active)
