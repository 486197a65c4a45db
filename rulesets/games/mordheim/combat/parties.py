"""What the sides of a Mordheim combat bring to it: bodies, figures, first turns."""

from collections.abc import Mapping
from dataclasses import replace

from rulesets.games.mordheim.combat.attack_rules import BlowMoment
from rulesets.games.mordheim.combat.body import (
    KNOCKED_DOWN,
    STANDING,
    STUNNED,
    Body,
    BodyState,
    Hide,
)
from rulesets.games.mordheim.combat.context import (
    Charger,
    MordheimContext,
    MordheimSituation,
)
from rulesets.games.mordheim.combat.disarming import kits, may
from rulesets.games.mordheim.combat.leadership import alone, stupid
from rulesets.games.mordheim.combat.profile import NO_SAVE, Warrior, rule_step
from rulesets.games.mordheim.combat.questions import FRIEND_NEAR, KINDS, POSTURE
from rulesets.games.mordheim.combat.readings import READINGS
from rulesets.games.mordheim.combat.side import Party
from rulesets.games.mordheim.combat.turn import MordheimTurn
from rulesets.games.mordheim.combat.weapons import parries, parry_step
from rulesets.games.mordheim.critical_hits import DISARMS, FELLS, STOPS
from rulesets.games.mordheim.sources import INJURIES
from rulesets.games.mordheim.special_rules import row_of, rules_that
from rulesets.odds.answer import Step
from rulesets.odds.context import answer_to
from rulesets.odds.effects import (
    Amount,
    CarriedEffect,
    DiceTerm,
    apply_effects,
    by_key,
    holds,
)
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.settings import keys
from rulesets.odds.sides import Side

POSTURES = {"standing": STANDING, "knocked-down": KNOCKED_DOWN, "stunned": STUNNED}


def _thick(hide: Hide, need: Amount) -> Hide:
    """Save from being stunned on a die, one better beneath a helmet."""
    helmet = int(need) - (hide.helmet < NO_SAVE)
    return replace(hide, helmet=helmet, skull=int(need))


SKULL: Mapping[str, DiceTerm[Hide]] = by_key(
    DiceTerm(
        "suffer",
        "own injury roll",
        {"read": lambda hide, table: replace(hide, table=str(table))},
        lambda _, __: "injury rolls are milder",
    ),
    DiceTerm(
        "suffer:stunned",
        "stunned",
        {"roll": _thick},
        lambda _, after: f"only knocked down on {after.helmet}+",
    ),
)
PAIN: Mapping[str, DiceTerm[Hide]] = by_key(
    DiceTerm(
        "suffer:pain",
        "pain",
        {"ignore": lambda hide, _: replace(hide, no_pain=True)},
        lambda _, __: "what stuns only knocks down",
    ),
    DiceTerm(
        "suffer:knocked-down",
        "knocked down",
        {"ignore": lambda hide, _: replace(hide, jumps_up=True)},
        lambda _, __: "a knocked down result does nothing",
    ),
    DiceTerm(
        "suffer:concussion",
        "concussion",
        {"ignore": lambda hide, _: replace(hide, hard_head=True)},
        lambda _, __: "concussion does nothing",
    ),
)
"""Changes of the injury rolls that a fighter suffers: before and after a helmet."""


def hide(warrior: Warrior, context: MordheimContext) -> Hide:
    """Return what a fighter's injury rolls depend on, with its trace."""
    found = _with_rules(Hide(helmet=warrior.helmet), warrior, SKULL, context)
    if warrior.helmet < NO_SAVE and found.skull == NO_SAVE:
        text = f"stunned, he is only knocked down on {warrior.helmet}+"
        context.trace.add(Step("Helmet", INJURIES, text, warrior.side))
    return _with_rules(found, warrior, PAIN, context)


def _with_rules(
    hide: Hide,
    warrior: Warrior,
    terms: Mapping[str, DiceTerm[Hide]],
    context: MordheimContext,
) -> Hide:
    effects = [
        CarriedEffect(key, one)
        for key in (*warrior.rules, *warrior.granted)
        for one in row_of(key).effects
        if one.on in terms
    ]
    if not effects:
        return hide
    hide, told = apply_effects(hide, effects, holds({}, warrior), terms)
    context.trace.add(*(rule_step(warrior, one.rule, one.text) for one in told))
    return hide


def unholy(warrior: Warrior, situation: MordheimSituation) -> bool:
    """Return whether a fighter is undead, possessed or a daemon."""
    return situation.of(warrior.side).unholy or any(
        key in warrior.rules for key in rules_that("set", "kind:unholy")
    )


def body(warrior: Warrior, context: MordheimContext, *, stupid: bool = False) -> Body:
    """Return a fighter's body."""
    return Body(
        warrior.w,
        hide(warrior, context),
        frenzied=warrior.has("frenzy"),
        charmed="lucky-charm" in warrior.gear,
        stupid=stupid,
    )


def beginning(warrior: Warrior, of: Body, situation: MordheimSituation) -> BodyState:
    """Return how a fighter begins.

    Raises
    ------
    MatchUpError
        If he has lost as many wounds as he has, or more.
    """
    key = f"{warrior.side}.wounds-lost"
    lost = situation.of(warrior.side).wounds_lost
    if lost and lost >= warrior.w:
        wounds = "1 wound" if warrior.w == 1 else f"{warrior.w} wounds"
        text = (
            f"{warrior.name} has {wounds}: who has lost the last one lies, or is out of"
            " action. Say how he begins; who stood up again fights on as if he had one"
        )
        raise MatchUpError(f"/situation/{key}", text)
    posture = POSTURES[situation.of(warrior.side).posture]
    if posture:
        return of.down(posture)._replace(charmed=of.charmed)
    return BodyState(STANDING, warrior.w - lost, charmed=of.charmed)


def party(
    warrior: Warrior,
    enemy: Warrior,
    counts: Mapping[Side, int],
    context: MordheimContext,
) -> Party:
    """Return one side of a combat, ``counts`` of him against so many enemies."""
    dull = stupid(warrior, context)
    several = counts[enemy.side] > 1
    usual = BlowMoment(
        several=several,
        hates=context.situation.of(warrior.side).hates,
        indoors=context.situation.indoors,
        holy=not unholy(warrior, context.situation),
        unholy=unholy(enemy, context.situation),
    )
    if parries(warrior) is not None:
        context.trace.add(parry_step(warrior))
    of = replace(
        body(warrior, context, stupid=dull > 0),
        stops=may(enemy, STOPS, context.readings),
        falls=may(enemy, FELLS, context.readings),
    )
    if may(enemy, DISARMS, context.readings):
        of = replace(of, drops=kits(warrior).drops)
    return Party(
        warrior,
        counts[warrior.side],
        of,
        usual,
        stupid=dull,
        flees=alone(warrior, context) if several else 0.0,
    )


def opening(
    charger: Charger, counts: Mapping[Side, int], shakes: float
) -> dict[MordheimTurn, float]:
    """Return the first turns that there may be: who of the charged is afraid."""
    if charger == "none":
        return {MordheimTurn("a"): 1.0}
    number = counts["b" if charger == "a" else "a"]
    found: dict[MordheimTurn, float] = {}
    for afraid in range(1 << number):
        shaken = afraid.bit_count()
        share = shakes**shaken * (1 - shakes) ** (number - shaken)
        if share:
            found[MordheimTurn(charger, charger, afraid)] = share
    return found


def seed_of(
    kind: str,
    warriors: Mapping[Side, Warrior],
    counts: Mapping[Side, int],
    context: MordheimContext,
) -> str:
    """Return a text that is the same for the same question."""
    parts: list[object] = [sorted(counts.items())]
    parts += [sorted(_answers(kind, context.situation).items())]
    readings = {one.key: answer_to(context.readings, one.key) for one in READINGS}
    parts += [sorted(readings.items())]
    for side in ("a", "b"):
        one = warriors[side]
        parts += [one.ws, one.s, one.t, one.w, one.i, one.a, one.ld, one.save]
        parts += [sorted(one.rules), sorted(one.gear)]
    return repr(parts)


def _answers(kind: str, situation: MordheimSituation) -> dict[str, str | int | bool]:
    """Return the answers to the questions of a kind of match-up, by their keys."""
    asked = next(one.situation for one in KINDS if one.key == kind)
    if kind == "engagement":
        asked = (*asked, POSTURE, FRIEND_NEAR)
    found: dict[str, str | int | bool] = {}
    for key in (key for question in asked for key in keys(question)):
        side, _, own = key.rpartition(".")
        found[key] = situation.answer(own, "b" if side == "b" else "a")
    return found
