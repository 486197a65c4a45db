"""States of a target after the salvos of a war machine, all worked out together."""

from collections.abc import Sequence

import numpy as np

from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.shots.bombardment import Salvo
from rulesets.games.warhammer.combat.shots.shooting_odds import MOST_HITS, by_hits
from rulesets.odds.volley import Floats


def moves_of_salvos(
    salvos: Sequence[Salvo | None], target: WarhammerUnit
) -> Floats | None:
    """Return the chances ``[w, v]`` that a salvo leaves v of w wounds [chance].

    Parameters
    ----------
    salvos : sequence of Salvo
        At a target that has 1, 2, 3 … wounds left, all by one machine.
    target : WarhammerUnit

    Returns
    -------
    ndarray, optional
        None where salvos are more than hits without a roll on models of one kind.
    """
    several = [one for one in salvos if one is not None and _is_plain(one)]
    if target.guard or not several or len(several) < len(salvos):
        return None
    counts = _counts(several)
    around, middle, size = several[0].around, several[0].middle, target.pool + 1
    if around is None:
        return None
    hits = counts.shape[2]
    table = by_hits(around.attack, target, max(hits - 1, MOST_HITS))[:hits]
    lost = np.zeros((size, size))
    lost[:, : table.shape[2]] = np.einsum("wk,kwl->wl", counts[0], table)
    if middle is not None:
        crushed = by_hits(middle.attack, target, MOST_HITS)[1]
        for fell in np.flatnonzero(crushed.any(axis=0)).tolist():
            left = size - fell
            then = np.einsum("wk,kwl->wl", counts[1, fell:], table[:, :left])[:, :left]
            part = crushed[fell:, fell, None] * then
            lost[fell:, fell : fell + part.shape[1]] += part
    found = np.zeros((size, size))
    before, fallen = np.tril_indices(size)
    found[before, before - fallen] = lost[before, fallen]
    found[0, 0] = 1.0
    return found


def _is_plain(salvo: Salvo) -> bool:
    around = salvo.around
    if around is None or around.beside is not None or around.attack.once_a_phase:
        return False
    return not (salvo.bolt or salvo.fixed or salvo.bursts)


def _counts(salvos: Sequence[Salvo]) -> Floats:
    """Return the chances ``[middle, w, k]`` of hits, by the wounds left, none of 0."""
    longest = max(len(row) for one in salvos for row in one.counts)
    found = np.zeros((len(salvos[0].counts), len(salvos) + 1, longest))
    for wounds, one in enumerate(salvos, 1):
        for middle, row in enumerate(one.counts):
            found[middle, wounds, : len(row)] = row
    return found
