"""The packs that come with the site, which everybody may choose."""

from functools import cache

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from armybuilder.packs.models import Pack, PackVersion
from rulesets.documents.json import parse, sha256
from rulesets.packs.event_pack import read_event_pack

FOLDER = settings.BASE_DIR / "fixtures" / "packs"


@cache
def site_keys() -> frozenset[str]:
    """Return the keys of the packs that come with the site.

    A pack whose owner has left has none either, and is no pack of the site.
    """
    return frozenset(path.stem for path in FOLDER.glob("*.json"))


def site_packs(game: str) -> QuerySet[Pack]:
    """Return the packs of a game that come with the site and are offered."""
    found = Pack.objects.filter(owner=None, key__in=site_keys(), is_public=True)
    return found.filter(game=game, retired_at=None)


@transaction.atomic
def load_site_packs() -> int:
    """Publish each document that is not the newest version; return how many were.

    A pack of somebody's that has the key of one of these stays, and the site's is left
    out.
    """
    new = 0
    for path in sorted(FOLDER.glob("*.json")):
        document = parse(path.read_bytes())
        read_event_pack(document)
        pack, _ = Pack.objects.get_or_create(
            key=document["key"],
            defaults={
                "name": document["name"],
                "game": document["game"],
                "is_public": True,
                "draft": document,
            },
        )
        newest = pack.versions.order_by("-number").first()
        here = sha256(document)
        if pack.owner_id is None and (newest is None or newest.sha256 != here):
            number = 1 if newest is None else newest.number + 1
            PackVersion.objects.create(
                pack=pack, number=number, document=document, sha256=here
            )
            Pack.objects.filter(pk=pack.pk).update(
                name=document["name"], draft=document
            )
            new += 1
    return new
