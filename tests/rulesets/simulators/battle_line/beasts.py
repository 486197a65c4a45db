"""Ridden monsters on the table of a battle line: two bodies with wounds of their own.

While both live a model is its rider on his mount. A rider whose mount has fallen fights
on foot, without what his mount brought; a mount without its rider fights on by itself.
Who strikes at both chooses one of them before any blow of that moment falls.
"""

from copy import copy
from dataclasses import replace

from rulesets.odds.match_up import Fighter, FighterPart
from tests.rulesets.games.warhammer.simulated import (
    HITS,
    WOUNDS,
    Unit,
    melee_save,
    parts_of,
)
from tests.rulesets.games.warhammer.simulator import Blow

BOTH, FOOT, BEAST, NOBODY = range(4)
"""Those left of a ridden monster; all others are as one whose mount never falls."""


def mount_of(fighter: Fighter) -> FighterPart | None:
    """Return the mount of a single rider that has several wounds of its own."""
    parts = parts_of(fighter)
    men = sum(part.models for part in parts if part.role in ("models", "leader"))
    for part in parts:
        wounds = part.characteristics.get("w")
        if part.role == "mount" and men == 1 and isinstance(wounds, int) and wounds > 1:
            return part
    return None


def mount_key(key: str) -> str:
    """Return under which key the wounds of the mount of a post are kept."""
    return f"{key}.mount"


def on_foot(fighter: Fighter) -> Fighter:
    """Return a rider whose mount has fallen: a man, without what his mount brought."""
    mount = mount_of(fighter)
    if mount is None:
        return fighter
    brought = {rule.key for rule in mount.rules}
    (body,) = (part for part in parts_of(fighter) if part.role == "models")
    line = dict(body.characteristics)
    line["us"] = max(int(str(line["us"])) - int(str(mount.characteristics["w"])), 1)
    kept = tuple(rule for rule in body.rules if rule.key not in brought)
    worn = tuple(piece for piece in body.gear if piece.kind != "mount")
    man = replace(body, kind="infantry", rules=kept, gear=worn, characteristics=line)
    return replace(
        fighter, kind="infantry", parts=(man,), rules=kept, characteristics=line
    )


def riderless(fighter: Fighter) -> Fighter:
    """Return a mount without its rider: its Unit Strength is its wounds."""
    mount = mount_of(fighter)
    if mount is None:
        return fighter
    line = {**mount.characteristics, "us": mount.characteristics["w"]}
    body = replace(mount, role="models", models=1, kind="monster", characteristics=line)
    return replace(
        fighter,
        name=mount.name,
        kind="monster",
        models=1,
        parts=(body,),
        rules=mount.rules,
        gear=(),
        characteristics=line,
    )


def as_post(beast: Unit, key: str) -> Unit:
    """Return a mount as it strikes: what befalls its post befalls it."""
    found = copy(beast)
    found.side = key
    return found


def chance_of(
    unit: Unit, blow: Blow, target: Unit, *, sixes: bool, hates: bool
) -> float:
    """Return the chance that one blow wounds a body, as a player works it out."""
    need = HITS[unit.number("ws", blow.part) - 1][target.number("ws") - 1]
    hits = (7 - (6 if sixes else need)) / 6
    if hates:
        hits += (1 - hits) * hits
    needed = WOUNDS[blow.strength - 1][target.number("t") - 1]
    wounds = max(7 - needed, 0) / 6
    save = max(melee_save(target, blow.strength, piercing=0, denied=False), 2)
    through = 1 - max(7 - save, 0) / 6
    return hits * wounds * through * (target.number("ward") - 1) / 6


def easier(unit: Unit, blow: Blow, bodies: tuple[Unit, Unit], **how: bool) -> int:
    """Return whom a blow wounds more, rider or mount: the rider if it is the same."""
    rider, mount = (chance_of(unit, blow, one, **how) for one in bodies)
    return 1 if mount > rider + 1e-12 else 0
