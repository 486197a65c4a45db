"""Sentences of conditions, from special to general, and of amounts and their terms."""

from typing import Any

from rulesets.sentences.limit_rows import FIGURES
from rulesets.sentences.sentence import Sentence


def _row(
    key: str, text: str, fragment: Any, summed: str = "", *, part: str = "condition"
) -> Sentence:
    return Sentence(f"{part}-{key}", part, text, fragment, summed)


def _rank(key: str, words: str, rank: str) -> tuple[Sentence, ...]:
    """Return the sentences of a rank of forces: it is one, it is none."""
    asked = {"of": f"kind:{rank}", "in": "force"}
    return (
        _row(key, f"its force is {words}", {**asked, "at_least": 1}),
        _row(f"not-{key}", f"its force is not {words}", {**asked, "at_most": 0}),
    )


def _plain(key: str, text: str, fragment: Any, summed: str) -> Sentence:
    return Sentence(
        f"condition-{key}", "condition", text, fragment, summed, is_ready=False
    )


def _figure(word: str, words: str, key: str, bound: str) -> Sentence:
    """Return the sentence of one bound of a figure."""
    return _row(
        f"{word}-{key}",
        f"{words} {{figure}} of {{things}} {{place}} is {key.replace('-', ' ')} {{n}}",
        {
            "count": f"{word}:?figure",
            "of": "?things",
            "in": "?place",
            bound: "?n",
        },
    )


HERE: Any = {"of": "?things", "in": "self"}

CONDITION_ROWS: tuple[Sentence, ...] = (
    # only under a limit or a change
    _row(
        "unless-off",
        "when “{switch}” is off",
        {"none": [{"switch": "?switch"}]},
        part="when",
    ),
    _row("unless", "unless {condition}", {"none": ["?condition"]}, part="when"),
    # only of the things that are counted
    _row(
        "not-allied",
        "not counting allied forces",
        {"of": "kind:ally", "in": "force", "at_most": 0},
        part="where",
    ),
    _row(
        "allied",
        "counting only allied forces",
        {"of": "kind:ally", "in": "force", "at_least": 1},
        part="where",
    ),
    _row(
        "of-armies",
        "counting only those of {armies}",
        {"of": "?armies", "in": "self", "at_least": 1},
        part="where",
    ),
    _row(
        "with",
        "counting only those with {some}",
        {"of": "?some", "in": "self", "at_least": 1},
        part="where",
    ),
    _row("without", "not counting {things}", {**HERE, "at_most": 0}, part="where"),
    _row(
        "except", "except {things}", {"none": [{**HERE, "at_least": 1}]}, part="where"
    ),
    _row(
        "except-where",
        "not counting those where {condition}",
        {"none": ["?condition"]},
        part="where",
    ),
    # everywhere
    _row("switch-on", "“{switch}” is on", {"switch": "?switch"}),
    _row("switch-off", "“{switch}” is off", {"none": [{"switch": "?switch"}]}),
    *_rank("own", "the army's own", "own"),
    *_rank("ally", "an allied one", "ally"),
    *_rank("companion", "one that serves the army", "companion"),
    _row(
        "is",
        "{holder} counts as {classes}",
        {"of": "?classes", "in": "?holder", "at_least": 1},
    ),
    _row(
        "is-no",
        "{holder} does not count as {classes}",
        {"of": "?classes", "in": "?holder", "at_most": 0},
    ),
    _row(
        "has",
        "{holder} has {carried}",
        {"of": "?carried", "in": "?holder", "at_least": 1},
    ),
    _row(
        "has-no",
        "{holder} has no {carried}",
        {"of": "?carried", "in": "?holder", "at_most": 0},
    ),
    _row(
        "first",
        "it is the first {thing} {place}",
        {"count": "earlier", "of": "?thing", "in": "?place", "at_most": 0},
    ),
    _row(
        "there-is",
        "there is {some} {place}",
        {"of": "?some", "in": "?place", "at_least": 1},
    ),
    _row(
        "there-is-no",
        "there is no {thing} {place}",
        {"of": "?thing", "in": "?place", "at_most": 0},
    ),
    *(
        row
        for word, words in FIGURES.items()
        for row in (
            _figure(word, words, "at-least", "at_least"),
            _figure(word, words, "at-most", "at_most"),
        )
    ),
    _row("all", "all of ({conditions})", {"all": "?conditions"}),
    _row("any", "any of ({conditions})", {"any": "?conditions"}),
    _row("not", "not ({condition})", {"none": ["?condition"]}),
    _row("none", "none of ({conditions})", {"none": "?conditions"}),
    # the plain grammar
    _plain(
        "exactly",
        "there are exactly {n} {query}",
        {"...": "?query", "at_least": "?n", "at_most": "?n"},
        "{query} come to exactly {n}",
    ),
    _plain(
        "at-least",
        "there are at least {n} {query}",
        {"...": "?query", "at_least": "?n"},
        "{query} come to at least {n}",
    ),
    _plain(
        "at-most",
        "there are at most {n} {query}",
        {"...": "?query", "at_most": "?n"},
        "{query} come to at most {n}",
    ),
    _plain(
        "range",
        "there are {low} to {high} {query}",
        {"...": "?query", "at_least": "?low", "at_most": "?high"},
        "{query} come to at least {low} and at most {high}",
    ),
)

AMOUNT_ROWS: tuple[Sentence, ...] = (
    _row("number", "{number}", {"base": "?number"}, part="amount"),
    _row("sum", "{terms}", {"terms": "?terms"}, part="amount"),
    _row(
        "less",
        "{terms} less {less}",
        {"base": "?less", "terms": "?terms"},
        part="amount",
    ),
    _row(
        "more",
        "{number} plus {terms}",
        {"base": "?number", "terms": "?terms"},
        part="amount",
    ),
    *(
        _row(
            word,
            f"{words} {{figure}} of {{things}} {{place}}",
            {"count": f"{word}:?figure", "of": "?things", "in": "?place"},
            part="term",
        )
        for word, words in FIGURES.items()
    ),
    _row("each", "as many as {query}", {"...": "?query"}, part="term"),
    _row(
        "share",
        "{share} % of {query}",
        {"...": "?query", "times": "?share"},
        part="term",
    ),
    _row(
        "times",
        "{times} for each {query}",
        {"...": "?query", "times": "?times"},
        part="term",
    ),
    _row(
        "every",
        "{times} for every {every} {query}",
        {"...": "?query", "times": "?times", "every": "?every"},
        part="term",
    ),
)
