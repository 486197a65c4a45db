"""Questions of Scrollhammer about the situation, and its kinds of match-up.

What the rulebook leaves open stands in `readings`.
"""

from dataclasses import replace

from rulesets.games.scrollhammer.combat.questions.line import CONTACT, OF_A_LINE
from rulesets.games.scrollhammer.combat.questions.magic import (
    OF_A_CASTING,
    OF_SHOOTING_SPELLS,
)
from rulesets.games.scrollhammer.combat.questions.sides import (
    COVERS,
    IN_RANKS,
    LINE,
    OF_EACH_SIDE,
)
from rulesets.games.scrollhammer.combat.questions.way_back import OF_A_TARGET
from rulesets.games.scrollhammer.sources import (
    BOOK,
    COMBAT,
    FORMATIONS,
    H_TO_Q,
    MORALE,
    SHOOTING,
)
from rulesets.odds.closing import BY_WEAPONS, CLOSERS, CLOSING_HELP
from rulesets.odds.match_up import Choice, Question
from rulesets.odds.relevance import (
    all_of,
    carries,
    has_gear,
    of_enemy,
)
from rulesets.odds.settings import ACTS, PLACE, SPECIAL_RULES, MatchUpKind, asked_in

CHARGE_WHEN = (
    Choice("may-reach", "as soon as it may reach"),
    Choice("even", "when the chance to reach is at least even"),
    Choice("certain", "when it is certain to reach"),
)
"""Moments at which a side charges, in words."""

REACTION = Question(
    "reaction",
    "What the charged unit does",
    "hold",
    (
        Choice("hold", "It holds"),
        Choice("stand-and-shoot", "It holds and shoots (ranks, on a Leadership test)"),
        Choice("flee", "It flees D6 inches"),
    ),
    help="Who stands and shoots fires all shooting weapons in hand.",
    source=f"{COMBAT}: Declare a Charge",
    group=ACTS,
    kinds=("engagement",),
)

_LAYS_BLASTS = carries("blast", "large-blast", "template", "barrage")

DANGEROUS_GROUND = Question(
    "dangerous-ground",
    "All the ground is dangerous terrain",
    default=False,
    help="In every move, march, charge and fall back, and in leaving a combat, every "
    "model rolls a D6; a 1 is a wound without an armour save. A quarter lost in a "
    "march asks for a morale check, as a quarter shot does.",
    source=f"{BOOK}, Moving Through Terrain; {MORALE}: Fall Back; {H_TO_Q}: Hit and "
    "Run",
    group=PLACE,
    seldom=True,
    kinds=("engagement",),
)

TOUCHED = Question(
    "touched",
    "Models that each blast or template touches",
    0,
    low=0,
    high=60,
    help="Where it comes to lie is yours to say: every base under it is hit. With 0 "
    "such weapons do not shoot.",
    source=f"{BOOK}, Blasts and templates",
    group=SPECIAL_RULES,
    matters=_LAYS_BLASTS,
    kinds=("shooting",),
)

UNSIGHTED = Question(
    "unsighted",
    "Shooters who do not see the target",
    0,
    low=0,
    high=200,
    help="In ranks all may shoot if one of them sees it; it has a 3+ cover save "
    "against the shots of those who do not.",
    source=f"{FORMATIONS}: Cohesive Fire",
    group=ACTS,
    matters=IN_RANKS,
    kinds=("shooting",),
)

QUESTIONS = (
    Question(
        "charger",
        "Who charged in this turn",
        "a",
        (
            Choice("a", "Side A"),
            Choice("b", "Side B"),
            Choice("none", "Nobody; the combat goes on"),
        ),
        help="Charging models have one attack more in the first round.",
        source=f"{COMBAT}: Number of Attacks",
        group=ACTS,
        kinds=("fight",),
    ),
    Question(
        "distance",
        "Distance (inches)",
        12,
        low=0,
        high=120,
        source=SHOOTING,
        group=PLACE,
        kinds=("shooting",),
    ),
    Question(
        "moved",
        "The shooters moved",
        default=False,
        help="What says Move or Fire then stays silent.",
        source=f"{SHOOTING}: Heavy Weapons",
        group=ACTS,
        kinds=("shooting",),
    ),
    Question(
        "movers",
        "Shooters who moved, if not all",
        0,
        low=0,
        high=200,
        help="The others stood still. They are the last of those who shoot, those who "
        "do not see the target first.",
        source=f"{SHOOTING}: Heavy Weapons",
        group=ACTS,
        seldom=True,
        matters=has_gear("ranged", "spell"),
        kinds=("shooting",),
    ),
    Question(
        "held-back",
        "Shooters who are held back or out of range",
        0,
        low=0,
        high=200,
        help="They are those who stand farthest behind.",
        source=f"{SHOOTING}: Choose a Target",
        group=ACTS,
        seldom=True,
        matters=has_gear("ranged", "spell"),
        kinds=("shooting",),
    ),
    Question(
        "cover",
        "Cover of the target",
        "none",
        COVERS,
        source=f"{SHOOTING}: Cover Saves",
        group=PLACE,
        kinds=("shooting",),
    ),
    UNSIGHTED,
    Question(
        "go-to-ground",
        "The target goes to ground",
        default=False,
        help="Declared when it is wounded: +1 to a cover save, or 6+ in the open.",
        source=f"{SHOOTING}: Go to Ground",
        group=ACTS,
        kinds=("shooting",),
    ),
    Question(
        "distance",
        "Distance to the target (inches)",
        7,
        low=0,
        high=40,
        source=COMBAT,
        group=PLACE,
        kinds=("charge",),
    ),
    Question(
        "distance",
        "Distance at the start (inches)",
        24,
        low=1,
        high=60,
        source=f"{BOOK}, The Turn",
        group=PLACE,
        kinds=("engagement",),
    ),
    Question(
        "first",
        "Who moves first",
        "a",
        (Choice("a", "Side A"), Choice("b", "Side B")),
        source=f"{BOOK}, The Turn",
        group=ACTS,
        kinds=("engagement",),
    ),
    Question(
        "closing",
        "Who comes nearer and charges",
        BY_WEAPONS,
        CLOSERS,
        help=CLOSING_HELP,
        source=f"{BOOK}, The Movement Phase",
        group=ACTS,
        kinds=("engagement",),
    ),
    Question(
        "charge-when",
        "It charges",
        "may-reach",
        CHARGE_WHEN,
        help="A charge that falls short does not move at all.",
        source=f"{COMBAT}: Declare a Charge; Failed Charge",
        group=ACTS,
        kinds=("engagement",),
    ),
    REACTION,
    Question(
        "rough",
        "All the ground is difficult terrain",
        default=False,
        help="A move covers the highest of 2D6, a march of 2D3, a charge the two "
        "lowest of 3D6; Move Through Cover adds a die to moves and marches.",
        source=f"{BOOK}, Moving Through Terrain; {H_TO_Q}: Move Through Cover",
        group=PLACE,
        seldom=True,
        kinds=("engagement",),
    ),
    DANGEROUS_GROUND,
    replace(
        DANGEROUS_GROUND,
        help="Every model of a charge that arrives, of who falls back and of who "
        "leaves a combat rolls a D6; a 1 is a wound without an armour save.",
        source=f"{COMBAT}: Charging through Dangerous Terrain; {MORALE}: Fall Back; "
        f"{H_TO_Q}: Hit and Run",
        kinds=("fight", "charge", LINE),
    ),
    Question(
        "difficult",
        "Through difficult terrain",
        default=False,
        help="3D6, of which the two lowest count.",
        source=f"{COMBAT}: Charging Through Difficult Terrain",
        group=PLACE,
        kinds=("charge", "engagement"),
    ),
    Question(
        "dangerous",
        "Through dangerous terrain",
        default=False,
        help="Every model of a charge that arrives rolls a D6; a 1 is a wound without "
        "an armour save.",
        source=f"{COMBAT}: Charging through Dangerous Terrain",
        group=PLACE,
        seldom=True,
        kinds=("charge", "engagement"),
    ),
    replace(REACTION, kinds=("charge",)),
    *OF_SHOOTING_SPELLS,
    TOUCHED,
    replace(TOUCHED, matters=of_enemy(_LAYS_BLASTS), kinds=("charge",)),
    Question(
        "turns",
        "Turns of each side before contact, at most",
        6,
        low=1,
        high=12,
        source=f"{BOOK}, The Turn",
        group=ACTS,
        seldom=True,
        kinds=("engagement",),
    ),
    *OF_A_TARGET,
    *OF_EACH_SIDE,
    *OF_A_LINE,
    replace(TOUCHED, side=True, group="", kinds=("engagement",)),
    replace(
        UNSIGHTED,
        label="Of those who shoot, how many do not see the enemy",
        side=True,
        group="",
        seldom=True,
        matters=all_of(IN_RANKS, has_gear("ranged", "spell")),
        kinds=("engagement",),
    ),
    *OF_A_CASTING,
)
"""In the order in which they are asked; each names its kinds of match-up."""

OF_UNITS = (
    CONTACT,
    *(
        replace(one, side=False, group=ACTS)
        for one in asked_in(LINE, (*OF_EACH_SIDE, *OF_A_LINE))
    ),
)
"""Asked of each further unit of a battle line."""

OF_CHARACTERS = (
    Question(
        "wounds-lost",
        "Wounds already lost",
        0,
        low=0,
        high=29,
        help="Of an Independent Character who joined the unit: one of its models, the "
        "last in line for wounds.",
        source=f"{H_TO_Q}: Independent Character",
        group=ACTS,
        kinds=("fight", "charge", "shooting", "engagement", LINE),
    ),
)
"""Asked of each character in a unit."""

KINDS = (
    MatchUpKind(
        "fight",
        "Close combat",
        "Two units in contact fight round after round, in steps of Initiative; "
        "Independent Characters may stand in them.",
        asked_in("fight", QUESTIONS),
        of_characters=OF_CHARACTERS,
        usual_time=0.004,
    ),
    MatchUpKind(
        "charge",
        "Charge",
        "Side A charges side B: reaction, 2D6 of reach, then the combat.",
        asked_in("charge", QUESTIONS),
        of_characters=OF_CHARACTERS,
        usual_time=0.004,
    ),
    MatchUpKind(
        "shooting",
        "Shooting",
        "Side A shoots once at side B, which may be pinned or fall back.",
        asked_in("shooting", QUESTIONS),
        round_name="",
        of_characters=OF_CHARACTERS,
    ),
    MatchUpKind(
        "engagement",
        "Engagement",
        "Two units come at each other from a distance: moves and shots turn by turn, "
        "the charge, then the combat to its end.",
        asked_in("engagement", QUESTIONS),
        of_characters=OF_CHARACTERS,
        usual_time=0.02,
    ),
    MatchUpKind(
        LINE,
        "Battle line",
        "Up to three units a side fight in one combat; Independent Characters may "
        "stand in them.",
        asked_in(LINE, QUESTIONS),
        of_units=OF_UNITS,
        of_characters=OF_CHARACTERS,
        most_units=3,  # Rolling four a side takes up to eighteen seconds.
        usual_time=0.01,
    ),
    MatchUpKind(
        "casting",
        "Casting a spell",
        "Side A casts one spell with some of its power dice, and surges.",
        asked_in("casting", QUESTIONS),
        round_name="",
    ),
)
