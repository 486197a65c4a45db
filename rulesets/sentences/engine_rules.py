"""Limits, changes and amounts that the engine works on, in sentences for readers.

A compiled rule has what its document says, with every default: the same rows read it.
"""

from typing import Any

from rulesets.core.points import points_text
from rulesets.core.query import Amount, Change, Condition, Limit, Query, Term
from rulesets.core.values import RuleUse
from rulesets.sentences.book_words import BookWords
from rulesets.sentences.members import ABSENT
from rulesets.sentences.places import Bringer
from rulesets.sentences.reader import read_completed
from rulesets.sentences.sentence import Statement
from rulesets.sentences.teller import phrase, tell


def limit_statement(limit: Limit, words: BookWords) -> Statement:
    """Return what a limit says."""
    whole = {
        **_query(limit.query),
        "min": _amount(limit.min),
        "max": _amount(limit.max),
        "when": _condition(limit.when),
        "each": limit.each,
    }
    return read_completed("limit", whole, words)


def change_statement(change: Change, words: BookWords) -> Statement:
    """Return what a change says."""
    whole = {
        "change": change.attribute,
        "op": change.op,
        "value": _value(change),
        "to": change.to,
        "in": change.within,
        "when": _condition(change.when),
    }
    return read_completed("change", whole, words)


def limit_text(limit: Limit, words: BookWords, bringer: Bringer) -> str:
    """Return a limit as a sentence, without a full stop."""
    return tell(limit_statement(limit, words), words, bringer)


def change_text(change: Change, words: BookWords, bringer: Bringer) -> str:
    """Return a change as a sentence, without a full stop."""
    return tell(change_statement(change, words), words, bringer)


def amount_text(amount: Amount, words: BookWords, bringer: Bringer) -> str:
    """Return an amount: `1 plus 1 for every 1,000 points agreed on, never above 5`."""
    whole = _amount(amount)
    if not isinstance(whole, dict):
        return points_text(whole)
    return phrase(read_completed("amount", whole, words), words, bringer)


def bounds_text(
    low: Amount | None, high: Amount | None, words: BookWords, bringer: Bringer
) -> str:
    """Return a minimum and a maximum: `at least 1 and at most 3`."""
    if low is not None and low == high:
        return f"exactly {amount_text(low, words, bringer)}"
    if low in (None, Amount()) and high == Amount():
        return "none"
    parts = []
    if low is not None:
        parts.append(f"at least {amount_text(low, words, bringer)}")
    if high is not None:
        parts.append(f"at most {amount_text(high, words, bringer)}")
    return " and ".join(parts)


def _query(query: Query) -> dict[str, Any]:
    return {
        "count": query.count,
        "of": query.of,
        "in": query.within,
        "where": _condition(query.where),
        "deep": query.deep,
    }


def _amount(amount: Amount | None) -> Any:
    """Return an amount as a completed part: a number where it is one alone."""
    if amount is None:
        return None
    if not amount.terms and amount.least is None and amount.most is None:
        return amount.base
    return {
        "base": amount.base,
        "terms": tuple(map(_term, amount.terms)),
        "least": amount.least,
        "most": amount.most,
    }


def _term(term: Term) -> dict[str, Any]:
    own = {"times": term.times, "every": term.every, "round": term.round}
    return {**_query(term.query), **own}


def _condition(condition: Condition | None) -> Any:
    if condition is None:
        return None
    for shape in ("all", "any", "none"):
        several = getattr(condition, shape)
        if several:
            return {shape: tuple(map(_condition, several))}
    if condition.query is None:
        return {"switch": condition.switch}
    bounds = {
        "at_least": _amount(condition.at_least),
        "at_most": _amount(condition.at_most),
    }
    return {**_query(condition.query), **bounds}


def _value(change: Change) -> Any:
    value = change.value
    if isinstance(value, Amount):
        return _amount(value)
    if isinstance(value, RuleUse):
        return value.key if value.x is None else {"key": value.key, "x": value.x}
    return ABSENT if value is None and change.op == "remove" else value
