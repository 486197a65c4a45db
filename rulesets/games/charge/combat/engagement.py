"""An engagement of Charge: two units from afar to the end of their melee."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from rulesets.games.charge.combat.approach import (
    ChargeContact,
    ChargeField,
    Coming,
    come_together,
    contact_turns,
    lost_before,
)
from rulesets.games.charge.combat.charge import charged_fight, drive_back
from rulesets.games.charge.combat.context import (
    ChargeContext,
    ChargeSituation,
    Contact,
)
from rulesets.games.charge.combat.fight import (
    answer,
    contenders,
)
from rulesets.games.charge.combat.glossary import ALWAYS_TOLD, ENDS
from rulesets.games.charge.combat.melee import OUTCOMES, ChargeSide, rounds_of
from rulesets.games.charge.combat.profile import ChargeUnit, nerve, pool
from rulesets.odds.answer import Distribution, Odds
from rulesets.odds.fight.model import Fight, FightResult, in_turn
from rulesets.odds.fight.solver import combine, solve, solve_all
from rulesets.odds.report import Prelude
from rulesets.odds.volley import Floats

SHOWN_ROUNDS = 12
"""Turns after the first contact that are told one by one."""

POLICY = (
    "A unit that closes in moves its whole speed straight on and charges as soon as it "
    "may; it does not shoot, since who has shot cannot move. A unit that stands shoots "
    "whenever its range allows and charges nobody.",
    "Turns are each side's own: the first is that of the side that begins, the second "
    "the other's.",
)


def engagement(
    a: ChargeUnit,
    b: ChargeUnit,
    context: ChargeContext,
    rounds: int | None,
) -> Odds:
    """Return the odds of two units that come at each other from a distance.

    References
    ----------
    Charge v2 0.1 beta, Phases and turn sequence; Movement; Shooting; Reactions.
    """
    situation = context.situation
    nerves = nerve(a, context), nerve(b, context)
    field = ChargeField(a, b, nerves, context)
    start = np.zeros((a.wounds + 1, b.wounds + 1))
    start[pool(a, situation), pool(b, situation)] = 1.0
    coming = come_together(field, start)
    sides = contenders(a, b, nerves, _touched(situation), context)
    fights = _fights(field, coming, sides, rounds)
    fought = combine(list(fights.values()))
    told = answer(sides, fought, _before_contact(field, coming, start), context)
    return replace(
        told,
        by_round=_by_turn(coming, fights),
        outcomes=_whole(told.outcomes, coming.dropped),
        notes=(*POLICY, *told.notes),
    )


def _touched(situation: ChargeSituation) -> tuple[Contact, Contact]:
    """Return where each side is touched if the one that is said to closes in."""
    contact = situation.contact
    return (contact, "front") if situation.closing == "b" else ("front", contact)


def _fights(
    field: ChargeField,
    coming: Coming,
    sides: tuple[ChargeSide, ChargeSide],
    rounds: int | None,
) -> dict[int, FightResult]:
    """Return the melees that begin with contact, by the turn of contact."""
    by_turn: dict[int, list[ChargeContact]] = defaultdict(list)
    for one in coming.met:
        by_turn[one.turn].append(one)
    found = {
        turn: solve_all(_begun(field, met, rounds), f"{field!r} {turn} {rounds!r}")
        for turn, met in by_turn.items()
    }
    if found:
        return found
    nothing = np.zeros((field.a.wounds + 1, field.b.wounds + 1))
    never = in_turn(nothing, *rounds_of(*sides, field.context.readings), rounds)
    return {0: solve(never, "")}


def _begun(
    field: ChargeField, met: Sequence[ChargeContact], rounds: int | None
) -> list[Fight]:
    """Return the melees that begin in one turn."""
    charger = met[0].charger
    starts: dict[tuple[bool, Contact], Floats] = {}
    for one in met:
        at = one.wall, one.contact
        starts[at] = starts[at] + one.mass if at in starts else one.mass
    return [
        charged_fight(
            field.a,
            field.b,
            field.nerves,
            starts[at],
            charger,
            at[1],
            field.context,
            rounds,
            wall=at[0],
        )
        for at in sorted(starts)
    ]


def _whole(outcomes: Mapping[str, float], dropped: float) -> dict[str, float]:
    """Return outcomes with what was pruned counted as never met."""
    return {**outcomes, "apart": outcomes.get("apart", 0.0) + dropped}


def _by_turn(
    coming: Coming, fights: dict[int, FightResult]
) -> tuple[dict[str, float], ...]:
    """Return the outcomes so far after each turn; a melee has one round in each."""
    first = min(fights) if coming.met else len(coming.by_turn)
    longest = max(turn + len(one.by_round) for turn, one in fights.items())
    shown = max(len(coming.by_turn), min(longest, first + SHOWN_ROUNDS))
    shown = min(shown, first + SHOWN_ROUNDS)
    rows = []
    for turn in range(shown):
        done = dict.fromkeys(ALWAYS_TOLD, 0.0)
        del done["undecided"]
        before = coming.by_turn[min(turn, len(coming.by_turn) - 1)]
        for key, chance in before.items():
            done[key] = done.get(key, 0.0) + chance
        for begun, one in fights.items():
            for key, chance in _so_far(one, turn - begun):
                done[key] = done.get(key, 0.0) + chance
        rows.append(done)
    return tuple(rows)


def _so_far(fought: FightResult, number: int) -> list[tuple[str, float]]:
    """Return the outcomes of a melee after its round of that number, from 0."""
    told = fought.by_round
    if number < 0 or not len(told):
        return []
    row = told[min(number, len(told) - 1)].tolist()
    pairs = zip(OUTCOMES, row, strict=True)
    return [(key, chance) for key, chance in pairs if chance]


def _before_contact(field: ChargeField, coming: Coming, start: Floats) -> Prelude:
    """Return what happened before contact: casualties, the turn, the push."""
    names = {"a": field.a.name, "b": field.b.name}
    turns = contact_turns(coming)
    distributions = {
        f"{side}-lost-before": Distribution(
            f"Wounds lost by {name} before contact",
            "wounds",
            tuple(lost_before(coming, start, place).tolist()),
        )
        for place, (side, name) in enumerate(names.items())
    }
    means = {key: one.expected() for key, one in distributions.items()}
    labels = {key: one.label for key, one in distributions.items()}
    push = Distribution(
        "Drive back by the charge (inches, 0 without contact)",
        "inches",
        _driven_back(field, coming),
    )
    met = 1.0 - float(turns[0])
    if met:
        means["contact-turn"] = float(turns @ np.arange(len(turns))) / met
    return Prelude(
        sum(coming.ended.values(), np.zeros_like(start)),
        {key: float(mass.sum()) for key, mass in coming.ended.items()},
        coming.dropped,
        events={
            "contact": met,
            **{f"{side}-charges": _charges(coming, side) for side in names},
            **{f"{side}-shot-down": _shot_down(coming, side) for side in names},
        },
        expected={**means, "drive-back": push.expected()},
        distributions={
            **distributions,
            "contact-turn": Distribution(
                "Turn of contact (0 for none)", "turns", tuple(turns.tolist())
            ),
            "push": push,
        },
        labels={
            "apart": ENDS["apart"].label,
            "contact": "They meet",
            "contact-turn": "Turn of contact, if there is one",
            "drive-back": push.label,
            **{f"{s}-charges": f"Contact made by {n}" for s, n in names.items()},
            **{
                f"{s}-shot-down": f"{n} destroyed before contact"
                for s, n in names.items()
            },
            **labels,
        },
    )


def _charges(coming: Coming, side: str) -> float:
    return sum(float(one.mass.sum()) for one in coming.met if one.charger == side)


def _shot_down(coming: Coming, side: str) -> float:
    mass = coming.ended.get(f"{side}-destroyed")
    return 0.0 if mass is None else float(mass.sum())


def _driven_back(field: ChargeField, coming: Coming) -> tuple[float, ...]:
    """Return the distribution of inches that the charge drives its target back."""
    inches: dict[int, float] = defaultdict(float)
    for one in coming.met:
        own, other = field.units(one.charger)
        inches[drive_back(one.inches, own, other)] += float(one.mass.sum())
    inches[0] += 1.0 - sum(inches.values())
    return tuple(inches.get(length, 0.0) for length in range(max(inches) + 1))
