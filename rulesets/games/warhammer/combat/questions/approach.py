"""Questions of Warhammer about shots and the turns before contact."""

from dataclasses import replace

from rulesets.games.warhammer.combat.questions.bursts import OF_BURSTS
from rulesets.games.warhammer.item_rules import REACHING
from rulesets.games.warhammer.sources import (
    ANIMOSITY,
    BOOK,
    CHARGES,
    COMBAT,
    MOVING,
    SHOOTING,
)
from rulesets.odds.closing import BY_WEAPONS, CLOSERS, CLOSING_HELP
from rulesets.odds.match_up import Choice, Fighter, Question
from rulesets.odds.relevance import (
    carries,
    gear_of,
    has_gear,
    has_piece,
    of_either,
    of_enemy,
)
from rulesets.odds.settings import ACTS, PLACE, SPECIAL_RULES


def _has_multiple_shots(own: Fighter, enemy: Fighter) -> bool:
    """Return whether a weapon of a side has multiple shots."""
    del enemy
    return any(
        piece.stats.get("shots") or any(r.key == "multiple-shots" for r in piece.rules)
        for piece in gear_of(own)
    )


COVERS = (
    Choice("open", "In the open"),
    Choice("soft", "In soft cover, -1"),
    Choice("hard", "In hard cover, -2"),
)


ALL_SHOTS = Question(
    "all-shots",
    "Shoot with all multiple shots",
    default=True,
    help="Each at -1; otherwise one shot without it.",
    source=SHOOTING,
    group=SPECIAL_RULES,
    matters=of_either(_has_multiple_shots),
    kinds=("shooting",),
)


OF_A_VOLLEY = (
    Question(
        "distance",
        "Distance (inches)",
        12,
        low=0,
        high=200,
        help="Over half of a weapon's range is long range.",
        source=SHOOTING,
        group=PLACE,
        kinds=("shooting",),
    ),
    Question(
        "cover",
        "The target stands",
        "open",
        COVERS,
        source=SHOOTING,
        group=PLACE,
        kinds=("shooting",),
    ),
    Question(
        "moved",
        "The shooters have moved",
        default=False,
        source=SHOOTING,
        group=ACTS,
        kinds=("shooting",),
    ),
    Question(
        "charging",
        "The target is charging the shooters",
        default=False,
        source=SHOOTING,
        group=ACTS,
        kinds=("shooting",),
    ),
    ALL_SHOTS,
    Question(
        "hill",
        "The shooters stand on a hill",
        default=False,
        help="Then two ranks shoot.",
        source=SHOOTING,
        group=PLACE,
        kinds=("shooting",),
    ),
    *OF_BURSTS,
)
"""About the one volley of a match-up of shooting."""


BEFORE_CONTACT = (
    Question(
        "distance",
        "Distance at the start (inches)",
        24,
        low=1,
        high=72,
        source=MOVING,
        group=PLACE,
        kinds=("engagement",),
    ),
    Question(
        "first",
        "Who moves first",
        "a",
        (Choice("a", "Side A"), Choice("b", "Side B")),
        source=f"{BOOK}, The turn",
        group=ACTS,
        kinds=("engagement",),
    ),
    Question(
        "closing",
        "Who closes in",
        BY_WEAPONS,
        CLOSERS,
        help=f"Who closes in charges as soon as it can reach. {CLOSING_HELP}",
        source=MOVING,
        group=ACTS,
        kinds=("engagement",),
    ),
    Question(
        "turns",
        "Turns of each side before contact",
        6,
        low=1,
        high=12,
        help="Who is not in contact by then never is. The combat itself has no such "
        "limit.",
        source=f"{BOOK}, The turn; house",
        group=ACTS,
        seldom=True,
        kinds=("engagement",),
    ),
    Question(
        "reaction",
        "When it is charged",
        "shoots",
        (
            Choice("holds", "It holds"),
            Choice("shoots", "It stands and shoots where it can"),
            Choice("flees", "It flees"),
        ),
        side=True,
        help="Shots need a charge from further than half of its reach.",
        source=CHARGES,
        kinds=("engagement",),
    ),
    Question(
        "pace",
        "How it closes in",
        "marches",
        (
            Choice("marches", "It marches where it may, and does not shoot then"),
            Choice("walks", "It walks, and shoots as it comes if its weapon allows"),
        ),
        side=True,
        help="Nobody marches with an enemy within 8 inches; chariots never do.",
        source=f"{MOVING}: Marching",
        kinds=("engagement",),
    ),
    Question(
        "risks-charge",
        "It declares a charge that only a die can bring home",
        default=True,
        side=True,
        help="No: it charges once the worst roll of the die on its reach is enough.",
        source=f"{CHARGES}; house",
        seldom=True,
        matters=has_piece(*REACHING),
        kinds=("engagement",),
    ),
)
"""About the turns of an engagement."""


OVERRUN = Question(
    "overrun",
    "The charge is an overrun or a pursuit into it",
    default=False,
    help="Side A needs no test to charge what it fears, and side B may only hold: it "
    "neither shoots nor flees; after a failed test of its own it hits on 6 (house).",
    source=f"{COMBAT}: The overrun rule; Pursuit",
    group=ACTS,
    seldom=True,
    kinds=("charge",),
)


UNDER_FIRE = (
    Question(
        "cover",
        "Where it stands when it is shot at",
        "open",
        COVERS,
        side=True,
        source=SHOOTING,
        matters=of_enemy(has_gear("ranged")),
        kinds=("engagement",),
    ),
    Question(
        "hill",
        "It stands on a hill",
        default=False,
        side=True,
        help="Then two ranks shoot.",
        source=SHOOTING,
        matters=has_gear("ranged"),
        kinds=("engagement",),
    ),
    replace(ALL_SHOTS, kinds=("engagement",)),
    Question(
        "quelled",
        "A Black Orc character leads it or is within 6 inches",
        default=False,
        side=True,
        help="A failed test of animosity is rolled again; counts for units that take "
        "it.",
        source=ANIMOSITY,
        matters=carries("animosity"),
        kinds=("engagement",),
    ),
)
"""About each side as it comes and shoots."""
