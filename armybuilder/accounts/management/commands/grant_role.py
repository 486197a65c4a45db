"""Puts somebody into a role."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import ROLES, grant_role


class Command(BaseCommand):
    help = "Put somebody into a role."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("role", choices=ROLES)

    def handle(self, *, username: str, role: str, **options: object) -> None:
        user = User.objects.filter(username__iexact=username).first()
        if user is None:
            raise CommandError(f"Nobody is called {username!r}.")
        grant_role(user, role)
        self.stdout.write(f"{user.username} is now among the {role}.")
