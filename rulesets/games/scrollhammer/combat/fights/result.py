"""The result of a round of close combat: scores, break tests, Sweeping Advances."""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

import numpy as np

from rulesets.games.scrollhammer.combat.blows.survivors import has_bearer, lefts, moods
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.fights.bonus import (
    bonus_of,
    formation_bonus,
    rank_bonus,
    result_of_rules,
)
from rulesets.games.scrollhammer.combat.fights.ground import crossings, spread
from rulesets.games.scrollhammer.combat.fights.leadership import (
    catches,
    morale,
    passes_morale,
    regrouping,
    tested,
)
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.side import FLANK, PARALYZED, ScrollhammerSide
from rulesets.odds.array_cache import kept_arrays
from rulesets.odds.sides import OTHER, SIDES
from rulesets.odds.tally import LossTally, tally
from rulesets.odds.volley import Floats, Ints

OUTCOMES = (
    "a-destroyed",
    "b-destroyed",
    "both-destroyed",
    "a-run-down",
    "b-run-down",
    "a-flees",
    "b-flees",
    "a-leaves",
    "b-leaves",
)
"""Outcomes of a combat, in the order of the table's first columns."""

REGROUPS = {"a-regroups": "a-flees", "b-regroups": "b-flees"}
"""The last columns: outcomes after which a side regroups in its next turn."""

COLUMNS = (*OUTCOMES, *REGROUPS)

BROKEN = ("run-down", "flees", "regroups")
"""Ends of the keys of columns in which a side has broken."""

MOST_DIFFERENCE = 12
"""A defeat by more changes nothing: only a double 1 passes."""


def result(
    a: ScrollhammerSide, b: ScrollhammerSide, readings: ScrollhammerReadings
) -> tuple[LossTally, Floats]:
    """Return how a round's losses are sorted, and what each class leads to."""
    nerves_a, nerve_a = nerves(a, b, readings)
    nerves_b, nerve_b = nerves(b, a, readings)
    size_a, size_b = len(nerve_a), len(nerve_b)
    each = len(nerves_a) * len(nerves_b)
    nerve = nerve_a[:, None] * len(nerves_b) + nerve_b[None, :]
    instead = np.full_like(nerve, -1)
    instead[0, :] = _ENDS * each + nerve[0, :]
    instead[:, 0] = (_ENDS + 1) * each + nerve[:, 0]
    instead[0, 0] = (_ENDS + 2) * each + nerve[0, 0]
    judged = tally(
        first=scores(a, readings)[:, None, :],
        second=-scores(b, readings)[None, :, :],
        low=-MOST_DIFFERENCE,
        classes=np.arange(_ENDS) * each,
        sizes=(size_a, size_b),
        shift=nerve,
        instead=instead,
    )
    ties = readings.sweep_ties == "caught"
    for place, side in enumerate((a, b)):
        if side.treads:
            return judged, _trodden_table(
                side.profile, nerves_a, nerves_b, place, ties=ties
            )
    return judged, _table(nerves_a, nerves_b, ties=ties)


@dataclass(frozen=True, slots=True)
class ScrollhammerNerve:
    """The nerve of a side after a round's result, by who is left of it.

    Parameters
    ----------
    ld, i : int
        The highest Leadership and Initiative.
    rallies : float
        Chance to regroup after it has fallen back [chance].
    leaves : float
        Chance to leave a combat that goes on [chance].
    steady : bool
        True if it never breaks.
    yields : bool
        True if it fails every break test of its own will.
    stubborn : bool
        True if it tests on its full Leadership, whatever it lost by.
    ranks : int
        Ranks that a flank is struck along, 0 for none [ranks].
    left : int
        Which of `lefts` it is: who of the unit and its characters is left.
    state : int
        The state that it is in, where that counts on dangerous ground; else 0.
    """

    ld: int
    i: int
    rallies: float
    leaves: float
    steady: bool
    yields: bool = False
    stubborn: bool = False
    ranks: int = 0
    left: int = 0
    state: int = 0


def nerves(
    side: ScrollhammerSide, other: ScrollhammerSide, readings: ScrollhammerReadings
) -> tuple[tuple[ScrollhammerNerve, ...], Ints]:
    """Return the nerves that a side may have, and which one it has in every state."""
    tempers, which = _tempers(side.profile)
    steady = passes_morale(side.profile, readings)
    found = [
        ScrollhammerNerve(
            ld,
            i,
            rallies,
            leaving(side, other, i, readings, by_rule=by_rule),
            steady,
            side.yields,
            stubborn,
            left=left,
        )
        for ld, i, rallies, by_rule, stubborn, left in tempers
    ]
    if side.treads:
        found = [replace(found[one], state=at) for at, one in enumerate(which.tolist())]
        which = np.arange(len(found))
    if side.struck_aside and side.struck == FLANK:
        return _along(found, which, side.line())
    return tuple(found), which


def _along(
    found: list[ScrollhammerNerve], which: Ints, lines: Ints
) -> tuple[tuple[ScrollhammerNerve, ...], Ints]:
    """Return nerves that know how many ranks there are, and which one by state."""
    known: dict[ScrollhammerNerve, int] = {}
    numbers = [
        known.setdefault(replace(found[nerve], ranks=line), len(known))
        for nerve, line in zip(which.tolist(), lines.tolist(), strict=True)
    ]
    return tuple(known), np.array(numbers)


_Temper = tuple[int, int, float, bool, bool, int]


@lru_cache(maxsize=64)
def _tempers(
    profile: ScrollhammerUnit,
) -> tuple[tuple[_Temper, ...], Ints]:
    """Return `moods`, the chance to regroup, and whether it may leave or is stubborn.

    The last number is who is left, see `lefts`.
    """
    pairs, which = moods(profile)
    leaves = has_bearer(profile, "may", "act:leave")
    stays = has_bearer(profile, "ignore", "test:break")
    known: dict[_Temper, int] = {}
    numbers = [
        known.setdefault((*pairs[mood], rallies, by_rule, stubborn, left), len(known))
        for mood, rallies, by_rule, stubborn, left in zip(
            which.tolist(),
            regrouping(profile).tolist(),
            leaves.tolist(),
            stays.tolist(),
            lefts(profile)[1].tolist(),
            strict=True,
        )
    ]
    return tuple(known), np.array(numbers)


def leaving(
    side: ScrollhammerSide,
    other: ScrollhammerSide,
    initiative: int,
    readings: ScrollhammerReadings,
    *,
    by_rule: bool,
) -> float:
    """Return the chance that a side leaves a combat that goes on [chance].

    ``by_rule``: somebody who is left has a rule that lets it.

    References
    ----------
    Scrollhammer Rulebook, Special rules H to Q: Hit and Run; Invisibility, where none
    of a unit is seen; Agile Tactics.
    """
    if not side.leaves:
        return 0.0
    agile = side.profile.formation, other.profile.formation
    figure = min(initiative, PARALYZED) if side.paralyzed else initiative
    if not (by_rule or side.holds_blows):
        figure = figure - 1 if agile == ("Skirmish", "Ranks") else 0
    most = 5 if readings.initiative_test == "six-fails" else 6
    return min(max(figure, 0), most) / 6


@lru_cache(maxsize=1024)
def _table(
    a: tuple[ScrollhammerNerve, ...], b: tuple[ScrollhammerNerve, ...], *, ties: bool
) -> Floats:
    """Return the table of a round: by class, the chances of its ends."""
    rows = _rows(a, b, ties=ties).reshape(-1, 1 + len(COLUMNS))
    cases = [1 + max(one.left for one in nerves) for nerves in (a, b)]
    if max(cases) == 1:
        return rows
    pairs = product(range(CLASSES), a, b)
    lefts = [(first.left, second.left) for _, first, second in pairs]
    told = zip(rows.tolist(), lefts, strict=True)
    return np.array([_parted(row, left, cases) for row, left in told])


@kept_arrays(16)
def _trodden_table(
    profile: ScrollhammerUnit,
    a: tuple[ScrollhammerNerve, ...],
    b: tuple[ScrollhammerNerve, ...],
    place: int,
    *,
    ties: bool,
) -> Floats:
    """Return a round's table in which the crossings of a unit are told apart.

    They follow the usual columns: of who falls back, then of who leaves. Whoever is
    left of a side that is run down is one column.
    """
    nerves, which = zip(*map(_apart_from_states, (a, b)), strict=True)
    found = _rows(*nerves, ties=ties)[:, which[0]][:, :, which[1]]
    rows = found.reshape(-1, found.shape[-1])
    key = SIDES[place]
    falls = tuple(1 + COLUMNS.index(f"{key}-{end}") for end in ("flees", "regroups"))
    leaves = (1 + COLUMNS.index(f"{key}-leaves"),)
    states = np.array([one.state for one in (a, b)[place]])
    every = np.expand_dims(states, (0, 2 - place))
    shares = crossings(profile)[1]
    of_row = np.broadcast_to(every, found.shape[:-1]).reshape(-1)
    return spread(rows, (falls, leaves), shares[of_row])


def _apart_from_states(
    nerves: tuple[ScrollhammerNerve, ...],
) -> tuple[tuple[ScrollhammerNerve, ...], Ints]:
    """Return nerves without their states, those that are alike once, and which are."""
    places: dict[ScrollhammerNerve, int] = {}
    which = [places.setdefault(replace(one, state=0), len(places)) for one in nerves]
    return tuple(places), np.array(which)


@lru_cache(maxsize=1024)
def _rows(
    a: tuple[ScrollhammerNerve, ...], b: tuple[ScrollhammerNerve, ...], *, ties: bool
) -> Floats:
    """Return ``[class, a, b, end]``: the chances of a round's ends [chance]."""
    cases = product(range(CLASSES), a, b)
    rows = np.array([_row(*case, ties=ties) for case in cases])
    return rows.reshape(CLASSES, len(a), len(b), -1)


def _parted(row: list[float], left: tuple[int, int], cases: list[int]) -> list[float]:
    """Return a row in which who is left of a side that broke has its own columns.

    Those of the first case are the usual ones; the others follow all the usual ones.
    """
    more = []
    for side, here, count in zip(SIDES, left, cases, strict=True):
        for key in BROKEN:
            column = 1 + COLUMNS.index(f"{side}-{key}")
            broke = row[column]
            more += [broke if here == case else 0.0 for case in range(1, count)]
            row[column] = 0.0 if here else broke
    return [*row, *more]


_ENDS = 2 * MOST_DIFFERENCE + 1
"""Class of a round that destroyed a; then b, then both."""

CLASSES = _ENDS + 3
"""Classes of a round."""


def scores(side: ScrollhammerSide, readings: ScrollhammerReadings) -> Ints:
    """Return ``[start, lost]``: a side's bonus less the wounds that it lost."""
    each = rank_bonus(side, readings)
    after = readings.bonus_counted == "after"
    if side.without:
        return _some_points(side, each, after=after)
    return _points(side.profile, side.files, each, after=after)


def _some_points(side: ScrollhammerSide, each: int, *, after: bool) -> Ints:
    """Return `_scores` without the parts that do not count."""
    profile, own = side.profile, side.profile.side
    scores = np.zeros((profile.company.states, profile.company.states), dtype=np.int64)
    if f"{own}.ranks" not in side.without:
        ranks = formation_bonus(profile, side.files, each)
        scores += counted(profile, ranks, after=after)
    if f"{own}.standard" not in side.without:
        scores += counted(profile, result_of_rules(profile), after=after)
    if f"{OTHER[own]}.wounds" not in side.without:
        scores -= wounds_lost(profile)
    return scores


def counted(profile: ScrollhammerUnit, bonus: Ints, *, after: bool) -> Ints:
    """Return ``[start, lost]``: a bonus by state, of after the losses or of before."""
    start, left = _start_and_left(profile)
    points: Ints = np.where(after, bonus[left], bonus[start])
    return points


def wounds_lost(profile: ScrollhammerUnit) -> Ints:
    """Return ``[start, lost]``: the wounds that a side lost."""
    start, left = _start_and_left(profile)
    lost: Ints = profile.company.wounds[start] - profile.company.wounds[left]
    return lost


def _start_and_left(profile: ScrollhammerUnit) -> tuple[Ints, Ints]:
    start = np.arange(profile.company.states)[:, None]
    return start, np.maximum(start - start.T, 0)


@kept_arrays(megabytes=4)
def _points(profile: ScrollhammerUnit, files: int, each: int, *, after: bool) -> Ints:
    """Return `_scores`, the bonus counted after the losses or before."""
    added = bonus_of(profile, files, each)
    return counted(profile, added, after=after) - wounds_lost(profile)


def _row(
    kind: int, a: ScrollhammerNerve, b: ScrollhammerNerve, *, ties: bool
) -> list[float]:
    row = [0.0] * (1 + len(COLUMNS))
    if kind >= _ENDS:
        row[1 + kind - _ENDS] = 1.0
        return row
    difference = kind - MOST_DIFFERENCE
    holds = 1.0
    if difference:
        loser = "b" if difference > 0 else "a"
        own, winner = (b, a) if loser == "b" else (a, b)
        holds = _holds(own, abs(difference))
        caught = float(catches(winner.i, own.i, ties=ties))
        away = (1 - holds) * (1 - caught)
        row[1 + COLUMNS.index(f"{loser}-run-down")] = (1 - holds) * caught
        row[1 + COLUMNS.index(f"{loser}-flees")] = away * (1 - own.rallies)
        row[1 + COLUMNS.index(f"{loser}-regroups")] = away * own.rallies
    for side, own, other in (("a", a, b), ("b", b, a)):
        gone = own.leaves * (1 + 1 - other.leaves) / 2
        row[1 + COLUMNS.index(f"{side}-leaves")] = holds * gone
    row[0] = holds * (1 - a.leaves) * (1 - b.leaves)
    return row


def _holds(loser: ScrollhammerNerve, difference: int) -> float:
    """Return the chance that a loser holds its ground [chance].

    References
    ----------
    Scrollhammer Rulebook, Check Morale; Our Weapons Are Useless.
    """
    if loser.steady:
        return 1.0
    if loser.yields:
        return 0.0
    return float(morale(tested(loser.ld, difference, stubborn=loser.stubborn)))
