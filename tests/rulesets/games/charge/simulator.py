"""Charge played out die by die: an independent witness for the odds.

Written from the rule text alone; it shares no code with the odds. Every die of every
fight is rolled, many fights side by side.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulesets.core.effects import RuleEffect
from rulesets.odds.match_up import Fighter, MatchUp
from tests.rulesets.games.charge.effects_player import (
    amounts,
    asked_in,
    dice_rolled,
    ignores_range,
    may_not_move,
    spoken,
    told_of,
)

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

FATES = ("holds", "falls-back", "broken", "destroyed")
TURNED = {"flank": "front", "rear": "flank", "flank-and-rear": "front"}
DISTANCES = {"charge": 3, "shooting": 12, "engagement": 24}
BONUS = {"front": 0, "flank": 1, "rear": 2, "flank-and-rear": 2}


@dataclass
class Table:
    """The fights on the table: what is left of both units, and how each ended."""

    dice: np.random.Generator
    wounds_a: Numbers
    wounds_b: Numbers
    distance: Numbers
    stood: Flags
    broken: Flags
    walled: Flags
    facing: NDArray[np.str_]
    ended: NDArray[np.str_]
    declared: Flags
    shot: Counter[int] = field(default_factory=Counter)
    ran: Counter[str] = field(default_factory=Counter)

    def going(self) -> Numbers:
        return np.flatnonzero(self.ended == "")

    def one_die(self, count: int) -> Numbers:
        return self.dice.integers(1, 7, size=count)

    def two_dice(self, count: int) -> Numbers:
        return self.one_die(count) + self.one_die(count)


def figure(unit: Fighter, key: str) -> int:
    value = unit.characteristics.get(key)
    return value if isinstance(value, int) else 0


def has(unit: Fighter, key: str) -> bool:
    return any(rule.key == key for rule in unit.rules)


def piercing(unit: Fighter) -> int:
    return sum(rule.x or 0 for rule in unit.rules if rule.key == "armour-piercing")


def attack(
    table: Table,
    dice: Numbers,
    to_hit: Numbers | int,
    save: Numbers | int,
    poisoned: bool,
    told: Sequence[RuleEffect] = (),
) -> tuple[Numbers, Numbers]:
    """Roll every die to hit and every save; return hits and unsaved wounds."""
    words = {str(one.value) for one in told if (one.on, one.op) == ("save", "re-roll")}
    words |= {"successes"} if poisoned else set()
    count, most = len(dice), int(dice.max(initial=0))
    hits = np.zeros(count, dtype=np.int64)
    wounds = np.zeros(count, dtype=np.int64)
    need = np.broadcast_to(np.asarray(to_hit), (count,))
    saves = np.broadcast_to(np.asarray(save), (count,))
    for number in range(most):
        roll = table.one_die(count)
        hit = (pushed(roll, "to-hit", told) >= need) & (roll != 1) & (dice > number)
        at = np.flatnonzero(hit)
        defence = table.one_die(len(at))
        saved = (pushed(defence, "save", told) >= saves[at]) & (defence != 1)
        if words:
            again = table.one_die(len(at))
            twice = np.where(saved, "successes" in words, "failures" in words)
            second = (pushed(again, "save", told) >= saves[at]) & (again != 1)
            saved = np.where(twice, second, saved)
        hits[at] += 1
        wounds[at] += ~saved
    return hits, wounds


def pushed(shown: Numbers, on: str, told: Sequence[RuleEffect]) -> Numbers:
    """Push dice by every effect in turn."""
    for more in amounts(told, on, "add"):
        shown = shown + more
    return shown


def rolled(
    unit: Fighter, dice: int, left: Numbers, readings: dict[str, Any]
) -> Numbers:
    """Return how many dice a unit rolls in each fight."""
    whole = np.full(len(left), dice)
    if readings.get("half-strength") == "half-dice":
        lost = figure(unit, "wounds") - left
        weak = 2 * lost >= figure(unit, "wounds")
        whole = np.where(weak, (dice + 1) // 2, whole)
    return np.where(left > 0, whole, 0)


def is_stuck(unit: Fighter) -> bool:
    """Return whether a unit cannot move: neither charge nor fall back nor flee."""
    return has(unit, "unlimbered-artillery") or may_not_move(unit)


def morale_value(unit: Fighter, side: str, situation: dict[str, Any]) -> int:
    value = figure(unit, "morale")
    if has(unit, "generals-leadership") or situation.get(f"{side}.general-near"):
        value -= 1
    if has(unit, "strength-in-numbers") and situation.get(f"{side}.kin-near"):
        value -= 1
    told = spoken(unit.rules, "own", asked_in(situation, side))
    for better in amounts(told, "leadership", "add"):
        value -= better
    return value


def morale_test(table: Table, count: int, value: int) -> NDArray[np.str_]:
    roll = table.two_dice(count)
    fate = np.where(roll >= value, "holds", "falls-back")
    return np.where(roll == 2, "broken", fate)


def distance_of(question: MatchUp) -> int:
    default = DISTANCES.get(question.kind, 0)
    return int(question.situation.get("distance", default))


def set_up(question: MatchUp, fights: int, seed: int) -> Table:
    situation = question.situation
    lost_a = int(situation.get("a.wounds-lost", 0))
    lost_b = int(situation.get("b.wounds-lost", 0))
    return Table(
        dice=np.random.default_rng(seed),
        wounds_a=np.full(fights, figure(question.a, "wounds") - lost_a),
        wounds_b=np.full(fights, figure(question.b, "wounds") - lost_b),
        distance=np.full(fights, distance_of(question)),
        stood=np.ones(fights, dtype=bool),
        broken=np.zeros(fights, dtype=bool),
        walled=np.zeros(fights, dtype=bool),
        facing=np.full(fights, str(situation.get("contact", "front")), dtype="U16"),
        ended=np.full(fights, "", dtype="U24"),
        declared=np.zeros(fights, dtype=bool),
    )


def simulate(question: MatchUp, fights: int, seed: int) -> Table:
    """Play a match-up out many times."""
    table = set_up(question, fights, seed)
    if question.kind == "shooting":
        shoot(table, question)
        return table
    if question.kind == "charge":
        approach(table, question)
    number = 0
    while len(table.going()) and number != question.rounds:
        melee(table, question, number)
        number += 1
    table.ended[table.ended == ""] = "undecided"
    return table


def shoot(table: Table, question: MatchUp) -> None:
    a, b = question.a, question.b
    readings = dict(question.readings)
    dice, need = figure(a, "shoot-dice"), figure(a, "shoot-need")
    told = told_of(question, "a", "shooting")
    dice = dice_rolled(dice, "shots", told)
    count = rolled(a, dice, table.wounds_a, readings)
    if question.situation.get("volley-fire") and has(a, "volley-fire"):
        count, need = count * 2, need + 1
    ranges = [gear.stats["range"] for gear in a.gear if gear.stats.get("range")]
    if ranges and distance_of(question) > int(str(ranges[0])):
        count = count * int(ignores_range(told))
    save = figure(b, "save") + piercing(a)
    hits, wounds = attack(table, count, need, save, has(a, "poisoned-attacks"), told)
    each = [int(str(gear.stats["push"])) for gear in a.gear if gear.stats.get("push")]
    push = hits * (each[0] if each else 1)
    if readings.get("push-total") == "one-plus-hits":
        push = push + (count > 0)
    table.shot.update(np.maximum(push - figure(b, "push"), 0).tolist())
    table.wounds_b = np.maximum(table.wounds_b - wounds, 0)
    table.ended[:] = np.where(table.wounds_b == 0, "b-destroyed", "b-stands")


def approach(table: Table, question: MatchUp) -> None:
    speed = figure(question.a, "speed")
    away = distance_of(question)
    if is_stuck(question.a) or away >= speed:
        table.ended[:] = "no-charge"
        return
    come_on(table, question)


def come_on(table: Table, question: MatchUp) -> None:
    """Declare a charge that may be made: tests, reaction, and whether it reaches."""
    a, b = question.a, question.b
    situation = dict(question.situation)
    speed = figure(a, "speed")
    if has(a, "fearsome") and situation.get("use-fearsome"):
        frighten(table, question)
    table.declared[table.going()] = True
    if has(a, "terrifying"):
        frighten(table, question)
    stands = table.going()[table.stood[table.going()]]
    reaction = str(situation.get("reaction", "none"))
    value = morale_value(b, "b", situation)
    if has(b, reaction) and reaction in ("shield-wall", "tactical-genius"):
        passed = stands[table.two_dice(len(stands)) >= value]
        if reaction == "shield-wall":
            table.walled[passed] = True
        else:
            table.facing[passed] = "front"
    if has(b, reaction) and reaction in ("stand-and-shoot", "fire-and-flee"):
        react_by_shots(table, question, stands)
    going = table.going()
    short = going[table.distance[going] >= speed]
    table.ended[short] = "falls-short"


def frighten(table: Table, question: MatchUp) -> None:
    going = table.going()
    going = going[~table.broken[going]]
    value = morale_value(question.b, "b", dict(question.situation))
    fate = morale_test(table, len(going), value)
    breaks = going[fate == "broken"]
    if question.readings.get("fear-in-reach") == "away":
        table.ended[breaks] = "b-broken"
        run_away(table, question, "b", len(breaks))
    else:
        table.broken[breaks], table.stood[breaks] = True, False
        run_from(table, question, breaks, "b-broken")
    back = going[fate == "falls-back"]
    table.stood[back] = False
    if is_stuck(question.b):
        return
    table.distance[back] += table.one_die(len(back))
    away = table.distance[back] >= figure(question.a, "speed")
    if question.readings.get("fear-in-reach") == "away":
        away = np.ones(len(back), dtype=bool)
    table.ended[back[away]] = "b-falls-back"


def react_by_shots(table: Table, question: MatchUp, stands: Numbers) -> None:
    a, b = question.a, question.b
    situation, readings = dict(question.situation), dict(question.readings)
    flees = situation["reaction"] == "fire-and-flee"
    dice, need = figure(b, "shoot-dice"), figure(b, "shoot-need") + 1
    told = told_of(question, "b", "shooting")
    dice = dice_rolled(dice, "shots", told)
    count = rolled(b, dice, table.wounds_b[stands], readings)
    if situation.get("volley-fire") and has(b, "volley-fire"):
        count, need = count * 2, need + 1
    if flees:
        count = (count + 1) // 2
    count = np.where(table.facing[stands] == "front", count, 0)
    save = figure(a, "save") + piercing(b)
    hits, wounds = attack(table, count, need, save, has(b, "poisoned-attacks"), told)
    table.wounds_a[stands] = np.maximum(table.wounds_a[stands] - wounds, 0)
    if readings.get("reaction-shots-push"):
        each = [g.stats["push"] for g in b.gear if g.stats.get("push")]
        push = hits * (int(str(each[0])) if each else 1) - figure(a, "push")
        table.distance[stands] += np.maximum(push, 0)
    table.ended[stands[table.wounds_a[stands] == 0]] = "a-destroyed"
    if not flees:
        return
    run_from(table, question, stands[table.ended[stands] == ""], "b-flees")


def run_from(table: Table, question: MatchUp, runs: Numbers, away: str) -> None:
    """Flee 2D6 from a charge: away, or caught where the charger still reaches."""
    rolls = np.zeros(len(runs), dtype=np.int64)
    if not is_stuck(question.b):
        rolls = table.two_dice(len(runs))
    table.distance[runs] += rolls
    table.facing[runs] = "rear"
    far = table.distance[runs] >= figure(question.a, "speed")
    table.ended[runs[far]] = away
    table.ran.update(met(dict(question.situation), "b", rolls[far]))
    if question.readings.get("caught-fleeing", "destroyed") == "destroyed":
        caught = runs[~far]
        table.wounds_b[caught] = 0
        table.ended[caught] = "b-destroyed"


def run_away(table: Table, question: MatchUp, side: str, count: int) -> None:
    """Roll the flights of those who broke, and count whom they meet."""
    unit = question.a if side == "a" else question.b
    if not is_stuck(unit):
        rolls = table.two_dice(count)
        table.ran.update(met(dict(question.situation), side, rolls))


def met(situation: dict[str, Any], key: str, rolls: Numbers) -> Counter[str]:
    """Count those who flee so far into an enemy, or into a friend before one."""
    enemy = int(situation.get(f"{key}.enemy-behind", 0))
    friend = int(situation.get(f"{key}.friend-behind", 0))
    found: Counter[str] = Counter()
    if enemy:
        found[f"{key}-runs-into-enemy"] = int((rolls >= enemy).sum())
    if friend:
        reached = rolls >= friend
        if enemy:
            reached &= friend <= enemy
        found[f"{key}-friend-tests"] = int(reached.sum())
    return found


def active_side(number: int, readings: dict[str, Any]) -> str:
    later = readings.get("later-rounds", "alternating")
    if later == "alternating":
        return "a" if number % 2 == 0 else "b"
    return "a" if number == 0 else str(later)


def melee(table: Table, question: MatchUp, number: int) -> None:
    """Fight one round: the active side, the other side, then Morale."""
    a, b = question.a, question.b
    situation, readings = dict(question.situation), dict(question.readings)
    going = table.going()
    before_a, before_b = table.wounds_a[going], table.wounds_b[going]
    touched_a = np.full(len(going), str(situation.get("a.touched-in", "front")))
    if question.kind == "charge":
        touched_b = table.facing[going]
    else:
        touched_b = np.full(len(going), str(situation.get("b.touched-in", "front")))
    if readings.get("engaged-pivot"):
        own_turns = {"a": 0, "b": 0}
        for later in range(1, number + 1):
            own_turns[active_side(later, readings)] += 1
        touched_a = pivoted(touched_a, own_turns["a"])
        touched_b = pivoted(touched_b, own_turns["b"])
    wall = table.walled[going]
    if readings.get("shield-wall-lasts", "round") == "round" and number > 0:
        wall = np.zeros(len(going), dtype=bool)
    save_b = np.where(wall, np.maximum(figure(b, "save") - 1, 2), figure(b, "save"))
    save_a = np.full(len(going), figure(a, "save"))
    both = {
        "a": (a, touched_a, touched_b, save_b + piercing(a)),
        "b": (b, touched_b, touched_a, save_a + piercing(b)),
    }
    active = active_side(number, readings)
    at_start = {"a": before_a, "b": before_b}
    for side in (active, "b" if active == "a" else "a"):
        unit, own, other, save = both[side]
        left = table.wounds_a[going] if side == "a" else table.wounds_b[going]
        if readings.get("dead-strike"):
            left = np.maximum(left, 1)
        told = told_of(question, side, "in-combat")
        full = dice_rolled(figure(unit, "melee-dice"), "attacks", told)
        dice = rolled(unit, full, left, readings)
        dice = np.where(own == "front", dice, 0)
        need = figure(unit, "melee-need") - bonuses(other, readings)
        poisoned = has(unit, "poisoned-attacks")
        _, wounds = attack(table, dice, need, save, poisoned, told)
        target = table.wounds_b if side == "a" else table.wounds_a
        target[going] = np.maximum(target[going] - wounds, 0)
    judge(table, question, going, at_start)


def pivoted(touched: NDArray[np.str_], times: int) -> NDArray[np.str_]:
    """Return where units are touched after so many quarter turns."""
    for _ in range(times):
        places = [TURNED.get(place, place) for place in touched.tolist()]
        touched = np.array(places, dtype="U16")
    return touched


def bonuses(touched: NDArray[np.str_], readings: dict[str, Any]) -> Numbers:
    """Return what striking there adds to the roll to hit."""
    added = np.zeros(len(touched), dtype=np.int64)
    if readings.get("flank-and-rear") == "both":
        added[touched == "flank-and-rear"] = BONUS["flank"]
    for place, bonus in BONUS.items():
        added[touched == place] += bonus
    return added


def judge(
    table: Table, question: MatchUp, going: Numbers, at_start: dict[str, Numbers]
) -> None:
    """Test Morale where wounds were lost, and end what is over."""
    situation, readings = dict(question.situation), dict(question.readings)
    left = {"a": table.wounds_a[going], "b": table.wounds_b[going]}
    units = {"a": question.a, "b": question.b}
    fates = {}
    for side, other in (("a", "b"), ("b", "a")):
        fate = np.full(len(going), "holds", dtype="U10")
        tests = (left[side] < at_start[side]) & (left[side] > 0)
        if not readings.get("test-after-destroying"):
            tests &= left[other] > 0
        at = np.flatnonzero(tests)
        fate[at] = morale_test(
            table, len(at), morale_value(units[side], side, situation)
        )
        if is_stuck(units[side]):
            fate[fate == "falls-back"] = "holds"
        run_away(table, question, side, int((fate == "broken").sum()))
        fate[left[side] == 0] = "destroyed"
        fates[side] = fate
    ends = bool(readings.get("fall-back-ends", True))
    for fate_a, fate_b in product(FATES, FATES):
        key = name_of(fate_a, fate_b, ends)
        if key:
            met = (fates["a"] == fate_a) & (fates["b"] == fate_b)
            table.ended[going[met]] = key


def name_of(fate_a: str, fate_b: str, fall_back_ends: bool) -> str:
    """Return the key of what became of both sides, "" if they fight on."""
    stay = ("holds",) if fall_back_ends else ("holds", "falls-back")
    if fate_a in stay and fate_b in stay:
        return ""
    if fate_a == fate_b:
        return {"falls-back": "both-fall-back"}.get(fate_a, f"both-{fate_a}")
    named = [("a", fate_a), ("b", fate_b)]
    return "-".join(f"{side}-{fate}" for side, fate in named if fate != "holds")
