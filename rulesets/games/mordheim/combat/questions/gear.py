"""Questions of Mordheim about gear whose effect a die or a player decides."""

from rulesets.games.mordheim.sources import (
    ANNUAL,
    CHARGES,
    EMPIRE_IN_FLAMES,
    PSYCHOLOGY,
    RULEBOOK,
)
from rulesets.odds.match_up import Choice, Question
from rulesets.odds.relevance import has_piece, of_either
from rulesets.odds.settings import SPECIAL_RULES

SHADE = Question(
    "shade",
    "What the D3 of his crimson shade gave him in Initiative",
    2,
    low=1,
    high=3,
    side=True,
    help="Rolled before the battle. With it he has 1 Movement and 1 Strength more; "
    "undead and possessed have nothing of it.",
    source=f"{RULEBOOK}: crimson shade",
    matters=has_piece("crimson-shade"),
)
VODKA = Question(
    "vodka",
    "It drank its vodka before the battle",
    "no",
    (
        Choice("no", "No"),
        Choice("steady", "Yes, and passed its test of Toughness"),
        Choice("unsteady", "Yes, and failed its test of Toughness"),
    ),
    side=True,
    help="One more Leadership, up to 10; who failed has one Initiative less. A leader "
    "near who drank too has one more as well: say so with his Leadership.",
    source=f"{ANNUAL}: vodka",
    matters=has_piece("vodka"),
)
TORCH = Question(
    "torch",
    "It holds its torch",
    "no",
    (
        Choice("no", "No"),
        Choice("light", "Yes, and strikes with what else it has in hand"),
        Choice("club", "Yes, and strikes with it"),
    ),
    side=True,
    help="Animals fear it. As a club it hits one worse, and nobody regenerates what "
    "it burns. Whether a hand is free for it is not checked.",
    source=f"{EMPIRE_IN_FLAMES}: torch",
    matters=has_piece("torch"),
)
HORN = Question(
    "horn",
    "Its war horn sounds in the first turn",
    default=False,
    side=True,
    help="One more Leadership, up to 10, in tests for fear and in the first rout test. "
    "For the horn of a friend a Leadership may be said that is one higher.",
    source=f"{PSYCHOLOGY}; {ANNUAL}: war horn",
    matters=has_piece("war-horn"),
)
FOOT_IN_ROUTS = Question(
    "foot",
    "It spends its rabbit's foot on the first rout test that it fails",
    default=False,
    side=True,
    help="Once a battle one die is rolled again: the higher of the two (house). Not "
    "where something else lets the test be rolled again.",
    source=f"{ANNUAL}: rabbit's foot",
    matters=has_piece("rabbits-foot"),
)
FOOT = Question(
    "foot",
    "Spends its rabbit's foot on this roll, if it fails",
    default=False,
    help="Once a battle one die is rolled again: that of its first shot, which misses, "
    "or the lower of the two dice of a spell that fails (house).",
    source=f"{ANNUAL}: rabbit's foot",
    group=SPECIAL_RULES,
    matters=of_either(has_piece("rabbits-foot")),
)
FLASH = Question(
    "flash",
    "It throws its flash powder at who charges it",
    default=False,
    side=True,
    help="Once a battle: each charger who fails a test of Initiative does not charge. "
    "On the way each of them throws his own when he is charged for the first time.",
    source=f"{CHARGES}; {ANNUAL}: flash powder",
    matters=has_piece("flash-powder"),
)
CALTROPS = Question(
    "caltrops",
    "It strews its caltrops before the first charge at it",
    default=False,
    side=True,
    help='Once a battle: that charge reaches D6" less, which its charger does not '
    "know when he declares it (house). Each of several strews his own.",
    source=f"{ANNUAL}: caltrops",
    matters=has_piece("caltrops"),
)
GARLIC = Question(
    "garlic",
    "Who charges the bearer of its garlic is a Vampire",
    default=False,
    side=True,
    help="A Vampire must pass a test of Leadership to charge.",
    source=f"{RULEBOOK}: garlic",
    matters=has_piece("garlic"),
)
WATER = Question(
    "water",
    "Throws blessed water instead of shooting",
    default=False,
    help="Once a battle, up to twice its Strength in inches: a hit wounds the undead, "
    "daemons and possessed without a roll and past armour, and nobody else.",
    source=f"{RULEBOOK}: blessed water",
    group=SPECIAL_RULES,
    matters=of_either(has_piece("blessed-water")),
)
WATER_ON_THE_WAY = Question(
    "water",
    "It throws its blessed water as soon as it reaches",
    default=False,
    side=True,
    help="Each of them once a battle, in place of a shot, up to twice its Strength in "
    "inches; whoever may charge does so instead.",
    source=f"{RULEBOOK}: blessed water",
    matters=has_piece("blessed-water"),
)
NET_ON_THE_WAY = Question(
    "net",
    "It throws its net as soon as it reaches",
    default=False,
    side=True,
    help='Each of them once a battle, in place of a shot, up to 8": who is caught does '
    "not move, shoot or cast in its next turn; whoever may charge does so instead.",
    source=f"{RULEBOOK}: net",
    matters=has_piece("net"),
)
BOMB_ON_THE_WAY = Question(
    "bomb",
    "It throws its fire bomb as soon as it reaches",
    default=False,
    side=True,
    help="Each of them once a battle, in place of a shot, up to twice its Strength in "
    "inches; whoever may charge does so instead.",
    source=f"{ANNUAL}: fire bomb",
    matters=has_piece("fire-bomb"),
)
NET = Question(
    "net",
    "Throws a net instead of shooting",
    default=False,
    help='Once a battle, up to 8": who is hit and rolls over his Strength on a D6 may '
    "not move, shoot or cast in his next turn.",
    source=f"{RULEBOOK}: net",
    group=SPECIAL_RULES,
    matters=of_either(has_piece("net")),
)
BOMB = Question(
    "bomb",
    "Throws a fire bomb instead of shooting",
    default=False,
    help="Once a battle, up to twice its Strength in inches: D3 hits at Strength 4 "
    "past armour. A natural 1 to hit explodes on who throws it.",
    source=f"{ANNUAL}: fire bomb",
    group=SPECIAL_RULES,
    matters=of_either(has_piece("fire-bomb")),
)
