"""Packs that a body names, and the army that is judged by one from now on."""

from typing import Any

from rest_framework.request import Request

from armybuilder.api.errors import Refused
from armybuilder.armies import store
from armybuilder.armies.allowances import paying
from armybuilder.armies.models import Army
from armybuilder.armies.review import review_army
from armybuilder.packs.access import edited_packs, find_version
from armybuilder.packs.models import PackVersion
from armybuilder.packs.pack_fields import MOST_NAME
from rulesets.documents.json import DocumentError
from rulesets.reviews.review_document import review_document

WHERE = "/pack"
TOO_MUCH = "The pack asks too much of an army of this size."


def named_version(request: Request, name: str) -> PackVersion:
    """Return the version of a name; raises DocumentError where none is to be seen."""
    version = find_version(name, request.user)
    if version is not None:
        return version
    drafts = edited_packs(request.user).filter(key=name[:MOST_NAME], versions=None)
    if "\x00" not in name and drafts.exists():
        text = f"the pack {name!r} has no version yet; publish it first"
        raise DocumentError(WHERE, text)
    text = f"there is no pack {name[:MOST_NAME]!r} that you may see"
    raise DocumentError(WHERE, text)


def posted_version(
    request: Request, document: dict[str, Any], game: str
) -> PackVersion | None:
    """Return the version that a body names for an army of a game; none for null."""
    name = document["pack"]
    if name is None:
        return None
    if not isinstance(name, str):
        raise DocumentError(WHERE, "expected the name of a pack, or null")
    version = named_version(request, name)
    if version.pack.game != game:
        text = f"{name!r} is a pack of {version.pack.game}, the army one of {game}"
        raise DocumentError(WHERE, text)
    return version


def judge_by(request: Request, army: Army, version: PackVersion | None) -> Any:
    """Have an army judged by a version from now on; return its review by it."""
    army.pack = version
    with paying(request._request):
        found = review_army(army, fixes=True)
        if version is not None and found.pack is None:
            raise Refused("too-much-work", TOO_MUCH, WHERE)
        document = review_document(found.review)
    store.set_pack(army, version)
    return document
