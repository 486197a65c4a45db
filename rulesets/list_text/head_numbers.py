"""Numbers at the head of a line: how many units, how many models, how many points."""

from dataclasses import replace

from rulesets.list_text.clauses import Clause, WrittenWord
from rulesets.list_text.vocabulary import GROUPS, NUMBERS

_MODEL_WORDS = frozenset(
    ("model", "man", "strong", "figure", "mini", "miniature", "base", "fighter")
)


def units_said(these: tuple[Clause, ...]) -> tuple[int | None, tuple[Clause, ...]]:
    """Return how many units clauses begin with, and the clauses without that number.

    So say 2x10 Archers, 3 units of 5 Knights and 10 Archers x2; one number alone says
    models or units as the book has it, and is left.
    """
    if not these:
        return None, these
    words = [word for word in these[0].words if word.text or word.times]
    if len(words) < 3:
        return None, these
    first, second, last = words[0], words[1], words[-1]
    if first.times and second.text.isdigit():
        units, rest = first.times, words[1:]
    elif (number := _number(first)) is not None and second.text in GROUPS:
        units, rest = number, words[2:]
    elif first.text.isdigit() and last.times:
        units, rest = last.times, words[:-1]
    else:
        return None, these
    return units, (replace(these[0], words=tuple(rest)), *these[1:])


def _number(word: WrittenWord) -> int | None:
    if word.times:
        return word.times
    if word.text.isdigit():
        return int(word.text[:6])
    return NUMBERS.get(word.text)


def models_said(clause: Clause) -> int | None:
    """Return how many models a clause says there are, such as 20 models, or none."""
    words = [w for w in clause.words if w.text or w.times]
    numbers = [int(w.times or w.text[:6]) for w in words if w.times or w.text.isdigit()]
    rest = [w.text for w in words if not (w.times or w.text.isdigit())]
    says = len(numbers) == 1 and bool(rest) and all(w in _MODEL_WORDS for w in rest)
    return numbers[0] if says else None


def only_number(clause: Clause) -> int | None:
    """Return the number that a clause consists of, or none."""
    words = [w for w in clause.words if w.text or w.times]
    if len(words) != 1 or clause.inner:
        return None
    word = words[0]
    return word.times or (int(word.text[:6]) if word.text.isdigit() else None)


def is_times(clause: Clause) -> bool:
    """Return whether a clause is a number that says how often: x2."""
    return any(word.times for word in clause.words)
