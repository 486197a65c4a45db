"""Statements in words: the author's voice, with names in place of keys."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rulesets.core.points import points_text
from rulesets.core.subject import with_capital
from rulesets.sentences.book_words import MANY, ONE, SOME, BookWords
from rulesets.sentences.effect_words import (
    ATTACKS,
    DICE_WORDS,
    WHO,
    moment_name,
    term_name,
)
from rulesets.sentences.members import part_of
from rulesets.sentences.places import FOUND, Bringer
from rulesets.sentences.sentence import BLANK, MONEY, Path, Statement, Value

HERE: Mapping[str, str] = {
    "unit": "in this unit",
    "model": "in this group",
    "force": "in this force",
    "army": "in this army",
    "found": "in it",
}
"""Words for ``self``, by the thing that brings the rule; else "on it"."""

PLACES: Mapping[str, str] = {
    "parent": "with what it was bought for",
    "bearer": "on its bearer",
    "unit": "in its unit",
    "joined": "in the unit that it joins",
    "force": "in the force",
    "army": "in the army",
}

HOLDERS: Mapping[str, str] = {"unit": "its unit", "bearer": "its bearer"}

ATTRIBUTES: Mapping[str, str] = {"points": "price", "min": "minimum", "max": "maximum"}

OPS: Mapping[str, str] = {
    "set": "is only",
    "add": "gains",
    "remove": "loses",
    "multiply": "is multiplied by",
    "at-least": "is never below",
    "at-most": "is never above",
}

ROUNDED: Mapping[str, str] = {"up": "rounded up", "no": "not rounded"}

ONE_OF_WORDS: Mapping[str, str] = {
    "models": "model",
    "choices": "choice",
    "forces": "force",
}
"""Words of sentences that are told of one."""


@dataclass(frozen=True, slots=True)
class SentencePiece:
    """Words of a sentence.

    ``path`` is the blank that they fill, empty if none; ``inner`` the blank whose
    statement says them, where they are words of a sentence within a sentence.
    """

    text: str
    path: Path = ()
    inner: Path = ()


@dataclass(frozen=True, slots=True)
class _Telling:
    """The manner of telling: words, bringer, the path so far, whether of one thing."""

    words: BookWords
    bringer: Bringer
    path: Path = ()
    is_of_one: bool = False

    def at(self, *path: str | int) -> "_Telling":
        return _Telling(self.words, self.bringer, (*self.path, *path))

    def of_found(self) -> "_Telling":
        return _Telling(self.words, FOUND, self.path)


def tell(statement: Statement, words: BookWords, bringer: Bringer) -> str:
    """Return a statement as a sentence, without a full stop."""
    return "".join(piece.text for piece in pieces(statement, words, bringer))


def phrase(statement: Statement, words: BookWords, bringer: Bringer) -> str:
    """Return a statement as it is told within a sentence: an amount, a condition."""
    told = _statement(statement, _Telling(words, bringer))
    return "".join(piece.text for piece in told)


def pieces(
    statement: Statement, words: BookWords, bringer: Bringer
) -> tuple[SentencePiece, ...]:
    """Return the words of a sentence in pieces, those of each blank apart.

    Parameters
    ----------
    statement : Statement
    words : BookWords
        Names for keys.
    bringer : Bringer
        What brings the rule; it says what ``self`` is called.
    """
    told = [one for one in _statement(statement, _Telling(words, bringer)) if one.text]
    first = told[0]
    return (replace(first, text=with_capital(first.text)), *told[1:])


def _statement(statement: Statement, how: _Telling) -> Iterator[SentencePiece]:
    each = statement.lines.get("each")
    if each is not None:
        yield SentencePiece("for each ")
        yield from _blank("each", each, how.at("each"))
        yield SentencePiece(": ")
        how = how.of_found()
    yield from _sentence(statement, how)
    if statement.sentence.part == "effect":
        yield from _moments(statement, how)
        return
    is_inner = part_of(statement.sentence.part) in ("condition", "term")
    for line in ("where", "deep", "round", "least", "most", "when"):
        if line in statement.lines:
            told = _LINES[line](statement.lines[line], how.at(line))
            yield SentencePiece(" (" if is_inner else ", ")
            yield from told
            yield SentencePiece(")" if is_inner else "")


def _sentence(statement: Statement, how: _Telling) -> Iterator[SentencePiece]:
    """Yield the sentence of a statement without its lines."""
    row, blanks = statement.sentence, statement.blanks
    numbers = [blanks[name] for name in row.blanks if name in _NUMBERS]
    is_summed = any(isinstance(number, Statement) for number in numbers)
    text = row.summed if is_summed and row.summed else row.text
    last = how.is_of_one if row.part == "query" else numbers[-1:] in ([1], [-1])
    for index, part in enumerate(BLANK.split(text)):
        if index % 2 == 0:
            yield SentencePiece(_of_one(part) if last else part, inner=how.path)
        elif part == MONEY:
            currency = how.words.names.currency
            word = currency.one if last else currency.many
            yield SentencePiece(word, inner=how.path)
        else:
            below = how.at(part)
            of_one = last or row.key == "term-times"
            inner = _Telling(below.words, below.bringer, below.path, of_one)
            yield from _blank(part, blanks[part], inner)


_NUMBERS = ("n", "low", "high", "number", "more", "less")
"""Blanks whose number says whether what follows is one."""


def _of_one(text: str) -> str:
    return re.sub(r"\w+", lambda word: ONE_OF_WORDS.get(word[0], word[0]), text)


def _blank(name: str, value: Value, how: _Telling) -> Iterator[SentencePiece]:
    if isinstance(value, Statement):
        yield from _statement(value, how)
    elif isinstance(value, tuple) and value and isinstance(value[0], Statement):
        joint = " plus " if name == "terms" else "; "
        for index, one in enumerate(value):
            yield SentencePiece(joint if index else "")
            yield from _statement(one, how.at(index))
    else:
        yield SentencePiece(_TOLD.get(name, _told_number)(value, how), how.path)


# -- lines ----------------------------------------------------------------------------


def _moments(statement: Statement, how: _Telling) -> Iterator[SentencePiece]:
    """Yield the moments of an effect, and the group of which only one counts."""
    for line, word in (("when", "when"), ("unless", "unless")):
        if line in statement.lines:
            yield SentencePiece(f", {word} ")
            joint = " and " if line == "when" else " or "
            names = map(moment_name, statement.lines[line])
            yield SentencePiece(joint.join(names), how.at(line).path)
    if "group" in statement.lines:
        yield SentencePiece(", the strongest of “")
        yield SentencePiece(str(statement.lines["group"]), how.at("group").path)
        yield SentencePiece("” alone")


def _told_when(value: Statement, how: _Telling) -> Iterator[SentencePiece]:
    yield SentencePiece("" if value.sentence.part == "when" else "when ")
    yield from _statement(value, how)


def _told_where(value: Statement, how: _Telling) -> Iterator[SentencePiece]:
    is_own = value.sentence.part == "where"
    yield SentencePiece("" if is_own else "counting only those where ")
    yield from _statement(value, how.of_found())


def _told_deep(_: Value, how: _Telling) -> Iterator[SentencePiece]:
    yield SentencePiece("bought directly there", how.path)


def _told_round(value: str, how: _Telling) -> Iterator[SentencePiece]:
    yield SentencePiece(ROUNDED[value], how.path)


def _told_least(value: Value, how: _Telling) -> Iterator[SentencePiece]:
    yield SentencePiece("never below ")
    yield SentencePiece(points_text(value), how.path)


def _told_most(value: Value, how: _Telling) -> Iterator[SentencePiece]:
    yield SentencePiece("never above ")
    yield SentencePiece(points_text(value), how.path)


_LINES: Mapping[str, Callable[[Value, _Telling], Iterator[SentencePiece]]] = {
    "when": _told_when,
    "where": _told_where,
    "deep": _told_deep,
    "round": _told_round,
    "least": _told_least,
    "most": _told_most,
}


# -- blanks ---------------------------------------------------------------------------


def place_words(place: str, words: BookWords, bringer: Bringer) -> str:
    """Return where a query looks, by what brings its rule."""
    if place == "self":
        return HERE.get(bringer.kind, "on it")
    return PLACES.get(place) or f"in the nearest {words.target(place, ONE)}"


def attribute_words(attribute: str, words: BookWords) -> str:
    """Return an attribute that a change may have: `price`, `Armour save`."""
    head, _, key = attribute.partition(":")
    if head == "figure":
        return words.name("figure", key)
    word = ATTRIBUTES.get(head, head)
    return f"the {word} of “{words.name('bound', key)}”" if key else word


def _told_number(value: Value, how: _Telling) -> str:
    return points_text(value)


def _told_size(value: Value, how: _Telling) -> str:
    return points_text(abs(value))


def _told_step(value: Value, how: _Telling) -> str:
    return points_text(value) if value < 0 else f"+{points_text(value)}"


def _told_share(value: Value, how: _Telling) -> str:
    return points_text(value * 100)


def _told_pips(value: Value, how: _Telling) -> str:
    return f"{points_text(value)}+"


def _either(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last


def _told_things(value: Value, how: _Telling) -> str:
    form = ONE if how.is_of_one else MANY
    return _either(how.words.target(one, form) for one in value)


def _told_thing(value: Value, how: _Telling) -> str:
    return _either(how.words.target(one, ONE) for one in value)


def _told_some(value: Value, how: _Telling) -> str:
    return _either(how.words.target(one, SOME) for one in value)


def _told_carried(value: Value, how: _Telling) -> str:
    return _either(how.words.name("rule", one.partition(":")[2]) for one in value)


def _told_place(value: Value, how: _Telling) -> str:
    return place_words(value, how.words, how.bringer)


def _told_holder(value: Value, how: _Telling) -> str:
    return HOLDERS[value]


def _told_attribute(value: Value, how: _Telling) -> str:
    return attribute_words(value, how.words)


def _told_op(value: Value, how: _Telling) -> str:
    return OPS[value]


def _told_rule(value: Value, how: _Telling) -> str:
    if isinstance(value, str):
        return how.words.name("rule", value)
    x = value.get("x")
    name = how.words.name("rule", value["key"])
    return f"{name} ({'-' if x is None else x})"


def _told_word(value: Value, how: _Telling) -> str:
    if isinstance(value, Mapping):
        return _told_rule(value, how)
    return "a dash" if value is None else str(value)


def _told_text(value: Value, how: _Telling) -> str:
    return str(value)


def _told_term(value: Value, how: _Telling) -> str:
    return term_name(value, how.words)


def _as_words(words: Callable[[Value], str]) -> Callable[[Value, _Telling], str]:
    return lambda value, how: words(value)


def _named_in(names: Mapping[str, str]) -> Callable[[Value, _Telling], str]:
    return lambda value, how: names.get(value, str(value))


def _named(kind: str) -> Callable[[Value, _Telling], str]:
    return lambda value, how: how.words.name(kind, value)


_TOLD: Mapping[str, Callable[[Value, _Telling], str]] = {
    "step": _told_step,
    "better": _told_size,
    "less": _told_size,
    "share": _told_share,
    "pips": _told_pips,
    "things": _told_things,
    "thing": _told_thing,
    "each": _told_thing,
    "some": _told_some,
    "armies": _told_things,
    "tags": _told_thing,
    "classes": _told_thing,
    "carried": _told_carried,
    "place": _told_place,
    "beside": _told_place,
    "holder": _told_holder,
    "figure": _named("figure"),
    "need": _named("figure"),
    "gear": _named("gear"),
    "category": _named("category"),
    "type": _named("type"),
    "tag": _named("tag"),
    "rule": _told_rule,
    "switch": _named("switch"),
    "bound": _named("bound"),
    "text": _told_text,
    "attribute": _told_attribute,
    "op": _told_op,
    "word": _told_word,
    "dice": _told_term,
    "test": _told_term,
    "term": _told_term,
    **{name: _as_words(words) for name, words in DICE_WORDS.items()},
    "rolled": _told_text,
    "does": _told_text,
    "doing": _told_text,
    "whatever": _told_text,
    "attacks": _named_in(ATTACKS),
    "owner": _named_in(ATTACKS),
    "who": _named_in(WHO),
}
"""Functions that tell a blank, by its name; a number where it is silent."""
