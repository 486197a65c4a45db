"""Tables of critical hits in Mordheim: the general one, and those by weapon."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

STOPS, DISARMS, FELLS, AGAIN = "stops", "disarms", "fells", "again"
"""Consequences of a critical hit beside wounds.

The enemy strikes no more in this phase, drops a weapon, is knocked down at once; or the
striker strikes once more.
"""

GENERAL = "general"

ONCE, EACH, NEVER = "once", "each", "never"
"""Saves by armour: one against all wounds, one against each, or none."""


@dataclass(frozen=True, slots=True)
class Result:
    """A result on a table of critical hits.

    Parameters
    ----------
    wounds : int
        [wounds]
    saved : str
        ``once``, ``each`` or ``never``.
    injury : int
        Added to the injury rolls [pips].
    bare : bool
        True if no helmet helps.
    kills : bool
        True if an unsaved wound takes out of action, however many are left.
    does : str
        What else it does, "" for nothing.
    """

    wounds: int = 1
    saved: str = ONCE
    injury: int = 0
    bare: bool = False
    kills: bool = False
    does: str = ""


def _table(*results: tuple[int, Result]) -> tuple[Result, ...]:
    """Return the results of 1 to 6; each counts for so many faces."""
    return tuple(one for faces, one in results for _ in range(faces))


TABLES: Mapping[str, tuple[Result, ...]] = {
    GENERAL: _table(
        (2, Result(wounds=2)),
        (2, Result(wounds=2, saved=NEVER)),
        (2, Result(wounds=2, saved=NEVER, injury=2)),
    ),
    "missile": _table(
        (2, Result(saved=NEVER)),
        (2, Result()),
        (2, Result(wounds=2, saved=NEVER)),
    ),
    "bludgeoning": _table(
        (2, Result(does=STOPS)),
        (2, Result(saved=NEVER, bare=True)),
        (1, Result(does=DISARMS)),
        (1, Result(kills=True)),
    ),
    "bladed": _table(
        (2, Result(saved=NEVER)),
        (2, Result(wounds=2, saved=EACH)),
        (2, Result(wounds=2, saved=NEVER, injury=2)),
    ),
    "thrusting": _table(
        (2, Result(injury=1)),
        (2, Result(does=FELLS)),
        (2, Result(saved=NEVER, injury=2)),
    ),
    "unarmed": _table(
        (2, Result(does=AGAIN)),
        (2, Result(injury=1)),
        (2, Result(saved=NEVER, injury=2)),
    ),
}
"""Results of 1 to 6 by table; those by weapon are optional rules of the rulebook.

A ricochet (missiles, 3 and 4) hits somebody else, so for who is struck it is a wound
like any other; who is knocked back is followed, so the combat goes on.
"""


def results(table: str, bonus: int) -> Iterator[tuple[Result, float]]:
    """Yield the results of one roll with so much added, with the chance of each."""
    found: dict[Result, int] = {}
    for die in range(1, 7):
        one = TABLES[table][min(6, die + bonus) - 1]
        found[one] = found.get(one, 0) + 1
    for one, faces in found.items():
        yield one, faces / 6


def can(table: str, does: str) -> bool:
    """Return whether a table has a result that does something beside wounds."""
    return any(one.does == does for one in TABLES[table])
