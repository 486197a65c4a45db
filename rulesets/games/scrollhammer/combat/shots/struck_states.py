"""The states of a unit after the shots of another at it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from rulesets.games.scrollhammer.combat.blows.wounds import marks
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.shots.several_spells import castings_together
from rulesets.games.scrollhammer.combat.shots.volley import (
    ScrollhammerVolley,
    cast_by_group,
    pins,
)
from rulesets.odds.attack import AttackEffect
from rulesets.odds.company import as_moves
from rulesets.odds.volley import Floats
from rulesets.odds.volley_kernels import kernels


def struck_each(
    volleys: list[ScrollhammerVolley],
    several: Sequence[Sequence[int]],
    target: ScrollhammerUnit,
) -> Floats:
    """Return ``[models, wound, before, after]``: what a volley makes of a target.

    ``several`` are numbers of models that may shoot, by group. The second wound is with
    an unsaved wound of a weapon that pins; those are dealt out first (house). What the
    target's models are is read at the start of the volley.
    """
    ordered = sorted(volleys, key=pins, reverse=True)
    whole = _fallen(ordered, several, target)
    if not any(map(pins, volleys)):
        return np.stack([whole, np.zeros_like(whole)], axis=1)
    calm = [_saved(one) if pins(one) else one for one in ordered]
    unhurt = _fallen(calm, several, target)
    return np.stack([unhurt, np.maximum(whole - unhurt, 0.0)], axis=1)


def _saved(volley: ScrollhammerVolley) -> ScrollhammerVolley:
    """Return a volley of which only the cases count in which all wounds are saved."""
    hurts = (
        replace(
            one, effects=tuple(AttackEffect(each.wounds[:1]) for each in one.effects)
        )
        for one in volley.hurts
    )
    return replace(volley, hurts=tuple(hurts))


def _fallen(
    volleys: list[ScrollhammerVolley],
    several: Sequence[Sequence[int]],
    target: ScrollhammerUnit,
) -> Floats:
    """Return ``[models, before, after]``: volleys, by the mark of each state."""
    which, size = marks(target)[1], target.company.states
    by_mark = _by_mark(volleys, several, target)
    return np.ascontiguousarray(by_mark[:, which, np.arange(size)])


def _by_mark(
    volleys: list[ScrollhammerVolley],
    several: Sequence[Sequence[int]],
    target: ScrollhammerUnit,
) -> Floats:
    """Return ``[models, mark, before, after]``: volleys as one pool of wounds.

    Of several groups who cast several spells each, those after the first have pools of
    their own.
    """
    casters = cast_by_group(volleys)
    later = [one for spells in casters[1:] for one in spells]
    first = [one for one in volleys if one not in later]
    moves = _pool(first, several, target)
    for spells in casters[1:]:
        moves = moves @ _pool(spells, several, target)
    return moves


def _pool(
    volleys: list[ScrollhammerVolley],
    several: Sequence[Sequence[int]],
    target: ScrollhammerUnit,
) -> Floats:
    """Return ``[models, mark, before, after]``: a pool's mean over all castings."""
    found, size = marks(target)[0], target.company.states
    spells = [place for place, one in enumerate(volleys) if one.together]
    cases, chances = [], []
    for models in several:
        counts = [models[one.place] for one in volleys]
        castings: tuple[tuple[int, ...], ...] = ((),)
        shares: Floats = np.ones(1)
        if spells:
            first = volleys[spells[0]]
            castings, shares = castings_together(first.together, models[first.place])
        chances.append(shares)
        for number, cast in product(range(len(found)), castings):
            for place, times in zip(spells, cast, strict=True):
                counts[place] = times
            cases.append(tuple(enumerate(counts, number * len(volleys))))
    kinds = tuple(one.hurts[number] for number in range(len(found)) for one in volleys)
    moves = as_moves(kernels(target.company, kinds, tuple(cases)))
    if not spells:
        return moves.reshape(len(several), len(found), size, size)
    ends = np.cumsum([len(found) * len(shares) for shares in chances])
    parts = zip(chances, np.split(moves, ends[:-1]), strict=True)
    return np.stack([_mean_of(shares, part, len(found)) for shares, part in parts])


def _mean_of(shares: Floats, moves: Floats, found: int) -> Floats:
    """Return ``[mark, before, after]`` of so many marks: the mean over castings."""
    by_mark = moves.reshape(found, len(shares), *moves.shape[1:])
    mean: Floats = np.einsum("c,mcst->mst", shares, by_mark)
    return mean
