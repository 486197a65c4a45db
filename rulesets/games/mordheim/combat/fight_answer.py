"""How a Mordheim combat went, as the odds tell it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rulesets.games.mordheim.combat.body import (
    FLED,
    KNOCKED_DOWN,
    OUT,
    STUNNED,
    BodyState,
)
from rulesets.games.mordheim.combat.chain import MeleeResult, Standing
from rulesets.games.mordheim.combat.context import Charger, MordheimSituation
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.odds.answer import Distribution, Odds
from rulesets.odds.mix import mixed
from rulesets.odds.sampling import CONFIDENCE, SAMPLES
from rulesets.odds.sides import Side


def answer(
    tale: MeleeResult,
    warriors: Mapping[Side, Warrior],
    sides: tuple[Side, Side],
    stays: tuple[Charger, int],
) -> Odds:
    """Return how a combat went as the odds tell it."""
    outcomes = outcomes_of(tale.ends, sides)
    undecided = sum(tale.open.values())
    return Odds(
        outcomes={**outcomes, "undecided": undecided},
        labels=labels(warriors),
        by_round=tuple(outcomes_of(ends, sides) for ends in tale.by_turn),
        survivors=survivors_of(tale.ends, tale.open, warriors, sides, stays),
        events=_events(outcomes, tale, sides),
        expected={"turns": tale.turns},
        **_sampled(tale.error),
    )


def _sampled(error: float) -> dict[str, Any]:
    """Return what a sampled answer says of itself."""
    if not error:
        return {}
    return {
        "method": "sampled",
        "error": error,
        "confidence": CONFIDENCE,
        "samples": SAMPLES,
    }


def outcomes_of(ends: Standing, sides: tuple[Side, Side]) -> dict[str, float]:
    """Return the chance of every outcome but of those that are undecided."""
    many, one = sides
    found = {"a-out": 0.0, "b-out": 0.0, f"{one}-flees": 0.0, "a-holds-back": 0.0}
    found |= {"a-flees": 0.0, "b-flees": 0.0, "b-holds-back": 0.0}
    for states, share in ends.items():
        last = states[-1].posture
        key = {OUT: f"{one}-out", FLED: f"{one}-flees"}.get(last, f"{many}-out")
        found[key] += share
    return found


def _events(
    outcomes: Mapping[str, float], tale: MeleeResult, sides: tuple[Side, Side]
) -> dict[str, float]:
    found = {
        "a-wins": outcomes["b-out"] + outcomes["b-flees"],
        "b-wins": outcomes["a-out"] + outcomes["a-flees"],
    }
    one = sides[1]
    for posture, word in (
        (KNOCKED_DOWN, "knocked-down"),
        (STUNNED, "stunned"),
        (OUT, "out"),
    ):
        for side in ("a", "b"):
            found[f"{side}-{word}-at-once"] = sum(
                share
                for states, share in tale.first.items()
                if any(
                    state.posture == posture
                    for state in (states[-1:] if side == one else states[:-1])
                )
            )
    return found


def survivors_of(
    ends: Standing,
    still: Standing,
    warriors: Mapping[Side, Warrior],
    sides: tuple[Side, Side],
    stays: tuple[Charger, int],
) -> dict[str, Distribution]:
    """Return what is left: wounds of one, fighters of several."""
    many, one = sides
    found: dict[str, Distribution] = {}
    count = len(next(iter({**ends, **still}))) - 1
    for side, several in ((many, count > 1 or stays[1] > 0), (one, False)):
        more = stays[1] if side == stays[0] else 0
        several = several and side == many
        size = count + more if several else warriors[side].w
        chances = [0.0] * (size + 1)
        for states, share in (*ends.items(), *still.items()):
            own = states[-1:] if side == one else states[:-1]
            up = [state for state in own if state.posture != OUT]
            left = len(up) + more if several else _wounds_left(up)
            chances[left] += share
        unit = "models" if several else "wounds"
        label = "fighters not out of action" if several else "wounds left"
        found[side] = Distribution(
            f"{warriors[side].name}: {label}", unit, tuple(chances)
        )
    return found


def _wounds_left(states: list[BodyState]) -> int:
    return max((max(1, state.wounds) for state in states), default=0)


def labels(warriors: Mapping[Side, Warrior]) -> dict[str, str]:
    """Return the words for every key of a combat."""
    found = {"undecided": "Undecided", "turns": "Expected turns"}
    for side in ("a", "b"):
        name = warriors[side].name
        found |= {
            f"{side}-out": f"{name} out of action",
            f"{side}-flees": f"{name} flees",
            f"{side}-holds-back": f"{name} does not charge",
            f"{side}-wins": f"{name} wins",
            f"{side}-knocked-down-at-once": f"{name} knocked down in the first turn",
            f"{side}-stunned-at-once": f"{name} stunned in the first turn",
            f"{side}-out-at-once": f"{name} out of action in the first turn",
        }
    return found


def no_charge(
    warriors: Mapping[Side, Warrior],
    charger: Charger,
    counts: Mapping[Side, int],
    situation: MordheimSituation,
) -> Odds:
    """Return what becomes of a charge that fear held back."""
    outcomes = {**outcomes_of({}, ("a", "b")), "undecided": 0.0}
    outcomes[f"{charger}-holds-back"] = 1.0
    survivors: dict[str, Distribution] = {}
    for side, warrior in warriors.items():
        several = counts[side] > 1
        left = warrior.w - situation.of(side).wounds_lost
        number = counts[side] if several else max(1, left)
        size = counts[side] if several else warrior.w
        label = "fighters not out of action" if several else "wounds left"
        survivors[side] = Distribution(
            f"{warrior.name}: {label}",
            "models" if several else "wounds",
            tuple(float(k == number) for k in range(size + 1)),
        )
    return Odds(
        outcomes=outcomes,
        labels=labels(warriors),
        survivors=survivors,
        events=dict.fromkeys(_event_keys(), 0.0),
        expected={"turns": 0.0},
    )


def _event_keys() -> list[str]:
    words = ("knocked-down", "stunned", "out")
    return [
        *("a-wins", "b-wins"),
        *(f"{side}-{word}-at-once" for word in words for side in ("a", "b")),
    ]


def together(parts: list[tuple[float, Odds]]) -> Odds:
    """Return the mixture of some answers to one question."""
    whole = mixed(parts)
    return replace(
        whole,
        outcomes=_kept(whole.outcomes),
        by_round=tuple(_kept(so_far) for so_far in whole.by_round),
    )


def _kept(chances: Mapping[str, float]) -> dict[str, float]:
    """Return chances without those of what this combat does not know."""
    always = ("a-out", "b-out", "undecided")
    return {key: share for key, share in chances.items() if share or key in always}
