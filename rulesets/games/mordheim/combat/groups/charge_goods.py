"""Goods of single fighters of a Mordheim group against charges at them.

Each has his own, once a battle. What he has used stands with what is not ready of his
missile weapons; see `loading`.

References
----------
Mordheim Annual 2002, caltrops and flash powder.
"""

from typing import NamedTuple

from rulesets.games.mordheim.combat.blows.injuries import STANDING
from rulesets.games.mordheim.combat.engagements.movement import STREWN, THROWN
from rulesets.games.mordheim.combat.fights.side import SideStates
from rulesets.games.mordheim.combat.groups.volleys import Afoot, Throng
from rulesets.games.mordheim.combat.shots.loading import (
    is_clouded,
    is_netted,
    used_up,
    weapons_alone,
    with_used,
    without_cloud,
)

CALTROPS_LEFT, POWDER_LEFT = 1, 2
"""Bits of what counts against a charge at one."""

_STREWN, _THROWN = sum(STREWN.values()), sum(THROWN.values())


class Near(NamedTuple):
    """The enemy whom one charges: his place in his line, how far, what is used up."""

    place: int
    distance: int
    level: bool
    used: int


def nearest(who: Afoot, enemies: Throng, side: SideStates) -> Near:
    """Choose whom one charges: the nearest; of those as near whose goods are left.

    Of these, as in shooting, one who stands and the weakest.
    """

    def worth(place: int) -> tuple[object, ...]:
        enemy = enemies[place]
        return (
            abs(who.at - enemy.at),
            who.up != enemy.up,
            goods_rank(enemy),
            side.posture[enemy.place] != STANDING,
            side.wounds[enemy.place],
            side.states[enemy.place].alight,
            is_netted(enemy.empty),
            enemy,
        )

    place = min(range(len(enemies)), key=worth)
    enemy = enemies[place]
    distance, level = abs(who.at - enemy.at), who.up == enemy.up
    return Near(place, distance, level, used_without(goods_left(enemy)))


def goods_left(one: Afoot) -> int:
    """Return bits of what counts against a charge at one.

    A powder that was thrown in this movement phase counts against each who charges him.
    """
    used = used_up(one.empty)
    strewn = used & _STREWN
    thrown = used & _THROWN and not is_clouded(one.empty)
    return (0 if strewn else CALTROPS_LEFT) | (0 if thrown else POWDER_LEFT)


def goods_rank(one: Afoot) -> int:
    """Return less for one who has more goods left: powder before caltrops."""
    used = used_up(one.empty)
    rank = 4 * bool(used & _THROWN) + 2 * bool(used & _STREWN)
    return rank + (not is_clouded(one.empty))


def used_without(left: int) -> int:
    """Return bits of the goods that are used up where so much is left."""
    strewn = 0 if left & CALTROPS_LEFT else _STREWN
    return strewn | (0 if left & POWDER_LEFT else _THROWN)


def after_charge(one: Afoot, used: int) -> Afoot:
    """Return one who used some goods against a charge; see `Apart.spent`."""
    if not used:
        return one
    cloud = bool(used & _THROWN)
    return one._replace(empty=with_used(one.empty, used, cloud=cloud))


def after_charges(one: Afoot) -> Afoot:
    """Return one after the movement phase of his enemies: his powder has settled."""
    return one._replace(empty=without_cloud(one.empty))


def without_goods(one: Afoot) -> Afoot:
    """Return one whose goods count no more, whether he has used them or not."""
    return one._replace(empty=weapons_alone(one.empty))
