"""A bare volley, of no game: dice, needs, and the unsaved wounds that come of them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.attack import ONE_WOUND, Attack, Reroll, effect, passes
from rulesets.odds.dice import ALWAYS, NEVER, Chances, successes
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.parry import unparried
from rulesets.odds.volley import Floats, kernel, repeated, unsaved

MOST_DICE = 1000
"""Most dice of a volley, and most wounds that it can deal."""

MOST_POOL = 400
"""Most wounds of a target."""

MOST_PARRIED = 60
"""Most dice in a volley with a parry."""

NEEDS = {
    "to_hit": NEVER,
    "to_wound": ALWAYS,
    "save": NEVER,
    "ward": NEVER,
    "poison": NEVER,
    "slay": NEVER,
}
"""Needs where none is given: no roll to wound, no save, no ward [pips]."""

REROLLS = ("reroll_hits", "reroll_wounds", "reroll_saves")
AGAIN: tuple[Reroll, ...] = ("none", "ones", "failures", "successes")

DAMAGE = {"D3": 3, "D6": 6}
"""Faces of the dice that the wounds of one unsaved wound may be rolled on."""

ROUNDING = 1e-12
"""Bound on the rounding error of a chance of a volley [chance]."""


@dataclass(frozen=True, slots=True)
class Bare:
    """A bare volley as it was asked about.

    Parameters
    ----------
    dice : int
        Attacks made [dice].
    attack : Attack
        One of them.
    parry : bool
        True if the highest hit may be parried.
    models, wounds : int
        The target's models and the wounds of each; 0 models if none is named.
    """

    dice: int
    attack: Attack
    parry: bool
    models: int
    wounds: int


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


def attacks_odds(attacks: Mapping[str, Any]) -> Odds:
    """Return the odds of a bare volley.

    Parameters
    ----------
    attacks : mapping
        ``dice`` and ``to_hit``, and as wanted ``to_wound``, ``save``, ``ward``,
        ``poison`` and ``slay``: the lowest roll that succeeds [pips], 7 for never.
        ``reroll_hits``, ``reroll_wounds`` and ``reroll_saves`` say which results are
        rolled again, ``damage`` what one unsaved wound takes, ``parry`` whether the
        highest hit may be parried, ``target`` the models and wounds of the target.

    Returns
    -------
    Odds
        An outcome for every number of unsaved wounds, and ``wounds`` of side a; with
        a target also what is left of it, and how many models are slain.

    Raises
    ------
    MatchUpError
        If a number is missing, unknown or out of bounds; it names the place.
    """
    bare = _read(attacks)
    chances = _wounds(bare)
    wounds = Distribution("Unsaved wounds", "wounds", tuple(chances.tolist()))
    outcomes = {str(count): each for count, each in enumerate(wounds.chances)}
    mean = wounds.expected()
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
            "wounds": mean,
            "variance": float(chances @ (np.arange(len(chances)) - mean) ** 2),
        },
        events={"each": float(effect(bare.attack).harm())},
        trace=_trace(bare),
        notes=_notes(bare),
        **_target(bare),
    )


def _wounds(bare: Bare) -> Floats:
    """Return the distribution of wounds, however many the target has."""
    if not bare.parry:
        return unsaved(effect(bare.attack), bare.dice)
    one = unsaved(effect(_hit(bare.attack)), 1)
    total = np.zeros(bare.dice * (len(one) - 1) + 1)
    for hits, chance in enumerate(_unparried(bare)):
        made = repeated(one, hits)
        total[: len(made)] += float(chance) * made
    return total


def _unparried(bare: Bare) -> Chances:
    return unparried(bare.dice, bare.attack.to_hit, bare.attack.reroll_hits)


def _hit(attack: Attack) -> Attack:
    """Return an attack that has hit already."""
    return replace(attack, to_hit=ALWAYS, reroll_hits="none", poison=NEVER)


def _target(bare: Bare) -> dict[str, Any]:
    """Return the target's survivors, if one is named."""
    if not bare.models:
        return {}
    pool = bare.models * bare.wounds
    lost = np.zeros(pool + 1)
    if bare.parry:
        one = effect(_hit(bare.attack))
        for hits, chance in enumerate(_unparried(bare)):
            took = kernel(one, hits, pool, bare.wounds)[pool]
            lost[: len(took)] += float(chance) * took
    else:
        took = kernel(effect(bare.attack), bare.dice, pool, bare.wounds)[pool]
        lost[: len(took)] = took
    slain = np.bincount(np.arange(pool + 1) // bare.wounds, weights=lost)
    left = Distribution(
        "Wounds left of the target", "wounds", tuple(lost[::-1].tolist())
    )
    return {
        "survivors": {"b": left},
        "distributions": {
            "slain": Distribution("Models slain", "models", tuple(slain.tolist()))
        },
    }


def _read(attacks: Mapping[str, Any]) -> Bare:
    known = ("dice", *NEEDS, *REROLLS, "damage", "parry", "target")
    for key in attacks:
        if key not in known:
            raise MatchUpError(f"/attacks/{key}", "is not part of a volley")
    for key in ("dice", "to_hit"):
        if key not in attacks:
            raise MatchUpError(f"/attacks/{key}", "is missing")
    needs = {key: _number(attacks, key, ALWAYS, NEVER, NEEDS[key]) for key in NEEDS}
    damage = _damage(attacks)
    most = MOST_DICE // (len(damage) - 1)
    dice = _number(attacks, "dice", 0, most)
    hits, wounds_again, saves = (_reroll(attacks, key) for key in REROLLS)
    attack = Attack(
        **needs,
        reroll_hits=hits,
        reroll_wounds=wounds_again,
        reroll_saves=saves,
        damage=damage,
    )
    target = attacks.get("target", {})
    models = _number(target, "models", 1, MOST_POOL, 0, "/attacks/target")
    wounds = _number(target, "wounds", 1, MOST_POOL, 1, "/attacks/target")
    if models * wounds > MOST_POOL:
        raise MatchUpError("/attacks/target", f"has more than {MOST_POOL} wounds")
    parry = bool(attacks.get("parry", False))
    if parry and dice > MOST_PARRIED:
        raise MatchUpError("/attacks/dice", f"at most {MOST_PARRIED} with a parry")
    if parry and attack.poison < NEVER:
        raise MatchUpError("/attacks/parry", "does not go with poison")
    return Bare(dice, attack, parry, models, wounds)


def _number(
    given: Mapping[str, Any],
    key: str,
    low: int,
    high: int,
    default: int = 0,
    where: str = "/attacks",
) -> int:
    if key not in given:
        return default
    return whole_number(given[key], f"{where}/{key}", low, high)


def whole_number(value: object, at: str, low: int, high: int) -> int:
    """Return a number of a document, if it is a whole one within bounds.

    Raises
    ------
    MatchUpError
        If not; names the place.
    """
    if not isinstance(value, bool) and isinstance(value, int) and low <= value <= high:
        return value
    raise MatchUpError(at, f"expected a whole number from {low} to {high}")


def _reroll(attacks: Mapping[str, Any], key: str) -> Reroll:
    value = attacks.get(key, "none")
    for one in AGAIN:
        if value == one:
            return one
    raise MatchUpError(f"/attacks/{key}", f"expected one of {', '.join(AGAIN)}")


def _damage(attacks: Mapping[str, Any]) -> Chances:
    """Return the distribution of the wounds of one unsaved wound."""
    value = attacks.get("damage", 1)
    if value in DAMAGE:
        faces = DAMAGE[value]
        return (Fraction(0), *(Fraction(1, faces) for _ in range(faces)))
    wounds = _number(attacks, "damage", 1, 20, 1)
    if wounds == 1:
        return ONE_WOUND
    return (*(Fraction(0) for _ in range(wounds)), Fraction(1))


def _trace(bare: Bare) -> tuple[Step, ...]:
    """Tell how many dice each roll leaves; special hits and wounds go their own way."""
    attack = bare.attack
    rolls = [("to hit", attack.to_hit, attack.reroll_hits, False)]
    if attack.to_wound > ALWAYS:
        rolls.append(("to wound", attack.to_wound, attack.reroll_wounds, False))
    if attack.save < NEVER:
        rolls.append(("not saved", attack.save, attack.reroll_saves, True))
    if attack.ward < NEVER:
        rolls.append(("not warded off", attack.ward, "none", True))
    left: Fraction | None = Fraction(bare.dice)
    steps = []
    for name, need, again, fails in rolls:
        share = passes(need, again)
        share = 1 - share if fails else share
        text = f"{need}+{AGAIN_WORDS[again]}: {share}"
        if left is not None and not _forks(bare):
            text += f" of {float(left):.4g}"
            left *= share
            text += f" dice leave {float(left):.4g} on average"
        steps.append(Step(name, "", text))
    for name, need in (("poison", attack.poison), ("slays", attack.slay)):
        if need < NEVER:
            steps.append(Step(name, "", f"{need}+: {SPECIAL[name]}"))
    return tuple(steps)


AGAIN_WORDS = {
    "none": "",
    "ones": ", ones rolled again",
    "failures": ", failures rolled again",
    "successes": ", successes rolled again",
}
SPECIAL = {
    "poison": "wounds without a roll to wound",
    "slays": "slays outright; a ward helps, a save does not",
}


def _forks(bare: Bare) -> bool:
    """Return whether some dice go past a roll that others make."""
    special = min(bare.attack.poison, bare.attack.slay)
    return bare.parry or special < NEVER


def _notes(bare: Bare) -> tuple[str, ...]:
    notes = []
    if bare.parry:
        notes.append(
            "The highest hit is parried by a die that is higher; a 6 cannot be parried."
        )
    if bare.models and bare.wounds > 1:
        notes.append(
            "Models fall one at a time; wounds beyond those of one model are lost."
        )
    return tuple(notes)
