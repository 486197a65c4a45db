"""Wounds that come back by Absorb Health from blows."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import prod

import numpy as np

from rulesets.games.scrollhammer.combat.blows.blows import ScrollhammerBlows, by_bearers
from rulesets.games.scrollhammer.combat.blows.cases import Fought, cases_of
from rulesets.games.scrollhammer.combat.blows.leeches import KEY, may_heal
from rulesets.games.scrollhammer.combat.blows.struck_models import StruckModels
from rulesets.games.scrollhammer.combat.contact import fighters
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.fights.bonus import bonus
from rulesets.games.scrollhammer.combat.fights.round import Rounds
from rulesets.games.scrollhammer.combat.fights.standings import Facing
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
from rulesets.odds.company import Company, Hurt, as_moves
from rulesets.odds.dice import chance
from rulesets.odds.fight.healing import HealingRound
from rulesets.odds.fight.model import Round
from rulesets.odds.tally import LossTally
from rulesets.odds.volley import Floats, Ints
from rulesets.odds.volley_kernels import kernels
from rulesets.odds.volley_pools import Volley

MOST_PAIRS = 700
"""Pairs of both sides' states above which nobody absorbs: a second of work."""

USUAL_X = 6
"""Roll that gives a wound back where no X is printed [pips]."""


def comes_on(x: int) -> float:
    """Return the chance that a wound comes back on X or more, X of 0 for none printed.

    A 1 always fails [chance].
    """
    return float(chance(max(x or USUAL_X, 2)))


def fits(sides: tuple[ScrollhammerSide, ScrollhammerSide]) -> bool:
    """Return whether a combat is small enough for absorbing to be worked out."""
    return prod(side.profile.company.states for side in sides) <= MOST_PAIRS


@dataclass(frozen=True, slots=True, eq=False)
class _Strike:
    """The blows of one side in a step.

    ``moves`` is ``[own, other, drinks, other after]``: the last but one axis tells by
    bits which groups in ``drinkers`` have rolled a wound back.
    """

    moves: Floats
    drinkers: tuple[int, ...]


def absorbing_round(
    standing: Facing, played: Round, rounds: Rounds, readings: ScrollhammerReadings
) -> tuple[HealingRound, Floats]:
    """Return a round in which blows give wounds back, and its transitions.

    The model that is hurt, or would be first, strikes on its own; if its blows take a
    wound, one roll of X or more gives it one back at the end of the step, if it still
    stands (house). It rolls once a turn.

    Returns
    -------
    HealingRound
    ndarray
        ``[start, after]`` by pairs of states, both sides' as one number [chance].

    References
    ----------
    Scrollhammer Rulebook, Special rules A to G: Absorb Health; Damage Types and
    Magical Effects: Healing.
    """
    a, b = standing.sides
    sizes = a.profile.company.states, b.profile.company.states
    now: dict[tuple[int, int], Floats] = {(0, 0): np.eye(prod(sizes))}
    for cases in _steps(standing, rounds, readings):
        after: dict[tuple[int, int], Floats] = {}
        for begun, by_a, by_b in cases:
            led = list(_step(a.profile.company, b.profile.company, by_a, by_b))
            for (back_a, back_b), reached in now.items():
                for (more_a, more_b), moves in led:
                    key = back_a + more_a, back_b + more_b
                    gone = np.zeros_like(reached)
                    gone[begun] = reached[begun] @ moves
                    after[key] = after[key] + gone if key in after else gone
        now = after
    judged = _judged((a, b), played, now, readings)
    return judged, sum(now.values(), np.zeros((prod(sizes), prod(sizes))))


_Case = tuple[Ints, _Strike | None, _Strike | None]
"""Pairs of states in which a round began, and what both sides strike in a step then."""


def _steps(
    standing: Facing, rounds: Rounds, readings: ScrollhammerReadings
) -> Iterator[list[_Case]]:
    """Yield the strikes of each step, by the states in which the round began."""
    blows = rounds.blows if standing.first else rounds.later
    a, b = standing.sides
    met_a, met_b = rounds.engaged
    who_a = partial(_engaged, a, met_a, rounds.struck[1])
    who_b = partial(_engaged, b, met_b, rounds.struck[0])
    every = np.arange(met_a.size)
    drunk: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    steps = sorted({one.initiative for by in blows for one in by}, reverse=True)
    for step in steps:
        by_a, by_b = ([one for one in by if one.initiative == step] for by in blows)
        begun = {(-1, -1): every}
        if step != steps[0]:
            begun = _alike(met_a if by_a else 0 * met_a, met_b.T if by_b else 0 * met_a)
        yield [
            (
                places,
                _strike(a, b, by_a, who_a(most_a), drunk[0], readings),
                _strike(b, a, by_b, who_b(most_b), drunk[1], readings),
            )
            for (most_a, most_b), places in begun.items()
        ]
        drunk = drunk[0] | _drinkers(by_a), drunk[1] | _drinkers(by_b)


def _alike(met_a: Ints, met_b: Ints) -> dict[tuple[int, int], Ints]:
    """Return pairs of states by how many of both sides are engaged in them."""
    pairs = np.stack([met_a.ravel(), met_b.ravel()], axis=1)
    kinds, which = np.unique(pairs, axis=0, return_inverse=True)
    return {
        (int(a), int(b)): np.flatnonzero(which.ravel() == number)
        for number, (a, b) in enumerate(kinds.tolist())
    }


def _engaged(
    side: ScrollhammerSide, met: Ints, struck: StruckModels, most: int
) -> Fought:
    """Return who fights and whom, if so many were engaged; -1 for now.

    As `rulesets.games.scrollhammer.combat.contact.still_engaged` has it; whom they
    strike is read from who is engaged now (house).
    """
    now = met
    if most >= 0:
        left = np.minimum(side.profile.company.counts, most)
        now = np.broadcast_to(left[:, None], met.shape)
    return fighters(side.profile, now), by_bearers(side, struck, struck.first)


def _drinkers(blows: Iterable[ScrollhammerBlows]) -> frozenset[int]:
    """Return the groups whose blows may give a wound back."""
    return frozenset(
        one.place for one in blows if KEY in one.weapon.rules and may_heal(one.group)
    )


def _strike(
    side: ScrollhammerSide,
    other: ScrollhammerSide,
    blows: list[ScrollhammerBlows],
    fought: Fought,
    drunk: frozenset[int],
    readings: ScrollhammerReadings,
) -> _Strike | None:
    """Return a side's attacks in one step; ``drunk`` are groups that had their roll."""
    if not blows:
        return None
    found = cases_of(side, other, blows, fought)
    kinds, whole = found.kinds, found.which + found.added
    sizes = side.profile.company.states, other.profile.company.states
    which = np.broadcast_to(whole, (1, 1, *sizes))[0, 0]
    drinkers = tuple(sorted(_drinkers(blows) - drunk))
    chances = {
        one.place: comes_on(one.weapon.rules[KEY])
        for one in blows
        if KEY in one.weapon.rules and one.place in drinkers
    }
    apart = [_apart(volley, blows, drinkers) for volley in found.volleys]
    stack = kernels(
        other.profile.company, kinds, tuple(one for case in apart for one in case)
    )
    dense = as_moves(stack)
    each = 1 + len(drinkers)
    cases = []
    for number, case in enumerate(apart):
        own = dense[number * each : (number + 1) * each]
        flagged = np.eye(len(own[0]))[None]
        for place, volley, moves in zip(drinkers, case, own, strict=False):
            split = _drinks(moves, volley, kinds, chances[place], readings)
            flagged = np.concatenate([flagged @ split[0], flagged @ split[1]])
        cases.append(flagged @ own[-1])
    by_case = np.stack(cases)
    others = np.arange(other.profile.company.states)
    return _Strike(by_case[which, :, others[None, :]], drinkers)


def _apart(
    volley: Volley, blows: list[ScrollhammerBlows], drinkers: Sequence[int]
) -> tuple[Volley, ...]:
    """Return the blows of one model of each group that drinks, then all others."""
    alone: dict[int, list[tuple[int, int]]] = {place: [] for place in drinkers}
    rest = []
    for (kind, count), one in zip(volley, blows, strict=True):
        drinks = KEY in one.weapon.rules and one.place in alone and count > 0
        if drinks:
            alone[one.place].append((kind, 1))
        rest.append((kind, count - int(drinks)))
    return (*(tuple(alone[place]) for place in drinkers), tuple(rest))


def _drinks(
    moves: Floats,
    volley: Volley,
    kinds: Sequence[Hurt],
    chance: float,
    readings: ScrollhammerReadings,
) -> tuple[Floats, Floats]:
    """Return a model's blows without and with a wound that comes back."""
    dry = np.diagonal(moves).copy()
    if readings.absorbs == "any":
        dry[1:] = prod(float(kinds[kind].one[0]) for kind, _ in volley)
    wet = moves - np.diag(dry)
    return np.diag(dry) + (1 - chance) * wet, chance * wet


def _step(
    own: Company, other: Company, by_a: _Strike | None, by_b: _Strike | None
) -> Iterator[tuple[tuple[int, int], Floats]]:
    """Yield where pairs of states go, by the wounds that came back to both sides."""
    strike_a = by_a or _idle(own, other)
    strike_b = by_b or _idle(other, own)
    for a, b in product(range(strike_a.moves.shape[2]), range(strike_b.moves.shape[2])):
        on_b = strike_a.moves[:, :, a]
        on_a = strike_b.moves[:, :, b]
        for (back_a, left_a), (back_b, left_b) in product(
            _healed(own, on_a, strike_a.drinkers, a),
            _healed(other, on_b, strike_b.drinkers, b),
        ):
            moves = np.einsum("abj,bai->abij", left_b, left_a)
            size = own.states * other.states
            yield (back_a, back_b), moves.reshape(size, size)


def _idle(own: Company, other: Company) -> _Strike:
    still = np.broadcast_to(
        np.eye(other.states), (own.states, other.states, other.states)
    )
    return _Strike(still[:, :, None, :], ())


def _healed(
    company: Company, struck: Floats, drinkers: Iterable[int], bits: int
) -> Iterator[tuple[int, Floats]]:
    """Yield ``[enemy, before, after]`` with wounds given back, by how many they are."""
    after = np.broadcast_to(
        np.arange(company.states), (company.states, company.states)
    ).copy()
    back = np.zeros_like(after)
    for number, place in enumerate(drinkers):
        if not bits >> number & 1:
            continue
        alive, pool = company.alive[:, place], company.pools[:, place]
        sore = alive * company.per_model[place] - pool
        stands = (alive[None, :] == alive[:, None]) & (sore[None, :] > 0)
        one = [int(group == place) for group in range(len(company.sizes))]
        after += stands * company.state(one)
        back += stands
    for count in np.unique(back).tolist():
        moved = np.zeros_like(struck)
        for before in range(company.states):
            here = back[before] == count
            np.add.at(
                moved[:, before].T, after[before][here], struck[:, before][:, here].T
            )
        yield count, moved


def _judged(
    sides: tuple[ScrollhammerSide, ScrollhammerSide],
    played: Round,
    now: dict[tuple[int, int], Floats],
    readings: ScrollhammerReadings,
) -> HealingRound:
    """Return the healing round of transitions, by the wounds that both sides took."""
    size_a, size_b = (side.profile.company.states for side in sides)
    table, ways = played.table, len(played.leads)
    judge = played.classify
    if not isinstance(judge, LossTally):
        raise TypeError("a round of Scrollhammer is judged by a tally")
    start = np.divmod(np.arange(size_a * size_b)[:, None], size_b)
    left = np.divmod(np.arange(size_a * size_b)[None, :], size_b)
    shape = (size_a * size_b, size_a * size_b)
    outcomes = np.zeros((shape[0], table.shape[1] - ways))
    goes_on = {lead: np.zeros(shape) for lead in played.leads}
    ends = np.zeros(shape)
    for back, moves in now.items():
        points = [
            _points(side, begun, after, count, readings)
            for side, begun, after, count in zip(sides, start, left, back, strict=True)
        ]
        classes = judge.of(points[0] - points[1], left[0], left[1])
        for way, lead in enumerate(played.leads):
            goes_on[lead] += moves * table[classes, way]
        for number in range(outcomes.shape[1]):
            ended = moves * table[classes, ways + number]
            outcomes[:, number] += ended.sum(axis=1)
            ends += ended
    return HealingRound(outcomes.reshape(size_a, size_b, -1), goes_on, ends, _moved)


def _points(
    side: ScrollhammerSide,
    start: Ints,
    left: Ints,
    back: int,
    readings: ScrollhammerReadings,
) -> Ints:
    """Return a side's bonus less the wounds that it took, those given back as well."""
    added = bonus(side, readings)
    wounds = side.profile.company.wounds
    counted = left if readings.bonus_counted == "after" else start
    points: Ints = added[counted] - (wounds[start] - wounds[left] + back)
    return points


def _moved(live: Floats, arriving: Floats) -> Floats:
    moved: Floats = (live.ravel() @ arriving).reshape(live.shape)
    return moved


def dealt_in(
    sides: tuple[ScrollhammerSide, ScrollhammerSide], start: Floats, moves: Floats
) -> tuple[Floats, Floats]:
    """Return the wounds that both sides deal in a round, less those that come back.

    As `rulesets.odds.fight.exact.dealt` returns it: as the falls of states that have
    lost as many wounds.
    """
    a, b = (side.profile.company for side in sides)
    begun = np.divmod(np.arange(start.size)[:, None], b.states)
    left = np.divmod(np.arange(start.size)[None, :], b.states)
    chances = start.reshape(-1, 1) * moves
    return (
        _lost(b, b.wounds[begun[1]] - b.wounds[left[1]], chances),
        _lost(a, a.wounds[begun[0]] - a.wounds[left[0]], chances),
    )


def _lost(company: Company, lost: Ints, chances: Floats) -> Floats:
    most = int(company.wounds[-1])
    counted = np.bincount(
        np.maximum(lost, 0).ravel(), weights=chances.ravel(), minlength=most + 1
    )
    falls = np.zeros((company.states, company.states))
    for wounds, share in enumerate(counted.tolist()):
        state = int(np.argmax(company.wounds == most - wounds))
        falls[-1, company.states - 1 - state] += share
    return falls
