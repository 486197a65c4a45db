"""Engagements of groups of Mordheim, played with the simulator's dice.

Each fighter moves and shoots by himself; once charges have arrived they fight as groups
do, all of the enemy against those who charged.
"""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.mordheim.engaging import Field
from tests.rulesets.games.mordheim.grouping import (
    OTHER,
    Ended,
    fought_out,
    goes_on,
    kept,
)
from tests.rulesets.games.mordheim.hurling import QUESTIONS
from tests.rulesets.games.mordheim.playing import Brawl
from tests.rulesets.games.mordheim.simulator import MOST_TURNS, OUT, UP, Man

FIELDS = ("posture", "wounds", "calm", "charm", "dull", "alight")
FAR = 10**9.0


class Ranks(Field):
    """Some against some, apart at first; each is where he is."""

    def __init__(self, question: MatchUp, fights: int, seed: int) -> None:
        super().__init__(question, fights, seed)
        whom = {"a": question.a, "b": question.b}
        self.men = [
            Man(whom[side], side, self.asked, fights)
            for side in ("a", "b")
            for _ in range(int(self.asked.get(f"{side}.fighters", 1)))
        ]
        self.anybody = {
            side: Man(whom[side], side, self.asked, fights) for side in whom
        }
        begins = {"a": 0.0, "b": float(self.asked.get("distance", 24))}
        self.where = [np.full(fights, begins[man.side]) for man in self.men]
        self.came = [np.zeros(fights, bool) for _ in self.men]
        for man in self.men:
            if self.asked.get(f"{man.side}.at-edge"):
                man.edge, man.fights = self.above[man.side], False
        self.up = [np.full(fights, self.above[man.side] > 0) for man in self.men]
        self.dived = [np.zeros(fights, bool) for _ in self.men]
        self.strewed, self.threw, self.cloud = (
            [np.zeros(fights, bool) for _ in self.men] for _ in range(3)
        )
        self.tumbled = [np.zeros(fights, bool) for _ in self.men]
        self.marks = [
            [self.noted(fights)[man.side] for _ in range(3)] for man in self.men
        ]

    def keep(self, mask: Any) -> None:
        super().keep(mask)
        for man in self.anybody.values():
            man.keep(mask)
        self.where = [some[mask] for some in self.where]
        self.came = [some[mask] for some in self.came]
        self.up = [some[mask] for some in self.up]
        self.dived = [some[mask] for some in self.dived]
        self.strewed, self.threw, self.cloud = (
            [some[mask] for some in marks]
            for marks in (self.strewed, self.threw, self.cloud)
        )
        self.tumbled = [some[mask] for some in self.tumbled]
        self.marks = [
            [{key: was[mask] for key, was in one.items()} for one in marks]
            for marks in self.marks
        ]

    def away(self) -> Any:
        return np.ones(self.table.size, bool)

    def numbers(self, side: str) -> list[int]:
        return [n for n, man in enumerate(self.men) if man.side == side]

    def left(self, side: str) -> Any:
        """Return how many of a side are not out of action."""
        return sum((man.posture < OUT).astype(int) for man in self.of(side))

    def nearest_to(self, number: int) -> tuple[Any, Any]:
        """Return how far the nearest enemy is, also one who lies, and if on the level.

        Of those as near one on the level counts.
        """
        found = np.full(self.table.size, FAR)
        level = np.zeros(self.table.size, bool)
        for other in self.numbers(OTHER[self.men[number].side]):
            away = np.abs(self.where[number] - self.where[other])
            alive = self.men[other].posture < OUT
            flat = self.up[number] == self.up[other]
            level = np.where(alive & (away == found), level | flat, level)
            level = np.where(alive & (away < found), flat, level)
            found = np.where(alive & (away < found), away, found)
        return found, level

    def walk(self, number: int, here: Any) -> tuple[Any, Any]:
        """Move one fighter; return where he may shoot, and where he has moved."""
        man, foe = self.men[number], OTHER[self.men[number].side]
        before, self.level = self.nearest_to(number)
        self.inches, self.now = before.copy(), np.zeros(self.table.size, bool)
        self.met = (man.posture >= OUT) | ~here
        whom = self.charged_by(number)
        strewed, threw = (
            np.any([some[n] & (whom == n) for n in self.numbers(foe)], axis=0)
            for some in (self.strewed, self.settled())
        )
        self.strewn, self.flashed = {foe: strewed.copy()}, {foe: threw.copy()}
        self.dove = self.fell = np.zeros(self.table.size, bool)
        able, moved = self.move(man, self.anybody[foe])
        for other in self.numbers(foe):
            thrown = self.flashed[foe] & ~threw & (whom == other)
            self.strewed[other] |= self.strewn[foe] & ~strewed & (whom == other)
            self.threw[other] |= thrown
            self.cloud[other] |= thrown
        ahead = 1 if man.side == "a" else -1
        self.where[number] = self.where[number] + ahead * (before - self.inches)
        self.came[number] |= here & self.now & (man.posture < OUT)
        self.up[number] = self.up[number] & ~(here & (self.fell | man.low))
        self.dived[number] |= here & self.dove & self.now
        self.tumbled[number] = np.where(here, self.fell, self.tumbled[number])
        return able & here, moved & here

    def settled(self) -> list[Any]:
        """Return whose powder is thrown and has settled."""
        return [
            threw & ~cloud for threw, cloud in zip(self.threw, self.cloud, strict=True)
        ]

    def walk_all(self, side: str) -> dict[int, tuple[Any, Any]]:
        """Move all of a side; among goods one after the other, the nearest first."""
        some, foe = self.numbers(side), self.anybody[OTHER[side]]
        every = np.ones(self.table.size, bool)
        asked = self.asked.get(f"{foe.side}.caltrops") or self.flashes(foe)
        if not asked:
            return {number: self.walk(number, every) for number in some}
        ahead = 1 if side == "a" else -1
        worth = np.array(
            [-ahead * self.where[n] * 10**4 - 10 * self.men[n].wounds for n in some]
        )
        order = np.argsort(worth, axis=0, kind="stable")
        walked = dict.fromkeys(some, (every & False, every & False))
        for rank in range(len(some)):
            for place, number in enumerate(some):
                able, moved = self.walk(number, order[rank] == place)
                before = walked[number]
                walked[number] = before[0] | able, before[1] | moved
        self.cloud = [every & False for _ in self.men]
        return walked

    def charged_by(self, number: int) -> Any:
        """Return whom one charges: of those as near who has powder, or caltrops left.

        Of these one who stands, and of these the weakest.
        """
        best, whom = np.full(self.table.size, 1e18), np.full(self.table.size, -1)
        thrown = self.settled()
        for other in self.numbers(OTHER[self.men[number].side]):
            foe = self.men[other]
            worth = 4 * np.abs(self.where[number] - self.where[other])
            worth = 2 * worth + (self.up[number] != self.up[other])
            worth = 2 * worth + (thrown[other] | self.cloud[other])
            worth = 2 * worth + self.strewed[other]
            worth = 2 * worth + ~self.cloud[other]
            worth = 2 * worth + (foe.posture != UP)
            worth = 100 * worth + foe.wounds
            worth = 4 * worth + 2 * foe.alight + foe.netted
            better = (foe.posture < OUT) & (worth < best)
            best, whom = np.where(better, worth, best), np.where(better, other, whom)
        return whom

    def aimed(self, number: int) -> Any:
        """Return whom one shoots at: the nearest who stands, of these the weakest."""
        best, whom = np.full(self.table.size, FAR), np.full(self.table.size, -1)
        for other in self.numbers(OTHER[self.men[number].side]):
            foe = self.men[other]
            away = np.abs(self.where[number] - self.where[other])
            worth = 10**7 * (foe.posture != UP) + 10**4 * away
            worth = worth + 10 * foe.wounds + foe.posture + 0.25 * self.up[other]
            worth = worth + 0.5 * foe.alight + 0.4 * foe.netted
            worth = worth + 0.1 * self.threw[other] + 0.05 * self.strewed[other]
            better = (foe.posture < OUT) & (worth < best)
            best, whom = np.where(better, worth, best), np.where(better, other, whom)
        return whom

    def fires(self, number: int, here: Any, able: Any, moved: Any) -> None:
        """Let one cast, or where he does not shoot if he is able to."""
        man, side = self.men[number], self.men[number].side
        whom = self.aimed(number)
        self.met = self.now = np.zeros(self.table.size, bool)
        self.fell = self.tumbled[number] | ~here
        for other in self.numbers(OTHER[side]):
            aims = here & (whom == other)
            if aims.any():
                self.inches = np.abs(self.where[number] - self.where[other])
                self.fell = self.tumbled[number] | ~aims
                cast = self.cast_apart(man, self.men[other])
                self.up[other] = self.up[other] & ~self.men[other].low
                here_able = aims & able & ~cast
                empty, slow, lost = self.marks[number]
                self.empty, self.slow = {side: empty}, {side: slow}
                self.lost = {side: lost}
                self.shoot(man, self.men[other], here_able, moved)
                self.up[other] = self.up[other] & ~self.men[other].low
                self.up[number] = self.up[number] & ~man.low
                self.marks[number] = [
                    self.empty[side],
                    self.slow[side],
                    self.lost[side],
                ]
        self.empty, self.slow, self.lost = {}, {}, {}

    def all_fire(self, side: str, walked: Any, apart: Any) -> None:
        """Let all of a side shoot one after the other, who is nearest the first."""
        some = self.numbers(side)
        ahead = 1 if side == "a" else -1
        worth = np.array(
            [
                -ahead * self.where[n] * 10**4
                - 10 * self.men[n].wounds
                + self.thrown(n)
                for n in some
            ]
        )
        order = np.argsort(worth, axis=0, kind="stable")
        for rank in range(len(some)):
            for place, number in enumerate(some):
                able, moved = walked[number]
                here = apart & (order[rank] == place)
                here = here & (self.men[number].posture == UP)
                if here.any():
                    self.fires(number, here, able, moved)

    def thrown(self, number: int) -> Any:
        """Return how much a fighter has thrown, whose turn is after others then."""
        empty, _, _ = self.marks[number]
        return sum(empty[key].astype(int) for key in QUESTIONS if key in empty)

    def unloaded(self, number: int) -> Any:
        """Return where the pistols of a fighter are empty or lost."""
        man = self.men[number]
        pistols = [p.key for p in man.gear if "pistol" in {r.key for r in p.rules}]
        if not pistols:
            return np.zeros(self.table.size, bool)
        empty, _, lost = self.marks[number]
        return empty[pistols[0]] | lost[pistols[0]]

    def rows(self, side: str, here: Any, able: Any = None) -> tuple[Any, Any]:
        """Return the figures of those of a side who count, in the order of a clash.

        A row for each of `FIELDS`, for empty pistols and for a dive, of each fighter in
        each fight; then how many there are.
        """
        found, ranks = [], []
        for number in self.numbers(side):
            man = self.men[number]
            counts = (man.posture < OUT) & (True if able is None else able[number])
            figures = [getattr(man, name)[here].astype(int) for name in FIELDS]
            figures.append(self.unloaded(number)[here].astype(int))
            figures.append(self.dived[number][here].astype(int))
            posture, wounds, calm, charm, dull, alight, empty, dived = figures
            rank = posture * 100 - wounds
            for one in (calm, charm, dull, alight, empty, dived):
                rank = rank * 2 + one
            ranks.append(np.where(counts[here], rank, 10**7))
            found.append(figures)
        order = np.argsort(np.array(ranks), axis=0, kind="stable")
        number = (np.array(ranks) < 10**7).sum(axis=0)
        table = np.array(found)
        ordered = np.take_along_axis(table, order[:, np.newaxis, :], axis=0)
        return ordered, number


def shaken(brawl: Brawl, man: Man, cause: Man) -> Any:
    """Test one who is charged for fear; a frenzy that is gone protects no more."""
    failed = brawl.fears(man, cause, charging=False)
    if "frenzy" not in man.rules:
        return failed
    man.rules = man.rules - {"frenzy"}
    plain = brawl.fears(man, cause, charging=False)
    man.rules = man.rules | {"frenzy"}
    return np.where(man.calm, plain, failed)


def dive_strength(question: MatchUp, side: str) -> int:
    """Return what a dive adds to Strength: 1 for each full 2", or 1 in all."""
    asked = question.situation
    inches: Any = asked.get("dive", 0) or asked.get(f"{side}.above", 0)
    each = question.readings.get("dive-strength", "each") == "each"
    return inches // 2 if each else 1


def first_clash(
    question: MatchUp, rows: dict[str, Any], charger: str, seed: int, last: int
) -> Ended:
    """Fight some against one from the turn of a charge."""
    counts = {f"{side}.fighters": len(some) for side, some in rows.items()}
    asked = {**question.situation, **counts, "charge": charger}
    size = rows["a"].shape[2]
    brawl = Brawl(replace(question, situation=asked), size, seed)
    kits = {id(man): man.gear for man in brawl.men}
    for side, some in rows.items():
        for man, figures in zip(brawl.of(side), some, strict=True):
            for name, values in zip(FIELDS, figures, strict=False):
                flag = getattr(man, name).dtype == bool
                setattr(man, name, values.astype(bool) if flag else values.copy())
            man.dive = dive_strength(question, man.side) if figures[-1].any() else 0
            if figures[-2].any():
                man.gear = [
                    p for p in man.gear if "pistol" not in {r.key for r in p.rules}
                ]
    for man in brawl.of(OTHER[charger]):
        man.shaken = shaken(brawl, man, brawl.of(charger)[0])

    def loaded() -> None:
        for man in brawl.men:
            man.gear = kits[id(man)]

    return fought_out(brawl, charger, last, loaded)


def left_of(some: Any) -> Any:
    """Return what is left to fighters by their figures."""
    return kept(some[:, 1], some[:, 2], some[:, 3])


def first_clashes(
    question: MatchUp,
    rows: dict[str, Any],
    charger: str,
    waits: bool,
    last: int,
    rng: Any,
) -> Ended:
    """Pair off those who meet, and fight every clash."""
    many = "a" if len(rows["a"]) >= len(rows["b"]) else "b"
    one = OTHER[many]
    several, ones = rows[many], rows[one]
    reach = 3 * len(ones)
    lone = len(ones) == 1 and not (waits and charger == one)
    left_many, left_one = [left_of(several[reach:])], []
    turns, goes_on = np.zeros(several.shape[2], int), np.zeros(several.shape[2], bool)
    for place in range(len(ones)):
        asked = dict(question.situation)
        if not lone and not asked.get(f"{one}.scattered"):
            asked[f"{one}.friend-near"] = True
        pair = {many: several[:reach][place :: len(ones)], one: ones[place : place + 1]}
        seed = int(rng.integers(1 << 30))
        now = replace(question, situation=asked)
        ended = first_clash(now, pair, charger, seed, last)
        left_many.append(ended.left[many])
        left_one.append(ended.left[one])
        turns = np.maximum(turns, ended.turns)
        goes_on = goes_on | ended.goes_on
    left = {many: np.concatenate(left_many), one: np.concatenate(left_one)}
    return Ended(left, turns, goes_on)


def alike(some: Any) -> dict[tuple[int, ...], Any]:
    """Return where fights are alike, by what they have alike."""
    kinds, whose = np.unique(some, axis=0, return_inverse=True)
    whose = whose.reshape(-1)
    return {tuple(kind.tolist()): whose == n for n, kind in enumerate(kinds)}


def met(
    field: Ranks, question: MatchUp, active: str, here: Any, last: int, rng: Any
) -> Any:
    """Fight on from charges that have arrived; return how many are left in the end."""
    came = dict(enumerate(field.came))
    behind = {n: ~some for n, some in came.items()}
    charging, number = field.rows(active, here, came)
    waiting, waits = field.rows(active, here, behind)
    foes, others = field.rows(OTHER[active], here)
    stand = ((waiting[:, 0] == UP) & (np.arange(len(waiting))[:, None] < waits)).any(0)
    numbers = np.stack([number, waits, others, stand.astype(int)], axis=1)
    pistols = [
        np.where(np.arange(len(some))[:, None] < count, some[:, which], 0).T
        for some, count in ((charging, number), (foes, others))
        for which in (-2, -1)
    ]
    ends: Counter[str] = Counter()
    asked = {**question.situation, "charge": active}
    question = replace(question, situation=asked)
    for kind, mask in alike(np.concatenate([numbers, *pistols], axis=1)).items():
        charges, left, enemies, upright = kind[:4]
        rows = {
            active: charging[:charges][:, :, mask],
            OTHER[active]: foes[:enemies][:, :, mask],
        }
        after = first_clashes(question, rows, active, bool(upright), last, rng)
        more = left_of(waiting[:left])[:, mask]
        after.left[active] = np.concatenate([after.left[active], more])
        ends += goes_on(question, after, active, last, rng)
    return ends


def counted(field: Ranks, over: Any) -> Counter[str]:
    """Count how many are left of both sides where it is over."""
    found: Counter[str] = Counter()
    if over.any():
        left = np.stack([field.left("a")[over], field.left("b")[over]], axis=1)
        for kind, mask in alike(left).items():
            found[f"{kind[0]} {kind[1]}"] += int(mask.sum())
    return found


def engage_groups(
    question: MatchUp, fights: int, seed: int
) -> tuple[Counter[str], Counter[str]]:
    """Return how many are left of both sides, and what happened before they met."""
    field = Ranks(question, fights, seed)
    rng = np.random.default_rng(seed + 7)
    ends: Counter[str] = Counter()
    told: Counter[str] = Counter()
    active = field.asked.get("first", "a")
    last = question.rounds or MOST_TURNS
    for number in range(last):
        field.recover(active)
        walked = field.walk_all(active)
        came = np.any([field.came[number] for number in walked], axis=0)
        field.all_fire(active, walked, ~came)
        told["contact"] += int(came.sum())
        told[f"{active}-charges"] += int(came.sum())
        if came.any():
            ends += met(field, question, active, came, last - number, rng)
        gone = {side: ~came & (field.left(side) == 0) for side in ("a", "b")}
        for side, mask in gone.items():
            told[f"{side}-shot"] += int(mask.sum())
        over = gone["a"] | gone["b"]
        ends += counted(field, over)
        field.keep(~(came | over))
        for man in field.men:
            man.stood = np.zeros(field.table.size, bool)
        for man in field.of(active):
            man.netted = np.zeros(field.table.size, bool)
        field.dived = [np.zeros(field.table.size, bool) for _ in field.men]
        field.came = [np.zeros(field.table.size, bool) for _ in field.men]
        active = OTHER[active]
        if not field.table.size:
            break
    ends += counted(field, np.ones(field.table.size, bool))
    return ends, told


def dive_groups(
    question: MatchUp, fights: int, seed: int
) -> tuple[Counter[str], Counter[str]]:
    """Let several dive into a combat of groups; return as `engage_groups`."""
    field = Ranks(question, fights, seed)
    rng = np.random.default_rng(seed + 7)
    side: str = field.asked.get("charge", "a")
    inches = int(field.asked["dive"])
    for number in field.numbers(side):
        man = field.men[number]
        held = field.fears(man, field.anybody[OTHER[side]], charging=True)
        lands = ~held
        for _ in range(inches // 2):
            lands = lands & field.table.passes(man)
        falls = ~held & ~lands
        field.table.fall(man, falls, inches)
        goes_on = falls & (man.posture == UP)
        if question.readings.get("failed-dive", "stays") == "stays":
            goes_on = falls & False
        field.came[number] = lands | goes_on
        field.dived[number] = lands
        field.tumbled[number] = falls
    came = np.any([field.came[number] for number in field.numbers(side)], axis=0)
    last = question.rounds or MOST_TURNS
    ends = met(field, question, side, came, last, rng)
    ends += counted(field, ~came)
    alive = ~came & (field.left(side) > 0)
    tumbled = np.any([field.tumbled[number] for number in field.numbers(side)], axis=0)
    told = Counter(
        {
            f"{side}-falls": int((alive & tumbled).sum()),
            f"{side}-holds-back": int((alive & ~tumbled).sum()),
        }
    )
    return ends, told
