"""Combats of several units of Scrollhammer played out die by die.

Written from the rulebook alone (Multiple Combats; Who can Fight?; Flanks; Sweeping
Advances; Hit and Run). It shares no code with the odds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.match_up import Fighter, Further, MatchUp
from tests.rulesets.games.scrollhammer.simulator import bonus, only, put_back, regrow
from tests.rulesets.games.scrollhammer.simulator_blades import read_blade, with_magic
from tests.rulesets.games.scrollhammer.simulator_blows import (
    cannot_hurt,
    in_hand,
    initiative,
    share_out,
    strike,
)
from tests.rulesets.games.scrollhammer.simulator_pool import Wounds, deal
from tests.rulesets.games.scrollhammer.simulator_sides import (
    Bools,
    Ints,
    Side,
    around,
    d6,
    depth,
    line,
    read_side,
    take_in_hand,
)
from tests.rulesets.games.scrollhammer.simulator_way_back import Rear, rear_of

Words = NDArray[np.str_]
Engaged = dict[tuple[str, ...], Ints]
"""Models of a unit that are engaged with any of some enemies."""

STANDS, LEFT, AWAY, CAUGHT, SLAIN = "stands", "left", "away", "run-down", "slain"
STUCK, TAKEN, SHORT = "trapped", "caught", "short"


@dataclass
class Unit:
    """A unit of the combat, in many fights at once."""

    key: str
    body: Side
    charged: bool
    strikes_at: str
    rear: Rear
    comes_from: int = 0
    runs: bool = False
    arcs: dict[str, str] = field(default_factory=dict)
    fate: Words = field(default_factory=lambda: np.zeros(0, dtype="U8"))
    faces: Bools = field(default_factory=lambda: np.zeros(0, dtype=bool))

    @property
    def side(self) -> str:
        return self.key[0]

    def toward(self, foe: str) -> Side:
        """The unit as this enemy meets it: on its front, or where it does not face."""
        arc = "front" if self.faces.all() else self.arcs[foe]
        ranked = self.body.formation == "Ranks"
        return replace(
            self.body, flanked=ranked and arc != "front", behind=arc == "rear"
        )


@dataclass
class Scene:
    """All units of a combat, and how many wounds were lost in its first round."""

    units: dict[str, Unit]
    question: MatchUp
    turn: str
    lost_first: dict[str, Ints] = field(default_factory=dict)

    def of_side(self, side: str) -> list[Unit]:
        return [self.units[key] for key in sorted(self.units) if key[0] == side]

    def left(self, side: str) -> Ints:
        found: Ints = np.sum([one.body.wounds() for one in self.of_side(side)], axis=0)
        return found

    def endings(self) -> list[str]:
        """The key of how each fight ended."""
        rows = {key: one.fate.tolist() for key, one in self.units.items()}
        count = len(next(iter(rows.values())))
        return [
            self._ending({key: rows[key][number] for key in rows})
            for number in range(count)
        ]

    def _ending(self, fates: dict[str, str]) -> str:
        if any(fighting(self.units, fates)):
            return "undecided"
        if SHORT in fates.values() and {*fates.values()} <= {SHORT, STANDS}:
            return "no-contact"
        fates = {key: STANDS if one == SHORT else one for key, one in fates.items()}
        of = {side: {fates[key] for key in fates if key[0] == side} for side in "ab"}
        gone = {side: not of[side] & {STANDS, LEFT} for side in "ab"}
        if all(gone.values()):
            slain = all(one == {SLAIN} for one in of.values())
            return "both-destroyed" if slain else "none-left"
        for side in "ab":
            if gone[side]:
                words = (
                    (AWAY, "flees"),
                    (STUCK, "trapped"),
                    (CAUGHT, "run-down"),
                    (TAKEN, "caught-fleeing"),
                    (SLAIN, "destroyed"),
                )
                return f"{side}-" + next(
                    word for fate, word in words if fate in of[side]
                )
        quit_ = [side for side in "ab" if STANDS not in of[side]]
        return f"{quit_[0]}-leaves" if len(quit_) == 1 else "parted"


def fighting(units: dict[str, Unit], fates: dict[str, str]) -> Iterator[bool]:
    """Tell of each pair that touched whether both still fight."""
    for key, one in units.items():
        for foe in one.arcs:
            yield fates[key] == fates[foe] == STANDS


Told = tuple[Fighter, dict[str, Any], list[Further]]
"""A fighter, what is said of it, and the characters in it."""


def lay_out(question: MatchUp, fights: int) -> Scene:
    """Put all units on the table, each where it is said to touch an enemy."""
    told = who_is_there(question)
    units = {key: put_down(question, key, one, fights) for key, one in told.items()}

    def arc(key: str) -> str:
        own = told[key][1]
        return "rear" if own.get("rear") else "flank" if own.get("flanked") else "front"

    units["a"].arcs["b"], units["b"].arcs["a"] = arc("a"), arc("b")
    for key, one in further_units(question):
        foe = one.touches or ("b" if one.side == "a" else "a")
        units[foe].arcs.setdefault(key, str(one.situation.get("contact", "front")))
        units[key].arcs.setdefault(foe, arc(key))
    turn = "b" if any(one.charged for one in units.values() if one.side == "b") else "a"
    return Scene(units, question, turn)


def further_units(question: MatchUp) -> Iterator[tuple[str, Further]]:
    """Number the units of each side beside its first: a2, a3, b2, ..."""
    many = {"a": 1, "b": 1}
    for one in question.further:
        if one.role == "unit":
            many[one.side] += 1
            yield f"{one.side}{many[one.side]}", one


def who_is_there(question: MatchUp) -> dict[str, Told]:
    """All units by their keys, characters with those whom they have joined."""
    said = dict(question.situation)
    told: dict[str, Told] = {}
    for side, fighter in (("a", question.a), ("b", question.b)):
        own = {key[2:]: value for key, value in said.items() if key[:2] == f"{side}."}
        told[side] = fighter, own, []
    for key, one in further_units(question):
        told[key] = one.fighter, dict(one.situation), []
    for one in question.further:
        if one.role == "character":
            told[one.joins or one.side][2].append(one)
    return told


def put_down(question: MatchUp, key: str, told: Told, fights: int) -> Unit:
    fighter, own, joining = told
    alone = replace(
        question,
        a=fighter,
        b=fighter,
        situation={f"{key[0]}.{name}": value for name, value in own.items()},
        further=tuple(joining),
    )
    body = read_side(fighter, alone, key[0], fights)
    for kind in (*body.kinds, *(body.later or ())):
        if kind.part and not kind.post:
            kind.blade = read_blade(fighter, kind.part)
    charges = bool(own.get("charges", False))
    comes_from = int(own.get("charge-distance", 0))
    at = str(own.get("strikes-at", "share"))
    rear = rear_of(own, fights, "")
    runs = bool(own.get("fleeing", False))
    if runs:
        body.formation, body.flanked = "Skirmish", False
    unit = Unit(key, body, charges or comes_from > 0, at, rear, comes_from, runs)
    unit.fate = np.full(fights, STANDS, dtype="U8")
    unit.faces = np.zeros(fights, dtype=bool)
    return unit


def play(question: MatchUp, fights: int, seed: int, most: int = 60) -> Scene:
    """Fight a combat of several units many times, to its end."""
    rng = np.random.default_rng(seed)
    scene = lay_out(question, fights)
    come_on(rng, scene)
    for number in range(question.rounds or most):
        if number:
            scene.turn = "b" if scene.turn == "a" else "a"
            for unit in scene.units.values():
                unit.body.paralyzed &= number < 2
                take_in_hand(unit.body, unit.body.later)
        for unit in scene.units.values():
            unit.body.dice = "own" if unit.side == scene.turn else "kept"
        before = {side: scene.left(side) for side in "ab"}
        fought = False
        for here in alike(scene):
            fought |= one_case(rng, scene, here, number)
        if not number:
            scene.lost_first = {side: before[side] - scene.left(side) for side in "ab"}
        if not fought:
            break
    run_away(rng, scene)
    return scene


def run_away(rng: np.random.Generator, scene: Scene) -> None:
    """Whoever got away falls back 2D6 inches."""
    for unit in scene.units.values():
        if not unit.rear.is_open():
            inches = d6(rng, len(unit.fate), 2).sum(axis=1)
            stuck = unit.rear.run(rng, unit.fate == AWAY, inches)
            unit.fate = np.where(stuck, STUCK, unit.fate)


def come_on(rng: np.random.Generator, scene: Scene) -> None:
    """Charges arrive or not; who is caught as it falls back rallies or is removed."""
    units = scene.units
    fights = len(units["a"].fate)
    for unit in units.values():
        if unit.comes_from:
            dice = np.sort(d6(rng, fights, 3), axis=1)
            hard = unit.body.paralyzed
            hard |= any(units[foe].body.unseen != "none" for foe in unit.arcs)
            reach = dice[:, :2].sum(axis=1) if hard else d6(rng, fights, 2).sum(axis=1)
            unit.fate = np.where(reach < unit.comes_from, SHORT, unit.fate)
    for unit in units.values():
        if unit.runs:
            reached = np.any([units[foe].fate == STANDS for foe in unit.arcs], axis=0)
            roll = d6(rng, fights, 2).sum(axis=1)
            rallies = (roll <= unit.body.highest("ld")) | (roll == 2)
            unit.fate = np.where(reached & ~rallies, TAKEN, unit.fate)


def alike(scene: Scene) -> Iterator[Bools]:
    """Yield the fights in which the same units are there and face the same way."""
    rows = np.stack([one.fate for one in scene.units.values()], axis=1)
    known, which = np.unique(rows, axis=0, return_inverse=True)
    for number in range(len(known)):
        yield which.reshape(-1) == number


def one_case(rng: np.random.Generator, scene: Scene, here: Bools, number: int) -> bool:
    """Play a round where the same units fight; tell whether any does."""
    fates = {key: str(one.fate[here][0]) for key, one in scene.units.items()}
    there = {
        key: [foe for foe in sorted(one.arcs) if fates[key] == fates[foe] == STANDS]
        for key, one in sorted(scene.units.items())
    }
    there = {key: foes for key, foes in there.items() if foes}
    if not there:
        return False
    if number:
        for key, foes in there.items():
            grow_back(rng, scene, key, here)
            turn_round(rng, scene, key, foes, here)
    facing = np.stack([scene.units[key].faces for key in there], axis=1)
    known, which = np.unique(facing, axis=0, return_inverse=True)
    for row in range(len(known)):
        some = here & (which.reshape(-1) == row)
        if some.any():
            part = {
                key: replace(
                    scene.units[key],
                    body=only(scene.units[key].body, some),
                    fate=scene.units[key].fate[some],
                    faces=scene.units[key].faces[some],
                )
                for key in there
            }
            Round(rng, scene.question, part, there, number == 0).fight()
            for key, one in part.items():
                put_back(scene.units[key].body, one.body, some)
                scene.units[key].fate[some] = one.fate
    return True


def grow_back(rng: np.random.Generator, scene: Scene, key: str, here: Bools) -> None:
    """Lost wounds of those who still fight grow back at the start of their turn."""
    unit = scene.units[key]
    if unit.side == scene.turn:
        body = only(unit.body, here)
        regrow(rng, body)
        put_back(unit.body, body, here)


def turn_round(
    rng: np.random.Generator, scene: Scene, key: str, foes: list[str], here: Bools
) -> None:
    """Turn those who are locked with the enemy in their flank alone, if they may."""
    unit = scene.units[key]
    side = unit.body
    if unit.side != scene.turn or len(foes) > 1 or side.formation != "Ranks":
        return
    if unit.arcs[foes[0]] == "front":
        return
    roll = d6(rng, len(here), 2).sum(axis=1)
    turns = here & ~unit.faces & (roll <= side.highest("ld"))
    unit.faces = unit.faces | turns
    in_place = scene.question.readings.get("turned", "in-place") == "in-place"
    if unit.arcs[foes[0]] == "flank" and in_place:
        wide = np.maximum(depth(side.count(), side.files), 1)
        side.files = np.where(turns, wide, side.files)


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

    def fight(self) -> None:
        had = {key: one.body.wounds() for key, one in self.units.items()}
        begun = self.added()
        self.blows()
        lost = {key: had[key] - one.body.wounds() for key, one in self.units.items()}
        after = self.readings.get("bonus-counted", "after") == "after"
        scores = self.added() if after else begun
        for key, wounds in lost.items():
            foe = "b" if key[0] == "a" else "a"
            scores[foe] = scores[foe] + wounds
        self.judge(scores)

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

    def blows(self) -> None:
        """Fight from step 11 to 0; blows of one step fall at once."""
        met = self.touching()
        begun = {key: self.fights(key, met) for key in self.there}
        for step in range(11, -1, -1):
            planned: list[tuple[Side, Wounds]] = []
            now = {key: self.still(key, begun[key]) for key in self.there}
            for key in self.there:
                planned += [*self.planned(key, step, now)]
            for unit in self.units.values():
                pool = [wounds for target, wounds in planned if target is unit.body]
                deal(self.rng, unit.body, pool, True, self.readings)

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
        self, key: str, step: int, now: dict[str, Engaged]
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
            ready, counts = with_magic(
                self.rng, own, other.body, ready, counts, self.readings
            )
            for place, armed, attacks in ready:
                *told, _ = strike(
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
                yield (
                    other.body,
                    Wounds(wounded, torn, power, ap, rules, element, cover, sixes),
                )

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
        """Test, sweep, and let those leave who wish."""
        alive = {key: one.body.count() > 0 for key, one in self.units.items()}
        left = {
            side: np.any([alive[key] for key in alive if key[0] == side], axis=0)
            for side in "ab"
        }
        both = left["a"] & left["b"]
        runs = {}
        for key, unit in self.units.items():
            by = scores["b" if unit.side == "a" else "a"] - scores[unit.side]
            runs[key] = alive[key] & both & (by > 0) & self.fails(key, by)
        self.sweep(alive, runs)
        for key, unit in self.units.items():
            unit.fate = np.where(alive[key], unit.fate, SLAIN)
        self.leave()

    def fails(self, key: str, by: Ints) -> Bools:
        unit = self.units[key]
        total = d6(self.rng, len(by), 2).sum(axis=1)
        fails: Bools = (total > unit.body.highest("ld") - by) & (total > 2)
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


def taken_in(order: Sequence[str], now: Engaged) -> dict[str, Ints]:
    """Models that each enemy finds engaged with it that no earlier one has taken."""
    found: dict[str, Ints] = {}
    for place, foe in enumerate(order):
        until, before = sorted(order[: place + 1]), sorted(order[:place])
        found[foe] = now[tuple(until)] - (now[tuple(before)] if before else 0)
    return found


def reach(models: Ints, own: Side, other: Side) -> Ints:
    """Models of a unit that so many of its enemy's find beside them."""
    return (models * other.meets + own.meets - 1) // own.meets
