"""Decisions of players in the match-ups of a game, and who takes them."""

from collections.abc import Iterator
from dataclasses import dataclass

from rulesets.odds.match_up import Question
from rulesets.odds.settings import MatchUpKind
from rulesets.odds.sides import OTHER, SIDES, Side

Answer = str | int | bool

MOST_NUMBERS = 12
"""Numbers above the least that are offered."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """The questions that somebody decides in play, by key; all others are facts.

    A key with a kind before it, ``charge.reaction``, counts in that kind alone.

    Parameters
    ----------
    of_each : frozenset of str
        Asked of each side, or of each further fighter, and decided by that side.
    of_a, of_b : frozenset of str
        Asked once, and decided by A, or by B.
    of_either : frozenset of str
        Asked once, and either side may choose so on its own. Choices named ``a`` and
        ``b`` are those of that side alone.
    """

    of_each: frozenset[str] = frozenset()
    of_a: frozenset[str] = frozenset()
    of_b: frozenset[str] = frozenset()
    of_either: frozenset[str] = frozenset()

    def of_side(self, kind: MatchUpKind, side: Side) -> Iterator[Question]:
        """Yield what a side decides in a kind of match-up, in the order it is asked."""
        own = self.of_either | (self.of_a if side == "a" else self.of_b)
        for question in kind.situation:
            decided = self.of_each if question.side else own
            if {question.key, f"{kind.key}.{question.key}"} & decided:
                yield question


def choices_of(
    question: Question, side: Side
) -> tuple[tuple[str | int | bool, str], ...]:
    """Return (answer, label) of all that a side may decide.

    Of choices named by side the enemy's is his to take. Of numbers the first are
    offered, 13 at most.

    Examples
    --------
    >>> from rulesets.odds.match_up import Choice
    >>> who = (Choice("nobody", "Nobody"), Choice("a", "Side A"), Choice("b", "Side B"))
    >>> choices_of(Question("refuses", "Who refuses", "nobody", who), "a")
    (('nobody', 'Nobody'), ('a', 'Side A'))
    """
    if question.choices:
        keys = {choice.key for choice in question.choices}
        theirs = OTHER[side] if keys >= {*SIDES} else None
        return tuple(
            (one.key, one.label) for one in question.choices if one.key != theirs
        )
    if isinstance(question.default, bool):
        return (False, "No"), (True, "Yes")
    low, high = question.low or 0, question.high or 0
    return tuple(
        (one, str(one)) for one in range(low, min(high, low + MOST_NUMBERS) + 1)
    )
