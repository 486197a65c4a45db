"""The words and outcomes of Scrollhammer's answers."""

from rulesets.games.scrollhammer.sources import COMBAT, MORALE
from rulesets.odds.combat import Word
from rulesets.odds.report import Outcome, outcomes_by_key

ENDINGS = outcomes_by_key(
    Outcome("*-destroyed", "{own}: destroyed by blows"),
    Outcome("*-run-down", "{own} {own[breaks]} and {own[is]} run down"),
    Outcome("*-trapped", "{own} {own[falls]} back and {own[is]} trapped"),
    Outcome("*-caught-fleeing", "{own}: caught while falling back"),
    Outcome("*-flees", "{own} {own[breaks]} and {own[gets]} away"),
    Outcome("*-falls-back", "{own} {own[falls]} back for good before contact"),
    Outcome("*-leaves", "{own} {own[leaves]} the combat", is_gone=False),
    Outcome("*-gets-away", "{own} {own[flees]} and {own[gets]} away"),
    Outcome("*-pinned", "{own} pinned down", is_gone=False),
    Outcome("both-destroyed", "{a} and {b} destroy each other", befalls="both"),
    Outcome("none-left", "None left on either side", befalls="both"),
    Outcome("parted", "They part, both still standing", is_over=False),
    Outcome("no-contact", "No charge arrives", is_over=False),
    Outcome("falls-short", "{a} {a[falls]} short"),
    Outcome("cast", "Cast at the first roll"),
    Outcome("cast-by-surge", "Cast by a surge"),
    Outcome("not-cast", "Fails"),
    Outcome("undecided", "Still undecided", is_over=False),
    Outcome("b-stands", "{b} {b[stands]}", is_over=False),
)
"""Outcomes of match-ups, the gravest first; some kinds have their own words."""

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
