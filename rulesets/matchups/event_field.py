"""The field of an event: every list against every other, by exact odds.

A unit of one list fights a unit of the other in the ways in which a fight of the game
begins, each side charging once. Where shots are asked for and one of both has any, they
begin apart instead, each side moving first once. Of both the average is taken of the
chance that each is gone at the end. A list's edge is, of every 100 points that stand in
such fights, how many more fall on the other side than on its own. Units meet as often
as their share of the points of their lists says: a list that is cut into single points
of units, each of which meets each point of the other. Equal fighters are asked once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from math import fsum

from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.matchups.best_loadout import choose_loadouts
from rulesets.matchups.field_cells import APART, NONE_KNOWN, known_cells
from rulesets.matchups.fighter import fighter_with_alternatives
from rulesets.matchups.measures import Cell, cell_of
from rulesets.matchups.unit_worth import has_shots, is_of_single_fighters
from rulesets.odds.match_up import Fighter, MatchUp, MatchUpError
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.reviews.review import Line, Review

NO_STAT_LINE = "It has no stat line."
NO_WINNER = "Its fights do not tell who is gone at the end."
NOBODY = "It met nobody: every list that could meet it has no odds."

MOST_PAIRS = 250_000
"""Pairs of fighters that one field may ask for."""

PAIR_SECONDS = {
    "charge": 0.003,
    "mordheim": 0.02,
    "scrollhammer": 0.3,
    "warhammer": 0.012,
}
"""About the work on a pair of fighters, measured, by game [seconds of one core]."""

SHOT_SECONDS = {
    "charge": 0.02,
    "mordheim": 0.03,
    "scrollhammer": 1.2,
    "warhammer": 0.08,
}
"""The same for a pair that begins apart."""

LEAST_BLOCK = 8
MOST_BLOCKS = 40
"""Fighters of one block of work at least; blocks in a row at most."""


@dataclass(frozen=True, slots=True)
class FieldUnit:
    """A unit of a list in a field.

    Parameters
    ----------
    name : str
    points : float
        What it costs, without units within it, which stand beside it [points].
    stake : float
        What is lost where it is gone from a fight: less than its points where single
        fighters meet and it is a group [points].
    fighter : int, optional
        Its place among the fighters of the field; none where ``why_not`` says why.
    shoots : bool
        Whether it has anything to shoot with.
    left_out : tuple of str
        Stat lines of it that are in no fight.
    """

    name: str
    points: float
    stake: float
    fighter: int | None = None
    why_not: str = ""
    shoots: bool = False
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventField:
    """The lists of an event as their units, and each fighter among them once.

    Parameters
    ----------
    game : Game
    lists : tuple of tuple of FieldUnit
    fighters : tuple of Fighter
    shots : bool
        Whether pairs with something to shoot with begin apart.
    """

    game: Game
    lists: tuple[tuple[FieldUnit, ...], ...]
    fighters: tuple[Fighter, ...]
    shots: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """The end of a fight between two fighters, on average over who begins.

    Parameters
    ----------
    own_gone, enemy_gone : float, optional
        None where no fight of them is worked out [chance].
    error : float
        Bound on the error of both [chance].
    problem : str
        Why there is no fight, or not each; "" where there is each.
    """

    own_gone: float | None
    enemy_gone: float | None
    error: float = 0.0
    problem: str = ""

    @property
    def turned(self) -> "Exchange":
        """Return the same fight as the enemy sees it."""
        return replace(self, own_gone=self.enemy_gone, enemy_gone=self.own_gone)


@dataclass(frozen=True, slots=True)
class ListMeeting:
    """A list against another.

    Parameters
    ----------
    edge : float, optional
        Of every 100 points in their fights, how many more fall of the other than of
        its own [-100 to 100]; none where no fight is worked out.
    known : float
        The share of their fights that are worked out [0 to 1].
    error : float
        Bound on the error of the edge.
    """

    edge: float | None
    known: float
    error: float = 0.0

    @property
    def turned(self) -> "ListMeeting":
        """Return the same meeting as the other list sees it."""
        return replace(self, edge=None if self.edge is None else 0.0 - self.edge)


def event_field(
    game: Game, reviews: Sequence[Review], *, shots: bool = False
) -> EventField:
    """Return the field of reviewed lists, in their order, with their shots or without.

    Fighters are equal where nothing but their names and points differs.
    """
    places: dict[str, int] = {}
    fighters: list[Fighter] = []
    lists = []
    for one in reviews:
        lines = (unit for force in one.forces for unit in force.units)
        units = [part for line in lines for part in _with_units_within(line)]
        lists.append(tuple(_unit(game, line, places, fighters) for line in units))
    return EventField(game, tuple(lists), tuple(fighters), shots)


def _with_units_within(line: Line) -> Iterator[Line]:
    """Yield a unit, and the units within it: detachments fight for themselves."""
    if line.kind == "unit":
        yield line
    for part in line.lines:
        yield from _with_units_within(part)


def _unit(
    game: Game, line: Line, places: dict[str, int], fighters: list[Fighter]
) -> FieldUnit:
    within = [one for part in line.lines for one in _with_units_within(part)]
    apart = {one.title for one in within}
    try:
        found = fighter_with_alternatives(line)
    except ValueError:
        points = float(line.points) - fsum(float(one.points) for one in within)
        return FieldUnit(line.title, points, points, why_not=NO_STAT_LINE)
    points, name = float(found.points), found.name
    plain = _plain(found)
    place = places.setdefault(repr(plain), len(fighters))
    if place == len(fighters):
        fighters.append(plain)
    alone = is_of_single_fighters(game)
    return FieldUnit(
        name=name,
        points=points,
        stake=points / found.models if alone and found.models else points,
        fighter=place,
        shoots=has_shots(found),
        left_out=tuple(one for one in found.left_out if one not in apart),
    )


def _plain(found: Fighter) -> Fighter:
    """Return a fighter without what no odds ask for: its own name and its points."""
    others = tuple(_plain(other) for other in found.alternatives)
    return replace(found, name="the unit", points=0, alternatives=others)


def pairs_met(field: EventField) -> frozenset[tuple[int, int]]:
    """Return the places of fighters who meet, each pair once, the lower place first."""
    different = {str(_counted(units)): units for units in field.lists}
    sets = [{one.fighter for one in units} for units in different.values()]
    found = {
        (min(a, b), max(a, b))
        for number, own in enumerate(sets)
        for other in sets[number + 1 :]
        for a in own
        for b in other
        if a is not None and b is not None
    }
    return frozenset(found)


def blocks_of(count: int) -> list[tuple[range, range]]:
    """Return blocks of pairs of so many fighters, at most some hundred of them.

    Examples
    --------
    >>> blocks_of(9)
    [(range(0, 8), range(0, 8)), (range(0, 8), range(8, 9)), (range(8, 9), range(8, 9))]
    """
    size = max(LEAST_BLOCK, -(-count // MOST_BLOCKS))
    cuts = [range(at, min(at + size, count)) for at in range(0, count, size)]
    return [(own, other) for n, own in enumerate(cuts) for other in cuts[n:]]


def exchange(
    game: Game,
    own: Fighter,
    enemy: Fighter,
    *,
    shots: bool = False,
    known: Mapping[Side, Cell] = NONE_KNOWN,
) -> Exchange:
    """Return the end of the fights of two fighters, each side beginning once.

    Each has its best loadout in hand. Where one of both cannot begin the other fight
    alone counts.

    Parameters
    ----------
    shots : bool
        Whether they begin apart where one of both has anything to shoot with; else who
        begins charges.
    """
    gone: list[tuple[float, float]] = []
    error, problem, work_out = 0.0, "", combat_of(game).odds
    for begins, side, asked in _beginnings(game, own, enemy, shots=shots):
        try:
            cell = known.get(begins) or cell_of(choose_loadouts(work_out, asked)[1])
        except MatchUpError as refused:
            problem = problem or refused.text
            continue
        if cell.slain is None or cell.lost is None:
            problem = problem or NO_WINNER
            continue
        pair = (cell.lost, cell.slain)
        gone.append(pair if side == "a" else pair[::-1])
        error = max(error, cell.error)
    if not gone:
        return Exchange(None, None, problem=problem)
    own_gone, enemy_gone = (fsum(each) / len(gone) for each in zip(*gone, strict=True))
    return Exchange(own_gone, enemy_gone, error, problem)


def _beginnings(
    game: Game, own: Fighter, enemy: Fighter, *, shots: bool
) -> Iterator[tuple[Side, Side, MatchUp]]:
    """Yield the fights of two, with who begins and the side that the first is."""
    if shots and (has_shots(own) or has_shots(enemy)):
        for side in SIDES:
            yield side, "a", MatchUp(game.key, APART, own, enemy, {"first": side}, {})
        return
    sides = {"a": own, "b": enemy}
    for kind in sorted({opening.kind for opening in combat_of(game).openings}):
        for side in SIDES:
            a, b = sides[side], sides[OTHER[side]]
            yield side, side, MatchUp(game.key, kind, a, b, {}, {})


Exchanges = Mapping[tuple[int, int], Exchange]
"""The fights of a field by the places of both fighters, the lower one first."""


def exchanges(
    field: EventField,
    rows: range,
    columns: range,
    met: Set[tuple[int, int]],
    step: Callable[[], None] = lambda: None,
) -> dict[tuple[int, int], Exchange]:
    """Return the fights of a block that are met; ``step`` is called after each.

    ``met`` is as `pairs_met` gives it.
    """
    pairs = [(a, b) for a in rows for b in columns if (a, b) in met]
    known = known_cells(field.game, field.fighters, pairs, shots=field.shots)
    found = {}
    for pair in pairs:
        a, b = (field.fighters[place] for place in pair)
        told = known.get(pair, NONE_KNOWN)
        found[pair] = exchange(field.game, a, b, shots=field.shots, known=told)
        step()
    return found


def meetings(
    field: EventField, known: Exchanges
) -> tuple[tuple[ListMeeting, ...], ...]:
    """Return every list against every list, by their places.

    The lower half is the upper one turned, so that nothing is counted twice.
    """
    rows: list[list[ListMeeting]] = [[] for _ in field.lists]
    same = [_counted(units) for units in field.lists]
    fights = [any(one.fighter is not None for one in units) for units in field.lists]
    for own in range(len(rows)):
        rows[own] += [rows[other][own].turned for other in range(own)]
        rows[own] += [
            ListMeeting(0.0, 1.0)
            if same[own] == same[other] and fights[own]
            else meeting(field.lists[own], field.lists[other], known)
            for other in range(own, len(rows))
        ]
    return tuple(tuple(row) for row in rows)


def _counted(units: Sequence[FieldUnit]) -> list[tuple[int, float, float, str]]:
    """Return what makes two lists the same in a field."""
    return sorted(
        (-1 if one.fighter is None else one.fighter, one.points, one.stake, one.why_not)
        for one in units
    )


def meeting(
    own: Sequence[FieldUnit], other: Sequence[FieldUnit], known: Exchanges
) -> ListMeeting:
    """Return a list against another, from the fights of their units."""
    gains, stakes, weights, error = [], [], [], 0.0
    for unit in own:
        for enemy in other:
            fight = fight_of(unit, enemy, known)
            if fight is None or fight.own_gone is None or fight.enemy_gone is None:
                continue
            weight = unit.points * enemy.points
            gain = fight.enemy_gone * enemy.stake - fight.own_gone * unit.stake
            gains.append(weight * gain)
            stakes.append(weight * (unit.stake + enemy.stake))
            weights.append(weight)
            error = max(error, fight.error)
    every = fsum(one.points for one in own) * fsum(one.points for one in other)
    stake = fsum(stakes)
    if stake <= 0 or every <= 0:
        return ListMeeting(None, 0.0)
    edge = 100 * fsum(gains) / stake
    return ListMeeting(edge, fsum(weights) / every, 100 * error)


def fight_of(unit: FieldUnit, enemy: FieldUnit, known: Exchanges) -> Exchange | None:
    """Return the fight of two units as the first sees it; none where nobody asked."""
    a, b = unit.fighter, enemy.fighter
    if a is None or b is None:
        return None
    found = known.get((min(a, b), max(a, b)))
    return found.turned if found is not None and a > b else found


def without_odds(field: EventField, known: Exchanges) -> tuple[dict[int, str], ...]:
    """Return for each list its units in no fight, by their places, with why."""
    fighting: set[int] = set()
    problems: dict[int, str] = {}
    for pair, found in known.items():
        for place in pair:
            if found.own_gone is not None:
                fighting.add(place)
            elif found.problem:
                problems.setdefault(place, found.problem)
    return tuple(
        {
            number: one.why_not or problems.get(one.fighter or 0, NOBODY)
            for number, one in enumerate(units)
            if one.fighter not in fighting
        }
        for units in field.lists
    )
