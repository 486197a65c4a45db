"""Figures of a stat line as the odds need them: whole numbers, within bounds."""

from rulesets.core.values import Scalar
from rulesets.odds.answer import titled
from rulesets.odds.match_up import MatchUpError

FIGURES = {
    "m": "Movement",
    "ws": "Weapon Skill",
    "bs": "Ballistic Skill",
    "s": "Strength",
    "t": "Toughness",
    "w": "Wounds",
    "i": "Initiative",
    "a": "Attacks",
    "ld": "Leadership",
    "mg": "Magicka",
    "sv": "Armour save",
    "ward": "Ward save",
    "us": "Unit Strength",
    "each-of-216": "chance of one attack, of 216,",
}
"""Words for the characteristics whose keys are short."""


def whole(value: Scalar, at: str, whose: str, low: int, high: int) -> int:
    """Return a figure, if it is a whole number within bounds.

    Parameters
    ----------
    value : int or str or None
    at : str
        Its place in the document; the last part is its key.
    whose : str
        What prints it, such as the name of a unit.
    low, high : int

    Raises
    ------
    MatchUpError
        If it is not printed, no whole number, or out of bounds.

    Examples
    --------
    >>> whole(4, "/a/fighter/characteristics/us", "Great Cannon", 0, 20)
    4
    """
    key = at.rpartition("/")[2]
    word = FIGURES.get(key) or titled(key)
    if value is None:
        text = f"the stat line of {whose} prints no {word}"
        raise MatchUpError(at, f"{text}, so this cannot be worked out")
    said = f"the stat line of {whose} prints {value} for {word}"
    if isinstance(value, bool) or not isinstance(value, int):
        raise MatchUpError(at, f"{said}, not a whole number from {low} to {high}")
    if not low <= value <= high:
        raise MatchUpError(at, f"{said}, not a number from {low} to {high}")
    return value
