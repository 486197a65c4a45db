"""The worth of a unit against an enemy, in points: by fighting, or by shooting.

Fighting is worth the enemy's points times the chance to win, less the unit's own times
the chance to lose, on average over the ways in which a fight of its game begins.
Shooting is worth the enemy's points that `VOLLEYS` volleys take on average, each in
the usual situation of its game: by all who may shoot, at an enemy as it was before the
first volley. Tests that shots bring about do not count. So both stand on one scale, and
a unit is worth the better of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.matchups.best_loadout import choose_loadouts
from rulesets.matchups.many_loadouts import ChosenPair, ManyPairs
from rulesets.matchups.openings import opened
from rulesets.odds.answer import NotModelled, Odds
from rulesets.odds.combat import Opening
from rulesets.odds.match_up import Fighter, MatchUp, MatchUpError
from rulesets.odds.settings import MatchUpKind

VOLLEYS = 3
"""Volleys that shooting is measured by: turns in which an enemy comes on."""

BY_FIGHTING, BY_SHOOTING = "by fighting", "by shooting"

SHOOTING = "shooting"
"""The kind of match-up that is one volley, in every game."""


@dataclass(frozen=True, slots=True)
class UnitChances:
    """The chances of a unit against an enemy, whatever points both are worth.

    Parameters
    ----------
    wins, loses : float, optional
        On average over the openings; none where no fight is worked out [chance].
    shot : float, optional
        The share of the enemy that its volleys take, on average; none where the unit
        does not shoot, or where its shots are not worked out [0 to 1].
    is_silent : bool
        True where it has something to shoot with, and no such share.
    left_out : tuple of NotModelled
        Rules of the unit that are in none of these numbers.
    problem : str
        Why a fight is not worked out; "" where all are.
    """

    wins: float | None = None
    loses: float | None = None
    shot: float | None = None
    is_silent: bool = False
    left_out: tuple[NotModelled, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class UnitWorth:
    """The worth of a unit in each way; none where it is not worked out [points]."""

    fighting: float | None
    shooting: float | None

    @property
    def best(self) -> float | None:
        """Return the better of both [points]."""
        known = [one for one in (self.fighting, self.shooting) if one is not None]
        return max(known, default=None)

    @property
    def by(self) -> str:
        """Return what it does best: ``by fighting``, ``by shooting``, or ""."""
        if self.best is None:
            return ""
        return BY_FIGHTING if self.best == self.fighting else BY_SHOOTING


Fight = tuple[float, float, tuple[NotModelled, ...]]
"""(chance to win, to lose, rules of the unit that are left out)."""


def unit_chances(game: Game, own: Fighter, enemy: Fighter) -> UnitChances:
    """Return the chances of a unit, each time with its best loadout."""
    fights, problem = _fights(game, own, enemy)
    return _chances(game, own, enemy, fights, problem)


def many_chances(
    game: Game, own: Fighter, enemies: Sequence[Fighter]
) -> Iterator[UnitChances]:
    """Yield what `unit_chances` returns of each enemy.

    Fights are asked together where their game answers them so, else one by one.
    """
    openings = combat_of(game).openings
    together = [_together(game, opening, own, enemies) for opening in openings]
    for place, enemy in enumerate(enemies):
        known = [column[place] for column in together]
        if known and None not in known:
            fights = [one for one in known if one is not None]
            yield _chances(game, own, enemy, fights, "")
        else:
            yield unit_chances(game, own, enemy)


def _together(
    game: Game, opening: Opening, own: Fighter, enemies: Sequence[Fighter]
) -> list[Fight | None]:
    """Return the fights that begin in a way; none for those to be asked alone."""
    turned, places = opening.turned, range(len(enemies))
    a, b = (enemies, [own]) if turned else ([own], enemies)
    pairs = [(place, 0) if turned else (0, place) for place in places]
    chosen = ManyPairs(game, opening.kind, a, b, {}, {}).choose(pairs)
    return [None if one is None else _fight_of(opening, one) for one in chosen]


def _fight_of(opening: Opening, chosen: ChosenPair) -> Fight | None:
    side = "b" if opening.turned else "a"
    wins, loses = chosen.cell.wins, chosen.cell.loses
    if wins is None or loses is None:
        return None
    rules = tuple(rule for rule in chosen.left_out if rule.side == side)
    return (loses, wins, rules) if opening.turned else (wins, loses, rules)


def _fights(game: Game, own: Fighter, enemy: Fighter) -> tuple[list[Fight], str]:
    """Return the fights of a unit, and why one of them is not worked out."""
    fights: list[Fight] = []
    problem = ""
    for opening in combat_of(game).openings:
        try:
            one = opened(game, opening, own, enemy)
        except MatchUpError as refused:
            problem = problem or refused.text
            continue
        if one is not None and one.wins is not None and one.loses is not None:
            left_out = one.odds.not_modelled
            rules = tuple(rule for rule in left_out if rule.side == one.side)
            fights.append((one.wins, one.loses, rules))
    return fights, problem


def _chances(
    game: Game, own: Fighter, enemy: Fighter, fights: list[Fight], problem: str
) -> UnitChances:
    rules = {rule.rule: rule for _, _, left_out in fights for rule in left_out}
    shot = _shot(game, own, enemy)
    silent = shot is None and has_shots(own)
    told = (tuple(rules.values()), problem)
    if not fights:
        return UnitChances(None, None, shot, silent, *told)
    wins = sum(each[0] for each in fights) / len(fights)
    loses = sum(each[1] for each in fights) / len(fights)
    return UnitChances(wins, loses, shot, silent, *told)


def unit_worth(
    game: Game, chances: UnitChances, own: Fighter, enemy: Fighter
) -> UnitWorth:
    """Return what chances are worth in points of both sides.

    Where single fighters meet, a group is worth as much as all of its fighters. A unit
    that would lose by fighting, and whose shots are not worked out, is worth nobody
    knows what: its shots are what it is there for.
    """
    many = own.models if is_of_single_fighters(game) else 1
    points, theirs = float(own.points), float(enemy.points)
    fighting = shooting = None
    if chances.wins is not None and chances.loses is not None:
        fighting = many * chances.wins * theirs - chances.loses * points
        if chances.is_silent and fighting < 0:
            fighting = None
    if chances.shot is not None:
        shooting = many * chances.shot * theirs
    return UnitWorth(fighting, shooting)


def volleys_text(game: Game) -> str:
    """Return how shooting is measured, "" where nobody shoots.

    Examples
    --------
    >>> from rulesets.games import GAMES
    >>> volleys_text(GAMES["warhammer"])
    '3 volleys at 12 inches'
    """
    kind = _kind(game, SHOOTING)
    if kind is None:
        return ""
    inches = [one.default for one in kind.situation if one.key == "distance"]
    return f"{VOLLEYS} volleys" + "".join(f" at {each} inches" for each in inches)


def _shot(game: Game, own: Fighter, enemy: Fighter) -> float | None:
    """Return the share of an enemy that volleys take; none where nobody can say."""
    if _kind(game, SHOOTING) is None:
        return None
    asked = MatchUp(game.key, SHOOTING, own, enemy, {}, {})
    try:
        _, odds = choose_loadouts(combat_of(game).odds, asked)
    except MatchUpError:
        return None
    share = _taken(_lost(game, odds))
    return share or None


def has_shots(own: Fighter) -> bool:
    """Return whether a unit has anything to shoot with, in hand or idle."""
    pieces = (*own.gear, *(piece for part in own.parts for piece in part.gear))
    return any(piece.kind == "ranged" for piece in pieces)


def _lost(game: Game, odds: Odds) -> tuple[float, ...]:
    """Return the chances of each number of wounds that a volley takes from B.

    Where they are not told, B is one who is out of the battle, or is not.
    """
    left = odds.survivors.get("b")
    if left is not None:
        return tuple(reversed(left.chances))
    table = combat_of(game).outcomes
    gone = sum(
        chance for key, chance in odds.outcomes.items() if table[key].gone == "b"
    )
    return 1 - gone, gone


def _taken(lost: tuple[float, ...]) -> float:
    """Return the share of the enemy that volleys take together, at most all of it.

    Examples
    --------
    >>> round(_taken((0.5, 0.5)), 3), _taken((0.0, 1.0, 0.0, 0.0))
    (0.875, 1.0)
    """
    whole = len(lost) - 1
    every = np.ones(1)
    for _ in range(VOLLEYS):
        every = np.convolve(every, lost)
    wounds = np.minimum(np.arange(len(every)), whole)
    return float(every @ wounds) / whole if whole else 0.0


def is_of_single_fighters(game: Game) -> bool:
    """Return whether a fight of a game asks how many fight: one, where nobody says."""
    kinds = {opening.kind for opening in combat_of(game).openings}
    return any(
        question.key == "fighters"
        for kind in combat_of(game).kinds
        if kind.key in kinds
        for question in kind.situation
    )


def _kind(game: Game, key: str) -> MatchUpKind | None:
    return next((one for one in combat_of(game).kinds if one.key == key), None)
