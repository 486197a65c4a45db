"""Figures of a stat line as the odds need them: whole numbers, within bounds."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulesets.core.values import Scalar
from rulesets.odds.match_up import FigureMissing, MatchUpError

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
    "sv": "Armour save",
    "ward": "Ward save",
    "us": "Unit Strength",
}
"""Words for the characteristics of several games whose keys are short."""


def titled(key: str) -> str:
    """Return the key of a rule as a title, for rules that stand in one book only.

    Examples
    --------
    >>> titled("thick-skull")
    'Thick skull'
    """
    return key.replace("-", " ").capitalize()


@dataclass(frozen=True, slots=True)
class StatLine:
    """A stat line, its figures read by key.

    Parameters
    ----------
    figures : mapping
    where : str
        Its place in the document.
    name : str
        What prints it, such as the name of a unit.
    words : mapping
        Words for keys of its game that are short.
    """

    figures: Mapping[str, Scalar]
    where: str
    name: str
    words: Mapping[str, str] = field(default_factory=dict)

    def number(self, key: str, low: int, high: int, dash: int | None = None) -> int:
        """Return a figure, if it is a whole number within bounds.

        Parameters
        ----------
        key : str
        low, high : int
            Both included.
        dash : int, optional
            What a figure that is not printed counts as.

        Raises
        ------
        MatchUpError
            If it is not printed, no whole number, or out of bounds.

        Examples
        --------
        >>> line = StatLine({"us": 4}, "/a/fighter/characteristics", "Cannon")
        >>> line.number("us", 0, 9), line.number("ward", 2, 7, dash=7)
        (4, 7)
        """
        value, at = self.figures.get(key), f"{self.where}/{key}"
        word = self.words.get(key) or FIGURES.get(key) or titled(key)
        if value is None:
            if dash is not None:
                return dash
            text = f"the stat line of {self.name} prints no {word}"
            text += ", so this cannot be worked out"
            raise FigureMissing(at, text, ((self.name, key),))
        text = f"the stat line of {self.name} prints {value} for {word}"
        if isinstance(value, bool) or not isinstance(value, int):
            raise MatchUpError(at, f"{text}, not a whole number from {low} to {high}")
        if not low <= value <= high:
            raise MatchUpError(at, f"{text}, not a number from {low} to {high}")
        return value
