"""Cells of the fights of an event's field that its game answers together."""

from collections.abc import Mapping, Sequence

from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.matchups.many_loadouts import ManyPairs, Pair
from rulesets.matchups.measures import Cell
from rulesets.matchups.unit_worth import has_shots
from rulesets.odds.match_up import Fighter
from rulesets.odds.sides import SIDES, Side

NONE_KNOWN: Mapping[Side, Cell] = {}
"""The cells of a pair of which none is answered together."""


def known_cells(
    game: Game, fighters: Sequence[Fighter], pairs: Sequence[Pair], *, shots: bool
) -> dict[Pair, dict[Side, Cell]]:
    """Return cells by pair, and by the side that its first fighter is in each.

    Parameters
    ----------
    game : Game
    fighters : sequence of Fighter
    pairs : sequence of tuple of int
        Places of fighters.
    shots : bool
        Whether pairs with something to shoot with begin apart: they are left out.
    """
    kinds = {opening.kind for opening in combat_of(game).openings}
    if len(kinds) != 1:
        return {}
    shoots = [shots and has_shots(one) for one in fighters]
    near = [(a, b) for a, b in pairs if not (shoots[a] or shoots[b])]
    used = sorted({place for pair in near for place in pair})
    some = [fighters[place] for place in used]
    at = {place: number for number, place in enumerate(used)}
    many = ManyPairs(game, kinds.pop(), some, some, {}, {})
    found: dict[Pair, dict[Side, Cell]] = {}
    for side in SIDES:
        turned = [(a, b) if side == "a" else (b, a) for a, b in near]
        chosen = many.choose([(at[a], at[b]) for a, b in turned])
        for pair, one in zip(near, chosen, strict=True):
            if one is not None:
                found.setdefault(pair, {})[side] = one.cell
    return found
