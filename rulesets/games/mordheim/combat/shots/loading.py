"""Loading in Mordheim: which missile weapons of a fighter are not ready to be shot.

What is not ready is one number. It has three bits for each weapon, by its place: empty,
loading a turn longer, lost. One more says that a net holds the fighter himself. In
groups some more say which goods he has used against charges, and that his powder was
thrown in this movement phase.
"""

from rulesets.games.mordheim.combat.shots.misfires import FINE, LOST, SLOW

WEAPONS = 8
"""Missile weapons that one fighter may have at most."""

_ALL = (1 << WEAPONS) - 1

_NETTED = 1 << 3 * WEAPONS

_GOODS = 3 * WEAPONS + 1

_EVERY_GOOD = 15

_CLOUD = 1 << _GOODS + 4


def not_ready(empty: int) -> int:
    """Return a bit for each weapon that cannot be shot."""
    return (empty | empty >> 2 * WEAPONS) & _ALL


def is_netted(empty: int) -> bool:
    """Return whether a net holds him: in his next turn he only recovers and loads."""
    return empty & _NETTED > 0


def netted(empty: int) -> int:
    """Return what is not ready when a net has caught him."""
    return empty | _NETTED


def freed(empty: int) -> int:
    """Return what is not ready when no net holds him any more."""
    return empty & ~_NETTED


def used_up(empty: int) -> int:
    """Return which goods are used up, as bits; see `Apart.spent`."""
    return empty >> _GOODS & _EVERY_GOOD


def with_used(empty: int, goods: int, *, cloud: bool) -> int:
    """Return what is not ready when goods were used, one of them in a cloud if told."""
    return empty | goods << _GOODS | (_CLOUD if cloud else 0)


def is_clouded(empty: int) -> bool:
    """Return whether his flash powder was thrown in this movement phase."""
    return empty & _CLOUD > 0


def without_cloud(empty: int) -> int:
    """Return what is not ready when that phase is over."""
    return empty & ~_CLOUD


def weapons_alone(empty: int) -> int:
    """Return what is not ready but for goods, which count no more."""
    return empty & (1 << _GOODS) - 1


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
