"""A player of effects of Charge who sums no needs: he asks them at every face."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from rulesets.core.effects import RuleEffect
from rulesets.core.values import RuleUse
from rulesets.odds.match_up import Answers, Fighter, MatchUp

FACES = range(1, 7)


def spoken(
    uses: Iterable[RuleUse], whose: str, moments: Iterable[str]
) -> list[RuleEffect]:
    """Return the effects of rules of books that hold at these moments."""
    now = set(moments)
    return [
        with_x(one, use.x or 0)
        for use in uses
        for one in (use.rule.effects if use.rule is not None else ())
        if one.whose == whose and set(one.when) <= now and not set(one.unless) & now
    ]


def with_x(effect: RuleEffect, x: int) -> RuleEffect:
    """Put the X of a rule into its effect."""
    return replace(
        effect, value={"x": x, "-x": -x}.get(str(effect.value), effect.value)
    )


def asked_of(question: MatchUp, side: str) -> set[str]:
    """Return the moments of a side that the situation says yes to."""
    return asked_in(question.situation, side)


def asked_in(situation: Answers, side: str) -> set[str]:
    """Return the same of a situation."""
    yes = {key for key, answer in situation.items() if answer is True}
    return {f"asked:{key[2:]}" for key in yes if key[:2] == f"{side}."}


def told_of(question: MatchUp, side: str, moment: str) -> list[RuleEffect]:
    """Return all that rules of books say of the dice of a side now."""
    own, other = (question.a, question.b) if side == "a" else (question.b, question.a)
    now = {moment, *asked_of(question, side)}
    return [*spoken(own.rules, "own", now), *spoken(other.rules, "against", now)]


def may_not_move(unit: Fighter) -> bool:
    """Return whether a rule of a book forbids a unit to move."""
    return any(
        (one.on, one.op) == ("act:move", "may-not")
        for one in spoken(unit.rules, "own", ())
    )


def ignores_range(effects: Sequence[RuleEffect]) -> bool:
    """Return whether a rule of a book lets shots reach any distance."""
    return any((one.on, one.op) == ("range", "ignore") for one in effects)


def amounts(effects: Sequence[RuleEffect], on: str, op: str) -> Iterator[int]:
    """Yield what is added, of every group only what adds or takes away the most."""
    found = [one for one in effects if (one.on, one.op) == (on, op)]
    for one in found:
        rivals = [x for x in found if one.group and x.group == one.group]
        stronger = [x for x in rivals if abs(int(x.value)) > abs(int(one.value))]
        if not stronger:
            yield int(one.value)


def dice_rolled(dice: int, on: str, effects: Sequence[RuleEffect]) -> int:
    """Take dice in hand, put some to them or away, then each so many times."""
    hand = ["die"] * dice
    more = list(amounts(effects, on, "add"))
    for one in sorted(more, reverse=True):
        hand = hand + ["die"] * one if one > 0 else hand[: len(hand) + one]
    for times in amounts(effects, on, "multiply"):
        hand = [die for die in hand for _ in range(times)]
    return len(hand)


def succeeds(
    face: int, need: int, on: str, effects: Sequence[RuleEffect], *, ones_fail: bool
) -> bool:
    """Push a face as every effect says, and read it against what is printed."""
    shown = face
    for one in amounts(effects, on, "add"):
        shown += one
    return shown >= need and not (face == 1 and ones_fail)


def hits(need: int, effects: Sequence[RuleEffect], *, ones_fail: bool) -> Fraction:
    """Return the chance of one die to hit, by its faces."""
    good = [succeeds(f, need, "to-hit", effects, ones_fail=ones_fail) for f in FACES]
    return Fraction(sum(good), 6)


def saves(need: int, effects: Sequence[RuleEffect], *, ones_fail: bool) -> Fraction:
    """Return the chance of one save, by its faces and those of a second roll."""
    words = {one.value for one in effects if (one.on, one.op) == ("save", "re-roll")}
    saved = 0
    for first, second in product(FACES, FACES):
        good = succeeds(first, need, "save", effects, ones_fail=ones_fail)
        again = ("successes" if good else "failures") in words
        again = again or (first == 1 and "ones" in words)
        face = second if again else first
        saved += succeeds(face, need, "save", effects, ones_fail=ones_fail)
    return Fraction(saved, 36)


def holds(morale: int, effects: Sequence[RuleEffect]) -> Fraction:
    """Return the chance to hold in a Morale test, in which a natural two breaks."""
    held = 0
    for one, other in product(FACES, FACES):
        shown = one + other
        for more in amounts(effects, "leadership", "add"):
            shown += more
        held += shown >= morale and (one, other) != (1, 1)
    return Fraction(held, 36)
