"""Whole fights and volleys of Mordheim, played out with the simulator's dice."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from rulesets.matchup import Gear, MatchUp
from tests.rulesets.games.mordheim.simulator import (
    DOWN,
    FLED,
    MOST_TURNS,
    NERVELESS,
    OUT,
    STUNNED,
    UP,
    Hand,
    Man,
    Table,
    When,
)

STEEDS: dict[str, tuple[int, int, int, int, int | None]] = {
    "warhorse": (3, 3, 3, 0, None),
    "war-boar": (3, 4, 3, 2, None),
    "giant-spider": (3, 3, 4, 0, 4),
    "cold-one": (3, 4, 3, 0, None),
    "nightmare": (2, 3, 2, 0, None),
}
"""Weapon Skill, Strength, Initiative, more on the charge, Strength to wound."""

BRAVE = {"fearless", "absolute-faith", "stern", "loner", "combat-master"}


@dataclass
class Played:
    """What was counted: ends, ends at once, turns in all and squared."""

    fights: int
    ends: Counter[str]
    at_once: Counter[str]
    turns: float
    squared: float


def hand(piece: Gear, by: Man, when: When, blows: int, shot: bool = False) -> Hand:
    rules = {use.key for use in piece.rules}
    printed: Any = piece.stats.get("strength", "user")
    if isinstance(printed, int):
        strength = printed
    else:
        bonus = int(printed.removeprefix("user") or 0)
        if "heavy" in rules and not (when.first or "bulging-biceps" in by.rules):
            bonus = 0
        strength = by.s + bonus + ("mighty-blow" in by.rules)
    rides = any(one.kind == "mount" for one in by.gear)
    strength += sum(
        use.x or 0
        for use in piece.rules
        if use.key == "mounted-charge" and rides and when.charging
    )
    strength += "superior-blackpowder" in by.keys and "save-modifier" in piece.stats
    if "dark-venom" in by.keys and piece == by.gear[0]:
        strength += 1
    modifier: Any = piece.stats.get("save-modifier")
    return Hand(
        rules,
        piece.key,
        strength,
        blows,
        sword=piece.key in ("sword", "rapier"),
        base=piece.base,
        modifier=None if modifier is None else -modifier,
        shot=shot,
    )


FRENZY = {"mad-cap-mushrooms", "bear-claw-necklace", "red-toof-tribal-jewellery"}


def frenzied(man: Man) -> bool:
    return "frenzy" in man.rules or bool(FRENZY & man.keys)


def rules_of(piece: Gear) -> set[str]:
    return {use.key for use in piece.rules}


def own_blows(by: Man, when: When) -> int:
    """Return a fighter's blows before those that a second weapon adds."""
    own = by.a
    own += len({"pit-fighter-skill", "pit-fighter-at-home"} & by.rules) * when.indoors
    if "wolf-charge" in by.rules and when.charging:
        own = max(own, 2)
    own += "combat-master" in by.rules and when.several
    if frenzied(by) and not when.calm:
        own *= 2
    return int(own * (1 + ("ferocious-charge" in by.rules and when.charging)))


Blows = list[tuple[int, int, Hand]]


def blows_of(by: Man, him: Man, when: When) -> Blows:
    """Return what is struck when: its place in the order, Initiative, the blows."""
    if him.poison_proof:
        by.keys = by.keys - {"dark-venom"}
    pistols = [piece for piece in by.gear if "pistol" in rules_of(piece)]
    held = by.melee()
    if pistols and not held and when.first:
        return [placed(by, hand(pistols[0], by, when, 2), when)]
    found = armed(by, him, when, held) if held else bare(by, him, when)
    for piece in pistols if when.first else ():
        shot = "shoot-in-combat" in rules_of(piece)
        one = hand(piece, by, when, 1, shot=shot)
        one.aim = -2
        found.append((0, by.i, one) if shot else placed(by, one, when))
    for piece in held:
        if "whipcrack" in rules_of(piece) and (when.charging or when.charged):
            found.append((1, by.i, hand(piece, by, when, 1)))
    return [*found, *limbs(by, him, when)]


def bare(by: Man, him: Man, when: When) -> Blows:
    """Return the blows of fists, of beasts, and of one who needs no weapon."""
    able = by.rules & {"animal", "natural-weapons", "silent-death"}
    own = max(1, own_blows(by, when) - int("tentacle" in him.rules))
    own += "silent-death" in by.rules
    strength = by.s - (0 if able else 1) + ("mighty-blow" in by.rules)
    rules = set() if able else {"enemy-armour-bonus"}
    return [placed(by, Hand(rules, "bare", strength, own if able else 1), when)]


def armed(by: Man, him: Man, when: When, held: list[Gear]) -> Blows:
    own = own_blows(by, when)
    fewer = int("tentacle" in him.rules)
    if len(held) > 1 and held[0].hands == 1:
        return [
            placed(by, hand(held[0], by, when, max(0, own - fewer)), when),
            placed(by, hand(held[1], by, when, 1), when),
        ]
    count = max(1, own + ("pair" in rules_of(held[0])) - fewer)
    return [placed(by, hand(held[0], by, when, count), when)]


def limbs(by: Man, him: Man, when: When) -> Blows:
    found: Blows = []
    for key, able, strength in (
        ("horned-one", when.charging, by.s),
        ("trample", True, by.s),
        ("great-claw", True, by.s + 1),
    ):
        if key in by.rules and able:
            more = "mighty-blow" in by.rules
            found.append(placed(by, Hand(set(), "limb", strength + more, 1), when))
    for key, (ws, s, i, charge, wounds_as) in STEEDS.items():
        if key in by.keys:
            hard = s + (charge if when.charging else 0)
            one = Hand(set(), "steed", hard, 1, ws=ws, wounds_as=wounds_as)
            found.append((1 if when.charging else 2, i, one))
    if "scorpion-tail" in by.rules:
        tail = Hand(set(), "limb", 2 if him.poison_proof else 5, 1)
        found.append(placed(by, tail, when))
    return found


def placed(by: Man, one: Hand, when: When) -> tuple[int, int, Hand]:
    """Return when a blow is struck: first, in order of Initiative, or last."""
    initiative = by.i - (2 if one.key == "brass-knuckles" else 0)
    initiative += "ithilmar-edge" in one.rules
    last = "strike-last" in one.rules
    if last and "strongman" in by.rules and one.base == "great-weapon":
        last = False
    if last:
        return 3, initiative, one
    first = when.charging or (when.first and "strike-first" in one.rules)
    first = first or (when.charged and "lightning-reflexes" in by.rules)
    return (1 if first else 2), initiative, one


class Brawl:
    """One against one or several, turn after turn."""

    def __init__(self, question: MatchUp, fights: int, seed: int) -> None:
        self.asked: Any = question.situation
        self.table = Table(seed, fights, question.readings)
        numbers: dict[str, int] = {
            side: int(self.asked.get(f"{side}.fighters", 1)) for side in ("a", "b")
        }
        self.lone_side = "a" if numbers["b"] > 1 else "b"
        many = "b" if self.lone_side == "a" else "a"
        whom = {"a": question.a, "b": question.b}
        self.many = [
            Man(whom[many], many, self.asked, fights) for _ in range(numbers[many])
        ]
        self.one = Man(whom[self.lone_side], self.lone_side, self.asked, fights)
        self.men = [*self.many, self.one]
        self.first_by = np.full(fights, -1)

    def of(self, side: str) -> list[Man]:
        return [man for man in self.men if man.side == side]

    def over(self) -> Any:
        gone = np.all([man.posture >= OUT for man in self.many], axis=0)
        return gone | (self.one.posture >= OUT)

    def keep(self, mask: Any) -> None:
        for man in self.men:
            man.keep(mask)
        self.first_by = self.first_by[mask]
        self.table.size = int(mask.sum())

    def fears(self, tester: Man, cause: Man, charging: bool) -> Any:
        size = self.table.size
        causes = {"fear", "fearsome"}
        if not cause.rules & causes or tester.rules & (NERVELESS | {"fearless"}):
            return np.zeros(size, bool)
        if tester.rules & causes or frenzied(tester):
            return np.zeros(size, bool)
        if charging and "ere-we-go" in tester.rules:
            return np.zeros(size, bool)
        failed = tester.fails_ld(self.table.rng, size)
        if tester.rules & {"absolute-faith", "stern"}:
            failed = failed & tester.fails_ld(self.table.rng, size)
        return failed

    def recover(self, side: str) -> None:
        for man in self.of(side):
            was_down = man.posture == DOWN
            man.posture = np.where(man.posture == STUNNED, DOWN, man.posture)
            man.posture = np.where(was_down, UP, man.posture)
            man.stood = was_down
            if "stupidity" in man.rules and not man.rules & NERVELESS:
                man.dull = man.fails_ld(self.table.rng, self.table.size)

    def phase(self, active: str, charger: str, here: Any = True) -> None:
        """Fight one hand-to-hand phase, in those fights that are ``here``."""
        begun = {id(man): man.posture.copy() for man in self.men}
        able = {id(man): here & (man.posture == UP) & ~man.dull for man in self.men}
        for man in self.men:
            man.crit = np.zeros(self.table.size, bool)
            man.parried = man.crit.copy()
            man.view = np.full(self.table.size, -1)
        self.first_by = np.full(self.table.size, -1)
        events = [event for man in self.men for event in self.events(man, charger)]
        coin = self.table.rng.random(self.table.size) < 0.5
        for at in sorted({event[0] for event in events}):
            now = [event[1:] for event in events if event[0] == at]
            others = [event for event in now if event[0] is not self.one]
            lone = [event for event in now if event[0] is self.one]
            for some, who in ((coin, lone), (coin | True, others), (~coin, lone)):
                for man, hands, mask, when in who:
                    self.attack(man, hands, mask & some & able[id(man)], when, begun)
        self.alone(active)

    def events(self, man: Man, charger: str) -> list[Any]:
        """Return the blows of a fighter, with their time and whose they are."""
        found: list[Any] = []
        foe = self.one if man is not self.one else self.many[0]
        for calm in (False, True) if frenzied(man) else (False,):
            when = When(
                charging=charger == man.side,
                charged=charger not in ("", man.side),
                first=charger != "",
                several=man is self.one and len(self.many) > 1,
                indoors=self.asked.get("indoors", False),
                calm=calm,
            )
            grouped: dict[Any, list[Hand]] = {}
            for group, initiative, one in blows_of(man, foe, when):
                grouped.setdefault((group, -initiative), []).append(one)
            mask = man.calm == calm if frenzied(man) else np.full(man.calm.shape, True)
            for at, hands in grouped.items():
                found.append((at, man, hands, mask & ~man.stood, when))
                found.append(((9, at[1]), man, hands, mask & man.stood, when))
        return found

    def attack(self, man: Man, hands: Any, mask: Any, when: When, begun: Any) -> None:
        mask = mask & (man.posture == UP)
        if man is not self.one:
            here = mask & (self.one.posture < OUT)
            man.view = np.where(here & (man.view < 0), self.one.posture, man.view)
            number = self.many.index(man)
            fresh = here & (self.first_by < 0) & (man.view == UP)
            self.first_by = np.where(fresh, number, self.first_by)
            when.extra = {"view": man.view, "first": self.first_by == number}
            self.table.strike(man, self.one, hands, here, when)
            return
        whom = np.full(self.table.size, -1)
        best = np.full(self.table.size, 10**6)
        rank = {UP: 300, DOWN: 200, STUNNED: 100}
        for number, foe in enumerate(self.many):
            was = begun[id(foe)]
            worth = np.select([was == state for state in rank], list(rank.values()), 0)
            worth = np.where(foe.posture == UP, 0, worth) + foe.wounds
            worth = worth + 0.5 * foe.stood
            better = (foe.posture < OUT) & (worth < best)
            best, whom = np.where(better, worth, best), np.where(better, number, whom)
        for number, foe in enumerate(self.many):
            always = np.ones(self.table.size, bool)
            when.extra = {"view": begun[id(foe)], "first": always}
            self.table.strike(man, foe, hands, mask & (whom == number), when)

    def alone(self, active: str) -> None:
        one = self.one
        standing = sum((man.posture == UP).astype(int) for man in self.many)
        if self.asked.get(f"{one.side}.friend-near", False):
            return
        if one.rules & (NERVELESS | BRAVE) or len(self.many) < 2:
            return
        if self.table.readings.get("alone", "every") == "own" and active != one.side:
            return
        tested = (one.posture == UP) & (standing > 1)
        failed = tested & one.fails_ld(self.table.rng, self.table.size)
        when = When()
        _, _, main = blows_of(self.many[0], one, when)[0]
        nothing = np.zeros(self.table.size, bool)
        for man in self.many:
            man.crit = nothing.copy()
            caught = failed & (man.posture == UP)
            self.table.hit(man, one, main, caught, nothing, nothing)
        one.posture = np.where(failed & (one.posture == UP), FLED, one.posture)

    def charged(self, charger: str) -> Any:
        """Roll for fear, and return where the charge is held back."""
        held = np.zeros(self.table.size, bool)
        if not charger:
            return held
        other = "b" if charger == "a" else "a"
        chargers, targets = self.of(charger), self.of(other)
        if len(chargers) == 1:
            held = self.fears(chargers[0], targets[0], charging=True)
        for man in targets:
            man.shaken = self.fears(man, chargers[0], charging=False)
        return held

    def at_once(self) -> Counter[str]:
        """Count who lies or is out."""
        found: Counter[str] = Counter()
        for side in ("a", "b"):
            for posture, word in ((DOWN, "knocked-down"), (OUT, "out")):
                some = np.any([m.posture == posture for m in self.of(side)], axis=0)
                found[f"{side}-{word}-at-once"] = int(some.sum())
        return found

    def ended(self) -> Counter[str]:
        """Count how fights are over."""
        one, many = self.one, self.many[0].side
        over = self.over()
        return Counter(
            {
                f"{one.side}-out": int((one.posture == OUT).sum()),
                f"{one.side}-flees": int((one.posture == FLED).sum()),
                f"{many}-out": int((over & (one.posture < OUT)).sum()),
            }
        )


def play(question: MatchUp, fights: int, seed: int) -> Played:
    """Return so many fights, played to their end or to the asked number of turns."""
    brawl = Brawl(question, fights, seed)
    charger = brawl.asked.get("charge", "a")
    active = "a" if charger == "none" else charger
    charger = "" if charger == "none" else charger
    held = brawl.charged(charger)
    ends: Counter[str] = Counter({f"{charger}-holds-back": int(held.sum())})
    brawl.keep(~held)
    at_once: Counter[str] = Counter()
    turns = squared = 0.0
    last = question.rounds or MOST_TURNS
    for number in range(1, last + 1):
        if not charger:
            brawl.recover(active)
        brawl.phase(active, charger)
        if number == 1:
            at_once = brawl.at_once()
        ends += brawl.ended()
        over = brawl.over()
        done = brawl.table.size if number == last else int(over.sum())
        turns, squared = turns + number * done, squared + number**2 * done
        brawl.keep(~over)
        for man in brawl.men:
            man.stood = np.zeros(brawl.table.size, bool)
        charger, active = "", "b" if active == "a" else "a"
        if not brawl.table.size:
            break
    ends["undecided"] = brawl.table.size
    return Played(fights, ends, at_once, turns, squared)
