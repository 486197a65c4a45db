"""Cases and events of the turns before contact, and their log."""

from dataclasses import dataclass, field, replace

from rulesets.core.percent import percent
from rulesets.games.warhammer.combat.fights.ridden_monsters import BOTH
from rulesets.games.warhammer.combat.fights.states import with_flag
from rulesets.games.warhammer.sources import (
    ANIMOSITY,
    CHARGES,
    MOVING,
    PSYCHOLOGY,
    SHOOTING,
)
from rulesets.odds.answer import Step
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.volley import Floats

TELLING = 0.01
"""Least chance of an event that the trace reports [chance]."""


@dataclass(frozen=True, slots=True)
class ApproachCase:
    """The events that have befallen two units, from whatever distance.

    Parameters
    ----------
    flees : str
        Who is fleeing: ``a``, ``b`` or nobody.
    tested : tuple of bool
        Whether a and b have taken their test for terror.
    stupid : tuple of bool
        Whether a and b have failed their last test of stupidity.
    left : tuple of str
        Who is left of a and b: of a ridden monster both, its rider or its mount.
    spent : tuple of frozenset
        What a and b have used that counts once in the game, by its term.
    """

    flees: str = ""
    tested: tuple[bool, bool] = (False, False)
    stupid: tuple[bool, bool] = (False, False)
    left: tuple[str, str] = (BOTH, BOTH)
    spent: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())

    def has_tested(self, side: Side) -> bool:
        """Return whether a side has taken its test for terror."""
        return self.tested[SIDES.index(side)]

    def having_tested(self, side: Side) -> "ApproachCase":
        """Return the case after a test for terror of one side."""
        tested = with_flag(self.tested, side, flag=True)
        return replace(self, tested=tested)

    def has_spent(self, side: Side, term: str) -> bool:
        """Return whether a side has used what counts once in the game."""
        return term in self.spent[SIDES.index(side)]

    def having_spent(self, side: Side, term: str) -> "ApproachCase":
        """Return the case after one side has used what counts once in the game."""
        a, b = (
            known | {term} if one == side else known
            for one, known in zip(SIDES, self.spent, strict=True)
        )
        return replace(self, spent=(a, b))

    def is_stupid(self, side: Side) -> bool:
        """Return whether a side has failed its last test of stupidity."""
        return self.stupid[SIDES.index(side)]

    def with_stupidity(self, side: Side, *, stupid: bool) -> "ApproachCase":
        """Return the case after a test of stupidity of one side."""
        flags = with_flag(self.stupid, side, flag=stupid)
        return replace(self, stupid=flags)

    def fleeing(self, who: str) -> "ApproachCase":
        """Return the case in which somebody flees, or nobody."""
        return self if who == self.flees else replace(self, flees=who)

    def with_left(self, left: tuple[str, str]) -> "ApproachCase":
        """Return the case with that left of both."""
        if left == self.left:
            return self
        return replace(self, left=left)


@dataclass(frozen=True, slots=True)
class ApproachContact:
    """A way in which both came to contact.

    Parameters
    ----------
    charger : {"a", "b"}
    afraid, stupid : bool
        Whether the charged unit has failed a test of fear, and its last of stupidity.
    """

    charger: Side
    afraid: bool = False
    stupid: bool = False


@dataclass(frozen=True, slots=True)
class ApproachEvent:
    """Something that may happen to a side in a turn.

    Parameters
    ----------
    order : int
        Its place among the events of a turn.
    rule, source, text : str
        As the trace reports it, after the name of the unit.
    """

    order: int
    rule: str
    source: str
    text: str


RALLY = ApproachEvent(0, "Rally", f"{MOVING}: Rally (p. 75)", "rallied")


TERROR = ApproachEvent(
    0, "Terror", f"{PSYCHOLOGY}: Terror", "a failed test, and flight"
)


STUMBLE = ApproachEvent(
    1, "Stupidity", f"{PSYCHOLOGY}: Stupidity", "a failed test, and it stumbles on"
)


SQUABBLE = ApproachEvent(1, "Animosity", ANIMOSITY, "it squabbles")


FEAR = ApproachEvent(1, "Fear", f"{PSYCHOLOGY}: Fear", "no charge, for fear")


A_CHARGE = ApproachEvent(2, "Charge", CHARGES, "a charge")


FLIGHT = ApproachEvent(3, "Flee", CHARGES, "flight from the charge")


REACTION = ApproachEvent(4, "Stand and shoot", SHOOTING, "shots")


PANIC_CHARGING = ApproachEvent(5, "Panic", f"{PSYCHOLOGY}: Panic", "a failed test")


FALLS_SHORT = ApproachEvent(5, "Charge", CHARGES, "a charge that falls short")


MARCH = ApproachEvent(6, "Movement", MOVING, "a march")


WALK = ApproachEvent(6, "Movement", MOVING, "a walk")


SHOTS = ApproachEvent(7, "Shooting", SHOOTING, "shots")


PANIC = ApproachEvent(8, "Panic", f"{PSYCHOLOGY}: Panic", "a failed test")


@dataclass(frozen=True, slots=True)
class Happening:
    """An event in one turn, with the unit that it happens to."""

    turn: int
    side: Side
    name: str
    event: ApproachEvent


@dataclass(slots=True, eq=False)
class ApproachLog:
    """The events, volleys and flights of the turns before contact.

    Parameters
    ----------
    shot : dict
        By how much the state falls to one volley, by turn, who is shot at, and whether
        while charging [chance].
    flights : dict
        Expected number of times that a side takes to its heels.
    short : float
        Expected number of charges that fall short.
    is_told : bool
        Whether happenings and volleys are written down.
    told : dict
        The chance of each happening, and its nearest and furthest distance.
    volleys : dict
        How often a volley is shot, by the side and who is left of it, the distance,
        whether after moving, and whether at a charge.
    """

    shot: dict[tuple[int, Side, bool], Floats] = field(default_factory=dict)
    flights: dict[Side, float] = field(default_factory=lambda: {"a": 0.0, "b": 0.0})
    short: float = 0.0
    is_told: bool = False
    told: dict[Happening, list[float]] = field(default_factory=dict)
    volleys: dict[tuple[Side, str, int, bool, bool], float] = field(
        default_factory=dict
    )

    def steps(self) -> list[Step]:
        """Return the likely events with their turns, distances and chances."""
        found: dict[Step, list[str]] = {}
        order = sorted(self.told, key=lambda one: (one.turn, one.event.order, one.side))
        for one in order:
            told, near, far = self.told[one]
            chance = round(told, 12)
            if chance >= TELLING:
                event, text = one.event, f"{one.name}: {one.event.text}"
                step = Step(event.rule, event.source, text, one.side)
                when = f"turn {one.turn} ({between(near, far)}) {percent(chance)}"
                found.setdefault(step, []).append(when)
        return [
            replace(step, text=f"{step.text}: {', '.join(turns)}")
            for step, turns in found.items()
        ]


def between(near: float, far: float) -> str:
    """Return two distances [inches] in words.

    Examples
    --------
    >>> between(4, 12), between(8, 8)
    ('4 to 12"', '8"')
    """
    return f'{near:g}"' if near == far else f'{near:g} to {far:g}"'
