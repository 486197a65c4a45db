"""The answers of Charge as values: a situation, readings, and both with a trace."""

from dataclasses import dataclass
from typing import Literal

from rulesets.odds.closing import Closing
from rulesets.odds.context import Context, Situation
from rulesets.odds.sides import Side

Contact = Literal["front", "flank", "rear", "flank-and-rear"]
"""The side on which a charge hits, or a unit is touched."""

ReactionKey = Literal[
    "none", "shield-wall", "stand-and-shoot", "fire-and-flee", "tactical-genius"
]
"""Reactions of a charged unit."""

Touched = tuple[Contact, Contact]
"""The places at which A and B are touched."""


@dataclass(frozen=True, slots=True)
class ChargeSideAnswers:
    """The answers about each side."""

    wounds_lost: int = 0
    general_near: bool = False
    kin_near: bool = False
    touched_in: Contact = "front"
    strikes_at: Literal["first", "second", "third", "fewest"] = "first"
    friend_behind: int = 0
    enemy_behind: int = 0


@dataclass(frozen=True, slots=True)
class ChargePostAnswers(ChargeSideAnswers):
    """The answers about a unit beside A or B in a combat of several."""

    contact: Contact = "front"
    charges_from: int = 0
    reaction: ReactionKey = "none"
    use_fearsome: bool = False
    volley_fire: bool = False


@dataclass(frozen=True, slots=True)
class ChargeSituation(Situation[ChargeSideAnswers]):
    """The situation of a match-up, as `questions.KINDS` ask for it."""

    distance: int = 0
    part_inch: bool = False
    furthest: int = 0
    contact: Contact = "front"
    charges_from: int = 0
    reaction: ReactionKey = "none"
    use_fearsome: bool = False
    volley_fire: bool = False
    first: Side = "a"
    closing: Closing = "by-weapons"
    turns: int = 12
    a: ChargeSideAnswers = ChargeSideAnswers()
    b: ChargeSideAnswers = ChargeSideAnswers()


@dataclass(frozen=True, slots=True)
class ChargeReadings:
    """The readings of the rules, as `questions.READINGS` ask for them."""

    later_rounds: Literal["alternating", "a", "b"] = "alternating"
    half_strength: Literal["none", "half-dice"] = "none"
    dead_strike: bool = False
    test_after_destroying: bool = False
    fall_back_ends: bool = True
    engaged_pivot: bool = False
    flank_and_rear: Literal["better", "both"] = "better"
    ones_fail: bool = True
    sixes_hit: bool = False
    push_total: Literal["hits", "one-plus-hits"] = "hits"
    charge_distance: Literal["shortest", "longest"] = "shortest"
    fear_in_reach: Literal["caught", "away"] = "caught"
    short_charge: Literal["speed", "stays"] = "speed"
    abilities: Literal["house", "printed"] = "house"
    shield_wall_lasts: Literal["round", "fight"] = "round"
    reaction_shots_push: bool = False
    pushed_out: Literal["same-side", "any", "none"] = "same-side"
    caught_fleeing: Literal["destroyed", "rear"] = "destroyed"
    general_himself: bool = True
    rally_on_two: Literal["total", "dice"] = "total"


ChargeContext = Context[ChargeSituation, ChargeReadings]
