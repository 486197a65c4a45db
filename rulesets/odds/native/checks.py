"""Refuses fights whose parts do not fit each other: a mistake of ours."""

from collections.abc import Sequence
from itertools import pairwise

from rulesets.odds.falls import Falls, places_of
from rulesets.odds.fight.model import Fight, Round, Strike, Toll
from rulesets.odds.tally import LossTally


def check_fight(fight: Fight) -> None:
    """Stop at a fight whose start or limit does not fit: a mistake of ours."""
    start, rounds = fight.start, fight.rounds
    if start.ndim != 3 or not start.size:
        raise ValueError(f"a start of the shape {start.shape} has no states")
    if fight.limit is not None and fight.limit < 1:
        raise ValueError(f"a fight of {fight.limit} rounds")
    if len(rounds) != len(start):
        raise ValueError(f"a start in {len(start)} rounds, and {len(rounds)} of them")


def check_rounds(rounds: Sequence[Round]) -> None:
    """Stop at rounds whose parts do not fit each other."""
    kinds = {_kinds(one, len(rounds)) for one in rounds}
    if len(kinds) != 1 or kinds.pop() < 1:
        raise ValueError("rounds end with different outcomes, or with none")


def _kinds(played: Round, count: int) -> int:
    """Return how many outcomes one of so many rounds has."""
    if played.table.ndim != 2:
        raise ValueError(f"a table of classes has 2 axes, not {played.table.ndim}")
    if any(not 0 <= place < count for place in played.leads):
        raise ValueError("a way leads to a round that is not there")
    for order in played.orders:
        _check_joined(order.strikes)
    kinds: int = played.table.shape[1] - len(played.leads)
    return kinds


def check_kernels(targets: int, most: int, states: int) -> None:
    """Stop at kernels for more targets than there are states, or that lose nothing."""
    if not 1 <= targets <= states:
        raise ValueError(f"kernels for {targets} states, not for {states}")
    if most < 1:
        raise ValueError("kernels that do not say what is lost")


def check_falls(falls: Falls, states: int) -> None:
    """Stop at kernels for states of other digits, or that know other losses."""
    begins, losses = places_of(falls.digits)
    if len(begins) - 1 != states or falls.chances.shape[1] != len(losses):
        raise ValueError(f"kernels for digits {falls.digits}, not for {states}")


def check_tally(sorting: LossTally, sizes: tuple[int, int]) -> None:
    """Stop at a tally for other sides than of so many states, or of no classes."""
    tables = sorting.pair, sorting.shift, sorting.instead
    if any(table.shape != sizes for table in tables):
        raise ValueError(f"a tally for other sides than of {sizes} states")
    if sorting.classes.ndim != 1 or not len(sorting.classes):
        raise ValueError("a tally of no classes")


def check_toll(toll: Toll, sizes: tuple[int, int], outcomes: int) -> None:
    """Stop at a toll of other sides than of so many states, or of other outcomes."""
    points = toll.first, toll.second
    for size, table, price in zip(sizes, points, toll.prices, strict=True):
        fits = price is None or (price.shape[1] == size and price.size)
        if table.shape != (size, size) or not fits:
            raise ValueError(f"a toll for other sides than of {sizes} states")
    if any(not 0 <= gone < outcomes for gone in toll.gone):
        raise ValueError("a toll ends a fight with an outcome that is not there")


def _check_joined(strikes: Sequence[Strike]) -> None:
    """Stop at strikes that join anything but one strike of the other side."""
    if strikes and strikes[0].joins:
        raise ValueError("a strike joins one that is not there")
    for before, one in pairwise(strikes):
        if one.joins and (before.joins or before.side == one.side):
            raise ValueError("a strike joins none of the other side")
