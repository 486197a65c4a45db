"""The Shield of the Gorgon in a battle line: one model in contact strikes less.

The attack is one of the enemy unit that the bearer fights (house): of an ordinary model
while there were any as the round began, else of its first character who lived then. It
is one of those at the bearer, if any are struck at him.
"""

from collections.abc import Callable, Iterator

import numpy as np

from rulesets.games.warhammer.combat.blows.strikes import Strikes
from rulesets.games.warhammer.combat.line.blow_tests import lives_as_it_falls
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import LineMode
from rulesets.games.warhammer.combat.line.pools import Flags
from rulesets.games.warhammer.combat.line.strikers import LineStriker
from rulesets.games.warhammer.special_rules import title_of
from rulesets.odds.answer import Step
from rulesets.odds.battle_line.model import CountDice, RoundMoment
from rulesets.odds.volley import Ints

GORGON = "shield-of-the-gorgon"

CountAt = Callable[[int], CountDice]
"""Counts the strikers at a post of an enemy unit."""


def bearers_facing(
    field: LineField, mode: LineMode, unit: int, foe: int
) -> Iterator[int]:
    """Yield who of an enemy unit bears a shield and fights a unit."""
    for one in field.members(foe):
        if field.profiles[one].has(GORGON) and field.faced(one, mode) == unit:
            yield one


def lost_to_shields(
    striking: LineStriker, target: int, strikes: Strikes, at: CountAt
) -> CountDice | None:
    """Return how many of the dice of some blows shields take; none where none does.

    Parameters
    ----------
    striking : LineStriker
    target : int
        Whom of the enemy unit they are struck at.
    strikes : Strikes
    at : callable
        How many strike so at any of the enemy unit.
    """
    field, mode, own, foe = striking.field, striking.mode, striking.own, striking.foe
    facing = bearers_facing(field, mode, field.unit_of(own), foe)
    bearers = [one for one in facing if one not in mode.duel]
    if not bearers or not _may_lose(field, own, strikes):
        return None

    def lost(moment: RoundMoment) -> Ints:
        struck = (at(target)(moment) > 0) & _loses(field, own, moment)
        total: Ints = np.zeros(1, dtype=np.int64)
        for one in bearers:
            here = struck & _lives(field, one, moment)
            if one != target:
                here = here & (at(one)(moment) == 0)
            total = total + here.astype(np.int64)
        return total

    return lost


def _may_lose(field: LineField, own: int, strikes: Strikes) -> bool:
    """Return whether one of such blows may be lost: of men, not beside their others."""
    if strikes.extra or strikes.who == "mount":
        return False
    return strikes.who == "models" or field.profiles[own].models == 1


def _loses(field: LineField, own: int, moment: RoundMoment) -> Flags:
    """Return where an attack of a post is lost, not one of another in its unit."""
    unit, found = field.unit_of(own), np.ones(1, dtype=np.bool_)
    for one in field.members(unit):
        if one == own:
            break
        found = found & (moment.start[one] == 0)
    return found


def _lives(field: LineField, post: int, moment: RoundMoment) -> Flags:
    """Return whether a bearer lives as the blow falls, and does not hide."""
    lives = lives_as_it_falls(field, post, moment)
    if field.hides(post):
        lives = lives & (moment.start[field.unit_of(post)] == 0)
    return lives


def shield_steps(field: LineField, mode: LineMode) -> Iterator[Step]:
    """Yield the trace of shields."""
    for unit in field.units:
        for foe in field.foes(unit, mode):
            for one in bearers_facing(field, mode, unit, foe):
                text = f"a model of {field.profiles[unit].name} makes one attack less"
                yield Step(*title_of(GORGON), text, field.posts[one].side)
