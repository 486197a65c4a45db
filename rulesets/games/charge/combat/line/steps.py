"""The trace of a combat of several units: who touches whom, blows and Morale."""

from collections.abc import Iterator
from dataclasses import replace

from rulesets.core.subject import clause
from rulesets.games.charge.combat.attack import half_strength_step
from rulesets.games.charge.combat.line.field import CombatField, CombatMode
from rulesets.games.charge.combat.line.rules import told_order
from rulesets.games.charge.combat.profile import nerve
from rulesets.games.charge.sources import MELEE
from rulesets.odds.answer import Step

SOURCE = f"{MELEE}: Pick a Melee Target"


def combat_steps(field: CombatField) -> list[Step]:
    """Return the trace of a combat as it begins."""
    mode = field.opening()
    steps: list[Step] = []
    for unit in range(len(field.posts)):
        steps += _contacts(field, mode, unit)
        for foe in field.in_front(unit, mode):
            steps += _blows(field, mode, unit, foe)
        context = field.context(unit)
        half_strength_step(field.profiles[unit], context)
        nerve(field.profiles[unit], context)
        steps += context.trace.steps
    return list(dict.fromkeys(steps))


def _contacts(field: CombatField, mode: CombatMode, unit: int) -> Iterator[Step]:
    own = field.profiles[unit]
    if len(field.posts) > 2:
        for foe in field.foes(unit, mode):
            place = field.place(unit, foe, mode).replace("-", " ")
            text = f"{own.name}: touched by {field.profiles[foe].name} in its {place}"
            yield Step("Contact", f"{MELEE}: Picking a unit to Fight", text, own.side)
    there = field.in_front(unit, mode)
    if not there:
        text = f"no strikes by {own.name}, which is not touched in its front"
        yield Step("Pick a Melee Target", SOURCE, text, own.side)
    if len(there) > 1:
        names = [field.profiles[foe].name for foe in told_order(field, unit, there)]
        strikes = clause(own.name, "strikes")
        text = f"{strikes} at {names[0]} first, then at {', '.join(names[1:])}"
        if field.answers[unit].strikes_at == "fewest":
            text = f"{strikes} at whoever has the fewest wounds left"
        yield Step("Pick a Melee Target", SOURCE, text, own.side)


def _blows(field: CombatField, mode: CombatMode, unit: int, foe: int) -> Iterator[Step]:
    """Yield the trace of blows, with their target where there are several."""
    context = field.context(unit)
    field.blows(unit, foe, mode, context)
    several = len(field.in_front(unit, mode)) > 1
    for step in context.trace.steps:
        at = f"at {field.profiles[foe].name}: " if several else ""
        yield replace(step, text=f"{at}{step.text}")
