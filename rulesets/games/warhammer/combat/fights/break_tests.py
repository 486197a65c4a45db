"""Break tests, flight and pursuit after a round."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from rulesets.games.warhammer.combat.blows.leadership import leadership_chance
from rulesets.odds.dice import dice_sum


@dataclass(frozen=True, slots=True)
class WarhammerNerve:
    """The figures of a side's Break test.

    Parameters
    ----------
    own, general : int
        Leadership of the unit, and of a general near it; 0 for none.
    stubborn, unbreakable, again : bool
        ``again`` if a failed test is rolled again.
    fears : bool
        True if it breaks without a test when beaten by the stronger enemy.
    runs : int
        Dice of its flight and pursuit [dice].
    holds_back : float
        Chance that it does not pursue [chance].
    further : int
        Dice that its pursuit has beyond those of its flight [dice].
    passes, lowest_two : bool
        True if it passes this test; true for three dice without the highest.
    """

    own: int
    general: int
    stubborn: bool
    unbreakable: bool
    again: bool
    fears: bool
    runs: int
    holds_back: float
    further: int = 0
    passes: bool = False
    lowest_two: bool = False


@lru_cache(maxsize=4096)
def holds_chance(nerve: WarhammerNerve, difference: int) -> Fraction:
    """Return the chance to hold when beaten by so much [chance].

    Examples
    --------
    Leadership 7, beaten by 2: two dice must not roll more than 5.

    >>> holds_chance(WarhammerNerve(7, 0, False, False, False, False, 2, 0.0), 2)
    Fraction(5, 18)
    """
    if nerve.unbreakable or nerve.passes:
        return Fraction(1)
    own = nerve.own if nerve.stubborn else nerve.own - difference
    value = max(own, nerve.general - difference)
    return leadership_chance(value, lowest_two=nerve.lowest_two, again=nerve.again)


@lru_cache(maxsize=16)
def caught(pursuer: int, fleeing: int) -> Fraction:
    """Return the chance that a pursuer rolls at least as much as a fleeing unit.

    Parameters
    ----------
    pursuer, fleeing : int
        Dice of each [dice].

    Examples
    --------
    >>> caught(2, 2)
    Fraction(721, 1296)
    """
    runs, flees = dice_sum(pursuer), dice_sum(fleeing)
    return sum(
        (
            fast * slow
            for reach, fast in enumerate(runs)
            for distance, slow in enumerate(flees)
            if reach >= distance
        ),
        Fraction(0),
    )


@lru_cache(maxsize=4096)
def fate_of(
    a: WarhammerNerve, b: WarhammerNerve, difference: int, sign: int
) -> tuple[tuple[str, float], ...]:
    """Return the ends of a result by their key, "" for fighting on [chance].

    Parameters
    ----------
    a, b : WarhammerNerve
    difference : int
        Points of a less those of b.
    sign : int
        1 if a has the greater Unit Strength, -1 if b has.
    """
    if not difference:
        return (("", 1.0),)
    side, loser, winner = ("b", b, a) if difference > 0 else ("a", a, b)
    weaker = sign > 0 if side == "b" else sign < 0
    flees = loser.fears and weaker and not loser.unbreakable
    breaks = 1.0 if flees else float(1 - holds_chance(loser, abs(difference)))
    down = (1 - winner.holds_back) * float(
        caught(winner.runs + winner.further, loser.runs)
    )
    return (
        ("", 1.0 - breaks),
        (f"{side}-broken", breaks * (1 - down)),
        (f"{side}-run-down", breaks * down),
    )
