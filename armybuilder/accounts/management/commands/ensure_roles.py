"""Make the groups of the roles, and renew their permissions."""

from django.core.management.base import BaseCommand

from armybuilder.accounts.roles import ROLES, ensure_roles


class Command(BaseCommand):
    help = "Make the groups of the roles, and renew what they may do."

    def handle(self, **options: object) -> None:
        ensure_roles()
        self.stdout.write(f"Roles: {', '.join(ROLES)}.")
