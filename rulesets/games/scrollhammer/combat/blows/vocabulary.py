"""Effects that rules of books may have: terms of Scrollhammer with their moments."""

from collections.abc import Mapping

from rulesets.games.scrollhammer.combat.blows.terms import ATTACKS, DICE, SAVES
from rulesets.games.scrollhammer.combat.blows.weapons import PARRYING
from rulesets.odds.effects import NO_VALUE, OfferedValues, TestTerm, by_key
from rulesets.odds.vocabulary import TermPlace, Vocabulary

TESTS: Mapping[str, TestTerm] = by_key(
    TestTerm(
        "test:morale", "morale check", {"pass": (NO_VALUE, "passes every morale check")}
    ),
    TestTerm(
        "test:break",
        "break test",
        {
            "ignore": (
                OfferedValues(words=("result",)),
                "tests on its full Leadership, whatever it lost by",
            )
        },
    ),
    TestTerm(
        "act:take-wounds",
        "taking a wound for each point of a lost combat",
        {"must": (NO_VALUE, "takes a wound for each point that it loses by")},
    ),
    TestTerm(
        "test:fear",
        "test of fear",
        {
            "start": (NO_VALUE, "who charges it must pass a Leadership test"),
            "skip": (NO_VALUE, "is afraid of no enemy"),
        },
    ),
    TestTerm(
        "act:run",
        "running",
        {"may": (NO_VALUE, "runs D6 inches in a turn without shots")},
    ),
    TestTerm(
        "act:leave", "leaving a combat", {"may": (NO_VALUE, "may leave a combat")}
    ),
    TestTerm(
        "result",
        "combat result",
        {"add": (OfferedValues(1, 3), "adds to the combat result of its side")},
    ),
)
"""Tests and acts that rules of books may speak of, of a whole unit."""

IN_A_COMBAT = ("in-combat", "first-round", "charging")
"""Moments of close combat."""

VOCABULARY = Vocabulary(
    (
        TermPlace(DICE, ("own", "unit"), (*IN_A_COMBAT, "shooting")),
        TermPlace(
            {key: DICE[key] for key in ("to-hit", "to-wound", "strength")},
            ("against",),
            ("in-combat", "shooting"),
        ),
        TermPlace(SAVES, ("against",), ("in-combat", "shooting", PARRYING)),
        TermPlace(ATTACKS, ("own", "unit"), IN_A_COMBAT),
        TermPlace(TESTS, ("unit",)),
    ),
    untested=frozenset({"shooting", "casting"}),
)
"""The effects that rules of books may have."""
