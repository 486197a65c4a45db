"""Goods that are thrown in engagements of Mordheim, rolled with the simulator's dice.

Once a battle each, in the first shooting phase in which they reach, and in place of a
shot: blessed water before a net, a net before a fire bomb.
"""

from typing import Any

import numpy as np

from tests.rulesets.games.mordheim.simulator import NOBODY, OUT, UP, Man, Table
from tests.rulesets.games.mordheim.volleys import NET, WATER, burn

QUESTIONS = {"blessed-water": "water", "net": "net", "fire-bomb": "bomb"}


def hurl(field: Any, man: Man, foe: Man, able: Any) -> Any:
    """Throw what is left to throw and reaches so far; return where it is done."""
    table, asked = field.table, field.asked
    done = np.zeros(table.size, bool)
    need = 7 - man.bs - ("large" in foe.rules) + ("elven-cloak" in foe.keys)
    if "trick-shooter" not in man.rules:
        hard = asked.get(f"{foe.side}.in-hard-cover", False)
        need += 2 if hard else int(asked.get(f"{foe.side}.in-cover", False))
    if man.bs == 0 or need > 6:
        return done
    for key, question in QUESTIONS.items():
        if key not in man.keys or not asked.get(f"{man.side}.{question}"):
            continue
        spent = field.empty[man.side][key]
        reach = 8 if key == "net" else 2 * man.s
        now = able & ~done & ~spent & ~man.netted & (man.posture == UP)
        now = now & (foe.posture < OUT) & (field.inches <= reach)
        field.empty[man.side][key] = spent | now
        done = done | now
        die = table.die()
        lands(table, key, man, foe, now & (die >= need) & (die > 1), now & (die == 1))
    return done


def lands(table: Table, key: str, man: Man, foe: Man, hits: Any, ones: Any) -> None:
    """Roll what a throw does that hits, or that shows a 1."""
    was = foe.posture.copy()
    if key == "net":
        caught = table.landed(foe, NET, hits) & (table.die() > foe.s)
        foe.netted = foe.netted | caught
        return
    if key == "fire-bomb":
        burn(table, foe, man, hits)
        burn(table, man, NOBODY, ones)
        return
    hits = table.landed(foe, WATER, hits & foe.unholy)
    number = table.warded(foe, WATER, hits.astype(int))
    table.wound(foe, hits, number, WATER, man, number * 0)
    table.slip(foe, was)
