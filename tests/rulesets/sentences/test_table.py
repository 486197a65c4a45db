"""The table of sentences: each row reads what it writes."""

import re
from collections import Counter
from typing import Any

import pytest

from rulesets.sentences.blanks import BLANKS
from rulesets.sentences.reader import read_statement, row_pattern
from rulesets.sentences.sentence import MONEY, Sentence, Statement
from rulesets.sentences.table import SENTENCES
from rulesets.sentences.writer import write_fragment
from tests.rulesets.sentences.documents import words

WORDS = words("mordheim-reikland")


def row(key: str) -> Sentence:
    return next(one for one in SENTENCES if one.key == key)


THING = Statement(
    row("query-selections"), {"things": ("dagger", "#hero"), "place": "force"}
)
TERM = Statement(row("term-times"), {"times": 3, "query": THING})
CONDITION = Statement(row("condition-there-is"), {"some": ("bow",), "place": "army"})
OTHER = Statement(row("condition-switch-on"), {"switch": "campaign"})
SAMPLES: dict[str, Any] = {
    "n": 3,
    "low": 2,
    "high": 5,
    "number": 4,
    "times": 2,
    "every": 500,
    "share": 0.25,
    "step": -2,
    "better": -1,
    "worse": 1,
    "more": 5,
    "less": -5,
    "pips": 4,
    "things": ("dagger", "kind:item"),
    "thing": ("dagger",),
    "some": ("dagger",),
    "armies": ("mordheim-skaven", "mordheim-undead"),
    "tags": ("#unheard-of",),
    "classes": ("#unheard-of",),
    "carried": ("rule:fear",),
    "place": "army",
    "beside": "bearer",
    "holder": "unit",
    "figure": "t",
    "need": "sv",
    "gear": "dagger",
    "category": "hero",
    "type": "cavalry",
    "tag": "mine",
    "rule": {"key": "fear", "x": 2},
    "switch": "campaign",
    "bound": "warband-size",
    "text": "2D6",
    "attribute": "tags",
    "op": "set",
    "word": "mine",
    "query": Statement(row("query-limit"), {}),
    "whom": Statement(row("whom-things"), {"thing": ("bow",), "place": "force"}),
    "condition": CONDITION,
    "conditions": (CONDITION, OTHER),
    "terms": (TERM, TERM),
    "dice": "to-hit",
    "test": "test:fear",
    "bonus": -1,
    "level": 2,
    "success": 5,
    "face": 6,
    "rolled": "failures",
    "does": "slays",
    "attacks": "against",
    "who": "unit",
    "term": "to-hit",
    "doing": "start",
    "whatever": 3,
    "owner": "side",
}

FITTING: dict[str, dict[str, Any]] = {
    "change-max-more": {"n": Statement(row("amount-sum"), {"terms": (TERM,)})},
    "change-min-more": {"n": Statement(row("amount-sum"), {"terms": (TERM,)})},
    "change-plain-add": {
        "attribute": "figure:t",
        "n": Statement(row("amount-sum"), {"terms": (TERM,)}),
    },
    "change-plain-times": {"attribute": "figure:t"},
    "change-plain-set": {
        "attribute": "points",
        "n": Statement(row("amount-sum"), {"terms": (TERM,)}),
    },
    "change-plain-least": {"attribute": "points"},
    "change-plain-most": {"attribute": "points"},
    "change-plain-without": {"attribute": "type", "op": "remove"},
    **{
        f"{part}-{word}-{bound}": {"figure": "ld"}
        for part in ("limit", "condition")
        for word in ("highest", "sum")
        for bound in ("at-least", "at-most")
    },
    "term-highest": {"figure": "ld"},
    "condition-exactly": {"n": 2, "query": THING},
    "limit-plain-at-most": {
        "query": Statement(row("query-earlier"), {"things": ("bow",), "place": "army"})
    },
    "term-every": {"query": THING},
    "term-share": {"query": THING},
    "term-each": {"query": THING},
}
"""Other samples for rows that the usual ones do not fit: a special row reads those."""


def test_a_key_is_once_in_the_table_and_begins_with_its_part() -> None:
    counted = Counter(one.key for one in SENTENCES)

    assert not [key for key, count in counted.items() if count > 1]
    assert all(one.key.startswith(f"{one.part}-") for one in SENTENCES)


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda one: one.key)
def test_text_and_fragment_of_a_row_have_the_same_blanks(sentence: Sentence) -> None:
    in_fragment = set(re.findall(r"\?(\w+)", repr(sentence.fragment)))
    in_summed = set(re.findall(r"\{(\w+)\}", sentence.summed)) - {MONEY}

    assert set(sentence.blanks) == in_fragment
    assert set(sentence.blanks) <= set(BLANKS)
    assert not sentence.summed or in_summed == in_fragment
    assert len(sentence.blanks) == len(in_fragment)


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda one: one.key)
def test_a_row_reads_what_it_writes(sentence: Sentence) -> None:
    samples = {**SAMPLES, **FITTING.get(sentence.key, {})}
    lines = {"least": 1} if sentence.key == "amount-number" else {}
    blanks = {name: samples[name] for name in sentence.blanks}
    said = Statement(sentence, blanks, lines)
    if sentence.part in ("query", "whom"):
        return  # they are read in others
    part = sentence.part
    read = read_statement(part, write_fragment(said), WORDS)

    assert read == said


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda one: one.key)
def test_every_sample_may_fill_its_blank(sentence: Sentence) -> None:
    assert row_pattern(sentence)
    for name in sentence.blanks:
        if not BLANKS[name].part:
            assert BLANKS[name].holds(SAMPLES[name], WORDS), name
