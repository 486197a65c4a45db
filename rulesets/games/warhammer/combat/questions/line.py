"""Questions of Warhammer about a battle line: charges, aims."""

from dataclasses import replace

from rulesets.games.warhammer.combat.questions.challenges import CHALLENGE_IN_LINE
from rulesets.games.warhammer.combat.questions.kinds import LINE, OF_TWO
from rulesets.games.warhammer.sources import CHARACTERS, COMBAT, RESULT
from rulesets.odds.match_up import Choice, Fighter, Question
from rulesets.odds.relevance import of_enemy
from rulesets.odds.settings import ACTS


def rides_monster(own: Fighter, enemy: Fighter) -> bool:
    """Return whether a side may ride a mount with several wounds."""
    del enemy
    mounts = (
        part.characteristics.get("w")
        for fighter in (own, *own.alternatives)
        for part in fighter.parts
        if part.role == "mount"
    )
    return any(isinstance(wounds, int) and wounds > 1 for wounds in mounts)


AIMS = Question(
    "aims",
    "At whom it strikes",
    "unit",
    (
        Choice("unit", "At ordinary models, while there are any"),
        Choice("characters", "At a character, whoever touches him"),
    ),
    side=True,
    help="Three models of equal bases touch a character in the front rank (house). "
    "Wounds beyond those of whom they are aimed at are lost.",
    source=f"{CHARACTERS}: Attacks on characters; house",
    seldom=True,
    kinds=(LINE,),
    characters="enemy",
)

AIMS_AT_RIDDEN = Question(
    "aims",
    "At whom of a ridden monster it strikes",
    "easier",
    (
        Choice("easier", "At whom each kind of blow wounds more"),
        Choice("rider", "At the rider"),
        Choice("mount", "At the mount"),
    ),
    side=True,
    help="While both live; then at who is left. Rider and mount have each their own "
    "Weapon Skill, Toughness, Wounds and saves (house: who strikes may choose).",
    source=f"{COMBAT}: Roll to hit; house",
    seldom=True,
    matters=of_enemy(rides_monster),
    kinds=OF_TWO,
)

AIMS_AT_RIDDEN_IN_LINE = replace(AIMS_AT_RIDDEN, key="aims-at-ridden", kinds=(LINE,))
"""Asked of everybody in a battle line: one of his enemies may be a ridden monster."""

OF_A_LINE = (
    Question(
        "charges",
        "It charged this turn",
        default=False,
        side=True,
        help="It strikes first, and has whatever tells on a charge. A unit whose "
        "enemies have all charged is in its first round too; one that fought before "
        "is not.",
        source=f"{COMBAT}: Order of combat",
        kinds=(LINE,),
    ),
    AIMS,
    AIMS_AT_RIDDEN_IN_LINE,
    *CHALLENGE_IN_LINE,
)
"""Of a battle line alone, beside those of a combat."""

CONTACT = Question(
    "contact",
    "Where it touches the enemy",
    "front",
    (Choice("front", "Front"), Choice("flank", "Flank"), Choice("rear", "Rear")),
    source=RESULT,
    group=ACTS,
    kinds=(LINE,),
)
"""Asked of each further unit."""
