"""Engagements of Scrollhammer played out turn by turn and die by die.

Written from the rulebook alone: the turn sequence, shooting, morale, charges.
"""

from itertools import product

import numpy as np

from rulesets.core.values import Gear
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.scrollhammer.simulator import (
    Table,
    go_on,
    only,
    posts,
    put_back,
    regrow,
)
from tests.rulesets.games.scrollhammer.simulator_departures import (
    go_away,
    regroups,
    tread_away,
)
from tests.rulesets.games.scrollhammer.simulator_shots import laid, shoot
from tests.rulesets.games.scrollhammer.simulator_sides import (
    Bools,
    Ints,
    Side,
    d6,
    dares,
    ordinary_first,
    read_side,
    take_in_hand,
)
from tests.rulesets.games.scrollhammer.simulator_way_back import (
    friends,
    rears_of,
)

AREA = {"Ranks": 7, "Horde": 6, "Skirmish": 4}


class Field:
    """Where two units stand in many engagements, and how they are."""

    def __init__(self, match_up: MatchUp, fights: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.match_up = match_up
        self.readings = dict(match_up.readings)
        self.asked = dict(match_up.situation)
        self.sides = {
            "a": read_side(match_up.a, match_up, "a", fights),
            "b": read_side(match_up.b, match_up, "b", fights),
        }
        self.fighters = {"a": match_up.a, "b": match_up.b}
        self.room = {
            side: np.full(fights, int(self.asked.get(f"{side}.room", 12)))
            for side in "ab"
        }
        self.length = int(self.asked.get("distance", 24)) + sum(
            int(room[0]) for room in self.room.values()
        )
        self.falling = {side: np.zeros(fights, dtype=bool) for side in "ab"}
        self.grounded = {side: np.zeros(fights, dtype=bool) for side in "ab"}
        self.ended = np.full(fights, "", dtype="<U20")
        self.charger = np.full(fights, "", dtype="<U1")
        self.scattered = np.zeros(fights, dtype=bool)
        self.armed = np.zeros(fights, dtype=bool)
        self.rears = rears_of(self.asked, fights)
        self.begun = {
            side: ordinary_first(one.parts) for side, one in self.fighters.items()
        }

    def apart(self) -> Bools:
        """Fights that are neither over nor in contact."""
        going: Bools = (self.ended == "") & (self.charger == "")
        return going

    def distance(self) -> Ints:
        left: Ints = self.length - self.room["a"] - self.room["b"]
        return left

    def highest(self, side: str) -> Ints:
        return self.sides[side].highest("ld")

    def closes(self, side: str) -> bool:
        return self.asked.get("closing", "a") in (side, "both")

    def unseen(self) -> bool:
        return any(side.unseen != "none" for side in self.sides.values())

    def takes(self, side: str, *, to_shoot: bool) -> None:
        """A side has in hand what it shoots with, or what it fights with."""
        later = self.sides[side].later
        take_in_hand(self.sides[side], self.begun[side] if to_shoot else later)

    def waits(self, side: str) -> None:
        """In the enemy's turn it is ready to fight, unless it means to shoot first."""
        bows = self.asked.get(f"{side}.hands") == "shoots"
        bows &= self.asked.get("reaction") == "stand-and-shoot"
        self.takes(side, to_shoot=bows and self.sides[side].formation == "Ranks")

    def spells(self, side: str) -> list[Gear]:
        """The spells that shoot and that it casts with what it shoots with in hand."""
        notes = [
            note for one in self.begun[side] if one.part for note in one.part.notes
        ]
        casts = "; ".join(note for note in notes if note.startswith("casts "))
        known = (one for one in self.fighters[side].gear if one.kind == "spell")
        return [one for one in known if one.name in casts and one.stats.get("shots")]

    def slow(self, target: str) -> bool:
        hard = self.asked.get("difficult") or self.asked.get("rough")
        return bool(hard) or self.sides[target].unseen != "none"

    def cover(self, side: str, formation: str) -> int:
        cover = str(self.asked.get(f"{side}.cover", "none"))
        return {"none": 7, "area": AREA[formation]}.get(cover) or int(cover)

    def two_dice(self) -> Ints:
        total: Ints = d6(self.rng, len(self.ended), 2).sum(axis=1)
        return total

    def step_back(self, side: str, who: Bools, inches: Ints) -> None:
        stuck = self.rears[side].run(self.rng, who, inches, self.room[side])
        self.ended[stuck] = f"{side}-trapped"
        who = who & ~stuck
        self.room[side] = np.where(who, self.room[side] - inches, self.room[side])
        self.falling[side] |= who
        self.grounded[side] &= ~who
        self.ended[who & (self.room[side] <= 0)] = f"{side}-falls-back"
        if self.asked.get("dangerous-ground"):
            tread_on(self, side, who & (self.ended == ""))


def engaged(match_up: MatchUp, fights: int, seed: int) -> Table:
    """Roll many engagements to their end."""
    field = Field(match_up, fights, seed)
    first = str(field.asked.get("first", "a"))
    order = first, "b" if first == "a" else "a"
    for number in range(2 * int(field.asked.get("turns", 6))):
        own = order[number % 2]
        take_turn(field, own, "b" if own == "a" else "a")
    return blows(field)


def take_turn(field: Field, own: str, other: str) -> None:
    field.takes(own, to_shoot=True)
    field.waits(other)
    apart = field.apart()
    mending = only(field.sides[own], apart)
    regrow(field.rng, mending)
    put_back(field.sides[own], mending, apart)
    down, running = apart & field.grounded[own], apart & field.falling[own]
    move_those_who_run(field, own, running)
    field.grounded[own] &= ~down
    free = apart & ~down & ~running
    if field.closes(own):
        advance(field, own, free, 6)
        free &= field.apart()
    distance = field.distance()
    charging = free & wanted(field, own, distance)
    shot = np.zeros_like(free)
    fled, lain = field.falling[other].copy(), field.grounded[other].copy()
    groups = {
        (int(d), bool(r), bool(g), bool(c))
        for d, r, g, c in zip(
            distance[free],
            fled[free],
            lain[free],
            charging[free],
            strict=True,
        )
    }
    for far, runs, lies, charges in sorted(groups):
        who = free & (distance == far) & (charging == charges)
        who &= (fled == runs) & (lain == lies)
        if charges and field.asked.get(f"{own}.hands") == "charges":
            continue
        shot |= who & volley(field, own, other, who, far, runs, lies, charges)
    if field.closes(own):
        charging |= hurry(field, own, free & ~shot, charging, distance)
    declares = charging & field.apart()
    if declares.any():
        declares &= wanted(field, own, field.distance())
        for armed, who in ((True, declares & shot), (False, declares & ~shot)):
            if who.any():
                field.takes(own, to_shoot=armed)
                charge(field, own, other, who)
                field.armed |= armed & who & (field.charger == own)


def move_those_who_run(field: Field, own: str, running: Bools) -> None:
    passes = regroups(field.sides[own], field.two_dice())
    field.falling[own] &= ~(running & passes)
    field.step_back(own, running & ~passes, field.two_dice())


def advance(field: Field, own: str, who: Bools, inches: int) -> None:
    stride = np.full(len(who), inches)
    if field.asked.get("rough"):
        dice = field.rng.integers(1, inches + 1, (len(who), 3))
        led = field.sides[own].contains("move-through-cover")
        stride = np.where(led, dice.max(axis=1), dice[:, :2].max(axis=1))
    step = np.clip(field.distance() - 1, 0, stride)
    field.room[own] = np.where(who, field.room[own] + step, field.room[own])
    field.rears[own].nearer(who, step)
    if field.asked.get("dangerous-ground"):
        tread_on(field, own, who & (step > 0))


def hurry(field: Field, own: str, who: Bools, charging: Bools, distance: Ints) -> Bools:
    """March, or run where a rule lets them; tell who may still charge."""
    if not field.sides[own].says("act:run", "may"):
        march(field, own, who & ~charging, distance)
        return np.zeros_like(who)
    here = who & field.apart()
    step = np.clip(field.distance() - 1, 0, d6(field.rng, len(who)))
    field.room[own] = np.where(here, field.room[own] + step, field.room[own])
    field.rears[own].nearer(here, step)
    return here


def march(field: Field, own: str, hurries: Bools, distance: Ints) -> None:
    nerve = field.two_dice() <= field.highest(own)
    before = field.sides[own].count()
    hurries &= (distance > 9) | nerve
    advance(field, own, hurries, 3)
    if field.asked.get("dangerous-ground"):
        flinch(field, own, hurries & field.apart(), before)


def flinch(field: Field, own: str, who: Bools, before: Ints) -> None:
    """A quarter lost in a march, which is in the Shooting phase, asks for a test."""
    side = field.sides[own]
    full = sum(kind.models for kind in side.kinds)
    measured = full if field.readings.get("quarter-of") == "full" else before
    lost = before - side.count()
    roll = field.two_dice()
    fails = (lost > 0) & (4 * lost >= measured) & (roll > field.highest(own))
    steady = bool(field.readings.get("beta-texts")) and "fearless" in side.rules
    steady |= side.says("test:morale", "pass")
    if not steady:
        field.step_back(own, who & fails & (roll > 2), field.two_dice())


def wanted(field: Field, own: str, distance: Ints) -> Bools:
    if not field.closes(own):
        return np.zeros(len(distance), dtype=bool)
    when = field.asked.get("charge-when", "may-reach")
    even = 5 if field.slow("b" if own == "a" else "a") else 7
    return distance <= {"may-reach": 12, "even": even, "certain": 2}[str(when)]


def volley(
    field: Field,
    own: str,
    other: str,
    who: Bools,
    far: int,
    runs: bool,
    lies: bool,
    charges: bool,
) -> bool:
    """Shoot where something may shoot; the target tests; tell whether anybody shot."""
    if field.unseen():
        return False
    shooters, target = only(field.sides[own], who), only(field.sides[other], who)
    save = field.cover(other, "Skirmish" if runs else target.formation)
    if lies:
        save = save - 1 if save < 7 else 6
    spells = tuple(
        one
        for one in field.spells(own)
        if far <= int(one.stats["range"] or 0)
        if one.stats["type"] == "Fire and Charge" or not charges
    )
    moved = field.closes(own)
    touched = int(field.asked.get(f"{own}.touched", 0))
    guns = [
        one
        for kind in shooters.kinds
        for one in (laid(gun, touched) for gun in kind.guns)
        if one["shots"] and kind.stats["bs"] and far <= one["range"]
        if "relentless" in {**kind.rules, **one["rules"]}
        or (one["type"] == "Fire and Charge" if charges else not moved)
        or (not charges and one["type"] != "Move or Fire")
    ]
    if not guns and not spells:
        return False
    before = target.count()
    lost = shoot(
        field.rng,
        shooters,
        target,
        field.readings,
        distance=far,
        cover=save,
        moved=moved,
        asked={
            **field.asked,
            "unsighted": field.asked.get(f"{own}.unsighted", 0),
            "go-to-ground": lies,
        },
        spells=spells,
        charging=charges,
        touched=touched,
    )
    put_back(field.sides[other], target, who)
    tests(field, other, who, before, lost, runs=runs, lies=lies)
    return True


def tests(
    field: Field,
    side: str,
    who: Bools,
    before: Ints,
    lost: Ints,
    *,
    runs: bool,
    lies: bool,
) -> None:
    target = only(field.sides[side], who)
    count, here = target.count(), np.flatnonzero(who)
    leadership = target.highest("ld")
    full = sum(kind.models for kind in target.kinds)
    measured = full if field.readings.get("quarter-of") == "full" else before
    field.ended[here[count == 0]] = f"{side}-destroyed"
    steady = bool(field.readings.get("beta-texts")) and "fearless" in target.rules
    steady |= target.says("test:morale", "pass")
    if not runs and not lies:
        roll = d6(field.rng, len(here), 2).sum(axis=1)
        pinned = (lost > 0) & (count > 0) & (roll > leadership) & (roll > 2)
        field.grounded[side][here[pinned & (not steady)]] = True
    roll = d6(field.rng, len(here), 2).sum(axis=1)
    gone = before - count
    quarter = (count > 0) & (gone > 0) & (4 * gone >= measured)
    fails = quarter & (roll > leadership) & (roll > 2) & (not steady)
    if runs:
        fails = quarter & bool(field.readings.get("falls-again", True))
    flight = np.zeros_like(who)
    flight[here[fails]] = True
    field.step_back(side, flight, field.two_dice())


def charge(field: Field, own: str, other: str, who: Bools) -> None:
    reaction = field.asked.get("reaction", "hold")
    who = who & dares(field.rng, field.sides[own], field.sides[other])
    runs = who & field.falling[other]
    stands = who & ~runs
    target = field.sides[other]
    hates = {"hatred", "twisted-souls"} & target.rules or (
        target.foe and any(rule.startswith("hatred-") for rule in target.rules)
    )
    if reaction == "flee" and not hates:
        field.step_back(other, stands, d6(field.rng, len(who)))
        runs = who & field.apart()
        stands = np.zeros_like(who)
    seen = not field.unseen()
    if reaction == "stand-and-shoot" and target.formation == "Ranks" and seen:
        ready = stands & ~field.grounded[other]
        ready &= field.two_dice() <= field.highest(other)
        distance = field.distance()
        for far in np.unique(distance[ready]).tolist():
            here = ready & (distance == far)
            charger = only(field.sides[own], here)
            shoot(
                field.rng,
                only(target, here),
                charger,
                field.readings,
                distance=far,
                worse=1,
                cover=field.cover(own, charger.formation),
                all_ranks=True,
                touched=int(field.asked.get(f"{other}.touched", 0)),
            )
            put_back(field.sides[own], charger, here)
        field.ended[stands & (field.sides[own].count() == 0)] = f"{own}-destroyed"
    dice = np.sort(d6(field.rng, len(who), 3), axis=1)
    reach = dice[:, 0] + dice[:, 1]
    if not field.slow(other):
        reach = field.two_dice()
    reached = (runs | stands) & field.apart() & (reach >= field.distance())
    roll = field.two_dice()
    caught = reached & runs & (roll > field.highest(other)) & (roll > 2)
    field.ended[caught] = f"{other}-caught-fleeing"
    reached &= ~caught
    if field.asked.get("dangerous") or field.asked.get("dangerous-ground"):
        tread_on(field, own, reached)
        reached &= field.apart()
    gap = field.distance()
    field.rears[own].nearer(reached, gap)
    field.room[own] = np.where(reached, field.room[own] + gap, field.room[own])
    field.charger[reached] = own
    field.scattered |= reached & runs


def tread_on(field: Field, own: str, who: Bools) -> None:
    """A 1 under a model is a wound that only a ward stops."""
    tread_away(field.rng, field.sides[own], own, who, field.ended)


def blows(field: Field) -> Table:
    """Fight where they met; who still runs at the end is on the table."""
    ended, sides = field.ended, field.sides
    ended[field.apart()] = "undecided"
    dealt = {side: np.zeros(len(ended), dtype=np.int64) for side in "ab"}
    for charger, other in (("a", "b"), ("b", "a")):
        for scattered, armed in product((False, True), repeat=2):
            who = (field.charger == charger) & (field.scattered == scattered)
            who &= field.armed == armed
            if not who.any():
                continue
            field.takes(charger, to_shoot=armed)
            field.waits(other)
            here = {side: only(sides[side], who) for side in "ab"}
            for side, one in here.items():
                rests = one.later is not None and side == charger and not armed
                one.shot = not rests and bool(field.spells(side))
            as_they_meet(here[charger], here[other], scattered)
            count = int(who.sum())
            match_up = field.match_up
            table = go_on(field.rng, here["a"], here["b"], charger, match_up, count, 60)
            put_back(sides["a"], here["a"], who)
            put_back(sides["b"], here["b"], who)
            ended[who] = table.ended
            dealt["a"][who], dealt["b"][who] = table.dealt_by_a, table.dealt_by_b
    a, b = sides["a"], sides["b"]
    wounds = a.wounds(), b.wounds()
    again = go_away(field.rng, sides, field.rears, ended, field.asked, field.room)
    there, told = {**posts(a, "a"), **posts(b, "b")}, {**friends(field.rears), **again}
    return Table(ended, *wounds, dealt["a"], dealt["b"], there, told)


def as_they_meet(charger: Side, other: Side, scattered: bool) -> None:
    charger.flanked = False
    if scattered:
        other.formation, other.flanked = "Skirmish", False
