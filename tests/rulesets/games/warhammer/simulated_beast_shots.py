"""Shots at ridden monsters and the turns before contact, rolled die by die.

A hit on a rider and his monster strikes one of both by a die; who is alone is struck by
all. A rider whose monster has fallen goes on on foot.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rulesets.core.values import Gear
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.warhammer.simulated import SAVE_MODIFIER, WOUNDS, has, stat
from tests.rulesets.games.warhammer.simulated_beasts import (
    Body,
    Camp,
    Fight,
    camp,
    code,
    fears,
    fight_round,
    result,
    tally,
)

PENALTY = {"open": 0, "soft": 1, "hard": 2}
EDGE = 72


def gun_of(body: Body) -> Gear | None:
    return next((one for one in body.part.gear if one.kind == "ranged"), None)


def carries(gun: Gear, key: str) -> bool:
    return any(rule.key == key for rule in gun.rules)


@dataclass(frozen=True)
class Aim:
    """The manner of a volley: how far, after a move, at a charge, at whom in cover."""

    distance: int
    moved: bool = False
    reaction: bool = False
    cover: str = "open"


def need_to_hit(body: Body, gun: Gear, target: Camp, aim: Aim) -> int:
    """Return the roll to hit; 7 and more is a 6 and then another roll."""
    reach = stat(gun, "range")
    distance = min(aim.distance, reach) if aim.reaction else aim.distance
    need = 7 - body.number("bs") + PENALTY[aim.cover]
    need += 2 * distance > reach
    need += aim.moved
    need += aim.reaction
    need += stat(gun, "shots") > 1
    beast = any(one.is_beast for one in target.standing)
    need += target.rides and not beast
    need -= any(has(one.part, "large-target") for one in target.standing if beast)
    return need


def hits(fight: Fight, need: int) -> bool:
    roll = fight.die()
    if need > 6:
        return roll == 6 and need < 10 and fight.die() >= need - 3
    return roll != 1 and roll >= need


def struck_by(fight: Fight, target: Camp) -> Body:
    """Return whom a hit strikes: of rider and monster one, by a die."""
    there = target.standing
    if len(there) == 1:
        return there[0]
    low = int(str(fight.question.readings.get("shots-at-rider", 5)))
    return there[0] if fight.die() >= low else there[1]


def shot(fight: Fight, need: int, gun: Gear, target: Camp) -> None:
    if not hits(fight, need):
        return
    hurt = struck_by(fight, target)
    strength = stat(gun, "strength")
    if fight.die() < WOUNDS[strength - 1][hurt.number("t") - 1]:
        return
    save = hurt.number("sv") + SAVE_MODIFIER[strength]
    save += carries(gun, "armour-piercing")
    roll = fight.die()
    if roll != 1 and roll >= save:
        return
    if fight.die() < hurt.number("ward"):
        hurt.wounds -= 1


def volley(fight: Fight, own: Camp, target: Camp, aim: Aim) -> None:
    """Let the front rank of five shoot."""
    body = own.bodies[0]
    gun = gun_of(body)
    if gun is None or not body.wounds:
        return
    if aim.distance > stat(gun, "range") and not aim.reaction:
        return
    if aim.moved and carries(gun, "move-or-fire"):
        return
    for _ in range(min(body.alive, 5) * max(stat(gun, "shots"), 1)):
        if target.wounds:
            shot(fight, need_to_hit(body, gun, target, aim), gun, target)


@dataclass
class Ground:
    """The places of two camps, and what has befallen them."""

    fight: Fight
    distance: int
    flees: str = ""
    ended: str = ""
    charger: str = ""
    tested: set[str] = field(default_factory=set)

    def asked(self, key: str, usual: object) -> object:
        return self.fight.question.situation.get(key, usual)

    def camps(self, side: str) -> tuple[Camp, Camp]:
        a, b = self.fight.a, self.fight.b
        return (a, b) if side == "a" else (b, a)


def passes(ground: Ground, own: Camp, more: int = 0) -> bool:
    return ground.fight.test(min(own.mind.number("ld") + more, 10))


def run(ground: Ground, own: Camp, reach: int = 0) -> None:
    ground.flees = own.side
    ground.distance += ground.fight.run(own)
    if ground.distance <= reach:
        ground.ended = f"{own.side}-caught"
        return
    ground.distance -= reach // 2
    if ground.distance > EDGE:
        ground.ended = f"{own.side}-fled"


def stride(own: Camp) -> int:
    return own.feet.number("m")


def shoot(ground: Ground, own: Camp, other: Camp, aim: Aim) -> None:
    """Shoot a volley, and test for panic a quarter of whose models is lost."""
    before = other.bodies[0].alive
    aim = replace(aim, cover=str(ground.asked(f"{other.side}.cover", "open")))
    volley(ground.fight, own, other, aim)
    if not other.standing:
        ground.ended = f"{other.side}-destroyed"
        return
    lost = before - other.bodies[0].alive
    tests = not other.rides and lost > 0 and 4 * lost >= before
    if tests and ground.flees != other.side and not passes(ground, other):
        run(ground, other)


def dreads(ground: Ground, own: Camp, other: Camp) -> bool:
    """Return whether a camp tests for terror of another, once in a battle."""
    return fears(own, other) and own.side not in ground.tested


def turn(ground: Ground, side: str) -> None:
    own, other = ground.camps(side)
    if ground.flees == side:
        body = own.bodies[0]
        enough = own.rides or 4 * body.alive >= body.models
        rallied = passes(ground, own, int(own.has("musician")))
        if rallied and enough:
            ground.flees = ""
        else:
            run(ground, own)
        return
    near = ground.distance <= 6 and not ground.flees
    if near and dreads(ground, own, other):
        ground.tested.add(side)
        if not passes(ground, own):
            run(ground, own)
            return
    closes = ground.asked("closing", "a") in (side, "both")
    if closes and ground.distance <= 2 * stride(own):
        charge(ground, own, other)
        return
    advance(ground, own, other, closes=bool(closes))


def advance(ground: Ground, own: Camp, other: Camp, *, closes: bool) -> None:
    marched = moved = False
    if closes:
        marched = ground.distance > 8 or bool(ground.flees)
        step = stride(own) * (2 if marched else 1)
        distance = max(ground.distance - step, 1)
        moved = distance < ground.distance
        ground.distance = distance
    if not marched:
        shoot(ground, own, other, Aim(ground.distance, moved))


def charge(ground: Ground, own: Camp, other: Camp) -> None:
    chased = ground.flees == other.side
    if not chased and fears(own, other) and not passes(ground, own):
        return
    reach = 2 * stride(own)
    if chased:
        run(ground, other, reach)
        return
    afraid = False
    if fears(other, own):
        failed = not passes(ground, other)
        terror = other.side not in ground.tested
        ground.tested.add(other.side)
        if failed and (terror or other.strength < own.strength):
            run(ground, other, reach)
            return
        afraid = failed
    reaction = str(ground.asked(f"{other.side}.reaction", "shoots"))
    if reaction == "flees" and not afraid:
        run(ground, other, reach)
        return
    if reaction == "shoots" and ground.distance > stride(own):
        shoot(ground, other, own, Aim(ground.distance, reaction=True))
    if not ground.ended and not ground.flees:
        ground.charger = own.side
        ground.fight.afraid = other.side if afraid else ""


def approach(question: MatchUp, dice: random.Random) -> Ground:
    """Play all turns before contact."""
    both = camp(question.a, "a", question), camp(question.b, "b", question)
    ground = Ground(Fight(question, dice, *both), 0)
    ground.distance = int(str(ground.asked("distance", 24)))
    if question.kind == "charge":
        ground.distance = int(str(ground.asked("distance", 8)))
        charge(ground, *both)
        if not ground.ended and not ground.charger:
            ground.ended = f"{ground.flees}-flees" if ground.flees else "no-charge"
        panics = {"a-flees": "a-panics", "a-fled": "a-panics", "b-fled": "b-flees"}
        ground.ended = panics.get(ground.ended, ground.ended)
        return ground
    for _ in range(int(str(ground.asked("turns", 6)))):
        for side in ("a", "b"):
            if not ground.ended and not ground.charger:
                turn(ground, side)
    if not ground.ended and not ground.charger:
        ground.ended = f"{ground.flees}-fleeing" if ground.flees else "no-contact"
    return ground


def outcome(ground: Ground) -> str:
    """Fight on from contact; return how it ends."""
    if ground.ended:
        return ground.ended
    fight, ended, number = ground.fight, "", 0
    fight.charge = ground.charger
    while not ended and number != fight.question.rounds:
        fight_round(fight)
        ended = result(fight)
        fight.charge = fight.afraid = ""
        number += 1
    return ended or "undecided"


def one_volley(question: MatchUp, dice: random.Random) -> tuple[str, Fight]:
    both = camp(question.a, "a", question), camp(question.b, "b", question)
    fight = Fight(question, dice, *both)
    asked = question.situation.get
    both[1].bodies[0].wounds -= int(str(asked("b.wounds-lost", 0)))
    aim = Aim(
        int(str(asked("distance", 12))),
        bool(asked("moved", False)),
        cover=str(asked("cover", "open")),
    )
    volley(fight, *both, aim)
    return "b-stands" if both[1].standing else "b-destroyed", fight


def ends(question: MatchUp, games: int, seed: int) -> Iterator[tuple[str, int, int]]:
    dice = random.Random(seed)  # noqa: S311
    for _ in range(games):
        if question.kind == "shooting":
            told, fight = one_volley(question, dice)
        else:
            ground = approach(question, dice)
            told, fight = outcome(ground), ground.fight
        yield told, code(fight.a), code(fight.b)


def counted(question: MatchUp, games: int, seed: int) -> dict[str, Counter[int]]:
    """Count ends, and wounds left of both sides: of rider and beast apart."""
    return tally(ends(question, games, seed))
