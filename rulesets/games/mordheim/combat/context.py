"""The answers of Mordheim as values: a situation, readings, and both with a trace."""

from dataclasses import dataclass
from typing import Literal

from rulesets.odds.closing import Closing
from rulesets.odds.context import Context, Situation
from rulesets.odds.sides import Side

Charger = Literal["a", "b", "none"]
"""The side that charges, if one does."""


Under = Literal[
    "none",
    "hammer-of-sigmar",
    "hearts-of-steel",
    "shield-of-faith",
    "armour-of-righteousness",
    "death-vision",
    "black-fury",
    "sword-of-rezhebel",
    "ledz-go",
    "clubba",
    "stags-leap",
    "bears-paw",
    "blessed-ale",
    "daemonic-vigour",
    "scabrous-hide",
    "stench-of-nurgle",
]
"""The spell or prayer that a side's fighters are under."""


@dataclass(frozen=True, slots=True)
class MordheimSideAnswers:
    """The answers about each side."""

    fighters: int = 1
    joins: int = 0
    wounds_lost: int = 0
    posture: Literal["standing", "knocked-down", "stunned"] = "standing"
    hates: bool = False
    unholy: bool = False
    friend_near: bool = False
    scattered: bool = False
    leader_ld: int = 0
    table_edge: int = 0
    in_cover: bool = False
    in_hard_cover: bool = False
    edge: int = 0
    casts: int = 0
    under: Under = "none"
    above: int = 0
    at_edge: bool = False
    keeps_edge: bool = False
    crawls: Literal["stays", "away", "towards"] = "stays"
    shade: int = 2
    vodka: Literal["no", "steady", "unsteady"] = "no"
    torch: Literal["no", "light", "club"] = "no"
    foot: bool = False
    horn: bool = False
    flash: bool = False
    garlic: bool = False
    caltrops: bool = False
    water: bool = False
    net: bool = False
    bomb: bool = False
    foe: bool = False
    unseen: bool = False
    slams: bool = False
    keeper_far: bool = False


@dataclass(frozen=True, slots=True)
class MordheimSituation(Situation[MordheimSideAnswers]):
    """The situation of a match-up, as `questions.KINDS` ask for it."""

    charge: Charger = "a"
    dive: int = 0
    ladder: bool = False
    indoors: bool = False
    distance: int = 6
    cover: bool = False
    hard_cover: bool = False
    moved: bool = False
    twice: bool = False
    water: bool = False
    net: bool = False
    bomb: bool = False
    foot: bool = False
    rests: bool = False
    shooters: int = 1
    first: Side = "a"
    closing: Closing = "by-weapons"
    approach: Literal["run", "walk"] = "run"
    charge_when: Literal["may", "even", "certain"] = "even"
    spell: int = 1
    difficulty: int = 0
    tests: int = 1
    a: MordheimSideAnswers = MordheimSideAnswers()
    b: MordheimSideAnswers = MordheimSideAnswers()


@dataclass(frozen=True, slots=True)
class MordheimReadings:
    """The readings of the rules, as `readings.READINGS` ask for them."""

    ones_miss: bool = True
    sevens: Literal["never", "six-and-more"] = "never"
    no_skill: Literal["two-and-six", "as-one"] = "two-and-six"
    ones_fail_saves: bool = True
    black_powder: Literal["total", "added", "strength"] = "total"
    misfires: bool = False
    heavy_charge: Literal["last", "first"] = "last"
    spear_and_charger: Literal["initiative", "charger", "weapon"] = "initiative"
    criticals: Literal["general", "by-weapon"] = "general"
    needed_sixes: Literal["critical", "plain"] = "critical"
    knocked_down: Literal["to-hit", "to-wound"] = "to-hit"
    put_down_by_another: Literal["stunned", "both", "neither"] = "stunned"
    critical_injuries: Literal["each", "one"] = "each"
    critical_saves: Literal["one", "each"] = "one"
    parry_strength: Literal["own", "weapon"] = "own"
    rapier: Literal["once", "each"] = "once"
    sling_moved: bool = False
    shot_criticals: Literal["each", "one"] = "each"
    main_weapon: Literal["best", "first"] = "best"
    alone: Literal["every", "own"] = "every"
    fear_proof: bool = True
    dive_strength: Literal["each", "one"] = "each"
    failed_dive: Literal["stays", "charges"] = "stays"
    arrows_burn: bool = True


MordheimContext = Context[MordheimSituation, MordheimReadings]
