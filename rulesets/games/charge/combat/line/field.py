"""A combat of several units as it is laid out: who touches whom, and where."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property

from rulesets.games.charge.combat.attack import QUARTER_TURN, melee_blows
from rulesets.games.charge.combat.charge import walled
from rulesets.games.charge.combat.context import (
    ChargeContext,
    ChargePostAnswers,
    ChargeReadings,
    ChargeSideAnswers,
    ChargeSituation,
    Contact,
)
from rulesets.games.charge.combat.profile import ChargeNerve, ChargeUnit, nerve
from rulesets.games.charge.combat.terms import ChargeAttack
from rulesets.odds.context import Context, beside, read_answers
from rulesets.odds.posts import Post, links_of, posts_by_side
from rulesets.odds.sides import SIDES, Side

IN, DESTROYED, BROKEN, FELL_BACK = "", "destroyed", "broken", "falls-back"
FLED = "flees"
"""Fates of a unit: it fights or stands, or left the combat in one of these ways."""

Touches = tuple[tuple[int, int, Contact], ...]
"""Pairs of units that touch, both ways, in their order: unit, enemy, and where the unit
is touched by that enemy."""

OF_A_SIDE = fields(ChargeSideAnswers)
"""The answers about each side, as fields."""

MOST_TURNS = 2
"""Quarter turns after which whatever touched a unit is in its front."""


@dataclass(frozen=True, slots=True)
class CombatMode:
    """The state of a combat besides the wounds that are left.

    Parameters
    ----------
    fates : tuple of str
        What became of each unit.
    active : {"a", "b"}
        Who strikes first in the next round.
    turns : tuple of int
        Quarter turns that each unit has made in the combat.
    touches : tuple
        Who touches whom, and where, before any turns.
    walled : tuple of int
        Units behind a Shield Wall.
    """

    fates: tuple[str, ...]
    active: Side = "a"
    turns: tuple[int, ...] = ()
    touches: Touches = ()
    walled: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class CombatField:
    """Everything about a combat that stays as it is from round to round.

    Units are numbered; a number is that of their pool of wounds, too.

    Parameters
    ----------
    posts : tuple of Post
    answers : tuple of ChargePostAnswers
        About each unit.
    situation : ChargeSituation
    readings : ChargeReadings
    touched : dict
        ``[x, y]``: where unit x is touched by unit y when all have arrived.
    """

    posts: tuple[Post[ChargeUnit], ...]
    answers: tuple[ChargePostAnswers, ...]
    situation: ChargeSituation
    readings: ChargeReadings
    touched: dict[tuple[int, int], Contact]

    @cached_property
    def profiles(self) -> tuple[ChargeUnit, ...]:
        """Return the figures of each unit."""
        return tuple(post.unit for post in self.posts)

    @cached_property
    def nerves(self) -> tuple[ChargeNerve, ...]:
        """Return the chances of each unit in a Morale test."""
        return tuple(
            nerve(one, self.context(number)) for number, one in enumerate(self.profiles)
        )

    def context(self, unit: int) -> ChargeContext:
        """Return the situation as it is for one unit, with a trace of its own."""
        side, answers = self.posts[unit].side, self.answers[unit]
        return Context(beside(self.situation, side, answers), self.readings)

    def foes(self, unit: int, mode: CombatMode) -> tuple[int, ...]:
        """Return the enemies that a unit still touches, in their order."""
        if mode.fates[unit] != IN:
            return ()
        return tuple(
            foe for own, foe, _ in mode.touches if own == unit and mode.fates[foe] == IN
        )

    def engaged(self, mode: CombatMode) -> tuple[int, ...]:
        """Return the units that still touch an enemy."""
        return tuple(unit for unit in range(len(self.posts)) if self.foes(unit, mode))

    def place(self, unit: int, foe: int, mode: CombatMode) -> Contact:
        """Return where a unit is touched by an enemy now."""
        found = next(
            place for own, other, place in mode.touches if (own, other) == (unit, foe)
        )
        for _ in range(mode.turns[unit]):
            found = QUARTER_TURN[found]
        return found

    def in_front(self, unit: int, mode: CombatMode) -> tuple[int, ...]:
        """Return the enemies that a unit may strike at, in their order."""
        return tuple(
            foe
            for foe in self.foes(unit, mode)
            if self.place(unit, foe, mode) == "front"
        )

    def blows(
        self, unit: int, foe: int, mode: CombatMode, context: ChargeContext
    ) -> ChargeAttack:
        """Return the attacks of a unit on an enemy that it touches."""
        own, other = self.profiles[unit], self.profiles[foe]
        if foe in mode.walled:
            other = walled(other)
        return melee_blows(own, other, self.place(foe, unit, mode), context)

    def opening(self) -> CombatMode:
        """Return the mode in which all touch whom they are said to touch."""
        return CombatMode(
            tuple(IN for _ in self.posts),
            "a",
            tuple(0 for _ in self.posts),
            touches_of(self.touched),
        )

    def target(self, unit: int) -> int:
        """Return the enemy that a unit is said to touch, and charges if it charges."""
        touches = self.posts[unit].touches
        return next(foe for foe, post in enumerate(self.posts) if post.key == touches)


def touches_of(touched: Mapping[tuple[int, int], Contact]) -> Touches:
    """Return who touches whom, in their order."""
    return tuple((own, foe, touched[own, foe]) for own, foe in sorted(touched))


def field_of(
    a: ChargeUnit,
    b: ChargeUnit,
    further: tuple[Post[ChargeUnit], ...],
    context: ChargeContext,
) -> CombatField:
    """Return a combat as it is laid out: A, those beside A, B, those beside B."""
    ordered = posts_by_side(a, b, further)
    answers = tuple(post_answers(post, context.situation) for post in ordered)
    return CombatField(
        ordered,
        answers,
        context.situation,
        context.readings,
        links_of(
            ordered,
            [one.contact for one in answers],
            [one.touched_in for one in answers],
        ),
    )


def post_answers(
    post: Post[ChargeUnit], situation: ChargeSituation
) -> ChargePostAnswers:
    """Return the answers about a unit; those about A and B stand in the situation."""
    if post.key not in SIDES:
        return read_answers(ChargePostAnswers, post.answers)
    own = {one.name: getattr(situation.of(post.side), one.name) for one in OF_A_SIDE}
    return ChargePostAnswers(
        **own,
        charges_from=situation.charges_from if post.key == "a" else 0,
        use_fearsome=situation.use_fearsome,
        reaction=situation.reaction,
        volley_fire=situation.volley_fire,
    )
