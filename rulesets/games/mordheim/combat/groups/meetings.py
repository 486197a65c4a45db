"""Meetings of groups in Mordheim: who meets whom, and who is left.

They pair off as evenly as they can, at most three to one; the others wait.
"""

from dataclasses import dataclass
from typing import TypeVar

from rulesets.games.mordheim.combat.blows.body import BodyState
from rulesets.games.mordheim.combat.blows.injuries import OUT, STANDING
from rulesets.games.mordheim.combat.context import Charger
from rulesets.odds.sides import Side

MOST_AT_ONE = 3
"""Fighters who strike at one at most; the others wait."""

Band = tuple[BodyState, ...]
"""Fighters of one side who are left, those with most wounds first."""

Field = tuple[Band, Band]
"""The fighters left of sides A and B."""

Numbers = tuple[int, int]
"""Numbers of fighters of sides A and B that are left."""

Pistols = tuple[frozenset[str], ...]
"""The pistols in hand that are empty, by fighter; nothing where none is."""

_Of = TypeVar("_Of")


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two sides that are about to clash.

    Parameters
    ----------
    sides : tuple of tuple of BodyState
        Who of A and B is near enough.
    charger : str
        ``a``, ``b`` or ``none``.
    first : str
        Who charged first of all; they charge whenever both sides are even.
    waiting : tuple of BodyState
        Fighters of the charger's side who do not charge: fear holds them back, or they
        are left behind.
    shakes : tuple of float
        Chances that fear shakes each of the charged, and who of them has lost his
        frenzy [chance].
    unloaded : tuple of tuple
        Of the sides' fighters, the pistols that are empty; nothing for none at all.
    dives : tuple of tuple
        Of the sides' fighters, what a diving charge adds to their Strength; nothing
        where nobody dived [pips].
    turns : int, optional
        Turns that are left, that of the charge included; none for no limit [turns].
    """

    sides: Field
    charger: Charger
    first: Charger
    waiting: Band = ()
    shakes: tuple[float, float] = (0.0, 0.0)
    unloaded: tuple[Pistols, Pistols] = ((), ())
    dives: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    turns: int | None = None

    @property
    def fighters(self) -> int:
        """Return the number of those who fight or wait."""
        return len(self.sides[0]) + len(self.sides[1]) + len(self.waiting)


@dataclass(frozen=True, slots=True)
class Clash:
    """One fighter against one or several: who, and how it begins.

    ``shakes`` are the chances that fear shakes each of the charged, ``unloaded`` the
    pistols that are empty, ``dives`` what dives add to Strength, those of the one the
    last.
    """

    many: Side
    several: Band
    one: BodyState
    alone: bool
    charger: Charger
    shakes: tuple[float, ...]
    unloaded: Pistols = ()
    dives: tuple[int, ...] = ()


def many_of(meeting: Meeting) -> tuple[Side, Band]:
    """Return the side that is no smaller, and whoever of it must wait."""
    a, b = meeting.sides
    if len(a) >= len(b):
        return "a", a[MOST_AT_ONE * len(b) :]
    return "b", b[MOST_AT_ONE * len(a) :]


def clashes_of(meeting: Meeting) -> list[Clash]:
    """Pair off those who meet; a friend who lies is none near."""
    many, idle = many_of(meeting)
    several, ones = meeting.sides if many == "a" else meeting.sides[::-1]
    several = several[: len(several) - len(idle)]
    stands = any(state.posture == STANDING for state in meeting.waiting)
    alone = len(ones) == 1 and not (stands and meeting.charger != many)
    found = []
    step = len(ones)
    for place, one in enumerate(ones):
        own = several[place::step]
        whose = many, place, step, len(own)
        charged = own if meeting.charger != many else (one,)
        found.append(
            Clash(
                many,
                own,
                one,
                alone,
                meeting.charger,
                tuple(meeting.shakes[state.calm] for state in charged),
                _of_clash(meeting.unloaded, *whose),
                _of_clash(meeting.dives, *whose),
            )
        )
    return found


def _of_clash(
    sides: tuple[tuple[_Of, ...], tuple[_Of, ...]],
    many: Side,
    place: int,
    step: int,
    number: int,
) -> tuple[_Of, ...]:
    """Return what those of one clash have of what both sides have; nothing of nothing.

    Parameters
    ----------
    sides : tuple of tuple
        By fighter of sides A and B.
    many : str
    place, step : int
        Which of the ones fights in this clash, of how many.
    number : int
        How many he fights.
    """
    of_many, of_ones = sides if many == "a" else sides[::-1]
    if not of_ones:
        return ()
    return (*of_many[place::step][:number], of_ones[place])


def back_on_his_feet(state: BodyState) -> BodyState:
    """Return a fighter's state when his clash is over: he burns no more (house)."""
    return state._replace(
        posture=STANDING, dull=False, loadout=0, stopped=False, alight=False
    )


def band_of(states: tuple[BodyState, ...]) -> Band:
    """Return those who are left, back on their feet with their weapons, in order."""
    return tuple(
        sorted(
            (back_on_his_feet(state) for state in states if state.posture < OUT),
            key=most_wounds_first,
        )
    )


def most_wounds_first(state: BodyState) -> tuple[int, BodyState]:
    """Return by what the fighters of a band are ordered."""
    return -state.wounds, state
