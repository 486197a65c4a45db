"""Loading in Mordheim: which missile weapons of a fighter are not ready to be shot.

What is not ready is one number. It has three bits for each weapon, by its place: empty,
loading a turn longer, lost. One more says that a net holds the fighter himself.
"""

from rulesets.games.mordheim.combat.shots.misfires import FINE, LOST, SLOW

WEAPONS = 8
"""Missile weapons that one fighter may have at most."""

_ALL = (1 << WEAPONS) - 1

_NETTED = 1 << 3 * WEAPONS


def not_ready(empty: int) -> int:
    """Return a bit for each weapon that cannot be shot."""
    return (empty | empty >> 2 * WEAPONS) & _ALL


def is_netted(empty: int) -> bool:
    """Return whether a net holds him: in his next turn he only recovers and loads."""
    return empty >= _NETTED


def netted(empty: int) -> int:
    """Return what is not ready when a net has caught him."""
    return empty | _NETTED


def freed(empty: int) -> int:
    """Return what is not ready when no net holds him any more."""
    return empty & ~_NETTED


def after_shot(empty: int, which: int, empties: int, gun: int = FINE) -> int:
    """Return what is not ready after a shot.

    Parameters
    ----------
    empty : int
    which : int
        The weapon's place.
    empties : int
        Bits of the weapons that a shot empties.
    gun : int
        What a misfire left of it: `FINE`, `SLOW` or `LOST`.
    """
    bit = 1 << which
    found = empty | (empties & bit)
    if gun == SLOW:
        found |= bit | (empties & bit) << WEAPONS
    elif gun == LOST:
        found |= bit << 2 * WEAPONS
    return found


def after_loading(empty: int, reloads: int) -> int:
    """Return what is not ready after a turn of loading.

    Examples
    --------
    A gun that loads a turn longer is empty still after the first:

    >>> slow = after_shot(0, 0, 1, SLOW)
    >>> [not_ready(one) for one in (slow, after_loading(slow, 1))]
    [1, 1]
    >>> not_ready(after_loading(after_loading(slow, 1), 1))
    0
    """
    slow = empty >> WEAPONS & _ALL
    loaded = reloads & ~slow & _ALL
    return empty & ~loaded & ~((slow & reloads) << WEAPONS)
