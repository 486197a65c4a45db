"""Questions of no game: a bare volley, and a bare roll of dice."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from rulesets.odds.answer import Distribution, Odds
from rulesets.odds.dice import dice_sum
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.plain_volley import attacks_odds, whole_number

MOST_ROLLED = 30
"""Most dice of a bare roll."""


def roll_odds(roll: Mapping[str, Any]) -> Odds:
    """Return the odds of a sum of dice: by itself, against a value, or against dice.

    Parameters
    ----------
    roll : mapping
        ``dice``, and one of ``at_least`` and ``at_most`` (a value that the sum is
        tested against) or ``against`` (dice of another that it must equal or beat);
        or none of them.

    Returns
    -------
    Odds
        ``passed`` and ``failed``, or an outcome for every sum; the sum is told in
        ``distributions``.

    Raises
    ------
    MatchUpError
        If a number is missing, unknown or out of bounds; it names the place.

    Examples
    --------
    A pursuer with two dice catches who flees with two dice:

    >>> round(roll_odds({"dice": 2, "against": 2}).outcomes["passed"] * 1296)
    721
    """
    tests = [key for key in roll if key != "dice"]
    if len(tests) > 1 or not set(tests) <= {"at_least", "at_most", "against"}:
        raise MatchUpError("/roll", "expected one of at_least, at_most and against")
    dice = _number(roll, "dice", 1)
    chances = dice_sum(dice)
    total = Distribution("Sum of the dice", "pips", tuple(map(float, chances)))
    if tests:
        key = tests[0]
        passed = _passed(key, chances, _number(roll, key, 1 if key == "against" else 0))
        outcomes = {"passed": float(passed), "failed": float(1 - passed)}
        labels = {"passed": "Passed", "failed": "Failed"}
    else:
        outcomes = {str(s): float(p) for s, p in enumerate(chances) if p}
        labels = {key: f"A sum of {key}" for key in outcomes}
    return Odds(
        outcomes=outcomes,
        labels={**labels, "sum": "Sum of the dice"},
        distributions={"sum": total},
        expected={"sum": total.expected()},
    )


def _passed(key: str, chances: tuple[Fraction, ...], value: int) -> Fraction:
    if key == "against":
        other = dice_sum(value)
        return sum(
            (
                p * sum(other[: total + 1], Fraction(0))
                for total, p in enumerate(chances)
            ),
            Fraction(0),
        )
    if key == "at_least":
        return sum(chances[value:], Fraction(0))
    return sum(chances[: value + 1], Fraction(0))


def _number(roll: Mapping[str, Any], key: str, low: int) -> int:
    high = MOST_ROLLED if key != "at_least" and key != "at_most" else 6 * MOST_ROLLED
    return whole_number(roll.get(key), f"/roll/{key}", low, high)


BARE: dict[str, Callable[[Mapping[str, Any]], Odds]] = {
    "attacks": attacks_odds,
    "roll": roll_odds,
}
"""Functions that answer a document with such a key in place of a game and sides."""


def bare_odds(document: Mapping[str, Any]) -> Odds | None:
    """Return the odds of a bare question, none for one with two sides.

    Raises
    ------
    MatchUpError
        If a number is missing, unknown or out of bounds; it names the place.
    """
    for key, answer in BARE.items():
        if key in document:
            return answer(document[key])
    return None
