"""Items that count for a whole unit of a battle line, also those of its characters."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.item_rules import ITEMS
from rulesets.odds.array_cache import kept_by_identity

OF_A_UNIT = frozenset(
    {
        *("test:break", "test:first-break", "test:fear", "test:terror"),
        *("test:leadership", "test:psychology", "test:restraint", "act:pursue"),
    }
)
"""Terms of what a unit does as one: an item of a character in it counts for all."""


@kept_by_identity(most=1024)
def shared_items(own: WarhammerUnit) -> tuple[str, ...]:
    """Return the items of a character that count for his whole unit."""
    rows = ((key, ITEMS[key]) for key in own.rules if key in ITEMS)
    return tuple(
        key for key, row in rows if not OF_A_UNIT.isdisjoint(x.on for x in row.effects)
    )


@kept_by_identity(most=1024)
def banners_for_all(own: WarhammerUnit) -> tuple[str, ...]:
    """Return the banners of a post that bring the blows of all its unit something."""
    rows = ((piece.key, ITEMS.get(piece.key)) for piece in own.banners)
    return tuple(
        key
        for key, row in rows
        if row is not None and any(one.whose == "unit" for one in row.effects)
    )


def with_items(
    field: LineField, unit: int, alive: Sequence[bool], own: WarhammerUnit
) -> WarhammerUnit:
    """Return figures of a unit with what the living characters in it bear for all."""
    keys = tuple(
        key
        for one in field.characters(unit)
        if alive[one]
        for key in shared_items(field.profiles[one])
        if key not in own.rules
    )
    return with_rules(own, keys) if keys else own


@kept_by_identity(most=1024)
def with_rules(own: WarhammerUnit, keys: tuple[str, ...]) -> WarhammerUnit:
    """Return figures with some rules more."""
    return replace(own, rules={**own.rules, **dict.fromkeys(keys, 0)})


def bearers(
    field: LineField, unit: int, is_one: Callable[[WarhammerUnit], bool]
) -> Iterator[int]:
    """Yield the posts of a unit of which a rule says such a thing."""
    for one in field.members(unit):
        if is_one(field.profiles[one]):
            yield one


def calming(field: LineField, unit: int) -> list[int]:
    """Return the characters of a unit whose items free all of it from fear."""
    return [
        one
        for one in field.characters(unit)
        for key in shared_items(field.profiles[one])
        if ITEMS[key].says("skip", "test:fear")
    ]


@kept_by_identity(most=4)
def helped_once(field: LineField) -> tuple[int, ...]:
    """Return the units that something helps in their first Break test."""
    return tuple(
        unit
        for unit in field.units
        if any(map(_helps_once, (field.profiles[one] for one in field.members(unit))))
    )


def _helps_once(own: WarhammerUnit) -> bool:
    sure = own.does("pass", "test:first-break") or own.does("set", "test:first-break")
    return sure or own.does("add", "test:first-break")
