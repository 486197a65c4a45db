"""Which Leadership and Initiative are used, whose they are and why, in words."""

from collections.abc import Callable
from functools import lru_cache

from rulesets.games.scrollhammer.combat.attack_values import FIRST, LAST
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
)
from rulesets.games.scrollhammer.combat.side import FLANK, ScrollhammerSide

MOST = 10
"""The highest Initiative."""

Figure = Callable[[ScrollhammerGroup], int]


@lru_cache(maxsize=512)
def leadership_of(profile: ScrollhammerUnit) -> str:
    """Return the Leadership of a unit's tests, whose it is, and what follows it.

    References
    ----------
    Scrollhammer Rulebook, Characters: a unit tests on its highest Leadership.
    """
    return _highest(profile, "Leadership", lambda group: group.ld)


@lru_cache(maxsize=512)
def initiative_of(profile: ScrollhammerUnit) -> str:
    """Return the Initiative of a unit's sweeps and flights, and whose it is.

    References
    ----------
    Scrollhammer Rulebook, Sweeping Advances: unmodified, the highest of the unit.
    """
    return _highest(profile, "Initiative", lambda group: group.i)


def _highest(profile: ScrollhammerUnit, name: str, figure: Figure) -> str:
    """Return the highest figure of a unit, and that of those without its bearers."""
    groups = profile.groups
    best = max(groups, key=figure)
    value = figure(best)
    if len({figure(group) for group in groups}) == 1:
        return f"{name} {value}" + (f" of {best.name}" if len(groups) == 1 else "")
    rest = max((g for g in groups if figure(g) < value), key=figure)
    without = f"{figure(rest)} of {rest.name} when it is gone"
    return f"{name} {value} of {best.name}, the highest there is ({without})"


def blow_initiative(
    side: ScrollhammerSide, place: int, order: str, *, first: bool
) -> tuple[int, str]:
    """Return the step in which a group's models strike, and why.

    11 is before all others, 0 after them.

    References
    ----------
    Scrollhammer Rulebook, Initiative Steps; Flanks; Special rules H to Q: Invisibility,
    Paralyze.
    """
    printed = side.profile.groups[place].i
    if order == LAST:
        return 0, f"{printed} printed, its weapon strikes after all others"
    if order == FIRST:
        return MOST + 1, f"{printed} printed, it strikes before all others"
    if first and side.unseen != "none":
        return (10 if side.unseen == "first" else 1), f"{printed} printed, invisible"
    if side.struck_aside:
        where = "flank" if side.struck == FLANK else "rear"
        return 1, f"{printed} printed, struck in its {where}"
    if side.paralyzed:
        return 1, f"{printed} printed, paralyzed"
    return printed, "printed"
