"""Goods that a Mordheim fighter throws on his way, and what they do to both."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rulesets.games.mordheim.combat.blows.strikes import ChanceRows, Striking, sparse
from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.engagements.movement import Mover
from rulesets.games.mordheim.combat.shots.misfires import FINE
from rulesets.games.mordheim.combat.shots.shooting import (
    Aiming,
    MordheimVolley,
    shot,
    throw,
)
from rulesets.games.mordheim.combat.shots.throws import explosion, tangled
from rulesets.odds.volley import Floats

NATURAL_ONE = 1 / 6
"""Chance that a fire bomb explodes on who throws it [chance]."""

ShotEnd = tuple[int, int, int, bool]
"""The gun, its firer, his target, and whether a net has caught that one."""


@dataclass(frozen=True, slots=True)
class Hurl:
    """A throw: what it does to its target, and to who throws it.

    Parameters
    ----------
    rows, caught : rows
        Of a target whom no net catches, and of one whom it does.
    bursts : rows
        Of who throws a bomb that explodes; none if nothing can.
    """

    rows: ChanceRows
    caught: ChanceRows = ()
    bursts: ChanceRows = ()

    def after(self, thrower: int, target: int) -> Iterator[tuple[ShotEnd, float]]:
        """Yield how both are after the throw, with the chance of each."""
        for place, share in self.rows[target]:
            yield (FINE, thrower, place, False), share
        for place, share in self.caught[target] if self.caught else ():
            yield (FINE, thrower, place, True), share
        for place, share in self.bursts[thrower] if self.bursts else ():
            yield (FINE, place, target, False), share


def first_throw(
    mover: Mover, target: Mover, empty: int, aiming: Aiming, context: MordheimContext
) -> tuple[int, Hurl] | None:
    """Return the first throw that is left and may hit from here, with its place.

    Parameters
    ----------
    mover, target : Mover
    empty : int
        Bits of what is not ready.
    aiming : Aiming
    context : MordheimContext
    """
    for which, key in mover.missiles.throws.items():
        if empty >> which & 1:
            continue
        apart = context.untraced()
        one = throw(key, mover.warrior, target.warrior, aiming, apart)
        if one.shots and one.blow.hits:
            context.trace.add(*apart.trace.steps)
            return which, _hurl(key, one, mover, target, context)
    return None


def _hurl(
    key: str,
    one: MordheimVolley,
    mover: Mover,
    target: Mover,
    context: MordheimContext,
) -> Hurl:
    struck = target.side.striking
    matrix = shot(struck, one, 1, context.readings)
    if key == "net":
        return _of_net(struck, one, matrix, tangled(target.warrior))
    if key != "fire-bomb":
        return Hurl(sparse(matrix))
    own = mover.side.striking
    bursts = NATURAL_ONE * explosion(own, mover.warrior)
    whole = np.maximum(0.0, matrix - NATURAL_ONE * np.eye(len(matrix)))
    return Hurl(sparse(whole), bursts=sparse(bursts))


def _of_net(
    struck: Striking, one: MordheimVolley, matrix: Floats, holds: float
) -> Hurl:
    """Return a throw of a net, which a lucky charm undoes in half of all cases."""
    hits = struck.narrowed(struck.hit(one.blow))
    catches = one.blow.hits * (1 - one.blow.dodged) * holds
    each = np.array([catches / (1 + state.charmed) for state in struck.states])
    caught = each[:, np.newaxis] * hits
    return Hurl(sparse(np.maximum(0.0, matrix - caught)), caught=sparse(caught))
