"""Dice of Charge, the terms that effects of rules change, and their moments."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import cast

from rulesets.core.effects import Op
from rulesets.games.charge.combat.context import ChargeContext, ChargeReadings
from rulesets.odds.attack import Attack, Reroll
from rulesets.odds.context import answer_to
from rulesets.odds.dice import ALWAYS, NEVER
from rulesets.odds.effects import Amount, DiceTerm, Holds, OfferedValues, by_key, holds
from rulesets.odds.sides import Side

BEST_NEED = 2
"""The best need where a natural 1 always fails [pips]."""


@dataclass(frozen=True, slots=True)
class ChargeAttack:
    """The attacks of one unit against another, before the dice set their limits.

    Parameters
    ----------
    dice : int
        Dice rolled by the unit at full strength [dice].
    to_hit, save : int
        Needs as the rules sum them up; may lie outside of 2 to 6 [pips].
    reroll_saves : Reroll
    push_per_hit : int
        What each hit adds to the push of a volley [inches].
    any_range : bool
        True for shots without a limit of their range.
    """

    dice: int
    to_hit: int
    save: int
    reroll_saves: Reroll = "none"
    push_per_hit: int = 1
    any_range: bool = False


@dataclass(frozen=True, slots=True)
class ChargeFigures:
    """Figures of a unit that rules change: its Morale value, and whether it moves."""

    morale: int
    moves: bool = True


def printed(need: int) -> str:
    """Return a need as the stat lines print it, such as ``4+``; "none" past 6."""
    return f"{need}+" if need < NEVER else "none"


def attack(blows: ChargeAttack, readings: ChargeReadings) -> Attack:
    """Return one die of these blows, within the limits that dice have.

    Parameters
    ----------
    blows : ChargeAttack
    readings : ChargeReadings
        ``ones_fail`` and ``sixes_hit`` are used.

    Examples
    --------
    >>> blows = ChargeAttack(dice=1, to_hit=1, save=8)
    >>> attack(blows, ChargeReadings())  # doctest: +ELLIPSIS
    Attack(to_hit=2, to_wound=1, save=7, ...)
    """
    best = BEST_NEED if readings.ones_fail else ALWAYS
    to_hit = min(max(blows.to_hit, best), NEVER)
    if readings.sixes_hit:
        to_hit = min(to_hit, 6)
    return Attack(
        to_hit=to_hit,
        save=min(max(blows.save, best), NEVER),
        reroll_saves=blows.reroll_saves,
    )


MOST_DICE = 1000
"""Most dice that a unit rolls with all that rules add [dice]."""


_DICE: Mapping[Op, Callable[[ChargeAttack, Amount], ChargeAttack]] = {
    "add": lambda blows, n: replace(blows, dice=max(0, blows.dice + int(n))),
    "multiply": lambda blows, n: replace(
        blows, dice=min(blows.dice * int(n), MOST_DICE)
    ),
}

_MORE_DICE: Mapping[Op, OfferedValues] = {"add": OfferedValues(-10, 10)}

_REROLLS: Mapping[Reroll, str] = {
    "none": "no save is rolled again",
    "ones": "ones of the save are rolled again",
    "failures": "failed saves are rolled again",
    "successes": "successful saves are rolled again",
}


def _dice_words(before: ChargeAttack, after: ChargeAttack) -> str:
    return f"{before.dice} dice become {after.dice}"


def _hit_words(before: ChargeAttack, after: ChargeAttack) -> str:
    return f"to hit {printed(before.to_hit)} becomes {printed(after.to_hit)}"


def _range_words(before: ChargeAttack, after: ChargeAttack) -> str:
    del before
    dice = f"{after.dice} dice, {printed(after.to_hit)}"
    return f"shoots as its stat line says: {dice}, at any range"


def _save_words(before: ChargeAttack, after: ChargeAttack) -> str:
    if before.save != after.save:
        return f"save {printed(before.save)} becomes {printed(after.save)}"
    return _REROLLS[after.reroll_saves]


def _morale_words(before: ChargeFigures, after: ChargeFigures) -> str:
    return f"Morale {before.morale}+ becomes {after.morale}+"


def _move_words(before: ChargeFigures, after: ChargeFigures) -> str:
    del before, after
    return "cannot move, so it cannot charge"


RANGE: DiceTerm[ChargeAttack] = DiceTerm(
    "range",
    "range",
    {"ignore": lambda blows, _: replace(blows, any_range=True)},
    _range_words,
)
SAVE: DiceTerm[ChargeAttack] = DiceTerm(
    "save",
    "save",
    {
        "add": lambda blows, n: replace(blows, save=blows.save - int(n)),
        "re-roll": lambda blows, word: replace(blows, reroll_saves=cast(Reroll, word)),
    },
    _save_words,
    is_roll=True,
    values={"re-roll": OfferedValues(words=("failures", "successes"))},
)
ATTACKS: DiceTerm[ChargeAttack] = DiceTerm(
    "attacks", "melee dice", _DICE, _dice_words, values=_MORE_DICE
)
SHOTS: DiceTerm[ChargeAttack] = DiceTerm(
    "shots", "shooting dice", _DICE, _dice_words, values=_MORE_DICE
)
TO_HIT: DiceTerm[ChargeAttack] = DiceTerm(
    "to-hit",
    "to hit",
    {"add": lambda blows, n: replace(blows, to_hit=blows.to_hit - int(n))},
    _hit_words,
    is_roll=True,
)
LEADERSHIP: DiceTerm[ChargeFigures] = DiceTerm(
    "leadership",
    "Morale",
    {"add": lambda own, n: replace(own, morale=own.morale - int(n))},
    _morale_words,
)
MOVE: DiceTerm[ChargeFigures] = DiceTerm(
    "act:move",
    "move",
    {"may-not": lambda own, _: replace(own, moves=False)},
    _move_words,
)

OF_MELEE = by_key(SAVE, ATTACKS, TO_HIT)
OF_SHOOTING = by_key(RANGE, SAVE, SHOTS, TO_HIT)
OF_MORALE = by_key(LEADERSHIP)
OF_MOVES = by_key(MOVE)
"""Terms of the dice at one moment, in the order of the trace."""


@dataclass(frozen=True, slots=True)
class ChargeMoment:
    """A moment of the match-up: the side that rolls, whether it shoots, the context."""

    side: Side
    context: ChargeContext
    shooting: bool = False

    def holds(self) -> Holds:
        """Return whether a moment holds now, by its word."""
        return holds(MOMENTS, self)


def _asked(now: ChargeMoment, question: str) -> bool:
    return bool(now.context.situation.answer(question, now.side))


MOMENTS: Mapping[str, Callable[[ChargeMoment, str], bool]] = {
    "shooting": lambda now, _: now.shooting,
    "in-combat": lambda now, _: not now.shooting,
    "asked": _asked,
    "reads": lambda now, reading: bool(answer_to(now.context.readings, reading)),
}
"""Moments by their words: ``asked:`` a question, ``reads:`` a reading, by its key."""
