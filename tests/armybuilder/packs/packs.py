"""Packs for tests."""

from typing import Any

from armybuilder.accounts.models import User
from armybuilder.packs.models import Pack, PackVersion
from rulesets.documents.json import sha256


def pack_document(key: str = "spring-open", **more: Any) -> dict[str, Any]:
    """Return a pack of Warhammer with one rule: no unit of more than 50 models."""
    rule = {
        "key": "unit-of-50",
        "title": "Units of 50 at most",
        "each": "kind:unit",
        "count": "models",
        "of": "kind:model",
        "in": "self",
        "deep": False,
        "max": 50,
    }
    document = {
        "format": "armybuilder.pack/1",
        "key": key,
        "name": "Spring Open",
        "game": "warhammer",
        "limits": [rule],
    }
    return {**document, **more}


def a_pack(owner: User | None, key: str = "spring-open", **more: Any) -> Pack:
    """Return a pack of somebody with its draft and without a version."""
    document = pack_document(key)
    name, game = document["name"], document["game"]
    draft = more.pop("draft", document)
    return Pack.objects.create(
        key=key, name=name, game=game, owner=owner, draft=draft, **more
    )


def a_version(pack: Pack, number: int = 1, document: Any = None) -> PackVersion:
    """Return a version of a pack, of its draft unless another document is given."""
    document = document or pack.draft
    return PackVersion.objects.create(
        pack=pack, number=number, document=document, sha256=sha256(document)
    )
