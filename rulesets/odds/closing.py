"""Decide by weapons which side closes in, where the question leaves it open.

A unit stands if it reaches the enemy from where it begins, and one volley of it, at its
best range, does at least as many wounds on average as a round of its blows; or if it
does not move. All others close in. Both figures are those of the game's own preview, of
the two units without the characters in them; where a way to shoot has the key of a
question that is answered with yes, the volley is that one.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from rulesets.core.subject import clause, verb_of
from rulesets.odds.answer import Preview
from rulesets.odds.match_up import Choice, Fighter, MatchUp, MatchUpError
from rulesets.odds.settings import Settled, name_apart

Closing = Literal["by-weapons", "a", "b", "both", "none"]
"""The side that closes in, as `CLOSERS` offer it."""

BY_WEAPONS = "by-weapons"
CLOSERS = (
    Choice(BY_WEAPONS, "Shooters stand, others come"),
    Choice("a", "Side A"),
    Choice("b", "Side B"),
    Choice("both", "Both"),
    Choice("none", "Neither"),
)
CLOSING_HELP = (
    "Who stands shoots if it can. A shooter is one who reaches the enemy from the "
    "start and does at least as many wounds with a volley, at its best range, as with "
    "a round of blows."
)

Volley = Callable[[MatchUp], float]
"""Returns the mean wounds of A's volley at B [wounds]."""

Previews = Callable[[Fighter, Fighter], tuple[Preview, ...]]


@dataclass(frozen=True, slots=True)
class _Worth:
    """Mean wounds of a unit: of its best volley, and of a round of its blows.

    Both are 0 for a unit that does not reach its enemy from where it begins.
    """

    volley: float
    blows: float

    @property
    def stands(self) -> bool:
        return self.volley > 0 and self.volley >= self.blows


def decide_closing(
    match_up: MatchUp,
    situation: Settled,
    volley: Volley,
    preview: Previews,
    still: Iterable[str] = (),
    unarmed: Iterable[str] = (),
) -> tuple[Settled, tuple[str, ...]]:
    """Return the situation with its closing side decided, and the reasons in words.

    Parameters
    ----------
    match_up : MatchUp
    situation : mapping
        Its situation, settled; returned as it is if it says who closes in, or if the
        kind of match-up does not ask.
    volley, preview : callable
        Those of the game.
    still : iterable of str
        The sides that do not move.
    unarmed : iterable of str
        The sides that have nothing to shoot with, of which no volley is asked.
    """
    if situation.get("closing") != BY_WEAPONS:
        return situation, ()
    a, b = name_apart(match_up.a, match_up.b)
    fixed, unasked = tuple(still), (*still, *unarmed)
    comes, reasons = "", []
    for side, own, enemy in (("a", a, b), ("b", b, a)):
        worth = _Worth(0.0, 0.0)
        if side not in unasked:
            worth = _worth(match_up, own, enemy, situation, volley, preview)
        stands = side in fixed or worth.stands
        comes += "" if stands else side
        reasons.append(_reason(own.name, worth, stands=stands, still=side in fixed))
    answer = {"": "none", "ab": "both"}.get(comes, comes)
    return {**situation, "closing": answer}, tuple(reasons)


def _worth(
    match_up: MatchUp,
    own: Fighter,
    enemy: Fighter,
    situation: Settled,
    volley: Volley,
    preview: Previews,
) -> _Worth:
    """Return the mean wounds of a unit's volley and blows; 0 if not computable."""
    shot = replace(
        match_up,
        kind="shooting",
        a=own,
        b=enemy,
        situation={"distance": situation["distance"]},
        rounds=None,
        further=(),
    )
    try:
        wounds = volley(shot)
        previews = preview(own, enemy) if wounds else ()
    except MatchUpError:
        return _Worth(0.0, 0.0)
    asked = [one for one in previews if situation.get(one.key) is True]
    best = _sum(asked) if asked else max(wounds, _sum(previews, "shooting"))
    return _Worth(best, _sum(previews, "melee"))


def _sum(previews: Iterable[Preview], key: str = "") -> float:
    return sum(one.wounds.expected() for one in previews if one.key.startswith(key))


def _reason(name: str, worth: _Worth, *, stands: bool, still: bool) -> str:
    if still:
        return f"{clause(name, 'stands')}: no move is made."
    if not worth.volley:
        return f"{clause(name, 'closes')} in: nothing there shoots that far."
    figures = (
        f"at its best a volley does {worth.volley:.2f} wounds on average, a round of "
        f"blows {worth.blows:.2f}"
    )
    does = f"{clause(name, 'closes')} in"
    if stands:
        does = f"{clause(name, 'stands')} and {verb_of(name, 'shoots')}"
    return f"{does}: {figures}."
