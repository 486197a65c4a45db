"""Warhammer combats rolled die by die, written from the rule text alone.

It shares nothing with the engine but the match-up that it plays: tables are typed as
they are printed, fronts are laid out in millimetres, every die is rolled by itself.
Many fights are played at once, each with its own dice.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from rulesets.core.values import Gear
from rulesets.odds.match_up import FighterPart, MatchUp
from tests.rulesets.games.warhammer.effects_player import (
    Spoken,
    carried_in_combat,
    face_of,
    numbers,
    pushed,
    spoken,
    words,
)
from tests.rulesets.games.warhammer.simulated import (
    HITS,
    IMPOSSIBLE,
    SAVE_MODIFIER,
    Flags,
    Numbers,
    Unit,
    has,
    has_key,
    held,
    melee_save,
    rule_x,
    stat,
)
from tests.rulesets.games.warhammer.simulated_redress import all_fighting, standing_as
from tests.rulesets.games.warhammer.simulated_result import judge, speed
from tests.rulesets.games.warhammer.simulated_table import (
    Table,
    would_fear,
    wound,
)
from tests.rulesets.games.warhammer.simulated_wits import (
    first_wits,
    half,
    later_wits,
)


@dataclass
class Blow:
    """What one group of a unit does at one moment of a round."""

    who: str
    part: FighterPart
    when: tuple[int, int]
    attacks: int
    strength: int
    piercing: int = 0
    reach: int = 1
    moments: frozenset[str] = frozenset()


def exchanged(question: MatchUp) -> MatchUp:
    """Return a question after the Speculum of one of two who are alone was used."""
    pair = [question.a, question.b]
    uses = [
        Unit(one, side, question).bears("van-horstmanns-speculum")
        and bool(question.situation.get(f"{side}.uses-item"))
        for one, side in zip(pair, "ab", strict=True)
    ]
    if sum(uses) != 1 or any(one.models != 1 for one in pair):
        return question
    lines = [one.parts[0].characteristics for one in pair]
    first, second = (
        replace(
            one,
            parts=(
                replace(
                    one.parts[0],
                    characteristics={
                        **mine,
                        **{key: theirs[key] for key in ("s", "t", "i", "a")},
                    },
                ),
                *one.parts[1:],
            ),
        )
        for one, mine, theirs in zip(pair, lines, lines[::-1], strict=True)
    )
    return replace(question, a=first, b=second)


def simulate(question: MatchUp, fights: int, seed: int) -> Table:
    """Play a match-up out many times."""
    question = exchanged(question)
    units = {
        side: Unit(fighter, side, question)
        for side, fighter in (("a", question.a), ("b", question.b))
    }
    table = lay_out(units, question, fights, seed)
    if question.kind == "charge":
        comes = stand_overrun if question.situation.get("overrun") else approach
        comes(table, units, question)
    first_wits(table, units, question)
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

    situation = question.situation
    last = str(situation.get("last-won", "nobody"))
    table = Table(
        dice=np.random.default_rng(seed),
        wounds={side: full(unit) for side, unit in units.items()},
        ended=np.full(fights, "", dtype="U16"),
        frenzy={s: np.full(fights, unit.has("frenzy")) for s, unit in units.items()},
        afraid={side: np.zeros(fights, dtype=bool) for side in units},
        dull={side: np.zeros(fights, dtype=bool) for side in units},
        won=np.full(fights, "" if last == "nobody" else last, dtype="U1"),
        kept_off=np.full(fights, bool(situation.get("defended")) and last != "a"),
    )
    for side, unit in units.items():
        table.used[side][:] = bool(unit.asked("wounds-lost"))
    return table


def approach(table: Table, units: dict[str, Unit], question: MatchUp) -> None:
    """Test fear and terror; let the charged stand and shoot."""
    a, b = units["a"], units["b"]
    situation = question.situation
    if would_fear(a, b) and not a.has("frenzy"):
        going = table.going()
        passed = table.tests_mind(len(going), a)
        table.ended[going[~passed]] = "no-charge"
    going = table.going()
    terror = a.has("terror") and not situation.get("terror-tested")
    if b.has("frenzy"):
        pass
    elif terror and not (b.fearless or b.has("fear") or b.has("terror")):
        passed = table.tests_mind(len(going), b)
        table.ended[going[~passed]] = "b-flees"
    elif would_fear(b, a):
        passed = table.tests_mind(len(going), b)
        weak = b.strength(table.wounds["b"][going]) < a.strength(
            table.wounds["a"][going]
        )
        table.ended[going[~passed & weak]] = "b-flees"
        table.afraid["b"][going[~passed & ~weak]] = True
    brave = b.has("frenzy") or b.fearless
    if situation.get("reaction") == "flees" and not brave:
        going = table.going()
        table.ended[going[~table.afraid["b"][going]]] = "b-flees"
    distance = int(situation.get("distance", 8))
    reach = table.reach(len(table.ended), a)
    running = np.flatnonzero(table.ended == "b-flees")
    caught = distance + speed(table, b, len(running)) <= reach[running]
    table.ended[running[caught]] = "b-caught"
    under_fire(table, units, question, distance)
    if a.dice_of_charge(first=True):
        table.ended[(table.ended == "") & (reach < distance)] = "falls-short"


def under_fire(
    table: Table, units: dict[str, Unit], question: MatchUp, distance: int
) -> None:
    """Let the charged stand and shoot; the charger may panic."""
    a, b = units["a"], units["b"]
    situation = question.situation
    half = a.number("m", a.mounts[0] if a.mounts else None)
    if situation.get("reaction") == "shoots":
        going = table.going()
        before = a.alive(table.wounds["a"][going])
        if distance > half:
            shoot(table, going, b, a, question)
        after = a.alive(table.wounds["a"][going])
        table.ended[going[after == 0]] = "a-destroyed"
        tests = (after > 0) & (after < before) & (before - after >= before / 4)
        shaken = going[tests]
        passed = table.tests_mind(len(shaken), a)
        if a.bears("guffs-flag"):
            passed |= table.tests_mind(len(shaken), a)
        calmed = a.has("frenzy") or a.fearless
        table.ended[shaken[~passed & (not calmed)]] = "a-panics"


def stand_overrun(table: Table, units: dict[str, Unit], question: MatchUp) -> None:
    """Test whoever is met by an overrun for fear and terror: it may only hold."""
    del question
    a, b = units["a"], units["b"]
    if would_fear(b, a) and not b.has("frenzy"):
        going = table.going()
        passed = table.tests_mind(len(going), b)
        table.afraid["b"][going[~passed]] = True


def shoot(
    table: Table, going: Numbers, shooter: Unit, target: Unit, question: MatchUp
) -> None:
    """Let the front rank shoot: modifiers are taken off the rolls."""
    situation = question.situation
    table.begin_phase()
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
        distance = min(distance, stat(piece, "range")) if reaction else distance
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
        loose = target.body.kind == "skirmishers" or target.has("flying-cavalry")
        needed += 1 if alone or loose else 0
        needed -= 1 if target.has("large-target") else 0
        shots = max(stat(piece, "shots"), keys.get("multiple-shots", 0), 1)
        if shots > 1 and situation.get("all-shots", True):
            needed += 1
        else:
            shots = 1
        thrown_by = piece.stats.get("strength") == "user"
        strength = shooter.number("s", part) if thrown_by else stat(piece, "strength")
        save = target.number("sv") + SAVE_MODIFIER[strength]
        save += 1 if "armour-piercing" in keys else 0
        save = IMPOSSIBLE if "no-armour-save" in keys else save
        told = spoken_shots(shooter, part, piece, target)
        for more in numbers(told, "to-hit", "add"):
            needed -= more
        venom = "poisoned-attacks" in keys or shooter.has("poisoned-attacks")
        face = min(6 if venom else 7, face_of(told, "to-hit", "wounds"))
        again = words(told, "to-hit", "re-roll")
        burns = int(has(part, "braziers") or "flaming-attacks" in keys)
        for number in range(int((count * shots).max(initial=0))):
            at = going[count * shots > number]
            hit, natural = shot_hits(table, len(at), needed, again)
            wound(
                table,
                at,
                hit,
                hit & (natural >= face),
                target,
                strength,
                save,
                {"flames": burns},
                told,
            )


def spoken_shots(shooter: Unit, part: FighterPart, piece: Gear, target: Unit) -> Spoken:
    """Return what rules of books say of shots: those of other weapons say nothing."""
    now = {"shooting", *moments_of(shooter, part)}
    now |= {"state:frenzy"} if shooter.has("frenzy") else set()
    rest = [one for one in part.gear if one.kind in ("melee", "ranged")]
    others = {use.key for one in rest if one is not piece for use in one.rules}
    uses = [use for use in part.rules if use.key not in others]
    return (
        *spoken([*uses, *piece.rules], "own", now),
        *spoken(target.rules, "against", {"shooting"}),
    )


def shot_hits(
    table: Table, count: int, needed: int, again: Sequence[str]
) -> tuple[Flags, Numbers]:
    """Return which shots hit, and the natural rolls that may poison."""
    roll, second = table.die(count), table.die(count)
    fails = (roll < min(needed, 6)) | (roll == 1)
    repeated = fails if "failures" in again else (roll == 1) & ("ones" in again)
    roll = np.where(repeated, table.die(count), roll)
    if needed > 6:
        after = {7: 4, 8: 5, 9: 6}.get(needed, IMPOSSIBLE)
        return (roll == 6) & (second >= after), np.zeros(count, dtype=np.int64)
    return (roll >= needed) & (roll != 1), roll


def blows_of(unit: Unit, *, charging: bool, first: bool, frenzied: bool) -> list[Blow]:
    found = []
    if unit.asked("vomits") and has(unit.body, "troll-vomit"):
        place = 0 if charging else 2
        return [Blow("models", unit.body, (place, -unit.number("i")), 1, 5)]
    for part in (unit.body, *unit.leaders):
        who = "models" if part is unit.body else "leader"
        strength = strength_in_hand(unit, part, charging=charging, first=first)
        attacks = unit.number("a", part) + int(frenzied)
        attacks += 1 if pairs(part) > 1 and not unit.rides else 0
        when = (place_of(part, charging=charging), -unit.number("i", part))
        reach = 2 if has(part, "fights-in-two-ranks") and not charging else 1
        found.append(Blow(who, part, when, attacks, strength, reach=reach))
        pistol = next((g for g in part.gear if g.base == "pistol"), None)
        if pistol is not None and first and (not unit.rides or unit.has("fusillade")):
            if has_key(pistol, "fills-hands"):
                found[-1] = brace(found[-1], pistol, charging=charging)
                continue
            plain = (0 if charging else 2, -unit.number("i", part))
            found.append(Blow(who, part, plain, 1, stat(pistol, "strength"), 1))
    for part in unit.mounts[:1]:
        tusks = charging and has(part, "tusker-charge")
        strength = 5 if tusks else unit.number("s", part)
        when = (0 if charging else 2, -unit.number("i", part))
        found.append(Blow("mount", part, when, unit.number("a", part), strength))
    held_by = {"charging": charging, "first-round": first, "state:frenzy": frenzied}
    now = {"in-combat", *(word for word, holds in held_by.items() if holds)}
    return [spoken_blow(unit, blow, now) for blow in found]


def spoken_blow(unit: Unit, blow: Blow, now: set[str]) -> Blow:
    """Return blows with all that rules of books say of them, before any die."""
    part = blow.part
    now = {*now, *moments_of(unit, part)}
    own = spoken(carried_in_combat(part), "own", now)
    parts = (unit.body, *unit.leaders, *unit.mounts)
    of_all = [use for one in parts for use in carried_in_combat(one)]
    attacks, strength = blow.attacks, blow.strength
    for more in numbers((*own, *spoken(of_all, "unit", now)), "attacks", "add"):
        attacks += more
    for more in numbers(own, "strength", "add"):
        strength += more
    strength = max(strength, *numbers(own, "strength", "at-least"), 1)
    place = blow.when[0]
    if "last" in words(own, "order", "set"):
        place = 3 if place != 1 else 1
    if "first" in words(own, "order", "set"):
        place = min(place, 1) if "last" not in words(own, "order", "set") else 1
    return replace(
        blow,
        attacks=max(attacks, 0),
        strength=min(strength, 10),
        when=(place, blow.when[1]),
        reach=max(blow.reach, *numbers(own, "ranks", "set"), 1),
        moments=frozenset(now),
    )


def moments_of(unit: Unit, part: FighterPart) -> set[str]:
    """Return what holds of a part of a unit whatever it does."""
    found = {f"weapons:{2 if pairs(part) > 1 else 1}"}
    found |= {"mounted"} if unit.rides else set()
    return found | ({"part:mount"} if part.role == "mount" else set())


def is_large(target: Unit) -> bool:
    """Return whether a target is past the size of a man, so that none slays it."""
    small = target.base <= 25 and target.body.kind != "monster"
    if target.question.readings.get("killing-blow") == "on-foot":
        small = small and not target.rides
    return not small


def brace(blow: Blow, pistol: Gear, *, charging: bool) -> Blow:
    """Return all blows with two pistols in the first round: one attack more."""
    place = 0 if charging else 2
    return replace(
        blow,
        attacks=blow.attacks + 1,
        strength=stat(pistol, "strength"),
        piercing=1,
        when=(place, blow.when[1]),
    )


def pairs(part: FighterPart) -> int:
    """Count the weapons of which one may be in each hand."""
    return sum(w.count for w in held(part) if w.base in ("hand-weapon", "choppa"))


def strength_in_hand(
    unit: Unit, part: FighterPart, *, charging: bool, first: bool
) -> int:
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


def place_of(part: FighterPart, *, charging: bool) -> int:
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
    table.begin_phase()
    table.rounds += len(going)
    start = {side: table.wounds[side][going].copy() for side in units}
    charge = question.kind == "charge" and number == 0
    table.charger = "a" if charge else ""
    if charge and units["a"].has("impact-hits"):
        impact(table, going, units)
    later_wits(table, going, units, question, number)
    duel = challenge(table, going, units, question)
    plans = plan(units, charge=charge)
    at_once = question.readings.get("blows") == "at-once"
    a_first = table.won[going] == "a"
    toss = table.die(len(going)) <= 3
    a_first = np.where(table.won[going] == "", toss, a_first)
    before: dict[str, Any] = {side: start[side].copy() for side in units}
    before |= {f"{side} fallen": table.fallen[side][going].copy() for side in units}
    whens = sorted({blow.when for _, _, blow in plans})
    for when, turn in product(whens, (True, False)):
        ready = {key: standing(table, going, unit) for key, unit in units.items()}
        for side, frenzied, blow in plans:
            chosen = (a_first == turn) == (side == "a")
            chosen &= table.frenzy[side][going] == frenzied
            chosen &= blow.when == when
            up = (ready["a"] & ready["b"]) | at_once
            fights = np.flatnonzero(chosen & duel & up)
            if is_single(units[side]):
                idle = table.dull[side][going] & ~table.odd[side][going]
                fights = fights[~idle[fights]]
            if is_single(units[side]) or blow.who != "models":
                duel_blow(table, going, fights, units, side, blow, charge=charge)
            apart = duel & any(is_single(unit) for unit in units.values())
            some = np.flatnonzero(chosen & ~apart)
            strike(
                table,
                going,
                some,
                units,
                side,
                blow,
                before,
                duel,
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
    standing = a.alive(table.wounds["a"][going])
    for number in range(a.models):
        each = table.die(len(going)) + int(a.has("scythed-wheels"))
        hits += np.where(number < standing, each, 0)
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
    before: dict[str, Any],
    duel: Flags,
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
    seen: dict[tuple[Any, ...], int] = {}
    since = before[f"{side} fallen"] if at_once else table.fallen[side][going]
    fallen = since[chosen]
    dull, odd = (one[side][going[chosen]] for one in (table.dull, table.odd))
    stand = [table.brought[one.side][going[chosen]] for one in (unit, other)]
    columns = (mine, theirs, now, fallen, duel[chosen], dull, odd, *stand)
    for place, key in enumerate(zip(*(one.tolist() for one in columns), strict=True)):
        if key not in seen:
            seen[key] = striking(unit, other, blow, *key, charging=charging)
        dice[place] = seen[key] * blow.attacks
    hates = charge and (unit.has("hatred") or bool(unit.asked("hates")))
    for number in range(int(dice.max(initial=0))):
        at = going[chosen[dice > number]]
        last = duel[chosen[dice > number]] & (table.wounds[other.side][at] == 1)
        at = dares(table, at[~(last & standing(table, at, other))], unit, other, blow)
        one_attack(table, at, unit, other, blow, hates=hates)


def striking(
    unit: Unit,
    other: Unit,
    blow: Blow,
    mine: int,
    theirs: int,
    now: int,
    fallen: bool,
    apart: bool,
    dull: bool,
    odd: bool,
    *brought: int,
    charging: bool,
) -> int:
    """Return how many of a group strike: not those that have fallen before.

    Of the stupid half stand idle; the champion is the last to do so.
    """
    if not theirs or not now:
        return 0
    unit, other = map(standing_as, (unit, other), brought)
    hides = unit.hides and mine > 1
    led = 0 if fallen else len(unit.leaders)
    models = now if unit.question.readings.get("step-up") else mine
    able = all_fighting(
        unit, other, models, theirs, reach=blow.reach, charging=charging
    )
    if hides:
        able, led = min(able, models - 1), 0
    counted_first = unit.question.readings.get("stupid-half") == "start"
    if dull and counted_first:
        able = half(able, odd_fights=odd)
        led = min(led, able)
    if not unit.question.readings.get("step-up"):
        able -= mine - now
    able = max(able, led)
    if dull and not counted_first:
        able = half(able, odd_fights=odd)
        led = min(led, able)
    if blow.who == "leader":
        return 0 if apart else led
    return able if blow.who == "mount" and not apart else able - led


def is_single(unit: Unit) -> bool:
    """Return whether a unit is one character alone."""
    return unit.models == 1 and unit.body.kind in ("infantry", "cavalry")


def challenge(
    table: Table, going: Numbers, units: dict[str, Unit], question: MatchUp
) -> Flags:
    """Return the fights in which two meet in a challenge this round."""
    count = len(going)
    if not table.fallen:
        table.fallen = {side: np.zeros(len(table.ended), dtype=bool) for side in units}
    table.over = {side: np.zeros(count, dtype=np.int64) for side in units}
    able = all(is_single(unit) or unit.leaders for unit in units.values())
    others = not all(is_single(unit) for unit in units.values())
    asked = question.situation.get("challenge") and able and others
    refused = any(unit.hides for unit in units.values())
    if not asked or refused:
        return np.zeros(count, dtype=bool)
    return ~table.fallen["a"][going] & ~table.fallen["b"][going]


def standing(table: Table, going: Numbers, unit: Unit) -> Flags:
    """Return where a unit's duellist, who falls last, is on his feet."""
    alive = table.wounds[unit.side][going] > 0
    return np.asarray(alive & ~table.fallen[unit.side][going])


def duel_blow(
    table: Table,
    going: Numbers,
    chosen: Numbers,
    units: dict[str, Unit],
    side: str,
    blow: Blow,
    *,
    charge: bool,
) -> None:
    """Let a duellist, or what he rides, strike at his rival alone."""
    unit, other = units[side], units["b" if side == "a" else "a"]
    hates = charge and (unit.has("hatred") or bool(unit.asked("hates")))
    at = going[chosen]
    rival = None if is_single(other) or not other.leaders else other.leaders[0]
    for _ in range(blow.attacks):
        pool = table.wounds[other.side][at].copy()
        down = table.fallen[other.side][at] | (pool == 0)
        table.wounds[other.side][at] = np.where(
            down, 1, pool if is_single(other) else 1
        )
        before = table.wounds[other.side][at].copy()
        if is_single(other):
            table.begun[other.side][at[down]] = 0
        table.beyond[at] = 0
        bold = dares(table, at, unit, other, blow)
        one_attack(table, bold, unit, other, blow, hates=hates, rival=rival)
        lost = before - table.wounds[other.side][at]
        table.over[side][chosen] += np.where(down, lost, 0) + table.beyond[at]
        table.wounds[other.side][at] = pool - np.where(down, 0, lost)
        if not is_single(other):
            table.fallen[other.side][at] |= lost > 0


def is_beast(unit: Unit, blow: Blow) -> bool:
    """Return whether a mount strikes, or a monster that nobody rides."""
    return blow.who == "mount" or (unit.body.kind == "monster" and not unit.mounts)


def judges(blow: Blow) -> bool:
    """Return whether a blow is struck with the Hammer of Judgement."""
    return any(piece.key == "hammer-of-judgement" for piece in blow.part.gear)


def dares(table: Table, at: Numbers, unit: Unit, other: Unit, blow: Blow) -> Numbers:
    """Return the fights in which a blow is struck: a beast's may take a test first."""
    if not (other.bears("the-collar-of-zorga") and is_beast(unit, blow)):
        return at
    return np.asarray(at[table.tests_value(unit, len(at))])


def one_attack(
    table: Table,
    at: Numbers,
    unit: Unit,
    other: Unit,
    blow: Blow,
    *,
    hates: bool,
    rival: FighterPart | None = None,
    leads: Numbers | None = None,
) -> None:
    """Strike once at a unit, or at the rival in a challenge with his own skill.

    A hit of the Hammer wounds who fails a test on Leadership: that which ``leads``.
    """
    part = blow.part
    needed = HITS[unit.number("ws", part) - 1][other.number("ws", rival) - 1]
    needed -= 1 if has(part, "to-hit-bonus") else 0
    needed += 1 if other.has("river-trolls") else 0
    large = {"enemy:large"} if is_large(other) else set()
    told = (
        *spoken(carried_in_combat(part), "own", {*blow.moments, *large}),
        *spoken(other.rules, "against", {"in-combat"}),
    )
    sixes = table.afraid[unit.side][at] | (table.kept_off[at] & (unit.side[0] == "a"))
    roll = table.die(len(at))
    again = table.die(len(at))
    missed = ~hits_now(roll, needed, told, sixes)
    twice = hates or "failures" in words(told, "to-hit", "re-roll")
    ones = (roll == 1) & ("ones" in words(told, "to-hit", "re-roll"))
    roll = np.where((missed & twice) | ones, again, roll)
    hit = hits_now(roll, needed, told, sixes)
    spits = unit.asked("vomits") and has(part, "troll-vomit")
    hit |= bool(spits)
    venom = 6 if has(part, "poisoned-attacks") else 7
    poison = hit & (roll >= min(venom, face_of(told, "to-hit", "wounds")))
    extra = {
        "slays": int(has(part, "killing-blow") and not large),
        "multiple": rule_x(part, "multiple-wounds") or 0,
        "flames": int(has(part, "flaming-attacks")),
        "magic": int(has(part, "magic-weapon")),
    }
    piercing = blow.piercing or int(has(part, "armour-piercing"))
    denied = has(part, "no-armour-save") or bool(spits)
    if judges(blow):
        value = max(other.leadership, other.general) if leads is None else leads
        hit = hit & ~table.leadership_test(len(at), value)
        poison, denied = hit, True
    save = melee_save(other, blow.strength, piercing=piercing, denied=denied)
    wound(table, at, hit, poison, other, blow.strength, save, extra, told)


def hits_now(roll: Numbers, needed: int, told: Spoken, sixes: Flags) -> Flags:
    """Read dice of close combat: a 6 always hits, a 1 never."""
    good = (pushed(roll, told, "to-hit") >= needed) & (roll != 1)
    return np.asarray(np.where(sixes, roll == 6, good | (roll == 6)))
