"""Load the packs that come with the site."""

from django.core.management.base import BaseCommand

from armybuilder.packs.site_packs import load_site_packs


class Command(BaseCommand):
    """Load packs; a second run publishes only what has changed."""

    help = (
        "Load the packs that come with the site. What has changed since the last time "
        "becomes a new version; versions that are there stay."
    )

    def handle(self, **options: object) -> None:
        new = load_site_packs()
        self.stdout.write(f"Versions of packs: {new} new.")
