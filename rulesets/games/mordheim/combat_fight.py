"""A Mordheim combat: one against one or several, from the charge to the end."""

from collections.abc import Mapping
from dataclasses import replace
from math import comb

from rulesets.games.mordheim.combat_answer import answer, no_charge, together
from rulesets.games.mordheim.combat_arms import frenzied, parries, parry_step
from rulesets.games.mordheim.combat_body import (
    KNOCKED_DOWN,
    STANDING,
    STUNNED,
    Body,
    Hide,
    State,
)
from rulesets.games.mordheim.combat_chain import fight
from rulesets.games.mordheim.combat_draft import Moment
from rulesets.games.mordheim.combat_nerve import alone, fear, stupid
from rulesets.games.mordheim.combat_profile import Warrior, rule_step
from rulesets.games.mordheim.combat_side import Party
from rulesets.games.mordheim.combat_turn import Fray, Turn
from rulesets.games.mordheim.questions import INJURIES
from rulesets.matchup import MatchUpError
from rulesets.odds.answer import Odds, Step
from rulesets.odds.questions import Settled

POSTURES = {"standing": STANDING, "knocked-down": KNOCKED_DOWN, "stunned": STUNNED}
SURELY_UNHOLY = ("no-pain", "daemon", "instability")

NOTES = (
    "The sides take turns; both strike in each.",
    "A fighter at 0 wounds fights on: each further wound is one more injury roll.",
)


def combat(
    a: Warrior,
    b: Warrior,
    situation: Settled,
    readings: Settled,
    rounds: int | None,
) -> Odds:
    """Return the odds of a hand-to-hand combat.

    Raises
    ------
    MatchUpError
        If several fight several, who charges lies, or has lost all of his wounds.
    """
    counts = {side: int(situation[f"{side}.fighters"]) for side in ("a", "b")}
    if min(counts.values()) > 1:
        raise MatchUpError("/situation/b.fighters", "several fight one, not several")
    steps: list[Step] = []
    warriors = {"a": a, "b": b}
    holds, shakes = _afraid(warriors, situation, readings, steps)
    told: list[tuple[float, Odds]] = []
    charger = str(situation["charge"])
    several = counts.get(charger, 1)
    for charging in range(several, -1, -1) if holds else (several,):
        share = comb(several, charging) * (1 - holds) ** charging
        share *= holds ** (several - charging)
        if not charging:
            told.append((share, no_charge(warriors, charger, counts, situation)))
            continue
        now = {**counts, charger: charging} if charger in counts else counts
        stays = (charger, several - charging)
        fought = _fought(
            warriors, now, stays, shakes, situation, readings, rounds, steps
        )
        told.append((share, fought))
    return replace(
        together([(share, odds) for share, odds in told if share]),
        trace=tuple(dict.fromkeys(steps)),
        notes=NOTES,
    )


def _afraid(
    warriors: Mapping[str, Warrior],
    situation: Settled,
    readings: Settled,
    steps: list[Step],
) -> tuple[float, float]:
    charger = situation["charge"]
    if charger == "none":
        return 0.0, 0.0
    other = "b" if charger == "a" else "a"
    if situation[f"{charger}.posture"] != "standing":
        raise MatchUpError(f"/situation/{charger}.posture", "who lies does not charge")
    return fear(warriors[str(charger)], warriors[other], situation, readings, steps)


def hide(warrior: Warrior, steps: list[Step]) -> Hide:
    """Return what a fighter's injury rolls depend on, told in ``steps``."""
    table = "plain"
    for key, name in (("hard-to-kill", "hard"), ("true-grit", "grit")):
        if warrior.has(key):
            table = name
            steps.append(rule_step(warrior, key, "injury rolls are milder"))
    helmet = warrior.helmet
    if warrior.has("thick-skull", "ard-ead"):
        key = "thick-skull" if warrior.has("thick-skull") else "ard-ead"
        helmet = 2 if helmet < 7 else 3
        steps.append(rule_step(warrior, key, f"only knocked down on {helmet}+"))
    elif helmet < 7:
        text = f"stunned, he is only knocked down on {helmet}+"
        steps.append(Step("Helmet", INJURIES, text, warrior.side))
    no_pain = warrior.has("no-pain") or "mandrake-root" in warrior.gear
    for key, is_on, text in (
        ("no-pain", no_pain, "what stuns only knocks down"),
        ("jump-up", warrior.has("jump-up"), "a knocked down result does nothing"),
        ("hard-head", warrior.has("hard-head"), "concussion does nothing"),
    ):
        if is_on:
            steps.append(rule_step(warrior, key, text))
    return Hide(
        table, helmet, no_pain, warrior.has("jump-up"), warrior.has("hard-head")
    )


def unholy(warrior: Warrior, situation: Settled) -> bool:
    """Return whether a fighter is undead, possessed or a daemon."""
    return bool(situation[f"{warrior.side}.unholy"]) or warrior.has(*SURELY_UNHOLY)


def body(warrior: Warrior, steps: list[Step], *, stupid: bool = False) -> Body:
    """Return a fighter's body."""
    return Body(
        warrior.w,
        hide(warrior, steps),
        frenzied=frenzied(warrior),
        charmed="lucky-charm" in warrior.gear,
        stupid=stupid,
    )


def beginning(warrior: Warrior, of: Body, situation: Settled) -> State:
    """Return how a fighter begins.

    Raises
    ------
    MatchUpError
        If he has lost more wounds than he has.
    """
    key = f"{warrior.side}.wounds-lost"
    lost = int(situation[key])
    if lost > warrior.w:
        raise MatchUpError(
            f"/situation/{key}", f"{warrior.name} has only {warrior.w} wounds"
        )
    posture = POSTURES[str(situation[f"{warrior.side}.posture"])]
    if posture:
        return of.down(posture)._replace(charmed=of.charmed)
    return State(STANDING, max(1, warrior.w - lost), charmed=of.charmed)


def party(
    warrior: Warrior,
    enemy: Warrior,
    counts: Mapping[str, int],
    situation: Settled,
    steps: list[Step],
) -> Party:
    """Return one side of a combat, ``counts`` of him against so many enemies."""
    dull = stupid(warrior, situation, steps)
    several = counts[enemy.side] > 1
    usual = Moment(
        several=several,
        hates=bool(situation[f"{warrior.side}.hates"]),
        indoors=bool(situation["indoors"]),
        holy=not unholy(warrior, situation),
        unholy=unholy(enemy, situation),
    )
    if parries(warrior) is not None:
        steps.append(parry_step(warrior))
    return Party(
        warrior,
        counts[warrior.side],
        body(warrior, steps, stupid=dull > 0),
        usual,
        stupid=dull,
        flees=alone(warrior, situation, steps) if several else 0.0,
    )


def _fought(
    warriors: Mapping[str, Warrior],
    counts: Mapping[str, int],
    stays: tuple[str, int],
    shakes: float,
    situation: Settled,
    readings: Settled,
    rounds: int | None,
    steps: list[Step],
) -> Odds:
    many, one = ("b", "a") if counts["b"] > 1 else ("a", "b")
    parties = {
        side: party(warriors[side], warriors[other], counts, situation, steps)
        for side, other in ((many, one), (one, many))
    }
    fray = Fray(parties[many], parties[one], readings, steps)
    begin = {
        side: beginning(warriors[side], parties[side].body, situation)
        for side in (many, one)
    }
    start = (*(begin[many] for _ in range(counts[many])), begin[one])
    charger = str(situation["charge"])
    opening = _opening(charger, counts, shakes)
    seed = seed_of(warriors, counts, situation, readings)
    tale = fight(fray, start, opening, rounds, f"{seed} {rounds}")
    return answer(tale, warriors, (many, one), stays)


def _opening(
    charger: str, counts: Mapping[str, int], shakes: float
) -> dict[Turn, float]:
    if charger == "none":
        return {Turn("a"): 1.0}
    number = counts["b" if charger == "a" else "a"]
    found: dict[Turn, float] = {}
    for afraid in range(1 << number):
        shaken = afraid.bit_count()
        share = shakes**shaken * (1 - shakes) ** (number - shaken)
        if share:
            found[Turn(charger, charger, afraid)] = share
    return found


def seed_of(
    warriors: Mapping[str, Warrior],
    counts: Mapping[str, int],
    situation: Settled,
    readings: Settled,
) -> str:
    """Return a text that is the same for the same question."""
    parts: list[object] = [sorted(counts.items())]
    parts += [sorted(situation.items()), sorted(readings.items())]
    for side in ("a", "b"):
        one = warriors[side]
        parts += [one.ws, one.s, one.t, one.w, one.i, one.a, one.ld, one.save]
        parts += [sorted(one.rules), sorted(one.gear)]
    return repr(parts)
