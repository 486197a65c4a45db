"""One attack: its dice, and the short vector of their effect.

Whatever an attack rolls (to hit, to wound, saves, re-rolls, wards, damage) concerns
that attack alone. So a whole volley needs no counts of hits or wounds on the way: it
is the vector of one attack, taken so many times (thinning).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from rulesets.odds.dice import ALWAYS, NEVER, Chances

Reroll = Literal["none", "failures", "ones", "successes"]
"""The results of a roll that are rolled once more."""

ONE_WOUND: Chances = (Fraction(0), Fraction(1))
D3_WOUNDS: Chances = (Fraction(0), Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))


@dataclass(frozen=True, slots=True)
class Attack:
    """The dice of one attack.

    Needs are the lowest roll that succeeds [pips]: 1 for a roll that is not made
    because it always succeeds, 7 for one that cannot succeed.

    Parameters
    ----------
    to_hit, to_wound : int
    save, ward : int
        The defender's; the ward is rolled after a failed save.
    reroll_hits, reroll_wounds, reroll_saves : Reroll
        Seen by the side that rolls: ``successes`` of the save is a poisoned attack
        of Charge, ``failures`` of the hit is a re-roll to hit.
    poison : int
        Lowest natural roll to hit that wounds without a roll to wound [pips].
    slay : int
        Lowest natural roll to wound that slays outright: no save, though a ward, and
        all wounds of one model [pips].
    damage : tuple of Fraction
        Distribution of wounds that one unsaved wound takes [wounds].
    """

    to_hit: int
    to_wound: int = ALWAYS
    save: int = NEVER
    ward: int = NEVER
    reroll_hits: Reroll = "none"
    reroll_wounds: Reroll = "none"
    reroll_saves: Reroll = "none"
    poison: int = NEVER
    slay: int = NEVER
    damage: Chances = ONE_WOUND


@dataclass(frozen=True, slots=True)
class AttackEffect:
    """The effect of one attack on a model, as exact chances.

    Parameters
    ----------
    wounds : tuple of Fraction
        Index k is the chance of k wounds; together with ``slain`` they sum to 1.
    slain : Fraction
        Chance that it slays its model outright [chance].
    """

    wounds: Chances
    slain: Fraction = Fraction(0)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Take the hash once: fractions are slow to hash, and effects are keys."""
        object.__setattr__(self, "_hash", hash((self.wounds, self.slain)))

    def __hash__(self) -> int:
        """Return the hash of its chances."""
        return self._hash

    def harm(self) -> Fraction:
        """Return the chance that the attack does anything [chance]."""
        return 1 - self.wounds[0]


@lru_cache(maxsize=64)
def faces(reroll: Reroll, need: int) -> tuple[Fraction, ...]:
    """Return the chance of each final face of a die, re-rolls included.

    Parameters
    ----------
    reroll : Reroll
        Which results are rolled once more; the second roll stands.
    need : int
        What the roll needs to succeed [pips].

    Examples
    --------
    Failures of a 4+ rolled again:

    >>> [str(chance) for chance in faces("failures", 4)]
    ['1/12', '1/12', '1/12', '1/4', '1/4', '1/4']
    """
    again = [_AGAIN[reroll](face, need) for face in range(1, 7)]
    sixth = Fraction(1, 6)
    repeated = sum(again) * sixth
    return tuple(
        (Fraction(0) if rolled else sixth) + repeated * sixth for rolled in again
    )


_AGAIN: dict[Reroll, Callable[[int, int], bool]] = {
    "none": lambda face, need: False,
    "failures": lambda face, need: face < need,
    "ones": lambda face, need: face == 1,
    "successes": lambda face, need: face >= need,
}
"""Predicates of the faces that are rolled again, by the need of the roll."""


@lru_cache(maxsize=256)
def passes(need: int, reroll: Reroll = "none") -> Fraction:
    """Return the chance that a roll succeeds, its re-roll included.

    A need of 1 or less is no roll and always passes; 7 or more never does.

    Examples
    --------
    >>> passes(4, "failures"), passes(4, "successes")
    (Fraction(3, 4), Fraction(1, 4))
    """
    if need <= ALWAYS:
        return Fraction(1)
    return sum(faces(reroll, need)[need - 1 :], Fraction(0))


@lru_cache(maxsize=4096)
def effect(attack: Attack) -> AttackEffect:
    """Compute the effect of one attack, die by die.

    Parameters
    ----------
    attack : Attack

    Returns
    -------
    Effect
        Exact; ``wounds`` has one entry for each result of the damage.

    Notes
    -----
    Order: hit (with its re-roll, by natural face, since poison reads it), wound
    (likewise for slaying), save, ward, damage.

    Examples
    --------
    4+ to hit, 4+ to wound, 5+ save:

    >>> effect(Attack(to_hit=4, to_wound=4, save=5)).wounds
    (Fraction(5, 6), Fraction(1, 6))
    """
    poisoned, hit = _split(attack.to_hit, attack.reroll_hits, attack.poison)
    slays, wounds = _split(attack.to_wound, attack.reroll_wounds, attack.slay)
    no_save = 1 - passes(attack.save, attack.reroll_saves)
    no_ward = 1 - passes(attack.ward)
    slain = hit * slays * no_ward
    unsaved = (poisoned + hit * wounds) * no_save * no_ward
    taken = [unsaved * share for share in attack.damage]
    taken[0] += 1 - unsaved - slain
    return AttackEffect(tuple(taken), slain)


def _split(need: int, reroll: Reroll, special: int) -> tuple[Fraction, Fraction]:
    """Return the chances of a special success and of an ordinary one."""
    if special > 6:
        return Fraction(0), passes(need, reroll)
    final = faces(reroll, need)
    special = max(special, need)
    high = sum(final[special - 1 :], Fraction(0))
    low = sum(final[max(need, 1) - 1 : special - 1], Fraction(0))
    return high, low
