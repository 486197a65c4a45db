"""Odds of one round of shots: at a unit, or at a war machine and its crew."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from operator import attrgetter

import numpy as np

from rulesets.core.subject import clause
from rulesets.games.warhammer.combat.blows.attack import WarhammerAttack, resolve
from rulesets.games.warhammer.combat.blows.contact import models_left
from rulesets.games.warhammer.combat.blows.endurance import (
    endured,
    endures,
    is_alone,
    moves,
    wears,
)
from rulesets.games.warhammer.combat.context import WarhammerContext
from rulesets.games.warhammer.combat.fights.fight import pool
from rulesets.games.warhammer.combat.fights.ridden_monsters import (
    by_wounds,
    left_of_each,
)
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.shots.beside import Beside, Hits, wounds_beside
from rulesets.games.warhammer.combat.shots.bombardment import salvo_of
from rulesets.games.warhammer.combat.shots.bursts import bursts_of, hits_of
from rulesets.games.warhammer.combat.shots.engines import Engine, engine_of
from rulesets.games.warhammer.combat.shots.salvo import Salvo
from rulesets.games.warhammer.combat.shots.shooting import shooters_of
from rulesets.odds.answer import Distribution, Odds
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.attack import AttackEffect
from rulesets.odds.dice import Chances
from rulesets.odds.report import wounds_distribution
from rulesets.odds.volley import Floats, repeated, stacked, step, together, unsaved

DESTROYED, SILENT = 1 / 6, 2 / 6
"""Chances on the misfire charts: the machine is lost on a 1, and silent in its next
turn as well on a 2 or 3 [chance]. Of mortars and volley guns no chart is known; house.
"""


MOST_HITS = 30
"""Hits of a salvo that are looked up in one table [dice]."""


def shooting(
    a: WarhammerUnit, b: WarhammerUnit, context: WarhammerContext, rounds: int | None
) -> Odds:
    """Return the odds of one volley of a at b."""
    del rounds
    situation = context.situation
    left = pool(b, situation)
    salvo = replace(
        salvo_of(a, b, shooters_of(a, situation), context),
        bursts=tuple(
            (hits_of(one, b, context), one.counts) for one in bursts_of(a, situation)
        ),
    )
    both = left_after(salvo, b, left)
    final = _final(both, b)
    most = min(left, b.pool - b.guard) + (wounds_beside(b) if b.apart else 0)
    lost = final[: most + 1][::-1]
    spared = b.guard or (is_alone(b) and wears(b, "wounds:phase"))
    made = lost if spared and not b.apart else unsaved_wounds(salvo, b, left)
    gone = 1 - float(both[1:, 1:].sum()) if b.machine else float(final[0])
    further, events = _of_each(both, b)
    events = {
        "b-loses-a-wound": float(1 - lost[0]),
        "b-loses-a-quarter": gone if b.apart else _quarter(final, b, left),
        **events,
    }
    engine = engine_of(a)
    own = np.eye(pool(a, situation) + 1)[-1]
    if engine is not None and engine.misfires:
        events |= _misfires(salvo)
        own = _after_misfire(own, engine, salvo.misfires)
    return Odds(
        outcomes={"b-destroyed": gone, "b-stands": 1 - gone},
        labels=_labels(a, b),
        survivors={
            "a": wounds_distribution(f"Wounds left of {a.name}", own),
            "b": wounds_distribution(f"Wounds left of {b.name}", final),
        },
        wounds={"a": wounds_distribution(f"Unsaved wounds by {a.name}", made)},
        distributions=further,
        events=events,
        expected={
            "dice": float(salvo.dice),
            "a-unsaved-wounds": float(made @ np.arange(len(made))),
            "b-wounds-lost": float(lost @ np.arange(len(lost))),
        },
        trace=tuple(context.trace.steps),
        notes=()
        if salvo.shoots
        else tuple(f"{one.text}." for one in context.trace.steps),
    )


def _final(both: Floats, b: WarhammerUnit) -> Floats:
    """Return the chances of the wounds left: of the models, of rider and mount."""
    if b.guard:
        return by_wounds(b, both.sum(axis=1))
    if b.apart is None:
        models: Floats = both.sum(axis=1)
        return models
    return by_wounds(b, both.T.ravel())


def _quarter(final: Floats, b: WarhammerUnit, left: int) -> float:
    """Return the chance that a quarter of the models or more is lost [chance]."""
    models = models_left(b)[: len(final)]
    left = min(left, len(final) - 1)
    return float(final[models <= 0.75 * int(models[left])].sum())


def _of_each(
    both: Floats, b: WarhammerUnit
) -> tuple[dict[str, Distribution], dict[str, float]]:
    """Return the wounds left of each body of a target, and how likely it falls."""
    models, other = both.sum(axis=1), both.sum(axis=0)
    if b.machine is not None:
        label = f"Wounds left of {b.machine.name}"
        gone = {
            "b-machine-destroyed": float(other[0]),
            "b-crew-slain": float(models[0]),
        }
        return {"b-machine": wounds_distribution(label, other)}, gone
    if b.apart is None:
        return {}, {}
    rider, mount = left_of_each(b, both.T.ravel())
    slain = {"b-rider-slain": float(models[0]), "b-mount-slain": float(other[0])}
    return {"b-rider": rider, "b-mount": mount}, slain


def left_after(
    salvo: Salvo, target: WarhammerUnit, wounds: int, beside: int | None = None
) -> Floats:
    """Return the chances of the wounds left after a salvo.

    Parameters
    ----------
    wounds, beside : int
        What the models have left, and a machine or a mount; all if none [wounds].

    Returns
    -------
    ndarray
        ``[models', its]`` wounds left; the second is always 0 without a machine or a
        mount [chance].
    """
    most = wounds_beside(target)
    begun = np.zeros((target.pool + 1, most + 1))
    begun[wounds, most if beside is None else beside] = 1.0
    for hits, counts in salvo.bursts:
        begun = _after_each(begun, hits, np.array(counts), target, wounds)
    if salvo.bolt:
        return _pierced(salvo.bolt, target, begun[:, 0])[:, None]
    for hits in salvo.fixed:
        begun = _after(begun, hits, hits.dice, target, wounds)
    if salvo.around is None:
        return begun
    begins = [begun]
    if salvo.middle is not None:
        begins.append(_after(begun, salvo.middle, 1, target, wounds))
    total = np.zeros_like(begun)
    for left, counts in zip(begins, salvo.counts, strict=True):
        total += _after_each(left, salvo.around, np.array(counts), target, wounds)
    return total


def _after(
    left: Floats, hits: Hits, dice: int, target: WarhammerUnit, begun: int
) -> Floats:
    """Return the chances of what is left after so many hits."""
    return _after_each(left, hits, np.eye(dice + 1)[dice], target, begun)


def _after_each(
    left: Floats, hits: Hits, counts: Floats, target: WarhammerUnit, begun: int
) -> Floats:
    """Return the chances of what is left, by the chances of 0, 1, 2 … hits.

    ``begun`` are the wounds of the target as the phase began [wounds].
    """
    if hits.beside is not None:
        return _on_both(left, hits.attack, hits.beside, counts, target)
    table = by_hits(hits.attack, target, max(len(counts) - 1, MOST_HITS))
    found = np.zeros_like(left)
    for wounds in np.flatnonzero(left[:, 0]).tolist():
        if hits.attack.once_a_phase and wounds < begun:
            found[wounds, 0] += left[wounds, 0]
            continue
        lost = (counts @ table[: len(counts), wounds])[: wounds + 1]
        found[wounds - len(lost) + 1 : wounds + 1, 0] += left[wounds, 0] * lost[::-1]
    return found


@kept_by_identity(most=64, objects=2, megabytes=8, weigh=attrgetter("nbytes"))
def by_hits(attack: WarhammerAttack, target: WarhammerUnit, most: int) -> Floats:
    """Return the losses of a target by the hits, and by the wounds it has."""
    return hits_on(attack, target.pool, target.wounds, most)


def hits_on(attack: WarhammerAttack, pool: int, wounds: int, most: int) -> Floats:
    """Return the losses of a pool of models of so many wounds, see `by_hits`."""
    if endures(attack):
        return endured(attack, most, pool)
    effect = _on_one_model(resolve(attack), wounds)
    return stacked(effect, most, pool, wounds)


def _on_one_model(effect: AttackEffect, wounds: int) -> AttackEffect:
    """Return an effect without the wounds that one model lacks."""
    kept, beyond = effect.wounds[: wounds + 1], effect.wounds[wounds + 1 :]
    if not beyond:
        return effect
    last = kept[-1] + sum(beyond, Fraction(0))
    return AttackEffect((*kept[:-1], last), effect.slain)


def _on_both(
    left: Floats,
    attack: WarhammerAttack,
    beside: Beside,
    counts: Floats,
    target: WarhammerUnit,
) -> Floats:
    """Return what is left of models and machine or mount; who is gone is not hit."""
    most, chance_beside = wounds_beside(target), beside.chance
    models, lonely = (
        moves(one, target.pool, target.wounds).T for one in (attack, beside.alone[0])
    )
    other, bereft = (
        step(resolve(one), most, most) for one in (beside.attack, beside.alone[1])
    )
    total = np.zeros_like(left)
    for chance in counts.tolist():
        total += chance * left
        # Who is alone is struck by all hits.
        alone, bare = np.zeros_like(left), np.zeros_like(left)
        alone[:, 0], bare[0, 1:] = left[:, 0], left[0, 1:]
        both = left - alone - bare
        shared = chance_beside * (both @ other) + (1 - chance_beside) * (models @ both)
        left = shared + lonely @ alone + bare @ bereft
    return total


def _pierced(
    bolt: tuple[WarhammerAttack, ...], target: WarhammerUnit, begun: Floats
) -> Floats:
    """Return the wounds left after a bolt that goes on as long as it slays."""
    stopped, flying = np.zeros_like(begun), begun
    for attack in bolt:
        one = moves(attack, target.pool, target.wounds)
        onward = np.zeros_like(begun)
        for wounds in np.flatnonzero(flying).tolist():
            row = flying[wounds] * one[wounds]
            slain = wounds - ((wounds - 1) % target.wounds + 1) if wounds else 0
            onward[slain] += row[slain]
            row[slain] = 0.0
            stopped += row
        flying = onward
    return stopped + flying


def unsaved_wounds(salvo: Salvo, target: WarhammerUnit, wounds: int) -> Floats:
    """Return the distribution of unsaved wounds, however many the target has.

    Of a machine's hit they are no more than the model has that it strikes. Machine and
    crew, mount and rider are taken to stand. Those of a
    bolt are the wounds that are lost: it stops where it does not slay.
    """
    if salvo.bolt:
        return left_after(salvo, target, wounds)[: wounds + 1, 0][::-1]
    made = _made_by_all(salvo, target)
    if salvo.around is None:
        return made
    around = _on_target(salvo.around, target)
    found = np.zeros(1)
    for middle, counts in enumerate(salvo.counts):
        begun = np.ones(1)
        if salvo.middle is not None:
            begun = _unsaved(_on_target(salvo.middle, target), middle)
        found = _sum(found, together(begun, _unsaved_by(around, counts)))
    return together(made, found)


def _made_by_all(salvo: Salvo, target: WarhammerUnit) -> Floats:
    """Return the unsaved wounds of all but the hits of a war machine."""
    made = np.ones(1)
    for burst, counts in salvo.bursts:
        made = together(made, _unsaved_by(_on_target(burst, target), counts))
    for hits in salvo.fixed:
        made = together(made, _unsaved(hits, hits.dice))
    return made


def _unsaved_by(hits: Hits, counts: Sequence[float]) -> Floats:
    """Return the unsaved wounds by the chances of 0, 1, 2 … hits."""
    found = np.zeros(1)
    for dice, chance in enumerate(counts):
        if chance:
            found = _sum(found, chance * _unsaved(hits, dice))
    return found


def _sum(one: Floats, other: Floats) -> Floats:
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    found = longer.copy()
    found[: len(shorter)] += shorter
    return found


def _on_target(hits: Hits, target: WarhammerUnit) -> Hits:
    """Return hits that count no more wounds than the model has that they strike."""
    beside = hits.beside
    if beside is not None:
        damage = _no_more(beside.attack.damage, wounds_beside(target))
        beside = replace(beside, attack=replace(beside.attack, damage=damage))
    damage = _no_more(hits.attack.damage, target.wounds)
    return Hits(replace(hits.attack, damage=damage), hits.dice, beside)


def _no_more(damage: Chances, wounds: int) -> Chances:
    """Return the wounds of an unsaved wound, those past a model's as its last one.

    Examples
    --------
    >>> _no_more((Fraction(0), *[Fraction(1, 3)] * 3), 2)
    (Fraction(0, 1), Fraction(1, 3), Fraction(2, 3))
    """
    if len(damage) <= wounds + 1:
        return damage
    return (*damage[:wounds], sum(damage[wounds:], Fraction(0)))


def _unsaved(hits: Hits, dice: int) -> Floats:
    of_models, beside = unsaved(resolve(hits.attack), 1), hits.beside
    if beside is None:
        return repeated(of_models, dice)
    one = _sum(
        (1 - beside.chance) * of_models,
        beside.chance * unsaved(resolve(beside.attack), 1),
    )
    return repeated(one, dice)


def _misfires(salvo: Salvo) -> dict[str, float]:
    return {
        "a-misfires": salvo.misfires,
        "a-machine-destroyed": salvo.misfires * DESTROYED,
        "a-silent-next-turn": salvo.misfires * SILENT,
    }


def _after_misfire(own: Floats, engine: Engine, misfires: float) -> Floats:
    """Return the wounds left of a machine's crew."""
    left = (1 - misfires * DESTROYED) * own
    left[0] += misfires * DESTROYED
    if engine.costs_crew and len(own) > 1:
        hurt = misfires * SILENT
        left[-1] -= hurt
        left[-2] += hurt
    return left


def _labels(a: WarhammerUnit, b: WarhammerUnit) -> dict[str, str]:
    found = {
        "b-destroyed": f"{b.name} destroyed",
        "b-stands": clause(b.name, "stands"),
        "b-loses-a-wound": f"A wound lost by {b.name}",
        "b-loses-a-quarter": f"A quarter or more of the models of {b.name} lost",
        "dice": f"Shots of {a.name}",
        "a-unsaved-wounds": f"Unsaved wounds by {a.name}",
        "b-wounds-lost": f"Wounds lost by {b.name}",
        "a-misfires": f"A misfire of {a.name}",
        "a-machine-destroyed": f"{a.name} destroyed by its misfire",
        "a-silent-next-turn": f"{a.name} silent in its next turn after a misfire",
    }
    if b.machine is not None:
        found["b-destroyed"] = f"{b.name} silenced: the machine or all its crew lost"
        found["b-loses-a-wound"] = f"A crewman of {b.name} lost"
        found["b-machine-destroyed"] = f"The machine of {b.name} destroyed"
        found["b-crew-slain"] = f"All crew of {b.name} slain"
        found["b-loses-a-quarter"] = f"A quarter or more of the crew of {b.name} lost"
    if b.apart is not None:
        found["b-rider-slain"] = f"{b.name}, the rider, slain"
        found["b-mount-slain"] = f"{b.apart[1].name} slain"
    return found
