"""Engagements of Mordheim, played turn by turn with the simulator's dice.

Written from the rules of the turn: recovery, movement, shooting, hand-to-hand combat.
"""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from rulesets.core.values import Gear
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.mordheim.arming import hand
from tests.rulesets.games.mordheim.hurling import hurl
from tests.rulesets.games.mordheim.playing import Brawl, Played
from tests.rulesets.games.mordheim.simulator import (
    DOWN,
    MOST_TURNS,
    OUT,
    STUNNED,
    UP,
    Hand,
    Man,
    When,
)
from tests.rulesets.games.mordheim.spells import cast_now


class Field(Brawl):
    """One against one, apart at first."""

    def __init__(self, question: MatchUp, fights: int, seed: int) -> None:
        super().__init__(question, fights, seed)
        self.inches = np.full(fights, float(self.asked.get("distance", 24)))
        self.met = np.zeros(fights, bool)
        self.now = np.zeros(fights, bool)
        self.moves = {
            side: int(str(who.characteristics["m"]))
            + ("crimson-shade" in self.of(side)[0].keys)
            for side, who in (("a", question.a), ("b", question.b))
        }
        self.empty = self.noted(fights)
        self.slow = self.noted(fights)
        self.lost = self.noted(fights)
        self.told: Counter[str] = Counter()
        self.above = {
            side: int(self.asked.get(f"{side}.above", 0)) for side in ("a", "b")
        }
        for man in self.men:
            if self.asked.get(f"{man.side}.at-edge"):
                man.edge, man.fights = self.above[man.side], False
        self.delayed = np.zeros(fights, bool)
        self.level = np.full(fights, not any(self.above.values()))
        self.dove = np.zeros(fights, bool)
        self.fell = np.zeros(fights, bool)
        self.strewn = {side: np.zeros(fights, bool) for side in ("a", "b")}
        self.flashed = {side: np.zeros(fights, bool) for side in ("a", "b")}

    def noted(self, fights: int) -> dict[str, dict[str, Any]]:
        """Return a mark for each piece of both sides in all fights."""
        return {
            side: {piece.key: np.zeros(fights, bool) for piece in self.of(side)[0].gear}
            for side in ("a", "b")
        }

    def keep(self, mask: Any) -> None:
        super().keep(mask)
        for name in ("inches", "met", "now", "level", "dove", "fell"):
            setattr(self, name, getattr(self, name)[mask])
        self.strewn = {side: was[mask] for side, was in self.strewn.items()}
        self.flashed = {side: was[mask] for side, was in self.flashed.items()}
        for marks in (self.empty, self.slow, self.lost):
            for side, pieces in marks.items():
                marks[side] = {key: was[mask] for key, was in pieces.items()}

    def recover(self, side: str) -> None:
        super().recover(side)
        for man in self.of(side):
            if "healing-herbs" in man.keys:
                heals = self.away() & (man.posture == UP)
                man.wounds = np.where(heals, man.w, man.wounds)

    def away(self) -> Any:
        """Return where nobody fights yet."""
        return ~self.met

    def closes(self, side: str) -> bool:
        return self.asked.get("closing", "a") in (side, "both")

    def nearer(self, inches: Any) -> Any:
        return np.maximum(np.minimum(self.inches, 1), self.inches - inches)

    def move(self, man: Man, foe: Man) -> tuple[Any, Any]:
        """Move one side; return who may shoot, and who has moved."""
        apart = ~self.met & (foe.posture < OUT)
        held = apart & man.netted
        apart = apart & ~man.netted
        on_feet = apart & (man.posture == UP)
        held = held & (man.posture == UP) & ~man.dull & ~man.busy
        crawls = self.asked.get(f"{man.side}.crawls", "stays")
        lies = apart & ((man.posture == DOWN) | (man.posture == STUNNED))
        if crawls == "away":
            self.inches = np.where(lies, self.inches + 2, self.inches)
        if crawls == "towards":
            self.inches = np.where(lies, self.nearer(2), self.inches)
        pace = self.moves[man.side]
        stumbles = on_feet & man.dull & (self.table.die() <= 3)
        self.inches = np.where(stumbles, self.nearer(pace / 2), self.inches)
        free = on_feet & ~man.dull
        if self.closes(man.side):
            slow = np.where(man.stood, pace / 2, pace)
            walks = free & man.busy
            self.inches = np.where(walks, self.nearer(slow), self.inches)
        free = free & ~man.busy
        charging = self.charge(man, foe, free & ~man.stood)
        free = free & ~charging
        if not self.closes(man.side):
            return free | held, np.zeros_like(free)
        runs = self.asked.get("approach", "run") == "run"
        runs = runs and "may-not-run" not in man.rules
        running = free & ~man.stood & (self.inches > 8) & runs
        far = np.where(running, self.dash(man), np.where(man.stood, pace / 2, pace))
        before = self.inches
        self.inches = np.where(free, self.nearer(far), self.inches)
        return held | (free & ~running), self.inches < before

    def dash(self, man: Man) -> int:
        return self.moves[man.side] * (3 if "sprint" in man.rules else 2)

    def charge(self, man: Man, foe: Man, able: Any) -> Any:
        """Declare charges and move them; return who declared one."""
        pips, more = 1, np.zeros(self.table.size)
        if "leap" in man.rules:
            pips, more = 6, self.table.die()
        elif "waaagh-charge" in man.rules:
            pips, more = 3, (self.table.die() + 1) // 2
        sides = range(1, pips + 1) if pips > 1 else (0,)
        likely = sum((self.dash(man) + add >= self.inches) / pips for add in sides)
        wanted = {"may": 0.001, "even": 0.499, "certain": 0.999}
        least = wanted[self.asked.get("charge-when", "even")]
        declared = able & (likely >= least) & self.closes(man.side)
        if "frenzy" in man.rules:
            declared = declared | (able & (likely > 0.001) & ~man.calm)
        held = declared & self.fears_now(man, foe, charging=True)
        held = held | (declared & self.repelled(man, foe, foe.side))
        if self.flashes(foe):
            first = declared & ~held & ~self.flashed[foe.side]
            self.flashed[foe.side] = self.flashed[foe.side] | first
            held = held | (first & ~self.table.passes(man))
        going = declared & ~held
        more = more - self.strew(foe, going)
        home = going & (self.dash(man) + more >= self.inches)
        short = self.nearer(self.moves[man.side])
        self.inches = np.where(going & ~home, short, self.inches)
        self.now = self.arrived(man, foe, home)
        foe.shaken = self.fears_now(foe, man, charging=False)
        return declared

    def strew(self, foe: Man, going: Any) -> Any:
        """Roll for what caltrops take off a first charge."""
        here = going & ~self.strewn[foe.side]
        if not self.asked.get(f"{foe.side}.caltrops") or "caltrops" not in foe.keys:
            return 0
        self.strewn[foe.side] = self.strewn[foe.side] | here
        return np.where(here, self.table.die(), 0)

    def arrived(self, man: Man, foe: Man, home: Any) -> Any:
        """Return where a charge that reaches so far brings both to blows."""
        above, below = self.above[man.side], self.above[foe.side]
        self.dove = np.zeros(self.table.size, bool)
        self.fell = self.dove.copy()
        steep = home & ~self.level
        if below > 1:
            climbs = self.table.passes(man)
            bottom = np.minimum(self.inches, max(1, below))
            self.inches = np.where(steep & ~climbs, bottom, self.inches)
            return home & (self.level | climbs)
        if above < 2:
            return home
        lands = np.ones(self.table.size, bool)
        for _ in range(above // 2):
            lands = lands & self.table.passes(man)
        falls = steep & ~lands
        self.fell = falls
        self.table.fall(man, falls, above)
        man.low = man.low | falls
        self.dove = steep & lands
        self.inches = np.where(falls, 2, self.inches)
        self.level = self.level | falls
        goes_on = falls & (man.posture == UP)
        if self.table.readings.get("failed-dive", "stays") == "stays":
            goes_on = falls & False
        return (home & ~falls) | goes_on

    def dive_strength(self, side: str) -> int:
        each = self.table.readings.get("dive-strength", "each") == "each"
        return self.above[side] // 2 if each else 1

    def fears_now(self, tester: Man, cause: Man, *, charging: bool) -> Any:
        """Test for fear; a frenzy that is gone protects no more."""
        failed = self.fears(tester, cause, charging)
        if "frenzy" not in tester.rules:
            return failed
        tester.rules = tester.rules - {"frenzy"}
        plain = self.fears(tester, cause, charging)
        tester.rules = tester.rules | {"frenzy"}
        return np.where(tester.calm, plain, failed)

    def cast_apart(self, man: Man, foe: Man) -> Any:
        """Cast at an enemy within reach, in place of a shot; return where."""
        apart = (
            ~self.met
            & ~self.now
            & (man.posture == UP)
            & ~man.dull
            & ~man.busy
            & ~man.netted
            & ~self.fell
        )
        if not man.casts:
            return apart & False
        spells = [piece for piece in man.gear if piece.kind == "spell"]
        reach: Any = spells[man.casts - 1].stats.get("range", 99)
        able = apart & (self.inches <= reach) & (foe.posture < OUT)
        cast_now(self.table, man, foe, able)
        return able

    def shoot(self, man: Man, foe: Man, able: Any, moved: Any) -> None:
        """Shoot with the first missile weapon that is loaded and reaches so far."""
        done = hurl(self, man, foe, able)
        able = able & ~done
        self.delayed = np.zeros_like(able)
        for piece in (one for one in man.gear if one.kind == "ranged"):
            rules = {use.key for use in piece.rules}
            ready = ~self.empty[man.side][piece.key] & ~self.lost[man.side][piece.key]
            fires = able & ~done & ready & ~man.netted
            range_of: Any = piece.stats["range"]
            range_of += 6 if "eagle-eyes" in man.rules else 0
            fires = fires & (self.inches <= range_of)
            if not fires.any():
                self.emptied(man, piece, fires, able)
                continue
            if "move-or-fire" in rules and "nimble" not in man.rules:
                fires = fires & ~moved
            if man.bs == 0 and "shot-line" not in rules:
                continue
            self.one_volley(man, foe, piece, fires, moved)
            done = done | fires
            self.emptied(man, piece, fires, able)

    def emptied(self, man: Man, piece: Gear, fires: Any, able: Any) -> None:
        rules = {use.key for use in piece.rules}
        empty = self.empty[man.side][piece.key]
        slow = "prepare-shot" in rules and not piece.key.endswith("-brace")
        slow = slow and not ("pistolier" in man.rules and "pistol" in rules)
        slow = slow and not ("hunter" in man.rules and piece.key == "handgun")
        rests = able & ~fires
        if slow or self.may_misfire(piece):
            longer = self.slow[man.side][piece.key]
            empty = empty & ~(rests & ~longer)
            self.slow[man.side][piece.key] = longer & ~rests
        if slow or "shot-line" in rules:
            empty = empty | fires
        delayed = fires & self.delayed
        self.empty[man.side][piece.key] = empty | delayed
        if slow:
            here = self.slow[man.side][piece.key]
            self.slow[man.side][piece.key] = here | delayed

    def may_misfire(self, piece: Gear) -> bool:
        powder = "save-modifier" in piece.stats
        aimed = "shot-line" not in {use.key for use in piece.rules}
        return bool(self.table.readings.get("misfires")) and powder and aimed

    def misfire(self, man: Man, foe: Man, piece: Gear, shot: Hand, ones: Any) -> None:
        """Roll for shots whose die showed a 1."""
        die, nothing = self.table.die(), np.zeros(self.table.size, bool)
        bursts = ones & (die == 1)
        self.lost[man.side][piece.key] |= ones & (die <= 2)
        self.delayed = self.delayed | (ones & (die == 3))
        strong = replace(shot, strength=shot.strength + 1)
        for _ in range(1 + ("double-shot" in shot.rules)):
            on = ones & (die == 6) & (foe.posture < OUT)
            self.table.hit(man, foe, strong, on, nothing, nothing)
        self.table.explode(man, bursts)

    def one_volley(
        self, man: Man, foe: Man, piece: Gear, fires: Any, moved: Any
    ) -> None:
        shot = hand(piece, man, When(), 1, shot=True)
        range_of: Any = piece.stats["range"]
        range_of += 6 if "eagle-eyes" in man.rules else 0
        aim: Any = np.zeros(self.table.size, int)
        if "thrown" not in shot.rules:
            aim = aim - (2 * self.inches > range_of) - moved
        if "trick-shooter" not in man.rules:
            hard = self.asked.get(f"{foe.side}.in-hard-cover", False)
            aim = aim - (2 if hard else self.asked.get(f"{foe.side}.in-cover", False))
        aim = aim - ("elven-cloak" in foe.keys)
        shots, twice = self.shots(man, piece, moved)
        shot.aim = aim - twice
        nothing = np.zeros(self.table.size, bool)
        man.crit = nothing.copy()
        for number in range(int(shots.max(initial=0))):
            hits = fires & (number < shots) & (foe.posture < OUT)
            hits = hits & (man.posture < OUT)
            die = self.table.die()
            if self.may_misfire(piece):
                ones = hits & (die == 1)
                hits = hits & ~ones
                self.misfire(man, foe, piece, shot, ones)
            if "shot-line" not in shot.rules:
                need = self.table.need(man, foe, shot, When())
                hits = hits & (die >= need) & (die > 1)
            for _ in range(1 + ("double-shot" in shot.rules)):
                self.table.hit(man, foe, shot, hits, nothing, nothing)

    def shots(self, man: Man, piece: Gear, moved: Any) -> tuple[Any, Any]:
        one = np.ones(self.table.size, int)
        if "pistolier" in man.rules and piece.key.endswith("brace"):
            return 2 * one, 0
        if not self.asked.get("twice"):
            return one, 0
        if "quick-shot" in man.rules and piece.base in ("bow", "crossbow"):
            return 2 * one, 0
        if "fire-twice" in {use.key for use in piece.rules}:
            steady: Any = np.ones(self.table.size, bool)
            if piece.key == "sling":
                steady = ~moved & (self.inches <= 9)
            return 1 + steady, steady.astype(int)
        return one, 0

    def blows(self, active: str) -> None:
        """Fight: those who were in combat, and those whom a charge has just met."""
        ones, new = self.met.copy(), self.now & ~self.met
        for man in self.men:
            kept = new & ~self.level & ~man.low & self.keeps_edge(man, active)
            self.level = self.level | man.low
            man.low = man.low | (new & ~kept)
            man.fights = man.fights | kept
        self.cast(active, ones | new)
        if ones.any():
            self.phase(active, "", ones)
        kits = {man.side: man.gear for man in self.men}
        none = np.zeros(self.table.size, bool)
        loaded = []
        for man in self.men:
            pistols = [p.key for p in man.gear if "pistol" in {r.key for r in p.rules}]
            at, key = man.side, pistols[0] if pistols else ""
            loaded.append(self.empty[at][key] | self.lost[at][key] if key else none)
        for a_empty in (False, True):
            for b_empty in (False, True):
                here = new & (loaded[0] == a_empty) & (loaded[1] == b_empty)
                for man, empty in zip(self.men, (a_empty, b_empty), strict=True):
                    man.gear = [
                        piece
                        for piece in kits[man.side]
                        if not (empty and "pistol" in {r.key for r in piece.rules})
                    ]
                self.meets(active, here)
        for man in self.men:
            man.gear = kits[man.side]
        self.met = self.met | new

    def keeps_edge(self, man: Man, active: str) -> bool:
        """Return whether one who is charged at an edge still stands at it."""
        return man.side != active and bool(self.asked.get(f"{man.side}.keeps-edge"))

    def meets(self, active: str, here: Any) -> None:
        """Fight the turn of a charge, of those who dived by themselves."""
        for dove in (False, True):
            which = here & (self.dove == dove)
            self.of(active)[0].dive = self.dive_strength(active) if dove else 0
            if which.any():
                self.phase(active, active, which)

    def tell_charges(self, active: str) -> None:
        new = self.now & ~self.met
        self.told["contact"] += int(new.sum())
        self.told[f"{active}-charges"] += int(new.sum())


def engage(question: MatchUp, fights: int, seed: int) -> tuple[Played, Counter[str]]:
    """Return how engagements ended, and what happened before they met."""
    field = Field(question, fights, seed)
    ends: Counter[str] = Counter()
    turns = squared = 0.0
    last = question.rounds or MOST_TURNS
    active = field.asked.get("first", "a")
    for number in range(1, last + 1):
        man = field.of(active)[0]
        foe = field.of("b" if active == "a" else "a")[0]
        field.recover(active)
        field.now = np.zeros(field.table.size, bool)
        able, moved = field.move(man, foe)
        field.tell_charges(active)
        able = able & ~field.cast_apart(man, foe)
        field.shoot(man, foe, able, moved)
        for one in field.men:
            gone = ~field.met & (one.posture == OUT)
            field.told[f"{one.side}-shot"] += int(gone.sum())
        man.netted = np.zeros(field.table.size, bool)
        field.blows(active)
        ends += field.ended()
        over = field.over()
        done = field.table.size if number == last else int(over.sum())
        turns, squared = turns + number * done, squared + number**2 * done
        field.keep(~over)
        for one in field.men:
            one.stood = np.zeros(field.table.size, bool)
        active = foe.side
        if not field.table.size:
            break
    ends["undecided"] = field.table.size
    return Played(fights, ends, Counter(), turns, squared), field.told
