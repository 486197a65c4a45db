"""Whole fights and volleys of Mordheim, played out with the simulator's dice."""

import copy
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rulesets.odds.match_up import MatchUp
from rulesets.odds.sides import OTHER
from tests.rulesets.games.mordheim.arming import blows_of, frenzied
from tests.rulesets.games.mordheim.blazing import burn_on
from tests.rulesets.games.mordheim.simulator import (
    DOWN,
    FELL,
    FIRE,
    FLED,
    MOST_TURNS,
    NERVELESS,
    OUT,
    SPINES,
    STUNNED,
    UP,
    Hand,
    Man,
    Table,
    When,
)
from tests.rulesets.games.mordheim.spells import cast_now

BRAVE = {"fearless", "absolute-faith", "stern", "loner", "combat-master"}


@dataclass
class Played:
    """What was counted: ends, ends at once, turns in all and squared."""

    fights: int
    ends: Counter[str]
    at_once: Counter[str]
    turns: float
    squared: float


class Brawl:
    """One against one or several, turn after turn."""

    def __init__(self, question: MatchUp, fights: int, seed: int) -> None:
        self.asked: Any = question.situation
        self.table = Table(seed, fights, question.readings)
        numbers: dict[str, int] = {
            side: int(self.asked.get(f"{side}.fighters", 1)) for side in ("a", "b")
        }
        self.joins = next((x for x in "ab" if self.asked.get(f"{x}.joins")), "")
        self.lone_side = "a" if numbers["b"] > 1 else "b"
        if self.joins:
            self.lone_side = "b" if self.joins == "a" else "a"
        many = "b" if self.lone_side == "a" else "a"
        whom = {"a": question.a, "b": question.b}
        self.many = [
            Man(whom[many], many, self.asked, fights) for _ in range(numbers[many])
        ]
        self.one = Man(whom[self.lone_side], self.lone_side, self.asked, fights)
        self.men = [*self.many, self.one]
        self.coming: Man | None = None
        if self.joins:
            fresh = {x: y for x, y in self.asked.items() if "wounds-lost" not in x}
            fresh = {x: y for x, y in fresh.items() if "posture" not in x}
            self.coming = Man(whom[many], many, fresh, fights)
        self.newcomer: Man | None = None
        for man in [*self.men, *filter(None, [self.coming])]:
            man.fights = True

    def of(self, side: str) -> list[Man]:
        return [man for man in self.men if man.side == side]

    def over(self) -> Any:
        if self.coming:
            return self.one.posture >= OUT
        gone = np.all([man.posture >= OUT for man in self.many], axis=0)
        return gone | (self.one.posture >= OUT)

    def keep(self, mask: Any) -> None:
        for man in [*self.men, *filter(None, [self.coming])]:
            man.keep(mask)
        self.table.size = int(mask.sum())

    def fears(self, tester: Man, cause: Man, charging: bool) -> Any:
        size = self.table.size
        causes = {"fear", "fearsome"}
        scares = cause.lit and "animal" in tester.rules
        if not (cause.rules & causes or scares) or tester.rules & (
            NERVELESS | {"fearless"}
        ):
            return np.zeros(size, bool)
        proof = tester.lit and "animal" in cause.rules
        if proof or tester.rules & causes or frenzied(tester):
            return np.zeros(size, bool)
        if charging and "ere-we-go" in tester.rules:
            return np.zeros(size, bool)
        if {"bugmans-ale", "holy-unholy-relic"} & tester.keys:
            return np.zeros(size, bool)
        failed = tester.fails_ld(self.table.rng, size, tester.horn)
        if tester.rules & {"absolute-faith", "stern"}:
            failed = failed & tester.fails_ld(self.table.rng, size)
        return failed

    def recover(self, side: str) -> None:
        for man in self.men:
            man.busy = np.zeros(self.table.size, bool)
        for man in self.of(side):
            if man is self.newcomer:
                continue
            was_down = man.posture == DOWN
            man.posture = np.where(man.posture == STUNNED, DOWN, man.posture)
            man.posture = np.where(was_down, UP, man.posture)
            man.stood = was_down
            if "stupidity" in man.rules and not man.rules & NERVELESS:
                man.dull = man.fails_ld(self.table.rng, self.table.size)
            burn_on(self.table, man, FIRE)

    def cast(self, active: str, here: Any = True) -> None:
        """Let the active side cast in its shooting phase, also in combat."""
        for man in self.of(active):
            if not man.casts:
                continue
            able = here & (man.posture == UP) & ~man.dull & ~man.busy
            if man is not self.one:
                cast_now(self.table, man, self.one, able & (self.one.posture < OUT))
                continue
            whom = self.nearest()
            for number, foe in enumerate(self.many):
                cast_now(self.table, man, foe, able & (whom == number))

    def nearest(self) -> Any:
        """Return whom of the several the one strikes: who stands, the weaker first."""
        whom = np.full(self.table.size, -1)
        best = np.full(self.table.size, 10**6)
        rank = [(UP, 0), (STUNNED, 100), (DOWN, 200)]
        for number, foe in enumerate(self.many):
            worth = np.select(
                [foe.posture == state for state, _ in rank], [n for _, n in rank], 10**6
            )
            worth = worth + foe.wounds
            better = (foe.posture < OUT) & (worth < best)
            best, whom = np.where(better, worth, best), np.where(better, number, whom)
        return whom

    def phase(self, active: str, charger: str, here: Any = True) -> None:
        """Fight one hand-to-hand phase, in those fights that are ``here``."""
        begun = {id(man): man.posture.copy() for man in self.men}
        able = {
            id(man): here & (man.posture == UP) & ~man.dull & ~man.busy
            for man in self.men
        }
        for man in self.men:
            man.crit = np.zeros(self.table.size, bool)
            man.parried = man.crit.copy()
            man.view = np.full(self.table.size, -1)
            man.stopped = man.crit.copy()
        self.prick(here, begun)
        self.begun_with = {id(man): man.lost.copy() for man in self.men}
        events = [event for man in self.men for event in self.events(man, charger)]
        coin = self.table.rng.random(self.table.size) < 0.5
        for at in sorted({event[0] for event in events}):
            now = [event[1:] for event in events if event[0] == at]
            others = [event for event in now if event[0] is not self.one]
            lone = [event for event in now if event[0] is self.one]
            for some, who in ((coin, lone), (coin | True, others), (~coin, lone)):
                for man, what, mask in who:
                    self.strikes(man, what, mask & some & able[id(man)], begun)
        self.alone(active)

    def prick(self, here: Any, begun: Any) -> None:
        """Let the spines of all who are not out hit every enemy in contact.

        Whom they put down counts in this phase as he was before.
        """
        alive = {id(man): here & (man.posture < OUT) for man in self.men}
        for man in self.men:
            for foe in self.many if man is self.one else [self.one]:
                if "spines" in foe.rules:
                    mask = alive[id(foe)] & alive[id(man)]
                    self.table.struck(man, SPINES, mask)
        was = begun[id(self.one)]
        for man in self.many:
            man.view = np.where(self.one.posture != was, was, man.view)

    def events(self, man: Man, charger: str) -> list[Any]:
        """Return the blows of a fighter, with their time and whose they are."""
        found: list[Any] = []
        foe = self.one if man is not self.one else self.many[0]
        for calm in (False, True) if frenzied(man) else (False,):
            mask = man.calm == calm if frenzied(man) else np.full(man.calm.shape, True)
            for lost in np.unique(man.lost).tolist():
                here = mask & (man.lost == lost)
                when = self.when(man, charger, calm=calm)
                for place, (at, _) in enumerate(self.grouped(man, foe, when, lost)):
                    what = place, foe, when
                    found.append((at, man, what, here & ~man.stood))
                    found.append(((9, at[1]), man, what, here & man.stood))
        return found

    def when(self, man: Man, charger: str, *, calm: bool) -> When:
        others = self.newcomer is not None and man is not self.newcomer
        return When(
            charging=charger == man.side and not others,
            charged=charger not in ("", man.side) and not others,
            first=charger != "" and not others,
            met=charger not in ("", man.side),
            several=man is self.one and len(self.many) > 1,
            indoors=self.asked.get("indoors", False),
            calm=calm,
        )

    def grouped(self, man: Man, foe: Man, when: When, lost: int) -> list[Any]:
        """Return blows by their time, with what is left to strike with."""
        grouped: dict[Any, list[Hand]] = {}
        for group, initiative, one in blows_of(man, foe, replace(when, lost=lost)):
            grouped.setdefault((group, -initiative), []).append(one)
        return sorted(grouped.items(), key=lambda item: item[0])

    def strikes(self, man: Man, what: Any, mask: Any, begun: Any) -> None:
        """Strike with what he has now: it may be less than when the phase began."""
        place, foe, when = what
        had = man.lost.copy()
        for lost in np.unique(had).tolist():
            arms = self.grouped(man, foe, when, lost)
            if place < len(arms):
                now = mask & (had == lost) & ~man.stopped
                self.attack(man, arms[place][1], now, when, begun)

    def attack(self, man: Man, hands: Any, mask: Any, when: When, begun: Any) -> None:
        mask = mask & (man.posture == UP)
        if man is not self.one:
            here = mask & (self.one.posture < OUT)
            found = self.found(begun[id(self.one)])
            man.view = np.where(here & (man.view < 0), found, man.view)
            when.extra = {"view": man.view}
            self.table.strike(man, self.one, hands, here, when)
            return
        whom = np.full(self.table.size, -1)
        best = np.full(self.table.size, 10**6)
        rank = {UP: 300, DOWN: 200, STUNNED: 100}
        for number, foe in enumerate(self.many):
            was = begun[id(foe)]
            worth = np.select([was == state for state in rank], list(rank.values()), 0)
            worth = np.where(foe.posture == UP, 0, worth) + foe.wounds
            worth = worth + 0.5 * foe.stood + 0.05 * self.begun_with[id(foe)]
            better = (foe.posture < OUT) & (worth < best)
            best, whom = np.where(better, worth, best), np.where(better, number, whom)
        for number, foe in enumerate(self.many):
            when.extra = {"view": begun[id(foe)]}
            self.table.strike(man, foe, hands, mask & (whom == number), when)
            self.blown()

    def blown(self) -> None:
        """Let the one whom his own pistol put down count as if he still stood."""
        fell = self.one.blown & (self.one.posture > UP)
        for man in self.many:
            man.view = np.where(fell & (man.view < 0), UP, man.view)

    def found(self, begun: Any) -> Any:
        """Return the posture in which the one counts for who comes to strike him now.

        Whom a friend put down in this phase counts as he was when it began, unless the
        reading lets another finish him.
        """
        read = self.table.readings.get("put-down-by-another", "stunned")
        now = self.one.posture
        able = {"stunned": now == STUNNED, "both": now > UP, "neither": now < UP}[read]
        return np.where(able, now, begun)

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
        if "banner" in one.keys:
            failed = failed & one.fails_ld(self.table.rng, self.table.size)
        when = When()
        _, _, main = blows_of(self.many[0], one, when)[0]
        nothing = np.zeros(self.table.size, bool)
        for man in self.many:
            caught = failed & (man.posture == UP)
            self.table.hit(man, one, main, caught, nothing, nothing)
        one.posture = np.where(failed & (one.posture == UP), FLED, one.posture)

    def charged(self, charger: str) -> Any:
        """Roll for fear, and return where the charge is held back."""
        held = np.zeros(self.table.size, bool)
        if not charger:
            return held
        other = "b" if charger == "a" else "a"
        if self.asked.get("ladder"):
            held = ~self.table.passes(self.of(charger)[0])
        chargers, targets = self.of(charger), self.of(other)
        held = held | self.held_off(chargers[0], targets[0], other)
        if len(chargers) == 1:
            held = held | self.fears(chargers[0], targets[0], charging=True)
        for man in targets:
            man.shaken = self.fears(man, chargers[0], charging=False)
        return held

    def held_off(self, charger: Man, target: Man, side: str) -> Any:
        """Roll for what the goods of who is charged do to one charger."""
        held = np.zeros(self.table.size, bool)
        if self.flashes(target):
            held = ~self.table.passes(charger)
        return held | self.repelled(charger, target, side)

    def flashes(self, target: Man) -> bool:
        told = bool(self.asked.get(f"{target.side}.flash"))
        return told and "flash-powder" in target.keys

    def repelled(self, charger: Man, target: Man, side: str) -> Any:
        """Roll for garlic."""
        held = np.zeros(self.table.size, bool)
        if self.asked.get(f"{side}.garlic") and "garlic" in target.keys:
            held = held | charger.fails_ld(self.table.rng, self.table.size)
        return held

    def join(self) -> "Brawl":
        """Let one more charge in; return the fights in which fear holds him back."""
        assert self.coming
        held = self.fears(self.coming, self.one, charging=True)
        self.one.shaken = self.fears(self.one, self.coming, charging=False)
        other = copy.deepcopy(self)
        other.table.rng = np.random.default_rng(self.table.rng.integers(1 << 30))
        other.keep(held)
        other.coming = None
        self.keep(~held)
        self.newcomer, self.coming = self.coming, None
        self.many = [self.newcomer, *self.many]
        self.men = [*self.many, self.one]
        return other

    def comes(self, number: int, active: str) -> bool:
        """Return whether one charges in in this turn."""
        first = self.asked.get("charge", "a").replace("none", "a")
        own = (number + 1) // 2 if active == first else number // 2
        turn = self.asked.get(f"{active}.joins", 0)
        return bool(self.coming) and active == self.joins and own == turn

    def ended_alone(self, found: "Played", number: int) -> None:
        """Count the fights that were over but for one who does not come."""
        found.ends += self.ended()
        over = self.over()
        found.turns += (number - 1) * int(over.sum())
        found.squared += (number - 1) ** 2 * int(over.sum())
        self.keep(~over)

    def at_once(self) -> Counter[str]:
        """Count who lies or is out."""
        found: Counter[str] = Counter()
        for side in ("a", "b"):
            for posture, word in ((DOWN, "knocked-down"), (OUT, "out")):
                some = np.any([m.posture == posture for m in self.of(side)], axis=0)
                found[f"{side}-{word}-at-once"] = int(some.sum())
        return found

    def run_away(self, number: int, active: str, last: int) -> Counter[str]:
        """Let those who broke in this turn run, test in their own turns, run on."""
        one = self.one
        fled = int((one.posture == FLED).sum())
        inches = int(self.asked.get(f"{one.side}.table-edge", 0))
        if not inches:
            return Counter({f"{one.side}-flees": fled})
        found: Counter[str] = Counter()
        rng = self.table.rng
        left = inches - rng.integers(1, 7, (2, fled)).sum(0)
        while True:
            found[f"{one.side}-flees"] += int((left <= 0).sum())
            left = left[left > 0]
            number += 1 if active != one.side else 2
            active = one.side
            if number > last or not left.size:
                break
            failed = rng.integers(1, 7, (2, left.size)).sum(0) > one.own_ld
            found[f"{one.side}-rallies"] += int((~failed).sum())
            left = left[failed]
            left = left - rng.integers(1, 7, (2, left.size)).sum(0)
        found["undecided"] += left.size
        return found

    def ended(self) -> Counter[str]:
        """Count how fights are over."""
        one, many = self.one, self.many[0].side
        over = self.over() & (one.posture < OUT)
        fell = np.all([man.posture == FELL for man in self.many], axis=0)
        return Counter(
            {
                f"{one.side}-out": int((one.posture == OUT).sum()),
                f"{one.side}-falls": int((one.posture == FELL).sum()),
                f"{many}-out": int((over & ~fell).sum()),
                f"{many}-falls": int((over & fell).sum()),
            }
        )

    def dives(self, charger: str) -> list[tuple["Brawl", Counter[str]]]:
        """Let one dive; return the fights that go on, and the ends of the others."""
        inches = self.asked.get("dive", 0)
        if not charger or inches < 2:
            return [(self, Counter())]
        readings = self.table.readings
        lands = np.ones(self.table.size, bool)
        for _ in range(inches // 2):
            lands = lands & self.table.passes(self.of(charger)[0])
        other = copy.deepcopy(self)
        other.table.rng = np.random.default_rng(self.table.rng.integers(1 << 30))
        self.keep(lands)
        each = readings.get("dive-strength", "each") == "each"
        self.of(charger)[0].dive = inches // 2 if each else 1
        other.keep(~lands)
        fallen = other.of(charger)[0]
        other.table.fall(fallen, np.ones(other.table.size, bool), inches)
        goes_on = fallen.posture == UP
        if readings.get("failed-dive", "stays") == "stays":
            goes_on = np.zeros(other.table.size, bool)
        out = int((fallen.posture == OUT).sum())
        stays = int((~goes_on).sum())
        ends = Counter({f"{charger}-out": out, f"{charger}-falls": stays - out})
        other.keep(goes_on)
        return [(self, Counter()), (other, ends)]


def play(question: MatchUp, fights: int, seed: int) -> Played:
    """Return so many fights, played to their end or to the asked number of turns."""
    brawl = Brawl(question, fights, seed)
    charger = brawl.asked.get("charge", "a")
    charger = "" if charger == "none" else charger
    held = brawl.charged(charger)
    found = Played(fights, Counter(), Counter(), 0.0, 0.0)
    found.ends[f"{charger}-holds-back"] = int(held.sum())
    brawl.keep(~held)
    for one, ends in brawl.dives(charger):
        found.ends += ends
        if one.table.size:
            played_on(one, charger, question.rounds or MOST_TURNS, found)
    return found


def played_on(brawl: Brawl, charger: str, last: int, found: Played) -> None:
    """Play fights on from the turn of the charge, and count how they end."""
    play_from(brawl, charger, (1, last), found)


def play_from(
    brawl: Brawl, charger: str, turns: tuple[int, int], found: Played
) -> None:
    """Play fights from one turn to another, and count how they end."""
    begin, last = turns
    first = brawl.asked.get("charge", "a").replace("none", "a")
    for number in range(begin, last + 1):
        active = first if number % 2 else OTHER[first]
        if brawl.comes(number, active):
            other = brawl.join()
            if other.table.size:
                other.ended_alone(found, number)
                play_from(other, "", (number, last), found)
            charger = active
        if not charger or brawl.newcomer:
            brawl.recover(active)
        brawl.cast(active)
        brawl.phase(active, charger)
        if number == 1:
            found.at_once += brawl.at_once()
        found.ends += brawl.ended() + brawl.run_away(number, active, last)
        over = brawl.over()
        done = brawl.table.size if number == last else int(over.sum())
        found.turns += number * done
        found.squared += number**2 * done
        brawl.keep(~over)
        for man in brawl.men:
            man.stood = np.zeros(brawl.table.size, bool)
        charger, brawl.newcomer = "", None
        if not brawl.table.size:
            break
    found.ends["undecided"] += brawl.table.size
