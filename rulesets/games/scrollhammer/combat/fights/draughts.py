"""Draughts that give a wound back to who is hurt as a turn begins."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from rulesets.games.scrollhammer.combat.blows.leeches import absorbs, may_heal
from rulesets.games.scrollhammer.combat.fights.healing import comes_on
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
)
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
from rulesets.games.scrollhammer.special_rules import rule_of, rules_that
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.fight.healing import HealingRound
from rulesets.odds.volley import Floats

Bools = NDArray[np.bool_]


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


def drunk(profile: ScrollhammerUnit) -> tuple[Floats, Bools]:
    """Return where every state goes as those who are hurt drink, and if any is.

    Returns
    -------
    ndarray
        ``[before, after]`` by its states: each bearer that has lost wounds and still
        stands gets one back on the roll [chance].
    ndarray of bool
        By its states.

    References
    ----------
    Scrollhammer army books, Consumables: one potion in each player turn, at its start.
    """
    whole: Floats = np.ones((1, 1))
    hurt = np.zeros(1, dtype=np.bool_)
    for group in profile.groups:
        pools = np.arange(group.models * group.w + 1)
        moves, sore = np.eye(len(pools)), np.zeros(len(pools), dtype=np.bool_)
        if roll := _roll(group):
            sore = -pools % group.w > 0
            back = comes_on(roll) * sore
            moves = np.diag(1 - back) + np.diag(back[:-1], 1)
        whole = np.kron(whole, moves).astype(np.float64)
        hurt = (hurt[:, None] | sore[None, :]).ravel()
    return whole, hurt


def stocks_of(sides: Sequence[ScrollhammerSide]) -> tuple[int, int]:
    """Return how many draughts each bearer of both sides has to drink.

    Who absorbs health drinks none.

    References
    ----------
    Scrollhammer Rulebook, Damage Types and Magical Effects: Healing, one healing roll
    for each model and turn.
    """
    a, b = (side.draughts if _is_thirsty(side) else 0 for side in sides)
    return a, b


def _is_thirsty(side: ScrollhammerSide) -> bool:
    return drinks(side.profile) and not any(map(absorbs, side.units))


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
    moves, hurt = drunk(profile)
    for before in reversed(range(len(live) - 1)):
        healed = moves[hurt].T @ live[before][:, :, hurt]
        live[before][:, :, hurt] = 0.0
        live[before + 1] += healed
