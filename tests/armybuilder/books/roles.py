"""People before the pages of a book in the admin, and the answers that they get."""

from collections.abc import Callable

from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, ORGANISERS, grant_role

STATUSES = {
    "visitor": 302,
    "player": 302,
    "organiser": 302,
    "other author": 404,
    "author": 200,
    "superuser": 200,
}
"""Answers to each who opens a page of a book; at 302 they are asked to sign in."""


def client_of(who: str, author: User) -> Client:
    """Return the browser of somebody of `STATUSES`; ``author`` is the book's."""
    client, user = Client(), author
    if who not in ("author", "visitor"):
        user = User.objects.create_user(who, is_superuser=who == "superuser")
        user.is_staff = who == "superuser"
        user.save()
    if who == "organiser":
        grant_role(user, ORGANISERS)
    if who == "other author":
        grant_role(user, AUTHORS)
    if who != "visitor":
        client.force_login(user)
    return client


def hold_a_job_page_for_its_authors(
    who: str, author: User, page_of: Callable[[str], str]
) -> None:
    """Hold a page that waits for a job, and its steps, to the answers of `STATUSES`."""
    client = client_of(who, author)
    assert client.get(page_of("")).status_code == STATUSES[who]
    for step in ("_start", "_cancel"):
        wanted = 302 if STATUSES[who] == 200 else STATUSES[who]
        assert client.post(page_of(step)).status_code == wanted
        assert client.get(page_of(step)).status_code in (302, 403, 404, 405)
