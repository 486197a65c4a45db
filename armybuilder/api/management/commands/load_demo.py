"""Load the demonstration: books, people and their armies."""

import os
import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, ORGANISERS, ensure_roles, grant_role
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.store import create
from armybuilder.books.authors import own_books
from armybuilder.books.book_tests import import_tests, read_tests
from armybuilder.books.drafts import book_keys, save_draft
from armybuilder.books.editions import publish
from armybuilder.books.imports import read_book_document
from armybuilder.books.revisions import note_revision
from armybuilder.events.demo import load_event
from rulesets.documents.json import parse
from rulesets.rosters.roster import Roster, read_roster

FIXTURES = settings.BASE_DIR / "fixtures"
PEOPLE: tuple[tuple[str, str | None], ...] = (
    ("player", None),
    ("organiser", ORGANISERS),
    ("author", AUTHORS),
)
"""The demonstration's people with the role that each has."""

PUBLIC = ("-500", "-1500", "-2000")
"""Endings of the files of armies that the demonstration shows to everybody."""

MAIL = "{}@demo.invalid"
"""Marks an account as the demonstration's; such an address receives no mail."""


class Command(BaseCommand):
    """Load the demonstration; a second run adds only what is missing."""

    help = (
        "Load army books, three people, sample armies and an event. It can be run "
        "again: then what is there stays, and the passwords are set anew. "
        "DEMO_PASSWORD sets one password for all three."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        with transaction.atomic():
            ensure_roles()
            people = {name: self._person(name, role) for name, role in PEOPLE}
            books = self._books(people["author"][0])
            self._book_tests(people["author"][0])
            armies = self._armies(people["player"][0])
            load_event(people["organiser"][0], people["player"][0], _samples())
        self.stdout.write(f"Army books: {books} new. Armies: {armies} new.")
        self.stdout.write("Sign in as one of these:")
        for name, (_, password) in people.items():
            self.stdout.write(f"  {name:<10} {password}")

    def _person(self, name: str, role: str | None) -> tuple[User, str]:
        mail = MAIL.format(name)
        user, _ = User.objects.get_or_create(username=name, defaults={"email": mail})
        if user.email != mail:
            raise CommandError(
                f"There is an account {name!r} that is not the demonstration's; "
                "nothing was changed."
            )
        password = os.environ.get("DEMO_PASSWORD") or secrets.token_urlsafe(9)
        user.set_password(password)
        user.save()
        if role is not None:
            grant_role(user, role)
        return user, password

    def _books(self, author: User) -> int:
        new = 0
        have = book_keys()
        for path in _documents(FIXTURES / "books"):
            raw = path.read_bytes()
            if parse(raw)["key"] in have:
                continue
            book = save_draft(read_book_document(raw))
            note_revision(book, author, "Begun from the source document")
            book.people.add(author)
            publish(book, author, "As printed in the source document.")
            new += 1
        return new

    def _book_tests(self, author: User) -> None:
        """Import the tests of books that have none yet."""
        books = {book.key: book for book in own_books(author).filter(tests=None)}
        for path in _documents(FIXTURES / "book-tests"):
            book = books.get(path.stem)
            if book is not None:
                import_tests(read_tests(path.read_bytes()), book, author)

    def _armies(self, player: User) -> int:
        new = 0
        have = set(Army.objects.filter(owner=player).values_list("name", flat=True))
        samples = (FIXTURES / "illegal-armies", FIXTURES / "armies")
        for folder in samples:
            for path in _documents(folder):
                roster = read_roster(parse(path.read_bytes()))
                if roster.name not in have:
                    army = create(roster, player, "Loaded with the demonstration")
                    if path.stem.endswith(PUBLIC):
                        army.visibility = Visibility.PUBLIC
                        army.save(update_fields=["visibility"])
                    new += 1
        return new


def _samples() -> dict[str, Roster]:
    """Return the sample armies by the names of their files."""
    files = _documents(FIXTURES / "armies")
    return {path.stem: read_roster(parse(path.read_bytes())) for path in files}


def _documents(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.json"))
