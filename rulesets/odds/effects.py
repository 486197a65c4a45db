"""Effects of special rules applied to dice, in one order for every game.

A game lists its terms: what may be changed, and what each op does with it. Its dice are
whatever value it has; the limits that dice have are set after all effects.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, Protocol, TypeVar

from rulesets.core.effects import Op, RuleEffect, Whose

D = TypeVar("D")
A = TypeVar("A")

Amount = int | str
Holds = Callable[[str], bool]
"""Predicate of a moment that holds, by its word."""

STAGES: tuple[Op, ...] = (
    "ignore",
    "set",
    "add",
    "multiply",
    "at-least",
    "at-most",
    "or",
    "roll",
    "always",
    "never",
    "re-roll",
    "natural",
    "read",
    "skip",
    "pass",
    "start",
    "may",
    "must",
    "may-not",
)
"""The order of the ops on one term: a later one overrides."""

_STAGE = {op: place for place, op in enumerate(STAGES)}


class EffectError(ValueError):
    """An effect that a game does not know, in words."""


@dataclass(frozen=True, slots=True)
class OfferedValues:
    """The values that an effect of a book's rule may have: whole numbers, or words.

    Parameters
    ----------
    low, high : int
        Bounds of a number, both included; none is taken where ``low`` is above
        ``high``, and none is asked for where both are 1.
    words : tuple of str
    """

    low: int = 1
    high: int = 0
    words: tuple[str, ...] = ()

    def refusal(self, value: Amount) -> str:
        """Return why it is no such value, in words; "" where it is one."""
        if value in ("x", "-x") and self.low < self.high:
            return ""
        is_number = isinstance(value, int) and self.low <= value <= self.high
        return "" if is_number or value in self.words else f"takes {self.text}"

    @property
    def text(self) -> str:
        """Return the values in words."""
        if self.low == self.high and not self.words:
            return "no value" if self.low == 1 else str(self.low)
        numbers = [f"{self.low} to {self.high}"] if self.low <= self.high else []
        return " or ".join((*numbers, *self.words))


NO_VALUE = OfferedValues(1, 1)
CLOSED = OfferedValues()
"""Of an op that rules of books do not have."""
FAILURES = OfferedValues(words=("failures",))

USUAL_VALUES: Mapping[Op, OfferedValues] = {
    "set": OfferedValues(1, 10),
    "add": OfferedValues(-3, 3),
    "multiply": OfferedValues(2, 3),
    "at-least": OfferedValues(1, 10),
    "at-most": OfferedValues(1, 10),
    "or": OfferedValues(2, 6),
    "roll": OfferedValues(2, 6),
    "re-roll": FAILURES,
}
"""Values of an op where its term says nothing else; other ops take none."""


@dataclass(frozen=True)
class DiceTerm(Generic[D]):
    """Something that effects change in a game: a figure, a roll, a test, an act.

    Parameters
    ----------
    key, name : str
        ``to-hit``; "to hit".
    steps : mapping
        By op, ``step(dice, amount) -> dice``: all that the game can do with it.
    words : callable
        ``words(before, after) -> str``: what was done, such as "save 4+ becomes 5+".
    naturals : mapping
        What natural rolls may do: by the effect's word, ``step(dice, face) -> dice``
        with the lowest face that does it [pips].
    is_roll : bool
        True where the term is a need: of two that set it, the higher is the worse.
    values : mapping
        Values by op that rules of books may have, where they are not the usual ones.
    """

    key: str
    name: str
    steps: Mapping[Op, Callable[[D, Amount], D]]
    words: Callable[[D, D], str]
    naturals: Mapping[str, Callable[[D, int], D]] = field(default_factory=dict)
    is_roll: bool = False
    values: Mapping[Op, OfferedValues] = field(default_factory=dict)

    def offered(self) -> Mapping[Op, OfferedValues]:
        """Return the values that rules of books may have, by op."""
        usual = {op: USUAL_VALUES.get(op, NO_VALUE) for op in self.steps}
        if self.naturals:
            usual["natural"] = OfferedValues(words=tuple(self.naturals))
        every = {**usual, **self.values}
        return {op: values for op, values in every.items() if values != CLOSED}

    def refusal(self, effect: RuleEffect) -> str:
        """Return why it does not know an effect, in words; "" where it does."""
        if effect.op == "natural" and effect.value not in self.naturals:
            does = ", ".join(self.naturals) or "nothing"
            return f"{self.name}: a natural roll does {does}, not {effect.value}"
        if effect.op != "natural" and effect.op not in self.steps:
            return f"{self.name}: not {effect.op}, only {', '.join(self.steps)}"
        return ""

    def after(self, dice: D, effect: RuleEffect, amount: Amount) -> D:
        """Return the dice with an effect of this amount."""
        if effect.op == "natural" and effect.value in self.naturals:
            return self.naturals[str(effect.value)](dice, effect.natural)
        if effect.op in self.steps:
            return self.steps[effect.op](dice, amount)
        raise EffectError(self.refusal(effect))


@dataclass(frozen=True, slots=True)
class TestTerm:
    """A test or an act that a game asks its rules about where it is rolled or done.

    Parameters
    ----------
    key, name : str
        ``test:fear``; "fear".
    ops : mapping
        By op its values, and what is said of it in a trace: all that a rule may say.
    """

    key: str
    name: str
    ops: Mapping[Op, tuple[OfferedValues, str]]

    def offered(self) -> Mapping[Op, OfferedValues]:
        """Return the values that rules of books may have, by op."""
        offered = {op: values for op, (values, _) in self.ops.items()}
        return {op: values for op, values in offered.items() if values != CLOSED}


class _Keyed(Protocol):
    @property
    def key(self) -> str: ...


K = TypeVar("K", bound=_Keyed)


def by_key(*terms: K) -> dict[str, K]:
    """Return terms by their keys, in the order of application and of the trace."""
    return {term.key: term for term in terms}


@dataclass(frozen=True, slots=True)
class CarriedEffect:
    """An effect with the rule that brings it, by key, and the rule's X."""

    rule: str
    effect: RuleEffect
    x: int = 0

    @property
    def amount(self) -> Amount:
        """Return the value of the effect, its X put in."""
        return self.effect.amount(self.x)


@dataclass(frozen=True, slots=True)
class AppliedRule:
    """The change that one rule made to dice, in words, and whose rule it is."""

    rule: str
    text: str
    whose: Whose = "own"


def carried(
    rule: str, effects: Iterable[RuleEffect], x: int = 0, *whose: Whose
) -> Iterator[CarriedEffect]:
    """Yield the effects of a rule, where given only those on certain dice."""
    for effect in effects:
        if not whose or effect.whose in whose:
            yield CarriedEffect(rule, effect, x)


def refusal(
    effect: RuleEffect, terms: Mapping[str, DiceTerm[D]], moments: Iterable[str]
) -> str:
    """Return why a game does not know an effect, in words; "" where it does."""
    term = terms.get(effect.on)
    if term is None:
        return f"there is no {effect.on} here; there are {', '.join(terms)}"
    known = frozenset(moments)
    for moment in (*effect.when, *effect.unless):
        if moment.partition(":")[0] not in known:
            return f"{moment} is no moment here; there are {', '.join(sorted(known))}"
    return term.refusal(effect)


def holds(moments: Mapping[str, Callable[[A, str], bool]], at: A) -> Holds:
    """Return whether a moment holds here, by a game's table of moments.

    A word may name what it is about behind a colon: ``enemy:undead``.
    """
    return partial(_holds, moments, at)


def _holds(moments: Mapping[str, Callable[[A, str], bool]], at: A, moment: str) -> bool:
    word, _, about = moment.partition(":")
    if word not in moments:
        raise EffectError(f"{moment} is no moment here")
    return moments[word](at, about)


def apply_effects(
    dice: D,
    effects: Iterable[CarriedEffect],
    at: Holds,
    terms: Mapping[str, DiceTerm[D]],
) -> tuple[D, tuple[AppliedRule, ...]]:
    """Apply the effects whose moment holds, and report the change by each rule.

    Terms follow each other in their order, ops in that of `STAGES`. Sums add up; of one
    group the strongest counts; a rule carried twice counts once, with its greater X; of
    two that set a term the worse for who rolls stays; a die is rolled again once. The
    order in which rules are carried changes nothing.

    Parameters
    ----------
    dice
        Any value of the game, before the limits that dice have.
    effects : iterable of CarriedEffect
        Those on terms that are not given here are of other dice.
    at : callable
        See `holds`.
    terms : mapping
        Of these dice, by key; see `by_key`.

    Raises
    ------
    EffectError
        If a term does not know what an effect does, or a moment is unknown.
    """
    counted = [one for one in effects if one.effect.on in terms and _is_now(one, at)]
    if not counted:
        return dice, ()
    texts: dict[tuple[str, Whose], list[str]] = {}
    again: dict[str, set[Amount]] = {}
    if len(counted) > 1:
        counted = _in_order(_strongest(_once(counted)), terms)
    for one in counted:
        effect, term, amount = one.effect, terms[one.effect.on], one.amount
        if effect.op == "re-roll":
            asked = again.setdefault(effect.on, set())
            asked.add(amount)
            amount = rolled_again(asked)
        after = term.after(dice, effect, amount)
        if after != dice:
            words = texts.setdefault((one.rule, effect.whose), [])
            words.append(term.words(dice, after))
        dice = after
    applied = (
        (rule, ", ".join(words), whose) for (rule, whose), words in texts.items()
    )
    return dice, tuple(AppliedRule(*one) for one in applied)


def rolled_again(asked: Iterable[Amount]) -> str:
    """Return which results of a roll are rolled once more, of all that are asked for.

    To roll failures and successes again is to roll every die twice and to read the
    second: as if neither were.

    Examples
    --------
    >>> rolled_again(["ones", "failures"]), rolled_again(["failures", "successes"])
    ('failures', 'none')
    """
    every = {str(one) for one in asked}
    if "failures" in every:
        return "none" if "successes" in every else "failures"
    if every == {"ones", "successes"}:
        raise EffectError("ones and successes of one roll are not rolled again at once")
    return every.pop() if every else "none"


def _is_now(one: CarriedEffect, at: Holds) -> bool:
    effect = one.effect
    return all(map(at, effect.when)) and not any(map(at, effect.unless))


def _once(effects: Sequence[CarriedEffect]) -> Iterable[CarriedEffect]:
    """Return each effect of a rule once, with the greatest X that it has."""
    if len({one.rule for one in effects}) == len(effects):
        return effects
    greatest: dict[tuple[str, RuleEffect], CarriedEffect] = {}
    for one in effects:
        known = greatest.get((one.rule, one.effect))
        if known is None or one.x > known.x:
            greatest[one.rule, one.effect] = one
    return greatest.values()


def _strongest(effects: Iterable[CarriedEffect]) -> Iterator[CarriedEffect]:
    """Yield the effects without a group, and of each group the strongest on a term."""
    best: dict[tuple[str, str, str], CarriedEffect] = {}
    for one in effects:
        effect = one.effect
        if not effect.group:
            yield one
            continue
        key = effect.group, effect.on, effect.op
        if key not in best or _strength(one) > _strength(best[key]):
            best[key] = one
    yield from best.values()


def _strength(one: CarriedEffect) -> tuple[int, str]:
    """Return the sort key of effects of a group; needs are strongest when low."""
    amount = one.amount if isinstance(one.amount, int) else 0
    if one.effect.op in ("or", "roll"):
        return -amount, one.rule
    return abs(amount), one.rule


def _in_order(
    effects: Iterable[CarriedEffect], terms: Mapping[str, DiceTerm[D]]
) -> list[CarriedEffect]:
    places = {key: place for place, key in enumerate(terms)}
    return sorted(effects, key=lambda one: _order(one, places, terms))


def _order(
    one: CarriedEffect, places: Mapping[str, int], terms: Mapping[str, DiceTerm[D]]
) -> tuple[int, int, int, str, str]:
    effect, amount = one.effect, one.amount
    number = amount if isinstance(amount, int) else 0
    worst_last = number if terms[effect.on].is_roll else -number
    rank = worst_last if effect.op == "set" else 0
    return places[effect.on], _STAGE[effect.op], rank, one.rule, str(amount)
