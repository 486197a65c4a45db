"""Leadership tests of a Mordheim fighter: fear, stupidity, being alone, rout."""

from collections.abc import Iterable, Sequence

from rulesets.core.percent import percent
from rulesets.games.mordheim.combat.blows.second_dice import FOOT, kept_under_again
from rulesets.games.mordheim.combat.context import MordheimContext, MordheimSituation
from rulesets.games.mordheim.combat.glossary import ENDINGS
from rulesets.games.mordheim.combat.profile import Warrior, rule_step
from rulesets.games.mordheim.sources import PSYCHOLOGY
from rulesets.games.mordheim.special_rules import rules_that
from rulesets.odds.answer import Odds, Step
from rulesets.odds.dice import dice_sum
from rulesets.odds.report import label_each, outcome_labels


def two_dice_at_most(value: int) -> float:
    """Return the chance that two dice roll this much or less [chance].

    Examples
    --------
    >>> round(36 * two_dice_at_most(7))
    21
    """
    return float(sum(dice_sum(2)[: max(0, value + 1)]))


def first_of(warrior: Warrior, keys: Iterable[str]) -> str:
    """Return the first of some rules or pieces that a fighter has, "" for none."""
    return next((key for key in keys if warrior.carries(key)), "")


def sure_to_pass(warrior: Warrior) -> str:
    """Return the rule by which a fighter passes all Leadership tests, "" for none."""
    return first_of(warrior, rules_that("pass", "test:leadership"))


def leadership(warrior: Warrior, situation: MordheimSituation) -> int:
    """Return the Leadership of a fighter's tests: his own, or a better one near.

    It is that of a leader, and in rout tests of whom the leader lets take them.
    """
    return max(warrior.ld, situation.of(warrior.side).leader_ld)


def sounded(warrior: Warrior, context: MordheimContext) -> int:
    """Return the Leadership of a fighter's tests while a war horn may sound [pips]."""
    value = leadership(warrior, context.situation)
    if not (context.situation.of(warrior.side).horn and "war-horn" in warrior.gear):
        return value
    context.trace.add(rule_step(warrior, "war-horn", "1 more Leadership for a turn"))
    return min(10, value + 1)


def _passes_first(warrior: Warrior) -> str:
    """Return by what a fighter passes his first Leadership test, "" for nothing.

    One who is stupid tested for that before.
    """
    first = first_of(warrior, rules_that("pass", "test:first-leadership"))
    return "" if warrior.has("stupidity") else first


def fear(
    charger: Warrior, charged: Warrior, context: MordheimContext
) -> tuple[float, float]:
    """Return the chances that fear holds back a charger, and shakes who is charged."""
    fearsome = rules_that("start", "test:fear")
    holds = shakes = 0.0
    if charged.has(*fearsome):
        holds = fails_fear(charger, context, charging=True, cause=charged.name)
    if charger.has(*fearsome):
        shakes = fails_fear(charged, context, charging=False, cause=charger.name)
    return holds, shakes


def fails_fear(
    tester: Warrior, context: MordheimContext, *, charging: bool, cause: str = ""
) -> float:
    """Return the chance to fail a test of fear, of who charges or is charged.

    ``cause`` is the name of who causes it, for the trace.
    """
    fearsome = rules_that("start", "test:fear")
    moments = ("charging",) if charging else ()
    proof = first_of(tester, rules_that("skip", "test:fear", *moments))
    if not proof and tester.has("frenzy"):
        proof = "frenzy"
    if not proof and context.readings.fear_proof and tester.has(*fearsome):
        proof = "fear"
    proof = proof or sure_to_pass(tester)
    if proof:
        context.trace.add(rule_step(tester, proof, f"does not fear {cause}"))
        return 0.0
    if first := _passes_first(tester):
        context.trace.add(rule_step(tester, first, "passes its first test, for fear"))
        return 0.0
    fails = 1 - two_dice_at_most(sounded(tester, context))
    if tester.has(*rules_that("re-roll", "test:fear")):
        fails *= fails
    doing = "does not charge" if charging else "needs a 6 to hit in the first turn"
    text = f"fails its test on {percent(fails)} and then {doing}"
    context.trace.add(Step("Fear", f"{PSYCHOLOGY}: Fear", text, tester.side))
    return fails


def stupid(warrior: Warrior, context: MordheimContext) -> float:
    """Return the chance that a fighter does nothing in a turn [chance]."""
    calm = warrior.has(*rules_that("skip", "test:stupidity")) or sure_to_pass(warrior)
    if calm or not warrior.has("stupidity"):
        return 0.0
    fails = 1 - two_dice_at_most(leadership(warrior, context.situation))
    text = f"does not fight on {percent(fails)}, tested in each of its turns; the test"
    text += " of the turn of a charge, or before it, counts as passed"
    context.trace.add(rule_step(warrior, "stupidity", text))
    return fails


def alone(warrior: Warrior, context: MordheimContext) -> float:
    """Return the chance that one who fights several flees after a phase [chance]."""
    if context.situation.of(warrior.side).friend_near:
        return 0.0
    proof = first_of(warrior, rules_that("skip", "test:alone"))
    proof = proof or sure_to_pass(warrior)
    if proof:
        context.trace.add(
            rule_step(warrior, proof, "does not flee from several enemies")
        )
        return 0.0
    fails = 1 - two_dice_at_most(leadership(warrior, context.situation))
    if again := first_of(warrior, rules_that("re-roll", "test:alone")):
        context.trace.add(rule_step(warrior, again, "a failed test is rolled again"))
        fails *= fails
    text = f"flees on {percent(fails)}; each enemy who stands hits it once first"
    context.trace.add(Step("All alone", f"{PSYCHOLOGY}: All alone", text, warrior.side))
    return fails


HOLDS = {"*-holds": "The warband of {own} would pass all its tests"}
"""Words for the events of rout tests."""


def rout(a: Warrior, b: Warrior, context: MordheimContext, rounds: int | None) -> Odds:
    """Return the odds of rout tests, one of each warband a turn until one routs."""
    del rounds
    tests = context.situation.tests
    held = {one.side: holds(one, tests, context) for one in (a, b)}
    names = a.name, b.name
    by_round = so_far(held["a"], held["b"], first=context.situation.first)
    return Odds(
        outcomes={**by_round[-1], "both-stand": held["a"][tests] * held["b"][tests]},
        labels={
            **outcome_labels(("a-routs", "b-routs", "both-stand"), ENDINGS, names),
            **label_each(HOLDS, names),
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
    """Return the chances that each has routed after each turn of both.

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
    value = leadership(leader, context.situation)
    chance = two_dice_at_most(value)
    text = f"2D6 of at most {value}: {percent(chance)} a test"
    context.trace.add(Step("Rout", f"{PSYCHOLOGY}: Rout", text, leader.side))
    values = [sounded(leader, context), *[value] * (tests - 1)]
    passes = [two_dice_at_most(one) for one in values]
    again = first_of(leader, rules_that("re-roll", "test:rout"))
    if again:
        context.trace.add(rule_step(leader, again, "a failed test is rolled again"))
        passes = [1 - (1 - one) ** 2 for one in passes]
    mended = [0.0] * tests
    if not again:
        mended = _mended(leader, values, context)
    if first := _passes_first(leader):
        context.trace.add(rule_step(leader, first, "passes the first test"))
        passes[0], mended[0] = 1.0, 0.0
    return _all_passed(passes, mended)


def _mended(
    leader: Warrior, values: Sequence[int], context: MordheimContext
) -> list[float]:
    """Return the chance of each test to be failed and passed by what is spent once.

    Parameters
    ----------
    leader : Warrior
    values : sequence of int
        What the dice may show, test by test [pips].
    context : MordheimContext
    """
    if once := first_of(leader, rules_that("re-roll", "test:one-rout")):
        context.trace.add(rule_step(leader, once, "one failed test is rolled again"))
        passes = [two_dice_at_most(one) for one in values]
        return [(1 - one) * one for one in passes]
    if FOOT in leader.gear and context.situation.of(leader.side).foot:
        text = "of one failed test the higher die is rolled again"
        context.trace.add(rule_step(leader, FOOT, text))
        return [float(kept_under_again(one)) for one in values]
    return [0.0] * len(values)


def _all_passed(passes: Sequence[float], mended: Sequence[float]) -> list[float]:
    """Return the chances to pass 0, 1, … tests, one of them mended at most [chance].

    Examples
    --------
    >>> _all_passed([0.5, 0.5], [0.25, 0.25])
    [1.0, 0.75, 0.5]
    """
    kept, used = 1.0, 0.0
    found = [1.0]
    for one, spent in zip(passes, mended, strict=True):
        kept, used = kept * one, used * one + kept * spent
        found.append(kept + used)
    return found
