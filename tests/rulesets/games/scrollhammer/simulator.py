"""Scrollhammer played out die by die, written from the rulebook alone.

It shares no code with the engine. Every die is rolled; many fights are rolled at once.
"""

from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.scrollhammer.effects_player import numbers, spoken
from tests.rulesets.games.scrollhammer.simulator_blades import draw_blades, new_dice
from tests.rulesets.games.scrollhammer.simulator_blows import cannot_hurt, fight_round
from tests.rulesets.games.scrollhammer.simulator_departures import go_away
from tests.rulesets.games.scrollhammer.simulator_pool import Wounds, deal
from tests.rulesets.games.scrollhammer.simulator_sides import (
    Bools,
    Ints,
    Kind,
    Side,
    d6,
    depth,
    read_side,
    take_in_hand,
)
from tests.rulesets.games.scrollhammer.simulator_way_back import (
    friends,
    rears_of,
)

AWAY = ("flees", "gets-away", "falls-back")


@dataclass
class Table:
    """The end of every fight, with what is left; `there`: who of each post is."""

    ended: NDArray[np.str_]
    wounds_a: Ints
    wounds_b: Ints
    dealt_by_a: Ints
    dealt_by_b: Ints
    there: dict[str, Bools] = field(default_factory=dict)
    events: dict[str, Bools] = field(default_factory=dict)

    def fate(self, post: str) -> Any:
        """The fate of a unit without its characters, or of a character."""
        side = post[0]
        found = np.full(len(self.ended), "stands", dtype="<U8")
        found[np.isin(self.ended, [f"{side}-{end}" for end in AWAY])] = "away"
        caught = [f"{side}-run-down", f"{side}-caught-fleeing"]
        found[np.isin(self.ended, caught)] = "run-down"
        found[self.ended == f"{side}-trapped"] = "trapped"
        found[~self.there[post]] = "slain"
        return found


def formed(side: Side, models: Ints, readings: dict[str, Any]) -> Ints:
    """Return what so many models add by their formation."""
    added = np.zeros_like(models)
    if side.formation == "Ranks" and not side.flanked:
        ten = 3 if readings.get("wide-ranks") == "both" else 2
        worth = np.where(side.files < 5, 0, np.where(side.files < 10, 1, ten))
        added = (models // side.files) * worth
    if side.formation == "Horde":
        added = models // 12
    return added


def bonus(side: Side, readings: dict[str, Any]) -> Ints:
    """Return what formation and standard add with those who are left."""
    added = formed(side, side.count(), readings)
    for use in {use.key: use for one in side.kinds for use in one.uses}.values():
        told = sum(numbers(spoken((use,), ("unit",), ()), "result", "add"))
        borne = [one.alive > 0 for one in side.kinds if use in one.uses]
        added = added + told * np.any(borne, axis=0)
    return added + side.contains("standard-bearer")


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
    told = {"kinds": kinds, "files": side.files[keep]}
    if side.draughts.size:
        told["draughts"] = side.draughts[keep]
    return Side(**{**side.__dict__, **told})


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
    a.goes_on = b.goes_on = charger == "none"
    table = go_on(rng, a, b, charger, match_up, fights, most_rounds)
    asked = dict(match_up.situation)
    rears = rears_of(asked, fights)
    again = go_away(rng, {"a": a, "b": b}, rears, table.ended, asked)
    there = {**posts(a, "a"), **posts(b, "b")}
    return replace(table, events={**friends(rears), **again}, there=there)


def regrow(rng: np.random.Generator, side: Side) -> None:
    """At the start of a turn lost wounds come back, a die for each."""
    for kind in side.kinds:
        if "regeneration" in kind.rules:
            dice = d6(rng, len(kind.sore), max(int(kind.sore.max(initial=0)), 1))
            lost = np.arange(dice.shape[1])[None, :] < kind.sore[:, None]
            back = (lost & (dice >= (kind.rules["regeneration"] or 6))).sum(axis=1)
            kind.sore = kind.sore - back


HEALED_ON = {"healing-draught": 5, "draught-of-health": 2}
"""The roll from which a draught gives a wound back."""


def drink(rng: np.random.Generator, side: Side, live: Bools) -> None:
    """Once a turn who has lost a wound drinks, as long as the draughts last."""
    bearers = [
        (kind, min(HEALED_ON[key] for key in HEALED_ON.keys() & kind.rules.keys()))
        for kind in side.kinds
        if HEALED_ON.keys() & kind.rules.keys() and "brass-and-coral" not in kind.rules
    ]
    hurt = [live & (kind.alive > 0) & (kind.sore > 0) for kind, _ in bearers]
    if hurt:
        drinks = np.any(hurt, axis=0) & (side.draughts > 0)
        for (kind, need), sore in zip(bearers, hurt, strict=True):
            kind.sore = kind.sore - (drinks & sore & (d6(rng, len(live)) >= need))
        side.draughts = side.draughts - drinks


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
    flanked = {"a": np.full(fights, a.flanked), "b": np.full(fights, b.flanked)}
    sides = {"a": a, "b": b}
    draw_blades(sides, match_up)
    for number in range(match_up.rounds or most_rounds):
        live = ended == "undecided"
        if not live.any():
            break
        turn = "a" if (number % 2 == 0) == (charger != "b") else "b"
        new_dice(sides, turn, number == 0)
        if number:
            recover(number, a, b)
            take_in_hand(a, a.later)
            take_in_hand(b, b.later)
            begin_turn(rng, sides[turn], flanked[turn], live, readings)
            drink(rng, a, live)
            drink(rng, b, live)
        for aside_a, aside_b in product((False, True), repeat=2):
            here = live & (flanked["a"] == aside_a) & (flanked["b"] == aside_b)
            if not here.any():
                continue
            here_a, here_b = only(a, here), only(b, here)
            here_a.flanked, here_b.flanked = aside_a, aside_b
            lost = one_round(
                rng, here_a, here_b, number == 0, charger, readings, ended, here
            )
            put_back(a, here_a, here)
            put_back(b, here_b, here)
            if number == 0:
                dealt[1][here], dealt[0][here] = lost
    there = {**posts(a, "a"), **posts(b, "b")}
    return Table(ended, a.wounds(), b.wounds(), dealt[0], dealt[1], there)


def posts(side: Side, letter: str) -> dict[str, Bools]:
    """Those of a unit, and of the characters in it, who are left."""
    found: dict[str, Bools] = {}
    for kind in side.kinds:
        key = kind.post or letter
        found[key] = found.get(key, False) | (kind.alive > 0)
    return found


def recover(number: int, *sides: Side) -> None:
    """Paralysis is over at the end of the turn after the first."""
    for side in sides:
        side.paralyzed &= number < 2


def begin_turn(
    rng: np.random.Generator,
    side: Side,
    flanked: Bools,
    live: Bools,
    readings: dict[str, Any],
) -> None:
    """Lost wounds grow back; those who are flanked try to turn round."""
    here = only(side, live)
    regrow(rng, here)
    put_back(side, here, live)
    tested = live & flanked
    roll = d6(rng, len(live), 2).sum(axis=1)
    turns = tested & (roll <= side.highest("ld"))
    flanked[turns] = False
    if not side.behind and readings.get("turned", "in-place") == "in-place":
        side.files = np.where(
            turns, np.maximum(depth(side.count(), side.files), 1), side.files
        )


def one_round(
    rng: np.random.Generator,
    a: Side,
    b: Side,
    first: bool,
    charger: str,
    readings: dict[str, Any],
    ended: Any,
    here: Bools,
) -> tuple[Ints, Ints]:
    """Fight a round where it goes on; return the wounds that both sides are short."""
    had = a.wounds(), b.wounds()
    begun = bonus(a, readings), bonus(b, readings)
    back_a, back_b = fight_round(rng, a, b, first, charger, readings)
    lost_a, lost_b = had[0] - a.wounds() + back_a, had[1] - b.wounds() + back_b
    after = readings.get("bonus-counted", "after") == "after"
    score_a = lost_b + (bonus(a, readings) if after else begun[0])
    score_b = lost_a + (bonus(b, readings) if after else begun[1])
    gives_up = (
        a.yields and cannot_hurt(a, b, charger == "a" and first, first, readings),
        b.yields and cannot_hurt(b, a, charger == "b" and first, first, readings),
    )
    ended[here] = judge(rng, a, b, score_a, score_b, gives_up, readings)
    return np.maximum(lost_a - back_a, 0), np.maximum(lost_b - back_b, 0)


def slip_away(
    rng: np.random.Generator, a: Side, b: Side, result: Any, readings: dict[str, Any]
) -> None:
    """Let those who wish leave; who goes first is rolled off."""
    fights = len(result)
    goes = {}
    for own, other, name in ((a, b, "a"), (b, a, "b")):
        figure = own.highest("i")
        figure = np.minimum(figure, 1) if own.paralyzed else figure
        may = own.contains("hit-and-run") | own.says("act:leave", "may")
        if own.unseen not in ("holds", "slips"):
            agile = own.formation == "Skirmish" and other.formation == "Ranks"
            figure = np.where(may, figure, figure - 1 if agile else 0 * figure)
        roll = d6(rng, fights)
        passed = roll <= figure
        if readings.get("initiative-test") == "six-fails":
            passed &= roll < 6
        wishes = own.leaves or own.unseen == "slips"
        goes[name] = passed & wishes & (result == "undecided")
    a_first = rng.integers(0, 2, fights) == 0
    result[goes["a"] & (a_first | ~goes["b"])] = "a-leaves"
    result[goes["b"] & (~a_first | ~goes["a"])] = "b-leaves"


def pay(rng: np.random.Generator, side: Side, by: Ints) -> None:
    """A wound for each point that a side lost by, of those whose rule says so."""
    if side.says("act:take-wounds", "must"):
        wounded = np.arange(max(int(by.max()), 0))[None, :] < by[:, None]
        cost = Wounds(wounded, np.zeros_like(wounded), 0, 0, {}, "")
        deal(rng, side, [cost], False, {})


def judge(
    rng: np.random.Generator,
    a: Side,
    b: Side,
    score_a: Ints,
    score_b: Ints,
    gives_up: tuple[bool, bool],
    readings: dict[str, Any],
) -> Any:
    fights = len(score_a)
    result = np.full(fights, "undecided", dtype="<U20")
    for loser, winner, name, by, runs in (
        (a, b, "a", score_b - score_a, gives_up[0]),
        (b, a, "b", score_a - score_b, gives_up[1]),
    ):
        roll = d6(rng, fights, 2)
        total = roll.sum(axis=1)
        less = 0 if loser.says("test:break", "ignore") else by
        fails = (by > 0) & (total > loser.highest("ld") - less) & (total > 2)
        fails |= (by > 0) & runs
        if readings.get("beta-texts") and "fearless" in loser.rules:
            fails &= False
        fails &= not loser.says("test:morale", "pass")
        chase = d6(rng, fights) + winner.highest("i")
        run = d6(rng, fights) + loser.highest("i")
        caught = chase > run
        if readings.get("sweep-ties", "caught") == "caught":
            caught = chase >= run
        caught |= loser.highest("i") == 0
        caught &= ~((winner.highest("i") == 0) & (loser.highest("i") > 0))
        result[fails & caught] = f"{name}-run-down"
        result[fails & ~caught] = f"{name}-flees"
    fought = (a.count() > 0) & (b.count() > 0)
    pay(rng, a, np.where(fought, score_b - score_a, 0))
    pay(rng, b, np.where(fought, score_a - score_b, 0))
    slip_away(rng, a, b, result, readings)
    gone_a, gone_b = a.count() == 0, b.count() == 0
    result[gone_a] = "a-destroyed"
    result[gone_b] = "b-destroyed"
    result[gone_a & gone_b] = "both-destroyed"
    return result
