"""Draughts that give a wound back to who is hurt as a turn begins."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from rulesets.games.scrollhammer.combat.blows.leeches import absorbs, may_heal
from rulesets.games.scrollhammer.combat.fights.healing import comes_on
from rulesets.games.scrollhammer.combat.fights.regeneration import of_groups
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
)
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
from rulesets.games.scrollhammer.special_rules import rule_of, rules_that
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.fight.healing import HealingRound
from rulesets.odds.volley import Floats


@kept_by_identity(most=512)
def drinks(profile: ScrollhammerUnit) -> bool:
    """Return whether a draught can give any of its models a wound back."""
    return any(_roll(group) for group in profile.groups)


def draughts_of(profile: ScrollhammerUnit) -> tuple[str, ...]:
    """Return the keys of the rules of its draughts that heal."""
    return tuple(sorted(rules_that("or", "heal") & profile.rules))


def _roll(group: ScrollhammerGroup) -> int:
    """Return the roll by which a draught heals a group's models, 0 for none [pips]."""
    if not may_heal(group):
        return 0
    told = (one for key in group.rules for one in rule_of(key).effects)
    return min(
        (int(e.value) for e in told if (e.on, e.op) == ("heal", "or")), default=0
    )


def drunk(profile: ScrollhammerUnit) -> Floats:
    """Return ``[before, after]``: where every state goes as those who are hurt drink.

    A bearer that has lost wounds and still stands gets one back on the roll [chance].

    References
    ----------
    Scrollhammer army books, Consumables: one potion in each player turn, at its start.
    """
    return of_groups(map(_of_group, profile.groups))


def _of_group(group: ScrollhammerGroup) -> Floats:
    pools = np.arange(group.models * group.w + 1)
    roll = _roll(group)
    if not roll:
        return np.eye(len(pools))
    back = comes_on(roll) * (-pools % group.w > 0)
    return np.diag(1 - back) + np.diag(back[:-1], 1)


def stocks_of(sides: Sequence[ScrollhammerSide]) -> tuple[int, int]:
    """Return how many draughts each bearer of both sides has to drink.

    Who absorbs health drinks none.

    References
    ----------
    Scrollhammer Rulebook, Damage Types and Magical Effects: Healing, one healing roll
    for each model and turn.
    """
    a, b = map(stock_of, sides)
    return a, b


def stock_of(side: ScrollhammerSide) -> int:
    """Return how many draughts each bearer of a side has to drink."""
    thirsty = drinks(side.profile) and not any(map(absorbs, side.units))
    return side.draughts if thirsty else 0


def with_stocks(
    rounds: Sequence[HealingRound], stocks: tuple[int, int]
) -> list[HealingRound]:
    """Return rounds once for each number of draughts that both sides have drunk."""
    copies = (stocks[0] + 1) * (stocks[1] + 1)
    return list(_copies(rounds, copies)) if copies > 1 else [*rounds]


def _copies(rounds: Sequence[HealingRound], copies: int) -> Iterator[HealingRound]:
    for number in range(copies):
        for one in rounds:
            led = {number * len(rounds) + lead: to for lead, to in one.goes_on.items()}
            yield replace(one, goes_on=led)


def drink(
    live: Floats, sides: Sequence[ScrollhammerSide], stocks: tuple[int, int]
) -> Floats:
    """Return chances of rounds and states once those who are hurt have drunk.

    All bearers of a side who are hurt drink in one turn, as soon as one of them is, and
    each has one draught less then (house).

    Parameters
    ----------
    live : ndarray
        ``[round, a, b]``: the rounds as `with_stocks` returns them [chance].
    sides, stocks
    """
    size_a, size_b = live.shape[1:]
    after = live.reshape(stocks[0] + 1, stocks[1] + 1, -1, size_a, size_b).copy()
    if stocks[0]:
        _drunk_by(after, sides[0].profile)
    if stocks[1]:
        _drunk_by(after.transpose(1, 0, 2, 4, 3), sides[1].profile)
    return after.reshape(live.shape)


def _drunk_by(live: Floats, profile: ScrollhammerUnit) -> None:
    """Let one side drink: ``[drunk, by the other, round, own, other]``, in place."""
    moves = drunk(profile)
    hurt = moves.diagonal() < 1
    for before in reversed(range(len(live) - 1)):
        healed = moves[hurt].T @ live[before][:, :, hurt]
        live[before][:, :, hurt] = 0.0
        live[before + 1] += healed
