"""Engagements played turn by turn, every die rolled: from a distance to the end."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.warhammer.simulated import Flags, Numbers, Unit, stat
from tests.rulesets.games.warhammer.simulated_result import speed
from tests.rulesets.games.warhammer.simulated_table import Table, would_fear
from tests.rulesets.games.warhammer.simulated_wits import (
    fails,
    is_stupid,
    take_test,
)
from tests.rulesets.games.warhammer.simulator import fight_round, lay_out, shoot

SIDES = {"a": "b", "b": "a"}


@dataclass
class Ground:
    """Where everybody stands in every game."""

    table: Table
    units: dict[str, Unit]
    question: MatchUp
    distance: Numbers
    flees: NDArray[np.str_]
    charger: NDArray[np.str_]
    met_in: Numbers
    rushed: Flags
    tested: dict[str, Flags]
    charged: dict[str, Flags]
    flagged: dict[str, Flags]

    def asked(self, key: str, usual: Any) -> Any:
        return self.question.situation.get(key, usual)

    def idle(self) -> Flags:
        """Return the games in which nobody is in contact and nothing is over."""
        return np.asarray((self.table.ended == "") & (self.charger == ""))


def engage(question: MatchUp, games: int, seed: int) -> Table:
    """Play an engagement out many times."""
    units = {"a": Unit(question.a, "a", question), "b": Unit(question.b, "b", question)}
    table = lay_out(units, question, games, seed)
    none = np.full(games, "", dtype="U1")
    ground = Ground(
        table,
        units,
        question,
        np.full(games, int(question.situation.get("distance", 24))),
        none.copy(),
        none.copy(),
        np.zeros(games, dtype=np.int64),
        np.zeros(games, dtype=bool),
        {side: np.zeros(games, dtype=bool) for side in units},
        {side: np.zeros(games, dtype=bool) for side in units},
        {side: np.zeros(games, dtype=bool) for side in units},
    )
    first = str(ground.asked("first", "a"))
    turns = int(str(ground.asked("turns", 6)))
    for number in range(1, turns + 1):
        for side in (first, SIDES[first]):
            take_turn(ground, side)
            ground.met_in[(ground.charger != "") & (ground.met_in == 0)] = number
    left = ground.idle()
    table.ended[left] = "no-contact"
    for side in units:
        table.ended[left & (ground.flees == side)] = f"{side}-fleeing"
    table.met_in = ground.met_in
    table.came = {side: table.wounds[side].copy() for side in units}
    for side in units:
        come_to_blows(ground, side)
    return table


def take_turn(ground: Ground, side: str) -> None:
    """Test, rally, charge, move and shoot."""
    may = ground.idle()
    running = np.flatnonzero(may & (ground.flees == side))
    rally(ground, running, side)
    may[running] = False
    dread(ground, may, side)
    stumble(ground, may, side)
    shown = quarrel(ground, may, side)
    charging = np.union1d(declare(ground, may, side), shown)
    charge(ground, charging, side)
    may &= ~np.isin(np.arange(len(may)), charging) & (ground.table.ended == "")
    advance(ground, np.flatnonzero(may), side)


def mind(ground: Ground, at: Numbers, unit: Unit) -> Flags:
    """Roll a test of psychology."""
    return ground.table.tests_mind(len(at), unit)


def run(ground: Ground, at: Numbers, side: str) -> None:
    ground.flees[at] = side
    ground.distance[at] += speed(ground.table, ground.units[side], len(at))


def leave(ground: Ground, at: Numbers, side: str) -> None:
    gone = at[ground.distance[at] > 72]
    ground.table.ended[gone] = f"{side}-fled"


def rally(ground: Ground, at: Numbers, side: str) -> None:
    unit = ground.units[side]
    alive = unit.alive(ground.table.wounds[side][at])
    value = min(max(unit.leadership, unit.general) + unit.has("musician"), 10)
    passed = ground.table.leadership_test(len(at), value)
    passed |= unit.says("test:leadership", "pass")
    passed &= alive >= unit.models / 4
    ground.flees[at[passed]] = ""
    run(ground, at[~passed], side)
    leave(ground, at[~passed], side)


def dread(ground: Ground, may: Flags, side: str) -> None:
    """Test for terror of an enemy within 6 inches, once in a game."""
    unit, enemy = ground.units[side], ground.units[SIDES[side]]
    if not enemy.has("terror") or unit.fearless:
        return
    if unit.has("fear") or unit.has("terror"):
        return
    if unit.has("frenzy"):
        return
    near = may & (ground.distance <= 6) & (ground.flees == "") & ~ground.tested[side]
    at = np.flatnonzero(near)
    ground.tested[side][at] = True
    failed = at[~mind(ground, at, unit)]
    run(ground, failed, side)
    leave(ground, failed, side)
    may[failed] = False


def quarrel(ground: Ground, may: Flags, side: str) -> Numbers:
    """Roll for animosity: on a 1 a unit squabbles, or rushes on with another 6.

    Return the games in which it rushes into the enemy.
    """
    unit = ground.units[side]
    table = ground.table
    ground.rushed[:] = False
    if not unit.has("animosity") or unit.has("quell-animosity"):
        return np.zeros(0, dtype=np.int64)
    at = np.flatnonzero(may)
    at = at[unit.alive(table.wounds[side][at]) >= 5]
    failed = table.die(len(at)) == 1
    if unit.asked("quelled"):
        failed &= table.die(len(at)) == 1
    at = at[failed]
    if unit.bears("the-bashin-flag-of-bork"):
        known = ground.flagged[side][at].copy()
        ground.flagged[side][at] = True
        at = at[known]
    shows = table.die(len(at)) == 6
    may[at[~shows]] = False
    at = at[shows]
    meets = ground.distance[at] <= moves(unit)
    into, on = at[meets], at[~meets]
    ground.distance[on] -= moves(unit)
    ground.rushed[on] = True
    may[into] = False
    charging: Numbers = into[dared(ground, into, side)]
    return charging


def dared(ground: Ground, at: Numbers, side: str) -> Flags:
    """Test whether a unit dares to charge what it fears."""
    unit, enemy = ground.units[side], ground.units[SIDES[side]]
    fearless = unit.has("frenzy") or unit.has("impetuous")
    if not would_fear(unit, enemy) or fearless:
        return np.ones(len(at), dtype=bool)
    running = ground.flees[at] != ""
    return np.asarray(mind(ground, at, unit) | running)


def stumble(ground: Ground, may: Flags, side: str) -> None:
    """Test for stupidity: who fails goes straight on at half speed, and that is all."""
    unit = ground.units[side]
    if not is_stupid(unit):
        return
    at = np.flatnonzero(may)
    failed = fails(ground.table, at, unit)
    ground.table.dull[side][at] = failed
    at = at[failed]
    step = 0 if unit.fighter.kind == "war-machine" else moves(unit) // 2
    near = ground.distance[at]
    ground.distance[at] = np.maximum(near - step, np.minimum(near, 1))
    may[at] = False


def moves(unit: Unit) -> int:
    return unit.number("m", unit.mounts[0] if unit.mounts else None)


def closes(ground: Ground, side: str) -> bool:
    return ground.asked("closing", "a") in (side, "both")


def declare(ground: Ground, may: Flags, side: str) -> Numbers:
    """Return the games in which a charge is declared and dared."""
    unit = ground.units[side]
    later, first = (unit.dice_of_charge(first=one) for one in (False, True))
    if not ground.asked(f"{side}.risks-charge", True):
        later, first = [1 for _ in later], [1 for _ in first]
    hoped = 2 * moves(unit) + np.where(ground.charged[side], sum(later), sum(first))
    at = np.flatnonzero(may & (ground.distance <= hoped))
    if unit.fighter.kind == "war-machine":
        at = at[:0]
    if not closes(ground, side) and not unit.has("frenzy"):
        kept = mind(ground, at, unit) | (not unit.has("impetuous"))
        at = at[~kept]
    dares = dared(ground, at, side)
    may[at[~dares]] = False
    return at[dares]


def charge(ground: Ground, at: Numbers, side: str) -> None:
    unit, enemy = ground.units[side], ground.units[SIDES[side]]
    table, other = ground.table, enemy.side
    reach = rolled_reach(ground, at, side)
    chased = at[ground.flees[at] == other]
    chase(ground, chased, side, reach)
    at = at[ground.flees[at] != other]
    flees, afraid = frightened(ground, at, side)
    reaction = ground.asked(f"{other}.reaction", "shoots")
    may_run = not enemy.fearless and not enemy.has("frenzy")
    if reaction == "flees" and may_run:
        flees |= ~afraid
    chase(ground, at[flees], side, reach)
    at = at[~flees]
    table.afraid[other][at] = afraid[~flees]
    if reaction == "shoots":
        far = at[ground.distance[at] > moves(unit)]
        volley(ground, far, other, moved=False, reaction=True)
    at = at[(table.ended[at] == "") & (ground.flees[at] == "")]
    short = at[ground.distance[at] > reach[at]]
    ground.distance[short] = np.maximum(ground.distance[short] - moves(unit), 1)
    ground.charger[at] = side
    ground.charger[short] = ""
    table.afraid[other][short] = False


def rolled_reach(ground: Ground, at: Numbers, side: str) -> Numbers:
    """Roll how far each charge comes, and remember that it was declared."""
    unit, table = ground.units[side], ground.table
    reach = np.zeros(len(table.ended), dtype=np.int64)
    for first in (True, False):
        some = at[ground.charged[side][at] != first]
        reach[some] = table.reach(len(some), unit, first=first)
    ground.charged[side][at] = True
    return reach


def chase(ground: Ground, at: Numbers, side: str, reach: Numbers) -> None:
    """Let the charged run; who is not out of reach is caught."""
    unit, other = ground.units[side], SIDES[side]
    run(ground, at, other)
    caught = ground.distance[at] <= reach[at]
    ground.table.ended[at[caught]] = f"{other}-caught"
    ground.distance[at[~caught]] -= moves(unit)
    leave(ground, at[~caught], other)


def frightened(ground: Ground, at: Numbers, side: str) -> tuple[Flags, Flags]:
    """Return who flees from a charge and who is afraid of it."""
    unit, enemy = ground.units[side], ground.units[SIDES[side]]
    table = ground.table
    none = np.zeros(len(at), dtype=bool)
    if enemy.has("frenzy"):
        return none, none
    failed = ~mind(ground, at, enemy)
    weak = enemy.strength(table.wounds[enemy.side][at]) < unit.strength(
        table.wounds[side][at]
    )
    flees, afraid = none.copy(), none.copy()
    if would_fear(enemy, unit):
        flees, afraid = failed & weak, failed & ~weak
    steady = enemy.fearless or enemy.has("fear") or enemy.has("terror")
    if unit.has("terror") and not steady:
        new = ~ground.tested[enemy.side][at]
        ground.tested[enemy.side][at] = True
        flees, afraid = np.where(new, failed, flees), afraid & ~new
    return flees, afraid


def advance(ground: Ground, at: Numbers, side: str) -> None:
    unit = ground.units[side]
    step = moves(unit)
    at = at[ground.charger[at] == ""]
    moved = ground.rushed[at]
    marches = np.zeros(len(at), dtype=bool)
    if closes(ground, side) and step and unit.fighter.kind != "war-machine":
        may_march = unit.body.kind != "chariot"
        may_march &= ground.asked(f"{side}.pace", "marches") == "marches"
        near = (ground.distance[at] <= 8) & (ground.flees[at] == "")
        marches = ~near & may_march
        before = ground.distance[at]
        after = np.maximum(before - np.where(marches, 2 * step, step), 1)
        moved |= after < before
        ground.distance[at] = after
    volley(ground, at[~marches & moved], side, moved=True)
    volley(ground, at[~marches & ~moved], side, moved=False)


def volley(
    ground: Ground,
    at: Numbers,
    side: str,
    *,
    moved: bool,
    reaction: bool = False,
) -> None:
    """Let a unit shoot; its target may panic, if it was not in flight before."""
    unit, target = ground.units[side], ground.units[SIDES[side]]
    guns = [piece for piece in unit.body.gear if piece.kind == "ranged"]
    if not guns:
        return
    table, other = ground.table, target.side
    before = target.alive(table.wounds[other][at])
    for distance in np.unique(ground.distance[at]):
        some = at[ground.distance[at] == distance]
        shown = int(distance)
        if reaction:
            shown = min(shown, *(stat(piece, "range") for piece in guns))
        elif shown > max(stat(piece, "range") for piece in guns):
            continue
        situation = {
            **ground.question.situation,
            "distance": shown,
            "moved": moved,
            "cover": ground.asked(f"{other}.cover", "open"),
            "hill": ground.asked(f"{side}.hill", False),
        }
        kind = "charge" if reaction else "shooting"
        asked = replace(ground.question, kind=kind, situation=situation)
        shoot(table, some, unit, target, asked)
    after = target.alive(table.wounds[other][at])
    table.ended[at[after == 0]] = f"{other}-destroyed"
    tests = (before - after) >= before / 4
    tests &= (after > 0) & (after < before) & (ground.flees[at] != other)
    if target.fearless or target.has("frenzy"):
        return
    shaken = at[tests]
    failed = shaken[~mind(ground, shaken, target)]
    if target.bears("guffs-flag"):
        again = ~ground.flagged[other][failed]
        ground.flagged[other][failed] = True
        failed = failed[~(mind(ground, failed, target) & again)]
    run(ground, failed, other)
    leave(ground, failed, other)


def come_to_blows(ground: Ground, side: str) -> None:
    """Fight the combats out in which one side has charged; it is the side a of them."""
    table = ground.table
    at = np.flatnonzero((ground.charger == side) & (table.ended == ""))
    names = {"a": side, "b": SIDES[side]}
    question = as_charge(ground.question, side)
    units = {"a": Unit(question.a, "a", question), "b": Unit(question.b, "b", question)}
    blows = Table(
        dice=table.dice,
        wounds={key: table.wounds[names[key]][at].copy() for key in units},
        ended=np.full(len(at), "", dtype="U16"),
        frenzy={key: table.frenzy[names[key]][at] for key in units},
        afraid={key: table.afraid[names[key]][at] for key in units},
        won=np.full(len(at), "", dtype="U1"),
        kept_off=np.full(len(at), bool(question.situation["defended"])),
        dull={key: table.dull[names[key]][at] for key in units},
    )
    blows.used = {key: table.used[names[key]][at] for key in units}
    if question.readings.get("stupid-tests", "own-turn") != "own-turn":
        blows.dull["b"][:] = False
        take_test(blows, blows.going(), units["b"])
    number = 0
    while len(blows.going()) and number != question.rounds:
        fight_round(blows, units, question, number)
        number += 1
    blows.ended[blows.ended == ""] = "undecided"
    for key in units:
        table.wounds[names[key]][at] = blows.wounds[key]
    for ending in np.unique(blows.ended):
        who, dash, fate = str(ending).partition("-")
        told = names.get(who, who) + dash + fate
        table.ended[at[blows.ended == ending]] = told


def as_charge(question: MatchUp, side: str) -> MatchUp:
    """Return the question of a charge by one side, who is its side a."""
    defended = bool(question.situation.get("defended")) and side == "a"
    situation = {**question.situation, "defended": defended}
    if side == "a":
        return replace(question, kind="charge", situation=situation)
    turned = {turn(key): value for key, value in situation.items()}
    for key in ("higher-ground", "refuses"):
        whose = str(turned.get(key, "nobody"))
        turned[key] = SIDES.get(whose, whose)
    return replace(
        question, kind="charge", a=question.b, b=question.a, situation=turned
    )


def turn(key: str) -> str:
    side, dot, rest = key.partition(".")
    return SIDES[side] + dot + rest if dot else key
