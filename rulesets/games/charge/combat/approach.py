"""How two units of Charge come at each other: shots, moves and charges, turn by turn.

Apart, all that counts is how many wounds each side has left, how far away they are,
and who has used Fearsome; so the turns are a sweep over joint chances by distance.
"""

from collections import defaultdict
from dataclasses import dataclass, field, replace

import numpy as np

from rulesets.core.percent import percent
from rulesets.games.charge.combat.attack import (
    dice_left,
    half_strength_step,
    shooting_blows,
)
from rulesets.games.charge.combat.charge import come_on
from rulesets.games.charge.combat.context import ChargeContext, Contact
from rulesets.games.charge.combat.profile import (
    ChargeNerve,
    ChargeUnit,
    can_move,
    reach_of,
    rule_step,
    works,
)
from rulesets.games.charge.combat.reaction import ChargeApproach, Ground
from rulesets.games.charge.combat.shooting import TARGET, losses_by_push, taking
from rulesets.games.charge.combat.terms import ChargeAttack
from rulesets.games.charge.sources import DOCUMENT, SHOOTING
from rulesets.odds.answer import Step
from rulesets.odds.context import Context
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.sides import OTHER, Side
from rulesets.odds.volley import Floats

NEAREST = 1
"""How near a move comes that is no charge (house) [inches]."""

PRUNED = 1e-14
"""Chances of a distance below this are dropped and counted [chance]."""

MOST_WORK = 1_000_000_000
"""Multiplications of the turns apart above which an engagement is refused."""

MOST_EFFECTS = 3_000_000
"""Numbers in the effects of one volley above which an engagement is refused."""

GOES_ON = ("falls-short", "b-falls-back")
"""Ends of a charge after which an engagement goes on."""

Where = tuple[int, str]
"""Distance [inches], and the sides that have used Fearsome: ``a``, ``b`` or ``ab``."""


@dataclass(frozen=True, slots=True, eq=False)
class ChargeContact:
    """Chances to have made contact in one turn and one way.

    ``turn`` counts every side's turns from 0, ``inches`` is the distance charged, and
    ``mass`` the joint chances ``[a, b]`` of the wounds left.
    """

    turn: int
    charger: Side
    wall: bool
    contact: Contact
    inches: int
    mass: Floats


@dataclass(frozen=True, slots=True)
class ChargeField:
    """Both units and all about an engagement that does not change."""

    a: ChargeUnit
    b: ChargeUnit
    nerves: tuple[ChargeNerve, ChargeNerve]
    context: ChargeContext

    def units(self, side: Side) -> tuple[ChargeUnit, ChargeUnit]:
        """Return a side's unit and the other."""
        return (self.a, self.b) if side == "a" else (self.b, self.a)

    def comes(self, side: Side) -> bool:
        """Return whether a side closes in: it is said to, and can move."""
        own, _ = self.units(side)
        said = self.context.situation.closing in (side, "both")
        return said and can_move(own, self.context.untraced())

    def ground(self, side: Side, distance: int) -> Ground:
        """Return the ground of a side's charge at a distance."""
        own, other = self.units(side)
        nerves = self.nerves if side == "a" else self.nerves[::-1]
        situation = replace(self.context.situation, distance=distance)
        context = Context(situation, self.context.readings)
        return Ground(own, other, nerves, context)


@dataclass(slots=True, eq=False)
class Coming:
    """What has come about so far, and where the others are.

    Parameters
    ----------
    apart : dict
        Joint chances ``[a, b]`` of the wounds left of those not in contact.
    met : list of ChargeContact
    ended : dict
        Joint chances of the wounds left of those that are over, by outcome.
    by_turn : list of dict
        Outcomes so far after every turn, contact not among them.
    dropped : float
        Chance that was pruned [chance].
    work : int
        Multiplications so far.
    """

    apart: dict[Where, Floats]
    met: list[ChargeContact] = field(default_factory=list)
    ended: dict[str, Floats] = field(default_factory=dict)
    by_turn: list[dict[str, float]] = field(default_factory=list)
    dropped: float = 0.0
    work: int = 0
    told: set[str] = field(default_factory=set)

    def end(self, key: str, mass: Floats) -> None:
        """Count chances of an engagement that is over."""
        self.ended[key] = self.ended[key] + mass if key in self.ended else mass


@dataclass(frozen=True, slots=True, eq=False)
class ChargeVolley:
    """A side's shots: what they do to the other, by the dice rolled."""

    blows: ChargeAttack
    effects: dict[int, list[tuple[int, Floats]]]


def come_together(field_: ChargeField, start: Floats) -> Coming:
    """Return how an engagement goes until contact.

    Parameters
    ----------
    field_ : ChargeField
    start : ndarray
        ``[a, b]``: joint chances of the wounds left [chance].

    Raises
    ------
    MatchUpError
        If the units are too large to be followed.
    """
    situation = field_.context.situation
    coming = Coming({(situation.distance, ""): start})
    sides: tuple[Side, Side] = ("a", "b") if situation.first == "a" else ("b", "a")
    volleys = {side: _volley(field_, side) for side in sides}
    for turn in range(2 * situation.turns):
        side = sides[turn % 2]
        _shoot(field_, coming, side, volleys[side])
        if field_.comes(side):
            _close(field_, coming, side, turn)
        _prune(coming)
        coming.by_turn.append(
            {key: float(mass.sum()) for key, mass in coming.ended.items()}
        )
        if not coming.apart:
            break
    for mass in coming.apart.values():
        coming.end("apart", mass)
    return coming


def _volley(field_: ChargeField, side: Side) -> ChargeVolley | None:
    """Return the shots of a side that stands, none where it comes or cannot shoot."""
    own, other = field_.units(side)
    if field_.comes(side) or not own.shoot_dice:
        return None
    blows = shooting_blows(own, other, field_.context)
    half_strength_step(own, field_.context)
    most = reach_of(own, blows)
    reach = "at any range" if most is None else f'up to {most}"'
    text = f"in each turn of its own while the enemy comes, {reach}"
    field_.context.trace.add(Step("Shooting", f"{SHOOTING}: {TARGET}", text, side))
    return ChargeVolley(blows, {})


def _shoot(
    field_: ChargeField, coming: Coming, side: Side, volley: ChargeVolley | None
) -> None:
    if volley is None:
        return
    own, _ = field_.units(side)
    most = reach_of(own, volley.blows)
    there, coming.apart = coming.apart, {}
    for where, mass in there.items():
        if most is not None and where[0] > most:
            _put(coming, where, mass)
        else:
            _shot_at(field_, coming, side, volley, where, mass)


def _shot_at(
    field_: ChargeField,
    coming: Coming,
    side: Side,
    volley: ChargeVolley,
    where: Where,
    mass: Floats,
) -> None:
    """Shoot one volley from one distance; its push takes the target further away."""
    own, other = field_.units(side)
    turned = mass.T if side == "a" else mass
    dice_of = np.array(
        [
            dice_left(volley.blows.dice, left, own, field_.context.readings)
            for left in range(own.wounds + 1)
        ]
    )
    for dice in sorted(set(dice_of[turned.any(axis=0)].tolist())):
        alike = np.where(dice_of == dice, turned, 0.0)
        for push, moves in _effects(field_, other, volley, dice):
            coming.work += moves.size * alike.shape[1]
            after = moves @ alike
            dead = np.zeros_like(after)
            dead[0], after[0] = after[0], 0.0
            back = (after.T, dead.T) if side == "a" else (after, dead)
            coming.end("b-destroyed" if side == "a" else "a-destroyed", back[1])
            _put(coming, (where[0] + push, where[1]), back[0])
    if coming.work > MOST_WORK:
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


def _close(field_: ChargeField, coming: Coming, side: Side, turn: int) -> None:
    """Let a side charge where it may, else move on."""
    own, _ = field_.units(side)
    there, coming.apart = coming.apart, {}
    for where, mass in there.items():
        if where[0] < own.speed:
            _charge(field_, coming, side, turn, where, mass)
        else:
            _move(field_, coming, side, where, mass)


def _move(
    field_: ChargeField, coming: Coming, side: Side, where: Where, mass: Floats
) -> None:
    own, _ = field_.units(side)
    near = max(NEAREST, where[0] - own.speed)
    if not works(own, "forced-march", field_.context.readings):
        _put(coming, (near, where[1]), mass)
        return
    leads = field_.nerves[0 if side == "a" else 1].leads
    nearer = max(NEAREST, near - own.speed // 2)
    if f"{side}-march" not in coming.told:
        coming.told.add(f"{side}-march")
        text = f'half a move more, {own.speed // 2}", on {percent(leads)} (house)'
        field_.context.trace.add(rule_step(own, "forced-march", text))
    _put(coming, (nearer, where[1]), mass * leads)
    _put(coming, (near, where[1]), mass * (1 - leads))


def _charge(
    field_: ChargeField,
    coming: Coming,
    side: Side,
    turn: int,
    where: Where,
    mass: Floats,
) -> None:
    """Charge from one distance; what does not reach goes on from where it stops."""
    distance, used = where
    fearsome = side not in used
    ground = field_.ground(side, distance)
    turned = mass if side == "a" else mass.T
    approach = come_on(
        ground, turned, field_.context.situation.contact, fearsome=fearsome
    )
    if f"{side}-charge" not in coming.told:
        coming.told.add(f"{side}-charge")
        text = f'from less than {ground.a.speed}" away; else it moves its whole speed'
        source = f"{DOCUMENT}, Movement: Charge, Move"
        field_.context.trace.add(Step("Charge", source, text, side))
        field_.context.trace.add(*ground.context.trace.steps)
    for case, part in approach.cases.items():
        whole = part if side == "a" else part.T
        met = ChargeContact(
            turn, side, case.wall, case.contact, distance + case.moved, whole
        )
        coming.met.append(met)
    if fearsome and field_.context.situation.use_fearsome:
        used = "".join(sorted({*used, side}))
    _ended(ground, coming, side, approach, used)


def _ended(
    ground: Ground, coming: Coming, side: Side, approach: ChargeApproach, used: str
) -> None:
    """Count how a charge ended before contact, as the sides are called here."""
    distance = ground.context.situation.distance
    moves = ground.a.speed if ground.context.readings.short_charge == "speed" else 0
    for (key, moved), part in approach.ended.items():
        whole = part if side == "a" else part.T
        if key in GOES_ON:
            _put(coming, (max(NEAREST, distance + moved - moves), used), whole)
            continue
        if key == "b-destroyed":
            lost = np.zeros_like(part)
            lost[:, 0] = part.sum(axis=1)
            whole = lost if side == "a" else lost.T
        coming.end(key if side == "a" else _turned(key), whole)


def _turned(key: str) -> str:
    """Return an outcome with its sides swapped.

    Examples
    --------
    >>> _turned("b-broken")
    'a-broken'
    """
    return {"a": "b", "b": "a"}[key[0]] + key[1:]


def _put(coming: Coming, where: Where, mass: Floats) -> None:
    known = coming.apart.get(where)
    coming.apart[where] = mass if known is None else known + mass


def _prune(coming: Coming) -> None:
    kept: dict[Where, Floats] = {}
    for where, mass in coming.apart.items():
        chance = float(mass.sum())
        if chance < PRUNED:
            coming.dropped += chance
        else:
            kept[where] = mass
    coming.apart = kept


def lost_before(coming: Coming, start: Floats, axis: int) -> Floats:
    """Return the wounds that a side lost before contact, or before it was over.

    Parameters
    ----------
    coming : Coming
    start : ndarray
        ``[a, b]``: joint chances of the wounds left when it began [chance].
    axis : int
        0 for side a, 1 for side b.
    """
    left = sum((one.mass for one in coming.met), np.zeros_like(start))
    left = left + sum(coming.ended.values(), np.zeros_like(start))
    by_left: Floats = left.sum(axis=1 - axis)
    whole = int(np.flatnonzero(start.sum(axis=1 - axis)).max())
    lost: Floats = by_left[: whole + 1][::-1].copy()
    lost[0] += 1.0 - float(lost.sum())
    return lost


def contact_turns(coming: Coming) -> Floats:
    """Return the chances of contact by turn, counted from 1; 0 stands for none."""
    found: dict[int, float] = defaultdict(float)
    for one in coming.met:
        found[one.turn + 1] += float(one.mass.sum())
    turns = np.zeros(max(found, default=0) + 1)
    for turn, chance in found.items():
        turns[turn] = chance
    turns[0] = 1.0 - float(turns.sum())
    return turns
