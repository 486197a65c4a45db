"""A round of a combat of several units of Scrollhammer, rolled die by die.

Written from the rulebook alone (Multiple Combats; Who can Fight?; Sweeping Advances;
Hit and Run). It shares no code with the odds.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Any

import numpy as np

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.scrollhammer.simulator import bonus, pay
from tests.rulesets.games.scrollhammer.simulator_blades import with_magic
from tests.rulesets.games.scrollhammer.simulator_blows import (
    cannot_hurt,
    in_hand,
    initiative,
    share_out,
    strike,
)
from tests.rulesets.games.scrollhammer.simulator_line_bites import (
    RolledBite,
    RolledBites,
    who_casts,
)
from tests.rulesets.games.scrollhammer.simulator_line_units import (
    AWAY,
    CAUGHT,
    LEFT,
    SLAIN,
    STANDS,
    Engaged,
    Unit,
    reach,
    taken_in,
)
from tests.rulesets.games.scrollhammer.simulator_pool import Wounds, deal
from tests.rulesets.games.scrollhammer.simulator_sides import (
    Bools,
    Ints,
    Side,
    around,
    d6,
    line,
)


@dataclass
class Round:
    """A round of fights in which the same units are there."""

    rng: np.random.Generator
    question: MatchUp
    units: dict[str, Unit]
    there: dict[str, list[str]]
    first: bool

    @property
    def readings(self) -> dict[str, Any]:
        return dict(self.question.readings)

    def fight(self) -> dict[str, Ints]:
        """Fight it; return the wounds that each unit lost by blows."""
        had = {key: one.body.wounds() for key, one in self.units.items()}
        begun = self.added()
        back = {key: np.zeros_like(one) for key, one in had.items()}
        self.blows(RolledBites(self.rng, self.readings, back))
        lost = {key: had[key] - one.body.wounds() for key, one in self.units.items()}
        after = self.readings.get("bonus-counted", "after") == "after"
        scores = self.added() if after else begun
        for key, wounds in lost.items():
            foe = "b" if key[0] == "a" else "a"
            scores[foe] = scores[foe] + wounds + back[key]
        self.judge(scores)
        return {key: np.maximum(wounds, 0) for key, wounds in lost.items()}

    # Who fights.

    def touching(self) -> dict[tuple[str, str], Ints]:
        """Models of each unit that touch each enemy, one to one as bases allow."""
        wish = {}
        for key, foes in self.there.items():
            for foe in foes:
                own, other = self.units[key].toward(foe), self.units[foe].toward(key)
                wish[key, foe] = np.minimum(line(own), reach(line(other), own, other))
        room = {
            (key, foe): self.room(key, foe, wish)
            for key, foes in self.there.items()
            for foe in foes
        }
        return {
            (key, foe): np.minimum(
                room[key, foe],
                reach(room[foe, key], self.units[key].body, self.units[foe].body),
            )
            for key, foe in room
        }

    def rivals(self, key: str, foe: str) -> list[str]:
        """The other enemies on the same side of a unit."""
        unit = self.units[key]
        ranked = unit.body.formation == "Ranks"
        return [
            other
            for other in self.there[key]
            if other != foe and (not ranked or unit.arcs[other] == unit.arcs[foe])
        ]

    def room(self, key: str, foe: str, wish: dict[tuple[str, str], Ints]) -> Ints:
        """Models that an enemy finds: taken in turn with the others there."""
        wide = line(self.units[key].toward(foe))
        order = sorted((foe, *self.rivals(key, foe)))
        if len(order) == 1:
            return wide
        taken = {one: np.zeros_like(wide) for one in order}
        free = wide.copy()
        for _ in range(int(wide.max(initial=0))):
            for one in order:
                takes = (free > 0) & (taken[one] < wish[key, one])
                taken[one] = taken[one] + takes
                free = free - takes
        return np.maximum(taken[foe], np.minimum(wish[key, foe], 1))

    def fights(self, key: str, met: dict[tuple[str, str], Ints]) -> Engaged:
        """Models of a unit that fight any of some enemies, whichever they are."""
        return {
            some: self.fight_any(key, some, met)
            for size in range(1, len(self.there[key]) + 1)
            for some in combinations(self.there[key], size)
        }

    def fight_any(
        self, key: str, some: tuple[str, ...], met: dict[tuple[str, str], Ints]
    ) -> Ints:
        """Models that fight any of these enemies: side by side, or on several sides."""
        unit, waiting = self.units[key], [*some]
        total = np.zeros_like(unit.body.count())
        while waiting:
            foe = waiting[0]
            row = [foe, *(one for one in self.rivals(key, foe) if one in waiting)]
            own = unit.toward(foe)
            touch = np.minimum(
                np.sum([met[key, one] for one in row], axis=0), line(own)
            )
            total = total + around(own, touch, self.readings)
            waiting = [one for one in waiting if one not in row]
        fighting: Ints = np.minimum(unit.body.count(), total)
        return fighting

    # Blows.

    def blows(self, bites: RolledBites) -> None:
        """Fight from step 11 to 0; blows of one step fall at once."""
        met = self.touching()
        begun = {key: self.fights(key, met) for key in self.there}
        for step in range(11, -1, -1):
            planned: list[tuple[Side, Wounds]] = []
            bites.begin()
            now = {key: self.still(key, begun[key]) for key in self.there}
            for key in self.there:
                planned += [*self.planned(key, step, now, bites)]
            bites.deal()
            for unit in self.units.values():
                pool = [wounds for target, wounds in planned if target is unit.body]
                deal(self.rng, unit.body, pool, True, self.readings)
            bites.end()

    def still(self, key: str, begun: Engaged) -> Engaged:
        """Those who are left of the engaged: nobody is engaged with the fallen."""
        have = self.units[key].body.count()
        foes = self.there[key]
        alive = {foe: self.units[foe].body.count() > 0 for foe in foes}
        found = {some: np.zeros_like(have) for some in begun}
        for stand in begun:
            here = np.all([alive[foe] == (foe in stand) for foe in foes], axis=0)
            for some in begun:
                both = tuple(foe for foe in some if foe in stand)
                if both:
                    left = np.minimum(have, begun[both])
                    found[some] = np.where(here, left, found[some])
        return found

    def aimed(self, key: str, foe: str, now: Engaged) -> list[Ints]:
        """Those of each kind who strike at an enemy.

        Whoever it strikes at first takes all who are engaged with it, the next one all
        who are engaged with it and are not taken yet. Evenly is the mean of that over
        all orders of the enemies, broken ones at the earlier.
        """
        foes, at = self.there[key], self.units[key].strikes_at
        side, place = self.units[key].body, foes.index(foe)
        if at == "share":
            orders = [*permutations(foes)]
        else:
            number = ("first", "second", "third").index(at)
            named = sorted(self.units[key].arcs)[number : number + 1]
            foes = sorted(foes, key=lambda one: (one not in named, one))
            orders, place = [tuple(foes)], foes.index(foe)
        taken = [taken_in(order, now) for order in orders]

        def until(some: list[str]) -> list[Ints]:
            total = np.zeros_like(side.count())
            for takes in taken:
                for one in some:
                    total = total + takes[one]
            return share_out(side, -(-total // len(taken)))

        pairs = zip(until(foes[: place + 1]), until(foes[:place]), strict=True)
        return [some - before for some, before in pairs]

    def planned(
        self, key: str, step: int, now: dict[str, Engaged], bites: RolledBites
    ) -> Iterator[tuple[Side, Wounds]]:
        unit = self.units[key]
        for foe in self.there[key]:
            other = self.units[foe]
            own = unit.toward(foe)
            own.goes_on = not (unit.charged or other.charged)
            counts = self.aimed(key, foe, now[key])
            struck = share_out(other.body, now[foe][tuple(self.there[foe])])
            hidden = self.first and other.body.unseen == "last" and step > 1
            hidden |= other.body.unseen in ("holds", "slips")
            ready = [
                (place, armed, attacks)
                for place, kind in enumerate(own.kinds)
                for armed, attacks in in_hand(own, kind, unit.charged, self.first)
                if attacks and initiative(own, armed, unit.charged, self.first) == step
            ]
            fighting = counts
            ready, counts = with_magic(
                self.rng, own, other.body, ready, counts, self.readings
            )
            found: list[RolledBite] = []
            firsts = who_casts(self.rng, ready, counts)
            for (place, armed, attacks), first in zip(ready, firsts, strict=True):
                *told, width = strike(
                    self.rng,
                    own,
                    armed,
                    counts[place],
                    other.body,
                    struck,
                    attacks,
                    unit.charged,
                    self.first,
                    self.readings,
                    self.outnumbered(unit.side),
                )
                wounded, torn, power, ap, rules, element, sixes = told
                cover = 4 if hidden and "ignores-cover" not in rules else 7
                rolled = Wounds(wounded, torn, power, ap, rules, element, cover, sixes)
                bite = bites.apart(key, foe, own, other.body, armed, fighting)
                if bite is not None:
                    rolled = bite.part(rolled, width, first)
                    found.append(bite)
                yield other.body, rolled
            for bite in found:
                bite.spend()

    def outnumbered(self, side: str) -> Bools:
        models = {
            one: np.sum(
                [unit.body.count() for unit in self.units.values() if unit.side == one],
                axis=0,
            )
            for one in "ab"
        }
        fewer: Bools = models[side] < models["b" if side == "a" else "a"]
        return fewer

    # The result.

    def added(self) -> dict[str, Ints]:
        """Add up ranks, numbers and one standard of each side, as they are now."""
        found = {}
        for side in "ab":
            score = np.zeros(len(next(iter(self.units.values())).fate), dtype=np.int64)
            standard = np.zeros(len(score), dtype=bool)
            for key, unit in self.units.items():
                if key[0] == side:
                    borne = unit.body.contains("standard-bearer")
                    body = replace(unit.body, flanked=self.aside(key))
                    score = score + bonus(body, self.readings) - borne
                    standard |= borne
            found[side] = score + standard
        return found

    def aside(self, key: str) -> bool:
        unit = self.units[key]
        return any(unit.toward(foe).flanked for foe in self.there[key])

    def judge(self, scores: dict[str, Ints]) -> None:
        """Pay for the defeat, test, sweep, and let those leave who wish."""
        stood = self.alive()
        left = {
            side: np.any([stood[key] for key in stood if key[0] == side], axis=0)
            for side in "ab"
        }
        both = left["a"] & left["b"]
        by = {
            key: scores["b" if unit.side == "a" else "a"] - scores[unit.side]
            for key, unit in self.units.items()
        }
        for key, unit in self.units.items():
            pay(self.rng, unit.body, np.where(stood[key] & both, by[key], 0))
        alive, runs = self.alive(), {}
        for key in self.units:
            behind = alive[key] & both & (by[key] > 0)
            runs[key] = behind & self.fails(key, by[key])
        self.sweep(alive, runs)
        for key, unit in self.units.items():
            unit.fate = np.where(alive[key], unit.fate, SLAIN)
        self.leave()

    def alive(self) -> dict[str, Bools]:
        return {key: one.body.count() > 0 for key, one in self.units.items()}

    def fails(self, key: str, by: Ints) -> Bools:
        unit = self.units[key]
        total = d6(self.rng, len(by), 2).sum(axis=1)
        less = 0 if unit.body.says("test:break", "ignore") else by
        fails: Bools = (total > unit.body.highest("ld") - less) & (total > 2)
        if unit.body.yields and all(
            cannot_hurt(
                unit.toward(foe),
                self.units[foe].body,
                unit.charged and self.first,
                self.first,
                self.readings,
            )
            for foe in self.there[key]
        ):
            fails = np.ones_like(fails)
        if self.readings.get("beta-texts") and "fearless" in unit.body.rules:
            fails = np.zeros_like(fails)
        if unit.body.says("test:morale", "pass"):
            fails = np.zeros_like(fails)
        return fails

    def sweep(self, alive: dict[str, Bools], runs: dict[str, Bools]) -> None:
        """Winners whose enemies all run or are slain roll against each that runs."""
        totals = {
            key: d6(self.rng, len(runs[key])) + unit.body.highest("i")
            for key, unit in self.units.items()
        }
        caught = {key: np.zeros_like(one) for key, one in runs.items()}
        for key, foes in self.there.items():
            free = alive[key] & ~runs[key]
            for foe in foes:
                free &= runs[foe] | ~alive[foe]
            for foe in foes:
                beaten = totals[key] > totals[foe]
                if self.readings.get("sweep-ties", "caught") == "caught":
                    beaten = totals[key] >= totals[foe]
                # Who has no Initiative fails; such a winner catches only its like.
                nobody = self.units[foe].body.highest("i") == 0
                beaten &= self.units[key].body.highest("i") > 0
                caught[foe] |= free & runs[foe] & (beaten | nobody)
        for key, unit in self.units.items():
            unit.fate = np.where(runs[key] & caught[key], CAUGHT, unit.fate)
            unit.fate = np.where(runs[key] & ~caught[key], AWAY, unit.fate)

    def locked(self, key: str) -> Bools:
        unit = self.units[key]
        found = np.zeros(len(unit.fate), dtype=bool)
        for foe in self.there[key]:
            found |= (unit.fate == STANDS) & (self.units[foe].fate == STANDS)
        return found

    def leave(self) -> None:
        """Sides roll off who lets a unit leave first, then they alternate."""
        wish = {
            side: [key for key in self.units if key[0] == side and self.wishes(key)]
            for side in "ab"
        }
        count = len(next(iter(self.units.values())).fate)
        a_first = self.rng.integers(0, 2, count) == 0
        before = {key: self.locked(key) for key in self.there}
        foes = {
            key: [
                np.where(self.units[foe].fate == STANDS, self.is_loose(foe), 0)
                for foe in self.there[key]
            ]
            for key in self.there
        }
        # Only who is still locked has a turn to leave.
        turn = {
            key: np.sum([before[one] for one in keys[: keys.index(key)]], axis=0)
            for keys in wish.values()
            for key in keys
        }
        for first, where in (("a", a_first), ("b", ~a_first)):
            second = "b" if first == "a" else "a"
            for place in range(max(map(len, wish.values()))):
                for key in (*wish[first], *wish[second]):
                    loose = np.max(foes[key], axis=0) > 0
                    goes = self.passes(key, loose) & before[key] & where
                    goes &= self.locked(key) & (turn[key] == place)
                    unit = self.units[key]
                    unit.fate = np.where(goes, LEFT, unit.fate)

    def wishes(self, key: str) -> bool:
        body = self.units[key].body
        return body.leaves or body.unseen == "slips"

    def is_loose(self, foe: str) -> int:
        return int(self.units[foe].body.formation != "Ranks")

    def passes(self, key: str, loose: Bools) -> Bools:
        """An Initiative test: Hit and Run, or skirmishers from ranks at 1 less."""
        side = self.units[key].body
        figure = side.highest("i")
        figure = np.minimum(figure, 1) if side.paralyzed else figure
        if "hit-and-run" not in side.rules and side.unseen not in ("holds", "slips"):
            agile = (side.formation == "Skirmish") & ~loose
            figure = np.where(agile, figure - 1, 0)
        roll = d6(self.rng, len(figure))
        passed: Bools = roll <= figure
        if self.readings.get("initiative-test") == "six-fails":
            passed &= roll < 6
        return passed
