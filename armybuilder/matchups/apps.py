"""Django's record of this app."""

from django.apps import AppConfig
from django.core.checks import register

from armybuilder.matchups.kernel_check import check_kernel


class MatchupsConfig(AppConfig):
    """Odds of one unit against another."""

    name = "armybuilder.matchups"
    label = "matchups"
    verbose_name = "match-ups"

    def ready(self) -> None:
        """Let the site check its kernel at the start."""
        register(check_kernel, "odds")
