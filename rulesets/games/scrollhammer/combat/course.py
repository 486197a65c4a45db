"""An engagement before contact: where two units stand, and what has come of it."""

from dataclasses import dataclass, field

from rulesets.games.scrollhammer.combat.approach import ScrollhammerFire
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.odds.sides import Side
from rulesets.odds.volley import Floats

STEADY, GROUNDED, FALLING = range(3)
"""How a unit is: as usual, gone to ground, or falling back."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where both stand: inches to the own table edge, and how they are."""

    own_room: int
    other_room: int
    own_mood: int = STEADY
    other_mood: int = STEADY

    def turned(self) -> "Spot":
        """Return it as the other side sees it."""
        return Spot(self.other_room, self.own_room, self.other_mood, self.own_mood)


Spots = dict[Spot, Floats]
"""``[own, other]``: chance of the states of both, by where they stand [chance]."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What one side does in its turns.

    Parameters
    ----------
    own, other : ScrollhammerUnit
    closing : bool
        True if it comes nearer and charges.
    length : int
        From one table edge to the other, along the line between both [inches].
    situation, readings
    fires : dict
        Volleys worked out so far: by distance and manner, and by what shoots.
    """

    own: ScrollhammerUnit
    other: ScrollhammerUnit
    closing: bool
    length: int
    situation: ScrollhammerSituation
    readings: ScrollhammerReadings
    fires: dict[tuple[object, ...], ScrollhammerFire] = field(default_factory=dict)

    def distance(self, spot: Spot) -> int:
        """Return how far they are apart [inches]."""
        return self.length - spot.own_room - spot.other_room


@dataclass(slots=True, eq=False)
class Course:
    """What has come of an engagement so far, sides a and b in this order.

    Parameters
    ----------
    final : ndarray
        ``[a, b]``: states in which it ended before contact [chance].
    outcomes : dict
        Chance of each way that it ended there [chance].
    met : dict
        ``[a, b]``: states at contact, by who charged and whether the other was
        caught falling back and fights as skirmishers [chance].
    contact, lost : list of dict
        Chance of contact, and mean wounds lost before it by side, of every turn.
    """

    final: Floats
    outcomes: dict[str, float] = field(default_factory=dict)
    met: dict[tuple[Side, bool], Floats] = field(default_factory=dict)
    contact: list[float] = field(default_factory=list)
    lost: list[dict[str, float]] = field(default_factory=list)

    def end(self, plan: Plan, key: str, live: Floats) -> None:
        """End with an outcome; ``live`` is ``[own, other]``."""
        self.outcomes[key] = self.outcomes.get(key, 0.0) + float(live.sum())
        self.final += _as_ab(plan, live)

    def meet(self, plan: Plan, live: Floats, *, scattered: bool) -> None:
        """Bring both in contact; ``live`` is ``[own, other]``."""
        key = plan.own.side, scattered
        now = _as_ab(plan, live)
        self.met[key] = self.met[key] + now if key in self.met else now.copy()
        self.contact[-1] += float(live.sum())

    def lose(self, profile: ScrollhammerUnit, before: Floats, after: Floats) -> None:
        """Note the wounds that a side loses; both are chances of its states."""
        gone = float((before - after) @ profile.company.wounds)
        self.lost[-1][profile.side] += gone


def _as_ab(plan: Plan, live: Floats) -> Floats:
    return live if plan.own.side == "a" else live.T


def add(spots: Spots, spot: Spot, live: Floats) -> None:
    """Add chances to those of a spot."""
    spots[spot] = spots[spot] + live if spot in spots else live
