"""Challenges: two duellists who fight each other alone, and their overkill."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

import numpy as np

from rulesets.core.percent import percent
from rulesets.games.warhammer.combat.blows.contact import ODD_STANDS
from rulesets.games.warhammer.combat.blows.endurance import effect_at
from rulesets.games.warhammer.combat.blows.strikes import Strikes
from rulesets.games.warhammer.combat.fights.psychology import odd_models
from rulesets.games.warhammer.combat.fights.states import (
    CombatState,
    Duel,
    Setting,
    blows_of,
    is_challenge,
    is_single,
)
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.sources import CHARACTERS
from rulesets.odds.answer import Step
from rulesets.odds.array_cache import kept_arrays
from rulesets.odds.attack import AttackEffect
from rulesets.odds.sides import SIDES
from rulesets.odds.volley import Floats, stacked_for

MOST_OVERKILL = 5
"""Most wounds beyond those of a fallen duellist that count."""


DuelChances = dict[tuple[int, int, int, int], float]
"""Chance by the wounds left of a and b, and the wounds beyond, by a and by b."""


def duellist(own: WarhammerUnit) -> str:
    """Return the name of a unit's duellist."""
    leaders = [group.name for group in own.groups if group.role == "leader"]
    return leaders[0] if leaders and not is_single(own) else own.name


def duellist_strikes(
    own: WarhammerUnit, strikes: Iterable[Strikes]
) -> tuple[Strikes, ...]:
    """Return the blows of a duellist and of his mount."""
    if is_single(own):
        return tuple(strikes)
    return tuple(one for one in strikes if one.who in ("leader", "mount"))


@kept_arrays(megabytes=8)
def sparing(effect: AttackEffect, most_dice: int, pool: int) -> Floats:
    """Return attacks of others on a unit while its champion fights apart.

    Parameters
    ----------
    effect : AttackEffect
        Of one attack.
    most_dice : int
        Most attacks that are made [dice].
    pool : int
        Wounds of the unit, all models having one; the last is the champion's [wounds].

    Returns
    -------
    ndarray
        ``[dice, wounds left, lost]`` [chance]; nobody strikes at the champion.

    Examples
    --------
    Two attacks that hit on 4+, on two models, one of them the champion:

    >>> from rulesets.odds.attack import Attack, effect
    >>> sparing(effect(Attack(to_hit=4)), 2, 2)[2].tolist()
    [[1.0, 0.0], [1.0, 0.0], [0.25, 0.75]]
    """
    others = stacked_for(effect, most_dice, pool - 1, 1)
    return np.concatenate((others[:, :1], others), axis=1)


def duel_chances(
    strikes: tuple[tuple[Strikes, ...], tuple[Strikes, ...]],
    left: tuple[int, int],
    first: str,
    *,
    at_once: bool,
) -> DuelChances:
    """Return how one round of a challenge may go.

    Parameters
    ----------
    strikes : pair of tuple of Strikes
        Those of both duellists.
    left : tuple of int
        Their wounds [wounds].
    first : str
        Whose blows fall first where both strike at the same time.
    at_once : bool
        True if all blows of a round fall at once.
    """
    told: DuelChances = {(*left, 0, 0): 1.0}
    for place, blows in _steps(strikes, first):
        after: DuelChances = {}
        for state, chance in told.items():
            mine, theirs = state[place], state[1 - place]
            silent = not at_once and (mine == 0 or theirs == 0)
            ends = {state: 1.0} if silent else _struck(state, place, blows, left)
            for end, share in ends.items():
                after[end] = after.get(end, 0.0) + chance * share
        told = after
    return told


def _steps(
    strikes: tuple[tuple[Strikes, ...], tuple[Strikes, ...]], first: str
) -> list[tuple[int, list[Strikes]]]:
    """Return the blows of each step, with the side that strikes them."""
    steps: dict[tuple[tuple[int, int], bool], tuple[int, list[Strikes]]] = {}
    for place, some in enumerate(strikes):
        for one in some:
            key = (one.when, "ab"[place] != first)
            steps.setdefault(key, (place, []))[1].append(one)
    return [steps[key] for key in sorted(steps)]


def _struck(
    state: tuple[int, int, int, int],
    place: int,
    blows: list[Strikes],
    begun: tuple[int, int],
) -> DuelChances:
    told: DuelChances = {state: 1.0}
    for one in blows:
        for _ in range(one.attack.attacks):
            after: DuelChances = {}
            for now, chance in told.items():
                if one.attack.once_a_phase and now[1 - place] < begun[1 - place]:
                    _count(after, now, chance)
                    continue
                does = effect_at(one.attack, now[1 - place])
                for wounds, share in enumerate(does.wounds):
                    _count(after, _hit(now, place, wounds), chance * float(share))
                slain = max(now[1 - place], 1)
                _count(after, _hit(now, place, slain), chance * float(does.slain))
            told = after
    return told


def _count(told: DuelChances, state: tuple[int, int, int, int], chance: float) -> None:
    if chance:
        told[state] = told.get(state, 0.0) + chance


def _hit(
    state: tuple[int, int, int, int], place: int, wounds: int
) -> tuple[int, int, int, int]:
    """Take wounds from the enemy of a duellist, and count those beyond."""
    left, over = [*state[:2]], [*state[2:]]
    taken = min(wounds, left[1 - place])
    left[1 - place] -= taken
    over[place] = min(over[place] + wounds - taken, MOST_OVERKILL)
    return left[0], left[1], over[0], over[1]


def duel_rounds(told: DuelChances, duel: Duel, first: str) -> list[tuple[float, Duel]]:
    """Return how a challenge may go, as rounds of it with their chances."""
    found = []
    for (a, b, *over), chance in told.items():
        lost = duel.left[0] - a, duel.left[1] - b
        found.append((chance, Duel(duel.left, lost, (over[0], over[1]), first)))
    return found


Sided = tuple[tuple[str, Strikes], ...]
"""Blows with the side that strikes them."""


def _all_strikes(setting: Setting, state: CombatState) -> tuple[Sided, tuple[str, ...]]:
    """Return all blows of a round, and the sides that may break a tie."""
    a = [("a", one) for one in blows_of(setting, state, 0)]
    b = [("b", one) for one in blows_of(setting, state, 1)]
    tied = {one.when for _, one in a} & {one.when for _, one in b}
    firsts = (state.last_won,) if state.last_won or not tied else ("a", "b")
    return (*a, *b), ("a",) if setting.at_once else firsts


def entries(
    setting: Setting, state: CombatState, chances: Floats
) -> list[tuple[CombatState, Floats]]:
    """Return the states that a combat may begin in, with the chances of both pools.

    Where there is a challenge, how it goes in the first round is drawn beforehand.
    """
    fights = is_challenge(setting.profiles, setting.situation) and not setting.refuser
    if not fights or not chances.any():
        return [(state, chances)]
    a, b = setting.profiles
    found = []
    for left in product(_duellist_wounds(a), _duellist_wounds(b)):
        some = chances.copy()
        if is_single(a):
            some[np.arange(a.pool + 1) != left[0]] = 0.0
        if is_single(b):
            some[:, np.arange(b.pool + 1) != left[1]] = 0.0
        if some.any():
            begun = replace(state, duel=Duel(left))
            found += [(one, share * some) for share, one in _duels(setting, begun)]
    return found


def _duellist_wounds(profile: WarhammerUnit) -> range:
    return range(1, profile.pool + 1) if is_single(profile) else range(1, 2)


def _duels(setting: Setting, state: CombatState) -> list[tuple[float, CombatState]]:
    """Return a state with every course of its challenge, with the chances."""
    if state.duel is None:
        return [(1.0, state)]
    _, firsts = _all_strikes(setting, state)
    found: dict[CombatState, float] = {}
    for first, (share, odd) in product(firsts, odd_models(state)):
        a, b = (
            ()
            if is_single(own) and odd[place] == ODD_STANDS
            else duellist_strikes(own, blows_of(setting, state, place, duel=True))
            for place, own in enumerate(setting.profiles)
        )
        told = duel_chances((a, b), state.duel.left, first, at_once=setting.at_once)
        for chance, duel in duel_rounds(told, state.duel, first):
            one = replace(state, duel=duel)
            found[one] = found.get(one, 0.0) + share * chance / len(firsts)
    return [(chance, one) for one, chance in found.items()]


def duel_steps(setting: Setting, state: CombatState) -> list[Step]:
    """Return how a challenge goes in the first round, where one is asked for."""
    if not setting.situation.challenge:
        return []
    source = f"{CHARACTERS}: Challenges, Overkill"
    if not is_challenge(setting.profiles, setting.situation):
        text = "no challenge: both sides need a champion of one wound, or a character "
        return [Step("Challenge", source, text + "alone against a unit")]
    if setting.refuser:
        own = setting.profiles[SIDES.index(setting.refuser)]
        text = f"{duellist(own)} refuses in every round: at the back he strikes no "
        text += "blows, and his Leadership does not count"
        return [
            Step("Challenge", f"{CHARACTERS}: Refusing a challenge", text, own.side)
        ]
    left = [own.pool if is_single(own) else 1 for own in setting.profiles]
    told = _duels(setting, replace(state, duel=Duel((left[0], left[1]))))
    steps = []
    for place, own in enumerate(setting.profiles):
        falls = beyond = 0.0
        for chance, one in told:
            if one.duel is not None:
                falls += chance * (one.duel.after[1 - place] == 0)
                beyond += chance * one.duel.over[place]
        name = duellist(own)
        text = f"{name} slays his enemy in the first round on {percent(falls)}, and "
        text += f"counts {beyond:.4g} wounds beyond on average"
        if own.champion_ws != own.ws:
            text += f"; he is struck at with Weapon Skill {own.champion_ws}"
        steps.append(Step("Challenge", source, text, own.side))
    return steps
