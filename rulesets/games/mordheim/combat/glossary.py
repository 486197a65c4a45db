"""The words and outcomes of Mordheim's answers."""

from rulesets.games.mordheim.sources import COMBAT, FALLING, INJURIES, PSYCHOLOGY
from rulesets.odds.combat import Word
from rulesets.odds.report import Outcome, outcomes_by_key

ENDINGS = outcomes_by_key(
    Outcome("*-out", "{own} out of action"),
    Outcome("*-stunned", "{own} stunned", is_gone=False),
    Outcome("*-flees", "{own} {own[flees]}"),
    Outcome("*-routs", "The warband of {own} routs"),
    Outcome("*-knocked-down", "{own} knocked down", is_gone=False),
    Outcome("*-holds-back", "{own} {own[does]} not charge", is_gone=False),
    Outcome(
        "*-falls",
        "{own} {own[falls]}, and {own[is]} away from the fight",
        is_gone=False,
    ),
    Outcome(
        "*-rallies",
        "{own} {own[rallies]}, and {own[is]} away from the fight",
        is_gone=False,
    ),
    Outcome("*-wounded", "{own} wounded and standing", is_gone=False),
    Outcome("works", "It works"),
    Outcome("shaken-off", "{b} {b[shakes]} it off"),
    Outcome("not-cast", "It fails"),
    Outcome("undecided", "Undecided", is_over=False),
    Outcome("both-stand", "Neither warband routs", is_over=False),
    Outcome("b-stands", "{b} as before", is_over=False),
)
"""Outcomes of match-ups, the gravest first; some kinds have their own words."""

WORDS = (
    Word(
        "Wins",
        "The other is out of action or has fled; a fighter who only lies on the"
        " ground has not lost yet.",
        COMBAT,
    ),
    Word(
        "Loses",
        "He is out of action himself, or failed the test of one who fights "
        "several alone, and fled. That he may rally in a later turn is followed where "
        "it is said how far away the edge of the table is.",
        PSYCHOLOGY,
    ),
    Word(
        "Knocked down",
        "Rolled 1 or 2 for injury: he lies, a hit takes him out without a roll to "
        "wound (unless the reading says otherwise), and he gets up in his next turn.",
        INJURIES,
    ),
    Word(
        "Stunned",
        "Rolled 3 or 4 for injury: he lies helpless, and any attack on him takes "
        "him out; next turn he is only knocked down.",
        INJURIES,
    ),
    Word("Out of action", "Rolled 5 or 6 for injury: he leaves the battle.", INJURIES),
    Word(
        "Falls",
        "Put down at an edge, or in his dive, he failed a test of Initiative: he is "
        "away from the fight, and nobody has won it.",
        FALLING,
    ),
    Word(
        "Wounds too many",
        "A fighter at 0 wounds fights on. Each further wound is one more roll "
        "for injury, and the worst counts.",
        INJURIES,
    ),
)
"""In the order in which they are shown."""
