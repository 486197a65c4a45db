"""Scrollhammer played out die by die, written from the rulebook alone.

It shares no code with the engine. Every die is rolled; many fights are rolled at once.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulesets.matchup import MatchUp
from tests.rulesets.games.scrollhammer.simulator_sides import (
    Bools,
    Ints,
    Kind,
    Side,
    d6,
    deal,
    preferred,
    read_side,
    reroll,
    strength,
    who_fights,
    wounds_of,
)


@dataclass
class Table:
    """How every fight ended, with what left."""

    ended: NDArray[np.str_]
    wounds_a: Ints
    wounds_b: Ints
    dealt_by_a: Ints
    dealt_by_b: Ints


def strike(
    rng: np.random.Generator,
    own: Side,
    kind: Kind,
    fighting: Ints,
    target: Side,
    attacks: int,
    charged: bool,
    first: bool,
    readings: dict[str, Any],
) -> tuple[Any, ...]:
    """Roll a kind's blows; return the wounds, to be dealt out afterwards."""
    stats = kind.stats
    ws = 1 if own.paralyzed else stats["ws"]
    rules = {**kind.rules, **kind.weapon["rules"]}
    if not ws or not stats["a"]:
        attacks = 0
    most = max(int(fighting.max(initial=0)), 1)
    fights = len(fighting)
    each = np.full((fights, most), attacks)
    if "rampage" in kind.rules and attacks:
        fewer = own.count() < target.count()
        each = each + rng.integers(1, 4, each.shape) * fewer[:, None]
    dice = d6(rng, fights, most, max(int(each.max()), 1))
    thrown = np.arange(most)[None, :, None] < fighting[:, None, None]
    thrown = thrown & (np.arange(dice.shape[2])[None, None, :] < each[:, :, None])
    enemy = (
        np.ones(fights, dtype=np.int64) if target.paralyzed else target.majority("ws")
    )
    need = np.where(ws > enemy, 3, np.where(enemy > 2 * ws, 5, 4))
    need = np.where(enemy == 0, 1, need)[:, None, None]
    hates = first and (
        "hatred" in kind.rules
        or "twisted-souls" in kind.rules
        or (own.foe and any(key.startswith("hatred-") for key in kind.rules))
    )
    hates = hates or ("twisted-souls" in kind.rules and own.foe)
    prefers = preferred(own)
    again = np.zeros(dice.shape, dtype=bool)
    if hates:
        again = dice < need
    elif prefers:
        again = (dice == 1) & (need > 1)
    dice = reroll(rng, dice, again)
    if "master-crafted" in rules:
        spare = thrown & (dice < need) & ~again
        pick = spare & (np.cumsum(spare, axis=2) == 1)
        dice = reroll(rng, dice, pick)
    hits = (thrown & (dice >= need)).reshape(fights, -1)
    sixes = ((dice == 6) & (need > 1)).reshape(fights, -1)
    power = strength(kind.weapon["strength"], stats["s"], charged and first)
    power = min(10, power + int("dark-coral" in rules))
    ap = kind.weapon["ap"] + 2 * int("moonsteel" in rules)
    wounded, rending = wounds_of(
        rng,
        hits,
        power,
        target.majority("t"),
        rules,
        own,
        target,
        True,
        readings,
        prefers,
        kind.weapon["element"],
    )
    return wounded, rending, power, ap, rules, kind.weapon["element"], sixes


def share_out(side: Side, fighting: Ints) -> list[Ints]:
    """Leaders fight first, then the others in their order."""
    counts: dict[int, Ints] = {}
    for leaders in (True, False):
        for place, kind in enumerate(side.kinds):
            if kind.leader == leaders:
                counts[place] = np.minimum(fighting, kind.alive)
                fighting = fighting - counts[place]
    return [counts[place] for place in range(len(side.kinds))]


def initiative(side: Side, kind: Kind, first: bool) -> int:
    rules = {**kind.rules, **kind.weapon["rules"]}
    if "strikes-last" in rules:
        return 0
    if first and side.unseen != "none":
        return 10 if side.unseen == "first" else 1
    return 1 if side.flanked or side.paralyzed else kind.stats["i"]


def in_hand(
    side: Side, kind: Kind, charged: bool, first: bool
) -> list[tuple[Kind, int]]:
    """A model's attacks, shared out on its weapons as it was asked to."""
    attacks = kind.stats["a"] + int(charged and first) + int(kind.pair)
    if first and (side.unseen != "none" or (side.ambushes and charged)):
        kind = stabbing(kind)
    if kind.other_weapon is None or not side.split:
        return [(kind, attacks)]
    apart = min(side.split, attacks)
    second = replace(kind, weapon=kind.other_weapon)
    return [(kind, attacks - apart), (second, apart)]


def stabbing(kind: Kind) -> Kind:
    rules = kind.weapon["rules"]
    if "assassins-weapon" not in rules:
        return kind
    return replace(kind, weapon={**kind.weapon, "rules": {**rules, "killing-blow": 0}})


def bonus(side: Side, models: Ints, readings: dict[str, Any]) -> Ints:
    added = np.zeros_like(models)
    if side.formation == "Ranks" and not side.flanked:
        worth = 0 if side.files < 5 else 1 if side.files < 10 else 2
        if side.files >= 10 and readings.get("wide-ranks") == "both":
            worth = 3
        added = (models // side.files) * worth
    if side.formation == "Horde":
        added = models // 12
    return added + int("standard-bearer" in side.rules)


def fight_round(
    rng: np.random.Generator,
    a: Side,
    b: Side,
    first: bool,
    charger: str,
    readings: dict[str, Any],
) -> None:
    for step in range(10, -1, -1):
        planned = []
        for own, other, charged in ((a, b, charger == "a"), (b, a, charger == "b")):
            counts = None
            for place, kind in enumerate(own.kinds):
                for armed, attacks in in_hand(own, kind, charged, first):
                    if initiative(own, armed, first) != step or not attacks:
                        continue
                    if counts is None:
                        counts = share_out(own, who_fights(own, other, readings))
                    rolled = strike(
                        rng,
                        own,
                        armed,
                        counts[place],
                        other,
                        attacks,
                        charged,
                        first,
                        readings,
                    )
                    hidden = first and other.unseen == "last" and step > 1
                    planned.append((other, 4 if hidden else 7, rolled))
        for other, cover, rolled in planned:
            wounded, rending, power, ap, rules, element, sixes = rolled
            deal(
                rng,
                wounded,
                rending,
                power,
                ap,
                rules,
                element,
                other,
                True,
                readings,
                cover,
                sixes=sixes,
            )


def only(side: Side, keep: Bools) -> Side:
    kinds = [
        Kind(
            **{
                **kind.__dict__,
                "alive": kind.alive[keep],
                "sore": kind.sore[keep],
            }
        )
        for kind in side.kinds
    ]
    return Side(**{**side.__dict__, "kinds": kinds})


def put_back(side: Side, part: Side, keep: Bools) -> None:
    for kind, changed in zip(side.kinds, part.kinds, strict=True):
        kind.alive[keep] = changed.alive
        kind.sore[keep] = changed.sore


def simulate(match_up: MatchUp, fights: int, seed: int, most_rounds: int = 60) -> Table:
    """Roll many close combats to their end."""
    rng = np.random.default_rng(seed)
    a = read_side(match_up.a, match_up, "a", fights)
    b = read_side(match_up.b, match_up, "b", fights)
    charger = str(match_up.situation.get("charger", "a"))
    return go_on(rng, a, b, charger, match_up, fights, most_rounds)


def regrow(rng: np.random.Generator, side: Side) -> None:
    """At the start of a turn lost wounds come back, a die for each."""
    for kind in side.kinds:
        if "regeneration" in kind.rules:
            dice = d6(rng, len(kind.sore), max(int(kind.sore.max(initial=0)), 1))
            lost = np.arange(dice.shape[1])[None, :] < kind.sore[:, None]
            back = (lost & (dice >= (kind.rules["regeneration"] or 6))).sum(axis=1)
            kind.sore = kind.sore - back


def go_on(
    rng: np.random.Generator,
    a: Side,
    b: Side,
    charger: str,
    match_up: MatchUp,
    fights: int,
    most_rounds: int,
    ended: Any = None,
) -> Table:
    readings = dict(match_up.readings)
    if ended is None:
        ended = np.full(fights, "undecided", dtype="<U20")
    dealt = np.zeros(fights, dtype=np.int64), np.zeros(fights, dtype=np.int64)
    live = ended == "undecided"
    for number in range(match_up.rounds or most_rounds):
        if not live.any():
            break
        here_a, here_b = only(a, live), only(b, live)
        if number:
            regrow(rng, here_a if (number % 2 == 0) == (charger != "b") else here_b)
        had = here_a.wounds(), here_b.wounds()
        counts = here_a.count(), here_b.count()
        fight_round(rng, here_a, here_b, number == 0, charger, readings)
        lost_a, lost_b = had[0] - here_a.wounds(), had[1] - here_b.wounds()
        if number == 0:
            dealt[0][live], dealt[1][live] = lost_b, lost_a
        after = readings.get("bonus-counted", "after") == "after"
        score_a = lost_b + bonus(
            here_a, here_a.count() if after else counts[0], readings
        )
        score_b = lost_a + bonus(
            here_b, here_b.count() if after else counts[1], readings
        )
        result = judge(rng, here_a, here_b, score_a, score_b, readings)
        put_back(a, here_a, live)
        put_back(b, here_b, live)
        ended[live] = result
        live = ended == "undecided"
    return Table(ended, a.wounds(), b.wounds(), dealt[0], dealt[1])


def slip_away(
    rng: np.random.Generator, a: Side, b: Side, result: Any, readings: dict[str, Any]
) -> None:
    """Let those who wish leave; who goes first is rolled off."""
    fights = len(result)
    goes = {}
    for own, other, name in ((a, b, "a"), (b, a, "b")):
        figure = np.ones(fights) if own.paralyzed else own.highest("i")
        if "hit-and-run" not in own.rules:
            agile = own.formation == "Skirmish" and other.formation == "Ranks"
            figure = figure - 1 if agile else 0 * figure
        roll = d6(rng, fights)
        passed = roll <= figure
        if readings.get("initiative-test") == "six-fails":
            passed &= roll < 6
        goes[name] = passed & own.leaves & (result == "undecided")
    a_first = rng.integers(0, 2, fights) == 0
    result[goes["a"] & (a_first | ~goes["b"])] = "a-leaves"
    result[goes["b"] & (~a_first | ~goes["a"])] = "b-leaves"


def judge(
    rng: np.random.Generator,
    a: Side,
    b: Side,
    score_a: Ints,
    score_b: Ints,
    readings: dict[str, Any],
) -> Any:
    fights = len(score_a)
    result = np.full(fights, "undecided", dtype="<U20")
    for loser, winner, name, by in (
        (a, b, "a", score_b - score_a),
        (b, a, "b", score_a - score_b),
    ):
        roll = d6(rng, fights, 2)
        total = roll.sum(axis=1)
        fails = (by > 0) & (total > loser.highest("ld") - by) & (total > 2)
        if readings.get("beta-texts") and "fearless" in loser.rules:
            fails &= False
        chase = d6(rng, fights) + winner.highest("i")
        run = d6(rng, fights) + loser.highest("i")
        caught = chase > run
        if readings.get("sweep-ties", "caught") == "caught":
            caught = chase >= run
        caught |= loser.highest("i") == 0
        caught &= ~((winner.highest("i") == 0) & (loser.highest("i") > 0))
        result[fails & caught] = f"{name}-run-down"
        result[fails & ~caught] = f"{name}-flees"
    slip_away(rng, a, b, result, readings)
    gone_a, gone_b = a.count() == 0, b.count() == 0
    result[gone_a] = "a-destroyed"
    result[gone_b] = "b-destroyed"
    result[gone_a & gone_b] = "both-destroyed"
    return result
