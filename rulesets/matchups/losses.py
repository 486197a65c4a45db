"""The losses of a side in a fight, counted as a player counts them."""

from dataclasses import dataclass
from typing import Literal

from rulesets.core.subject import so_many
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Fighter
from rulesets.odds.sides import Side

MOSTLY = 0.5
"""Chance from which on a side mostly loses nobody [chance]."""


@dataclass(frozen=True, slots=True)
class Loss:
    """The models or wounds that a fight takes from a side.

    Parameters
    ----------
    mean : float
        On average, in its unit.
    unit : {"model", "wound"}
    nothing : float
        Chance that it is nothing at all [chance].
    """

    mean: float
    unit: Literal["model", "wound"]
    nothing: float

    @property
    def text(self) -> str:
        """Return what is lost in words, such as ``loses 2 models``.

        Examples
        --------
        >>> Loss(2.2, "model", 0.1).text, Loss(0.4, "model", 0.7).text
        ('loses 2 models', 'mostly loses nobody')
        """
        if self.nothing >= 1:
            return "loses nothing" if self.unit == "wound" else "loses nobody"
        if self.nothing >= MOSTLY:
            nothing = "nothing" if self.unit == "wound" else "nobody"
            return f"mostly loses {nothing}"
        many = max(round(self.mean), 1)
        return f"loses {so_many(many, self.unit)}"


def loss_of(odds: Odds, side: Side, fighter: Fighter) -> Loss | None:
    """Return what a side at full strength loses; none where the odds do not say."""
    left = odds.distributions.get(f"{side}-models") or odds.survivors.get(side)
    if left is None:
        return None
    full = len(left.chances) - 1
    of_models = left.unit == "models" or full == fighter.models > 1
    return Loss(
        mean=full - left.expected(),
        unit="model" if of_models else "wound",
        nothing=left.chances[full],
    )
