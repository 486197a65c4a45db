"""Roles and their permissions: players are everybody, the other roles are groups."""

from django.contrib.auth.models import AnonymousUser, Group, Permission

from armybuilder.accounts.models import User

AUTHORS = "authors"
ORGANISERS = "organisers"
ROLES = (AUTHORS, ORGANISERS)


def ensure_roles() -> None:
    """Make the groups, and give authors every permission on army books."""
    groups = [Group(name=name) for name in ROLES]
    Group.objects.bulk_create(groups, ignore_conflicts=True)
    authors = Group.objects.get(name=AUTHORS)
    authors.permissions.set(Permission.objects.filter(content_type__app_label="books"))


def grant_role(user: User, role: str) -> None:
    """Put somebody into a role; authors work in the admin, so they are staff."""
    ensure_roles()
    user.groups.add(Group.objects.get(name=role))
    if role == AUTHORS and not user.is_staff:
        user.is_staff = True
        user.save(update_fields=["is_staff"])


def is_author(user: User | AnonymousUser) -> bool:
    """Return whether somebody may write army books."""
    return _has_role(user, AUTHORS)


def is_organiser(user: User | AnonymousUser) -> bool:
    """Return whether somebody may run tournaments."""
    return _has_role(user, ORGANISERS)


def _has_role(user: User | AnonymousUser, role: str) -> bool:
    if not user.is_active:
        return False
    return user.is_superuser or user.groups.filter(name=role).exists()
