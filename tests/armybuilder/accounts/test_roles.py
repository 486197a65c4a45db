"""Roles and the commands about them."""

from io import StringIO

import pytest
from django.contrib.auth.models import AnonymousUser, Group
from django.core.management import CommandError, call_command

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import (
    AUTHORS,
    ORGANISERS,
    ensure_roles,
    grant_role,
    is_author,
    is_organiser,
)

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_a_player_has_no_role(alice: User) -> None:
    assert (is_author(alice), is_organiser(alice)) == (False, False)


def test_a_visitor_has_no_role() -> None:
    assert (is_author(AnonymousUser()), is_organiser(AnonymousUser())) == (False, False)


def test_an_author_works_in_the_admin_and_is_no_organiser(alice: User) -> None:
    grant_role(alice, AUTHORS)
    assert (is_author(alice), is_organiser(alice)) == (True, False)
    assert alice.is_staff


def test_an_organiser_is_not_let_into_the_admin(alice: User) -> None:
    grant_role(alice, ORGANISERS)
    assert is_organiser(alice)
    assert not alice.is_staff


def test_a_superuser_has_every_role(alice: User) -> None:
    alice.is_superuser = True
    assert (is_author(alice), is_organiser(alice)) == (True, True)


def test_a_closed_account_has_no_role(alice: User) -> None:
    grant_role(alice, AUTHORS)
    alice.is_active = False
    assert not is_author(alice)


def test_authors_may_edit_books_and_nothing_else() -> None:
    ensure_roles()
    apps = set(
        Group.objects.get(name=AUTHORS).permissions.values_list(
            "content_type__app_label", flat=True
        )
    )
    assert apps == {"books"}


def test_the_roles_can_be_made_twice() -> None:
    call_command("ensure_roles", stdout=StringIO())
    call_command("ensure_roles", stdout=StringIO())
    assert Group.objects.count() == 2


def test_the_command_grants_a_role_by_name_in_any_case(alice: User) -> None:
    call_command("grant_role", "Alice", ORGANISERS, stdout=StringIO())
    assert is_organiser(alice)


def test_the_command_names_who_is_unknown() -> None:
    with pytest.raises(CommandError, match="'nobody'"):
        call_command("grant_role", "nobody", AUTHORS)
