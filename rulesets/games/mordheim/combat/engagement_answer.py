"""How a Mordheim engagement went, as the odds tell it."""

from collections.abc import Mapping

from rulesets.games.mordheim.combat.approach import Apart
from rulesets.games.mordheim.combat.body import OUT, STANDING, BodyState
from rulesets.games.mordheim.combat.fight_answer import (
    labels,
    outcomes_of,
    survivors_of,
)
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.games.mordheim.combat.turns import EngagementTale
from rulesets.odds.answer import Distribution, Odds
from rulesets.odds.sampling import CONFIDENCE, SAMPLES
from rulesets.odds.sides import SIDES, Side

SHOWN = 24
"""Turns that are told one by one."""


def told(tale: EngagementTale, warriors: Mapping[Side, Warrior], start: Apart) -> Odds:
    """Return how an engagement went as the odds tell it."""
    outcomes = _kept(outcomes_of(tale.ends, SIDES))
    return Odds(
        outcomes={**outcomes, "undecided": sum(tale.open.values())},
        labels=_labels(warriors),
        method="sampled" if tale.sampled else "exact",
        error=tale.error,
        confidence=CONFIDENCE if tale.sampled else 1.0,
        samples=SAMPLES if tale.sampled else 0,
        by_round=tuple(_kept(outcomes_of(done, SIDES)) for done in tale.by_turn),
        survivors=survivors_of(tale.ends, tale.open, warriors, SIDES, ("none", 0)),
        distributions=_distributions(tale, warriors, start),
        events=_events(tale, outcomes, start),
        expected={
            "turns": tale.turns,
            "turns-apart": tale.swept.turns,
        },
    )


def _kept(outcomes: Mapping[str, float]) -> dict[str, float]:
    return {key: outcomes[key] for key in ("a-out", "b-out")}


def _events(
    tale: EngagementTale, outcomes: Mapping[str, float], start: Apart
) -> dict[str, float]:
    swept = tale.swept
    charges = {
        side: sum(
            share
            for met in swept.met
            for one, share in met.items()
            if one.charger == side
        )
        for side in SIDES
    }
    found = {
        "a-wins": outcomes["b-out"],
        "b-wins": outcomes["a-out"],
        "contact": sum(charges.values(), 0.0),
        **{f"{side}-charges": charges[side] for side in SIDES},
    }
    for number, side in enumerate(SIDES):
        states = tale.places[number]
        found[f"{side}-shot"] = sum(
            share
            for down in swept.down
            for places, share in down.items()
            if states[places[number]].posture >= OUT
        )
        found[f"{side}-met-worse"] = sum(
            share
            for met in swept.met
            for one, share in met.items()
            if _worse(
                states[(one.a, one.b)[number]], states[(start.a, start.b)[number]]
            )
        )
    return found


def _worse(now: BodyState, before: BodyState) -> bool:
    return now.posture != STANDING or now.wounds < before.wounds


def _distributions(
    tale: EngagementTale, warriors: Mapping[Side, Warrior], start: Apart
) -> dict[str, Distribution]:
    """Return the wounds lost to shots, and when they meet."""
    found: dict[str, Distribution] = {}
    for number, side in enumerate(SIDES):
        states = tale.places[number]
        full = states[(start.a, start.b)[number]].wounds
        chances = [0.0] * (full + 1)
        for states_of, share in _before_contact(tale):
            chances[full - states[states_of[number]].wounds] += share
        if chances[0] < 1:
            label = f"Wounds that {warriors[side].name} loses before they meet"
            found[f"{side}-lost-before-contact"] = Distribution(
                label, "wounds", tuple(chances)
            )
    apart = [0.0] * (min(len(tale.swept.met), SHOWN) + 1)
    for number, met in enumerate(tale.swept.met):
        apart[min(number, len(apart) - 1)] += sum(met.values())
    apart[-1] += max(0.0, 1 - sum(apart))
    found["apart"] = Distribution(
        "Turns before that of the charge; the last stands for more and for never",
        "turns",
        tuple(apart),
    )
    return found


def _before_contact(tale: EngagementTale) -> list[tuple[tuple[int, int], float]]:
    """Return how both were when they met, or when it was over or left before."""
    swept = tale.swept
    return [
        *(((one.a, one.b), share) for met in swept.met for one, share in met.items()),
        *(
            ((places[0], places[1]), share)
            for down in swept.down
            for places, share in down.items()
        ),
        *(((now.a, now.b), share) for now, share in swept.live.items()),
    ]


def _labels(warriors: Mapping[Side, Warrior]) -> dict[str, str]:
    found = {
        key: words
        for key, words in labels(warriors).items()
        if not key.endswith(("-at-once", "-flees", "-holds-back"))
    }
    found |= {
        "contact": "They come to blows",
        "turns-apart": "Expected turns until they meet or one is shot",
    }
    for side in SIDES:
        name = warriors[side].name
        found |= {
            f"{side}-charges": f"{name} charges home",
            f"{side}-shot": f"{name} is shot out of action before they meet",
            f"{side}-met-worse": f"They meet, and {name} has lost wounds or lies",
        }
    return found
