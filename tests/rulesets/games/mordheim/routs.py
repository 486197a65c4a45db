"""Rout tests of Mordheim, rolled."""

from collections import Counter
from typing import Any

import numpy as np

from rulesets.odds.match_up import Fighter, MatchUp
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up
from tests.rulesets.games.mordheim.simulator import SURE

AGAIN = {"cunnin-plan", "bellowing-roar", "utter-determination"}
ONCE = {"blood-oath", "cathayan-silk-clothes"}


def m(a: Fighter, b: Fighter, tests: int, first: str = "a") -> MatchUp:
    return match_up(a, b, {"tests": tests, "first": first}, kind="rout")


ROUTS: dict[str, MatchUp] = {
    "a plan and a roar": m(
        f("", "cunnin-plan", name="A"), f("", "bellowing-roar", name="B", ld=6), 3
    ),
    "an oath and silk": m(
        f("", "blood-oath", name="A"), f("cathayan-silk-clothes", name="B", ld=8), 4
    ),
    "determination and a drunk": m(
        f("", "utter-determination", name="A", ld=8), f("", "drunk", name="B"), 2
    ),
    "plain leaders": m(f(name="A"), f(name="B", ld=9), 5),
    "a warrior near takes the tests": match_up(
        f(name="A"),
        f(name="B", ld=8),
        {"tests": 3, "first": "b", "a.leader-ld": 9, "b.leader-ld": 6},
        kind="rout",
    ),
    "a relic and a horn": match_up(
        f("holy-unholy-relic", name="A"),
        f("war-horn", name="B", ld=8),
        {"tests": 3, "first": "a", "b.horn": True},
        kind="rout",
    ),
    "a relic beside silk": m(
        f("holy-unholy-relic cathayan-silk-clothes", name="A"),
        f("holy-unholy-relic", "cunnin-plan", name="B"),
        4,
    ),
    "a foot each, one beside silk": match_up(
        f("rabbits-foot", name="A", ld=6),
        f("rabbits-foot cathayan-silk-clothes", name="B", ld=8),
        {"tests": 4, "first": "a", "a.foot": True, "b.foot": True},
        kind="rout",
    ),
    "a foot behind a relic, a foot unspent": match_up(
        f("rabbits-foot holy-unholy-relic war-horn", name="A", ld=6),
        f("rabbits-foot", name="B", ld=7),
        {"tests": 3, "first": "b", "a.foot": True, "a.horn": True},
        kind="rout",
    ),
    "vodka, and a horn beside it": match_up(
        f("vodka", name="A", ld=8),
        f("vodka war-horn", name="B", ld=9),
        {
            **{"tests": 3, "first": "b", "b.horn": True},
            **{"a.vodka": "steady", "b.vodka": "unsteady"},
        },
        kind="rout",
    ),
    "plain leaders, B first": m(f(name="A"), f(name="B"), 3, "b"),
}


class Leader:
    """One who tests for his warband, in all battles."""

    def __init__(
        self,
        who: Fighter,
        near: int,
        horn: int,
        vodka: str,
        foot: bool,
        size: int,
        rng: Any,
    ) -> None:
        self.rules = {use.key for use in who.rules} | {piece.key for piece in who.gear}
        own: Any = who.characteristics["ld"]
        own = min(10, own + 1) if vodka != "no" and "vodka" in self.rules else own
        self.ld = max(own, near)
        self.horn, self.first = horn and "war-horn" in self.rules, True
        self.foot = foot and "rabbits-foot" in self.rules
        self.spare = np.full(size, bool(self.rules & ONCE) or self.foot)
        self.size, self.rng = size, rng

    def fails(self, tested: Any) -> Any:
        """Roll one rout test where it is called for."""
        if self.rules & SURE or (self.first and "holy-unholy-relic" in self.rules):
            self.first = False
            return np.zeros(self.size, bool)
        ld = min(10, self.ld + self.horn) if self.first else self.ld
        self.first = False
        dice, others = (self.rng.integers(1, 7, (2, self.size)) for _ in range(2))
        failed, second = dice.sum(0) > ld, others.sum(0) > ld
        if self.rules & AGAIN:
            failed = failed & second
        elif self.rules & ONCE:
            tried = failed & self.spare & tested
            self.spare = self.spare & ~tried
            failed = np.where(tried, second, failed)
        elif self.foot:
            tried = failed & self.spare & tested
            self.spare = self.spare & ~tried
            failed = np.where(tried, dice.min(0) + others[0] > ld, failed)
        return failed & tested


def roll(question: MatchUp, size: int, seed: int) -> Counter[str]:
    """Return which warband routed, and after how many turns."""
    rng = np.random.default_rng(seed)
    asked: Any = question.situation
    tests: Any = asked["tests"]
    leaders = {
        side: Leader(
            who,
            asked.get(f"{side}.leader-ld", 0),
            asked.get(f"{side}.horn", False),
            asked.get(f"{side}.vodka", "no"),
            asked.get(f"{side}.foot", False),
            size,
            rng,
        )
        for side, who in (("a", question.a), ("b", question.b))
    }
    order = "ab" if question.situation["first"] == "a" else "ba"
    on = np.ones(size, bool)
    found: Counter[str] = Counter()
    for number in range(1, tests + 1):
        for side in order:
            failed = leaders[side].fails(on)
            found[f"{side}-routs"] += int(failed.sum())
            on = on & ~failed
        for side in order:
            found[f"{side}-routs by {number}"] = found[f"{side}-routs"]
    found["both-stand"] = int(on.sum())
    return found
