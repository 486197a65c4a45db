"""Ridden monsters in combat, rolled die by die, one fight after the other.

A model on a monster is two bodies: each strikes with his own figures and is struck at
with his own. Who strikes chooses one of them while both live. A rider whose monster has
fallen fights on foot; a monster without its rider fights on with its own Leadership.
It shares nothing with the engine but the match-up, and the tables as they are printed.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulesets.odds.match_up import Fighter, FighterPart, MatchUp
from tests.rulesets.games.warhammer.simulated import (
    HITS,
    SAVE_MODIFIER,
    WOUNDS,
    has,
    held,
    parts_of,
    stat,
)

FOOT = 25
MONSTER = 50


@dataclass
class Body:
    """Those who have wounds together: a regiment, a rider or a monster."""

    part: FighterPart
    wounds: int
    models: int = 1
    is_beast: bool = False
    base: int = FOOT
    before: int = 0
    figures: dict[str, int] = field(default_factory=dict)

    def number(self, key: str) -> int:
        if key not in self.figures:
            value = self.part.characteristics.get(key)
            usual = {"sv": 7, "ward": 7}.get(key, 0)
            self.figures[key] = int(str(value)) if value is not None else usual
        return self.figures[key]

    @property
    def alive(self) -> int:
        return -(-self.wounds // self.number("w"))


@dataclass
class Camp:
    """A side: a regiment, or a rider and his monster."""

    side: str
    question: MatchUp
    bodies: list[Body] = field(default_factory=list)
    first_lost: int = 0

    @property
    def rides(self) -> bool:
        return any(body.is_beast for body in self.bodies)

    @property
    def standing(self) -> list[Body]:
        return [body for body in self.bodies if body.wounds > 0]

    @property
    def wounds(self) -> int:
        return sum(body.wounds for body in self.bodies)

    def asked(self, key: str) -> object:
        return self.question.situation.get(f"{self.side}.{key}")

    def has(self, key: str) -> bool:
        """Return whether one that lives has a rule; what a beast brings falls with it.

        The document writes the rules of a beast beside those of its rider too.
        """
        beast = next((body for body in self.bodies if body.is_beast), None)
        for body in self.standing:
            brought = beast is not None and has(beast.part, key)
            if has(body.part, key) and (body.is_beast or not brought):
                return True
        return False

    @property
    def strength(self) -> int:
        """Return the Unit Strength: a monster its wounds at first, its rider one."""
        total = 0
        for body in self.standing:
            if body.is_beast:
                total += body.number("w")
            elif self.rides:
                total += 1
            else:
                total += body.alive * body.number("us")
        return total

    @property
    def mind(self) -> Body:
        """Return whose Leadership and Movement it uses: the rider's first."""
        return self.standing[0] if self.standing else self.bodies[0]

    @property
    def feet(self) -> Body:
        """Return who carries it: the monster while it lives."""
        return self.standing[-1] if self.standing else self.bodies[-1]

    @property
    def front(self) -> int:
        """Return the base that it turns to the enemy [mm]."""
        beast = any(body.is_beast for body in self.standing)
        return MONSTER if beast else FOOT


def camp(fighter: Fighter, side: str, question: MatchUp) -> Camp:
    parts = parts_of(fighter)
    found = Camp(side, question)
    main = next(part for part in parts if part.role == "models")
    wounds = int(str(main.characteristics["w"]))
    found.bodies.append(Body(main, wounds * main.models, main.models))
    for part in parts:
        if part.role == "mount":
            own = int(str(part.characteristics["w"]))
            found.bodies.append(Body(part, own, is_beast=True, base=MONSTER))
    return found


@dataclass
class Fight:
    """One fight: both camps and its dice."""

    question: MatchUp
    dice: random.Random
    a: Camp
    b: Camp
    won: str = ""
    charge: str = ""
    afraid: str = ""

    def die(self) -> int:
        return int(6 * self.dice.random()) + 1

    def test(self, value: int) -> bool:
        return self.die() + self.die() <= value

    def dreads(self, own: Camp, other: Camp) -> bool:
        """Test Leadership against terror, where there is any; return who fails."""
        return fears(own, other) and not self.test(own.mind.number("ld"))

    def run(self, own: Camp) -> int:
        count = 3 if own.feet.number("m") > 6 else 2
        return sum(self.die() for _ in range(count))


def when(body: Body, own: Camp, fight: Fight) -> tuple[int, int]:
    place = 0 if fight.charge == own.side else 2
    if place and has(body.part, "strikes-last") and not body.is_beast:
        place = 3
    return place, -body.number("i")


def strength_of(body: Body, own: Camp, fight: Fight) -> int:
    strength = body.number("s")
    weapons = held(body.part)
    if body.is_beast or len(weapons) != 1 or weapons[0].count > 1:
        return strength
    charging = fight.charge == own.side
    on_foot = own.rides and not any(one.is_beast for one in own.standing)
    if on_foot and any(rule.key == "mounted-only" for rule in weapons[0].rules):
        return strength
    more = [stat(weapons[0], "strength-bonus")]
    more += [stat(weapons[0], "charge-bonus")] if charging else []
    return strength + max(more)


def save_of(target: Body, other: Camp) -> int:
    """Return an armour save: hand weapon and shield help a man on foot."""
    save = target.number("sv")
    riding = any(body.is_beast for body in other.standing)
    weapons, gear = held(target.part), target.part.gear
    plain = len(weapons) == 1 and weapons[0].base == "hand-weapon"
    shield = any(piece.kind == "shield" for piece in gear)
    if plain and shield and not riding and not target.is_beast:
        save -= 1
    return save


def harm(body: Body, target: Body, own: Camp, other: Camp, fight: Fight) -> float:
    """Return the chance that one blow wounds."""
    strength = strength_of(body, own, fight)
    hit = (7 - HITS[body.number("ws") - 1][target.number("ws") - 1]) / 6
    need = WOUNDS[strength - 1][target.number("t") - 1]
    save = max(save_of(target, other) + SAVE_MODIFIER[strength], 2)
    through = 1 - max(7 - save, 0) / 6
    return hit * max(7 - need, 0) / 6 * through * (target.number("ward") - 1) / 6


def chosen(body: Body, own: Camp, other: Camp, fight: Fight) -> Body:
    """Return at whom the blows of a body are struck, of those who stand."""
    there = other.standing
    if len(there) == 1:
        return there[0]
    rider, beast = there
    aims = own.asked("aims") or "easier"
    if aims in ("rider", "mount"):
        return beast if aims == "mount" else rider
    better = harm(body, beast, own, other, fight) > harm(body, rider, own, other, fight)
    return beast if better + 1e-12 > 1 else rider


def blow(body: Body, target: Body, own: Camp, other: Camp, fight: Fight) -> None:
    strength = strength_of(body, own, fight)
    roll = fight.die()
    need = HITS[body.number("ws") - 1][target.number("ws") - 1]
    if fight.afraid == own.side:
        need = 6
    if roll == 1 or roll < need:
        return
    roll, need = fight.die(), WOUNDS[strength - 1][target.number("t") - 1]
    if roll < need:
        return
    save = save_of(target, other) + SAVE_MODIFIER[strength]
    roll = fight.die()
    if roll != 1 and roll >= save:
        return
    if fight.die() >= target.number("ward"):
        return
    target.wounds = max(target.wounds - 1, 0)


def blows(body: Body, own: Camp, other: Camp, fight: Fight) -> int:
    """Return how many attacks a body makes now."""
    if not body.wounds:
        return 0
    if own.rides:
        return body.number("a")
    wide = min(5, -(-body.before // body.number("w")))
    met = min(wide, other.front // FOOT + 2)
    fallen = -(-body.before // body.number("w")) - body.alive
    return max(met - fallen, 0) * body.number("a")


def fight_round(fight: Fight) -> None:
    camps = (fight.a, fight.b)
    for own in camps:
        for body in own.bodies:
            body.before = body.wounds
    moments = sorted({when(body, own, fight) for own in camps for body in own.standing})
    toss = fight.won or ("a" if fight.die() <= 3 else "b")
    order = camps if toss == "a" else camps[::-1]
    for moment in moments:
        for own in order:
            other = fight.b if own is fight.a else fight.a
            if not other.standing:
                continue
            ready = [b for b in own.standing if when(b, own, fight) == moment]
            struck = [(one, chosen(one, own, other, fight)) for one in ready]
            counts = [blows(one, own, other, fight) for one in ready]
            for (one, target), count in zip(struck, counts, strict=True):
                for _ in range(count):
                    blow(one, target, own, other, fight)


def ranks(own: Camp) -> int:
    if own.rides:
        return 0
    body = own.bodies[0]
    alive = -(-body.before // body.number("w"))
    wide = min(5, body.models)
    if wide < 4:
        return 0
    full, rest = divmod(alive, wide)
    return min(max(full + (rest >= 4) - 1, 0), 3)


def points(own: Camp, other: Camp) -> int:
    lost = sum(body.before - body.wounds for body in other.bodies)
    banner = any(has(body.part, "standard-bearer") for body in own.standing)
    return lost + ranks(own) + int(banner) + int(own.strength > other.strength)


def fears(own: Camp, other: Camp) -> bool:
    return other.has("terror") and not own.has("terror")


def result(fight: Fight) -> str:
    """Return how the fight ends after a round; nothing where it goes on."""
    a, b = fight.a, fight.b
    if not a.standing or not b.standing:
        sides = [own.side for own in (a, b) if not own.standing]
        return "both-destroyed" if len(sides) == 2 else f"{sides[0]}-destroyed"
    difference = points(a, b) - points(b, a)
    music = [any(has(body.part, "musician") for body in own.bodies) for own in (a, b)]
    difference = difference or int(music[0]) - int(music[1])
    fight.won = "a" if difference > 0 else "b" if difference < 0 else ""
    if not difference:
        return ""
    loser, winner = (b, a) if difference > 0 else (a, b)
    weak = fears(loser, winner) and loser.strength < winner.strength
    if not weak and fight.test(loser.mind.number("ld") - abs(difference)):
        return ""
    flight, pursuit = fight.run(loser), fight.run(winner)
    return f"{loser.side}-run-down" if pursuit >= flight else f"{loser.side}-broken"


def play(question: MatchUp, dice: random.Random) -> Fight | str:
    """Play one fight; what it ends in before contact, if it does."""
    fight = Fight(
        question,
        dice,
        camp(question.a, "a", question),
        camp(question.b, "b", question),
        charge="a" if question.kind == "charge" else "",
    )
    if fight.charge and fight.dreads(fight.a, fight.b):
        return "no-charge"
    if fight.charge and fight.dreads(fight.b, fight.a):
        reach = 2 * fight.a.feet.number("m")
        return "b-caught" if 8 + fight.run(fight.b) <= reach else "b-flees"
    return fight


def ends(question: MatchUp, fights: int, seed: int) -> Iterator[tuple[str, int, int]]:
    """Yield how each fight ends, with the wounds of all bodies, beast last."""
    dice = random.Random(seed)  # noqa: S311
    for _ in range(fights):
        fight = play(question, dice)
        if isinstance(fight, str):
            whole = [camp(one, "a", question) for one in (question.a, question.b)]
            yield fight, code(whole[0]), code(whole[1])
            continue
        ended, number = "", 0
        while not ended and number != question.rounds:
            fight_round(fight)
            ended = result(fight)
            fight.charge = ""
            number += 1
        yield ended or "undecided", code(fight.a), code(fight.b)


def code(own: Camp) -> int:
    """Return the wounds of a regiment or a rider, and a hundred for each of a beast."""
    return own.bodies[0].wounds + 100 * sum(b.wounds for b in own.bodies if b.is_beast)


def counted(question: MatchUp, fights: int, seed: int) -> dict[str, Counter[int]]:
    """Count ends, and wounds left of both sides: of rider and beast apart."""
    return tally(ends(question, fights, seed))


def tally(fought: Iterable[tuple[str, int, int]]) -> dict[str, Counter[int]]:
    """Count ends, and wounds left of both sides: of rider and beast apart."""
    found: dict[str, Counter[int]] = {}
    names: Counter[str] = Counter()
    for ended, a, b in fought:
        names[ended] += 1
        for side, left in (("a", a), ("b", b)):
            beast, rider = divmod(left, 100)
            found.setdefault(f"{side}-rider", Counter())[rider] += 1
            found.setdefault(f"{side}-mount", Counter())[beast] += 1
            found.setdefault(side, Counter())[rider + beast] += 1
    found.update({f"end {name}": Counter({1: n}) for name, n in names.items()})
    return found
