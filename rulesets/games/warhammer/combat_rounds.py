"""The stages of a Warhammer combat: what each round hangs on, and where it leads."""

from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from rulesets.games.warhammer.combat_contact import Front, dice_of
from rulesets.games.warhammer.combat_profile import Profile
from rulesets.games.warhammer.combat_result import (
    ENDS,
    SLOW,
    SPAN,
    WIDEST,
    Nerve,
    Score,
    classifier,
    fate_of,
    musician,
    passes_leadership,
    score_of,
)
from rulesets.games.warhammer.combat_strikes import (
    Moment,
    Strikes,
    impact_of,
    strikes_of,
)
from rulesets.games.warhammer.combat_swing import done
from rulesets.odds.answer import Step
from rulesets.odds.blows import Blows, Order
from rulesets.odds.dice import dice_sum
from rulesets.odds.questions import Settled
from rulesets.odds.round import Side
from rulesets.odds.stages import Stage
from rulesets.odds.volley import Dice, Floats

CALM = (
    "immune-to-psychology",
    "terror",
    "unbreakable",
    "crazed",
    "grail-vow",
    "grand-master",
)
"""Rules of units that fear nothing."""


@dataclass(frozen=True, slots=True)
class State:
    """What a round hangs on besides the wounds that are left.

    Parameters
    ----------
    charge : str
        In the first round who has charged, ``a`` or ``b``; "" in all others.
    last_won : str
        Who won the round before; "" where nobody did or nothing hangs on it.
    frenzy : tuple of bool
        Whether a and b are in a frenzy.
    defended : bool
        An obstacle still keeps side a off.
    afraid : tuple of bool
        Whether a and b have failed a test of fear: only in the first round.
    """

    charge: str = ""
    last_won: str = ""
    frenzy: tuple[bool, bool] = (False, False)
    defended: bool = False
    afraid: tuple[bool, bool] = (False, False)


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """Everything about a combat that stays as it is from round to round.

    ``known`` keeps the blows that were worked out, by side and moment; ``counted`` how
    many they are, and ``judged`` the points of both sides.
    """

    fronts: tuple[Front, Front]
    situation: Settled
    readings: Settled
    known: dict[tuple[int, Moment], tuple[tuple[Strikes, ...], tuple[Step, ...]]] = (
        field(default_factory=dict)
    )
    counted: dict[tuple[int, str, int, bool, bool], Dice] = field(default_factory=dict)
    judged: list[tuple[Score, Score]] = field(default_factory=list)

    @property
    def profiles(self) -> tuple[Profile, Profile]:
        """Return both units."""
        return self.fronts[0].profile, self.fronts[1].profile

    @property
    def at_once(self) -> bool:
        """Return whether all blows of a round fall at once."""
        return self.readings["blows"] == "at-once"


def frenzied(profile: Profile) -> bool:
    """Return whether a unit begins in a frenzy."""
    return profile.has("frenzy")


def is_feared(own: Profile, enemy: Profile, situation: Settled) -> bool:
    """Return whether a unit fears its enemy while it is not in a frenzy."""
    if own.has(*CALM):
        return False
    if enemy.has("terror") or situation[f"{own.side}.fears"]:
        return True
    return enemy.has("fear") and not own.has("fear")


def moment_of(setting: Setting, state: State, place: int) -> Moment:
    """Return what the blows of a side (0 or 1) hang on in a state."""
    own = setting.profiles[place]
    hates = own.has("hatred") or bool(setting.situation[f"{own.side}.hates"])
    return Moment(
        first=bool(state.charge),
        charging=state.charge == own.side,
        frenzied=state.frenzy[place],
        hates=hates and bool(state.charge),
        sixes_only=state.afraid[place] or (state.defended and place == 0),
    )


def blows_of(
    setting: Setting, state: State, place: int, steps: list[Step]
) -> tuple[Strikes, ...]:
    """Return all blows of a side in a state, in no order."""
    moment = moment_of(setting, state, place)
    known = setting.known.get((place, moment))
    if known is None:
        own, other = setting.profiles[place], setting.profiles[1 - place]
        said: list[Step] = []
        asked = (setting.situation, setting.readings)
        known = strikes_of(own, other, moment, *asked, said), tuple(said)
        setting.known[place, moment] = known
    steps += known[1]
    return known[0]


def stages_of(
    setting: Setting, begun: tuple[State, ...]
) -> tuple[tuple[State, ...], tuple[Stage, ...]]:
    """Return every state that a combat may come to, and its round.

    Parameters
    ----------
    setting : Setting
    begun : tuple of State
        Where it may begin; they come first.
    """
    ties = _ties(setting, begun[0])
    states = list(dict.fromkeys(begun))
    for state in states:
        for won in ("a", "b", ""):
            after = follows(state, won, ties=ties)
            if after not in states:
                states.append(after)
    classify = classifier(
        *scores_of(setting), musician(*setting.profiles, setting.readings)
    )
    stages = []
    for state in states:
        table = _table(setting, state, states, ties=ties)
        stages.append(Stage(_orders(setting, state), classify, table))
    return tuple(states), tuple(stages)


def follows(state: State, won: str, *, ties: bool) -> State:
    """Return the state after a round that somebody won and nobody left.

    Who won is remembered only if blows may fall at the same time.
    """
    frenzy = (state.frenzy[0] and won != "b", state.frenzy[1] and won != "a")
    defended = state.defended and won != "a"
    return State(last_won=won if ties else "", frenzy=frenzy, defended=defended)


def _ties(setting: Setting, state: State) -> bool:
    """Return whether both sides strike at the same time somewhere in later rounds."""
    if setting.at_once:
        return False
    later = follows(state, "", ties=False)
    a, b = (blows_of(setting, later, place, []) for place in (0, 1))
    return bool({one.when for one in a} & {one.when for one in b})


def _table(
    setting: Setting, state: State, states: list[State], *, ties: bool
) -> Floats:
    """Return what every class of a round leads to."""
    nerves = (nerve_of(setting, state, 0), nerve_of(setting, state, 1))
    goes = [states.index(follows(state, won, ties=ties)) for won in ("b", "", "a")]
    return table_of(nerves, (goes[0], goes[1], goes[2]), len(states))


@lru_cache(maxsize=256)
def table_of(
    nerves: tuple[Nerve, Nerve], goes: tuple[int, int, int], count: int
) -> Floats:
    """Return what every class of a round leads to; it may not be written to.

    Parameters
    ----------
    nerves : tuple of Nerve
    goes : tuple of int
        The states in which the fight goes on: b has won the round, nobody, a.
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
                row[count + ENDS.index(key) if key else goes[won + 1]] += chance
    if not afraid:
        table[0] = table[2] = table[1]
    gone = np.eye(3, count + len(ENDS), count)
    whole = np.concatenate((table.reshape(3 * SPAN, -1), gone))
    whole.setflags(write=False)
    return whole


def nerve_of(setting: Setting, state: State, place: int) -> Nerve:
    """Return what the Break test of a side (0 or 1) hangs on in a state."""
    own = setting.profiles[place]
    situation = setting.situation
    return Nerve(
        own=own.leadership,
        general=int(situation[f"{own.side}.general"]),
        stubborn=own.has("stubborn"),
        unbreakable=own.has("unbreakable", "swarm"),
        again=bool(situation[f"{own.side}.battle-standard"])
        or own.has("battle-standard-bearer"),
        fears=is_feared(own, setting.profiles[1 - place], situation)
        and not (own.has("impetuous") and state.charge == own.side),
        runs=2 if own.movement <= SLOW else 3,
        holds_back=_holds_back(setting, state, place),
    )


def _holds_back(setting: Setting, state: State, place: int) -> float:
    """Return the chance that a winner does not pursue [chance]."""
    own, situation = setting.profiles[place], setting.situation
    if situation[f"{own.side}.pursuit"] == "pursues":
        return 0.0
    hates = own.has("hatred") or situation[f"{own.side}.hates"]
    if hates or state.frenzy[place] or own.has("crazed"):
        return 0.0
    if place == 1 and situation["defended"]:
        return 1.0
    leads = max(own.leadership, int(situation[f"{own.side}.general"]))
    return float(passes_leadership(leads))


def _orders(setting: Setting, state: State) -> tuple[Order, ...]:
    """Return the orders in which blows may fall, with their chances."""
    a = [("a", one) for one in blows_of(setting, state, 0, [])]
    b = [("b", one) for one in blows_of(setting, state, 1, [])]
    tied = {one.when for _, one in a} & {one.when for _, one in b}
    firsts = (state.last_won,) if state.last_won or not tied else ("a", "b")
    if setting.at_once:
        firsts = ("a",)
    found = []
    for share, impact in _impacts(setting, state):
        for first in firsts:
            ordered = sorted(
                (*a, *b), key=lambda pair: (pair[1].when, pair[0] != first)
            )
            blows = tuple(_blows(setting, state, one, side) for side, one in ordered)
            found.append(Order(share / len(firsts), (*impact, *blows)))
    return tuple(found)


def _blows(setting: Setting, state: State, strikes: Strikes, side: str) -> Blows:
    place = 0 if side == "a" else 1
    own, other = setting.fronts[place], setting.fronts[1 - place]
    charging = state.charge == side
    key = place, strikes.who, strikes.swing.attacks, strikes.two_ranks, charging
    dice = setting.counted.get(key)
    if dice is None:
        asked, at_once = setting.readings, setting.at_once
        dice = dice_of(strikes, own, other, asked, charging=charging, at_once=at_once)
        setting.counted[key] = dice
    name: Side = "a" if place == 0 else "b"
    return Blows(name, done(strikes.swing), dice, other.profile.wounds)


def _impacts(setting: Setting, state: State) -> list[tuple[float, tuple[Blows, ...]]]:
    """Return the impact hits of a charge: how many, with their chances."""
    if not state.charge:
        return [(1.0, ())]
    side: Side = "a" if state.charge == "a" else "b"
    own, other = setting.profiles if side == "a" else setting.profiles[::-1]
    impact = impact_of(own, other, setting.situation, [])
    if impact is None:
        return [(1.0, ())]
    shape = (own.pool + 1, other.pool + 1, own.pool + 1)
    found: list[tuple[float, tuple[Blows, ...]]] = []
    for hits, chance in enumerate(dice_sum(own.models)):
        if chance:
            dice = np.full(shape, hits + own.models * impact.swing.attacks)
            dice[:, :, 0] = 0
            blows = Blows(side, done(impact.swing), dice, other.wounds)
            found.append((float(chance), (blows,)))
    return found


def trace(setting: Setting, begun: tuple[State, ...]) -> list[Step]:
    """Return what the blows of both sides are, where a combat begins and later."""
    steps: list[Step] = []
    told: set[tuple[str, str, str]] = set()
    later = follows(begun[0], "", ties=False)
    for state, when in ((begun[0], "first"), (later, "later")):
        for place in (0, 1):
            said: list[Step] = []
            own, other = setting.profiles[place], setting.profiles[1 - place]
            if state.charge == own.side:
                impact_of(own, other, setting.situation, said)
            blows_of(setting, state, place, said)
            for step in said:
                seen = (step.rule, step.text, step.side)
                if seen not in told:
                    told.add(seen)
                    steps.append(_dated(step, when, begun[0]))
    return steps


def _dated(step: Step, when: str, begun: State) -> Step:
    if not begun.charge or when == "first":
        return step
    return replace(step, text=f"in later rounds: {step.text}")


def scores_of(setting: Setting) -> tuple[Score, Score]:
    """Return the points of both sides but for wounds."""
    if not setting.judged:
        a, b = setting.fronts
        asked = setting.situation, setting.readings
        setting.judged.append((score_of(a, b, *asked), score_of(b, a, *asked)))
    return setting.judged[0]
