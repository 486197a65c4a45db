"""The answers of Scrollhammer as values: a situation, readings, both with a trace."""

from dataclasses import dataclass
from typing import Literal

from rulesets.odds.closing import Closing
from rulesets.odds.context import Context, Situation
from rulesets.odds.sides import Side

Cover = Literal["none", "area", "5", "4", "3"]
Arc = Literal["front", "flank", "rear"]
Hands = Literal["same", "shoots", "charges"]
"""The policy of a side about what it has in hand from turn to turn.

The same all through; what fights best once it does not shoot; or this in every turn of
a charge too, without shots.
"""

StrikesAt = Literal["share", "first", "second", "third"]
Front = Literal["shooters", "others", "list"]
"""The models of a unit that stand in front: with shots, without, or as in the list."""

Unseen = Literal["none", "first", "last", "holds", "slips"]
"""The sight of a unit: it is seen, or invisible and strikes first, or last.

Or it holds its blows to stay so, and may slip away.
"""


@dataclass(frozen=True, slots=True)
class ScrollhammerSideAnswers:
    """The answers about each side."""

    files: int = 5
    front: Front = "shooters"
    models_lost: int = 0
    foe: bool = False
    flanked: bool = False
    rear: bool = False
    meets: int = 1
    paralyzed: bool = False
    leaves: bool = False
    yields: bool = False
    split: int = 0
    unseen: Unseen = "none"
    from_cover: bool = False
    oiled: bool = False
    lowered: bool = False
    healing_draughts: int = 0
    cover: Cover = "none"
    room: int = 0
    friends: int = 0
    friends_leadership: int = 7
    blocked: int = 0
    touched: int = 0
    unsighted: int = 0
    charges: bool = False
    charge_distance: int = 0
    fleeing: bool = False
    strikes_at: StrikesAt = "share"
    hands: Hands = "same"


@dataclass(frozen=True, slots=True)
class ScrollhammerPostAnswers(ScrollhammerSideAnswers):
    """The answers about a unit of a battle line."""

    contact: Arc = "front"


@dataclass(frozen=True, slots=True)
class ScrollhammerSituation(Situation[ScrollhammerSideAnswers]):
    """The situation of a match-up, as `questions.KINDS` ask for it."""

    charger: Literal["a", "b", "none"] = "a"
    distance: int = 0
    moved: bool = False
    movers: int = 0
    held_back: int = 0
    cover: Cover = "none"
    unsighted: int = 0
    go_to_ground: bool = False
    touched: int = 0
    rough: bool = False
    difficult: bool = False
    dangerous: bool = False
    dangerous_ground: bool = False
    reaction: Literal["hold", "stand-and-shoot", "flee"] = "hold"
    first: Side = "a"
    closing: Closing = "by-weapons"
    charge_when: Literal["may-reach", "even", "certain"] = "may-reach"
    turns: int = 6
    cast_dice: int = 0
    surge: Literal["never", "best", "rest"] = "never"
    spells: Literal["most", "one"] = "most"
    friends: int = 0
    friends_leadership: int = 7
    blocked: int = 0
    cost: int = 0
    power: int = 0
    draughts: int = 0
    scrolls: int = 0
    heals: int = 0
    a: ScrollhammerSideAnswers = ScrollhammerSideAnswers()
    b: ScrollhammerSideAnswers = ScrollhammerSideAnswers()


@dataclass(frozen=True, slots=True)
class ScrollhammerReadings:
    """The readings of the rules, as `readings.READINGS` ask for them."""

    sweep_ties: Literal["caught", "away"] = "caught"
    past_six: Literal["misses", "six-hits"] = "misses"
    wide_ranks: Literal["once", "both"] = "once"
    bonus_counted: Literal["after", "before"] = "after"
    neighbours: bool = True
    turned: Literal["in-place", "as-wide"] = "in-place"
    quarter_of: Literal["phase", "full"] = "phase"
    poisoned_shots: bool = False
    poison_past_chart: bool = True
    rending_ap: Literal["at-least", "adds"] = "at-least"
    falls_again: bool = True
    absorbs: Literal["unsaved", "any"] = "unsaved"
    initiative_test: Literal["plain", "six-fails"] = "plain"
    casts_on: bool = True
    surge_adds: bool = True
    beta_texts: bool = False


ScrollhammerContext = Context[ScrollhammerSituation, ScrollhammerReadings]
