"""The places of a unit's models: who stands in front."""

from collections.abc import Iterator
from dataclasses import replace

from rulesets.games.scrollhammer.combat.context import Front
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
)
from rulesets.games.scrollhammer.sources import FORMATIONS
from rulesets.games.scrollhammer.special_rules import rules_that
from rulesets.odds.answer import Step
from rulesets.odds.array_cache import kept_by_identity


@kept_by_identity(most=512)
def standing(unit: ScrollhammerUnit, front: Front) -> ScrollhammerUnit:
    """Return a unit with those in front who are asked; itself if that is the list."""
    alike = in_order(unit, front) == in_order(unit, "list")
    return unit if alike else replace(unit, front=front)


@kept_by_identity(most=512)
def in_order(unit: ScrollhammerUnit, front: Front) -> tuple[int, ...]:
    """Return the places of a unit's groups from front to back, leaders first.

    References
    ----------
    Scrollhammer Rulebook, Fight in Ranks: each model keeps its place; who stands where
    is its player's to say.
    """

    def behind(place: int) -> tuple[bool, bool]:
        group = unit.groups[place]
        shoots = is_shooter(group)
        back = {"shooters": not shoots, "others": shoots, "list": False}[front]
        return group.role != "leader", back

    return tuple(sorted(range(len(unit.groups)), key=behind))


def is_shooter(group: ScrollhammerGroup) -> bool:
    """Return whether models have a shooting weapon in hand, or cast a spell."""
    armed = any(piece.kind == "ranged" for piece in group.gear)
    return bool(group.bs) and (armed or bool(group.casts))


def not_held_back(shooter: ScrollhammerUnit, models: list[int], held: int) -> list[int]:
    """Return how many of each group shoot; those farthest behind are held back."""
    left = list(models)
    for place in reversed(in_order(shooter, shooter.front)):
        gone = min(held, left[place])
        left[place], held = left[place] - gone, held - gone
    return left


def still_and_moved(models: list[int], movers: int) -> list[int]:
    """Return how many of each group stood still, then how many moved: the last ones."""
    moved = [0] * len(models)
    for place in reversed(range(len(models))):
        moved[place] = min(movers, models[place])
        movers -= moved[place]
    return [*(all_ - one for all_, one in zip(models, moved, strict=True)), *moved]


@kept_by_identity(most=512)
def phalanx(profile: ScrollhammerUnit) -> bool:
    """Return whether a third line fights: all ordinary models hold such weapons."""
    ordinary = [group for group in profile.groups if group.role != "leader"]
    keys = rules_that("set", "ranks")
    return bool(ordinary) and all(
        any(rule.key in keys for piece in group.gear for rule in piece.rules)
        for group in ordinary
    )


def front_steps(*units: ScrollhammerUnit) -> Iterator[Step]:
    """Yield who of each unit stands in front, if it has several kinds of models."""
    for unit in units:
        places = in_order(unit, unit.front)
        names = list(dict.fromkeys(unit.groups[place].name for place in places))
        if sum(group.role != "leader" for group in unit.groups) > 1 and len(names) > 1:
            text = f"in front {names[0]}, behind {', then '.join(names[1:])}"
            source = f"{FORMATIONS}: Fight in Ranks"
            yield Step("Who stands in front", source, text, unit.side)
