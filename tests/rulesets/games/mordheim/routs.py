"""Rout tests of Mordheim, rolled."""

from collections import Counter
from typing import Any

import numpy as np

from rulesets.matchup import Fighter, MatchUp
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up
from tests.rulesets.games.mordheim.simulator import SURE

AGAIN = {"cunnin-plan", "bellowing-roar", "utter-determination"}
ONCE = {"blood-oath", "cathayan-silk-clothes"}


def m(a: Fighter, b: Fighter, tests: int) -> MatchUp:
    return match_up(a, b, {"tests": tests}, kind="rout")


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
}


def holds(leader: Fighter, tests: int, size: int, rng: Any) -> Any:
    """Return where a warband passes all of its tests."""
    rules = {use.key for use in leader.rules} | {piece.key for piece in leader.gear}
    stands = np.ones(size, bool)
    spare = np.full(size, bool(rules & ONCE))
    if rules & SURE:
        return stands
    need: Any = leader.characteristics["ld"]
    for _ in range(tests):
        failed = rng.integers(1, 7, (2, size)).sum(0) > need
        second = rng.integers(1, 7, (2, size)).sum(0) > need
        if rules & AGAIN:
            failed = failed & second
        elif rules & ONCE:
            tried = failed & spare & stands
            spare = spare & ~tried
            failed = np.where(tried, second, failed)
        stands = stands & ~failed
    return stands


def roll(question: MatchUp, size: int, seed: int) -> Counter[str]:
    """Return how often which warbands rout."""
    rng = np.random.default_rng(seed)
    tests: Any = question.situation["tests"]
    a, b = (holds(one, tests, size, rng) for one in (question.a, question.b))
    return Counter(
        {
            "a-routs": int((~a & b).sum()),
            "b-routs": int((a & ~b).sum()),
            "both-rout": int((~a & ~b).sum()),
            "both-stands": int((a & b).sum()),
        }
    )
