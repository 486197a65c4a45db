"""Packs that an event may be played by, and its settings with the pack's document."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser

from armybuilder.accounts.models import User
from armybuilder.events.models import Event
from armybuilder.events.states import EventError
from armybuilder.packs.access import find_version, versions_for

Person = User | AnonymousUser


def pack_choices(user: Person, event: Event | None = None) -> list[tuple[str, str]]:
    """Return the packs that somebody may choose, the newest version of each."""
    newest: dict[str, tuple[str, str]] = {}
    for row in versions_for(user).filter(pack__retired_at=None).order_by("number"):
        newest[row.pack.key] = (row.label, f"{row.pack.name}, version {row.number}")
    choices = sorted(newest.values(), key=lambda pair: pair[1])
    if event is None or event.pack is None or event.pack_name in dict(choices):
        return choices
    kept = (event.pack_name, f"{event.pack['name']} ({event.pack_name})")
    return [*choices, kept]


def settings_of(
    cleaned: Mapping[str, Any], user: Person, event: Event | None = None
) -> dict[str, Any]:
    """Return the settings of a form, the pack as its document.

    Raises
    ------
    EventError
        If the pack is not there any more, or is of another game.
    """
    found = dict(cleaned)
    if event is None:
        found.setdefault("is_listed", False)
    name = found["pack"]
    found["pack_name"], found["pack"] = name, None
    if not name:
        return found
    if event is not None and event.pack_name == name:
        found["pack"] = event.pack
        return found
    version = find_version(name, user)
    if version is None:
        raise EventError("That pack is not there any more.")
    if version.pack.game != found["game"]:
        raise EventError(f"The pack {version.pack} is of another game.")
    found["pack"] = version.document
    return found


def rules_of_form(cleaned: Mapping[str, Any], user: Person) -> dict[str, Any]:
    """Return the rules of a friendly game: game, limit and pack.

    Raises
    ------
    EventError
        As `settings_of`.
    """
    found = settings_of(cleaned, user)
    return {name: found[name] for name in ("game", "limit", "pack", "pack_name")}
