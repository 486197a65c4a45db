"""Cells of the fights of an event's field that its game answers together."""

from collections.abc import Mapping, Sequence

from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.matchups.many_loadouts import ManyPairs, Pair
from rulesets.matchups.measures import Cell
from rulesets.matchups.unit_worth import has_shots
from rulesets.odds.match_up import Answers, Fighter
from rulesets.odds.sides import SIDES, Side

APART = "engagement"
"""The kind of match-up of two who begin apart: shots and moves, then the fight."""

NONE_KNOWN: Mapping[Side, Cell] = {}
"""The cells of a pair of which none is answered together."""


def known_cells(
    game: Game, fighters: Sequence[Fighter], pairs: Sequence[Pair], *, shots: bool
) -> dict[Pair, dict[Side, Cell]]:
    """Return cells by pair, and by who of both begins in each: a is its first fighter.

    Parameters
    ----------
    game : Game
    fighters : sequence of Fighter
    pairs : sequence of tuple of int
        Places of fighters.
    shots : bool
        Whether pairs with something to shoot with begin apart: there the first fighter
        is always side A, else whoever begins is.
    """
    shoots = [shots and has_shots(one) for one in fighters]
    apart = [(a, b) for a, b in pairs if shoots[a] or shoots[b]]
    near = [(a, b) for a, b in pairs if not (shoots[a] or shoots[b])]
    kinds = {opening.kind for opening in combat_of(game).openings}
    found: dict[Pair, dict[Side, Cell]] = {}
    for side in SIDES:
        told = _chosen(game, APART, fighters, apart, {"first": side})
        if len(kinds) == 1:
            (kind,) = kinds
            turned = near if side == "a" else [(b, a) for a, b in near]
            cells = _chosen(game, kind, fighters, turned, {})
            told |= {
                pair: cells[at]
                for pair, at in zip(near, turned, strict=True)
                if at in cells
            }
        for pair, cell in told.items():
            found.setdefault(pair, {})[side] = cell
    return found


def _chosen(
    game: Game,
    kind: str,
    fighters: Sequence[Fighter],
    pairs: Sequence[Pair],
    situation: Answers,
) -> dict[Pair, Cell]:
    """Return the cells of those pairs whose match-ups are answered together."""
    used = sorted({place for pair in pairs for place in pair})
    some = [fighters[place] for place in used]
    at = {place: number for number, place in enumerate(used)}
    many = ManyPairs(game, kind, some, some, situation, {})
    chosen = many.choose([(at[a], at[b]) for a, b in pairs])
    return {
        pair: one.cell
        for pair, one in zip(pairs, chosen, strict=True)
        if one is not None
    }
