"""Sentences of limits, from special to general, the plain grammar at the end."""

from typing import Any

from rulesets.sentences.sentence import Sentence


def _row(key: str, text: str, fragment: Any, summed: str = "") -> Sentence:
    return Sentence(f"limit-{key}", "limit", text, fragment, summed)


def _plain(key: str, text: str, fragment: Any, summed: str) -> Sentence:
    return Sentence(f"limit-{key}", "limit", text, fragment, summed, is_ready=False)


OTHERS: Any = {"none": [{"of": "?armies", "in": "self", "at_least": 1}]}
"""Forces that are of none of some armies."""

MODELS: Any = {"count": "models", "of": "?things", "in": "?place"}
ALL_MODELS: Any = {"count": "models", "of": "kind:model", "in": "?place"}
MONEY: Any = {"count": "points", "of": "?things", "in": "?place"}
CHOICES: Any = {"count": "slots", "of": "?things", "in": "?place"}
THINGS: Any = {"of": "?things", "in": "?place"}

FIGURES = {"highest": "the highest", "sum": "the sum of"}
"""Words for counts of characteristics."""


def _figures() -> tuple[Sentence, ...]:
    """Return the sentences of one bound of a figure."""
    return tuple(
        _row(
            f"{word}-{key}",
            f"{words} {{figure}} of {{things}} {{place}}: {bounds} {{n}}",
            {
                "count": f"{word}:?figure",
                "of": "?things",
                "in": "?place",
                bound: "?n",
            },
        )
        for word, words in FIGURES.items()
        for bound, key, bounds in (
            ("min", "at-least", "at least"),
            ("max", "at-most", "at most"),
        )
    )


EACH_UNIT: Any = {"each": "kind:unit", "in": "self"}

LIMIT_ROWS: tuple[Sentence, ...] = (
    # of every unit by itself
    _row(
        "unit-models",
        "no unit has more than {n} models",
        {
            **EACH_UNIT,
            "count": "models",
            "of": "kind:model",
            "deep": False,
            "max": "?n",
        },
        "models of each unit: at most {n}",
    ),
    _row(
        "unit-points",
        "no unit is worth more than {n} {money}",
        {**EACH_UNIT, "count": "points", "of": "*", "max": "?n"},
        "{money} of each unit: at most {n}",
    ),
    _row(
        "unit-alike",
        "no more than {n} of the same unit",
        {"each": "kind:unit", "of": "same", "in": "army", "max": "?n"},
        "the same unit: at most {n}",
    ),
    # who may have it
    _row(
        "only-for", "only for {armies}", {"of": "kind:own", "where": OTHERS, "max": 0}
    ),
    _row(
        "not-where",
        "not where the army's own force is of {armies}",
        {
            "of": "kind:own",
            "where": {"of": "?armies", "in": "self", "at_least": 1},
            "max": 0,
        },
    ),
    _row("elsewhere", "only for armies of other books", {"of": "kind:own", "max": 0}),
    _row("not-for", "not for {armies}", {"of": "?armies", "max": 0}),
    _row(
        "not-own",
        "not in the army's own force",
        {"of": "kind:own", "in": "force", "max": 0},
    ),
    # none of it, or so many
    _row(
        "not-with",
        "not together with {some} {beside}",
        {"of": "?some", "in": "?beside", "max": 0},
    ),
    _row(
        "none",
        "no {thing} {place}",
        {"of": "?thing", "in": "?place", "max": 0},
    ),
    _row(
        "same",
        "at most {n} of the same thing {place}",
        {"of": "same", "in": "?place", "max": "?n"},
        "the same thing {place}: at most {n}",
    ),
    _row(
        "at-most",
        "at most {n} {things} {place}",
        {**THINGS, "max": "?n"},
        "{things} {place}: at most {n}",
    ),
    _row(
        "needs",
        "needs {n} {things} {beside}",
        {"of": "?things", "in": "?beside", "min": "?n"},
        "{things} {beside}: needs {n}",
    ),
    _row(
        "at-least",
        "at least {n} {things} {place}",
        {**THINGS, "min": "?n"},
        "{things} {place}: at least {n}",
    ),
    _row(
        "exactly",
        "exactly {n} {things} {place}",
        {**THINGS, "min": "?n", "max": "?n"},
        "{things} {place}: exactly {n}",
    ),
    _row(
        "range",
        "{low} to {high} {things} {place}",
        {**THINGS, "min": "?low", "max": "?high"},
        "{things} {place}: at least {low} and at most {high}",
    ),
    # models
    _row(
        "all-models-at-most",
        "at most {n} models {place}",
        {**ALL_MODELS, "max": "?n"},
        "models {place}: at most {n}",
    ),
    _row(
        "all-models-at-least",
        "at least {n} models {place}",
        {**ALL_MODELS, "min": "?n"},
        "models {place}: at least {n}",
    ),
    _row(
        "all-models-range",
        "{low} to {high} models {place}",
        {**ALL_MODELS, "min": "?low", "max": "?high"},
        "models {place}: at least {low} and at most {high}",
    ),
    _row(
        "models-at-most",
        "at most {n} models of {things} {place}",
        {**MODELS, "max": "?n"},
        "models of {things} {place}: at most {n}",
    ),
    _row(
        "models-at-least",
        "at least {n} models of {things} {place}",
        {**MODELS, "min": "?n"},
        "models of {things} {place}: at least {n}",
    ),
    _row(
        "models-exactly",
        "exactly {n} models of {things} {place}",
        {**MODELS, "min": "?n", "max": "?n"},
        "models of {things} {place}: exactly {n}",
    ),
    _row(
        "models-range",
        "{low} to {high} models of {things} {place}",
        {**MODELS, "min": "?low", "max": "?high"},
        "models of {things} {place}: at least {low} and at most {high}",
    ),
    # points, choices, kinds
    _row(
        "points-at-most",
        "at most {n} {money} of {things} {place}",
        {**MONEY, "max": "?n"},
        "{money} of {things} {place}: at most {n}",
    ),
    _row(
        "points-at-least",
        "at least {n} {money} of {things} {place}",
        {**MONEY, "min": "?n"},
        "{money} of {things} {place}: at least {n}",
    ),
    _row(
        "choices-at-most",
        "at most {n} choices of {things} {place}",
        {**CHOICES, "max": "?n"},
        "choices of {things} {place}: at most {n}",
    ),
    _row(
        "choices-at-least",
        "at least {n} choices of {things} {place}",
        {**CHOICES, "min": "?n"},
        "choices of {things} {place}: at least {n}",
    ),
    _row(
        "choices-range",
        "{low} to {high} choices of {things} {place}",
        {**CHOICES, "min": "?low", "max": "?high"},
        "choices of {things} {place}: at least {low} and at most {high}",
    ),
    _row(
        "kinds-at-least",
        "at least {n} different {things} {place}",
        {"count": "kinds", "of": "?things", "in": "?place", "min": "?n"},
        "different {things} {place}: at least {n}",
    ),
    *_figures(),
    # the plain grammar
    _plain(
        "plain-at-most",
        "at most {n} {query}",
        {"...": "?query", "max": "?n"},
        "{query}: at most {n}",
    ),
    _plain(
        "plain-at-least",
        "at least {n} {query}",
        {"...": "?query", "min": "?n"},
        "{query}: at least {n}",
    ),
    _plain(
        "plain-range",
        "from {low} to {high} {query}",
        {"...": "?query", "min": "?low", "max": "?high"},
        "{query}: at least {low} and at most {high}",
    ),
)
