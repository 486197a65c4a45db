"""A bare volley, of no game: dice, needs, and the unsaved wounds that come of them."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from rulesets.matchup import MatchUpError
from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.attack import Attack, effect
from rulesets.odds.dice import ALWAYS, NEVER, Chances, chance, successes
from rulesets.odds.volley import unsaved

MOST_DICE = 1000
"""Most dice of a volley."""

DEFAULTS = {"to_wound": ALWAYS, "save": NEVER, "ward": NEVER}
"""What a need means that is left out: no roll to wound, no save, no ward [pips]."""

ROUNDING = 1e-12
"""Bound on the rounding error of a chance of a volley [chance]."""


def unsaved_wounds(dice: int, attack: Attack) -> Chances:
    """Return the distribution of unsaved wounds, in exact fractions.

    Each die wounds or does not, independently of the others, so the count is
    binomial. This form is the witness for the quick one.

    Parameters
    ----------
    dice : int
        Attacks made, at least 0 [dice].
    attack : Attack
        One of them; each unsaved wound counts as one.

    Examples
    --------
    Two attacks that need 4+ to hit and 4+ to wound, against no armour:

    >>> [str(chance) for chance in unsaved_wounds(2, Attack(to_hit=4, to_wound=4))]
    ['9/16', '3/8', '1/16']
    """
    return successes(dice, effect(attack).harm())


def attacks_odds(attacks: Mapping[str, int]) -> Odds:
    """Return the odds of a bare volley.

    Parameters
    ----------
    attacks : mapping
        ``dice`` and ``to_hit``, and as wanted ``to_wound``, ``save`` and ``ward``:
        the lowest roll that succeeds [pips], 7 for never.

    Returns
    -------
    Odds
        An outcome for every number of unsaved wounds, and ``wounds`` of side a.

    Raises
    ------
    MatchUpError
        If a number is missing, unknown or out of bounds; it names the place.
    """
    figures = _checked(attacks)
    dice = figures["dice"]
    attack = Attack(
        to_hit=figures["to_hit"],
        to_wound=figures["to_wound"],
        save=figures["save"],
        ward=figures["ward"],
    )
    chances = unsaved(effect(attack), dice)
    wounds = Distribution("Unsaved wounds", "wounds", tuple(chances.tolist()))
    outcomes = {str(count): each for count, each in enumerate(wounds.chances)}
    return Odds(
        outcomes=outcomes,
        labels={
            **{key: f"{key} unsaved wounds" for key in outcomes},
            "1": "1 unsaved wound",
            "wounds": "Unsaved wounds",
            "variance": "Variance of the unsaved wounds",
            "each": "Chance that one attack ends as an unsaved wound",
        },
        error=ROUNDING,
        wounds={"a": wounds},
        expected={
            "wounds": wounds.expected(),
            "variance": float(chances @ (np.arange(dice + 1) - wounds.expected()) ** 2),
        },
        events={"each": float(effect(attack).harm())},
        trace=_trace(dice, attack),
    )


def _checked(attacks: Mapping[str, int]) -> dict[str, int]:
    for key in ("dice", "to_hit"):
        if key not in attacks:
            raise MatchUpError(f"/attacks/{key}", "is missing")
    figures = {**DEFAULTS, **attacks}
    for key, value in figures.items():
        bounds = {"dice": (0, MOST_DICE), "to_hit": (ALWAYS, NEVER)}
        low, high = bounds.get(key, (ALWAYS, NEVER))
        if key not in (*bounds, *DEFAULTS):
            raise MatchUpError(f"/attacks/{key}", "is not part of a volley")
        if isinstance(value, bool) or not low <= value <= high:
            raise MatchUpError(
                f"/attacks/{key}", f"expected a whole number from {low} to {high}"
            )
    return figures


def _trace(dice: int, attack: Attack) -> tuple[Step, ...]:
    rolls = [("to hit", attack.to_hit, chance(attack.to_hit))]
    if attack.to_wound > ALWAYS:
        rolls.append(("to wound", attack.to_wound, chance(attack.to_wound)))
    for name, need in (("not saved", attack.save), ("not warded off", attack.ward)):
        if need < NEVER:
            rolls.append((name, need, 1 - chance(need)))
    left = Fraction(dice)
    steps = []
    for name, need, share in rolls:
        text = f"{need}+: {share} of {float(left):.4g}"
        left *= share
        steps.append(Step(name, "", f"{text} dice leave {float(left):.4g} on average"))
    return tuple(steps)
