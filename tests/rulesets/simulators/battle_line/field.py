"""All fights of a battle line at once: their dice, wounds, and who is still there."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from tests.rulesets.games.warhammer.simulated import Flags, Numbers, Unit
from tests.rulesets.games.warhammer.simulated_redress import standing_as
from tests.rulesets.games.warhammer.simulated_table import Table
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
    brought_now: dict[str, int] = field(default_factory=dict)

    def pair(self, key: str, foe: str) -> tuple[Unit, Unit]:
        """Return two units that touch, as they stand in the fights of this round."""
        return (
            standing_as(self.pairs[key, foe], self.brought_now[key]),
            standing_as(self.pairs[foe, key], self.brought_now[foe]),
        )

    @cached_property
    def alone(self) -> dict[str, Unit]:
        """Return each post as the table sees it."""
        return {post.key: seen(self.scene, post.key) for post in self.scene.posts}

    @cached_property
    def pairs(self) -> dict[tuple[str, str], Unit]:
        """Return each unit beside each enemy that it touches."""
        return {
            (post.key, foe): seen(self.scene, post.key, foe)
            for post in self.scene.units
            for foe in self.scene.enemies(post.key)
        }

    @cached_property
    def shared(self) -> "dict[tuple[object, ...], tuple[int, ...]]":
        """Keep how many strike at each enemy, by all that it depends on."""
        return {}

    def members(self, key: str) -> tuple[str, ...]:
        """Return a unit and the characters in it."""
        return (key, *self.scene.joined(key))

    def alive(self, key: str, at: Numbers) -> Numbers:
        """Count the models of a post."""
        return self.alone[key].alive(self.table.wounds[key][at])

    def models(self, key: str, at: Numbers) -> Numbers:
        """Count the models of a unit with its characters."""
        counts = [self.alive(one, at) for one in self.members(key)]
        return np.asarray(sum(counts[1:], counts[0]))

    def leads(self, key: str, at: Numbers) -> Numbers:
        """Return the Leadership of a post, 0 where it is slain."""
        lives = self.table.wounds[key][at] > 0
        return np.asarray(np.where(lives, self.alone[key].leadership, 0))

    def strength(self, key: str, at: Numbers) -> Numbers:
        """Sum the Unit Strength of a unit and its characters."""
        counts = [
            self.alone[one].strength(self.table.wounds[one][at])
            for one in self.members(key)
        ]
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

    def striking(
        self,
        key: str,
        models: dict[str, Numbers],
        foes: tuple[str, ...],
        *,
        reach: int,
        charging: bool,
        units: tuple[str, ...],
    ) -> dict[str, Numbers]:
        """Count the models of a unit that may strike at each enemy still here."""
        stand = tuple(self.brought_now[one] for one in (key, *foes))
        shares = [self.share(foe, key, units) for foe in foes]
        columns = np.stack([models[one] for one in (key, *foes)])
        kinds, which = np.unique(columns, axis=1, return_inverse=True)
        pairs = [self.pair(key, foe) for foe in foes]
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


def lay_out(scene: Scene, fights: int, seed: int) -> Field:
    """Put everybody on the table, in many fights."""
    units = {post.key: seen(scene, post.key) for post in scene.posts}
    wounds = {}
    for post in scene.posts:
        body = units[post.key].models - len(scene.joined(post.key))
        lost = int(scene.situation.get(f"{post.key}.wounds-lost", 0))
        wounds[post.key] = np.full(fights, body * units[post.key].per_model - lost)
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
    return Field(
        scene=scene,
        table=table,
        fate={post.key: np.full(fights, STANDS) for post in scene.units},
        brought={post.key: np.zeros(fights, dtype=np.int64) for post in scene.units},
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
    dueling: Flags
    ready: dict[str, Numbers]
    hidden: dict[str, Flags]

    def enemies(self, key: str) -> tuple[str, ...]:
        """Return the enemies that a unit touches and that are still here."""
        return tuple(e for e in self.field.scene.enemies(key) if e in self.units)

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
        alone = self.field.alone
        counts = [alone[m].strength(self.wounds[m]) for m in self.field.members(key)]
        return np.asarray(sum(counts[1:], counts[0]))
