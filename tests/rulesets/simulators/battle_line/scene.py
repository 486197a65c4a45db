"""Battle lines as laid out on a table: who stands where, and who touches whom."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from rulesets.odds.match_up import Answers, Fighter, Further, MatchUp
from rulesets.odds.sides import Side
from tests.rulesets.games.warhammer.simulated import Unit
from tests.rulesets.simulators.battle_line.beasts import (
    BEAST,
    BOTH,
    FOOT,
    mount_key,
    mount_of,
    on_foot,
    riderless,
)


@dataclass(frozen=True)
class Post:
    """A unit of a side, or a character; ``joins`` is the key of his unit."""

    key: str
    fighter: Fighter
    joins: str = ""

    @property
    def side(self) -> Side:
        """Return the side that it fights for."""
        return "a" if self.key.startswith("a") else "b"


@dataclass(frozen=True)
class Touch:
    """Two units in contact: ``by`` stands at that side of ``on``."""

    by: str
    on: str
    where: str = "front"


@dataclass(frozen=True)
class Scene:
    """A combat before its first round.

    Answers are keyed as those of a match-up, by unit: ``a2.width``.
    """

    posts: tuple[Post, ...]
    touches: tuple[Touch, ...]
    charges: frozenset[str] = frozenset()
    situation: Answers = field(default_factory=dict)
    readings: Answers = field(default_factory=dict)
    rounds: int | None = None

    def post(self, key: str) -> Post:
        """Return the post with a key."""
        return next(post for post in self.posts if post.key == key)

    @property
    def units(self) -> tuple[Post, ...]:
        """Return the posts that are no joined characters."""
        return tuple(post for post in self.posts if not post.joins)

    def joined(self, key: str) -> tuple[str, ...]:
        """Return the keys of the characters in a unit."""
        return tuple(post.key for post in self.posts if post.joins == key)

    def asked(self, key: str, what: str) -> str | int | bool:
        """Return an answer of a post, or of its whole side; 0 for none."""
        whose = key[0] if what in OF_SIDES else key
        return self.situation.get(f"{whose}.{what}", 0)

    @property
    def ridden(self) -> tuple[str, ...]:
        """Return the keys of the ridden monsters."""
        return tuple(p.key for p in self.posts if mount_of(p.fighter) is not None)

    @property
    def bodies(self) -> tuple[str, ...]:
        """Return the keys under which wounds are kept: of posts, and of mounts."""
        return (*(post.key for post in self.posts), *map(mount_key, self.ridden))

    @property
    def duel(self) -> tuple[str, str] | None:
        """Return the first characters of both sides whose units touch."""
        pairs = product(
            *([p for p in self.posts if p.joins and p.side == side] for side in "ab")
        )
        met = [(a.key, b.key) for a, b in pairs if self.meet(a.joins, b.joins)]
        return met[0] if met and self.situation.get("challenge") else None

    @property
    def refused(self) -> tuple[str, ...]:
        """Return who has gone to the back, refusing a challenge."""
        side = self.situation.get("refuses")
        return tuple(key for key in self.duel or () if key[0] == side)

    def place(self, key: str, enemy: str) -> str:
        """Return the side of a unit at which an enemy stands."""
        for touch in self.touches:
            if (touch.by, touch.on) == (enemy, key):
                return touch.where
        return "front"

    def meet(self, one: str, other: str) -> bool:
        """Return whether two units touch."""
        pair = {one, other}
        return any({touch.by, touch.on} == pair for touch in self.touches)

    def enemies(self, key: str) -> tuple[str, ...]:
        """Return the units that a unit touches: first those at its front."""
        met = [post.key for post in self.units if self.meet(key, post.key)]
        order = ("front", "flank", "rear")
        return tuple(sorted(met, key=lambda one: order.index(self.place(key, one))))

    def is_first(self, key: str) -> bool:
        """Return whether the combat begins for a unit: no enemy is an old one."""
        return all({key, foe} & self.charges for foe in self.enemies(key))


OF_SIDES = ("general", "battle-standard", "bonus", "fresh-enemy")
PER_UNIT = (
    "width",
    "base",
    "general",
    "battle-standard",
    "pursuit",
    "redress",
    "hates",
    "fears",
    "blessed",
    "vomits",
    "bonus",
    "aims",
)


def seen(scene: Scene, key: str, enemy: str = "", left: int = BOTH) -> Unit:
    """Return a post as the table sees it, beside one enemy or by itself.

    The characters of a unit take places among its models. Of a ridden monster it is
    asked of whom that is left.
    """
    post = scene.post(key)
    fighter = {FOOT: on_foot, BEAST: riderless}.get(left, lambda one: one)(post.fighter)
    answers: Mapping[str, str | int | bool] = {
        f"{key}.{what}": scene.asked(key, what) for what in PER_UNIT
    }
    where = scene.place(key, enemy) if enemy else "front"
    question = MatchUp(
        "warhammer",
        "fight",
        fighter,
        fighter,
        {**answers, f"{key}.touched-in": where},
        scene.readings,
    )
    unit = Unit(fighter, key, question)
    unit.models += len(scene.joined(key))
    return unit


def question_of(scene: Scene) -> MatchUp:
    """Return a scene as a match-up of the kind battle line."""
    a, b = scene.post("a"), scene.post("b")
    situation = {
        key: value
        for key, value in scene.situation.items()
        if key.partition(".")[0] in ("a", "b", key) and key.count(".") < 2
    }
    for key in ("a", "b"):
        situation |= {f"{key}.{what}": value for what, value in _of(scene, key).items()}
    return MatchUp(
        "warhammer",
        "battle-line",
        a.fighter,
        b.fighter,
        situation,
        scene.readings,
        scene.rounds,
        further=tuple(_further(scene, p) for p in scene.posts if p not in (a, b)),
    )


def _of(scene: Scene, key: str) -> dict[str, str | int | bool]:
    """Return what is said of one post by itself, without its key."""
    said = {
        name.rpartition(".")[2]: value
        for name, value in scene.situation.items()
        if name.rpartition(".")[0] == key
    }
    if scene.post(key).joins:
        return said
    if key in scene.charges:
        said["charges"] = True
    met = {"a": "b", "b": "a"}.get(key, "")
    if not met:
        met = next((t.on for t in scene.touches if t.by == key), "")
    if scene.place(key, met) != "front":
        said["touched-in"] = scene.place(key, met)
    return said


def _further(scene: Scene, post: Post) -> Further:
    """Return a post beside A and B."""
    said = _of(scene, post.key)
    if post.joins:
        return Further(
            post.fighter, post.side, "character", joins=post.joins, situation=said
        )
    met = next((t for t in scene.touches if t.by == post.key), None)
    if met is None:
        return Further(post.fighter, post.side, situation=said)
    return Further(
        post.fighter,
        post.side,
        touches=met.on,
        situation={**said, "contact": met.where},
    )


def swapped(scene: Scene) -> Scene:
    """Return a scene with the sides exchanged."""
    others = {"a": "b", "b": "a"}

    def turn(key: str) -> str:
        return others[key[0]] + key[1:]

    return replace(
        scene,
        posts=tuple(
            replace(p, key=turn(p.key), joins=turn(p.joins) if p.joins else "")
            for p in scene.posts
        ),
        touches=tuple(replace(t, by=turn(t.by), on=turn(t.on)) for t in scene.touches),
        charges=frozenset(map(turn, scene.charges)),
        situation={
            turn(key) if "." in key else key: {"a": "b", "b": "a"}.get(
                str(value), value
            )
            for key, value in scene.situation.items()
        },
    )
