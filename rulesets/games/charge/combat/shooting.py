"""A volley of Charge: wounds, and the push that its hits give."""

import numpy as np

from rulesets.core.subject import as_sentence, clause
from rulesets.games.charge.combat.attack import (
    dice_left,
    half_strength_step,
    shooting_blows,
)
from rulesets.games.charge.combat.context import ChargeContext, ChargeReadings
from rulesets.games.charge.combat.profile import (
    ChargeUnit,
    half_strength,
    pool,
    reach_of,
)
from rulesets.games.charge.combat.terms import ChargeAttack, attack, printed
from rulesets.games.charge.sources import SHOOTING
from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.attack import Attack, effect, passes
from rulesets.odds.context import Trace
from rulesets.odds.report import excess_notes, wounds_distribution
from rulesets.odds.volley import Floats, kernel, repeated, unsaved

TARGET = "Picking a Unit To Shoot"
"""The section on the targets of shots."""


def pushed(
    hits: Floats, blows: ChargeAttack, target_push: int, readings: ChargeReadings
) -> tuple[float, ...]:
    """Return the distribution of inches that a volley pushes its target back.

    Parameters
    ----------
    hits : ndarray
        See `hit_counts` [chance].
    blows : ChargeAttack
        Give the push of each hit.
    target_push : int
        The target's Push, which is taken off [inches].
    readings : ChargeReadings
        ``push_total`` is used.

    References
    ----------
    Charge v2 0.1 beta, Shooting: Push. Every hit counts, saved or not.
    """
    dice = len(hits) - 1
    inches = [
        push_of(count, dice, blows, target_push, readings) for count in range(dice + 1)
    ]
    return tuple(np.bincount(inches, weights=hits).tolist())


def hit_counts(dice: int, blows: ChargeAttack, readings: ChargeReadings) -> Floats:
    """Return the distribution of hits of a volley, saved or not."""
    return unsaved(effect(Attack(attack(blows, readings).to_hit)), dice)


def push_of(
    hits: int,
    dice: int,
    blows: ChargeAttack,
    target_push: int,
    readings: ChargeReadings,
) -> int:
    """Return how far some hits of a volley push their target back [inches].

    Examples
    --------
    Five hits that push 2 inches each, against Push 4:

    >>> push_of(5, 6, ChargeAttack(6, 5, 7, push_per_hit=2), 4, ChargeReadings())
    6
    """
    if not dice:
        return 0
    first = 1 if readings.push_total == "one-plus-hits" else 0
    return max(0, first + hits * blows.push_per_hit - target_push)


def losses_by_push(
    dice: int,
    blows: ChargeAttack,
    target_push: int,
    readings: ChargeReadings,
    *,
    pushes: bool = True,
) -> dict[int, Floats]:
    """Return the chances of unsaved wounds of a volley, by inches of push.

    Parameters
    ----------
    dice : int
        Dice shot [dice].
    blows : ChargeAttack
    target_push : int
        The target's Push, which is taken off [inches].
    readings : ChargeReadings
    pushes : bool
        False if the hits of this volley push nobody.

    Returns
    -------
    dict of ndarray
        Index k is the chance of this push together with k wounds; all sum to 1.
    """
    die = attack(blows, readings)
    through = 1 - float(passes(die.save, die.reroll_saves))
    one = np.array([1 - through, through])
    found: dict[int, Floats] = {}
    for hits, chance in enumerate(hit_counts(dice, blows, readings)):
        push = push_of(hits, dice, blows, target_push, readings) if pushes else 0
        lost = found.setdefault(push, np.zeros(dice + 1))
        lost[: hits + 1] += chance * repeated(one, hits)
    return found


def taking(lost: Floats, pool: int) -> Floats:
    """Return the matrix by which wounds lost lower the wounds left.

    Parameters
    ----------
    lost : ndarray
        Index k is the chance of k wounds [chance].
    pool : int
        Most wounds that the target may have left [wounds].

    Returns
    -------
    ndarray
        ``[after, before]``, to be multiplied from the left to chances by the wounds
        left; wounds that the target lacks are lost.
    """
    longest = max(len(lost), pool + 1)
    row = np.zeros(longest + 1)
    row[: len(lost)] = lost
    wounds = np.arange(pool + 1)[None, :] - np.arange(pool + 1)[:, None]
    moves: Floats = np.where(wounds >= 0, row[np.maximum(wounds, 0)], 0.0)
    moves[0] = np.cumsum(row[::-1])[::-1][: pool + 1]
    return moves


def in_range(
    shooter: ChargeUnit,
    distance: int,
    blows: ChargeAttack,
    context: ChargeContext,
) -> ChargeAttack | None:
    """Return the shots if they reach, none if they do not."""
    reach = reach_of(shooter, blows)
    if shooter.shoot_dice == 0:
        text = f"{shooter.name} cannot shoot: a dash is printed"
    elif reach is not None and distance > reach:
        text = f'out of range: {distance}" is more than {reach}"'
    else:
        return blows
    source = f"{SHOOTING}: {TARGET}"
    context.trace.add(Step("Shooting", source, text, shooter.side))
    return None


def note_no_range(a: ChargeUnit, b: ChargeUnit, context: ChargeContext) -> str:
    """Return the note on shots of which no range is known, "" where one is."""
    blows = shooting_blows(a, b, context.untraced())
    if not a.shoot_dice or a.range is not None or blows.any_range:
        return ""
    return (
        f"No weapon of {a.name} has a range: its shots are taken to reach any target."
    )


def shooting(
    a: ChargeUnit, b: ChargeUnit, context: ChargeContext, rounds: int | None
) -> Odds:
    """Return the odds of one volley of a at b, which has no rounds."""
    del rounds
    situation, readings = context.situation, context.readings
    own, left = pool(a, situation), pool(b, situation)
    blows, dice = _shots(a, b, context)
    one = effect(attack(blows, readings))
    wounds, hits = unsaved(one, dice), hit_counts(dice, blows, readings)
    lost = kernel(one, dice, left)[left]
    final = np.zeros(left + 1)
    final[left - np.arange(len(lost))] = lost
    push = Distribution(
        f"Push back of {b.name} (inches)",
        "inches",
        pushed(hits, blows, b.push, readings),
    )
    made, taken = _mean(wounds), _mean(lost)
    return Odds(
        outcomes={"b-destroyed": float(final[0]), "b-stands": float(final[1:].sum())},
        labels=_labels(a, b),
        survivors={
            "a": wounds_distribution(f"Wounds left of {a.name}", np.eye(own + 1)[own]),
            "b": wounds_distribution(f"Wounds left of {b.name}", final),
        },
        wounds={"a": wounds_distribution(f"Unsaved wounds by {a.name}", wounds)},
        distributions={"push": push},
        events={
            "b-loses-a-wound": float(1 - lost[0]),
            "b-pushed-back": float(1 - push.chances[0]),
            "b-at-half-strength": float(final[: half_strength(b) + 1].sum()),
        },
        expected={
            "dice": float(dice),
            "hits": _mean(hits),
            "a-unsaved-wounds": made,
            "b-wounds-lost": taken,
            "push": push.expected(),
        },
        trace=tuple(context.trace.steps),
        notes=_notes(a, b, context.trace, made, taken),
    )


def _shots(
    a: ChargeUnit,
    b: ChargeUnit,
    context: ChargeContext,
) -> tuple[ChargeAttack, int]:
    """Return the shots of a at b and how many dice of them reach it."""
    situation, readings = context.situation, context.readings
    apart = context.untraced()
    blows = shooting_blows(a, b, apart)
    half_strength_step(a, apart)
    if in_range(a, situation.distance, blows, context) is None:
        return blows, 0
    context.trace.add(*apart.trace.steps, _push_step(a, b, blows, readings))
    return blows, dice_left(blows.dice, pool(a, situation), a, readings)


def _mean(chances: Floats) -> float:
    return float(chances @ np.arange(len(chances)))


def _notes(
    a: ChargeUnit, b: ChargeUnit, trace: Trace, made: float, taken: float
) -> tuple[str, ...]:
    """Return the note on a volley that was not shot, or on wounds too many."""
    if not made:
        return tuple(
            as_sentence(step.text)
            for step in trace.steps
            if step.source.endswith(TARGET)
        )
    return excess_notes((a.name, b.name), made, taken)


def _push_step(
    a: ChargeUnit, b: ChargeUnit, blows: ChargeAttack, readings: ChargeReadings
) -> Step:
    first = "1 and " if readings.push_total == "one-plus-hits" else ""
    text = (
        f'{first}{blows.push_per_hit}" for each hit ({printed(blows.to_hit)}), saved '
        f'or not, less the Push {b.push}" of {b.name}'
    )
    return Step("Push", f"{SHOOTING}: Push", text, a.side)


def _labels(a: ChargeUnit, b: ChargeUnit) -> dict[str, str]:
    return {
        "b-destroyed": f"{b.name} destroyed",
        "b-stands": clause(b.name, "stands"),
        "b-loses-a-wound": f"A wound lost by {b.name}",
        "b-pushed-back": f"{b.name} pushed back",
        "b-at-half-strength": f"{b.name} at half strength or worse",
        "dice": f"Dice of {a.name}",
        "hits": f"Hits by {a.name}",
        "a-unsaved-wounds": f"Unsaved wounds by {a.name}",
        "b-wounds-lost": f"Wounds lost by {b.name}",
        "push": f"Push back of {b.name} (inches)",
    }
