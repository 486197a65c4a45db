"""Django's record of this app."""

from django.apps import AppConfig


class PacksConfig(AppConfig):
    """Packs of events: drafts, versions, who sees and edits them."""

    name = "armybuilder.packs"
    label = "packs"
    verbose_name = "packs of events"
