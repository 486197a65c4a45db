"""Django's record of this app."""

from django.apps import AppConfig


class MatchupsConfig(AppConfig):
    """Odds of one unit against another."""

    name = "armybuilder.matchups"
    label = "matchups"
    verbose_name = "match-ups"
