"""Choose the best loadouts of many pairs together, where their game can answer so.

The choice is that of `best_loadout`: side A takes the loadout that is best for it
against the first of B, then B the one that is best for it against that of A.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.matchups.best_loadout import TIE
from rulesets.matchups.measures import ROUNDING, Cell
from rulesets.odds.answer import NotModelled
from rulesets.odds.many import Contestant, ManyMatchUps, ManyOdds
from rulesets.odds.match_up import Answers, Fighter
from rulesets.odds.sides import SIDES, Side

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ChosenPair:
    """A pair with its best loadouts, its figures as a cell, and what they leave out."""

    cell: Cell
    left_out: tuple[NotModelled, ...]


@dataclass(frozen=True, slots=True)
class ManyPairs:
    """Fighters with their alternatives, and what is asked of each pair of them.

    The parameters are those of a `MatchUp`, with ``a`` and ``b`` as sequences.
    """

    game: Game
    kind: str
    a: Sequence[Fighter]
    b: Sequence[Fighter]
    situation: Answers
    readings: Answers
    rounds: int | None = None

    def choose(self, pairs: Sequence[Pair]) -> list[ChosenPair | None]:
        """Return pairs, each side of them with its best loadout.

        None for a pair that is to be asked in the usual way: not all that it needs is
        answered together.
        """
        a, b = _Hands(self.a), _Hands(self.b)
        first = [
            [(hand, b.of[column][0]) for hand in a.of[row]] for row, column in pairs
        ]
        told: _Told = {}
        self._ask(a, b, first, told)
        best = [_best(told, some, 1.0) for some in first]
        second = [
            [] if chosen is None else [(chosen[0], hand) for hand in b.of[column]]
            for chosen, (_, column) in zip(best, pairs, strict=True)
        ]
        self._ask(a, b, second, told)
        found: list[ChosenPair | None] = []
        for some in second:
            chosen = _best(told, some, -1.0)
            found.append(None if chosen is None else _chosen(told, chosen))
        return found

    def _ask(
        self, a: "_Hands", b: "_Hands", asked: Sequence[Sequence[Pair]], told: "_Told"
    ) -> None:
        """Add the figures of pairs of hands that are not known yet."""
        pairs = dict.fromkeys(pair for some in asked for pair in some)
        new = [pair for pair in pairs if pair not in told]
        if not new:
            return
        question = ManyMatchUps(
            game=self.game.key,
            kind=self.kind,
            a=[Contestant(one) for one in a.fighters],
            b=[Contestant(one) for one in b.fighters],
            pairs=new,
            situation=self.situation,
            readings=self.readings,
            rounds=self.rounds,
        )
        odds = combat_of(self.game).many(question)
        told |= {pair: (odds, place) for place, pair in enumerate(new)}


class _Hands:
    """Every loadout of fighters as a fighter of its own, and those of each by place."""

    def __init__(self, fighters: Sequence[Fighter]) -> None:
        self.fighters: list[Fighter] = []
        self.of: list[range] = []
        for one in fighters:
            begins = len(self.fighters)
            self.fighters += (one, *one.alternatives)
            self.of.append(range(begins, len(self.fighters)))


_Told = dict[Pair, tuple[ManyOdds, int]]
"""Pairs of hands with the answers that they are among, and their places there."""


def _best(told: _Told, pairs: Sequence[Pair], sign: float) -> Pair | None:
    """Return the pair that is best for a side; none if one of them is not answered."""
    best: tuple[float, Pair] | None = None
    for pair in pairs:
        odds, place = told[pair]
        if not odds.answered[place]:
            return None
        row = odds.figures(place)
        value = sign * (row["a-wins"] - row["b-wins"])
        if best is None or value > best[0] + TIE:
            best = value, pair
    return None if best is None else best[1]


def _chosen(told: _Told, pair: Pair) -> ChosenPair:
    odds, place = told[pair]
    row, left_out = odds.figures(place), odds.left_out(place)
    hands = odds.asked.a[pair[0]].fighter, odds.asked.b[pair[1]].fighter
    taken, taken_share = _lost(odds, row, "a", pair[0])
    dealt, dealt_share = _lost(odds, row, "b", pair[1])
    cell = Cell(
        wins=row["a-wins"],
        loses=row["b-wins"],
        dealt=dealt,
        taken=taken,
        dealt_share=dealt_share,
        taken_share=taken_share,
        slain=row["a-wins"] + row["both-gone"],
        lost=row["b-wins"] + row["both-gone"],
        error=float(odds.errors[place]),
        left_out=len(left_out),
        a_hand=hands[0].loadout,
        b_hand=hands[1].loadout,
    )
    return ChosenPair(cell, left_out)


def _lost(
    odds: ManyOdds, row: dict[str, float], side: Side, place: int
) -> tuple[float, float]:
    """Return the mean loss of a side, and its share of the whole unit."""
    whole = odds.pools[SIDES.index(side)][place]
    began = odds.began[SIDES.index(side)][place]
    lost = max(0.0, began - row[f"{side}-wounds-left"])
    lost = 0.0 if lost < ROUNDING else lost
    return lost, lost / whole if whole else 0.0
