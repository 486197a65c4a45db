"""The rounds of a combat: their states, the order of blows, Break tests."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import chain, product

import numpy as np

from rulesets.games.warhammer.combat.blows.attack import resolve
from rulesets.games.warhammer.combat.blows.contact import dice_of, models_left
from rulesets.games.warhammer.combat.blows.endurance import impact_on, strike_on
from rulesets.games.warhammer.combat.blows.strikes import Strikes, impact_of
from rulesets.games.warhammer.combat.fights.break_tests import WarhammerNerve, fate_of
from rulesets.games.warhammer.combat.fights.challenges import (
    _all_strikes,
    _duels,
    duellist_strikes,
    sparing,
)
from rulesets.games.warhammer.combat.fights.nerve import nerve_of, spending
from rulesets.games.warhammer.combat.fights.psychology import (
    later_tests,
    odd_models,
)
from rulesets.games.warhammer.combat.fights.redress import as_redressed, redressing
from rulesets.games.warhammer.combat.fights.result import (
    ENDS,
    SPAN,
    WIDEST,
    Score,
    classifier,
    musician,
    score_of,
)
from rulesets.games.warhammer.combat.fights.ridden_blows import (
    every_blow,
    ridden_orders,
    ridden_steps,
)
from rulesets.games.warhammer.combat.fights.ridden_settings import (
    has_ridden_monster,
    settings_left,
)
from rulesets.games.warhammer.combat.fights.states import (
    CombatState,
    Duel,
    Setting,
    blow_steps,
    is_single,
)
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.odds.answer import Step
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.attack import AttackEffect
from rulesets.odds.fight.model import (
    Attacks,
    Order,
    Round,
    Strike,
)
from rulesets.odds.sides import Side
from rulesets.odds.tally import LossTally
from rulesets.odds.volley import Floats


@dataclass(frozen=True, slots=True, eq=False)
class CombatRounds:
    """Every state that a combat may come to, and its round; nothing of its odds.

    ``laid_out`` is that of their fights.
    """

    states: tuple[CombatState, ...]
    played: tuple[Round, ...]
    laid_out: dict[tuple[int, int], object] = field(default_factory=dict)

    def weight(self) -> int:
        """Return how much memory they take at most [bytes]."""
        return sum(one.weight() for one in self.played)


@kept_by_identity(most=256, megabytes=32, weigh=CombatRounds.weight)
def rounds_of(setting: Setting, begun: tuple[CombatState, ...]) -> CombatRounds:
    """Return every state that a combat may come to, and its round.

    Parameters
    ----------
    setting : Setting
    begun : tuple of CombatState
        Where it may begin; they come first.
    """
    ties = _ties(setting, begun[0])
    opened = cache(partial(openings, setting))
    states = list(dict.fromkeys(begun))
    places = {state: place for place, state in enumerate(states)}
    goes = []
    for state in states:
        after = {
            won: opened(_after(setting, state, won, ties=ties))
            for won in ("a", "b", "")
        }
        for _, one in chain(*after.values()):
            if one not in places:
                places[one] = len(states)
                states.append(one)
        goes.append(
            tuple(
                tuple((places[one], share) for share, one in after[won])
                for won in ("b", "", "a")
            )
        )
    music = musician(*setting.profiles, setting.readings)

    @cache
    def tallied(there: Setting, more: int) -> LossTally:
        return classifier(*scores_of(there), music, more)

    leads = tuple(range(len(states)))
    rounds = []
    for state, where in zip(states, goes, strict=True):
        table = _table(setting, state, where, len(states))
        there = as_redressed(setting, state)
        classify = tallied(there, setting.overkill(state))
        rounds.append(Round(orders(there, state), classify, table, leads))
    return CombatRounds(tuple(states), tuple(rounds))


def _after(
    setting: Setting, state: CombatState, won: str, *, ties: bool
) -> CombatState:
    """Return the state after a round, with all that its result changes."""
    after = spending(setting, next_state(state, won, ties=ties), won)
    return redressing(setting, after, won)


def _ties(setting: Setting, state: CombatState) -> bool:
    """Return whether both sides strike at the same time somewhere in later rounds."""
    if setting.at_once:
        return False
    later = next_state(state, "", ties=False)
    a, b = (
        {one.when for _, _, one in every_blow(setting, later, place)}
        for place in (0, 1)
    )
    return bool(a & b)


def next_state(state: CombatState, won: str, *, ties: bool) -> CombatState:
    """Return the state after a round that somebody won and nobody left.

    Who won is remembered only if blows may fall at the same time.
    """
    frenzy = (state.frenzy[0] and won != "b", state.frenzy[1] and won != "a")
    defended = state.defended and won != "a"
    duel, fallen = state.duel, state.fallen
    if duel is not None:
        left = duel.after
        fallen = (fallen[0] or not left[0], fallen[1] or not left[1])
        duel = Duel(left) if all(left) else None
    return CombatState(
        last_won=won if ties else "",
        frenzy=frenzy,
        defended=defended,
        duel=duel,
        fallen=fallen,
        turn={"a": "b", "b": "a"}.get(state.turn, ""),
        stupid=state.stupid,
        spent=state.spent,
        brought=state.brought,
    )


def openings(setting: Setting, state: CombatState) -> list[tuple[float, CombatState]]:
    """Return every state that a later round may begin in, with the chances.

    Tests of stupidity are taken, then it is drawn how a challenge goes.
    """
    return [
        (share * chance, one)
        for share, told in later_tests(setting, state)
        for chance, one in _duels(setting, told)
    ]


Goes = tuple[tuple[tuple[int, float], ...], ...]
"""Next states with their chances: after b has won, nobody, a."""


def _table(setting: Setting, state: CombatState, goes: Goes, count: int) -> Floats:
    """Return the `table_of` a round, by who of ridden monsters is left."""
    tables = [
        table_of((nerve_of(one, state, 0), nerve_of(one, state, 1)), goes, count)
        for one in settings_left(setting).values()
    ]
    if len(tables) == 1:
        return tables[0]
    return np.concatenate((*(one[:-3] for one in tables), tables[0][-3:]))


@lru_cache(maxsize=256)
def table_of(
    nerves: tuple[WarhammerNerve, WarhammerNerve], goes: Goes, count: int
) -> Floats:
    """Return the chances of the next state or end, by class of a round; read-only.

    Parameters
    ----------
    nerves : tuple of WarhammerNerve
    goes : tuple
        The states in which the fight goes on.
    count : int
        How many states there are.
    """
    afraid = nerves[0].fears or nerves[1].fears
    table = np.zeros((3, SPAN, count + len(ENDS)))
    for difference in range(-WIDEST, WIDEST + 1):
        won = (difference > 0) - (difference < 0)
        for sign in (-1, 0, 1) if afraid else (0,):
            row = table[sign + 1, difference + WIDEST]
            for key, chance in fate_of(*nerves, difference, sign):
                ends = ((count + ENDS.index(key), 1.0),) if key else goes[won + 1]
                for place, share in ends:
                    row[place] += chance * share
    if not afraid:
        table[0] = table[2] = table[1]
    gone = np.eye(3, count + len(ENDS), count)
    whole = np.concatenate((table.reshape(3 * SPAN, -1), gone))
    whole.setflags(write=False)
    return whole


def orders(setting: Setting, state: CombatState) -> tuple[Order, ...]:
    """Return the possible orders of blows, with their chances."""
    if has_ridden_monster(setting):
        return ridden_orders(setting, state)
    blows, firsts = _all_strikes(setting, state)
    if state.duel is not None:
        firsts = (state.duel.first,)
    found = []
    impact = [one for charger in state.charge for one in _impact(setting, charger)]
    for first, (chance, odd) in product(firsts, odd_models(state)):
        ordered = sorted(blows, key=lambda pair: (pair[1].when, pair[0] != first))
        told = (
            _with_duel(setting, state, state.duel, ordered, odd)
            if state.duel is not None
            else [_blows(setting, state, one, side, odd) for side, one in ordered]
        )
        found.append(Order(chance / len(firsts), (*impact, *told)))
    return tuple(found)


def _with_duel(
    setting: Setting,
    state: CombatState,
    duel: Duel,
    ordered: list[tuple[str, Strikes]],
    odd: tuple[str, str],
) -> list[Strike]:
    """Return blows in their order, with the wounds of the duellists at their place."""
    found: list[Strike] = []
    struck: set[str] = set()
    down: set[str] = set()
    for side, one in ordered:
        place = 0 if side == "a" else 1
        own, other = setting.profiles[place], setting.profiles[1 - place]
        if side not in struck and duellist_strikes(own, (one,)):
            struck.add(side)
            lost = duel.lost[1 - place]
            found += _sure_strike(own, other, lost, at_once=setting.at_once)
            if not duel.after[1 - place]:
                down.add(other.side)
        if not is_single(own) and not is_single(other):
            champion = "gone" if side in down and not setting.at_once else "apart"
            spared = other.side not in down
            found.append(
                _blows(setting, state, one, side, odd, champion, spared=spared)
            )
    return found


def _sure_strike(
    own: WarhammerUnit, other: WarhammerUnit, lost: int, *, at_once: bool
) -> list[Strike]:
    """Return a blow that takes so many wounds without a roll; none for none.

    The slain strike only where all blows fall at once.
    """
    if not lost:
        return []
    dice = np.ones((own.pool + 1, other.pool + 1, own.pool + 1), dtype=np.int64)
    dice[0] = dice[:, 0] = 0
    if not at_once:
        dice[:, :, 0] = 0
    name: Side = "a" if own.side == "a" else "b"
    wounds = (*(Fraction(0) for _ in range(lost)), Fraction(1))
    attacks = Attacks(AttackEffect(wounds, Fraction(0)), other.wounds)
    return [Strike(name, dice[..., None], attacks)]


def _blows(
    setting: Setting,
    state: CombatState,
    strikes: Strikes,
    side: str,
    odd: tuple[str, str],
    champion: str = "",
    *,
    spared: bool = False,
) -> Strike:
    """Return blows of a unit; the enemy's champion may be ``spared`` in a challenge."""
    place = 0 if side == "a" else 1
    own, other = setting.fronts[place], setting.fronts[1 - place]
    charging = side in state.charge
    if not champion:
        behind = "behind" if setting.refuser == side else "alive"
        champion = "gone" if state.fallen[place] else behind
    dice = dice_of(
        strikes,
        own,
        other,
        setting.readings,
        charging=charging,
        at_once=setting.at_once,
        champion=champion,
        odd=odd[place],
    )
    name: Side = "a" if place == 0 else "b"
    struck = other.profile
    if spared:
        does = resolve(strikes.attack)
        others = sparing(does, int(dice.max(initial=0)), struck.pool)
        return Strike(name, dice[..., None], others)
    return strike_on(struck, strikes.attack, dice, name)


def _impact(setting: Setting, charger: str) -> Iterator[Strike]:
    """Yield the impact hits of a side that charged; none where there are none."""
    side: Side = "a" if charger == "a" else "b"
    own, other = setting.profiles if side == "a" else setting.profiles[::-1]
    impact = impact_of(own, other, setting.context())
    if impact is None:
        return
    more = impact.attack.attacks
    kernels = impact_on(impact.attack, own.models, more, other)
    chariots = models_left(own)[:, None, None, None]
    yield Strike(side, chariots, kernels)


def trace(setting: Setting, begun: CombatState) -> list[Step]:
    """Return the trace of the blows of both sides, in the first round and later."""
    steps: list[Step] = []
    told: set[tuple[str, str, str]] = set()
    later = next_state(begun, "", ties=False)
    for state, when in ((begun, "first"), (later, "later")):
        for place in (0, 1):
            context = setting.context()
            own, other = setting.profiles[place], setting.profiles[1 - place]
            if own.side in state.charge:
                impact_of(own, other, context)
            context.trace.add(*blow_steps(setting, state, place))
            context.trace.add(*ridden_steps(setting, state, place))
            for step in context.trace.steps:
                seen = (step.rule, step.text, step.side)
                if seen not in told:
                    told.add(seen)
                    steps.append(_dated(step, when, begun))
    return steps


def _dated(step: Step, when: str, begun: CombatState) -> Step:
    if not begun.charge or when == "first":
        return step
    return replace(step, text=f"in later rounds: {step.text}")


def scores_of(setting: Setting) -> tuple[Score, Score]:
    """Return the points of both sides but for wounds."""
    if not setting.judged:
        a, b = setting.fronts
        asked = setting.situation, setting.readings, setting.without
        setting.judged.append((score_of(a, b, *asked), score_of(b, a, *asked)))
    return setting.judged[0]


def without_ways(first: Floats) -> Floats:
    """Return the chances of classes, whoever of ridden monsters is left."""
    each = first[:-3].reshape(-1, 3 * SPAN).sum(axis=0)
    return np.concatenate((each, first[-3:]))
