"""The way of those who flee: a friend whom they meet tests Morale, an enemy ends them.

References
----------
Charge v2 0.1 beta, Morale: Flee.
"""

from collections.abc import Mapping

from rulesets.core.subject import Subject
from rulesets.games.charge.combat.context import ChargeSideAnswers
from rulesets.games.charge.combat.profile import ChargeNerve
from rulesets.odds.dice import dice_sum

WORDS_OF_FLIGHT = {
    "runs-into-enemy": "{own} fleeing into an enemy, and destroyed",
    "friend-tests": "A friend in the way of {own} having to test Morale",
}
"""Words of what may happen to those who flee, by the end of an event's key."""


def flights_of(
    nerve: ChargeNerve, breaks: float, before: Mapping[int, float]
) -> dict[int, float]:
    """Return the chances of the inches that a unit flees.

    Parameters
    ----------
    nerve : ChargeNerve
    breaks : float
        Chance that it breaks in a melee [chance].
    before : mapping
        Chances of the inches fled before contact by those who got away [chance].
    """
    found = dict(before)
    for inches, share in enumerate(dice_sum(0 if nerve.is_still else 2)):
        found[inches] = found.get(inches, 0.0) + breaks * float(share)
    return found


def met_in_flight(
    key: str, name: str, answers: ChargeSideAnswers, flights: Mapping[int, float]
) -> tuple[dict[str, float], dict[str, str]]:
    """Return the chances of what a unit flees into, and their words, where it is asked.

    A friend behind an enemy is not met: the enemy destroys who flees.

    Parameters
    ----------
    key, name : str
        Of the unit.
    answers : ChargeSideAnswers
    flights : mapping
        Chances of the inches that it flees [chance].
    """
    enemy, friend = answers.enemy_behind, answers.friend_behind
    first = {"runs-into-enemy": enemy, "friend-tests": friend}
    if enemy and enemy < friend:
        first["friend-tests"] = max([*flights, 0]) + 1
    asked = [word for word, inches in first.items() if inches]
    events = {f"{key}-{word}": _at_least(flights, first[word]) for word in asked}
    words = {
        f"{key}-{word}": WORDS_OF_FLIGHT[word].format(own=Subject(name))
        for word in asked
    }
    return events, words


def _at_least(flights: Mapping[int, float], inches: int) -> float:
    return float(sum(chance for far, chance in flights.items() if far >= inches))
