"""Effects that rules of books may have: terms of Warhammer with their moments."""

from collections.abc import Collection, Iterator, Mapping

from rulesets.games.warhammer.combat.blows.attack import WarhammerAttack
from rulesets.games.warhammer.combat.blows.terms import COUNTS, DICE, count
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.item_effects import FIRST_CHARGE, REACH
from rulesets.games.warhammer.item_rules import ITEMS
from rulesets.games.warhammer.special_rules import title_of
from rulesets.odds.answer import Step
from rulesets.odds.effects import (
    CLOSED,
    FAILURES,
    NO_VALUE,
    DiceTerm,
    OfferedValues,
    TestTerm,
    by_key,
)
from rulesets.odds.vocabulary import TermPlace, Vocabulary

TESTS: Mapping[str, TestTerm] = by_key(
    TestTerm(
        "test:fear",
        "fear",
        {
            "skip": (NO_VALUE, "fears nothing"),
            "start": (CLOSED, "at a charge its enemy tests as if it were feared"),
        },
    ),
    TestTerm("test:terror", "terror", {"read": (CLOSED, "terror is fear to it")}),
    TestTerm(
        "test:panic",
        "panic, terror and stupidity",
        {
            "skip": (
                NO_VALUE,
                "knows no panic, terror or stupidity; flees by no choice",
            ),
            "re-roll": (CLOSED, "the first panic test that it fails is taken again"),
        },
    ),
    TestTerm(
        "test:losses",
        "panic of losses by shots",
        {"skip": (CLOSED, "losses by shots cause it no panic")},
    ),
    TestTerm(
        "test:animosity",
        "animosity",
        {"pass": (CLOSED, "the first test of animosity that it fails does nothing")},
    ),
    TestTerm(
        "test:psychology",
        "tests of psychology",
        {"re-roll": (FAILURES, "a failed test of psychology is rolled again")},
    ),
    TestTerm(
        "test:leadership",
        "tests of Leadership",
        {
            "pass": (NO_VALUE, "passes every test of Leadership but the Break test"),
            "read": (CLOSED, "tests with three dice, the highest left out"),
        },
    ),
    TestTerm(
        "test:characteristic",
        "tests of characteristics",
        {"pass": (CLOSED, "passes every test of a characteristic but Leadership")},
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
    TestTerm(
        "test:first-break",
        "first Break test of the game",
        {
            "pass": (CLOSED, "passes its first Break test"),
            "set": (CLOSED, "takes its first Break test on Leadership 10"),
            "add": (CLOSED, "takes its first Break test on a Leadership 1 higher"),
        },
    ),
    TestTerm(
        "test:rally",
        "rallying",
        {"re-roll": (CLOSED, "a failed test to rally is rolled again")},
    ),
    TestTerm(
        "test:restraint",
        "holding back",
        {"re-roll": (CLOSED, "a failed test to hold back is rolled again")},
    ),
    TestTerm(
        "act:pursue",
        "pursuit",
        {
            "must": (NO_VALUE, "must pursue"),
            "may-not": (CLOSED, "never pursues"),
        },
    ),
    TestTerm(
        "act:refuse",
        "refusing a challenge",
        {"may-not": (CLOSED, "nobody refuses its challenge")},
    ),
    TestTerm(
        "act:stand-and-shoot",
        "standing and shooting",
        {"may-not": (CLOSED, "nobody stands and shoots at it")},
    ),
    TestTerm(
        "result:ranks",
        "bonus for ranks",
        {
            "multiply": (CLOSED, "its bonus for ranks counts twice"),
            "ignore": (CLOSED, "its enemy has no bonus for ranks"),
        },
    ),
    TestTerm(
        "result:number",
        "bonus for the greater number",
        {"ignore": (CLOSED, "its enemy has no bonus for the greater number")},
    ),
    TestTerm(
        "result:wounds",
        "points for wounds",
        {"multiply": (CLOSED, "the wounds that it causes count twice")},
    ),
    TestTerm(
        "wounds:first",
        "the first wound of the battle",
        {"ignore": (CLOSED, "the first wound of the battle does nothing to it")},
    ),
    TestTerm(
        "rule:hatred",
        "hatred",
        {"start": (CLOSED, "hates troops that shoot")},
    ),
)
"""Tests, acts and parts of the result that the combat asks rules about."""


ADDED: Mapping[str, str] = {
    "leadership": "Leadership",
    "movement": "Movement towards the enemy",
    "result": "to the combat result",
    "act:pursue": "dice of pursuit",
    "test:impetuous": "to Leadership in tests not to charge",
}
"""Figures that rules add to where they are read, in words."""


ROLLED: Mapping[str, str] = {REACH: "inches on the reach of a charge"}
"""Figures to which rules add a die where they are read, in words."""


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


def said_of_tests(own: WarhammerUnit) -> Iterator[Step]:
    """Yield what the items of a unit say of tests, acts, the result and figures."""
    for key in own.rules:
        row = ITEMS.get(key)
        for effect in row.effects if row is not None else ():
            term = TESTS.get(effect.on)
            if effect.on == "wounds:first" and not own.guard:
                continue
            if term is not None and effect.op in term.ops:
                yield Step(*title_of(key), term.ops[effect.op][1], own.side)
            elif effect.on in ADDED and effect.op == "add":
                text = f"{effect.value:+d} {ADDED[effect.on]}"
                yield Step(*title_of(key), text, own.side)
            elif effect.on in ROLLED and effect.op == "roll":
                which = ", the first alone" if FIRST_CHARGE in effect.when else ""
                text = f"+D{effect.value} {ROLLED[effect.on]}{which}"
                yield Step(*title_of(key), text, own.side)
