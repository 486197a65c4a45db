"""Combats, charges and engagements that somebody leaves over dangerous ground."""

from typing import Any

from rulesets.odds.match_up import Fighter, MatchUp
from tests.rulesets.games.scrollhammer.absorbing_match_ups import QUICK_LEECHES
from tests.rulesets.games.scrollhammer.casters_match_ups import BATTLE_MAGI
from tests.rulesets.games.scrollhammer.draught_match_ups import QUAFFER
from tests.rulesets.games.scrollhammer.joined_match_ups import (
    CHIEF,
    HUNTER,
    in_ranks,
    joined,
)
from tests.rulesets.games.scrollhammer.line_match_ups import FAST, GROWING
from tests.rulesets.games.scrollhammer.rules_match_ups import DRILLED, WARDED
from tests.rulesets.games.scrollhammer.switching_match_ups import (
    BOWMEN,
    HUNTERS,
    SCOUTS,
)
from tests.rulesets.games.scrollhammer.units import (
    ARCHERS,
    CATS,
    COHORT,
    DAGI,
    HERO,
    LANCERS,
    LEGION,
    OGRES,
    PEASANTS,
    SLAVES,
    SLAYERS,
    TROLLS,
    match_up,
    unit,
)


def over(
    a: Fighter,
    b: Fighter,
    kind: str = "engagement",
    rounds: int | None = None,
    **said: Any,
) -> MatchUp:
    """Return a match-up on dangerous ground; an engagement begins 14 inches apart."""
    told: dict[str, Any] = {"dangerous-ground": True}
    told |= {"distance": 14} if kind == "engagement" else {}
    told |= {
        key.replace("_", ".", 1).replace("_", "-"): value for key, value in said.items()
    }
    return match_up(kind, a, b, told, {}, rounds)


TWO = unit("Two", 2, s=4, t=4, w=2, ld=5, formation="Skirmish")
FEW = unit("Few", 4, ws=4, t=4, ld=4, i=5, formation="Skirmish")

DEPARTURES: dict[str, MatchUp] = {
    "few who lose all there": over(SLAYERS, FEW),
    "two of two wounds": over(LANCERS, TWO),
    "at the table edge": over(CATS, PEASANTS, b_room=5),
    "before a wall": over(CATS, FEW, b_room=9, b_blocked=7, b_friends=4),
    "half of them is not enough": over(OGRES, SLAVES, a_room=20),
    "drilled to come back": over(TROLLS, DRILLED),
    "those who are left by round": over(DAGI, PEASANTS, rounds=2),
    "both may run": over(FEW, FEW, closing="both", first="b"),
    "shot at, then beaten": over(FEW, ARCHERS, a_room=9),
    "wards and wounds": over(WARDED, OGRES),
    "wounds that grow back": over(GROWING, SLAYERS),
    "wounds that blows give back": over(QUICK_LEECHES, SLAYERS, a_room=7),
    "draughts against wounds": over(SLAYERS, QUAFFER, b_healing_draughts=2),
    "spells for blades": over(BATTLE_MAGI, FEW),
    "struck in the flank": over(DAGI, COHORT, b_flanked=True, b_files=5),
    "of its own will": over(CATS, HERO, b_yields=True),
    "who leaves goes over it": over(FAST, COHORT, a_leaves=True),
    "both leave over it": over(FAST, FAST, a_leaves=True, b_leaves=True),
    "leaves with a character": joined(
        over(FAST, COHORT, a_leaves=True, rounds=3), in_ranks(HUNTER, "a")
    ),
    "a character goes with them": joined(
        over(SLAYERS, PEASANTS, b_room=9), in_ranks(CHIEF, "b", 1)
    ),
    "two characters before a wall": joined(
        over(OGRES, FEW, b_blocked=8), in_ranks(CHIEF, "b"), in_ranks(HUNTER, "b")
    ),
    "one on each side": joined(
        over(LEGION, DAGI), in_ranks(HUNTER, "a"), in_ranks(CHIEF, "b")
    ),
    "a combat of two": over(SLAYERS, SLAVES, "fight"),
    "a combat beside a wall": over(
        CATS, PEASANTS, "fight", 3, b_blocked=6, b_friends=4, charger="b"
    ),
    "a combat that both leave": over(
        FAST, FAST, "fight", a_leaves=True, b_leaves=True, charger="none"
    ),
    "a combat with characters": joined(
        over(OGRES, FEW, "fight"), in_ranks(CHIEF, "b", 2), in_ranks(HUNTER, "b")
    ),
    "a charge over it": over(FEW, LEGION, "charge", distance=5),
    "a charge of few at a wall": over(
        FEW, COHORT, "charge", distance=4, a_blocked=5, a_friends=3
    ),
    "a flight over it": over(CATS, FEW, "charge", distance=4, reaction="flee"),
    "a flight over it to a wall": joined(
        over(DAGI, FEW, "charge", distance=3, reaction="flee", b_blocked=9),
        in_ranks(CHIEF, "b"),
    ),
    "a charge into arrows": over(
        DAGI, ARCHERS, "charge", distance=6, reaction="stand-and-shoot"
    ),
    "bows, then blades": over(SCOUTS, BOWMEN, a_hands="shoots", b_hands="charges"),
    "bows, then blades in a fight": over(
        BOWMEN, HUNTERS, "fight", a_hands="shoots", b_hands="shoots", a_leaves=True
    ),
    "bows, then blades against a charge": over(
        SLAYERS, BOWMEN, "charge", distance=6, b_hands="shoots"
    ),
}
"""By what is told apart in them."""
