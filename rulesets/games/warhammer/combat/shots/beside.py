"""Targets of two bodies: a war machine and its crew, a ridden monster and its rider.

A hit of a shot strikes one of both, while both stand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rulesets.games.warhammer.combat.blows.attack import WarhammerAttack
from rulesets.games.warhammer.combat.blows.endurance import moves
from rulesets.games.warhammer.combat.context import WarhammerContext, WarhammerReadings
from rulesets.games.warhammer.combat.fights.ridden_monsters import wounds_each
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.shots.shooting import shots_of
from rulesets.games.warhammer.sources import SHOOTING
from rulesets.odds.answer import Step
from rulesets.odds.volley import Floats

AT_MACHINE = 4 / 6
"""Chance that a hit on a war machine and its crew strikes the machine [chance].

References
----------
Warhammer rulebook (6th edition), War machines: Shooting at war machines: 1 to 4.
"""


@dataclass(frozen=True, slots=True)
class Beside:
    """A machine or a mount that a hit may strike beside the models of a target.

    Parameters
    ----------
    attack : WarhammerAttack
        The hit on it, while both stand.
    chance : float
        Chance that a hit strikes it, while both stand [chance].
    alone : tuple of WarhammerAttack
        The hit on the models once it has gone, and on it once they have gone.
    """

    attack: WarhammerAttack
    chance: float
    alone: tuple[WarhammerAttack, WarhammerAttack]


@dataclass(frozen=True, slots=True)
class Hits:
    """Attacks of one kind that fall together.

    Parameters
    ----------
    attack : WarhammerAttack
        On the models of the target.
    dice : int
    beside : Beside, optional
        The same on the target's war machine or mount.
    """

    attack: WarhammerAttack
    dice: int
    beside: Beside | None = None


def machine_alone(target: WarhammerUnit) -> WarhammerUnit:
    """Return a target with the Toughness and the saves of its machine."""
    if target.machine is None:
        return target
    figures = target.machine
    return replace(
        target,
        toughness=figures.toughness,
        save=figures.save,
        ward=figures.ward,
    )


def other_targets(target: WarhammerUnit) -> tuple[WarhammerUnit, ...]:
    """Return what is hit of a machine or a mount, and of either once it is alone.

    Returns
    -------
    tuple of WarhammerUnit
        The machine or the mount; the models alone; it alone. Empty for all others.
    """
    if target.machine is not None:
        return machine_alone(target), target, machine_alone(target)
    if target.apart is not None:
        rider, mount = target.apart
        return mount, rider, mount
    return ()


def wounds_beside(target: WarhammerUnit) -> int:
    """Return the wounds of a target's machine or mount, 0 without one [wounds]."""
    if target.machine is not None:
        return target.machine.wounds
    return target.apart[1].wounds if target.apart else 0


def beside_of(
    target: WarhammerUnit,
    attack: WarhammerAttack,
    others: Sequence[WarhammerAttack],
    readings: WarhammerReadings,
) -> Beside | None:
    """Return a hit on a machine or a mount, none where the target has neither.

    Parameters
    ----------
    attack : WarhammerAttack
        On the models; both are hit by the same roll.
    others : sequence of WarhammerAttack
        On each of `other_targets`.
    """
    if not others:
        return None
    other, models, alone = others
    chance = AT_MACHINE if target.machine else (readings.shots_at_rider - 1) / 6
    return Beside(replace(other, to_hit=attack.to_hit), chance, (models, alone))


def hits_of_shots(
    own: WarhammerUnit,
    target: WarhammerUnit,
    shooters: int,
    context: WarhammerContext,
    *,
    reaction: bool = False,
) -> tuple[Hits, ...]:
    """Return the shots of a unit, at a machine or a mount of the target too.

    Parameters
    ----------
    shooters : int
        Models that may shoot [models].
    reaction : bool
        True for those who stand and shoot at a charger.
    """
    shots = shots_of(own, target, shooters, context, reaction=reaction)
    others: list[list[WarhammerAttack]] = [[] for _ in shots]
    for number, other in enumerate(other_targets(target)):
        apart = context.untraced()
        again = shots_of(own, other, shooters, apart, reaction=reaction)
        for one, found in zip(again, others, strict=True):
            found.append(one.attack)
        if number == 0 and shots and target.apart is not None:
            told = (
                replace(s, text=f"at {other.name}: {s.text}") for s in apart.trace.steps
            )
            context.trace.add(*told, *_beside_steps(target, context.readings))
    return tuple(
        Hits(
            shot.attack,
            shot.dice,
            beside_of(target, shot.attack, found, context.readings),
        )
        for shot, found in zip(shots, others, strict=True)
    )


def _beside_steps(target: WarhammerUnit, readings: WarhammerReadings) -> Iterator[Step]:
    """Yield the trace of whom a hit on a ridden monster strikes."""
    if target.apart is None:
        return
    rider, mount = f"{target.name}, the rider,", target.apart[1].name
    low = readings.shots_at_rider
    text = {
        1: f"every hit is on {rider} while both live",
        6: f"while both live a hit is on {mount} on 1 to 5, on {rider} on 6",
        7: f"every hit is on {mount} while both live",
    }.get(low, f"while both live a hit is on {rider} on {low} to 6, else on {mount}")
    yield Step("Ridden monster", f"{SHOOTING}; house", text, target.side)


def moves_of(hits: Hits, target: WarhammerUnit) -> Floats:
    """Return the chances ``[w, v]`` that one hit leaves v of the states w of a target.

    Before contact a war machine is taken to stand.
    """
    models = moves(hits.attack, target.pool, target.wounds)
    beside = hits.beside
    if beside is None:
        return models
    if target.machine is not None:
        return beside.chance * np.eye(len(models)) + (1 - beside.chance) * models
    most = wounds_beside(target)
    rider, mount = wounds_each(target)
    stay, unhurt = np.eye(target.pool + 1), np.eye(most + 1)
    both = beside.chance * np.kron(moves(beside.attack, most, most), stay)
    both += (1 - beside.chance) * np.kron(unhurt, models)
    on_foot = np.kron(unhurt, moves(beside.alone[0], target.pool, target.wounds))
    riderless = np.kron(moves(beside.alone[1], most, most), stay)
    found: Floats = np.where(
        (mount == 0)[:, None], on_foot, np.where((rider == 0)[:, None], riderless, both)
    )
    return found
