"""One side of a match-up whose numbers are asked."""

from dataclasses import dataclass

from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.odds.match_up import Fighter


@dataclass(frozen=True, slots=True)
class Asking:
    """One side of a match-up whose numbers are asked.

    Parameters
    ----------
    fighter : Fighter
    own, other : ScrollhammerUnit
    kind : str
        The kind of match-up.
    situation, readings
    on_card : bool
        True for the card of a unit: one loadout, no spells.
    """

    fighter: Fighter
    own: ScrollhammerUnit
    other: ScrollhammerUnit
    kind: str
    situation: ScrollhammerSituation
    readings: ScrollhammerReadings
    on_card: bool = False

    def asked(self, key: str, *, of_other: bool = False) -> bool:
        """Return whether a question of a side was answered with more than no."""
        side = self.other.side if of_other else self.own.side
        return self.situation.answer(key, side) not in (False, "none", 0)
