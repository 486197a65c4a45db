"""Friendly games: two players commit lists to each other; both open at one moment.

Such a game is an event of two places that nobody runs: it opens with its second list,
and comes to nothing if that is not in after a month.
"""

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from armybuilder.accounts.models import User
from armybuilder.events.entrants import Invited, place_of
from armybuilder.events.keys import give_key
from armybuilder.events.models import Entrant, Event, EventState, Sight

PLACES = 2
PATIENCE = timedelta(days=30)
"""Time until a game with one list comes to nothing."""


@transaction.atomic
def make_friendly(
    rules: Mapping[str, Any],
    names: tuple[str, str],
    person: User | None,
    now: datetime,
) -> tuple[Entrant, Entrant]:
    """Return the two places of a new game; the first is of who makes it.

    ``rules`` are the game, the limit and the pack, as settings of an event.
    """
    end = (now + PATIENCE).replace(second=0, microsecond=0)
    event = Event(
        slug=f"friendly-{secrets.token_hex(6)}",
        name=f"{names[0]} against {names[1]}",
        time_zone="UTC",
        deadline=end,
        reveal_at=end,
        starts_at=end,
        ends_at=end + PATIENCE,
        places=PLACES,
        sight=Sight.FRIENDS,
        state=EventState.OPEN,
        allows_illegal=True,
        allows_joining=False,
        reveals_when_full=True,
        is_listed=False,
        **rules,
    )
    give_key(event)
    event.save()
    first = place_of(event, Invited(names[0]), person, now)
    second = place_of(event, Invited(names[1]), None, now)
    return first, second
