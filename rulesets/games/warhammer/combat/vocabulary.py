"""Effects that rules of books may have: terms of Warhammer with their moments."""

from collections.abc import Collection, Mapping

from rulesets.games.warhammer.combat.attack import WarhammerAttack
from rulesets.games.warhammer.combat.terms import COUNTS, DICE, count
from rulesets.odds.effects import (
    FAILURES,
    NO_VALUE,
    DiceTerm,
    OfferedValues,
    TestTerm,
    by_key,
)
from rulesets.odds.vocabulary import TermPlace, Vocabulary

TESTS: Mapping[str, TestTerm] = by_key(
    TestTerm("test:fear", "fear", {"skip": (NO_VALUE, "fears nothing")}),
    TestTerm(
        "test:panic",
        "panic, terror and stupidity",
        {"skip": (NO_VALUE, "knows no panic, terror or stupidity; flees by no choice")},
    ),
    TestTerm(
        "test:psychology",
        "tests of psychology",
        {"re-roll": (FAILURES, "a failed test of psychology is rolled again")},
    ),
    TestTerm(
        "test:leadership",
        "tests of Leadership",
        {"pass": (NO_VALUE, "passes every test of Leadership but the Break test")},
    ),
    TestTerm(
        "test:break",
        "Break test",
        {
            "ignore": (
                OfferedValues(words=("result",)),
                "tests to hold on its Leadership as printed",
            ),
            "pass": (NO_VALUE, "never breaks"),
            "re-roll": (FAILURES, "a failed Break test is rolled again"),
        },
    ),
    TestTerm("act:pursue", "pursuit", {"must": (NO_VALUE, "must pursue")}),
)
"""Tests and acts that the combat asks rules about, where they are rolled or done."""


OF_A_MODEL = ("mounted", "state:frenzy", "part:mount", "weapons:1", "weapons:2")
"""Moments of a model that attacks."""


OF_A_COMBAT = ("in-combat", "first-round", "charging", "enemy:large")
"""Moments of close combat."""


OF_TARGET = frozenset({"ward", "kind:fire", "avoid"})
"""Terms that only rules of who is attacked change."""


def _without(keys: Collection[str]) -> Mapping[str, DiceTerm[WarhammerAttack]]:
    return {key: term for key, term in DICE.items() if key not in keys}


VOCABULARY = Vocabulary(
    (
        TermPlace(
            _without(OF_TARGET), ("own",), ("shooting", *OF_A_COMBAT, *OF_A_MODEL)
        ),
        TermPlace(_without({"kind"}), ("against",), ("shooting", "in-combat")),
        TermPlace(count("attacks"), ("own", "unit"), (*OF_A_COMBAT, *OF_A_MODEL)),
        TermPlace(COUNTS, ("own",), (*OF_A_COMBAT, *OF_A_MODEL)),
        TermPlace(TESTS, ("own",)),
    ),
    untested=frozenset({"shooting"}),
)
"""The effects that rules of books may have."""
