"""The parts of a fighter: groups of models, leaders and mounts with their loadouts."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulesets.core.values import Gear, RuleUse
from rulesets.odds.match_up import FighterPart
from rulesets.reviews.figures import Equipment, Held, ReviewedProfile
from rulesets.reviews.review import Line


def parts_of(unit: Line, loadout: str = "") -> tuple[FighterPart, ...]:
    """Return the parts of a reviewed unit, its ordinary models first.

    A leader who is one of the unit's models is a part of his own, and one model less
    stands among the others. Units within the unit are no parts of it.

    Raises
    ------
    ValueError
        If a loadout is named that no group has.
    """
    groups = [*_groups(unit)]
    if loadout and groups and loadout not in loadouts_of(unit):
        raise ValueError(f"{unit.title} has no loadout {loadout!r}.")
    leaders = [group for group in groups if not group.models]
    led = sum(leader.count for leader in leaders)
    found: list[FighterPart] = []
    for group in groups:
        if group.models:
            models = group.models - (led if not found else 0)
            found.append(_part(unit, group, max(0, models), loadout))
            found += _mounts(group, group.models)
    found += [_part(unit, one, one.count, loadout, "leader") for one in leaders]
    if all(group is not unit for group in groups):
        found += _mounts(unit, sum(group.models for group in groups))
    return tuple(found)


def loadouts_of(unit: Line) -> tuple[str, ...]:
    """Return the names of all that the groups of a unit may have in hand."""
    names = (name for group in _groups(unit) for name in _loadouts(group))
    return tuple(dict.fromkeys(names))


def _groups(unit: Line) -> Iterator[Line]:
    """Yield the nodes with hands: the unit, its groups, and those below its options."""
    if unit.equipment is not None:
        yield unit
    for line in unit.lines:
        if line.kind != "unit":
            yield from _groups(line)


def _loadouts(group: Line) -> dict[str, Held]:
    """Return the possible loadouts by name, the player's own first."""
    kit = group.equipment or Equipment(0)
    named = {one.name: one.full for one in kit.named if one.full is not None}
    listed = {full.name: full for full in kit.loadouts if full.name not in named}
    return {**named, **listed}


def _part(
    unit: Line, group: Line, models: int, loadout: str, role: str = "models"
) -> FighterPart:
    known = _loadouts(group)
    name = loadout if loadout in known else next(iter(known), "")
    held = known.get(name)
    kit = group.equipment or Equipment(0)
    profile = _profile(unit, group, held)
    in_use = (*kit.worn, *(held.held if held is not None else ()))
    gear = tuple(finished(in_use, *_bearers(unit, group)))
    return FighterPart(
        name=group.title,
        role=role,
        models=models,
        kind=profile.kind or (unit.profiles[0].kind if unit.profiles else ""),
        characteristics=profile.values(),
        rules=_rules(unit, group, gear),
        gear=gear,
        loadout=name,
        notes=held.notes if held is not None else (),
    )


def _profile(unit: Line, group: Line, held: Held | None) -> ReviewedProfile:
    """Return the stat line while a loadout is held, else as it is with everything."""
    lines = (*(held.profiles if held else ()), *group.profiles, *unit.profiles)
    if not lines:
        raise ValueError(f"{group.title} has no stat line.")
    return lines[0]


def _rules(unit: Line, group: Line, gear: tuple[Gear, ...]) -> tuple[RuleUse, ...]:
    """Return the rules of a group: its unit's, its own, and those of gear in use.

    What lies idle brings none; a banner is in use whatever is in hand.
    """
    used_keys = {piece.key for piece in gear}
    brought = {
        rule.key
        for piece in (*unit.gear, *group.gear)
        if piece.key not in used_keys and not piece.is_of_unit
        for rule in piece.rules
    }
    own = [rule for rule in (*unit.rules, *group.rules) if rule.key not in brought]
    bought = [rule for line in _options(unit, group) for rule in line.rules]
    used = [rule for piece in gear for rule in piece.rules]
    return tuple({rule.key: rule for rule in (*own, *bought, *used)}.values())


def _options(unit: Line, group: Line) -> Iterator[Line]:
    """Yield the plain options of a unit and of one of its groups, and theirs."""
    for line in _bearers(unit, group):
        yield from (part for part in _bought(line) if part.kind == "option")


def _bearers(unit: Line, group: Line) -> Iterator[Line]:
    yield unit
    if group is not unit:
        yield group


def _bought(line: Line) -> Iterator[Line]:
    """Yield all that was bought below a unit or group, without mounts."""
    for part in line.lines:
        if part.kind not in ("unit", "model", "mount"):
            yield part
            yield from _bought(part)


def finished(gear: Iterable[Gear], *bearers: Line) -> Iterator[Gear]:
    """Yield gear with the rules of options bought for the pieces themselves.

    Of several equal pieces only as many have them as something was bought for, such as
    the metal of one of two swords.
    """
    bought = [
        (piece.key, line)
        for bearer in bearers
        for line in _bought(bearer)
        if line.kind == "item" and line.lines
        for piece in line.gear[:1]
    ]
    for piece in gear:
        plain = piece.count
        for key, line in bought:
            if key == piece.key and plain:
                many = min(plain, line.count)
                plain -= many
                rules = (*piece.rules, *(r for part in line.lines for r in part.rules))
                yield replace(piece, count=many, rules=rules)
        if plain:
            yield piece if plain == piece.count else replace(piece, count=plain)


def _mounts(owner: Line, models: int) -> Iterator[FighterPart]:
    """Yield the mounts: those that were bought, else one that the unit prints."""
    bought = [line for line in owner.lines if line.kind == "mount"]
    for line in bought:
        for profile in line.profiles:
            yield _mount(profile, models, line.title, line.rules, line.gear)
    ridden = tuple(piece for piece in owner.gear if piece.kind == "mount")
    for profile in owner.profiles[1:] if ridden and not bought else ():
        if any(piece.key.endswith(profile.key) for piece in ridden):
            yield _mount(profile, models, profile.name, (), ridden)


def _mount(
    profile: ReviewedProfile,
    models: int,
    title: str,
    rules: tuple[RuleUse, ...],
    gear: tuple[Gear, ...],
) -> FighterPart:
    return FighterPart(
        name=profile.name or title,
        role="mount",
        models=models,
        kind=profile.kind,
        characteristics=profile.values(),
        rules=rules,
        gear=gear,
    )
