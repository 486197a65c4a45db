"""All fights of a battle line at once: their dice, wounds, and who is still there."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tests.rulesets.games.warhammer.simulated import Flags, Numbers, Unit
from tests.rulesets.games.warhammer.simulated_redress import standing_as
from tests.rulesets.games.warhammer.simulated_table import Table
from tests.rulesets.simulators.battle_line.beasts import (
    BEAST,
    BOTH,
    FOOT,
    NOBODY,
    mount_key,
    mount_of,
)
from tests.rulesets.simulators.battle_line.places import Share, shared_out
from tests.rulesets.simulators.battle_line.scene import Scene, seen

STANDS, SLAIN, BROKEN, RUN_DOWN = range(4)
"""Fates of a unit; it stands where all its enemies are gone, too."""


@dataclass
class Field:
    """Many fights of one scene."""

    scene: Scene
    table: Table
    fate: dict[str, Numbers]
    fought: Numbers
    brought: dict[str, Numbers]
    won: dict[str, NDArray[np.str_]]
    kept_off: dict[str, Flags]
    fighting: list[str] = field(default_factory=list)
    brought_now: dict[str, int] = field(default_factory=dict)
    left_now: dict[str, int] = field(default_factory=dict)
    reached: dict[str, Flags] = field(default_factory=dict)
    reached_first: dict[str, int] = field(default_factory=dict)

    def pair(self, key: str, foe: str, left: int = BOTH) -> tuple[Unit, Unit]:
        """Return two units that touch, as they stand in the fights of this round."""
        mine = self.left_now.get(key, BOTH)
        return (
            standing_as(self.pairs[key, foe, mine], self.brought_now[key]),
            standing_as(self.pairs[foe, key, left], self.brought_now[foe]),
        )

    @cached_property
    def alone(self) -> dict[str, Unit]:
        """Return each post as the table sees it."""
        return {post.key: seen(self.scene, post.key) for post in self.scene.posts}

    @cached_property
    def as_left(self) -> dict[tuple[str, int], Unit]:
        """Return each post as the table sees what is left of it; a mount as struck."""
        found = {(key, BOTH): unit for key, unit in self.alone.items()}
        for key in self.scene.ridden:
            found[key, FOOT] = seen(self.scene, key, left=FOOT)
            found[key, BEAST] = seen(self.scene, key, left=BEAST)
            found[key, BEAST].side = mount_key(key)
        return found

    @cached_property
    def pairs(self) -> dict[tuple[str, str, int], Unit]:
        """Return each unit, as it may be left, beside each enemy that it touches."""
        return {
            (post.key, foe, left): seen(self.scene, post.key, foe, left)
            for post in self.scene.units
            for foe in self.scene.enemies(post.key)
            for left in (
                (BOTH, FOOT, BEAST) if post.key in self.scene.ridden else (BOTH,)
            )
        }

    @cached_property
    def shared(self) -> "dict[tuple[object, ...], tuple[int, ...]]":
        """Keep how many strike at each enemy, by all that it depends on."""
        return {}

    def members(self, key: str) -> tuple[str, ...]:
        """Return a unit and the characters in it."""
        return (key, *self.scene.joined(key))

    def bodies(self, key: str) -> tuple[str, ...]:
        """Return under which keys the wounds of a post are kept."""
        return (key, mount_key(key)) if key in self.scene.ridden else (key,)

    def left(self, key: str, at: Numbers) -> Numbers:
        """Return who is left of a ridden monster: both, one of them, or nobody."""
        return who_is_left(*(self.table.wounds[one][at] for one in self.bodies(key)))

    def alive(self, key: str, at: Numbers) -> Numbers:
        """Count the models of a post; a rider and his mount are one."""
        if key in self.scene.ridden:
            return np.asarray(self.left(key, at) != NOBODY).astype(np.int64)
        return self.alone[key].alive(self.table.wounds[key][at])

    def models(self, key: str, at: Numbers) -> Numbers:
        """Count the models of a unit with its characters."""
        counts = [self.alive(one, at) for one in self.members(key)]
        return np.asarray(sum(counts[1:], counts[0]))

    def leads(self, key: str, at: Numbers) -> Numbers:
        """Return the Leadership of a post, 0 where it is slain."""
        if key in self.scene.ridden:
            each = [self.as_left[key, one].leadership for one in (BOTH, FOOT, BEAST)]
            return np.asarray(np.array([*each, 0])[self.left(key, at)])
        lives = self.table.wounds[key][at] > 0
        return np.asarray(np.where(lives, self.alone[key].leadership, 0))

    def strength(self, key: str, at: Numbers) -> Numbers:
        """Sum the Unit Strength of a unit and its characters."""
        wounds = {
            body: self.table.wounds[body][at]
            for one in self.members(key)
            for body in self.bodies(one)
        }
        return self.strength_of(key, wounds)

    def strength_of(self, key: str, wounds: dict[str, Numbers]) -> Numbers:
        """Sum the Unit Strength of a unit and its characters with so many wounds."""
        counts = [self.strength_alone(one, wounds) for one in self.members(key)]
        return np.asarray(sum(counts[1:], counts[0]))

    def share(self, key: str, enemy: str, units: tuple[str, ...]) -> Share:
        """Return which of how many enemies at one side of a unit somebody is."""
        where = self.scene.place(key, enemy)
        there = [
            foe
            for foe in self.scene.enemies(key)
            if foe in units and self.scene.place(key, foe) == where
        ]
        return there.index(enemy), len(there)

    def strength_alone(self, key: str, wounds: dict[str, Numbers]) -> Numbers:
        """Return the Unit Strength of a post with so many wounds."""
        if key not in self.scene.ridden:
            return self.alone[key].strength(wounds[key])
        each = [self.as_left[key, one].number("us") for one in (BOTH, FOOT, BEAST)]
        left = who_is_left(*(wounds[body] for body in self.bodies(key)))
        return np.asarray(np.array([*each, 0])[left])

    def striking(
        self,
        key: str,
        models: dict[str, Numbers],
        foes: tuple[str, ...],
        left: dict[str, int],
        *,
        reach: int,
        charging: bool,
        units: tuple[str, ...],
    ) -> dict[str, Numbers]:
        """Count the models of a unit that may strike at each enemy, as it is left."""
        shown = tuple(left.get(foe, BOTH) for foe in foes)
        stand = (*(self.brought_now[one] for one in (key, *foes)), *shown)
        shares = [self.share(foe, key, units) for foe in foes]
        columns = np.stack([models[one] for one in (key, *foes)])
        kinds, which = np.unique(columns, axis=1, return_inverse=True)
        pairs = [self.pair(key, foe, one) for foe, one in zip(foes, shown, strict=True)]
        told = []
        for mine, *theirs in kinds.T.tolist():
            name = (key, foes, stand, *shares, reach, charging, mine, *theirs)
            if name not in self.shared:
                self.shared[name] = shared_out(
                    pairs,
                    mine,
                    theirs,
                    reach=reach,
                    charging=charging,
                    of_enemies=shares,
                )
            told.append(self.shared[name])
        counts = np.array(told)[which.reshape(-1)]
        return {foe: counts[:, place] for place, foe in enumerate(foes)}


def who_is_left(rider: Numbers, mount: Numbers) -> Numbers:
    """Return who is left of a rider and his mount by the wounds of both."""
    alone = np.where(mount > 0, BEAST, NOBODY)
    return np.asarray(np.where(rider > 0, np.where(mount > 0, BOTH, FOOT), alone))


def lay_out(scene: Scene, fights: int, seed: int) -> Field:
    """Put everybody on the table, in many fights."""
    units = {post.key: seen(scene, post.key) for post in scene.posts}
    wounds = {}
    for post in scene.posts:
        body = units[post.key].models - len(scene.joined(post.key))
        lost = int(scene.situation.get(f"{post.key}.wounds-lost", 0))
        wounds[post.key] = np.full(fights, body * units[post.key].per_model - lost)
        mount = mount_of(post.fighter)
        if mount is not None:
            whole = int(str(mount.characteristics["w"]))
            wounds[mount_key(post.key)] = np.full(fights, whole)
    last = str(scene.situation.get("last-won", "nobody"))
    table = Table(
        dice=np.random.default_rng(seed),
        wounds=wounds,
        ended=np.full(fights, "", dtype="U16"),
        frenzy={
            key: np.full(fights, unit.has("frenzy")) for key, unit in units.items()
        },
        afraid={key: np.zeros(fights, dtype=bool) for key in units},
        dull={key: np.zeros(fights, dtype=bool) for key in units},
        won=np.full(fights, "" if last == "nobody" else last, dtype="U1"),
        kept_off=np.full(fights, bool(scene.situation.get("defended")) and last != "a"),
    )
    for post in scene.posts:
        hurt = int(scene.situation.get(f"{post.key}.wounds-lost", 0)) > 0
        table.used[post.key] |= hurt
    units_of_it = [post.key for post in scene.units]
    return Field(
        scene=scene,
        won={key: table.won.copy() for key in units_of_it},
        kept_off={key: table.kept_off.copy() for key in units_of_it},
        table=table,
        fate={key: np.full(fights, STANDS) for key in units_of_it},
        brought={key: np.zeros(fights, dtype=np.int64) for key in units_of_it},
        fought=np.zeros(fights, dtype=np.int64),
    )


@dataclass
class Moment:
    """A round as it is fought in some fights: those with the same units left."""

    field: Field
    at: Numbers
    units: tuple[str, ...]
    number: int
    models: dict[str, Numbers]
    ranked: dict[str, Numbers]
    wounds: dict[str, Numbers]
    hurt: dict[tuple[str, str], Numbers]
    over: dict[str, Numbers]
    twice: dict[str, Numbers]
    dueling: Flags
    ready: dict[str, Numbers]
    lefts: dict[str, Numbers]
    hidden: dict[str, Flags]
    won: NDArray[np.str_]

    def enemies(self, key: str) -> tuple[str, ...]:
        """Return the enemies that a unit touches and that are still here."""
        return tuple(e for e in self.field.scene.enemies(key) if e in self.units)

    def gone(self, key: str, foe: str) -> Numbers:
        """Count the models of a unit that are missed where an enemy struck.

        Of a model that several enemies have wounded nobody says who slew it: wounds by
        those at the front are laid on the models first.
        """
        unit, left = self.field.alone[key], self.wounds[key]
        for one in self.enemies(key):
            before, left = left, left - self.hurt[key, one]
            if one == foe:
                break
        return np.asarray(unit.alive(before) - unit.alive(left))

    def open_to(self, key: str, chosen: Numbers) -> Flags:
        """Return where others may strike at a character: not in a duel, nor hidden."""
        here = self.ready[key][chosen] > 0
        duel = self.field.scene.duel
        apart = self.hidden[key] | (self.dueling & (key in (duel or ())))
        return np.asarray(here & ~apart[chosen])

    @property
    def charging(self) -> frozenset[str]:
        """Return the units that charged this turn."""
        return self.field.scene.charges if self.number == 0 else frozenset()

    @property
    def engaged(self) -> list[str]:
        """Return the units that have an enemy to fight."""
        return [key for key in self.units if self.enemies(key)]

    def of(self, side: str) -> list[str]:
        """Return the units of a side that have an enemy to fight."""
        return [key for key in self.engaged if key[0] == side]

    def strength_before(self, key: str) -> Numbers:
        """Sum the Unit Strength of a unit as the round began."""
        return self.field.strength_of(key, self.wounds)
