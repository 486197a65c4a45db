"""Combats of three units a side of Scrollhammer, played out die by die."""

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.scrollhammer.line_match_ups import (
    BANNER,
    BORNE,
    FAST,
    GROWING,
    RAGERS,
    SLOW,
    SPEARS,
    beside,
    in_it,
    line,
)
from tests.rulesets.games.scrollhammer.units import (
    BEAST,
    CATS,
    DAGI,
    DUELISTS,
    FALMER,
    GUILD,
    HERO,
    LANCERS,
    LED,
    LEGION,
    OGRES,
    PEASANTS,
    SLAYERS,
    TROLLS,
    unit,
)

FEW_FAST = unit("Runners", 2, "hit-and-run", i=4, ld=8, formation="Skirmish")
MEN = unit("Men", 4, ws=4, ld=7, sv=5, formation="Skirmish")
THREE = unit("Three", 3, ws=4, s=4, i=4, ld=8, formation="Skirmish")

LONG_LINES: dict[str, MatchUp] = {
    "three on a horde": line(
        LANCERS, PEASANTS, beside("a", SLAYERS), beside("a", TROLLS), rounds=2
    ),
    "three on a horde, which strikes at the third": line(
        LANCERS,
        FALMER,
        beside("a", SLAYERS),
        beside("a", TROLLS),
        said={"b.strikes-at": "third"},
    ),
    "three on a horde, which strikes at the second": line(
        MEN,
        FALMER,
        beside("a", SLAYERS),
        beside("a", MEN),
        said={"b.strikes-at": "second"},
        rounds=None,
    ),
    "three on the front of ranks": line(
        LANCERS, BANNER, beside("a", TROLLS), beside("a", MEN)
    ),
    "a front, a flank and a rear": line(
        LANCERS,
        LEGION,
        beside("a", SLAYERS, at="flank", charges=True),
        beside("a", TROLLS, at="rear", charges=True),
        rounds=4,
    ),
    "two in front and one in the flank": line(
        LANCERS,
        LEGION,
        beside("a", TROLLS),
        beside("a", SLAYERS, at="flank"),
        said={"b.files": 4},
        rounds=6,
    ),
    "spears between three, at the third": line(
        SPEARS,
        DAGI,
        beside("b", MEN),
        beside("b", LANCERS, at="flank"),
        said={"a.strikes-at": "third"},
    ),
    "three on a beast, which meets three": line(
        MEN, BEAST, beside("a", DAGI), beside("a", SLAYERS), said={"b.meets": 3}
    ),
    "three a side in a row": line(
        THREE,
        MEN,
        beside("a", TROLLS),
        beside("b", THREE, "a"),
        beside("a", MEN, "b2"),
        beside("b", LANCERS, "a2"),
        rounds=2,
    ),
    "three on one who falls quickly": line(
        DUELISTS, GUILD, beside("a", SLOW), beside("a", LANCERS), rounds=2
    ),
    "the first two fall before the third strikes": line(
        SLOW,
        MEN,
        beside("b", MEN),
        beside("b", THREE),
        beside("a", DUELISTS, "b"),
        beside("a", DUELISTS, "b2"),
        rounds=2,
    ),
    "a leader between three": line(
        LED, SLAYERS, beside("b", LANCERS), beside("b", MEN), rounds=2
    ),
    "a captain between three": line(
        BANNER,
        SLAYERS,
        beside("b", LANCERS),
        beside("b", MEN),
        in_it(HERO, "a", "", 1),
        rounds=2,
    ),
    "a standard falls between three": line(
        BORNE, SLAYERS, beside("b", DAGI), beside("b", THREE), rounds=2
    ),
    "three may slip away": line(
        FEW_FAST,
        FAST,
        beside("a", FEW_FAST, "b", leaves=True),
        beside("a", FEW_FAST, "b", leaves=True),
        beside("b", FEW_FAST, "a", leaves=True),
        said={"a.leaves": True, "b.leaves": True},
    ),
    "charges from a distance at three": line(
        LANCERS,
        PEASANTS,
        beside("a", SLAYERS, charge_distance=8),
        beside("a", MEN, charge_distance=6),
        said={"a.charge-distance": 7},
        rounds=2,
    ),
    "outnumbered by three": line(
        RAGERS, MEN, beside("b", LANCERS), beside("b", THREE), rounds=2
    ),
    "they grow back between three": line(
        GROWING, MEN, beside("b", THREE), beside("b", LANCERS), rounds=4
    ),
    "ties get away from three": line(
        DAGI,
        BANNER,
        beside("a", MEN),
        beside("a", FAST),
        readings={"sweep-ties": "away"},
        rounds=None,
    ),
    "no neighbours between three": line(
        LEGION,
        MEN,
        beside("b", THREE),
        beside("b", SLAYERS),
        readings={"neighbours": False},
        rounds=2,
    ),
    "cats at the third": line(
        CATS,
        MEN,
        beside("b", THREE),
        beside("b", OGRES),
        said={"a.strikes-at": "third"},
        rounds=2,
    ),
}
"""Small enough that forty thousand of each are fought in some seconds."""
