"""Match-ups in which several kinds of attackers wound several kinds of models."""

from typing import Any

from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.scrollhammer.units import (
    GUILD,
    fighter,
    match_up,
    part,
    weapon,
)
from tests.rulesets.games.scrollhammer.units import bow as arrows


def loose(name: str, models: int, *rules: Any, **details: Any) -> Any:
    """Return models in skirmish, who all may fight."""
    return part(name, models, *rules, **{"formation": "Skirmish", **details})


GREAT = weapon("user+2", 2, base="great-weapon", hands=2)

BAND = fighter(
    loose("Swords", 2, w=2, sv=6, gear=(weapon(), arrows(3, 0, shots=2))),
    loose("Picks", 2, w=2, sv=4, gear=(weapon("user", 2), arrows(4, 1))),
    loose("Captain", 1, role="leader", w=2, ws=5, a=3, ld=9, sv=3, gear=(GREAT,)),
)
"""Two kinds that share a hurt model, and a leader who does not."""

SHIELDED = fighter(
    loose("Shields", 4, sv=2, gear=(weapon(), arrows(3))),
    loose("Bare leader", 1, "precision", role="leader", a=2, gear=(weapon("user+1"),)),
)

GUARDS = fighter(
    loose("Tall guards", 2, t=4, w=2, sv=5, gear=(weapon("user", 1), arrows(4, 2))),
    loose("Squires", 2, sv=6, gear=(weapon(), arrows(3, 0, ("poisoned", 4)))),
    loose("Short guards", 2, t=3, w=2, sv=4, gear=(GREAT, arrows(6, 0))),
)
"""Two kinds of one number of Wounds with others between them."""

GIANTS = fighter(
    loose("Giants", 2, s=5, t=4, w=3, sv=5, gear=(weapon("user", 1),)),
    loose(
        "Warded giant",
        1,
        s=5,
        t=4,
        w=3,
        ward=5,
        gear=(weapon("user", 0, "multiple-wounds-d3"), arrows(5, 1, shots=3)),
    ),
)

PARTY = fighter(
    loose("Spearmen", 3, i=4, a=2, gear=(weapon(), arrows(3, 0, "pinning"))),
    loose("Axes", 2, i=4, gear=(weapon("user+1", 2), arrows(4, 2))),
    loose("Blades", 2, i=4, a=2, gear=(weapon("user", 0, "rending"),)),
)

POISONERS = fighter(
    loose("Knives", 3, a=2, gear=(weapon("user", 0, ("poisoned", 4)), arrows(3))),
    loose("Clubs", 2, s=4, gear=(weapon("user", 0, "multiple-wounds-d3"), arrows(3))),
    loose("Knives of lead", 2, ws=4, gear=(weapon("user", 0, ("poisoned", 4)),)),
)

AIMERS = fighter(
    loose("Aimers", 3, ws=4, bs=5, gear=(weapon("user", 1, "precision"), arrows(4))),
    loose("Brawlers", 3, a=2, bs=4, gear=(weapon(), arrows(4, 1, "precision"))),
)

ESCORT = fighter(
    loose("Escort", 4, ws=4, sv=4, gear=(weapon(),)),
    loose("Centurion", 1, role="leader", ws=5, a=3, ld=9, sv=3, w=2),
)

KINDS: tuple[Fighter, ...] = (
    BAND,
    SHIELDED,
    GUARDS,
    GIANTS,
    PARTY,
    POISONERS,
    AIMERS,
    GUILD,
    ESCORT,
)


def pools() -> dict[str, MatchUp]:
    """Return fights, volleys and charges of mixed units, their answers varied."""
    found = {}
    chargers = ("a", "b", "none")
    for number, first in enumerate(KINDS):
        for step in (1, 2, 4):
            second = KINDS[(number + step) % len(KINDS)]
            charger = chargers[(number + step) % 3]
            situation: Answers = {
                "charger": charger,
                "b.models-lost": (number + step) % 2,
            }
            found[f"{first.name} fight {second.name}"] = match_up(
                "fight", first, second, situation, {}, 1 + number % 3
            )
    shooters = (BAND, SHIELDED, GUARDS, PARTY, POISONERS, AIMERS)
    covers = ("none", "5", "area")
    for number, first in enumerate(shooters):
        for step in (1, 3):
            second = KINDS[(number + step) % 4]
            found[f"{first.name} shoot at {second.name}, {step}"] = match_up(
                "shooting",
                first,
                second,
                {"cover": covers[(number + step) % 3], "b.models-lost": number % 2},
            )
    for first, second in ((PARTY, BAND), (GIANTS, GUARDS), (AIMERS, SHIELDED)):
        found[f"{first.name} charge {second.name} over dangerous ground"] = match_up(
            "charge", first, second, {"distance": 5, "dangerous": True}, {}, 2
        )
    return found


POOLS = pools()
