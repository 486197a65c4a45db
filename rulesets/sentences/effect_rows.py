"""Sentences of effects that rules of books have on dice, the plain grammar at the end.

``{attacks}`` and ``{who}`` are the owner of the dice; moments are lines under a row.
"""

from typing import Any

from rulesets.sentences.sentence import Sentence


def _dice(key: str, text: str, op: str, **more: Any) -> Sentence:
    """Return a sentence of figures and rolls of an attack."""
    fragment = {"on": "?dice", "op": op, "whose": "?attacks", **more}
    return Sentence(f"effect-{key}", "effect", text, fragment)


def _test(key: str, text: str, op: str, **more: Any) -> Sentence:
    """Return a sentence of tests and acts."""
    fragment = {"on": "?test", "op": op, "whose": "?who", **more}
    return Sentence(f"effect-{key}", "effect", f"{{test}}: {text}", fragment)


EFFECT_ROWS: tuple[Sentence, ...] = (
    # tests and acts
    _test("test-free", "{who} is free of it", "skip"),
    _test("test-passed", "{who} always passes", "pass"),
    _test("test-again", "{who} rolls {rolled} again", "re-roll", value="?rolled"),
    _test("test-ignored", "{who} ignores the {does}", "ignore", value="?does"),
    _test("test-bonus", "{who} has {bonus}", "add", value="?bonus"),
    _test("test-caused", "{who} causes it", "start"),
    _test("must", "{who} must", "must"),
    _test("may", "{who} may", "may"),
    _test("may-not", "{who} may not", "may-not"),
    # figures and rolls
    _dice("bonus", "{dice} {bonus} {attacks}", "add", value="?bonus"),
    _dice("also", "{dice} is also {does} {attacks}", "add", value="?does"),
    _dice("times", "{dice} times {level} {attacks}", "multiply", value="?level"),
    _dice("set", "{dice} becomes {level} {attacks}", "set", value="?level"),
    _dice("is", "{dice} is {does} {attacks}", "set", value="?does"),
    _dice("least", "{dice} never below {level} {attacks}", "at-least", value="?level"),
    _dice("most", "{dice} never above {level} {attacks}", "at-most", value="?level"),
    _dice("or", "{dice} of {success} {attacks}", "or", value="?success"),
    Sentence(
        "effect-damage",
        "effect",
        "each unsaved wound counts as D{level} {attacks}",
        {"on": "damage", "op": "roll", "value": "?level", "whose": "?attacks"},
    ),
    _dice("roll", "{dice} of {success} {attacks}", "roll", value="?success"),
    _dice("again", "{dice}: {rolled} again {attacks}", "re-roll", value="?rolled"),
    _dice(
        "natural",
        "{dice}: a natural {face} {does} {attacks}",
        "natural",
        natural="?face",
        value="?does",
    ),
    _dice("never", "no {dice} {attacks}", "never"),
    _dice("always", "{dice} is certain {attacks}", "always"),
    _dice("ignored", "{dice} is ignored {attacks}", "ignore"),
    # the plain grammar
    Sentence(
        "effect-plain-natural",
        "effect",
        "{term}: {doing} {whatever} from {face} {owner}",
        {
            "on": "?term",
            "op": "?doing",
            "value": "?whatever",
            "natural": "?face",
            "whose": "?owner",
        },
        is_ready=False,
    ),
    Sentence(
        "effect-plain",
        "effect",
        "{term}: {doing} {whatever} {owner}",
        {"on": "?term", "op": "?doing", "value": "?whatever", "whose": "?owner"},
        is_ready=False,
    ),
)
