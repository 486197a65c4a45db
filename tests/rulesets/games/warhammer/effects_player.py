"""A player of effects that rules of books write out: he asks each at every face.

He shares no code with the odds and sums no needs: a die that was rolled is pushed by
every effect in turn, and read against what is printed.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulesets.core.effects import RuleEffect
from rulesets.core.values import RuleUse
from rulesets.odds.match_up import FighterPart
from tests.rulesets.games.warhammer.simulated import Numbers

Spoken = tuple[RuleEffect, ...]
"""Effects that hold now, their X put in."""


def spoken(uses: Iterable[RuleUse], whose: str, moments: Iterable[str]) -> Spoken:
    """Return the effects of rules on certain dice that hold at these moments."""
    now = set(moments)
    known = {use.key: use for use in uses if use.rule is not None}
    return tuple(
        one
        for use in known.values()
        for one in _with_x(use)
        if one.whose == whose and set(one.when) <= now and not set(one.unless) & now
    )


def _with_x(use: RuleUse) -> Iterator[RuleEffect]:
    for one in use.rule.effects if use.rule is not None else ():
        x = use.x or 0
        yield replace(one, value={"x": x, "-x": -x}.get(str(one.value), one.value))


def carried_in_combat(part: FighterPart) -> list[RuleUse]:
    """Return the rules of a part without those of what it shoots with."""
    pieces = [piece for piece in part.gear if piece.kind != "ranged"]
    return [*part.rules, *(rule for piece in pieces for rule in piece.rules)]


def words(effects: Spoken, on: str, op: str) -> list[str]:
    """Return the words of the effects on a term with an op."""
    return [str(one.value) for one in effects if (one.on, one.op) == (on, op)]


def numbers(effects: Spoken, on: str, op: str) -> list[int]:
    """Return the numbers of the effects on a term with an op."""
    return [int(text) for text in words(effects, on, op)]


def pushed(shown: Numbers, effects: Spoken, on: str) -> Numbers:
    """Push dice by every effect in turn."""
    for more in numbers(effects, on, "add"):
        shown = shown + more
    return shown


def face_of(effects: Spoken, on: str, word: str) -> int:
    """Return the lowest natural face that does something; 7 where none does."""
    told = [(one.on, one.op, one.value) for one in effects]
    faces = [one.natural for one in effects]
    ask = (on, "natural", word)
    return min(
        (f for f, what in zip(faces, told, strict=True) if what == ask), default=7
    )
