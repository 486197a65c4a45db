"""Effects that rules of books may have: terms of Scrollhammer with their moments."""

from collections.abc import Mapping

from rulesets.games.scrollhammer.combat.blows.terms import ATTACKS, DICE, SAVES
from rulesets.odds.effects import NO_VALUE, OfferedValues, TestTerm, by_key
from rulesets.odds.vocabulary import TermPlace, Vocabulary

TESTS: Mapping[str, TestTerm] = by_key(
    TestTerm(
        "test:morale", "morale check", {"pass": (NO_VALUE, "passes every morale check")}
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
        TermPlace(SAVES, ("against",), ("in-combat", "shooting")),
        TermPlace(ATTACKS, ("own", "unit"), IN_A_COMBAT),
        TermPlace(TESTS, ("unit",)),
    ),
    untested=frozenset({"shooting", "casting"}),
)
"""The effects that rules of books may have."""
