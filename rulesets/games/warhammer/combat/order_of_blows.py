"""The orders in which the blows of a round fall, challenges among them."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np

from rulesets.core.percent import percent
from rulesets.games.warhammer.combat.attack import done
from rulesets.games.warhammer.combat.challenges import (
    Duel,
    challenged,
    drawn,
    duellist,
    fates,
    is_single,
    of_duellist,
)
from rulesets.games.warhammer.combat.contact import ODD_STANDS, dice_of
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.states import CombatState, Setting, blows_of
from rulesets.games.warhammer.combat.strikes import Strikes, impact_of
from rulesets.games.warhammer.combat.stupidity import later_wits, lots
from rulesets.games.warhammer.sources import CHARACTERS
from rulesets.odds.answer import Step
from rulesets.odds.attack import AttackEffect
from rulesets.odds.dice import dice_sum
from rulesets.odds.fight.model import Attacks, Order, Side, Strike
from rulesets.odds.volley import Floats

Sided = tuple[tuple[str, Strikes], ...]
"""Blows with the side that strikes them."""


def orders(setting: Setting, state: CombatState) -> tuple[Order, ...]:
    """Return the orders in which blows may fall, with their chances."""
    blows, firsts = _all(setting, state)
    if state.duel is not None:
        firsts = (state.duel.first,)
    found = []
    for share, impact in _impacts(setting, state):
        for first, (chance, odd) in product(firsts, lots(state)):
            ordered = sorted(blows, key=lambda pair: (pair[1].when, pair[0] != first))
            told = (
                _with_duel(setting, state, state.duel, ordered, odd)
                if state.duel is not None
                else [_blows(setting, state, one, side, odd) for side, one in ordered]
            )
            found.append(Order(share * chance / len(firsts), (*impact, *told)))
    return tuple(found)


def _all(setting: Setting, state: CombatState) -> tuple[Sided, tuple[str, ...]]:
    """Return all blows of a round, and who may be first where they fall together."""
    a = [("a", one) for one in blows_of(setting, state, 0, [])]
    b = [("b", one) for one in blows_of(setting, state, 1, [])]
    tied = {one.when for _, one in a} & {one.when for _, one in b}
    firsts = (state.last_won,) if state.last_won or not tied else ("a", "b")
    return (*a, *b), ("a",) if setting.at_once else firsts


def entries(
    setting: Setting, state: CombatState, chances: Floats
) -> list[tuple[CombatState, Floats]]:
    """Return the states in which a combat begins, with the chances of both pools.

    Where there is a challenge, how it goes in the first round is drawn beforehand.
    """
    fights = challenged(setting.profiles, setting.situation) and not setting.refuser
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


def openings(setting: Setting, state: CombatState) -> list[tuple[float, CombatState]]:
    """Return every way in which a later round may begin, with the chances.

    Tests of stupidity are taken, then it is drawn how a challenge goes.
    """
    return [
        (share * chance, one)
        for share, told in later_wits(setting, state)
        for chance, one in _duels(setting, told)
    ]


def _duels(setting: Setting, state: CombatState) -> list[tuple[float, CombatState]]:
    """Return a state with every way in which its challenge may go, with the chances."""
    if state.duel is None:
        return [(1.0, state)]
    blows, firsts = _all(setting, state)
    found: dict[CombatState, float] = {}
    for first, (share, odd) in product(firsts, lots(state)):
        a, b = (
            ()
            if is_single(own) and odd[place] == ODD_STANDS
            else of_duellist(own, [one for side, one in blows if side == own.side])
            for place, own in enumerate(setting.profiles)
        )
        told = fates((a, b), state.duel.left, first, at_once=setting.at_once)
        for chance, duel in drawn(told, state.duel, first):
            one = replace(state, duel=duel)
            found[one] = found.get(one, 0.0) + share * chance / len(firsts)
    return [(chance, one) for one, chance in found.items()]


def duel_steps(setting: Setting, state: CombatState) -> list[Step]:
    """Return how a challenge goes in the first round, where one is asked for."""
    if not setting.situation["challenge"]:
        return []
    source = f"{CHARACTERS}: Challenges, Overkill"
    if not challenged(setting.profiles, setting.situation):
        text = "no challenge: both sides need a champion of one wound, or a character "
        return [Step("Challenge", source, text + "alone against a unit")]
    if setting.refuser:
        own = setting.profiles["ab".index(setting.refuser)]
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
        steps.append(Step("Challenge", source, text, own.side))
    return steps


def _with_duel(
    setting: Setting,
    state: CombatState,
    duel: Duel,
    ordered: list[tuple[str, Strikes]],
    odd: tuple[str, str],
) -> list[Strike]:
    """Return blows in their order, with what the duellists lose at its place."""
    found: list[Strike] = []
    struck: set[str] = set()
    down: set[str] = set()
    for side, one in ordered:
        place = 0 if side == "a" else 1
        own, other = setting.profiles[place], setting.profiles[1 - place]
        if side not in struck and of_duellist(own, (one,)):
            struck.add(side)
            found += _sure(own, other, duel.lost[1 - place])
            if not duel.after[1 - place]:
                down.add(other.side)
        if not is_single(own) and not is_single(other):
            champion = "gone" if side in down and not setting.at_once else "apart"
            found.append(_blows(setting, state, one, side, odd, champion))
    return found


def _sure(own: WarhammerUnit, other: WarhammerUnit, lost: int) -> list[Strike]:
    """Return a blow that takes so many wounds without a roll; none for none."""
    if not lost:
        return []
    dice = np.ones((own.pool + 1, other.pool + 1, own.pool + 1), dtype=np.int64)
    dice[0] = dice[:, 0] = dice[:, :, 0] = 0
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
) -> Strike:
    place = 0 if side == "a" else 1
    own, other = setting.fronts[place], setting.fronts[1 - place]
    charging = state.charge == side
    if not champion:
        behind = "behind" if setting.refuser == side else "alive"
        champion = "gone" if state.fallen[place] else behind
    kind = strikes.who, strikes.swing.attacks, strikes.two_ranks
    key = place, *kind, charging, champion, odd[place]
    dice = setting.counted.get(key)
    if dice is None:
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
        setting.counted[key] = dice
    name: Side = "a" if place == 0 else "b"
    attacks = Attacks(done(strikes.swing), other.profile.wounds)
    return Strike(name, dice[..., None], attacks)


def _impacts(
    setting: Setting, state: CombatState
) -> list[tuple[float, tuple[Strike, ...]]]:
    """Return the impact hits of a charge: how many, with their chances."""
    if not state.charge:
        return [(1.0, ())]
    side: Side = "a" if state.charge == "a" else "b"
    own, other = setting.profiles if side == "a" else setting.profiles[::-1]
    impact = impact_of(own, other, setting.situation, [])
    if impact is None:
        return [(1.0, ())]
    attacks = Attacks(done(impact.swing), other.wounds)
    shape = (own.pool + 1, other.pool + 1, own.pool + 1)
    found: list[tuple[float, tuple[Strike, ...]]] = []
    for hits, chance in enumerate(dice_sum(own.models)):
        if chance:
            dice = np.full(shape, hits + own.models * impact.swing.attacks)
            dice[:, :, 0] = 0
            strike = Strike(side, dice[..., None], attacks)
            found.append((float(chance), (strike,)))
    return found
