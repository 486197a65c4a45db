"""The result of a simulated round: points, Break tests, flight and pursuit."""

import numpy as np

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.warhammer.simulated import (
    Flags,
    Numbers,
    Unit,
    ranks,
)
from tests.rulesets.games.warhammer.simulated_redress import brought_up, standing_as
from tests.rulesets.games.warhammer.simulated_table import (
    Table,
    would_fear,
)


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
    rows = rows_of(table, going, unit, start[side] if counted == "start" else end[side])
    needed = int(question.readings.get("flank-strength", 5))
    flanked = at_its_flank(table, going, other, start) | (unit.touched != "front")
    strong = other.strength(start[other.side]) >= needed
    rows = np.where(flanked & strong, 0, rows)
    total = total + rows
    total = total + (unit.strength(end[side]) > other.strength(end[other.side]))
    round_it = at_its_flank(table, going, unit, end)
    bonus = round_it * int(other.touched != "flank")
    bonus = bonus + {"front": 0, "flank": 1, "rear": 2}[other.touched]
    late = question.readings.get("flank-bonus", "end") == "end"
    mass = unit.strength(end[side] if late else start[side])
    total = total + np.where(mass >= needed, bonus, 0)
    carried = unit.has("standard-bearer") or unit.has("battle-standard-bearer")
    banner = any(piece.key == "war-banner" for piece in unit.fighter.gear)
    high = question.situation.get("higher-ground") == side
    total = total + int(carried) + int(banner) + int(high)
    if table.over:
        total = total + np.minimum(table.over[side], 5)
    return np.asarray(total + int(unit.asked("bonus") or 0))


def rows_of(table: Table, going: Numbers, unit: Unit, wounds: Numbers) -> Numbers:
    """Count the ranks of a unit as it stands in each fight."""
    rows = np.zeros(len(going), dtype=np.int64)
    for brought in np.unique(table.brought[unit.side][going]).tolist():
        here = table.brought[unit.side][going] == brought
        rows[here] = ranks(standing_as(unit, brought), wounds[here])
    return rows


def at_its_flank(
    table: Table, going: Numbers, unit: Unit, wounds: dict[str, Numbers]
) -> Flags:
    """Return where a unit laps round its enemy, and that is an attack in the flank."""
    counts = unit.question.readings.get("lapping") == "flank"
    round_it = table.brought[unit.side][going] > 0
    behind = unit.alive(wounds[unit.side]) > unit.width
    laps = counts and unit.asked("redress") == "laps-round"
    return np.asarray(round_it & behind & laps)


def redress(table: Table, going: Numbers, units: dict[str, Unit], won: Flags) -> None:
    """Let winners bring models up from their rear ranks."""
    pairs = np.stack([table.brought[side][going] for side in ("a", "b")], axis=1)
    for brought in np.unique(pairs, axis=0).tolist():
        here = (pairs == brought).all(axis=1)
        stand = {
            side: standing_as(units[side], brought["ab".index(side)])
            for side in ("a", "b")
        }
        for side, other in (("a", "b"), ("b", "a")):
            more = brought_up(stand[side], stand[other])
            table.brought[side][going[here & (won == side)]] += more


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
    redress(table, going, units, won)
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
    sure = unit.says("test:break", "pass")
    if unit.has("unbreakable") or unit.has("swarm") or sure:
        return
    stubborn = unit.has("stubborn") or unit.says("test:break", "ignore")
    own = table.nerve(unit, at)
    if unit.bears("braid-of-bordeleaux"):
        own = np.where(table.tested[side][at], own, np.minimum(own + 1, 10))
    table.tested[side][at] = True
    own = own - (0 if stubborn else by[lost])
    value = np.maximum(own, unit.general - by[lost])
    holds = table.leadership_test(count, value)
    second = table.leadership_test(count, value)
    twice = unit.says("test:break", "re-roll")
    if unit.asked("battle-standard") or unit.has("battle-standard-bearer") or twice:
        holds |= second
    weak = unit.strength(table.wounds[side][at]) < other.strength(
        table.wounds[other.side][at]
    )
    reckless = unit.has("impetuous") and table.charger == side
    if would_fear(unit, other) and not reckless:
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
    keen = unit.has("crazed") or unit.says("act:pursue", "must")
    if unit.has("hatred") or unit.asked("hates") or keen:
        return np.zeros(count, dtype=bool)
    value = np.maximum(table.nerve(unit, at), unit.general)
    passed = table.leadership_test(count, value)
    behind = unit.side == "b" and unit.question.situation.get("defended")
    if behind or unit.says("test:leadership", "pass"):
        passed[:] = True
    return np.asarray(passed & ~table.frenzy[unit.side][at])


def speed(table: Table, unit: Unit, count: int) -> Numbers:
    """Roll two dice for those who move 6 inches or less, else three."""
    moves = unit.number("m", unit.mounts[0] if unit.mounts else None)
    total = table.die(count) + table.die(count)
    return total + table.die(count) if moves > 6 else total
