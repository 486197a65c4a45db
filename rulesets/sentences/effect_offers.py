"""Offers for blanks of effects: what the game works out with the rest of the effect."""

from collections.abc import Iterator, Mapping
from typing import Any

from rulesets.core.effects import read_effect
from rulesets.sentences.blanks import BLANKS
from rulesets.sentences.book_words import BookWords
from rulesets.sentences.effect_words import (
    ATTACKS,
    SIX,
    WHO,
    EffectOffer,
    EffectVocabulary,
    moment_name,
    term_name,
)
from rulesets.sentences.offers import BlankOffer
from rulesets.sentences.reader import read_statement
from rulesets.sentences.sentence import Path, Statement, Value, filled
from rulesets.sentences.writer import write_fragment

X = ("x", "-x")

_FIXED: Mapping[str, Mapping[Value, str]] = {
    "attacks": ATTACKS,
    "owner": ATTACKS,
    "who": WHO,
    "face": {face: str(face) for face in range(1, SIX + 1)},
}
"""Values that are the same in every game, by blank."""


def effect_offers(
    statement: Statement, path: Path, words: BookWords, vocabulary: EffectVocabulary
) -> tuple[BlankOffer, ...]:
    """Return what may fill a blank of an effect while its other blanks stay.

    Of ``when`` and ``unless`` each moment that may be one of them.
    """
    name = str(path[-1])
    found = _candidates(name, statement, words, vocabulary)
    return tuple(
        BlankOffer(str(value), text)
        for value, text in found
        if (name not in BLANKS or BLANKS[name].holds(value, words))
        and _is_known(filled(statement, path, _held(name, value)), vocabulary)
    )


def _held(name: str, value: Value) -> Value:
    return (value,) if name in ("when", "unless") else value


def _is_known(statement: Statement, vocabulary: EffectVocabulary) -> bool:
    return vocabulary.refusal(read_effect(write_fragment(statement))) is None


def _candidates(
    name: str, statement: Statement, words: BookWords, vocabulary: EffectVocabulary
) -> Iterator[tuple[Value, str]]:
    """Yield values with their words that a blank of this name could hold."""
    offered = vocabulary.offered
    if name in ("bonus", "level", "success"):
        yield from _numbers(statement, vocabulary)
    elif name in ("dice", "test", "term"):
        for key in dict.fromkeys(one.on for one in offered):
            yield key, term_name(key, words)
    elif name in ("when", "unless"):
        for key in dict.fromkeys(x for one in offered for x in one.moments):
            yield key, moment_name(key)
    else:
        yield from _FIXED.get(name, {}).items()
        if name in ("rolled", "does"):
            known = dict.fromkeys(x for one in offered for x in one.values.words)
            yield from ((key, key) for key in known)


def _numbers(
    statement: Statement, vocabulary: EffectVocabulary
) -> Iterator[tuple[Value, str]]:
    """Yield the numbers that a term takes with an op, and the X of the rule."""
    effect = write_fragment(statement)
    pair = (effect["on"], effect["op"])
    near = [one.values for one in vocabulary.offered if (one.on, one.op) == pair]
    low = min((x.low for x in near if x.low <= x.high), default=1)
    high = max((x.high for x in near if x.low <= x.high), default=0)
    yield from ((x, str(x)) for x in (*range(low, high + 1), *X) if x != 0)


def new_effects(
    words: BookWords, vocabulary: EffectVocabulary
) -> Iterator[tuple[str, Statement]]:
    """Yield an effect of every pair of term and op of a game, with a key of its own."""
    seen: set[str] = set()
    for one in vocabulary.offered:
        for whose in one.whose:
            key = f"{one.on} {one.op} {whose}"
            if key not in seen:
                seen.add(key)
                yield key, read_statement("effect", _new(one, whose), words)


def _new(one: EffectOffer, whose: str) -> dict[str, Any]:
    value = _first_value(one)
    return {
        "on": one.on,
        "op": one.op,
        **({"value": value} if value != 1 else {}),
        **({"natural": SIX} if one.op == "natural" else {}),
        **({"whose": whose} if whose != "own" else {}),
    }


def _first_value(one: EffectOffer) -> int | str:
    values = one.values
    if values.low <= values.high:
        return 1 if values.low <= 1 <= values.high else values.low
    return values.words[0]
