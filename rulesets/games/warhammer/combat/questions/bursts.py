"""Questions of Warhammer about hits beside shots: Fanatics and bound spells."""

from rulesets.games.warhammer.bound_items import (
    DOOMFIRE,
    FANATICS,
    MUSHROOMS,
    UNPRINTED_SPELLS,
)
from rulesets.games.warhammer.sources import EMPIRE, ORCS
from rulesets.odds.match_up import Question
from rulesets.odds.relevance import any_of, carries, has_piece
from rulesets.odds.settings import ACTS, SPECIAL_RULES

RINGS = f"{ORCS}, Shiny Stuff; {EMPIRE}, Magic items"

OF_BURSTS = (
    Question(
        "fanatics",
        "Fanatics who are sent out and reach the enemy",
        0,
        low=0,
        high=3,
        help="Each deals D6 hits at Strength 5, or 2D6 with Mad Cap Mushrooms. How "
        "far they whirl is for the table to say.",
        source=f"{ORCS}, page 15",
        group=ACTS,
        matters=any_of(carries(FANATICS), has_piece(MUSHROOMS)),
        kinds=("shooting",),
    ),
    Question(
        "mushrooms",
        "Somebody with Mad Cap Mushrooms is among them",
        default=False,
        help="Then each Fanatic deals 2D6 hits.",
        source=f"{ORCS}, Shiny Stuff",
        group=SPECIAL_RULES,
        matters=carries(FANATICS),
        kinds=("shooting",),
    ),
    Question(
        "casts",
        "The spell bound in its ring takes hold",
        default=False,
        help="The Doomfire Ring: D6 hits of fire at Strength 3. Whether it is cast and "
        "not dispelled is for the table to say.",
        source=f"{EMPIRE}, Magic items",
        group=ACTS,
        matters=has_piece(DOOMFIRE),
        kinds=("shooting",),
    ),
    Question(
        "spell-hits",
        "Hits of the spell bound in its ring",
        0,
        low=0,
        high=20,
        help="No text that is known here prints that spell: say how many hits it deals "
        "once it takes hold.",
        source=RINGS,
        group=ACTS,
        matters=has_piece(*UNPRINTED_SPELLS),
        kinds=("shooting",),
    ),
    Question(
        "spell-strength",
        "Strength of the spell bound in its ring",
        4,
        low=1,
        high=10,
        help="That of its hits.",
        source=RINGS,
        group=SPECIAL_RULES,
        matters=has_piece(*UNPRINTED_SPELLS),
        kinds=("shooting",),
    ),
)
"""In the order in which they are asked."""
