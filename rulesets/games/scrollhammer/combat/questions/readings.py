"""Readings of the rules where their text leaves something open.

The default is the printed text where there is one; "house" marks our own.
"""

from rulesets.games.scrollhammer.sources import (
    COMBAT,
    FORMATIONS,
    H_TO_Q,
    MAGIC,
    MORALE,
)
from rulesets.odds.match_up import Choice, Question

HOUSE = "house"


def _house(text: str) -> str:
    return f"{HOUSE}: {text}"


READINGS = (
    Question(
        "sweep-ties",
        "A Sweeping Advance that rolls as high as the foe",
        "caught",
        (Choice("caught", "catches it"), Choice("away", "lets it get away")),
        help='"Equal to or greater" is printed first and for several units.',
        source=f"{COMBAT}: Sweeping Advances",
    ),
    Question(
        "past-six",
        "A shot that needs more than 6",
        "misses",
        (Choice("misses", "misses"), Choice("six-hits", "hits on a 6")),
        source=_house("only a rolled 1 is given a fixed meaning"),
    ),
    Question(
        "wide-ranks",
        "A full rank of ten",
        "once",
        (Choice("once", "adds 2"), Choice("both", "adds 1 and 2")),
        source=f"{FORMATIONS}: Strength in Ranks",
    ),
    Question(
        "bonus-counted",
        "Ranks and numbers are counted",
        "after",
        (Choice("after", "after the casualties"), Choice("before", "before them")),
        source=_house("when the result is worked out"),
    ),
    Question(
        "neighbours",
        "Models beside those in contact fight too",
        default=True,
        help="They touch a friend who touches the enemy; corners are not counted.",
        source=f"{COMBAT}: Who can Fight?",
    ),
    Question(
        "turned",
        "Who has turned to face a flank stands",
        "in-place",
        (
            Choice("in-place", "where it stood: as wide as it had ranks"),
            Choice("as-wide", "as wide as before"),
        ),
        help="Each model is turned, none is said to change its place.",
        source=f"{FORMATIONS}: Flanks",
    ),
    Question(
        "quarter-of",
        "A quarter of the models is measured",
        "phase",
        (
            Choice("phase", "against those at the start of the phase"),
            Choice("full", "against full strength"),
        ),
        help='"Current models" is printed.',
        source=MORALE,
    ),
    Question(
        "poisoned-shots",
        "Poisoned shots roll failed wounds again where Strength is enough",
        default=False,
        help="Printed for close combat only.",
        source=f"{H_TO_Q}: Poisoned",
    ),
    Question(
        "poison-past-chart",
        "Poison wounds where the chart has a dash",
        default=True,
        source=f"{H_TO_Q}: Poisoned",
    ),
    Question(
        "rending-ap",
        "The piercing of a Rending 6",
        "at-least",
        (
            Choice("at-least", "is 5, or the weapon's if that is more"),
            Choice("adds", "is 5 more than the weapon's"),
        ),
        source=_house("piercing from several sources adds up, this is one figure"),
    ),
    Question(
        "falls-again",
        "Who falls back and loses a quarter more falls back again at once",
        default=True,
        help="Such a unit fails every morale check, and a failed one is a move back.",
        source=f"{MORALE}: Morale and Falling Back",
    ),
    Question(
        "absorbs",
        "Absorb Health gives a wound back for",
        "unsaved",
        (
            Choice("unsaved", "an unsaved wound"),
            Choice("any", "any wound, saved or not"),
        ),
        help="It says no more than that a wound is inflicted.",
        source=_house("its first lines say no more"),
    ),
    Question(
        "initiative-test",
        "An Initiative test",
        "plain",
        (
            Choice("plain", "is passed by a D6 of the Initiative or less"),
            Choice("six-fails", "is so passed, but never with a 6"),
        ),
        source=_house("the test is named, its text is not known"),
    ),
    Question(
        "casts-on",
        "A caster whose casting failed casts again with dice that it has left",
        default=True,
        help='"As long as it continues to have enough Power Dice" is printed of all '
        'casting, "if a model succeeds" of spells that shoot.',
        source=f"{MAGIC}: Casting a Spell; Magical Shooting Attacks",
    ),
    Question(
        "surge-adds",
        "The dice of a surge are added to the failed roll",
        default=True,
        source=f"{MAGIC}: Surge",
    ),
    Question(
        "beta-texts",
        "Parry and Fearless as the beta of 2012 prints them",
        default=False,
        help="Parry: 1 better ward in close combat, or 6+. Fearless: never breaks; the "
        "wounds that it takes instead are not known.",
        source="Scrollhammer 2012 beta, Special rules",
    ),
)
