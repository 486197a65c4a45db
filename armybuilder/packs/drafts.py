"""Drafts of packs: begun, changed by one person at a time, given up."""

from collections.abc import Callable
from typing import Any

from django.db import IntegrityError, transaction

from armybuilder.accounts.models import User
from armybuilder.packs.models import Pack
from rulesets.books.unit_edits.keys import key_of
from rulesets.documents.json import refuse_no_text
from rulesets.games import GAMES
from rulesets.packs.event_pack import read_event_pack
from rulesets.packs.pack import FORMAT, PackError

MOST_PACKS = 100
"""Packs that one person may own."""

ADDRESSES = ("new", "read-in")
"""Keys that would be addresses of other pages."""

TRIES = 3
"""Keys that are tried where somebody else takes one in the same moment."""

STALE = "Somebody changed this pack since you opened it. Here it is as it is now."


class DraftError(Exception):
    """A draft that is not begun or changed, with the reason in words."""


class StaleDraftError(DraftError):
    """A change of a draft that was changed since it was looked at."""


def bare_document(name: str, game: str) -> dict[str, Any]:
    """Return a pack without rules of its own; it has no key yet."""
    return {
        "format": FORMAT,
        "key": key_of(name, (), "pack"),
        "name": name,
        "game": game,
    }


def begin_pack(owner: User, document: dict[str, Any]) -> Pack:
    """Return a new pack of somebody; its key is made unlike all others.

    Raises
    ------
    PackError
        If the document is no pack.
    DraftError
        If the person has as many packs as they may.
    """
    refuse_no_text(document, PackError)
    read_event_pack(document)
    if Pack.objects.filter(owner=owner).count() >= MOST_PACKS:
        raise DraftError(f"You have {MOST_PACKS} packs, and more are not kept.")
    for _ in range(TRIES):
        key = _free_key(document["key"])
        try:
            with transaction.atomic():
                return Pack.objects.create(
                    key=key,
                    name=document["name"],
                    game=document["game"],
                    owner=owner,
                    draft={**document, "key": key},
                )
        except IntegrityError:
            continue
    raise DraftError("That name was taken in this moment. Try again.")


def _free_key(wanted: str) -> str:
    start = wanted[:60].rstrip("-")
    taken = Pack.objects.filter(key__startswith=start).values_list("key", flat=True)
    games = {game.pack.key for game in GAMES.values()}
    return key_of(wanted, {*taken, *games, *ADDRESSES}, "pack")


@transaction.atomic
def change_draft(
    pack: Pack, seen: int | None, make: Callable[[Any], dict[str, Any]]
) -> Pack:
    """Change the draft of a pack; return its row as it is now.

    ``seen`` is the revision that a person looked at. A change that changes nothing is
    no revision.

    Raises
    ------
    StaleDraftError
        If the draft has another revision by now.
    PackError
        If what ``make`` returns is no pack.
    """
    locked = Pack.objects.select_for_update().get(pk=pack.pk)
    if seen != locked.revision:
        raise StaleDraftError(STALE)
    new = {**make(locked.draft), "key": locked.key, "game": locked.game}
    refuse_no_text(new, PackError)
    read_event_pack(new)
    if new != locked.draft:
        locked.draft = new
        locked.name = new["name"]
        locked.revision += 1
        locked.save(update_fields=["draft", "name", "revision", "updated_at"])
    return locked
