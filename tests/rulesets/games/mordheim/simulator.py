"""Mordheim played out die by die, written from the rules alone: many fights at once.

It shares no code with the odds: it reads the figures, the keys of gear and rules, and
the situation of a match-up, and rolls.
"""

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from rulesets.core.values import Gear, RuleUse
from rulesets.odds.match_up import Fighter
from tests.rulesets.games.mordheim import by_weapon
from tests.rulesets.games.mordheim.blazing import kindle
from tests.rulesets.games.mordheim.charts import TO_HIT, TO_WOUND, WORSE_SAVE
from tests.rulesets.games.mordheim.effects_player import (
    Spoken,
    numbers,
    spoken,
    words,
)
from tests.rulesets.games.mordheim.enchanting import enchant

UP, DOWN, STUNNED, OUT, FLED, FELL = range(6)
MOST_TURNS = 400
NERVELESS = {"psychology-proof", "deathwish", "grizzled-veteran", "daemon"}
NURGLE = {"mark-of-nurgle", "nurgles-rot"}
SURE = {"fearless-mind", "fanatical", "drunk"}


TORCH = Gear(
    "torch",
    "Torch",
    {"critical": "bludgeoning"},
    kind="melee",
    hands=1,
    rules=(RuleUse("concussion"),),
)
"""A torch as a club."""
BURNING = {"torch", "fire-bomb", "fire"}
"""Keys of what nobody regenerates."""


class Man:
    """One fighter in all fights; what a spell does to him is False without it."""

    doubles = leaps = hasty = shielded = False

    def __init__(self, who: Fighter, side: str, asked: Any, fights: int) -> None:
        c: Any = who.characteristics
        self.side, self.gear = side, list(who.parts[0].gear if who.parts else who.gear)
        self.spare = [p for p in who.gear if p.kind == "melee" and p not in self.gear]
        self.keys = {piece.key for piece in self.gear}
        self.rules = {use.key for use in who.rules}
        self.uses = who.rules
        self.ws, self.bs, self.s, self.t, self.i = (
            c[k] for k in ("ws", "bs", "s", "t", "i")
        )
        self.a, self.save, self.w = c["a"], c["sv"], c["w"]
        self.own_ld = c["ld"]
        drank = asked.get(f"{side}.vodka", "no") if "vodka" in self.keys else "no"
        if drank != "no" and self.own_ld < 10:
            self.own_ld += 1
        self.i -= drank == "unsteady"
        self.ld = max(self.own_ld, asked.get(f"{side}.leader-ld", 0))
        torch = asked.get(f"{side}.torch", "no") if "torch" in self.keys else "no"
        self.lit = torch != "no"
        if torch == "club":
            self.gear = [TORCH, *(p for p in self.gear if p.kind != "melee")]
        self.hates = "hatred" in self.rules or asked.get(f"{side}.hates", False)
        surely = bool({"no-pain", "daemon"} & self.rules)
        self.unholy = asked.get(f"{side}.unholy", False) or surely
        self.t += "mandrake-root" in self.keys
        if "mandrake-root" in self.keys:
            self.rules = self.rules | {"no-pain"}
        immune = {"poison-proof", "daemon", *NURGLE} & self.rules
        warded = {"tears-of-shallaya", "venom-ring"} & self.keys
        self.poison_proof = bool(immune or warded)
        if "crimson-shade" in self.keys and not self.unholy:
            self.s, self.i = self.s + 1, self.i + asked.get(f"{side}.shade", 2)
        self.horn = int(asked.get(f"{side}.horn", False) and "war-horn" in self.keys)
        begun = {"standing": UP, "knocked-down": DOWN, "stunned": STUNNED}
        posture = begun[asked.get(f"{side}.posture", "standing")]
        left = max(1, self.w - asked.get(f"{side}.wounds-lost", 0))
        self.posture = np.full(fights, posture)
        self.wounds = np.full(fights, left if posture == UP else 1)
        self.calm = np.full(fights, posture != UP)
        self.charm = np.full(fights, "lucky-charm" in self.keys)
        self.dull = np.zeros(fights, bool)
        self.alight = np.zeros(fights, bool)
        self.busy = np.zeros(fights, bool)
        self.netted = np.zeros(fights, bool)
        self.stood = np.zeros(fights, bool)
        self.shaken = np.zeros(fights, bool)
        self.crit = np.zeros(fights, bool)
        self.blown = np.zeros(fights, bool)
        self.parried = np.zeros(fights, bool)
        self.view = np.full(fights, -1)
        self.stopped = np.zeros(fights, bool)
        self.bare = np.zeros(fights, bool)
        self.more = np.zeros(fights, bool)
        self.lost = np.zeros(fights, int)
        self.now = When()
        self.edge = int(asked.get(f"{side}.edge", 0))
        self.fights: Any = False
        self.low = np.zeros(fights, bool)
        self.dive = 0
        enchant(self, asked.get(f"{side}.under", "none"))
        self.picked = "capture" in self.rules and asked.get(f"{side}.foe", False)
        self.sneaks = "backstabber" in self.rules and asked.get(f"{side}.unseen", False)
        slams = asked.get(f"{side}.slams", False)
        self.slam = "slam" if slams and "body-slam" in self.rules else ""
        self.slam = "rush" if slams and "bull-rush" in self.rules else self.slam
        self.rests = "gun-rest" in self.rules and asked.get("rests", False)
        if "skull-rack" in self.rules and asked.get(f"{side}.foe", False):
            self.rules = self.rules | {"fear"}
        if asked.get(f"{side}.keeper-far") and {"tamed", "stupid-alone"} & self.rules:
            self.rules = self.rules | {"stupidity"}
        self.casts = int(asked.get(f"{side}.casts", 0))

    def melee(self, lost: int = 0) -> list[Gear]:
        """Return what he strikes with; ``lost`` are bits of what he dropped."""
        held = [p for p in self.gear if p.kind == "melee" for _ in range(p.count)]
        if not lost:
            return held
        left = [p for n, p in enumerate(held) if not lost >> n & 1]
        spare = [p for n, p in enumerate(self.spare, len(held)) if not lost >> n & 1]
        return left or spare[:1]

    def keep(self, mask: Any) -> None:
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                setattr(self, name, value[mask])

    def parries(self, lost: int = 0) -> tuple[bool, bool]:
        able = [p for p in self.melee(lost) if "parry" in {r.key for r in p.rules}]
        buckler = "buckler" in self.keys or any(
            p.key == "spiked-gauntlet" for p in able
        )
        sword = any(p.key in ("sword", "rapier") for p in able)
        axes = sum(p.key == "dwarf-axe" for p in able) > 1
        claws = any(p.key == "fighting-claws" for p in able)
        again = (sword and buckler) or axes or claws
        return bool(able) or buckler, again

    def fails_ld(self, rng: Any, size: int, more: int = 0) -> Any:
        if self.rules & SURE:
            return np.zeros(size, bool)
        return rng.integers(1, 7, (2, size)).sum(0) > min(10, self.ld + more)


NOBODY: Any = SimpleNamespace(rules=set(), keys=set(), gear=[])
"""The one behind a fall."""


@dataclass
class Hand:
    """Blows with one weapon, and what is special about them."""

    rules: set[str]
    key: str
    strength: int
    blows: int
    sword: bool = False
    base: str = ""
    modifier: int | None = None
    shot: bool = False
    aim: int = 0
    ws: int | None = None
    wounds_as: int | None = None
    table: str = ""


FIRE = Hand(set(), "fire", 4, 1)
"""The fire on one who is alight."""
SPINES = Hand(set(), "spines", 1, 1)
BURST = Hand(set(), "burst", 4, 1)
"""A gun that explodes in the hands of its firer."""


@dataclass
class When:
    """What is special about a turn for one fighter."""

    charging: bool = False
    charged: bool = False
    met: bool = False
    first: bool = False
    several: bool = False
    indoors: bool = False
    calm: bool = False
    lost: int = 0
    extra: dict[str, Any] = field(default_factory=dict)


def told_of(by: Man, him: Man, when: When) -> Spoken:
    """Return what rules of books say of a fighter's blows now."""
    now = {"in-combat"}
    now |= {"charging"} if when.charging else set()
    now |= {"first-turn"} if when.first else set()
    return (
        *spoken(by.uses, "own", now),
        *spoken(him.uses, "against", {"in-combat"}),
    )


class Table:
    """The dice and everybody at one table."""

    def __init__(self, seed: int, size: int, readings: Any) -> None:
        self.rng = np.random.default_rng(seed)
        self.size = size
        self.readings = readings

    def die(self) -> Any:
        return self.rng.integers(1, 7, self.size)

    def injure(
        self, him: Man, mask: Any, rolls: Any, hand: Hand, by: Man, plus: Any
    ) -> None:
        worst = np.zeros(self.size, int)
        for number in range(int(rolls.max(initial=0))):
            got = self.softened(him, self.rolled(him, hand, by, plus))
            worst = np.where(number < rolls, np.maximum(worst, got), worst)
        fallen = mask & (worst > UP)
        him.posture = np.where(fallen, np.maximum(him.posture, worst), him.posture)
        him.calm = him.calm | (fallen & (him.posture != UP))

    def rolled(self, him: Man, hand: Hand, by: Man, plus: Any) -> Any:
        """Roll one die for injury."""
        roll = self.die() + plus
        if "strike-to-injure" in by.rules and not hand.shot:
            roll = roll + 1
        if hand.shot and "hunting-arrows" in by.keys and hand.base == "bow":
            roll = roll + 1
        poisoned = by.gear and hand.key == by.gear[0].key and not him.poison_proof
        if "poisoned-weapon" in by.keys and poisoned:
            roll = roll + 1
        roll = np.minimum(roll, 6)
        down, stunned = (2, 5) if "hard-to-kill" in him.rules else (2, 4)
        if "true-grit" in him.rules:
            down, stunned = 3, 5
        got = np.select([roll <= down, roll <= stunned], [DOWN, STUNNED], OUT)
        if "concussion" in hand.rules and "hard-head" not in him.rules:
            got = np.where((roll == 2) & (got == DOWN), STUNNED, got)
        if "eadbasher" in by.rules and not hand.shot:
            got = np.where(got == DOWN, STUNNED, got)
        return got

    def softened(self, him: Man, got: Any) -> Any:
        """Let a helmet, a thick head or the lack of pain soften an injury."""
        plain_down = got == DOWN
        need: Any = 7
        if "no-pain" in him.rules:
            need = 1
        elif him.rules & {"thick-skull", "ard-ead"}:
            need = np.where(him.bare, 3, 2 if "helmet" in him.keys else 3)
        elif "helmet" in him.keys:
            need = np.where(him.bare, 7, 4)
        got = np.where((got == STUNNED) & (self.die() >= need), DOWN, got)
        return np.where(plain_down, UP, got) if "jump-up" in him.rules else got

    def wound(
        self, him: Man, mask: Any, number: Any, hand: Hand, by: Man, plus: Any
    ) -> None:
        mask = mask & (number > 0) & (him.posture < OUT)
        stays = mask & (him.wounds > number)
        falls = mask & ~stays
        rolls = np.where(falls, number - him.wounds + 1, 0)
        him.wounds = np.where(stays, him.wounds - number, him.wounds)
        him.wounds = np.where(falls, 1, him.wounds)
        self.injure(him, falls, rolls, hand, by, plus)

    def hit(
        self, by: Man, him: Man, hand: Hand, mask: Any, sure: Any, lying: Any
    ) -> Any:
        """Resolve one hit, and return where it failed to wound.

        To wound, critical, save, what avoids it, and its harm.
        """
        was = him.posture.copy()
        mask = self.landed(him, hand, mask)
        kindle(self, by, him, hand, mask)
        if hand.key == "rush":
            fells = mask & (him.posture == UP)
            him.posture = np.where(fells, DOWN, him.posture)
            him.calm = him.calm | fells
            self.slip(him, was)
            return mask & False
        need = self.wound_need(by, him, hand)
        roll = self.die()
        wounded = mask & (sure | (roll >= need))
        any_six = self.readings.get("needed-sixes", "critical") == "critical"
        able = wounded & (sure | (need < 6) | any_six)
        special = self.special(by, hand, able, roll)
        table = self.die()
        if "web-of-steel" in by.rules and not hand.shot:
            table = np.minimum(6, table + 1)
        number = np.ones(self.size, int)
        if hand.key == "ball-and-chain":
            number = self.rng.integers(1, 4, self.size)
        if by.gear and by.doubles and not hand.shot and hand.key != "steed":
            number = number * 2
        number = np.where(special, np.maximum(2, number), number)
        plus = np.where(special & (table >= 5), 2, 0)
        unsaved = ~self.saved(by, him, hand) | (special & (table >= 3))
        number = np.where(wounded & unsaved, number, 0)
        out = lying
        him.bare = by.more = np.zeros(self.size, bool)
        if hand.table and self.readings.get("criticals") == "by-weapon":
            harm = by_weapon.harm(self, by, him, hand, wounded, special)
            number, plus, out = harm.number, harm.plus, lying | harm.kills
            him.bare, by.more = harm.bare, harm.again
        number = self.warded(him, hand, number)
        him.posture = np.where(
            out & (number > 0) & (him.posture < OUT), OUT, him.posture
        )
        self.wound(him, mask & ~lying, number, hand, by, plus)
        self.slip(him, was)
        return mask & ~wounded

    def passes(self, man: Man) -> Any:
        """Roll a test of Initiative: a 6 always fails."""
        die = self.die()
        return (die <= man.i) & (die < 6)

    def slip(self, him: Man, was: Any) -> None:
        """Let who was put off his feet at an edge test, or fall."""
        if not him.edge:
            return
        put_down = (him.posture == DOWN) | (him.posture == STUNNED)
        falls = (was == UP) & put_down & ~him.low & ~self.passes(him)
        self.fall(him, falls, him.edge)
        him.low = him.low | falls
        leaves = falls & him.fights & (him.posture < OUT)
        him.posture = np.where(leaves, FELL, him.posture)

    def fall(self, him: Man, falls: Any, inches: int) -> None:
        """Roll the D3 hits of a fall: no armour saves, none is critical."""
        hits = (self.die() + 1) // 2
        hand = Hand(set(), "fall", min(10, inches), 1)
        wards = [4] if "regeneration" in him.rules else []
        wards += [6] * len({"peg-leg", "enchanted-skins"} & him.keys)
        for number in range(3):
            on = self.landed(him, hand, falls & (number < hits))
            wounds = on & (self.die() >= TO_WOUND[hand.strength - 1][him.t - 1])
            for ward in wards:
                wounds = wounds & (self.die() < ward)
            one, none = wounds.astype(int), np.zeros(self.size, int)
            self.wound(him, wounds, one, hand, NOBODY, none)

    def landed(self, him: Man, hand: Hand, mask: Any) -> Any:
        """Let a charm, or quick feet, undo a hit."""
        if him.charm.any():
            first = mask & him.charm
            lost = first & (self.die() >= 4)
            him.charm = him.charm & ~first
            mask = mask & ~lost
        avoid = 7
        if "excellent-reflexes" in him.rules:
            avoid = 4 if "dodge" in him.rules else 5
        elif "dodge" in him.rules and hand.shot:
            avoid = 5
        return mask & (self.die() < avoid)

    def wound_need(self, by: Man, him: Man, hand: Hand) -> int:
        hard = hand.wounds_as or hand.strength
        hard -= 1 if "resilient" in him.rules and not hand.shot else 0
        need = TO_WOUND[hard - 1][him.t - 1]
        if "holy-weapon" in hand.rules and him.unholy and need < 7:
            need = max(2, need - 1)
        return min(need, 4) if "monster-slayer" in by.rules and not hand.shot else need

    def special(self, by: Man, hand: Hand, able: Any, roll: Any) -> Any:
        """Tell which wounds are critical hits."""
        bare = "silent-death" in by.rules and hand.key == "bare"
        found = able & (roll >= (5 if bare or hand.key == "slam" else 6))
        if not (hand.shot and self.readings.get("shot-criticals", "each") == "each"):
            found = found & ~by.crit
        if hand.key == "blowpipe":
            found = found & False
        by.crit = by.crit | found
        return found

    def warded(self, him: Man, hand: Hand, number: Any) -> Any:
        """Roll for each wound that may be avoided after the armour save."""
        heals = "regeneration" in him.rules and hand.key not in BURNING
        wards = [4] if heals else []
        wards += numbers(spoken(him.uses, "against", {"in-combat"}), "avoid", "roll")
        wards += [6] * len({"peg-leg", "enchanted-skins"} & him.keys)
        if "step-aside" in him.rules and not hand.shot:
            wards.append(5)
        for ward in wards:
            kept = number * 0
            for which in range(int(number.max(initial=0))):
                kept = kept + ((which < number) & (self.die() < ward))
            number = kept
        return number

    def saved(self, by: Man, him: Man, hand: Hand) -> Any:
        worse = WORSE_SAVE.get(hand.strength, 0)
        by_strength = self.readings.get("black-powder") == "strength"
        if hand.modifier is not None and not by_strength:
            worse = hand.modifier
        worse += "cutting-edge" in hand.rules
        worse += "perfect-killer" in by.rules
        worse -= "enemy-armour-bonus" in hand.rules
        told = told_of(by, him, by.now)
        for better in numbers(told, "save", "add"):
            worse -= better
        if words(told, "save", "never"):
            return np.zeros(self.size, bool)
        save = him.save
        if "daemonic-aura" in him.rules:
            save = min(save, 5)
        if "no-armour-save" in hand.rules:
            return np.zeros(self.size, bool)
        return self.die() >= max(2, save + worse)

    def strike(
        self, by: Man, him: Man, hands: list[Hand], mask: Any, when: When
    ) -> None:
        """Strike all blows of one fighter at once at one who stands, or lies."""
        view, by.now = when.extra["view"], when
        mask = mask & any(hand.blows for hand in hands)
        fired = self.fire(by, him, hands, mask, when)
        mask = mask & (by.posture == UP)
        him.posture = np.where(mask & (view == STUNNED), OUT, him.posture)
        lying = mask & (view == DOWN)
        rolled = self.rolled_blows(by, him, hands, (mask, lying), fired, when)
        self.parry(him, rolled, mask & (view == UP))
        for hand, die, hits, lying in rolled:
            sure = np.zeros(self.size, bool)
            if "black-lotus" in hand.rules and not him.poison_proof:
                sure = (die == 6) & hits
            vain = self.hit(by, him, hand, hits | lying, sure & ~lying, lying)
            if by.more.any():
                nothing, die = np.zeros(self.size, bool), self.die()
                hits = (die >= self.need(by, him, hand, when)) & (die > 1)
                self.hit(by, him, hand, by.more & (lying | hits), nothing, lying)
            if hand.key == "rapier":
                self.lunge(by, him, hand, vain, lying, when)

    def rolled_blows(
        self, by: Man, him: Man, hands: list[Hand], whom: Any, fired: Any, when: When
    ) -> list[list[Any]]:
        """Roll blows to hit; return each with its die, where it hits, who lies."""
        (mask, lying), view = whom, when.extra["view"]
        found: list[list[Any]] = []
        still = lying & (not self.finishes)
        for hand in [each for each in hands for _ in range(each.blows)]:
            need = self.need(by, him, hand, when)
            if fired and self.risky(hand):
                die, strong = fired.pop(0)
                better = replace(hand, strength=hand.strength + 1)
                found.append([better, die, mask & (view == UP) & strong, lying & False])
                self.finish(him, better, lying & strong)
            else:
                die = self.die_to_hit(by, him, hand, when)
            lands = (die >= need) & (die > 1)
            found.append([hand, die, mask & (view == UP) & lands, still])
            self.finish(him, hand, lying & lands)
        return found

    def die_to_hit(self, by: Man, him: Man, hand: Hand, when: When) -> Any:
        """Roll to hit in combat, once more where a rule says so."""
        need, die = self.need(by, him, hand, when), self.die()
        told = told_of(by, him, when)
        when.extra["again"] = "failures" in words(told, "to-hit", "re-roll")
        if self.rolls_again(by, hand, when):
            die = np.where((die < need) | (die == 1), self.die(), die)
        return die

    def risky(self, hand: Hand) -> bool:
        """Return whether a blow is one with a pistol that may misfire."""
        powder = hand.modifier is not None and not hand.shot
        return bool(self.readings.get("misfires")) and powder

    def fire(
        self, by: Man, him: Man, hands: list[Hand], mask: Any, when: When
    ) -> list[tuple[Any, Any]]:
        """Roll the blows with pistols, and let those explode that do."""
        view, found = when.extra["view"], []
        by.blown = np.zeros(self.size, bool)
        rolls = (view == UP) | ((view == DOWN) & self.finishes)
        for hand in [each for each in hands for _ in range(each.blows)]:
            if not self.risky(hand):
                continue
            die = self.die_to_hit(by, him, hand, when)
            ones, what = mask & rolls & (die == 1), self.die()
            blown = ones & (what == 1) & (by.posture == UP)
            self.explode(by, blown)
            by.blown = by.blown | blown
            found.append((die, ones & (what == 6)))
        return found

    def struck(self, him: Man, hand: Hand, mask: Any) -> None:
        """Roll a hit that nobody struck, of a fire or of spines: never critical."""
        was = him.posture.copy()
        need = TO_WOUND[hand.strength - 1][him.t - 1]
        wounds = self.landed(him, hand, mask) & (self.die() >= need)
        worse = WORSE_SAVE.get(hand.strength, 0)
        wounds = wounds & (self.die() < max(2, him.save + worse))
        wards = [6] * len({"peg-leg", "enchanted-skins"} & him.keys)
        heals = "regeneration" in him.rules and hand.key not in BURNING
        for ward in [*wards, *([4] if heals else [])]:
            wounds = wounds & (self.die() < ward)
        one, none = wounds.astype(int), np.zeros(self.size, int)
        self.wound(him, wounds, one, hand, NOBODY, none)
        self.slip(him, was)

    def explode(self, man: Man, bursts: Any) -> None:
        """Let a gun explode on its firer."""
        was = man.posture.copy()
        on = self.landed(man, BURST, bursts)
        wounds = on & (self.die() >= TO_WOUND[3][man.t - 1])
        wounds = wounds & (self.die() < max(2, man.save + 1))
        one, none = wounds.astype(int), np.zeros(self.size, int)
        self.wound(man, wounds, one, BURST, NOBODY, none)
        self.slip(man, was)

    def rolls_again(self, by: Man, hand: Hand, when: When) -> bool:
        """Return whether misses of a blow are rolled again."""
        if "expert-swordsman" in by.rules and when.charging and hand.sword:
            return True
        if when.extra.get("again"):
            return True
        return bool(by.hates and when.first and not hand.shot and hand.ws is None)

    @property
    def finishes(self) -> bool:
        """Return whether who lies must be hit, and is then out of action."""
        return bool(self.readings.get("knocked-down", "to-hit") == "to-hit")

    def finish(self, him: Man, hand: Hand, mask: Any) -> None:
        """Take out of action whoever lies and is hit: no roll to wound is required."""
        if not self.finishes:
            return
        hit = self.landed(him, hand, mask & (him.posture < OUT))
        him.posture = np.where(hit, OUT, him.posture)

    def lunge(
        self, by: Man, him: Man, hand: Hand, vain: Any, lying: Any, when: When
    ) -> None:
        """Strike once more, one worse, with a rapier that hit and did not wound."""
        worse = 1
        nothing = np.zeros(self.size, bool)
        need = self.need(by, him, hand, when)
        while worse == 1 or (self.readings.get("rapier") == "each" and worse < 6):
            die = self.die()
            again = by.hates and when.first
            again |= "expert-swordsman" in by.rules and when.charging
            if again:
                missed = (die < need + worse) | (die == 1)
                die = np.where(missed, self.die(), die)
            on = np.maximum(need, 2) + worse
            on_feet = vain & ~lying & (die >= on) & (on <= 6)
            vain = self.hit(
                by, him, hand, on_feet | (vain & lying & (on <= 6)), nothing, lying
            )
            worse += 1

    def need(self, by: Man, him: Man, hand: Hand, when: When) -> Any:
        if hand.shot:
            need = 7 - by.bs - hand.aim
            need -= ("large" in him.rules) + by.picked
            need -= hand.key == "handgun" and by.rests
            return np.full(self.size, need - ("accurate" in hand.rules))
        skill = by.ws if hand.ws is None else hand.ws
        skill += "unstoppable-charge" in by.rules and when.charging
        pits = {"pit-fighter-skill", "pit-fighter-at-home"} & by.rules
        skill += len(pits) * when.indoors
        if him.ws == 0:
            need = 2
        elif skill == 0:
            need = 6
        else:
            need = TO_HIT[skill - 1][him.ws - 1]
        need -= ("accurate" in hand.rules) + by.picked
        need -= when.charging and by.sneaks
        need -= hand.key in ("slam", "rush")
        need -= when.charging and by.dive > 0
        need -= "berserker" in by.rules and when.charging
        need += "ferocious-charge" in by.rules and when.charging
        need += "cloud-of-flies" in him.rules
        need += hand.key == "torch"
        need += "foul-odour" in him.rules and not by.unholy
        for better in numbers(told_of(by, him, when), "to-hit", "add"):
            need -= better
        return np.where(by.shaken & when.met, 6, min(6, need))

    def turns(self, him: Man, die: Any, best: Any) -> Any:
        """Return where a die parries a hit that rolled so high."""
        if "darting-steel" in him.rules:
            return die < him.ws
        return die > best - ("master-of-blades" in him.rules)

    def parry(self, him: Man, rolled: list[Any], mask: Any) -> None:
        can, again = np.zeros(self.size, bool), np.zeros(self.size, bool)
        for lost in np.unique(him.lost).tolist():
            able, twice = him.parries(lost)
            can = can | ((him.lost == lost) & able)
            again = again | ((him.lost == lost) & twice)
        usable = [
            one
            for one in rolled
            if "cannot-be-parried" not in one[0].rules
            and one[0].strength < 2 * him.s
            and not one[0].shot
        ]
        if not can.any() or not usable:
            return
        may = mask & can & ~him.parried
        best = np.zeros(self.size, int)
        whose = np.full(self.size, -1)
        for number, (_, die, hits, _) in enumerate(usable):
            better = hits & (die > best)
            best = np.where(better, die, best)
            whose = np.where(better, number, whose)
        once, twice = (self.turns(him, self.die(), best) for _ in range(2))
        won = once | (again & twice)
        may = may & (best > 0)
        him.parried = him.parried | may
        won = won & may & (best < 6)
        for number, one in enumerate(usable):
            one[2] = one[2] & ~(won & (whose == number))
