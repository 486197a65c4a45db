"""The answers of Warhammer as values: a situation, readings, and both with a trace."""

from dataclasses import dataclass, replace
from typing import Literal

from rulesets.odds.closing import Closing
from rulesets.odds.context import Context, Situation
from rulesets.odds.sides import Side

Flank = Literal["front", "flank", "rear"]
"""The side on which a charge hits, or a unit is touched."""


Cover = Literal["open", "soft", "hard"]


Reaction = Literal["holds", "shoots", "flees"]
"""Reactions of a charged unit."""


Somebody = Literal["nobody", "a", "b"]


Redress = Literal["keeps", "widens", "laps-round"]
"""Acts of a unit that has won a round and stays in the combat."""


@dataclass(frozen=True, slots=True)
class WarhammerSideAnswers:
    """The answers about each side."""

    width: int = 0
    wounds_lost: int = 0
    base: int = 0
    touched_in: Flank = "front"
    general: int = 0
    battle_standard: bool = False
    bonus: int = 0
    pursuit: Literal["pursues", "restrains"] = "pursues"
    redress: Redress = "keeps"
    fresh_enemy: int = 0
    hates: bool = False
    fears: bool = False
    blessed: bool = False
    vomits: bool = False
    uses_item: bool = False
    quelled: bool = False
    reaction: Reaction = "holds"
    pace: Literal["marches", "walks"] = "marches"
    risks_charge: bool = True
    cover: Cover = "open"
    hill: bool = False
    charges: bool = False
    friends: int = 0
    friends_leadership: int = 7
    aims: Literal["unit", "characters", "easier", "rider", "mount"] = "unit"
    aims_at_ridden: Literal["easier", "rider", "mount"] = "easier"


@dataclass(frozen=True, slots=True)
class WarhammerPostAnswers(WarhammerSideAnswers):
    """The answers about a further unit or a character of a battle line."""

    contact: Flank = "front"


@dataclass(frozen=True, slots=True)
class WarhammerSituation(Situation[WarhammerSideAnswers]):
    """The situation of a match-up, as `questions.KINDS` ask for it."""

    distance: int = 0
    cover: Cover = "open"
    moved: bool = False
    charging: bool = False
    all_shots: bool = True
    guess_within: int = 0
    shot_from: Literal["front", "flank"] = "front"
    grapeshot: bool = False
    steers: int = 0
    engineer: bool = False
    hill: bool = False
    fanatics: int = 0
    mushrooms: bool = False
    casts: bool = False
    spell_hits: int = 0
    spell_strength: int = 4
    first: Side = "a"
    closing: Closing = "by-weapons"
    turns: int = 6
    contact: Flank = "front"
    reaction: Reaction = "holds"
    terror_tested: bool = False
    overrun: bool = False
    last_won: Somebody = "nobody"
    turn: Side = "a"
    challenge: bool = False
    refuses: Somebody = "nobody"
    higher_ground: Somebody = "nobody"
    defended: bool = False
    a: WarhammerSideAnswers = WarhammerSideAnswers()
    b: WarhammerSideAnswers = WarhammerSideAnswers()

    def with_side(
        self, side: Side, answers: WarhammerSideAnswers
    ) -> "WarhammerSituation":
        """Return the situation with other answers about one side."""
        if answers == self.of(side):
            return self
        return replace(self, a=answers) if side == "a" else replace(self, b=answers)


@dataclass(frozen=True, slots=True)
class WarhammerReadings:
    """The readings of the rules, as `readings.READINGS` ask for them."""

    step_up: bool = False
    blows: Literal["in-order", "at-once"] = "in-order"
    ranks_counted: Literal["start", "end"] = "start"
    last_rank: Literal["four", "full"] = "four"
    rank_width: int = 4
    flank_strength: int = 5
    flank_bonus: Literal["end", "start"] = "end"
    frontage: Literal["corners", "all"] = "corners"
    musician_wins: bool = True
    redress_by: int = 1
    lapping: Literal["none", "flank"] = "none"
    killing_blow: Literal["bases", "on-foot"] = "bases"
    stupid_tests: Literal["own-turn", "each-round", "never"] = "own-turn"
    stupid_half: Literal["left", "start"] = "left"
    volley_misfire: Literal["all", "die"] = "all"
    shots_at_rider: int = 5
    once_a_game: Literal["first-round", "never"] = "first-round"
    stronger: Literal["strength", "unit-strength"] = "strength"


WarhammerContext = Context[WarhammerSituation, WarhammerReadings]
