"""Battle lines of Scrollhammer in which blows give wounds back."""

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.scrollhammer.blades_match_ups import CUTLASS, casters
from tests.rulesets.games.scrollhammer.line_match_ups import (
    BANNER,
    GROWING,
    beside,
    in_it,
    line,
)
from tests.rulesets.games.scrollhammer.rules_match_ups import (
    BRASS_LEECH,
    LED_LEECHES,
    LEECH,
    LEECHES,
)
from tests.rulesets.games.scrollhammer.test_rules_of_the_league import CALM, ruled
from tests.rulesets.games.scrollhammer.units import (
    CATS,
    COHORT,
    DAGI,
    HERO,
    LANCERS,
    LED,
    LEGION,
    OGRES,
    SLAYERS,
    TROLLS,
    unit,
    weapon,
)

QUICK_LEECHES = unit(
    "Quick leeches",
    4,
    ("absorb-health", 3),
    **{"ws": 5, "s": 4, "w": 2, "i": 5, "a": 2, "ld": 8, "sv": 5},
    formation="Skirmish",
)
LAMPREY = unit(
    "Lamprey",
    1,
    *("independent-character", ("absorb-health", 2)),
    **{"ws": 5, "s": 5, "t": 4, "w": 3, "a": 3, "i": 4, "ld": 9},
    formation="Skirmish",
)
HALF_FANGED = unit(
    "Half fanged",
    3,
    **{"ws": 4, "s": 4, "w": 3, "i": 4, "a": 3, "ld": 8},
    formation="Skirmish",
    gear=(weapon("user+1", 1), weapon("user", 0, ("absorb-health", 2))),
)
RAGING_LEECHES = unit(
    "Raging leeches",
    *(3, "rampage", ("absorb-health", 3)),
    **{"ws": 4, "s": 4, "w": 2, "a": 2, "ld": 8},
    formation="Skirmish",
)
THIRSTY_MAGI = casters(
    "Thirsty magi",
    *(3, 4, CUTLASS, weapon()),
    rules=(("absorb-health", 3),),
    w=2,
    a=2,
    i=4,
    ld=8,
)

ABSORBING: dict[str, MatchUp] = {
    "a leech beside others": line(LEECH, LEGION, beside("a", DAGI), rounds=5),
    "a leech between two": line(
        LEECH, SLAYERS, beside("b", CATS), said={"a.strikes-at": "second"}, rounds=4
    ),
    "leeches between two": line(QUICK_LEECHES, SLAYERS, beside("b", DAGI), rounds=4),
    "leeches share their blows": line(
        QUICK_LEECHES,
        SLAYERS,
        beside("b", CATS),
        said={"a.strikes-at": "share", "b.charges": True},
        rounds=4,
    ),
    "leeches in ranks, one in their flank": line(
        LEECHES,
        SLAYERS,
        beside("b", DAGI, at="flank", charges=True),
        said={"a.files": 3},
        rounds=4,
    ),
    "leeches on both sides": line(
        QUICK_LEECHES,
        LEECH,
        beside("b", LED_LEECHES),
        said={"b.charges": True},
        rounds=3,
    ),
    "two leeches at one": line(LEECH, TROLLS, beside("a", QUICK_LEECHES), rounds=4),
    "some of them grow back too": line(
        LED_LEECHES, TROLLS, beside("b", DAGI), rounds=4
    ),
    "they absorb beside those who grow back": line(
        LEECH, SLAYERS, beside("a", GROWING), rounds=4
    ),
    "one who absorbs joins a unit": line(
        BANNER, SLAYERS, beside("a", DAGI), in_it(LAMPREY, "a", lost=1), rounds=4
    ),
    "one weapon of two absorbs": line(
        HALF_FANGED, CATS, beside("b", SLAYERS), said={"a.split": 1}, rounds=4
    ),
    "they absorb in a rage": line(RAGING_LEECHES, CATS, beside("b", DAGI), rounds=4),
    "any wound counts": MatchUp(
        *("scrollhammer", "battle-line", LEECH, LED, {}, {"absorbs": "any"}, 4),
        further=(beside("a", QUICK_LEECHES), beside("b", LANCERS)),
    ),
    "they absorb to the end": line(LEECH, CATS, beside("b", HERO), rounds=None),
    "they pay for a lost combat, and absorb": line(
        ruled(QUICK_LEECHES, *CALM), SLAYERS, beside("b", LANCERS), rounds=4
    ),
    "leeches before and behind ranks": line(
        LEECH,
        COHORT,
        beside("a", QUICK_LEECHES, at="rear", charges=True),
        said={"b.files": 5},
        rounds=3,
    ),
    "three on one leech": line(
        LEECH, DAGI, beside("b", CATS), beside("b", SLAYERS), rounds=4
    ),
    "casters absorb with the weapon that they cast": line(
        THIRSTY_MAGI, SLAYERS, beside("b", CATS), rounds=4
    ),
    "nothing heals brass": line(BRASS_LEECH, CATS, beside("a", DAGI), rounds=3),
    "leeches in a line too large to be solved": line(
        QUICK_LEECHES,
        COHORT,
        beside("a", LEECHES),
        beside("a", LED_LEECHES),
        beside("b", OGRES),
        beside("b", LEGION),
        rounds=3,
    ),
}
