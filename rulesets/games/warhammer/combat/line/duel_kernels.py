"""The blows of a duellist that fall together, with the wounds beyond his rival's."""

from collections.abc import Sequence

import numpy as np

from rulesets.games.warhammer.combat.blows.attack import WarhammerAttack
from rulesets.games.warhammer.combat.blows.endurance import effect_at
from rulesets.games.warhammer.combat.fights.challenges import MOST_OVERKILL
from rulesets.odds.volley import Floats


def duel_kernels(attacks: Sequence[WarhammerAttack], wounds: int) -> Floats:
    """Return blows that fall together at a duellist, who counts those beyond his last.

    Parameters
    ----------
    attacks : sequence of WarhammerAttack
    wounds : int
        Of the duellist [wounds].

    Returns
    -------
    ndarray
        ``[struck, wounds left + 5, lost]`` [chance]: nothing, then all blows.

    Examples
    --------
    Two attacks that always wound, on a man of one wound: one is beyond.

    >>> sure = WarhammerAttack(2, 4, 1, 1, 7, automatic=True)
    >>> duel_kernels([sure], 1)[1, 6].tolist()
    [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]
    """
    size = wounds + MOST_OVERKILL + 1
    after = np.eye(size)
    for attack in attacks:
        moves = np.zeros((size, size))
        for place in range(size):
            left = max(place - MOST_OVERKILL, 1)
            effect = effect_at(attack, left)
            for taken, chance in enumerate(effect.wounds):
                moves[place, max(place - taken, 0)] += float(chance)
            moves[place, max(place - left, 0)] += float(effect.slain)
        several = np.linalg.matrix_power(moves, attack.attacks)
        after = _once(after, several) if attack.once_a_phase else after @ several
    found = np.zeros((2, size, size))
    found[0, :, 0] = 1.0
    for place in range(size):
        found[1, place, : place + 1] = after[place, : place + 1][::-1]
    return found


def _once(after: Floats, moves: Floats) -> Floats:
    """Return states after attacks that take one wound of who has lost none so far."""
    unhurt = np.diag(after)
    misses = np.diag(moves)
    taken: Floats = after + np.diag(unhurt * (misses - 1))
    return taken + np.diag((unhurt * (1 - misses))[1:], -1)
