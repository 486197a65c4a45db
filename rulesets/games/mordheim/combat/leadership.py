"""Leadership tests of a Mordheim fighter: fear, stupidity, being alone, rout."""

from collections.abc import Iterable

from rulesets.core.percent import percent
from rulesets.games.mordheim.combat.context import MordheimContext, MordheimSituation
from rulesets.games.mordheim.combat.profile import Warrior, rule_step
from rulesets.games.mordheim.sources import PSYCHOLOGY
from rulesets.games.mordheim.special_rules import rules_that
from rulesets.odds.answer import Step
from rulesets.odds.dice import dice_sum


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
    """Return what a fighter tests on: his own Leadership, or that of a leader near."""
    return max(warrior.ld, situation.of(warrior.side).leader_ld)


def fear(
    charger: Warrior,
    charged: Warrior,
    context: MordheimContext,
) -> tuple[float, float]:
    """Return the chances that fear holds back a charger, and shakes who is charged."""
    holds = _fails_fear(charger, charged, context, charging=True)
    shakes = _fails_fear(charged, charger, context, charging=False)
    return holds, shakes


def _fails_fear(
    tester: Warrior,
    cause: Warrior,
    context: MordheimContext,
    *,
    charging: bool,
) -> float:
    fearsome = rules_that("start", "test:fear")
    if not cause.has(*fearsome):
        return 0.0
    moments = ("charging",) if charging else ()
    proof = first_of(tester, rules_that("skip", "test:fear", *moments))
    if not proof and tester.has("frenzy"):
        proof = "frenzy"
    if not proof and context.readings.fear_proof and tester.has(*fearsome):
        proof = "fear"
    proof = proof or sure_to_pass(tester)
    if proof:
        context.trace.add(rule_step(tester, proof, f"does not fear {cause.name}"))
        return 0.0
    fails = 1 - two_dice_at_most(leadership(tester, context.situation))
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
    text = f"does not fight on {percent(fails)}, tested in each of its turns"
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
    text = f"flees on {percent(fails)}; each enemy who stands hits it once first"
    context.trace.add(Step("All alone", f"{PSYCHOLOGY}: All alone", text, warrior.side))
    return fails
