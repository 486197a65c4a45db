"""Who meets whom where several Mordheim fighters clash with several.

They pair off as evenly as they can, at most three to one; the others wait.
"""

from dataclasses import dataclass
from functools import lru_cache

from rulesets.games.mordheim.combat.body import OUT, STANDING, BodyState
from rulesets.games.mordheim.combat.context import Charger
from rulesets.odds.sides import Side

MOST_AT_ONE = 3
"""Fighters who strike at one at most; the others wait."""

Band = tuple[BodyState, ...]
"""Fighters of one side who are left, those with most wounds first."""

Field = tuple[Band, Band]
"""Who is left of sides A and B."""

Left = dict[tuple[Band, Band, bool], float]
"""Who is left of the many and of the one, and whether it never ends [chance]."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two sides that are about to clash.

    Parameters
    ----------
    sides : tuple of tuple of BodyState
        Who of A and B is near enough.
    charger : str
        ``a``, ``b`` or ``none``.
    waiting : tuple of BodyState
        Chargers whom fear holds back.
    shakes : float
        Chance that fear shakes each of the charged [chance].
    """

    sides: Field
    charger: Charger
    waiting: Band = ()
    shakes: float = 0.0

    @property
    def fighters(self) -> int:
        """Return how many fight or wait."""
        return len(self.sides[0]) + len(self.sides[1]) + len(self.waiting)


@dataclass(frozen=True, slots=True)
class Clash:
    """One fighter against one or several: who, and how it begins."""

    many: Side
    several: Band
    one: BodyState
    alone: bool
    charger: Charger
    shakes: float


def many_of(meeting: Meeting) -> tuple[Side, Band]:
    """Return the side that is no smaller, and whoever of it must wait."""
    a, b = meeting.sides
    if len(a) >= len(b):
        return "a", a[MOST_AT_ONE * len(b) :]
    return "b", b[MOST_AT_ONE * len(a) :]


def clashes_of(meeting: Meeting) -> list[Clash]:
    """Return how those who meet pair off."""
    many, idle = many_of(meeting)
    several, ones = meeting.sides if many == "a" else meeting.sides[::-1]
    several = several[: len(several) - len(idle)]
    joins = bool(meeting.waiting) and meeting.charger != many
    alone = len(ones) == 1 and not joins
    return [
        Clash(
            many,
            several[place :: len(ones)],
            one,
            alone,
            meeting.charger,
            meeting.shakes,
        )
        for place, one in enumerate(ones)
    ]


def band_of(states: tuple[BodyState, ...]) -> Band:
    """Return those who are left, back on their feet with their weapons, in order."""
    return tuple(
        sorted(
            (
                state._replace(posture=STANDING, dull=False, kit=0)
                for state in states
                if state.posture < OUT
            ),
            key=_most_wounds_first,
        )
    )


@lru_cache(maxsize=1 << 15)
def joined(band: Band, other: Band) -> Band:
    """Return two bands as one, in order."""
    if not band or not other:
        return band or other
    return tuple(sorted((*band, *other), key=_most_wounds_first))


def _most_wounds_first(state: BodyState) -> tuple[int, BodyState]:
    return -state.wounds, state


def merged(left: Left, clash: Left, least: float) -> Left:
    """Return who is left of two clashes that have nothing to do with one another."""
    found: Left = {}
    for (many, ones, stuck), share in left.items():
        for (more, another, bound), of in clash.items():
            if share * of <= least:
                continue
            key = joined(many, more), joined(ones, another), stuck or bound
            found[key] = found.get(key, 0.0) + share * of
    return found
