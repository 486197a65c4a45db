"""Questions of Scrollhammer about each side of a match-up."""

from dataclasses import replace

from rulesets.games.scrollhammer.combat.questions.way_back import way_back_questions
from rulesets.games.scrollhammer.sources import (
    BOOK,
    COMBAT,
    CONSUMABLES,
    EQUIPPED,
    FORMATIONS,
    H_TO_Q,
    MORALE,
    SHOOTING,
)
from rulesets.games.scrollhammer.weapon_rules import is_blade
from rulesets.odds.match_up import Choice, Fighter, Question
from rulesets.odds.relevance import (
    all_of,
    any_of,
    carries,
    gear_of,
    has_gear,
    has_sets,
    has_two,
    lacks,
    of_enemy,
    prints,
)

LINE = "battle-line"
"""Key of the combat of several units."""

IN_COMBAT = ("fight", "charge", "engagement", LINE)

EVERY_FIGHT = (*IN_COMBAT, "shooting")


def _casts_blades(own: Fighter, enemy: Fighter) -> bool:
    """Return whether the side may cast a spell as a weapon beside one in hand."""
    del enemy
    return any(map(is_blade, gear_of(own)))


IN_RANKS = prints("formation", "ranks")
_LOOSE = lacks("formation", "ranks", "horde")

COVERS = (
    Choice("none", "None"),
    Choice("area", "In area terrain, by its formation"),
    Choice("5", "Soft, 5+"),
    Choice("4", "Most things or a unit between, 4+"),
    Choice("3", "Fortified, 3+"),
)
"""Covers of a target of shots, as it is asked for."""

FRONT = Question(
    "front",
    "Who stands in front",
    "shooters",
    (
        Choice("shooters", "Those who can shoot"),
        Choice("others", "Those who cannot shoot"),
        Choice("list", "The kinds of models as the list has them"),
    ),
    side=True,
    help="Of a unit of several kinds of models, behind its leaders: who stands in "
    "front fights, and shoots from ranks. Those who are alike in it stand as the list "
    "has them.",
    source=f"{FORMATIONS}: Fight in Ranks",
    seldom=True,
    matters=has_gear("ranged", "spell"),
)

HANDS = Question(
    "hands",
    "What it has in hand from turn to turn",
    "same",
    (
        Choice("same", "The same all through"),
        Choice("shoots", "From the next turn on, what fights best"),
    ),
    side=True,
    help="Once a turn ends each model may take other things in hand. What fights best "
    "wins most in a combat that nobody charged into.",
    source=EQUIPPED,
    seldom=True,
    matters=has_sets,
    kinds=("fight", "charge", LINE),
)

OF_EACH_SIDE = (
    Question(
        "room",
        "Inches from it to its own table edge",
        12,
        low=1,
        high=72,
        side=True,
        help="A unit that falls back so far is gone.",
        source=f"{MORALE}: Fall Back",
        seldom=True,
        kinds=("engagement",),
    ),
    Question(
        "cover",
        "Cover against shots",
        "none",
        COVERS,
        side=True,
        source=f"{SHOOTING}: Cover Saves",
        matters=of_enemy(has_gear("ranged", "spell")),
        kinds=("engagement",),
    ),
    Question(
        "files",
        "Models side by side",
        5,
        low=1,
        high=60,
        side=True,
        help="Of a unit that fights in ranks; hordes and skirmishers spread as they "
        "can. A rank that is not filled adds nothing to a combat result.",
        source=f"{FORMATIONS}: Fight in Ranks",
        matters=IN_RANKS,
        kinds=EVERY_FIGHT,
    ),
    replace(FRONT, default="others", kinds=("fight", "charge")),
    replace(FRONT, kinds=("shooting", "engagement")),
    Question(
        "models-lost",
        "Models already lost",
        0,
        low=0,
        high=200,
        side=True,
        source=MORALE,
        kinds=EVERY_FIGHT,
    ),
    Question(
        "foe",
        "The enemy is the one that its Hatred or Preferred Enemy names",
        default=False,
        side=True,
        help="A rule that names nobody always counts.",
        source=f"{H_TO_Q}: Hatred; Preferred Enemy",
        matters=carries("hatred-*", "preferred-enemy-*", "twisted-souls"),
        kinds=EVERY_FIGHT,
    ),
    Question(
        "flanked",
        "Struck in its flank",
        default=False,
        side=True,
        help="Counts for a unit in ranks: it is met along its side, as wide as it has "
        "ranks; Initiative 1, no rank bonus, until it turns on a Leadership test at "
        "the start of one of its turns.",
        source=f"{FORMATIONS}: Flanks",
        seldom=True,
        matters=IN_RANKS,
        kinds=IN_COMBAT,
    ),
    Question(
        "rear",
        "Struck in its rear",
        default=False,
        side=True,
        help="As in its flank, but it is met along its whole width.",
        source=f"{FORMATIONS}: Flanks",
        seldom=True,
        matters=IN_RANKS,
        kinds=IN_COMBAT,
    ),
    Question(
        "meets",
        "Enemies that one of its bases meets",
        1,
        low=1,
        high=12,
        side=True,
        help="A base wider than those of the enemy meets 2, 3 or more of them. Base "
        "sizes stand in no stat line, so it is yours to say.",
        source=f"{COMBAT}: Moving Charging Models",
        seldom=True,
        kinds=IN_COMBAT,
    ),
    Question(
        "paralyzed",
        "Paralyzed",
        default=False,
        side=True,
        help="Weapon Skill 1 and Initiative 1, in the first round and the second; it "
        "charges as through difficult terrain.",
        source=f"{H_TO_Q}: Paralyze",
        seldom=True,
        kinds=("fight", "charge", LINE),
    ),
    Question(
        "leaves",
        "Leaves the combat as soon as it may",
        default=False,
        side=True,
        help="Hit and Run; skirmishers from units in ranks, at 1 Initiative less.",
        source=f"{H_TO_Q}: Hit and Run; {FORMATIONS}: Agile Tactics",
        seldom=True,
        matters=any_of(carries("hit-and-run"), all_of(_LOOSE, of_enemy(IN_RANKS))),
        kinds=IN_COMBAT,
    ),
    Question(
        "yields",
        "Falls back from an enemy that it cannot hurt",
        default=False,
        side=True,
        help="It then fails the break test of every round that it loses and in which "
        "its blows can take no wound.",
        source=f"{COMBAT}: Our Weapons Are Useless",
        seldom=True,
        kinds=IN_COMBAT,
    ),
    Question(
        "split",
        "Attacks of each model with its second weapon",
        0,
        low=0,
        high=10,
        side=True,
        help="The other attacks are made with the weapon that wounds most.",
        source=f"{COMBAT}: Which Weapons can be Used?",
        seldom=True,
        matters=any_of(has_two("melee"), _casts_blades),
        kinds=IN_COMBAT,
    ),
    Question(
        "unseen",
        "Invisible until it strikes",
        "none",
        (
            Choice("none", "No"),
            Choice("first", "Yes, and strikes at Initiative 10"),
            Choice(
                "last", "Yes, and strikes at Initiative 1, with a 4+ cover save before"
            ),
            Choice("holds", "Yes, and strikes nobody, so as to stay so"),
            Choice("slips", "Yes, strikes nobody, and leaves as soon as it may"),
        ),
        side=True,
        help="A charge at it goes as through difficult terrain. Who strikes is seen "
        "after the first round; who does not has a 4+ cover save in every round, and "
        "may leave by Hit and Run.",
        source=f"{H_TO_Q}: Invisibility",
        seldom=True,
        kinds=IN_COMBAT,
    ),
    Question(
        "from-cover",
        "Charged out of cover",
        default=False,
        side=True,
        help="Assassins' weapons then slay in the first round.",
        source=f"{BOOK}, Close combat weapons",
        seldom=True,
        matters=carries("assassins-weapon"),
        kinds=("fight", "charge", LINE),
    ),
    Question(
        "oiled",
        "An oil is on its weapons in this turn",
        default=False,
        side=True,
        help="Their damage has the element of the oil, for one turn: that of the first "
        "round, and of shots at who charges in it.",
        source=CONSUMABLES,
        seldom=True,
        matters=carries("oil-of-the-eel"),
        kinds=("fight", "charge", "shooting", LINE),
    ),
    Question(
        "lowered",
        "Its resists are lowered",
        default=False,
        side=True,
        help="Damage against it counts as having no element, so no immunity stops it.",
        source=f"{BOOK}, Damage Types and Magical Effects: Lower Resists",
        seldom=True,
        matters=carries("immune-to-*", "dwemer-make"),
        kinds=("fight", "charge", "shooting", LINE),
    ),
    Question(
        "healing-draughts",
        "Healing draughts that each bearer has to drink",
        0,
        low=0,
        high=3,
        side=True,
        help="One at the start of each turn, from that of the second round on, as soon "
        "as a bearer has lost a wound; its roll gives one back.",
        source=CONSUMABLES,
        seldom=True,
        matters=carries("healing-draught", "draught-of-health"),
        kinds=IN_COMBAT,
    ),
    *way_back_questions(IN_COMBAT),
    HANDS,
    replace(
        HANDS,
        choices=(
            HANDS.choices[0],
            Choice("shoots", "What fights best, but in turns in which it may shoot"),
            Choice(
                "charges",
                "What fights best, and no shots in turns in which anybody charges",
            ),
        ),
        kinds=("engagement",),
    ),
)
"""In the order in which they are asked."""
