"""Leadership tests of a Mordheim fighter: fear, stupidity, being alone, rout."""

from rulesets.core.percent import percent
from rulesets.games.mordheim.combat.profile import Warrior, rule_step
from rulesets.games.mordheim.combat.questions import PSYCHOLOGY
from rulesets.games.mordheim.combat.weapons import frenzied
from rulesets.odds.answer import Step
from rulesets.odds.dice import dice_sum
from rulesets.odds.settings import Settled

UNMOVED = ("psychology-proof", "deathwish", "grizzled-veteran", "daemon")
"""Rules of those whom no psychology touches."""

NEVER_FAILS = ("fearless-mind", "fanatical", "drunk")
"""Rules of those who pass every Leadership test."""

NEVER_AFRAID = (*UNMOVED, "fearless")
NEVER_ALONE = (
    *(*UNMOVED, "fearless", "absolute-faith", "stern", "loner"),
    *("combat-master",),
)
AFRAID_AGAIN = ("absolute-faith", "stern")
"""Rules of those who roll a failed test of fear again."""

FEARSOME = ("fear", "fearsome")


def two_dice_at_most(value: int) -> float:
    """Return the chance that two dice roll this much or less [chance].

    Examples
    --------
    >>> round(36 * two_dice_at_most(7))
    21
    """
    return float(sum(dice_sum(2)[: max(0, value + 1)]))


def leadership(warrior: Warrior, situation: Settled) -> int:
    """Return what a fighter tests on: his own Leadership, or that of a leader near."""
    return max(warrior.ld, int(situation[f"{warrior.side}.leader-ld"]))


def fear(
    charger: Warrior,
    charged: Warrior,
    situation: Settled,
    readings: Settled,
    steps: list[Step],
) -> tuple[float, float]:
    """Return the chances that fear holds back a charger, and shakes who is charged."""
    holds = _fails_fear(charger, charged, situation, readings, steps, charging=True)
    shakes = _fails_fear(charged, charger, situation, readings, steps, charging=False)
    return holds, shakes


def _fails_fear(
    tester: Warrior,
    cause: Warrior,
    situation: Settled,
    readings: Settled,
    steps: list[Step],
    *,
    charging: bool,
) -> float:
    if not cause.has(*FEARSOME):
        return 0.0
    proof = next((key for key in NEVER_AFRAID if tester.has(key)), "")
    if not proof and charging and tester.has("ere-we-go"):
        proof = "ere-we-go"
    if not proof and frenzied(tester):
        proof = "frenzy"
    if not proof and readings["fear-proof"] and tester.has(*FEARSOME):
        proof = "fear"
    if not proof:
        proof = next((key for key in NEVER_FAILS if tester.has(key)), "")
    if proof:
        steps.append(rule_step(tester, proof, f"does not fear {cause.name}"))
        return 0.0
    fails = 1 - two_dice_at_most(leadership(tester, situation))
    if tester.has(*AFRAID_AGAIN):
        fails *= fails
    doing = "does not charge" if charging else "needs a 6 to hit in the first turn"
    text = f"fails its test on {percent(fails)} and then {doing}"
    steps.append(Step("Fear", f"{PSYCHOLOGY}: Fear", text, tester.side))
    return fails


def stupid(warrior: Warrior, situation: Settled, steps: list[Step]) -> float:
    """Return the chance that a fighter does nothing in a turn [chance]."""
    if not warrior.has("stupidity") or warrior.has(*UNMOVED, *NEVER_FAILS):
        return 0.0
    fails = 1 - two_dice_at_most(leadership(warrior, situation))
    text = f"does not fight on {percent(fails)}, tested in each of its turns"
    steps.append(rule_step(warrior, "stupidity", text))
    return fails


def alone(warrior: Warrior, situation: Settled, steps: list[Step]) -> float:
    """Return the chance that one who fights several flees after a phase [chance]."""
    if situation[f"{warrior.side}.friend-near"]:
        return 0.0
    proof = next((k for k in (*NEVER_ALONE, *NEVER_FAILS) if warrior.has(k)), "")
    if proof:
        steps.append(rule_step(warrior, proof, "does not flee from several enemies"))
        return 0.0
    fails = 1 - two_dice_at_most(leadership(warrior, situation))
    text = f"flees on {percent(fails)}; each enemy who stands hits it once first"
    steps.append(Step("All alone", f"{PSYCHOLOGY}: All alone", text, warrior.side))
    return fails
