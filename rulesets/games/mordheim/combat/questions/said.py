"""Questions of Mordheim about rules that count only where they are said to."""

from rulesets.games.mordheim.sources import (
    HIRED,
    KISLEVITES,
    OSTLANDERS,
    PIT_FIGHTERS,
    PSYCHOLOGY,
)
from rulesets.odds.match_up import Question
from rulesets.odds.relevance import carries, of_either
from rulesets.odds.settings import SPECIAL_RULES

FOE = Question(
    "foe",
    "This enemy is the one that its rules mean",
    default=False,
    side=True,
    help="The hero that a Bounty Hunter picked before the battle; a Beastman, who "
    "fears a rack of skulls.",
    source=f"{HIRED}: Capture; Skull rack",
    matters=carries("capture", "skull-rack"),
)
UNSEEN = Question(
    "unseen",
    "Charges one whom it does not see",
    default=False,
    side=True,
    help="Hits one better in that charge.",
    source=f"{HIRED}: Backstabber",
    matters=carries("backstabber"),
)
SLAMS = Question(
    "slams",
    "Charges with a body slam or a bull rush",
    default=False,
    side=True,
    help="One blow instead of all others of that charge.",
    source=f"{PIT_FIGHTERS}: Body Slam; {OSTLANDERS}: Bull Rush",
    matters=carries("body-slam", "bull-rush"),
)
KEEPER_FAR = Question(
    "keeper-far",
    'Whoever keeps it from stupidity is more than 6" away',
    default=False,
    side=True,
    help="A hero of the Skaven, or the Tamer of a bear: near him no test is taken.",
    source=f"{PSYCHOLOGY}: Stupidity",
    matters=carries("stupid-alone", "tamed"),
)
RESTS = Question(
    "rests",
    "Stands still and rests the handgun on a halberd",
    default=False,
    help="Hits one better; who moved does not.",
    source=f"{KISLEVITES}: Gun rest",
    group=SPECIAL_RULES,
    matters=of_either(carries("gun-rest")),
)
OF_COMBATS = (FOE, UNSEEN, SLAMS, KEEPER_FAR)
OF_SHOTS = (FOE, RESTS)
