"""The app of events."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "armybuilder.events"
