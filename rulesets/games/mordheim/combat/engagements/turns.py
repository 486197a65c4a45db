"""A Mordheim engagement turn by turn: a sweep over those apart, then the combat."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from rulesets.games.mordheim.combat.blows.body import BodyState
from rulesets.games.mordheim.combat.engagements.approach import (
    MordheimApproach,
    MordheimContact,
)
from rulesets.games.mordheim.combat.engagements.movement import Apart
from rulesets.games.mordheim.combat.fights.chain import (
    Standing,
    StateNames,
    fight_arriving,
)
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.orders import MordheimTurn, States, Turns
from rulesets.odds.sampling import Seed
from rulesets.odds.sides import OTHER, SIDES, Side

MOST_TURNS = 4_000
"""Turns after which two who are still apart are taken never to meet."""

SETTLED = 1e-12
"""So little of those apart is not followed any further [chance]."""


@dataclass(frozen=True, slots=True)
class MordheimEngagement:
    """An engagement that is asked about, and what leads from a turn to the next.

    Parameters
    ----------
    approach : MordheimApproach
    melee : Melee
        The combat once its first turn is over.
    turns_of : callable
        The first turns of the combat that a charge begins: pistols may be empty.
    shakes : mapping
        By charger, the chances that fear shakes whom he charges, and that it does
        where the frenzy of that one is gone [chance].
    start : Apart
    first : {"a", "b"}
        Whose the first turn is.
    rounds : int, optional
        Turns at most [turns].
    at_edge : MordheimEngagement, optional
        The same, but that who falls from his edge is away from the combat.
    """

    approach: MordheimApproach
    melee: Melee
    turns_of: Callable[[MordheimContact], Turns]
    shakes: Mapping[Side, tuple[float, float]]
    start: Apart
    first: Side
    rounds: int | None
    at_edge: "MordheimEngagement | None" = None

    def kept(self, met: MordheimContact) -> MordheimContact:
        """Return a charge at an edge with the states of those who fight at it."""
        asked = self.at_edge or self
        a, b = (
            asked.melee.side(side).striking.index[self.melee.side(side).states[place]]
            for side, place in zip(SIDES, (met.a, met.b), strict=True)
        )
        return met._replace(a=a, b=b)

    def charged(
        self, some: Iterable[MordheimContact]
    ) -> dict[MordheimContact, dict[States, float]]:
        """Return the states of both after the turns of some charges [chance]."""
        found: dict[MordheimContact, dict[States, float]] = {}
        alike: dict[
            tuple[Turns, MordheimTurn], list[tuple[MordheimContact, float]]
        ] = {}
        for met in some:
            found[met] = {}
            for turn, share in self._first_turns(met):
                alike.setdefault((self.turns_of(met), turn), []).append((met, share))
        for (turns, turn), begun in alike.items():
            rows = turns.rows([(met.a, met.b) for met, _ in begun], turn)
            for (met, share), row in zip(begun, rows, strict=True):
                for after, of in row.items():
                    found[met][after] = found[met].get(after, 0.0) + share * of
        return found

    def _first_turns(
        self, met: MordheimContact
    ) -> Iterator[tuple[MordheimTurn, float]]:
        """Yield the first turns that a charge may begin, by whom fear shakes."""
        target = OTHER[met.charger]
        place = met.b if target == "b" else met.a
        calm = self.melee.side(target).states[place].calm
        shakes = self.shakes[met.charger][calm]
        dives = (met.dive, 0) if met.charger == "a" else (0, met.dive)
        for afraid, share in ((0, 1 - shakes), (1, shakes)):
            if share:
                yield MordheimTurn(met.charger, met.charger, afraid, dives), share


@dataclass(slots=True)
class ApproachResult:
    """The turns of those apart; the first turn is the first entry.

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

    def shot_down(self) -> list[dict[States, float]]:
        """Return the chances of being shot out of action after each turn."""
        found: list[dict[States, float]] = []
        now: dict[States, float] = {}
        for one in self.down:
            now = _sum(now, one)
            found.append(now)
        return found or [{}]


@dataclass(frozen=True, slots=True)
class EngagementResult:
    """The result of an engagement; see `MeleeResult` for the first three.

    Parameters
    ----------
    approach : ApproachResult
    places : tuple of tuple of BodyState
        The states of both sides by their places.
    turns : float
        Expected turns [turns].
    error : float
        The bound of every chance [chance].
    sampled : bool
    """

    ends: Standing
    open: Standing
    by_turn: tuple[Standing, ...]
    approach: ApproachResult
    places: tuple[tuple[BodyState, ...], tuple[BodyState, ...]]
    turns: float
    error: float
    sampled: bool


def sweep(asked: MordheimEngagement) -> ApproachResult:
    """Play the turns of two who are apart, until they meet or one is shot."""
    found = ApproachResult(live={asked.start: 1.0})
    active = asked.first
    most = MOST_TURNS if asked.rounds is None else asked.rounds
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
        _play_turn(asked.approach, found, active)
        active = OTHER[active]
    if sum(found.live.values()) < SETTLED:
        found.error += sum(found.live.values())
    return found


def _play_turn(approach: MordheimApproach, found: ApproachResult, active: Side) -> None:
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


def fight_out(asked: MordheimEngagement, seed: Seed) -> EngagementResult:
    """Compute an engagement: exactly, sampled where it has too many states."""
    approach = sweep(asked)
    melee = asked.melee
    left: dict[States, float] = {}
    for now, share in approach.live.items():
        left[now.a, now.b] = left.get((now.a, now.b), 0.0) + share
    down = approach.shot_down()
    on_the_level = _charges(approach, edge=False)
    fought = fight_arriving(melee, _arriving(asked, on_the_level), asked.rounds, seed)
    names = StateNames(melee)
    found = EngagementResult(
        ends=names.named(_sum(fought.ends, down[-1])),
        open=names.named(_sum(fought.open, left)),
        by_turn=tuple(
            names.named(_sum(done, down[min(number, len(down) - 1)]))
            for number, done in enumerate(fought.by_turn)
        ),
        approach=approach,
        places=(melee.side("a").states, melee.side("b").states),
        turns=approach.turns + fought.turns,
        error=fought.error or approach.error,
        sampled=fought.error > 0,
    )
    return found if asked.at_edge is None else _with_edge(found, asked, seed)


def _with_edge(
    found: EngagementResult, asked: MordheimEngagement, seed: Seed
) -> EngagementResult:
    """Add the combats with one who is charged at his edge, and keeps to it."""
    above = asked.at_edge or asked
    charges = [
        {asked.kept(met): share for met, share in some.items()}
        for some in _charges(found.approach, edge=True)
    ]
    fought = fight_arriving(above.melee, _arriving(above, charges), above.rounds, seed)
    names = StateNames(above.melee)
    by_turn = [names.named(done) for done in fought.by_turn]
    shown = max(len(by_turn), len(found.by_turn))
    return replace(
        found,
        ends=_sum(found.ends, names.named(fought.ends)),
        open=_sum(found.open, names.named(fought.open)),
        by_turn=tuple(
            _sum(_latest(found.by_turn, number), _latest(by_turn, number))
            for number in range(shown)
        ),
        turns=found.turns + fought.turns,
        error=found.error + fought.error,
        sampled=found.sampled or fought.error > 0,
    )


def _latest(by_turn: Sequence[Standing], number: int) -> Standing:
    """Return what is so after a turn, or after the last that is told."""
    return by_turn[min(number, len(by_turn) - 1)] if by_turn else {}


def _charges(
    approach: ApproachResult, *, edge: bool
) -> list[dict[MordheimContact, float]]:
    """Return the charges that arrived by turn: those at an edge, or all others."""
    return [
        {met: share for met, share in some.items() if met.edge is edge}
        for some in approach.met
    ]


def _arriving(
    asked: MordheimEngagement, charges_by_turn: list[dict[MordheimContact, float]]
) -> list[dict[Side, dict[States, float]]]:
    """Return the states of both after charges, by turn and by whose turn is next."""
    charges = dict.fromkeys(met for some in charges_by_turn for met in some)
    after = asked.charged(charges)
    found: list[dict[Side, dict[States, float]]] = []
    for some in charges_by_turn:
        coming: dict[Side, dict[States, float]] = {"a": {}, "b": {}}
        for met, share in some.items():
            into = coming[OTHER[met.charger]]
            for states, of in after[met].items():
                into[states] = into.get(states, 0.0) + share * of
        found.append(coming)
    return found


_S = TypeVar("_S")


def _sum(one: Mapping[_S, float], two: Mapping[_S, float]) -> dict[_S, float]:
    found = dict(one)
    for states, share in two.items():
        found[states] = found.get(states, 0.0) + share
    return found
