"""The state of a battle line from round to round, and the fates of its units."""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

IN, SLAIN, BROKEN, RUN_DOWN, FLED = "", "slain", "broken", "run-down", "fled"
"""Fates of a unit: it fights, or left the combat in one of these ways."""

Value = TypeVar("Value", str, bool)


def told(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """Return values of a mode; none where all of them are empty."""
    return values if any(values) else ()


class LineMode(NamedTuple):
    """The state of a battle line besides the wounds that are left.

    Parameters
    ----------
    fates : tuple of str
        What became of each unit.
    first : bool
        In the first round.
    last_won : tuple of str
        Of each unit, who won the round before in its combat; empty where nobody did or
        nothing depends on it.
    frenzy : tuple of bool
        Of each post, whether it is in a frenzy.
    afraid : tuple of bool
        Of each post, whether it failed a test of fear: only in the first round.
    defended : tuple of bool
        Of each unit, whether an obstacle stands in its combat; empty where none does.
    duel : tuple of int
        The posts of both duellists while a challenge lasts; empty without one.
    brought : tuple of int
        Models that each unit has brought up after rounds that its side won; empty
        where none has.
    turn : str
        Whose turn it is, ``a`` or ``b``; "" where nothing depends on it.
    stupid : tuple of bool
        Of each post, whether it failed its last test of stupidity; empty where none
        did.
    odd : tuple of str
        Of each stupid post, whether its odd model fights or stands; empty until that
        is drawn in a round.
    reached : tuple of str
        The sides of which a unit has reached a fresh enemy in pursuit or overrun.
    left : tuple of str
        Of each post, who is left of a ridden monster; empty until a blow counts who
        touches it.
    spent : tuple of bool
        Of each unit, whether what helps in its first Break test is used up; empty where
        none is.
    """

    fates: tuple[str, ...]
    first: bool = False
    last_won: tuple[str, ...] = ()
    frenzy: tuple[bool, ...] = ()
    afraid: tuple[bool, ...] = ()
    defended: tuple[bool, ...] = ()
    duel: tuple[int, ...] = ()
    brought: tuple[int, ...] = ()
    turn: str = ""
    stupid: tuple[bool, ...] = ()
    odd: tuple[str, ...] = ()
    reached: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    spent: tuple[bool, ...] = ()


class RoundEnd(NamedTuple):
    """A class of rounds: what Break tests and flight depend on.

    Parameters
    ----------
    differences : tuple of int
        Of each unit, points of A less those of B in its combat; 0 out of any.
    alive : tuple of bool
        Of each pool, whether any of it is left.
    weaker : tuple of bool
        Of each unit, whether it is weaker than those it fears.
    """

    differences: tuple[int, ...]
    alive: tuple[bool, ...]
    weaker: tuple[bool, ...]

    @property
    def won(self) -> tuple[str, ...]:
        """Return the side that won the combat of each unit, if any."""
        return tuple(
            ["a" if by > 0 else "b" if by < 0 else "" for by in self.differences]
        )

    def any(self, pools: Sequence[int]) -> bool:
        """Return whether any of some pools is left."""
        return any(map(self.alive.__getitem__, pools))


class Aftermath(NamedTuple):
    """Everything that decides where a round leads, besides who breaks in it.

    Parameters
    ----------
    fates : tuple of str
        Of each unit, before anybody breaks.
    won : tuple of str
        Of each unit, the side that won its combat, if any.
    paces : tuple of (int, int, float)
        Of each unit that is left, its dice of flight, those that its pursuit has beyond
        them, and the chance that it does not pursue.
    alive : tuple of bool
        Of each pool that may later count by being left, whether it is.
    """

    fates: tuple[str, ...]
    won: tuple[str, ...]
    paces: tuple[tuple[int, int, float], ...]
    alive: tuple[bool, ...]
