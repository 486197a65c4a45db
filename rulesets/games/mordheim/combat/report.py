"""The answers about a Mordheim combat and an engagement."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rulesets.games.mordheim.combat.blows.body import BodyState
from rulesets.games.mordheim.combat.blows.injuries import (
    FELL,
    FLED,
    KNOCKED_DOWN,
    OUT,
    STANDING,
    STUNNED,
)
from rulesets.games.mordheim.combat.context import (
    Charger,
    MordheimSituation,
)
from rulesets.games.mordheim.combat.engagements.movement import Apart
from rulesets.games.mordheim.combat.engagements.turns import EngagementResult
from rulesets.games.mordheim.combat.fights.chain import MeleeResult, Standing
from rulesets.games.mordheim.combat.fights.first_round import first_round_of
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.odds.answer import Distribution, Odds
from rulesets.odds.first_round import NEVER_FOUGHT
from rulesets.odds.mix import combine_odds
from rulesets.odds.report import label_each
from rulesets.odds.sampling import CONFIDENCE, SAMPLES
from rulesets.odds.sides import SIDES, Side


def melee_odds(
    result: MeleeResult,
    warriors: Mapping[Side, Warrior],
    sides: tuple[Side, Side],
    stays: tuple[Charger, int],
    *,
    explained: bool,
) -> Odds:
    """Return the answer about a combat."""
    outcomes = outcomes_of(result.ends, sides)
    undecided = sum(result.open.values())
    return Odds(
        outcomes={**outcomes, "undecided": undecided},
        labels=labels(warriors),
        by_round=tuple(outcomes_of(ends, sides) for ends in result.by_turn),
        survivors=survivors_of(result.ends, result.open, warriors, sides, stays),
        events=_melee_events(outcomes, result, sides),
        expected={"turns": result.turns},
        deciding=first_round_of(result.first, warriors, sides) if explained else None,
        **_sampled(result.error),
    )


def _sampled(error: float) -> dict[str, Any]:
    """Return the fields of a sampled answer."""
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
    found |= {"a-falls": 0.0, "b-falls": 0.0}
    for states, share in ends.items():
        found[_ending(states, many, one)] += share
    return found


_ENDINGS = {OUT: "out", FLED: "flees", FELL: "falls"}


def _ending(states: tuple[BodyState, ...], many: Side, one: Side) -> str:
    """Return the outcome of a combat that is over; of several who fell, if all did."""
    *several, last = states
    if last.posture >= OUT:
        return f"{one}-{_ENDINGS[last.posture]}"
    fell = all(state.posture == FELL for state in several)
    return f"{many}-falls" if fell else f"{many}-out"


def _melee_events(
    outcomes: Mapping[str, float], result: MeleeResult, sides: tuple[Side, Side]
) -> dict[str, float]:
    found = who_wins(outcomes)
    one = sides[1]
    for posture, word in (
        (KNOCKED_DOWN, "knocked-down"),
        (STUNNED, "stunned"),
        (OUT, "out"),
    ):
        for side in SIDES:
            found[f"{side}-{word}-at-once"] = sum(
                share
                for states, share in result.first.items()
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
    """Return the survivors: wounds of one, fighters of several."""
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


WORDS = {
    "undecided": "Undecided",
    "turns": "Turns fought",
    "*-out": "{own} out of action",
    "*-flees": "{own} {own[flees]}",
    "*-holds-back": "{own} {own[does]} not charge",
    "*-falls": "{own} {own[falls]}, and {own[is]} away from the fight",
    "*-rallies": "{own} {own[rallies]}, and {own[is]} away from the fight",
    "*-wins": "{own} {own[wins]}",
    "*-knocked-down-at-once": "{own} knocked down in the first turn",
    "*-stunned-at-once": "{own} stunned in the first turn",
    "*-out-at-once": "{own} out of action in the first turn",
}
"""Words for every key of a combat."""

ENGAGEMENT_WORDS = {
    "undecided": "Undecided",
    "turns": "Turns in all",
    "*-out": "{own} out of action",
    "*-wins": "{own} {own[wins]}",
    "contact": "They come to blows",
    "turns-apart": "Expected turns until they meet or one is shot",
    "*-charges": "{own} {own[charges]} home",
    "*-shot": "{own} {own[is]} shot out of action before they meet",
    "*-met-worse": "They meet, and {own} {own[has]} lost wounds or {own[lies]}",
}
"""Words for every key of an engagement."""


def labels(
    warriors: Mapping[Side, Warrior], words: Mapping[str, str] = WORDS
) -> Mapping[str, str]:
    """Return the words for every key of an answer."""
    return label_each(words, (warriors["a"].name, warriors["b"].name))


def no_charge(
    warriors: Mapping[Side, Warrior],
    charger: Charger,
    counts: Mapping[Side, int],
    situation: MordheimSituation,
) -> Odds:
    """Return the answer about a charge that fear or a ladder held back."""
    left = wounds_before(warriors, situation)
    return _unfought(warriors, counts, left, f"{charger}-holds-back")


def no_dive(
    warriors: Mapping[Side, Warrior],
    charger: Side,
    counts: Mapping[Side, int],
    fallen: BodyState,
    situation: MordheimSituation,
) -> Odds:
    """Return the answer about a diving charge whose one charger fell."""
    left = wounds_before(warriors, situation)
    gone = fallen.posture == OUT
    left[charger] = 0 if gone else max(1, fallen.wounds)
    return _unfought(
        warriors, counts, left, f"{charger}-out" if gone else f"{charger}-falls"
    )


def wounds_before(
    warriors: Mapping[Side, Warrior], situation: MordheimSituation
) -> dict[Side, int]:
    """Return the wounds with which each side begins: one who lies lost his last."""
    return {
        side: max(1, warrior.w - situation.of(side).wounds_lost)
        if situation.of(side).posture == "standing"
        else 1
        for side, warrior in warriors.items()
    }


def _unfought(
    warriors: Mapping[Side, Warrior],
    counts: Mapping[Side, int],
    left: Mapping[Side, int],
    outcome: str,
) -> Odds:
    """Return the answer where nobody fought, of the wounds that one has left."""
    survivors: dict[str, Distribution] = {}
    for side, warrior in warriors.items():
        several = counts[side] > 1
        number = counts[side] if several else left[side]
        size = counts[side] if several else warrior.w
        label = "fighters not out of action" if several else "wounds left"
        survivors[side] = Distribution(
            f"{warrior.name}: {label}",
            "models" if several else "wounds",
            tuple(float(k == number) for k in range(size + 1)),
        )
    outcomes = {**outcomes_of({}, ("a", "b")), "undecided": 0.0, outcome: 1.0}
    return Odds(
        outcomes=outcomes,
        labels=labels(warriors),
        survivors=survivors,
        events={**dict.fromkeys(_event_keys(), 0.0), **who_wins(outcomes)},
        expected={"turns": 0.0},
        deciding=NEVER_FOUGHT,
    )


def who_wins(outcomes: Mapping[str, float]) -> dict[str, float]:
    """Return the chances that each side wins a combat."""
    return {
        "a-wins": outcomes["b-out"] + outcomes["b-flees"],
        "b-wins": outcomes["a-out"] + outcomes["a-flees"],
    }


def _event_keys() -> list[str]:
    words = ("knocked-down", "stunned", "out")
    return [
        *("a-wins", "b-wins"),
        *(f"{side}-{word}-at-once" for word in words for side in SIDES),
    ]


def mix_charges(parts: list[tuple[float, Odds]]) -> Odds:
    """Return the mixture of some answers to one question."""
    found = combine_odds(parts)
    return replace(
        found,
        outcomes=_possible(found.outcomes),
        by_round=tuple(_possible(so_far) for so_far in found.by_round),
    )


def _possible(chances: Mapping[str, float]) -> dict[str, float]:
    """Return chances without those of what this combat does not know."""
    always = ("a-out", "b-out", "undecided")
    return {key: share for key, share in chances.items() if share or key in always}


SHOWN = 24
"""Turns that are shown one by one."""


def engagement_odds(
    result: EngagementResult,
    warriors: Mapping[Side, Warrior],
    start: Apart,
    words: Mapping[str, str],
) -> Odds:
    """Return the answer about an engagement."""
    outcomes = _possible(outcomes_of(result.ends, SIDES))
    return Odds(
        outcomes={**outcomes, "undecided": sum(result.open.values())},
        labels=labels(warriors, words),
        method="sampled" if result.sampled else "exact",
        error=result.error,
        confidence=CONFIDENCE if result.sampled else 1.0,
        samples=SAMPLES if result.sampled else 0,
        by_round=tuple(_possible(outcomes_of(done, SIDES)) for done in result.by_turn),
        survivors=survivors_of(result.ends, result.open, warriors, SIDES, ("none", 0)),
        distributions=_distributions(result, warriors, start),
        events=_engagement_events(result, outcomes, start),
        expected={"turns": result.turns, "turns-apart": result.approach.turns},
    )


def _engagement_events(
    result: EngagementResult, outcomes: Mapping[str, float], start: Apart
) -> dict[str, float]:
    approach = result.approach
    charges = {
        side: sum(
            share
            for met in approach.met
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
        states = result.places[number]
        found[f"{side}-shot"] = sum(
            share
            for down in approach.down
            for places, share in down.items()
            if states[places[number]].posture >= OUT
        )
        found[f"{side}-met-worse"] = sum(
            share
            for met in approach.met
            for one, share in met.items()
            if _worse(
                states[(one.a, one.b)[number]], states[(start.a, start.b)[number]]
            )
        )
    return found


def _worse(now: BodyState, before: BodyState) -> bool:
    return now.posture != STANDING or now.wounds < before.wounds


def _distributions(
    result: EngagementResult, warriors: Mapping[Side, Warrior], start: Apart
) -> dict[str, Distribution]:
    """Return the wounds lost to shots, and when they meet."""
    found: dict[str, Distribution] = {}
    for number, side in enumerate(SIDES):
        states = result.places[number]
        full = states[(start.a, start.b)[number]].wounds
        chances = [0.0] * (full + 1)
        for states_of, share in _before_contact(result):
            chances[full - states[states_of[number]].wounds] += share
        if chances[0] < 1:
            label = f"Wounds lost by {warriors[side].name} before they meet"
            found[f"{side}-lost-before-contact"] = Distribution(
                label, "wounds", tuple(chances)
            )
    apart = [0.0] * (min(len(result.approach.met), SHOWN) + 1)
    for number, met in enumerate(result.approach.met):
        apart[min(number, len(apart) - 1)] += sum(met.values())
    apart[-1] += max(0.0, 1 - sum(apart))
    found["apart"] = Distribution(
        "Turns before that of the charge; the last stands for more and for never",
        "turns",
        tuple(apart),
    )
    return found


def _before_contact(result: EngagementResult) -> list[tuple[tuple[int, int], float]]:
    """Return the states of both when they met, or when it was over before."""
    approach = result.approach
    return [
        *(
            ((one.a, one.b), share)
            for met in approach.met
            for one, share in met.items()
        ),
        *(
            ((places[0], places[1]), share)
            for down in approach.down
            for places, share in down.items()
        ),
        *(((now.a, now.b), share) for now, share in approach.live.items()),
    ]
