"""Wounds that come back to units of a battle line as a turn begins.

Those of Regeneration come first, in a unit's own turn. Then who is still hurt drinks a
draught, if any is left. Whether that happens is told apart as the round before ends, by
its chance: so the wounds that come back depend on a unit's own states alone.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import product

import numpy as np

from rulesets.games.scrollhammer.combat.fights.draughts import drunk
from rulesets.games.scrollhammer.combat.fights.regeneration import (
    regenerates,
    regeneration,
)
from rulesets.games.scrollhammer.combat.line.field import MultipleCombat, MultipleMode
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.odds.volley import Floats


def mended(field: MultipleCombat, mode: MultipleMode, unit: int) -> Floats | None:
    """Return ``[before, after]`` of a unit as a round begins; none if it stays so.

    References
    ----------
    Scrollhammer Rulebook, Special rules R to Z: Regeneration; army books, Consumables:
    one potion in each player turn, at its start.
    """
    profile = field.profiles[unit]
    grows = field.posts[unit].side == mode.turn and regenerates(profile)
    drinks = bool(mode.thirsty) and mode.thirsty[unit]
    if not grows and not drinks:
        return None
    spares = bool(mode.draughts) and mode.draughts[unit] > 0
    return _mended(profile, grows=grows, drinks=drinks, spares=spares)


@lru_cache(maxsize=64)
def _mended(
    profile: ScrollhammerUnit, *, grows: bool, drinks: bool, spares: bool
) -> Floats:
    """Return ``[before, after]``: who spares a draught was not hurt any more."""
    grown = _grown(profile, grows=grows)
    if not drinks and not spares:
        return grown
    healed = drunk(profile)
    hurt = healed.diagonal() < 1
    kept = grown * (hurt if drinks else ~hurt)
    total = kept.sum(axis=1, keepdims=True)
    rows = np.divide(kept, total, out=np.eye(len(kept)), where=total > 0)
    found: Floats = rows @ healed if drinks else rows
    return found


@lru_cache(maxsize=64)
def thirst(profile: ScrollhammerUnit, *, grows: bool) -> tuple[float, ...]:
    """Return by state the chance that a bearer of draughts is hurt as a turn begins."""
    grown = _grown(profile, grows=grows)
    hurt = drunk(profile).diagonal() < 1
    sore, hale = grown[:, hurt].sum(axis=1), grown[:, ~hurt].sum(axis=1)
    return tuple((sore / (sore + hale)).tolist())


def _grown(profile: ScrollhammerUnit, *, grows: bool) -> Floats:
    return regeneration(profile) if grows else np.eye(profile.company.states)


def drinking_in(
    field: MultipleCombat, mode: MultipleMode, hurt: Mapping[int, float]
) -> Iterator[tuple[MultipleMode, float]]:
    """Yield the modes of a round by whose bearers drink as it begins, with the chances.

    All bearers of a unit who are hurt drink together, and each has one draught less
    then (house). ``hurt`` is by unit, as `UnitNerve` has it.
    """
    if not mode.draughts:
        yield mode, 1.0
        return
    bearers = [unit for unit in field.engaged(mode) if mode.draughts[unit]]
    for drink in product((False, True), repeat=len(bearers)):
        chance, thirsty = 1.0, set[int]()
        for unit, drinks in zip(bearers, drink, strict=True):
            chance *= hurt[unit] if drinks else 1 - hurt[unit]
            thirsty |= {unit} if drinks else set()
        left = [mode.draughts[unit] - (unit in thirsty) for unit in bearers]
        if chance > 0:
            stocks = dict(zip(bearers, left, strict=True))
            yield _with_draughts(field, mode, stocks, thirsty), chance


def _with_draughts(
    field: MultipleCombat,
    mode: MultipleMode,
    stocks: Mapping[int, int],
    thirsty: set[int],
) -> MultipleMode:
    """Return a mode with what is left, and who drinks; of those who fight on."""
    if not any(stocks.values()) and not thirsty:
        return replace(mode, draughts=(), thirsty=())
    return replace(
        mode,
        draughts=tuple(stocks.get(unit, 0) for unit in field.units),
        thirsty=tuple(unit in thirsty for unit in field.units),
    )
