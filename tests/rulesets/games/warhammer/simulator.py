"""Warhammer combats rolled die by die, written from the rule text alone.

It shares nothing with the engine but the match-up that it plays: tables are typed as
they are printed, fronts are laid out in millimetres, every die is rolled by itself.
Many fights are played at once, each with its own dice.
"""

from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulesets.matchup import Fighter, Gear, MatchUp, Part

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

TO_HIT = """
4 4 5 5 5 5 5 5 5 5
3 4 4 4 5 5 5 5 5 5
3 3 4 4 4 4 5 5 5 5
3 3 3 4 4 4 4 4 5 5
3 3 3 3 4 4 4 4 4 4
3 3 3 3 3 4 4 4 4 4
3 3 3 3 3 3 4 4 4 4
3 3 3 3 3 3 3 4 4 4
3 3 3 3 3 3 3 3 4 4
3 3 3 3 3 3 3 3 3 4
"""
TO_WOUND = """
4 5 6 6 N N N N N N
3 4 5 6 6 N N N N N
2 3 4 5 6 6 N N N N
2 2 3 4 5 6 6 N N N
2 2 2 3 4 5 6 6 N N
2 2 2 2 3 4 5 6 6 N
2 2 2 2 2 3 4 5 6 6
2 2 2 2 2 2 3 4 5 6
2 2 2 2 2 2 2 3 4 5
2 2 2 2 2 2 2 2 3 4
"""
IMPOSSIBLE = 99


def table(text: str) -> list[list[int]]:
    rows = [line.split() for line in text.strip().splitlines()]
    return [[IMPOSSIBLE if cell == "N" else int(cell) for cell in row] for row in rows]


HITS, WOUNDS = table(TO_HIT), table(TO_WOUND)
SAVE_MODIFIER = {1: 0, 2: 0, 3: 0, 4: 1, 5: 2, 6: 3, 7: 4, 8: 5, 9: 6, 10: 7}


def parts_of(fighter: Fighter) -> tuple[Part, ...]:
    if fighter.parts:
        return fighter.parts
    whole = Part(
        fighter.name,
        "models",
        fighter.models,
        fighter.kind,
        fighter.characteristics,
        fighter.rules,
        fighter.gear,
    )
    return (whole,)


@dataclass
class Unit:
    """One side as the table sees it."""

    fighter: Fighter
    side: str
    question: MatchUp

    def __post_init__(self) -> None:
        parts = parts_of(self.fighter)
        self.body = next(part for part in parts if part.role == "models")
        self.leaders = [part for part in parts if part.role == "leader"]
        self.mounts = [part for part in parts if part.role == "mount"]
        self.models = self.body.models + len(self.leaders)
        self.per_model = self.number("w")
        self.rides = bool(self.mounts) or "cavalry" in self.body.kind

    def number(self, key: str, part: Part | None = None) -> int:
        value = (part or self.body).characteristics.get(key)
        return int(str(value)) if value is not None else {"sv": 7, "ward": 7}[key]

    def has(self, key: str) -> bool:
        return any(has(part, key) for part in (self.body, *self.leaders))

    def asked(self, key: str) -> Any:
        return self.question.situation.get(f"{self.side}.{key}")

    @property
    def leadership(self) -> int:
        return max(self.number("ld", part) for part in (self.body, *self.leaders))

    @property
    def general(self) -> int:
        return int(self.asked("general") or 0)

    @property
    def width(self) -> int:
        asked = int(self.asked("width") or 0)
        usual = 3 if self.has("lance-formation") else 5
        return min(asked or usual, self.models)

    @property
    def base(self) -> int:
        wide = {"monstrous-infantry": 40, "swarm": 40, "monster": 50, "chariot": 50}
        return int(self.asked("base") or wide.get(self.body.kind, 25))

    @property
    def touched(self) -> str:
        if self.question.kind == "charge":
            hit = str(self.question.situation.get("contact", "front"))
            return hit if self.side == "b" else "front"
        return str(self.asked("touched-in") or "front")

    def alive(self, wounds: Numbers) -> Numbers:
        return -(-wounds // self.per_model)

    def strength(self, wounds: Numbers) -> Numbers:
        return self.alive(wounds) * self.number("us")


def has(part: Part, key: str) -> bool:
    return rule_x(part, key) is not None


def rule_x(part: Part, key: str) -> int | None:
    """Return the X of a rule, none where there is no such rule in close combat."""
    pieces = (piece for piece in part.gear if piece.kind != "ranged")
    used = [*part.rules, *(rule for piece in pieces for rule in piece.rules)]
    return next((rule.x or 0 for rule in used if rule.key == key), None)


def held(part: Part) -> list[Gear]:
    return [piece for piece in part.gear if piece.kind == "melee"]


def stat(piece: Gear, key: str) -> int:
    return int(str(piece.stats.get(key) or 0))


@dataclass
class Blow:
    """What one group of a unit does at one moment of a round."""

    who: str
    part: Part
    when: tuple[int, int]
    attacks: int
    strength: int
    piercing: int = 0
    reach: int = 1


@dataclass
class Table:
    """All fights at once; fights that are over have an ending."""

    dice: np.random.Generator
    wounds: dict[str, Numbers]
    ended: NDArray[np.str_]
    frenzy: dict[str, Flags]
    afraid: dict[str, Flags]
    won: NDArray[np.str_]
    kept_off: Flags
    first: dict[str, Numbers] = field(default_factory=dict)
    rounds: int = 0

    def going(self) -> Numbers:
        return np.flatnonzero(self.ended == "")

    def die(self, count: int, sides: int = 6) -> Numbers:
        return self.dice.integers(1, sides + 1, size=count)

    def leadership_test(self, count: int, value: int | Numbers) -> Flags:
        return np.asarray(self.die(count) + self.die(count) <= value)


def simulate(question: MatchUp, fights: int, seed: int) -> Table:
    """Play a match-up out many times."""
    units = {
        side: Unit(fighter, side, question)
        for side, fighter in (("a", question.a), ("b", question.b))
    }
    table = lay_out(units, question, fights, seed)
    if question.kind == "charge":
        approach(table, units, question)
    number = 0
    while len(table.going()) and number != question.rounds:
        fight_round(table, units, question, number)
        number += 1
    table.ended[table.ended == ""] = "undecided"
    return table


def lay_out(units: dict[str, Unit], question: MatchUp, fights: int, seed: int) -> Table:
    def full(unit: Unit) -> Numbers:
        lost = int(unit.asked("wounds-lost") or 0)
        return np.full(fights, unit.models * unit.per_model - lost)

    last = str(question.situation.get("last-won", "nobody"))
    return Table(
        dice=np.random.default_rng(seed),
        wounds={side: full(unit) for side, unit in units.items()},
        ended=np.full(fights, "", dtype="U16"),
        frenzy={s: np.full(fights, unit.has("frenzy")) for s, unit in units.items()},
        afraid={side: np.zeros(fights, dtype=bool) for side in units},
        won=np.full(fights, "" if last == "nobody" else last, dtype="U1"),
        kept_off=np.full(fights, bool(question.situation.get("defended"))),
    )


def calm(unit: Unit) -> bool:
    listed = ("immune-to-psychology", "terror", "unbreakable", "grail-vow", "crazed")
    return any(unit.has(key) for key in listed)


def would_fear(unit: Unit, enemy: Unit) -> bool:
    if calm(unit):
        return False
    frightening = enemy.has("fear") and not unit.has("fear")
    return enemy.has("terror") or frightening or bool(unit.asked("fears"))


def approach(table: Table, units: dict[str, Unit], question: MatchUp) -> None:
    """Test fear and terror; let the charged stand and shoot."""
    a, b = units["a"], units["b"]
    situation = question.situation
    if would_fear(a, b) and not a.has("frenzy"):
        going = table.going()
        passed = table.leadership_test(len(going), max(a.leadership, a.general))
        table.ended[going[~passed]] = "no-charge"
    going = table.going()
    value = max(b.leadership, b.general)
    terror = a.has("terror") and not situation.get("terror-tested")
    if b.has("frenzy"):
        pass
    elif terror and not calm(b) and not b.has("fear"):
        passed = table.leadership_test(len(going), value)
        table.ended[going[~passed]] = "b-flees"
    elif would_fear(b, a):
        passed = table.leadership_test(len(going), value)
        weak = b.strength(table.wounds["b"][going]) < a.strength(
            table.wounds["a"][going]
        )
        table.ended[going[~passed & weak]] = "b-flees"
        table.afraid["b"][going[~passed & ~weak]] = True
    if situation.get("reaction") == "shoots":
        going = table.going()
        shoot(table, going, b, a, question)
        table.ended[going[table.wounds["a"][going] == 0]] = "a-destroyed"


def shoot(
    table: Table, going: Numbers, shooter: Unit, target: Unit, question: MatchUp
) -> None:
    """Let the front rank shoot: modifiers are taken off the rolls."""
    situation = question.situation
    reaction = question.kind == "charge"
    alive = shooter.alive(table.wounds[shooter.side][going])
    ranks = 2 if situation.get("hill") else 1
    front = np.minimum(alive, shooter.width * ranks)
    if shooter.body.kind == "skirmishers":
        front = alive
    led = len(shooter.leaders)
    for part, count in (
        (shooter.body, np.maximum(front - led, 0)),
        *((leader, np.minimum(front, 1)) for leader in shooter.leaders),
    ):
        piece = next(g for g in part.gear if g.kind == "ranged")
        keys = {rule.key: rule.x or 0 for rule in piece.rules}
        distance = int(situation.get("distance", 8 if reaction else 12))
        moved = bool(situation.get("moved"))
        if distance > stat(piece, "range") or (moved and "move-or-fire" in keys):
            continue
        needed = 7 - shooter.number("bs", part)
        thrown = "thrown" in keys
        needed += 1 if distance > stat(piece, "range") / 2 and not thrown else 0
        needed += 1 if moved and not thrown else 0
        needed += 1 if reaction or situation.get("charging") else 0
        needed += {"soft": 1, "hard": 2}.get(str(situation.get("cover")), 0)
        alone = target.models == 1 and target.body.kind == "infantry"
        needed += 1 if alone or target.body.kind == "skirmishers" else 0
        needed -= 1 if target.has("large-target") else 0
        shots = max(stat(piece, "shots"), keys.get("multiple-shots", 0), 1)
        if shots > 1 and situation.get("all-shots", True):
            needed += 1
        else:
            shots = 1
        strength = stat(piece, "strength") or shooter.number("s", part)
        save = target.number("sv") + SAVE_MODIFIER[strength]
        save += 1 if "armour-piercing" in keys else 0
        save = IMPOSSIBLE if "no-armour-save" in keys else save
        poison = "poisoned-attacks" in keys or shooter.has("poisoned-attacks")
        for number in range(int((count * shots).max(initial=0))):
            at = going[count * shots > number]
            hit, six = shot_hits(table, len(at), needed)
            wound(table, at, hit, hit & six & poison, target, strength, save, {})


def shot_hits(table: Table, count: int, needed: int) -> tuple[Flags, Flags]:
    """Return which shots hit, and which of them with a natural 6 that poisons."""
    roll, second = table.die(count), table.die(count)
    if needed > 6:
        after = {7: 4, 8: 5, 9: 6}.get(needed, IMPOSSIBLE)
        return (roll == 6) & (second >= after), np.zeros(count, dtype=bool)
    return (roll >= needed) & (roll != 1), roll == 6


def wound(
    table: Table,
    at: Numbers,
    hit: Flags,
    poisoned: Flags,
    target: Unit,
    strength: int,
    save: int,
    extra: dict[str, int],
) -> None:
    """Roll to wound, armour, ward and damage, and take the wounds off at once."""
    count = len(at)
    roll = table.die(count)
    needed = WOUNDS[strength - 1][target.number("t") - 1]
    wounds = hit & (poisoned | ((roll >= needed) & (needed < IMPOSSIBLE)))
    slain = hit & ~poisoned & (roll == 6) & (needed < IMPOSSIBLE)
    slain &= bool(extra.get("slays"))
    armour = table.die(count)
    saved = (armour >= save) & (armour != 1) & ~slain
    ward = target.number("ward")
    if target.asked("blessed") and target.has("blessing-of-the-lady"):
        ward = min(ward, 5 if strength >= 5 else 6)
    warded = table.die(count) >= ward
    through = wounds & ~saved & ~warded
    taken = np.ones(count, dtype=np.int64)
    if extra.get("multiple"):
        taken = table.die(count, extra["multiple"])
    if target.has("flammable") and extra.get("flames"):
        taken = taken * 2
    if target.has("regeneration") and not extra.get("flames"):
        kept = np.zeros(count, dtype=np.int64)
        for number in range(int(taken.max(initial=0))):
            kept += (taken > number) & (table.die(count) < 4)
        taken = np.where(slain, taken, kept)
    left = table.wounds[target.side][at]
    model = np.where(left > 0, (left - 1) % target.per_model + 1, 0)
    lost = np.where(slain, model, np.minimum(taken, model))
    table.wounds[target.side][at] = left - np.where(through, lost, 0)


def melee_save(unit: Unit, strength: int, *, piercing: int, denied: bool) -> int:
    """Return the save in close combat; a hand weapon and shield improve it on foot."""
    if denied:
        return IMPOSSIBLE
    weapons = held(unit.body)
    plain = len(weapons) == 1 and weapons[0].base == "hand-weapon"
    plain = plain and not any(has_key(piece, "magic-weapon") for piece in weapons)
    shield = any(piece.kind == "shield" for piece in unit.body.gear)
    better = 1 if plain and shield and not unit.rides else 0
    return unit.number("sv") - better + SAVE_MODIFIER[strength] + piercing


def has_key(piece: Gear, key: str) -> bool:
    return any(rule.key == key for rule in piece.rules)


def touching(own: Unit, enemy: Unit, mine: int, theirs: int) -> int:
    """Lay both sides out in millimetres; count the most bases that can touch."""
    along = mine if own.touched != "flank" else -(-mine // own.width)
    along = along if own.touched == "flank" else min(along, own.width)
    across = theirs if enemy.touched != "flank" else -(-theirs // enemy.width)
    across = across if enemy.touched == "flank" else min(across, enemy.width)
    if not theirs:
        return min(along, 2)
    length = across * enemy.base
    best = 0
    for shift in range(own.base):
        lefts = range(shift - own.base * 4, length + own.base * 4, own.base)
        best = max(best, sum(-own.base <= x <= length for x in lefts))
    return min(along, best)


def fighting(
    own: Unit, enemy: Unit, mine: int, theirs: int, *, reach: int, charging: bool
) -> int:
    """Return how many models may strike: in contact, and behind them with spears."""
    if own.question.readings.get("frontage") == "all":
        along = -(-mine // own.width) if own.touched == "flank" else mine
        met = along if own.touched == "flank" else min(along, own.width)
    else:
        met = touching(own, enemy, mine, theirs)
    if own.touched != "front":
        return met
    if charging and own.has("lance-formation") and own.width == 3:
        rows = [min(3, mine - start) for start in range(3, mine, 3)]
        return met + sum(min(row, 2) for row in rows)
    if reach > 1:
        return met + min(met, max(mine - own.width, 0))
    return met


def blows_of(unit: Unit, *, charging: bool, first: bool, frenzied: bool) -> list[Blow]:
    found = []
    for part in (unit.body, *unit.leaders):
        who = "models" if part is unit.body else "leader"
        strength = strength_in_hand(unit, part, charging=charging, first=first)
        attacks = unit.number("a", part) + int(frenzied)
        attacks += 1 if pairs(part) > 1 and not unit.rides else 0
        when = (place_of(part, charging=charging), -unit.number("i", part))
        reach = 2 if has(part, "fights-in-two-ranks") and not charging else 1
        found.append(Blow(who, part, when, attacks, strength, reach=reach))
        pistol = next((g for g in part.gear if g.base == "pistol"), None)
        if pistol is not None and first and not unit.rides:
            plain = (0 if charging else 2, -unit.number("i", part))
            found.append(Blow(who, part, plain, 1, stat(pistol, "strength"), 1))
    for part in unit.mounts[:1]:
        tusks = charging and has(part, "tusker-charge")
        strength = 5 if tusks else unit.number("s", part)
        when = (0 if charging else 2, -unit.number("i", part))
        found.append(Blow("mount", part, when, unit.number("a", part), strength))
    return found


def pairs(part: Part) -> int:
    """Count the weapons of which one may be in each hand."""
    return sum(w.count for w in held(part) if w.base in ("hand-weapon", "choppa"))


def strength_in_hand(unit: Unit, part: Part, *, charging: bool, first: bool) -> int:
    strength = unit.number("s", part)
    weapons = held(part)
    if len(weapons) != 1 or pairs(part) > 1:
        return strength
    bonus = [stat(weapons[0], "strength-bonus")]
    if charging and not (weapons[0].base == "choppa" and unit.rides):
        bonus.append(stat(weapons[0], "charge-bonus"))
    if first:
        bonus.append(stat(weapons[0], "first-round-bonus"))
    return strength + max(bonus)


def place_of(part: Part, *, charging: bool) -> int:
    if charging:
        return 0
    if has(part, "strikes-first"):
        return 1
    return 3 if has(part, "strikes-last") else 2


Plan = tuple[str, bool, Blow]


def plan(units: dict[str, Unit], *, charge: bool) -> list[Plan]:
    """Return all blows of a round, for sides in a frenzy and out of it."""
    return [
        (side, frenzied, blow)
        for side, unit in units.items()
        for frenzied in (False, True)
        for blow in blows_of(
            unit, charging=charge and side == "a", first=charge, frenzied=frenzied
        )
    ]


def fight_round(
    table: Table, units: dict[str, Unit], question: MatchUp, number: int
) -> None:
    going = table.going()
    table.rounds += len(going)
    start = {side: table.wounds[side][going].copy() for side in units}
    charge = question.kind == "charge" and number == 0
    if charge and units["a"].has("impact-hits"):
        impact(table, going, units)
    plans = plan(units, charge=charge)
    at_once = question.readings.get("blows") == "at-once"
    a_first = table.won[going] == "a"
    toss = table.die(len(going)) <= 3
    a_first = np.where(table.won[going] == "", toss, a_first)
    before = {side: start[side].copy() for side in units}
    whens = sorted({blow.when for _, _, blow in plans})
    for when, turn in product(whens, (True, False)):
        for side, frenzied, blow in plans:
            chosen = (a_first == turn) == (side == "a")
            chosen &= table.frenzy[side][going] == frenzied
            some = np.flatnonzero(chosen & (blow.when == when))
            strike(
                table,
                going,
                some,
                units,
                side,
                blow,
                before,
                charge=charge,
                at_once=at_once,
            )
    if number == 0:
        table.first = {side: start[side] - table.wounds[side][going] for side in units}
    judge(table, going, units, question, start)


def impact(table: Table, going: Numbers, units: dict[str, Unit]) -> None:
    """Each chariot hits D6 times, once more with scythes, before all blows."""
    a, b = units["a"], units["b"]
    strength = rule_x(a.body, "impact-hits") or a.number("s")
    hits = np.zeros(len(going), dtype=np.int64)
    for _ in range(a.models):
        hits += table.die(len(going)) + int(a.has("scythed-wheels"))
    save = melee_save(b, strength, piercing=0, denied=False)
    for number in range(int(hits.max(initial=0))):
        at = going[hits > number]
        sure = np.ones(len(at), dtype=bool)
        wound(table, at, sure, ~sure, b, strength, save, {})


def strike(
    table: Table,
    going: Numbers,
    chosen: Numbers,
    units: dict[str, Unit],
    side: str,
    blow: Blow,
    before: dict[str, Numbers],
    *,
    charge: bool,
    at_once: bool,
) -> None:
    """Let one group of one side strike in some of the fights."""
    unit, other = units[side], units["b" if side == "a" else "a"]
    mine = unit.alive(before[side][chosen])
    theirs = other.alive(before[other.side][chosen])
    now = unit.alive(table.wounds[side][going[chosen]])
    now = mine if at_once else now
    dice = np.zeros(len(chosen), dtype=np.int64)
    charging = charge and side == "a"
    seen: dict[tuple[int, int, int], int] = {}
    for place, key in enumerate(
        zip(mine.tolist(), theirs.tolist(), now.tolist(), strict=True)
    ):
        if key not in seen:
            seen[key] = striking(unit, other, blow, *key, charging=charging)
        dice[place] = seen[key] * blow.attacks
    hates = charge and (unit.has("hatred") or bool(unit.asked("hates")))
    for number in range(int(dice.max(initial=0))):
        at = going[chosen[dice > number]]
        one_attack(table, at, unit, other, blow, hates=hates)


def striking(
    unit: Unit,
    other: Unit,
    blow: Blow,
    mine: int,
    theirs: int,
    now: int,
    *,
    charging: bool,
) -> int:
    """Return how many of a group strike: not those that have fallen before."""
    if not theirs or not now:
        return 0
    if blow.who == "leader":
        return 1
    models = now if unit.question.readings.get("step-up") else mine
    able = fighting(unit, other, models, theirs, reach=blow.reach, charging=charging)
    if not unit.question.readings.get("step-up"):
        able -= mine - now
    if blow.who == "mount":
        return max(able, 1 if unit.leaders else 0)
    return max(able - len(unit.leaders), 0)


def one_attack(
    table: Table, at: Numbers, unit: Unit, other: Unit, blow: Blow, *, hates: bool
) -> None:
    part = blow.part
    needed = HITS[unit.number("ws", part) - 1][other.number("ws") - 1]
    needed -= 1 if has(part, "to-hit-bonus") else 0
    needed += 1 if other.has("river-trolls") else 0
    sixes = table.afraid[unit.side][at] | (table.kept_off[at] & (unit.side == "a"))
    need = np.where(sixes, 6, needed)
    roll = table.die(len(at))
    again = table.die(len(at))
    missed = ((roll < need) | (roll == 1)) & (roll != 6)
    roll = np.where(missed & hates & (blow.who != "x"), again, roll)
    hit = ((roll >= need) & (roll != 1)) | (roll == 6)
    poison = hit & (roll == 6) & has(part, "poisoned-attacks")
    man_sized = other.base <= 25 and other.body.kind != "monster"
    if unit.question.readings.get("killing-blow") == "on-foot":
        man_sized = man_sized and not other.rides
    extra = {
        "slays": int(has(part, "killing-blow") and man_sized),
        "multiple": rule_x(part, "multiple-wounds") or 0,
        "flames": int(has(part, "flaming-attacks")),
    }
    piercing = blow.piercing or int(has(part, "armour-piercing"))
    denied = has(part, "no-armour-save")
    save = melee_save(other, blow.strength, piercing=piercing, denied=denied)
    wound(table, at, hit, poison, other, blow.strength, save, extra)


def ranks(unit: Unit, wounds: Numbers) -> Numbers:
    """Count full ranks behind the first, and a last one of four."""
    readings = unit.question.readings
    if unit.body.kind in ("skirmishers", "fast-cavalry", "flying-cavalry", "chariot"):
        return np.zeros_like(wounds)
    lance = unit.has("lance-formation") and unit.width == 3
    least = 3 if lance else int(readings.get("rank-width", 4))
    if unit.width < least:
        return np.zeros_like(wounds)
    alive = unit.alive(wounds)
    counted = alive // unit.width
    if readings.get("last-rank", "four") == "four":
        counted = counted + (alive % unit.width >= 4)
    return np.minimum(np.maximum(counted - 1, 0), 3)


def points(
    table: Table,
    going: Numbers,
    units: dict[str, Unit],
    side: str,
    start: dict[str, Numbers],
    question: MatchUp,
) -> Numbers:
    unit, other = units[side], units["b" if side == "a" else "a"]
    end = {key: table.wounds[key][going] for key in units}
    total = start[other.side] - end[other.side]
    counted = question.readings.get("ranks-counted", "start")
    rows = ranks(unit, start[side] if counted == "start" else end[side])
    if unit.touched != "front":
        rows = np.where(other.strength(start[other.side]) >= 5, 0, rows)
    total = total + rows
    total = total + (unit.strength(end[side]) > other.strength(end[other.side]))
    bonus = {"front": 0, "flank": 1, "rear": 2}[other.touched]
    total = total + np.where(unit.strength(end[side]) >= 5, bonus, 0)
    carried = unit.has("standard-bearer") or unit.has("battle-standard-bearer")
    banner = any(piece.key == "war-banner" for piece in unit.body.gear)
    high = question.situation.get("higher-ground") == side
    total = total + int(carried) + int(banner) + int(high)
    return np.asarray(total + int(unit.asked("bonus") or 0))


def judge(
    table: Table,
    going: Numbers,
    units: dict[str, Unit],
    question: MatchUp,
    start: dict[str, Numbers],
) -> None:
    """Add up the points, test, flee and pursue."""
    difference = points(table, going, units, "a", start, question)
    difference = difference - points(table, going, units, "b", start, question)
    if question.readings.get("musician-wins", True):
        music = int(units["a"].has("musician")) - int(units["b"].has("musician"))
        difference = np.where(difference == 0, music, difference)
    gone_a = table.wounds["a"][going] == 0
    gone_b = table.wounds["b"][going] == 0
    table.ended[going[gone_a & ~gone_b]] = "a-destroyed"
    table.ended[going[gone_b & ~gone_a]] = "b-destroyed"
    table.ended[going[gone_a & gone_b]] = "both-destroyed"
    stand = ~gone_a & ~gone_b
    for side, lost in (("a", difference < 0), ("b", difference > 0)):
        beaten(table, going, units, side, stand & lost, np.abs(difference))
    won = np.where(difference > 0, "a", np.where(difference < 0, "b", ""))
    table.won[going] = won
    table.kept_off[going[difference > 0]] = False
    for side in units:
        table.afraid[side][going] = False


def beaten(
    table: Table,
    going: Numbers,
    units: dict[str, Unit],
    side: str,
    lost: Flags,
    by: Numbers,
) -> None:
    unit, other = units[side], units["b" if side == "a" else "a"]
    at = going[lost]
    count = len(at)
    table.frenzy[side][at] = False
    if unit.has("unbreakable") or unit.has("swarm"):
        return
    own = unit.leadership - (0 if unit.has("stubborn") else by[lost])
    value = np.maximum(own, unit.general - by[lost])
    holds = table.leadership_test(count, value)
    second = table.leadership_test(count, value)
    if unit.asked("battle-standard") or unit.has("battle-standard-bearer"):
        holds |= second
    weak = unit.strength(table.wounds[side][at]) < other.strength(
        table.wounds[other.side][at]
    )
    if would_fear(unit, other):
        holds &= ~weak
    flight, pursuit = speed(table, unit, count), speed(table, other, count)
    stays = np.zeros(count, dtype=bool)
    if other.asked("pursuit") == "restrains":
        stays = held_back(table, other, at)
    down = ~holds & ~stays & (pursuit >= flight)
    table.ended[at[~holds]] = f"{side}-broken"
    table.ended[at[down]] = f"{side}-run-down"


def held_back(table: Table, unit: Unit, at: Numbers) -> Flags:
    """Return who holds back: never in hatred or a frenzy, always behind an obstacle."""
    count = len(at)
    if unit.has("hatred") or unit.asked("hates") or unit.has("crazed"):
        return np.zeros(count, dtype=bool)
    passed = table.leadership_test(count, max(unit.leadership, unit.general))
    if unit.side == "b" and unit.question.situation.get("defended"):
        passed[:] = True
    return np.asarray(passed & ~table.frenzy[unit.side][at])


def speed(table: Table, unit: Unit, count: int) -> Numbers:
    """Roll two dice for those who move 6 inches or less, else three."""
    moves = unit.number("m", unit.mounts[0] if unit.mounts else None)
    total = table.die(count) + table.die(count)
    return total + table.die(count) if moves > 6 else total
