"""A Warhammer unit as its combat reads it: figures, groups, weapons in hand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rulesets.core.effects import Op
from rulesets.core.values import Gear, RuleUse
from rulesets.games.warhammer.combat.parts import (
    chariots_as_one,
    is_ridden,
    parts_left_out,
)
from rulesets.games.warhammer.combat.war_machine import NONE, WarMachine, machine_of
from rulesets.games.warhammer.hands import PAIRED
from rulesets.games.warhammer.item_rules import item_keys
from rulesets.games.warhammer.special_rules import added_by, row_of
from rulesets.odds.answer import NotModelled
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.match_up import Fighter, FighterPart, MatchUpError
from rulesets.odds.sides import Side
from rulesets.odds.stat_line import StatLine

MOST_MODELS = 100
"""Most models, and most wounds of a unit, that are computed."""

MOST_CHARIOTS = 10
"""Most models with impact hits that are computed: up to seven hits of each; house."""

ON_FOOT = frozenset({"", "infantry", "skirmishers", "monstrous-infantry", "swarm"})
"""Unit types that do not ride."""

BASES = {
    "monstrous-infantry": 40,
    "swarm": 40,
    "monster": 50,
    "chariot": 50,
    "flyer": 40,
}
"""Widths of bases by unit type, where it is not that of men and riders [mm]; house."""

LONG_BASES = frozenset({"cavalry", "fast-cavalry", "chariot"})
"""Unit types on bases twice as deep as wide: 25 by 50 mm, 50 by 100 mm; house."""

MAN_SIZED_BASE = 25
"""Width of a base of men and of riders [mm]."""


@dataclass(frozen=True, slots=True)
class WarhammerGroup:
    """Models of a unit that strike alike: its ranks, its champion, or the mounts.

    Parameters
    ----------
    role, name : str
        ``models``, ``leader`` or ``mount``.
    ws, strength, initiative, attacks, leadership : int
    bs : int
        0 for those who cannot shoot.
    rules : mapping
        X by the rule's key; 0 for a rule without X.
    gear : tuple of Gear
        In use.
    notes : tuple of str
        What the game says that the loadout brings.
    wounds_of_216 : int
        Written out in place of the dice: how many of 216 attacks in close combat slay
        or wound; 0 where the dice say it.
    """

    role: str
    name: str
    ws: int
    bs: int
    strength: int
    initiative: int
    attacks: int
    leadership: int
    rules: Mapping[str, int]
    gear: tuple[Gear, ...] = ()
    notes: tuple[str, ...] = ()
    wounds_of_216: int = 0


@dataclass(frozen=True, slots=True)
class WarhammerUnit:
    """A unit's figures.

    Parameters
    ----------
    side, name, kind : str
    models : int
        The champion among them [models].
    wounds, toughness, ws, leadership, movement : int
        Of one model; the movement is the mount's where they ride.
    save, ward : int
        Lowest roll that saves, 7 for none; the save may be better than 2 [pips].
    unit_strength : int
        Of one model.
    crew_strength : int
        Unit Strength of what does not fight, such as a gun, while its crew lives.
    mounted : bool
    groups : tuple of WarhammerGroup
        Its ordinary models first.
    stride : int
        Its Movement towards the enemy; that of its flight is the printed one.
    rules : mapping
        Of ordinary models, champion and banners; X by key, 0 for a rule without X.
    left_out : tuple of NotModelled
    banners : tuple of Gear
        The unit's as a whole; nobody has them in hand.
    machine : WarMachine, optional
        What its models are the crew of.
    apart : tuple of WarhammerUnit, optional
        Of a ridden monster: its rider on foot, and the monster without him.
    guard : int
        What its wounds count more, for what the first one uses up: 1 or 0 [wounds].
    """

    side: Side
    name: str
    kind: str
    models: int
    wounds: int
    toughness: int
    ws: int
    leadership: int
    movement: int
    save: int
    ward: int
    unit_strength: int
    crew_strength: int
    mounted: bool
    groups: tuple[WarhammerGroup, ...]
    rules: Mapping[str, int]
    stride: int
    left_out: tuple[NotModelled, ...] = ()
    banners: tuple[Gear, ...] = ()
    machine: WarMachine | None = None
    apart: "tuple[WarhammerUnit, WarhammerUnit] | None" = None
    guard: int = 0

    @property
    def pool(self) -> int:
        """Return its wounds at full strength [wounds]."""
        return self.models * self.wounds

    @property
    def champion(self) -> bool:
        """Return whether a champion is among its models."""
        return any(group.role == "leader" for group in self.groups)

    @property
    def champion_ws(self) -> int:
        """Return the Weapon Skill of its champion; of its models where it has none."""
        skills = [group.ws for group in self.groups if group.role == "leader"]
        return skills[0] if skills else self.ws

    @property
    def followers(self) -> int:
        """Return the Leadership of its ordinary models."""
        return self.ranks.leadership

    @property
    def ranks(self) -> WarhammerGroup:
        """Return its ordinary models."""
        return self.groups[0]

    def has(self, *keys: str) -> bool:
        """Return whether it has one of these rules."""
        return not self.rules.keys().isdisjoint(keys)

    @kept_by_identity(most=8192)
    def does(self, op: Op, on: str) -> bool:
        """Return whether one of its rules says such a thing of a test or an act."""
        rows = (row_of(key) for key in self.rules)
        return any(row.says(op, on) for row in rows if row is not None)

    def adds(self, on: str) -> int:
        """Return the sum of what its rules add to a figure or a test."""
        return sum(added_by(self.rules, on).values())


@kept_by_identity(most=512)
def read_profile(fighter: Fighter, side: Side) -> WarhammerUnit:
    """Return a fighter's figures.

    Raises
    ------
    MatchUpError
        If a figure is missing, no whole number, or out of bounds.
    """
    parts = chariots_as_one(fighter, side)
    main = _main(parts)
    where = f"/{side}/fighter/characteristics"
    read = StatLine(main.characteristics, where, fighter.name)
    leaders = [part for part in parts if part.role == "leader"]
    mounts = [part for part in parts if part.role == "mount"]
    mounted = main.kind not in ON_FOOT and main.kind != "war-machine"
    models = main.models + sum(part.models for part in leaders)
    groups = tuple(_group(part, where, fighter.name) for part in (main, *leaders))
    mount = tuple(_group(part, where, part.name) for part in mounts[:1])
    lines = (read, *(StatLine(p.characteristics, where, p.name) for p in leaders))
    minds = [line.number("ld", 1, 10) for line in lines]
    banners = tuple(piece for piece in fighter.gear if piece.is_of_unit)
    rules = {key: x for group in groups for key, x in group.rules.items()}
    rules.update(dict.fromkeys(item_keys(banners), 0))
    movement = _movement(main, mounts, where, fighter.name)
    groups = tuple(
        replace(one, leadership=_bold(one.leadership, rules)) for one in groups
    )
    profile = WarhammerUnit(
        side=side,
        name=fighter.name,
        kind=main.kind,
        models=models,
        wounds=read.number("w", 1, 20),
        toughness=read.number("t", 1, 10),
        ws=groups[0].ws,
        leadership=_bold(max(minds), rules),
        movement=movement,
        save=read.number("sv", -5, NONE, dash=NONE),
        ward=read.number("ward", 2, NONE, dash=NONE),
        unit_strength=read.number("us", 0, 20, dash=0 if _crew(parts, main) else None),
        crew_strength=_crew(parts, main),
        mounted=mounted or bool(mounts),
        groups=(*groups, *mount),
        rules=rules,
        stride=movement + sum(added_by(rules, "movement").values()),
        left_out=tuple(parts_left_out(fighter, parts, main, side)),
        banners=banners,
        machine=machine_of(parts, main, where),
    )
    if is_ridden(main, models, mounts):
        on_foot = _movement(main, [], where, fighter.name)
        profile = replace(profile, apart=_apart(profile, mounts[0], where, on_foot))
    return _bounded(profile)


def _apart(
    both: WarhammerUnit, mount: FighterPart, where: str, on_foot: int
) -> tuple[WarhammerUnit, WarhammerUnit]:
    """Return the rider of a monster on foot, and the monster without him.

    The Unit Strength of a monster is its wounds, and what is more is the rider's.
    """
    group = both.groups[-1]
    read = StatLine(mount.characteristics, where, mount.name)
    wounds = read.number("w", 1, 20)
    left = {key: x for key, x in both.rules.items() if key not in group.rules}
    further = both.stride - both.movement
    rider = replace(
        both,
        kind="infantry",
        movement=on_foot,
        stride=on_foot + further,
        unit_strength=max(both.unit_strength - wounds, 1),
        mounted=False,
        groups=tuple(
            replace(one, rules={k: x for k, x in one.rules.items() if k in left})
            for one in both.groups[:-1]
        ),
        rules=left,
    )
    beast = replace(
        both,
        name=mount.name,
        kind="monster",
        wounds=wounds,
        toughness=read.number("t", 1, 10),
        ws=group.ws,
        leadership=max(group.leadership, 1),
        save=read.number("sv", -5, NONE, dash=NONE),
        ward=read.number("ward", 2, NONE, dash=NONE),
        unit_strength=wounds,
        mounted=False,
        groups=(group,),
        rules=dict(group.rules),
        banners=(),
    )
    return rider, beast


def _bold(leadership: int, rules: Iterable[str]) -> int:
    """Return a Leadership with what rules add to it, up to the most that they say."""
    rows = [row for row in map(row_of, rules) if row is not None]
    tops = [
        int(effect.value)
        for row in rows
        for effect in row.effects
        if (effect.op, effect.on) == ("at-most", "leadership")
    ]
    more = sum(added_by(rules, "leadership").values())
    return max(leadership, min(leadership + more, *tops)) if more else leadership


def _bounded(profile: WarhammerUnit) -> WarhammerUnit:
    if not 1 <= profile.models <= MOST_MODELS or profile.pool > MOST_MODELS:
        raise MatchUpError(
            f"/{profile.side}/fighter/models",
            f"{profile.name}: expected 1 to {MOST_MODELS} models and wounds in all",
        )
    if profile.models > MOST_CHARIOTS and profile.has("impact-hits"):
        raise MatchUpError(
            f"/{profile.side}/fighter/models",
            f"{profile.name}: impact hits of at most {MOST_CHARIOTS} models are"
            " worked out",
        )
    return profile


def _main(parts: tuple[FighterPart, ...]) -> FighterPart:
    """Return the models that fight: the first with all figures of a fight."""
    models = [part for part in parts if part.role == "models" and part.models]
    needed = ("ws", "s", "t", "w", "i", "a", "ld")
    whole = [
        part
        for part in models
        if all(isinstance(part.characteristics.get(key), int) for key in needed)
    ]
    return (whole or models or list(parts))[0]


def _movement(
    main: FighterPart, mounts: list[FighterPart], where: str, name: str
) -> int:
    mover = mounts[0] if mounts else main
    return StatLine(mover.characteristics, where, name).number("m", 0, 20)


def _crew(parts: tuple[FighterPart, ...], main: FighterPart) -> int:
    """Return the Unit Strength of a gun whose crew has none of its own."""
    if main.characteristics.get("us") is not None:
        return 0
    others = (part for part in parts if part is not main and part.role == "models")
    return sum(
        us * part.models
        for part in others
        if isinstance(us := part.characteristics.get("us"), int)
    )


def _group(part: FighterPart, where: str, name: str) -> WarhammerGroup:
    words = {"each-of-216": "chance of one attack, of 216,"}
    read = StatLine(part.characteristics, where, name, words)
    return WarhammerGroup(
        role=part.role,
        name=part.name,
        ws=read.number("ws", 1, 10),
        bs=read.number("bs", 0, 10, dash=0),
        strength=read.number("s", 1, 10),
        initiative=read.number("i", 0, 10),
        attacks=read.number("a", 0, 20),
        leadership=read.number("ld", 1, 10, dash=0),
        rules=_rules(part),
        gear=part.gear,
        notes=part.notes,
        wounds_of_216=read.number("each-of-216", 0, 216, dash=0),
    )


def _rules(part: FighterPart) -> dict[str, int]:
    used: tuple[RuleUse, ...] = (
        *part.rules,
        *(rule for piece in part.gear for rule in piece.rules),
    )
    return {
        **{rule.key: rule.x or 0 for rule in used},
        **dict.fromkeys(item_keys(part.gear), 0),
    }


@kept_by_identity(most=1024)
def melee_rules(group: WarhammerGroup) -> Mapping[str, int]:
    """Return the rules that count in close combat: none of ranged weapons."""
    shot = _brought(piece for piece in group.gear if piece.kind == "ranged")
    held = _brought(piece for piece in group.gear if piece.kind != "ranged")
    return {k: x for k, x in group.rules.items() if k not in shot or k in held}


def _brought(pieces: Iterator[Gear]) -> set[str]:
    gear = tuple(pieces)
    return {*item_keys(gear), *(rule.key for piece in gear for rule in piece.rules)}


def shoots(own: WarhammerUnit) -> bool:
    """Return whether a unit is one of troops that shoot: any has a missile weapon."""
    return any(piece.kind == "ranged" for one in own.groups for piece in one.gear)


@kept_by_identity(most=1024)
def weapons(group: WarhammerGroup) -> tuple[Gear, ...]:
    """Return the weapons of a group for close combat."""
    return tuple(piece for piece in group.gear if piece.kind == "melee")


@kept_by_identity(most=1024)
def is_paired(group: WarhammerGroup) -> bool:
    """Return whether a weapon is in each hand."""
    held = [piece for piece in weapons(group) if piece.base in PAIRED]
    return sum(piece.count for piece in held) > 1
