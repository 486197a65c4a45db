"""The readings of Charge: the points that the rules, Charge v2 0.1 beta, leave open.

The default is the printed text where there is one, but for the four that
`docs/odds.md` names; else a house reading, labelled so.
"""

from rulesets.games.charge.sources import (
    ABILITIES,
    CHARGING,
    DOCUMENT,
    MELEE,
    MORALE,
    SHOOTING,
    STATES,
    UNIVERSAL,
)
from rulesets.odds.match_up import Choice, Question

READINGS = (
    Question(
        "later-rounds",
        "Who is active after the first round",
        "alternating",
        (
            Choice("alternating", "The sides take turns"),
            Choice("a", "Side A in every round"),
            Choice("b", "Side B in every later round"),
        ),
        help="Every player's turn has a Melee phase, so the sides take turns.",
        source=f"{DOCUMENT}, Phases and turn sequence",
    ),
    Question(
        "half-strength",
        "A unit that lost half or more of its wounds",
        "none",
        (
            Choice("none", "Has no penalty (none is printed)"),
            Choice("half-dice", "Rolls half its dice, rounded up (house)"),
        ),
        source=f"{STATES}: Half Strength; the penalties are not printed",
    ),
    Question(
        "dead-strike",
        "A unit destroyed by the active side still strikes",
        default=False,
        help="Printed: the active side resolves its attacks first.",
        source=f"{MELEE}: Resolving a Combat; house",
    ),
    Question(
        "test-after-destroying",
        "A unit that destroyed its enemy but lost wounds still tests Morale",
        default=False,
        help="Printed: any unit that lost a wound tests; but no enemy is left to fall "
        "back from.",
        source=f"{MELEE}: Morale; house",
    ),
    Question(
        "fall-back-ends",
        "Falling back ends the fight",
        default=True,
        help="No: only Broken and destroyed units leave it, the enemy follows.",
        source=f"{MORALE}: Fall Back; house",
    ),
    Question(
        "engaged-pivot",
        "A unit in contact pivots in its own Movement phase",
        default=False,
        help="Yes: a quarter turn before each later round in which it is active: what "
        "touched its flank is then in its front, what touched its rear in its flank. "
        "The text neither allows it nor forbids it.",
        source=f"{DOCUMENT}, Movement: Pivot; house",
    ),
    Question(
        "flank-and-rear",
        "A unit attacked in flank and rear at once",
        "better",
        (
            Choice("better", "Is hit at the better bonus, +2 (house)"),
            Choice("both", "Is hit at both bonuses, +3"),
        ),
        source=f"{MELEE}: Flank and Rear Attacks; house",
    ),
    Question(
        "ones-fail",
        "A natural 1 always fails",
        default=True,
        help="Yes: no need is better than 2+.",
        source=f"{MELEE}: Rolling to hit; house",
    ),
    Question(
        "sixes-hit",
        "A natural 6 always hits",
        default=False,
        help="No: a need of 7 or more cannot hit.",
        source=f"{MELEE}: Rolling to hit; house",
    ),
    Question(
        "push-total",
        "The push of a volley",
        "hits",
        (
            Choice("hits", "Hits times the push of each (house)"),
            Choice("one-plus-hits", "1 and the push of each hit"),
        ),
        source=f"{SHOOTING}: Push",
    ),
    Question(
        "charge-distance",
        "The distance that a charge uses up of its push",
        "shortest",
        (
            Choice("shortest", "The shortest, rounded up (house)"),
            Choice("longest", "The longest, rounded up"),
        ),
        help="The worked example prints totals that agree with the shortest.",
        source=CHARGING,
    ),
    Question(
        "fear-in-reach",
        "A unit that falls back or flees in fear before contact, still in reach",
        "caught",
        (
            Choice("caught", "Is reached all the same (house)"),
            Choice("away", "Is not reached"),
        ),
        help="Who falls back D6 inches fights then; who broke and flees 2D6 is caught "
        "as whoever flees from a charge.",
        source=f"{DOCUMENT}, Reactions; {UNIVERSAL}: Terrifying",
    ),
    Question(
        "short-charge",
        "A charge that falls short",
        "speed",
        (
            Choice("speed", "Moves on by its whole speed (house)"),
            Choice("stays", "Does not move"),
        ),
        help="Printed: the unit continues to move and then comes to a stop. Asked in "
        "an engagement, which goes on. Who backs away from Fearsome does so before the "
        "charge is declared: the other then moves as usual.",
        source=f"{DOCUMENT}, Reactions; house",
    ),
    Question(
        "abilities",
        "Abilities whose text is missing",
        "house",
        (
            Choice("house", "Work by their house readings"),
            Choice("printed", "Do nothing: no text is printed"),
        ),
        source=ABILITIES,
    ),
    Question(
        "shield-wall-lasts",
        "Shield Wall lasts for",
        "round",
        (
            Choice("round", "The melee that follows: one round (house)"),
            Choice("fight", "The whole fight"),
        ),
        source=f"{ABILITIES}: Shield Wall",
    ),
    Question(
        "reaction-shots-push",
        "Shots of a reaction push the charger back",
        default=False,
        help="Yes: a charger pushed out of reach falls short.",
        source=f"{ABILITIES}: Stand and shoot; house",
    ),
    Question(
        "pushed-out",
        "Who touches a unit that a charge drives back",
        "same-side",
        (
            Choice("same-side", "Is left behind where it touches the side hit (house)"),
            Choice("any", "Is left behind wherever it touches it"),
            Choice("none", "Follows it, and stays in contact"),
        ),
        help="Printed: a unit that several charges push out of contact is no longer "
        "in combat; who touches another side of it slides along.",
        source=f"{CHARGING}; house",
    ),
    Question(
        "caught-fleeing",
        "A unit that flees from a charge and is caught",
        "destroyed",
        (
            Choice("destroyed", "Is destroyed (house)"),
            Choice("rear", "Fights, struck in the rear"),
        ),
        source=f"{ABILITIES}: Fire and Flee; {MORALE}: Flee",
    ),
    Question(
        "general-himself",
        "General's Leadership counts for the unit itself",
        default=True,
        source=f"{UNIVERSAL}: General's Leadership; house",
    ),
    Question(
        "rally-on-two",
        "A Rally roll of two on the dice",
        "total",
        (
            Choice("total", "Counts as 4: only a total of exactly 2 breaks (house)"),
            Choice("dice", "Fails, whatever is added"),
        ),
        source=f"{DOCUMENT}, Rally; {MORALE}: Morale Test",
    ),
)
