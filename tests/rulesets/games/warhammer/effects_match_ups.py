"""A match-up for each effect that rules of books may have, and for each moment."""

from dataclasses import replace

from rulesets.core.effects import RuleEffect, Whose
from rulesets.core.values import RuleUse
from rulesets.games.warhammer.combat.blows.vocabulary import VOCABULARY
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from rulesets.odds.vocabulary import OfferedEffect
from tests.rulesets.games.house_rule import house_rule
from tests.rulesets.games.warhammer.units import (
    BOW,
    GIANT,
    GIANT_SLAYERS,
    GREATSWORDS,
    HAND_WEAPON,
    LANCE,
    ORCS,
    SHIELD,
    SKELETONS,
    SPEAR,
    TREE,
    TROLLS,
    TWO_HAND_WEAPONS,
    match_up,
    unit,
)


def bearing(plain: Fighter, *uses: RuleUse) -> Fighter:
    """Return a unit all of whose models have rules more."""
    parts = tuple(replace(p, rules=(*p.rules, *uses)) for p in plain.parts)
    return replace(plain, rules=(*plain.rules, *uses), parts=parts)


GUARD = unit("Guard", 12, gear=(HAND_WEAPON, SHIELD), champion={}, sv=5, ld=8)
PIKES = unit("Pikes", 12, gear=(SPEAR,), sv=6, i=2)
BOWMEN = unit("Bowmen", 8, gear=(BOW, HAND_WEAPON), sv=5)
PAIRS = unit("Pairs", 10, gear=(TWO_HAND_WEAPONS,), sv=6)
RIDERS = unit(
    "Riders", 5, kind="cavalry", gear=(LANCE, SHIELD), mount={}, us=2, sv=3, ld=8
)
RAVING = unit("Raving", 10, "frenzy", gear=(HAND_WEAPON,), sv=6)
BIG = unit("Big ones", 3, kind="monstrous-infantry", t=4, w=2, s=4, a=2, us=3, sv=5)
SHAKY = unit("Shaky", 12, gear=(HAND_WEAPON, SHIELD), sv=6, ld=6)

WORDS: dict[tuple[str, str], tuple[int | str, ...]] = {
    ("to-hit", "add"): (1, -1),
    ("to-wound", "add"): (1, -2),
    ("save", "add"): (1, -1),
    ("attacks", "add"): (1, -1),
    ("strength", "add"): (2, -1),
    ("strength", "at-least"): (5,),
    ("damage", "roll"): (3,),
    ("avoid", "roll"): (5,),
    ("ward", "or"): (5,),
    ("ranks", "set"): (2,),
}
"""Values of the match-ups; other effects have those of their words, or 1."""

FACES = {"to-hit": 5, "to-wound": 5}


def values(one: OfferedEffect) -> tuple[int | str, ...]:
    return WORDS.get((one.on, one.op)) or one.values.words or (one.values.low,)


def played(effect: RuleEffect, place: str) -> tuple[MatchUp, MatchUp]:
    """Return a match-up that an effect changes, and the same without it."""
    kind, a, b, situation, rounds = PLACES[place]
    use = house_rule(effect)
    bears = "b" if place in BORNE_BY_B else "a"
    bearer = bearing(a if bears == "a" else b, use)
    with_it = (bearer, b) if bears == "a" else (a, bearer)
    return (
        match_up(kind, *with_it, situation, rounds=rounds),
        match_up(kind, a, b, situation, rounds=rounds),
    )


PLACES: dict[str, tuple[str, Fighter, Fighter, Answers, int | None]] = {
    "strikes": ("fight", GUARD, BIG, {}, 4),
    "strikes a tree": ("fight", GUARD, TREE, {}, 4),
    "is struck": ("fight", ORCS, GUARD, {}, 4),
    "is struck by fire": ("fight", GIANT_SLAYERS, BIG, {}, 4),
    "is struck at great strength": ("fight", GREATSWORDS, BIG, {}, 4),
    "shoots": ("shooting", BOWMEN, BIG, {"distance": 10}, None),
    "big ones are struck": ("fight", GUARD, BIG, {}, 4),
    "is shot at": ("shooting", BOWMEN, GUARD, {"distance": 16}, None),
    "charges": ("charge", GUARD, ORCS, {}, 3),
    "is charged": ("charge", ORCS, PIKES, {}, 3),
    "fights in ranks": ("fight", SHAKY, ORCS, {}, 3),
    "rides": ("charge", RIDERS, ORCS, {}, 3),
    "raves": ("fight", RAVING, GREATSWORDS, {}, 3),
    "pairs": ("fight", PAIRS, ORCS, {}, 3),
    "strikes something large": ("fight", GUARD, BIG, {}, 3),
    "fears": ("charge", SHAKY, TROLLS, {}, 2),
    "is frightened": ("charge", GIANT, SHAKY, {}, 2),
    "panics": ("engagement", SHAKY, BOWMEN, {"distance": 20}, 2),
    "breaks": ("fight", SHAKY, GREATSWORDS, {}, 4),
    "rallies": (
        "engagement",
        ORCS,
        SHAKY,
        {"distance": 16, "b.reaction": "flees"},
        2,
    ),
    "chases": ("fight", GREATSWORDS, SKELETONS, {"a.pursuit": "restrains"}, 3),
}
"""Kind, units, situation and rounds by what happens."""

BORNE_BY_B = {
    "is struck",
    "is struck by fire",
    "is struck at great strength",
    "big ones are struck",
    "is shot at",
    "is charged",
    "is frightened",
    "rallies",
}

OF_TERM: dict[tuple[str, Whose], tuple[str, ...]] = {
    ("kind", "own"): ("strikes a tree",),
    ("kind:fire", "against"): ("is struck by fire",),
    ("save", "own"): ("is struck at great strength", "shoots"),
    ("order", "own"): ("is charged",),
    ("damage", "against"): ("big ones are struck",),
    ("ranks", "own"): ("fights in ranks",),
    ("attacks", "unit"): ("rides",),
    ("test:fear", "own"): ("fears",),
    ("test:panic", "own"): ("is frightened",),
    ("test:psychology", "own"): ("fears", "is frightened"),
    ("test:leadership", "own"): ("fears", "chases", "rallies"),
    ("test:break", "own"): ("breaks",),
    ("act:pursue", "own"): ("chases",),
}
"""Match-ups of the terms that need one of their own."""


def places(on: str, whose: Whose) -> tuple[str, ...]:
    usual: tuple[str, ...] = ("strikes", "shoots")
    if whose == "against":
        usual = ("is struck", "is shot at")
    if on in ("attacks", "strength"):
        usual = usual[:1]
    return OF_TERM.get((on, whose), usual)


AT_MOMENT = {
    "in-combat": "strikes",
    "shooting": "shoots",
    "first-round": "is charged",
    "charging": "charges",
    "enemy:large": "strikes something large",
    "mounted": "rides",
    "part:mount": "rides",
    "state:frenzy": "raves",
    "weapons:1": "strikes",
    "weapons:2": "pairs",
}
"""Match-ups of each moment of the vocabulary."""


def of_vocabulary() -> dict[str, tuple[MatchUp, MatchUp]]:
    """Return each match-up of the vocabulary, with the same without the rule."""
    found = {}
    for one in VOCABULARY.offered:
        for value in values(one):
            for whose in one.whose:
                face = FACES[one.on] if one.op == "natural" else 0
                effect = RuleEffect(one.on, one.op, value, face, whose=whose)
                for place in places(one.on, whose):
                    name = f"{one.on} {one.op} {value}, {whose}, {place}"
                    found[name] = played(effect, place)
    return found


def of_moments() -> dict[str, tuple[MatchUp, MatchUp]]:
    """Return a match-up for each moment, in which it holds and does not."""
    moments = dict.fromkeys(m for one in VOCABULARY.offered for m in one.moments)
    found = {}
    for moment in moments:
        place = AT_MOMENT[moment]
        effects = {
            "when": RuleEffect("to-hit", "add", 2, when=(moment,)),
            "unless": RuleEffect("to-hit", "add", -1, unless=(moment,)),
        }
        for word, effect in effects.items():
            found[f"{word} {moment}"] = played(effect, place)
    return found


EFFECTS = of_vocabulary()
MOMENTS = of_moments()
