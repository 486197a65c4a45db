"""Rout tests in Mordheim: whether warbands that must test hold."""

from collections.abc import Sequence

from rulesets.core.percent import percent
from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.leadership import (
    first_of,
    sure_to_pass,
    two_dice_at_most,
)
from rulesets.games.mordheim.combat.profile import Warrior, rule_step
from rulesets.games.mordheim.sources import PSYCHOLOGY
from rulesets.games.mordheim.special_rules import rules_that
from rulesets.odds.answer import Odds, Step


def rout(a: Warrior, b: Warrior, context: MordheimContext, rounds: int | None) -> Odds:
    """Return the odds of rout tests, one of each warband a turn until one routs."""
    del rounds
    tests = context.situation.tests
    held = {one.side: holds(one, tests, context) for one in (a, b)}
    by_round = so_far(held["a"], held["b"], first=context.situation.first)
    return Odds(
        outcomes={**by_round[-1], "both-stand": held["a"][tests] * held["b"][tests]},
        labels={
            "a-routs": f"The warband of {a.name} routs",
            "b-routs": f"The warband of {b.name} routs",
            "both-stand": "Neither warband routs",
            "a-holds": f"The warband of {a.name} would pass all its tests",
            "b-holds": f"The warband of {b.name} would pass all its tests",
        },
        by_round=tuple(by_round),
        events={"a-holds": held["a"][tests], "b-holds": held["b"][tests]},
        trace=tuple(context.trace.steps),
        notes=(
            "A warband tests once a quarter of its models is out of action; the "
            "fighter of each side is taken to lead it.",
            "Each tests at the start of its own turn, and the battle is over as soon "
            "as one routs.",
        ),
    )


def so_far(
    a: Sequence[float], b: Sequence[float], *, first: str
) -> list[dict[str, float]]:
    """Return who has routed after each turn of both.

    Parameters
    ----------
    a, b : sequence of float
        The chances that a warband passes its first 0, 1, 2 … tests [chance].
    first : str
        Who tests first in a turn.
    """
    found: list[dict[str, float]] = []
    a_routs = b_routs = 0.0
    for number in range(1, len(a)):
        before, after = number - 1, number
        of_b, of_a = (before, after) if first == "a" else (after, before)
        a_routs += (a[before] - a[after]) * b[of_b]
        b_routs += (b[before] - b[after]) * a[of_a]
        found.append({"a-routs": a_routs, "b-routs": b_routs})
    return found


def holds(leader: Warrior, tests: int, context: MordheimContext) -> list[float]:
    """Return the chance that a warband passes its first 0, 1, 2 … rout tests [chance].

    Examples
    --------
    A leader with Leadership 7 passes 21 of 36 tests.
    """
    proof = sure_to_pass(leader)
    if proof:
        context.trace.add(rule_step(leader, proof, "passes every test"))
        return [1.0] * (tests + 1)
    passes = two_dice_at_most(leader.ld)
    text = f"2D6 of at most {leader.ld}: {percent(passes)} a test"
    context.trace.add(Step("Rout", f"{PSYCHOLOGY}: Rout", text, leader.side))
    if again := first_of(leader, rules_that("re-roll", "test:rout")):
        context.trace.add(rule_step(leader, again, "a failed test is rolled again"))
        passes = 1 - (1 - passes) ** 2
        return [passes**number for number in range(tests + 1)]
    once = first_of(leader, rules_that("re-roll", "test:one-rout"))
    if not once:
        return [passes**number for number in range(tests + 1)]
    context.trace.add(rule_step(leader, once, "one failed test is rolled again"))
    return [
        passes**number + number * passes**number * (1 - passes)
        for number in range(tests + 1)
    ]
