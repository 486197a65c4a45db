"""Groups of Mordheim against groups, clash after clash, with the simulator's dice."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.playing import Brawl
from tests.rulesets.games.mordheim.simulator import MOST_TURNS, OUT, Man

OTHER = {"a": "b", "b": "a"}
Wounds = dict[str, Any]
"""By side, what is left to its fighters in every fight, as `kept`; 0 for who is gone.
"""


def kept(wounds: Any, calm: Any, charm: Any) -> Any:
    """Return what is never won back as one number: most wounds first, then frenzy."""
    return 4 * wounds + 2 * (1 - calm.astype(int)) + (1 - charm.astype(int))


FEW: dict[str, MatchUp] = {
    "two against two": m(
        f("sword", name="A"), f("axe", name="B"), {"a.fighters": 2, "b.fighters": 2}
    ),
    "three charge two who frighten": m(
        f("halberd", name="A"),
        f("", "fear natural-weapons no-pain", name="B", i=1),
        {"a.fighters": 3, "b.fighters": 2},
    ),
    "four at an edge against one": m(
        f("axe", name="A", w=2),
        f("sword", name="B", a=3, w=3),
        {"a.fighters": 4, "a.edge": 2},
    ),
    "three at an edge against two": m(
        f("axe", name="A"),
        f("sword", name="B", a=2),
        {"a.fighters": 3, "b.fighters": 2, "a.edge": 4},
    ),
}

ALL: dict[str, MatchUp] = {
    **FEW,
    "five against one who may flee": m(
        f("spear", name="A"),
        f("sword", name="B", a=3, w=3, ws=5, t=4),
        {"a.fighters": 5},
    ),
    "two of two wounds against five": m(
        f("sword", name="A", w=2, a=2),
        f("club-mace-or-hammer", name="B"),
        {"a.fighters": 2, "b.fighters": 5, "charge": "b"},
    ),
    "two who are scattered against five": m(
        f("sword", name="A", w=2, a=2, ld=6),
        f("club-mace-or-hammer", name="B"),
        {"a.fighters": 2, "b.fighters": 5, "a.scattered": True},
    ),
    "four against two who fight side by side": m(
        f("axe", name="A"),
        f("sword buckler", name="B", w=2, a=2, ld=5),
        {"a.fighters": 4, "b.fighters": 2, "b.scattered": True},
        {"put-down-by-another": "neither"},
    ),
    "three who know no charger": m(
        f("morning-star", name="A", t=4),
        f("axe dagger", name="B"),
        {"a.fighters": 3, "b.fighters": 3, "charge": "none"},
        {"main-weapon": "first"},
    ),
    "who frightens charges": m(
        f("", "fear natural-weapons", name="A", s=4),
        f("spear", name="B", ld=6),
        {"a.fighters": 3, "b.fighters": 4},
    ),
}


@dataclass
class Ended:
    """Clashes that are over, or were cut short: what is left, and their turns."""

    left: Wounds
    turns: Any
    goes_on: Any


def clash(
    question: MatchUp, wounds: Wounds, charger: str, seed: int, last: int, *, fear: bool
) -> Ended:
    """Fight some against one to the end, or for so many turns."""
    brawl = begun(question, wounds, charger, seed)
    if charger != "none" and fear:
        cause = brawl.of(charger)[0]
        for man in brawl.of(OTHER[charger]):
            man.shaken = brawl.fears(man, cause, charging=False)
    return fought_out(brawl, charger, last)


def fought_out(
    brawl: Brawl, charger: str, last: int, after: Callable[[], None] = lambda: None
) -> Ended:
    """Fight to the end or for so many turns; do something after the first."""
    active = "a" if charger == "none" else charger
    now = "" if charger == "none" else charger
    size = brawl.table.size
    found = {side: np.zeros((len(brawl.of(side)), size), int) for side in ("a", "b")}
    index = np.arange(size)
    turns, goes_on = np.zeros(size, int), np.zeros(size, bool)
    for _ in range(last):
        turns[index] += 1
        if not now:
            brawl.recover(active)
        brawl.cast(active)
        brawl.phase(active, now)
        after()
        index = settled(brawl, found, index)
        now, active = "", OTHER[active]
        if not len(index):
            break
    goes_on[index] = True
    for side, some in found.items():
        for number, man in enumerate(brawl.of(side)):
            some[number, index] = what_is_left(man)
    return Ended(found, turns, goes_on)


def what_is_left(man: Man) -> Any:
    return np.where(man.posture < OUT, kept(man.wounds, man.calm, man.charm), 0)


def begun(question: MatchUp, wounds: Wounds, charger: str, seed: int) -> Brawl:
    """Return a clash before its first turn."""
    counts = {f"{side}.fighters": len(some) for side, some in wounds.items()}
    asked = {**question.situation, **counts, "charge": charger}
    brawl = Brawl(replace(question, situation=asked), wounds["a"].shape[1], seed)
    for side, some in wounds.items():
        for man, left in zip(brawl.of(side), some, strict=True):
            man.wounds = left // 4
            man.calm = left // 2 % 2 == 0
            man.charm = left % 2 == 0
    return brawl


def settled(brawl: Brawl, found: Wounds, index: Any) -> Any:
    """Write down the clashes that are over; return the numbers of the others."""
    over = brawl.over()
    for side, some in found.items():
        for number, man in enumerate(brawl.of(side)):
            some[number, index[over]] = what_is_left(man)[over]
    brawl.keep(~over)
    for man in brawl.men:
        man.stood = np.zeros(brawl.table.size, bool)
    return index[~over]


def stage(
    question: MatchUp,
    wounds: Wounds,
    waiting: str,
    charger: str,
    rng: Any,
    last: int,
    *,
    fear: bool,
) -> Ended:
    """Pair off, at most three to one, and fight every clash."""
    many = "a" if len(wounds["a"]) >= len(wounds["b"]) else "b"
    one = OTHER[many]
    several, ones = wounds[many], wounds[one]
    reach = 3 * len(ones)
    lone = len(ones) == 1 and waiting != one
    left_many, left_one = [several[reach:]], []
    turns = np.zeros(several.shape[1], int)
    goes_on = np.zeros(several.shape[1], bool)
    for place in range(len(ones)):
        asked = dict(question.situation)
        if not lone and not asked.get(f"{one}.scattered"):
            asked[f"{one}.friend-near"] = True
        pair = {many: several[:reach][place :: len(ones)], one: ones[place : place + 1]}
        seed = int(rng.integers(1 << 30))
        ended = clash(
            replace(question, situation=asked), pair, charger, seed, last, fear=fear
        )
        left_many.append(ended.left[many])
        left_one.append(ended.left[one])
        turns = np.maximum(turns, ended.turns)
        goes_on = goes_on | ended.goes_on
    left = {many: np.concatenate(left_many), one: np.concatenate(left_one)}
    return Ended(left, turns, goes_on)


def play_groups(question: MatchUp, fights: int, seed: int) -> Counter[str]:
    """Return how many fights ended with how many left of both sides."""
    asked: Any = question.situation
    rng = np.random.default_rng(seed)
    charger = asked.get("charge", "a")
    whom = {"a": question.a, "b": question.b}
    full = {}
    for side in ("a", "b"):
        man = Man(whom[side], side, asked, fights)
        one = kept(man.wounds, man.calm, man.charm)
        full[side] = np.tile(one, (asked.get(f"{side}.fighters", 1), 1))
    held = np.zeros(fights, int)
    if charger != "none":
        brawl = Brawl(question, fights, seed + 1)
        charging, target = brawl.of(charger)[0], brawl.of(OTHER[charger])[0]
        for _ in full[charger]:
            held += brawl.fears(charging, target, charging=True)
    ends: Counter[str] = Counter()
    for number in np.unique(held).tolist():
        here = held == number
        now = {side: some[:, here] for side, some in full.items()}
        if charger != "none" and number == len(full[charger]):
            ends[f"{charger}-holds-back"] += int(here.sum())
            continue
        waits = now[charger][:number] if number else None
        if waits is not None:
            now[charger] = now[charger][number:]
        waiting = charger if number else ""
        last = question.rounds or MOST_TURNS
        after = stage(question, now, waiting, charger, rng, last, fear=True)
        if waits is not None:
            after.left[charger] = np.concatenate([after.left[charger], waits])
        ends += goes_on(question, after, charger, last, rng)
    return ends


def goes_on(
    question: MatchUp, after: Ended, before: str, last: int, rng: Any
) -> Counter[str]:
    """Let those who are left meet anew, the fights with equal numbers together.

    ``before`` charged last, when so many turns were left at most.
    """
    ends: Counter[str] = Counter()
    ordered = {side: -np.sort(-some, axis=0) for side, some in after.left.items()}
    left = {side: (some > 0).sum(axis=0) for side, some in ordered.items()}
    pairs = set(zip(left["a"].tolist(), left["b"].tolist(), strict=True))
    for of_a, of_b in sorted(pairs):
        same = (left["a"] == of_a) & (left["b"] == of_b)
        over = same & (after.goes_on | (of_a == 0) | (of_b == 0))
        ends[f"{of_a} {of_b}"] += int(over.sum())
        on, numbers = same & ~over, (of_a, of_b)
        ends += anew(question, on, numbers, ordered, after, (before, last), rng)
    return ends


def anew(
    question: MatchUp,
    same: Any,
    numbers: tuple[int, int],
    ordered: Wounds,
    after: Ended,
    last: tuple[str, int],
    rng: Any,
) -> Counter[str]:
    """Let so many against so many meet in the next turn of whoever charges."""
    ends: Counter[str] = Counter()
    (of_a, of_b), (before, most) = numbers, last
    asked: Any = question.situation.get("charge", "a")
    charger = "a" if asked == "none" else asked
    if of_a != of_b:
        charger = "a" if of_a > of_b else "b"
    begun = "a" if before == "none" else before
    fought = after.turns if question.rounds else after.turns * 0
    for turns in np.unique(fought[same]).tolist():
        here = same & (fought == turns)
        active = begun if turns % 2 == 0 else OTHER[begun]
        more = most
        if question.rounds:
            more = most - turns - (active != charger)
        if more < 1:
            ends[f"{of_a} {of_b}"] += int(here.sum())
            continue
        now = {"a": ordered["a"][:of_a, here], "b": ordered["b"][:of_b, here]}
        once_more = stage(question, now, "", charger, rng, more, fear=False)
        ends += goes_on(question, once_more, charger, more, rng)
    return ends
