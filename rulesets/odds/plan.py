"""A fight described as numbers alone, for the compiled kernel.

Rounds (`rulesets.odds.round`), stages (`rulesets.odds.staged`) and steps
(`rulesets.odds.bout`) are all legs of a plan: who strikes with which kernel, how the
losses are sorted, and what each class leads to.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rulesets.odds.chain import Story
from rulesets.odds.tally import Classify
from rulesets.odds.volley import Dice, Floats, Ints

Played = TypeVar("Played")


@dataclass(frozen=True, slots=True, eq=False)
class Fall:
    """Attacks of one side that fall at one time.

    Parameters
    ----------
    by_b : bool
        Who strikes.
    which : ndarray of int
        ``[own, other, own now, other now]``: the kernel in use, by both pools as they
        were when the round began and as they are now. An axis that nothing hangs on
        may have a length of 1.
    stack : ndarray
        ``[kernel, pool of the struck, lost]`` [chance]; pools past the last lose like
        it.
    joins : bool
        Falls together with the attacks before it, which are the other side's.
    """

    by_b: bool
    which: Ints | Dice
    stack: Floats
    joins: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Leg:
    """A round as it may be fought in a plan.

    Parameters
    ----------
    courses : sequence of (float, sequence of Fall)
        In which order attacks fall, with the chance of that.
    classify : Classify
        Sorts losses into classes; one that is a `Tally` is quick.
    table : ndarray
        ``[class, way]`` and then ``[class, ways + outcome]`` [chance].
    leads : tuple of int
        The leg that each way leads to; -1 for one that nothing takes.
    """

    courses: Sequence[tuple[float, Sequence[Fall]]]
    classify: Classify
    table: Floats
    leads: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """How a plan went.

    Parameters
    ----------
    story : Story
    dealt_by_a, dealt_by_b : ndarray
        ``[pool of the struck, lost]`` in the first round [chance].
    first : ndarray
        Chance of each class of the first round [chance].
    """

    story: Story
    dealt_by_a: Floats
    dealt_by_b: Floats
    first: Floats


def in_turn(
    opening: tuple[Played, ...], cycle: tuple[Played, ...]
) -> Iterator[tuple[Played, int]]:
    """Yield rounds fought once and those that repeat, each with the place of the next.

    Examples
    --------
    >>> list(in_turn(("charge",), ("ours", "theirs")))
    [('charge', 1), ('ours', 2), ('theirs', 1)]
    """
    played = (*opening, *cycle)
    for place, one in enumerate(played):
        last = place == len(played) - 1
        yield one, len(opening) if last else place + 1
