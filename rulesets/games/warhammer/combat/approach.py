"""What may come of the turns before contact, as it is gathered and told."""

from dataclasses import dataclass, field, replace

from rulesets.core.percent import percent
from rulesets.games.warhammer.combat.states import at
from rulesets.odds.answer import Step
from rulesets.odds.volley import Floats

TELLING = 0.01
"""Least chance of what the trace tells of the turns before contact [chance]."""


@dataclass(frozen=True, slots=True)
class ApproachCase:
    """Where both stand, and what has befallen them.

    Parameters
    ----------
    distance : int
        [inches]
    flees : str
        Who is fleeing: ``a``, ``b`` or nobody.
    tested : tuple of bool
        Whether a and b have taken their test for terror.
    dull : tuple of bool
        Whether a and b have failed their last test of stupidity.
    """

    distance: int
    flees: str = ""
    tested: tuple[bool, bool] = (False, False)
    dull: tuple[bool, bool] = (False, False)

    def having_tested(self, place: int) -> "ApproachCase":
        """Return the case after a test for terror of one side (0 or 1)."""
        return replace(self, tested=at(self.tested, place, said=True))

    def with_wits(self, place: int, *, dull: bool) -> "ApproachCase":
        """Return the case after a test of stupidity of one side (0 or 1)."""
        return replace(self, dull=at(self.dull, place, said=dull))


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that may happen in a turn, as the trace tells it."""

    turn: int
    order: int
    side: str
    rule: str
    source: str
    text: str


@dataclass(slots=True, eq=False)
class ApproachOutcomes:
    """What came of the turns before contact; all are chances [chance].

    Parameters
    ----------
    contact : dict
        ``[a, b]`` by who charged, and whether the charged unit is afraid, and has
        failed its last test of stupidity.
    ended : dict
        ``[a, b]`` by how it ended without contact.
    turns : list
        Index k is the chance of contact in turn k.
    shot : dict
        Wounds lost to one volley, by turn, who is shot at, and whether while charging.
    flights : dict
        Expected number of times that a side takes to its heels.
    told : dict
        The chance of each happening, and its nearest and furthest distance.
    volleys : dict
        How often a volley is shot, by who shoots, the distance, whether after moving,
        and whether at a charge.
    dropped : float
        What was pruned.
    """

    contact: dict[tuple[str, bool, bool], Floats] = field(default_factory=dict)
    ended: dict[str, Floats] = field(default_factory=dict)
    turns: list[float] = field(default_factory=lambda: [0.0])
    shot: dict[tuple[int, str, bool], Floats] = field(default_factory=dict)
    flights: dict[str, float] = field(default_factory=lambda: {"a": 0.0, "b": 0.0})
    told: dict[Happening, list[float]] = field(default_factory=dict)
    volleys: dict[tuple[str, int, bool, bool], float] = field(default_factory=dict)
    dropped: float = 0.0

    def steps(self) -> list[Step]:
        """Return what may happen: in which turns, how far apart, with what chance."""
        found: dict[Step, list[str]] = {}
        for one in sorted(self.told, key=lambda one: (one.turn, one.order, one.side)):
            chance, near, far = self.told[one]
            if chance >= TELLING:
                step = Step(one.rule, one.source, one.text, one.side)
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
