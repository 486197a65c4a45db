"""A charge and an engagement of Charge: the turns before contact, then the melee."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from rulesets.core.percent import percent
from rulesets.games.charge.combat.approach import (
    ChargeContact,
    ChargeField,
    charged_distance,
    come_together,
    declare_charge,
    field_of,
)
from rulesets.games.charge.combat.charge import walled
from rulesets.games.charge.combat.context import ChargeContext, Contact, Touched
from rulesets.games.charge.combat.glossary import ALWAYS_REPORTED, FATES, OUTCOMES
from rulesets.games.charge.combat.melee import (
    ChargeSide,
    answer,
    contenders,
    melee_round,
    rounds_of,
)
from rulesets.games.charge.combat.profile import ChargeUnit, march_of, rule_step, works
from rulesets.games.charge.sources import CHARGING
from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.approach import add_chances
from rulesets.odds.fight.model import Fight, FightResult, in_turn
from rulesets.odds.fight.solver import combine, solve_all
from rulesets.odds.report import Prelude
from rulesets.odds.sides import SIDES
from rulesets.odds.volley import Floats

SHOWN_ROUNDS = 12
"""Turns after the first contact that are reported one by one."""

POLICY = (
    "A unit that closes in moves its whole speed straight on and charges as soon as it "
    "may; it does not shoot, since who has shot cannot move. A unit that stands shoots "
    "whenever its range allows and charges nobody. Nobody shuffles or pivots.",
    "Turns are each side's own: the first is that of the side that begins, the second "
    "the other's.",
)


ON_THE_WAY = {
    "charges": "Contact made by {own}",
    "shot-down": "{own} destroyed before contact",
}
"""Words of the events of a side before contact."""


def charge(
    a: ChargeUnit, b: ChargeUnit, context: ChargeContext, rounds: int | None
) -> Odds:
    """Return the odds of a's charge at b.

    References
    ----------
    Charge v2 0.1 beta, Movement: Charge; Reactions; Abilities.
    """
    field = field_of(a, b, context)
    declare_charge(field)
    touched: Touched = ("front", context.situation.contact)
    sides = contenders(a, b, field.nerves, touched, context)
    fought = _fought(field, sides, list(field.approach.met), rounds)
    return answer(sides, fought, _before_charge(field), context, field.fled)


def engagement(
    a: ChargeUnit, b: ChargeUnit, context: ChargeContext, rounds: int | None
) -> Odds:
    """Return the odds of two units that come at each other from a distance.

    References
    ----------
    Charge v2 0.1 beta, Phases and turn sequence; Movement; Shooting; Reactions.
    """
    field = field_of(a, b, context)
    come_together(field)
    sides = contenders(a, b, field.nerves, _touched(field), context)
    by_turn: dict[int, list[ChargeContact]] = defaultdict(list)
    for one in field.approach.met:
        by_turn[one.turn].append(one)
    fights = {
        turn: _fought(field, sides, met, rounds)
        for turn, met in (by_turn or {0: []}).items()
    }
    fought = combine(list(fights.values()))
    odds = answer(sides, fought, _before_contact(field), context, field.fled)
    return replace(
        odds,
        by_round=_by_turn(field, fights),
        outcomes=_with_pruned(odds.outcomes, field.approach.dropped),
        notes=(*POLICY, *odds.notes),
    )


def _touched(field: ChargeField) -> Touched:
    """Return where each side is touched by the likelier charge, for the trace."""
    situation = field.context.situation
    order = SIDES[::-1] if situation.closing == "b" else SIDES
    contact = situation.contact
    if max(order, key=field.approach.charges) == "b":
        return contact, "front"
    return "front", contact


def _fought(
    field: ChargeField,
    sides: tuple[ChargeSide, ChargeSide],
    met: Sequence[ChargeContact],
    rounds: int | None,
) -> FightResult:
    """Return the melees that begin with contacts of one charger."""
    starts: dict[tuple[bool, Contact], Floats] = {}
    for one in met:
        add_chances(starts, (one.wall, one.contact), field.approach.met[one])
    fights = [
        _charged_fight(
            field,
            replace(met[0], wall=wall, contact=contact),
            starts[wall, contact],
            rounds,
        )
        for wall, contact in sorted(starts)
    ]
    rules = rounds_of(lambda _: sides, ("front", "front"), field.context.readings)
    nobody = in_turn(np.zeros_like(field.start), *rules, rounds)
    return solve_all(fights or [nobody], partial(_seed, field, met, rounds))


def _seed(field: ChargeField, met: Sequence[ChargeContact], rounds: int | None) -> str:
    return f"{field.a!r} {field.b!r} {field.context!r} {met!r} {rounds!r}"


def _charged_fight(
    field: ChargeField, met: ChargeContact, start: Floats, rounds: int | None
) -> Fight:
    """Return a melee that begins with a charge.

    Parameters
    ----------
    field : ChargeField
    met : ChargeContact
    start : ndarray
        ``[a, b]``: joint chances of the wounds left [chance].
    rounds : int, optional
        Rounds fought at most; none until it is over.
    """
    a, b, readings = field.a, field.b, field.context.readings
    touched: Touched = ("front", met.contact)
    touched = touched if met.charger == "a" else touched[::-1]
    apart = field.context.untraced()
    plain = partial(contenders, a, b, field.nerves, context=apart)
    if not met.wall:
        bare = rounds_of(plain, touched, readings, active=met.charger)
        return in_turn(start, *bare, rounds)
    if met.charger == "a":
        b = walled(b)
    else:
        a = walled(a)
    shielded = partial(contenders, a, b, field.nerves, context=apart)
    if readings.shield_wall_lasts == "fight":
        lasting = rounds_of(shielded, touched, readings, active=met.charger)
        return in_turn(start, *lasting, rounds)
    opening = melee_round(*shielded(touched), met.charger, readings)
    later = rounds_of(plain, touched, readings, opening, met.charger)
    return in_turn(start, *later, rounds)


def _with_pruned(outcomes: Mapping[str, float], dropped: float) -> dict[str, float]:
    """Return outcomes, the pruned chance counted as never met."""
    return {**outcomes, "apart": outcomes.get("apart", 0.0) + dropped}


def _by_turn(
    field: ChargeField, fights: dict[int, FightResult]
) -> tuple[dict[str, float], ...]:
    """Return the outcomes so far after each turn; a melee has one round in each."""
    coming = field.approach
    first = min(fights) if coming.met else len(coming.by_turn)
    longest = max(turn + len(one.by_round) for turn, one in fights.items())
    shown = max(len(coming.by_turn), min(longest, first + SHOWN_ROUNDS))
    shown = min(shown, first + SHOWN_ROUNDS)
    rows = []
    for turn in range(shown):
        done = dict.fromkeys(ALWAYS_REPORTED, 0.0)
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
    rounds = fought.by_round
    if number < 0 or not len(rounds):
        return []
    row = rounds[min(number, len(rounds) - 1)].tolist()
    pairs = zip(FATES, row, strict=True)
    return [(key, chance) for key, chance in pairs if chance]


def _before_charge(field: ChargeField) -> Prelude:
    """Return the prelude of a charge: how it ended before contact, and its push."""
    a, b, context = field.a, field.b, field.context
    context.trace.add(push_step(charged_distance(context), a, b))
    label = f"Drive back of {b.name} (inches, 0 without contact)"
    push = Distribution(label, "inches", _driven_back(field))
    events = {"contact": field.approach.charges("a")}
    marches = works(a, "forced-march", context.readings)
    marches = marches and not field.nerves[0].is_still
    if marches and "no-charge" in field.approach.ended:
        leads = field.nerves[0].leads
        text = f'half a move, {march_of(a)}", on {percent(leads)} (house)'
        context.trace.add(rule_step(a, "forced-march", text))
        events["forced-march"] = leads
    return replace(
        field.approach.prelude(field.start),
        events=events,
        expected={"drive-back": push.expected()},
        distributions={"push": push},
        labels={
            "contact": f"Contact made by {a.name}",
            "drive-back": label,
            "forced-march": f"Test for a Forced March passed by {a.name}",
        },
    )


def _before_contact(field: ChargeField) -> Prelude:
    """Return the prelude of an engagement: casualties, turn of contact, push."""
    approach, names = field.approach, (field.a.name, field.b.name)
    lost = {
        f"{side}-lost-before": Distribution(
            f"Wounds lost by {name} before contact",
            "wounds",
            approach.lost(field.start, side),
        )
        for side, name in zip(SIDES, names, strict=True)
    }
    label = "Drive back by the charge (inches, 0 without contact)"
    push = Distribution(label, "inches", _driven_back(field))
    turns = approach.contact[: max((one.turn + 1 for one in approach.met), default=0)]
    met = sum(turns)
    means = {key: one.expected() for key, one in lost.items()}
    if met:
        by_turn = enumerate(turns, start=1)
        means["contact-turn"] = sum(turn * chance for turn, chance in by_turn) / met
    return replace(
        approach.prelude(field.start),
        events={
            "contact": met,
            **{f"{side}-charges": approach.charges(side) for side in SIDES},
            **{
                f"{side}-shot-down": approach.outcomes().get(f"{side}-destroyed", 0.0)
                for side in SIDES
            },
        },
        expected={**means, "drive-back": push.expected()},
        distributions={
            **lost,
            "contact-turn": Distribution(
                "Turn of contact (0 for none)", "turns", (1.0 - met, *turns)
            ),
            "push": push,
        },
        labels={
            "apart": OUTCOMES["apart"].label,
            "contact": "They meet",
            "contact-turn": "Turn of contact, if there is one",
            "drive-back": label,
            **{
                f"{side}-{key}": text.format(own=name)
                for key, text in ON_THE_WAY.items()
                for side, name in zip(SIDES, names, strict=True)
            },
            **{key: one.label for key, one in lost.items()},
        },
    )


def _driven_back(field: ChargeField) -> tuple[float, ...]:
    """Return the distribution of inches that the charge drives its target back."""
    inches: dict[int, float] = defaultdict(float)
    for one, chances in field.approach.met.items():
        own, other = field.units(one.charger)
        inches[drive_back(one.inches, own, other)] += float(chances.sum())
    inches[0] += 1.0 - sum(inches.values())
    return tuple(inches.get(length, 0.0) for length in range(max(inches) + 1))


def push_step(distance: int, a: ChargeUnit, b: ChargeUnit) -> Step:
    """Return the trace of how far a charge drives its target back."""
    text = (
        f'Push {a.push}" and speed {a.speed}" less {distance}" leave '
        f'{a.push + a.speed - distance}"; less the Push {b.push}" of {b.name}: '
        f'{drive_back(distance, a, b)}"'
    )
    return Step("Push", CHARGING, text, "a")


def drive_back(distance: int, a: ChargeUnit, b: ChargeUnit) -> int:
    """Return how far a charge drives its target back [inches].

    Parameters
    ----------
    distance : int
        That the charge uses up [inches].
    a, b : ChargeUnit
        The charger and its target.

    References
    ----------
    Charge v2 0.1 beta, Movement: Charge, worked example: Push 4 and speed 6 at 2
    inches leave 8; a target of Push 4 is driven back 4.
    """
    return max(0, a.push + a.speed - distance - b.push)
