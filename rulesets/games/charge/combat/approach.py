"""The turns before contact in Charge: shots, moves and charges.

Apart, all that counts is how many wounds each side has left, how far away they are,
and who has used Fearsome. A charge by itself is one turn of this.
"""

from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from rulesets.core.percent import percent
from rulesets.games.charge.combat.attack import (
    dice_left,
    half_strength_step,
    shooting_blows,
)
from rulesets.games.charge.combat.charge import ChargeApproach, Ground, come_on
from rulesets.games.charge.combat.context import ChargeContext, Contact
from rulesets.games.charge.combat.profile import (
    ChargeNerve,
    ChargeUnit,
    can_move,
    march_of,
    nerve,
    pool,
    reach_of,
    rule_step,
    works,
)
from rulesets.games.charge.combat.shooting import TARGET, losses_by_push, taking
from rulesets.games.charge.combat.terms import ChargeAttack
from rulesets.games.charge.sources import CHARGING, DOCUMENT, SHOOTING
from rulesets.odds.answer import Step
from rulesets.odds.approach import Approach
from rulesets.odds.context import Context
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats

NEAREST = 1
"""The nearest that a move comes that is no charge (house) [inches]."""

PRUNED = 1e-14
"""Chances of a distance below this are dropped and counted [chance]."""

MOST_WORK = 1_000_000_000
"""Multiplications of the turns apart above which an engagement is refused."""

MOST_EFFECTS = 3_000_000
"""Numbers in the effects of one volley above which an engagement is refused."""

GOES_ON = ("falls-short", "b-falls-back")
"""Ends of a charge after which an engagement goes on."""


@dataclass(frozen=True, slots=True)
class ChargeSpot:
    """A distance [inches], and the sides that have used Fearsome: a, b or both."""

    distance: int
    feared: str = ""


@dataclass(frozen=True, slots=True)
class ChargeContact:
    """A way in which contact was made.

    ``turn`` counts every side's turns from 0, ``inches`` is the distance charged.
    """

    turn: int
    charger: Side
    wall: bool
    contact: Contact
    inches: int


@dataclass(frozen=True, slots=True, eq=False)
class ChargeVolley:
    """A side's shots, with their effects on the other by the dice rolled."""

    blows: ChargeAttack
    effects: dict[int, list[tuple[int, Floats]]]


@dataclass(slots=True, eq=False)
class ChargeField:
    """Both units on their way to each other.

    Parameters
    ----------
    a, b : ChargeUnit
    context : ChargeContext
    nerves : tuple of ChargeNerve
    start : ndarray
        ``[a, b]``: chances of the wounds left when it begins [chance].
    approach : Approach
    comers : set of Side
        Sides that close in.
    volleys : dict
        Of those who stand and can shoot.
    traced : set of str
        Keys of steps that are in the trace.
    work : int
        Multiplications so far.
    fled : dict
        Chances of the inches that each side fled before contact and got away [chance].
    """

    a: ChargeUnit
    b: ChargeUnit
    context: ChargeContext
    nerves: tuple[ChargeNerve, ChargeNerve]
    start: Floats
    approach: Approach[ChargeSpot, ChargeContact]
    comers: set[Side] = field(default_factory=set)
    volleys: dict[Side, ChargeVolley] = field(default_factory=dict)
    traced: set[str] = field(default_factory=set)
    work: int = 0
    fled: dict[Side, dict[int, float]] = field(default_factory=dict)

    def units(self, side: Side) -> tuple[ChargeUnit, ChargeUnit]:
        """Return a side's unit and the other."""
        return (self.a, self.b) if side == "a" else (self.b, self.a)

    def comes(self, side: Side) -> bool:
        """Return whether a side closes in: the situation says so, and it can move."""
        own, _ = self.units(side)
        asked = self.context.situation.closing in (side, "both")
        return asked and can_move(own, self.context)

    def ground(self, side: Side, distance: int) -> Ground:
        """Return the ground of a side's charge at a distance, with its own trace."""
        own, other = self.units(side)
        nerves = self.nerves if side == "a" else self.nerves[::-1]
        situation = replace(self.context.situation, distance=distance)
        return Ground(own, other, nerves, Context(situation, self.context.readings))


def field_of(a: ChargeUnit, b: ChargeUnit, context: ChargeContext) -> ChargeField:
    """Return two units where the situation puts them."""
    situation = context.situation
    start = np.zeros((a.wounds + 1, b.wounds + 1))
    start[pool(a, situation), pool(b, situation)] = 1.0
    approach: Approach[ChargeSpot, ChargeContact] = Approach(
        {ChargeSpot(situation.distance): start}, tells_turns=True
    )
    return ChargeField(
        a, b, context, (nerve(a, context), nerve(b, context)), start, approach
    )


def declare_charge(field_: ChargeField) -> None:
    """Let side a declare one charge; it makes contact, or it is over."""
    field_.approach.play(("a",), partial(_declare, field_))


def _declare(
    field_: ChargeField, spot: ChargeSpot, chances: Floats, side: Side
) -> None:
    ground = Ground(field_.a, field_.b, field_.nerves, field_.context)
    used = charged_distance(field_.context)
    if not may_charge(ground):
        field_.approach.end("no-charge", chances)
        return
    came = _come_on(field_, ground, side, chances, used)
    for (key, _, _), part in came.ended.items():
        _end(field_, key, part, side)


def charged_distance(context: ChargeContext) -> int:
    """Return the distance that a charge uses up of its push, as it is read [inches]."""
    situation = context.situation
    shortest = situation.distance + situation.part_inch
    if situation.furthest and situation.furthest < shortest:
        raise MatchUpError(
            "/situation/furthest", f"is less than the shortest {shortest}"
        )
    longest = context.readings.charge_distance == "longest"
    return (situation.furthest if longest else 0) or shortest


def may_charge(ground: Ground) -> bool:
    """Return whether the charge may be declared at all."""
    a, situation = ground.a, ground.context.situation
    if not can_move(a, ground.context):
        return False
    near = ground.reaches(0)
    less = "less" if near else "not less"
    part = " and a part" if situation.part_inch else ""
    text = f'{situation.distance}"{part} is {less} than the speed {a.speed}": '
    text += "it may charge" if near else "it may not charge"
    ground.context.trace.add(Step("Charge", CHARGING, text, "a"))
    return near


def come_together(field_: ChargeField) -> None:
    """Play an engagement until contact.

    Raises
    ------
    MatchUpError
        If the units are too large to be followed.
    """
    situation, approach = field_.context.situation, field_.approach
    order = (situation.first, OTHER[situation.first])
    field_.comers.update(side for side in order if field_.comes(side))
    for side in order:
        _aim(field_, side)
    approach.play(
        order * situation.turns,
        partial(_act, field_),
        partial(approach.prune, PRUNED),
    )
    for chances in approach.cases.values():
        approach.end("apart", chances)


def _aim(field_: ChargeField, side: Side) -> None:
    """Work out the shots of a side that stands and can shoot."""
    own, other = field_.units(side)
    if side in field_.comers or not own.shoot_dice:
        return
    blows = shooting_blows(own, other, field_.context)
    half_strength_step(own, field_.context)
    most = reach_of(own, blows)
    reach = "at any range" if most is None else f'up to {most}"'
    text = f"in each turn of its own while the enemy comes, {reach}"
    field_.context.trace.add(Step("Shooting", f"{SHOOTING}: {TARGET}", text, side))
    field_.volleys[side] = ChargeVolley(blows, {})


def _act(field_: ChargeField, spot: ChargeSpot, chances: Floats, side: Side) -> None:
    """Let a side charge where it may, else move on; or shoot, or wait."""
    own, _ = field_.units(side)
    if side in field_.comers:
        if spot.distance < own.speed:
            _charge(field_, spot, chances, side)
        else:
            _move(field_, spot, chances, side)
        return
    volley = field_.volleys.get(side)
    most = reach_of(own, volley.blows) if volley else None
    if volley is None or (most is not None and spot.distance > most):
        field_.approach.keep(spot, chances, side)
    else:
        _shoot(field_, volley, spot, chances, side)


def _shoot(
    field_: ChargeField,
    volley: ChargeVolley,
    spot: ChargeSpot,
    chances: Floats,
    side: Side,
) -> None:
    """Shoot one volley from one distance; its push takes the target further away."""
    own, other = field_.units(side)
    readings = field_.context.readings
    dice_of = np.array(
        [
            dice_left(volley.blows.dice, left, own, readings)
            for left in range(own.wounds + 1)
        ]
    )
    for dice in sorted(set(dice_of[chances.any(axis=1)].tolist())):
        alike = np.where(dice_of == dice, chances.T, 0.0)
        for push, moves in _effects(field_, other, volley, dice):
            field_.work += moves.size * alike.shape[1]
            after = (moves @ alike).T
            dead = np.zeros_like(after)
            dead[:, 0], after[:, 0] = after[:, 0], 0.0
            field_.approach.end(f"{other.side}-destroyed", dead, side)
            pushed = ChargeSpot(spot.distance + push, spot.feared)
            field_.approach.keep(pushed, after, side)
    if field_.work > MOST_WORK:
        raise _too_large(side)


def _too_large(side: str) -> MatchUpError:
    where = f"/{side}/fighter/characteristics/shoot-dice"
    return MatchUpError(where, "too many dice, wounds and turns to follow to the end")


def _effects(
    field_: ChargeField, target: ChargeUnit, volley: ChargeVolley, dice: int
) -> list[tuple[int, Floats]]:
    if dice not in volley.effects:
        if (dice + 1) * (target.wounds + 1) ** 2 > MOST_EFFECTS:
            raise _too_large(OTHER[target.side])
        readings = field_.context.readings
        by_push = losses_by_push(dice, volley.blows, target.push, readings)
        volley.effects[dice] = [
            (push, taking(lost, target.wounds)) for push, lost in by_push.items()
        ]
    return volley.effects[dice]


def _move(field_: ChargeField, spot: ChargeSpot, chances: Floats, side: Side) -> None:
    own, _ = field_.units(side)
    near = replace(spot, distance=max(NEAREST, spot.distance - own.speed))
    _march(field_, near, chances, side)


def _march(field_: ChargeField, near: ChargeSpot, chances: Floats, side: Side) -> None:
    """End a side's Movement phase at a distance, with a Forced March if it has one."""
    own, _ = field_.units(side)
    if not works(own, "forced-march", field_.context.readings):
        field_.approach.keep(near, chances, side)
        return
    leads = field_.nerves[SIDES.index(side)].leads
    march = march_of(own)
    if f"{side}-march" not in field_.traced:
        field_.traced.add(f"{side}-march")
        text = f'half a move more, {march}", on {percent(leads)} (house)'
        field_.context.trace.add(rule_step(own, "forced-march", text))
    nearer = replace(near, distance=max(NEAREST, near.distance - march))
    field_.approach.keep(nearer, chances * leads, side)
    field_.approach.keep(near, chances * (1 - leads), side)


def _charge(field_: ChargeField, spot: ChargeSpot, chances: Floats, side: Side) -> None:
    """Charge from one distance; a charge that falls short stops on its way."""
    ground = field_.ground(side, spot.distance)
    fearsome = side not in spot.feared
    begun = field_.context
    used = spot.distance + charged_distance(begun) - begun.situation.distance
    came = _come_on(field_, ground, side, chances, used, fearsome=fearsome)
    if f"{side}-charge" not in field_.traced:
        field_.traced.add(f"{side}-charge")
        text = f'from less than {ground.a.speed}" away; else it moves its whole speed'
        source = f"{DOCUMENT}, Movement: Charge, Move"
        trace = ground.context.trace.steps
        field_.context.trace.add(Step("Charge", source, text, side), *trace)
    if fearsome and field_.context.situation.use_fearsome:
        spot = replace(spot, feared="".join(sorted({*spot.feared, side})))
    stays = ground.context.readings.short_charge == "stays"
    for (key, moved, declared), part in came.ended.items():
        if key in GOES_ON:
            moves = 0 if stays and declared else ground.a.speed
            stops = max(NEAREST, spot.distance + moved - moves)
            _march(field_, ChargeSpot(stops, spot.feared), part, side)
        else:
            _end(field_, key, part, side)


def _come_on(
    field_: ChargeField,
    ground: Ground,
    side: Side,
    chances: Floats,
    inches: int,
    *,
    fearsome: bool = True,
) -> ChargeApproach:
    """Play a declared charge; those who arrive are in contact."""
    where = field_.context.situation.contact
    came = come_on(ground, chances, where, fearsome=fearsome)
    fled = field_.fled.setdefault(OTHER[side], {})
    for far, chance in came.fled.items():
        fled[far] = fled.get(far, 0.0) + chance
    for case, part in came.cases.items():
        met = ChargeContact(
            field_.approach.turn, side, case.wall, case.contact, inches + case.moved
        )
        field_.approach.meet(met, part, side)
    return came


def _end(field_: ChargeField, key: str, chances: Floats, side: Side) -> None:
    """End a charge before contact, its outcome named by the sides of the match-up."""
    if key == "b-destroyed":
        caught = np.zeros_like(chances)
        caught[:, 0] = chances.sum(axis=1)
        chances = caught
    field_.approach.end(key if side == "a" else _turned(key), chances, side)


def _turned(key: str) -> str:
    """Return an outcome with its sides swapped.

    Examples
    --------
    >>> _turned("b-broken")
    'a-broken'
    """
    return f"b{key[1:]}" if key[0] == "a" else f"a{key[1:]}"
