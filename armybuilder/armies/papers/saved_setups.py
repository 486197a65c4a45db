"""Set-ups of papers that a person keeps under names."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.db import transaction

from armybuilder.accounts.models import User
from armybuilder.armies.models import SETUP_LENGTH, SavedSetup
from armybuilder.armies.papers.setup import PaperSetup, kinds_of
from rulesets.game import Game

MOST_SETUPS = 10
"""Set-ups that a person may keep."""


@dataclass(frozen=True, slots=True)
class ShownSetup:
    """A set-up to pick; `is_on` is true of the one that is shown."""

    number: int
    name: str
    query: str
    is_on: bool


class SetupRefused(ValueError):
    """A set-up cannot be kept; says why."""


def setups_of(user: User, game: Game, now: PaperSetup) -> tuple[ShownSetup, ...]:
    """Return the set-ups of a person that a game has papers for."""
    return tuple(
        ShownSetup(
            kept.pk,
            kept.name,
            urlencode(sorted(kept.options.items())),
            kept.options == now.fields,
        )
        for kept in SavedSetup.objects.filter(owner=user)
        if kept.options.get("kind") in kinds_of(game)
    )


def keep_setup(user: User, name: str, setup: PaperSetup) -> SavedSetup:
    """Keep a set-up under a name, in place of another of that name.

    Raises
    ------
    SetupRefused
        If there is no name, it is too long, or there are enough of them.
    """
    name = " ".join(name.split())
    if not name:
        raise SetupRefused("A set-up needs a name.")
    if len(name) > SETUP_LENGTH:
        raise SetupRefused(f"A name of a set-up has at most {SETUP_LENGTH} letters.")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        others = SavedSetup.objects.filter(owner=user).exclude(name=name)
        if others.count() >= MOST_SETUPS:
            raise SetupRefused(f"You keep {MOST_SETUPS} set-ups. Delete one first.")
        kept, _ = SavedSetup.objects.update_or_create(
            owner=user, name=name, defaults={"options": setup.fields}
        )
    return kept
