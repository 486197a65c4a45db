"""Sweeping Advances and leaving in a multiple combat: who is caught, who slips away."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product, zip_longest

from rulesets.odds.sides import OTHER, SIDES, Side

DIE = range(1, 7)

Hunter = tuple[int, tuple[int, ...]]
"""The Initiative of a winner that sweeps, and the units that it follows."""

Flight = tuple[int, int]
"""A unit that falls back, and its Initiative."""


@lru_cache(maxsize=2048)
def caught_by(
    hunters: tuple[Hunter, ...], flights: tuple[Flight, ...], *, ties: bool
) -> Mapping[tuple[int, ...], float]:
    """Return the chance of each set of units that are caught [chance].

    Each unit rolls one D6: a winner's is compared with that of all that it follows.

    Parameters
    ----------
    hunters, flights : tuple
    ties : bool
        True if as high a roll catches.

    References
    ----------
    Scrollhammer Rulebook, Sweeping Advances; Multiple Combats: each winning unit rolls
    the dice and compares its total with that of each falling back enemy unit.

    Examples
    --------
    Two of the same Initiative are followed by one of a higher one:

    >>> caught_by(((9, (1, 2)),), ((1, 3), (2, 3)), ties=True)
    {(1, 2): 1.0}
    """
    found: Counter[tuple[int, ...]] = Counter()
    for chases in product(DIE, repeat=len(hunters)):
        ways = {(): 1}
        for flight in flights:
            hits = _catching(hunters, chases, flight, ties=ties)
            ways = {
                (*caught, *more): many * share
                for caught, many in ways.items()
                for more, share in (((flight[0],), hits), ((), len(DIE) - hits))
                if share
            }
        found.update(ways)
    return {caught: many / found.total() for caught, many in found.items()}


def _catching(
    hunters: Sequence[Hunter], chases: Sequence[int], flight: Flight, *, ties: bool
) -> int:
    """Return how many of its six rolls leave a unit caught that falls back."""
    unit, own = flight
    after = [
        (winner, chase)
        for (winner, foes), chase in zip(hunters, chases, strict=True)
        if unit in foes
    ]
    return sum(
        any(_catches(winner, chase, own, run, ties=ties) for winner, chase in after)
        for run in DIE
    )


def _catches(winner: int, chase: int, loser: int, run: int, *, ties: bool) -> bool:
    """Return whether a roll catches: who has no Initiative is caught, or catches none.

    The first counts where both have none.
    """
    if not loser or not winner:
        return not loser
    more = winner + chase - loser - run
    return more > 0 or (ties and more == 0)


Leaver = tuple[int, Side, float]
"""A unit that wishes to leave, its side, and the chance that its test is passed."""


def left_by(
    leavers: Sequence[Leaver], is_locked: Callable[[int, frozenset[int]], bool]
) -> dict[frozenset[int], float]:
    """Return the chance of each set of units that leave a combat [chance].

    Parameters
    ----------
    leavers : sequence of Leaver
    is_locked : callable
        ``is_locked(unit, gone)``: whether it still fights when some are gone.

    References
    ----------
    Scrollhammer Rulebook, Special rules H to Q: Hit and Run. Sides roll off who goes
    first, then alternate.
    """
    found: dict[frozenset[int], float] = {}
    orders = [*_orders(leavers)]
    for order in orders:
        now = {frozenset[int](): 1.0 / len(orders)}
        for unit, _, passes in order:
            after: dict[frozenset[int], float] = {}
            for gone, chance in now.items():
                share = passes if is_locked(unit, gone) else 0.0
                for more, part in ((gone | {unit}, share), (gone, 1 - share)):
                    if part:
                        after[more] = after.get(more, 0.0) + chance * part
            now = after
        for gone, chance in now.items():
            found[gone] = found.get(gone, 0.0) + chance
    return found


def _orders(leavers: Sequence[Leaver]) -> Iterator[list[Leaver]]:
    """Yield the orders in which units leave, each as likely."""
    own = {side: [one for one in leavers if one[1] == side] for side in SIDES}
    if not own["a"] or not own["b"]:
        yield [*leavers]
        return
    for side in SIDES:
        pairs = zip_longest(own[side], own[OTHER[side]])
        yield [leaver for pair in pairs for leaver in pair if leaver]
