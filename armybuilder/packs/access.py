"""Packs and versions that somebody may see, and the version of a name."""

import re

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from armybuilder.accounts.models import User
from armybuilder.packs.models import Pack, PackVersion

Viewer = User | AnonymousUser | None
"""Somebody who asks; none is the site itself, as in commands, and sees them all."""

_NAME = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)(?:@([1-9][0-9]{0,5}))?")


def edited_packs(user: User | AnonymousUser) -> QuerySet[Pack]:
    """Return the packs that somebody owns or edits."""
    if not user.is_authenticated:
        return Pack.objects.none()
    return Pack.objects.filter(_is_edited(user))


def packs_of(user: Viewer) -> QuerySet[Pack]:
    """Return the packs that somebody may see: own, shared, and public ones.

    A public pack that has no version yet is seen by its people only.
    """
    if user is None:
        return Pack.objects.all()
    published = Exists(PackVersion.objects.filter(pack=OuterRef("pk")))
    shown = Q(published, is_public=True)
    if user.is_authenticated:
        shown |= _is_edited(user)
    return Pack.objects.filter(shown)


def versions_for(user: Viewer) -> QuerySet[PackVersion]:
    """Return the versions of the packs that somebody may see."""
    return PackVersion.objects.filter(pack__in=packs_of(user)).select_related("pack")


def find_version(name: str, user: Viewer) -> PackVersion | None:
    """Return the version of a name: ``key`` is the newest, ``key@2`` the second.

    None if there is no such version, or not for this person.
    """
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    versions = versions_for(user).filter(pack__key=found[1])
    if found[2]:
        versions = versions.filter(number=int(found[2]))
    return versions.order_by("-number").first()


def _is_edited(user: User) -> Q:
    shares = Pack.editors.through.objects.filter(pack=OuterRef("pk"), user=user)
    return Q(owner=user) | Q(Exists(shares))
