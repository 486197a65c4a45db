"""The trace of a volley: what is shot, and how often spells are cast."""

from collections.abc import Iterator

from rulesets.core.percent import percent
from rulesets.core.subject import so_many
from rulesets.games.scrollhammer.combat.blows.wounds import full_mark
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.power_dice import mean
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.shots.volley import ScrollhammerVolley
from rulesets.games.scrollhammer.combat.trace import attack_trace, each
from rulesets.odds.answer import Step


def _cast_told(volley: ScrollhammerVolley) -> str:
    """Return how often a spell is cast, in words."""
    if not volley.held:
        return f"each reads it from {so_many(len(volley.times) - 1, 'scroll')}"
    at_least = percent(1 - volley.times[0])
    return (
        f"each casts it ({volley.weapon.cost}+) with {volley.held} power dice "
        f"{mean(volley.times):.3g} times on average, at least once with a chance of "
        f"{at_least}"
    )


def volley_steps(
    shooter: ScrollhammerUnit,
    target: ScrollhammerUnit,
    volleys: list[ScrollhammerVolley],
    readings: ScrollhammerReadings,
) -> Iterator[Step]:
    """Yield the trace of a volley."""
    mark = full_mark(target)
    for one in volleys:
        extra = f"; {each(one.weapon.shots, 'shot')}"
        if one.weapon.cost:
            extra += f"; {_cast_told(one)}"
        aim = one.group, one.weapon, mark, one.moment
        yield from attack_trace(shooter, target, *aim, readings, extra)[1]
