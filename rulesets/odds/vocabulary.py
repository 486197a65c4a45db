"""The effects that a book's own rules may have in a game, and such rules made ready.

A game says where it applies its terms: to whose dice, and at which moments. From these
tables follows each change that an author may write, with its values.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rulesets.core.effects import Op, RuleEffect, Whose
from rulesets.core.special_rule import SpecialRule, written_key, written_rule
from rulesets.core.values import RuleUse
from rulesets.odds.answer import Step
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.effects import DiceTerm, OfferedValues, TestTerm
from rulesets.odds.match_up import Fighter, FighterPart
from rulesets.odds.relevance import rules_of
from rulesets.odds.sides import Side

UNKNOWN = "its dice are not worked out here"
"""The reason for leaving out a rule of which nobody says what it does."""

Term = DiceTerm[Any] | TestTerm


@dataclass(frozen=True, slots=True)
class TermPlace:
    """Terms that a game changes at one place: whose effects, and at which moments.

    Parameters
    ----------
    terms : mapping
        By key.
    whose : tuple of Whose
    moments : tuple of str
        In full, such as ``enemy:large``; one that ends in a colon takes any word.
    """

    terms: Mapping[str, Term]
    whose: tuple[Whose, ...]
    moments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why an effect is not counted.

    Parameters
    ----------
    member : str
        The member of the effect that is wrong, as a JSON pointer in it.
    text : str
        In words.
    word : str
        What stands there; "" where no other word would do.
    known : tuple of str
        What may stand there.
    """

    member: str
    text: str
    word: str = ""
    known: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OfferedEffect:
    """One change that rules of books may make: an op on a term, at one place.

    Parameters
    ----------
    on : str
    op : Op
    name : str
        Of the term: "to hit".
    values : OfferedValues
    whose : tuple of Whose
    moments : tuple of str
    """

    on: str
    op: Op
    name: str
    values: OfferedValues
    whose: tuple[Whose, ...]
    moments: tuple[str, ...]

    def refusal(self, effect: RuleEffect) -> Refusal | None:
        """Return why an effect on this term and with this op is none of these."""
        what = f"{self.name}, {self.op}"
        if effect.whose not in self.whose:
            text = f"{what}: whose is {' or '.join(self.whose)}, not {effect.whose}"
            return Refusal("/whose", text, effect.whose, self.whose)
        if wrong := self.values.refusal(effect.value):
            text = f"{what} {wrong}, not {effect.value}"
            return Refusal("/value", text, str(effect.value), self.values.words)
        return next(self._wrong_moments(effect, what), None)

    def _wrong_moments(self, effect: RuleEffect, what: str) -> Iterator[Refusal]:
        known = ", ".join(self.moments) or "none"
        for member, moments in (("when", effect.when), ("unless", effect.unless)):
            for index, moment in enumerate(moments):
                if not _is_among(moment, self.moments):
                    text = f"{what}: {moment} is no moment of it; there are {known}"
                    yield Refusal(f"/{member}/{index}", text, moment, self.moments)
                elif member == "unless" and moment in effect.when:
                    text = f"{moment} cannot both hold and not hold"
                    yield Refusal(f"/unless/{index}", text)


def _is_among(moment: str, known: Iterable[str]) -> bool:
    word, _, about = moment.partition(":")
    return any(moment == one or (about and one == f"{word}:") for one in known)


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """All that rules of books may change in a game.

    Parameters
    ----------
    places : tuple of TermPlace
    untested : frozenset of str
        Kinds of match-up in which no test is rolled.
    """

    places: tuple[TermPlace, ...] = ()
    untested: frozenset[str] = frozenset()
    offered: tuple[OfferedEffect, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Gather the pairs of term and op, once for each place that changes them."""
        found = (
            OfferedEffect(key, op, term.name, values, place.whose, place.moments)
            for place in self.places
            for key, term in place.terms.items()
            for op, values in term.offered().items()
        )
        object.__setattr__(self, "offered", tuple(dict.fromkeys(found)))

    def refusal(self, effect: RuleEffect) -> Refusal | None:
        """Return why the game does not count an effect; none where it does."""
        terms = tuple(dict.fromkeys(one.on for one in self.offered))
        if effect.on not in terms:
            text = f"nothing called {effect.on} changes here; there are"
            known = ", ".join(terms) or "no terms"
            return Refusal("/on", f"{text} {known}", effect.on, terms)
        pairs = [one for one in self.offered if one.on == effect.on]
        ops = tuple(dict.fromkeys(one.op for one in pairs))
        if effect.op not in ops:
            text = f"{pairs[0].name} knows no {effect.op}, only {', '.join(ops)}"
            return Refusal("/op", text, effect.op, ops)
        if bool(effect.natural) != (effect.op == "natural"):
            text = "a natural roll, and no other, names its lowest face"
            return Refusal("/natural", text)
        refusals = {one: one.refusal(effect) for one in pairs if one.op == effect.op}
        if not all(refusals.values()):
            return None
        near = (why for one, why in refusals.items() if effect.whose in one.whose)
        return next(near, next(iter(refusals.values())))

    def ready(self, rule: SpecialRule, x: int = 0) -> SpecialRule:
        """Return a rule of a book as the game counts it, its X put in.

        What the game does not know is added to what is left out, in words. An X past
        what its term takes counts as the most or the least that it does.
        """
        counted: list[RuleEffect] = []
        left = [rule.left_out] if rule.left_out else []
        for effect in rule.effects:
            known = replace(effect, value=self._amount(effect, x))
            why = self.refusal(known)
            if why is None:
                counted.append(known)
            else:
                left.append(f"not worked out: {why.text}")
        name = rule.name.replace("(X)", f"({x})") if x else rule.name
        return SpecialRule(
            key=rule.key,
            name=name,
            summary="",
            source=rule.source,
            effects=tuple(counted),
            left_out="; ".join(left) or ("" if counted else UNKNOWN),
        )

    def _amount(self, effect: RuleEffect, x: int) -> int | str:
        """Return the value of an effect, an X within the bounds of its term."""
        amount = effect.amount(x) if x else effect.value
        pair = (effect.on, effect.op)
        bounds = [one.values for one in self.offered if (one.on, one.op) == pair]
        if amount == effect.value or isinstance(amount, str) or not bounds:
            return amount
        return min(max(amount, bounds[0].low), bounds[0].high)

    def steps(self, fighter: Fighter, side: Side, kind: str) -> Iterator[Step]:
        """Yield what written-out rules of a fighter say of tests and acts."""
        if kind in self.untested:
            return
        terms = {key: term for one in self.places for key, term in one.terms.items()}
        for rule in written_rules(fighter):
            for effect in rule.effects:
                term = terms.get(effect.on)
                if isinstance(term, TestTerm):
                    _, words = term.ops[effect.op]
                    yield Step(rule.name, rule.source, words, side)

    def key_of(self, use: RuleUse) -> RuleUse:
        """Return a use of a rule as the odds carry it: a book's rule is written out."""
        if use.rule is None:
            return use
        return RuleUse(written_key(self.ready(use.rule, use.x or 0)))


@kept_by_identity(most=512)
def written_out(fighter: Fighter, vocabulary: Vocabulary) -> Fighter:
    """Return a fighter whose rules of books are written out in their keys.

    The fighter itself where it has none, so that what is remembered of it is found.
    """
    parts = tuple(_written_part(part, vocabulary) for part in fighter.parts)
    whole = _written_part(fighter.as_part(), vocabulary)
    if whole == fighter.as_part() and parts == fighter.parts:
        return fighter
    sets = tuple(
        tuple(_written_part(part, vocabulary) for part in held) for held in fighter.sets
    )
    return replace(fighter, rules=whole.rules, gear=whole.gear, parts=parts, sets=sets)


def written_rules(fighter: Fighter) -> tuple[SpecialRule, ...]:
    """Return the rules that are written out on a fighter, each once."""
    keys = dict.fromkeys(use.key for use in rules_of(fighter))
    found = map(written_rule, keys)
    return tuple(rule for rule in found if rule is not None)


def _written_part(part: FighterPart, vocabulary: Vocabulary) -> FighterPart:
    gear = tuple(
        replace(piece, rules=tuple(map(vocabulary.key_of, piece.rules)))
        for piece in part.gear
    )
    rules = tuple(map(vocabulary.key_of, part.rules))
    return replace(part, rules=rules, gear=gear)
