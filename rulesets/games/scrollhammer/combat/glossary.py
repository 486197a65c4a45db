"""What the answers of Scrollhammer speak of, in plain words."""

from rulesets.games.scrollhammer.combat.questions import COMBAT, MORALE
from rulesets.odds.combat import Word

WORDS = (
    Word(
        "Wins",
        "Stands when the combat is over, and the other does not: it has been "
        "destroyed or has run from the combat.",
        COMBAT,
    ),
    Word(
        "Loses",
        "The other side wins. Where both are gone, neither does.",
        COMBAT,
    ),
    Word(
        "Breaks",
        "Lost a round by wounds, ranks and numbers, and failed the break test.",
        COMBAT,
    ),
    Word(
        "Run down",
        "Broke, and the winner’s Sweeping Advance caught it: the whole unit is "
        "removed.",
        COMBAT,
    ),
    Word(
        "Falls back",
        "Ran and was not caught; it may regroup later.",
        MORALE,
    ),
    Word(
        "Wounds too many",
        "A wound that counts as several stays with its model; what the model "
        "lacks is lost. Wounds beyond the last model are lost too.",
        COMBAT,
    ),
)
"""In the order in which they are told."""
