"""Readings of Warhammer's rules where their text leaves something open."""

from rulesets.games.warhammer.sources import (
    BOOK,
    BRETONNIA,
    COMBAT,
    COMMAND,
    EMPIRE,
    PSYCHOLOGY,
    REDRESS,
    RESULT,
    SPECIAL,
)
from rulesets.odds.match_up import Choice, Question

READINGS = (
    Question(
        "step-up",
        "Models that step into a gap strike in the same round",
        default=False,
        help="No: the slain of the fighting rank strike no blows. A later edition lets "
        "others take their place.",
        source=f"{COMBAT}: Remove casualties",
    ),
    Question(
        "blows",
        "When blows fall",
        "in-order",
        (
            Choice("in-order", "Chargers, then by Initiative"),
            Choice("at-once", "All at once"),
        ),
        source=f"{COMBAT}: Order of combat",
    ),
    Question(
        "ranks-counted",
        "Ranks are counted",
        "start",
        (
            Choice("start", "As the round begins"),
            Choice("end", "After the casualties"),
        ),
        source=RESULT,
    ),
    Question(
        "last-rank",
        "An incomplete last rank",
        "four",
        (
            Choice("four", "Counts if it has four models"),
            Choice("full", "Never counts"),
        ),
        source=RESULT,
    ),
    Question(
        "rank-width",
        "Models that make a rank",
        4,
        low=1,
        high=10,
        help="Narrower units have no bonus for ranks; a lance formation needs three.",
        source=RESULT,
    ),
    Question(
        "flank-strength",
        "Unit Strength that an attack in flank or rear needs",
        5,
        low=1,
        high=20,
        help="To take ranks away and to have its bonus. The list of bonuses names no "
        "size: that is 1. Five is what the edition says elsewhere.",
        source=f"{RESULT}; {BOOK}, Unit Strength",
    ),
    Question(
        "flank-bonus",
        "Unit Strength for the bonus in flank or rear is counted",
        "end",
        (
            Choice("end", "After the casualties"),
            Choice("start", "As the round begins"),
        ),
        help="Whether the enemy's ranks are taken away is always judged as the round "
        "begins.",
        source=RESULT,
    ),
    Question(
        "frontage",
        "Who fights",
        "corners",
        (
            Choice("corners", "Who touches, one more at each corner (house)"),
            Choice("all", "The whole front rank"),
        ),
        help="Centred on the enemy, a wider front reaches round by one base on each "
        "side.",
        source=f"{COMBAT}: models whose bases touch; house",
    ),
    Question(
        "musician-wins",
        "A musician wins a draw",
        default=True,
        help="By 1, against a side that has none; printed in a later edition (house).",
        source=f"{COMMAND}; house",
    ),
    Question(
        "redress-by",
        "Models that a winner brings to each end of its front",
        1,
        low=1,
        high=10,
        help="After each round that it wins, to widen its front or to lap round the "
        "enemy. The text names no number (house).",
        source=f"{REDRESS}; house",
    ),
    Question(
        "lapping",
        "Models that lap round the enemy",
        "none",
        (
            Choice("none", "Only strike: the attack stays where it was (house)"),
            Choice("flank", "Make it an attack in the flank, too"),
        ),
        help="An attack in the flank takes ranks away and has its bonus, if the unit "
        "has enough Unit Strength. The text does not say it of them.",
        source=f"{REDRESS}; {RESULT}; house",
    ),
    Question(
        "killing-blow",
        "Killing blow slays",
        "bases",
        (
            Choice(
                "bases", "Who stands on a base up to 25 mm wide, riders too (house)"
            ),
            Choice("on-foot", "Only men on foot"),
        ),
        source=f"{SPECIAL}: Killing blow; house",
    ),
    Question(
        "stupid-tests",
        "In combat, stupidity is tested",
        "own-turn",
        (
            Choice("own-turn", "In its own turns"),
            Choice("each-round", "In each round (house)"),
            Choice("never", "Never"),
        ),
        help="What it rolls lasts until its next turn. A later edition tests for "
        "stupidity only before contact.",
        source=f"{PSYCHOLOGY}: Stupidity",
    ),
    Question(
        "stupid-half",
        "Half of the stupid stand idle, counted",
        "left",
        (
            Choice("left", "When their blows fall (house)"),
            Choice("start", "As the round begins"),
        ),
        help="Counted as the round begins, whoever falls before he strikes is one of "
        "those who fight. Of an odd number one more fights on 4 and more.",
        source=f"{PSYCHOLOGY}: Stupidity; house",
    ),
    Question(
        "volley-misfire",
        "A misfire of one die of a volley gun",
        "all",
        (
            Choice("all", "Loses the whole volley (house)"),
            Choice("die", "Loses the hits of that die"),
        ),
        help="Of the three that are rolled. The chart of its misfires is not known.",
        source=f"{EMPIRE}, Helblaster Volley Gun; house",
    ),
    Question(
        "shots-at-rider",
        "Roll on which a hit of a shot is on the rider of a monster",
        5,
        low=1,
        high=7,
        help="A D6 for each hit, so much and more, while both live; else it is on the "
        "mount. 1: always the rider; 7: always the mount. The page with the roll is "
        "not among the sources.",
        source=f"{BOOK}, Monsters: Shooting at ridden monsters; house",
    ),
    Question(
        "once-a-game",
        "What strengthens blows once in the game is used",
        "first-round",
        (
            Choice("first-round", "In the first round after a charge (house)"),
            Choice("never", "Not in this combat"),
        ),
        help="Duffa’s Club of Duffin’, Nogg’s Banner of Butchery, Tress of Isoulde.",
        source=f"{BOOK}, Magic items; house",
    ),
    Question(
        "stronger",
        "For the Virtue of Audacity an enemy is stronger by",
        "strength",
        (
            Choice("strength", "The Strength that is printed (house)"),
            Choice("unit-strength", "Unit Strength"),
        ),
        source=f"{BRETONNIA}, Chivalric virtues; house",
    ),
)
"""In the order in which they are asked."""
