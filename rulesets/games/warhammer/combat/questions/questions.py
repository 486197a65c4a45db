"""Questions of Warhammer about the situation, and its kinds of match-up."""

from dataclasses import replace

from rulesets.games.warhammer.combat.fresh_enemies import FRESH_ENEMY
from rulesets.games.warhammer.combat.friends import friends_questions
from rulesets.games.warhammer.combat.questions.approach import (
    BEFORE_CONTACT,
    OF_A_VOLLEY,
    OVERRUN,
    UNDER_FIRE,
)
from rulesets.games.warhammer.combat.questions.challenges import CHALLENGE_OF_TWO
from rulesets.games.warhammer.combat.questions.engines import OF_ENGINES
from rulesets.games.warhammer.combat.questions.kinds import IN_COMBAT, LINE
from rulesets.games.warhammer.combat.questions.line import (
    AIMS_AT_RIDDEN,
    CONTACT,
    OF_A_LINE,
)
from rulesets.games.warhammer.combat.questions.winners import OF_WINNERS
from rulesets.games.warhammer.item_rules import BY_CHOICE
from rulesets.games.warhammer.sources import (
    BOOK,
    BRETONNIA,
    CHARACTERS,
    CHARGES,
    COMBAT,
    ORCS,
    PSYCHOLOGY,
    RESULT,
    SHOOTING,
)
from rulesets.odds.match_up import Choice, Question
from rulesets.odds.relevance import (
    carries,
    has_piece,
    has_several,
    of_either,
)
from rulesets.odds.settings import (
    ACTS,
    MOST_UNITS,
    PLACE,
    SPECIAL_RULES,
    MatchUpKind,
    asked_in,
)

EVERY_KIND = (*IN_COMBAT, "shooting")


SIDES = (Choice("front", "Front"), Choice("flank", "Flank"), Choice("rear", "Rear"))


QUESTIONS = (
    *OF_A_VOLLEY,
    *OF_ENGINES,
    *BEFORE_CONTACT,
    Question(
        "width",
        "Models in the front rank",
        0,
        low=0,
        high=60,
        side=True,
        help="0 for the usual: five, or three in a lance formation.",
        source=f"{BOOK}, Formations",
        matters=has_several,
        kinds=EVERY_KIND,
        of_models=True,
    ),
    Question(
        "wounds-lost",
        "Wounds already lost",
        0,
        low=0,
        high=400,
        side=True,
        source=COMBAT,
        kinds=EVERY_KIND,
    ),
    Question(
        "contact",
        "Where the charge hits",
        "front",
        SIDES,
        source=RESULT,
        group=PLACE,
        kinds=("charge", "engagement"),
    ),
    Question(
        "reaction",
        "How the charged unit reacts",
        "holds",
        (
            Choice("holds", "It holds"),
            Choice("shoots", "It stands and shoots"),
            Choice("flees", "It flees"),
        ),
        help="The front rank shoots at -1 before contact, if the charge comes from "
        "further than half of its reach.",
        source=CHARGES,
        group=ACTS,
        kinds=("charge",),
    ),
    Question(
        "distance",
        "Distance of the charge (inches)",
        8,
        low=0,
        high=60,
        help="For shots at the charger, and for flight from it.",
        source=SHOOTING,
        group=PLACE,
        kinds=("charge",),
    ),
    Question(
        "terror-tested",
        "Side B has already taken its test for terror",
        default=False,
        help="One is enough for a battle; from then on terror is fear.",
        source=f"{PSYCHOLOGY}: Terror",
        group=SPECIAL_RULES,
        matters=carries("terror"),
        kinds=("charge",),
    ),
    Question(
        "touched-in",
        "Where the enemy touches this unit",
        "front",
        SIDES,
        side=True,
        help="In the flank one model of each rank fights.",
        source=RESULT,
        kinds=("fight", LINE),
    ),
    Question(
        "last-won",
        "Who won the round before",
        "nobody",
        (Choice("nobody", "Nobody"), Choice("a", "Side A"), Choice("b", "Side B")),
        help="At equal Initiative the winner strikes first. An obstacle no longer "
        "helps against side A if it won.",
        source=f"{COMBAT}: Order of combat",
        group=ACTS,
        kinds=("fight", LINE),
    ),
    Question(
        "turn",
        "Whose turn it is",
        "a",
        (Choice("a", "Side A"), Choice("b", "Side B")),
        help="Then the turns alternate. Only tests of stupidity depend on it.",
        source=f"{PSYCHOLOGY}: Stupidity",
        group=ACTS,
        seldom=True,
        matters=of_either(carries("stupidity")),
        kinds=("fight", LINE),
    ),
    OVERRUN,
    *UNDER_FIRE,
    Question(
        "general",
        "Leadership of the general within 12 inches",
        0,
        low=0,
        high=10,
        side=True,
        help="0 if he is not near.",
        source=CHARACTERS,
        kinds=IN_COMBAT,
    ),
    Question(
        "battle-standard",
        "The battle standard within 12 inches",
        default=False,
        side=True,
        help="A failed Break test is rolled again.",
        source=CHARACTERS,
        kinds=IN_COMBAT,
    ),
    *OF_WINNERS,
    Question(
        "hates",
        "It hates this enemy",
        default=False,
        side=True,
        help="For hatred of one people; who has the rule Hatred always hates.",
        source=f"{PSYCHOLOGY}: Hatred",
        seldom=True,
        kinds=IN_COMBAT,
    ),
    Question(
        "fears",
        "It fears this enemy",
        default=False,
        side=True,
        help="For fear of one people; who causes fear or terror is feared anyway.",
        source=f"{PSYCHOLOGY}: Fear",
        seldom=True,
        kinds=IN_COMBAT,
    ),
    *CHALLENGE_OF_TWO,
    Question(
        "higher-ground",
        "Who stands on higher ground",
        "nobody",
        (Choice("nobody", "Nobody"), Choice("a", "Side A"), Choice("b", "Side B")),
        source=RESULT,
        group=PLACE,
        seldom=True,
        kinds=IN_COMBAT,
    ),
    Question(
        "defended",
        "Side B stands behind a defended obstacle",
        default=False,
        help="Side A hits on a 6 only, until it wins a round.",
        source=f"{COMBAT}: Defended obstacles",
        group=PLACE,
        seldom=True,
        kinds=IN_COMBAT,
    ),
    Question(
        "bonus",
        "Other bonuses to the combat result",
        0,
        low=0,
        high=20,
        side=True,
        help="Such as magic banners, apart from the War Banner.",
        source=RESULT,
        seldom=True,
        kinds=IN_COMBAT,
    ),
    Question(
        "blessed",
        "It has the Blessing of the Lady",
        default=False,
        side=True,
        help="Counts for units with that rule.",
        source=f"{BRETONNIA}, Blessing of the Lady",
        matters=carries("blessing-of-the-lady"),
        kinds=EVERY_KIND,
    ),
    Question(
        "vomits",
        "Its Trolls vomit",
        default=False,
        side=True,
        help="In every round, in place of all blows; counts for units with that rule.",
        source=f"{ORCS}, Troll vomit",
        matters=carries("troll-vomit"),
        kinds=IN_COMBAT,
    ),
    Question(
        "uses-item",
        "It uses the power of its item",
        default=False,
        side=True,
        help="The single blow of the Mace of Helstrum; the Sword of the Quest as a "
        "great weapon; the Sword of Fate and the Tress of Isoulde against the enemy "
        "who was named for them; the Speculum against a character, in a challenge.",
        source="Magic items of the Empire and of Bretonnia",
        seldom=True,
        matters=has_piece(*BY_CHOICE),
        kinds=IN_COMBAT,
    ),
    Question(
        "base",
        "Width of a base (mm)",
        0,
        low=0,
        high=150,
        side=True,
        help="0 by the type of unit: men and riders 25, large infantry and swarms 40, "
        "monsters and chariots 50 (house: the lists do not give them all). In the "
        "flank those of riders and of chariots count twice as much.",
        source=COMBAT,
        seldom=True,
        kinds=IN_COMBAT,
    ),
    AIMS_AT_RIDDEN,
    FRESH_ENEMY,
    *friends_questions(IN_COMBAT),
    *OF_A_LINE,
)
"""In the order in which they are asked; each names its kinds of match-up."""


def _of_each(*keys: str) -> tuple[Question, ...]:
    """Return questions about A and B as they are asked of one further fighter."""
    asked = {one.key: one for one in asked_in(LINE, QUESTIONS) if one.side}
    return tuple(replace(asked[key], side=False, group=ACTS) for key in keys)


OF_UNITS = (
    CONTACT,
    *_of_each(
        "touched-in",
        "charges",
        "width",
        "wounds-lost",
        "pursuit",
        "redress",
        "hates",
        "fears",
        "blessed",
        "vomits",
        "uses-item",
        "base",
    ),
    *_of_each("aims", "aims-at-ridden"),
)
"""Asked of each further unit of a battle line."""


OF_CHARACTERS = (
    *_of_each("wounds-lost", "blessed", "uses-item", "base"),
    *_of_each("aims", "aims-at-ridden"),
)
"""Asked of each character in one."""


KINDS = (
    MatchUpKind(
        "charge",
        "Charge",
        "Side A charges side B: tests of fear, impact hits, then the combat.",
        asked_in("charge", QUESTIONS),
        of_a=True,
    ),
    MatchUpKind(
        "fight",
        "Close combat",
        "Two units fight on in a combat in which nobody charged this turn: nothing of "
        "a charge counts, nor of the first round after one.",
        asked_in("fight", QUESTIONS),
    ),
    MatchUpKind(
        "shooting",
        "Shooting",
        "Side A shoots one volley at side B.",
        asked_in("shooting", QUESTIONS),
        round_name="",
        of_a=True,
    ),
    MatchUpKind(
        "engagement",
        "Engagement",
        "Turn by turn: they shoot, close in, charge, react, panic, rally and fight on.",
        asked_in("engagement", QUESTIONS),
        usual_time=0.005,
    ),
    MatchUpKind(
        LINE,
        "Battle line",
        "One combat of up to four units a side, with characters in their front ranks.",
        asked_in(LINE, QUESTIONS),
        of_units=OF_UNITS,
        of_characters=OF_CHARACTERS,
        most_units=MOST_UNITS,
        usual_time=0.003,
    ),
)
"""The first is asked where nothing is said."""
