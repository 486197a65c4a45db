"""Predicates that decide whether a question concerns two fighters.

Each function returns a `Matters` for a game's list of questions. They may say yes to
a pair that an answer leaves as it is, and never no to one that it changes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product

from rulesets.core.values import Gear, RuleUse
from rulesets.odds.match_up import Fighter, FighterPart, Matters, Question
from rulesets.odds.sides import OTHER, Side


def concerns(question: Question, own: Fighter, enemy: Fighter) -> bool:
    """Return whether a question concerns a side against its enemy.

    It does too where a rule of a book counts only where it is answered so.
    """
    if question.matters is None or question.matters(own, enemy):
        return True
    word = f"asked:{question.key}"
    return any(
        word in (*effect.when, *effect.unless)
        for use in rules_of(own)
        if use.rule is not None
        for effect in use.rule.effects
    )


def concerns_sides(
    question: Question, sides: Mapping[Side, Sequence[Fighter]], own: Side | None = None
) -> bool:
    """Return whether a question concerns anybody whom it may be about.

    Parameters
    ----------
    question : Question
    sides : mapping
        All who fight on each side, its first unit first.
    own : {"a", "b"}, optional
        The side whose first unit it is about; none of a question about all of both.
    """
    pairs = (
        product(sides["a"], sides["b"])
        if own is None
        else product(sides[own][:1], sides[OTHER[own]])
    )
    return any(concerns(question, *pair) for pair in pairs)


def carries(*keys: str) -> Matters:
    """Return whether the side asked about has a special rule, of its own or in hand.

    A key with ``*`` at its end stands for all that begin so.

    Examples
    --------
    >>> from rulesets.odds.match_up import RuleUse
    >>> own = Fighter("Orcs", "infantry", 10, 100, {}, (RuleUse("hatred-elves"),))
    >>> carries("hatred-*")(own, own), carries("hatred")(own, own)
    (True, False)
    """
    whole = frozenset(key for key in keys if not key.endswith("*"))
    begun = tuple(key.rstrip("*") for key in keys if key.endswith("*"))
    return partial(_carries, whole, begun)


def has_gear(*kinds: str) -> Matters:
    """Return whether the side asked about may have a piece of such a kind in use."""
    return partial(_has_gear, kinds)


def has_piece(*keys: str) -> Matters:
    """Return whether the side asked about may have one of these pieces in use."""
    return partial(_has_piece, frozenset(keys))


def prints(key: str, *values: str) -> Matters:
    """Return whether a stat line of the side prints a figure, or one of some values."""
    return partial(_prints, key, values)


def lacks(key: str, *values: str) -> Matters:
    """Return whether no stat line of the side prints one of some values."""
    return partial(_lacks, key, values)


def has_two(kind: str) -> Matters:
    """Return whether somebody of the side has two pieces of a kind in use."""
    return partial(_has_two, kind)


def has_sets(own: Fighter, enemy: Fighter) -> bool:
    """Return whether the side asked about could take something else in hand."""
    del enemy
    return bool(own.sets)


def has_several(own: Fighter, enemy: Fighter) -> bool:
    """Return whether the side asked about has more than one model."""
    del enemy
    return own.models > 1 or sum(p.models for p in own.parts if p.role != "mount") > 1


def of_enemy(matters: Matters) -> Matters:
    """Return the same about the other side."""
    return partial(_of_enemy, matters)


def any_of(*several: Matters) -> Matters:
    """Return whether one of several is so."""
    return partial(_any_of, several)


def all_of(*several: Matters) -> Matters:
    """Return whether all of several are so."""
    return partial(_all_of, several)


def of_either(matters: Matters) -> Matters:
    """Return whether it is so of one of the two sides."""
    return any_of(matters, of_enemy(matters))


def _carries(
    whole: frozenset[str], begun: tuple[str, ...], own: Fighter, enemy: Fighter
) -> bool:
    del enemy
    return any(key in whole or key.startswith(begun) for key in _rules(own))


def _has_gear(kinds: tuple[str, ...], own: Fighter, enemy: Fighter) -> bool:
    del enemy
    return any(piece.kind in kinds for piece in gear_of(own))


def _has_piece(keys: frozenset[str], own: Fighter, enemy: Fighter) -> bool:
    del enemy
    return any(piece.key in keys for piece in gear_of(own))


def _has_two(kind: str, own: Fighter, enemy: Fighter) -> bool:
    del enemy
    return any(
        sum(piece.count for piece in bearer.gear if piece.kind == kind) > 1
        for bearer in _bearers(own)
    )


def _prints(key: str, values: tuple[str, ...], own: Fighter, enemy: Fighter) -> bool:
    del enemy
    found = (bearer.characteristics.get(key) for bearer in _bearers(own))
    return any(str(one).lower() in values if values else bool(one) for one in found)


def _lacks(key: str, values: tuple[str, ...], own: Fighter, enemy: Fighter) -> bool:
    return not _prints(key, values, own, enemy)


def _of_enemy(matters: Matters, own: Fighter, enemy: Fighter) -> bool:
    return matters(enemy, own)


def _any_of(several: tuple[Matters, ...], own: Fighter, enemy: Fighter) -> bool:
    return any(matters(own, enemy) for matters in several)


def _all_of(several: tuple[Matters, ...], own: Fighter, enemy: Fighter) -> bool:
    return all(matters(own, enemy) for matters in several)


def _bearers(own: Fighter) -> Iterator[Fighter | FighterPart]:
    for fighter in (own, *own.alternatives):
        yield fighter
        yield from fighter.parts


def gear_of(own: Fighter) -> Iterator[Gear]:
    """Yield every piece that the side may have in use, with any loadout."""
    for bearer in _bearers(own):
        yield from bearer.gear


def _rules(own: Fighter) -> Iterator[str]:
    yield from (use.key for use in rules_of(own))


def rules_of(own: Fighter) -> Iterator[RuleUse]:
    """Yield the special rules of a fighter, its parts and its gear."""
    for bearer in _bearers(own):
        yield from bearer.rules
    for piece in gear_of(own):
        yield from piece.rules


def offered(question: Question, enemies: int, answer: object = "") -> Question:
    """Return a question with the choices that differ where a unit touches so many.

    Parameters
    ----------
    question : Question
    enemies : int
    answer : str
        One that stays, since it was given.
    """
    choices = tuple(
        choice
        for choice in question.choices
        if choice.enemies <= enemies or choice.key == answer
    )
    return (
        question if choices == question.choices else replace(question, choices=choices)
    )
