"""Tiny battle lines: as men for exact fractions, and as posts for dice and odds."""

from dataclasses import dataclass

from rulesets.odds.match_up import Fighter
from tests.rulesets.games.warhammer.units import unit
from tests.rulesets.simulators.battle_line.fractions_of_lines import Line, Man
from tests.rulesets.simulators.battle_line.scene import Post, Scene, Touch


@dataclass(frozen=True)
class Small:
    """One tiny battle line, in both forms."""

    line: Line
    scene: Scene

    @property
    def wounds(self) -> tuple[int, ...]:
        """Return what every man begins with."""
        return tuple(man.w for man in self.line.men)


def fighter(man: Man) -> Fighter:
    """Return a man as a fighter with nothing but his figures."""
    return unit(
        "Character" if man.is_character else "Man",
        1,
        ws=man.ws,
        s=man.s,
        t=man.t,
        w=man.w,
        i=man.i,
        a=man.a,
        ld=man.ld,
        sv=man.save,
    )


def small(*men: Man, touches: tuple[Touch, ...]) -> Small:
    """Return a tiny line of one round; a unit strikes at the first it touches."""
    meets = {touch.on: touch.by for touch in reversed(touches)}
    meets |= {touch.by: touch.on for touch in reversed(touches)}
    posts = tuple(
        Post(f"{man.unit}.1", fighter(man), man.unit)
        if man.is_character
        else Post(man.unit, fighter(man))
        for man in men
    )
    return Small(Line(men, meets), Scene(posts, touches, rounds=1))


SWORD = Man("a", ws=4, s=3, t=3, w=1, i=4, a=1, ld=7, save=5)
HERO = Man("a", ws=5, s=4, t=4, w=2, i=5, a=2, ld=8, is_character=True, save=4)
OGRE = Man("b", ws=3, s=4, t=4, w=3, i=2, a=3, ld=7)
ORC = Man("b", ws=3, s=3, t=4, w=1, i=2, a=1, ld=7, save=6)
BOSS = Man("b", ws=4, s=4, t=4, w=2, i=3, a=2, ld=8, is_character=True, save=5)
SECOND = Man("a2", ws=3, s=3, t=3, w=1, i=6, a=2, ld=6)

FRONT = Touch("a", "b")
SMALL: dict[str, Small] = {
    "a man and a character against an ogre": small(SWORD, HERO, OGRE, touches=(FRONT,)),
    "a character on both sides": small(SWORD, HERO, ORC, BOSS, touches=(FRONT,)),
    "two units against an ogre": small(
        SWORD, SECOND, OGRE, touches=(FRONT, Touch("a2", "b", "flank"))
    ),
}
