"""All that came before two groups of Mordheim fighters met, and what is drawn of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from rulesets.games.mordheim.combat.groups.approach import (
    GroupContact,
    GroupsApart,
)
from rulesets.games.mordheim.combat.groups.volleys import Throng
from rulesets.odds.answer import Odds
from rulesets.odds.sampling import CONFIDENCE, parted_bound
from rulesets.odds.sides import Side

PARTS = 16
"""Draws, each by itself: how far they differ tells how far the whole may be off."""

DRAWN_NOTE = (
    "Too much may happen among so many to follow it: it is drawn, and the error tells "
    "how far any chance may be off."
)


@dataclass(slots=True)
class BeforeContact:
    """All that came before they met.

    Parameters
    ----------
    met : list of mapping
        Charges that arrived, by turn [chance].
    ended, apart : mapping
        Who was left where one side was shot, and who is apart for ever [chance].
    turns : float
        Expected turns, that of the charge included [turns].
    """

    met: list[dict[GroupContact, float]] = field(default_factory=list)
    ended: dict[GroupsApart, float] = field(default_factory=dict)
    apart: dict[GroupsApart, float] = field(default_factory=dict)
    turns: float = 0.0


def contacts(before: BeforeContact) -> Iterator[tuple[int, GroupContact, float]]:
    """Yield the turns before a charge arrived, how, and its chance."""
    for number, charges in enumerate(before.met):
        for met, share in charges.items():
            yield number, met, share


def whole_side(side: Side, met: GroupContact) -> Throng:
    """Return all of a side who were left when a charge arrived."""
    return (*met.arrived, *met.behind) if side == met.charger else met.enemies


def throngs(before: BeforeContact, side: Side) -> Iterator[tuple[Throng, float]]:
    """Yield who was left of a side when they met, or when it was over before."""
    for _, met, share in contacts(before):
        yield whole_side(side, met), share
    for now, share in (*before.ended.items(), *before.apart.items()):
        yield now.a if side == "a" else now.b, share


def all_of(befores: Sequence[BeforeContact]) -> BeforeContact:
    """Return several draws as one, each as likely as another."""
    part = 1 / len(befores)
    found = BeforeContact(turns=part * sum(one.turns for one in befores))
    for one in befores:
        for number, charges in enumerate(one.met):
            if number == len(found.met):
                found.met.append({})
            for met, share in charges.items():
                found.met[number][met] = found.met[number].get(met, 0.0) + part * share
        for some, into in ((one.ended, found.ended), (one.apart, found.apart)):
            for now, share in some.items():
                into[now] = into.get(now, 0.0) + part * share
    return found


def with_bound(found: Odds, parts: Sequence[Odds], drawn: int) -> Odds:
    """Return an answer that was drawn, with its error.

    To what the draws tell comes what was not followed of the fights.

    Parameters
    ----------
    found : Odds
        Of all draws together.
    parts : sequence of Odds
        Of each draw.
    drawn : int
        Ways that were drawn at one time, of all draws.
    """
    shares = np.array(
        [
            [
                *part.outcomes.values(),
                *part.events.values(),
                *(share for one in part.survivors.values() for share in one.chances),
            ]
            for part in parts
        ]
    )
    error = parted_bound(shares, drawn, shares.shape[1])
    return replace(
        found,
        method="sampled",
        error=min(1.0, error + found.error),
        confidence=CONFIDENCE,
        samples=drawn,
        notes=(*found.notes, DRAWN_NOTE),
    )
