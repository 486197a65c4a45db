"""Moves of two Mordheim fighters who are still apart: walks, runs, charges.

Distances are counted in half inches, since who has just stood up moves at half rate.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from rulesets.games.mordheim.combat.blows.heights import Dive, initiative_test
from rulesets.games.mordheim.combat.blows.injuries import STANDING
from rulesets.games.mordheim.combat.blows.strikes import ChanceRows
from rulesets.games.mordheim.combat.context import MordheimContext, MordheimSituation
from rulesets.games.mordheim.combat.engagements.missiles import UNARMED, Missiles
from rulesets.games.mordheim.combat.fights.side import SideStates
from rulesets.games.mordheim.combat.goods import CALTROPS, strews, throws_flash
from rulesets.games.mordheim.combat.profile import Warrior, rule_step
from rulesets.odds.sides import Side

INCH = 2
"""Half inches."""

NEAR = 8 * INCH
"""Nobody runs with an enemy as near as this [half inches]."""

CLOSEST = 1 * INCH
"""The shortest distance without a charge [half inches]."""


class Apart(NamedTuple):
    """The states of two fighters who have not met.

    Parameters
    ----------
    a, b : int
        Their states, as places in `Body.states`.
    distance : int
        [half inches]
    empty_a, empty_b : int
        Which of their missile weapons are not ready; see `loading`.
    level : bool
        True where both stand at one height, also after a fall.
    spent : int
        Goods that are used up, as bits; see `STREWN` and `THROWN`.
    """

    a: int
    b: int
    distance: int
    empty_a: int = 0
    empty_b: int = 0
    level: bool = True
    spent: int = 0


STREWN: Mapping[Side, int] = {"a": 1, "b": 2}
"""Bits of the caltrops of each side."""

THROWN: Mapping[Side, int] = {"a": 4, "b": 8}
"""Bits of the flash powder of each side."""


def caltrops_of(charged: Warrior, context: MordheimContext) -> int:
    """Return the bit of one who strews caltrops before a charge at him, 0 for none."""
    if not strews(charged, context.situation):
        return 0
    text = 'the first charge at it reaches D6" less'
    context.trace.add(rule_step(charged, CALTROPS, text))
    return STREWN[charged.side]


def flash_of(charged: Warrior, situation: MordheimSituation) -> int:
    """Return the bit of one who throws flash powder at a charger, 0 for none."""
    return THROWN[charged.side] if throws_flash(charged, situation) else 0


@dataclass(frozen=True, slots=True)
class Mover:
    """The moves and shots of one fighter while they are apart.

    Parameters
    ----------
    side : SideStates
    moves, dashes : int
        How far he walks, and runs or charges [half inches].
    farther : mapping
        What a die adds to his charge, with the chance of each [half inches].
    closes : bool
        True if he goes for the enemy; else he stays where he is.
    runs : bool
        True if he runs where he may rather than walk and shoot.
    least : float
        Chance to arrive from which he declares a charge [chance].
    must : bool
        True if he charges whenever he may reach, for as long as he is in frenzy.
    held, held_calm : float
        Chance that fear holds back his charge, and when his frenzy is gone [chance].
    missiles : Missiles
    cover : int
        What his cover takes off the roll to hit him [pips].
    dive : Dive, optional
        His charge from above.
    falls : list
        Where a fall in his dive leads from each of his states [chance].
    ladder : int
        Height that he climbs to charge; 0 for none [half inches].
    crawls : int
        How far he crawls away when stunned, below 0 towards the enemy [half inches].
    caltrops, flash : int
        The bits of the enemy's goods against his charge; 0 where there are none.
    dazzled : float
        Chance that flash powder keeps him from charging [chance].
    """

    side: SideStates
    moves: int
    dashes: int
    farther: Mapping[int, float]
    closes: bool
    runs: bool
    least: float
    must: bool
    held: float
    held_calm: float
    missiles: Missiles = UNARMED
    cover: int = 0
    dive: Dive | None = None
    falls: ChanceRows = ()
    ladder: int = 0
    crawls: int = 0
    caltrops: int = 0
    flash: int = 0
    dazzled: float = 0.0

    @property
    def minds_goods(self) -> bool:
        """Return whether goods of the enemy count against his charge."""
        return self.caltrops | self.flash > 0

    @property
    def warrior(self) -> Warrior:
        """Return the fighter himself."""
        return self.side.party.warrior


MET = -1


@dataclass(frozen=True, slots=True)
class MoveEnd:
    """The end of a movement phase, `MET` for blows, with whether one may shoot.

    ``dive`` is what a dive adds to his Strength; ``falls`` that he fell in it;
    ``spent`` are bits of the goods that the enemy used against it.
    """

    distance: int
    shoots: bool
    moved: bool = False
    dive: int = 0
    falls: bool = False
    spent: int = 0


def moved(
    mover: Mover, place: int, now: Apart, *, risen: bool, netted: bool = False
) -> Iterator[tuple[MoveEnd, float]]:
    """Yield where a fighter's movement phase leads, with the chance of each.

    Who lies after his recovery was stunned before it, or put down by fire. Whom a net
    holds stays, and on his feet has time to load.
    """
    state, distance = mover.side.states[place], now.distance
    if netted:
        yield MoveEnd(distance, shoots=mover.side.strikes[place]), 1.0
    elif state.posture != STANDING:
        yield MoveEnd(_nearer(distance, -mover.crawls), shoots=False), 1.0
    elif state.dull:
        yield MoveEnd(_nearer(distance, mover.moves // 2), shoots=False), 0.5
        yield MoveEnd(distance, shoots=False), 0.5
    elif state.stopped:
        paces = mover.moves // 2 if risen else mover.moves
        near = _nearer(distance, paces) if mover.closes else distance
        yield MoveEnd(near, shoots=False), 1.0
    elif not risen and _declares(mover, distance, calm=state.calm):
        yield from _charged(mover, now, calm=state.calm)
    elif mover.closes:
        yield _walked(mover, distance, risen=risen), 1.0
    else:
        yield MoveEnd(distance, shoots=True), 1.0


def arrives(mover: Mover, distance: int) -> float:
    """Return the chance that a charge arrives [chance]."""
    return sum(
        share
        for more, share in mover.farther.items()
        if mover.dashes + more >= distance
    )


def _declares(mover: Mover, distance: int, *, calm: bool) -> bool:
    chance = arrives(mover, distance)
    if mover.must and not calm:
        return chance > 0
    return mover.closes and chance > 0 and chance >= mover.least


def _charged(
    mover: Mover, now: Apart, *, calm: bool
) -> Iterator[tuple[MoveEnd, float]]:
    held = mover.held_calm if calm else mover.held
    strewn, flash = mover.caltrops & ~now.spent, mover.flash & ~now.spent
    chance = _through_caltrops(mover, now) if strewn else arrives(mover, now.distance)
    dazzled = mover.dazzled if flash else 0.0
    yield MoveEnd(now.distance, shoots=False), held
    yield MoveEnd(now.distance, shoots=False, spent=flash), (1 - held) * dazzled
    goes = (1 - held) * (1 - dazzled)
    for step, share in _arrived(mover, now):
        yield replace(step, spent=strewn | flash), goes * chance * share
    short = _nearer(now.distance, mover.moves)
    end = MoveEnd(short, shoots=False, spent=strewn | flash)
    yield end, goes * (1 - chance)


def _through_caltrops(mover: Mover, now: Apart) -> float:
    """Return the chance that a charge that reaches D6 inches less arrives [chance].

    References
    ----------
    Mordheim Annual 2002, caltrops.
    """
    lost = range(1, 7)
    return sum(arrives(mover, now.distance + pips * INCH) for pips in lost) / 6


def _arrived(mover: Mover, now: Apart) -> Iterator[tuple[MoveEnd, float]]:
    """Yield where a charge leads that reaches its enemy: on the level, down, or up.

    References
    ----------
    Mordheim Rulings, Diving Charge; Charge (up ladders: an Initiative test, failed he
    ends at the bottom).
    """
    if now.level or not (mover.dive or mover.ladder):
        yield MoveEnd(MET, shoots=False), 1.0
    elif mover.dive:
        yield MoveEnd(MET, shoots=False, dive=mover.dive.strength), mover.dive.lands
        yield MoveEnd(MET, shoots=False, falls=True), 1 - mover.dive.lands
    else:
        climbs = initiative_test(mover.warrior)
        yield MoveEnd(MET, shoots=False), climbs
        bottom = min(now.distance, max(CLOSEST, mover.ladder))
        yield MoveEnd(bottom, shoots=False), 1 - climbs


def _walked(mover: Mover, distance: int, *, risen: bool) -> MoveEnd:
    if mover.runs and not risen and distance > NEAR:
        return MoveEnd(_nearer(distance, mover.dashes), shoots=False)
    near = _nearer(distance, mover.moves // 2 if risen else mover.moves)
    return MoveEnd(near, shoots=True, moved=near < distance)


def _nearer(distance: int, by: int) -> int:
    return max(min(distance, CLOSEST), distance - by)
