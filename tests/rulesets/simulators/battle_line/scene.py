"""Battle lines as laid out on a table: who stands where, and who touches whom."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.warhammer.simulated import Unit

OTHER = {"a": "b", "b": "a"}


@dataclass(frozen=True)
class Post:
    """A unit of a side, or a character; ``joins`` is the key of his unit."""

    key: str
    fighter: Fighter
    joins: str = ""

    @property
    def side(self) -> str:
        """Return the side that it fights for."""
        return self.key[0]


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
        """Return an answer of a unit, else of its side, else of nobody."""
        for name in (f"{key}.{what}", f"{key[0]}.{what}"):
            if name in self.situation:
                return self.situation[name]
        return 0

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


PER_UNIT = (
    "width",
    "base",
    "general",
    "battle-standard",
    "pursuit",
    "hates",
    "fears",
    "blessed",
    "vomits",
    "bonus",
)


def seen(scene: Scene, key: str, enemy: str = "") -> Unit:
    """Return a post as the table sees it, beside one enemy or by itself.

    The characters of a unit take places among its models.
    """
    post = scene.post(key)
    answers: Mapping[str, str | int | bool] = {
        f"{key}.{what}": scene.asked(key, what) for what in PER_UNIT
    }
    where = scene.place(key, enemy) if enemy else "front"
    question = MatchUp(
        "warhammer",
        "fight",
        post.fighter,
        post.fighter,
        {**answers, f"{key}.touched-in": where},
        scene.readings,
    )
    unit = Unit(post.fighter, key, question)
    unit.models += len(scene.joined(key))
    return unit


def swapped(scene: Scene) -> Scene:
    """Return a scene with the sides exchanged."""

    def turn(key: str) -> str:
        return OTHER[key[0]] + key[1:]

    return replace(
        scene,
        posts=tuple(
            replace(p, key=turn(p.key), joins=turn(p.joins) if p.joins else "")
            for p in scene.posts
        ),
        touches=tuple(replace(t, by=turn(t.by), on=turn(t.on)) for t in scene.touches),
        charges=frozenset(map(turn, scene.charges)),
        situation={turn(key): value for key, value in scene.situation.items()},
    )
