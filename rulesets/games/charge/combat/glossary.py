"""What the answers of Charge speak of, in plain words."""

from rulesets.games.charge.sources import MELEE, MORALE, STATES
from rulesets.odds.combat import Word

WORDS = (
    Word(
        "Wins",
        "Stands when the fight is over, and the other does not: it has fallen "
        "back, broken, fled or been destroyed.",
        MORALE,
    ),
    Word(
        "Loses",
        "The other side wins. Where both are gone, neither does.",
        MORALE,
    ),
    Word(
        "Falls back",
        "Failed the Morale test after losing wounds, and leaves contact. Nobody"
        " pursues it.",
        MORALE,
    ),
    Word(
        "Broken",
        "Rolled exactly two on the Morale test: worse than falling back. It flees "
        "until it rallies.",
        MORALE,
    ),
    Word(
        "Destroyed",
        "Has no wounds left and is removed at once.",
        STATES,
    ),
    Word(
        "Wounds too many",
        "Damage beyond the wounds that a unit has left is lost.",
        MELEE,
    ),
)
"""In the order in which they are told."""
