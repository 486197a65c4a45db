"""The kinds of blanks: what each may hold, and the part whose statements fill it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from rulesets.sentences.book_words import BookWords
from rulesets.sentences.effect_words import WORDS, is_test
from rulesets.sentences.members import ABSENT
from rulesets.sentences.sentence import Value


@dataclass(frozen=True, slots=True)
class BlankKind:
    """A kind of blank.

    Parameters
    ----------
    help : str
        What it holds, for authors and programmers.
    holds : callable
        Whether it may hold a value of a completed part, by the words of a book.
    word : str
        The kind of word of a book that it is filled with; "" if with none.
    part : str
        The part of the document that it holds; "" if it holds no statement.
    """

    help: str
    holds: Callable[[Value, BookWords], bool]
    word: str = ""
    part: str = ""


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _number(value: Value, _: BookWords) -> bool:
    return _is_number(value)


def _positive(value: Value, _: BookWords) -> bool:
    return _is_number(value) and value > 0


def _negative(value: Value, _: BookWords) -> bool:
    return _is_number(value) and value < 0


def _share(value: Value, _: BookWords) -> bool:
    return _is_number(value) and 0 < value < 1


def _amount(value: Value, _: BookWords) -> bool:
    return _is_number(value) or (isinstance(value, Mapping) and "terms" in value)


def _text(value: Value, _: BookWords) -> bool:
    return isinstance(value, str)


def _targets(value: Value, _: BookWords) -> bool:
    return isinstance(value, tuple) and all(isinstance(one, str) for one in value)


def _armies(value: Value, words: BookWords) -> bool:
    return _targets(value, words) and all(map(words.is_army, value))


def _tags(value: Value, words: BookWords) -> bool:
    return _targets(value, words) and all(one.startswith("#") for one in value)


def _classes(value: Value, words: BookWords) -> bool:
    return _tags(value, words) and not words.on_parts & set(value)


def _carried(value: Value, words: BookWords) -> bool:
    return _targets(value, words) and all(one.startswith("rule:") for one in value)


def _beside(value: Value, _: BookWords) -> bool:
    return value in ("unit", "bearer", "parent")


def _holder(value: Value, _: BookWords) -> bool:
    return value in ("unit", "bearer")


def _need(value: Value, words: BookWords) -> bool:
    return value in words.needs


def _rule(value: Value, _: BookWords) -> bool:
    return isinstance(value, str) or (isinstance(value, Mapping) and "key" in value)


def _several(value: Value, _: BookWords) -> bool:
    return isinstance(value, tuple) and bool(value)


def _written(value: Value, _: BookWords) -> bool:
    return value is not ABSENT


def _inner(value: Value, _: BookWords) -> bool:
    return isinstance(value, Mapping)


def _dice(value: Value, _: BookWords) -> bool:
    return isinstance(value, str) and not is_test(value)


def _test(value: Value, _: BookWords) -> bool:
    return isinstance(value, str) and is_test(value)


def _whole(value: Value, _: BookWords) -> bool:
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    return is_whole or value in ("x", "-x")


def _face(value: Value, _: BookWords) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _result(value: Value, _: BookWords) -> bool:
    return value in WORDS


def _does(value: Value, _: BookWords) -> bool:
    return isinstance(value, str) and value not in ("x", "-x")


BLANKS: Mapping[str, BlankKind] = {
    "n": BlankKind(
        "a number, or an amount that depends on the army", _amount, "", "amount"
    ),
    "low": BlankKind("the same, of the lower bound", _amount, "", "amount"),
    "high": BlankKind("the same, of the upper bound", _amount, "", "amount"),
    "number": BlankKind("a number", _number),
    "times": BlankKind("a number", _number),
    "every": BlankKind("a number above 0", _positive),
    "share": BlankKind("a part of one, told per cent", _share),
    "step": BlankKind("a number with its sign: +1", _number),
    "better": BlankKind("a number below 0, told without its sign", _negative),
    "worse": BlankKind("a number above 0", _positive),
    "more": BlankKind("a number above 0", _positive),
    "less": BlankKind("a number below 0, told without its sign", _negative),
    "pips": BlankKind("a roll that succeeds: 4+ [pips]", _number),
    "things": BlankKind(
        "targets: things, tags, kinds, rules, slots", _targets, "target"
    ),
    "thing": BlankKind("the same, told of one", _targets, "target"),
    "some": BlankKind("the same, told of any", _targets, "target"),
    "armies": BlankKind("books", _armies, "target"),
    "tags": BlankKind("tags, categories and types", _tags, "target"),
    "classes": BlankKind("the same, of units and models alone", _classes, "target"),
    "carried": BlankKind("what carries special rules", _carried, "target"),
    "place": BlankKind("where it is counted", _text, "place"),
    "beside": BlankKind("with which others: unit, bearer, parent", _beside, "place"),
    "holder": BlankKind("its unit or its bearer", _holder, "place"),
    "figure": BlankKind("a characteristic", _text, "figure"),
    "need": BlankKind("a characteristic that is a roll", _need, "figure"),
    "gear": BlankKind("an item", _text, "gear"),
    "category": BlankKind("a category", _text, "category"),
    "type": BlankKind("a type of unit", _text, "type"),
    "tag": BlankKind("a tag", _text, "tag"),
    "rule": BlankKind("a special rule, with its X", _rule, "rule"),
    "switch": BlankKind("a rule that players may have on or off", _text, "switch"),
    "bound": BlankKind("a limit, by its title", _text, "bound"),
    "text": BlankKind("a text as printed", _text),
    "attribute": BlankKind(
        "a price, a characteristic, a bound, a list", _text, "attribute"
    ),
    "op": BlankKind("what is done", _text, "op"),
    "word": BlankKind("whatever the document says", _written),
    "query": BlankKind("a number read off the army", _inner, "", "query"),
    "whom": BlankKind("whose attribute changes", _inner, "", "whom"),
    "condition": BlankKind("a condition", _inner, "", "condition"),
    "conditions": BlankKind("several conditions", _several, "", "condition"),
    "terms": BlankKind("several numbers, added up", _several, "", "term"),
    "dice": BlankKind("a figure or roll of an attack", _dice, "term"),
    "test": BlankKind("a test or an act", _test, "term"),
    "bonus": BlankKind("a number with its sign, or the X of the rule", _whole),
    "level": BlankKind("a number, or the X of the rule", _whole),
    "success": BlankKind("the same, of a roll that succeeds: 5+ [pips]", _whole),
    "face": BlankKind("the lowest natural roll that does it [pips]", _face),
    "rolled": BlankKind("results that are rolled again", _result, "result"),
    "does": BlankKind("a word that the game knows there", _does, "doing"),
    "attacks": BlankKind("whose attacks", _text, "attacks"),
    "who": BlankKind("who tests or acts", _text, "who"),
    "term": BlankKind("whatever the effect is on", _text, "term"),
    "doing": BlankKind("an op", _text),
    "whatever": BlankKind("its value", _written),
    "owner": BlankKind("the owner of the dice", _text, "attacks"),
}
"""By the name of the blank, which is its kind."""

LINE_PARTS: Mapping[str, str] = {"when": "when", "where": "where"}
"""The part of the rows that read a line, where it is a statement."""


def part_of_line(part: str, name: str) -> str:
    """Return the part whose statements a line under a row of a part holds."""
    return "" if part == "effect" else LINE_PARTS.get(name, "")


def part_of_blank(name: str) -> str:
    """Return the part whose statements a blank or a line holds, "" if none."""
    kind = BLANKS.get(name)
    return kind.part if kind is not None else LINE_PARTS.get(name, "")


def word_of_blank(name: str) -> str:
    """Return the kind of word that fills a blank or a line, "" if none does."""
    kind = BLANKS.get(name)
    if kind is not None:
        return kind.word
    return "target" if name == "each" else ""
