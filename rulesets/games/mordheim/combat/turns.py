"""A Mordheim engagement turn by turn: a sweep over those apart, then the combat."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rulesets.games.mordheim.combat.approach import (
    Apart,
    MordheimApproach,
    MordheimContact,
)
from rulesets.games.mordheim.combat.body import BodyState
from rulesets.games.mordheim.combat.chain import (
    Chain,
    ChainLabels,
    Standing,
    TooManyStates,
)
from rulesets.games.mordheim.combat.sampling import SHOWN_TURNS, sample_arriving
from rulesets.games.mordheim.combat.turn import Melee, MordheimTurn, States
from rulesets.odds.sides import OTHER, Side

MOST_TURNS = 4_000
"""Turns after which two who are still apart are taken never to meet."""

SETTLED = 1e-12
"""So little of those apart is not followed any further [chance]."""


@dataclass(frozen=True, slots=True)
class ApproachCourse:
    """An engagement that is asked about.

    Parameters
    ----------
    fray : Melee
        The combat once its first turn is over.
    start : Apart
    first : str
        Whose the first turn is.
    rounds : int, optional
        Turns at most [turns].
    """

    fray: Melee
    start: Apart
    first: Side
    rounds: int | None


@dataclass(frozen=True, slots=True)
class Courses:
    """What leads from a turn to the next.

    Parameters
    ----------
    approach : MordheimApproach
    fray_of : callable
        The combat that a charge begins: pistols may be empty in its first turn.
    shakes : mapping
        By charger, the chances that fear shakes whom he charges, and that it does
        where the frenzy of that one is gone [chance].
    """

    approach: MordheimApproach
    fray_of: Callable[[MordheimContact], Melee]
    shakes: Mapping[Side, tuple[float, float]]

    def charged(self, met: MordheimContact) -> dict[States, float]:
        """Return how both are after the turn of a charge."""
        fray = self.fray_of(met)
        states = met.a, met.b
        target = OTHER[met.charger]
        place = met.b if target == "b" else met.a
        calm = fray.side(target).states[place].calm
        shakes = self.shakes[met.charger][calm]
        found: dict[States, float] = {}
        for afraid, share in ((0, 1 - shakes), (1, shakes)):
            if not share:
                continue
            turn = MordheimTurn(met.charger, met.charger, afraid)
            for after, of in fray.turn(states, turn).items():
                found[after] = found.get(after, 0.0) + share * of
        return found


@dataclass(slots=True)
class ApproachResult:
    """What became of those apart, turn by turn; the first turn is the first entry.

    Parameters
    ----------
    met : list of mapping
        Charges that arrived [chance].
    down : list of mapping
        Who was shot out of action, as places of both [chance].
    live : mapping
        Who is still apart in the end [chance].
    turns : float
        Expected turns that they were apart, that of the charge included [turns].
    error : float
        What was dropped [chance].
    """

    met: list[dict[MordheimContact, float]] = field(default_factory=list)
    down: list[dict[States, float]] = field(default_factory=list)
    live: dict[Apart, float] = field(default_factory=dict)
    turns: float = 0.0
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class EngagementTale:
    """How an engagement goes; see `Tale` for the first four and the last two.

    Parameters
    ----------
    swept : ApproachResult
    places : tuple of tuple of BodyState
        The states of both sides by their places.
    """

    ends: Standing
    open: Standing
    by_turn: tuple[Standing, ...]
    swept: ApproachResult
    places: tuple[tuple[BodyState, ...], tuple[BodyState, ...]]
    turns: float
    error: float
    sampled: bool


def sweep(courses: Courses, course: ApproachCourse) -> ApproachResult:
    """Return what becomes of two who are apart, until they meet or one is shot."""
    found = ApproachResult(live={course.start: 1.0})
    active = course.first
    most = MOST_TURNS if course.rounds is None else course.rounds
    before: dict[Apart, float] = {}
    for number in range(most):
        now = found.live
        mass = sum(now.values())
        if mass < SETTLED:
            break
        if number % 2 == 0:
            if _same(before, now):
                break
            before = now
        found.turns += mass
        _one_turn(courses.approach, found, active)
        active = OTHER[active]
    if sum(found.live.values()) < SETTLED:
        found.error += sum(found.live.values())
    return found


def _one_turn(approach: MordheimApproach, found: ApproachResult, active: Side) -> None:
    met: dict[MordheimContact, float] = {}
    down: dict[States, float] = {}
    live: dict[Apart, float] = {}
    for now, share in found.live.items():
        for after, of in approach.turn(now, active).items():
            if isinstance(after, MordheimContact):
                met[after] = met.get(after, 0.0) + share * of
            elif approach.over(after):
                key = after.a, after.b
                down[key] = down.get(key, 0.0) + share * of
            else:
                live[after] = live.get(after, 0.0) + share * of
    found.met.append(met)
    found.down.append(down)
    found.live = live


def _same(before: Mapping[Apart, float], now: Mapping[Apart, float]) -> bool:
    """Return whether nothing has changed, so that nothing ever will."""
    return before.keys() == now.keys() and all(
        abs(share - before[key]) < SETTLED * share for key, share in now.items()
    )


def tale(courses: Courses, course: ApproachCourse, seed: str) -> EngagementTale:
    """Return how an engagement goes: exact, sampled where it has too many states."""
    swept = sweep(courses, course)
    arriving = _arriving(courses, swept)
    fray = course.fray
    starts = [
        (active, states)
        for coming in arriving
        for active, chances in coming.items()
        for states in chances
    ]
    left: dict[States, float] = {}
    for now, share in swept.live.items():
        left[now.a, now.b] = left.get((now.a, now.b), 0.0) + share
    down = _so_far(swept.down, course.rounds)
    try:
        chain = Chain(fray, starts)
    except TooManyStates:
        drawn = sample_arriving(fray, arriving, course.rounds, seed)
        fought = EngagementFight(drawn.ends, drawn.open, drawn.by_turn, drawn.turns)
        error, sampled = drawn.error, True
    else:
        fought = _fought(chain, arriving, course.rounds)
        error, sampled = swept.error, False
    named = ChainLabels(fray)
    return EngagementTale(
        ends=named.told(_sum(fought.ends, down[-1])),
        open=named.told(_sum(fought.open, left)),
        by_turn=tuple(
            named.told(_sum(done, down[min(number, len(down) - 1)]))
            for number, done in enumerate(fought.by_turn)
        ),
        swept=swept,
        places=(fray.side("a").states, fray.side("b").states),
        turns=swept.turns + fought.turns,
        error=error,
        sampled=sampled,
    )


def _arriving(
    courses: Courses, swept: ApproachResult
) -> list[dict[Side, dict[States, float]]]:
    """Return by turn how both are after charges, under the side whose turn is next."""
    known: dict[MordheimContact, dict[States, float]] = {}
    found: list[dict[Side, dict[States, float]]] = []
    for charges in swept.met:
        coming: dict[Side, dict[States, float]] = {"a": {}, "b": {}}
        for met, share in charges.items():
            if met not in known:
                known[met] = courses.charged(met)
            into = coming[OTHER[met.charger]]
            for states, of in known[met].items():
                into[states] = into.get(states, 0.0) + share * of
        found.append(coming)
    return found


@dataclass(frozen=True, slots=True)
class EngagementFight:
    """How the combats went that began in different turns; see `Sample`."""

    ends: Mapping[States, float]
    open: Mapping[States, float]
    by_turn: Sequence[Mapping[States, float]]
    turns: float


def _fought(
    chain: Chain, arriving: list[dict[Side, dict[States, float]]], rounds: int | None
) -> EngagementFight:
    """Return how combats go that begin in different turns."""
    live, ended = chain.entering({})
    by_turn: list[dict[States, float]] = []
    turns = 0.0
    shown = SHOWN_TURNS if rounds is None else rounds
    for number in range(max(shown, len(arriving))):
        turns += float(live.sum())
        ended = ended + live @ chain.end
        live = live @ chain.step
        if number < len(arriving):
            more, done = chain.entering(arriving[number])
            live, ended = live + more, ended + done
        if number < shown:
            by_turn.append(dict(zip(chain.over, ended.tolist(), strict=True)))
    if rounds is None:
        ends, left, more_turns = chain.at_last(live, ended)
        return EngagementFight(ends, left, by_turn, turns + more_turns)
    left = {states: 0.0 for _, states in chain.nodes}
    for (_, states), share in zip(chain.nodes, live.tolist(), strict=True):
        left[states] += share
    return EngagementFight(by_turn[-1], left, by_turn, turns)


def _so_far(
    down: list[dict[States, float]], rounds: int | None
) -> list[dict[States, float]]:
    """Return who has been shot out of action after each turn."""
    found: list[dict[States, float]] = []
    now: dict[States, float] = {}
    for one in down:
        now = _sum(now, one)
        found.append(now)
    return found or [{}]


def _sum(
    one: Mapping[States, float], two: Mapping[States, float]
) -> dict[States, float]:
    found = dict(one)
    for states, share in two.items():
        found[states] = found.get(states, 0.0) + share
    return found
