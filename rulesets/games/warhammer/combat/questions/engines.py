"""Questions of Warhammer about shots of war machines."""

from rulesets.games.warhammer.combat.shots.engines import ENGINES
from rulesets.games.warhammer.sources import CANNONS, EMPIRE, MACHINES, ORCS
from rulesets.odds.match_up import Choice, Question
from rulesets.odds.relevance import carries, of_enemy
from rulesets.odds.settings import ACTS, PLACE, SPECIAL_RULES

GUESSING = carries(*(key for key, one in ENGINES.items() if one.guesses))
"""Predicate of a side that has a machine whose range is guessed."""

OF_ENGINES = (
    Question(
        "guess-within",
        "The guess is off by up to so many inches",
        0,
        low=0,
        high=12,
        help="All whole inches from so far short to so far beyond are as likely; 0 for "
        "a guess that is right (house).",
        source=f"{MACHINES}; house",
        group=ACTS,
        matters=GUESSING,
        kinds=("shooting",),
    ),
    Question(
        "shot-from",
        "From where the machine sees the target",
        "front",
        (Choice("front", "From its front or rear"), Choice("flank", "From its flank")),
        help="In the flank each file is a rank.",
        source=f"{CANNONS}: Cannon hits",
        group=PLACE,
        matters=carries(*ENGINES),
        kinds=("shooting",),
    ),
    Question(
        "grapeshot",
        "The cannon fires grapeshot",
        default=False,
        help="As far as 8 inches: as many hits as the artillery die says, at Strength "
        "4 and a further -1 to saves.",
        source=f"{CANNONS}: Grapeshot",
        group=ACTS,
        matters=carries("cannon"),
        kinds=("shooting",),
    ),
    Question(
        "engineer",
        "A Master Engineer is with it, and rolls a misfire again",
        default=False,
        help="He may roll one artillery or scatter die again each turn; the first "
        "misfire is taken (house).",
        source=f"{EMPIRE}, Master Engineer",
        group=SPECIAL_RULES,
        matters=carries("cannon", "mortar-shell"),
        kinds=("shooting",),
    ),
    Question(
        "steers",
        "How far the Doom Diver steers back (inches)",
        0,
        low=0,
        high=10,
        help="He may correct his aim; how far is not printed in what is known.",
        source=f"{ORCS}, army list",
        group=SPECIAL_RULES,
        matters=carries("doom-diver"),
        kinds=("shooting",),
    ),
    Question(
        "base",
        "Width of a base (mm)",
        0,
        low=0,
        high=150,
        side=True,
        help="Of those who are under a template or in the way of a ball; 0 by the type "
        "of unit.",
        source=MACHINES,
        seldom=True,
        matters=of_enemy(carries(*ENGINES)),
        kinds=("shooting",),
    ),
)
"""In the order in which they are asked."""
