"""Combats in which who is hurt drinks a draught."""

from rulesets.odds.match_up import Answers, Fighter
from tests.rulesets.games.scrollhammer.units import (
    CATS,
    COHORT,
    LED,
    TROLLS,
    fighter,
    match_up,
    part,
    unit,
)

QUAFFER = unit(
    "Captain with draughts",
    1,
    "healing-draught",
    ws=5,
    s=4,
    t=4,
    w=3,
    i=4,
    a=3,
    ld=9,
    sv=4,
    formation="Skirmish",
)
HALE = unit("Hale", 1, "draught-of-health", s=4, w=3, a=3, ld=9, formation="Skirmish")
LED_QUAFFERS = fighter(
    part("Quaffers", 3, "healing-draught", w=2, i=4, a=2, formation="Skirmish"),
    part(
        "Master",
        1,
        *("draught-of-health", ("regeneration", 5)),
        role="leader",
        w=3,
        t=4,
        a=3,
        i=4,
        ld=9,
    ),
)
BRASS_QUAFFER = unit(
    "Brass", 1, "brass-and-coral", "healing-draught", s=4, w=3, a=3, ld=9
)
DRINKS_B: Answers = {"charger": "b", "b.healing-draughts": 3}

_COMBATS: tuple[tuple[str, Fighter, Fighter, Answers], ...] = (
    ("a draught of a captain", QUAFFER, COHORT, {"a.healing-draughts": 1}),
    ("three draughts, charged", QUAFFER, CATS, {"a.healing-draughts": 3}),
    (
        "both drink",
        QUAFFER,
        HALE,
        {"a.healing-draughts": 2, "b.healing-draughts": 1, "charger": "b"},
    ),
    ("many drink", LED_QUAFFERS, TROLLS, {"a.healing-draughts": 2}),
    ("flanked, and drinks", LED, HALE, {**DRINKS_B, "a.flanked": True}),
    ("no draught heals brass", BRASS_QUAFFER, CATS, {"a.healing-draughts": 3}),
    ("the draughts are kept", QUAFFER, COHORT, {}),
)

DRAUGHTS = {
    name: match_up("fight", first, second, situation, {}, 4)
    for name, first, second, situation in _COMBATS
}
"""Combats of four rounds."""
