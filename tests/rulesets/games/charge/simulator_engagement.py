"""Charge's engagements played out turn by turn: an independent witness.

Written from the rule text alone; it shares no code with the odds. What side b does is
played with the sides changed over.
"""

import re
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.charge.effects_player import (
    dice_rolled,
    ignores_range,
    told_of,
)
from tests.rulesets.games.charge.simulator import (
    Flags,
    Numbers,
    Table,
    attack,
    come_on,
    figure,
    has,
    is_stuck,
    melee,
    morale_value,
    piercing,
    rolled,
    set_up,
)

OTHER = {"a": "b", "b": "a"}


@dataclass
class Played:
    """Engagements: the table, when each met and ended, and who charged."""

    table: Table
    met: Numbers
    over: Numbers
    charged: Numbers
    used: dict[str, Flags]

    def apart(self) -> Numbers:
        return np.flatnonzero((self.table.ended == "") & (self.met < 0))


def turned(question: MatchUp) -> MatchUp:
    """Return the same question with the sides changed over."""
    situation = {
        (f"{OTHER[key[0]]}{key[1:]}" if key[1:2] == "." else key): value
        for key, value in question.situation.items()
    }
    readings = dict(question.readings)
    later = str(readings.get("later-rounds", "alternating"))
    readings["later-rounds"] = OTHER.get(later, later)
    return replace(
        question,
        a=question.b,
        b=question.a,
        situation=situation,
        readings=readings,
    )


def turned_key(key: str) -> str:
    """Return an outcome's key with the sides changed over."""
    parts = re.findall(r"([ab])-(.*?)(?=-[ab]-|$)", key)
    if not parts:
        return key
    return "-".join(f"{s}-{f}" for s, f in sorted((OTHER[s], f) for s, f in parts))


def taken(table: Table, at: Numbers, side: str) -> Table:
    """Return some of the fights, seen from a side."""
    own, other = table.wounds_a[at], table.wounds_b[at]
    if side == "b":
        own, other = other, own
    return Table(
        dice=table.dice,
        wounds_a=own.copy(),
        wounds_b=other.copy(),
        distance=table.distance[at].copy(),
        stood=np.ones(len(at), dtype=bool),
        broken=np.zeros(len(at), dtype=bool),
        walled=table.walled[at].copy(),
        facing=table.facing[at].copy(),
        ended=table.ended[at].copy(),
        declared=np.zeros(len(at), dtype=bool),
    )


def put_back(table: Table, at: Numbers, part: Table, side: str) -> None:
    own, other = part.wounds_a, part.wounds_b
    if side == "b":
        own, other = other, own
    table.wounds_a[at], table.wounds_b[at] = own, other
    table.distance[at], table.walled[at] = part.distance, part.walled
    table.facing[at] = part.facing
    for key, count in part.ran.items():
        table.ran[OTHER[key[0]] + key[1:] if side == "b" else key] += count
    keys = part.ended.tolist()
    table.ended[at] = [turned_key(key) for key in keys] if side == "b" else keys


def engage(question: MatchUp, fights: int, seed: int) -> Played:
    """Play an engagement out many times."""
    situation = dict(question.situation)
    table = set_up(question, fights, seed)
    played = Played(
        table,
        met=np.full(fights, -1),
        over=np.full(fights, -1),
        charged=np.zeros(fights, dtype=np.int64),
        used={side: np.zeros(fights, dtype=bool) for side in "ab"},
    )
    first = str(situation.get("first", "a"))
    for turn in range(2 * int(situation.get("turns", 12))):
        side = first if turn % 2 == 0 else OTHER[first]
        if len(played.apart()):
            take_turn(played, question, side, turn)
    table.ended[played.apart()] = "apart"
    for side in "ab":
        fight_on(played, question, side)
    table.ended[table.ended == ""] = "undecided"
    return played


def take_turn(played: Played, question: MatchUp, side: str, turn: int) -> None:
    """Shoot with a unit that stands; charge or move with one that closes in."""
    mine = question if side == "a" else turned(question)
    closing = str(question.situation.get("closing", "a"))
    comes = closing in (side, "both") and not is_stuck(mine.a)
    at = played.apart()
    part = taken(played.table, at, side)
    if not comes:
        shots(part, mine)
        put_back(played.table, at, part, side)
        played.over[at[part.ended != ""]] = turn
        return
    speed = figure(mine.a, "speed")
    near = part.distance < speed
    walk = at[~near]
    step = np.full(len(walk), speed)
    move(played, walk, step)
    march(played, mine, walk)
    used = played.used[side][at].copy()
    for done in (False, True):
        charge(played, mine, side, turn, at[near & (used == done)])


def march(played: Played, question: MatchUp, at: Numbers) -> None:
    """End the Movement phase of side a of the question with a Forced March."""
    if not has(question.a, "forced-march"):
        return
    value = morale_value(question.a, "a", dict(question.situation))
    passed = at[played.table.two_dice(len(at)) >= value]
    move(played, passed, np.full(len(passed), figure(question.a, "speed") // 2))


def move(played: Played, at: Numbers, inches: Numbers) -> None:
    distance = played.table.distance
    distance[at] = np.maximum(1, distance[at] - inches)


def shots(part: Table, question: MatchUp) -> None:
    """Shoot with side a: wounds, and the push that takes b away."""
    a, b, readings = question.a, question.b, dict(question.readings)
    dice, need = figure(a, "shoot-dice"), figure(a, "shoot-need")
    if not dice:
        return
    told = told_of(question, "a", "shooting")
    dice = dice_rolled(dice, "shots", told)
    count = rolled(a, dice, part.wounds_a, readings)
    if question.situation.get("volley-fire") and has(a, "volley-fire"):
        count, need = count * 2, need + 1
    reach = [int(str(g.stats["range"])) for g in a.gear if g.stats.get("range")]
    if reach and not ignores_range(told):
        count = np.where(part.distance <= reach[0], count, 0)
    save = figure(b, "save") + piercing(a)
    hits, wounds = attack(part, count, need, save, has(a, "poisoned-attacks"), told)
    each = [int(str(g.stats["push"])) for g in a.gear if g.stats.get("push")]
    push = hits * (each[0] if each else 1)
    if readings.get("push-total") == "one-plus-hits":
        push = push + (count > 0)
    part.distance += np.maximum(push - figure(b, "push"), 0)
    part.wounds_b = np.maximum(part.wounds_b - wounds, 0)
    part.ended[part.wounds_b == 0] = "b-destroyed"


def charge(
    played: Played, question: MatchUp, side: str, turn: int, at: Numbers
) -> None:
    """Charge with side a of the question, in some fights."""
    if not len(at):
        return
    situation: dict[str, Any] = dict(question.situation)
    if played.used[side][at[0]]:
        situation["use-fearsome"] = False
    part = taken(played.table, at, side)
    part.facing[:] = str(situation.get("contact", "front"))
    come_on(part, replace(question, situation=situation))
    if situation.get("use-fearsome"):
        played.used[side][at] = True
    goes_on = np.isin(part.ended, ["falls-short", "b-falls-back"])
    reached = part.ended == ""
    part.ended[goes_on] = ""
    moves = goes_on
    if question.readings.get("short-charge", "speed") == "stays":
        moves = goes_on & ~part.declared
    part.distance[moves] -= figure(question.a, "speed")
    part.distance[goes_on] = np.maximum(part.distance[goes_on], 1)
    put_back(played.table, at, part, side)
    march(played, question, at[goes_on])
    played.met[at[reached]] = turn
    played.charged[at[reached]] = "ab".index(side)
    played.over[at[(part.ended != "") & ~goes_on]] = turn


def fight_on(played: Played, question: MatchUp, side: str) -> None:
    """Fight the melees that a side charged into, to their end."""
    mine = replace(question if side == "a" else turned(question), kind="charge")
    table = played.table
    at = np.flatnonzero(
        (played.met >= 0) & (played.charged == "ab".index(side)) & (table.ended == "")
    )
    part = taken(table, at, side)
    number = 0
    while len(part.going()) and number != question.rounds:
        going = part.going()
        melee(part, mine, number)
        done = going[part.ended[going] != ""]
        played.over[at[done]] = played.met[at[done]] + number
        number += 1
    put_back(table, at, part, side)
